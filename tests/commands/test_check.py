"""`rulelang check`: silence, findings, proofs, formats and wrong usage."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.check_command import command

GOOD = """game x "X":
    players 2..3

action a "A":
    do: stop a

flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose a
"""
BAD = GOOD.replace("choose a", "choose b")
UNUSED = GOOD + "\nsetting cards = 3\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in a folder with a good game and some with findings."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("bad", BAD), ("unused", UNUSED)):
        Path(f"{name}.rules").write_text(text, "utf-8")
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(command, args)


def test_a_good_game_is_met_with_silence() -> None:
    done = run("good.rules")
    assert (done.exit_code, done.output) == (0, "")


@pytest.mark.parametrize("game", ["catan", "clans_glory"])
def test_bundled_games_are_free_of_findings(game: str) -> None:
    done = run(game)
    assert (done.exit_code, done.output) == (0, "")


def test_an_error_is_printed_once_for_all_numbers_of_players() -> None:
    done = run("bad.rules")
    assert done.exit_code == 1
    assert done.stdout.count("error[E203]: there is no rule called `b`") == 1
    assert done.stdout.endswith("\n1 error\n")


def test_a_warning_is_a_finding_too() -> None:
    done = run("unused.rules", "--format", "concise")
    expected = "unused.rules:12:9: warning[W207] the setting `cards` is never used\n"
    assert (done.exit_code, done.stdout) == (1, expected)


def test_several_games_are_checked_together() -> None:
    done = run("good.rules", "bad.rules", "unused.rules", "--format", "concise")
    assert done.exit_code == 1
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "bad.rules",
        "unused.rules",
    ]


def test_proofs_are_listed_by_check() -> None:
    done = run("good.rules", "--proofs")
    assert done.exit_code == 0
    assert done.stdout == (
        "decisions\n"
        "  proven   line 10: the flow always has something to choose at `a`\n"
        "\n"
        "secrets\n"
        "  proven   everyone sees everything\n"
    )


def test_leaks_by_the_rules_are_shown_only_with_the_proofs() -> None:
    done = run("clans_glory", "--proofs")
    assert done.exit_code == 0
    assert "note[L601]: the requirement `stuck` of `play_hidden`" in done.stdout


def test_json_has_diagnostics_and_findings() -> None:
    done = run("good.rules", "unused.rules", "--format", "json", "--proofs")
    content = json.loads(done.stdout)
    assert [each["code"] for each in content["diagnostics"]] == ["W207"]
    first = content["findings"][0]
    assert first == {
        "check": "decisions",
        "status": "proven",
        "sentence": "the flow always has something to choose at `a`",
        "path": "good.rules",
        "line": 10,
    }


def test_json_is_a_document_even_when_there_is_nothing_to_say() -> None:
    done = run("good.rules", "--format", "json")
    assert json.loads(done.stdout) == {"version": 1, "diagnostics": []}


def test_settings_and_players_are_checked() -> None:
    assert run("unused.rules", "--set", "cards=4").exit_code == 1
    done = run("good.rules", "--set", "cads=4", "--format", "concise")
    assert done.stdout == "error[E708] there is no setting called `cads`\n"
    done = run("good.rules", "--players", "5", "--format", "concise")
    expected = "good.rules:2:5: error[E709] `x` is played by 2 to 3 players, not by 5\n"
    assert (done.exit_code, done.stdout) == (1, expected)


def test_a_variant_is_found_beside_the_game_or_in_its_folder(folder: Path) -> None:
    variant = 'variant {} "V" for x:\n    note "n"\nsetting {}_cards = 3\n'
    (folder / "beside.rules").write_text(variant.format("beside", "beside"), "utf-8")
    (folder / "good").mkdir()
    (folder / "good" / "inside.rules").write_text(variant.format("inside", "inside"), "utf-8")
    done = run("good.rules", "--with", "beside", "--with", "inside", "--format", "concise")
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "beside.rules",
        "good/inside.rules",
    ]
    done = run("good.rules", "--with", "insde")
    assert done.exit_code == 2
    assert "there is no module or variant `insde` of `good`; did you mean `inside`?" in done.stderr


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("catn", "there is no game called `catn`; did you mean `catan`?"),
        ("god.rules", "there is no file `god.rules`; did you mean `good.rules`?"),
        ("nowhere/x.rules", "there is no file `nowhere/x.rules`"),
    ],
)
def test_a_wrong_path_is_wrong_usage_with_a_suggestion(game: str, said: str) -> None:
    done = run(game)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_folder_is_no_game(folder: Path) -> None:
    (folder / "sub").mkdir()
    assert run("sub").exit_code == 2


def test_checking_loads_neither_back_end_nor_game() -> None:
    code = (
        "import sys\nfrom rulelang.cli.main import main\n"
        "try: main(['check', 'good.rules'])\nexcept SystemExit: pass\n"
        "large = ('rulelang.backends', 'rulelang.runtime.game', 'lark', 'cattrs', 'rich')\n"
        "loaded = [m for m in sys.modules if m.startswith(large)]\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_formats_for_code_hosts() -> None:
    done = run("bad.rules", "--format", "github")
    assert done.exit_code == 1
    assert done.stdout == (
        "::error file=bad.rules,line=10,endLine=10,col=28,endColumn=29,title=E203 unknown-name::"
        "there is no rule called `b`\n"
    )
    assert run("good.rules", "--format", "github").stdout == ""
    assert run("good.rules", "--format", "github", "--proofs").stdout == ""
    done = run("bad.rules", "--format", "sarif")
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert (done.exit_code, result["ruleId"]) == (1, "E203")
    assert json.loads(run("good.rules", "--format", "sarif").stdout)["runs"][0]["results"] == []
