"""Clans of Caledonia: its tables fit together, clans stand alone, and every clause is accounted for."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from rulelang.bundled import find_variant
from rulelang.cli.draw_command import command as draw
from rulelang.cli.explain_command import command as explain
from rulelang.cli.play_command import command as play_command
from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, load, variants_of
from rulelang.conformance.walks import Walk, steps
from rulelang.diagnostics.reporter import Reporter
from rulelang.loading import load_game
from rulelang.pipeline import link
from rulelang.prose.lint import missing_words
from rulelang.render import read_look
from rulelang.runtime.game import Game, State
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources
from rulelang.tui.board import draw_boards
from rulelang.tui.saving import Recipe, Saved, write_saved
from rulelang.tui.short_names import TerminalWords

RULES = Path(__file__).parents[2] / "games" / "caledonia.rules"
FOLDER = RULES.with_suffix("")
SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
GOODS = ("wool", "milk", "grain", "bread", "cheese", "whisky")
CLANS = [
    "buchanan",
    "campbell",
    "cunningham",
    "fergusson",
    "macdonald",
    "macewen",
    "mackenzie",
    "robertson",
    "stewart",
]


@cache
def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def amounts(cell: str) -> Counter[str]:
    words = cell.split()
    return Counter({kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=True)})


# --- the map -----------------------------------------------------------------------------------------

AT = {(int(row["q"]), int(row["r"])): row["name"] for row in rows("cells")}
SPOT = {name: spot for spot, name in AT.items()}


def beside(cell: str) -> set[str]:
    q, r = SPOT[cell]
    return {AT[q + x, r + y] for x, y in SIDES if (q + x, r + y) in AT}


def grounds(sides: tuple[str, ...]) -> dict[str, dict[str, str]]:
    up = dict(zip("abcd", sides, strict=True))
    return {row["cell"]: row for row in rows("grounds") if row["side"] == up[row["quarter"]]}


def banks(sides: tuple[str, ...]) -> list[tuple[str, str]]:
    up = dict(zip("abcd", sides, strict=True))
    return [
        (r["left_bank"], r["right_bank"]) for r in rows("rivers") if r["side"] == up[r["quarter"]]
    ]


def hangs_together(cells: set[str], within: set[str]) -> bool:
    """Can one go from any of the cells to any other without leaving `within`?"""
    seen, front = set(), [min(cells)]
    while front:
        cell = front.pop()
        if cell not in seen:
            seen.add(cell)
            front += beside(cell) & within
    return cells <= seen


def test_module_sides_have_one_outline_and_all_prices() -> None:
    sizes = Counter((row["quarter"], row["side"]) for row in rows("grounds"))
    assert sizes == {(q, s): n for q, n in zip("abcd", (27, 32, 31, 27), strict=True) for s in "12"}
    for quarter, side in sizes:
        here = [r for r in rows("grounds") if (r["quarter"], r["side"]) == (quarter, side)]
        land = [row for row in here if row["loch"] == "0"]
        assert {row["price"] for row in land} == set("123456")
        assert all(1 <= len(row["terrains"].split()) <= 3 for row in land)
        outline = {row["cell"] for row in here}
        assert hangs_together(outline, outline)
        for terrain in ("meadow", "forest", "mountain"):
            open_land = [row for row in land if row["shaded"] == "0"]
            assert sum(terrain in row["terrains"] for row in open_land) >= 4
        lochs = [row for row in here if row["loch"] == "1"]
        assert all((r["terrains"], r["price"], r["shaded"]) == ("", "0", "0") for r in lochs)


@pytest.mark.parametrize("sides", list(product("12", repeat=4)), ids="".join)
def test_each_of_the_sixteen_maps_can_be_played(sides: tuple[str, ...]) -> None:
    ground = grounds(sides)
    assert len(ground) == len(AT) == 117
    lochs = {cell for cell, row in ground.items() if row["loch"] == "1"}
    mouths = set()
    for left, right in banks(sides):
        assert right in beside(left)
        assert not {left, right} & lochs
        assert ground[left]["quarter"] == ground[right]["quarter"]
        if beside(left) & beside(right) & lochs:
            mouths |= {left, right}
    assert mouths == {cell for cell, row in ground.items() if row["mouth"] == "1"}
    for port_column, is_small in (("large_port_space", False), ("small_port_space", True)):
        ports = {row[port_column] for row in rows("quarters")}
        active = {c for c, row in ground.items() if not (is_small and row["shaded"] == "1")}
        land = active - lochs
        assert hangs_together(land, active)
        assert all((port in lochs) != is_small for port in ports)
        assert all(beside(port) & land for port in ports)
        least = 12 if is_small else 24
        for terrain in ("meadow", "forest", "mountain"):
            assert sum(terrain in ground[cell]["terrains"] for cell in land) >= least
        if is_small:
            assert sum(ground[cell]["price"] == "1" for cell in land) <= 24


# --- cards and tracks --------------------------------------------------------------------------------


def test_contracts_ask_and_give_what_is_printed() -> None:
    cards = rows("contracts")
    asked: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for card in cards:
        goods, imports = amounts(card["goods"]), amounts(card["imports"])
        meat = {"mutton": int(card["mutton"]), "beef": int(card["beef"])}
        assert 2 <= goods.total() + sum(meat.values()) <= 6
        assert len(imports) <= 1
        assert not {"milk", "grain"} & set(goods)
        asked.update(goods)
        asked.update(meat)
        given.update(imports)
        given.update({key: int(card[key]) for key in ("hops", "cash", "free_land", "upgrades")})
    assert asked == {"wool": 40, "bread": 35, "cheese": 33, "whisky": 34, "beef": 18, "mutton": 18}
    assert given == {
        "cotton": 53,
        "tobacco": 49,
        "sugar": 45,
        "hops": 111,
        "cash": 174,
        "free_land": 13,
        "upgrades": 12,
    }
    assert [card["contract"] for card in cards] == [f"no_{n}" for n in range(1, 51)]
    assert [card["contract"] for card in cards if not card["imports"]] == ["no_23"]
    columns = ("goods", "mutton", "beef", "imports", "hops", "cash", "free_land", "upgrades")
    assert len({tuple(card[column] for column in columns) for card in cards}) == 50


@pytest.mark.parametrize("players", ["1 2", "3 4"])
@pytest.mark.parametrize("good", GOODS)
def test_prices_rise_in_ten_steps(players: str, good: str) -> None:
    track = [r for r in rows("market") if (r["players"], r["good"]) == (players, good)]
    prices = [int(row["value"]) for row in track]
    assert [int(row["step"]) for row in track] == list(range(1, 11))
    assert prices == sorted(prices)
    assert prices[0] > (2 if good in ("wool", "milk", "grain") else 3)
    assert [row["step"] for row in track if row["start"] == "1"] == ["4"]
    assert "".join(row["zone"][0] for row in track) == "lll" + "oooo" + "hhh"


def test_starting_tiles_are_worth_the_same() -> None:
    prices = {r["good"]: int(r["value"]) for r in rows("market") if r["start"] == "1"}
    worth = [
        int(tile["cash"]) + sum(prices[g] * n for g, n in amounts(tile["goods"]).items())
        for tile in rows("start_tiles")
    ]
    assert len(worth) == 9
    assert set(worth) <= {69, 70}


def test_small_tables() -> None:
    assert [int(row["contract_price"]) for row in rows("rounds")] == [-5, 0, 5, 10, 15]
    prices = {row["unit"]: int(row["price"]) for row in rows("units")}
    assert (len(prices), prices["bakery"], prices["field"]) == (8, 8, 18)
    assert len(rows("ports")) == len(rows("glory_tiles")) == 9
    assert sorted(int(r["die"]) for r in rows("boxes") if "2" in r["players"]) == [
        -3, -2, -1, 1, 2, 3,
    ]  # fmt: skip


# --- clans and clauses -------------------------------------------------------------------------------

TENTH = """
module macleod "MacLeod" for caledonia:
    note "a clan of our own"

power macleod "MacLeod" ru "Маклауд" in Clan:
    change unit_cost(p, u, c) by -2 when u.sort = sheep
    after take_clan(k): gain 1 wool

test "a tenth clan comes up, is taken and has its price":
    with players = 2, map = first
    when starter = red; drawn_clan = macleod; drawn_start = s2; drawn_clan = campbell; drawn_start = s1; drawn_clan = stewart; drawn_start = s3
    when blue take_clan(macleod)
    then stock of blue: 1 milk + 1 bread + 1 wool; that price_to_place(blue, blue_sheep, "b5", false) = 7
    then that price_to_place(red, red_sheep, "b5", false) = 9
"""

TENTH_PORT = """
module leith "Leith" for caledonia:
    note "a port of our own"

add p10 "trade fair" ru "ярмарка" (use = trade_fair) to Harbour

effect trade_fair "Trade fair" ru "Ярмарка":
    require left: some Merchant on my supply else "all your merchants are hired"
    move 1 Merchant from my supply to my traders
    gain 2 * money

test "a tenth port is used":
    with players = 3, map = first
    given r = round_2; "a1": 1 p10; red: 1 red_cow at "b1"
    at ports_first of red
    when red use_port(p10)
    then purse of red: 2 money; that size of traders of red = 3
"""


@pytest.mark.parametrize("text", [TENTH, TENTH_PORT], ids=["clan", "port"])
def test_a_tenth_clan_or_port_is_a_file_of_its_own(text: str, tmp_path: Path) -> None:
    added = tmp_path / "added.rules"
    added.write_text(text, encoding="utf-8")
    report = Reporter()
    linked = link(RULES, [added], Sources(), report)
    assert linked is not None
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    assert not report.has_errors, [found.message for found in report.sorted()]
    assert [result.failure for result in results] == [None] * len(results)
    assert results


def test_clans_are_short_and_the_base_rules_name_none() -> None:
    base = RULES.read_text("utf-8")
    assert not [clan for clan in CLANS if clan in base.lower()]
    powers = re.findall(
        r"^power (\w+).*\n((?:    .*\n)+)", (FOLDER / "clans.rules").read_text("utf-8"), re.M
    )
    assert sorted(name for name, _ in powers) == CLANS


@pytest.mark.parametrize(("file", "mark"), [("clans", "power "), ("ports", "# Port ")])
def test_all_that_a_power_needs_stands_in_fifteen_lines(file: str, mark: str) -> None:
    """Actions, places and definitions beside it counted too; the fishermen take more."""
    text = (FOLDER / f"{file}.rules").read_text("utf-8")
    sections = re.split(f"^{mark}", text, flags=re.M)[1:]
    assert len(sections) == 9
    for section in sections:
        lines = [line for line in f"{mark}{section}".splitlines() if line.strip(" #")]
        lines = [line for line in lines if line[0] != "#"]
        assert len(lines) <= (25 if section.startswith("macdonald") else 15), lines[0]


def test_every_clause_is_cited_or_said_to_be_left_out() -> None:
    texts = [file.read_text("utf-8") for file in (RULES, *FOLDER.glob("*.rules"))]
    found: set[int] = set()
    for text in texts:
        for first, last in re.findall(r"CAL-(\d{3})(?:\.\.(\d{3}))?", text):
            found |= set(range(int(first), int(last or first) + 1))
    assert found == set(range(1, 243))


def test_everything_is_open_but_what_lies_face_down() -> None:
    """CAL-006: each player and anybody else sees the same, and only piles nobody has looked at are hidden."""
    play = load_game(RULES, players=3).start(seed=4)
    for _ in range(30):
        views = [play.view(who) for who in (None, 0, 1, 2)]
        hidden = {name for name, held in views[0]["places"].items() if isinstance(held, dict)}
        assert hidden <= {"stack", "tiles", "harbours"}
        for part in ("accounts", "places", "boards", "vars"):
            assert all(view[part] == views[0][part] for view in views)
        play.choose(play.options()[0])


def test_the_rules_without_tests_stay_short() -> None:
    """All files together, words and variants too: what is no test, no comment and not empty."""
    count = 0
    for file in (RULES, *FOLDER.glob("*.rules")):
        items = re.split(r"^(?=\S)", file.read_text("utf-8"), flags=re.M)
        lines = [line for item in items if item[:5] != "test " for line in item.splitlines()]
        count += sum(bool(line.strip()) and line.lstrip()[0] != "#" for line in lines)
    assert count <= 1_100


TOGETHER = [
    ("fixed_imports", "no_clans", "no_glory", "no_ports", "solo"),
    ("clan_auction", "tight"),
]


@pytest.mark.parametrize("names", TOGETHER, ids="+".join)
def test_russian_texts_have_all_their_words(names: tuple[str, ...]) -> None:
    report = Reporter()
    linked = link(RULES, [find_variant(RULES, name) for name in names], Sources(), report)
    assert linked is not None
    assert missing_words(linked, "ru") == ()


def test_no_variant_is_left_out_of_the_tests() -> None:
    assert sorted(name for names in TOGETHER for name in names) == variants_of(str(RULES))


PAIRS = [
    ("no_clans", "no_ports", "tight"),
    ("clan_auction", "fixed_imports"),
    ("solo", "fixed_imports", "no_glory"),
    ("solo", "no_clans", "no_ports"),
]


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_variants_go_together(names: tuple[str, ...]) -> None:
    players = 1 if "solo" in names else 3
    bundled = load(Configuration(os.path.relpath(RULES), players, modules=names))
    walk = Walk(7, (3, 1, 4, 1, 5), warm_up=60)
    properties.check_flat(bundled, walk)
    properties.check_conservation(bundled, attrs.evolve(walk, to_the_end=True))


def owned(game: Game, state: State) -> set[str]:
    """The clans that players have."""
    slots = next(var for var in game.layout.vars if var.name == "clan")
    numbers = state[slots.first : slots.first + len(slots.owners)]
    return {game.names.all("Clan")[number] for number in numbers if number >= 0}


@pytest.mark.parametrize("clan", CLANS)
def test_every_clan_is_played(clan: str) -> None:
    """Seeds are tried until somebody takes the clan; the numbers of players take turns."""
    players = 2 + CLANS.index(clan) % 3
    bundled = load(Configuration(os.path.relpath(RULES), players))
    for seed in range(40):
        walk = Walk(seed, (2, 7, 1, 8), warm_up=50)
        if clan in owned(bundled.game, list(steps(bundled.game, walk))[-1].state):
            break
    else:
        pytest.fail(f"nobody took {clan}")
    properties.check_options(bundled, walk)
    properties.check_conservation(bundled, attrs.evolve(walk, to_the_end=True))


@pytest.mark.parametrize("names", [("solo", "tight"), ("no_clans", "clan_auction")], ids="+".join)
def test_variants_that_make_no_sense_together_are_refused(names: tuple[str, ...]) -> None:
    report = Reporter()
    link(RULES, [find_variant(RULES, name) for name in names], Sources(), report)
    assert "E710" in {found.code.id for found in report.sorted()}


# --- prices ------------------------------------------------------------------------------------------


def test_how_a_price_came_about(tmp_path: Path) -> None:
    """Seed 0 offers both clans, and c3 of side 1 lies at a river mouth and costs 1."""
    play = load_game(RULES, players=3).start(seed=0)
    takers = [play.view(None)["active"]]
    play.choose("campbell")
    takers.append(play.view(None)["active"])
    play.choose("robertson")
    saved = tmp_path / "saved.json"
    write_saved(saved, Saved(Recipe(str(RULES), 3, {}, ()), ["", "", ""], play.save()))

    def told(*asked: str) -> list[str]:
        done = CliRunner().invoke(explain, [str(saved), *asked])
        assert done.exit_code == 0, done.output
        return [line.partition(" (/")[0] for line in done.stdout.splitlines()]

    campbell, robertson = takers
    assert told(f"price_to_place({campbell}, bakery, c3)") == [
        f"price of an expansion ({campbell.capitalize()}, bakery, c3): 6",
        "    placement cost: 5",
        "        price: 8",
        "        Campbell: -3 [CAL-201..203]",
        "    price of the land: 1",
    ]
    assert told(f"price_to_place({robertson}, bakery, c3, yes)", "--lang", "ru") == [
        f"цена заселения ({'Красный' if robertson == 'red' else 'Чёрный'}, пекарня, c3, бесплатная земля): 5",
        "    стоимость размещения: 8",
        "    цена земли: 0 (бесплатная земля)",
        "    Робертсон: -3 [CAL-226..228]",
    ]


# --- pictures ----------------------------------------------------------------------------------------


def test_the_map_is_drawn_with_all_that_lies_on_it(tmp_path: Path) -> None:
    """Terrain, prices, rivers, ports and units, as a picture and in the terminal."""
    ground = grounds(("1", "1", "1", "1"))
    file = tmp_path / "map.svg"
    args = [str(RULES), "--players", "3", "--set", "map=first", "--steps", "40", "-o", str(file)]
    done = CliRunner().invoke(draw, args)
    assert done.exit_code == 0, done.output
    svg = file.read_text("utf-8")
    look = {row["name"]: row for row in rows("look")}
    for terrain in ("meadow", "forest", "mountain"):
        wanted = sum(terrain in row["terrains"].split() for row in ground.values())
        drawn = svg.count(f'fill="{look[terrain]["colour"]}"') - 1  # one more in the legend
        assert drawn == wanted, terrain
    assert svg.count(f'stroke="{look["across"]["colour"]}"') == len(banks(("1", "1", "1", "1")))
    prices = Counter(re.findall(r">(\d)£(?: °)?</text>", svg))
    assert prices == Counter(row["price"] for row in ground.values() if row["loch"] == "0")

    game = load_game(RULES, players=3, settings={"map": "first"})
    play = game.start(seed=0)
    for _ in range(20):
        play.choose(play.options()[0])
    words = TerminalWords(game, "en", colour=False, look=read_look(FOLDER))
    text = "\n".join(draw_boards(words, play.view(None), {}))
    lochs = sum(row["loch"] == "1" for row in ground.values())
    assert text.count("~~~") == lochs
    assert all(sign in text for sign in ('"', "♣", "▲", "≈≈≈", "1w", "2w", "3w"))
    assert len(set(re.findall(r"\bP\d", text))) == 4


# --- at the terminal ---------------------------------------------------------------------------------

TABLES = [("--with", "solo"), ("--players", "2", "--bots", "random")]


@pytest.mark.parametrize("table", TABLES, ids=["solo", "two"])
def test_a_game_is_played_to_its_end_in_russian(table: tuple[str, ...]) -> None:
    args = ["caledonia", *table, "--seed", "4", "--lang", "ru"]
    done = CliRunner().invoke(play_command, args, input="1\n" * 600)
    assert done.exit_code == 0, done.output
    assert "Игра окончена." in done.output
    foreign = set(re.findall(r"[A-Za-z]{3,}", done.output))
    assert foreign <= {"help", "what", "why"}
