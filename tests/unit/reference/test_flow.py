"""The order of play as parts to draw."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.reference.making import subject_of
from rulelang.reference.model import Figure
from rulelang.reference.outline import full_book
from rulelang.reference.pictures.diagram import Drawer
from rulelang.reference.pictures.flow_tree import Choices, Part, Pill, Round, Stage, parts_of_flow

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


def _drawn(parts: tuple[Part, ...]) -> str:
    drawer = Drawer(lambda phrase: phrase, lambda _label, name: name, lambda kind: f"each {kind}")
    return drawer.draw(parts, "Play")


def _size(svg: str) -> tuple[float, float]:
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    assert found is not None
    return float(found[1]), float(found[2])


def _stage(name: str, *parts: Part) -> Stage:
    return Stage(name, (), parts)


MAY = Choices("may", (Pill("rest", ()),))


def test_a_frame_around_one_thing_is_told_by_that() -> None:
    svg = _drawn((_stage("work", Round("each", (Round("if", (MAY,)),))),))
    assert (
        svg.count("<rect") == 1 + 2 + 3 + 1
    )  # ground, ends, the box with its head and inside, pill
    assert ">↻ Each · If<" in svg
    assert 'href="#name:work"' in svg
    assert "stroke-dasharray" in svg


def test_a_frame_named_like_the_only_thing_in_it_is_named_once() -> None:
    svg = _drawn((_stage("Work", Round("each", (_stage("Work", MAY),))),))
    assert svg.count(">Work<") == 1


def test_a_tall_drawing_has_two_columns() -> None:
    steps = tuple(_stage(f"step_{n}", MAY) for n in range(12))
    low, tall = _drawn((Round("round", steps[:3]),)), _drawn((Round("round", steps),))
    assert _size(low)[0] < _size(tall)[0]
    assert _size(tall)[1] < _size(tall)[0] * 1.3
    assert all(svg.count("Step_2") == 1 for svg in (low, tall))


def test_the_steps_of_a_stage_are_drawn_once() -> None:
    round_ = _stage("round", _stage("first", MAY), _stage("second", MAY))
    svg = _drawn((round_, Round("if", (round_,))))
    assert svg.count(">Round<") == 2
    assert svg.count(">First<") == 1
