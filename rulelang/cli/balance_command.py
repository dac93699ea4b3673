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
from rulelang.balance.comparison import BalancePlan, balance
from rulelang.balance.page import to_html
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
from rulelang.files import write_file


@verb()
@game_argument()
@working_options(many="How many seeds; each is played with and without the change.", bots="greedy")
@players_option()
@click.option("--base", "base", multiple=True, metavar="NAME",
              help="A module or variant that both sides have; may be given several times.")  # fmt: skip
@click.option("--html", "page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write a page with tables and plots, complete in itself.")  # fmt: skip
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
    base: tuple[str, ...],
    page: Path | None,
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
    plan = BalancePlan(work.games, work.seed, tuple(bots_for(work.bots, games[0].players)))
    with means_for(work, work.games, "playing") as means:
        found = balance(games, names, plan, means)
    if page is not None:
        write_file(page, to_html(games[0], found))
    if format == "json":
        click.echo(json.dumps(to_data(games[0], found), ensure_ascii=False, indent=2))
    else:
        for line in to_lines(games[0], found):
            click.echo(line)
    ctx.exit(int(bool(found.faults)))
