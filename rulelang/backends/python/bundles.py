"""Bundles: counts per kind, spread into one expression per kind while code is generated.

Nothing is built at run time unless a bundle crosses a function: then it is a tuple.
"""

from __future__ import annotations

from rulelang.backends.python import expressions, sets
from rulelang.backends.python.unit import Bundle, CannotCompile, Scope, Unit, index_text
from rulelang.backends.python.writer import add, is_number
from rulelang.program import nodes as ir
from rulelang.program.model import Account
from rulelang.program.types import BundleType


def kinds_of(expr: ir.Expr, unit: Unit) -> int:
    """Return how many kinds a bundle counts."""
    if not isinstance(expr.type, BundleType):
        raise TypeError(f"no bundle: {expr.type}")
    return unit.enum_size(expr.type.enum)


def bundle(expr: ir.Expr, scope: Scope) -> Bundle:
    """Return one expression per kind; "0" where there is nothing of it."""
    unit = scope.unit
    match expr:
        case ir.Local(name=name):
            text = scope.names[name]
            return spread(text, kinds_of(expr, unit)) if isinstance(text, str) else text
        case ir.BundleOf():
            return _written_out(expr, scope)
        case ir.BundleIn(account=account, holder=holder):
            base = account_base(account, holder, scope)
            return tuple(scope.slot(add(base, kind)) for kind in range(kinds_of(expr, unit)))
        case ir.BundleAcross():
            return _across(expr, scope)
        case ir.BundleOp():
            return _computed(expr, scope)
        case ir.Cond():
            return _chosen(expr, scope)
        case ir.VarGet(var=var, index=index):
            slots = unit.vars[var]
            owner = "0" if index is None else expressions.scalar(index, scope)
            base = index_text(unit, slots.owners, owner, slots.width, slots.first)
            base = _kept(base, scope)
            return tuple(scope.slot(add(base, kind)) for kind in range(slots.width))
        case ir.TableGet() | ir.CallDefine() | ir.Supposing():
            whole = scope.code.keep(expressions.value(expr, scope), "b")
            return spread(whole, kinds_of(expr, unit))
        case ir.PerPlayer(local=local, player=player):
            return expressions.per_player_bundle(local, player, kinds_of(expr, unit), scope)
        case _:
            raise CannotCompile(expr, scope.code.span)


def spread(text: str, kinds: int) -> Bundle:
    """Return the parts of a bundle that is a tuple at run time."""
    return tuple(f"{text}[{kind}]" for kind in range(kinds))


def tuple_text(parts: Bundle) -> str:
    """Return a bundle as a tuple at run time."""
    owners = {part.partition("[")[0] for part in parts}
    if len(owners) == 1 and spread(next(iter(owners)), len(parts)) == parts:
        return next(iter(owners))
    return f"({', '.join(parts)},)"


def sequence(expr: ir.Expr, scope: Scope) -> str:
    """Return a bundle as a list or tuple that nobody changes."""
    if isinstance(expr, ir.BundleIn):
        base = account_base(expr.account, expr.holder, scope)
        return f"{scope.state}[{base}:{add(base, kinds_of(expr, scope.unit))}]"
    return f"({', '.join(bundle(expr, scope))},)"


def account_base(account: str, holder: ir.Expr | None, scope: Scope) -> str:
    """Return the index of the first kind of an account, as a name or number."""
    slots = scope.unit.accounts[account]
    owner = "0" if holder is None else expressions.scalar(holder, scope)
    return _kept(index_text(scope.unit, slots.holders, owner, slots.kinds, slots.first), scope)


def _across(expr: ir.BundleAcross, scope: Scope) -> Bundle:
    """Add up the accounts of several holders."""
    code = scope.code
    kinds = kinds_of(expr, scope.unit)
    sums = code.name("b")
    code.line(f"{sums} = [0] * {kinds}")
    base, levels = _each_account(expr, scope)
    for kind in range(kinds):
        code.line(f"{sums}[{kind}] += {scope.slot(add(base, kind))}")
    sets.close_walk(scope, levels)
    code.line(f"{sums} = tuple({sums})")
    return spread(sums, kinds)


def _count_across(expr: ir.BundleAcross, kind: ir.Expr, scope: Scope) -> str:
    code = scope.code
    which, total = code.keep(expressions.scalar(kind, scope), "k"), code.name("n")
    code.line(f"{total} = 0")
    base, levels = _each_account(expr, scope)
    code.line(f"{total} += {scope.slot(add(base, which))}")
    sets.close_walk(scope, levels)
    return total


def _each_account(expr: ir.BundleAcross, scope: Scope) -> tuple[str, int]:
    """Open the loop over the holders; return the first slot of each and how many loops are open."""
    slots = scope.unit.accounts[expr.account]
    holder = scope.code.name("h")
    levels = sets.open_walk(expr.holders, scope, holder)
    base = index_text(scope.unit, slots.holders, holder, slots.kinds, slots.first)
    return scope.code.keep(base, "a"), levels


def _kept(text: str, scope: Scope) -> str:
    return text if is_number(text) else scope.code.keep(text, "a")


def single(expr: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """Return (count, kind) of an amount of just one computed kind."""
    if isinstance(expr, ir.BundleOf) and len(expr.items) == 1:
        count, kind = expr.items[0]
        return None if isinstance(kind, ir.Const) else (count, kind)
    return None


def _written_out(expr: ir.BundleOf, scope: Scope) -> Bundle:
    parts = ["0"] * kinds_of(expr, scope.unit)
    for count, kind in expr.items:
        amount = expressions.scalar(count, scope)
        if isinstance(kind, ir.Const):
            parts[kind.value] = add(parts[kind.value], amount)
            continue
        which = scope.code.keep(expressions.scalar(kind, scope), "k")
        amount = scope.code.keep(amount)
        for number, part in enumerate(parts):
            parts[number] = add(part, f"({amount} if {which} == {number} else 0)")
    return tuple(_single_term(part) for part in parts)


def _single_term(part: str) -> str:
    return f"({part})" if " + " in part or " - " in part else part


def _computed(expr: ir.BundleOp, scope: Scope) -> Bundle:
    left = bundle(expr.left, scope)
    if expr.op == "*":
        factor = scope.code.keep(expressions.scalar(expr.right, scope))
        return tuple("0" if part == "0" else _product(part, factor) for part in left)
    right = bundle(expr.right, scope)
    if expr.op == "+":
        return tuple(_single_term(add(a, b)) for a, b in zip(left, right, strict=True))
    parts = []
    for a, b in zip(left, right, strict=True):
        difference = a if b == "0" else scope.code.keep(f"{a} - {b}")
        parts.append(a if b == "0" else f"({difference} if {difference} > 0 else 0)")
    return tuple(parts)


def _product(part: str, factor: str) -> str:
    if is_number(part) and is_number(factor):
        return str(int(part) * int(factor))
    if part == "1":
        return factor
    return part if factor == "1" else f"{part} * {factor}"


def _chosen(expr: ir.Cond, scope: Scope) -> Bundle:
    """Both sides as tuples, so that only one is computed."""
    name = scope.code.name("b")
    with scope.code.block(f"if {expressions.scalar(expr.condition, scope)}:"):
        scope.code.line(f"{name} = {tuple_text(bundle(expr.then, scope))}")
    with scope.code.block("else:"):
        scope.code.line(f"{name} = {tuple_text(bundle(expr.otherwise, scope))}")
    return spread(name, kinds_of(expr, scope.unit))


def covers(expr: ir.Covers, scope: Scope) -> str:
    """Return the test that a bundle is contained in another."""
    one = single(expr.amount)
    if one is not None and isinstance(expr.whole, ir.BundleIn):
        base = account_base(expr.whole.account, expr.whole.holder, scope)
        held = scope.slot(add(base, expressions.scalar(one[1], scope)))
        reached = expressions.reached(held, one[0], scope)
        if reached is not None:
            return reached
        count = expressions.scalar(one[0], scope)
        return expressions.compared(">=", held, count, one[0].type)
    if one is not None:
        held = count_of(ir.BundleCount(one[0].type, expr.whole, one[1]), scope)
        return f"({held} >= {expressions.scalar(one[0], scope)})"
    amount = bundle(expr.amount, scope)
    whole = bundle(expr.whole, scope)
    # What is never negative is at least one if it is anything at all.
    plain = isinstance(expr.whole, ir.BundleIn) and not _is_unlimited(expr.whole.account, scope)
    tests = [
        w if a == "1" and plain else f"{w} >= {a}"
        for a, w in zip(amount, whole, strict=True)
        if a != "0"
    ]
    return f"({' and '.join(tests)})" if tests else "True"


def _is_unlimited(name: str, scope: Scope) -> bool:
    return any(each.unlimited for each in scope.unit.program.accounts if each.name == name)


def size(expr: ir.Expr, scope: Scope) -> str:
    """Return how many pieces a bundle has in all."""
    if isinstance(expr, ir.BundleOf):
        total = "0"
        for count, _kind in expr.items:
            total = add(total, expressions.scalar(count, scope))
        return _single_term(total)
    if isinstance(expr, ir.BundleIn):
        base = account_base(expr.account, expr.holder, scope)
        kinds = kinds_of(expr, scope.unit)
        return f"sum({scope.state}[{base}:{add(base, kinds)}])"
    return f"sum({tuple_text(bundle(expr, scope))})"


def count_of(expr: ir.BundleCount, scope: Scope) -> str:
    """Return how many of one kind a bundle has."""
    if isinstance(expr.bundle, ir.BundleIn):
        base = account_base(expr.bundle.account, expr.bundle.holder, scope)
        return scope.slot(add(base, expressions.scalar(expr.kind, scope)))
    if isinstance(expr.bundle, ir.BundleAcross):
        return _count_across(expr.bundle, expr.kind, scope)
    parts = bundle(expr.bundle, scope)
    if isinstance(expr.kind, ir.Const):
        return parts[expr.kind.value]
    return f"{tuple_text(parts)}[{expressions.scalar(expr.kind, scope)}]"


def arrive(target: Account, at: tuple[str, str, str], scope: Scope) -> None:
    """Write what reaches an account, `at` (base, kind, count): full is R902, or the rest is lost."""
    base, kind, count = at
    slot = scope.slot(add(base, kind))
    scope.code.line(f"{slot} += {count}")
    if target.capacity is None:
        return
    if not target.overflow_lost:
        scope.unit.use("out_of_range")
        scope.code.line(
            f"if {slot} > {target.capacity}: "
            f"raise out_of_range({target.name!r}, {slot}, 'at most {target.capacity}')"
        )
        return
    home = dict(scope.unit.program.home_accounts)[target.enum]
    first = scope.unit.accounts[home].first
    with scope.code.block(f"if {slot} > {target.capacity}:"):
        scope.code.line(f"{scope.slot(add(str(first), kind))} += {slot} - {target.capacity}")
        scope.code.line(f"{slot} = {target.capacity}")
