"""`rulelang compile GAME --emit STAGE`: in goes a game, out comes one of its stages as text.

The stages are those of `pipeline.py`. What is wrong with the game is reported instead, with status 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cli.shared import (
    find_variants,
    game_argument,
    players_option,
    print_diagnostics,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import write_file
from rulelang.frozen import frozen
from rulelang.linking.model import Linked
from rulelang.source import Sources

STAGES = ("syntax", "linked", "program", "lowered", "graph", "python")


@frozen
class CompileOptions:
    """What to compile a game with."""

    variants: tuple[str, ...]
    settings: Mapping[str, str]
    players: int | None


@verb()
@game_argument()
@click.option("--emit", type=click.Choice(STAGES), required=True, help="Which stage to print.")
@variants_option()
@settings_option()
@players_option()
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead.")
@click.pass_context
def command(
    ctx: click.Context, /, rules: Path, emit: str, output: Path | None, **options: object
) -> None:
    """Print any stage of a game, from its syntax to the generated Python.

    Without --players the stages from `program` on are for four, or the nearest number allowed.
    """
    given = CompileOptions(**options)  # type: ignore[arg-type]  # click has made them what they should be
    report, sources = Reporter(), Sources()
    text = _stage(emit, rules, given, sources, report)
    if text is None or report.has_errors:
        print_diagnostics(report.sorted(), sources)
        ctx.exit(1)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)


def _stage(
    emit: str, rules: Path, options: CompileOptions, sources: Sources, report: Reporter
) -> str | None:
    """Return the text of a stage, or None if the game does not get so far."""
    from rulelang.syntax.trees.dump import dump

    variants = find_variants(rules, options.variants)
    if emit == "syntax":
        from rulelang.syntax.parsing.from_text import parse_file, read_source

        found = [read_source(path, str(path), report) for path in (rules, *variants)]
        files = [sources.add(source) for source in found if source is not None]
        return "".join(dump(parse_file(file, report)) for file in files) or None
    linked = pipeline.link(rules, variants, sources, report)
    if linked is None or report.has_errors:
        return None
    if emit == "linked":
        return dump(linked)
    return _after_linking(emit, linked, options, report)


def _after_linking(
    emit: str, linked: Linked, options: CompileOptions, report: Reporter
) -> str | None:
    given = (linked, options.players, options.settings, report)
    if emit == "program":
        from rulelang.program.dump import dump_program

        players = pipeline.choose_players(linked, options.players, report)
        if players is None:
            return None
        program = pipeline.type_game(linked, players, options.settings, report, tests=False)
        return None if program is None else dump_program(program)
    if emit == "lowered":
        from rulelang.program.dump import dump_program

        lowered = pipeline.lower_game(*given)
        return None if lowered is None else dump_program(lowered)
    if emit == "graph":
        from rulelang.graph.dump import dump_graph

        graph = pipeline.graph_game(*given)
        return None if graph is None else dump_graph(graph)
    compiled = pipeline.compile_game(*given)
    return None if compiled is None else compiled.source
