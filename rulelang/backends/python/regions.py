"""Regions: how elements hang together, kept beside a board that grows or worked out when asked.

A region is *kept* where its elements and joins are printed on tiles; then laying a tile brings it up to
date. Any other is worked out from the position, once for each position of what it reads.
"""

from __future__ import annotations

import attrs

from rulelang.backends.python import expressions, grown, sets
from rulelang.backends.python.evaluated import printed_value
from rulelang.backends.python.unit import KeptRegion, Scope, Unit, identifier
from rulelang.backends.python.writer import Code
from rulelang.program import nodes as ir
from rulelang.program.analysis import Keys
from rulelang.program.derived import GrownBoard, Join, Region
from rulelang.program.types import PLACES, THINGS, RefType, SetType

RegionSet = ir.Regions | ir.RegionsOn | ir.RegionMembers


def region_named(name: str, unit: Unit) -> Region:
    """Return a region of the program."""
    return next(region for region in unit.program.regions if region.name == name)


# --- regions that are kept -------------------------------------------------------------------------------


def _element_type(region: Region) -> RefType:
    assert isinstance(region.source.type, SetType)
    assert isinstance(region.source.type.of, RefType)
    return region.source.type.of


def _tiles(region: Region, unit: Unit) -> dict[int, int]:
    """For each element that belongs to a tile of a board that grows, that tile."""
    found: dict[int, int] = {}
    for board in unit.program.grown:
        if _element_type(region).universe == THINGS:
            found |= {tile: tile for tile in board.tiles}
        elif _element_type(region).universe == PLACES:
            for tile, row in grown.parts_of(board, unit).items():
                found |= dict.fromkeys(row, tile)
    return found


def _kept(region: Region, unit: Unit) -> KeptRegion | None:
    """What is printed says it all: the elements, and joins from tile to tile or inside one."""
    source = region.source
    if not isinstance(source, ir.Ids):
        return None
    tiles = _tiles(region, unit)
    elements: dict[int, int] = {}
    for number in source.ids:
        is_in: int | None = 1
        if region.condition is not None:
            is_in = printed_value(region.condition, {region.variable: number}, unit)
        if is_in is None or number not in tiles:
            return None
        if is_in:
            elements[number] = tiles[number]
    inner: dict[int, list[int]] = {}
    for join in region.joins:
        if join.word in {"sides", "near"}:
            continue
        pairs = _printed_pairs(join, elements, unit)
        if pairs is None or any(tiles[one] != tiles.get(other) for one, other in pairs):
            return None
        for one, other in pairs:
            inner.setdefault(one, []).append(other)
    return KeptRegion(elements, {one: tuple(others) for one, others in inner.items()})


def _printed_pairs(
    join: Join, elements: dict[int, int], unit: Unit
) -> list[tuple[int, int]] | None:
    if join.word not in {"table", "field"}:
        return None
    rows = unit.tables[join.name]
    found = []
    for one in elements:
        row = rows[one]
        for other in row if isinstance(row, tuple) else (row,):
            if isinstance(other, int) and other in elements:
                found.append((one, other))
    return found


def _kept_regions(unit: Unit) -> list[tuple[Region, KeptRegion]]:
    if unit.kept_regions is None:
        found = ((region, _kept(region, unit)) for region in unit.program.regions)
        unit.kept_regions = [(region, kept) for region, kept in found if kept is not None]
    return unit.kept_regions


def kept_constant(board: GrownBoard, unit: Unit) -> str:
    """Return the constant with the regions that are kept beside a board."""
    texts = []
    for region, kept in _kept_regions(unit):
        by_tile: dict[int, list[int]] = {}
        for element, tile in kept.elements.items():
            if tile in board.tiles:
                by_tile.setdefault(tile, []).append(element)
        rows = {tile: tuple(row) for tile, row in by_tile.items()}
        said = {join.name or join.word for join in region.joins if join.word in ("sides", "near")}
        by = next((word for word in ("sides", "around", "beside") if word in said), "")
        of = "parts" if _element_type(region).universe == PLACES else "tiles"
        unit.use("Kept")
        texts.append(f"Kept({rows}, {of!r}, {by!r}, {kept.inner})")
    return unit.constant(f"({', '.join(texts)}{',' if len(texts) == 1 else ''})", "KEPT")


# --- how things hang together now ------------------------------------------------------------------------


def joined(name: str, scope: Scope) -> str:
    """Return the text of how a region hangs together."""
    unit = scope.unit
    region = region_named(name, unit)
    kept = [each.name for each, _ in _kept_regions(unit)]
    if name in kept:
        number = kept.index(name)
        boards = grown.boards_for(set(_tiles(region, unit).values()), unit)
        if len(boards) == 1 and grown.slots_of(boards[0].name, unit).count == 1:
            slots = grown.slots_of(boards[0].name, unit)
            known = grown.board_constant(boards[0], unit)
            return f"{known}[{scope.slot(str(slots.first))}].joined({number})"
        made = unit.on_demand(
            ("region", name),
            f"g_{identifier(name)}",
            lambda chosen: _emit_merged(number, boards, chosen, unit),
        )
    else:
        made = unit.on_demand(
            ("region", name),
            f"g_{identifier(name)}",
            lambda chosen: _emit_worked_out(region, chosen, unit),
        )
    return f"{made}({scope.state})"


def _emit_merged(number: int, boards: list[GrownBoard], name: str, unit: Unit) -> None:
    """All boards of all owners together."""
    code = Code()
    texts, keys = [], []
    for board in boards:
        slots = grown.slots_of(board.name, unit)
        known = grown.board_constant(board, unit)
        for owner in range(slots.count):
            one = known if slots.count == 1 else f"{known}[{owner}]"
            texts.append(f"{one}[s[{slots.first + owner}]].joined({number})")
            keys.append(f"s[{slots.first + owner}]")
    _emit_memo(code, name, keys, f"{unit.use('together')}(({', '.join(texts)},))", unit)
    unit.add_function(name, ("s",), code)


def _emit_memo(code: Code, name: str, keys: list[str], value: str, unit: Unit) -> None:
    known = f"KNOWN_{name}"
    unit.constants[known] = "{}"
    code.line(f"k = ({', '.join(keys)},)")
    code.line(f"found = {known}.get(k)")
    with code.block("if found is None:"):
        code.line(f"if len({known}) > 63: {known}.clear()")
        code.line(f"found = {known}[k] = {value}")
    code.line("return found")


def _emit_worked_out(region: Region, name: str, unit: Unit) -> None:
    """From scratch: find the elements, then everything that joins two of them."""
    inner = f"{name}_now"
    code = Code(span=region.span)
    keys = [
        f"tuple(s[{low}:{high}])"
        for low, high in slots_read(unit.analysis.region_reads(region.name), unit)
    ]
    _emit_memo(code, name, keys or ["0"], f"{inner}(s)", unit)
    unit.add_function(name, ("s",), code)
    code = Code(span=region.span)
    scope = Scope(unit, code, {})
    code.line("out = []")
    element = sets.element_name(scope, region.variable)
    levels = sets.open_where(region.source, region.variable, region.condition, scope, element)
    _skip_far_away(region, element, scope)
    code.line(f"out.append({element})")
    sets.close_walk(scope, levels)
    code.line("pairs = []")
    with code.block("for x in out:"):
        for join in region.joins:
            _emit_join(join, region, scope.bind("@x", "x"))
    code.line(f"return {unit.use('join_all')}(out, pairs)")
    unit.add_function(inner, ("s",), code)


def _skip_far_away(region: Region, element: str, scope: Scope) -> None:
    """Parts and tiles are elements only while their tile lies open on a board."""
    tiles = _tiles(region, scope.unit)
    mine = {number for number in _element_type(region).ids if number in tiles}
    if not mine:
        return
    is_part = _element_type(region).universe == PLACES
    tile = element
    if is_part:
        owner = {number: tiles[number] for number in sorted(mine)}
        tile = f"{scope.unit.constant(repr(owner), 'O')}[{element}]"
    laid = grown.laid_of_thing(tile, {tiles[number] for number in mine}, scope)
    test = f"{laid}.cell_of_top({tile}) < 0"
    if len(mine) < len(_element_type(region).ids):
        test = f"{sets.among(element, tuple(sorted(mine)), scope)} and {test}"
    scope.code.line(f"if {test}: continue")


def _emit_join(join: Join, region: Region, scope: Scope) -> None:
    code, of = scope.code, _element_type(region)
    here = ir.Local(of, "@x")
    match join.word:
        case "sides":
            around: ir.Expr = ir.PartsMeeting(SetType(of), ir.SetOf(SetType(of), (here,)))
        case "table":
            around = ir.TableGet(SetType(of), join.name, here)
        case "field":
            around = ir.SetOf(SetType(of), (ir.TableGet(_optional(of), join.name, here),))
        case "near":
            around = _near(join, here, scope.unit)
        case "define":
            around = ir.CallDefine(SetType(of), join.name, (here,))
        case _:
            with code.block("for y in out:"):
                both = (here, ir.Local(of, "@y"))
                test = ir.CallDefine(here.type, join.name, both)
                text = expressions.scalar(test, scope.bind("@y", "y"))
                code.line(f"if {text}: pairs.append((x, y))")
            return
    other = code.name("y")
    levels = sets.open_walk(around, scope, other)
    code.line(f"pairs.append((x, {other}))")
    sets.close_walk(scope, levels)


def _optional(of: RefType) -> RefType:
    return attrs.evolve(of, optional=True)


def _near(join: Join, tile: ir.Local, unit: Unit) -> ir.Expr:
    assert isinstance(tile.type, RefType)
    board = grown.boards_for(tile.type.ids, unit)[0]
    cell = RefType(f"cells {board.name}", (), board.cell_kind)
    cells = ir.CellsNear(SetType(cell), join.name, ir.CellOf(cell, tile))
    return ir.TilesIn(SetType(tile.type), cells, tile.type.ids)


def slots_read(keys: Keys, unit: Unit) -> list[tuple[int, int]]:
    """Return the runs of slots, first and one behind the last, that these keys stand for."""
    layout = unit.layout
    found: set[tuple[int, int]] = set()
    for key in keys:
        word, name = key[0], key[1]
        if word == "v":
            found |= {(2, 3)} if name == "active" else set()
            for var in (*layout.vars, *layout.scores):
                if name in {var.name, f"score {var.name}"}:
                    found.add((var.first, var.first + var.width * max(1, len(var.owners))))
        elif word == "a":
            account = unit.accounts[name]
            size = account.kinds * max(1, len(account.holders))
            found.add((account.first, account.first + size))
        elif word == "p":
            found |= _slots_of_places(name, key[2], unit)
        else:
            found |= _thing_slots(layout.things.face_base, layout.things.can_flip)
    return sorted(found)


def _slots_of_places(family: str, kind: str, unit: Unit) -> set[tuple[int, int]]:
    layout = unit.layout
    things = [i for i, thing in enumerate(unit.program.things) if thing.kind == kind]
    found = {
        (holding.first, holding.first + holding.stride * holding.count)
        for holding in unit.holdings(family, things)
        if holding.looked_up is None
    }
    found |= {(b.first, b.first + b.count) for b in layout.boards if b.name == family}
    individuals = tuple(i for i in things if not unit.program.things[i].is_alike)
    return found | _thing_slots(layout.things.place_base, individuals)


def _thing_slots(base: int | None, ids: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(base + ids[0], base + ids[-1] + 1)} if base is not None and ids else set()


# --- questions -------------------------------------------------------------------------------------------


def region_of(expr: ir.RegionOf, scope: Scope) -> str:
    """Return the region of an element, or -1."""
    element = expressions.scalar(expr.element, scope)
    return f"{joined(expr.region, scope)}.of.get({element}, -1)"


def listed(expr: ir.Regions | ir.RegionsOn, scope: Scope) -> str:
    """Return the regions to loop over, ascending."""
    if isinstance(expr, ir.Regions):
        return f"{joined(expr.region, scope)}.regions()"
    elements = sets.as_list(expr.elements, scope)
    return f"{joined(expr.region, scope)}.regions_of({elements})"


def derived_list(expr: ir.Expr, scope: Scope) -> str | None:
    """Return what to loop over for cells, tiles in them and regions; None for any other set."""
    match expr:
        case ir.Frontier() | ir.CellsNear() | ir.TilesIn() | ir.PileOf():
            return grown.listed(expr, scope)
        case ir.Regions() | ir.RegionsOn():
            return listed(expr, scope)
        case _:
            return None


def derived_mask(expr: ir.PartsMeeting | ir.TopTiles | ir.RegionMembers, scope: Scope) -> str:
    """Return parts, tiles or elements that are a mask to begin with."""
    match expr:
        case ir.PartsMeeting():
            return grown.meeting(expr, scope)
        case ir.TopTiles():
            return grown.top_mask(expr, scope)
        case ir.RegionMembers():
            return members_mask(expr, scope)


def members_mask(expr: ir.RegionMembers, scope: Scope) -> str:
    """Return the elements of a region as a mask; nothing of no region."""
    value = expressions.scalar(expr.value, scope)
    return f"{joined(expr.region, scope)}.elements({value})"


def open_of_region(parts: ir.Expr, scope: Scope) -> str | None:
    """Return the open sides of a region that is kept; None for any other set."""
    if not isinstance(parts, ir.RegionMembers):
        return None
    if parts.region not in [region.name for region, _ in _kept_regions(scope.unit)]:
        return None
    value = expressions.scalar(parts.value, scope)
    return f"{joined(parts.region, scope)}.open_sides({value})"


def emit_derived(unit: Unit) -> None:
    """Add what is not stored but follows from the position, for whoever looks at it:

    regions_of(s)     name -> elements of each region, as masks
    frontiers_of(s)   name -> open cells of the board of each owner
    """
    code = Code()
    scope = Scope(unit, code, {})
    code.line("return {")
    for region in unit.program.regions:
        code.line(f"    {region.name!r}: {joined(region.name, scope)}.all_elements(),")
    code.line("}")
    unit.add_function("regions_of", ("s",), code)
    code = Code()
    code.line("return {")
    for board in unit.program.grown:
        slots, known = grown.slots_of(board.name, unit), grown.board_constant(board, unit)
        owners = range(slots.count)
        boards = [known] if slots.count == 1 else [f"{known}[{owner}]" for owner in owners]
        texts = [f"{boards[i]}[s[{slots.first + i}]].frontier()" for i in owners]
        code.line(f"    {board.name!r}: [{', '.join(texts)}],")
    code.line("}")
    unit.add_function("frontiers_of", ("s",), code)
