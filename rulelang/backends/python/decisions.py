"""Decisions: which alternative, then each pick; the last one runs what was chosen.

While a decision is pending, picks already made lie in the pick slots and nothing else has changed.
Each pending pick has a number (slot 0 of the state) with a function that lists its options and one
that takes the answer. Options are small integers: the number of an alternative ("done" comes after
the last), the value itself, an amount, or the next member of a subset (-1 = done).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulelang.backends.python import bundles, expressions
from rulelang.backends.python.effects import player_names
from rulelang.backends.python.listing import is_free, write_free_amounts
from rulelang.backends.python.lookahead import SUBSET_DONE, call_ok, call_pick, nothing
from rulelang.backends.python.offers import Offer, offer_of
from rulelang.backends.python.rules import rule_function
from rulelang.backends.python.unit import Bundle, Scope, Unit
from rulelang.backends.python.writer import Code, Line
from rulelang.frozen import frozen
from rulelang.graph import nodes as g
from rulelang.graph.from_program import pick_width
from rulelang.program import nodes as ir
from rulelang.program.types import BundleType, SetType

if TYPE_CHECKING:
    from rulelang.backends.python.blocks import Blocks


_ASKS = re.compile(r"s\[0\] = (\d+); return 0")


@frozen
class PendingPick:
    """What can be pending: which alternative (both numbers -1), or one pick of an alternative."""

    node: g.Decision
    alternative: int
    pick: int
    options: str
    answer: str


@frozen
class _At:
    """A decision under construction, in one function."""

    blocks: Blocks
    node: g.Decision
    scope: Scope

    @property
    def unit(self) -> Unit:
        return self.blocks.unit

    def offer(self, number: int) -> Offer:
        return offer_of(self.node.decide.alternatives[number], self.unit)

    def in_function(self, code: Code) -> _At:
        routine = self.blocks.routine_of[self.node.id]
        return _At(self.blocks, self.node, self.blocks.scope(routine, code))


def asks_which(decide: ir.Decide) -> bool:
    """Is the first pick which alternative to take?"""
    return decide.optional or len(decide.alternatives) != 1


def check_possible(offer: Offer, player: str, scope: Scope) -> None:
    """Write the fault R904 for a rule that must run and may not."""
    text = call_ok(offer, 0, player, scope)
    fault = scope.unit.use("no_option")
    scope.code.line(f"if not {text}: raise {fault}({player_names(scope)}[{player}])")


def emit_decision(blocks: Blocks, node: g.Decision, scope: Scope) -> None:
    """Write the arrival at a decision: is there an option, and what is asked first?"""
    at = _At(blocks, node, scope)
    code, decide = scope.code, node.decide
    player = code.keep(expressions.scalar(decide.player, scope), "p")
    if node.otherwise is not None or not (decide.optional or _shows_by_itself(at)):
        _emit_check(at, player)
    code.line(f"s[1] = {player}")
    if not asks_which(decide):
        _begin_pick(at, 0, 0, player, _asked(at))
        return
    number = _new_pick(at, -1, -1)
    code.line(f"s[0] = {number}")
    code.line(_asked(at))


def _asked(at: _At) -> str:
    """Return the line that leaves a decision to its player, or takes what is the only thing to do."""
    if not at.node.decide.forced:
        return "return 0"
    return f"return {at.unit.on_demand('forced', 'forced', lambda name: _emit_forced(at, name))}(s)"


def _emit_forced(at: _At, name: str) -> None:
    """Answer for a player who has no choice; a decision that is complete leads to another node."""
    code = Code()
    # An answer may lead on to a decision that is a real one: there it ends.
    picks = enumerate(at.blocks.picks, start=1)
    forced = tuple(number for number, pick in picks if pick.node.decide.forced)
    with code.block(f"while s[0] in {at.unit.constant(f'frozenset({forced})', 'F')}:"):
        code.line("found = OPTIONS[s[0]](s)")
        code.line("if len(found) != 1: return 0")
        code.line("n = ANSWERS[s[0]](s, found[0])")
        code.line("if n: return n")
    code.line("return 0")
    at.unit.add_function(name, ("s",), code)


def _shows_by_itself(at: _At) -> bool:
    """Is a decision without any option seen when its options are listed, which is soon enough?

    Not if the first pick can be skipped, or if something must hold that no pick depends on.
    """
    if asks_which(at.node.decide):
        return True
    offer = at.offer(0)
    if not offer.picks or offer.picks[0].if_any:
        return False
    # Members and amounts are listed without a look at later picks that do not depend on them.
    if offer.picks[0].source is None and len(offer.picks) > 1:
        return False
    return all(test.stage >= 0 for test in offer.tests)


def _emit_check(at: _At, player: str) -> None:
    """Go to `otherwise`, or fault, if no alternative is possible."""
    code, node = at.scope.code, at.node
    count = len(node.decide.alternatives)
    parts = []
    for number in range(count):
        with code.capture() as before:
            text = call_ok(at.offer(number), 0, player, at.scope)
        parts.append((before, text))
    if any(text == "True" for _before, text in parts):
        return
    if not any(before for before, _text in parts):
        tests = " or ".join(text for _before, text in parts) or "False"
    else:
        tests = code.name("t")
        code.line(f"{tests} = False")
        for before, text in parts:
            with code.block(f"if not {tests}:"):
                code.put(before, 1)
                code.line(f"{tests} = {text}")
    with code.block(f"if not ({tests}):"):
        if node.otherwise is None:
            fault = at.unit.use("no_option")
            code.line(f"raise {fault}({player_names(at.scope)}[{player}])")
        else:
            at.blocks.chain(node.otherwise, at.scope, is_start=False)


def _new_pick(at: _At, alternative: int, pick: int) -> int:
    """Return the number of a pending pick; its functions are made with it, once."""
    for number, known in enumerate(at.blocks.picks, start=1):
        if known.node.id == at.node.id and (known.alternative, known.pick) == (alternative, pick):
            return number
    number = len(at.blocks.picks) + 1
    entry = PendingPick(at.node, alternative, pick, f"o{number}", f"a{number}")
    at.blocks.picks.append(entry)
    if pick < 0:
        _emit_which(at, entry)
    else:
        _emit_pick(at, entry)
    return number


def _emit_which(at: _At, entry: PendingPick) -> None:
    decide = at.node.decide
    code = Code(span=decide.span)
    inner = at.in_function(code)
    code.first.append(Line(1, "me = s[1]", code.span))
    code.line("out = []")
    for number in range(len(decide.alternatives)):
        text = call_ok(inner.offer(number), 0, "me", inner.scope)
        if text == "True":
            code.line(f"out.append({number})")
        elif text != "False":
            code.line(f"if {text}: out.append({number})")
    if decide.optional:
        code.line(f"out.append({len(decide.alternatives)})")
    code.line("return out")
    at.unit.add_function(entry.options, ("s",), code)
    code = Code(span=decide.span)
    inner = at.in_function(code)
    _answer_which(inner, code)
    inner.blocks.chain(at.node.after, inner.scope, is_start=False)
    at.unit.add_function(entry.answer, ("s", "o"), code)


def _answer_which(at: _At, code: Code) -> None:
    """Write what each alternative leads to: mostly just the next question, told by a table."""
    asked: list[str] = []
    others: list[tuple[int, list[Line]]] = []
    for number, alternative in enumerate(at.node.decide.alternatives):
        if at.unit.analysis.is_never_offered(alternative):
            asked.append("0")
            continue
        with code.capture() as lines:
            _begin_pick(at, number, 0, "p")
        found = _ASKS.fullmatch("; ".join(line.text for line in lines))
        asked.append(found[1] if found else "0")
        if found is None:
            others.append((number, lines))
    if any(number != "0" for number in asked):
        table = at.unit.constant(f"({', '.join(asked)}, 0)", "Q")
        code.line(f"k = {table}[o]")
        with code.block("if k:"):
            code.line("s[0] = k")
            code.line("return 0")
    code.line("p = s[1]")
    for number, lines in others:
        with code.block(f"if o == {number}:"):
            code.put(lines, 1)


# --- picks ---------------------------------------------------------------------------------------


def pick_slots(offer: Offer) -> list[int]:
    """Return the first slot of each pick while it is pending."""
    slots = []
    slot = offer.unit.layout.picks_from
    for pick in offer.picks:
        slots.append(slot)
        slot += pick_width(pick, offer.unit.program)
    return slots


def _value(offer: Offer, number: int) -> str | Bundle:
    """Return a pick that was made: a slot, or the slots of a bundle after its cursor."""
    slot = pick_slots(offer)[number]
    pick = offer.picks[number]
    if isinstance(pick.type, BundleType):
        kinds = offer.unit.enum_size(pick.type.enum)
        return tuple(f"s[{slot + 1 + kind}]" for kind in range(kinds))
    return f"s[{slot}]"


def _earlier(offer: Offer, number: int) -> list[str]:
    values = (_value(offer, position) for position in range(number))
    return [bundles.tuple_text(v) if isinstance(v, tuple) else v for v in values]


def _options_call(at: _At, offer: Offer, number: int, player: str) -> str:
    """Return the call that lists the options of a pick, with what was chosen of it so far."""
    pick = offer.picks[number]
    args = _earlier(offer, number)
    slot = pick_slots(offer)[number]
    if pick.source is None and isinstance(pick.type, SetType):
        args.append(f"s[{slot}]")
    elif pick.source is None:
        value = _value(offer, number)
        assert isinstance(value, tuple)
        args += [f"s[{slot}]", bundles.tuple_text(value)]
    return call_pick(offer, number, player, at.scope, args)


def _begin_pick(
    at: _At, alternative: int, number: int, player: str, leave: str = "return 0"
) -> None:
    """Write the way to pick `number`: ask it, skip it if nothing can be picked, or run."""
    code = at.scope.code
    offer = at.offer(alternative)
    if number == len(offer.picks):
        _take(at, alternative, player)
        return
    pick = offer.picks[number]
    pending = _new_pick(at, alternative, number)
    if not pick.if_any:
        code.line(f"s[0] = {pending}")
        code.line(leave)
        return
    text = _options_call(at, offer, number, player)
    with code.block(f"if {text}:"):
        code.line(f"s[0] = {pending}")
        code.line(leave)
    if not isinstance(pick.type, BundleType | SetType):
        code.line(f"s[{pick_slots(offer)[number]}] = {nothing(pick, at.unit)}")
    _begin_pick(at, alternative, number + 1, player, leave)


def _emit_pick(at: _At, entry: PendingPick) -> None:
    offer = at.offer(entry.alternative)
    pick = offer.picks[entry.pick]
    code = Code(span=pick.span)
    inner = at.in_function(code)
    if is_free(offer, entry.pick) and entry.pick < offer.own:
        _list_amounts_here(inner, offer, entry.pick)
    else:
        code.line(f"return {_options_call(inner, offer, entry.pick, 's[1]')}")
    at.unit.add_function(entry.options, ("s",), code)
    code = Code(span=pick.span)
    inner = at.in_function(code)
    slot = pick_slots(offer)[entry.pick]
    if pick.source is not None and len(offer.picks) == 1:
        code.line("p = s[1]")
        _take(inner, entry.alternative, "p", answer="o")
        at.unit.add_function(entry.answer, ("s", "o"), code)
        return
    if pick.source is not None:
        code.line(f"s[{slot}] = o")
    elif isinstance(pick.type, SetType):
        with code.block(f"if o != {SUBSET_DONE}:"):
            code.line(f"s[{slot}] |= 1 << o")
            left = _options_call(inner, offer, entry.pick, "s[1]")
            code.line(f"if {left} != [{SUBSET_DONE}]: return 0")
    else:
        assert isinstance(pick.type, BundleType)
        kinds = at.unit.enum_size(pick.type.enum)
        code.line(f"k = s[{slot}]")
        code.line(f"s[k + {slot + 1}] = o")
        with code.block(f"if k < {kinds - 1}:"):
            code.line(f"s[{slot}] = k + 1")
            code.line("return 0")
        code.line(f"s[{slot}] = 0")
    code.line("p = s[1]")
    _begin_pick(inner, entry.alternative, entry.pick + 1, "p")
    at.unit.add_function(entry.answer, ("s", "o"), code)


def _list_amounts_here(at: _At, offer: Offer, number: int) -> None:
    """Write the amounts of a bundle that nothing but its size bounds, without a function for it."""
    pick, slot = offer.picks[number], pick_slots(offer)[number]
    scope = at.scope if "me" in at.scope.names else at.scope.bind("me", "s[1]")
    assert isinstance(pick.type, BundleType)
    last = slot + 1 + at.unit.enum_size(pick.type.enum)
    write_free_amounts(pick, scope, f"s[{slot}]", f"sum(s[{slot + 1}:{last}])")


def _take(at: _At, alternative: int, player: str, answer: str = "") -> None:
    """Write what happens after the last pick: clear the picks, bind locals, run, go on.

    `answer` is the only pick where it need not be stored first.
    """
    code, scope, node = at.scope.code, at.scope, at.node
    decide = node.decide
    chosen = decide.alternatives[alternative]
    offer = at.offer(alternative)
    picked: dict[str, str | Bundle] = {}
    for number, pick in enumerate(offer.picks):
        if answer:
            picked[pick.local] = answer
            continue
        value = _value(offer, number)
        name = f"w{number}"
        code.line(f"{name} = {bundles.tuple_text(value) if isinstance(value, tuple) else value}")
        spread = isinstance(pick.type, BundleType)
        picked[pick.local] = bundles.spread(name, len(value)) if spread else name
    if not answer:
        _clear_picks(offer, scope)
    if decide.result is not None and decide.result in scope.names:
        code.line(f"{scope.scalar(decide.result)} = {alternative}")
    _bind(at, chosen, offer, picked)
    own = {pick.local for pick in chosen.picks}
    of_rule = {name: text for name, text in picked.items() if name not in own}
    if chosen.rule is None:
        at.blocks.chain(node.taken[alternative], scope, is_start=False)
    elif at.unit.analysis.is_suspending(chosen.rule):
        at.blocks.enter_rule(chosen, (player, of_rule), node.taken[alternative], scope)
    else:
        _run_plain(at, chosen, of_rule, player)
        at.blocks.chain(node.taken[alternative], scope, is_start=False)


def _clear_picks(offer: Offer, scope: Scope) -> None:
    width = sum(pick_width(pick, offer.unit.program) for pick in offer.picks)
    from rulelang.backends.python.blocks import clear_slots

    clear_slots(offer.unit.layout.picks_from, width, scope)


def _bind(at: _At, chosen: ir.Alternative, offer: Offer, picked: dict[str, str | Bundle]) -> None:
    from rulelang.backends.python.blocks import store

    for pick in chosen.picks:
        if pick.local in at.scope.names:
            store(at.scope.names[pick.local], picked[pick.local], at.scope)
    if offer.rule is None:
        return
    for param, arg in zip(offer.rule.params, chosen.args, strict=True):
        target = None if arg.bind is None else at.scope.names.get(arg.bind)
        if target is not None and param.name in picked:
            store(target, picked[param.name], at.scope)


def _run_plain(
    at: _At, chosen: ir.Alternative, picked: dict[str, str | Bundle], player: str
) -> None:
    assert chosen.rule is not None
    rule = at.unit.analysis.rules[chosen.rule]
    args = ["s", player]
    for param, arg in zip(rule.params, chosen.args, strict=True):
        value = picked.get(param.name)
        if value is not None:
            args.append(bundles.tuple_text(value) if isinstance(value, tuple) else value)
            continue
        given = arg.value if arg.value is not None else param.default
        assert given is not None
        args.append(expressions.value(given, at.scope))
    at.scope.code.line(f"{rule_function(chosen.rule, at.unit)}({', '.join(args)})")
