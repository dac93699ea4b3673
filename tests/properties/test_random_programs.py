"""Random games compile, play on or stop with a fault of their own, and agree with the oracle."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from rulelang.checks.check_secrets import check_secrets as reads_secrets
from rulelang.conformance import properties
from rulelang.conformance.configurations import Bundled, Configuration, build, link
from rulelang.conformance.random_rules import TABLES, random_rules
from rulelang.conformance.walks import Walk
from rulelang.diagnostics.reporter import Reporter
from rulelang.runtime.faults import Fault

EXAMPLES = 30  # games for each example of the profile

numbers = st.lists(st.integers(0, 255), min_size=120, max_size=500)


def game_from(choices: list[int]) -> str:
    """Return the text of a game; where the choices end, the simplest goes on."""
    left = iter(choices)
    return random_rules(lambda count: next(left, 0) % count)


def compiled(text: str, players: int, folder: Path) -> Bundled:
    """Compile a game that lies in a file, so that a failure can be replayed."""
    path = folder / f"game_{crc32(text.encode()):08x}.rules"
    path.write_text(text, encoding="utf-8")
    return build(Configuration(str(path), players), link(str(path)))


def keeps_secrets(bundled: Bundled, text: str) -> bool:
    """Does the check find no leak? It does not follow which side of a hidden card is up."""
    report = Reporter()
    reads_secrets(bundled.program, report)
    return not report.has_errors and "face_up(" not in text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the games of this run and their tables lie."""
    found = tmp_path_factory.mktemp("games")
    for name, text in TABLES.items():
        (found / name).write_text(text, encoding="utf-8")
    return found


def test_random_games_have_all_properties(folder: Path) -> None:
    @settings(
        max_examples=EXAMPLES * settings.default.max_examples,  # type: ignore[union-attr]
        suppress_health_check=list(HealthCheck),
    )
    @given(numbers, st.integers(2, 3), st.integers(0, 99), st.integers(0, 20))
    def check(choices: list[int], players: int, seed: int, warm_up: int) -> None:
        text = game_from(choices)
        note(text)
        bundled = compiled(text, players, folder)
        walk = Walk(seed, choices[:12], warm_up, may_fault=True)
        for prop in properties.PROPERTIES:
            if prop is properties.check_secrets and not keeps_secrets(bundled, text):
                continue
            with suppress(Fault):  # of the rules, before anybody is asked
                prop(bundled, walk)

    check()


def test_the_simplest_game_asks_and_ends(folder: Path) -> None:
    bundled = compiled(game_from([]), 2, folder)
    properties.check_end(bundled, Walk(0, ()))
    assert bundled.game.start(seed=0).options()
