"""The chapter on set-up: what depends on the number of players, the steps, and a picture of the start."""

from __future__ import annotations

import re

from rulelang.program.model import Program
from rulelang.reference.chapters.component_counts import player_heads, players_text
from rulelang.reference.chapters.printed_tables import depends_on_players, enum_table, listed_places
from rulelang.reference.chapters.settings import setting_text, settings_of
from rulelang.reference.model import (
    Block,
    BookTable,
    Cell,
    Clauses,
    Figure,
    Section,
    cell_text,
    runs,
)
from rulelang.reference.subject import Desk
from rulelang.render import Focus, Look, draw_boards
from rulelang.runtime.speech import Speech
from rulelang.syntax.trees import items as syn

SEED = 1
_PLACE = re.compile(r"-?\d+[,:]-?\d+(:[A-Z]+)?")


def setup_chapter(desk: Desk) -> Section:
    """How the game begins, for each number of players."""
    blocks: list[Block] = []
    table = _by_players(desk)
    if table is not None:
        blocks.append(table)
    pictures = _pictures(desk)
    return Section("setup", desk.say("setup"), (*blocks, *pictures), (_steps(desk),))


def _steps(desk: Desk) -> Section:
    """What is done, then the places that it speaks of."""
    steps: list[Block] = []
    clauses: list[str] = []
    for flow in desk.items(syn.Flow):
        if flow.word == "setup":
            steps += desk.describe(flow)
            clauses += desk.own_clauses(flow)
    listed: list[str] = []
    for item in desk.items(syn.Enum):
        cases = enum_table(desk, item) if depends_on_players(desk, item) else None
        if cases is not None:
            steps += [cases, *_names_in(desk, cases)]
            listed.append(item.kind.text)
    if clauses:
        steps.append(Clauses(tuple(clauses)))
    title = desk.say("setup_steps")
    return Section("setup-steps", title, tuple(steps), name="setup", also=tuple(listed))


def _names_in(desk: Desk, table: BookTable) -> tuple[Block, ...]:
    """What the names of places in a table mean: those of corners and edges begin as those of cells do."""
    cells = [cell_text(cell) for row in table.rows for cell in row]
    named = [f"“{text}”" for text in cells if _PLACE.fullmatch(text)]
    return desk.prose.describe_cell_names(" ".join(["“0,0”", *named])) if named else ()


def _by_players(desk: Desk) -> BookTable | None:
    """Settings that differ with the number of players."""
    programs = desk.subject.programs
    rows: list[tuple[Cell, ...]] = []
    for item in settings_of(desk):
        name = item.name.text
        texts = [
            setting_text(desk, item, dict(program.settings)[name]) for program in programs.values()
        ]
        if len(set(texts)) > 1:
            rows.append((runs(desk.title(name), name), *(runs(text) for text in texts)))
    if not rows:
        return None
    heads = player_heads(desk)
    numbers = tuple(range(1, 1 + len(heads)))
    return BookTable(desk.say("by_players"), (desk.say("setting"), *heads), tuple(rows), numbers)


def _pictures(desk: Desk) -> list[Figure]:
    """The board after set-up: once, or for each number of players if it differs or what lies on it does."""
    programs = desk.subject.programs
    counts = list(programs)
    if len({_shape(program) for program in programs.values()}) == 1:
        has_spots = any(spots for _, _, spots, _ in desk.program.drawing)
        lying = {_lying(desk, players) for players in programs} if has_spots else ()
        counts = counts if len(lying) > 1 else [desk.subject.usual]
    figures = []
    for players in counts:
        game = desk.subject.game(players)
        play = game.start(seed=SEED)
        title = desk.say("setup_picture", players=players_text(desk, players))
        look, focus = Look(game, desk.subject.look), _listed(desk, players)
        svg = draw_boards(Speech(game, desk.language), look, play.view(None), title, focus)
        if svg:
            figures.append(Figure(svg, title, title))
    return figures


def _listed(desk: Desk, players: int) -> Focus:
    """The places that tables name: a picture of the board is the key to them."""
    names = desk.subject.programs[players].place_names
    listed = [
        listed_places(desk, item.kind.text, players)
        for item in desk.items(syn.Enum)
        if enum_table(desk, item) is not None
    ]
    places = {place: names[place] for each in listed for place in sorted(each) if place >= 0}
    return Focus(places=places, tiles={}, cells={}, is_only=False)


def _lying(desk: Desk, players: int) -> tuple[object, ...]:
    """How many things of each kind lie on each space after set-up: which of them is often chance."""
    program = desk.subject.programs[players]
    kinds = {thing.name: thing.kind for thing in program.things}
    places = desk.subject.game(players).start(seed=SEED).view(None)["places"]
    found: list[object] = []
    for _, _, spots, _ in program.drawing:
        for spot, _x, _y in spots:
            lying = places.get(program.place_names[spot], ())
            found.append(tuple(sorted(kinds.get(name, "") for name in lying)))
    return tuple(found)


def _shape(program: Program) -> tuple[object, ...]:
    """What a board looks like before anything lies on it."""
    return tuple(
        (board, grid, tuple((x, y) for _, x, y in spots))
        for board, grid, spots, _ in program.drawing
    )
