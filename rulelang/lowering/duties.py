"""One line of a cost that is being paid: what is still due, what can be done next, and look-ahead.

A line is paid *at once* if it comes from one account (or place) and no exchange gives the same kind:
exchanges may only come before. Any other line is paid unit by unit: the payer says which holder the next
unit comes from, or uses an exchange for it.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.frozen import frozen
from rulelang.lowering.alike_holders import Alike, Sale
from rulelang.lowering.exchange_bodies import Exchange, written_in_place
from rulelang.lowering.rewriting import rewritten
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, Define, PieceCost, Program, Rule
from rulelang.program.types import FLAG, BundleType, IntType, RefType, SetType, Type
from rulelang.program.walk import free_locals

COUNT = IntType(0, 1 << 30)
ANY = IntType(-1, 1 << 30)
NONE_YET = -1
BEYOND = 1 << 30  # no holder comes after this: the rest of a kind comes from exchanges
PAY = (("en", "Pay"), ("ru", "Заплатить"))
PAYMENT = (("en", "Payment"), ("ru", "Оплата"))


@frozen
class Due:
    """A line of a cost; `local` is what is still due of it, `last` which holder paid last."""

    line: CostLine | PieceCost
    local: str
    last: str
    exchanges: tuple[Exchange, ...]

    @property
    def type(self) -> Type:
        return self.line.amount.type if isinstance(self.line, CostLine) else COUNT

    @property
    def amount(self) -> ir.Expr:
        """All that is due."""
        return self.line.amount if isinstance(self.line, CostLine) else self.line.count

    @property
    def rest(self) -> ir.Local:
        """What is still due."""
        return ir.Local(self.type, self.local)

    @property
    def source(self) -> ir.Expr | None:
        """The holder or place that pays, or several of them."""
        return self.line.source_holder if isinstance(self.line, CostLine) else self.line.source

    @property
    def reads(self) -> frozenset[str]:
        """The locals that say who pays, what and to whom."""
        line = self.line
        parts: tuple[ir.Expr | None, ...]
        if isinstance(line, CostLine):
            parts = (line.source_holder, line.target_holder)
        else:
            parts = (line.thing, line.source, line.target)
        return frozenset(name for part in parts if part for name in free_locals(part))

    @property
    def is_open(self) -> ir.Expr:
        """Is anything still due?"""
        rest: ir.Expr = self.rest
        if isinstance(self.line, CostLine):
            rest = ir.BundleSize(COUNT, rest)
        return ir.Compare(FLAG, ">", rest, ir.Const(COUNT, 0))

    @property
    def is_free(self) -> ir.Expr:
        """Is nothing due from the beginning?"""
        amount = self.amount
        if isinstance(self.line, CostLine):
            amount = ir.BundleSize(COUNT, amount)
        return ir.Compare(FLAG, "==", amount, ir.Const(COUNT, 0))

    @property
    def is_spread(self) -> bool:
        """Do several holders pay?"""
        return self.source is not None and isinstance(self.source.type, SetType)

    @property
    def is_at_once(self) -> bool:
        """Is it paid as a whole?"""
        return not self.is_spread and not any(each.rule.only_to_pay for each in self.exchanges)

    @property
    def asks(self) -> bool:
        """Can the payer have to decide anything?"""
        return self.is_spread or bool(self.exchanges)


@frozen
class Payment:
    """A rule that is being paid for; `define` is the definition that looks ahead."""

    program: Program
    rule: Rule
    define: str
    me: ir.Local
    dues: tuple[Due, ...]
    below: tuple[ir.Expr, ...] = ()  # what must hold when all is paid
    alike: tuple[Alike, ...] = ()  # accounts of which any holder is as good as another
    sales: tuple[tuple[str, Alike, Sale], ...] = ()  # exchanges that take from those

    @property
    def params(self) -> tuple[tuple[str, Type], ...]:
        """The parameters of the definition: what is picked only as far as it matters.

        So a cost that rests on an early pick is judged before the later ones are looked at.
        """
        read = frozenset(name for due in self.dues for name in due.reads)
        read |= frozenset(name for expr in self.below for name in free_locals(expr))
        picked = [param for param in self.rule.params if param.name in read]
        given = tuple((param.name, param.type) for param in picked)
        owed = tuple(pair for due in self.dues for pair in _locals(due))
        return (("me", self.me.type), *given, *owed)

    def all_due(self) -> dict[str, ir.Expr]:
        """The beginning: everything is due."""
        found: dict[str, ir.Expr] = {}
        for due in self.dues:
            found[due.local] = due.amount
            found[due.last] = ir.Const(ANY, NONE_YET)
        return found


def _locals(due: Due) -> tuple[tuple[str, Type], ...]:
    own = (due.local, due.type)
    return (own,) if due.is_at_once else (own, (due.last, ANY))


def payable(search: Payment, known: dict[str, ir.Expr]) -> ir.Expr:
    """Ask whether the rest can be paid; `known` are the values that are not those of the locals."""
    args = tuple(known.get(name, ir.Local(type_, name)) for name, type_ in search.params)
    return ir.CallDefine(FLAG, search.define, args)


def paid_by_stock(search: Payment) -> tuple[ir.Expr, bool]:
    """Return that the payer's own stock covers everything, and whether nothing else can."""
    payers: dict[tuple[object, object], list[Due]] = {}
    for due in search.dues:
        line = due.line
        name = line.source if isinstance(line, CostLine) else line.thing
        payers.setdefault((name, due.source), []).append(due)
    names = [name for name, _source in payers]
    if len(set(names)) < len(names):
        # Two ways to say who pays may mean the same one, who then owes both: only a search can tell.
        return ir.Const(FLAG, 0), False
    tests = []
    for dues in payers.values():
        amount = dues[0].amount
        for due in dues[1:]:
            amount = _sum(due, "+", amount, due.amount)
        tests.append(_is_covered(dues[0], amount, search.program))
    is_exact = not any(due.exchanges for due in search.dues)
    test = tests[0] if len(tests) == 1 else ir.Logic(FLAG, "and", tuple(tests))
    return test, is_exact


def _sum(due: Due, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if isinstance(due.line, CostLine):
        return ir.BundleOp(due.type, op, left, right)
    return ir.Arith(due.type, op, left, right)


def _is_covered(due: Due, amount: ir.Expr, program: Program) -> ir.Expr:
    """Do those who pay hold so much, together?"""
    line = due.line
    if isinstance(line, PieceCost):
        # Pieces are counted only where some are due.
        free = ir.Compare(FLAG, "==", amount, ir.Const(COUNT, 0))
        enough = ir.Compare(FLAG, ">=", _pieces(line, line.source), amount)
        return ir.Logic(FLAG, "or", (free, enough))
    if next(a.unlimited for a in program.accounts if a.name == line.source):
        return ir.Const(FLAG, 1)
    held: ir.Expr = ir.BundleIn(amount.type, line.source, line.source_holder)
    if due.is_spread:
        assert line.source_holder is not None
        held = ir.BundleAcross(amount.type, line.source, line.source_holder)
    return ir.Covers(FLAG, amount, held)


def _pieces(line: PieceCost, place: ir.Expr) -> ir.Expr:
    """How many of the pieces lie in a place, or in several."""
    of = line.thing.type
    assert isinstance(of, RefType)
    ids = (line.thing.value,) if isinstance(line.thing, ir.Const) else of.ids
    lying: ir.Expr
    if isinstance(place.type, SetType):
        lying = ir.ThingsOn(SetType(of), place, ids)
    else:
        lying = ir.ThingsAt(SetType(of), place, ids)
    condition = None
    if len(ids) > 1:
        condition = ir.Compare(FLAG, "==", ir.Local(of, "piece"), line.thing)
    return ir.Fold(COUNT, "count", "piece", lying, condition, None)


# --- steps ---------------------------------------------------------------------------------------


def _paid(due: Due, amount: ir.Expr, source: ir.Expr | None) -> ir.Stmt:
    line = due.line
    if isinstance(line, PieceCost):
        assert source is not None
        return ir.MoveAlike(line.span, amount, line.thing, source, line.target, "top")
    return ir.Transfer(line.span, amount, line.source, source, line.target, line.target_holder)


def _kind(due: Due, program: Program) -> ir.Expr:
    """The first kind of which something is due."""
    assert isinstance(due.type, BundleType)
    of = _kind_type(due.type.enum, program)
    return ir.CallDefine(of, f"first kind of {due.type.enum}", (due.rest,))


def _kind_type(enum: str, program: Program) -> RefType:
    count = next(len(members) for name, members in program.enums if name == enum)
    return RefType(enum, tuple(range(count)), enum)


def first_kind(enum: str, rule: Rule, program: Program) -> Define:
    """The definition of the first kind of an enum that a bundle has any of."""
    of = _kind_type(enum, program)
    some = ir.BundleCount(COUNT, ir.Local(BundleType(enum), "due"), ir.Local(of, "kind"))
    condition = ir.Compare(FLAG, ">", some, ir.Const(COUNT, 0))
    expr = ir.Fold(of, "first", "kind", ir.Ids(SetType(of), of.ids), condition, None)
    params = (("due", BundleType(enum)),)
    return Define(rule.span, f"first kind of {enum}", (), params, of, expr, uses_me=False)


def _unit(due: Due, program: Program) -> ir.Expr:
    """The next unit: one of the first kind due, or one piece."""
    if isinstance(due.line, PieceCost):
        return ir.Const(COUNT, 1)
    return ir.BundleOf(due.type, ((ir.Const(COUNT, 1), _kind(due, program)),))


def _less(due: Due, amount: ir.Expr) -> ir.Expr:
    return _sum(due, "-", due.rest, amount)


def _last_of_kind(due: Due, then: ir.Expr, program: Program) -> ir.Expr:
    """Who paid last, for the next unit: with a new kind everybody may pay again."""
    if isinstance(due.line, PieceCost):
        return then
    left = ir.BundleCount(COUNT, due.rest, _kind(due, program))
    is_last = ir.Compare(FLAG, "==", left, ir.Const(COUNT, 1))
    return ir.Cond(ANY, is_last, ir.Const(ANY, NONE_YET), then)


def line_payable(search: Payment, due: Due) -> ir.Expr:
    """Can this line, of which something is due, and everything after it be paid?"""
    offered = (_first_only(search, due, each) for each in _alternatives(search, due))
    asked = tuple(ir.Possible(FLAG, search.me, each) for each in offered)
    if not due.is_at_once:
        return asked[0] if len(asked) == 1 else ir.Logic(FLAG, "or", asked)
    rest = _supposed((_paid(due, due.rest, due.source),), payable(search, {due.local: _none(due)}))
    otherwise: ir.Expr = ir.Const(FLAG, 0)
    if asked:
        otherwise = asked[0] if len(asked) == 1 else ir.Logic(FLAG, "or", asked)
    return ir.Cond(FLAG, _is_covered(due, due.rest, search.program), rest, otherwise)


def _none(due: Due) -> ir.Expr:
    return ir.BundleOf(due.type, ()) if isinstance(due.line, CostLine) else ir.Const(COUNT, 0)


def _supposed(changes: ir.Body, expr: ir.Expr) -> ir.Expr:
    return ir.Supposing(FLAG, changes, expr)


def _alternatives(search: Payment, due: Due) -> Iterable[ir.Alternative]:
    """What can be done next about a line of which something is due."""
    if not due.is_at_once:
        yield _own(search, due)
    for exchange in due.exchanges:
        if exchange.rule.only_to_pay:
            yield _bought(search, due, exchange)
        else:
            yield _swapped(search, due, exchange)


def _first_only(search: Payment, due: Due, offered: ir.Alternative) -> ir.Alternative:
    """For the search: of holders that are as good as one another only the first that can."""
    if offered.rule is None and offered.picks:
        if due.line.source not in [each.account for each in search.alike]:
            return offered
        (pick,) = offered.picks
        assert pick.source is not None
        first = ir.Fold(pick.type, "first", pick.local, pick.source, pick.condition, None)
        of = attrs.evolve(pick.type, optional=True) if isinstance(pick.type, RefType) else pick.type
        only = ir.SetOf(pick.source.type, (attrs.evolve(first, type=of),))
        return attrs.evolve(offered, picks=(attrs.evolve(pick, source=only, condition=None),))
    for name, alike, sale in search.sales:
        if name == offered.rule:
            test = _condition(due, _is_first_seller(search, offered, alike, sale))
            return attrs.evolve(offered, conditions=(test, *offered.conditions))
    return offered


def _is_first_seller(search: Payment, offered: ir.Alternative, alike: Alike, sale: Sale) -> ir.Expr:
    """Is the holder picked the first that has what the exchange takes?"""
    rule = next(rule for rule in search.program.rules if rule.name == offered.rule)
    pairs = zip(rule.params, offered.args, strict=True)
    known = {p.name: ir.Local(p.type, arg.bind) for p, arg in pairs if arg.bind is not None}

    def change(node: object) -> object | None:
        return known.get(node.name) if isinstance(node, ir.Local) else None

    count, kind = rewritten((sale.count, sale.kind), change)
    mine = known[sale.holder]
    other = ir.Local(mine.type, "first seller")
    held = ir.AccountGet(COUNT, alike.account, other, kind)
    enough = ir.Compare(FLAG, ">=", held, count)
    first = ir.Fold(mine.type, "first", other.name, alike.holders, enough, None)
    return ir.Compare(FLAG, "==", mine, first)


def _own(search: Payment, due: Due) -> ir.Alternative:
    """Pay the next unit from one of the holders, none before the one that paid last."""
    unit = _unit(due, search.program)
    picks: tuple[ir.Pick, ...] = ()
    source, last = due.source, ir.Const(ANY, NONE_YET)
    here: ir.Expr | None = source
    if due.is_spread:
        assert source is not None
        assert isinstance(source.type, SetType)
        here = ir.Local(source.type.of, f"{due.local} holder")
        in_order = ir.Compare(FLAG, ">=", here, ir.Local(ANY, due.last))
        condition = ir.Logic(FLAG, "and", (in_order, _has_unit(due, here, search.program)))
        picks = (_holder_pick(due, here, condition),)
        last = here  # type: ignore[assignment]  # numbers, as all references
    then = {due.local: _less(due, unit), due.last: _last_of_kind(due, last, search.program)}
    ahead = _supposed((_paid(due, unit, here),), payable(search, then))
    # Refusals judge this for holders that cannot pay, too.
    ahead = ir.Logic(FLAG, "and", (_has_unit(due, here, search.program), ahead))
    if not due.is_spread:
        is_before = ir.Compare(FLAG, "<", ir.Local(ANY, due.last), ir.Const(ANY, BEYOND))
        ahead = ir.Logic(FLAG, "and", (is_before, ahead))
    body = (
        ir.Let(due.line.span, f"{due.local} unit", unit),
        ir.Let(due.line.span, due.last, then[due.last]),
        _paid(due, ir.Local(due.type, f"{due.local} unit"), here),
        ir.Let(due.line.span, due.local, _less(due, ir.Local(due.type, f"{due.local} unit"))),
    )
    return _offered(due, "spend", picks, ahead, body)


def _has_unit(due: Due, holder: ir.Expr | None, program: Program) -> ir.Expr:
    line = due.line
    if isinstance(line, PieceCost):
        assert holder is not None
        held = _pieces(line, holder)
    else:
        if next(a.unlimited for a in program.accounts if a.name == line.source):
            return ir.Const(FLAG, 1)
        held = ir.AccountGet(COUNT, line.source, holder, _kind(due, program))
    return ir.Compare(FLAG, ">", held, ir.Const(COUNT, 0))


def _holder_pick(due: Due, here: ir.Local, condition: ir.Expr) -> ir.Pick:
    return ir.Pick(
        span=due.line.span,
        local=here.name,
        type=here.type,
        label=(("en", "from"), ("ru", "откуда")),
        source=due.source,
        condition=condition,
        size_low=None,
        size_high=None,
        bundle_from=None,
        if_any=False,
    )


def _offered(
    due: Due, name: str, picks: tuple[ir.Pick, ...], ahead: ir.Expr, body: ir.Body
) -> ir.Alternative:
    condition = _condition(due, ahead)
    span = due.line.span
    return ir.Alternative(span, name, PAY, None, (), picks, (condition,), body, again=False)


def _condition(due: Due, expr: ir.Expr) -> ir.Requirement:
    return ir.Requirement(
        span=due.line.span,
        name="cost",
        kind="cost",
        expr=expr,
        sentence=(),
        witness=None,
        reads=(),
        after_cost=False,
        cites=(),
    )


def _with_exchange(due: Due, exchange: Exchange) -> tuple[ir.Alternative, dict[str, ir.Expr]]:
    """An exchange whose picks have names here, and these names."""
    rule = exchange.rule
    names = {param.name: f"{due.local} {rule.name} {param.name}" for param in rule.params}
    args = tuple(
        ir.Argument(None, names[param.name])
        if param.pick is not None
        else ir.Argument(param.default, None)
        for param in rule.params
    )
    alternative = ir.Alternative(
        rule.span, rule.name, rule.label, rule.name, args, (), (), (), again=False
    )
    known: dict[str, ir.Expr] = {}
    for param in rule.params:
        known[param.name] = ir.Local(param.type, names[param.name])
        if param.pick is None and param.default is not None:
            known[param.name] = param.default
    return alternative, known


def _possible(search: Payment, exchange: Exchange, known: dict[str, ir.Expr]) -> ir.Expr:
    """That the exchange itself is possible, asked before its changes are supposed."""
    rule = exchange.rule
    args = tuple(ir.Argument(known[param.name], None) for param in rule.params)
    asked = ir.Alternative(
        rule.span, rule.name, rule.label, rule.name, args, (), (), (), again=False
    )
    return ir.Possible(FLAG, search.me, asked)


def _swapped(search: Payment, due: Due, exchange: Exchange) -> ir.Alternative:
    """An exchange of the turn: it changes what there is, not what is due."""
    alternative, known = _with_exchange(due, exchange)
    is_active = ir.Compare(FLAG, "==", search.me, ir.Local(search.me.type, "active"))
    ahead = _supposed(written_in_place(exchange.rule, known), payable(search, {}))
    whole = ir.Logic(FLAG, "and", (is_active, _possible(search, exchange, known), ahead))
    return attrs.evolve(alternative, conditions=(_condition(due, whole),))


def _bought(search: Payment, due: Due, exchange: Exchange) -> ir.Alternative:
    """An exchange only to pay: what it gives goes straight into the cost."""
    alternative, known = _with_exchange(due, exchange)
    line = due.line
    assert isinstance(line, CostLine)
    assert isinstance(due.type, BundleType)
    got = ir.Local(due.type, f"{due.local} got")
    kind = ir.Local(_kind(due, search.program).type, f"{due.local} kind")
    account = _payment_account(exchange, due.type.enum, search.program)
    taken: ir.Body = (
        ir.Let(line.span, got.name, ir.BundleIn(due.type, account, search.me)),
        ir.Let(line.span, kind.name, _kind(due, search.program)),
        ir.Transfer(line.span, got, account, search.me, line.target, line.target_holder),
    )
    given = ir.BundleCount(COUNT, got, kind)
    wanted = ir.BundleCount(COUNT, due.rest, kind)
    fits = (
        ir.Compare(FLAG, ">", given, ir.Const(COUNT, 0)),
        ir.Compare(FLAG, "<=", given, wanted),
        ir.Compare(FLAG, "==", ir.BundleSize(COUNT, got), given),
    )
    is_last = ir.Compare(FLAG, "==", given, wanted)
    after = ir.Cond(ANY, is_last, ir.Const(ANY, NONE_YET), ir.Const(ANY, BEYOND))
    then = {due.local: _less(due, got), due.last: after}
    ahead = _supposed(
        (*written_in_place(exchange.rule, known), *taken),
        ir.Logic(FLAG, "and", (*fits, payable(search, then))),
    )
    whole: tuple[ir.Expr, ...] = (_possible(search, exchange, known), ahead)
    if exchange.rule.during is not None:
        whole = (ir.Compare(FLAG, "==", search.me, ir.Local(search.me.type, "active")), *whole)
    body = (
        *taken,
        ir.Let(line.span, due.last, after),
        ir.Let(line.span, due.local, _less(due, got)),
    )
    condition = _condition(due, ir.Logic(FLAG, "and", whole))
    return attrs.evolve(alternative, conditions=(condition,), body=body)


def _payment_account(exchange: Exchange, enum: str, program: Program) -> str:
    return next(a.name for a in program.accounts if a.hidden and a.enum == enum)


# --- the first part of the body --------------------------------------------------------------------


def line_body(search: Payment) -> ir.Body:
    """Fix what is due, then pay line by line."""
    start = search.all_due()
    body: list[ir.Stmt] = []
    for due in search.dues:
        for name, _type in _locals(due):
            body.append(ir.Let(due.line.span, name, start[name]))
    paid = [list(_paying(search, due)) for due in search.dues]
    for number, (due, statements) in enumerate(zip(search.dues, paid, strict=True)):
        body += statements
        asks_later = any(
            isinstance(each, ir.Loop) for later in paid[number + 1 :] for each in later
        )
        if due.is_at_once and asks_later:  # which look at all that is still due
            body.append(ir.Let(due.line.span, due.local, _none(due)))
    return tuple(body)


def _paying(search: Payment, due: Due) -> Iterable[ir.Stmt]:
    span = due.line.span
    offered = tuple(_alternatives(search, due))
    decide = ir.Decide(
        span=span,
        name="payment",
        label=PAYMENT,
        player=search.me,
        alternatives=offered,
        optional=False,
        result=None,
        otherwise=None,
        forced=True,
    )
    if due.is_at_once:
        if offered:
            covered = _is_covered(due, due.rest, search.program)
            yield ir.Loop(span, None, None, None, covered, (decide,))
        yield _paid(due, due.rest, due.source)
        return
    is_paid = ir.Logic(FLAG, "not", (due.is_open,))
    yield ir.Loop(span, None, None, None, is_paid, (decide,))
