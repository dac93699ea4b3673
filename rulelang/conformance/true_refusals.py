"""Does `why_not` tell the truth? In go positions and full assignments, out comes where it and the oracle disagree."""

from __future__ import annotations

from random import Random

from rulelang.conformance.configurations import Bundled
from rulelang.conformance.walks import pick_meta
from rulelang.interpreter.oracle import Oracle, Pending, bound, oracle_of, pending_of
from rulelang.interpreter.position import OracleFault, Undefined, Value
from rulelang.program import nodes as ir
from rulelang.program.types import CELLS, BundleType, FlagType, IntType, RefType, SetType
from rulelang.program.typing.scope import written_name
from rulelang.runtime.game import State
from rulelang.runtime.reasons import why_not

MOST_OF_A_KIND = 4
UNSAID = "?"
NEAR = 2  # steps from the first cell


def any_value(oracle: Oracle, pick: ir.Pick, random: Random) -> Value:
    """Return some value of the pick's type, allowed or not."""
    match pick.type:
        case BundleType(enum=enum):
            kinds = range(oracle.shape.enums[enum])
            return tuple(random.choice((0, 0, 1, random.randint(0, MOST_OF_A_KIND))) for _ in kinds)
        case SetType(of=RefType(ids=ids)):
            return frozenset(i for i in ids if random.random() < 0.3)
        case RefType(ids=ids) if ids:
            return random.choice(ids)
        case RefType(universe=universe) if universe.startswith(CELLS):
            return _any_cell(oracle, universe.removeprefix(CELLS), random)
        case IntType(low=low, high=high):
            return random.randint(low, min(high, low + 12))
        case FlagType():
            return random.randint(0, 1)
        case _:
            raise Undefined(f"no value for {pick.local}")


def _any_cell(oracle: Oracle, name: str, random: Random) -> int:
    """Return some cell of a board that grows, not far from the first."""
    board = next(board for board in oracle.shape.program.grown if board.name == name)
    owner = random.randrange(max(1, len(board.owner_ids)))
    far = min(NEAR, board.extent)
    return board.cell(owner, random.randint(-far, far), random.randint(-far, far))


def failing_names(
    oracle: Oracle, pending: Pending, number: int, values: tuple[Value, ...]
) -> set[str]:
    """Return what the oracle has against a full assignment: `in_x` for x outside its domain.

    With such an x other requirements may make no sense: then UNSAID is among them.
    """
    alternative = pending.decide.alternatives[number]
    taken = oracle.begin(pending.player, alternative, pending.env)
    own = len(alternative.picks)
    failed: set[str] = set()
    pairs = zip(oracle.picks(alternative), values, strict=True)
    for position, ((pick, bind), value) in enumerate(pairs):
        env = taken.caller if position < own else taken.inner
        if not oracle.admits(pick, value, env):
            failed.add(f"in_{written_name(pick.local)}")
        taken = bound(taken, pick, (bind, value), is_own=position < own)
    try:
        return failed | set(oracle.failing(taken))
    except OracleFault:
        return failed | {UNSAID} if failed else failed


def refusal_problem(bundled: Bundled, state: State, random: Random) -> str:
    """Ask about one assignment of one alternative; return what is wrong with the answer."""
    game = bundled.game
    node = pick_meta(game, state).node
    pending = pending_of(bundled.shape, node, state)
    if not pending.decide.alternatives:
        return ""
    oracle = oracle_of(bundled.shape, state)
    number = random.randrange(len(pending.decide.alternatives))
    alternative = pending.decide.alternatives[number]
    names = [other.name for other in pending.decide.alternatives]
    picks = [pick for pick, _bind in oracle.picks(alternative)]
    if names.count(alternative.name) > 1 or any(pick.if_any for pick in picks):
        return ""  # two ways to take one rule have one name; what is skipped cannot be asked about
    try:
        values = tuple(any_value(oracle, pick, random) for pick in picks)
        expected = failing_names(oracle, pending, number, values)
    except Undefined:
        return ""
    words = {
        written_name(pick.local): _for_play(value)
        for pick, value in zip(picks, values, strict=True)
    }
    refusals = why_not(game, state[:], alternative.name, words, pending.player)
    found = {refusal.name for refusal in refusals}
    asked = f"why_not({alternative.name}, {words})"
    if bool(found) != bool(expected):
        return f"{asked} says {sorted(found)}, the oracle {sorted(expected)}"
    if not found <= expected and UNSAID not in expected:
        return f"{asked} names {sorted(found - expected)}, which hold; failing: {sorted(expected)}"
    return ""


def _for_play(value: Value) -> object:
    if isinstance(value, frozenset):
        return sum(1 << member for member in value)
    return value
