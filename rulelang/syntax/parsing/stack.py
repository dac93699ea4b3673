"""The stack of the parser: states of the tables with values and their places in the text.

It knows how to take a terminal, whether it could, and how to get back to the start of a line. What tokens
are and what is reported is the business of `from_text.py` and `recovery.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import attrs
from attrs import define, field

from rulelang.frozen import field_names, frozen, is_frozen
from rulelang.source import Span
from rulelang.syntax.parsing.build import BUILDERS
from rulelang.syntax.parsing.build_expressions import Builder
from rulelang.syntax.parsing.parser_tables import RuleShape, Tables, load_tables


@frozen(kw_only=True)
class Reduction:
    """What to do for a production; `passed` is the place of the one part that stands for it."""

    length: int
    origin: int
    passed: int | None
    is_list: bool
    has_lists: bool
    takes: tuple[int, ...]
    build: Builder


@attrs.frozen(kw_only=True)
class Machine:
    """The tables made ready to run; `chains` remembers where rows of renamings end."""

    tables: Tables
    reductions: tuple[Reduction, ...]
    list_states: frozenset[int]
    chains: dict[tuple[int, int, int], int] = field(factory=dict)


@cache
def load_machine() -> Machine:
    """Return the machine of the grammar."""
    tables = load_tables()
    lists = {i for i, name in enumerate(tables.nonterminals) if name.startswith("__")}
    targets = (row[name] for row in tables.gotos for name in lists & row.keys())
    return Machine(
        tables=tables,
        reductions=tuple(_reduction(rule) for rule in tables.rules),
        list_states=frozenset(targets),
    )


def _reduction(rule: RuleShape) -> Reduction:
    passes = rule.passes_single and len(rule.takes) == 1 and rule.takes[0] % 2 == 0
    return Reduction(
        length=rule.length,
        origin=rule.origin,
        passed=rule.takes[0] // 2 if passes else None,
        is_list=rule.is_list,
        has_lists=any(take < 0 or take % 2 for take in rule.takes),
        takes=rule.takes,
        build=BUILDERS.get(rule.name, _never),
    )


def _never(*_: object) -> object:
    raise AssertionError("lists and renamings are not built")


@define
class Stack:
    """States, and for each but the first a value with its start and end.

    `levels` has, for each open block, how many states there were when it began.
    """

    machine: Machine
    path: str
    states: list[int] = field(init=False)
    values: list[object] = field(factory=list, init=False)
    starts: list[int] = field(factory=list, init=False)
    ends: list[int] = field(factory=list, init=False)
    levels: list[int] = field(factory=lambda: [1], init=False)

    def __attrs_post_init__(self) -> None:
        self.states = [self.machine.tables.start]

    def take(self, terminal: int, start: int) -> int | None:
        """Reduce as far as `terminal` demands; return the state to shift to, None if there is none."""
        actions = self.machine.tables.actions
        states = self.states
        action = actions[states[-1]].get(terminal)
        while action is not None and action < 0:
            self.reduce(~action, terminal, start)
            action = actions[states[-1]].get(terminal)
        return action

    def reduce(self, number: int, terminal: int, start: int) -> None:
        """Replace the parts of a production by its value; `start` is where an empty one stands."""
        machine = self.machine
        rule = machine.reductions[number]
        states = self.states
        length = rule.length
        if rule.passed is not None and length == 1:
            self._rename(terminal)
            return
        values, starts, ends = self.values, self.starts, self.ends
        base = len(values) - length
        end = start
        if length:
            start, end = starts[base], ends[-1]
        value = (
            values[base + rule.passed]
            if rule.passed is not None
            else self._build(rule, base, start, end)
        )
        del states[base + 1 :], values[base:], starts[base:], ends[base:]
        states.append(machine.tables.gotos[states[-1]][rule.origin])
        values.append(value)
        starts.append(start)
        ends.append(end)

    def _build(self, rule: Reduction, base: int, start: int, end: int) -> object:
        values = self.values
        if not rule.has_lists:
            parts = [values[base + take // 2] for take in rule.takes]
        else:
            parts = []
            for take in rule.takes:
                if take < 0:
                    parts.append(None)
                elif take % 2 == 0:
                    parts.append(values[base + take // 2])
                else:
                    members = values[base + take // 2]
                    assert isinstance(members, list)
                    # A list that grows at its end is not copied, or long files would take for ever.
                    parts = members if not parts else [*parts, *members]
        if rule.is_list:
            return parts
        return rule.build(Span(self.path, start, end), *parts)

    def _rename(self, terminal: int) -> None:
        """Follow productions that only give the top another name; the value stays."""
        below, top = self.states[-2:]
        key = (below, top, terminal)
        chains = self.machine.chains
        if key in chains:
            self.states[-1] = chains[key]
            return
        tables, reductions = self.machine.tables, self.machine.reductions
        while True:
            action = tables.actions[top].get(terminal)
            if action is None or action >= 0:
                break
            rule = reductions[~action]
            if rule.length != 1 or rule.passed is None:
                break
            top = tables.gotos[below][rule.origin]
        chains[key] = self.states[-1] = top

    def push(self, state: int, value: object, start: int, end: int) -> None:
        """Put a value on top."""
        self.states.append(state)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)

    # --- For recovery -----------------------------------------------------------------------------

    def accepts(self, *terminals: int) -> bool:
        """Whether these terminals, one after the other, could be taken now."""
        tables = self.machine.tables
        depth = len(self.states)
        pushed: list[int] = []
        for terminal in terminals:
            while True:
                top = pushed[-1] if pushed else self.states[depth - 1]
                if top == tables.end:
                    return terminal == tables.number_of["$END"]
                action = tables.actions[top].get(terminal)
                if action is None:
                    return False
                if action >= 0:
                    pushed.append(action)
                    break
                rule = self.machine.reductions[~action]
                kept = max(0, len(pushed) - rule.length)
                depth -= max(0, rule.length - len(pushed))
                del pushed[kept:]
                top = pushed[-1] if pushed else self.states[depth - 1]
                pushed.append(tables.gotos[top][rule.origin])
        return True

    def acceptable(self) -> list[int]:
        """Return all terminals that can be taken now."""
        row = self.machine.tables.actions[self.states[-1]]
        return [terminal for terminal in row if self.accepts(terminal)]

    def row(self) -> dict[int, int]:
        """Return what the top state does for each terminal."""
        return self.machine.tables.actions[self.states[-1]]

    def settle(self, start: int) -> None:
        """Complete what is complete but waits for a token that tells so."""
        while len(self.states) > self.line_height():
            row = self.row()
            reductions = {action for action in row.values() if action < 0}
            if len(reductions) != 1:
                return
            terminal = next(t for t, action in row.items() if action < 0)
            self.reduce(~reductions.pop(), terminal, start)

    def line_height(self) -> int:
        """Return how many states there were where a line of the innermost block can begin."""
        level = self.levels[-1]
        has_lines = len(self.states) > level and self.states[level] in self.machine.list_states
        return level + has_lines

    def drop_line(self) -> None:
        """Go back to where a line of the innermost block can begin."""
        keep = self.line_height()
        del self.states[keep:]
        del self.values[keep - 1 :], self.starts[keep - 1 :], self.ends[keep - 1 :]

    def leave_block(self) -> None:
        """Give up the innermost block with the line it belongs to."""
        self.levels.pop()
        self.drop_line()

    def fill_block(self, place: int) -> bool:
        """Act as if the block that has just begun had lines; False if it must have certain ones."""
        if len(self.states) != self.levels[-1]:
            return False
        row = self.machine.tables.gotos[self.states[-1]]
        names = self.machine.tables.nonterminals
        lists = [name for name in row if names[name].startswith("__")]
        if len(lists) != 1:
            return False
        self.push(row[lists[0]], [], place, place)
        return True


def is_deeper(values: Sequence[object], limit: int) -> bool:
    """Whether nodes in `values` are nested more than `limit` deep; found without recursion."""
    todo = [(value, 1) for value in values]
    while todo:
        value, depth = todo.pop()
        if isinstance(value, tuple | list):
            todo += [(part, depth) for part in value]
            continue
        cls = type(value)
        if is_frozen(cls) and cls is not Span:
            if depth > limit:
                return True
            todo += [(getattr(value, name), depth + 1) for name in field_names(cls)]
    return False
