"""Claims on an account: all are gathered before anything moves, then settled.

Mostly there is enough for everybody, of each kind as much as is claimed of all kinds together, and each
claim is paid as it stands. Where a kind may be
short, settling goes kind by kind, claimants in turn order, and the rule says what each one gets.
"""

from __future__ import annotations

from rulelang.backends.python import bundles, expressions, sets
from rulelang.backends.python.effects import Exits, account_named, statements
from rulelang.backends.python.unit import Scope
from rulelang.backends.python.writer import add
from rulelang.program import nodes as ir
from rulelang.program.types import IntType
from rulelang.program.walk import descend_all


def claim(stmt: ir.Claim, scope: Scope) -> None:
    """Write down a claim: (player, kind, count)."""
    player = scope.code.keep(expressions.scalar(stmt.player, scope))
    one = bundles.single(stmt.amount)
    if one is None:
        for number, part in enumerate(bundles.bundle(stmt.amount, scope)):
            if part != "0":
                _note(player, str(number), part, scope)
        return
    kind = scope.code.keep(expressions.scalar(one[1], scope))
    count = expressions.scalar(one[0], scope)
    test = f"if {kind} >= 0: " if expressions.is_optional(one[1].type) else ""
    _note(player, kind, count, scope, test)


def _note(player: str, kind: str, count: str, scope: Scope, test: str = "") -> None:
    claims, in_all = scope.scalar("@claims"), scope.scalar("@claimed")
    count = scope.code.keep(count)
    scope.code.line(f"{test}{claims}.append(({player}, {kind}, {count})); {in_all} += {count}")


def collect(stmt: ir.Collect, scope: Scope, exits: Exits) -> None:
    """Write the gathering of claims and both ways to settle them."""
    code = scope.code
    claims, in_all = code.name("c"), code.name("n")
    code.line(f"{claims} = []")
    code.line(f"{in_all} = 0")
    statements(stmt.body, scope.bind_all({"@claims": claims, "@claimed": in_all}), exits)
    base = bundles.account_base(stmt.account, stmt.holder, scope)
    if account_named(stmt.account, scope).unlimited:
        _pay_all(stmt, claims, base, scope)
        return
    if not _never_negative(stmt):
        _settle(stmt, claims, base, scope)
        return
    player, kind, count = (code.name(prefix) for prefix in "pkn")
    head = f"for {player}, {kind}, {count} in {claims}:"
    with code.block(head), code.block(f"if {scope.slot(add(base, kind))} < {in_all}:"):
        _settle(stmt, claims, base, scope)
        code.line("break")
    with code.block("else:"):
        _pay_all(stmt, claims, base, scope)


def _never_negative(stmt: ir.Collect) -> bool:
    amounts = [node.amount for node in descend_all(stmt.body) if isinstance(node, ir.Claim)]
    return all(
        isinstance(amount, ir.BundleOf)
        and all(isinstance(n.type, IntType) and n.type.low >= 0 for n, _kind in amount.items)
        for amount in amounts
    )


def _pay_all(stmt: ir.Collect, claims: str, base: str, scope: Scope) -> None:
    """There is enough of everything, so the order makes no difference."""
    target = scope.unit.accounts[stmt.target]
    player, kind, count = (scope.code.name(prefix) for prefix in "pkn")
    with scope.code.block(f"for {player}, {kind}, {count} in {claims}:"):
        scope.code.line(f"{scope.slot(add(base, kind))} -= {count}")
        earned = add(f"{player} * {target.kinds}", target.first)
        bundles.arrive(account_named(stmt.target, scope), (earned, kind, count), scope)


def _settle(stmt: ir.Collect, claims: str, base: str, scope: Scope) -> None:
    """Kind by kind: whoever claims of a kind that is short gets what the rule says."""
    code, unit = scope.code, scope.unit
    target = unit.accounts[stmt.target]
    kinds, players = target.kinds, unit.program.players
    player, kind, claimed = (code.name(prefix) for prefix in "pkn")
    sums, short = code.name("l"), code.name("n")
    code.line(f"{sums} = [0] * {kinds * players}")
    line = f"{sums}[{kind} * {players} + {player}] += {claimed}"
    code.line(f"for {player}, {kind}, {claimed} in {claims}: {line}")
    order = sets.rotation(
        ir.PlayersFrom(stmt.short.type, ir.Local(stmt.short.type, "active"), 1), scope
    )
    held = scope.slot(add(base, kind))
    of_kind = code.name("l")
    with code.block(f"for {kind} in range({kinds}):"):
        code.line(f"{of_kind} = {sums}[{kind} * {players}:{kind} * {players} + {players}]")
        code.line(f"if not any({of_kind}): continue")
        code.line(f"{short} = {players} - {of_kind}.count(0) if sum({of_kind}) > {held} else 0")
        with code.block(f"for {player} in {order}:"):
            code.line(f"{claimed} = {of_kind}[{player}]")
            code.line(f"if not {claimed}: continue")
            with code.block(f"if {short}:"):
                left = code.keep(held)
                names = {"claimed": claimed, "claimants": short, "left": left}
                given = expressions.scalar(stmt.short, scope.bind_all(names))
                code.line(f"{claimed} = {given}")
                code.line(f"if {claimed} > {left}: {claimed} = {left}")
            code.line(f"{held} -= {claimed}")
            earned = add(f"{player} * {kinds}", target.first)
            bundles.arrive(account_named(stmt.target, scope), (earned, kind, claimed), scope)
