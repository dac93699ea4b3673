"""Costs that leave a choice: several holders, pieces, exchanges on the way, what stands below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.lowering.payments import lower_payments
from rulelang.program.model import Program
from rulelang.runtime.faults import NotOfferedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources

GameOf = Callable[..., Game]
Conforms = Callable[..., None]
ProgramOf = Callable[..., Program]

HOLDERS = """
game holders:
    players 2
enum Good: wood, stone
account bank: Good, unlimited
tile Plot, 3
zone land of Player: Plot
account goods of Plot: Good
setup:
    move all of Plot to land of p1
    gain 2 wood to goods of plot_1
    gain 1 wood + 1 stone to goods of plot_2
    gain 1 stone to goods of plot_3
define my_plots = my land
action build(n in 1..4, m in 0..2):
    cost n * wood + m * stone from goods of my_plots
    do: score n as built
flow:
    turn p1: may build, repeatedly
    finish
win by points, else shared
"""


def names(play: Play) -> list[str]:
    """Return the names of the options."""
    return [option.name for option in play.options()]


def goods(play: Play) -> dict[str, dict[str, int]]:
    """Return what lies where."""
    held = play.view(0)["accounts"]["goods"]
    return {owner: {k: n for k, n in has.items() if n} for owner, has in held.items()}


def test_the_payer_says_which_holder_pays(game_of: GameOf) -> None:
    play = game_of(HOLDERS).start(seed=0)
    assert {picks[1:] for picks in play.flat_options() if picks[0] == 0} == {
        (n, m) for n in (1, 2, 3) for m in (0, 1, 2)
    }
    play.take("build", 2, 1)  # one comes from plot_1 in any case
    assert names(play) == ["plot_1", "plot_2"]
    play.choose("plot_2")
    assert names(play) == ["plot_2", "plot_3"]
    play.choose("plot_3")
    assert goods(play) == {"plot_1": {"wood": 1}, "plot_2": {"stone": 1}, "plot_3": {}}
    assert play.why_not("build", n=2)[0].name == "cost"


def test_what_leaves_no_choice_is_not_asked(game_of: GameOf) -> None:
    play = game_of(HOLDERS).start(seed=0)
    play.take("build", 3, 2)
    assert goods(play) == {"plot_1": {}, "plot_2": {}, "plot_3": {}}
    assert names(play) == ["done"]


def test_no_payment_comes_in_two_orders(game_of: GameOf) -> None:
    play = game_of(HOLDERS).start(seed=0)
    play.take("build", 1, 1)
    assert names(play) == ["plot_1", "plot_2"]
    play.choose("plot_2")
    assert names(play) == ["plot_2", "plot_3"]
    play.choose("plot_2")
    assert goods(play)["plot_2"] == {}


def test_several_holders_agree_with_the_oracle(conforms: Conforms) -> None:
    conforms(HOLDERS, walks=12)


PIECES = """
game pieces:
    players 2
piece Man, alike 4 per Player
tile Plot, 4
zone folk of Plot: Man
zone land of Player: Plot
setup:
    each t in {plot_1, plot_2, plot_3}: move t to land of p1
    move 2 Man from supply of p1 to folk of plot_1
    move 1 Man from supply of p1 to folk of plot_2
    move 1 Man from supply of p2 to folk of plot_3
define manned(t: Plot) = some Man of me on folk of t
action take(n in 0..3, t in my land):
    cost n * Man from folk of my land to my supply
    require near: manned(t) else "nobody is left on {t}"
    do: score n as taken
action send(t in my land):
    cost 1 Man from folk of t
    do: score 5 as sent
flow:
    turn p1: may take or send, repeatedly
    finish
win by points, else shared
"""


def test_a_piece_that_was_spent_no_longer_counts(game_of: GameOf) -> None:
    play = game_of(PIECES).start(seed=0)
    offered = {picks[1:] for picks in play.flat_options() if picks[0] == 0}
    plots = (2, 3)  # ids of things: after the men of both players
    assert offered == {(n, plot) for n in (0, 1, 2) for plot in plots}
    assert [found.name for found in play.why_not("take", n=3, t="plot_1")] == ["near"]
    assert play.why_not("take", n=4, t="plot_1")[0].name == "in_n"
    play.take("take", 1, "plot_2")  # one of plot_1 must go, as that on plot_2 is needed there
    assert names(play)[:2] == ["take", "send"]
    play.take("take", 1, "plot_1")
    assert play.view(0)["places"]["folk of plot_1"] == ["p1_man"]


def test_a_piece_of_one_place_is_simply_paid(game_of: GameOf) -> None:
    play = game_of(PIECES).start(seed=0)
    play.take("send", "plot_2")
    assert [found.name for found in play.why_not("send", t="plot_2")] == ["cost"]
    play.take("send", "plot_1")
    play.take("send", "plot_1")
    assert names(play) == ["done"]
    assert play.scores()[0][1].points == 15


def test_pieces_agree_with_the_oracle(conforms: Conforms) -> None:
    conforms(PIECES, walks=4)


MARKET = """
game market:
    players 2
enum Good: wood, stone, barley
enum Money: coin
account bank: Good, unlimited
account mint: Money, unlimited
account purse of Player: Money, start 3
account pot of Good: Money
tile Plot, 2 per Player
account goods of Plot: Good
define my_plots = Plot of me
setup:
    gain 1 wood + 1 stone to goods of the_one(all(t in Plot of p1 where t = p1_plot_1))
    gain 2 barley to goods of the_one(all(t in Plot of p1 where t = p1_plot_2))
    pay 2 coin from mint to pot of barley
define price(r: Good) = if size of pot of r >= 3 then 0 else size of pot of r + 1
exchange buy(r in Good) "Buy", only to pay:
    require room: price(r) > 0 else "{r} is sold out"
    pay price(r) * coin to pot of r
    gain 1 * r
exchange sell(t in my_plots, r in goods of t) "Sell", during turn:
    require filled: some pot of r else "nobody bought {r} yet"
    pay 1 * r from goods of t
    gain size of pot of r * coin from pot of r
action build(w in 0..3, n in 0..3):
    cost w * wood + n * stone from goods of my_plots
    cost (if w = 3 then 1 else 0) * coin
    do: score w + n as built
action hire(n in 1..9):
    cost n * coin
    do: score 1 as hired
flow:
    turn p1:
        may build or hire, repeatedly
    turn p2:
        may build, repeatedly
    finish
win by points, else shared
"""


def purse(play: Play) -> int:
    """Return how many coins the first player has."""
    coins: int = play.view(0)["accounts"]["purse"]["p1"]["coin"]
    return coins


def test_a_cost_can_be_paid_by_buying(game_of: GameOf) -> None:
    play = game_of(MARKET).start(seed=0)
    play.take("build", 1, 0)
    assert names(play) == ["spend", "buy", "sell"]
    play.take("buy", "wood")
    assert purse(play) == 2
    assert goods(play)["p1_plot_1"] == {"wood": 1, "stone": 1}
    assert play.view(0)["accounts"]["pot"]["wood"] == {"coin": 1}


def test_only_what_is_due_can_be_bought(game_of: GameOf) -> None:
    play = game_of(MARKET).start(seed=0)
    play.take("build", 1, 0)
    with pytest.raises(NotOfferedError):
        play.take("buy", "stone")


def test_selling_pays_for_buying(game_of: GameOf) -> None:
    play = game_of(MARKET).start(seed=0)
    offered = {picks[1:] for picks in play.flat_options() if picks[0] == 0}
    # 3 coins, 2 for a barley; and whoever buys two of a kind gets all back for an own one.
    assert (3, 3) in offered
    play.take("build", 3, 0)
    play.take("spend", "p1_plot_1")
    assert names(play) == ["buy", "sell"]
    play.take("buy", "wood")
    play.take("buy", "wood")  # 3 coins are gone, and one more is due: now a barley is sold
    assert purse(play) == 1
    assert goods(play)["p1_plot_2"] == {"barley": 1}


def test_an_exchange_of_the_turn_is_offered_between_actions(game_of: GameOf) -> None:
    play = game_of(MARKET).start(seed=0)
    assert names(play) == ["build", "hire", "sell", "done"]
    play.take("sell", "p1_plot_2", "barley")
    assert purse(play) == 5
    assert names(play) == ["build", "hire", "done"]
    assert play.why_not("hire", n=6)[0].name == "cost"


def test_what_the_purse_covers_is_paid_without_a_question(game_of: GameOf) -> None:
    play = game_of(MARKET).start(seed=0)
    play.take("hire", 2)
    assert (purse(play), names(play)[-1]) == (1, "done")
    play.take("hire", 3)  # two more come from the barley, whether one likes it or not
    assert purse(play) == 0
    assert play.scores()[0][1].points == 2


def test_exchanges_agree_with_the_oracle(conforms: Conforms) -> None:
    conforms(MARKET, walks=2)


LATER = """
game later:
    players 2
enum Good: wood
piece Man, alike 3 per Player
account bank: Good, unlimited
account goods of Player: Good, start 2
board field: squares 3 by 1:
    cells Cell holds Man
setup:
    each c in Cell:
        each p in everyone: move 1 Man from supply of p to c
action build(n in 0..3, men in 0..1, c in Cell):
    cost n * wood
    cost men * Man from Cell to my supply
    require manned: some Man of me on c else "nobody stands on {c}"
    do: score n as built
exchange chop, only to pay:
    pay 1 coin
    gain 1 wood
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money, start 2
flow:
    repeat 3 times:
        each p in everyone:
            turn p: may build
    finish
win by points, else shared
"""


def test_a_cost_is_judged_without_the_picks_that_come_later(program_of: ProgramOf) -> None:
    lowered = lower_payments(program_of(LATER))
    params = {d.name: [name for name, _type in d.params] for d in lowered.defines}
    assert "c" not in params["payable build"]
    assert "c" in params["payable build, manned"]


def test_what_stands_below_a_cost_sees_only_what_is_due(conforms: Conforms) -> None:
    conforms(LATER)


def test_rule_tests_can_pay(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    title = 'test "paying" cites A-001:'
    lines = """
    when p1 build(1, 1); p1 spend(p1_plot_1); p1 buy(stone)
    then goods of p1_plot_1: 1 stone; purse of p1: 2 coin; p1 hire(9) refused by cost
"""
    path.write_text(f"{MARKET}\n{title}{lines}", encoding="utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    results = [r for suite in suites_of(linked, report) for r in run_suite(suite)]
    assert not report.has_errors, report.sorted()
    assert [r.failure.message if r.failure else "" for r in results] == [""]


def test_nobody_sees_the_account_that_payments_go_through(game_of: GameOf) -> None:
    assert set(game_of(LATER).start(seed=0).view(0)["accounts"]) == {
        "bank",
        "goods",
        "mint",
        "purse",
    }


def test_a_search_tries_only_the_first_of_equal_holders(program_of: ProgramOf) -> None:
    program = program_of(MARKET)
    few, all_ = lower_payments(program), lower_payments(program, tries_all=True)
    assert few.rules == all_.rules  # the payer decides among all
    names_ = {d.name for d, e in zip(few.defines, all_.defines, strict=True) if d != e}
    assert names_ == {"payable build", "payable hire"}


def test_a_holder_that_is_asked_about_is_no_other(program_of: ProgramOf) -> None:
    text = MARKET.replace("sell(t in my_plots,", "sell(t in my_plots where t != p1_plot_2,")
    program = program_of(text)
    assert lower_payments(program) == lower_payments(program, tries_all=True)


GIFTS = """
game gifts:
    players 2
enum Good: wood, stone
enum Money: coin
enum Gift: gift
account bank: Good, unlimited
account mint: Money, unlimited
account altar: Gift, unlimited
account cairn: Money
account heap: Good
account purse of Player: Money, start 2
account offering of Player: Gift
tile Plot, 2
zone land of Player: Plot
account goods of Plot: Good
setup:
    move all of Plot to land of p1
    gain 1 wood to goods of plot_1
    gain 1 stone to goods of plot_2
define my_plots = my land
exchange give_coin, only to pay:
    pay 1 coin to cairn
    gain 1 gift
exchange give_good(t in my_plots, g in goods of t), only to pay:
    pay 1 * g from goods of t to heap
    gain 1 gift
action hire(n in 1..2):
    cost n * coin
    cost 1 gift
    do: score n as hired
flow:
    turn p1: may hire, repeatedly
    finish
win by points, else shared
"""


def test_a_line_paid_at_once_is_not_due_again_in_the_next(
    game_of: GameOf, conforms: Conforms
) -> None:
    play = game_of(GIFTS).start(seed=0)
    play.choose("hire")
    play.choose(2)
    assert names(play) == ["plot_1", "plot_2"]  # no coin is left to give
    conforms(GIFTS)


TWO_LINES = """
game two_lines:
    players 2
enum Good: wood, stone
piece Helper, alike 2 per Player
account bank: Good, unlimited
account goods of Player: Good, start 2
zone busy of Good: Helper
action build(g in Good, n in 1..2):
    cost n * g
    cost n * Helper from my supply to busy of g
    do: score 1 as built
flow:
    turn p1: may build, repeatedly
    finish
win by points, else shared
"""


def test_lines_that_leave_no_choice_are_paid_one_after_the_other(
    game_of: GameOf, conforms: Conforms
) -> None:
    play = game_of(TWO_LINES).start(seed=0)
    play.choose("build")
    play.choose("wood")
    play.choose(2)
    assert names(play) == ["done"]
    conforms(TWO_LINES)
