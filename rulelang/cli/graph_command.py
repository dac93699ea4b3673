"""`rulelang graph GAME`: in goes a game, out comes its action graph as text, a drawing or JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cli.shared import (
    find_variants,
    format_option,
    game_argument,
    players_option,
    print_diagnostics,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.graph.drawing import draw_dot, draw_mermaid
from rulelang.graph.dump import dump_graph
from rulelang.graph.jsonio import graph_to_json
from rulelang.graph.nodes import Graph
from rulelang.source import Sources

_WRITERS: dict[str, Callable[[Graph], str]] = {
    "text": dump_graph,
    "mermaid": draw_mermaid,
    "dot": draw_dot,
    "json": lambda graph: f"{graph_to_json(graph)}\n",
}


@verb()
@game_argument()
@players_option()
@settings_option()
@variants_option()
@format_option(*_WRITERS)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Path,
    players: int | None,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    format: str,
) -> None:
    """Show the action graph of a game: who is asked what, and what follows.

    `mermaid` and `dot` are drawings for other tools; `json` is the whole graph, for programs.
    """
    sources, report = Sources(), Reporter()
    graph = _graph(rules, find_variants(rules, variants), (players, settings), sources, report)
    if graph is None:
        print_diagnostics(report.sorted(), sources)
        ctx.exit(1)
    click.echo(_WRITERS[format](graph), nl=False)


def _graph(
    rules: Path,
    variants: tuple[Path, ...],
    options: tuple[int | None, Mapping[str, str]],
    sources: Sources,
    report: Reporter,
) -> Graph | None:
    """Return the graph, or None if errors were reported on the way."""
    linked = pipeline.link(rules, variants, sources, report)
    if linked is None or report.has_errors:
        return None
    return pipeline.graph_game(linked, *options, report)
