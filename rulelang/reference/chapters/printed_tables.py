"""Tables of what is printed: on the cases of an enum and on the steps of a track."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.frozen import frozen
from rulelang.program.model import Kind, Program
from rulelang.program.types import IntType, Type
from rulelang.prose.model import Run
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.component_counts import players_text
from rulelang.reference.model import Block, BookTable, Cell, Hint, cell_text, runs
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import field_title, is_effect, is_location, value_text
from rulelang.syntax.trees import items as syn

MOST = 40  # cases that are listed
PLAYERS = "players"

Field = tuple[str, str, Type]


@frozen
class _Case:
    """A case with what is printed there, and for which numbers of players it is."""

    title: str
    cells: tuple[Cell, ...]
    players: tuple[int, ...]


def enum_table(desk: Desk, item: syn.Enum) -> BookTable | None:
    """The cases of an enum with what is printed on each; None if there is nothing to list."""
    name = item.kind.text
    fields = _fields(desk, name)
    cases = _cases(desk, name, fields)
    if item.table is None or not fields or not 1 < len(cases) <= MOST:
        return None
    is_named = any(case.title for case in cases)
    columns = [n for n in range(len(fields)) if not (is_named and _is_said(cases, n))]
    is_partial = len({case.players for case in cases}) > 1
    head = [capital(desk.prose.title(name))] if is_named else []
    head += [field_title(desk, fields[n][0], fields[n][2]) for n in columns]
    head += [desk.say("with_players")] if is_partial else []
    rows: list[tuple[Cell, ...]] = []
    for case in cases:
        row: list[Cell] = [runs(capital(case.title))] if is_named else []
        row += [case.cells[n] for n in columns]
        row += [runs(", ".join(map(str, case.players)))] if is_partial else []
        rows.append(tuple(row))
    numbers = tuple(
        at + is_named for at, n in enumerate(columns) if isinstance(fields[n][2], IntType)
    )
    caption = capital(desk.say("all_of", name=desk.prose.many(name)))
    return BookTable(caption, tuple(head), tuple(rows), numbers)


def listed_places(desk: Desk, name: str, players: int) -> set[int]:
    """The places that the table of an enum names for a number of players."""
    program = desk.subject.programs[players]
    kind, tables = _kind(program, name), dict(program.tables)
    found: set[int] = set()
    for _field, table, type_ in _fields(desk, name):
        for number in kind.ids if kind is not None and is_location(type_) else ():
            value = tables[table][number]
            found |= {
                each
                for each in (value if isinstance(value, tuple) else (value,))
                if isinstance(each, int)
            }
    return found


def depends_on_players(desk: Desk, item: syn.Enum) -> bool:
    """Whether there are other cases for other numbers of players."""
    members = [
        tuple(member.name for member in dict(program.enums).get(item.kind.text, ()))
        for program in desk.subject.programs.values()
    ]
    return len(set(members)) > 1


def _fields(desk: Desk, name: str) -> list[Field]:
    """What is printed; where something lies only if it is all that a case without a name has."""
    kind = _kind(desk.program, name)
    if kind is None:
        return []
    found = [
        (field, table, type_)
        for (field, table), type_ in zip(kind.fields, kind.types, strict=True)
        if not is_effect(type_)
    ]
    is_named = _has_names(desk, name)
    return [field for field in found if not is_location(field[2])] if is_named else found


def _kind(program: Program, name: str) -> Kind | None:
    return next((kind for kind in program.kinds if kind.name == name), None)


def _cases(desk: Desk, name: str, fields: list[Field]) -> list[_Case]:
    found: dict[str, _Case] = {}
    is_named = _has_names(desk, name)
    for players, program in desk.subject.programs.items():
        kind = _kind(program, name)
        if kind is None:
            continue
        members = dict(program.enums)[kind.universe]
        tables = dict(program.tables)
        for number in kind.ids:
            member = members[number]
            known = found.get(member.name)
            if known is not None:
                case = _Case(known.title, known.cells, (*known.players, players))
            else:
                cells = tuple(
                    runs(value_text(desk, type_, tables[table][number], program))
                    for _field, table, type_ in fields
                )
                title = desk.word(member.name) or desk.label(member.label, member.name)
                case = _Case(title if is_named else "", cells, (players,))
            found[member.name] = case
    return list(found.values())


def _has_names(desk: Desk, kind: str) -> bool:
    """Whether the rows of a table say what people call them."""
    item = next((each for each in desk.items(syn.Enum) if each.kind.text == kind), None)
    data = desk.linked.table(item.table) if item is not None and item.table is not None else None
    return data is not None and "name_en" in data.columns


def _is_said(cases: list[_Case], column: int) -> bool:
    """Whether the name of each case says already what is printed there."""
    return all(
        part in case.title.lower()
        for case in cases
        for part in cell_text(case.cells[column]).lower().split(", ")
    )


# --- tracks ------------------------------------------------------------------------------------------------


def track_tables(desk: Desk, item: syn.Track) -> list[Block]:
    """The values of the printed steps, where a track starts in bold; once for all numbers of players that share them."""
    if not isinstance(item.values, syn.Table):
        return []
    by_rows: dict[tuple[tuple[Cell, ...], ...], list[int]] = {}
    for players in desk.subject.programs:
        by_rows.setdefault(tuple(_track_rows(desk, item, item.values, players)), []).append(players)
    found: list[Block] = []
    for rows, counts in by_rows.items():
        steps = max((len(row) for row in rows), default=1) - 1
        if not steps:
            continue
        first = "" if item.owner is None else desk.title(item.owner.text)
        head = (first, *(str(step) for step in range(1, steps + 1)))
        caption = desk.say("track_steps", name=desk.title(item.name.text))
        if len(by_rows) > 1:
            caption += f" ({', '.join(players_text(desk, count) for count in counts)})"
        full = tuple((*row, *[()] * (steps + 1 - len(row))) for row in rows)
        found.append(BookTable(caption, head, full, tuple(range(1, steps + 1))))
    if any(run.strong for rows in by_rows for row in rows for cell in row for run in _runs(cell)):
        found.append(Hint(runs(desk.say("track_start"))))
    return found


def _runs(cell: Cell) -> tuple[Run, ...]:
    return cell if isinstance(cell, tuple) else ()


def _track_rows(
    desk: Desk, item: syn.Track, table: syn.Table, players: int
) -> Iterator[tuple[Cell, ...]]:
    """For each owner, or for all, the values of the steps."""
    data = desk.linked.table(table)
    if data is None or "value" not in data.columns:
        return
    key = next(n for n, column in enumerate(data.columns) if column != PLAYERS)
    by_owner: dict[str, list[Cell]] = {}
    for row in data.rows:
        cells = dict(zip(data.columns, row, strict=False))
        if PLAYERS in cells and str(players) not in cells[PLAYERS].split():
            continue
        is_start = cells.get("start", "0") not in {"", "0"}
        text = cells["value"].replace("-", "−")
        by_owner.setdefault(row[key], []).append((Run(text, strong=is_start),))
    owners = _owners(desk, item)
    if set(by_owner) <= set(owners):
        for name, steps in by_owner.items():
            yield (runs(owners[name]), *steps)
    else:
        yield ((), *(step for steps in by_owner.values() for step in steps))


def _owners(desk: Desk, item: syn.Track) -> dict[str, str]:
    """What the owners of a track are called."""
    if item.owner is None:
        return {}
    members = dict(desk.program.enums).get(item.owner.text, ())
    return {
        member.name: desk.word(member.name) or desk.label(member.label, member.name)
        for member in members
    }
