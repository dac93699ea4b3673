"""What `check` calls proven is never refuted by play: rules that once were called so, and are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.checks.findings import ProofFinding as Claim
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Sources
from rulelang.verify.claims import refuted
from rulelang.verify.finding import Finding, from_data
from rulelang.verify.watched_games import watch_game

HEAD = """game x "X":
    players 2..2 named red, blue
enum Good: wood, clay
account bank: Good, start 2
enum Metal: gold, iron
account mine_of_all: Metal, start 1
account sack of Player: Metal
account hand of Player: Good, start 2
card Card, 5
piece Mark, alike 3 per Player
token Gem, alike 4
token Coin, alike 4
group Treasure: Gem, Coin
board grid: squares 2 by 1:
    cells Cell holds Mark
zone deck: pile of Card
zone shown: Card
zone pot: Treasure
var n: 0..9
var lit: Flag
var kept: set of Card
action idle:
    do: set lit to true
"""


def check_and_play(
    rules: str, folder: Path, games: int
) -> tuple[list[Claim], list[Finding], list[str]]:
    """Return what is claimed, what went wrong in some games, and the codes of errors."""
    path = folder / "x.rules"
    path.write_text(HEAD + rules, "utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    said = list(pipeline.check_linked(linked, (2,), {}, report))
    errors = [
        f"{each.code.id} {each.message}"
        for each in report.sorted()
        if each.severity.value == "error"
    ]
    if errors:
        return said, [], errors
    compiled = pipeline.compile_game(linked, 2, {}, report)
    assert compiled is not None, [each.message for each in report.sorted()]
    game = compiled.load()
    watched = [watch_game(game, seed)["finding"] for seed in range(games)]
    return said, [from_data(each) for each in watched if each is not None], []


def flow(body: str) -> str:
    lines = "".join(f"            {line}\n" for line in body.strip("\n").splitlines())
    return f"flow:\n    each p in everyone:\n        turn p:\n{lines}win by points, else shared\n"


LOOPS = {
    "picks that are skipped": "repeat: choose c in deck if any",
    "an action without picks": "repeat: choose idle",
    "a rule whose picks are skipped": "repeat: do pass_over",
    "only dice": "repeat: roll d = 1d6",
    "only a shuffle": "repeat: shuffle deck",
    "a step that is left early": """
repeat:
    step asking:
        if not lit: stop asking
        choose g in Good
""",
    "an inner loop that is left early": """
repeat:
    each q in everyone:
        if not lit: stop
        choose g in Good
""",
    "a barrier without questions": """
repeat:
    together each q in everyone:
        q chooses c in deck if any
    then: set lit to true
""",
    "a taking that is passed over": """
repeat until n > 8:
    each q in everyone:
        if not lit: stop
        raise n by 1
""",
}
LOOP_RULES = """effect pass_over(c in deck if any):
    set lit to false
"""

DECISIONS = {
    "two values are left out in one line": (
        "action away(q in everyone):\n    require others: q != red and q != blue\n    do: set lit to true\n",
        "choose away",
    ),
    "two picks in one line": (
        (
            "action away(q in everyone, r in everyone):\n    require a: q != red and r != red\n"
            "    require b: q != blue and r != blue\n    do: set lit to true\n"
        ),
        "choose away",
    ),
    "a given value outside the domain": (
        "action give(q in others):\n    do: set lit to true\n",
        "choose give(me)",
    ),
    "a given value that is done": (
        "effect give(q in others):\n    set lit to true\n",
        "do give(me)",
    ),
    "everything is other than itself": (
        "",
        "choose q in all(q in everyone where q != first(r in everyone where r = q))",
    ),
    "fewer than nothing": ("", "choose g as n - 3 from Good"),
    "the only amounts are left out": (
        "action pay_with(g as 1 from {wood}):\n    require a: g != 1 wood\n    do: set lit to true\n",
        "choose pay_with",
    ),
    "possible for somebody else": (
        "action mine:\n    require own: me = red\n    do: set lit to true\n",
        "if possible mine:\n    blue chooses mine",
    ),
    "possible until something else is done": (
        "action once:\n    require fresh: not lit\n    do: set n to 1\n",
        "meanwhile idle\nif possible once: choose once",
    ),
}

TAKINGS = {
    "a condition that held at the start": (
        "",
        "each q in everyone where 2 wood in bank: gain 2 wood from bank to hand of q",
    ),
    "two names for one kind": (
        "",
        "choose g in Metal\nif 1 * g in mine_of_all and 1 gold in mine_of_all: gain 1 * g + 1 gold",
    ),
    "a face among others": (
        "",
        "move 1 Gem from box to pot\nmove 1 Coin from box to pot\neach t in Treasure: move (size of pot) * t from pot to box",
    ),
    "a foreign piece in a supply": (
        "",
        """
move 3 Mark from supply of red to "1,1"
move all of (Mark on "1,1") to supply of blue
move 3 Mark from supply of blue to "2,1"
if some Mark on supply of blue: move 1 Mark from supply of blue to "1,1"
""",
    ),
    "a piece of somebody else": (
        "",
        """
if some Mark on supply of blue: move 1 Mark of red from supply of blue to "1,1"
""",
    ),
    "a price paid from where another goes": (
        """
action trade:
    require stock: 2 wood in bank
    cost 1 clay from my hand to bank
    cost 1 wood from bank to my hand
    do: gain 2 wood
""",
        "may trade",
    ),
    "a price paid by an exchange": (
        """
account store: Good
exchange swap_wood, only to pay:
    pay 1 wood
    gain 1 clay
action trade:
    require stock: 2 clay in bank
    cost 3 clay from my hand to store
    cost 1 wood from my hand to bank
    do: gain 2 clay from bank to my hand
""",
        "may trade",
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops(tmp_path: Path, name: str) -> None:
    _holds(LOOP_RULES + flow(LOOPS[name]), tmp_path, games=1)


@pytest.mark.parametrize("name", DECISIONS)
def test_decisions(tmp_path: Path, name: str) -> None:
    rules, body = DECISIONS[name]
    _holds(rules + flow(body), tmp_path)


@pytest.mark.parametrize("name", TAKINGS)
def test_takings(tmp_path: Path, name: str) -> None:
    rules, body = TAKINGS[name]
    _holds(rules + flow(body), tmp_path)


def _holds(rules: str, folder: Path, games: int = 20) -> None:
    said, wrong, errors = check_and_play(rules, folder, games)
    assert errors == []
    assert wrong, "nothing goes wrong here: the example is no good"
    assert [(each.code, text) for each in wrong for text in refuted(said, each)] == []
