"""Whether somebody is asked: in goes a body, out comes whether every way through it asks, or some way may.

Nobody is asked where there is nothing to decide: by picks that are skipped (`if any`), by a forced choice of one thing
without picks, by what stands behind a `stop`. Chance asks nobody. Everything is careful: what is not sure is not asked.
"""

from __future__ import annotations

from rulelang.checks.circles import callees_first
from rulelang.checks.routines import (
    called_rules,
    inner_bodies,
    is_certain,
    offered,
    reached_rules,
    statements,
)
from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis


@frozen
class Inside:
    """What a `stop` can leave while the loop that is judged goes on: names, and an inner loop.

    `names` is None where every name counts.
    """

    names: frozenset[str] | None
    is_inner: bool

    def goes_on(self, stop: ir.Stop) -> bool:
        """Whether play goes on inside the loop after a `stop`."""
        if stop.name is None:
            return self.is_inner
        return self.names is None or stop.name in self.names

    def inner(self) -> Inside:
        """The same, in a loop inside the one that is judged."""
        return Inside(self.names, is_inner=True)


RULE = Inside(None, is_inner=True)


class AskingBodies:
    """Answers about bodies, with the rules that they run."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        # Grown from nothing, so that a cycle of rules never proves itself.
        self.sure: set[str] = set()
        self.may: set[str] = set()
        # Called rules first, so that one round settles all but cycles.
        calls = {
            name: called_rules(rule.body, analysis.program) for name, rule in analysis.rules.items()
        }
        rules = [analysis.rules[name] for name in callees_first(calls)]
        before = -1
        while len(self.sure) + len(self.may) != before:
            before = len(self.sure) + len(self.may)
            self.sure.update(rule.name for rule in rules if self._surely(rule.body, RULE))
            self.may.update(rule.name for rule in rules if self.may_wait(rule.body))

    # --- surely --------------------------------------------------------------------------------------

    def every_pass(self, loop: ir.Loop) -> bool:
        """Whether every pass of a loop asks somebody, leaves the loop or ends the game."""
        called = reached_rules(loop.body, self.analysis.program)
        bodies = [loop.body, *(self.analysis.rules[name].body for name in called)]
        steps = {s.name for body in bodies for s in statements(body) if isinstance(s, ir.Step)}
        return self._surely(loop.body, Inside(frozenset({*steps, *called}), is_inner=False))

    def _surely(self, body: ir.Body, inside: Inside) -> bool:
        for stmt in body:
            if isinstance(stmt, ir.Stop):
                return not inside.goes_on(stmt)
            if self._asks(stmt, inside):
                return True
            if _may_skip(stmt, inside):
                return False
        return False

    def _asks(self, stmt: ir.Stmt, inside: Inside) -> bool:
        match stmt:
            case ir.Finish():
                return True
            case ir.Decide(otherwise=otherwise):
                # Without an option nobody is asked; then only what happens instead counts.
                is_asked = self._is_asked(stmt)
                return is_asked and (otherwise is None or self._surely(otherwise, inside))
            case ir.CallRule():
                return all(
                    self._has_pick(each) or each.rule in self.sure
                    for each in offered(stmt, self.analysis.program)
                )
            case ir.If(then=then, otherwise=otherwise):
                return self._surely(then, inside) and self._surely(otherwise, inside)
            case ir.Together(body=body):
                return is_certain(stmt) and self._surely(body, inside)
            case ir.Step(body=body) | ir.Turn(body=body):
                return self._surely(body, inside)
            case ir.Each(body=body) | ir.Times(body=body):
                return is_certain(stmt) and self._surely(body, inside.inner())
            case ir.Loop(until=None, source=None, body=body):
                return self._surely(body, inside.inner())
            case _:
                return False

    def _is_asked(self, stmt: ir.Decide) -> bool:
        """Whether the player is asked where there is an option: one thing without picks is just done."""
        if stmt.forced:
            return False
        if stmt.optional or len(stmt.alternatives) > 1:
            return True
        return all(self._has_pick(each) for each in offered(stmt, self.analysis.program)) and bool(
            stmt.alternatives
        )

    def _has_pick(self, alternative: ir.Alternative) -> bool:
        """Whether something has to be picked that is never skipped."""
        picks = [param.pick for param in self.analysis.asked_params(alternative)]
        return any(pick is not None and not pick.if_any for pick in (*alternative.picks, *picks))

    # --- perhaps -------------------------------------------------------------------------------------

    def may_wait(self, body: ir.Body) -> bool:
        """Whether some way through a body asks or rolls."""
        return any(self._may_wait(stmt) for stmt in statements(body))

    def _may_wait(self, stmt: ir.Stmt) -> bool:
        match stmt:
            case ir.Roll() | ir.Shuffle() | ir.Decide() | ir.Together():
                return True
            case ir.Draw(chance=chance):
                return chance is not None
            case ir.CallRule():
                return any(
                    self.analysis.asks(each) or each.rule in self.may
                    for each in offered(stmt, self.analysis.program)
                )
            case _:
                return False


def _may_skip(stmt: ir.Stmt, inside: Inside) -> bool:
    """Whether a statement can jump over those after it while the loop goes on."""
    return any(inside.goes_on(stop) for stop in stops_of((stmt,)))


def stops_of(body: ir.Body) -> list[ir.Stop]:
    """Return what can leave a body: stops by name, and those of its own loop."""
    found: list[ir.Stop] = []
    for stmt in body:
        if isinstance(stmt, ir.Stop):
            found.append(stmt)
            continue
        inner = [stop for part in inner_bodies(stmt) for stop in stops_of(part)]
        if isinstance(stmt, ir.Each | ir.Times | ir.Loop):
            inner = [stop for stop in inner if stop.name is not None]
        found += inner
    return found
