"""`rulelang show GAME`: in goes a game with its variants, out comes the merged game as one rules file.

What the variants leave idle is left out, so that the file checks as it is. Tables stay files: printed, the text calls
them as the game does; written with -o, it brings copies along.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import attrs
import click

from rulelang import pipeline
from rulelang.checks.check_unused import check_unused
from rulelang.cli.new_command import write_fresh
from rulelang.cli.shared import (
    SUFFIX,
    find_variants,
    game_argument,
    print_diagnostics,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import read_bytes, write_files
from rulelang.fmt import format_text
from rulelang.linking.model import Linked, TableData, span_of
from rulelang.linking.restate import restate
from rulelang.render.look import FILE as LOOK
from rulelang.render.look import read_look
from rulelang.source import Sources, Span


@verb()
@game_argument()
@variants_option()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write a new file, and its tables beside it.",
)
@click.pass_context
def command(
    ctx: click.Context, /, rules: Path, variants: tuple[str, ...], output: Path | None
) -> None:
    """Print a game with its modules and variants as one rules file.

    All changes are done. The file plays like the game with its variants, move for move.
    """
    sources, report = Sources(), Reporter()
    linked = pipeline.link(rules, find_variants(rules, variants), sources, report)
    if linked is None or report.has_errors:
        print_diagnostics(report.sorted(), sources)
        ctx.exit(1)
    if variants:
        linked = without_idle(linked)
    files = [file for path in sources.paths() if (file := sources.get(path)) is not None]
    if output is None:
        click.echo(format_text(restate(linked, None, files).text), nl=False)
        return
    output = output if output.suffix == SUFFIX else output.with_name(f"{output.name}{SUFFIX}")
    restated = restate(linked, output.stem, files)
    for path, data in restated.tables:
        write_fresh(output.parent / path, _csv(data))
    if look := _look_of(rules):
        write_files({output.with_suffix("") / LOOK: look}, makes_folders=True)
    write_fresh(output, format_text(restated.text))
    click.echo(f"wrote {output}")


def _look_of(rules: Path) -> bytes:
    """The table of looks of a game, as it is; nothing if it has none."""
    folder = rules.with_suffix("")
    return read_bytes(folder / LOOK) if read_look(folder) else b""


def without_idle(linked: Linked) -> Linked:
    """Return a game without the items that nothing uses, whatever the number of players."""
    while gone := _idle(linked):
        kept = tuple(item for item in linked.items if span_of(item) not in gone)
        if len(kept) == len(linked.items):
            break
        linked = attrs.evolve(linked, items=kept)
    return linked


def _idle(linked: Linked) -> frozenset[Span]:
    report = Reporter()
    for players in pipeline.players_of(linked, Reporter()):
        program = pipeline.type_game(linked, players, {}, Reporter(), tests=True)
        if program is not None:
            check_unused(attrs.evolve(program, added_files=()), report)
    return frozenset(found.span for found in report.sorted() if found.span is not None)


def _csv(data: TableData) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(data.columns)
    writer.writerows(data.rows)
    return text.getvalue()
