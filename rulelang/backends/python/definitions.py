"""Definitions, score lines and the win: pure functions of the state."""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.effects import earned_slots
from rulelang.backends.python.unit import Scope, Unit, identifier
from rulelang.backends.python.writer import Code
from rulelang.program import nodes as ir
from rulelang.program.model import Define, ScoreLine
from rulelang.program.types import FLAG, FlagType, IntType
from rulelang.runtime.layout import FIRST_FREE


def emit_define(unit: Unit, define: Define, name: str) -> None:
    """Add the function of a definition."""
    params = ["s"]
    if define.uses_me:
        params.append("me")
    params += [f"v_{identifier(param)}" for param, _type in define.params]
    if define.is_search:
        _emit_remembered(unit, define, name, params)
        name = f"{name}_search"
    code = Code(span=define.span, params=frozenset(params))
    scope = Scope(unit, code, {})
    names = expressions.param_names(define.params, scope)
    if define.uses_me:
        names["me"] = "me"
    emit_return(define.expr, scope.bind_all(names))
    unit.add_function(name, params, code)


REMEMBERED = 20_000  # answers of one search


def _emit_remembered(unit: Unit, define: Define, name: str, params: list[str]) -> None:
    """Add a function that looks up what was found before: a search comes to a position in many ways."""
    known = unit.constant(f"{{}}  # answers to {define.name}", "K")
    code = Code(span=define.span)
    position = f"tuple(s[{FIRST_FREE}:{unit.layout.frames_from}])"
    code.line(f"key = ({', '.join([position, 's[2]', *params[1:]])})")
    code.line(f"found = {known}.get(key)")
    with code.block("if found is None:"):
        code.line(f"if len({known}) > {REMEMBERED}: {known}.clear()")
        code.line(f"found = {known}[key] = {name}_search({', '.join(params)})")
    code.line("return found")
    unit.add_function(name, params, code)


def emit_return(expr: ir.Expr, scope: Scope) -> None:
    """Write the return of an expression; a conjunction leaves as soon as it can."""
    if isinstance(expr.type, FlagType) and isinstance(expr, ir.Logic) and expr.op in {"and", "or"}:
        *first, last = expr.operands
        for operand in first:
            if expr.op == "and":
                expressions.guard(operand, scope, "return False")
            else:
                expressions.guard_not(operand, scope, "return True")
        emit_return(last, scope)
        return
    if isinstance(expr, ir.Fold) and expr.word == "some" and expr.condition is not None:
        expressions.guard_not(expr, scope, "return True")
        scope.code.line("return False")
        return
    if isinstance(expr, ir.Fold) and expr.word == "every":
        expressions.guard(expr, scope, "return False")
        scope.code.line("return True")
        return
    if isinstance(expr, ir.Cond):
        _return_if(expr.condition, expr.then, scope)
        emit_return(expr.otherwise, scope)
        return
    if isinstance(expr.type, FlagType):
        text = expressions.scalar(expr, scope)
        if isinstance(expr, ir.Fold):
            text = f"{text} != 0"  # a mask may stand for a flag, but not outside of the module
    else:
        text = expressions.value(expr, scope)
    scope.code.line(f"return {expressions.unwrapped(text)}")


def emit_reached(unit: Unit, define: Define, name: str) -> None:
    """Add the function that says whether a number `n` is at least what a definition gives."""
    params = ["s", *(f"v_{identifier(param)}" for param, _type in define.params), "n"]
    code = Code(span=define.span, params=frozenset(params))
    scope = Scope(unit, code, {})
    scope = scope.bind_all(expressions.param_names(define.params, scope))
    expr = define.expr
    while isinstance(expr, ir.Cond):
        then = ir.Compare(FLAG, ">=", ir.Local(expr.type, "n"), expr.then)
        _return_if(expr.condition, then, scope.bind("n", "n"))
        expr = expr.otherwise
        # What is not enough for any of the cases left need not look at them.
        if isinstance(expr, ir.Cond) and isinstance(expr.type, IntType):
            code.line(f"if n < {expr.type.low}: return False")
    code.line(f"return n >= {expressions.scalar(expr, scope)}")
    unit.add_function(name, params, code)


def _return_if(condition: ir.Expr, then: ir.Expr, scope: Scope) -> None:
    """Write the return of an expression where a condition holds: out of a loop, if that is one."""
    is_flag = isinstance(then.type, FlagType)
    with scope.code.capture() as before:
        text = expressions.scalar(then, scope) if is_flag else expressions.value(then, scope)
    if not before and not isinstance(then, ir.Fold | ir.Cond):
        expressions.guard_not(condition, scope, f"return {expressions.unwrapped(text)}")
        return
    with scope.code.block(f"if {expressions.unwrapped(expressions.scalar(condition, scope))}:"):
        emit_return(then, scope)


def emit_score(unit: Unit, line: ScoreLine, name: str) -> None:
    """Add the function of a score line: points for each player, as a list."""
    code = Code(span=line.span)
    scope = Scope(unit, code, {})
    count = unit.program.players
    if not line.earned:
        code.line(f"out = [0] * {count}")
    else:
        earned = earned_slots(line.name, unit)
        code.line(f"out = s[{earned.first}:{earned.first + count}]")
    if line.expr is not None:
        code.line("keys = []")
        with code.block(f"for q in range({count}):"):
            text = expressions.scalar(line.expr, scope.bind(line.player, "q"))
            code.line(f"keys.append({text})")
        if line.prizes is None:
            code.line("out = [a + b for a, b in zip(out, keys)]")
        else:
            prizes = ", ".join(expressions.scalar(prize, scope) for prize in line.prizes)
            ranked = f"{unit.use('ranked_prizes')}(keys, ({prizes},), {line.ties!r})"
            code.line(f"out = [a + b for a, b in zip(out, {ranked})]")
    code.line("return out")
    unit.add_function(name, ("s",), code)


def _score_function(line: ScoreLine, unit: Unit) -> str:
    return unit.on_demand(
        ("score", line.name),
        f"score_{identifier(line.name)}",
        lambda name: emit_score(unit, line, name),
    )


def emit_scoring(unit: Unit) -> None:
    """Add `score_lines(s)`, a list of points per line, and `win_keys(s, totals)`."""
    code = Code()
    code.line("return [")
    for line in unit.program.scores:
        code.line(f"    {_score_function(line, unit)}(s),")
    code.line("]")
    unit.add_function("score_lines", ("s",), code)
    code = Code()
    scope = Scope(unit, code, {unit.program.win_player: "q", "points": "totals[q]"})
    code.line("out = []")
    with code.block(f"for q in range({unit.program.players}):"):
        keys = [expressions.scalar(key, scope) for key in unit.program.win]
        code.line(f"out.append(({', '.join(keys)}{',' if keys else ''}))")
    code.line("return out")
    unit.add_function("win_keys", ("s", "totals"), code)


def emit_invariants(unit: Unit) -> None:
    """Add `check_invariants(s)`, which raises R906."""
    code = Code()
    scope = Scope(unit, code, {})
    for invariant in unit.program.invariants:
        with code.at(invariant.span):
            fail = f"raise {unit.use('broken')}({invariant.name!r})"
            expressions.guard(invariant.expr, scope, fail)
    code.line("return None")
    unit.add_function("check_invariants", ("s",), code)
