"""The glossary explains, tables say what is printed, lists go by the alphabet."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.reference.chapters.listing import sort_key
from rulelang.reference.making import subject_of
from rulelang.reference.model import Book, BookTable, Section, cell_text, plain
from rulelang.reference.outline import full_book

RULES = """
game market "Market" ru "Рынок":
    players 2..3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"
reading pace "How fast?" ru "Как быстро?" cites MA-002: slow or quick = slow
enum Good "good" ru "товар": wool "wool" ru "шерсть", milk "milk" ru "молоко"
enum Month "month" ru "месяц" from "months.csv":
    wage: (-5)..9
enum Site from "sites.csv" by players:
    player: Player
    gift: 0..9
track price "price" ru "цена" of Good from "prices.csv", stops at ends
track fame "fame" ru "слава" of Player: 0..400
track rank "rank" ru "ранг" of Player: 0..5
token Coin "coin" ru "монета", alike 9
zone purse "purse" ru "кошелёк" of Player: Coin
zone safe "safe" ru "сейф" of Player: Coin, seen by owner
zone pile "heap" ru "куча": pile of Coin, seen by nobody
zone dish "dish" ru "миска": Coin:
    note "Coins that were lost lie here" ru "Здесь лежат потерянные монеты"
var tired "tired" ru "усталость" of Player: Flag, cleared each turn
award lead "Lead" ru "Первенство" for p in Player:
    cite MA-001
    most fame of p, at least 3
    tied: holder keeps, else nobody
action wait "The wait" ru "Ожидание":
    do: raise my fame by 1
flow:
    each m in Month:
        each p in everyone:
            turn p: may wait
score lead_points "Lead" ru "Первенство" for p: if lead = p then 2 else 0
win by points, else shared:
    cite MA-003
words en:
    Site: "site"
words ru:
    Site: "участок"
"""
TABLES = {
    "months.csv": "month,wage,name_en,name_ru\nmay,-5,May,май\njune,3,June,июнь\n",
    "sites.csv": "players,site,player,gift\n2 3,a,red,1\n2 3,b,blue,2\n3,c,green,3\n",
    "prices.csv": "good,step,value,start\nwool,1,3,0\nwool,2,4,1\nmilk,1,5,1\nmilk,2,6,0\n",
}


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> tuple[Book, Book]:
    folder: Path = tmp_path_factory.mktemp("market")
    (folder / "market.rules").write_text(RULES, "utf-8")
    for name, text in TABLES.items():
        (folder / name).write_text(text, "utf-8")
    subject = subject_of(folder / "market.rules")
    return full_book(subject, "en"), full_book(subject, "ru")


def _section(book: Book, id_: str) -> Section:
    return next(section for section in book.walk() if section.id == id_)


def _table(section: Section) -> list[list[str]]:
    table = next(block for block in section.blocks if isinstance(block, BookTable))
    return [list(table.head), *([cell_text(cell) for cell in row] for row in table.rows)]


def test_what_says_nothing_is_no_term(market: tuple[Book, Book]) -> None:
    for book in market:
        terms = {section.id for section in book.walk() if section.id.startswith("term-")}
        assert terms == {
            "term-Good", "term-Month", "term-price", "term-rank", "term-safe", "term-dish",
        }  # fmt: skip
    assert plain(_section(market[0], "term-dish").blocks[0]) == "Coins that were lost lie here."


def test_printed_values_are_listed(market: tuple[Book, Book]) -> None:
    english, russian = market
    assert _table(_section(english, "term-Month")) == [
        ["Month", "Wage"], ["May", "−5"], ["June", "3"],
    ]  # fmt: skip
    assert _table(_section(english, "term-price")) == [
        ["Good", "1", "2"], ["wool", "3", "4"], ["milk", "5", "6"],
    ]  # fmt: skip
    assert plain(_section(russian, "term-price").blocks[-1]) == "Начало выделено жирным."


def test_what_depends_on_the_number_of_players_stands_in_the_set_up(
    market: tuple[Book, Book],
) -> None:
    setup = _section(market[0], "setup-steps")
    assert _table(setup) == [
        ["Player", "Gift", "Players"],
        ["Red", "1", "2, 3"],
        ["Blue", "2", "2, 3"],
        ["Green", "3", "3"],
    ]
    assert market[0].anchors()["Site"] == "setup-steps"


def test_an_award_stands_with_the_line_that_counts_it(market: tuple[Book, Book]) -> None:
    for book in market:
        titles = [section.title for section in book.walk()]
        assert titles.count("Lead") + titles.count("Первенство") == 1
        assert book.anchors()["lead"] == "score-lead_points"
    text = " ".join(plain(block) for block in _section(market[0], "score-lead_points").blocks)
    assert "“Lead” goes to the player who leads in this: their fame, at least 3." in text
    assert "Score 2 points if you hold “Lead”." in text


def test_clauses_lead_to_headings(market: tuple[Book, Book]) -> None:
    rows = {row[0]: row[1] for row in _table(_section(market[0], "clauses"))}
    assert rows["MA-001"] == "Lead"
    assert rows["MA-002"] == "How fast?"
    assert rows["MA-003"] == "Who wins"
    assert "setting-pace" not in {section.id for section in market[0].walk()}


def test_the_alphabet_knows_no_quotes_and_articles(market: tuple[Book, Book]) -> None:
    titles = ["«Семь» на кубиках", "Рука", "A seven", "“The end”", "Anthill"]
    assert sorted(titles, key=sort_key) == [
        "Anthill", "“The end”", "A seven", "Рука", "«Семь» на кубиках",
    ]  # fmt: skip
    index = dict(row for row in _table(_section(market[0], "index")) if row[0])
    assert index["W"] == "The wait"
