"""What a cell of a board says in letters: in go the things on it and what holds of it, out come short texts.

Signs come from `look.csv`. Whatever is shorter than its name is explained in the legend below the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from rulelang.render.look import LookRow
from rulelang.render.sights import NUMBER, Ground, Sight
from rulelang.render.spots import DrawnSpot
from rulelang.tui.canvas import Canvas
from rulelang.tui.short_names import TerminalWords

Marks = Mapping[int | tuple[str, int], str]
Grey = {"fg": 245}
BAR = "#"  # a border that no sign is known for


@define
class Sketch:
    """A board while it is drawn: its words, its sheet, the numbers of options, what is seen of its places."""

    words: TerminalWords
    canvas: Canvas
    marks: Marks
    sights: Mapping[int, Sight]
    legend: dict[str, str]  # text -> sign
    width: int

    def tag(self, thing: int, room: int) -> str:
        """Return a thing in a cell: whose and what it is, in so many letters."""
        if thing < 0:
            return "?"
        words = self.words
        sign, owner = words.look.sign(thing), words.owner(thing)
        if owner >= 0:
            if sign:
                self.legend.setdefault(words.short(thing), sign)
            return words.letters[owner] + sign
        short, full = words.short(thing), words.thing(thing)
        shown = sign or next((s for s in (short, _title(full)) if 0 < len(s) <= room), "")
        shown = shown or self._cut(thing, room)
        if len(shown) <= room and shown not in (short, full):
            self.legend.setdefault(full, shown)
        return shown[:room]

    def _cut(self, thing: int, room: int) -> str:
        """A thing whose label is too long: by its name in English, else the beginning of the label."""
        name = str(self.words.game.description.things[thing][0]).replace("_", " ")
        if self.words.language == "en" and len(name) <= room:
            return name
        return self.words.short(thing)[: room - 1] + "…"

    def tags(self, spot: DrawnSpot, room: int) -> list[str]:
        """Return the things on a place."""
        return [self.tag(thing, room) for thing in spot.things]

    def ground(self, place: int, room: int) -> list[tuple[str, dict[str, Any]]]:
        """Return what holds of a cell as texts with their styles, together at most `room` letters."""
        sight = self.sights.get(place, Sight())
        if sight.shade[0]:
            sign = self._entry(sight.shade[0]).sign or BAR
            self._explain(sight.shade[0], sign)
            return [(sign * room, Grey)]
        grounds = [ground for ground in sight.grounds if ground.sign]
        for ground in grounds:
            self._explain_ground(ground)
        texts = [(ground.sign, _ink(ground.colour)) for ground in grounds]
        if len(texts) == 1 and grounds[0].type.form == "flag":
            texts = [(grounds[0].sign * max(1, room - 2), texts[0][1])]
        texts += [(self._sign(*said), {"bold": True}) for said in sight.signs]
        while texts and sum(len(text) for text, _ in texts) > room:
            texts.pop()
        return texts

    def written(self, place: int) -> str:
        """Return what is written about a place that is no cell."""
        signs = self.sights.get(place, Sight()).signs
        return " ".join(self._sign(name, text) for name, text in signs)

    def _sign(self, name: str, text: str) -> str:
        """What is written about a cell; units of numbers are said in the legend."""
        entry = self._entry(name)
        if entry.shape == NUMBER:
            self._explain(name, f"1…{entry.sign}")
            return text.removesuffix(entry.sign)
        self._explain(name, entry.sign)
        return text

    def bars(
        self, cells: Sequence[DrawnSpot], at: Mapping[int, tuple[int, int]], wide: int
    ) -> None:
        """Mark the borders between cells that a relation of the look parts."""
        for spot in cells:
            for name, other, colour in self.sights.get(spot.place, Sight()).bars:
                if other not in at:
                    continue
                (line, column), (line_2, column_2) = at[spot.place], at[other]
                sign = self._entry(name).sign or BAR
                text = sign * (wide if column == column_2 else 1)
                middle = (line + line_2) // 2, (column + column_2 + 1) // 2
                self.canvas.put(*middle, text, **{**_ink(colour), "bold": True})
                self._explain(name, sign)

    def _entry(self, name: str) -> LookRow:
        return self.words.look.entry(name)

    def _explain(self, name: str, sign: str) -> None:
        var = next((var for var in self.words.game.description.vars if var.name == name), None)
        self.legend.setdefault(self.words.word(name, {} if var is None else var.label), sign)

    def _explain_ground(self, ground: Ground) -> None:
        if ground.type.form == "flag":
            self._explain(ground.name, ground.sign)
        else:
            label = self.words.game.names.label(ground.type, ground.value)
            self.legend.setdefault(self.words.label(label, ground.name), ground.sign)


def _ink(colour: str) -> dict[str, Any]:
    """A colour such as `#2a62b8` for the terminal."""
    try:
        return {"fg": tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))}
    except ValueError:
        return {}


def _title(label: str) -> str:
    """Return how a label begins that says more behind a colon; nothing of any other."""
    title, colon, _rest = label.partition(":")
    return title if colon else ""
