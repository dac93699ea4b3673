"""`rulelang balance GAME --with VARIANT`: in goes a game and a change, out comes what the change does to it.

The same seeds are played with and without the change, by bots that are not random. Without a change the game
itself is measured.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from rulelang.balance.balance_report import to_data, to_lines
from rulelang.balance.comparison import Plan, balance
from rulelang.balance.page import to_html
from rulelang.cli.long_work import Given, means_for, working_options
from rulelang.cli.opened_games import bots_for, open_game
from rulelang.cli.shared import (
    format_option,
    game_argument,
    players_option,
    seed_option,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.files import write_file


@verb()
@game_argument()
@click.option(
    "-n", "--games", "count", type=click.IntRange(min=1), default=100, show_default=True,
    help="How many seeds; each is played with and without the change.",
)  # fmt: skip
@players_option()
@seed_option()
@click.option(
    "--bots", default="greedy", show_default=True, metavar="NAMES",
    help="Who plays: `greedy`, `mcts` (`mcts:20000` thinks longer) or `random`, or one for each seat.",
)  # fmt: skip
@click.option("--base", "base", multiple=True, metavar="NAME",
              help="A module or variant that both sides have; may be given several times.")  # fmt: skip
@click.option("--html", "page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write a page with tables and plots, complete in itself.")  # fmt: skip
@working_options()
@settings_option()
@variants_option()
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Path,
    *,
    count: int,
    players: int | None,
    seed: int,
    bots: str,
    base: tuple[str, ...],
    page: Path | None,
    jobs: int | None,
    resume: Path | None,
    cluster: str | None,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    format: str,
) -> None:
    """Compare a game with and without a change: wins, length, points, actions, with confidence intervals.

    `--with` and `--set` are the change; what both sides have is given with `--base`. Status 1: a game did not come to its end.
    """
    games = [open_game(rules, players=players, settings={}, variants=base)]
    names = ["base"]
    if variants or settings:
        changed = (*base, *variants)
        games.append(
            open_game(rules, players=games[0].players, settings=settings, variants=changed)
        )
        set_to = [f"{name}={value}" for name, value in settings.items()]
        names.append(f"with {', '.join([*(Path(v).stem for v in variants), *set_to])}")
    plan = Plan(count, seed, tuple(bots_for(bots, games[0].players)))
    with means_for(Given(jobs, resume, cluster), count, "playing") as means:
        found = balance(games, names, plan, means)
    if page is not None:
        write_file(page, to_html(games[0], found))
    if format == "json":
        click.echo(json.dumps(to_data(games[0], found), ensure_ascii=False, indent=2))
    else:
        for line in to_lines(games[0], found):
            click.echo(line)
    ctx.exit(int(bool(found.faults)))
