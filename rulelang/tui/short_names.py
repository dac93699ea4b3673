"""Names for the terminal: in go ids of players, things and values, out come short texts and colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from textwrap import wrap
from typing import Any

import click

from rulelang.render.look import Look, LookRow
from rulelang.runtime.description import Account, Pick, ref_type
from rulelang.runtime.game import Game
from rulelang.runtime.speech import Speech
from rulelang.tui.faces import Faces
from rulelang.tui.terminal_phrases import PHRASES

HIDDEN = "hidden"  # in a view, a thing that lies face down
THINGS = ref_type("things", "")
# Colours of the terminal for players who are called like them; others take the next free one.
_COLOURS: dict[str, str | int] = {
    "red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow", "white": "bright_white",
    "orange": 208, "purple": "magenta", "violet": "magenta", "black": 242, "grey": 245, "gray": 245,
    "brown": 130, "pink": 213, "cyan": "cyan",
}  # fmt: skip
_SPARE: tuple[str | int, ...] = ("cyan", "magenta", "yellow", "green", 208, "bright_blue", "red")


class TerminalWords(Speech):
    """How one game is spoken about in one language, on a terminal."""

    def __init__(
        self, game: Game, language: str, *, colour: bool, look: Mapping[str, LookRow] | None = None
    ) -> None:
        super().__init__(game, language)
        self.look = Look(game, look)
        self.has_colour = colour
        self._phrases = PHRASES.get(language, PHRASES["en"])

    def say(self, phrase: str, **fields: object) -> str:
        """Return a sentence of the terminal's own, filled in."""
        return self._phrases[phrase].format(**fields)

    def style(self, text: str, **styles: Any) -> str:
        """Return text in a style, if there are colours."""
        return click.style(text, **styles) if self.has_colour and text else text

    def parameter(self, pick: Pick) -> str:
        """Return what a picked value is called."""
        return self.word(pick.local, pick.label)

    @cached_property
    def faces(self) -> Faces:
        """What is printed on the parts of tiles."""
        return Faces(self)

    @property
    def accounts(self) -> list[Account]:
        """The accounts that players know; not those that payments only go through."""
        return [account for account in self.game.description.accounts if not account.hidden]

    # --- players ---------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Return the name of a player, in their colour."""
        return self.style(self.plain_player(seat), fg=self.colours[seat], bold=True)

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

    # --- amounts and zones -------------------------------------------------------------------------------

    def bundle(self, enum: str, counts: Mapping[str, int] | Iterable[int]) -> str:
        """Return amounts as in `2 wool, 1 ore`."""
        if isinstance(counts, Mapping):
            given = [counts.get(name, 0) for name in self.game.names.all(enum)]
        else:
            given = list(counts)
        type_ = ref_type(enum)
        counted = self.game.wording.counted
        parts = [counted(type_, k, count, self.language) for k, count in enumerate(given) if count]
        return ", ".join(parts) or self.say("empty")

    def kind(self, enum: str, kind: int) -> str:
        """Return the label of a member of an enum."""
        name, label = self.game.description.enums[enum][kind]
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
            label = self.label(self.game.description.things[thing][1])
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
