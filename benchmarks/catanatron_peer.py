"""Runs inside the peer's own environment: games per second of catanatron's fastest documented loop."""

from __future__ import annotations

import sys
import time

from catanatron import Color, Game, RandomPlayer

COLOURS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


def main(seconds: float) -> None:
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        Game([RandomPlayer(colour) for colour in COLOURS]).play()
        games += 1
    print(games / (time.process_time() - start))


main(float(sys.argv[1]))
