"""Rows that a module adds to tables of the game, and boards of flat hexes."""

from __future__ import annotations

from pathlib import Path

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources

GAME = """
game flat "Flat":
    players 2 named red, blue
card Card from "cards.csv":
    price: 1..5
board land: hexes from "land.csv", flat:
    cells Field holds Card, one Pawn
    edges Side
    corners Post
piece Pawn, alike 5 per Player
add "more.csv" to Card
add "more_land.csv" to Field
action stand(f in Field where no Pawn on f):
    do: move 1 Pawn from my supply to f
flow:
    each p in everyone:
        turn p: choose stand
win by points, else shared
test "rows of both tables":
    then that count(c in Card) = 3; that violet.price = 5; that count(f in Field) = 4
test "columns lie side by side":
    then that beside("0,0") = {"0,1", "1,0"}; that "3,0" not in beside("1,0")
    then that "0:1:E" in corners("1,0"); that "0:1:E" in corners("0,1"); that "0:0:S" in edges("0,1")
"""
FILES = {
    "flat.rules": GAME,
    "cards.csv": "card,price\na,1\nb,2\n",
    "more.csv": "card,price\nviolet,5\n",
    "land.csv": "q,r\n0,0\n0,1\n1,0\n",
    "more_land.csv": "q,r\n3,0\n",
}


def outcome(folder: Path, files: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the codes reported and the messages of failed tests."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    report = Reporter()
    linked = pipeline.link(folder / "flat.rules", (), Sources(), report)
    assert linked is not None
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    failed = [result.failure.message for result in results if result.failure is not None]
    return [found.code.id for found in report.sorted()], failed


def test_rows_join_the_table(tmp_path: Path) -> None:
    assert outcome(tmp_path, FILES) == ([], [])


def test_added_rows_need_every_column(tmp_path: Path) -> None:
    codes, _ = outcome(tmp_path, {**FILES, "more.csv": "card\nviolet\n"})
    assert codes == ["E804"]


def test_rows_need_a_kind_with_a_table(tmp_path: Path) -> None:
    wrong = GAME.replace('add "more.csv" to Card', 'add "more.csv" to Pawn')
    codes, _ = outcome(tmp_path, {**FILES, "flat.rules": wrong})
    assert "E704" in codes
