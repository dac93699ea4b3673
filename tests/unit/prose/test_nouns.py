"""Noun phrases, numbers and conditions of a small game, in both languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import describe
from rulelang.prose.model import as_text
from rulelang.source import Sources

DATA = Path(__file__).parents[2] / "data" / "prose"


@cache
def harbour() -> Linked:
    found = link(DATA / "harbour.rules", [], Sources(), Reporter())
    assert found is not None
    return found


TOLD = [
    # A set that is told as a whole: what there is in it, and what there is not.
    (
        "close",
        "If among the shut piers there is no pier with length 1, score",
        "Если среди закрытых пирсов нет пирса с длиной 1, получите",
    ),
    (
        "close",
        "If among the shut piers there is a pier with length 2, score",
        "Если среди закрытых пирсов есть пирс с длиной 2, получите",
    ),
    # Words that speak to the reader, about somebody else.
    (
        "count_up",
        "as many points as there are piers with this player’s boats",
        "столько очков, сколько пирсов с лодками этого игрока",
    ),
    # A number of players by the numbers that the game is for.
    (
        "few",
        "With 2 players, score 3 points for “Care”. With 3 or 4 players, score 2 points",
        "Если играют 2 игрока, получите за «Уход» 3 очка. Если играют 3 или 4 игрока, получите",
    ),
    (
        "deep",
        "If the setting “water in the harbour” is 2,",
        "Если настройка «вода в гавани» равна 2,",
    ),
    # Two bounds of one number; what was agreed on before the game comes first.
    (
        "moor",
        "without a boat whose length is more than the number of docks in the yard and less than 7,",
        "без лодки, у которого длина больше количества причалов во дворе и меньше 7,",
    ),
    (
        "moor",
        "If the setting “Is there a storm?” is on and 2 players take part, for each pier with length 3,",
        "Если включена настройка «Бывает ли шторм?» и играют 2 игрока, для каждого пирса с длиной 3",
    ),
    # An argument that changes what a value is.
    (
        "dues",
        "the fee for 2 boats for “Care”. Score as many points as the fee for 2 boats less your rebate for each boat",
        "плата за лодки (2). Получите за «Уход» столько очков, сколько составляет плата за лодки (2) за вычетом вашей",
    ),
    # A union: something is in one or the other of its parts.
    (
        "look",
        "For each dock which is in the yard, in the shelf or in the bin,",
        "Для каждого причала, который находится во дворе, в полке или в ящике,",
    ),
    # Bounds that only spare a fault, and one that counts; a product of two numbers that are computed.
    (
        "share",
        "as 10 divided by the number of docks in the yard (rounded up) for",
        "сколько будет 10, делённое на количество причалов во дворе (с округлением вверх).",
    ),
    (
        "share",
        "the number of docks in the yard × the total number of docks in the shelf",
        "количество причалов во дворе × общий номер причалов в полке.",
    ),
    # What lies at an end of a pile; an award that nobody has.
    (
        "see_top",
        "the number of the top dock in the heap is 3 and nobody holds “Pride”, put the bottom dock",
        "номер верхнего причала в куче равен 3 и награды «Гордость» нет ни у кого, положите нижний причал",
    ),
    (
        "extend",
        "a free strip next to a laid quay of your shore.",
        "свободную полосу рядом с выложенной набережной своего берега.",
    ),
    # Names in quotes, and names that begin with a number, are counted too.
    (
        "give_prizes",
        "Add 2 kites “Eagle” from the box to your prizes. Add “2 coins” from",
        "Положите 2 змея «Орёл» из коробки к своим призам. Положите «2 монеты» из",
    ),
    # For all but a few; nobody instead of everybody not; where there are so many comes first in Russian.
    (
        "strict",
        "If for each dock other than “First” and “Second”, its number is more than 2,",
        "Если для каждого причала, кроме причала «Первый» и причала «Второй», его номер больше 2,",
    ),
    ("strict", "If nobody has any points,", "Если ни у кого нет очков,"),
    (
        "strict",
        "If there is exactly 1 dock with flag “striped”,",
        "Если всего 1 причал (флаг — «полосатый»),",
    ),
    (
        "strict",
        "If there are at least 2 of your boats on the bay,",
        "Если на заливе не меньше 2 ваших лодок,",
    ),
    ("strict", "If “First” is not in the yard,", "Если «Первый» не находится во дворе,"),
    # The sum of what a definition says about each.
    (
        "unload",
        "Take the total weight of docks in the shelf.",
        "Возьмите общий вес причалов в полке.",
    ),
    # What must hold together beside an `or`; so much for each; cases as a list.
    (
        "pick_piers",
        "If the setting “Is there a storm?” is on or both it is wet and the yard is not empty, score",
        "Если включена настройка «Бывает ли шторм?» или одновременно мокро и двор не пуст, получите",
    ),
    (
        "pick_piers",
        "Choose a cargo whose number in your hold is at least 2. Take 1 crate of this cargo.",
        "Выберите груз, количество которого в вашем трюме не меньше 2. Возьмите 1 ящик этого груза.",
    ),
    ("pick_piers", "£5", "5 фунтов"),
    ("worth", "The worth is 2 for each pier with a boat.", "Ценность — 2 за каждый пирс с лодкой."),
    (
        "height",
        "The height is:\n- 1 if the yard is empty.\n- 2 if the shelf is empty.\n- Otherwise 3.",
        "Высота:\n- 1, если двор пуст.\n- 2, если полка пуста.\n- Иначе 3.",
    ),
    (
        "held",
        "2 × (the number of docks in the yard plus the number of docks in the shelf)",
        "2 × (количество причалов во дворе плюс количество причалов в полке)",
    ),
    # A case that says what it is a case of needs no quotes.
    (
        "stow",
        "If this side is the left side, add 1 salt to the rack of the right side.",
        "Если эта сторона — левая сторона, положите 1 соль в стойку правой стороны.",
    ),
    # What a definition speaks of comes up first; what its words do not name is known.
    (
        "toll",
        "The toll at a dock is its number.",
        "Сбор за причал — его номер.",
    ),
    (
        "suits",
        "A dock suits you if its number is 3 and this dock has a flag.",
        "Причал вам подходит, если его номер равен 3 и у этого причала есть флаг.",
    ),
    ("bonus", "Your bonus is the number of the dock plus 1.", "номер этого причала плюс 1."),
    # A power: who has it, and conditions as part of what they are about.
    (
        "first_dock",
        "This holds for the player who keeps “First”.",
        "Это действует для игрока, который хранит причал «Первый».",
    ),
    (
        "first_dock",
        "The toll at a dock with flag “striped” increases by 2.",
        "Сбор за причал (флаг — «полосатый») увеличивается на 2.",
    ),
    ("first_dock", "The toll at “Second” is 0.", "Сбор за причал «Второй» — 0."),
    (
        "first_dock",
        "A dock suits you also if its number is 4.",
        "Причал вам подходит также, если его номер равен 4.",
    ),
    ("first_dock", "only if the column of the strip is 0.", "только если столбец полосы равен 0."),
    (
        "free_room",
        "3 minus the number of cargo crates in your hold (never less than 0).",
        "3 минус количество ящиков груза в вашем трюме (но не меньше 0).",
    ),
]


@pytest.mark.parametrize(("name", "english", "russian"), TOLD, ids=[case[0] for case in TOLD])
def test_a_phrase_says_what_the_rules_say(name: str, english: str, russian: str) -> None:
    assert english in as_text(describe(harbour(), name, "en"))
    assert russian in as_text(describe(harbour(), name, "ru"))
