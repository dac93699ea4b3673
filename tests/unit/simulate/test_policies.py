"""Bots: what they try, what they leave alone, and how well they play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.conformance.configurations import Configuration, load
from rulelang.conformance.told_apart import dealt_anew
from rulelang.loading import load_game
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table
from rulelang.simulate.one_game import play_game
from rulelang.simulate.policies.choice import make_policy, seat_bots
from rulelang.simulate.policies.limits import BotLimits
from rulelang.simulate.policies.uniform import RandomPolicy

DATA = Path(__file__).parents[2] / "data"
BOTS = ["random", "greedy", "mcts:300"]

HAGGLE = """game haggle "Haggle":
    players 2

enum Good: apple, pear

account stall: Good, start 99
account basket of Player: Good, start 9

action offer(give as 1..6 from my basket) "Offer":
    do:
        pay give
        together each q in others:
            q chooses reply:
                accept
                counter(bid as 1..6 from basket of q)
bots offer: LIMITS

flow:
    repeat 20 times:
        each p in everyone:
            turn p:
                may offer, repeatedly
score apples for p: apple of basket of p
win by points, else shared
"""


def _haggle(folder: Path, limits: str) -> Game:
    path = folder / "haggle.rules"
    path.write_text(HAGGLE.replace("LIMITS", limits), "utf-8")
    return load_game(path)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_never_choose_what_they_are_to_leave_alone(orchard: Game, bot: str) -> None:
    beg = action_table(orchard).names.index("beg")
    for seed in range(5):
        result = play_game(orchard, [bot, bot], seed)
        assert result.status == "over"
        assert result.actions[beg] == (0, 0)


@pytest.mark.parametrize("bot", BOTS)
def test_a_limit_of_tries_holds_for_each_turn(tmp_path: Path, bot: str) -> None:
    game = _haggle(tmp_path, "2 tries")
    chosen: list[tuple[int, str]] = []

    def watch(state: list[int], option: int, _turn: int) -> None:
        data = game.description.picks[state[0] - 1]
        if data.form == "which" and data.alternatives[0].name == "offer":
            chosen.append((state[2], "offer" if option == 0 else "done"))

    play_game(game, [bot, bot], 4, watch=watch)
    run = most = 0
    for _player, what in chosen:
        run = run + 1 if what == "offer" else 0
        most = max(most, run)
    assert most == 2


def test_a_limit_of_things_holds_for_each_bundle(tmp_path: Path) -> None:
    game = _haggle(tmp_path, "2 cards, 3 tries")
    slot = game.layout.picks_from
    sizes = []

    def watch(state: list[int], option: int, _turn: int) -> None:
        data = game.description.picks[state[0] - 1]
        name = data.alternatives[data.alternative].name
        if data.form == "bundle" and name == "offer" and state[slot] == 1:
            sizes.append(state[slot + 1] + option)

    for seed in range(3):
        play_game(game, ["random", "random"], seed, watch=watch)
    assert set(sizes) == {1, 2}


def test_bots_that_do_not_offer_answer_without_offers_of_their_own(tmp_path: Path) -> None:
    game = _haggle(tmp_path, "0 tries")
    play = game.start(seed=1)
    play.choose("offer")
    play.choose(1)
    play.choose(0)
    assert [option.name for option in play.options()] == ["accept", "counter"]
    assert BotLimits(game).allowed(play.state, game.options(play.state)) == [0]


def test_where_nothing_else_is_left_a_limit_does_not_hold(orchard: Game) -> None:
    play = orchard.start(seed=1)
    beg = next(option.value for option in play.options() if option.name == "beg")
    limits = BotLimits(orchard)
    assert limits.allowed(play.state, [beg]) == [beg]
    assert beg not in limits.allowed(play.state, orchard.options(play.state))


def test_greedy_beats_random_clearly(orchard: Game) -> None:
    points = [0, 0]
    for seed in range(10):
        first = play_game(orchard, ["greedy", "random"], seed)
        second = play_game(orchard, ["random", "greedy"], seed)
        points[0] += first.scores[0] + second.scores[1]
        points[1] += first.scores[1] + second.scores[0]
    assert points[0] > 1.5 * points[1]


@pytest.mark.parametrize("bot", ["greedy:300", "mcts:300"])
def test_bots_know_no_more_than_their_player(bot: str) -> None:
    bundled = load(Configuration(str(DATA / "auction.rules"), 3))
    game, rng = bundled.game, Random(1)
    state = game.new_state(8)
    game.begin(state)
    asked = 0
    while state[0]:
        choice = make_policy(bot, game, 5, 0).pick(state)
        # Hidden things are moved here by the tests' own hand, not by what the bots think with.
        others = [dealt_anew(bundled.shape, state, state[1], Random(seed)) for seed in range(3)]
        assert all(other != state for other in others)
        assert [make_policy(bot, game, 5, 0).pick(other) for other in others] == [choice] * 3
        asked += 1
        game.apply(state, rng.choice(game.options(state)))
    assert asked > 6


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return load_game(DATA.parents[1] / "benchmarks" / "games" / "tic_tac_toe.rules")


def test_searching_wins_or_draws_every_game_of_tic_tac_toe(tic_tac_toe: Game) -> None:
    first = [play_game(tic_tac_toe, ["mcts:2000", "random"], seed).winners for seed in range(12)]
    second = [play_game(tic_tac_toe, ["random", "mcts:2000"], seed).winners for seed in range(12)]
    assert first.count((0,)) >= 11
    assert second.count((1,)) >= 9
    assert (1,) not in first
    assert (0,) not in second


def test_two_who_search_draw_at_tic_tac_toe(tic_tac_toe: Game) -> None:
    played = [play_game(tic_tac_toe, ["mcts", "mcts"], seed).winners for seed in range(3)]
    assert played == [(0, 1)] * 3


def test_searching_beats_random_where_cards_are_hidden(auction: Game) -> None:
    points = {"random": 0, "mcts:600": 0}
    for bot in points:
        for seed in range(12):
            bots = ["random"] * 3
            bots[seed % 3] = bot
            points[bot] += play_game(auction, bots, seed).scores[seed % 3]
    assert points["mcts:600"] > 1.2 * points["random"]


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_bot(auction: Game, bot: str) -> None:
    assert play_game(auction, [bot] * 3, 6) == play_game(auction, [bot] * 3, 6)


def test_random_picks_every_option_sooner_or_later(orchard: Game) -> None:
    state = orchard.new_state(0)
    orchard.begin(state)
    bot = RandomPolicy(orchard, Random(0))
    assert {bot.pick(state) for _try in range(50)} == {0, 3}  # pick or stop: nothing to sell yet


def test_seats_get_bots_in_turn() -> None:
    assert seat_bots(["greedy"], 3) == ["greedy"] * 3
    assert seat_bots(["greedy", "random"], 4) == ["greedy", "random", "greedy", "random"]


def test_an_unknown_bot_is_a_mistake(orchard: Game) -> None:
    with pytest.raises(KeyError):
        make_policy("clever", orchard, 0, 0)
