"""`rulelang trace GAME`: in goes a game, out comes a table from clauses over rules to tests and play."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang import pipeline
from rulelang.bundled import added_files
from rulelang.cli.opened_games import open_game
from rulelang.cli.shared import (
    find_variants,
    format_option,
    game_argument,
    print_diagnostics,
    seed_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import read_text, write_file
from rulelang.linking.model import Linked
from rulelang.scenarios.coverage import coverage_of
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn
from rulelang.trace.collect import clauses_in, trace_game
from rulelang.trace.model import ClauseTrace
from rulelang.trace.places_seen import Played, play_games
from rulelang.trace.rulebook import Rulebook, reasons_of
from rulelang.trace.trace_report import trace_json, trace_text


@verb()
@game_argument()
@variants_option()
@click.option("--games", type=click.IntRange(min=0), default=2, show_default=True,
              help="How many games random bots play to see what is exercised and refused.")  # fmt: skip
@click.option("--clauses", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="A text that names the clauses of the rulebook: those cited nowhere are told.")  # fmt: skip
@click.option("--alone", is_flag=True,
              help="Only the game itself, without what its own modules and variants carry out and prove.")  # fmt: skip
@format_option("text", "json", "html")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to; else to standard output."
)
@click.option("--strict", is_flag=True, help="Status 1 if a clause has no rule or no test.")
@seed_option()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Path,
    variants: tuple[str, ...],
    games: int,
    clauses: Path | None,
    alone: bool,  # noqa: FBT001  # click passes flags so
    format: str,
    output: Path | None,
    strict: bool,  # noqa: FBT001  # click passes flags so
    seed: int,
) -> None:
    """Trace the clauses of a rulebook: which rule carries each out, which tests prove it.

    Also shown: in how many games it was exercised, and which of its requirements refused something, in
    tests or in play. Rules and tests of the modules and variants in the folder of the game count too, each
    on its own; with --with, those of the game and of what is added. `clauses.csv` in that folder says why
    clauses have no rule or no test.
    """
    sources, report = Sources(), Reporter()
    linked = pipeline.link(rules, find_variants(rules, variants), sources, report)
    added = () if alone or variants else added_files(rules)
    others = [(), *((file,) for file in added)] if variants or added else []
    beside = [pipeline.link(rules, files, sources, report) for files in others]
    if linked is None or report.has_errors:
        print_diagnostics(report.sorted(), sources)
        ctx.exit(1)
    games_played: list[Played] = []
    if games:
        game = open_game(rules, players=None, settings={}, variants=variants)
        games_played = play_games(game, games, _actions(linked), seed)
    known = clauses_in(read_text(clauses), coverage_of(linked).clauses) if clauses else []
    book = Rulebook(tuple(known), reasons_of(rules))
    found = [other for other in beside if other is not None]
    trace = trace_game(linked, sources, games_played, beside=found, book=book)
    label = linked.header.label
    text = _written(trace, format, linked.name if label is None else label.english)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)
    ctx.exit(int(strict and trace.is_lacking))


def _actions(linked: Linked) -> list[str]:
    rules = [item for item in linked.items if isinstance(item, syn.Rule)]
    return [rule.name.text for rule in rules if rule.word == "action"]


def _written(trace: ClauseTrace, format: str, title: str) -> str:
    if format == "json":
        return f"{trace_json(trace)}\n"
    if format == "text":
        return trace_text(trace)
    from rulelang.reference.chapters.trace_chapter import trace_book
    from rulelang.reference.writers.html import write_html

    return write_html([trace_book(trace, title)])
