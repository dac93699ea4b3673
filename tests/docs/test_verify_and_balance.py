"""The page about verifying and balancing: its commands and examples run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.cli.main import cli

PAGE = Path(rulelang.__file__).parent.parent / "docs" / "verify-and-balance.md"


def _blocks(language: str) -> list[str]:
    text = PAGE.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in _blocks("console") for line in block.splitlines()]
    assert len(lines) == 3
    for line in lines:
        word, *args = shlex.split(line)
        assert word == "rulelang"
        done = CliRunner().invoke(cli, args)
        assert (done.exit_code, done.exception) == (0, None), line
    assert (tmp_path / "page.html").is_file()


def test_the_examples_run() -> None:
    names: dict[str, Any] = {}
    for block in _blocks("python"):
        exec(block, names)
