"""`rulelang new`: a game that works, and nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli import check_command, fmt_command, new_command, test_command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(new_command.command, args)


def test_a_new_game_passes_check_fmt_and_its_own_tests() -> None:
    done = run("deep_sea")
    assert done.exit_code == 0
    assert done.stdout.startswith("wrote deep_sea.rules\n")
    runner = CliRunner()
    assert runner.invoke(check_command.command, ["deep_sea.rules"]).output == ""
    assert runner.invoke(fmt_command.command, ["--check", "deep_sea.rules"]).output == ""
    assert runner.invoke(test_command.command, ["deep_sea.rules"]).exit_code == 0


def test_the_game_gets_its_name_and_a_title(folder: Path) -> None:
    run("deep_sea")
    first = (folder / "deep_sea.rules").read_text("utf-8").splitlines()[0]
    assert first == 'game deep_sea "Deep sea":'


def test_a_folder_is_made_for_it(folder: Path) -> None:
    assert run("deep_sea", "games/mine").exit_code == 0
    assert (folder / "games" / "mine" / "deep_sea.rules").is_file()


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "deep_sea.rules").write_text("mine", "utf-8")
    done = run("deep_sea")
    assert done.exit_code == 2
    assert "there is already a file `deep_sea.rules`" in done.stderr
    assert (folder / "deep_sea.rules").read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_made_is_wrong_usage(folder: Path) -> None:
    (folder / "file").write_text("", "utf-8")
    done = run("deep_sea", "file/sub")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["file"]


def test_a_file_that_cannot_be_finished_is_taken_away(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int, _content: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    done = run("deep_sea", "games")
    assert done.exit_code == 2
    assert "No space left" in done.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My Game", "small letters, digits and `_`, a letter first; try `my_game`"),
        ("limit", "`limit` is a word of the language; try `limit_game`"),
        ("7up", "`7up` is no name for a game"),
        ("../up", "try `up`"),
        ("игра", "`игра` is no name for a game"),
        ("a" * 200, f"try `{'a' * 60}`"),
    ],
)
def test_a_name_that_cannot_be_one_is_wrong_usage(folder: Path, name: str, said: str) -> None:
    done = run(name)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("game", ["catan", "clans_glory"])
def test_a_new_variant_passes_check_fmt_and_its_own_test(game: str) -> None:
    done = run("variant", "of", game)
    assert done.exit_code == 0
    assert done.stdout.startswith("wrote house_rule.rules\n")
    runner = CliRunner()
    added = ["--with", "house_rule.rules"]
    assert runner.invoke(check_command.command, [game, *added]).output == ""
    assert runner.invoke(fmt_command.command, ["--check", "house_rule.rules"]).output == ""
    assert runner.invoke(test_command.command, [game, *added]).output == "1 test in 1 game passed\n"


def test_a_new_variant_gets_the_name_of_its_file(folder: Path) -> None:
    assert run("variant", "of", "catan", "house/quick_game.rules").exit_code == 0
    text = (folder / "house" / "quick_game.rules").read_text("utf-8")
    assert 'variant quick_game "Quick game" for catan:' in text


@pytest.mark.parametrize("words", [("variant",), ("variant", "of"), ("variant", "of", "catn")])
def test_a_variant_of_what_is_wrong_usage(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2
