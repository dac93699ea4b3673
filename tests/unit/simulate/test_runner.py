"""Many games: the same results for any number of processes, interrupts, faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.jobs.run import Means
from rulelang.loading import load_game
from rulelang.runtime.game import Game
from rulelang.simulate.many_games import SimulationPlan, game_seed, run
from rulelang.simulate.one_game import play_game
from rulelang.simulate.sim_report import to_data, to_text

BREAKS = """game breaks:
    players 2

account chest: Coin, start 9
account purse of Player: Coin
enum Coin: gold

action take(n in 1..3) "Take":
    do: gain n * gold

flow:
    repeat 9 times:
        each p in everyone:
            turn p: choose take
score coins for p: gold of purse of p
win by points, else shared
"""


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_table_is_the_same_for_any_number_of_processes(auction: Game, jobs: int) -> None:
    plan = SimulationPlan(40, 5, ("random", "random", "random"))
    alone, together = run(auction, plan), run(auction, plan, Means(workers=jobs))
    assert together == alone
    assert to_text(auction, together) == to_text(auction, alone)
    assert to_data(auction, together) == to_data(auction, alone)


def test_another_seed_gives_another_table(auction: Game) -> None:
    bots = ("random",) * 3
    first, second = (run(auction, SimulationPlan(10, seed, bots)) for seed in (1, 2))
    assert to_text(auction, first) != to_text(auction, second)


def test_the_first_game_has_the_seed_of_the_plan(auction: Game) -> None:
    plan = SimulationPlan(3, 21, ("random",) * 3)
    results = run(auction, plan).results
    assert results[0] == play_game(auction, plan.bots, 21)
    again = run(auction, SimulationPlan(1, results[2].seed, plan.bots)).results[0]
    assert again._replace(number=2) == results[2]


def test_seeds_of_games_differ() -> None:
    seeds = {game_seed(0, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_an_interrupt_leaves_the_games_played_so_far(auction: Game) -> None:
    done = 0

    def progress(games: int) -> None:
        nonlocal done
        done += games
        if done >= 4:
            raise KeyboardInterrupt

    simulation = run(auction, SimulationPlan(50, 1, ("random",) * 3), Means(progress=progress))
    assert not simulation.is_complete
    assert [result.number for result in simulation.results] == [0, 1, 2, 3]
    text = to_text(auction, simulation)
    assert "interrupted after 4 games of 50" in text
    assert "4 games finished" in text


def test_an_interrupt_of_several_processes_still_reports(auction: Game) -> None:
    def progress(games: int) -> None:
        raise KeyboardInterrupt

    simulation = run(auction, SimulationPlan(200, 1, ("random",) * 3), Means(2, progress=progress))
    assert not simulation.is_complete
    assert 0 < len(simulation.results) < 200


def test_a_fault_ends_one_game_and_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, "utf-8")
    game = load_game(path)
    simulation = run(game, SimulationPlan(3, 0, ("random", "random")))
    assert {result.status for result in simulation.results} == {"fault"}
    assert "R905" in simulation.results[0].said
    assert "breaks.rules" in simulation.results[0].said
    assert "3 games ended by a fault in the rules" in to_text(game, simulation)
    assert to_data(game, simulation)["faults"][0]["seed"] == 0


def test_decisions_turns_and_actions_are_counted(orchard: Game) -> None:
    results = run(orchard, SimulationPlan(20, 0, ("random", "random"))).results
    assert {result.turns for result in results} == {10}
    assert {result.decisions for result in results} == {10}
    for result in results:
        assert sum(map(sum, result.actions)) <= 10
        assert result.picks >= result.decisions


def test_wins_are_shared_out_among_those_who_tie(orchard: Game) -> None:
    simulation = run(orchard, SimulationPlan(20, 0, ("greedy", "greedy")))
    data = to_data(orchard, simulation)
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(20)
    assert data["shared_wins"] == sum(len(r.winners) == 2 for r in simulation.results)
