"""`rulelang fmt FILES`: in go rules files, out come the same files in standard layout."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from rulelang.cli.shared import print_diagnostics
from rulelang.cli.verb import verb
from rulelang.diagnostics.export import to_concise
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import write_file
from rulelang.fmt import format_source
from rulelang.source import SourceFile, Sources
from rulelang.syntax.parsing.from_text import (
    MAX_BYTES,
    decode_source,
    read_source,
    report_too_large,
)
from rulelang.syntax.parsing.tokens import MAX_CHARACTERS
from rulelang.tui.clean_output import print_exactly

STDIN = "-"
IN = "standard input"


@verb()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option("--check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, diff: bool) -> None:  # noqa: FBT001  # click passes flags so
    """Lay out rules files in the one standard way.

    A file with syntax errors is reported and left alone. `-` reads standard input and writes the
    result to standard output. Status 1: there are errors, or --check or --diff found a difference.
    """
    report, sources = Reporter(), Sources()
    mode = "diff" if diff else "check" if check else "write"
    changed = [_format_one(name, mode, sources, report) for name in files]
    found = report.sorted()
    if STDIN in files:
        # Standard output carries the rules, so what is wrong with them goes elsewhere.
        click.echo(to_concise(found, sources), nl=False, err=True)
    elif found:
        print_diagnostics(found, sources)
    ctx.exit(int(bool(found) or (mode != "write" and any(changed))))


def _format_one(name: str, mode: str, sources: Sources, report: Reporter) -> bool:
    """Format one file as `mode` says; return whether its layout differs."""
    source = _read(name, report)
    if source is None:
        return False
    formatted = format_source(sources.add(source), report)
    if mode == "write" and name == STDIN:
        print_exactly(source.text if formatted is None else formatted)
    if formatted is None or formatted == source.text:
        return False
    if mode == "diff":
        click.echo(_difference(source, formatted), nl=False)
    elif mode == "check":
        click.echo(f"would change {source.path}")
    elif name != STDIN:
        write_file(Path(name), formatted)
        click.echo(f"changed {source.path}")
    return True


def _read(name: str, report: Reporter) -> SourceFile | None:
    if name != STDIN:
        return read_source(Path(name), name, report)
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        report_too_large(IN, f"more than {MAX_CHARACTERS}", report)
        return None
    return decode_source(content, IN, report)


def _difference(source: SourceFile, formatted: str) -> str:
    old, new = (text.splitlines(keepends=True) for text in (source.text, formatted))
    lines = difflib.unified_diff(old, new, source.path, f"{source.path} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
