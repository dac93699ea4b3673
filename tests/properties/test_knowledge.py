"""What a view calls known is true in every position that its player could be in.

The oracle knows nothing of marks: for each player it keeps all positions that fit what that player has seen so
far, and plays every action in each of them, in every way it could have been played. Random games of hidden hands, piles
and heaps, with alike cards and individuals among them, are played beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk
from rulelang.loading import load_game
from rulelang.runtime.contents import things_at
from rulelang.runtime.game import Game

NAMES = ("ann", "bob", "cid")
CARDS = ("a", "b", "f", "f", "f", "g")

GAME = """
game worlds:
    players 3 named ann, bob, cid
card A "a", 1
card B "b", 1
card F "f", alike 3
card G "g", alike 1
zone deck: pile of A + B + F + G, seen by nobody
zone attic: A + B + F + G, seen by nobody
zone hand of Player: A + B + F + G, seen by owner
zone table: A + B + F + G
setup:
    move all of A to deck
    move all of B to deck
    move all of F to deck
    move all of G to deck
    shuffle deck
    each p in everyone: draw 1 from deck to hand of p
action store(c in my hand):
    do: move c to attic
action on_top(c in my hand):
    do: move c to deck on top
action under(c in my hand):
    do: move c to deck at bottom
action lay(c in my hand):
    do: move c to table
action cover(c in table):
    do: move c to deck on top
action hide(c in table):
    do: move c to attic
action take(c in table):
    do: move c to my hand
action search(c in my hand):
    do: move c to hand of left_of(me)
action draw_one:
    require there: some deck
    do: draw 1 from deck to my hand
action sink:
    require there: some deck
    do: draw 1 from deck to attic
action lift:
    require there: some deck
    do:
        let c = bottom(deck)
        if some c: move c to attic
action turn_over:
    require there: some deck
    do:
        let c = top(deck)
        if some c: move c to table
action steal(q in others where some hand of q):
    do: draw 1 at random from hand of q to my hand
action fetch:
    require there: some attic
    do: draw 1 at random from attic to my hand
action pull:
    require there: some deck
    do: draw 1 at random from deck to attic
action show(c in my hand, q in others):
    do: reveal c to q
action show_all:
    do: reveal my hand
action peek:
    do: reveal top(deck) to me
action peek_under:
    do: reveal bottom(deck) to me
action look:
    do: reveal attic to me
action look_f:
    do: reveal (F on attic) to me
action clear:
    do: move all of attic to my hand
action give:
    do: move all of my hand to hand of left_of(me)
action bury:
    do: move all of attic to deck
action mix:
    do: shuffle deck
flow:
    repeat 40 times:
        each p in everyone:
            turn p: may store or on_top or under or lay or cover or hide or take or search or draw_one or sink or lift or turn_over or steal or fetch or pull or show or show_all or peek or peek_under or look or look_f or clear or give or bury or mix
win by points, else shared
"""


class World(NamedTuple):
    """Where everything lies: the pile from the bottom up, all else in order."""

    deck: tuple[str, ...]
    attic: tuple[str, ...]
    table: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]


# What comes of an action: the world after it, and what the players learn from it besides that.
Outcome = tuple[World, tuple[Any, ...]]


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def more(cards: tuple[str, ...], *new: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, *new)))


def with_hand(world: World, player: int, cards: tuple[str, ...]) -> World:
    hands = list(world.hands)
    hands[player] = cards
    return world._replace(hands=tuple(hands))


def outcomes(world: World, me: int, action: str, q: int) -> Iterator[Outcome]:
    """Every way in which an action can be played in a world; with what each player learns by it."""
    if action in _FROM_HAND or action in _FROM_TABLE:
        yield from _moves_of_a_pick(world, me, action)
    elif action in _SHOWN:
        players, what = _SHOWN[action]
        yield world, _told(what(world, me), *(range(3) if players == "all" else (me,)))
    elif action == "show":
        for card in sorted(set(world.hands[me])):
            yield world, _told(card, me, q)
    else:
        yield from ((after, _told(None)) for after in _unpicked(world, me, action, q))


def _told(lesson: object, *players: int) -> tuple[Any, ...]:
    return tuple(lesson if player in players else None for player in range(3))


_FROM_HAND: dict[str, Callable[[World, int, str], World]] = {
    "store": lambda world, me, card: world._replace(attic=more(world.attic, card)),
    "on_top": lambda world, me, card: world._replace(deck=(*world.deck, card)),
    "under": lambda world, me, card: world._replace(deck=(card, *world.deck)),
    "lay": lambda world, me, card: world._replace(table=more(world.table, card)),
    "search": lambda world, me, card: with_hand(
        world, (me + 1) % 3, more(world.hands[(me + 1) % 3], card)
    ),
}
_FROM_TABLE: dict[str, Callable[[World, int, str], World]] = {
    "cover": _FROM_HAND["on_top"],
    "hide": _FROM_HAND["store"],
    "take": lambda world, me, card: with_hand(world, me, more(world.hands[me], card)),
}
_SHOWN: dict[str, tuple[str, Callable[[World, int], object]]] = {
    "show_all": ("all", lambda world, me: world.hands[me]),
    "peek": ("me", lambda world, me: world.deck[-1:]),
    "peek_under": ("me", lambda world, me: world.deck[:1]),
    "look": ("me", lambda world, me: world.attic),
    "look_f": ("me", lambda world, me: world.attic.count("f")),
}


def _moves_of_a_pick(world: World, me: int, action: str) -> Iterator[Outcome]:
    """Who moves a card of their own knows it, and so does everybody of a card on the table."""
    if action in _FROM_HAND:
        for card in sorted(set(world.hands[me])):
            rest = with_hand(world, me, less(world.hands[me], card))
            yield _FROM_HAND[action](rest, me, card), _told(card, me)
        return
    for card in sorted(set(world.table)):
        rest = world._replace(table=less(world.table, card))
        yield _FROM_TABLE[action](rest, me, card), _told(card, 0, 1, 2)


def _unpicked(world: World, me: int, action: str, q: int) -> Iterator[World]:
    """Nobody picks a card: it lies at an end of the pile, or comes by chance, or all of them go."""
    mine, left, (deck, attic) = world.hands[me], (me + 1) % 3, world[:2]
    match action:
        case "draw_one":
            yield with_hand(world._replace(deck=deck[:-1]), me, more(mine, deck[-1]))
        case "sink":
            yield world._replace(deck=deck[:-1], attic=more(attic, deck[-1]))
        case "lift":
            yield world._replace(deck=deck[1:], attic=more(attic, deck[0]))
        case "turn_over":
            yield world._replace(deck=deck[:-1], table=more(world.table, deck[-1]))
        case "pull":
            for index, card in enumerate(deck):
                rest = (*deck[:index], *deck[index + 1 :])
                yield world._replace(deck=rest, attic=more(attic, card))
        case "steal":
            for card in sorted(set(world.hands[q])):
                robbed = with_hand(world, q, less(world.hands[q], card))
                yield with_hand(robbed, me, more(mine, card))
        case "fetch":
            for card in sorted(set(attic)):
                yield with_hand(world._replace(attic=less(attic, card)), me, more(mine, card))
        case "clear":
            yield with_hand(world._replace(attic=()), me, more(mine, *attic))
        case "give":
            yield with_hand(with_hand(world, me, ()), left, more(world.hands[left], *mine))
        case "bury":
            for order in set(permutations(attic)):
                yield world._replace(attic=(), deck=(*deck, *order))
        case "mix":
            yield from (world._replace(deck=order) for order in set(permutations(deck)))
        case _:
            raise AssertionError(action)


def seen(world: World, player: int) -> tuple[Any, ...]:
    """What a player sees of a world."""
    sizes = tuple(map(len, (world.deck, world.attic, *world.hands)))
    return world.table, world.hands[player], sizes


def world_of(game: Game, state: list[int]) -> World:
    """The world as the vector has it, read without any view."""

    def cards(name: str) -> tuple[str, ...]:
        place = game.names.all("places").index(name)
        names = game.names.all("things")
        return tuple(names[x][0] for x in things_at(game.layout, place, state))

    hands = tuple(tuple(sorted(cards(f"hand of {name}"))) for name in NAMES)
    attic, table = (tuple(sorted(cards(name))) for name in ("attic", "table"))
    return World(cards("deck"), attic, table, hands)


def first_worlds(player: int, world: World) -> set[World]:
    found = set()
    for cards in set(permutations(CARDS)):
        guess = World(cards[3:], (), (), tuple((card,) for card in cards[:3]))
        if seen(guess, player) == seen(world, player):
            found.add(guess)
    return found


def unfounded(view: dict[str, Any], worlds: set[World]) -> list[str]:
    """What a view calls known although it is not so in some position that fits all that was seen."""
    wrong = []
    for name, shown in view["places"].items():
        known = shown.get("known", []) if isinstance(shown, dict) else []
        claims: Counter[str] = Counter(each[0] for each in known if isinstance(each, str))
        for world in worlds:
            held = {"deck": world.deck, "attic": world.attic}
            held |= {f"hand of {NAMES[p]}": world.hands[p] for p in range(3)}
            there = Counter(held.get(name, ()))
            if any(there[card] < count for card, count in claims.items()):
                wrong.append(f"{name}: {known}, but it could be {held[name]}")
                break
            placed = [each for each in known if isinstance(each, list)]
            if any(held[name][-depth] != card[0] for depth, card in placed):
                wrong.append(f"{name}: {known}, but it could be {held[name]}")
                break
    return wrong


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("worlds") / "worlds.rules"
    found.write_text(GAME, "utf-8")
    return found


@pytest.fixture(scope="module")
def game(path: Path) -> Game:
    return load_game(path, players=3)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_known_is_so_in_every_position_that_fits(game: Game, seed: int) -> None:
    random = Random(seed)
    play = game.start(seed=seed)
    before = world_of(game, play.state)
    worlds = [first_worlds(player, before) for player in range(3)]
    told: list[str] = []
    claims = 0
    for _ in range(24):
        me = play.player
        actions = [option.name for option in play.options()]
        action = random.choice(actions)
        play.choose(action)
        q, picked = -1, ""
        while not play.is_over and play.decision is not None and play.decision.form != "which":
            option = random.choice(play.options())
            if option.name in NAMES:
                q = NAMES.index(option.name)
            else:
                picked = option.name
            play.choose(option)
        told.append(f"{NAMES[me]} {action} {picked} {NAMES[q] if q >= 0 else ''}")
        if action == "done":
            continue
        after = world_of(game, play.state)
        for player in range(3):
            worlds[player] = _learn(
                player, worlds[player], (me, action, q), (before, after, picked)
            )
            assert after in worlds[player], f"the oracle lost its way: {told}"
            view = play.view(player)
            assert not (wrong := unfounded(view, worlds[player])), (player, wrong, told)
            claims += sum(len(x["known"]) for x in view["places"].values() if "known" in x)
        before = after
    assert claims, "a game in which nobody knows anything tells nothing"


def _learn(
    player: int,
    worlds: set[World],
    done: tuple[int, str, int],
    real: tuple[World, World, str],
) -> set[World]:
    """The worlds that fit after an action; `real` has the true ones and what was picked."""
    me, action, q = done
    before, after, picked = real
    lessons = {
        lesson[player]
        for world, lesson in outcomes(before, me, action, q)
        if world == after and (not picked or lesson[me] in (picked[:1], None))
    }
    assert len(lessons) == 1, (action, picked, lessons)
    (lesson,) = lessons
    return {
        world
        for guess in worlds
        if _can_act(guess, action)
        for world, learnt in outcomes(guess, me, action, q)
        if learnt[player] == lesson and seen(world, player) == seen(after, player)
    }


def _can_act(world: World, action: str) -> bool:
    return bool(world.deck) or action not in {"draw_one", "sink", "lift", "turn_over", "pull"}


@pytest.mark.parametrize("seed", range(4))
def test_the_game_of_worlds_has_all_properties(seed: int, path: Path) -> None:
    bundled = build(Configuration(str(path), 3), link(str(path)))
    walk = Walk(seed, [seed * 7 + n * 5 for n in range(14)], warm_up=seed)
    for prop in properties.PROPERTIES:
        prop(bundled, walk)
