"""The fifty rules of docs/stress.md: each block is linked, typed and checked for every number of players."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from rulelang.backends.python.compile import CannotCompile
from rulelang.testing.snippets import Snippet, compile_errors, failed_tests, read_page

TEXT = (Path(__file__).parents[2] / "docs" / "stress.md").read_text("utf-8")
PAGE = read_page(TEXT)

# Blocks that do not compile yet, by name, with the reason. A block that starts to work must leave the list.
KNOWN_GAPS: dict[str, str] = {}

# Blocks whose tests cannot be played yet, with the reason. They too must leave the list when they can.
NOT_PLAYED: dict[str, str] = {}

# Modules of one game, each written without knowing the others.
MODULES = ("gm_hammer", "gm_mountain", "gm_votes", "gm_boats", "gm_haggis")


@pytest.mark.parametrize("snippet", PAGE.snippets, ids=lambda snippet: snippet.name)
def test_block_compiles(snippet: Snippet, tmp_path: Path) -> None:
    said = compile_errors(PAGE, snippet, tmp_path)
    if snippet.name in KNOWN_GAPS:
        assert said, f"{snippet.name} compiles now: take it off the list"
    else:
        assert not said, said


@pytest.mark.parametrize(
    "snippet", [s for s in PAGE.snippets if s.has_tests], ids=lambda snippet: snippet.name
)
def test_worked_examples_hold(snippet: Snippet, tmp_path: Path) -> None:
    if snippet.name in NOT_PLAYED:
        with pytest.raises(CannotCompile):
            failed_tests(PAGE, snippet, tmp_path)
    else:
        assert failed_tests(PAGE, snippet, tmp_path) == []


def test_known_gaps_are_blocks_of_the_page() -> None:
    assert {*KNOWN_GAPS, *NOT_PLAYED} <= {snippet.name for snippet in PAGE.snippets}


def test_all_fifty_rules_have_a_section() -> None:
    headings = re.findall(r"^## ([\d, ]+)\. ", TEXT, re.MULTILINE)
    numbers = [int(number) for heading in headings for number in heading.split(", ")]
    assert sorted(numbers) == list(range(1, 51))


def test_every_section_has_a_block() -> None:
    titles = {snippet.title for snippet in PAGE.snippets}
    assert set(re.findall(r"^## (.+)$", TEXT, re.MULTILINE)) <= titles


@pytest.mark.parametrize("pair", list(combinations(MODULES, 2)), ids="+".join)
def test_modules_combine(pair: tuple[str, str], tmp_path: Path) -> None:
    both = read_page(f"{TEXT}\n```rules name=pair extends={'+'.join(pair)}\n```\n")
    said = compile_errors(both, both.snippets[-1], tmp_path)
    assert not said, said
