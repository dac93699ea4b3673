"""The chronicles of Glen More II together: no pair has anything to report, and what conflicts is named."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from rulelang import check
from rulelang.testing.bundled import configurations

GAME = Path(__file__).parents[2] / "games" / "glenmore.rules"
CHRONICLES = ("boat_race", "great_glen", "haggis", "highlander")
PAIRS = list(combinations(CHRONICLES, 2))


@pytest.mark.parametrize("modules", [*PAIRS, CHRONICLES], ids="+".join)
def test_chronicles_go_together(modules: tuple[str, ...]) -> None:
    assert check(GAME, players=3, variants=modules) == ()


def test_conformance_plays_every_combination_with_and_without_the_die() -> None:
    tried = {(c.modules, c.players, bool(c.settings)) for c in configurations(str(GAME))}
    combined = [c for size in range(5) for c in combinations(CHRONICLES, size)]
    assert len(combined) == 16
    assert {(c, n, die) for c in combined for n in (2, 3, 4) for die in (False, True)} <= tried


def test_a_conflict_is_reported_by_name_with_both_places(tmp_path: Path) -> None:
    fence = tmp_path / "fence.rules"
    fence.write_text(
        'module fence "Fence" for glenmore:\n'
        '    note "Passed tiles leave the game"\n'
        "instead of drop_tile(t): move t to box\n",
        encoding="utf-8",
    )
    assert check(GAME, players=3, variants=[fence]) == ()
    [conflict] = check(GAME, players=3, variants=["great_glen", fence])
    assert conflict.code.id == "E705"
    assert conflict.message == (
        "`fence` and `great_glen` both change `drop_tile` in no stated order"
    )
    assert conflict.span is not None
    places = {Path(conflict.span.path).name, Path(conflict.secondary[0].span.path).name}
    assert places == {"fence.rules", "great_glen.rules"}


def test_a_rule_that_one_replaces_and_another_turns_aside_is_reported(tmp_path: Path) -> None:
    fence = tmp_path / "fence.rules"
    fence.write_text(
        'module fence "Fence" for glenmore:\n'
        '    note "Passed tiles leave the game"\n'
        "replace effect drop_tile(t: Tile):\n    move t to box\n",
        encoding="utf-8",
    )
    assert check(GAME, players=3, variants=[fence]) == ()
    [conflict] = check(GAME, players=3, variants=["great_glen", fence])
    assert conflict.code.id == "E705"
    assert conflict.span is not None
    places = [Path(conflict.span.path).name, Path(conflict.secondary[0].span.path).name]
    assert places == ["great_glen.rules", "fence.rules"]
