"""What a question speaks of: in go a test and the scene that it begins with, out come the names to be seen there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.reference.played.test_positions import Scene
from rulelang.reference.subject import Desk
from rulelang.render import Focus
from rulelang.runtime.game import Game
from rulelang.runtime.layout import BoardSlots
from rulelang.runtime.speech import Speech
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

_CELL = re.compile(r"(?:(\w+) )?(-?\d+),(-?\d+)")  # `red 0,1`: a cell of the board of red


def names_places(item: syn.Test) -> bool:
    """Whether a test names anything by a text, as it does places."""
    return any(isinstance(node, ex.Text) for node in _said(item))


def _said(item: syn.Test) -> Iterator[object]:
    return walk(tuple(line for line in item.lines if not isinstance(line, syn.TestWith)))


def focus_of(desk: Desk, item: syn.Test, scene: Scene) -> Focus:
    """Return the places, tiles and cells that a test names, by what the text calls them."""
    game = scene.game
    things, places = game.names.all("things"), game.names.all("places")
    movable = {things[tile]: tile for slots in game.layout.boards for tile in slots.tiles}
    laid = [
        put for put in _said(item) if isinstance(put, syn.Put) and _words(put.what) & {*movable}
    ]
    plots = {text.value for put in laid for text in put.at}
    given = {id(text) for put in laid for text in put.at}
    texts = [
        node.value for node in _said(item) if isinstance(node, ex.Text) and id(node) not in given
    ]
    named = [number for number, name in enumerate(places) if name in texts]
    tile_of = {
        part: tile for tile, parts in game.description.picture.parts.items() for part in parts
    }
    tiles = {tile: name for name, tile in movable.items() if name in _words(item.lines)}
    tiles |= {tile_of[place]: things[tile_of[place]] for place in named if place in tile_of}
    speech = Speech(game, desk.language)
    labels = {
        place: _part(desk, places[place]) if place in tile_of else speech.place(place)
        for place in named
    }
    return Focus(
        places={place: label for place, label in labels.items() if label},
        tiles={tile: desk.prose.called(name).removeprefix("the ") for tile, name in tiles.items()},
        cells={
            cell: f"{cell[1]},{cell[2]}"
            for cell in (
                *_named_cells(game, {*texts} - {*places}),
                *_laid_cells(scene, plots, {*tiles.values()}),
            )
        },
    )


def _words(root: object) -> set[str]:
    """All plain words in a part of a test."""
    return {node.text for node in walk(root) if isinstance(node, ex.Ident)}


def _part(desk: Desk, name: str) -> str:
    """A part of a tile without the name of the tile; nothing if it is the only one of its sort."""
    own = desk.prose.called(name).rpartition(", ")[2]
    return own if own[-1:].isdigit() else ""


def _named_cells(game: Game, texts: set[str]) -> Iterator[tuple[int, int, int]]:
    """Cells of boards that grow which are named with their board."""
    for text in sorted(texts):
        if (match := _CELL.fullmatch(text)) is not None:
            boards = [_board(game, slots, match[1]) for slots in game.layout.boards]
            for place in boards:
                if place is not None:
                    yield place, int(match[2]), int(match[3])


def _laid_cells(scene: Scene, plots: set[str], tiles: set[str]) -> Iterator[tuple[int, int, int]]:
    """The cells of tiles that are laid as it is given."""
    game = scene.game
    for slots in game.layout.boards:
        for place in range(slots.first_place, slots.first_place + slots.count):
            for name, x, y, *_ in scene.view["boards"].get(game.names.all("places")[place], ()):
                if name in tiles and f"{x},{y}" in plots:
                    yield place, x, y


def _board(game: Game, slots: BoardSlots, owner: str | None) -> int | None:
    """The place of the board that a cell is on; a board of each player is named by the player."""
    if slots.count == 1:
        return slots.first_place if owner is None else None
    family = game.description.family(slots.name)
    owners = [game.player_names[seat] for seat in family.owner_ids]
    return slots.first_place + owners.index(owner) if owner in owners else None
