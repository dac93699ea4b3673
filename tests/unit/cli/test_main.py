"""The command itself: quick to start, kind about slips, one line for a fault of ours."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import click
import pytest

from rulelang import __version__
from rulelang.cli.main import VERBS, cli, main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(args)
    captured = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, captured.out, captured.err


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"rulelang {__version__}\n", "")


def test_help_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--help")
    assert status == 0
    listed = [
        line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line[:3].strip()
    ]
    assert [word for word in listed if word in VERBS] == list(VERBS)


def test_every_verb_about_a_game_takes_variants() -> None:
    context = click.Context(cli)
    for verb in set(VERBS) - {"fmt", "new"}:
        command = cli.get_command(context, verb)
        assert command is not None
        assert any("--with" in each.opts for each in command.params), verb


@pytest.mark.parametrize("args", [["--version"], ["--help"]])
def test_starting_imports_no_large_library(args: Sequence[str]) -> None:
    code = (
        "import sys\nfrom rulelang.cli.main import main\n"
        f"try: main({list(args)!r})\nexcept SystemExit: pass\n"
        "loaded = {'lark', 'attr', 'attrs', 'cattrs', 'rich'} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "rulelang", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"rulelang {__version__}\n"


def test_an_unknown_verb_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "chek")
    assert status == 2
    assert "there is no command called `chek`; did you mean `check`?" in err


@click.command()
def broken() -> None:
    raise KeyError("a fault\nof ours")


@pytest.fixture
def broken_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "get_command", lambda _ctx, _name: broken)


@pytest.mark.usefixtures("broken_verb")
def test_a_fault_of_ours_is_one_line_and_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        r"rulelang: internal fault: KeyError: 'a fault\nof ours'",
        "Run the same command with --debug to see where.",
    ]


@pytest.mark.usefixtures("broken_verb")
@pytest.mark.parametrize("args", [["--debug", "check"], ["check", "--debug"]])
def test_debug_shows_the_fault_wherever_it_stands(args: Sequence[str]) -> None:
    with pytest.raises(KeyError, match="a fault"):
        main(args)
