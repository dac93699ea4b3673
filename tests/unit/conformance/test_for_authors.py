"""Authors of games get the properties as checks to call."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from rulelang.conformance import Check, RulesFault, Violation, checks
from rulelang.conformance.configurations import Bundled
from rulelang.conformance.properties import PROPERTIES
from rulelang.conformance.walks import Walk

ORCHARD = Path(__file__).parents[2] / "data" / "orchard.rules"


def test_all_properties_are_checked_for_every_number_of_players() -> None:
    found = checks(ORCHARD, games=1)
    assert {check.property for check in found} == {*PROPERTIES}
    assert {check.configuration.players for check in found} == {2, 3, 4}
    assert len({str(check) for check in found}) == len(found)
    for check in found:
        check()


def test_the_same_seed_plays_the_same_games() -> None:
    played: list[list[Walk]] = []

    def note(_bundled: Bundled, walk: Walk) -> None:
        played[-1].append(walk)

    first = attrs.evolve(checks(ORCHARD)[0], property=note, games=3)
    for check in (first, first, attrs.evolve(first, seed=1)):
        played.append([])
        check()
    assert len(played[0]) == 3
    assert played[0] == played[1] != played[2]


def test_what_does_not_hold_is_told_with_the_game() -> None:
    def never(bundled: Bundled, walk: Walk) -> None:
        raise Violation(bundled, walk, [0, 0], "never true")

    check: Check = attrs.evolve(checks(ORCHARD)[0], property=never)
    with pytest.raises(Violation, match=r"never true\nthe game, seed \d+:\n(.*\n)+replay it: "):
        check()


def test_rules_with_errors_are_a_fault_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text("game broken:\n    players 2\nflow:\n    do nothing\n", encoding="utf-8")
    with pytest.raises(RulesFault, match="nothing"):
        checks(path)[0]()
    unread = tmp_path / "unread.rules"
    unread.write_text("game unread:\n  players ?\n", encoding="utf-8")
    with pytest.raises(RulesFault):
        checks(unread)
