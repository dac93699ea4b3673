"""Declare boards that grow and the parts of tiles: places for figures, ports, the tables of both.

A grown board is one place (for each owner) that holds its tiles; its cells are numbers, not places
(`derived.GrownBoard`). Parts are places that belong to a tile for good, wherever the tile lies.
"""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import resolve_kind
from rulelang.program.declare.label_words import words
from rulelang.program.declare.printed_fields import print_fields
from rulelang.program.declare.symbols import NamedConstant, Symbols
from rulelang.program.declare.table_records import Record, table_records
from rulelang.program.derived import SIDES, GrownBoard
from rulelang.program.model import Holding, Member
from rulelang.program.types import CELLS, PLACES, RefType
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

PORT = "Port"
MAX_PORTS = 9


# --- boards ----------------------------------------------------------------------------------------


def declare_grown(symbols: Symbols, item: syn.Board) -> None:
    """Declare a grown board: its cells as a kind, itself as a place that holds its tiles."""
    name = item.name.text
    cells = next(
        (x for x in item.lines if isinstance(x, syn.BoardPlaces) and x.word == "cells"), None
    )
    if cells is None or item.grid not in SIDES:
        symbols.report.error(
            codes.UNKNOWN_KIND,
            item.name.span,
            name="cells" if cells is None else item.grid,
            help="say what is laid: `cells Square holds one Tile` of `grown squares` or `hexes`",
        )
        return
    owner = None if item.owner is None else resolve_kind(item.owner, symbols)
    owner_ids = () if owner is None else symbols.kinds[owner].ids
    tiles = _tiles(symbols, cells)
    label = words(item.label, name)
    names = [name]
    if owner is not None:
        universe = symbols.kinds[owner].universe
        names = [f"{name} of {symbols.member_name(universe, i)}" for i in owner_ids]
    family = symbols.add_family(
        name,
        names,
        label=label,
        board=name,
        owner_kind=owner,
        owner_ids=owner_ids,
        holdings=(Holding("many", tiles),),
    )
    # No two tiles need be farther apart than there are tiles, and the frontier is one step away.
    extent = len(tiles) + 1
    side_ports, ports = _ports(symbols, item.grid)
    symbols.grown[name] = GrownBoard(
        name=name,
        label=label,
        owner_kind=owner,
        owner_ids=owner_ids,
        grid=item.grid,
        turned=item.turned,
        stacked=item.stacked,
        cell_kind=cells.kind.text,
        tiles=tiles,
        place=family.first,
        extent=extent,
        side_ports=side_ports,
        ports=ports,
    )
    kind = cells.kind.text
    symbols.add_kind(kind, CELLS + name, (), words(cells.label, kind.lower()), cells.kind.span)


def _tiles(symbols: Symbols, cells: syn.BoardPlaces) -> tuple[int, ...]:
    found: list[int] = []
    for hold in cells.holds:
        for ident in hold.kinds:
            kind = resolve_kind(ident, symbols)
            things = symbols.things_of(kind) if kind is not None else ()
            if any(symbols.things[i].is_alike for i in things):
                symbols.report.error(codes.ALIKE_HAS_NO_IDENTITY, ident.span, kind=ident.text)
                continue
            found += things
    return tuple(sorted(found))


def cell_type(board: GrownBoard) -> RefType:
    """The type of a cell of a grown board; its numbers are not listed."""
    return RefType(CELLS + board.name, (), board.cell_kind)


# --- ports -----------------------------------------------------------------------------------------


def _ports(symbols: Symbols, grid: str) -> tuple[int, str]:
    """Declare the ports that the tables of parts speak of; return how many a side has, and their
    table. N1, N2, N3, E1 … run clockwise; a side without numbers has one port."""
    columns = [
        (item, parts, field.name.text)
        for item, parts in _all_parts(symbols)
        for field in parts.lines
        if isinstance(field, syn.Field) and _is_port(field.type)
    ]
    if not columns:
        return 1, ""
    texts = [
        text
        for _, parts, column in columns
        for record in table_records(symbols, parts.table)
        for text in record.cells.get(column, "").replace("|", " ").split()
    ]
    numbers = [int(text[-1]) for text in texts if text[-1:].isdigit()]
    count = min(MAX_PORTS, max(numbers, default=1))
    sides = SIDES[grid]
    names = [side + str(i + 1) if numbers else side for side in sides for i in range(count)]
    if PORT not in symbols.kinds:
        symbols.enums[PORT] = [Member(name, (("en", name),)) for name in names]
        kind = symbols.add_kind(PORT, PORT, range(len(names)), (("en", "port"),))
        for number in kind.ids:
            constant = NamedConstant(RefType(PORT, kind.ids, PORT), number)
            symbols.texts.setdefault(names[number], []).append(constant)
    return count, f"{PLACES}.{columns[0][2]}"


def _is_port(type_: syn.Type) -> bool:
    return isinstance(type_.domain, ex.Kind) and type_.domain.ident.text == PORT


def _all_parts(symbols: Symbols) -> list[tuple[syn.Component, syn.Parts]]:
    return [
        (item, line)
        for item in symbols.linked.items
        if isinstance(item, syn.Component)
        for line in item.lines
        if isinstance(line, syn.Parts)
    ]


# --- parts -----------------------------------------------------------------------------------------


def declare_parts(symbols: Symbols) -> None:
    """Make a place of every part of every tile, and the table from a tile to its parts."""
    for item, parts in _all_parts(symbols):
        kind = parts.kind.text
        found = list(_part_records(symbols, item, parts))
        names = [record.name for _, record in found]
        family = symbols.add_family(
            kind,
            names,
            label=words(parts.label, kind.lower()),
            board=f"parts of {item.kind.text}",
            holdings=_holdings(symbols, parts.holds),
        )
        ids = tuple(range(family.first, family.first + family.count))
        symbols.add_kind(kind, PLACES, ids, words(parts.label, kind.lower()), parts.kind.span)
        type_ = RefType(PLACES, ids, kind)
        rows: dict[int, list[int]] = {}
        for number, (tile, record) in zip(ids, found, strict=True):
            symbols.texts.setdefault(record.name, []).append(NamedConstant(type_, number))
            rows.setdefault(tile, []).append(number)
        table = f"parts:{kind}"
        symbols.tables[table] = [tuple(rows.get(i, ())) for i in range(len(symbols.things))]
        symbols.parts[kind] = table


def _holdings(symbols: Symbols, holds: tuple[syn.Hold, ...]) -> tuple[Holding, ...]:
    made = []
    for hold in holds:
        kinds = [resolve_kind(ident, symbols) for ident in hold.kinds]
        things = [i for kind in kinds if kind is not None for i in symbols.things_of(kind)]
        made.append(Holding(hold.order, tuple(sorted(things))))
    return tuple(made)


def _part_records(
    symbols: Symbols, item: syn.Component, parts: syn.Parts
) -> list[tuple[int, Record]]:
    """The parts of each tile in the order of their table, called after tile and part: `l01.f1`.

    The first column names the tile, the second the part. Copies of a tile have parts of their own.
    """
    data = symbols.linked.table(parts.table)
    if data is None:
        return []
    columns = [column for column in data.columns if column != "players"]
    if len(columns) < 2:
        path = parts.table.path.value
        symbols.report.error(codes.MISSING_COLUMN, parts.table.span, path=path, name="part")
        return []
    tiles: dict[str, list[int]] = {}
    for number in symbols.things_of(item.kind.text):
        name = symbols.things[number].name
        stem, _, copy = name.rpartition("_")
        tiles.setdefault(name, []).append(number)
        if copy.isdigit():
            tiles.setdefault(stem, []).append(number)
    found: list[tuple[int, Record]] = []
    for record in table_records(symbols, parts.table):
        owners = tiles.get(record.name, [])
        if not owners:
            symbols.report.error(
                codes.BAD_CELL,
                parts.table.span,
                row=record.name,
                column=columns[0],
                found=record.name,
                expected=f"a {item.kind.text}",
            )
        for number in owners:
            name = f"{symbols.things[number].name}.{record.cells[columns[1]]}"
            found.append((number, Record(name, record.label, record.cells)))
    return sorted(found, key=lambda pair: pair[0])


def print_parts(symbols: Symbols) -> None:
    """Print the fields of parts. A cell that names another part means one of the same tile."""
    for item, parts in _all_parts(symbols):
        kind = parts.kind.text
        found = _part_records(symbols, item, parts)
        local = [line for line in parts.lines if isinstance(line, syn.Field)]
        own = {
            line.name.text
            for line in local
            if isinstance(line.type.domain, ex.Kind) and line.type.domain.ident.text == kind
        }
        records = []
        for number, record in found:
            tile = symbols.things[number].name
            cells = {
                column: f"{tile}.{text}" if column in own and text else text
                for column, text in record.cells.items()
            }
            records.append(Record(record.name, record.label, cells))
        print_fields(symbols, kind, PLACES, parts.lines, records, parts.table)
        data = symbols.linked.table(parts.table)
        if data is None:
            continue
        back = next(column for column in data.columns if column != "players")
        tile_type = symbols.ref(item.kind.text)
        for part, (number, _) in zip(symbols.kinds[kind].ids, found, strict=True):
            symbols.set_field(PLACES, back, part, tile_type, number)
