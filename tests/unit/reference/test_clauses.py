"""The list of clauses says where each is played and proven, or why it is not."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulelang.cli.doc_command import command
from rulelang.reference.making import subject_of
from rulelang.reference.model import BookTable, cell_text
from rulelang.reference.outline import full_book

RULES = """
game inn "Inn" ru "Трактир":
    players 2
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money
action rest "Rest" ru "Отдых":
    cite IN-001, IN-002, IN-003
    do: gain 1 coin
flow:
    each p in everyone:
        turn p: may rest
test "a rest" cites IN-001:
    when p1 rest
    then purse of p1: 1 coin
"""
LEFT_OUT = "clause,en,ru\nIN-002,a hint,совет\nIN-004..006,not here,не здесь\nIN-008..010,not here,не здесь\n"


def _game(folder: Path, left_out: str) -> Path:
    path = folder / "inn.rules"
    path.write_text(RULES, encoding="utf-8")
    (folder / "inn").mkdir()
    (folder / "inn" / "clauses.csv").write_text(left_out, encoding="utf-8")
    return path


def test_clauses_that_are_left_out_are_listed_with_the_reason(tmp_path: Path) -> None:
    book = full_book(subject_of(_game(tmp_path, LEFT_OUT)), "en")
    (chapter,) = [section for section in book.sections if section.id == "clauses"]
    (table,) = chapter.blocks
    assert isinstance(table, BookTable)
    assert [[cell_text(cell) for cell in row] for row in table.rows] == [
        ["IN-001", "Rest", "1", ""],
        ["IN-002", "Rest", "—", "A hint"],
        ["IN-003", "Rest", "none", ""],
        ["IN-004–006", "—", "—", "Not here"],
        ["IN-008–010", "—", "—", "Not here"],
    ]


def test_a_list_that_cannot_be_read_is_a_message(tmp_path: Path) -> None:
    path = _game(tmp_path, "clause,de\nIN-002,ein Rat\n")
    out = tmp_path / "inn.html"
    result = CliRunner().invoke(command, [str(path), "-o", str(out)])
    assert result.exit_code == 1
    assert "clauses.csv: the column `en` is needed" in result.output
    assert not out.exists()


def test_words_with_gaps_are_no_headings(tmp_path: Path) -> None:
    path = tmp_path / "inn.rules"
    said = (
        "enum Bed: hard, soft\n"
        "cases pay_of(b: Bed, p: Player):\n"
        "    cite IN-007\n"
        "    hard = 2 + coin of purse of p\n"
        "    soft = 1\n"
        "words en:\n"
        '    pay_of: "pay that {b} gives {p}"\n'
    )
    path.write_text(RULES.replace("gain 1 coin", "gain pay_of(hard, me) * coin") + said, "utf-8")
    book = full_book(subject_of(path), "en")
    (table,) = (block for s in book.sections if s.id == "clauses" for block in s.blocks)
    assert isinstance(table, BookTable)
    told = {cell_text(row[0]): cell_text(row[1]) for row in table.rows}
    assert told["IN-007"] == "Rest"
