"""What chance can bring, listed with exact probabilities; fixed chance is repeated by records."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from rulelang.runtime.game import Game
from rulelang.runtime.outcomes import TooManyOutcomesError, outcomes
from rulelang.runtime.records import replay

GameOf = Callable[..., Game]

LUCK = """
game luck:
    players 2 named ann, bob
enum Good: wool, milk
card Card, 4
account bag: Good, start 2
account hand of Player: Good
zone deck: pile of Card, seen by nobody
zone open_cards: Card
zone shown of Player: Card
var thrown: 0..20
setup:
    roll begun = Good
    gain 1 * begun from bag to hand of ann
    move all of Card to deck
    move all of deck to open_cards
action throw:
    do:
        roll dice = 2d6
        set thrown to dice
action take:
    do: draw 2 at random from bag to my hand
action pull:
    do: draw 1 at random from open_cards to my shown
action mix:
    do:
        move all of open_cards to deck
        shuffle deck
        roll dice = 1d4
        draw 1 from deck to my shown
flow:
    repeat each p in everyone until thrown > 9:
        turn p: may throw or take or pull or mix
score cards for p: size of shown of p
win by points, else shared
"""


@pytest.fixture
def game(game_of: GameOf) -> Game:
    """Dice, draws and a shuffle."""
    return game_of(LUCK)


def test_dice_have_the_weights_of_their_throws(game: Game) -> None:
    play = game.start(seed=0)
    before = play.key()
    found = play.outcomes("throw")
    assert sum(outcome.probability for outcome in found) == 1
    assert [outcome.chance for outcome in found] == [(("dice", n),) for n in range(2, 13)]
    assert found[5].probability == Fraction(6, 36)
    assert play.key() == before
    for outcome in found:
        with game.chance.fix({name: [value] for name, value in outcome.chance}):
            copy = play.copy()
            copy.choose("throw")
            assert copy.state == outcome.state


def test_draws_are_as_likely_as_there_are_copies(game: Game) -> None:
    with game.chance.fix({"begun": [0]}):
        play = game.start(seed=0)  # one wool and two milk are left
    found = {tuple(v for _n, v in o.chance): o.probability for o in play.outcomes("take")}
    assert found == {
        (0, 1): Fraction(1, 3),
        (1, 0): Fraction(1, 3),
        (1, 1): Fraction(1, 3),
    }
    assert {outcome.probability for outcome in play.outcomes("pull")} == {Fraction(1, 4)}


def test_a_shuffle_is_named_and_not_listed(game: Game) -> None:
    found = game.start(seed=0).outcomes("mix")
    assert len(found) == 4
    assert {outcome.shuffled for outcome in found} == {("shuffle_deck",)}


def test_too_many_outcomes_are_said_to_be_so(game: Game) -> None:
    play = game.start(seed=0)
    with pytest.raises(TooManyOutcomesError):
        outcomes(game, play.state, 0, most=10)
    assert game.chance.fixed == {}


def test_fixed_chance_is_part_of_the_record(game: Game) -> None:
    order = [game.names.all("things").index(name) for name in ("card_2", "card_4", "card_1")]
    order += [i for i in range(4) if i not in order]
    fixed: dict[str, list[object]] = {"begun": [1], "dice": [3, 2], "shuffle_deck": [order]}
    with game.chance.fix(fixed):
        play = game.start(seed=5)
        play.choose("throw")
        play.choose("mix")
        play.choose("take")
    record = json.loads(json.dumps(play.save()))
    assert record["chance"] == [["begun", "milk"]]
    assert record["answers"][0] == ["ann", "throw", [["dice", 3]]]
    assert record["answers"][1][2][0] == ["shuffle_deck", ["card_2", "card_4", "card_1", "card_3"]]
    assert replay(game, record).key() == play.key()
    assert game.load(record).save() == record


def test_a_play_that_began_at_a_step_is_replayed_from_there(game_of: GameOf) -> None:
    game = game_of(
        """
game steps:
    players 2
var n: 0..9
action go:
    do: raise n by 1
flow:
    repeat each p in everyone until n > 5:
        turn p:
            step main: may go
win by points, else shared
"""
    )
    play = game.start(seed=0)
    play.enter_step("main", 1)
    play.choose("go")
    assert replay(game, play.save()).key() == play.key()
