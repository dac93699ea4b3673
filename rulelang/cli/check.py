"""`rulelang check GAME...`: in go games, out comes everything that is wrong with them, once.

A game is checked for every number of players it allows. Nothing to say is nothing printed and status 0;
`--proofs` also lists what was proven, what was assumed, and what the rules themselves give away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
from attrs import frozen

from rulelang import pipeline
from rulelang.checks.findings import Finding
from rulelang.cli.shared import (
    exit_status,
    find_rules,
    find_variants,
    format_option,
    players_option,
    print_diagnostics,
    settings_option,
    variants_option,
)
from rulelang.diagnostics import codes
from rulelang.diagnostics.export import VERSION, to_record
from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.source import Sources, Span


@frozen
class Options:
    """What to check a game with."""

    variants: tuple[str, ...]
    settings: Mapping[str, str]
    players: int | None


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@variants_option()
@settings_option()
@players_option()
@format_option("text", "concise", "json")
@click.option("--proofs", is_flag=True, help="Also list what was proven and what was assumed.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    format: str,
    proofs: bool,  # noqa: FBT001  # click passes flags so
    **options: object,
) -> None:
    """Report everything that is wrong with a game, with the place and a way out.

    Status 0: nothing to say. 1: there are errors or warnings. 2: no such game or option.
    """
    given = Options(**options)  # type: ignore[arg-type]  # click has made them what they should be
    paths = [find_rules(game) for game in games]
    sources = Sources()
    diagnostics: list[Diagnostic] = []
    findings: list[Finding] = []
    for path in paths:
        said, found = check_file(path, find_variants(path, given.variants), given, sources)
        diagnostics += said
        findings += found
    if format == "json":
        click.echo(_json(diagnostics, findings if proofs else None, sources))
    else:
        shown = [d for d in diagnostics if proofs or d.severity is not Severity.NOTE]
        print_diagnostics(shown, sources, format=format)
        if proofs:
            click.echo(_table(findings, sources), nl=False)
    ctx.exit(exit_status(diagnostics))


def check_file(
    path: Path, variants: Sequence[Path], options: Options, sources: Sources
) -> tuple[tuple[Diagnostic, ...], tuple[Finding, ...]]:
    """Check one game; return what is wrong with it and what was found out."""
    report = Reporter()
    findings: tuple[Finding, ...] = ()
    linked = pipeline.link(path, variants, sources, report)
    # What could not be read would only be missed by everything that uses it.
    if linked is not None and not report.has_errors:
        counts = _counts(linked, options.players, report)
        findings = pipeline.check_linked(linked, counts, options.settings, report)
    return report.sorted(), findings


def _counts(linked: Linked, players: int | None, report: Reporter) -> Sequence[int]:
    """The numbers of players to check for."""
    allowed = pipeline.players_of(linked, report)
    if players is None:
        return allowed
    if players in allowed:
        return (players,)
    report.error(
        codes.PLAYERS_OUT_OF_RANGE,
        linked.header.span if linked.players is None else linked.players.span,
        name=linked.name,
        expected=f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0]),
        found=players,
    )
    return ()


# --- printing --------------------------------------------------------------------------------------


def _table(findings: Iterable[Finding], sources: Sources) -> str:
    """One line for each finding: status, place, sentence; the check as a heading."""
    lines: list[str] = []
    check = ""
    for finding in sorted(findings, key=lambda finding: _order(finding.check)):
        if finding.check != check:
            check = finding.check
            lines += ["", check] if lines else [check]
        where = _place(finding.span, sources)
        lines.append(f"  {finding.status:<8} {where}{finding.sentence}")
    return "".join(f"{line}\n" for line in lines)


def _order(check: str) -> int:
    return [each.__name__.removeprefix("check_") for each in pipeline.CHECKS].index(check)


def _place(span: Span | None, sources: Sources) -> str:
    file = None if span is None else sources.get(span.path)
    return "" if span is None or file is None else f"line {file.position(span.start)[0]}: "


def _json(
    diagnostics: Iterable[Diagnostic], findings: Iterable[Finding] | None, sources: Sources
) -> str:
    content: dict[str, object] = {
        "version": VERSION,
        "diagnostics": [to_record(each, sources) for each in diagnostics],
    }
    if findings is not None:
        content["findings"] = [
            {
                "check": each.check,
                "status": each.status,
                "sentence": each.sentence,
                "path": None if each.span is None else each.span.path,
                "line": _line(each.span, sources),
            }
            for each in findings
        ]
    return json.dumps(content, ensure_ascii=False, indent=2)


def _line(span: Span | None, sources: Sources) -> int | None:
    file = None if span is None else sources.get(span.path)
    return None if span is None or file is None else file.position(span.start)[0]
