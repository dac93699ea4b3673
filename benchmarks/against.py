"""Measure a game against an earlier commit in one run: games, the slowest option list, lists as a board grows.

    python benchmarks/against.py [--against REVISION] [--games 20] [--rounds 3] [--game carcassonne_hg] [--players 4]

Both trees play with the same seeds, in turns and in processes of their own; CPU time on one core, medians of the
rounds. Of a bundled game, said by its name, each tree plays the rules it has; those in a file are played by both, so
the earlier commit must be able to read them. Of a game with a grown board a table shows the mean time of an option list
by the number of tiles laid, beside the number of open cells: it must not grow faster than those.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
BUCKET = 10  # tiles

Found = dict[str, Any]  # JSON edge: what a measuring process prints


def measure(rules: str, players: int, games: int) -> Found:
    """Play random games; return games a second, the slowest list and, by tens of tiles, means of lists."""
    import rulelang

    game = rulelang.load(rules, players=players)
    draw = random.Random(1).random
    playout = game.function("playout")
    spent = 0.0
    for seed in range(-1, games):  # the first one warms up
        state = game.new_state(seed + 1)
        start = time.process_time()
        game.begin(state)
        playout(state, draw)
        spent += time.process_time() - start if seed >= 0 else 0.0
    return {"speed": games / spent, **_lists(game, max(3, games // 4))}


def _lists(game: Any, games: int) -> Found:  # an older commit may have other types
    """Return the slowest list, and [tiles, open cells, options, microseconds] for each bucket."""
    draw = random.Random(2).random
    board = game.layout.boards[0] if len(game.layout.boards) == 1 else None
    frontiers = game.function("frontiers_of") if board is not None else None
    slowest = 0.0
    rows: dict[int, list[tuple[int, int, float]]] = {}
    for seed in range(games):
        state = game.new_state(seed)
        game.begin(state)
        while state[0]:
            start = time.process_time()
            options = game.options(state)
            spent = time.process_time() - start
            slowest = max(slowest, spent * 1e6)
            if board is not None:
                tiles = len(board.laid(board.first_place, state))
                cells = len(frontiers(state)[board.name][0])
                rows.setdefault(tiles // BUCKET, []).append((cells, len(options), spent * 1e6))
            game.apply(state, options[int(draw() * len(options))])
    means = [
        [bucket * BUCKET, *(statistics.fmean(column) for column in zip(*found, strict=True))]
        for bucket, found in sorted(rows.items())
    ]
    return {"slowest": slowest, "lists": means}


def _in_tree(tree: Path, options: argparse.Namespace) -> Found:
    command = [sys.executable, str(HERE / "against.py"), "--measure", "--game", options.game]
    command += ["--games", str(options.games), "--players", str(options.players)]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{options.game} cannot be played by {tree}:\n{done.stderr}")
    found: Found = json.loads(done.stdout)
    return found


def _report(name: str, rounds: list[Found]) -> None:
    speeds = sorted(found["speed"] for found in rounds)
    spread = f"{speeds[0]:.1f}–{speeds[-1]:.1f}"
    slowest = min(found["slowest"] for found in rounds)
    print(
        f"{name}: {statistics.median(speeds):.1f} games/s ({spread}),"
        f" slowest option list {slowest:,.0f} µs"
    )
    if not rounds[0]["lists"]:
        return
    print("  tiles  open cells  options  µs a list  µs an open cell")
    for rank, row in enumerate(rounds[0]["lists"]):
        tiles, cells, count = row[:3]
        times = [found["lists"][rank][3] for found in rounds if rank < len(found["lists"])]
        spent = statistics.median(times)
        print(f"  {tiles:5.0f}  {cells:10.1f}  {count:7.1f}  {spent:9.1f}  {spent / cells:15.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--against", metavar="REVISION", help="an earlier commit, such as HEAD~1")
    parser.add_argument("--game", default="carcassonne_hg", help="name or file")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.game, options.players, options.games)))
        return
    with tempfile.TemporaryDirectory() as folder:
        trees = {"this tree": ROOT}
        try:
            if options.against:
                trees[options.against] = Path(folder) / "tree"
                _git(
                    "worktree",
                    "add",
                    "--detach",
                    "-f",
                    str(trees[options.against]),
                    options.against,
                )
            _compare(trees, options)
        finally:
            if options.against:
                _git("worktree", "remove", "--force", str(trees[options.against]))


def _git(*args: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *args], check=True, capture_output=True)


def _compare(trees: dict[str, Path], options: argparse.Namespace) -> None:
    rounds: dict[str, list[Found]] = {name: [] for name in trees}
    for _ in range(options.rounds):
        for name, tree in trees.items():
            rounds[name].append(_in_tree(tree, options))
    for name, found in rounds.items():
        _report(name, found)
    if options.against:
        pairs = zip(rounds["this tree"], rounds[options.against], strict=True)
        ratios = sorted(new["speed"] / old["speed"] for new, old in pairs)
        print(f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
