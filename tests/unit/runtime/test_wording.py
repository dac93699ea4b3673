"""Refusals speak in the forms of the game's words; what is missing falls back to the plain label."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]

GAME = """
game talk "Talk" ru "Речь":
    players 2
enum Good: wool "wool" ru "шерсть", milk "milk" ru "молоко", ore
piece Villager "villager" ru "житель", alike 3 per Player
board map: squares 2 by 2:
    cells Field "field" ru "поле" holds one Villager
account bank: Good, start 30
account hand of Player: Good
words ru:
    Field: "поле", gen "поля", prep "поле"
    Villager: "житель", gen "жителя", few "жителя", many "жителей"
    wool: "шерсть", gen "шерсти", few "шерсти", many "шерстей"
    points: "очко", few "очка", many "очков"
words en:
    points: "point", many "points"
action leave(f in Field):
    require away: f != f else "you must leave {f}" ru "нужно уйти с {f:gen}"
    do: gain 1 wool
action sell(g in Good, n in 1..30):
    require stock: n * g in my hand else "no {g:gen}, {n points}, {n g}" ru "нет {g:gen}: {n points}, {n g}"
    do: pay n * g
action buy(n in 1..30):
    cost n * wool
    do: gain 1 milk
action place(f in Field):
    require free: no Villager on f else "{it} is there" ru "тут нет места из-за {it:gen}"
    do: move 1 Villager from my supply to f
flow:
    repeat 9 times:
        each p in everyone:
            turn p: may leave or sell or buy or place
win by points, else shared
"""


@pytest.fixture
def play(game_of: GameOf) -> Play:
    """A game with words in two languages."""
    return game_of(GAME).start(seed=0)


def refused(play: Play, action: str, **values: Any) -> dict[str, str]:
    """Return the sentences of the last reason."""
    return play.why_not(action, **values)[-1].sentence


def test_places_take_the_form_of_their_kind(play: Play) -> None:
    assert refused(play, "leave", f="2,1") == {
        "en": "you must leave 2,1",
        "ru": "нужно уйти с поля 2,1",
    }


@pytest.mark.parametrize(
    ("count", "english", "russian"),
    [
        (1, "no wool, 1 point, 1 wool", "нет шерсти: 1 очко, 1 шерсть"),
        (3, "no wool, 3 points, 3 wool", "нет шерсти: 3 очка, 3 шерсти"),
        (12, "no wool, 12 points, 12 wool", "нет шерсти: 12 очков, 12 шерстей"),
    ],
)
def test_numbers_take_their_nouns_along(play: Play, count: int, english: str, russian: str) -> None:
    assert refused(play, "sell", g="wool", n=count) == {"en": english, "ru": russian}


def test_what_is_missing_is_the_plain_label(play: Play) -> None:
    assert refused(play, "sell", g="milk", n=5)["ru"] == "нет молоко: 5 очков, 5 молоко"
    assert refused(play, "sell", g="ore", n=5)["ru"] == "нет ore: 5 очков, 5 ore"


def test_what_stands_in_the_way_is_declined_too(play: Play) -> None:
    play.take("place", "2,1")
    assert refused(play, "place", f="2,1") == {
        "en": "villager is there",
        "ru": "тут нет места из-за жителя",
    }


def test_what_a_cost_lacks_is_counted(play: Play) -> None:
    assert refused(play, "buy", n=3)["ru"].endswith("3 шерсти")
    assert refused(play, "buy")["en"].endswith("1 wool missing"), "the cheapest is what lacks least"


def test_an_action_amid_the_picks_of_another_must_wait(play: Play) -> None:
    play.choose("place")
    reasons = play.why_not("leave", f="2,1")
    assert reasons[0].sentence == {
        "en": "this must wait until “place” is answered",
        "ru": "сначала нужно закончить выбор «place»",
    }
