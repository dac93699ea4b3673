"""`rulelang check GAME...`: in go games, out comes everything that is wrong with them, once.

A game is checked for every number of players it allows. Nothing to say is nothing printed and status 0;
`--proofs` also lists what was proven, what was assumed, and what the rules themselves give away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from rulelang.cache import Request
from rulelang.checking import Checked, check_game, wrong_only
from rulelang.cli.shared import (
    DOCUMENTS,
    FORMATS,
    exit_status,
    find_rules,
    find_variants,
    format_option,
    players_option,
    print_diagnostics,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.tui.terminal_phrases import LANGUAGES

if TYPE_CHECKING:  # a game that was checked before is answered without the compiler
    from rulelang.checks.findings import ProofFinding
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.source import Sources, Span


@verb()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@variants_option()
@settings_option()
@players_option()
@format_option(*FORMATS)
@click.option("--proofs", is_flag=True, help="Also list what was proven and what was assumed.")
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice(LANGUAGES),
    help="Also list what texts in this language lack, and notes that repeat what is told anyway.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    variants: tuple[str, ...],
    settings: Mapping[str, str],
    players: int | None,
    format: str,
    languages: tuple[str, ...],
    *,
    proofs: bool,
) -> None:
    """Report everything that is wrong with a game, with the place and a way out.

    Status 0: nothing to say. 1: there are errors or warnings. 2: no such game or option.
    """
    requests = [
        Request("check", path, find_variants(path, variants), players, tuple(settings.items()))
        for path in map(find_rules, games)
    ]
    checked, tried = _checked(requests, everything=proofs or format in DOCUMENTS)
    diagnostics = [found for each in checked for found in each.diagnostics]
    findings = [found for each in checked for found in each.findings]
    lacking = [line for each in requests for line in _lacking_words(each, languages)]
    if format not in DOCUMENTS and tried:
        click.echo(tried)
    if format not in DOCUMENTS and not diagnostics and not findings and not lacking:
        ctx.exit(0)
    sources = all_sources(each.sources for each in checked)
    if format == "json":
        click.echo(_json(diagnostics, findings if proofs else None, sources))
    else:
        print_diagnostics(diagnostics, sources, format=format)
        if format in ("text", "concise"):
            click.echo(_table(findings, sources), nl=False)
            click.echo("".join(f"{line}\n" for line in lacking), nl=False)
    ctx.exit(exit_status(diagnostics) or int(bool(lacking)))


def _checked(requests: Iterable[Request], *, everything: bool) -> tuple[list[Checked], str]:
    """Check the games of all requests; what can be shown by a game is, and what was tried is said."""
    found: list[Checked] = []
    tried = 0
    for request in requests:
        checked = check_game(request, everything=everything or bool(request.variants))
        if checked.diagnostics or (request.variants and checked.findings):
            from rulelang.cli.games_that_show import with_games

            checked, more = with_games(request, checked)
            tried += more
        found.append(checked if everything else wrong_only(checked))
    if not tried:
        return found, ""
    from rulelang.cli.games_that_show import in_games

    things = "1 thing" if tried == 1 else f"{tried} things"
    said = f"{things} that the change leaves unproven: {in_games()}, no fault"
    return found, said + ("" if everything else " (--proofs lists them)")


def _lacking_words(request: Request, languages: tuple[str, ...]) -> Iterator[str]:
    """The lines of `words` blocks that texts about a game need, and what is wrong with its texts."""
    if not languages:
        return
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.pipeline import link
    from rulelang.prose.lint import lines_to_fill, remarks
    from rulelang.source import Sources

    sources = Sources()
    linked = link(request.path, request.variants, sources, Reporter())
    for language in languages if linked is not None else ():
        assert linked is not None
        lines = lines_to_fill(linked, language)
        if lines:
            yield f"{request.path.name}: texts need words; fill in:"
            yield from (f"    {line}" for line in lines)
        for remark in remarks(linked, language):
            file = sources.get(remark.span.path)
            line = 1 if file is None else file.position(remark.span.start)[0]
            yield f"{remark.span.path}:{line}: {remark.text}"


def all_sources(parts: Iterable[Sources | None]) -> Sources:
    """Return the files of all parts together."""
    from rulelang.source import Sources

    found = Sources()
    for part in parts:
        for path in () if part is None else part.paths():
            source = part.get(path) if part is not None else None
            if source is not None:
                found.add(source)
    return found


# --- printing --------------------------------------------------------------------------------------


def _table(findings: Iterable[ProofFinding], sources: Sources) -> str:
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
    from rulelang import pipeline

    return [each.__name__.removeprefix("check_") for each in pipeline.CHECKS].index(check)


def _place(span: Span | None, sources: Sources) -> str:
    file = None if span is None else sources.get(span.path)
    return "" if span is None or file is None else f"line {file.position(span.start)[0]}: "


def _json(
    diagnostics: Iterable[Diagnostic], findings: Iterable[ProofFinding] | None, sources: Sources
) -> str:
    from rulelang.diagnostics.export import VERSION, to_record

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
