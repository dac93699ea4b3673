"""`rulelang replay FILE`: in goes a saved game, out comes its transcript, played again by the rules of today."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cli.opened_games import open_game, open_saved
from rulelang.cli.shared import find_rules, find_variants, has_colour, variants_option
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import diff
from rulelang.linking.digests import changed_since
from rulelang.loading import RulesError, load_game
from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.records import begin, has_same_rules
from rulelang.source import Sources
from rulelang.tui.comparing import DIFFERENT, FITS, IDENTICAL, SAME_RESULT, compare, place_text
from rulelang.tui.replaying import replay_lines
from rulelang.tui.saving import Recipe, Saved, SaveError
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import score_table
from rulelang.tui.terminal_phrases import LANGUAGES


@verb()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Other rules than those the game was saved with.")
@variants_option()
@click.option(
    "--verify", is_flag=True, help="Print nothing; only say whether it still plays the same."
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language."
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    file: Path,
    game: str | None,
    variants: tuple[str, ...],
    verify: bool,  # noqa: FBT001  # click passes flags so
    lang: str,
) -> None:
    """Play a recorded game again, step by step, also by changed rules or with further variants.

    Changed rules are compared with those of then: identical, the same result, or the first answer
    where it differs and which rule did it. Status 1: it comes out differently, or does not fit.
    """
    saved = open_saved(file)
    recipe = saved.recipe
    now = recipe._replace(rules=game or recipe.rules, variants=(*recipe.variants, *variants))
    opened = _open(now)
    has_changed = not has_same_rules(opened, saved.record)
    status = _replay(saved, opened, has_changed=has_changed, verify=verify, lang=lang)
    if has_changed:
        status = _compare(saved, opened, now)
    ctx.exit(status)


def _open(recipe: Recipe) -> Game:
    return open_game(
        find_rules(recipe.rules),
        players=recipe.players,
        settings=recipe.settings,
        variants=recipe.variants,
    )


def _replay(saved: Saved, opened: Game, *, has_changed: bool, verify: bool, lang: str) -> int:
    record = saved.record
    if has_changed:
        click.echo("the rules have changed since this game was saved", err=True)
    words = TerminalWords(opened, lang, colour=has_colour())
    try:
        play = begin(opened, record)
        for line in replay_lines(words, play, record):
            if not verify:
                click.echo(line)
    except (SaveError, RulesChangedError) as error:
        if has_changed:
            return 1  # the comparison says more about it
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


_VERDICTS = {
    IDENTICAL: "identical: every decision, option and point is as it was",
    SAME_RESULT: "the same result, but not the same game",
    DIFFERENT: "different",
    FITS: "every answer still fits; what it led to then is not in the file",
}


def _compare(saved: Saved, opened: Game, now: Recipe) -> int:
    """Say what the rules of today make of the game; return the status."""
    old = _old_rules(saved, now)
    verdict = compare(saved.record, opened, old)
    click.echo(_VERDICTS[verdict.kind], err=True)
    for line in verdict.lines:
        click.echo(f"  {line}", err=True)
    if verdict.kind in (SAME_RESULT, DIFFERENT):
        known = saved.record.get("items")
        said = _changed(known, now) if old is None and known else []
        said = _otherwise(saved.recipe, now) if old is not None else said
        for line in ["what the rules say otherwise:"] * bool(said) + [f"  {each}" for each in said]:
            click.echo(line, err=True)
    return int(verdict.kind == DIFFERENT)


def _old_rules(saved: Saved, now: Recipe) -> Game | None:
    """The rules the game was saved with, if they are still what they were."""
    if now == saved.recipe:
        return None
    try:
        old = load_game(
            find_rules(saved.recipe.rules),
            players=saved.recipe.players,
            settings=saved.recipe.settings,
            variants=find_variants(find_rules(saved.recipe.rules), saved.recipe.variants),
        )
    except (RulesError, click.UsageError):
        return None
    return old if has_same_rules(old, saved.record) else None


def _changed(known: Mapping[str, int], now: Recipe) -> list[str]:
    """Name what has changed since the game was saved, by the numbers it keeps."""
    rules = find_rules(now.rules)
    linked = pipeline.link(rules, find_variants(rules, now.variants), Sources(), Reporter())
    if linked is None:
        return []
    return [each.said + place_text(each.place) for each in changed_since(known, linked)]


def _otherwise(before: Recipe, after: Recipe) -> list[str]:
    sources = Sources()
    found = []
    for recipe in (before, after):
        rules = find_rules(recipe.rules)
        variants = find_variants(rules, recipe.variants)
        found.append(pipeline.link(rules, variants, sources, Reporter()))
    old, new = found
    return [] if old is None or new is None else [change.headline for change in diff(old, new)]
