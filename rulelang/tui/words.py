"""Names for the terminal: in go ids of players, things and values, out come short texts and colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from textwrap import wrap
from typing import Any

import click

from rulelang.render.look import Entry, Look
from rulelang.runtime.game import Game
from rulelang.tui.phrases import PHRASES

NOTHING = "—"  # printed on what has nothing printed on it
HIDDEN = "hidden"  # in a view, a thing that lies face down
THINGS = {"form": "ref", "universe": "things"}
# Colours of the terminal for players who are called like them; others take the next free one.
_COLOURS: dict[str, str | int] = {
    "red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow", "white": "bright_white",
    "orange": 208, "purple": "magenta", "violet": "magenta", "black": 242, "grey": 245, "gray": 245,
    "brown": 130, "pink": 213, "cyan": "cyan",
}  # fmt: skip
_SPARE: tuple[str | int, ...] = ("cyan", "magenta", "yellow", "green", 208, "bright_blue", "red")


class Words:
    """How one game is spoken about in one language."""

    def __init__(
        self, game: Game, language: str, *, colour: bool, look: Mapping[str, Entry] | None = None
    ) -> None:
        self.game = game
        self.language = language
        self.look = Look(game, look)
        self.has_colour = colour
        self._phrases = PHRASES.get(language, PHRASES["en"])

    def say(self, phrase: str, **fields: object) -> str:
        """Return a sentence of the terminal's own, filled in."""
        return self._phrases[phrase].format(**fields)

    def style(self, text: str, **styles: Any) -> str:
        """Return text in a style, if there are colours."""
        return click.style(text, **styles) if self.has_colour and text else text

    def label(self, label: Mapping[str, str], name: str = "") -> str:
        """Return a label in the language, else in English, else the name."""
        return label.get(self.language) or label.get("en") or name.replace("_", " ")

    def word(self, name: str, label: Mapping[str, str]) -> str:
        """Return what a field, parameter or variable is called: the game's word for it, else its label."""
        return self.game.wording.word(name, self.language) or self.label(label, name)

    def parameter(self, pick: Mapping[str, Any]) -> str:
        """Return what a picked value is called."""
        return self.word(pick["local"], pick["label"])

    @property
    def accounts(self) -> list[dict[str, Any]]:
        """The accounts that players know; not those that payments only go through."""
        return [account for account in self.game.meta["accounts"] if not account["hidden"]]

    # --- players ---------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Return the name of a player, in their colour."""
        return self.style(self.plain_player(seat), fg=self.colours[seat], bold=True)

    def plain_player(self, seat: int) -> str:
        """Return the name of a player."""
        name, label = self.game.meta["enums"]["Player"][seat]
        return self.label(label, name)

    @cached_property
    def letters(self) -> list[str]:
        """A letter for each player: the first of the name where those differ, else numbers."""
        letters = [name[0].upper() for name in self.game.player_names]
        if len(set(letters)) == len(letters) and not any(letter.isdigit() for letter in letters):
            return letters
        return [str(seat + 1) for seat in range(self.game.players)]

    @cached_property
    def colours(self) -> list[str | int]:
        """A colour for each player."""
        named = [_COLOURS.get(name) for name in self.game.player_names]
        spare = [colour for colour in _SPARE if colour not in named]
        return [
            colour if colour is not None else spare[seat % len(spare)]
            for seat, colour in enumerate(named)
        ]

    # --- things and values -------------------------------------------------------------------------------

    @cached_property
    def _shared_labels(self) -> Counter[str]:
        return Counter(self._thing_label(thing) for thing in range(len(self.game.meta["things"])))

    def _thing_label(self, thing: int) -> str:
        name, label, _kind, owner = self.game.meta["things"][thing]
        shown = self.label(label, name)
        return shown if owner < 0 else f"{self.plain_player(owner)} {shown}"

    def owner(self, thing: int) -> int:
        """Return the seat whose piece a thing is, or -1."""
        found: int = self.game.meta["things"][thing][3]
        return found

    def short(self, thing: int) -> str:
        """Return a thing in few letters: what is printed on it, else its label or name."""
        name, label, kind, owner = self.game.meta["things"][thing]
        if owner >= 0 or self._shared_labels[self._thing_label(thing)] == 1:
            return self.label(label, name)
        printed = [
            (type_, values[str(thing)])
            for type_, values in self.game.meta["printed"].get(kind, {}).values()
            if type_["form"] == "int" or type_.get("universe") in self.game.meta["enums"]
        ]
        if len(printed) == 1:
            return (
                NOTHING
                if printed[0][1] == -1 and printed[0][0]["form"] == "ref"
                else self.value(*printed[0])
            )
        return str(name)

    def thing(self, thing: int) -> str:
        """Return a thing in full: its label, and what tells it from others of the same label."""
        label = self.label(self.game.meta["things"][thing][1])
        short = self.short(thing)
        is_plain = short in {label, NOTHING} or self.owner(thing) >= 0
        return label if is_plain else f"{label} {short}".strip()

    def value(self, type_: Mapping[str, Any], value: int) -> str:
        """Return a value of any simple type."""
        if type_["form"] == "ref" and value >= 0 and type_["universe"] == "things":
            return self.thing(value)
        if type_["form"] == "ref" and value < 0:
            return NOTHING
        return self.label(self.game.names.label(type_, value))

    def bundle(self, enum: str, counts: Mapping[str, int] | Iterable[int]) -> str:
        """Return amounts as in `2 wool, 1 ore`."""
        if isinstance(counts, Mapping):
            given = [counts.get(name, 0) for name in self.game.names.all(enum)]
        else:
            given = list(counts)
        type_ = {"form": "ref", "universe": enum, "kind": enum}
        counted = self.game.wording.counted
        parts = [counted(type_, k, count, self.language) for k, count in enumerate(given) if count]
        return ", ".join(parts) or self.say("empty")

    def kind(self, enum: str, kind: int) -> str:
        """Return the label of a member of an enum."""
        name, label = self.game.meta["enums"][enum][kind]
        return self.label(label, name)

    def things(self, names: Iterable[str], *, with_owner: bool = False) -> str:
        """Return named things in order, equal ones that follow each other counted: `2 road, city`."""
        told = ((self._in_zone(name, with_owner=with_owner), name) for name in names)
        runs = [list(run) for _text, run in groupby(told, key=lambda each: each[0])]
        return ", ".join(
            run[0][0] if len(run) == 1 else self._counted(*run[0], len(run)) for run in runs
        )

    def _counted(self, text: str, name: str, count: int) -> str:
        """A number of equal things; the noun follows the number where the game has its forms."""
        if name != HIDDEN:
            thing = self.game.names.number(THINGS, name)
            label = self.label(self.game.meta["things"][thing][1])
            if text.startswith(label):
                counted = self.game.wording.counted(THINGS, thing, count, self.language)
                return counted + text.removeprefix(label)
        return f"{count} {text}"

    def _in_zone(self, name: str, *, with_owner: bool) -> str:
        if name == HIDDEN:
            return self.say("face_down")
        thing = self.game.names.number(THINGS, name)
        owner = self.owner(thing)
        whose = f" ({self.plain_player(owner)})" if with_owner and owner >= 0 else ""
        return self.short(thing) + whose


def join_parts(parts: Iterable[str], indent: str, width: int) -> list[str]:
    """Return short texts as lines that are not too wide; no text is torn without need."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" · {part}"
        else:
            lines += wrap(part, width, initial_indent=indent, subsequent_indent=f"{indent}  ")
    return lines
