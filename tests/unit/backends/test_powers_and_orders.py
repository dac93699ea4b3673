"""Powers with owners, values and their policies, hooks, resolving in any order, orders, swaps, barriers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]
Conforms = Callable[..., None]


def names(play: Play) -> list[str]:
    """Return the names of the options."""
    return [option.name for option in play.options()]


CARDS = "card,strength\nfox,3\nowl,1\nelk,2\n"

POWERS = """
game powers:
    players 2
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money, start 5
card Card from "cards.csv":
    strength: 1..5
zone hand of Player: Card
zone table: Card
group Clan, one per Player
group Ally: Card, owned by holder_of(ally)
define holder_of(c: Card) = first(p in everyone where c in hand of p)

value price(p: Player, c: Card) = c.strength, combine sum, at least 0
value may_buy(p: Player) = size of hand of p < 1, combine any
value calm(p: Player) = true, combine every
value best(p: Player) = 1, combine most
value cheap(p: Player) = 9, combine least

power misers in Clan:
    change price(p, c) by -1
    change may_buy(p) to true
    change best(p) to 4
    change cheap(p) to 6
power lords in Clan:
    change price(p, c) to 5 when c = owl
    change calm(p) to false
    before buy(c): score 1 as pride
    forbid steal else "lords do not steal"
power fox in Ally:
    change price(p, c) by -2 when c = elk
power owl in Ally for others:
    after buy(c): score 2 as hoot for owner
power elk in Ally for everyone:
    change best(p) to 3

action buy(c in table):
    require free: may_buy(me) else "your hand is full"
    cost price(me, c) * coin
    do: move c to my hand
action steal(c in hand of left_of(me)):
    do: move c to my hand
effect insult:
    score 1 as insults
instead of insult when calm(me):
    score 10 as insults
    do insult

setup:
    move all of Card to table
    set clan of p1 to misers
    set clan of p2 to lords
flow:
    repeat 3 times:
        each p in everyone:
            turn p:
                may buy or steal
                do insult
score worth for p: best(p) * 100 + cheap(p)
win by points, else shared
"""


def lines(play: Play, player: int) -> dict[str, int]:
    """Return the points of a player by line."""
    return {item.line: item.points for item in play.scores()[player]}


def coins(play: Play) -> list[int]:
    """Return the coins of both."""
    purses = play.view(0)["accounts"]["purse"]
    return [purses["p1"]["coin"], purses["p2"]["coin"]]


def test_powers_apply_to_their_owners(game_of: GameOf, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    play = game_of(POWERS).start(seed=0)
    assert lines(play, 0)["worth"] == 406
    assert lines(play, 1)["worth"] == 109
    play.take("buy", "fox")  # a miser pays one less
    assert coins(play) == [3, 5]
    assert lines(play, 0)["insults"] == 11  # calm: the other rule, and the one as it was
    play.take("buy", "owl")  # a lord pays 5 for it, and is proud
    assert coins(play) == [3, 0]
    assert lines(play, 1) == {"pride": 1, "hoot": 0, "insults": 1, "worth": 109}
    play.take("buy", "elk")  # the fox helps, the miser saves, the owl of the other hoots
    assert coins(play) == [3, 0]
    assert lines(play, 1)["hoot"] == 2
    assert lines(play, 1)["worth"] == 309  # the elk is for everyone
    assert lines(play, 0)["worth"] == 406
    assert [found.name for found in play.why_not("steal", c="fox")] == ["lords"]


def test_powers_agree_with_the_oracle(conforms: Conforms, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    conforms(POWERS)


ORDERS = """
game orders:
    players 3
enum Good: wood, ore
account bank: Good, start 20
account hand of Player: Good, start 2, seen by owner
card Card, 4
zone deck: pile of Card, seen by nobody
zone drawn: pile of Card
zone shown: Card
zone secret of Player: Card, seen by owner
var log: 0..9999999
setup:
    move all of Card to deck
effect note(n: 0..9):
    set log to log * 10 + n
action cry:
    limit 1 per turn
    do: do note(9)
flow:
    turn p1:
        meanwhile cry
        draw 3 from deck to drawn
        choose order of drawn
        draw 1 from drawn to shown
        resolve any order:
            twice, 2 times: do note(1)
            once if log < 100: do note(2)
        may note_four
        swap 1 wood from my hand with 2 ore from hand of p2
        together each q in everyone, secretly:
            q chooses gift as 1 from hand of q
            q chooses to_whom in everyone where to_whom != q
        then: pay gift from hand of q to hand of to_whom
        draw 1 from deck to secret of p1
        reveal secret of p1 to p2
    finish
action note_four:
    do: do note(4)
score kept for p: wood of hand of p * 10 + ore of hand of p
win by points, else shared
"""


def test_orders_swaps_and_secret_gifts(game_of: GameOf) -> None:
    play = game_of(ORDERS, players=3).start(seed=0)
    cards = names(play)
    assert cards == ["card_2", "card_3", "card_4"]
    play.choose("card_3")
    play.choose("card_2")
    play.choose("card_4")
    assert play.view(0)["places"]["shown"] == ["card_3"]
    assert names(play) == ["twice", "once"]
    play.choose("twice")
    play.choose("once")
    assert names(play) == ["twice"]
    play.choose("twice")
    assert names(play) == ["note_four", "cry", "done"]
    play.choose("cry")
    assert names(play) == ["note_four", "done"]
    play.choose("note_four")
    assert play.view(0)["vars"]["log"] == 12194
    for gift, to_whom in (({"wood": 1}, "p2"), ({"wood": 1}, "p3"), ({"ore": 1}, "p1")):
        play.take("gift", gift)
        play.take("to_whom", to_whom)
    assert play.is_over
    assert [line[0].points for line in play.scores()] == [5, 30, 31]


def test_orders_agree_with_the_oracle(conforms: Conforms) -> None:
    conforms(ORDERS, players=3)


OFFERS = """
game offers:
    players 2
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money, start 2
var log: 0..999999
action spend(n in 1..2):
    cost n * coin
effect work:
    set log to log * 10 + 5
effect rest:
    set log to log * 10 + 6
before or after work: set log to log * 10 + 1
after work or rest when log > 0: set log to log * 10 + 2
before step first or second: gain 1 coin
flow:
    turn p1:
        step first:
            do work
            do rest
        step second: may give "Give" if 4 coin in my purse: pay 1 coin to purse of p2
        may take "Take": gain 1 coin
        choose spend, repeatedly
        choose spend, repeatedly
score money for p: coin of purse of p
win by points, else shared
"""


def test_hooks_on_several_places_run_at_each(game_of: GameOf) -> None:
    play = game_of(OFFERS).start(seed=0)
    assert (
        play.view(0)["vars"]["log"] == 1512_62
    )  # before, work, after, the other after; rest, after
    assert coins(play) == [4, 2]  # one for each step


def test_what_one_may_do_is_offered_once_and_can_be_left(game_of: GameOf) -> None:
    play = game_of(OFFERS).start(seed=0)
    assert names(play) == ["give", "done"]
    play.take("give")
    assert coins(play) == [3, 3]
    assert names(play) == ["take", "done"]
    play.take("done")
    assert coins(play) == [3, 3]
    assert names(play) == ["1", "2"]


def test_choosing_repeatedly_ends_when_nothing_is_possible(game_of: GameOf) -> None:
    play = game_of(OFFERS).start(seed=0)
    play.take("done")
    play.take("done")
    play.take("spend", 2)
    assert names(play) == ["1", "2"]
    play.take("spend", 2)
    assert play.is_over
    assert coins(play) == [0, 2]


def test_offers_agree_with_the_oracle(conforms: Conforms) -> None:
    conforms(OFFERS)
