"""How values came about: terms, definitions, powers and bounds, and what is said to a wrong question."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.explain_command import command
from rulelang.cli.play_command import command as play_command

RULES = """game mill:
    players 2 named red, blue
setting start = 3 in 0..9
enum Good "good" ru "товар": wool "wool", milk "milk"
piece House "house" ru "дом", alike 3 per Player from "houses.csv":
    price: 1..9
account purse of Player: Good
account bank: Good, start 50
var level "level" of Player: 0..9 = 2
zone town: House
group Guild "guild", one per Player
value cost_of(p: Player, h: House, free: Flag) "cost" ru "цена" = h.price + land(p, free), combine sum, at least 4
define land(p: Player, free_land: Flag) "land" ru "земля" = if free_land then 0 else level of p
define double(p: Player, n: 1..9) "double" = 2 * (n + level of p) - level of p
value may_build(p: Player) "may build" = level of p > 5, combine any
power masons "Masons" ru "Каменщики" in Guild:
    cite MI-1, MI-2
    change cost_of(p, h, free) by -2
    change may_build(p) to true
power guests "Guests" in Guild:
    change cost_of(p, h, free) to 9 when h.price < 9
setup:
    set guild of red to masons
    set guild of blue to guests
action build(h in House on my supply) "Build":
    do: move 1 * h from my supply to town
flow:
    each p in everyone:
        turn p: choose build
score houses "houses" for p: 3 * count(h in House of p on town)
score rank "levels" for p: level of p
win by points, else shared
words ru:
    price: "цена дома"
"""


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    (tmp_path / "houses.csv").write_text("house,price,name_en\ncot,1,cot\nhall,8,hall\n", "utf-8")
    path = tmp_path / "mill.rules"
    path.write_text(RULES, "utf-8")
    return path


def explain(*args: object) -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args])


def said(path: Path, value: str, *args: str) -> list[str]:
    done = explain(path, value, *args)
    assert done.exit_code == 0, done.output
    return [line.partition(" (/")[0] for line in done.stdout.splitlines()]


def test_terms_and_powers_are_told_with_clause_and_line(mill: Path) -> None:
    done = explain(mill, "cost_of(red, hall)")
    assert done.stdout.splitlines() == [
        "cost (Red, hall): 8",
        "    price: 8",
        "    land: 2",
        f"    Masons: -2 [MI-1, MI-2] ({mill}:18)",
    ]


def test_bounds_and_conditions_are_told_where_they_count(mill: Path) -> None:
    assert said(mill, "cost_of(red, red_cot, yes)") == [
        "cost (Red, cot, free): 4",
        "    price: 1",
        "    land: 0 (free land)",
        "    Masons: -2 [MI-1, MI-2]",
        "    but at least: 4",
    ]
    assert said(mill, "cost_of(blue, hall)")[-1] == "    Guests: 9 instead"


def test_calculations_flags_and_lines_of_the_score(mill: Path) -> None:
    assert said(mill, "double(red, 3)") == [
        "double (Red, 3): 8",
        "    10 = 2 * (3 + 2)",
        "    level: -2",
    ]
    assert said(mill, "may_build(red)")[:2] == ["may build (Red): yes", "    no"]
    assert said(mill, "points(red)", "--steps", "2") == [
        "points (Red): 5",
        "    houses: 3 = 3 * 1",
        "    levels: 2",
    ]


def test_a_line_of_the_score_is_told_by_itself(mill: Path) -> None:
    assert said(mill, "houses(red)", "--steps", "2") == ["houses (Red): 3 = 3 * 1"]
    assert said(mill, "rank(blue)") == ["levels (Blue): 2"]
    assert "levels (Red): 2" in asked(mill, "how rank(red)")


def test_in_russian(mill: Path) -> None:
    assert said(mill, "cost_of(red, cot)", "--lang", "ru") == [
        "цена (Red, cot): 4",
        "    цена дома: 1",
        "    земля: 2",
        "    Каменщики: -2 [MI-1, MI-2]",
        "    но не меньше: 4",
    ]


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ("cost(red)", "there is no value called `cost`."),
        ("cost_of(red)", "`cost_of` is asked for with: Player, House, free"),
        ("cost_of(red, wool)", "“wool” is no House"),
        ("cost_of(red, cot, maybe)", "“maybe” is neither yes nor no"),
        ("rank(red, blue)", "`rank` is asked for with: Player"),
        ("(", "say which value"),
    ],
)
def test_a_wrong_question_is_answered(mill: Path, value: str, answer: str) -> None:
    done = explain(mill, value)
    assert done.exit_code == 1
    assert answer in done.output


def asked(path: Path, *questions: str, lang: str = "en") -> str:
    """What is said to somebody who plays and asks, from the first question on."""
    args = [str(path), "--players", "2", "--seat", "1", "--seed", "0", "--lang", lang]
    lines = "".join(f"{question}\n" for question in questions)
    done = CliRunner().invoke(play_command, args, input=f"{lines}quit\n")
    assert done.exit_code == 0, done.output
    return done.output[done.output.index(questions[0]) :]


def test_how_in_a_game_tells_what_explain_tells(mill: Path) -> None:
    told = asked(mill, "how cost_of(red, hall)")
    assert told.splitlines()[1:5] == [
        "cost (Red, hall): 8",
        "    price: 8",
        "    land: 2",
        f"    Masons: -2 [MI-1, MI-2] ({mill}:18)",
    ]
    assert "    Каменщики: -2 [MI-1, MI-2]" in asked(mill, "how cost_of(red, cot)", lang="ru")


def test_how_in_a_game_goes_by_the_position(mill: Path) -> None:
    text = mill.read_text("utf-8").replace("flow:\n", "flow:\n    set level of red to 7\n")
    mill.write_text(text, "utf-8")
    assert "    land: 7" in asked(mill, "how cost_of(red, hall)")


def test_how_in_a_game_answers_a_wrong_question_and_goes_on(mill: Path) -> None:
    told = asked(mill, "how cost(red)", "how", "how points(red)")
    assert "there is no value called `cost`." in told
    assert "say which value" in told
    assert "points (Red):" in told


CARDS = """game cards:
    players 2 named red, blue
card Card, one of each:
    strength: 1..9
zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner
define power_of(p: Player) "power" = total(c.strength for c in hand of p)
setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 2 from deck to hand of p
action play(c in my hand) "Play":
    do: move c to box
flow:
    each p in everyone:
        turn p: choose play
        otherwise: finish
score cards for p: power_of(p)
win by points, else shared
"""


def test_how_tells_nothing_that_a_player_may_not_know(tmp_path: Path) -> None:
    path = tmp_path / "cards.rules"
    path.write_text(CARDS, "utf-8")
    told = asked(path, "how power_of(red)", "how power_of(blue)")
    assert "power (Red): " in told
    assert "power (Blue)" not in told
    assert "this rests on something you do not see" in told
