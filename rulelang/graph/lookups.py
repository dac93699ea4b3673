"""Which places need not list what lies in them? In goes a program, out come their holdings.

Every individual thing has a slot with its place. Where the rules only ever ask where a thing is, and never what
a place holds, a list per place would say the same once more, in more slots than there are things. Such
contents are looked up: by the few who ask (views, tests, a place for one thing that may be taken).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.knowledge import needs_marks
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Holding, PlaceFamily, Program
from rulelang.program.walk import descend_all

MOST_THINGS = 16  # that looking up goes through


def looked_up_holdings(analysis: Analysis) -> frozenset[tuple[str, Holding]]:
    """Return (family, holding) for all contents that are not kept place by place."""
    program = analysis.program
    if needs_marks(program):
        return frozenset()  # who knows what is worked out from the contents of places
    read = set(_read(analysis))
    grown = {board.name for board in program.grown}
    return frozenset(
        (family.name, holding)
        for family in program.families
        if family.count > 1 and family.capacity is None and family.name not in grown
        for holding in family.holdings
        if _has_few_individuals(program, holding)
        and not any((family.name, thing) in read for thing in holding.things)
    )


def _has_few_individuals(program: Program, holding: Holding) -> bool:
    things = holding.things
    is_few = 0 < len(things) <= MOST_THINGS and holding.order != "pile"
    return is_few and not any(program.things[number].is_alike for number in things)


def _read(analysis: Analysis) -> Iterator[tuple[str, int]]:
    """Yield family and thing wherever the rules ask what lies in a place."""
    program = analysis.program
    everything = tuple(range(len(program.things)))
    parts = (
        *(program.defines, program.rules, program.setup, program.flow, program.scores),
        *(program.awards, program.ends, program.win, program.invariants, program.regions),
    )
    found: set[tuple[tuple[PlaceFamily, ...], tuple[int, ...]]] = set()
    for node in descend_all(part for each in parts for part in each):
        match node:
            case ir.ThingsAt(place=place, things=things) | ir.CountAt(place=place, things=things):
                found.add((analysis.families(place), things))
            case ir.ThingsOn(places=place, things=things):
                found.add((analysis.families(place), things))
            case ir.Draw(source=place) if place is not None:
                found.add((analysis.families(place), everything))
            case ir.Shuffle(place=place):
                found.add((analysis.families(place), everything))
            case _:
                pass
    for families, things in found:
        yield from ((family.name, thing) for family in families for thing in things)
