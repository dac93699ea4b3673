"""The engine knows no game: nothing in the package names one that comes along."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_file_of_the_package_names_a_game() -> None:
    games = [path.stem for path in (ROOT / "games").glob("*.rules")]
    assert games
    files = [*(ROOT / "rulelang").rglob("*.py"), *(ROOT / "rulelang").rglob("*.lark")]
    texts = {file: file.read_text("utf-8").casefold() for file in files}
    assert [(file, name) for file, text in texts.items() for name in games if name in text] == []
