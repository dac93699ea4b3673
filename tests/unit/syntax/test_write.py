"""Trees written out are read as the same trees: for every production, and for every bundled game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.fmt import format_text
from rulelang.source import SourceFile, Sources
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.trees.dump import dump
from rulelang.syntax.trees.items import File
from rulelang.syntax.writing.write_items import item_lines

ROOT = Path(__file__).parents[3]
FILES = [ROOT / "tests/data/kitchen_sink.rules", *sorted((ROOT / "games").rglob("*.rules"))]


def parse(text: str) -> File:
    report, sources = Reporter(), Sources()
    tree = parse_file(sources.add(SourceFile("a.rules", text)), report)
    assert not report.sorted(), render_all(report.sorted(), sources)
    return tree


def written(tree: File) -> str:
    return "".join(f"{line}\n" for item in tree.items for line in item_lines(item))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_written_is_read_as_the_same_tree(path: Path) -> None:
    tree = parse(path.read_text("utf-8"))
    text = written(tree)
    assert dump(parse(text).items) == dump(tree.items)
    assert format_text(text) == text
