"""How deep rules lead back to themselves: proven by limits, else assumed."""

from __future__ import annotations

from rulelang.checks.check_cycles import check_cycles
from rulelang.checks.circles import callees_first, components, cycles_of

from .conftest import Run

FLOW = """flow:
    each p in everyone:
        turn p: may activate
"""


def test_a_cycle_that_passes_a_limit_often_enough_is_proven(run: Run) -> None:
    rules = """action activate(q in everyone), nest at most 3:
    limit 1 per turn each q
    do: may activate
"""
    found, said = run(check_cycles, rules + FLOW)
    assert found == [
        (
            "proven",
            1,
            "activate → activate is passed at most 2 times by its limits, and 3 fit",
        )
    ]
    assert said == []


def test_a_limit_that_allows_more_laps_than_fit_proves_nothing(run: Run) -> None:
    rules = """action activate(q in everyone), nest at most 2:
    limit 4 per game each q
    do: may activate
"""
    found, _ = run(check_cycles, rules + FLOW)
    assert [status for status, _, _ in found] == ["assumed"]


def test_a_lap_around_the_limit_proves_nothing(run: Run) -> None:
    rules = """action activate, nest at most 9:
    do: may activate or trade
action trade:
    limit 1 per turn
    do: may activate
"""
    found, _ = run(check_cycles, rules + FLOW)
    assert found == [
        ("assumed", 1, "activate → activate nests at most 9 deep; deeper would stop play (R903)")
    ]


def test_a_turn_inside_the_cycle_clears_the_limit(run: Run) -> None:
    rules = """action activate(q in everyone), nest at most 9:
    limit 1 per turn each q
    do:
        turn q: may activate
"""
    found, _ = run(check_cycles, rules + FLOW)
    assert [status for status, _, _ in found] == ["assumed"]


def test_a_turn_in_a_rule_that_the_cycle_calls_clears_the_limit(run: Run) -> None:
    rules = """action activate(q in everyone), nest at most 9:
    limit 1 per turn each q
    do:
        do short_turn(q)
        may activate
effect short_turn(q: Player):
    turn q: score 1 as turns
"""
    found, _ = run(check_cycles, rules + FLOW)
    assert [status for status, _, _ in found] == ["assumed"]


def test_each_cycle_without_a_depth_is_reported_once(run: Run) -> None:
    rules = """action activate:
    do: do a
effect a:
    do b
effect b:
    do a
effect c:
    do c
"""
    _, said = run(check_cycles, rules + FLOW)
    assert said == [("E412", 3), ("E412", 7)]


def test_a_chain_that_play_cannot_follow_is_reported_at_its_deepest_rule(run: Run) -> None:
    chain = "".join(f"effect e{i}:\n    do e{i - 1}\n" for i in range(1, 120))
    rules = "action activate:\n    do: do e119\neffect e0:\n    finish\n" + chain
    _, said = run(check_cycles, rules + FLOW)
    assert said == [("E107", 203)]


def test_components_of_a_long_chain_need_no_recursion() -> None:
    graph = {str(i): [str(i + 1)] for i in range(50_000)}
    assert len(components(graph)) == 50_000
    assert list(cycles_of(graph)) == []


def test_the_shortest_cycle_of_each_part_is_given() -> None:
    graph = {"a": ["b", "c"], "b": ["c"], "c": ["a"], "d": ["d", "a"]}
    assert list(cycles_of(graph)) == [("a", "c", "a"), ("d", "d")]


def test_what_is_called_comes_first() -> None:
    order = callees_first({"a": ["b", "c"], "b": ["c"], "c": []})
    assert order == ["c", "b", "a"]
