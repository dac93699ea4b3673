"""A saved game played again: in goes the game and a record, out comes its transcript, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.runtime import records
from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.play import Play
from rulelang.tui.narrator import HeardChance, Narrator
from rulelang.tui.saving import SaveError
from rulelang.tui.short_names import TerminalWords


def replay_lines(words: TerminalWords, play: Play, record: dict[str, Any]) -> Iterator[str]:
    """Play the answers of a record on a play that has just begun; yield the lines of the log.

    Raises:
        SaveError: an answer does not fit; it says which one, and what is possible there.
    """
    chance = HeardChance()
    words.game.use_chance(chance)
    narrator = Narrator(words, None, sees_all=True)
    for number in range(len(record["answers"])):
        chance.heard.clear()
        try:
            records.repeat_answer(play, record, number)
        except RulesChangedError as error:
            raise SaveError(str(error)) from None
        last = play.answers[-1]
        yield from narrator.tell(last.before, last.value, play.state, chance.heard[:])
