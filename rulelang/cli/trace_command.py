"""`rulelang trace GAME`: in goes a game, out comes a table from clauses over rules to tests and play."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang import pipeline
from rulelang.bundled import added_files
from rulelang.cli.long_work import LongWork, jobs_option, resume_option
from rulelang.cli.opened_games import open_game
from rulelang.cli.prove_clauses import Asked, proofs_written, prove
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
from rulelang.trace.prove import CHANGES
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
@click.option("--strict", is_flag=True,
              help="Status 1 if a clause has no rule or no test; with --prove, if it is only cited.")  # fmt: skip
@click.option("--prove", "is_proving", is_flag=True,
              help="Change the rules of each clause and see whether a test notices.")  # fmt: skip
@click.option("--only", multiple=True, metavar="CLAUSE",
              help="Prove this clause, or range as AB-001..009; may be given several times.")  # fmt: skip
@click.option("--changes", type=click.IntRange(min=1), default=CHANGES, show_default=True,
              help="How many changes to try for each clause until a test notices one.")  # fmt: skip
@jobs_option()
@resume_option()
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
    is_proving: bool,  # noqa: FBT001  # click passes flags so
    only: tuple[str, ...],
    changes: int,
    jobs: int | None,
    resume: Path | None,
    seed: int,
) -> None:
    """Trace the clauses of a rulebook: which rule carries each out, which tests prove it.

    Also shown: in how many games it was exercised, and which of its requirements refused something, in
    tests or in play. Rules and tests of the modules and variants in the folder of the game count too, each
    on its own; with --with, those of the game and of what is added. `clauses.csv` in that folder says why
    clauses have no rule or no test.

    A clause can be cited by a test that would hold whatever the rule says. --prove finds these: it changes
    the rules of each clause in one small way after the other (a number by one, a comparison, a name, a line
    left out) until a test fails. Those that cite the clause are asked first, then all others. Changes that
    leave no game that checks do not count. With --with, only clauses that the tests of what is added cite
    are proven. What was found is kept until a file of the game changes: a run that was stopped goes on.

    \b
        rulelang trace --prove my_game
        rulelang trace --prove my_game --with my_module --changes 30
        rulelang trace --prove my_game --only RULE-1..9 --format json
    """
    sources, report = Sources(), Reporter()
    files = find_variants(rules, variants)
    linked = pipeline.link(rules, files, sources, report)
    if is_proving:
        if linked is None or report.has_errors:
            print_diagnostics(report.sorted(), sources)
            ctx.exit(1)
        proofs = prove(
            linked, Asked(rules, files, only, changes), LongWork(0, seed, jobs, resume, None)
        )
        _write(proofs_written(proofs, format), output)
        ctx.exit(int(strict and bool(proofs.lacking or proofs.stale)))
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
    _write(text, output)
    ctx.exit(int(strict and trace.is_lacking))


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)


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
