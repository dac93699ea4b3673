"""Printed tables turned round: which members have a value, which rows lead to a place.

What is printed never changes, so all of this is constant and computed when the module is written.
"""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.unit import Scope, Unit, number_text
from rulelang.program import nodes as ir
from rulelang.program.types import PLACES, THINGS
from rulelang.program.walk import free_locals


def conjuncts(condition: ir.Expr | None) -> list[ir.Expr]:
    """Return the parts of a condition that must all hold."""
    if condition is None:
        return []
    if isinstance(condition, ir.Logic) and condition.op == "and":
        return [part for operand in condition.operands for part in conjuncts(operand)]
    return [condition]


def listed(
    source: ir.Expr, variable: str, condition: ir.Expr | None, scope: Scope
) -> tuple[str, list[ir.Expr]] | None:
    """Return a constant list of the elements with a printed value, and what is left to test.

    `t in Tile where t.kind = k and …` walks the tiles of kind k only.
    """
    if not isinstance(source, ir.Ids) or len(source.ids) < 3:
        return None
    ids = source.ids
    rest: list[ir.Expr] = []
    by: tuple[str, ir.Expr] | None = None
    for part in conjuncts(condition):
        match part:
            case ir.Compare(
                op="==",
                left=ir.TableGet(index=ir.Local(name=name), offset=0, table=table),
                right=right,
            ) if name == variable and variable not in free_locals(right):
                values = scope.unit.tables[table]
                if isinstance(right, ir.Const):
                    ids = tuple(i for i in ids if values[i] == right.value)
                elif by is None and isinstance(values[ids[0]] if ids else 0, int):
                    by = (table, right)
                else:
                    rest.append(part)
            case ir.Contains(
                item=item, set=ir.TableGet(index=ir.Local(name=name), offset=0, table=table)
            ) if (
                name == variable
                and by is None
                and variable not in free_locals(item)
                and not expressions.is_optional(item.type)
            ):
                by = (table, item)
            case _:
                rest.append(part)
    if by is None and len(ids) == len(source.ids):
        return None
    if by is None:
        return f"({', '.join(map(str, ids))}{',' if len(ids) == 1 else ''})", rest
    return f"{_lists(by[0], ids, scope.unit)}.get({expressions.scalar(by[1], scope)}, ())", rest


def constant_elements(
    source: ir.Ids, variable: str, condition: ir.Expr, scope: Scope
) -> tuple[tuple[int, ...], list[ir.Expr]] | None:
    """Return the elements that meet the constant parts of a condition, and its other parts."""
    ids = source.ids
    rest: list[ir.Expr] = []
    for part in conjuncts(condition):
        match part:
            case ir.Compare(
                op="==",
                left=ir.TableGet(index=ir.Local(name=name), offset=0, table=table),
                right=ir.Const(value=value),
            ) if name == variable:
                ids = tuple(i for i in ids if scope.unit.tables[table][i] == value)
            case _:
                rest.append(part)
    return ids, rest


def narrowed(
    ids: tuple[int, ...], variable: str, condition: ir.Expr | None
) -> tuple[tuple[int, ...], list[ir.Expr]]:
    """Return the ids that a condition does not rule out by name, and the rest of the condition."""
    rest: list[ir.Expr] = []
    for part in conjuncts(condition):
        match part:
            case ir.Compare(op=op, left=ir.Local(name=name), right=ir.Const(value=value)) if (
                name == variable and op in ("==", "!=")
            ):
                ids = tuple(number for number in ids if (number == value) is (op == "=="))
            case _:
                rest.append(part)
    return ids, rest


def _lists(table: str, ids: tuple[int, ...], unit: Unit) -> str:
    """For each printed value (or member of a printed set) the ids that have it."""
    found: dict[int, list[int]] = {}
    for number in ids:
        value = unit.tables[table][number]
        for part in value if isinstance(value, tuple) else (value,):
            assert isinstance(part, int)
            found.setdefault(part, []).append(number)
    return unit.constant(repr({value: tuple(group) for value, group in sorted(found.items())}), "L")


def by_value(table: str, unit: Unit) -> dict[int, int]:
    """For each value of a table of scalars the mask of the ids that have it."""
    found: dict[int, int] = {}
    for number, value in enumerate(unit.tables[table]):
        if isinstance(value, int):
            found[value] = found.get(value, 0) | 1 << number
    return found


def inverse_masks(table: str, unit: Unit) -> str:
    """The relation backwards: for each place the mask of those whose row has it."""
    back: dict[int, int] = {}
    for number, row in enumerate(unit.tables[table]):
        for goal in row if isinstance(row, tuple) else (row,):
            if isinstance(goal, int) and goal >= 0 and _is_place_row(table, number, unit):
                back[goal] = back.get(goal, 0) | 1 << number
    size = max(len(unit.tables[table]), max(back, default=-1) + 1)
    texts = ", ".join(number_text(back.get(goal, 0)) for goal in range(size))
    return unit.constant(f"({texts},)", "M")


def shift(table: str, unit: Unit) -> tuple[int, int] | None:
    """If every row leads to one place at the same distance: that distance, and who has a row."""
    distances: set[int] = set()
    valid = 0
    for number, row in enumerate(unit.tables[table]):
        goals = row if isinstance(row, tuple) else (row,)
        if len(goals) > 1:
            return None
        for goal in goals:
            if isinstance(goal, int) and goal >= 0 and _is_place_row(table, number, unit):
                distances.add(number - goal)
                valid |= 1 << number
    if len(distances) != 1:
        return None
    return distances.pop(), valid


def _is_place_row(table: str, number: int, unit: Unit) -> bool:
    """Tables of a universe have 0 where a field is not printed: such rows lead nowhere."""
    universe, _, name = table.partition(".")
    is_printed = any(
        kind.universe == universe and number in kind.ids and name in dict(kind.fields)
        for kind in unit.program.kinds
    )
    return is_printed or universe not in (PLACES, THINGS)
