"""Which places of players hold only pieces of their own player, whatever happens.

In goes a program, out come families of places with one place for each player. Pieces of all players
could lie there as far as types go, so there is a count for each; where every rule that puts a piece
there says the same player for the piece and for the place, the counts of the others stay 0 and need
not be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import PieceCost, PlaceFamily, Program
from rulelang.program.walk import descend_all

OWNERS = "things.owner"


def places_of_own(program: Program, analysis: Analysis) -> frozenset[str]:
    """Return the names of the families."""
    found = {family.name: family for family in program.families if _can_be(family, program)}
    bodies = (program.setup, program.flow, *(rule.body for rule in program.rules))
    nodes: list[object] = [stmt for body in bodies for stmt in body]
    for rule in program.rules:
        nodes += [*rule.requirements, *rule.piece_costs, *rule.dues]
    nodes += [define.expr for define in program.defines]
    for node in descend_all(nodes):
        if not isinstance(node, ir.MoveAlike | ir.MoveAll | ir.Draw | PieceCost):
            continue
        if node.target is None or not found:
            continue
        for family in analysis.families(node.target):
            if family.name in found and not _is_own(node, family, program):
                del found[family.name]
    return frozenset(found)


def group_starts(things: Iterable[int], program: Program) -> list[int] | None:
    """Return the first of each row of pieces that belong to player 0, 1, 2 …, if all come so."""
    ids = sorted(things)
    count = program.players
    owners = [program.things[number].owner for number in ids]
    is_row = owners == list(range(count)) * (len(ids) // count)
    together = ids == list(range(ids[0], ids[0] + len(ids))) if ids else False
    return ids[::count] if is_row and together else None


def _can_be(family: PlaceFamily, program: Program) -> bool:
    if family.owner_kind != "Player" or family.count != program.players:
        return False
    if len(family.holdings) != 1 or family.holdings[0].order != "many":
        return False
    ids = family.holdings[0].things
    things = [program.things[number] for number in ids]
    return group_starts(ids, program) is not None and all(
        thing.is_alike
        and (
            thing.start == family.first + thing.owner
            or not 0 <= thing.start - family.first < family.count
        )
        for thing in things
    )


def _is_own(
    node: ir.MoveAlike | ir.MoveAll | ir.Draw | PieceCost, family: PlaceFamily, program: Program
) -> bool:
    """Does this put a piece of a player into the place of the same player?"""
    if not isinstance(node, ir.MoveAlike | PieceCost):
        return _cannot_hold(node, family) or _goes_home(node, family)
    starts = group_starts(family.holdings[0].things, program) or []
    match node.thing, node.target:
        case (
            ir.Arith(op="+", left=left, right=ir.Const(value=first)),
            ir.Arith(op="+", left=right, right=ir.Const(value=place)),
        ):
            return left == right and first in starts and place == family.first
        case ir.Const(value=thing), ir.Const(value=place):
            return place == family.first + program.things[thing].owner
        case _:
            return False


def _goes_home(node: ir.MoveAll | ir.Draw, family: PlaceFamily) -> bool:
    """Is all that is moved of one player, and the place theirs (`move … to supply`)?"""
    match node:
        case ir.MoveAll(
            what=ir.Filter(variable=variable, condition=condition, best=None),
            target=ir.Arith(op="+", left=holder, right=ir.Const(value=place)),
        ):
            pass
        case _:
            return False
    match condition:
        case ir.Compare(
            op="==",
            left=ir.TableGet(table=table, index=ir.Local(name=name), offset=0),
            right=owner,
        ):
            return (table, name) == (OWNERS, variable) and owner == holder and place == family.first
        case _:
            return False


def _cannot_hold(node: ir.MoveAll | ir.Draw, family: PlaceFamily) -> bool:
    """Can nothing of what is moved lie there, because it is of other kinds?"""
    if not isinstance(node, ir.MoveAll) or not isinstance(node.what, ir.ThingsAt | ir.ThingsOn):
        return False
    return set(node.what.things).isdisjoint(family.holdings[0].things)
