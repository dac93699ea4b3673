"""The action graph as JSON: whole, the same again, and refused with a reason where it is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang import pipeline
from rulelang.bundled import bundled_folder
from rulelang.diagnostics.reporter import Reporter
from rulelang.graph.from_program import build_graph
from rulelang.graph.jsonio import GraphFormatError, graph_from_json, graph_to_json
from rulelang.graph.nodes import Graph
from rulelang.graph.validate import validate_graph
from rulelang.lowering import lower
from rulelang.source import Sources
from tests.support.snippets import Snippet, read_page

DOCS = Path(rulelang.__file__).parent.parent / "docs"
PAGE = read_page((DOCS / "language.md").read_text("utf-8"))
GAMES = sorted((bundled_folder() or DOCS).glob("*.rules"))
SMALL = 'game x "X":\n    players 2\nvar n: 0..9\nflow:\n    set n to 3\n'


def graph_of(path: Path) -> Graph:
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    players = pipeline.choose_players(linked, None, report)
    assert players is not None
    program = pipeline.type_game(linked, players, {}, report, tests=False)
    assert program is not None
    graph = build_graph(lower(program))
    validate_graph(graph)
    return graph


def text_of(tmp_path: Path) -> str:
    path = tmp_path / "x.rules"
    path.write_text(SMALL, "utf-8")
    return graph_to_json(graph_of(path))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_graphs_of_bundled_games_survive_json(game: Path) -> None:
    graph = graph_of(game)
    text = graph_to_json(graph)
    again = graph_from_json(text)
    assert again == graph
    assert graph_to_json(again) == text


@pytest.mark.parametrize("snippet", PAGE.snippets, ids=lambda snippet: f"line_{snippet.line}")
def test_graphs_of_all_constructs_survive_json(snippet: Snippet, tmp_path: Path) -> None:
    graph = graph_of(PAGE.store(snippet, tmp_path))
    assert graph_from_json(graph_to_json(graph)) == graph


def test_another_version_is_refused(tmp_path: Path) -> None:
    text = text_of(tmp_path).replace('{"version":1', '{"version":9', 1)
    with pytest.raises(GraphFormatError, match="graph of version 9; version 1 can be read"):
        graph_from_json(text)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('{"version":1', '{"vers":1', "it has no version"),
        ('{"version":1', "{{", "this is no action graph: "),
        ('"is":"graph.Graph"', '"is":"Pile"', "Pile where graph.Graph should stand"),
        ('"players":2', '"players":"two"', "'two' where int should stand @ $.program.players"),
        ('"players":2,', "", r"required field missing @ $.program.players"),
        (
            '"is":"SetVar"',
            '"is":"Erase"',
            "Erase where some other part should stand @ $.program.flow[0]",
        ),
    ],
)
def test_what_is_no_graph_is_refused_with_the_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = text_of(tmp_path)
    assert old in text
    with pytest.raises(GraphFormatError) as refused:
        graph_from_json(text.replace(old, new, 1))
    assert said in str(refused.value)


def test_other_json_is_no_graph() -> None:
    with pytest.raises(GraphFormatError, match="no version"):
        graph_from_json("[]")
