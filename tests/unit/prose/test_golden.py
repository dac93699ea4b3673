"""The texts of small games, read and edited by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked, name_of
from rulelang.pipeline import link
from rulelang.prose.describe import Prose, describe, describe_effect, title
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees.statements import Step
from rulelang.syntax.trees.tree_walk import walk

DATA = Path(__file__).parents[2] / "data" / "prose"


def linked(name: str = "ferry") -> Linked:
    report = Reporter()
    found = link(DATA / f"{name}.rules", [], Sources(), report)
    assert found is not None
    assert not report.has_errors
    return found


def told(game: Linked, language: str) -> str:
    prose = Prose(game, language)
    parts = []
    for item in game.items:
        text = as_text(prose.describe(item))
        if text:
            name = name_of(item)
            heading = prose.title(name) if name is not None else type(item).__name__
            parts.append(f"# {heading}\n{text}\n")
    steps = [node for item in game.items for node in walk(item) if isinstance(node, Step)]
    parts += [f"# {prose.title(s.name.text)}\n{as_text(prose.describe(s))}\n" for s in steps]
    return "\n".join(parts)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", ["ferry", "orchard"])
def test_a_small_game_is_told_as_an_editor_would(name: str, language: str) -> None:
    expected = (DATA / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert told(linked(name), language) == expected


def test_a_sentence_names_the_things_it_speaks_of() -> None:
    (first, _conditions, last) = describe(linked(), "dock", "en")
    assert not isinstance(first, tuple)
    targets = {run.target for block in (first, last) for run in block.runs}  # type: ignore[union-attr]
    assert {"landing", "Pier", "Sailor", "supply"} <= targets


def test_a_step_is_described_by_its_name_and_an_effect_by_its_cell() -> None:
    game = linked()
    assert "“Dock”" in as_text(describe(game, "landing", "en"))
    assert as_text(describe_effect(game, "storm", "en")).startswith(
        "Each player who has more than 4"
    )
    assert title(game, "crew", "ru") == "Матросов у игрока"
    assert describe(game, "nothing_like_that", "en") == ()
