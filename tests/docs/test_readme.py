"""The README keeps its word: its game plays, its picture is what is drawn, its commands exist."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.cli.main import cli
from tests.support.snippets import compile_errors, read_page

ROOT = Path(rulelang.__file__).parent.parent
TEXT = (ROOT / "README.md").read_text("utf-8")
PAGE = read_page(TEXT)
FENCES = re.findall(r"^```(\w*)[^\n]*\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
BLOCKS = [text for info, text in FENCES if not info]


def test_the_game_has_at_most_twenty_lines_and_no_errors(tmp_path: Path) -> None:
    (snippet,) = PAGE.snippets
    assert len([line for line in snippet.own.splitlines() if line.strip()]) <= 20
    assert not compile_errors(PAGE, snippet, tmp_path)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_is_played_to_its_end(players: int, tmp_path: Path) -> None:
    (snippet,) = PAGE.snippets
    game = rulelang.load(str(PAGE.store(snippet, tmp_path)), players=players)
    play = game.start(seed=players)
    draw = random.Random(players)
    while not play.is_over:
        play.choose(draw.choice(play.options()))
    assert play.winners()


def test_there_are_exactly_two_set_up_commands() -> None:
    assert TEXT.count("python3 -m venv") == 2
    tested = next(block for block in BLOCKS if "pytest" in block)
    assert tested.strip() in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_picture_is_what_play_shows() -> None:
    picture = BLOCKS[-1].splitlines()
    shown = CliRunner().invoke(cli, ["play", "catan", "--seed", "4"], input="quit\n").output
    lines = {line.rstrip() for line in shown.splitlines()}
    assert not [line for line in picture if line not in lines]


@pytest.mark.parametrize("command", re.findall(r"^\| `rulelang (\w+)", TEXT, re.MULTILINE))
def test_the_commands_explain_themselves(command: str) -> None:
    assert CliRunner().invoke(cli, [command, "--help"]).exit_code == 0
