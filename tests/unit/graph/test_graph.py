"""The action graph: sound, stable as text, drawable."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from rulelang.graph import nodes as g
from rulelang.graph.drawing import draw_dot, draw_mermaid
from rulelang.graph.dump import dump_graph
from rulelang.graph.from_program import build_graph
from rulelang.graph.validate import GraphError, validate_graph
from rulelang.lowering import lower
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program

ProgramOf = Callable[..., Program]

GAME = """
game trade "Trade":
    players 2

enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 1
var turns: 0..99
var roads of Player: 0..9
award leader for p in Player:
    most roads of p, at least 2
    tied: holder keeps, else nobody

action pay_up(n in 1..2):
    cost n * wood
    do: raise turns by 1
action road:
    do: raise roads of me by 1
action ask_back:
    do:
        choose g in Good where g in bank
        gain 1 * g
effect count_up:
    raise turns by 1

flow:
    repeat each p in clockwise from p1 until turns > 5:
        turn p:
            step main: may pay_up or road or ask_back, repeatedly
        do count_up
"""

DUMP = """\
graph of trade for 2 players

pay_up: never waits

road: never waits, judges award 0

ask_back: enters at 3
    locals me, g
     1 return to 10
     2 effect pay 1 * g from bank to hand of me → 1
     3 decision g of me
         0: g(g in Good{0, 1}) if 1 * g within bank → 2

count_up: never waits

setup: never waits
"""


def test_the_dump_shows_what_waits(program_of: ProgramOf) -> None:
    graph = build_graph(lower(program_of(GAME)))
    validate_graph(graph)
    assert dump_graph(graph).startswith(DUMP), dump_graph(graph)
    assert dump_graph(graph) == dump_graph(build_graph(lower(program_of(GAME))))


def test_drawings_have_every_node_and_way(program_of: ProgramOf) -> None:
    graph = build_graph(lower(program_of(GAME)))
    numbers = [node.id for routine in graph.routines for node in routine.nodes]
    mermaid, dot = draw_mermaid(graph), draw_dot(graph)
    for number in numbers:
        assert f"n{number}" in mermaid
        assert f"n{number} [label=" in dot
    assert '-->|"done"|' in mermaid
    assert dot.count("{") == dot.count("}")


def test_what_suspends_and_what_is_written(program_of: ProgramOf) -> None:
    analysis = Analysis(program_of(GAME))
    assert [name for name in analysis.rules if analysis.is_suspending(name)] == ["ask_back"]
    assert analysis.rule_writes("road") == {("v", "roads")}
    assert ("a", "hand") in analysis.rule_writes("pay_up")
    assert analysis.cycles() == {}


def test_a_broken_graph_is_reported(program_of: ProgramOf) -> None:
    graph = build_graph(lower(program_of(GAME)))
    routine = graph.routines[-1]
    broken = attrs.evolve(
        routine, nodes=(*routine.nodes[:-1], g.Clear(99, routine.nodes[0].span, ("x",), 1234))
    )
    with pytest.raises(GraphError, match="leads to 1234"):
        validate_graph(attrs.evolve(graph, routines=(*graph.routines[:-1], broken)))
    layout = graph.layout._replace(picks_from=4)
    with pytest.raises(GraphError, match="slot 4"):
        validate_graph(attrs.evolve(graph, layout=layout))


def test_the_layout_keeps_slots_apart(program_of: ProgramOf) -> None:
    layout = build_graph(lower(program_of(GAME))).layout
    assert [account.first for account in layout.accounts] == [4, 6]
    assert layout.frames_from + sum(f.size for f in layout.frames) == layout.picks_from
    assert layout.size == layout.picks_from + layout.picks


TWO_RULES = """
game two "Two":
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 1
effect ask:
    choose g in Good
    choose h in Good
    gain 1 * g
    gain 1 * h
action first:
    do:
        do ask
        do ask
action second:
    do: choose k in Good
flow:
    repeat each p in everyone:
        turn p: may first or second
"""


def test_rules_that_are_never_open_together_share_slots(program_of: ProgramOf) -> None:
    graph = build_graph(lower(program_of(TWO_RULES)))
    validate_graph(graph)
    frames = {frame.routine: frame for frame in graph.layout.frames}
    behind = frames["flow"].first + frames["flow"].size
    assert frames["first"].first == frames["second"].first == behind
    assert frames["ask"].first == behind + frames["first"].size
    shared = graph.layout._replace(
        frames=tuple(frame._replace(first=behind) for frame in graph.layout.frames)
    )
    with pytest.raises(GraphError, match="share slots"):
        validate_graph(attrs.evolve(graph, layout=shared))


def test_a_rule_with_one_caller_knows_where_to_return(program_of: ProgramOf) -> None:
    graph = build_graph(lower(program_of(TWO_RULES)))
    locals_ = {routine.name: dict(routine.locals) for routine in graph.routines}
    assert "#return" in locals_["ask"]
    assert "#return" not in locals_["first"]
