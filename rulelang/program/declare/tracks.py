"""Declare tracks: positions on printed steps, the same for everybody or with steps for each owner."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import const_int, const_range, find_member, resolve_kind
from rulelang.program.declare.fitting_types import number
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import Symbols
from rulelang.program.declare.table_records import Record, table_records
from rulelang.program.model import Var
from rulelang.program.types import IntType
from rulelang.syntax.trees import items as syn

VALUE = "value"
START = "start"


def declare_track(symbols: Symbols, item: syn.Track) -> None:
    """Declare a track. With a table the steps are its rows, and their values the column `value`; a mark
    in the column `start` says where it begins. Without a table the value is the position itself.

    If the first column names owners, each owner has the rows with its name, in their order.
    """
    name = item.name.text
    owner = None if item.owner is None else resolve_kind(item.owner, symbols)
    starts: tuple[int, ...] = ()
    if isinstance(item.values, syn.Table):
        high, starts = _steps(symbols, item, item.values, owner)
        low = 1
    else:
        steps = const_range(item.values, symbols)
        low, high = steps.low, steps.high
    start = low
    if item.start is not None:
        start, starts = const_int(item.start, symbols), ()
    elif len(set(starts)) == 1:
        start, starts = starts[0], ()
    if any(prop.word == "stops" for prop in item.props):
        symbols.stops.add(name)
    symbols.vars[name] = Var(
        name=name,
        label=words(item.label, name),
        owner_kind=owner,
        owner_ids=() if owner is None else symbols.kinds[owner].ids,
        type=IntType(low, high),
        start=number(start),
        cleared=None,
        seen="everyone",
        hidden=False,
        starts=starts,
    )


def _steps(
    symbols: Symbols, item: syn.Track, table: syn.Table, owner: str | None
) -> tuple[int, tuple[int, ...]]:
    """Store the values of all steps; return how many there are, and where each track starts.

    The table has one row of `width` values for each owner, of which the first is not used.
    """
    name = item.name.text
    rows = _by_owner(symbols, table, owner)
    width = 1 + max((len(records) for records in rows.values()), default=0)
    flat: list[int] = []
    starts: list[int] = []
    for records in rows.values():
        values = [_number(symbols, item, record) for record in records]
        last = values[-1] if values else 0
        flat += [0, *values, *([last] * (width - 1 - len(values)))]
        marked = [i for i, r in enumerate(records, 1) if r.cells.get(START, "0") not in ("", "0")]
        starts.append(marked[0] if marked else 1)
    symbols.tables[f"track {name}"] = list[object](flat)
    spread = width if len(rows) > 1 else 0
    symbols.tracks[name] = (f"track {name}", symbols.int_range(flat), spread)
    return max(1, width - 1), tuple(starts) if len(rows) > 1 else tuple(starts[:1])


def _by_owner(symbols: Symbols, table: syn.Table, owner: str | None) -> dict[int, list[Record]]:
    """The rows of each owner by its id; all rows under 0 if they do not name owners."""
    records = list(table_records(symbols, table))
    if owner is None:
        return {0: records}
    type_ = symbols.ref(owner)
    found: dict[int, list[Record]] = {number_: [] for number_ in type_.ids}
    for record in records:
        member = find_member(record.name, type_, symbols)
        if member is None:
            return {0: records}
        found[member].append(record)
    empty = [symbols.member_name(type_.universe, i) for i, rows in found.items() if not rows]
    if empty:
        path = table.path.value
        symbols.report.error(
            codes.MALFORMED_TABLE, table.span, path=path, reason=f"it has no row for {empty[0]}"
        )
    return found


def _number(symbols: Symbols, item: syn.Track, record: Record) -> int:
    text = record.cells.get(VALUE, "")
    try:
        return int(text)
    except ValueError:
        symbols.report.error(
            codes.BAD_CELL,
            item.name.span,
            row=record.name,
            column=VALUE,
            found=text or "nothing",
            expected="a number",
        )
        return 0
