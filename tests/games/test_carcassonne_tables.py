"""The tables of Hunters and Gatherers: what is printed on the tiles agrees with itself and the rulebook.

The same invariants as those by which the tiles were collected: counts of each stack, ports used once, sides
of one terrain, lakes and springs at the ends of rivers, no two areas that cross, nuggets, playable to the end.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

GAMES = Path(__file__).parents[2] / "games"
RULES = (GAMES / "carcassonne_hg.rules").read_text("utf-8")
SIDES = "NESW"
PORTS = [side + number for side in SIDES for number in "123"]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ANIMALS = ("deer", "mammoth", "aurochs", "tiger")
TOTALS = {
    "start": {"deer": 0, "mammoth": 1, "aurochs": 0, "tiger": 0, "fish": 1, "lake": 1, "nugget": 1, "mushrooms": 0},
    "land": {"deer": 30, "mammoth": 13, "aurochs": 0, "tiger": 11, "fish": 26, "lake": 19, "nugget": 29, "mushrooms": 0},
    "bonus": {"deer": 3, "mammoth": 4, "aurochs": 3, "tiger": 2, "fish": 13, "lake": 7, "nugget": 0, "mushrooms": 2},
}  # fmt: skip
# The numbers of the clauses of the rulebook, by its sections.
CLAUSES = (
    (1, 7), (10, 16), (20, 24), (30, 33), (40, 46), (50, 61), (70, 78), (80, 85), (90, 93), (100, 107),
    (110, 111), (115, 117), (120, 127), (130, 139), (140, 141),
)  # fmt: skip

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    with (GAMES / "carcassonne_hg" / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


TILES = rows("tiles.csv")
PARTS: dict[str, list[Row]] = {tile["tile"]: [] for tile in TILES}
for _row in rows("segments.csv"):
    PARTS[_row["tile"]].append(_row)


def ports(part: Row) -> set[str]:
    return set(part["ports"].split())


def side_of(tile: str, side: str) -> str:
    """Return the terrain of a side, after what reaches its middle."""
    return next(part["terrain"] for part in PARTS[tile] if f"{side}2" in ports(part))


@pytest.mark.parametrize("stack", TOTALS)
def test_each_stack_has_its_tiles_and_symbols(stack: str) -> None:
    tiles = [tile["tile"] for tile in TILES if tile["stack"] == stack]
    assert len(tiles) == {"start": 1, "land": 78, "bonus": 12}[stack]
    parts = [part for tile in tiles for part in PARTS[tile]]
    found = {name: sum(int(p[name]) for p in parts) for name in TOTALS[stack] if name != "lake"}
    assert found | {"lake": sum(p["terrain"] == "lake" for p in parts)} == TOTALS[stack]


def test_what_is_reconstructed_is_said() -> None:
    bonus = {tile["status"] for tile in TILES if tile["stack"] == "bonus"}
    assert bonus == {"reconstructed"}
    others = {tile["status"] for tile in TILES if tile["stack"] != "bonus"}
    assert others == {"edition2020", "edition2020-adapted"}
    assert all(tile["note"] for tile in TILES if tile["status"] != "edition2020")


def test_special_features_are_printed_once() -> None:
    features = Counter(part["feature"] for parts in PARTS.values() for part in parts)
    del features[""]
    assert features == {"volcano": 1, "fire": 1, "shrine": 1}


@pytest.mark.parametrize("tile", PARTS)
def test_ports_and_sides_of_a_tile(tile: str) -> None:
    names = [part["segment"] for part in PARTS[tile]]
    assert len(names) == len(set(names))
    assert sorted(port for part in PARTS[tile] for port in ports(part)) == sorted(PORTS)
    owner = {port: part for part in PARTS[tile] for port in ports(part)}
    for side in SIDES:
        terrains = [owner[f"{side}{number}"]["terrain"] for number in "123"]
        if terrains[1] == "river":
            assert terrains == ["meadow", "river", "meadow"]
        else:
            assert len({owner[f"{side}{number}"]["segment"] for number in "123"}) == 1
            assert terrains[0] in ("forest", "meadow")


@pytest.mark.parametrize("tile", PARTS)
def test_rivers_lakes_and_symbols_of_a_tile(tile: str) -> None:
    lakes = {part["segment"] for part in PARTS[tile] if part["terrain"] == "lake"}
    ends = [part["lake_end"] for part in PARTS[tile] if part["lake_end"]]
    assert set(ends) == lakes
    is_bonus = tile.startswith("b")
    for part in PARTS[tile]:
        sides = {port[0] for port in ports(part)}
        if part["terrain"] == "river":
            assert len(sides) == (1 if part["lake_end"] else len(sides))
            assert len(sides) in (1, 2)
        elif part["terrain"] == "lake":
            assert not sides
            assert 1 <= int(part["fish"]) <= 4
        else:
            assert sides
        assert part["terrain"] == "river" or not part["lake_end"]
        assert part["terrain"] == "lake" or part["fish"] == "0"
        assert part["terrain"] == "meadow" or not any(int(part[name]) for name in ANIMALS)
        assert part["terrain"] == "forest" or part["mushrooms"] == "0"
        is_wide_forest = part["terrain"] == "forest" and len(sides) > 1
        assert int(part["nugget"]) == int(is_wide_forest and not is_bonus)


@pytest.mark.parametrize("tile", PARTS)
def test_no_two_areas_of_a_tile_cross(tile: str) -> None:
    areas = [ports(p) for p in PARTS[tile] if p["terrain"] != "lake" and not p["lake_end"]]
    lakes = {p["segment"] for p in PARTS[tile] if p["terrain"] == "lake"}
    areas += [
        set().union(*(ports(p) for p in PARTS[tile] if p["lake_end"] == lake)) for lake in lakes
    ]
    for one, other in combinations(areas, 2):
        ring = [port in one for port in PORTS if port in one | other]
        assert sum(a != b for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) <= 2


@pytest.mark.parametrize("seed", range(5))
def test_almost_every_tile_finds_a_place(seed: int) -> None:
    rng = Random(seed)
    deck = [tile["tile"] for tile in TILES if tile["stack"] == "land"]
    rng.shuffle(deck)
    laid = {(0, 0): [side_of("l56", side) for side in SIDES]}
    dropped = 0
    for tile in deck:
        printed = [side_of(tile, side) for side in SIDES]
        spots = []
        for x, y in sorted(
            {(x + dx, y + dy) for x, y in laid for dx, dy in STEPS.values()} - set(laid)
        ):
            for turn in range(4):
                sides = [printed[(i - turn) % 4] for i in range(4)]
                near = [
                    (i, laid.get((x + dx, y + dy))) for i, (dx, dy) in enumerate(STEPS.values())
                ]
                if all(there is None or there[(i + 2) % 4] == sides[i] for i, there in near):
                    spots.append((x, y, sides))
        if spots:
            x, y, sides = rng.choice(spots)
            laid[x, y] = sides
        else:
            dropped += 1
    assert dropped <= 5


def test_every_clause_is_cited_or_listed_with_the_reason() -> None:
    cited: set[int] = set()
    left_out = (GAMES / "carcassonne_hg" / "clauses.csv").read_text("utf-8")
    for first, last in re.findall(r"CHG-(\d{3})(?:\.\.(\d{3}))?", RULES + left_out):
        cited.update(range(int(first), int(last or first) + 1))
    clauses = {number for first, last in CLAUSES for number in range(first, last + 1)}
    assert clauses <= cited, sorted(clauses - cited)


def test_the_rules_stay_short() -> None:
    """With words and all worked examples, without tables."""
    files = [GAMES / "carcassonne_hg.rules", *(GAMES / "carcassonne_hg").glob("*.rules")]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) <= 600
