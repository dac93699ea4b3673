"""`rulelang check --with`: every kind of finding has its code, both places, a reason and, where there is one, a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.check_command import command

GAME = """game market "Market":
    players 3 named ann, bob, cat
setting goal = 5 in 3..20
enum Coin: gold, silver, bronze
account chest: Coin, start 9
account purse of Player: Coin, seen by owner
setup:
    gain 1 gold to purse of ann
    gain 1 silver to purse of bob
    gain 1 gold to purse of cat
define open_late = players > 1
define wage(p: Player) = 1
value price(p: Player) = 1, combine sum
action earn "Earn":
    do: gain wage(me) * gold
action buy "Buy":
    cost price(me) * gold
    do: score 2 as bought
action rest "Rest":
    do: score 1 as calm
effect evening:
    each p in everyone: score 1 as calm for p
flow:
    repeat 3 times:
        each p in everyone:
            turn p:
                step working: choose earn or buy
                step resting: may rest
                if open_late:
                    step dusk: may rest
        do evening
score calm "Calm"
score bought "Bought"
score rich "Rich" for p: if points_of_gold(p) > goal then 1 else 0
define points_of_gold(p: Player) = gold of purse of p
win by points, else shared
"""

# Each kind: the lines of one variant or two, the code of what is found, and the files that it points into.
KINDS = {
    "unknown target": (["change cost of bay to 2 gold"], "E704", "a"),
    "unknown name behind over": (["after buy over earl: score 1 as calm"], "E704", "a"),
    "replaced twice": (
        ["replace define wage(p: Player) = 2", "replace define wage(p: Player) = 3"],
        "E705",
        "a b",
    ),
    "order not stated": (
        ["after buy: pay gold of my purse * gold", "after buy: gain 1 gold"],
        "E711",
        "a b",
    ),
    "changed and removed": (["remove buy", "change cost of buy to 2 gold"], "E706", "a b"),
    "setting out of range": (["change setting goal to 50"], "E707", "a market"),
    "action never taken": (["change action buy: require poor: 1 > 2"], "W418", "a market"),
    "cost never paid": (["change cost of buy to 30 gold"], "W419", "a market"),
    "kind never obtained": (["change cost of buy to 1 bronze"], "W422", "a market"),
    "step never reached": (["replace define open_late = 1 > 2"], "W420", "a market"),
    "line never scores": (["replace score rich for p: 0 * players"], "W421", "a market"),
    "no option for good": (
        ["remove earn", "change action buy: require poor: 1 > 2"],
        "E401",
        "b market",
    ),
    "no option in some games": (["remove earn"], "R904", "a market"),
    "loop without end": (["after evening:\n        repeat: score 0 as calm"], "E402", "a market"),
    "loop that may not end": (
        ["after evening:\n        repeat until silver of chest > 9: gain 0 silver to chest"],
        "R901",
        "a market",
    ),
    "secret": (
        ["change action earn: require shy: gold of purse of bob > 0"],
        "E601",
        "a market",
    ),
    "more than there is": (["after buy: pay 3 bronze"], "R905", "a market"),
}
# Those that can be shown by a game, and its length.
SHOWN = {
    "no option for good": "it breaks before anybody is asked",
    "no option in some games": "the shortest game that shows it (",
    "loop without end": "game that shows it (",
    "loop that may not end": "game that shows it (",
    "more than there is": "the shortest game that shows it (",
    "secret": "a game that shows it (",
}


def check(folder: Path, *variants: str) -> Result:
    (folder / "market.rules").write_text(GAME, "utf-8")
    args = [str(folder / "market.rules")]
    for name, lines in zip("ab", variants, strict=False):
        file = folder / f"{name}.rules"
        file.write_text(f'variant {name} "Variant" for market:\n    {lines}\n', "utf-8")
        args += ["--with", str(file)]
    return CliRunner().invoke(command, args)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_finding_has_a_code_and_both_places(tmp_path: Path, kind: str) -> None:
    variants, code, places = KINDS[kind]
    done = check(tmp_path, *variants)
    assert done.exit_code == 1, done.output
    assert re.findall(r"^(?:error|warning)\[(\w+)\]", done.output, re.MULTILINE) == [code]
    found = re.findall(r"(?:-->|:::) .*/(\w+)\.rules:", done.output)
    assert set(found) >= set(places.split()), done.output
    assert SHOWN.get(kind, "") in done.output


def test_what_holds_in_games_but_is_not_proven_is_said(tmp_path: Path) -> None:
    done = check(tmp_path, "after earn: pay 1 gold")
    said = "1 thing that the change leaves unproven: tried in 8 random games and 100 positions"
    assert (done.exit_code, done.output) == (0, f"{said}, no fault (--proofs lists them)\n")
    listed = CliRunner().invoke(
        command,
        [*map(str, (tmp_path / "market.rules", "--with", tmp_path / "a.rules")), "--proofs"],
    )
    assert "  tried    line 2: " in listed.output
