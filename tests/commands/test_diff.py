"""`rulelang diff`: what a variant changes, in words; spelling does not count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli import diff_command, replay_command

GAME = """game shop "Shop":
    players 2 named red, blue
setting goal "goal" = 5 in 1..9
enum Good: wool, milk
card Card from "cards.csv":
    price: 0..9
account bank: Good, start 9
account hand of Player: Good, start 2
action buy(c in Card) "Buy":
    require cheap: c.price < 4 else "too dear"
    limit 1 per turn
    cost 1 wool
    do: move c to box
define dear(c: Card) = c.price > 3
flow:
    each p in everyone:
        turn p: may buy
score wealth "Wealth" for p: milk of hand of p
win by points, else shared
"""
VARIANT = """variant house "House" for shop:
    players 2..3
    change setting goal to 7
    remove require cheap from buy
    change action buy:
        require poor: size of my hand < 9
        limit 2 per turn
    change cost of buy to 2 milk
    change price of ace to 4
    add king(price = 1) to Card
    add tea to Good
    replace define dear(c: Card) = c.price > 5
    replace score wealth for p: wool of hand of p
    change label of bank to "Bank"
    after buy(c): gain 1 tea
"""
SAID = """players
    players 2..3, not players 2 named red, blue
setting `goal`
    is 7, not 5
enum `Good`
    also has tea
account `bank` is worded otherwise
    no longer: account bank: Good, start 9
    now: account bank "Bank": Good, start 9
action `buy`
    no longer requires `cheap`: c.price < 4
    also requires `poor`: size of my hand < 9
    costs 2 milk, not 1 wool
    now has: limit 2 per turn
    no longer has a limit: limit 1 per turn
define `dear`
    is now c.price > 5
    it was c.price > 3
score `wealth`
    now counts wool of hand of p
    it counted milk of hand of p
after rule `buy` is new
    after buy(c): gain 1 tea
rows of `Card`
    price of `ace` is 4, not 3
    `king` is new: card king, price 1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the game and the variant into an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text("card,price\nace,3\n", "utf-8")
    Path("shop.rules").write_text(GAME, "utf-8")
    Path("house.rules").write_text(VARIANT, "utf-8")
    return tmp_path


def run(*args: str) -> str:
    done = CliRunner().invoke(diff_command.command, ["shop.rules", "--words-only", *args])
    assert done.exit_code == 0, done.output
    return done.stdout


def without_places(text: str) -> str:
    return "".join(f"{line.partition('  (')[0]}\n" for line in text.splitlines())


def test_every_change_is_said_in_words_with_its_place() -> None:
    said = run("--with", "house.rules")
    assert without_places(said.replace("    ", "\t")).replace("\t", "    ") == SAID
    assert "setting `goal`  (house.rules:3, shop.rules:3)" in said


def test_spelling_comments_and_order_do_not_count() -> None:
    text = GAME.replace("define dear(c: Card) = c.price > 3\n", "").replace(
        "c.price < 4", "(c.price) < 4"
    )
    Path("other.rules").write_text(f"# mine\n{text}define dear(c: Card) = c.price > 3  # dear\n")
    assert run("--to", "other.rules") == "the same rules: nothing is different but spelling\n"


def test_changes_for_programs() -> None:
    found = json.loads(run("--with", "house.rules", "--format", "json"))["changes"]
    goal = next(change for change in found if change["name"] == "goal")
    assert goal == {
        "sort": "changed",
        "what": "setting",
        "name": "goal",
        "lines": ["is 7, not 5"],
        "before": "shop.rules:3",
        "after": "house.rules:3",
    }


def test_the_shortest_game_that_shows_it() -> None:
    Path("dear.rules").write_text("variant dear for shop:\n    change cost of buy to 3 wool\n")
    done = CliRunner().invoke(
        diff_command.command, ["shop.rules", "--with", "dear.rules", "--save", "shown.json"]
    )
    assert done.stdout.splitlines()[-2:] == [
        "the shortest game that shows a difference: seed 0, 0 answers",
        "before: buy (offered only here)",
    ]
    again = CliRunner().invoke(
        replay_command.command, ["shown.json", "--verify", "--with", "dear.rules"]
    )
    assert "no longer: buy" in again.stderr


def test_something_to_compare_with_is_needed() -> None:
    assert CliRunner().invoke(diff_command.command, ["shop.rules"]).exit_code == 2
