"""Questions of the game itself in a book of it with a variant: those that still hold, and no others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.reference.editions import edition_of
from rulelang.reference.making import subject_of

GAME = """
game bay "Bay":
    players 2..3 named red, blue, green
enum Good: fish, salt
account bank: Good, unlimited
account store of Player: Good
setup:
    each p in everyone: gain 1 fish to store of p
action net "Net":
    cite BAY-001
    do: gain 1 fish
action dry "Dry":
    cite BAY-002
    cost 1 fish
    do: gain 1 salt
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose net or dry
test "a net brings fish" cites BAY-001:
    at turn of red
    when red net
    then store of red: 2 fish
test "drying makes salt" cites BAY-002:
    at turn of red
    when red dry
    then store of red: 1 salt
test "one fish at the start":
    then store of blue: 1 fish
"""
WIND = """
variant wind "Wind" for bay:
    after dry: gain 1 salt
test "wind makes more salt" cites BAY-002:
    at turn of red
    when red dry
    then store of red: 2 salt
"""
PLENTY = 'variant plenty "Plenty" for bay:\n    setup:\n        each p in everyone: gain 1 fish to store of p\n'
FEW = 'variant few "Few" for bay:\n    players 2 named red, blue\n'


@pytest.mark.parametrize(
    ("variant", "titles"),
    [
        (WIND, ["1. A net brings fish", "2. One fish at the start", "3. Wind makes more salt"]),
        (PLENTY, ["1. Drying makes salt"]),  # with more fish the other answers are wrong
        (FEW, []),
    ],
    ids=["rule", "setup", "players"],
)
def test_questions_of_the_game_stay_where_they_hold(
    tmp_path: Path, variant: str, titles: list[str]
) -> None:
    game, added = tmp_path / "bay.rules", tmp_path / "added.rules"
    game.write_text(GAME, "utf-8")
    added.write_text(variant, "utf-8")
    book = edition_of("full", subject_of(game, (added,)), None, "en")
    found = [section.title for section in book.walk() if section.id.startswith("faq-")]
    assert found == titles


def test_what_holds_is_kept_until_the_rules_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    game, added = tmp_path / "bay.rules", tmp_path / "added.rules"
    game.write_text(GAME, "utf-8")
    added.write_text(WIND, "utf-8")
    for file in (game, added):  # older than what is kept
        os.utime(file, (1_000_000_000, 1_000_000_000))
    played: list[tuple[int, int]] = []

    def held() -> list[str]:
        tests = subject_of(game, (added,), lambda *done: played.append(done)).held()
        return [item.title.english for item in tests]

    assert held() == ["a net brings fish", "one fish at the start"]
    assert played[-1] == (2, 2)
    played.clear()
    assert held() == ["a net brings fish", "one fish at the start"]
    assert not played
    added.write_text(PLENTY, "utf-8")
    assert held() == ["drying makes salt"]
    assert played
