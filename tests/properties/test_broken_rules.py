"""Rules with slips in them: whatever is mistyped, checking ends with diagnostics and never with a fault of ours."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.source import Sources
from tests.support.snippets import read_page

ROOT = Path(__file__).parents[2]
PAGE = read_page((ROOT / "docs" / "stress.md").read_text("utf-8"))
TEXTS = [snippet.text for snippet in PAGE.snippets]
TEXTS += [path.read_text("utf-8") for path in sorted((ROOT / "games").glob("*.rules"))]
PART = re.compile(r'[A-Za-z_]\w*|\d+|"[^"\n]*"|\S')
NUMBERS = ("0", "1", "7", "5000", "999999999999")


def alike(part: str, other: str) -> bool:
    """Whether two words are of one sort: kinds, names, numbers, texts or signs."""
    return all(
        test(part[0]) == test(other[0])
        for test in (str.isupper, str.islower, str.isdigit, '"'.__eq__)
    )


def with_slips(text: str, chance: random.Random) -> str:
    """Return rules in which a few words or lines are not what they were."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 3))):
        number = chance.randrange(len(lines))
        parts = list(PART.finditer(lines[number]))
        if not parts or chance.random() < 0.1:
            lines[number] = chance.choice(lines)
            continue
        old = chance.choice(parts)
        others = [part for part in PART.findall(text) if alike(part, old.group())]
        new = chance.choice(NUMBERS if old.group().isdigit() else others)
        lines[number] = lines[number][: old.start()] + new + lines[number][old.end() :]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all tables that the rules read."""
    made = tmp_path_factory.mktemp("slips")
    for path in (ROOT / "games").iterdir():
        if path.is_dir():
            shutil.copytree(path, made / path.name)
    PAGE.store(PAGE.snippets[0], made)
    return made


@pytest.mark.parametrize("seed", range(4))
def test_slips_are_diagnostics(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(40):
        text = with_slips(chance.choice(TEXTS), chance)
        path = folder / f"slip_{seed}_{number}.rules"
        path.write_text(text, "utf-8")
        report, sources = Reporter(), Sources()
        linked = pipeline.link(path, (), sources, report)
        if linked is not None and not report.has_errors:
            counts = pipeline.players_of(linked, report)
            pipeline.check_linked(linked, counts[-1:], {}, report)
        assert isinstance(render_all(report.sorted(), sources), str)
