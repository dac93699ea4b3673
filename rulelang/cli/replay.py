"""`rulelang replay FILE`: in goes a saved game, out comes its transcript, played again by the rules of today."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.cli.games import open_game
from rulelang.cli.shared import find_rules, has_colour
from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.records import begin
from rulelang.tui.phrases import LANGUAGES
from rulelang.tui.replaying import replay_lines
from rulelang.tui.saving import Saved, SaveError, read_saved
from rulelang.tui.tables import score_table
from rulelang.tui.words import Words


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Other rules than those the game was saved with.")
@click.option(
    "--verify", is_flag=True, help="Print nothing; only say whether it still plays the same."
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language."
)
@click.pass_context
def command(ctx: click.Context, /, file: Path, game: str | None, verify: bool, lang: str) -> None:  # noqa: FBT001  # click passes flags so
    """Play a recorded game again, step by step.

    Status 1: an answer does not fit the rules any more, or leads somewhere else.
    """
    try:
        saved = read_saved(file)
    except SaveError as error:
        raise click.UsageError(f"`{file}` cannot be read: {error}") from None
    ctx.exit(_replay(saved, game or saved.recipe.rules, verify=verify, lang=lang))


def _replay(saved: Saved, game: str, *, verify: bool, lang: str) -> int:
    recipe, record = saved.recipe, saved.record
    opened = open_game(
        find_rules(game),
        players=recipe.players,
        settings=recipe.settings,
        variants=recipe.variants,
    )
    has_changed = opened.rules_hash != record["rules_hash"]
    if has_changed:
        click.echo("the rules have changed since this game was saved", err=True)
    words = Words(opened, lang, colour=has_colour())
    try:
        play = begin(opened, record)
        for line in replay_lines(words, play, record):
            if not verify:
                click.echo(line)
    except (SaveError, RulesChangedError) as error:
        said = "the rules break here, as they did when this was saved"
        is_known = record.get("fault", "") != "" and str(error).endswith(record["fault"])
        said = said if is_known else "this game does not fit the rules any more"
        click.echo(f"{said}: {error}", err=True)
        return 1
    if not has_changed and play.state != list(record.get("state", play.state)):
        click.echo("the answers do not lead to the position that was saved", err=True)
        return 1
    if not verify:
        click.echo("")
        for line in score_table(words, play, None):
            click.echo(line)
    return 0
