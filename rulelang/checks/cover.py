"""What covers a taking: in go facts known at a place and a statement, out comes whether it is covered.

A fact is a true condition, or what was picked from where. It is dropped as soon as something it reads can
have changed. Expressions are compared as they are written: two ways to name one place are two places here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulelang.checks.known import conjuncts, known_value, lower_bounds
from rulelang.checks.sizes import surely_holds
from rulelang.checks.writes import Writes
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis, Key
from rulelang.program.types import BundleType, IntType, RefType
from rulelang.program.walk import free_locals


class Facts:
    """True conditions at one place of a body, and what locals were picked from."""

    def __init__(self, analysis: Analysis, writes: Writes, own_places: frozenset[str]) -> None:
        self.analysis = analysis
        self.writes = writes
        self.own_places = own_places  # families that hold only pieces of their owner
        self.conditions: list[ir.Expr] = []
        # A picked element lies in its source; a picked bundle is contained in its whole.
        self.elements: dict[ir.Expr, ir.Expr] = {}
        self.bundles: dict[ir.Expr, ir.Expr] = {}
        # Everything that some fact was ever about: other changes cannot touch any.
        self.locals: set[str] = set()
        self.keys: set[Key] = set()

    def copy(self) -> Facts:
        """Return the same facts, to be changed apart."""
        made = Facts(self.analysis, self.writes, self.own_places)
        made.conditions = list(self.conditions)
        made.elements = dict(self.elements)
        made.bundles = dict(self.bundles)
        made.locals = set(self.locals)
        made.keys = set(self.keys)
        return made

    def hold(self, condition: ir.Expr) -> None:
        """Note a condition that is true here."""
        self._note(condition)
        self.conditions += conjuncts(condition)

    def picked(self, pick: ir.Pick | None) -> None:
        """Note what a pick was taken from, and its condition."""
        if pick is None or pick.if_any:
            return
        local = ir.Local(pick.type, pick.local)
        self._note(local)
        if pick.source is not None:
            self._note(pick.source)
            self.elements[local] = pick.source
        elif pick.bundle_from is not None:
            self._note(pick.bundle_from)
            self.bundles[local] = pick.bundle_from
        if pick.condition is not None:
            self.hold(pick.condition)

    def answered(self, pick: ir.Pick) -> None:
        """Note what each participant of a barrier picked from."""
        if isinstance(pick.bundle_from, ir.BundleIn) and pick.bundle_from.holder is not None:
            answer = ir.PerPlayer(pick.type, pick.local, pick.bundle_from.holder)
            self._note(answer)
            self._note(pick.bundle_from)
            self.bundles[answer] = pick.bundle_from

    def element(self, stmt: ir.Each) -> None:
        """Note the condition under which the body of an `each` runs."""
        if stmt.condition is not None:
            self.hold(stmt.condition)

    def changed_by(self, body: ir.Body) -> None:
        """Forget what may no longer hold after a body was run."""
        if self.conditions or self.elements or self.bundles:
            self.changed(self.writes.of(body))

    def changed(self, keys: Iterable[Key]) -> None:
        """Forget what reads something that was written."""
        written = frozenset(keys)
        if written & self.keys:
            self._keep(lambda expr: not self.analysis.reads([expr]) & written)

    def rebound(self, names: Iterable[str]) -> None:
        """Forget what was about locals that now have another value."""
        locals_ = frozenset(names)
        if locals_ & self.locals:
            self._keep(lambda expr: not free_locals(expr) & locals_)

    def _note(self, expr: ir.Expr) -> None:
        self.locals |= free_locals(expr)
        self.keys |= self.analysis.reads([expr])

    def _keep(self, is_kept: Callable[[ir.Expr], bool]) -> None:
        self.conditions = [fact for fact in self.conditions if is_kept(fact)]
        for known in (self.elements, self.bundles):
            for local, source in tuple(known.items()):
                if not (is_kept(local) and is_kept(source)):
                    del known[local]


def covers(facts: Facts, stmt: ir.Transfer | ir.Draw | ir.MoveAlike) -> bool:
    """Whether what a statement takes is certainly there."""
    match stmt:
        case ir.Transfer():
            return _covers_amount(facts, stmt)
        case ir.Draw(count=count, source_account=str(account), source_holder=holder):
            return _at_least(facts, count, _account(facts, account, holder))
        case ir.Draw(count=count, source=source):
            return source is not None and _holds_things(facts, source, count, None)
        case ir.MoveAlike(count=count, source=source, thing=thing):
            return _holds_things(facts, source, count, thing)


def _account(facts: Facts, account: str, holder: ir.Expr | None) -> ir.Expr:
    enum = next(a.enum for a in facts.analysis.program.accounts if a.name == account)
    return ir.BundleIn(BundleType(enum), account, holder)


def _covers_amount(facts: Facts, stmt: ir.Transfer) -> bool:
    whole = _account(facts, stmt.source, stmt.source_holder)
    amount = stmt.amount
    if amount == whole or facts.bundles.get(amount) == whole:
        return True
    for fact in facts.conditions:
        if isinstance(fact, ir.Covers) and fact.whole == whole and fact.amount == amount:
            return True
    if isinstance(amount, ir.BundleOf):
        return _are_different([kind for _, kind in amount.items]) and all(
            _covers_item(facts, kind, count, whole) for count, kind in amount.items
        )
    return False


def _are_different(kinds: list[ir.Expr]) -> bool:
    """Whether no two of these kinds can be the same in play; what is worked out can be anything."""
    constants = {kind.value for kind in kinds if isinstance(kind, ir.Const)}
    return len(kinds) == 1 or len(constants) == len(kinds)


def _covers_item(facts: Facts, kind: ir.Expr, count: ir.Expr, whole: ir.Expr) -> bool:
    """Whether `count` of one kind are there: counted there, or bounded by a condition."""
    if known_value(count) == 0:
        return True
    there = [each for each in _counted(count) if (each.bundle, each.kind) == (whole, kind)]
    if there:
        return True
    wanted = known_value(count)
    if wanted is None:
        return False
    return any(
        least >= wanted
        for fact in facts.conditions
        for counted, least in _least_of_kind(fact)
        if counted == (whole, kind)
    )


def _least_of_kind(fact: ir.Expr) -> Iterator[tuple[tuple[ir.Expr, ir.Expr], int]]:
    """What a fact says about how many of a kind there are: ((amounts, kind), at least so many)."""
    match fact:
        case ir.Covers(amount=ir.BundleOf(items=((count, kind),)), whole=whole):
            least = known_value(count)
            if least is not None:
                yield (whole, kind), least
        case _:
            for expr, least in lower_bounds(fact):
                if isinstance(expr, ir.BundleCount):
                    yield (expr.bundle, expr.kind), least


def _counted(count: ir.Expr) -> list[ir.BundleCount]:
    """Counts that `count` is never greater than."""
    match count:
        case ir.BundleCount():
            return [count]
        case ir.Arith(op="min", left=left, right=right) if right is not None:
            return [*_counted(left), *_counted(right)]
        case _:
            return []


def _at_least(facts: Facts, count: ir.Expr, whole: ir.Expr) -> bool:
    if surely_holds(whole, count):
        return True
    wanted = _most(count)
    for fact in facts.conditions:
        for expr, least in lower_bounds(fact):
            if isinstance(expr, ir.BundleSize) and expr.bundle == whole and least >= wanted:
                return True
    return False


def _most(count: ir.Expr) -> int:
    return count.type.high if isinstance(count.type, IntType) else 10**9


def _holds_things(facts: Facts, place: ir.Expr, count: ir.Expr, thing: ir.Expr | None) -> bool:
    """Whether a place holds enough: of one face, or (`thing` is None) of anything."""
    if isinstance(count, ir.CountAt) and count.place == place:
        return thing is None or {*count.things} == _ids(thing) == {*count.things[:1]}
    wanted = _most(count)
    source = facts.elements.get(thing) if thing is not None else None
    if isinstance(source, ir.ThingsAt) and source.place == place and wanted <= 1:
        return True
    for fact in facts.conditions:
        for expr, least in lower_bounds(fact):
            if not isinstance(expr, ir.ThingsAt | ir.CountAt) or expr.place != place:
                continue
            if least >= wanted and (thing is None or _is_face(facts, place, thing, expr.things)):
                return True
    return False


def _ids(thing: ir.Expr) -> set[int]:
    if isinstance(thing, ir.Const):
        return {thing.value}
    return set(thing.type.ids) if isinstance(thing.type, RefType) else set()


def _is_face(facts: Facts, place: ir.Expr, thing: ir.Expr, things: tuple[int, ...]) -> bool:
    """Whether `thing` is the only one of `things` that can lie in a place."""
    program = facts.analysis.program
    if not _ids(thing) <= set(things):
        return False
    if len(things) == 1:
        return True
    owners = [program.things[number].owner for number in things]
    return len(set(owners)) == len(owners) and _is_of_owner(facts, thing, place)


def _is_of_owner(facts: Facts, thing: ir.Expr, place: ir.Expr) -> bool:
    """Whether a place holds only pieces of its owner, and `thing` is one of theirs."""
    families = facts.analysis.families(place)
    if not all(family.name in facts.own_places for family in families):
        return False
    match thing, place:
        case ir.Arith(op="+", left=owner), ir.Arith(op="+", left=holder):
            return owner == holder
        case ir.Const(value=number), ir.Const(value=at):
            return at - families[0].first == facts.analysis.program.things[number].owner
        case _:
            return False
