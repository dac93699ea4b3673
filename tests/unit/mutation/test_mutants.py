"""Mutants change one rule in one small way, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.mutation.mutants import Mutant, item_name, mutants, mutated
from rulelang.mutation.other_nodes import SORTS
from rulelang.pipeline import link, players_of, type_game
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

ROOT = Path(__file__).parents[3]
GAMES = sorted((ROOT / "games").glob("*.rules"))
SAMPLE = 25

ORCHARD = """
game orchard "Orchard":
    players 2
enum Good: apple, coin
account market: Good, start 12
account basket of Player: Good
define enough(p: Player) = apple of basket of p >= 3 and coin of basket of p != 0
action pick "Pick apples":
    cite OR-001
    require ripe: 2 apple in market else "fewer than 2 apples are left"
    limit 1 per turn
    do:
        gain 2 apple
        if enough(me): gain 1 coin
flow:
    repeat 5 times:
        each p in everyone:
            turn p: may pick
win by coin of basket of p, else shared
test "picking" cites OR-001:
    when p1 pick
    then basket of p1: 2 apple
"""


def linked_text(text: str, folder: Path) -> Linked:
    path = folder / "orchard.rules"
    path.write_text(text, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    return linked


def written(linked: Linked, mutant: Mutant, text: str) -> str:
    """A mutant as its item, how it is said, and the text it changes."""
    return (
        f"{item_name(linked, mutant)}: {text[mutant.span.start : mutant.span.end]}: {mutant.said}"
    )


def test_every_sort_of_change_is_made(tmp_path: Path) -> None:
    linked = linked_text(ORCHARD, tmp_path)
    found = [written(linked, mutant, ORCHARD).split("\n")[0] for mutant in mutants(linked)]
    assert {mutant.sort for mutant in mutants(linked)} == {*SORTS}
    for expected in (
        "market: 12: 12 → 13",
        "enough: apple of basket of p >= 3: >= → >",
        "enough: apple of basket of p >= 3 and coin of basket of p != 0: and → or",
        "pick: apple: apple → coin",
        "pick: limit 1 per turn: turn → game",
        'pick: require ripe: 2 apple in market else "fewer than 2 apples are left": line → (left out)',
        "pick: gain 2 apple: gain → pay",
        "pick: if enough(me): gain 1 coin: if → always",
        "flow: 5: 5 → 4",
    ):
        assert any(said.startswith(expected) for said in found), expected


def test_texts_tests_and_citations_stay_as_they_are(tmp_path: Path) -> None:
    linked = linked_text(ORCHARD, tmp_path)
    for mutant in mutants(linked):
        changed = mutated(linked, mutant)
        differing = [n for n, item in enumerate(linked.items) if changed.items[n] != item]
        assert differing == [mutant.item]
        assert not isinstance(linked.items[mutant.item], syn.Test | syn.Words)
        assert "fewer" not in ORCHARD[mutant.span.start : mutant.span.end] or mutant.node is None


def test_the_same_game_has_the_same_mutants(tmp_path: Path) -> None:
    linked = linked_text(ORCHARD, tmp_path)
    assert list(mutants(linked)) == list(mutants(linked))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_mutants_of_games_are_typed_or_told_to_be_none(path: Path) -> None:
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    players = players_of(linked, Reporter())[-1]
    outcomes: Counter[bool] = Counter()
    for mutant in Random(7).sample(list(mutants(linked)), SAMPLE):
        report = Reporter()
        program = type_game(mutated(linked, mutant), players, {}, report, tests=False)
        outcomes[program is not None and not report.has_errors] += 1
    assert outcomes[True] > SAMPLE // 3
