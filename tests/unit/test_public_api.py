"""The public API: what `import rulelang` gives, and how little it imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulelang

DATA = Path(__file__).parents[1] / "data"


def test_a_bundled_game_is_loaded_by_name() -> None:
    game = rulelang.load("clans_glory", players=3)
    assert isinstance(game, rulelang.Game)
    assert (game.name, game.players) == ("clans_glory", 3)
    play = game.start(seed=7)
    assert isinstance(play, rulelang.Play)
    assert play.options()


def test_a_file_is_loaded_with_settings_of_any_type() -> None:
    game = rulelang.load(DATA / "orchard.rules", settings={"rounds": 3})
    assert game.description.settings["rounds"] == 3
    assert game.players == 4


def test_wrong_rules_raise_an_error_that_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text("game wrong:\n    players 2\n\nflow:\n    do nothing_known\n", "utf-8")
    with pytest.raises(rulelang.RulesError, match="nothing_known") as caught:
        rulelang.load(path)
    assert all(isinstance(found, rulelang.Diagnostic) for found in caught.value.diagnostics)
    assert "wrong.rules:5" in str(caught.value)
    assert [found.code.id for found in rulelang.check(path)] == ["E203"]


def test_too_many_players_are_an_error_of_the_rules() -> None:
    with pytest.raises(rulelang.RulesError, match="played by 2 to 4 players, not by 7"):
        rulelang.load(DATA / "orchard.rules", players=7)


def test_an_unknown_setting_is_an_error_of_the_rules() -> None:
    with pytest.raises(rulelang.RulesError, match="round"):
        rulelang.load(DATA / "orchard.rules", settings={"round": 3})


@pytest.mark.parametrize("name", ["no_such_game", "missing.rules", "games/missing.rules"])
def test_a_game_that_is_not_there_is_not_found(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=name):
        rulelang.load(name)


def test_a_variant_that_is_not_there_is_not_found() -> None:
    with pytest.raises(FileNotFoundError, match="no module or variant `wild` of `orchard`"):
        rulelang.load(DATA / "orchard.rules", variants=["wild"])


def test_a_good_game_has_nothing_wrong() -> None:
    assert rulelang.check(DATA / "orchard.rules", players=2) == ()


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rulelang.nothing  # noqa: B018  (that is the test)


def test_importing_the_package_imports_nothing_else() -> None:
    code = (
        "import sys, rulelang; print(sorted(n for n in sys.modules if n.startswith('rulelang.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_can_be_had() -> None:
    assert all(hasattr(rulelang, name) for name in rulelang.__all__)
