"""Shared pieces of the commands: finding games, options, printing diagnostics."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulelang.cli import shared
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import Sources


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("harbour", "meadow"):
        (folder / f"{name}.rules").write_text("", encoding="utf-8")
    monkeypatch.setattr(shared, "bundled_folder", lambda: folder)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_bundled_game_is_found_by_name(games: Path) -> None:
    assert list(shared.bundled_games()) == ["harbour", "meadow"]
    assert shared.find_rules("meadow") == Path("games/meadow.rules")


def test_a_bundled_game_elsewhere_keeps_its_whole_path(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(games.parent.parent)
    (games.parent / "else").mkdir()
    monkeypatch.chdir(games.parent / "else")
    assert shared.find_rules("meadow") == games / "meadow.rules"


def test_a_path_is_taken_as_it_is(games: Path) -> None:
    assert shared.find_rules("games/meadow.rules") == Path("games/meadow.rules")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("meadw", "did you mean `meadow`?"),
        ("tower", "bundled are harbour, meadow"),
        ("tower.rules", "there is no file `tower.rules`"),
        ("my/tower", "there is no file `my/tower`"),
    ],
)
@pytest.mark.usefixtures("games")
def test_an_unknown_game_is_wrong_usage(given: str, said: str) -> None:
    with pytest.raises(click.UsageError, match="there is no") as raised:
        shared.find_rules(given)
    assert said in raised.value.message


def test_without_bundled_games_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "bundled_folder", lambda: None)
    with pytest.raises(click.UsageError, match="no games are bundled"):
        shared.find_rules("meadow")


@click.command()
@shared.game_argument()
@shared.settings_option()
@shared.variants_option()
@shared.players_option()
@shared.seed_option()
@shared.format_option("text", "json")
def verb(**given: object) -> None:
    click.echo(repr(sorted(given.items())))


@pytest.mark.usefixtures("games")
def test_common_options_reach_the_command() -> None:
    line = "meadow --set a=1 --set b=x=y --with v --with w --players 3 --seed 7 --format json"
    done = CliRunner().invoke(verb, line.split())
    expected = {
        "rules": Path("games/meadow.rules"),
        "settings": {"a": "1", "b": "x=y"},
        "variants": ("v", "w"),
        "players": 3,
        "seed": 7,
        "format": "json",
    }
    assert done.output == f"{sorted(expected.items())!r}\n"


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("meadow --set a", "`a` should look like `name=value`"),
        ("meadow --set =1", "`=1` should look like `name=value`"),
        ("meadow --set a=1 --set a=2", "`a` is set to `1` and to `2`"),
        ("meadw", "did you mean `meadow`?"),
    ],
)
def test_wrong_usage_leaves_with_two(line: str, said: str) -> None:
    done = CliRunner().invoke(verb, line.split())
    assert done.exit_code == 2
    assert said in done.stderr


ERROR = Diagnostic(code=codes.NO_FLOW, message="an error", span=None)
WARNING = Diagnostic(code=codes.UNUSED_NAME, message="a warning", span=None)
NOTE = Diagnostic(code=codes.LEAK_BY_THE_RULES, message="a note", span=None)


def test_errors_and_warnings_are_findings_and_notes_are_not() -> None:
    assert shared.exit_status([]) == shared.exit_status([NOTE]) == 0
    assert shared.exit_status([ERROR]) == shared.exit_status([NOTE, WARNING]) == 1


def test_diagnostics_are_printed_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    shared.print_diagnostics([ERROR, WARNING], Sources())
    assert capsys.readouterr().out == (
        "error[E413]: an error\n\nwarning[W207]: a warning\n\n1 error and 1 warning\n"
    )
    shared.print_diagnostics([ERROR], Sources(), format="concise")
    assert capsys.readouterr().out == "error[E413] an error\n"
    shared.print_diagnostics([ERROR], Sources(), format="json")
    assert len(json.loads(capsys.readouterr().out)["diagnostics"]) == 1


def test_nothing_found_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    shared.print_diagnostics([], Sources())
    assert capsys.readouterr().out == ""


def test_colour_needs_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not shared.has_colour()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert shared.has_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not shared.has_colour()
