"""Measure rulelang against its peers in one run and print the ratios.

    python benchmarks/run.py [--seconds 3] [--rounds 5] [--no-peers]

Everything is CPU time on one core, rounds are interleaved, and medians with their spread are shown: machines
are noisy, so only ratios of one run mean anything. Catan is played by four random players that first choose the
kind of action, then its parameters, without offers between players, with the board and the order of trade and
building that catanatron plays (variable board, trade and build in any order). catanatron comes from the package
index into an environment of its own (benchmarks/.peers).
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path

import handwritten

import rulelang

HERE = Path(__file__).parent
PEERS = HERE / ".peers"
CATANATRON = "catanatron==3.2.1"

Measure = Callable[[float], float]


def per_second(play: Callable[[], object]) -> Measure:
    """Turn something that plays one game into a measurement of games per second."""

    def measure(seconds: float) -> float:
        games = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            play()
            games += 1
        return games / (time.process_time() - start)

    return measure


def rules_playouts(path: str, players: int, settings: dict[str, str]) -> Measure:
    game = rulelang.load(path, players=players, settings=settings)
    draw = random.Random(1).random
    seeds = iter(range(10**9))
    playout = game.function("playout")

    def play() -> None:
        state = game.new_state(next(seeds))
        game.begin(state)
        playout(state, draw)

    return per_second(play)


def handwritten_playouts(
    make: Callable[[], handwritten.TicTacToe | handwritten.ConnectFour],
) -> Measure:
    draw = random.Random(1).random
    return per_second(lambda: handwritten.playout(make, draw))


def peer_python() -> Path:
    python = PEERS / "bin" / "python"
    if not python.exists():
        print("installing", CATANATRON, "…", file=sys.stderr)
        venv.create(PEERS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", CATANATRON], check=True)
    return python


def catanatron_playouts() -> Measure:
    python = peer_python()

    def measure(seconds: float) -> float:
        command = [python, HERE / "catanatron_peer.py", str(seconds)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(done.stdout.split()[-1])

    return measure


def kernel(_seconds: float) -> float:
    """A fixed piece of plain Python, per second: how fast the machine is just now."""
    slots = [0] * 500
    number = 1
    start = time.process_time()
    for _ in range(300_000):
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        slots[number % 500] += 1
    return 1 / (time.process_time() - start)


CATAN = {"map": "variable", "founding": "chosen", "combined": "true", "domestic": "false"}


def option_lists(name: str, title: str, settings: dict[str, str], games: int) -> None:
    """Time of a state copy, mean and longest time of an option list over whole games."""
    game = rulelang.load(name, players=4, settings=settings)
    draw = random.Random(2).random
    spent, lists, longest, states = 0.0, 0, 0.0, []
    for seed in range(games):
        state = game.new_state(seed)
        game.begin(state)
        while state[0]:
            start = time.perf_counter()
            options = game.options(state)
            took = time.perf_counter() - start
            spent += took
            longest = max(longest, took)
            lists += 1
            states.append(state)
            game.apply(state, options[int(draw() * len(options))])
    start = time.perf_counter()
    for state in states:
        state[:]
    copied = time.perf_counter() - start
    print(
        f"{title}: mean option list {spent / lists * 1e6:.2f} µs, longest {longest * 1e6:,.0f} µs,"
        f" copy {copied / lists * 1e6:.2f} µs"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-peers", action="store_true", help="leave out what must be installed")
    options = parser.parse_args()
    small = HERE / "games"
    pairs: list[tuple[str, Measure, str, Measure, float]] = [
        (
            "Tic-Tac-Toe",
            rules_playouts(str(small / "tic_tac_toe.rules"), 2, {}),
            "hand-written Python",
            handwritten_playouts(handwritten.TicTacToe),
            0.5,
        ),
        (
            "Connect Four",
            rules_playouts(str(small / "connect_four.rules"), 2, {}),
            "hand-written Python",
            handwritten_playouts(handwritten.ConnectFour),
            0.5,
        ),
    ]
    if not options.no_peers:
        catan = rules_playouts("catan", 4, CATAN)
        pairs.insert(0, ("Catan, 4 random players", catan, CATANATRON, catanatron_playouts(), 8.0))
    results: list[list[tuple[float, float]]] = [[] for _ in pairs]
    speeds = []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", end="\r", file=sys.stderr)
        speeds.append(kernel(0))
        for (_, ours, _, theirs, _), found in zip(pairs, results, strict=True):
            found.append((ours(options.seconds), theirs(options.seconds)))
    spread = f"{min(speeds):.1f}–{max(speeds):.1f}"
    print(f"calibration kernel: {statistics.median(speeds):.1f} runs/s ({spread})")
    for (name, _, peer, _, target), found in zip(pairs, results, strict=True):
        mine = statistics.median(ours for ours, _ in found)
        other = statistics.median(theirs for _, theirs in found)
        ratios = sorted(ours / theirs for ours, theirs in found)
        print(
            f"{name}: {mine:,.1f} games/s; {peer}: {other:,.1f}; ratio {statistics.median(ratios):.2f}"
            f" ({ratios[0]:.2f}–{ratios[-1]:.2f}), target {target}"
        )
    for name, title in (("glenmore", "Glen More II"), ("caledonia", "Clans of Caledonia")):
        measure = rules_playouts(name, 4, {})
        rates = [measure(options.seconds) for _ in range(options.rounds)]
        print(f"{title}, 4 random players: {statistics.median(rates):,.1f} games/s, target 5.0")
    option_lists("catan", "Catan", CATAN, 20)
    option_lists("caledonia", "Clans of Caledonia", {}, 10)


if __name__ == "__main__":
    main()
