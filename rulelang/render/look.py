"""How things look: colours, shapes and signs by name, from a table beside the rules or made up.

`look.csv` in the folder of a game has the columns `name`, `colour`, `shape`, `sign`; a name is a case of an
enum, a thing, a kind, a printed field or a variable of places. It changes pictures only. What it does not name gets a colour of
its own, so every game can be drawn without it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from rulelang.linking.side_tables import SideTableError, side_table
from rulelang.render.piece_shapes import SHAPES
from rulelang.runtime.description import PrintedField
from rulelang.runtime.game import Game

# Shades for players who are called like a colour; others take the next free one.
_PLAYERS = {
    "red": "#c8312b", "blue": "#2a62b8", "green": "#2f8a3c", "yellow": "#f0c419", "white": "#fbfaf5",
    "orange": "#e8811a", "purple": "#7c3f9e", "violet": "#7c3f9e", "black": "#2b2b2b", "grey": "#8b8b8b",
    "gray": "#8b8b8b", "brown": "#7a4b21", "pink": "#e57ba8", "cyan": "#20a0a8",
}  # fmt: skip
_SPARE = ("#2a62b8", "#c8312b", "#2f8a3c", "#f0c419", "#7c3f9e", "#e8811a", "#20a0a8", "#7a4b21")
_CASES = (
    "#a9cf8d",
    "#8fc1e3",
    "#f2d27a",
    "#e39a86",
    "#c3a6d8",
    "#9ad0c2",
    "#e8b7cf",
    "#c9b48e",
    "#b9c1cc",
)
PLAIN = "#e9e2d0"
_COLOUR = re.compile(
    r"#[0-9a-fA-F]{6}"
)  # nothing else: a picture must not load anything from elsewhere
COLOURLESS = ("Port", "effects")  # enums whose cases have no colour
FILE = "look.csv"
COLUMNS = ("name", "colour", "shape", "sign")
LIGHT_ENOUGH = 140  # of 255: darker colours carry white letters


@frozen
class LookRow:
    """A row of the table; empty where it does not say."""

    colour: str = ""
    shape: str = ""
    sign: str = ""


class Look:
    """How the things of one game look."""

    def __init__(self, game: Game, given: Mapping[str, LookRow] | None = None) -> None:
        self._game = game
        self._given = dict(given or {})
        named = [_PLAYERS.get(name) for name in game.player_names]
        spare = [colour for colour in _SPARE if colour not in named]
        self.players: list[str] = [
            colour or spare[seat % len(spare)] for seat, colour in enumerate(named)
        ]

    def entry(self, name: str) -> LookRow:
        """Return what the table says about a name."""
        return self._given.get(name, LookRow())

    def knows(self, name: str) -> bool:
        """Whether the table says anything about a name."""
        return name in self._given

    def case(self, universe: str, number: int) -> str:
        """Return the colour of a case of an enum."""
        name = self._game.names.all(universe)[number]
        return self.entry(name).colour or _PLAYERS.get(name) or _CASES[number % len(_CASES)]

    @cached_property
    def colours_places(self) -> bool:
        """Whether the table says what colour places have by anything that is printed on them."""
        description = self._game.description
        tables = (*description.picture.fields.values(), *description.picture.rows.values())
        types = {field.type.member.universe for fields in tables for field in fields.values()}
        enums = types & {*description.enums}
        names = [name for enum in enums for name in self._game.names.all(enum)]
        return any(self.entry(name).colour for name in names)

    def thing(self, thing: int) -> str:
        """Return the colour of a thing: its owner's, its own, or that of what is printed on it."""
        name, _label, kind, owner = self._game.description.things[thing]
        if owner >= 0:
            return self.players[int(owner)]
        own = self.entry(name).colour or self.entry(kind).colour
        return own or self.fields(self._game.description.printed.get(kind, {}), thing) or PLAIN

    def fields(self, printed: Mapping[str, PrintedField], number: int) -> str:
        """Return the colour of the first printed case, those of the table before made-up ones."""
        cases = [
            (type_.universe, values[number])
            for type_, values, _sets in printed.values()
            if type_.form == "ref"
            and type_.universe in self._game.description.enums
            and type_.universe not in COLOURLESS
        ]
        known = [(enum, case) for enum, case in cases if case >= 0]
        for enum, case in known:
            if colour := self.entry(self._game.names.all(enum)[case]).colour:
                return colour
        return self.case(*known[0]) if known else ""

    def shape(self, thing: int) -> str:
        """Return the shape of a thing."""
        shapes = [entry.shape for entry in self._entries(thing)]
        return next((shape for shape in shapes if shape in SHAPES), "")

    def sign(self, thing: int) -> str:
        """Return the sign of a thing."""
        return next((entry.sign for entry in self._entries(thing) if entry.sign), "")

    def _entries(self, thing: int) -> list[LookRow]:
        """What the table says of a thing, of its kind, and of the cases printed on it."""
        name, _label, kind, _owner = self._game.description.things[thing]
        printed = self._game.description.printed.get(kind, {}).values()
        cases = [
            self._game.names.all(type_.universe)[values[thing]]
            for type_, values, _sets in printed
            if type_.form == "ref"
            and type_.universe in self._game.description.enums
            and values[thing] >= 0
        ]
        return [self.entry(each) for each in (name, kind, *cases)]


def read_look(folder: Path) -> dict[str, LookRow]:
    """Return the rows of `look.csv` in a folder; nothing if there is none.

    Raises:
        SideTableError: it is no such table, or a colour is none.
    """
    found: dict[str, LookRow] = {}
    for line, row in side_table(folder, FILE, COLUMNS, needs=["name"]):
        entry = LookRow(row.get("colour", ""), row.get("shape", ""), row.get("sign", ""))
        if entry.colour and _COLOUR.fullmatch(entry.colour) is None:
            said = f"`{entry.colour}` is no colour; one looks like `#2a62b8`"
            raise SideTableError(f"{folder / FILE}, line {line}: {said}")
        found[row["name"]] = entry
    return found


def ink_on(colour: str) -> str:
    """Return black or white, whichever can be read on a colour such as `#2a62b8`.

    >>> ink_on("#2b2b2b"), ink_on("#f0c419")
    ('#ffffff', '#222222')
    """
    try:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    except ValueError:
        return "#222222"
    is_light = 0.3 * red + 0.59 * green + 0.11 * blue > LIGHT_ENOUGH
    return "#222222" if is_light else "#ffffff"
