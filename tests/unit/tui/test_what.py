"""What is printed on something and what the rules say of it, by name or by the players' word."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.play_command import command

RULES = """game inn "Inn" ru "Трактир":
    players 2 named red, blue
enum Good "good" ru "товар": wool "wool" ru "шерсть", milk "milk" ru "молоко"
enum Ground "ground": field "field", wood "wood"
card Guest "guest" ru "гость" from "guests.csv":
    cite IN-1
    honour: 0..3
    wants: Bundle of Good
    noisy: Flag
    paying: Flag
    gift: effect or none
    at_table: Guest or none
tile Yard "yard" from "yards.csv":
    parts Plot holds one Sign from "plots.csv":
        ground: Ground
        ports: set of Port
        wells: 0..3
piece Sign "sign", alike 2 per Player
board land: grown squares, turned:
    cells Spot holds one Yard
account bank: Good, start 20
account cellar of Player: Good
group Host "host": Guest, owned by holder(host)
zone rooms of Player: Guest
define holder(g: Guest) = first(p in everyone where g in rooms of p)
value price(p: Player) "price" = 2, combine sum, at least 0
power friar "Friar" ru "Монах" in Host:
    cite IN-7
    change price(p) by -1
effect treat(g: Good, n: 1..3) "A treat" ru "Угощение":
    cite IN-5
    gain n * g
cases mood(g: Good) "mood":
    wool = 1
    milk = 2
setup: move east to cell(land, 0, 0) turned 1
action lodge(g in box where g is Guest) "Lodge a guest" ru "Поселить гостя":
    cite IN-3, IN-4
    do: move g to my rooms
flow:
    each p in everyone:
        turn p:
            step evening "Evening" ru "Вечер": choose lodge
score guests "Guests" for p: size of rooms of p
win by points, else shared
words en:
    milk: "milk", many "milk"
    wool: "wool", many "wool"
    honour: "rank"
    noisy: "noise", having "with noise"
    paying: "pays", lacking "without a purse"
words ru:
    honour: "звание"
"""
GUESTS = """guest,honour,wants,noisy,paying,gift,at_table,name_en,name_ru
friar,1,2 milk,0,0,,,Friar,Монах
bard,0,1 wool 1 milk,1,1,"treat(milk, 2)",friar,Old Bard,Старый бард
lady,3,,0,1,,,Lady,Дама
"""


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    (tmp_path / "guests.csv").write_text(GUESTS, "utf-8")
    (tmp_path / "yards.csv").write_text("yard,count\neast,1\nwest,1\n", "utf-8")
    (tmp_path / "plots.csv").write_text(
        "yard,plot,ground,ports,wells\neast,a,field,N,2\neast,b,wood,E S W,0\nwest,a,wood,N E S W,0\n"
    )
    (tmp_path / "inn.rules").write_text(RULES, "utf-8")
    return tmp_path / "inn.rules"


def told(rules: Path, name: str, *args: str) -> list[str]:
    given = [str(rules), "--seed", "1", *args]
    done = CliRunner().invoke(command, given, input=f"what {name}\nquit\n")
    lines = done.output.splitlines()
    return lines[lines.index(f"> what {name}".strip()) + 1 : lines.index("> quit")]


def test_what_is_printed_is_told_in_words_with_effects_and_clauses(inn: Path) -> None:
    assert told(inn, "old bard") == [
        "Old Bard (guest)",
        "  Wants: 1 wool, 1 milk; with noise; At table: Friar",
        "  Gift: A treat: milk, 2",
        "    Take 2 milk.",
        "  [IN-5]",
    ]


def test_what_most_have_is_told_only_where_it_is_missing(inn: Path) -> None:
    assert told(inn, "friar")[1] == "  Rank: 1; Wants: 2 milk; without a purse"
    assert told(inn, "lady") == ["Lady (guest)", "  Rank: 3"]


def test_a_power_is_told_with_what_shares_its_name(inn: Path) -> None:
    assert told(inn, "friar")[0] == "Friar (guest)"
    assert any("price" in line for line in told(inn, "friar")[2:])
    assert told(inn, "friar")[-1] == "  [IN-7]"


def test_words_of_the_language_and_names_of_the_rules_are_known(inn: Path) -> None:
    assert told(inn, "старый", "--lang", "ru")[0] == "Старый бард (гость)"
    assert told(inn, "bard", "--lang", "ru")[0] == "Старый бард (гость)"
    assert told(inn, "монах", "--lang", "ru")[1].startswith("  Звание: 1")


def test_parts_of_a_tile_are_told_as_it_lies(inn: Path) -> None:
    assert told(inn, "east") == ["yard east (yard)", "  field E (wells: 2)", "  wood N S W"]
    assert told(inn, "west") == ["yard west (yard)", "  wood N E S W"]


def test_rules_steps_and_cases_are_told_too(inn: Path) -> None:
    lodge = told(inn, "lodge a guest")
    assert lodge[0] == "Lodge a guest (action)"
    assert lodge[-1] == "  [IN-3, IN-4]"
    assert told(inn, "evening")[0] == "Evening (step)"
    assert told(inn, "milk")[:2] == ["milk (good)", "  Mood:"]
    assert "2" in told(inn, "milk")[2]


def test_an_option_is_meant_by_its_number(inn: Path) -> None:
    assert told(inn, "2")[0] == "Old Bard (guest)"


def test_what_nobody_knows_and_what_means_too_much(inn: Path) -> None:
    assert told(inn, "frair") == ["nothing is called “frair”. did you mean `Friar`?"]
    assert told(inn, "")[0].startswith("say what")
    assert told(inn, "g") == ["“g” can mean Good, Ground, Guest, Guests"]
