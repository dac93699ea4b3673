from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.bundled import find_game
from rulelang.program import nodes as ir
from rulelang.reference.making import subject_of
from rulelang.reference.model import Book, BookTable, Figure, cell_text, plain
from rulelang.reference.outline import full_book
from rulelang.reference.pictures.flow_tree import Choices, Round, Stage, parts_of_flow
from rulelang.reference.subject import Subject


def _section(book: Book, id_: str) -> list[str]:
    return [section.title for section in book.walk() if section.id == id_]


def test_chapters_come_in_the_order_of_a_rulebook(books: tuple[Book, Book]) -> None:
    for book in books:
        ids = [section.id for section in book.sections]
        order = [
            "components", "setup", "turn", "actions", "exchanges", "effects", "powers", "scoring",
            "end", "settings", "glossary", "faq", "clauses", "index",
        ]  # fmt: skip
        assert ids == [name for name in order if name in ids]
        assert {"components", "setup", "turn", "actions", "scoring", "end", "index"} <= set(ids)


def test_both_languages_have_the_same_sections(books: tuple[Book, Book]) -> None:
    english, russian = books
    assert sorted(s.id for s in english.walk()) == sorted(s.id for s in russian.walk())
    assert english.title != russian.title


def test_ids_are_unique(books: tuple[Book, Book]) -> None:
    for book in books:
        ids = [section.id for section in book.walk()]
        assert len(ids) == len(set(ids))


def test_components_have_counts_for_each_number_of_players(books: tuple[Book, Book]) -> None:
    table = books[0].sections[0].blocks[0]
    assert isinstance(table, BookTable)
    assert all(all(cell_text(cell) for cell in row[1:]) for row in table.rows)


def test_the_worked_example_adds_up(orchard_book: Book) -> None:
    section = next(section for section in orchard_book.walk() if section.id == "example")
    table = next(block for block in section.blocks if isinstance(block, BookTable))
    columns = list(
        zip(*([int(cell_text(cell)) for cell in row[1:]] for row in table.rows), strict=True)
    )
    assert all(sum(lines) == total for *lines, total in columns)


def test_the_flow_is_read_as_steps_and_choices(orchard_subject: Subject) -> None:
    (outer,) = parts_of_flow(orchard_subject.program)
    assert isinstance(outer, Round)
    assert outer.way == "repeat"
    (each,) = outer.parts
    assert isinstance(each, Round)
    assert each.way == "each"
    (step,) = each.parts
    assert isinstance(step, Stage)
    assert step.name == "trading"
    (choice,) = step.parts
    assert isinstance(choice, Choices)
    assert choice.way == "may"
    assert [pill.name for pill in choice.pills] == ["pick", "sell", "beg"]
    assert isinstance(orchard_subject.program.flow[0], ir.Times)


def test_the_diagram_names_every_action(orchard_book: Book) -> None:
    chapter = next(section for section in orchard_book.sections if section.id == "turn")
    figure = chapter.blocks[0]
    assert isinstance(figure, Figure)
    for name, label in (
        ("pick", "Pick apples"),
        ("sell", "Sell apples"),
        ("beg", "Beg for a coin"),
    ):
        assert f'href="#name:{name}"' in figure.svg
        assert label in figure.svg


def test_the_index_names_every_heading_though_two_are_alike(books: tuple[Book, Book]) -> None:
    for book in books:
        index = next(section for section in book.sections if section.id == "index")
        (table,) = index.blocks
        assert isinstance(table, BookTable)
        cells = [cell for _letter, cell in table.rows]
        named = {run.target for cell in cells if isinstance(cell, tuple) for run in cell} - {None}
        headings = {section.name for section in book.walk() if section.name and section.title}
        rows = {name for name, anchor in book.anchors().items() if anchor.startswith("row-")}
        rows |= {name for section in book.walk() for name in section.also}
        parts_of_every_book = {"setup", "flow", "end", "win"}
        assert headings - parts_of_every_book <= named <= headings | rows
        assert not named & parts_of_every_book


def test_spaces_that_do_something_are_listed_with_what_they_do() -> None:
    book = full_book(subject_of(find_game("glenmore")), "en")
    board = next(section for section in book.walk() if section.id == "term-clans")
    table = next(block for block in board.blocks if isinstance(block, BookTable))
    rows = {cell_text(row[0]): [cell_text(cell) for cell in row[1:]] for row in table.rows}
    assert rows["MacLeod"] == ["", "Take 3 coins."]
    assert rows["Douglas"][0] == "can be used again and again"


def test_steps_stand_where_play_comes_to_them() -> None:
    book = full_book(subject_of(find_game("carcassonne_hg")), "en")
    phases = next(section for section in book.walk() if section.id == "phases")
    names = [section.name for section in phases.sections]
    assert names == ["land_tile", "figure", "bonus_tile", "final"]
    index = next(section for section in book.sections if section.id == "index")
    (table,) = index.blocks
    assert isinstance(table, BookTable)
    assert any("Huts" in cell_text(cell) for row in table.rows for cell in row)


def test_notes_on_the_game_and_on_its_set_up_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "noted.rules"
    path.write_text(
        'game noted "Noted":\n    players 2\n    note "A game of ours."\n'
        'var days "days": 0..9\nsetup:\n    note "Sit down first."\n    set days to 1\n'
        "action wait:\n    do: set days to 2\nflow:\n    each p in everyone:\n        turn p: may wait\n"
        'score length "Length" for p: days\nwin by points, else shared\n',
        "utf-8",
    )
    book = full_book(subject_of(path), "en")
    assert plain(book.sections[0].blocks[0]) == "A game of ours."
    told = next(section for section in book.walk() if section.id == "setup-steps")
    assert "Sit down first." in " ".join(plain(block) for block in told.blocks)


@pytest.mark.parametrize(
    ("first", "counts"), [("2", ["3 players"]), ("players", ["2 players", "3 players"])]
)
def test_set_up_is_drawn_for_each_number_of_players_if_something_else_lies_there(
    tmp_path: Path, first: str, counts: list[str]
) -> None:
    (tmp_path / "shore.csv").write_text("x,y,number\n0,0,1\n1,0,2\n2,0,3\n", "utf-8")
    rules = tmp_path / "shore.rules"
    rules.write_text(
        'game shore "Shore":\n'
        "    players 2..3\n"
        'piece Shell "shell", alike 9\n'
        'board beach "beach": squares from "shore.csv":\n'
        '    cells Spot "spot" holds Shell:\n'
        "        number: 1..3\n"
        "setup:\n"
        f"    each s in Spot where s.number <= {first}: move 1 Shell from box to s\n"
        "flow:\n"
        "    each p in everyone:\n"
        "        turn p: choose rest\n"
        'action rest(s in Spot) "Rest":\n'
        "    do: set tired to true\n"
        'var tired "tired": Flag\n',
        "utf-8",
    )
    book = full_book(subject_of(rules), "en")
    (chapter,) = (section for section in book.sections if section.id == "setup")
    titles = [block.caption for block in chapter.blocks if isinstance(block, Figure)]
    assert titles == [f"After set-up, {count}" for count in counts]
