"""Does a tile fit? A question that would need the tile laid, answered from what is printed.

`supposing move t to c turned r: every a in parts(t) where every b in sides(a) where C` asks C of two
parts that would meet. If C reads nothing but what is printed on them, the runtime keeps the answers
(`rulelang.runtime.matching`), and the tile need not be laid to find out.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.backends.python import expressions, grown
from rulelang.backends.python.unit import Scope, Unit
from rulelang.program import nodes as ir
from rulelang.program.derived import GrownBoard
from rulelang.program.walk import children, free_locals


@frozen
class Match:
    """The condition on a part `own` of the tile and a part `other` that it would meet."""

    change: ir.LayTile
    own: str
    other: str
    condition: ir.Expr


def match_of(expr: ir.Supposing, unit: Unit) -> Match | None:
    """Return what a question about a laid tile asks of parts that meet; None if it asks more."""
    match expr:
        case ir.Supposing(
            changes=(ir.LayTile() as change,),
            expr=ir.Fold(
                word="every",
                variable=own,
                source=ir.TableGet(table=table, index=index, offset=0),
                condition=ir.Fold(
                    word="every",
                    variable=other,
                    source=ir.PartsMeeting(parts=ir.SetOf(items=(ir.Local(name=meets),))),
                    condition=condition,
                ),
            ),
        ) if table.startswith("parts:") and index == change.tile and meets == own:
            pass
        case _:
            return None
    if condition is None or unit.analysis.reads([condition]):
        return None
    if not free_locals(condition) <= {own, other}:
        return None
    return Match(change, own, other, condition)


def matcher(found: Match, board: GrownBoard, unit: Unit) -> str | None:
    """Return the constant that knows the answers; None if the condition is no plain expression."""
    from rulelang.backends.python.writer import Code

    code = Code()
    scope = Scope(unit, code, {found.own: "a", found.other: "b"})
    text = expressions.scalar(found.condition, scope)
    if code.finished or "s[" in text or "(s" in text:
        return None
    unit.use("Matcher")
    grid = grown.grid_constant(board, unit)
    own, other = (_looks(found, name, board, unit) for name in (found.own, found.other))
    return unit.constant(f"Matcher({grid}, lambda a, b: {text}, {own}, {other})", "FIT")


def _looks(found: Match, name: str, board: GrownBoard, unit: Unit) -> str:
    """For each part what the condition reads of it; the part itself if that cannot be told."""
    tables = sorted(set(_tables_read(found.condition, name)))
    parts = sorted(part for row in grown.parts_of(board, unit).values() for part in row)
    looks: dict[int, object] = {part: part for part in parts}
    if "" not in tables:
        looks = {part: tuple(unit.tables[table][part] for table in tables) for part in parts}
    return unit.constant(repr(looks), "LOOKS")


def _tables_read(node: object, name: str) -> list[str]:
    """The tables that are read at a local; "" where it is used in any other way."""
    match node:
        case ir.TableGet(table=table, index=ir.Local(name=read), offset=0) if read == name:
            return [table]
        case ir.Local(name=read) if read == name:
            return [""]
        case _:
            return [table for child in children(node) for table in _tables_read(child, name)]


def fits(expr: ir.Supposing, scope: Scope) -> tuple[str, str] | None:
    """Return the test that an answer is known without laying the tile, and that answer."""
    unit, code = scope.unit, scope.code
    found = match_of(expr, unit)
    if found is None:
        return None
    board = grown.board_of(found.change.cell.type, unit)
    known = matcher(found, board, unit)
    if known is None:
        return None
    tile = code.keep(expressions.scalar(found.change.tile, scope), "x")
    cell = code.keep(expressions.scalar(found.change.cell, scope), "c")
    turn = found.change.turn
    turned = "0" if turn is None else code.keep(expressions.scalar(turn, scope))
    laid = code.keep(grown.laid_of_cell(cell, board, scope), "d")
    is_new = f"{cell} not in {laid}.tops and {tile} not in {laid}.spots"
    return is_new, f"{known}.fits({laid}, {tile}, {cell}, {turned})"
