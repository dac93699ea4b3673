"""The fifty rules of docs/stress.md: each block is checked for every number of players, compiled, and played."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from rulelang import pipeline
from rulelang.backends.python.compile import compile_graph
from rulelang.diagnostics.reporter import Reporter
from rulelang.graph.dump import dump_graph
from rulelang.graph.from_program import build_graph
from rulelang.graph.validate import validate_graph
from rulelang.lowering import lower
from rulelang.program.dump import dump_program
from rulelang.program.model import Program
from rulelang.runtime.faults import Fault
from rulelang.source import Sources
from tests.support.snippets import Snippet, compile_errors, failed_tests, read_page

TEXT = (Path(__file__).parents[2] / "docs" / "stress.md").read_text("utf-8")
PAGE = read_page(TEXT)

# Blocks that do not compile yet, by name, with the reason. A block that starts to work must leave the list.
KNOWN_GAPS: dict[str, str] = {}

PICKS = 40  # answers in a game of each block

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
    assert failed_tests(PAGE, snippet, tmp_path) == []


def program_of(snippet: Snippet, folder: Path) -> Program:
    """Return a block for the fewest players."""
    report = Reporter()
    linked = pipeline.link(PAGE.store(snippet, folder), [], Sources(), report)
    assert linked is not None
    players = pipeline.players_of(linked, report)[0]
    program = pipeline.type_game(linked, players, {}, report, tests=False)
    assert program is not None
    return program


@pytest.mark.parametrize("snippet", PAGE.snippets, ids=lambda snippet: snippet.name)
def test_block_plays(snippet: Snippet, tmp_path: Path) -> None:
    program = program_of(snippet, tmp_path)
    assert dump_program(program)
    graph = build_graph(lower(program))
    validate_graph(graph)
    assert dump_graph(graph)
    game = compile_graph(graph).load()
    assert all(
        callable(game.function(name)) for name in game.description.questions.defines.values()
    )
    random = Random(1)
    with suppress(Fault):  # a fragment has too little around it to be a whole game
        play = game.start(seed=1)
        for _ in range(PICKS):
            if not play.is_over:
                play.choose(random.choice(play.options()))


def test_known_gaps_are_blocks_of_the_page() -> None:
    assert set(KNOWN_GAPS) <= {snippet.name for snippet in PAGE.snippets}


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
