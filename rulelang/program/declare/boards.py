"""Boards: places, what they hold, and the relations between them, as constant tables.

An edge or corner is named after one cell it touches (shapes.py), whether that cell is on the board
or not, so that every place has exactly one name (docs/language.md, section 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.program.declare.board_copies import (
    Copy,
    copied,
    copied_label,
    copies_of,
    number_places,
    speaking_of,
)
from rulelang.program.declare.cell_shapes import Cell, shape_of
from rulelang.program.declare.constants import find_member, resolve_kind
from rulelang.program.declare.edges import edge_records, edge_rows, print_places
from rulelang.program.declare.grown_boards import declare_grown
from rulelang.program.declare.label_words import words
from rulelang.program.declare.printed_fields import print_fields
from rulelang.program.declare.symbols import NamedConstant, Relation, Symbols
from rulelang.program.declare.table_records import Record, table_records
from rulelang.program.model import Holding
from rulelang.program.nodes import Words
from rulelang.program.types import PLACES, RefType
from rulelang.syntax.trees import items as syn

MAX_CELLS = 5_000


@define
class Draft:
    """A board in the making: places by name and the rows of its relations."""

    item: syn.Board
    copies: list[Copy]
    cells: dict[Cell, str] = field(factory=dict)
    labels: dict[str, Words] = field(factory=dict)
    positions: dict[str, tuple[float, float]] = field(factory=dict)
    edges: dict[str, tuple[str, str]] = field(factory=dict)
    corner_edges: dict[str, list[str]] = field(factory=dict)
    cell_edges: dict[str, list[str]] = field(factory=dict)
    cell_corners: dict[str, list[str]] = field(factory=dict)

    def in_numbers(self, rows: Mapping[str, Iterable[str]]) -> dict[int, set[int]]:
        """Return rows of names as rows of places, for each copy of the board."""
        return {
            copy.number[name]: {copy.number[other] for other in others}
            for copy in self.copies
            for name, others in rows.items()
        }


def declare_boards(symbols: Symbols) -> None:
    for item in symbols.linked.items:
        if isinstance(item, syn.Board) and item.grown:
            declare_grown(symbols, item)
        elif isinstance(item, syn.Board):
            _board(symbols, item)


def _board(symbols: Symbols, item: syn.Board) -> None:
    lines = {line.word: line for line in item.lines if isinstance(line, syn.BoardPlaces)}
    cells = lines.get("cells")
    if cells is None:
        symbols.report.error(
            codes.UNKNOWN_KIND,
            item.name.span,
            name="cells",
            help="say what its cells are: `cells Cell`",
        )
        return
    records = _records(symbols, item)
    draft = _drafted(symbols, item, records, lines)
    _family(symbols, draft, cells, list(draft.cells.values()))
    _label_cells(symbols, draft)
    if item.owner is not None and item.owner.text in symbols.kinds:
        symbols.own_boards[item.name.text] = (item.owner.text, cells.kind.text)
    edges = None
    if "edges" in lines:
        if item.grid == "graph":
            edges = edge_records(symbols, lines["edges"])
            draft.edges = {record.name: ("", "") for record in edges}
        _family(symbols, draft, lines["edges"], list(draft.edges))
    if "corners" in lines:
        _family(symbols, draft, lines["corners"], list(draft.corner_edges))
    for line in item.lines:
        if isinstance(line, syn.BoardPlaces) and line.word == "places":
            _family(symbols, draft, line, _distinct(records, cells, line.kind.text))
            print_places(symbols, line, None, draft.copies)
    if item.grid != "graph":
        _grid_relations(symbols, draft, lines)
    elif edges is not None:
        _graph_relations(symbols, lines, copied(edges, draft.copies))
    _print(symbols, cells, copied(records, draft.copies), item.table)
    for line in item.lines:
        if isinstance(line, syn.BoardPlaces) and line.word in ("edges", "corners"):
            own = (
                copied(edges, draft.copies) if line.word == "edges" and edges is not None else None
            )
            print_places(symbols, line, own, draft.copies)
    for line in item.lines:
        if isinstance(line, syn.Link):
            _link(symbols, line, draft.copies)
    _drawing(symbols, draft)


def _drafted(
    symbols: Symbols, item: syn.Board, records: list[Record], lines: Mapping[str, syn.BoardPlaces]
) -> Draft:
    """The cells of a board, and on grids the edges and corners between them."""
    draft = Draft(item, copies_of(symbols, item))
    if item.grid != "graph":
        _grid_cells(symbols, draft, records)
        _outline(draft, with_edges="edges" in lines, with_corners="corners" in lines)
        return draft
    for index, record in enumerate(records):
        if record.name in draft.labels:
            path = record.path or (item.table.path.value if item.table is not None else "")
            symbols.report.error(codes.DUPLICATE_ROW, item.name.span, path=path, name=record.name)
            continue
        draft.cells[(index, 0)] = record.name
        draft.positions[record.name] = _drawn_at(record, index)
        draft.labels[record.name] = record.label
    return draft


def _label_cells(symbols: Symbols, draft: Draft) -> None:
    for copy in draft.copies:
        for name, label in draft.labels.items():
            if label:
                labelled = copied_label(symbols, draft.item, copy, label)
                symbols.place_labels[copy.number[name]] = labelled


def _records(symbols: Symbols, item: syn.Board) -> list[Record]:
    if item.table is not None:
        return list(table_records(symbols, item.table))
    if item.size is None:
        return []
    width, height = item.size
    if width * height > MAX_CELLS:
        found, expected = f"a board of {width} by {height}", f"the {MAX_CELLS} cells it may have"
        symbols.report.error(codes.OUT_OF_RANGE, item.name.span, found=found, expected=expected)
        return []
    return [
        Record(f"{x},{y}", (), {"x": str(x), "y": str(y)})
        for y in range(1, height + 1)
        for x in range(1, width + 1)
    ]


def _drawn_at(record: Record, index: int) -> tuple[float, float]:
    try:
        return float(record.cells["x"]), float(record.cells["y"])
    except (KeyError, ValueError):
        return float(index % 10), float(index // 10)


def _distinct(records: list[Record], cells: syn.BoardPlaces, kind: str) -> list[str]:
    """Places that cells refer to: the distinct values of the column with that type."""
    columns = [
        line.name.text
        for line in cells.lines
        if isinstance(line, syn.Field)
        and line.type.domain is not None
        and getattr(getattr(line.type.domain, "ident", None), "text", "") == kind
    ]
    found: dict[str, None] = {}
    for record in records:
        for column in columns:
            if record.cells.get(column):
                found[record.cells[column]] = None
    return list(found)


# --- geometry ----------------------------------------------------------------------------------


def _grid_cells(symbols: Symbols, draft: Draft, records: list[Record]) -> None:
    shape = shape_of(draft.item.grid, flat=draft.item.flat)
    across, down = shape.columns
    for record in records:
        try:
            cell = int(record.cells[across]), int(record.cells[down])
        except (KeyError, ValueError):
            table = draft.item.table
            path = table.path.value if table is not None else ""
            symbols.report.error(
                codes.MISSING_COLUMN, draft.item.name.span, path=path, name=f"{across}` and `{down}"
            )
            return
        name = record.cells.get("name") or f"{cell[0]},{cell[1]}"
        if cell in draft.cells:
            path = draft.item.table.path.value if draft.item.table is not None else ""
            symbols.report.error(codes.DUPLICATE_ROW, draft.item.name.span, path=path, name=name)
            continue
        draft.cells[cell] = name
        draft.positions[name] = shape.centre(cell)
        draft.labels[name] = record.label


def _outline(draft: Draft, *, with_edges: bool, with_corners: bool) -> None:
    shape = shape_of(draft.item.grid, flat=draft.item.flat)
    sides = shape.sides
    for cell, name in draft.cells.items():
        corners = [shape.corner(cell, i) for i in range(len(sides))]
        centre = draft.positions[name]
        if with_corners:
            draft.cell_corners[name] = corners
            for i, corner in enumerate(corners):
                draft.corner_edges.setdefault(corner, [])
                draft.positions.setdefault(corner, shape.corner_at(centre, i))
        for i, side in enumerate(sides):
            if not with_edges:
                break
            edge = shape.edge(cell, side)
            ends = (corners[i], corners[(i + 1) % len(sides)])
            draft.cell_edges.setdefault(name, []).append(edge)
            if edge in draft.edges:
                continue
            draft.edges[edge] = ends
            for end in ends:
                draft.corner_edges.setdefault(end, []).append(edge)
            a = shape.corner_at(centre, i)
            b = shape.corner_at(centre, (i + 1) % len(sides))
            draft.positions[edge] = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


# --- families and relations ------------------------------------------------------------------------


def _family(symbols: Symbols, draft: Draft, line: syn.BoardPlaces, names: list[str]) -> None:
    kind = line.kind.text
    holdings = []
    for hold in line.holds:
        things: list[int] = []
        for ident in hold.kinds:
            found = resolve_kind(ident, symbols)
            things += symbols.things_of(found) if found is not None else ()
        holdings.append(Holding(hold.order, tuple(sorted(things))))
    family = symbols.add_family(
        kind,
        [copy.prefix + name for copy in draft.copies for name in names],
        label=words(line.label, kind.lower()),
        board=draft.item.name.text,
        holdings=tuple(holdings),
    )
    ids = range(family.first, family.first + family.count)
    symbols.add_kind(kind, PLACES, ids, words(line.label, kind.lower()), line.kind.span)
    type_ = RefType(PLACES, tuple(ids), kind)
    for number in ids:
        name = symbols.place_names[number]
        symbols.texts.setdefault(name, []).append(NamedConstant(type_, number))
    number_places(symbols, kind, draft.copies, names, ids)


def relate(symbols: Symbols, name: str, takes: str, gives: str, rows: dict[int, set[int]]) -> None:
    """Declare the relation `name` from places of one kind to places of another."""
    table = symbols.row_table(f"{name}:{takes}:{gives}", rows)
    relation = Relation(table, frozenset(symbols.kinds[takes].ids), gives)
    symbols.relations.setdefault(name, []).append(relation)


def _grid_relations(symbols: Symbols, draft: Draft, lines: dict[str, syn.BoardPlaces]) -> None:
    """cells/edges/corners of each other, and around: places of the same kind next to a place."""
    cell = lines["cells"].kind.text
    sides = shape_of(draft.item.grid, flat=draft.item.flat).sides
    near_by: dict[str, list[str]] = {}
    all_around: dict[str, list[str]] = {}
    for (q, r), name in draft.cells.items():
        steps = ((q + dq, r + dr) for dq, dr in sides)
        near_by[name] = [draft.cells[at] for at in steps if at in draft.cells]
        near = ((q + dq, r + dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1) if dq or dr)
        all_around[name] = [draft.cells[at] for at in near if at in draft.cells]
    beside, around = draft.in_numbers(near_by), draft.in_numbers(all_around)
    relate(symbols, "beside", cell, cell, beside)
    relate(symbols, "around", cell, cell, beside if draft.item.grid == "hexes" else around)
    if "edges" in lines:
        edge = lines["edges"].kind.text
        rows = draft.in_numbers(draft.cell_edges)
        relate(symbols, "edges", cell, edge, rows)
        relate(symbols, "cells", edge, cell, _reverse(rows))
    if "corners" in lines:
        corner = lines["corners"].kind.text
        rows = draft.in_numbers(draft.cell_corners)
        relate(symbols, "corners", cell, corner, rows)
        relate(symbols, "cells", corner, cell, _reverse(rows))
    if "edges" in lines and "corners" in lines:
        ends = draft.in_numbers(draft.edges)
        at = _reverse(ends)
        relate(symbols, "corners", edge, corner, ends)
        relate(symbols, "edges", corner, edge, at)
        joined = {v: {w for e in es for w in ends[e]} - {v} for v, es in at.items()}
        relate(symbols, "around", corner, corner, joined)
        meeting = {e: {f for v in vs for f in at[v]} - {e} for e, vs in ends.items()}
        relate(symbols, "around", edge, edge, meeting)


def _graph_relations(
    symbols: Symbols, lines: dict[str, syn.BoardPlaces], records: list[Record]
) -> None:
    """edges of cells, cells of edges, and beside: the cells that an edge joins with a cell."""
    cell, edge = lines["cells"].kind.text, lines["edges"].kind.text
    ends = edge_rows(symbols, lines["edges"], records, cell)
    at = _reverse(ends)
    relate(symbols, "cells", edge, cell, ends)
    relate(symbols, "edges", cell, edge, at)
    joined = {c: {d for e in es for d in ends[e]} - {c} for c, es in at.items()}
    relate(symbols, "beside", cell, cell, joined)


def _reverse(rows: dict[int, set[int]]) -> dict[int, set[int]]:
    back: dict[int, set[int]] = {}
    for start, goals in rows.items():
        for goal in goals:
            back.setdefault(goal, set()).add(start)
    return back


def _link(symbols: Symbols, line: syn.Link, copies: Sequence[Copy]) -> None:
    """A relation from a table: its first two columns (after `players`) are the two ends."""
    start = resolve_kind(line.kind, symbols)
    goal = resolve_kind(line.to, symbols) if line.to is not None else start
    if start is None or goal is None:
        return
    data = symbols.linked.table(line.table)
    if data is None:
        return
    columns = [column for column in data.columns if column != "players"][:2]
    if len(columns) < 2:
        symbols.report.error(
            codes.MISSING_COLUMN, line.table.span, path=line.table.path.value, name="to"
        )
        return
    rows: dict[int, set[int]] = {}
    back: dict[int, set[int]] = {}
    for record in copied(table_records(symbols, line.table), copies):
        ends = []
        for column, kind in zip(columns, (start, goal), strict=True):
            with speaking_of(symbols, record.prefix):
                found = find_member(record.cells[column], symbols.ref(kind), symbols)
            if found is None:
                symbols.report.error(
                    codes.BAD_CELL,
                    line.table.span,
                    row=record.name,
                    column=column,
                    found=record.cells[column],
                    expected=f"a {kind}",
                )
                return
            ends.append(found)
        rows.setdefault(ends[0], set()).add(ends[1])
        back.setdefault(ends[1], set()).add(ends[0])
    name = line.name.text
    if start == goal and not line.one_way:
        both = {i: rows.get(i, set()) | back.get(i, set()) for i in {*rows, *back}}
        relate(symbols, name, start, start, both)
        return
    relate(symbols, name, start, goal, rows)
    if not line.one_way:
        relate(symbols, name, goal, start, back)


def _print(
    symbols: Symbols, line: syn.BoardPlaces, records: list[Record], table: syn.Table | None
) -> None:
    print_fields(symbols, line.kind.text, PLACES, line.lines, records, table)


def _drawing(symbols: Symbols, draft: Draft) -> None:
    grid = "flat" if draft.item.flat and draft.item.grid == "hexes" else draft.item.grid
    for copy in draft.copies:
        spots = tuple(
            (copy.number[name], x, y)
            for name, (x, y) in draft.positions.items()
            if name in copy.number
        )
        name, item = draft.item.name.text, draft.item
        label = words(item.label, name)
        title = copied_label(symbols, item, copy, label) if copy.prefix else ()
        whose = f"{name} of {copy.prefix.strip()}" if copy.prefix else name
        symbols.drawing.append((whose, grid, spots, title))
