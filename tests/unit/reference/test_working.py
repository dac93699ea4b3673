"""Worked examples of the lines of the score: numbers of positions that come from the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.bundled import find_game, find_variant
from rulelang.reference.chapters.scoring import scoring_chapter
from rulelang.reference.editions import edition_of
from rulelang.reference.making import subject_of
from rulelang.reference.model import Hint, plain
from rulelang.reference.played.sampled_games import SEEDS, sample_games
from rulelang.reference.subject import Desk, Subject
from rulelang.syntax.trees import items as syn

RULES = """game fair "Fair" ru "Ярмарка":
    players 3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"
enum Coin "coin" ru "монета": coin "coin" ru "монета"
enum Fruit "fruit" ru "фрукт": plum "plum" ru "слива", pear "pear" ru "груша"
account purse "purse" ru "кошелёк" of Player: Coin
account mint "mint" ru "казна": Coin, unlimited
account basket "basket" ru "корзина" of Player: Fruit
account trees "trees" ru "деревья": Fruit, unlimited
var chance "luck" ru "удача" of Player: 0..99
var fame "fame" ru "известность" of Player: 0..99
card Prize "prize" ru "приз" from "prizes.csv":
    stars: 0..9
zone shelf "shelf" ru "полка" of Player: Prize
award crown "Crown" ru "Корона" for p in Player:
    most fame of p, at least 2
    tied: holder keeps, else nobody
define price(f: Fruit) "price" ru "цена" = if f = plum then 2 else 5
define fruits(p: Player, f: Fruit) "fruits" ru "фрукты" = f of basket of p
define behind(p: Player) = size of purse of p - least(size of purse of q for q in everyone)

setup:
    gain 47 coin to purse of red
    gain 12 coin to purse of blue
    gain 12 coin to purse of green
    gain 3 plum + 1 pear to basket of red
    set fame of red to 4
    set fame of blue to 3
    move all(z in Prize where z.stars > 1) to shelf of blue

score money "Money" ru "Деньги" for p: money_of(p)
score stars "Stars" ru "Звёзды" for p: total(z.stars for z in shelf of p)
score fruit "Fruit" ru "Фрукты" for p: total(fruits(p, f) * price(f) for f in Fruit)
score crown_points "Crown" ru "Корона" for p: if crown = p then 3 else 0
score renown "Renown" ru "Слава" for p: entry([0, 4, 8], max(1, min(3, fame of p - 1)))
score wealth "Wealth" ru "Богатство" for p:
    rank by size of purse of p for [10, 5], ties share rounded down
score debt "Debt" ru "Долги" for p: -2 * behind(p)
score gifts "Gifts" ru "Подарки"
score shares "Shares" ru "Доли"
score luck "Luck" ru "Удача" for p: chance of p
score tips "Tips" ru "Чаевые"
define money_of(p: Player) = size of purse of p / 10 rounded down

effect share_out(n: 1..99) "Share out" ru "Раздача":
    let rich = all(p in everyone where size of purse of p = n)
    each p in rich: score 9 / max(1, size of rich) rounded up as shares for p
effect tip(n: 1..9) "Tip" ru "Чаевые":
    score n as tips
action ring(f in Fruit) "Ring the bell" ru "Позвонить":
    do:
        do share_out(12)
        do tip(2)
flow:
    each p in everyone: score fame of p as gifts for p
    each p in everyone:
        turn p: may ring
win by points, else shared

test "luck is scored by a test alone" ru "удача есть только в испытании":
    given chance of red = 7
    then that luck(red) = 7
"""
EXAMPLES = {
    "Money": "Example: Red has 47 coins: 47 ÷ 10 → 4 points.",
    "Деньги": "Пример: у Красного 47 монет: 47 ÷ 10 → 4 очка.",
    "Stars": "Example: the stars of prizes in Blue’s shelf: 2 + 3 = 5 points.",
    "Fruit": "Example: Red has 3 plums and 1 pear: 3 × 2 + 1 × 5 = 11 points.",
    "Фрукты": "Пример: у Красного 3 сливы и 1 груша: 3 × 2 + 1 × 5 = 11 очков.",
    "Crown": "Example: Red’s fame is 4, Blue’s 3 and Green’s 0. Red holds “Crown”: 3 points.",
    "Renown": "Example: Red’s fame is 4: 8 points.",
    "Слава": "Пример: известность Красного — 4: 8 очков.",
    "Wealth": (
        "Example: Red has 47 coins, Blue 12 and Green 12. Red takes the first place: 10 points. "
        "Blue and Green share the second place: 5 ÷ 2 → 2 points each."
    ),
    "Богатство": (
        "Пример: у Красного 47 монет, у Синего 12 и у Зелёного 12. Красный занимает первое место: 10 очков. "
        "Синий и Зелёный делят второе место: каждый получает 5 ÷ 2 → 2 очка."
    ),
    "Debt": "Example: Red has 47 coins, Blue 12 and Green 12. Red: −2 × (47 − 12) = −70 points.",
    "Gifts": "Example: Red’s fame is 4: 4 points.",
    "Shares": "Example: 2 players: Blue and Green each score 9 ÷ 2 → 5 points.",
    "Luck": "Example: Red’s luck is 7: 7 points.",
    "Tips": "Example: “Ring the bell” (plum): Green scores 2 points.",
}
PRIZES = "id,stars\nribbon,2\ncup,3\nbutton,1\n"


@cache
def _fair(folder: Path) -> Subject:
    (folder / "prizes.csv").write_text(PRIZES, "utf-8")
    rules = folder / "fair.rules"
    rules.write_text(RULES, "utf-8")
    return subject_of(rules)


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    return _fair(tmp_path_factory.mktemp("fair"))


def _examples(subject: Subject) -> dict[str, str]:
    """The example below each heading, in both languages."""
    found: dict[str, str] = {}
    for language in ("en", "ru"):
        for section in scoring_chapter(Desk(subject, language)).sections:
            texts = [b for b in section.blocks if isinstance(b, Hint) and b.is_example]
            found.setdefault(section.title, "".join(map(plain, texts)))
    return found


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_line_has_an_example_with_its_numbers(fair: Subject, title: str) -> None:
    assert _examples(fair)[title] == EXAMPLES[title]


@pytest.mark.parametrize("game", ["carcassonne_hg", "catan"])
def test_every_line_of_a_game_has_an_example(game: str) -> None:
    subject = subject_of(find_game(game))
    examples = _examples(subject)
    lines = [item for item in subject.linked.items if isinstance(item, syn.Score)]
    for language in ("en", "ru"):
        titles = {Desk(subject, language).title(item.name.text) for item in lines}
        assert {title for title in titles if examples.get(title)} == titles


def test_points_of_a_region_are_told_with_what_is_in_it() -> None:
    found = _examples(subject_of(find_game("carcassonne_hg"))).values()
    assert "Example: a river with 3 segments and 2 fish: Green scores 3 + 2 = 5 points." in found
    assert "Пример: река с 3 участками и 2 рыбами: Зелёный получает 3 + 2 = 5 очков." in found


def test_examples_are_no_change_of_the_rules() -> None:
    game = find_game("clans_glory")
    variant = subject_of(game, [find_variant(game, "heads_count")])
    book = edition_of("changes", variant, subject_of(game), "en")
    told = [plain(block) for section in book.walk() for block in section.blocks]
    assert not any("Example" in text for text in told)


def test_bots_play_on_for_lines_that_no_test_speaks_of(fair: Subject) -> None:
    game = fair.game(3)
    assert len(sample_games(game)) == SEEDS  # nobody is lucky
    assert len(sample_games(game, {"luck"})) < SEEDS
