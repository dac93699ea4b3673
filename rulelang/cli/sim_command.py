"""`rulelang sim GAME`: in goes a game, out comes how many games of bots end, with confidence intervals.

The tables go to standard output and are the same for the same seed, however many processes play. Progress, speed
and faults go to standard error.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Mapping
from pathlib import Path

import click

from rulelang.cli.long_work import LongWork, means_for, working_options
from rulelang.cli.opened_games import bots_for, open_game
from rulelang.cli.shared import (
    format_option,
    game_argument,
    players_option,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.simulate.many_games import Simulation, SimulationPlan, run
from rulelang.simulate.one_game import FAULT
from rulelang.simulate.sim_report import to_data, to_text

SHOWN_FAULTS = 3


@verb()
@game_argument()
@working_options(many="How many games.", bots="random")
@players_option()
@settings_option()
@variants_option()
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Path,
    *,
    work: LongWork,
    players: int | None,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    format: str,
) -> None:
    """Let bots play many games and count how they end.

    Ctrl-C stops and reports the games played so far; with --resume FILE the same command goes on later. Status 1: a game ran into a fault of its rules.
    """
    game = open_game(rules, players=players, settings=settings, variants=variants)
    plan = SimulationPlan(work.games, work.seed, tuple(bots_for(work.bots, game.players)))
    started = time.perf_counter()
    with means_for(work, work.games, "playing") as means:
        simulation = run(game, plan, means)
    seconds = time.perf_counter() - started
    if format == "json":
        click.echo(json.dumps(to_data(game, simulation), ensure_ascii=False, indent=2))
    else:
        click.echo(to_text(game, simulation), nl=False)
    played = len(simulation.results)
    if work.resume is None:  # else some were played before
        click.echo(f"{played / seconds:,.1f} games a second ({seconds:.1f} s)", err=True)
    faults = _faults(simulation, _again(rules, game.players, work.bots, settings, variants))
    click.echo(faults, err=True, nl=False)
    ctx.exit(int(bool(faults)))


def _again(
    rules: Path, players: int, bots: str, settings: Mapping[str, str], variants: tuple[str, ...]
) -> list[str]:
    """The words of a command that plays one game of the same kind; the seed is still to come."""
    words = ["rulelang", "play", str(rules), "--watch", "--players", str(players), "--bots", bots]
    for name, value in settings.items():
        words += ["--set", f"{name}={value}"]
    for name in variants:
        words += ["--with", name]
    return [*words, "--seed"]


def _faults(simulation: Simulation, again: list[str]) -> str:
    found = [result for result in simulation.results if result.status == FAULT]
    lines = []
    for result in found[:SHOWN_FAULTS]:
        lines.append(f"fault in game {result.number} after {result.picks} picks: {result.said}")
        lines.append(f"  see it: {shlex.join([*again, str(result.seed)])}")
    if len(found) > SHOWN_FAULTS:
        lines.append(f"and {len(found) - SHOWN_FAULTS} more")
    return "".join(f"{line}\n" for line in lines)
