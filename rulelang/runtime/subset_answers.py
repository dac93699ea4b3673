"""A subset answered as a whole: in go a play and all members, out come the picks of each of them.

Members are picked one after the other, so a set that is too large would go on into the next decision and one
that is too small would leave this one open. Both are refused here, for tests and for `take`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.runtime.bits import members as listed
from rulelang.runtime.decisions import goes_on, named_option, pick_data
from rulelang.runtime.faults import NotOfferedError

if TYPE_CHECKING:
    from rulelang.runtime.description import Pick
    from rulelang.runtime.play import Play

NO_MORE = -1  # the option that ends a subset
MOST_SHOWN = 12  # options in a message


def answer_subset(play: Play, pick: Pick, members: int) -> None:
    """Pick all members, a bit for each, and then nothing more.

    Raises:
        NotOfferedError: a member is not offered, or they are too many or too few.
    """
    is_open = True
    for done, member in enumerate(listed(members)):
        if not is_open:
            most = f"{pick.local} is complete with {done}"
            raise NotOfferedError(f"{members.bit_count()} are too many: {most}")
        is_open = _pick_one(play, member)
    if not is_open:
        return
    if NO_MORE not in play.game.options(play.state):
        count = members.bit_count() or "none"
        raise NotOfferedError(f"{count} for {pick.local} is too few")
    play.choose(NO_MORE)


def _pick_one(play: Play, member: int) -> bool:
    """Pick one member; is the same subset still asked for?"""
    before = play.state[:]
    number = pick_data(play.game, before).pick
    choose_offered(play, member)
    if not goes_on(play.game, before, play.state):
        return False
    return pick_data(play.game, play.state).pick == number


def choose_offered(play: Play, value: int) -> None:
    """Answer the pending pick; what is not offered is told by name, with what is."""
    offered = play.game.options(play.state)
    if value not in offered:
        names = ", ".join(named_option(play.game, play.state, n).name for n in offered[:MOST_SHOWN])
        name = named_option(play.game, play.state, value).name
        raise NotOfferedError(f"{name} is not offered; the options are: {names}")
    play.choose(value)
