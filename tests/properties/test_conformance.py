"""Every bundled game, for every number of players and option, has all properties of a game.

Each property is a function of `rulelang.conformance.properties`. Hypothesis chooses how a game is played
and, where something fails, looks for the shortest game that shows it. Of the ways to combine modules a
sample is tried; `-m whole` tries the others.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.conformance import properties
from rulelang.conformance.configurations import (
    Bundled,
    Configuration,
    configurations,
    dealt,
    load,
    sampled,
)
from rulelang.conformance.determinism import fingerprint, fingerprints_elsewhere
from rulelang.conformance.for_authors import CHOICES, deepest
from rulelang.conformance.properties import PROPERTIES, Property
from rulelang.conformance.walks import Walk

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "benchmarks/games", "tests/data/grown")
FILES = sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*.rules"))
GAMES = [os.path.relpath(path) for path in FILES]
CONFIGURATIONS = [each for game in GAMES for each in configurations(game)]
DEFAULTS = [each for each in CONFIGURATIONS if not each.settings and not each.modules]
FULL_TABLES = list({each.path: each for each in DEFAULTS}.values())  # the most players of each game


def walks(bundled: Bundled, deepest: int) -> st.SearchStrategy[Walk]:
    """Ways to play; the same numbers play each configuration differently."""
    offset = crc32(str(bundled.configuration).encode()) % 10_000
    return st.builds(
        Walk,
        seed=st.integers(0, 10_000).map(lambda seed: seed + offset),
        choices=st.lists(st.integers(0, 0xFFFF), min_size=4, max_size=CHOICES),
        warm_up=st.integers(0, deepest),
    )


def together(chosen: list[Configuration]) -> list[object]:
    """As parameters; all tests of one of them run in one process, which then compiles it once."""
    group = pytest.mark.xdist_group
    return [pytest.param(each, id=str(each), marks=group(str(each))) for each in chosen]


def shared() -> list[object]:
    """As parameters: which configuration is tried for which property, one configuration after the other."""
    rank = {each: number for number, each in enumerate(CONFIGURATIONS)}
    sample = set(sampled(CONFIGURATIONS))
    parts = [[c for c in CONFIGURATIONS if (c in sample) == wanted] for wanted in (True, False)]
    found = [pair for part in parts for pair in dealt(part, PROPERTIES, properties.check_end)]
    return [
        pytest.param(
            each,
            prop,
            id=f"{prop.__name__.removeprefix('check_')}-{each}",
            marks=[
                pytest.mark.xdist_group(str(each)),
                *([] if each in sample else [pytest.mark.whole]),
            ],
        )
        for each, prop in sorted(found, key=lambda pair: rank[pair[0]])
    ]


def hold(prop: Property, bundled: Bundled, strategy: st.SearchStrategy[Walk]) -> None:
    """Check a property for the walks of a strategy.

    The ways to play without options are tried most; there are far more ways with them, and each of
    them is the same game for the most part.
    """
    examples = settings.default.max_examples  # type: ignore[union-attr]  # is loaded
    if bundled.configuration not in DEFAULTS:
        examples = max(1, examples // 4)

    @settings(max_examples=examples)
    @given(strategy)
    def check(walk: Walk) -> None:
        prop(bundled, walk)

    check()


@pytest.mark.parametrize(("configuration", "prop"), shared())
def test_property(configuration: Configuration, prop: Property) -> None:
    bundled = load(configuration)
    hold(prop, bundled, walks(bundled, deepest(prop)))


@pytest.mark.parametrize("configuration", together(DEFAULTS))
def test_what_bots_leave_alone_has_all_properties_too(configuration: Configuration) -> None:
    bundled = load(configuration)
    strategy = walks(bundled, 30).map(lambda walk: attrs.evolve(walk, takes_all=True))
    for prop in PROPERTIES:
        hold(prop, bundled, strategy)


@pytest.mark.xdist_group("determinism")
@pytest.mark.parametrize("hash_seed", [1, 2])
def test_a_fresh_process_plays_the_same_bytes(hash_seed: int) -> None:
    here = [fingerprint(configuration, 7, 60) for configuration in FULL_TABLES]
    assert fingerprints_elsewhere(FULL_TABLES, 7, 60, hash_seed) == here
