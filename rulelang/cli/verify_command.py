"""`rulelang verify GAME`: in goes a game, out comes what is proven about it, what was tried, and what breaks it.

Small scopes, declared in `scopes.csv` in the folder of the game, are searched as a whole; random games are played.
What goes wrong is shown as the shortest game that shows it and kept in a file for `rulelang replay`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from rulelang.cli.long_work import LongWork, means_for, working_options
from rulelang.cli.opened_games import open_game
from rulelang.cli.shared import (
    format_option,
    game_argument,
    players_option,
    settings_option,
    variants_option,
)
from rulelang.cli.telling import story
from rulelang.cli.verb import verb
from rulelang.runtime.game import Game
from rulelang.tui.saving import Recipe, Saved, write_saved
from rulelang.verify.finding import record_of
from rulelang.verify.scopes import POSITIONS, SearchScope, scopes_of
from rulelang.verify.verification import Found, VerificationPlan, verify
from rulelang.verify.verify_report import headline, to_data, to_lines

SHOWN = 5


@verb()
@game_argument()
@working_options(many="How many random games.", least=0)
@players_option()
@click.option("--depth", type=click.IntRange(min=1),
              help="Search this game itself, so many answers deep, instead of its declared scopes.")  # fmt: skip
@click.option("--positions", type=click.IntRange(min=1), default=POSITIONS, show_default=True,
              help="How many positions to search with --depth, or where no scope is declared.")  # fmt: skip
@click.option("--save", "folder", type=click.Path(path_type=Path, file_okay=False), default=".",
              help="Where to keep games that break the rules; here if not given.")  # fmt: skip
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
    depth: int | None,
    positions: int,
    folder: Path,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    format: str,
) -> None:
    """Search small scopes of a game as a whole and try random games: faults, dead ends, what never happens.

    Status 1: something goes wrong; the shortest game that shows it is told and kept.
    """
    recipe = Recipe(str(rules), players, dict(settings), variants)
    game = open_game(rules, players=players, settings=settings, variants=variants)
    scopes = [] if depth else scopes_of(rules)
    scopes = scopes or [SearchScope("as played", players, {}, depth, positions)]
    plan = VerificationPlan(
        work.games, work.seed, [(scope, _open(rules, recipe, scope)) for scope in scopes]
    )
    with means_for(work, len(scopes) + work.games, "verifying") as means:
        verification = verify(game, plan, means)
    files = _write(folder, recipe, verification.found)
    if format == "json":
        data = to_data(game, verification)
        for finding, file in zip(data["findings"], files, strict=True):
            finding["file"] = str(file)
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for line in to_lines(game, verification):
            click.echo(line)
        for found, file in list(zip(verification.found, files, strict=True))[:SHOWN]:
            _tell(found, file)
        if len(files) > SHOWN:
            click.echo(f"\nand {len(files) - SHOWN} more, in {folder}")
    ctx.exit(int(bool(files)))


def _open(rules: Path, recipe: Recipe, scope: SearchScope) -> Game:
    """Open the game of a scope: what was said on the command line stands above what it declares."""
    return open_game(
        rules,
        players=recipe.players or scope.players,
        settings={**scope.settings, **recipe.settings},
        variants=recipe.variants,
    )


def _write(folder: Path, recipe: Recipe, found: tuple[Found, ...]) -> list[Path]:
    files = []
    for number, each in enumerate(found, start=1):
        settings = {**(each.scope.settings if each.scope else {}), **recipe.settings}
        own = recipe._replace(players=each.game.players, settings=settings)
        file = folder / f"{each.game.name}-{each.finding.code}-{number}.json"
        write_saved(file, Saved(own, [], record_of(each.game, each.finding)))
        files.append(file)
    return files


def _tell(found: Found, file: Path) -> None:
    click.echo(f"\nfault: {headline(found)}")
    for line in story(found):
        click.echo(f"  {line}")
    click.echo(f"  see it again: rulelang replay {file}")
