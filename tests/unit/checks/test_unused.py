"""Names that nothing uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.checks.check_unused import check_unused
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Sources

from .conftest import HEAD, Run


@pytest.mark.parametrize(
    "text",
    [
        "setting most_cards = 3\nvar n: 0..most_cards\nscore s for p: n\n",
        "setting a = 3\nsetting b = by players [2: 4, 3: a]\nscore s for p: b\n",
        "enum Good: wool\naccount bank: Good, start 1\nscore s for p: wool of bank\n",
        "enum Good: wool\nscore s for p: if wool = wool then 1 else 0\n",
        'define f = 3\ntest "f":\n    then that f = 3\n',
        "piece Cube, 3\nboard map: squares 2 by 2:\n    cells Cell holds Cube\n",
    ],
)
def test_what_is_used_somehow(run: Run, text: str) -> None:
    assert run(check_unused, text + "flow:\n    finish\n") == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "setting cards = 3\n",
        "enum Good: wool\n",
        "define f = 3\n",
        "var n: 0..9\n",
        "track n: 0..9\n",
        "card Card, 3\n",
        "effect e:\n    finish\n",
    ],
)
def test_what_nothing_uses(run: Run, text: str) -> None:
    _, said = run(check_unused, text + "flow:\n    finish\n")
    assert said == [("W207", 1)]


def test_with_variants_only_their_own_files_are_judged(tmp_path: Path) -> None:
    game, variant = tmp_path / "x.rules", tmp_path / "y.rules"
    game.write_text(HEAD + "effect e:\n    finish\nflow:\n    do e\n", "utf-8")
    variant.write_text(
        "variant y for x:\n    replace flow:\n        finish\n    define f = 1\n", "utf-8"
    )
    report = Reporter()
    linked = pipeline.link(game, (variant,), Sources(), report)
    assert linked is not None
    program = pipeline.type_game(linked, 2, {}, report, tests=False)
    assert program is not None, [said.message for said in report.sorted()]
    check_unused(program, report)
    said = [(d.code.id, d.span.path) for d in report.sorted() if d.span is not None]
    assert said == [("W207", str(variant))]
