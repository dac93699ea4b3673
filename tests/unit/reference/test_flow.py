"""The order of play as parts to draw."""

from __future__ import annotations

from pathlib import Path

from rulelang.reference.flow import Round, Stage, parts_of_flow
from rulelang.reference.making import subject_of
from rulelang.reference.model import Figure
from rulelang.reference.outline import full_book

RULES = """
game year "Year" ru "Год":
    players 2
enum Season "season" ru "пора": spring, autumn
enum Money: coin
account mint: Money, unlimited
account purse of Player: Money
flow:
    each s in Season:
        step work "Work" ru "Работа":
            each p in everyone:
                turn p: may rest
        each m in Money: gain 1 * m to purse of p1
action rest "Rest" ru "Отдых":
    do: gain 1 coin
"""


def test_what_is_done_for_each_of_something_has_a_frame_around_its_steps(tmp_path: Path) -> None:
    path = tmp_path / "year.rules"
    path.write_text(RULES, encoding="utf-8")
    subject = subject_of(path)
    (program,) = subject.programs.values()
    (whole,) = parts_of_flow(program)
    assert isinstance(whole, Round)
    assert (whole.way, whole.kind) == ("each", "Season")
    (work,) = whole.parts  # what is paid for each kind of money is no order of play
    assert isinstance(work, Stage)
    assert [(part.way, part.kind) for part in work.parts if isinstance(part, Round)] == [
        ("each", "")
    ]
    for language, said in (("en", "Each season"), ("ru", "Каждая пора")):
        blocks = [
            block for section in full_book(subject, language).walk() for block in section.blocks
        ]
        drawn = [block.drawn() for block in blocks if isinstance(block, Figure)]
        assert any(f"↻ {said}" in svg for svg in drawn)
