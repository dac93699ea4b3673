"""What no rules text can bring about, because rulelang itself is at fault: planted here, and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.backends.python import effects
from rulelang.backends.python.unit import CannotCompile, Scope
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.verify import finding
from rulelang.verify.search import explore
from rulelang.verify.watched_games import watch_game

GameOf = Callable[..., Game]

GAME = """game small:
    players 2
enum Good: wood
account bank: Good, start 9
account hand of Player: Good
action take:
    do: gain 1 wood
flow:
    repeat 2 times:
        each p in everyone:
            turn p: may take
win by points, else shared
"""


def test_what_has_no_code_yet_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hole(stmt: ir.Transfer, _scope: Scope) -> None:
        raise CannotCompile(stmt, stmt.span)

    monkeypatch.setattr(effects, "transfer", hole)
    path = tmp_path / "small.rules"
    path.write_text(GAME, "utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    assert pipeline.compile_game(linked, None, {}, report) is None
    [found] = report.sorted()
    assert (found.code.id, found.span is not None) == ("E416", True)


def test_what_gets_lost_is_found(game_of: GameOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "problems", lambda _layout, _state: ["1 wood too few"])
    game = game_of(GAME)
    in_a_game = finding.from_data(watch_game(game, 0)["finding"])
    for found in (in_a_game, explore(game).findings[0]):
        assert found.code == "R908"
        assert "1 wood too few" in found.said
