"""Effects as values: run, asked about, offered, resolved in any order, cut out of cycles, nested."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]

CARDS = """card,once,use
baker,earn(2); take(1 apple); keep(this),earn(3)
grower,"take(1 pear); take(2 apple + 1 pear)",pick
trader,,"deal(1, pear)"
copier,,copy
nobody,,
"""

GAME = """
game cards:
    players 2
enum Good: apple, pear, coin
account bank: Good, unlimited
account hand of Player: Good
card Card from "cards.csv":
    once: set of effect
    use: effect or none
zone table: Card
zone kept of Player: Card
setup:
    move all of Card to table
effect earn(n: 1..3):
    gain n * coin
effect take(what: Bundle of Good):
    gain what
effect keep(c: Card):
    move c to my kept
action pick(g in {apple, pear}, n in 1..2):
    do: gain n * g
action deal(n: 1..3, g: Good):
    cost n * coin
    do: gain n * g
effect copy:
    choose c in all(c in Card where c.use != none) except copier
    if some c.use: do c.use
flow:
    turn p1:
        choose c in Card
        resolve e in c.once, any order: do e
        if some c.use: do c.use
        choose d in Card where some d.use and possible d.use
        if some d.use: do d.use
        if some c.use: may c.use, repeatedly
    finish
win by points, else shared
"""


@pytest.fixture
def game(game_of: GameOf, tmp_path: Path) -> Game:
    """Return the game of cards."""
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return game_of(GAME)


def names(play: Play) -> list[str]:
    """Return the names of the options."""
    return [option.name for option in play.options()]


def hand(play: Play) -> dict[str, int]:
    """Return what the first player has."""
    return {k: n for k, n in play.view(0)["accounts"]["hand"]["p1"].items() if n}


def test_a_list_of_effects_is_done_in_the_order_chosen(game: Game) -> None:
    play = game.start(seed=0)
    play.choose("baker")
    assert names(play) == ["earn(2)", "take(1 apple)", "keep(baker)"]
    play.choose("keep(baker)")
    assert names(play) == ["earn(2)", "take(1 apple)"]
    play.choose("earn(2)")
    play.choose("take(1 apple)")
    assert hand(play) == {"apple": 1, "coin": 5}


def test_an_effect_that_asks_asks(game: Game) -> None:
    play = game.start(seed=0)
    play.choose("grower")
    play.choose("take(2 apple + 1 pear)")
    play.choose("take(1 pear)")
    play.take("pick", "pear", 2)
    assert hand(play) == {"apple": 2, "pear": 4}


def test_what_is_not_possible_is_not_offered(game: Game) -> None:
    play = game.start(seed=0)
    play.choose("nobody")
    assert names(play) == ["baker", "grower", "copier"]
    play.choose("baker")
    assert hand(play) == {"coin": 3}


def test_an_effect_with_a_cost_that_must_be_done_is_a_fault_without_it(game: Game) -> None:
    with pytest.raises(Fault, match="R904"):
        game.start(seed=0).choose("trader")


def test_the_second_engine_agrees(conforms: Callable[..., None], tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    conforms(GAME, walks=12, may_fault=True)


NESTED = """
game nested:
    players 2
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money
card Card from "chain.csv":
    use: effect
var depth: 0..99
effect again(n: 0..3), nest at most 3:
    raise depth by 1
    gain n * coin
    choose c in Card
    do c.use
    lower depth by 1
effect end_here:
    gain 1 coin
flow:
    turn p1: do again(2)
    finish
win by points, else shared
"""
CHAIN = "card,use\na,again(1)\nb,again(3)\nc,end_here\n"


def test_effects_nest_as_deep_as_they_say(
    game_of: GameOf, conforms: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "chain.csv").write_text(CHAIN, encoding="utf-8")
    game = game_of(NESTED)
    play = game.start(seed=0)
    play.choose("a")
    play.choose("b")
    with pytest.raises(Fault, match="R903"):
        play.choose("a")
    play.choose("c")
    assert play.is_over
    assert play.view(0)["accounts"]["purse"]["p1"]["coin"] == 2 + 1 + 3 + 1
    assert play.view(0)["vars"]["depth"] == 0
    conforms(NESTED, may_fault=True)


def test_an_effect_is_called_by_its_rule_and_what_it_is_used_with(
    game_of: GameOf, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    text = GAME.replace("earn(n: 1..3):", 'earn(n: 1..3) "Earn" ru "Заработать":')
    labelled = game_of(text.replace("pear, coin", 'pear "pear" ru "груша", coin'))
    labels = dict(labelled.description.enums["effects"])
    assert labels["earn(2)"] == {"en": "Earn: 2", "ru": "Заработать: 2"}
    assert labels["keep(baker)"] == {"en": "keep"}  # what it is printed on goes without saying
    assert labels["take(2 apple + 1 pear)"] == {"en": "take: 2 apple, 1 pear"}
