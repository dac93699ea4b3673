"""A saved game played again: in goes the game and a record, out comes its transcript, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.play import Play
from rulelang.tui.narrator import HeardChance, Narrator
from rulelang.tui.saving import SaveError
from rulelang.tui.words import Words


def replay_lines(words: Words, play: Play, record: dict[str, Any]) -> Iterator[str]:
    """Play the answers of a record on a play that has just begun; yield the lines of the log.

    Raises:
        SaveError: an answer does not fit; it says which one, and what is possible there.
    """
    chance = HeardChance()
    words.game.use_chance(chance)
    narrator = Narrator(words, None, sees_all=True)
    for number, (player, name) in enumerate(record["answers"], start=1):
        which = f"answer {number} of {len(record['answers'])} ({player}: {name})"
        if play.is_over:
            raise SaveError(f"{which}: the game is already over")
        asked = words.game.player_names[play.player]
        if asked != player:
            raise SaveError(f"{which}: {asked} is asked instead")
        before = play.state[:]
        chance.heard.clear()
        try:
            play.choose(name)
        except NotOfferedError as error:
            raise SaveError(f"{which}: {error}") from None
        except Fault as fault:
            raise SaveError(f"{which}: {fault}") from None
        yield from narrator.tell(before, play.answers[-1].value, play.state, chance.heard[:])
