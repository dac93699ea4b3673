"""The tutorial about house rules: its files are written, its commands run, and what it shows is what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.cli.main import cli

PAGE = Path(rulelang.__file__).parent.parent / "docs" / "house-rules.md"
BLOCK = re.compile(r"^```(?P<kind>rules|console) ?(?P<name>\S*)\n(?P<text>.*?)^```$", re.M | re.S)
# Where the games lie is told on the page without its folders.
FOLDERS = re.compile(r"[^\s(]*/(?=\w+\.rules)")


def test_the_tutorial_works_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in BLOCK.finditer(PAGE.read_text("utf-8")):
        if block["kind"] == "rules":
            (tmp_path / block["name"]).write_text(block["text"], "utf-8")
            continue
        for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
            line, _, expected = part.partition("\n")
            word, *args = shlex.split(line)
            assert word == "rulelang"
            done = CliRunner().invoke(cli, args)
            count += 1
            if expected:
                assert FOLDERS.sub("", done.stdout) == expected, line
            else:
                assert done.exit_code == 0, f"{line}\n{done.output}"
    assert count == 12
