"""Sequence points: awards find their holders, then the ends are judged."""

from __future__ import annotations

from rulelang.backends.python import expressions, paths, sets
from rulelang.backends.python.unit import Scope, Unit, identifier, ids_text
from rulelang.backends.python.writer import Code
from rulelang.program import nodes as ir
from rulelang.program.model import Award


def emit_point(judged: tuple[tuple[int, ...], ...], scope: Scope, when_over: str) -> None:
    """Write a sequence point; `when_over` runs if the game has ended."""
    awards, ends = judged
    for number in awards:
        award = scope.unit.program.awards[number]
        scope.code.line(f"{_award_function(award, scope.unit)}({scope.state})")
    for number in ends:
        end = scope.unit.program.ends[number]
        with scope.code.at(end.span):
            expressions.guard_not(end.condition, _without_locals(scope), when_over)


def _without_locals(scope: Scope) -> Scope:
    return Scope(scope.unit, scope.code, {}, scope.state)


def _award_function(award: Award, unit: Unit) -> str:
    return unit.on_demand(
        ("award", award.name),
        f"award_{identifier(award.name)}",
        lambda name: _emit_award(award, name, unit),
    )


def _emit_award(award: Award, name: str, unit: Unit) -> None:
    """The leaders are those with the most; the holder stays among them, else a single one."""
    code = Code(span=award.span)
    scope = Scope(unit, code, {})
    slot = unit.vars[award.name].first
    code.line(f"best = {expressions.scalar(award.at_least, scope)}")
    code.line("leaders = 0")
    inner = scope.bind(award.player, "q")
    with code.capture() as quick:
        bound = paths.at_most(award.most, inner)
    players = ids_text(unit, tuple(range(unit.program.players)))
    if bound is not None:
        # Who leads now is measured first: most others are then known to have less.
        everyone = ir.PlayersFrom(award.most.type, ir.Local(award.most.type, "first"), 1)
        players = sets.rotation(everyone, scope.bind("first", f"s[{slot}]"))
    with code.block(f"for q in {players}:"):
        code.put(quick, 1)
        if bound is not None:
            code.line(f"if {bound} < best: continue")
        code.line(f"n = {expressions.scalar(award.most, inner)}")
        code.line("if n > best: best = n; leaders = 1 << q")
        code.line("elif n == best: leaders |= 1 << q")
    if award.holder_keeps:
        code.line(f"if s[{slot}] >= 0 and leaders >> s[{slot}] & 1: return")
    single = "leaders.bit_length() - 1 if leaders and not leaders & leaders - 1 else -1"
    code.line(f"s[{slot}] = {single}")
    unit.add_function(name, ("s",), code)
