"""A second module text, loaded only when somebody asks: refusals, witnesses, steps to enter.

For each alternative (numbered as in the metadata under "offers"):

    w<n>_<i>(s, me, given…, picks…)   does test i hold?
    x<n>_<i>(the same)                the first object that makes it fail, or -1
    y<n>_<j>(s, me, given…, picks before j)   everything that pick j could be, untested;
                                      (least, most, all) for a bundle or subset
    c<n>(the same as w)               what the cost lacks: (account, kind, needed, held)
    z<node>_<k>(s)                    what is given to alternative k of a pending decision

and what `entering.py` says for each step, `barriers.py` for each `together`, `regions.py` for regions and
boards that grow.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.backends.python import bundles, expressions, folds, sets
from rulelang.backends.python.barriers import emit_barriers
from rulelang.backends.python.blocks import Blocks
from rulelang.backends.python.entering import emit_steps
from rulelang.backends.python.lookahead import after_payment, pick_bounds
from rulelang.backends.python.metadata import describe_type, to_place
from rulelang.backends.python.offers import (
    CALLER,
    RULE,
    Offer,
    Test,
    asked_domains,
    offer_key,
    offer_of,
)
from rulelang.backends.python.regions import emit_derived
from rulelang.backends.python.unit import Scope, Unit
from rulelang.backends.python.writer import Code
from rulelang.graph import nodes as g
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, Rule
from rulelang.program.types import BundleType, RefType, SetType
from rulelang.program.typing.scope import written_name
from rulelang.runtime.description import Argument
from rulelang.runtime.description import Offer as OfferText
from rulelang.runtime.description import Questions as QuestionTexts
from rulelang.runtime.description import Test as TestText
from rulelang.source import Span


@define
class Questions:
    """The questions of one game: functions in the unit, and how to find them."""

    blocks: Blocks
    offers: list[OfferText | None] = field(factory=list)
    sites: dict[str, int] = field(factory=dict)
    rules: dict[str, int] = field(factory=dict)
    steps: dict[str, str] = field(factory=dict)
    defines: dict[str, str] = field(factory=dict)
    _numbers: dict[object, int] = field(factory=dict)

    @property
    def unit(self) -> Unit:
        return self.blocks.unit

    def emit(self) -> None:
        """Add all functions to the unit."""
        for node in self.blocks.nodes.values():
            if isinstance(node, g.Decision):
                for position, alternative in enumerate(node.decide.alternatives):
                    self._emit_site(node, position, alternative)
        self.steps = emit_steps(self.blocks)
        emit_barriers(self.blocks)
        for rule in self.unit.program.rules:
            if rule.word == "action":
                self.rules[rule.name] = self._number(offer_of(_asked(rule), self.unit))
        emit_derived(self.unit)
        for define_ in self.unit.program.defines:
            name = expressions.define_name(define_.name, Scope(self.unit, Code(), {}))
            self.defines[define_.name] = name

    def described(self) -> QuestionTexts:
        """Return what the runtime needs to call the functions."""
        offers = tuple(offer for offer in self.offers if offer is not None)
        return QuestionTexts(offers, self.sites, self.rules, self.steps, self.defines)

    # --- alternatives ----------------------------------------------------------------------------

    def _emit_site(self, node: g.Decision, position: int, alternative: ir.Alternative) -> None:
        offer = offer_of(alternative, self.unit)
        self.sites[f"{node.id}/{position}"] = self._number(offer)
        code = Code(span=alternative.span)
        scope = self.blocks.scope(self.blocks.routine_of[node.id], code)
        args = offer.arguments("s[1]", scope)[2:]
        code.line(f"return [{', '.join(args)}]")
        self.unit.add_function(f"z{node.id}_{position}", ("s",), code)

    def _number(self, offer: Offer) -> int:
        key = offer_key(offer)
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self.offers)
            self.offers.append(None)
            self.offers[known] = self._emit_offer(offer, known)
        return known

    def _emit_offer(self, offer: Offer, number: int) -> OfferText:
        tests = [*asked_domains(offer), *offer.declared]
        tests.sort(key=lambda test: test.kind != "domain")
        for position, test in enumerate(tests):
            self._emit_test(offer, test, f"w{number}_{position}")
            self._emit_witness(offer, test, f"x{number}_{position}")
        for position in range(len(offer.picks)):
            self._emit_domain(offer, position, f"y{number}_{position}")
        if _lines(offer.rule):
            self._emit_lack(offer, f"c{number}")
        return OfferText(
            given=tuple(Argument(given.name, describe_type(given.type)) for given in offer.given),
            picks=tuple(
                Argument(written_name(pick.local), describe_type(pick.type), pick.if_any)
                for pick in offer.picks
            ),
            tests=tuple(_describe(test, offer) for test in tests),
            has_cost=bool(_lines(offer.rule)),
        )

    def _emit_test(self, offer: Offer, test: Test, name: str) -> None:
        code = Code(span=offer.alternative.span)
        scopes = offer.scopes(code)
        if test.after_cost and offer.rule is not None and offer.rule.costs:
            after_payment(offer.rule, test, scopes, "return False")
        else:
            expressions.guard(test.expr, scopes[test.names], "return False")
        code.line("return True")
        self.unit.add_function(name, offer.params(len(offer.picks)), code)

    def _emit_witness(self, offer: Offer, test: Test, name: str) -> None:
        code = Code(span=offer.alternative.span)
        scopes = offer.scopes(code)
        found = witness_of(test.expr)
        text = "-1" if found is None else folds.fold(found, scopes[test.names])
        code.line(f"return {text}")
        self.unit.add_function(name, offer.params(len(offer.picks)), code)

    def _emit_domain(self, offer: Offer, position: int, name: str) -> None:
        code = Code(span=offer.alternative.span)
        scope = offer.scopes(code)[CALLER if position < offer.own else RULE]
        pick = offer.picks[position]
        if pick.source is None:
            low, high, most = pick_bounds(pick, scope)
            code.line(f"return ({low}, {high}, {most})")
        else:
            code.line("out = []")
            levels = sets.open_walk(pick.source, scope, offer.local(pick))
            if pick.condition is not None:
                expressions.guard(pick.condition, scope, "continue")
            code.line(f"out.append({offer.local(pick)})")
            sets.close_walk(scope, levels)
            code.line("return out")
        self.unit.add_function(name, offer.params(position), code)

    def _emit_lack(self, offer: Offer, name: str) -> None:
        code = Code(span=offer.alternative.span)
        scope = offer.scopes(code)[RULE]
        code.line("out = []")
        for cost in _lines(offer.rule):
            assert isinstance(cost.amount.type, BundleType)
            whole = bundles.bundle(_held(cost), scope)
            parts = bundles.bundle(cost.amount, scope)
            for kind, (held, part) in enumerate(zip(whole, parts, strict=True)):
                if part != "0":
                    entry = f"({cost.amount.type.enum!r}, {kind}, {part}, {held})"
                    code.line(f"if {held} < {part}: out.append({entry})")
        code.line("return out")
        self.unit.add_function(name, offer.params(len(offer.picks)), code)


def _lines(rule: Rule | None) -> tuple[CostLine, ...]:
    """The amounts that a rule costs, as written."""
    lines = () if rule is None else (*rule.costs, *rule.dues)
    return tuple(line for line in lines if isinstance(line, CostLine))


def _held(cost: CostLine) -> ir.Expr:
    """What there is to pay with."""
    holder = cost.source_holder
    if holder is not None and isinstance(holder.type, SetType):
        return ir.BundleAcross(cost.amount.type, cost.source, holder)
    return ir.BundleIn(cost.amount.type, cost.source, holder)


def _asked(rule: Rule) -> ir.Alternative:
    """A rule by itself: what can be asked is asked, the rest must be given."""
    args = tuple(
        ir.Argument(None if param.pick is not None else ir.Local(param.type, param.name), None)
        for param in rule.params
    )
    return ir.Alternative(
        rule.span, rule.name, rule.label, rule.name, args, (), (), (), again=False
    )


def _implied_span(test: Test, offer: Offer) -> Span:
    """Where a cost or the domain of a pick is written."""
    if test.kind == "cost" and offer.rule is not None:
        return offer.rule.costs[0].span
    named = (pick for pick in offer.picks if test.name == f"in_{written_name(pick.local)}")
    pick = next(named, None)
    return pick.span if pick is not None else offer.alternative.span


def witness_of(expr: ir.Expr) -> ir.Fold | None:
    """Return the search for the first object that makes a test fail."""
    match expr:
        case ir.Logic(op="not", operands=(ir.Fold(word="some") as fold,)):
            return _first(fold, fold.condition)
        case ir.Fold(word="every", condition=condition) if condition is not None:
            return _first(expr, ir.Logic(condition.type, "not", (condition,)))
        case ir.Logic(op="and", operands=operands):
            found = (witness_of(operand) for operand in operands)
            return next((fold for fold in found if fold is not None), None)
        case ir.Compare(op="==", left=ir.Fold(word="count") as fold, right=ir.Const(value=0)):
            return _first(fold, fold.condition)
        case ir.Compare(op="==", left=ir.CountAt() as count, right=ir.Const(value=0)):
            return _first_at(count)
        case _:
            return None


def _first(fold: ir.Fold, condition: ir.Expr | None) -> ir.Fold | None:
    of = getattr(fold.source.type, "of", None)
    if of is None:
        return None
    return ir.Fold(of, "first", fold.variable, fold.source, condition, None)


def _first_at(count: ir.CountAt) -> ir.Fold:
    of = RefType("things", count.things, "")
    source = ir.ThingsAt(SetType(of), count.place, count.things)
    return ir.Fold(of, "first", "it", source, None, None)


def _describe(test: Test, offer: Offer) -> TestText:
    requirement = test.requirement
    witness = witness_of(test.expr)
    rule = offer.rule
    span = requirement.span if requirement is not None else _implied_span(test, offer)
    cites = requirement.cites if requirement is not None else rule.cites if rule is not None else ()
    return TestText(
        name=test.name,
        kind=test.kind,
        needs=tuple(sorted(test.needs)),
        sentence={} if requirement is None else dict(requirement.sentence),
        cites=tuple(cites),
        span=to_place(span),
        witness=None if witness is None else describe_type(witness.type),
    )
