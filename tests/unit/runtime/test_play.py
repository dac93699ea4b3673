"""Plays: names, undo, records, replays, views. The game has secrets, chance and two players."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from rulelang.runtime.decisions import Option
from rulelang.runtime.faults import NotOfferedError, RulesChangedError
from rulelang.runtime.game import Game, load_compiled
from rulelang.runtime.play import Play
from rulelang.runtime.records import replay

GameOf = Callable[..., Game]

SECRETS = """
game secrets "Secrets" ru "Тайны":
    players 2..3 named ann "Ann" ru "Аня", bob "Bob" ru "Боб", cid

card Card "card" ru "карта", one of each:
    rank: 1..8

enum Good: coin "coin" ru "монета", gem
account bank: Good, start 9
account purse of Player: Good, start 2, seen by owner, size seen by everyone
account vault of Player: Good, seen by nobody

zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner, size seen by everyone
zone table: Card

var secret of Player: 0..9 = 1, seen by owner
var open_count: 0..99

setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 2 from deck to hand of p

action play(v in my hand) "Play a card" ru "Сыграть карту":
    do:
        move v to table
        raise open_count by 1
action hide(n in 2..4):
    do: set secret of me to n
action draw_card:
    require left: some deck else "the deck is empty" ru "колода пуста"
    do: draw 1 from deck to my hand
action bet(x as 1..2 from my purse):
    do:
        roll luck = 1d6
        if luck > 3: pay x from my purse to bank
action bank_it:
    require rich: coin in my purse
    do: pay 1 coin from my purse to my vault

flow:
    repeat each p in clockwise from ann until open_count = 4:
        turn p: may play or hide or draw_card or bet or bank_it, repeatedly

score cards "Cards" ru "Карты" for p: size of hand of p
win by points, else shared
"""


@pytest.fixture
def play(game_of: GameOf) -> Play:
    """A game that has just begun."""
    return game_of(SECRETS).start(seed=4)


def test_the_pending_decision_is_named(play: Play) -> None:
    decision = play.decision
    assert decision is not None
    assert (decision.player, decision.pick, decision.form) == (0, "which", "which")
    option = play.options()[0]
    assert (option.name, option.label["ru"]) == ("play", "Сыграть карту")
    assert play.options()[-1].name == "done"
    play.choose("bet")
    decision = play.decision
    assert decision is not None
    assert (decision.alternative, decision.pick, decision.kind) == ("bet", "x", "coin")


def test_choosing_what_is_not_offered_says_what_is(play: Play) -> None:
    with pytest.raises(NotOfferedError, match="the options are: play, hide, draw_card"):
        play.choose("fly")
    with pytest.raises(NotOfferedError):
        play.choose(77)


def test_undo_goes_back_to_the_last_reveal_chance_or_other_player(play: Play) -> None:
    start = play.key()
    play.take("hide", 3)
    play.choose("play")
    assert play.undo()
    assert play.undo()
    assert play.undo()
    assert play.key() == start
    assert not play.undo()
    play.take("draw_card")
    assert not play.undo(), "a card was seen"
    play.take("hide", 3)
    play.choose("done")
    assert play.player == 1
    assert not play.undo(), "somebody else is asked"
    play.choose("bet")
    assert play.undo()
    play.take("bet", {"coin": 1})
    assert not play.undo(), "dice were rolled"


def test_copies_are_independent(play: Play) -> None:
    other = play.copy()
    other.take("hide", 3)
    assert play.key() != other.key()
    play.take("hide", 3)
    assert play.key() == other.key()


def random_play(game: Game, seed: int, steps: int) -> Play:
    """Play at random."""
    chosen = random.Random(seed)
    play = game.start(seed=seed)
    for _ in range(steps):
        if play.is_over:
            break
        play.choose(chosen.choice(game.options(play.state)))
    return play


def test_a_saved_play_goes_on_and_a_record_replays(play: Play) -> None:
    game = play.game
    for seed in range(5):
        played = random_play(game, seed, 40)
        record = json.loads(json.dumps(played.save()))
        loaded = game.load(record)
        assert loaded.key() == played.key()
        assert loaded.save() == record
        assert [loaded.undo() for _ in range(3)] == [played.undo() for _ in range(3)]
        assert loaded.key() == played.key()
        again = replay(game, record)
        assert again.save() == record


def test_a_record_is_replayed_by_names_on_changed_rules(play: Play, game_of: GameOf) -> None:
    played = play
    played.take("hide", 3)
    record = played.save()
    changed = game_of(
        SECRETS.replace("action bank_it", "action another_name").replace(
            "or bank_it", "or another_name"
        )
    )
    assert changed.rules_hash != record["rules_hash"]
    assert [a.value for a in changed.load(record).answers] == [a.value for a in played.answers]
    gone = game_of(SECRETS.replace("hide", "conceal"))
    with pytest.raises(RulesChangedError, match="'hide' is not offered"):
        gone.load(record)
    with pytest.raises(RulesChangedError, match="for 3"):
        game_of(SECRETS, players=3).load(record)


def test_a_compiled_game_survives_json(game_of: GameOf, play: Play) -> None:
    data = json.loads(json.dumps(play.game._data))
    game = load_compiled(data)
    assert random_play(game, 3, 30).key() == random_play(play.game, 3, 30).key()
    data["description"][0] = 99
    with pytest.raises(ValueError, match="another version"):
        load_compiled(data)


def test_compiling_twice_gives_equal_bytes(game_of: GameOf) -> None:
    first, second = game_of(SECRETS), game_of(SECRETS)
    assert first.source == second.source
    assert first.rules_hash == second.rules_hash


def test_views_hide_what_others_may_not_know(play: Play) -> None:
    own, other, nobody = play.view(0), play.view(1), play.view(None)
    hand = "hand of ann"
    assert len(own["places"][hand]) == 2
    assert other["places"][hand] == nobody["places"][hand] == {"size": 2}
    assert own["places"]["deck"] in ("hidden", {"size": 4})
    assert own["accounts"]["purse"] == {"ann": {"coin": 2, "gem": 2}, "bob": {"size": 4}}
    assert own["accounts"]["vault"]["ann"] != {"coin": 0, "gem": 0}
    assert own["vars"]["secret"] == {"ann": 1, "bob": "hidden"}
    assert nobody["vars"]["open_count"] == 0
    json.dumps(own)


def test_a_view_does_not_change_with_what_is_hidden(play: Play) -> None:
    """Shuffle what a player may not see: neither view nor options change."""
    game = play.game
    other = game.start(seed=4)
    layout = game.layout
    hands = next(h for h in layout.holdings if h.family == "hand")
    deck = next(h for h in layout.holdings if h.family == "deck")
    assert layout.things.place_base is not None
    theirs = other.state[hands.slot(hands.first_place + 1)]
    bit = (theirs & -theirs).bit_length() - 1
    top = deck.slot(deck.first_place) + 1
    swapped = other.state[top]
    other.state[top] = bit
    other.state[hands.slot(hands.first_place + 1)] = theirs ^ (1 << bit) ^ (1 << swapped)
    other.state[layout.things.place_base + bit] = deck.first_place
    other.state[layout.things.place_base + swapped] = hands.first_place + 1
    assert other.key() != play.key()
    assert other.view(0) == play.view(0)
    assert other.options() == play.options()


def test_scores_are_itemised(play: Play) -> None:
    assert [[(item.line, item.points) for item in items] for items in play.scores()] == [
        [("cards", 2)],
        [("cards", 2)],
    ]
    play.take("draw_card")
    assert play.totals() == [3, 2]
    assert play.winners() == [0]


def _cards(play: Play) -> list[Option]:
    play.choose("play")
    found = play.options()
    play.undo()
    return found


def test_refusals_speak_the_languages_of_the_game(play: Play) -> None:
    for _ in range(4):
        play.take("draw_card")
    refusal = play.why_not("draw_card")[0]
    assert refusal.sentence == {"en": "the deck is empty", "ru": "колода пуста"}
    assert refusal.name == "left"
    assert refusal.place is not None
    held = {option.name for option in _cards(play)}
    missing = next(name for name in play.game.names.all("things") if name not in held)
    refusal = play.why_not("play", v=missing)[0]
    assert (refusal.name, refusal.kind) == ("in_v", "domain")
    assert play.why_not("hide", player=1)[0].name == "now"
