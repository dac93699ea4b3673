"""What every drawing of a board needs: the sheet, the words, the look, and things drawn in one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from textwrap import wrap
from typing import Any, Protocol

from attrs import define, field

from rulelang.render.focus import NOTHING, Focus
from rulelang.render.legend import Legend
from rulelang.render.look import PLAIN, Look, ink_on
from rulelang.render.piece_shapes import INK, SHAPES, draw_piece
from rulelang.render.sights import Fact, Ground, Sight, facts_of, sight_of
from rulelang.render.spots import FACE_DOWN, UNKNOWN, DrawnSpot
from rulelang.render.svg import Box, Point, Sheet, is_bold, text_width
from rulelang.runtime.game import Game

BACK = "#6b5b73"  # of what lies face down
FAINT = "#8a826f"
ANYTHING = "?"  # written on what is not seen, and how the legend calls what is unknown
SMALLEST = 6.0  # letters
Taken = tuple[Box, float]  # and what it costs to cover that
LEADING = 1.2  # from line to line, in heights of the letters


class Speaker(Protocol):
    """Who knows the words of a game in one language."""

    game: Game

    def label(self, label: Mapping[str, str], name: str = "") -> str:
        """Return a label in the language."""

    def word(self, name: str, label: Mapping[str, str]) -> str:
        """Return what a field, parameter or variable is called."""

    def short(self, thing: int) -> str:
        """Return a thing in few letters."""

    def thing(self, thing: int) -> str:
        """Return a thing in full."""

    def owner(self, thing: int) -> int:
        """Return whose a thing is, or -1."""

    def place(self, place: int) -> str:
        """Return what a place is called."""


@define(slots=False)
class Artist:
    """Draws the boards of one position on one sheet, and remembers what its pieces mean.

    `taken` is where pieces, numbers and texts are, with what it costs to cover them: the names of what the
    picture is about keep clear of it. `drawn` are groups that other pictures of the game may have too.
    """

    words: Speaker
    look: Look
    view: Mapping[str, Any]
    sheet: Sheet
    legend: Legend
    focus: Focus = NOTHING
    taken: list[Taken] = field(factory=list)
    drawn: dict[Hashable, tuple[Sheet, list[Taken]]] = field(factory=dict)
    sights: dict[int, Sight] = field(factory=dict)

    @property
    def game(self) -> Game:
        """The game that is drawn."""
        return self.words.game

    def group(self, key: Hashable, draw: Callable[[], None], at: Point = (0.0, 0.0)) -> None:
        """Draw something as one group, moved by a way; what has the same key is drawn only once."""
        if (key := (key, self.focus.is_only)) not in self.drawn:
            outer, taken = self.sheet, self.taken
            self.sheet, self.taken = Sheet(), []
            draw()
            self.drawn[key] = (self.sheet, self.taken)
            self.sheet, self.taken = outer, taken
        sheet, inside = self.drawn[key]
        self.sheet.group(sheet, at)
        x, y = at
        self.taken += [((a + x, b + y, c + x, d + y), cost) for (a, b, c, d), cost in inside]

    def take(self, at: Point, across: float, down: float, cost: float = 1.0) -> None:
        """Remember that something of this half width and half height lies about a point."""
        box = (at[0] - across, at[1] - down, at[0] + across, at[1] + down)
        self.taken.append((box, cost))

    @cached_property
    def _owned_kinds(self) -> list[str]:
        things = self.game.description.things
        return list(dict.fromkeys(kind for _, _, kind, owner in things if owner >= 0))

    def shape(self, thing: int) -> str:
        """Return the shape of a piece: what the look says, else one for each kind."""
        kind = self.game.description.things[thing].kind
        rank = self._owned_kinds.index(kind) if kind in self._owned_kinds else 0
        plain = [
            shape for shape in SHAPES if shape in ("disc", "cube", "diamond", "triangle", "shield")
        ]
        return self.look.shape(thing) or plain[rank % len(plain)]

    def is_piece(self, thing: int) -> bool:
        """Whether a thing stands on a place; others cover it."""
        return thing >= 0 and (self.words.owner(thing) >= 0 or bool(self.look.shape(thing)))

    def numbers(self, thing: int) -> list[int]:
        """Return the numbers printed on a thing."""
        kind = self.game.description.things[thing].kind
        printed = self.game.description.printed.get(kind, {}).values()
        return [field.values[thing] for field in printed if field.type.form == "int"]

    def split(self, spot: DrawnSpot) -> tuple[int | None, list[int], list[int]]:
        """Return what covers a place, what lies on that, and the pieces that stand there."""
        flat = [thing for thing in spot.things if not self.is_piece(thing)]
        pieces = [thing for thing in spot.things if self.is_piece(thing)]
        return (flat[0] if flat else None), flat[1:], pieces

    @cached_property
    def _facts(self) -> dict[int, list[Fact]]:
        return facts_of(self.game, self.view)

    def sight(self, place: int) -> Sight:
        """Return what a place shows besides what lies on it."""
        if place not in self.sights:
            self.sights[place] = sight_of(self.game, self.look, self._facts.get(place, []))
        return self.sights[place]

    def grounds(self, spot: DrawnSpot, cover: int | None) -> list[str]:
        """Return the colours of a cell: of what covers it, else of what holds of it."""
        if cover is not None:
            return [self.colour(cover)]
        return [ground.colour for ground in self.sight(spot.place).grounds] or [PLAIN]

    def colour(self, thing: int) -> str:
        """Return the colour of a thing, also of one that lies face down or may be any."""
        if thing == UNKNOWN:
            self.legend.setdefault(ANYTHING, ("label", ANYTHING, PLAIN))
            return PLAIN
        return BACK if thing == FACE_DOWN else self.look.thing(thing)

    def printed_colour(self, place: int) -> str:
        """Return the colour of the first case that holds of a place."""
        return next((ground.colour for ground in self.sight(place).grounds), "")

    def explain(self, name: str, sign: str, colour: str) -> None:
        """Put a field or variable into the legend."""
        var = next((var for var in self.game.description.vars if var.name == name), None)
        label = self.words.word(name, {} if var is None else var.label)
        self.legend.setdefault(label, ("label", sign, colour))

    def explain_ground(self, ground: Ground) -> None:
        """Put what colours a place into the legend, unless nobody chose its colour."""
        if not self.look.entry(ground.name).colour:
            return
        if ground.type.form == "flag":
            self.explain(ground.name, ground.sign, ground.colour)
        else:
            label = self.words.label(self.game.names.label(ground.type, ground.value))
            self.legend.setdefault(label, ("label", ground.sign, ground.colour))

    def caption(self, at: Point, text: str, width: float, size: float, **given: object) -> None:
        """Write a text in smaller letters if it is too wide, and cut it if it still is."""
        needed = text_width(text, size, bold=is_bold(given))
        if needed > width:
            size = size * width / needed
        if size < SMALLEST:
            size = SMALLEST
            text = text[: max(1, int(width / text_width("n", size)))]
        self.sheet.text(at, text, size, **given)
        if text:
            half = text_width(text, size, bold=is_bold(given)) / 2
            self.take(at, half, size / 2, cost=0.6)

    def paragraph(self, at: Point, text: str, room: Point, size: float, **given: object) -> None:
        """Write a text about a point in as many lines as it needs, smaller the more there are."""
        width, height = room
        while True:
            letters = max(1, int(width / text_width("n", size)))
            # Words are broken only where nothing smaller can be read.
            lines = wrap(text, letters, break_long_words=size <= SMALLEST) or [""]
            fits = len(lines) * size * LEADING <= height
            widest = max(text_width(line, size, bold=is_bold(given)) for line in lines)
            if fits and widest <= width + 1:
                break
            if size <= SMALLEST:
                break
            size -= 1
        first = at[1] - size * LEADING * (len(lines) - 1) / 2
        for rank, line in enumerate(lines):
            self.sheet.text((at[0], first + rank * size * LEADING), line, size, **given)
        self.take(at, widest / 2, size * LEADING * len(lines) / 2, cost=0.4)

    def token(self, thing: int, at: Point, radius: float) -> None:
        """Draw a flat thing: a round token with its number, or a label with its name."""
        numbers = self.numbers(thing) if thing >= 0 else []
        colour = self.colour(thing)
        if len(numbers) == 1:
            self.sheet.circle(at, radius, fill=colour, stroke=INK, stroke_width=1.0)
            text, width = str(numbers[0]), radius * 2
        else:
            text = self.words.short(thing) if thing >= 0 else ANYTHING
            width = min(radius * 4, text_width(text, radius * 0.9) + 10)
            corner = (at[0] - width / 2, at[1] - radius * 0.75)
            style = {"fill": colour, "stroke": INK, "stroke_width": 1.0, "rx": 4}
            self.sheet.rect(corner, (width, radius * 1.5), **style)
        self.take(at, width / 2, radius)
        self.caption(at, text, width - 4, radius * 0.95, fill=ink_on(colour), font_weight="bold")

    def lying(self, thing: int, at: Point, radius: float) -> None:
        """Draw a thing that lies on something that is no cell: a piece or a token."""
        (self.piece if self.is_piece(thing) else self.token)(thing, at, radius)

    def piece(self, thing: int, at: Point, radius: float, count: int = 1) -> None:
        """Draw a piece, with a number if several are meant."""
        colour = self.look.thing(thing)
        draw_piece(self.sheet, self.shape(thing), at, radius, colour)
        self.take(at, radius * 1.1, radius * 1.1)
        if sign := self.look.sign(thing):
            self.sheet.text(at, sign, radius, fill=ink_on(colour), font_weight="bold")
        if count > 1:
            spot = (at[0] + radius * 0.9, at[1] - radius * 0.9)
            self.sheet.circle(spot, radius * 0.55, fill="#ffffff", stroke=INK, stroke_width=0.8)
            self.sheet.text(spot, str(count), radius * 0.75, fill=INK)
        owner = self.words.owner(thing)
        label = (
            self.words.label(self.game.description.things[thing].label)
            if owner >= 0
            else self.words.thing(thing)
        )
        if sign and owner < 0:
            self.legend.setdefault(label, ("label", sign, colour))
        else:
            colour = PLAIN if owner >= 0 else colour
            self.legend.setdefault(label, ("piece", self.shape(thing), colour))

    def pieces(self, things: Sequence[int], at: Point, radius: float) -> None:
        """Draw pieces in a row about a point, equal ones as one with a number."""
        counted = list(Counter(things).items())
        step = radius * 2.3
        first = at[0] - step * (len(counted) - 1) / 2
        for rank, (thing, count) in enumerate(counted):
            self.piece(thing, (first + rank * step, at[1]), radius, count)
