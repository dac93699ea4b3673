"""`rulelang compile`: every stage is text, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.compile_command import STAGES, command

GAME = """game x "X":
    players 2..3

enum Good: wool, meat
account bank: Good, start 9
account hand of Player: Good

define rich(p: Player) = size of hand of p > 3

action buy(g in Good where g in bank) "Buy":
    require poor: not rich(me) else "you have enough"
    cost 1 wool
    do: gain 1 * g

flow:
    each p in everyone:
        turn p: may buy
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in a folder with a small game."""
    monkeypatch.chdir(tmp_path)
    Path("x.rules").write_text(GAME, "utf-8")
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(command, args)


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_is_printed_and_stable(stage: str) -> None:
    first, second = run("x.rules", "--emit", stage), run("x.rules", "--emit", stage)
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert "buy" in first.stdout
    assert first.stdout.endswith("\n")


def test_lowering_leaves_out_what_settings_rule_out(folder: Path) -> None:
    text = GAME.replace("enum Good", "setting fair = true\nenum Good").replace(
        "    do: gain 1 * g\n",
        "    do:\n        if fair: gain 1 * g\n        else: pay 1 meat from bank to hand of me\n",
    )
    (folder / "x.rules").write_text(text, "utf-8")
    typed, lowered = (run("x.rules", "--emit", stage).stdout for stage in ("program", "lowered"))
    assert "meat" in typed.partition("action buy")[2]
    assert "meat" not in lowered.partition("action buy")[2]


def test_the_program_reads_like_rules() -> None:
    lines = run("x.rules", "--emit", "program").stdout.splitlines()
    start = lines.index("action buy")
    assert lines[0] == "program x for 3 players"
    assert "define rich(p: Player): Flag = (> (bundle-size (bundle-in hand p)) 3)" in lines
    assert lines[start + 2 : start + 4] == [
        "  require poor: (not (call-define rich me))",
        "  cost (cost-line (bundle-of [1 wool]) hand me bank _)",
    ]


def test_the_program_is_for_the_players_and_settings_asked_for() -> None:
    done = run("x.rules", "--emit", "program", "--players", "2")
    assert done.stdout.startswith("program x for 2 players\n")
    done = run("x.rules", "--emit", "program", "--players", "4")
    assert done.exit_code == 1
    assert "error[E709]" in done.stdout


def test_the_generated_python_compiles() -> None:
    compile(run("x.rules", "--emit", "python").stdout, "x", "exec")


def test_output_goes_to_a_file(folder: Path) -> None:
    done = run("x.rules", "--emit", "syntax", "-o", "x.txt")
    assert (done.exit_code, done.output) == (0, "")
    assert (folder / "x.txt").read_text("utf-8") == run("x.rules", "--emit", "syntax").stdout
    done = run("x.rules", "--emit", "syntax", "-o", "no/x.txt")
    assert done.exit_code == 2
    assert "`no/x.txt` cannot be written" in done.stderr


@pytest.mark.parametrize("stage", STAGES)
def test_errors_are_reported_instead(folder: Path, stage: str) -> None:
    text = GAME.replace("flow:", "flow") if stage in ("syntax", "linked") else GAME + "use x\n"
    (folder / "x.rules").write_text(text, "utf-8")
    done = run("x.rules", "--emit", stage)
    assert done.exit_code == 1
    assert done.stdout.startswith("error[E1")


@pytest.mark.parametrize("stage", ["graph", "python"])
def test_rules_that_lead_back_to_themselves_are_reported(folder: Path, stage: str) -> None:
    (folder / "x.rules").write_text(GAME + "effect e:\n    do e\n", "utf-8")
    done = run("x.rules", "--emit", stage)
    assert done.exit_code == 1
    assert done.stdout.startswith("error[E412]")


def test_bundled_games_can_be_printed() -> None:
    assert run("catan", "--emit", "program").stdout.startswith("program catan for 4 players\n")
