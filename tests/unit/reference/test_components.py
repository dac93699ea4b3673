"""The chapter on what is in the box says everything once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.bundled import find_game
from rulelang.reference.making import subject_of
from rulelang.reference.model import Book, BookTable, Figure, Section, cell_text, plain
from rulelang.reference.outline import full_book

RULES = """
game yard "Yard":
    players 2..3
enum Sort "sort": hen "hen", goose "goose"
piece Bird "bird", alike 4 per Player from "birds.csv":
    sort: Sort
    price: 0..9
piece Fence "fence", alike 24
piece Marker "marker", alike 2 per Player:
    cite YA-001
piece Scarecrow "scarecrow", alike 3
piece Dog "dog"
board yard "yard": squares 2 by 2:
    cells Spot "spot" holds one Bird, one Scarecrow, Dog
zone pen "pen": Bird + Fence + Marker + Order
card Order "order" from "orders.csv":
    price: 0..9
    prize: 0..9
flow:
    each p in everyone:
        turn p: may fence
action fence "Put up a fence":
    require left: some Fence on box
    roll eyes = 2d6
    roll more = 1d6
    roll luck = 1d20
    gain 0 * coin
    move all of (Dog on Spot) to box
enum Money: coin "coin"
account mint "mint": Money, unlimited
award lead "Lead" for p in Player:
    most coin of purse of p, at least 1
    tied: holder keeps, else nobody
account purse of Player: Money
"""


def _book(folder: Path) -> Book:
    path = folder / "yard.rules"
    path.write_text(RULES, encoding="utf-8")
    birds = "bird,sort,price,name_en\nhen,hen,3,hen\ngoose,goose,5,goose\n"
    (folder / "birds.csv").write_text(birds, "utf-8")
    orders = "order,price,prize,name_en\nno_1,1,3,order 1: 1 → 3\nno_2,2,4,order 2: 2 → 4\n"
    (folder / "orders.csv").write_text(orders, "utf-8")
    return full_book(subject_of(path), "en")


def _rows(table: BookTable) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in table.rows]


def test_what_the_table_of_all_says_has_no_section(tmp_path: Path) -> None:
    book = _book(tmp_path)
    chapter = book.sections[0]
    names = [section.name for section in chapter.sections]
    assert names == ["Bird", "Order"]  # a fence and a marker have nothing printed on them
    counts = chapter.blocks[0]
    assert isinstance(counts, BookTable)
    assert [row[1:] for row in _rows(counts)] == [
        ["Birds", "8 for each player"],
        ["Fences", "24"],
        ["Markers", "2 for each player"],
        ["Dog", "1"],
        ["Orders", "2"],
        ["Yard", "1"],
        ["Award “Lead”", "1"],
        ["Dice", "2"],
        ["Die with 20 sides", "1"],
        ["Coins", "as many as needed"],
    ]  # no rule speaks of scarecrows
    assert book.anchors()["Fence"] == "row-Fence"
    assert book.anchors()["Marker"] == "row-Marker"  # where the list of clauses leads
    assert book.anchors()["Bird"] == "component-Bird"


def test_a_table_of_faces_says_nothing_twice(tmp_path: Path) -> None:
    bird, order = _book(tmp_path).sections[0].sections
    (birds,) = [block for block in bird.blocks if isinstance(block, BookTable)]
    assert bird.blocks == (birds,)
    assert birds.head == ("Name", "Price", "How many")  # its sort is its name
    assert _rows(birds) == [["Hen", "3", "4"], ["Goose", "5", "4"]]
    (orders,) = [block for block in order.blocks if isinstance(block, BookTable)]
    assert [row[0] for row in _rows(orders)] == ["Order 1", "Order 2"]


def test_a_place_says_what_lies_there_in_this_game(tmp_path: Path) -> None:
    board = next(section for section in _book(tmp_path).walk() if section.id == "term-yard")
    text = " ".join(plain(block) for block in board.blocks)
    assert "On each spot there is room for one bird and the dog." in text


def _drawn(book: Book) -> dict[str, list[str]]:
    """The drawings of the chapter on components, by the kind that they show."""
    chapter = next(section for section in book.sections if section.id == "components")
    return {section.name or "": _drawings(section) for section in chapter.sections}


def _drawings(section: Section) -> list[str]:
    return [block.svg for block in section.blocks if isinstance(block, Figure)]


def test_cards_and_tiles_are_drawn_also_if_they_have_only_a_name(
    books: tuple[Book, Book],
) -> None:
    for book in books:
        drawn = _drawn(book)
        if "Villager" in drawn:
            (svg,) = drawn["Villager"]
            assert svg.count("<rect") == 42 + 1
            continue
        assert all(len(drawn[kind]) == 1 for kind in ("Land", "Token", "Port", "Development"))
        assert drawn["Development"][0].count('rx="8"') == 5
        assert "× 14" in drawn["Development"][0]
        assert drawn["Land"][0].count("<polygon") == 6


def test_tiles_and_contracts_are_drawn_with_all_their_text() -> None:
    book = full_book(subject_of(find_game("caledonia")), "en")
    drawn = _drawn(book)
    assert "".join(drawn["Contract"]).count(">Contract ") == 50
    (glory,) = drawn["Glory"]
    assert glory.count("<text") == 9


PIECE = 'piece Cube "die" ru "кубик"\nzone table "table" ru "стол": Cube\n'


@pytest.mark.parametrize("piece", [PIECE, ""])
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Die with the faces 1, 1, 2"), ("ru", "Кубик с гранями 1, 1, 2")],
)
def test_a_die_says_what_is_on_its_faces(
    tmp_path: Path, language: str, told: str, piece: str
) -> None:
    (tmp_path / "faces.csv").write_text(
        "face,pips,name_en,name_ru\nf1,1,1,1\nf2,1,1,1\nf3,2,2,2\n", "utf-8"
    )
    rules = tmp_path / "toss.rules"
    rules.write_text(
        'game toss "Toss" ru "Бросок":\n'
        "    players 2\n"
        'enum Face from "faces.csv":\n'
        "    pips: 1..2\n"
        f"{piece}"
        'var sum "sum" ru "сумма" of Player: 0..99\n'
        'action toss_it "Toss" ru "Бросить":\n'
        "    do:\n"
        "        roll face = Face\n"
        "        raise my sum by face.pips\n"
        f"{'        move cube to table' if piece else ''}\n"
        "flow:\n"
        "    each p in everyone:\n"
        "        turn p: choose toss_it\n",
        "utf-8",
    )
    table = full_book(subject_of(rules), language).sections[0].blocks[0]
    assert isinstance(table, BookTable)
    assert [cell_text(row[1]) for row in table.rows] == [told]
