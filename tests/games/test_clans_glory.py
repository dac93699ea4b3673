"""Clans & Glory: what nobody has looked at is told to nobody."""

from __future__ import annotations

import rulelang


def test_the_cards_set_aside_are_not_told() -> None:
    game = rulelang.load("clans_glory", players=2)
    play = game.start(seed=3)
    for player in (None, 0, 1):
        places = play.view(player)["places"]
        assert places["aside"] == {"size": 3}
        assert all(int(card.split("_")[1]) > 6 for card in places["box"])
