"""Sequence points: which awards and ends are worth judging where.

A point judges only what something before it can have changed: after an action what that action
writes, at the other points what is written outside actions, because every action closed with a
point of its own. Awards are also settled when a turn closes, so that a turn starts with nothing
left to settle but what was written between turns.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.graph.analysis import ACTIVE_KEY, Analysis, Keys
from rulelang.program import nodes as ir
from rulelang.program.model import Award


@define
class Points:
    """The awards and ends of each kind of sequence point of one program."""

    analysis: Analysis
    _between: Keys = field(init=False)

    def __attrs_post_init__(self) -> None:
        program, analysis = self.analysis.program, self.analysis
        self._between = analysis.writes_outside_turns(program.flow)
        if analysis.suspends_body(program.setup):  # then nothing is judged at its end
            self._between |= analysis.writes_outside_actions(program.setup)

    def _judged(self, written: Keys, period: str, *, always: bool) -> tuple[tuple[int, ...], ...]:
        program = self.analysis.program
        awards = []
        for number, award in enumerate(program.awards):
            if self._award_reads(award) & written:
                awards.append(number)
                written |= {("v", award.name)}
        ends = [
            number
            for number, end in enumerate(program.ends)
            if end.after == period
            and (always or not written.isdisjoint(self.analysis.reads([end.condition])))
        ]
        return tuple(awards), tuple(ends)

    def _award_reads(self, award: Award) -> Keys:
        return self.analysis.reads([award.most, award.at_least])

    def after_action(self, rule: str) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when this action closes."""
        return self._judged(self.analysis.rule_writes(rule), "action", always=False)

    def after_setup(self) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when set-up is done: awards only."""
        written = self.analysis.writes(self.analysis.program.setup)
        return self._judged(written, "setup", always=False)

    def at_turn_start(self) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a turn starts."""
        return self._judged(self._between | {ACTIVE_KEY}, "action", always=False)

    def at_turn_end(self, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a turn closes."""
        return self._judged(self.analysis.writes_outside_actions(body), "turn", always=True)

    def at_step_end(self, name: str, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a step closes."""
        return self._judged(self.analysis.writes_outside_actions(body), name, always=True)

    def after_then(self, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged after the effects of a `together`."""
        return self._judged(self.analysis.writes_outside_actions(body), "then", always=False)
