"""The `fmt` command: files, standard input, --check, --diff, and files with errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.fmt_command import command

UGLY = "define x=1\n"
NEAT = "define x = 1\n"


def run(*args: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(command, args, input=given)


@pytest.fixture
def ugly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "ugly.rules"
    path.write_text(UGLY, "utf-8")
    return path


def test_files_are_changed_in_place(ugly: Path) -> None:
    result = run("ugly.rules")
    assert (result.exit_code, result.stdout) == (0, "changed ugly.rules\n")
    assert ugly.read_text("utf-8") == NEAT
    result = run("ugly.rules")
    assert (result.exit_code, result.stdout) == (0, "")


def test_check_changes_nothing(ugly: Path) -> None:
    result = run("--check", "ugly.rules")
    assert (result.exit_code, result.stdout) == (1, "would change ugly.rules\n")
    assert ugly.read_text("utf-8") == UGLY


def test_diff_shows_the_change(ugly: Path) -> None:
    result = run("--diff", "ugly.rules")
    assert result.exit_code == 1
    assert "-define x=1\n+define x = 1\n" in result.stdout
    assert ugly.read_text("utf-8") == UGLY


def test_neat_file_has_no_difference(ugly: Path) -> None:
    ugly.write_text(NEAT, "utf-8")
    for option in ("--check", "--diff"):
        result = run(option, "ugly.rules")
        assert (result.exit_code, result.stdout) == (0, "")


def test_standard_input_goes_to_standard_output() -> None:
    result = run("-", given=UGLY)
    assert (result.exit_code, result.stdout, result.stderr) == (0, NEAT, "")


def test_standard_input_with_errors_comes_out_as_it_is() -> None:
    result = run("-", given="define =1\n")
    assert (result.exit_code, result.stdout) == (1, "define =1\n")
    assert "E101" in result.stderr


def test_standard_input_that_is_no_text_is_reported() -> None:
    result = run("-", given=b"\xff")
    assert result.exit_code == 1
    assert "E105" in result.stderr


def test_file_with_errors_is_reported_and_left_alone(ugly: Path) -> None:
    ugly.write_text("define =1\n", "utf-8")
    result = run("ugly.rules")
    assert result.exit_code == 1
    assert "error[E101]" in result.stdout
    assert ugly.read_text("utf-8") == "define =1\n"


def test_missing_file_is_reported(tmp_path: Path) -> None:
    result = run(str(tmp_path / "missing.rules"))
    assert result.exit_code == 1
    assert "E112" in result.stdout
