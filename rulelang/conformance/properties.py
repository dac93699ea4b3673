"""What must hold for every game, whatever its rules: one function for each property.

In goes a game (`Bundled`) and a way to play it (`Walk`); a property that does not hold raises a
`Violation` that tells the game. Cheap checks run after every step; dear ones from the end of the
walk's warm-up on, so that a short list of choices deep in a game can be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from random import Random
from typing import TypeVar

import attrs

from rulelang.conformance.any_order import any_order_problem
from rulelang.conformance.commuting import order_problem
from rulelang.conformance.configurations import Bundled
from rulelang.conformance.payable import payment_problem
from rulelang.conformance.recount import derived_problem, recount
from rulelang.conformance.sampled_assignments import sample_problem
from rulelang.conformance.told_apart import barrier_leak, leak
from rulelang.conformance.true_refusals import refusal_problem
from rulelang.conformance.violations import Violation
from rulelang.conformance.walks import (
    Walk,
    WalkedGame,
    begin,
    choice_of,
    complete_choices,
    decided,
    is_first_pick,
    pick_meta,
    playable_options,
    steps,
)
from rulelang.interpreter.engine import Interpreter
from rulelang.interpreter.oracle import (
    Choice,
    Oracle,
    Pending,
    SearchBudget,
    TooWide,
    oracle_of,
    pending_of,
    points,
    winners,
)
from rulelang.interpreter.position import (
    NOBODY,
    OracleFault,
    Position,
    Undefined,
    read_position,
)
from rulelang.program import nodes as ir
from rulelang.runtime.faults import Fault
from rulelang.runtime.layout import ASKED, PC
from rulelang.runtime.play import Play, state_key
from rulelang.runtime.records import replay

Property = Callable[[Bundled, Walk], None]
FLAT_WIDTH = 400  # decisions compared at one point
WIDTH = 3_000  # assignments the oracle tries at one decision
SAMPLES = 12  # assignments tried where there are too many
ASSIGNMENTS = 4  # asked about at one decision
UNDEFINED = "undefined"
LONGEST_GAME = 50_000  # answers


def _fail(bundled: Bundled, walk: Walk, trace: WalkedGame, why: str) -> Violation:
    return Violation(bundled, walk, trace.answers, why)


def _late_steps(bundled: Bundled, walk: Walk) -> Iterator[WalkedGame]:
    """Yield the trace at each step after the warm-up, as long as somebody is asked."""
    for number, trace in enumerate(steps(bundled.game, walk)):
        if number >= walk.warm_up and not trace.is_over:
            yield trace


# --- 1. conservation -----------------------------------------------------------------------------


def check_conservation(bundled: Bundled, walk: Walk) -> None:
    """Every kind keeps its total, every thing lies in one place, every value in its range.

    Counted after each step; during a long warm-up now and then.
    """
    for number, trace in enumerate(steps(bundled.game, walk)):
        if number < walk.warm_up and number % 25:
            continue
        why = recount(bundled, trace.state)
        if why:
            raise _fail(bundled, walk, trace, why)


# --- 2. options ----------------------------------------------------------------------------------


def check_options(bundled: Bundled, walk: Walk) -> None:
    """What is offered can be done, and is what the oracle finds by trying everything."""
    for trace in _late_steps(bundled, walk):
        _check_sound(bundled, walk, trace)
        if is_first_pick(bundled.game, trace.state):
            _check_complete(bundled, walk, trace)


def _check_sound(bundled: Bundled, walk: Walk, trace: WalkedGame) -> None:
    game = bundled.game
    offered = game.options(trace.state)
    if not offered:
        raise _fail(bundled, walk, trace, "somebody is asked and has no option")
    if len(set(offered)) != len(offered):
        raise _fail(bundled, walk, trace, f"an option is offered twice: {offered}")
    before = state_key(trace.state)
    for option in playable_options(game, trace.state):
        try:
            game.apply(trace.state[:], option)
        except Fault as fault:
            if not walk.may_fault:
                raise _fail(bundled, walk, trace, f"option {option} ends in {fault}") from fault
    if state_key(trace.state) != before:
        raise _fail(bundled, walk, trace, "looking at the options changes the state")


def _check_complete(bundled: Bundled, walk: Walk, trace: WalkedGame) -> None:
    game, state = bundled.game, trace.state
    meta = pick_meta(game, state)
    pending = pending_of(bundled.shape, meta.node, state)
    oracle = oracle_of(bundled.shape, state)
    for number, alternative in enumerate(pending.decide.alternatives):
        try:
            expected = oracle.choices_of(pending, number, SearchBudget(WIDTH))
            offered = complete_choices(game, state, SearchBudget(WIDTH), number)
        except Undefined:
            continue
        except TooWide:
            _check_samples(bundled, walk, trace, (oracle, pending, number))
            continue
        if offered != expected:
            missing, extra = (
                sorted(expected - offered, key=str),
                sorted(offered - expected, key=str),
            )
            why = f"{alternative.name}: not offered {missing[:5]}, offered in vain {extra[:5]}"
            raise _fail(bundled, walk, trace, why)
    is_done_offered = len(pending.decide.alternatives) in game.options(state)
    if meta.form == "which" and is_done_offered != pending.decide.optional:
        raise _fail(bundled, walk, trace, "`done` is offered wrongly")


def _check_samples(
    bundled: Bundled, walk: Walk, trace: WalkedGame, asked: tuple[Oracle, Pending, int]
) -> None:
    random = Random(len(trace.answers))
    for _ in range(SAMPLES):
        why = sample_problem(bundled, trace.state, asked, random)
        if why:
            raise _fail(bundled, walk, trace, why)


def check_flat(bundled: Bundled, walk: Walk) -> None:
    """Whole decisions are exactly what answering pick by pick leads to, each once."""
    game = bundled.game
    for trace in _late_steps(bundled, walk):
        if not is_first_pick(game, trace.state):
            continue
        try:
            expected = complete_choices(game, trace.state, SearchBudget(FLAT_WIDTH))
            found = Play(game, trace.state, walk.seed).flat_options()
        except (TooWide, Fault):
            continue
        taken = [choice_of(game, trace.state, answers) for answers in found]
        if len(taken) != len(expected) or set(taken) != expected:
            why = f"{len(taken)} flat decisions, {len(expected)} by stepping: {taken[:5]}"
            raise _fail(bundled, walk, trace, why)


# --- the reference interpreter --------------------------------------------------------------------


def check_reference(bundled: Bundled, walk: Walk) -> None:
    """The same decisions lead to the same position in the interpreter of the typed program.

    A fault must come at the same decision with the same code; then, and where the rules do not say
    what something means, the game ends here.
    """
    found = _outcome(lambda: begin(bundled.game, walk.seed))
    expected = _outcome(lambda: Interpreter(bundled.shape, walk.seed))
    if isinstance(found, str) or isinstance(expected, str):
        if found != expected and UNDEFINED not in (found, expected):
            trace = WalkedGame(bundled.game, walk.seed, [])
            raise _fail(bundled, walk, trace, f"set-up gives {found}, not {expected}")
        return
    trace, reference = found, expected
    numbers = walk.numbers()
    while True:
        why = _difference(bundled, trace, reference)
        if why:
            raise _fail(bundled, walk, trace, why)
        choice = None if trace.is_over else _decide_both(bundled, walk, trace, (reference, numbers))
        if choice is None:
            return


def _decide_both(
    bundled: Bundled, walk: Walk, trace: WalkedGame, other: tuple[Interpreter, Iterator[int]]
) -> Choice | None:
    """Take one decision in both; None when the game cannot go on."""
    reference, numbers = other
    found = _outcome(lambda: decided(trace, walk, numbers))
    choice = trace.choice
    if found is None or choice is None:
        return None
    expected = _outcome(lambda: reference.answer(choice))
    fault = found if isinstance(found, str) else None
    if expected == UNDEFINED:
        return None
    if fault != expected:
        raise _fail(bundled, walk, trace, f"fault {fault}, not {expected}")
    return None if fault else choice


T = TypeVar("T")


def _outcome(act: Callable[[], T]) -> T | str:
    """Return what comes out, or the code of the fault."""
    try:
        return act()
    except (Fault, OracleFault) as fault:
        return fault.code
    except (Undefined, TooWide):
        return UNDEFINED


def _difference(bundled: Bundled, trace: WalkedGame, reference: Interpreter) -> str:
    if trace.is_over != (reference.pending is None):
        return f"the game is over: {trace.is_over}, the reference says otherwise"
    found, expected = read_position(bundled.shape, trace.state), reference.position
    if found != expected:
        return f"the position differs from the reference: {describe_difference(found, expected)}"
    if reference.pending is None:
        return ""
    decision, _routine = bundled.shape.decisions[pick_meta(bundled.game, trace.state).node]
    if _asked(decision.decide) != _asked(reference.pending.decide):
        return f"{decision.decide.name} is asked, not {reference.pending.decide.name}"
    if trace.state[ASKED] != reference.pending.player:
        return f"player {trace.state[ASKED]} is asked, not {reference.pending.player}"
    return ""


def _asked(decide: ir.Decide) -> object:
    """What tells one decision from another: effects are rules in the graph, values in the program."""
    names = tuple((each.name, each.rule, len(each.picks)) for each in decide.alternatives)
    return decide.span, decide.name, decide.optional, names


def describe_difference(found: Position, expected: Position) -> str:
    """Return where two positions differ."""
    parts = []
    for name in ("accounts", "vars", "contents", "where", "laid", "counters"):
        first, second = getattr(found, name), getattr(expected, name)
        keys = [k for k in first.keys() | second.keys() if first.get(k) != second.get(k)]
        parts += [f"{name} {k}: {first.get(k)}, not {second.get(k)}" for k in sorted(keys, key=str)]
    if found.down != expected.down:
        parts.append(f"face down: {found.down}, not {expected.down}")
    if found.active != expected.active:
        parts.append(f"active: {found.active}, not {expected.active}")
    return "; ".join(parts)


# --- 3. refusals ---------------------------------------------------------------------------------


def check_refusals(bundled: Bundled, walk: Walk) -> None:
    """What is refused is refused for something that fails; what is allowed is not refused."""
    random = Random(walk.seed)
    for trace in _late_steps(bundled, walk):
        if not is_first_pick(bundled.game, trace.state):
            continue
        for _ in range(ASSIGNMENTS):
            why = refusal_problem(bundled, trace.state, random)
            if why:
                raise _fail(bundled, walk, trace, why)


def check_payments(bundled: Bundled, walk: Walk) -> None:
    """What a cost asks for can be paid exactly if some order of exchanges brings it."""
    if not any(rule.word == "exchange" for rule in bundled.program.rules):
        return
    random = Random(walk.seed)
    for trace in _late_steps(bundled, walk):
        if not is_first_pick(bundled.game, trace.state):
            continue
        for _ in range(2 * ASSIGNMENTS):
            why = payment_problem(bundled, trace.state, random)
            if why:
                raise _fail(bundled, walk, trace, why)


# --- 4. records ----------------------------------------------------------------------------------


def check_records(bundled: Bundled, walk: Walk) -> None:
    """Replaying, saving and loading give the same vector; copies are apart; undo goes back."""
    game = bundled.game
    play = game.start(seed=walk.seed)
    random = Random(walk.seed)
    for trace in steps(game, walk):
        if trace.is_over or len(play.answers) >= len(trace.answers):
            continue
        _answer_and_undo(bundled, walk, play, trace)
    trace.answers[:] = [answer.value for answer in play.answers]
    before = play.key()
    copy = play.copy()
    for _ in range(20):
        if not copy.is_over:
            with suppress(Fault) if walk.may_fault else nullcontext():
                copy.choose(random.choice(playable_options(game, copy.state)))
    if play.key() != before:
        raise _fail(bundled, walk, trace, "playing on a copy changes the original")
    record = play.save()
    if game.load(record).key() != before:
        raise _fail(bundled, walk, trace, "loading what was saved gives another vector")
    if replay(game, record).key() != before:
        raise _fail(bundled, walk, trace, "replaying what was saved gives another vector")


def _answer_and_undo(bundled: Bundled, walk: Walk, play: Play, trace: WalkedGame) -> None:
    before, last = play.key(), trace.answers[-1]
    play.choose(last)
    if play.key() != state_key(trace.state):
        raise _fail(bundled, walk, trace, "`choose` and `apply` give different vectors")
    if play.undo():
        if play.key() != before:
            raise _fail(bundled, walk, trace, "undo does not lead back to the same vector")
        play.choose(last)


# --- 5. secrets ----------------------------------------------------------------------------------


def check_secrets(bundled: Bundled, walk: Walk) -> None:
    """What a player cannot see changes neither that player's view nor options nor refusals."""
    random = Random(walk.seed)
    for trace in _late_steps(bundled, walk):
        for observer in range(bundled.game.players):
            why = leak(bundled, trace.state, observer, random)
            if why:
                raise _fail(bundled, walk, trace, why)
        why = barrier_leak(bundled, trace.state, random)
        if why:
            raise _fail(bundled, walk, trace, why)


# --- 6. the end ----------------------------------------------------------------------------------


def check_end(bundled: Bundled, walk: Walk) -> None:
    """Random play ends; points and winners are what the oracle counts."""
    trace = begin(bundled.game, walk.seed)
    for trace in steps(bundled.game, attrs.evolve(walk, to_the_end=True)):
        if len(trace.answers) > LONGEST_GAME:
            raise _fail(bundled, walk, trace, f"no end after {LONGEST_GAME} answers")
    if not trace.is_over:
        return  # a fault, in rules that may have some
    play = Play(bundled.game, trace.state, walk.seed)
    oracle = oracle_of(bundled.shape, trace.state)
    with oracle.unchanged():
        lines, best = points(oracle), winners(oracle)
    found = [[item.points for item in items] for items in play.scores()]
    if found != [[line[player] for line in lines] for player in range(bundled.game.players)]:
        raise _fail(bundled, walk, trace, f"scores {found}, the oracle counts {lines}")
    if play.winners() != best:
        why = f"winners {play.winners()}, the oracle says {best}"
        raise _fail(bundled, walk, trace, why)
    if trace.state[PC] != 0 or any(trace.state[bundled.shape.layout.frames_from :]):
        raise _fail(bundled, walk, trace, "the game is over and a frame is not empty")


def check_awards(bundled: Bundled, walk: Walk) -> None:
    """Between actions an award lies with a leader, and a single leader has it."""
    flow = {
        node
        for node, (decision, routine) in bundled.shape.decisions.items()
        if routine.name == "flow" and isinstance(decision.decide, ir.Decide)
    }
    for trace in _late_steps(bundled, walk):
        meta = pick_meta(bundled.game, trace.state)
        if meta.node in flow and is_first_pick(bundled.game, trace.state):
            why = _award_problem(oracle_of(bundled.shape, trace.state))
            if why:
                raise _fail(bundled, walk, trace, why)


def _award_problem(oracle: Oracle) -> str:
    players = range(oracle.shape.program.players)
    for award in oracle.shape.program.awards:
        measures = [oracle.number(award.most, {award.player: p}) for p in players]
        least = oracle.number(award.at_least, {})
        leaders = [p for p in players if measures[p] == max(measures) >= least]
        holder = oracle.position.vars[award.name, NOBODY]
        is_fine = holder in leaders if len(leaders) == 1 else holder in (*leaders, NOBODY)
        if not is_fine:
            return f"{award.name} is with {holder}, the leaders are {leaders} of {measures}"
    return ""


# --- 7. equal positions --------------------------------------------------------------------------


def check_equal_bytes(bundled: Bundled, walk: Walk) -> None:
    """Decisions in either order that lead to equal positions lead to equal bytes."""
    random = Random(walk.seed)
    for trace in _late_steps(bundled, walk):
        if is_first_pick(bundled.game, trace.state):
            why = order_problem(bundled, trace.state, random)
            if why:
                raise _fail(bundled, walk, trace, why)


# --- 8. answers of a barrier -----------------------------------------------------------------------


def check_any_order(bundled: Bundled, walk: Walk) -> None:
    """Those who answer a `together` may do so in any order."""
    random = Random(walk.seed)
    for trace in _late_steps(bundled, walk):
        if pick_meta(bundled.game, trace.state).barrier is not None:
            why = any_order_problem(bundled.game, trace.state, random)
            if why:
                raise _fail(bundled, walk, trace, why)


# --- 9. derived state ----------------------------------------------------------------------------


def check_derived(bundled: Bundled, walk: Walk) -> None:
    """Regions and frontiers that are kept up to date are those worked out from scratch.

    Compared after each step; during the warm-up only after those that changed a board.
    """
    if not bundled.program.regions and not bundled.program.grown:
        return
    slots = [slots.first + i for slots in bundled.game.layout.boards for i in range(slots.count)]
    before: list[int] = []
    for number, trace in enumerate(steps(bundled.game, walk)):
        boards = [trace.state[slot] for slot in slots]
        if slots and number < walk.warm_up and boards == before:
            continue
        before = boards
        why = derived_problem(bundled, trace.state)
        if why:
            raise _fail(bundled, walk, trace, why)


PROPERTIES: tuple[Property, ...] = (
    check_conservation,
    check_options,
    check_flat,
    check_reference,
    check_refusals,
    check_payments,
    check_records,
    check_secrets,
    check_end,
    check_awards,
    check_equal_bytes,
    check_any_order,
    check_derived,
)
