"""The map for developers shows what is there: every file and function that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "dev").rglob("*.md"))
_FILE = re.compile(r"`((?:[\w.]+/)*[\w*]+\.(?:py|lark|toml|json|md))`(?:, `(\w+)`)?")
_FOLDER = re.compile(r"`((?:\w+/)+)`")
_LINK = re.compile(r"\]\(([^)#]+)\)")


def files_called(name: str) -> list[Path]:
    """Files of the project whose path ends so; `*` stands for anything in a name."""
    below = [path for top in ("rulelang", "docs") for path in (ROOT / top).rglob(name)]
    return below or [*ROOT.glob(name)]


def test_every_file_and_function_that_is_named_exists() -> None:
    missing = []
    for page in PAGES:
        for name, function in _FILE.findall(page.read_text("utf-8")):
            found = files_called(name)
            defined = [path for path in found if function in path.read_text("utf-8")]
            if not found or (function and not defined):
                missing.append(f"{page.name}: {name} {function}")
    assert missing == []


def test_every_folder_that_is_named_exists() -> None:
    named = {name for page in PAGES for name in _FOLDER.findall(page.read_text("utf-8"))}
    assert len(named) > 10
    assert [n for n in sorted(named) if not any((ROOT / top / n).is_dir() for top in TOPS)] == []


TOPS = (".", "rulelang", "rulelang/reference", "docs")


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in _LINK.findall(page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
