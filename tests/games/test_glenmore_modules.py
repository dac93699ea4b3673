"""The chronicles of Glen More II together: no pair has anything to report, and what conflicts is named."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from rulelang import check
from rulelang.cli.test_command import command as run_tests
from rulelang.conformance.configurations import configurations, sampled
from rulelang.loading import load_game

GAME = Path(__file__).parents[2] / "games" / "glenmore.rules"
SKETCHES = sorted((Path(__file__).parents[1] / "data" / "glenmore_sketches").glob("*.rules"))
CHRONICLES = (
    "boat_race",
    "chapters",
    "great_glen",
    "haggis",
    "hammer",
    "highlander",
    "single_cask",
)
PAIRS = list(combinations(CHRONICLES, 2))


@pytest.mark.parametrize("modules", [*PAIRS, CHRONICLES], ids="+".join)
def test_chronicles_go_together(modules: tuple[str, ...]) -> None:
    assert check(GAME, players=3, variants=modules) == ()


def test_conformance_plays_each_alone_all_pairs_and_all_together() -> None:
    found = configurations(str(GAME))
    tried = {(c.modules, c.players, bool(c.settings)) for c in found}
    few = [(), *((name,) for name in CHRONICLES), CHRONICLES]
    assert {(c, n, die) for c in few for n in counts(c) for die in (False, True)} <= tried
    for pair in PAIRS:
        assert {n for c, n, _die in tried if c == pair} == set(counts(pair))
    assert {c.modules for c in sampled(found) if len(c.modules) != 1} >= {*PAIRS, CHRONICLES}


def counts(modules: tuple[str, ...]) -> tuple[int, ...]:
    """The rulebook gives chronicle 4 for three or four players."""
    return (3, 4) if "hammer" in modules else (2, 3, 4)


@pytest.mark.parametrize(
    "rule",
    [
        "instead of drop_tile(t): move t to box\n",
        "replace effect drop_tile(t: Tile):\n    move t to box\n",
    ],
)
def test_a_conflict_is_reported_by_name_with_both_places(tmp_path: Path, rule: str) -> None:
    fence = tmp_path / "fence.rules"
    head = 'module fence "Fence" for glenmore:\n    note "Passed tiles leave the game"\n'
    fence.write_text(head + rule, encoding="utf-8")
    assert check(GAME, players=3, variants=[fence]) == ()
    [conflict] = check(GAME, players=3, variants=["great_glen", fence])
    assert conflict.code.id == "E705"
    assert conflict.message == (
        "`fence` and `great_glen` both change `drop_tile` in no stated order"
    )
    assert conflict.span is not None
    places = [Path(conflict.span.path).name, Path(conflict.secondary[0].span.path).name]
    assert places == ["great_glen.rules", "fence.rules"]


# --- chronicles 3, 4, 6 and 8, which are not shipped: their hardest rules, without a change of the base game ---


def test_the_base_leaves_room_for_the_other_chronicles() -> None:
    added = [word for sketch in SKETCHES for word in ("--with", str(sketch))]
    done = CliRunner().invoke(run_tests, [str(GAME), *added])
    assert done.output == "3 tests in 1 game passed\n"


def test_the_other_chronicles_go_together_and_with_those_in_the_box() -> None:
    game = load_game(
        GAME,
        players=3,
        variants=[*SKETCHES, *(GAME.with_suffix("") / f"{name}.rules" for name in CHRONICLES)],
    )
    random = Random(3)
    play = game.start(seed=3)
    while not play.is_over:
        play.choose(random.choice(game.options(play.state)))
    assert len(play.winners()) >= 1
