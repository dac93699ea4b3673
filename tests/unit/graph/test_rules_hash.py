"""The fingerprint of rules: wording, places and emitted code leave it alone, what is played does not."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest

from rulelang import pipeline
from rulelang.backends.python import compile as compiling
from rulelang.backends.python.module import Module, emit_module
from rulelang.bundled import bundled_folder, find_variant
from rulelang.conformance.configurations import module_sets
from rulelang.diagnostics.reporter import Reporter
from rulelang.fmt.standard_layout import format_text
from rulelang.graph.jsonio import graph_from_json, graph_to_json
from rulelang.graph.nodes import Graph
from rulelang.graph.rules_hash import rules_hash
from rulelang.source import Sources

DATA = Path(__file__).parents[2] / "data"
FOLDER = bundled_folder() or DATA
GAMES = sorted(path.stem for path in FOLDER.glob("*.rules"))
# An integer that is no part of a name, a coordinate or a range of seats.
NUMBER = re.compile(r"(?<![\w.\"#])\d+(?![\w\"])")
LABEL = re.compile(r'(?<=[\w)] )"([a-zа-яA-ZА-Я][^"]* [^"]*)"')  # of several words: no name


def graph_of(path: Path, modules: tuple[str, ...] = ()) -> Graph:
    report = Reporter()
    linked = pipeline.link(path, [find_variant(path, name) for name in modules], Sources(), report)
    assert linked is not None, [found.message for found in report.sorted()]
    graph = pipeline.graph_game(linked, None, {}, report)
    assert graph is not None, [found.message for found in report.sorted()]
    return graph


def hash_of(path: Path, modules: tuple[str, ...] = ()) -> str:
    return rules_hash(graph_of(path, modules))


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """All bundled games, in another folder."""
    return Path(shutil.copytree(FOLDER, tmp_path / "elsewhere" / "games"))


def change_files(folder: Path, change: Callable[[str], str], *, but: tuple[str, ...] = ()) -> int:
    """Change all rules in a folder; return in how many places files became different."""
    changed = 0
    for path in folder.rglob("*.rules"):
        if not path.stem.endswith(but or "/"):
            text = path.read_text("utf-8")
            path.write_text(change(text), "utf-8")
            changed += path.read_text("utf-8") != text
    return changed


@pytest.mark.parametrize("game", GAMES)
def test_moved_games_with_comments_are_the_same(game: str, copies: Path) -> None:
    here, there = FOLDER / f"{game}.rules", copies / f"{game}.rules"
    assert change_files(copies, lambda text: f"# a comment\n\n{text}\n# another one\n")
    assert hash_of(here) == hash_of(there)
    modules = max(module_sets(str(here)), key=len)
    if modules:
        assert hash_of(here, modules) == hash_of(there, modules) != hash_of(here)


@pytest.mark.parametrize("game", GAMES)
def test_games_with_other_labels_are_the_same(game: str, copies: Path) -> None:
    def relabel(text: str) -> str:
        lines = text.splitlines(keepends=True)
        return "".join(
            line if ".csv" in line else LABEL.sub(r'"\1, as it were"', line) for line in lines
        )

    assert change_files(copies, relabel, but=("words", "examples")) >= len(GAMES)
    assert hash_of(FOLDER / f"{game}.rules") == hash_of(copies / f"{game}.rules")


def test_notes_and_citations_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "orchard.rules"
    text = (DATA / "orchard.rules").read_text("utf-8")
    told = text.replace("    do: gain 2 apple\n", '    note "ripe ones"\n    do: gain 2 apple\n')
    told = told.replace("    cost n * apple\n", "    cite ORC-7\n    cost n * apple\n")
    told = told.replace("bots beg: 0 tries", "bots beg: 1 tries")
    told += '\nwords en:\n    apple: "apple", many "apples"\n'
    path.write_text(told, "utf-8")
    assert told != text
    assert hash_of(path) == hash_of(DATA / "orchard.rules")


def test_layout_of_the_text_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    text = (DATA / "orchard.rules").read_text("utf-8")
    spread = text.replace(", start 40", ",   start   40").replace("\n\n", "\n\n\n\n")
    path.write_text(spread, "utf-8")
    before = hash_of(path)
    formatted = format_text(spread)
    assert formatted != spread
    path.write_text(formatted, "utf-8")
    assert hash_of(path) == before == hash_of(DATA / "orchard.rules")


def test_better_code_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of(DATA / "orchard.rules")
    before = compiling.compile_graph(graph)

    def better(graph: Graph) -> Module:
        module = emit_module(graph)
        return attrs.evolve(module, text=f"{module.text}\n# so much faster\n")

    monkeypatch.setattr(compiling, "emit_module", better)
    after = compiling.compile_graph(graph)
    assert after.source != before.source
    assert after.description.rules_hash == before.description.rules_hash == rules_hash(graph)


def test_a_graph_read_from_json_is_the_same() -> None:
    graph = graph_of(DATA / "auction.rules")
    assert rules_hash(graph_from_json(graph_to_json(graph))) == rules_hash(graph)


def changed_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one number changed, for each that is played, with the line it stands in."""
    for number, line in enumerate(text.splitlines(keepends=True)):
        # Bots, tests, other numbers of players, and other values of a setting are not played.
        if line.startswith(("bots ", "#", "test ")) or "players " in line:
            continue
        last = line.find(" in ") if line.startswith("setting ") else len(line)
        for found in NUMBER.finditer(line, 0, last):
            for other in (int(found[0]) + 1, int(found[0]) - 1):
                changed = f"{line[: found.start()]}{other}{line[found.end() :]}"
                lines = text.splitlines(keepends=True)
                yield number, "".join([*lines[:number], changed, *lines[number + 1 :]])


@pytest.mark.parametrize("name", ["orchard", "auction"])
def test_every_changed_number_counts(name: str, tmp_path: Path) -> None:
    text = (DATA / f"{name}.rules").read_text("utf-8")
    path = tmp_path / f"{name}.rules"
    before, tried = hash_of(DATA / f"{name}.rules"), 0
    for line, changed in changed_numbers(text):
        path.write_text(changed, "utf-8")
        report = Reporter()
        linked = pipeline.link(path, (), Sources(), report)
        graph = None if linked is None else pipeline.graph_game(linked, None, {}, report)
        if graph is None:
            continue  # no rules any more: a range that is empty, say
        tried += 1
        assert rules_hash(graph) != before, changed.splitlines()[line]
    assert tried >= 10


def test_numbers_in_tables_and_settings_count(copies: Path) -> None:
    path = copies / "catan.rules"
    before = hash_of(path)
    table = copies / "catan" / "developments.csv"
    text = table.read_text("utf-8")
    table.write_text(NUMBER.sub(lambda found: str(int(found[0]) + 1), text, count=1), "utf-8")
    assert table.read_text("utf-8") != text
    assert hash_of(path) != before
    report = Reporter()
    linked = pipeline.link(FOLDER / "catan.rules", (), Sources(), report)
    assert linked is not None
    other = pipeline.graph_game(linked, None, {"map": "variable"}, report)
    assert other is not None
    assert rules_hash(other) != before
