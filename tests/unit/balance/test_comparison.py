"""Comparisons of rules: planted advantages are found, equal rules are not told apart, the page is whole."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.balance.balance_report import to_data, to_lines
from rulelang.balance.comparison import (
    ACTIONS,
    RESOURCES,
    WINS,
    BalancePlan,
    Comparison,
    Row,
    balance,
)
from rulelang.balance.measure import measure
from rulelang.balance.page import to_html
from rulelang.balance.paired import MEAN, SHARE, compare, one_side
from rulelang.jobs.run import Means
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

# The first player wins six games of ten; each turn somebody picks a colour, never blue where that is forbidden.
LUCK = """game luck "Luck":
    players 2 named ann, bob
enum Coin: gold, silver
enum Colour: red, blue
group Clan, one per Player
power fox in Clan:
    before play(c): score 0 as charm
power owl in Clan:
    before play(c): score 0 as charm
account chest: Coin, start 90
account purse of Player: Coin
var winner: Player or none
setup:
    roll luck = 1d10
    if luck <= EDGE: set winner to ann
    else: set winner to bob
    set clan of ann to fox
    set clan of bob to owl
action play(c in Colour) "Play":
    require taste: ALLOWED else "no"
    do: gain 1 silver
flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose play(c)
score coins "Coins" for p: if winner = p then 1 else 0
score charm "Charm"
win by points, else shared
"""


def _game(game_of: GameOf, edge: int, allowed: str = "true") -> Game:
    return game_of(LUCK.replace("EDGE", str(edge)).replace("ALLOWED", allowed))


def _row(found: Comparison, group: str, label: str) -> Row:
    return next(row for row in found.rows if (row.group, row.label) == (group, label))


PLAN = BalancePlan(300, 0, ("random", "random"))


def test_a_planted_advantage_of_a_seat_is_measured(game_of: GameOf) -> None:
    game = _game(game_of, 6)
    found = balance([game], ["base"], PLAN)
    low, high = _row(found, WINS, "ann").sides[0].interval
    assert 0.5 < low < 0.6 < high
    text = "\n".join(to_lines(game, found))
    assert "more than 50.0 %" in text
    assert "less than 50.0 %" in text
    fair = _game(game_of, 5)
    text = "\n".join(to_lines(fair, balance([fair], ["base"], PLAN)))
    assert text.count("cannot be told apart from 50.0 % at 300 games") == 2


def test_the_same_seeds_show_a_small_change_clearly(game_of: GameOf) -> None:
    found = balance([_game(game_of, 6), _game(game_of, 5)], ["base", "with fair"], PLAN)
    effect = _row(found, WINS, "ann").effect
    assert effect is not None
    assert effect.is_told
    assert effect.interval.low < -0.1 < effect.interval.high < 0


def test_equal_rules_cannot_be_told_apart(game_of: GameOf) -> None:
    game = _game(game_of, 6)
    found = balance([game, game], ["base", "with nothing"], PLAN._replace(games=50))
    assert not any(row.effect.is_told for row in found.rows if row.effect)
    assert "no difference in any game" in "\n".join(to_lines(game, found))
    assert "all 2 cannot be told apart at 50 games" in "\n".join(to_lines(game, found))


def test_actions_resources_options_and_powers_are_counted(game_of: GameOf) -> None:
    games = [_game(game_of, 6), _game(game_of, 6, "c != blue or gold in my purse")]
    found = balance(games, ["base", "strict"], PLAN._replace(games=40))
    assert [side.value for side in _row(found, ACTIONS, "Play").sides] == [6, 6]
    assert [side.value for side in _row(found, RESOURCES, "silver").sides] == [6, 6]
    blue = next(option for option in found.options if option.name.endswith("c = blue"))
    assert (blue.offered, blue.chosen[1]) == ((40, 0), 0)
    fox, owl = found.cases
    assert (fox.choice, fox.case, fox.had, owl.had) == ("clan", "fox", (40, 40), (40, 40))
    assert fox.wins[0] is not None
    assert fox.wins[0].value == _row(found, WINS, "ann").sides[0].value


def test_results_do_not_depend_on_processes_or_stops(game_of: GameOf, tmp_path: Path) -> None:
    games = [_game(game_of, 6), _game(game_of, 5)]
    plan = BalancePlan(30, 4, ("random", "greedy:50"))
    alone = balance(games, ["a", "b"], plan)
    journal = tmp_path / "journal"

    def stop(count: int) -> None:
        raise KeyboardInterrupt

    stopped = balance(games, ["a", "b"], plan, Means(journal=journal, progress=stop))
    assert not stopped.is_complete
    assert balance(games, ["a", "b"], plan, Means(2, journal=journal)) == alone


def test_changes_of_the_lead_are_counted(game_of: GameOf) -> None:
    # Everybody overtakes the other in each of three turns: the lead is had six times and changes five.
    game = game_of("""game race:
    players 2
enum Coin: gold
account chest: Coin, start 90
account purse of Player: Coin
action run:
    do: gain (most(gold of purse of q for q in others) - gold of my purse + 1) * gold
action rest:
    require tired: false else "run"
    do: gain 0 gold
flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose run or rest
score coins for p: gold of purse of p
win by points, else shared
""")
    found = balance([game], ["base"], BalancePlan(3, 0, ("random", "random")))
    row = next(row for row in found.rows if row.label == "changes of the lead")
    assert row.sides[0].value == 5


def test_the_page_is_complete_in_itself(game_of: GameOf) -> None:
    games = [_game(game_of, 6), _game(game_of, 5)]
    found = balance(games, ["base", "with <fair>"], PLAN._replace(games=60))
    page = to_html(games[0], found)
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) == 6
    for picture in pictures:
        ET.fromstring(picture)
    assert not re.search(r"(src|href)=|url\(|<script", page)
    assert "with &lt;fair&gt;" in page
    assert "prefers-color-scheme: dark" in page


def test_games_that_do_not_end_are_told_and_not_compared(game_of: GameOf) -> None:
    game = game_of(LUCK.replace("EDGE", "6").replace("ALLOWED", "true").replace("90", "2"))
    found = balance([game], ["base"], PLAN._replace(games=3))
    assert (found.compared, len(found.faults)) == (0, 3)
    assert "R905" in found.faults[0]
    assert "no game was played to its end" in to_lines(game, found)
    assert "No game was played" in to_html(game, found)
    assert to_data(game, found)["rows"] == []


# --- statistics --------------------------------------------------------------------------------------


def test_paired_means_and_shares_have_their_intervals() -> None:
    first, second = [1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 5.0, 6.0]
    effect = compare(MEAN, first, second)
    # Differences 1, 1, 2, 2: mean 1.5, standard error 0.2887, t(3) = 3.1824.
    assert effect.difference == 1.5
    assert effect.interval.low == pytest.approx(1.5 - 3.18245 * 0.288675, abs=1e-4)
    assert effect.is_told
    assert effect.size == pytest.approx(1.5 / ((1.66667 + 3.33333) / 2) ** 0.5, abs=1e-4)
    shares = compare(SHARE, [0.0] * 50 + [1.0] * 50, [1.0] * 50 + [0.0] * 50)
    assert not shares.is_told
    assert shares.size == 0
    assert one_side(SHARE, [1.0] * 8 + [0.0] * 2).interval.low == pytest.approx(0.4902, abs=1e-4)
    assert not compare(MEAN, [1.0], [2.0]).is_told


def test_cases_are_told_with_the_rule_that_asks_for_them(game_of: GameOf) -> None:
    game = game_of("""game market:
    players 2
enum Good: wood, ore
account bank: Good, start 20
account hand of Player: Good
action fetch:
    do:
        choose g in Good
        gain 1 * g
flow:
    repeat 3 times:
        each p in everyone:
            turn p: do fetch
win by points, else shared
""")
    assert measure(game, ["random"] * 2, 0)["offered"] == ["fetch.g = ore", "fetch.g = wood"]
