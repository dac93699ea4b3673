"""Sentences about what is done: names, loops, turns, hooks and choices of a small game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose import own
from rulelang.prose.describe import describe, describe_effect
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

DATA = Path(__file__).parents[2] / "data" / "prose"


@cache
def mill() -> Linked:
    report = Reporter()
    found = link(DATA / "mill.rules", [], Sources(), report)
    assert found is not None
    assert not report.has_errors
    return found


TOLD = [
    # What changes before it is spoken of again gets a name first.
    (
        "take_order",
        "Determine the newest order. The newest order becomes the top order in the stack of orders. If there is such an order, lay this order on the board.",
        "Определите новейший заказ. Теперь новейший заказ — верхний заказ в стопке заказов. Если такой заказ есть, положите этот заказ на доску.",
    ),
    # What is forgotten each turn anyway is forgotten without a word.
    (
        "serve_order",
        "If there is an order just taken, lay the order just taken on the board.",
        "Если есть только что взятый заказ, положите только что взятый заказ на доску.",
    ),
    # A second `if` that asks for the opposite of the first.
    (
        "drive",
        "If this carrier is a cart, move this carrier into the road. Otherwise, you may",
        "Если этот возчик — телега, переместите этого возчика на дорогу. Иначе вы можете",
    ),
    # The same twice.
    (
        "ask_twice",
        "You may take the action “Fill a sack” up to twice.",
        "Вы можете до двух раз выполнить действие «Наполнить мешок».",
    ),
    (
        "pick_two",
        "Do this twice:\n- Choose a grain.\n- Take 1 unit of this grain.",
        "Сделайте это дважды:\n- Выберите зерно.\n- Возьмите 1 единицу этого зерна.",
    ),
    # A track with printed values goes by steps, not by what the values differ.
    (
        "raise_price",
        "Move the price of this grain up by the given number of steps. Move the price of rye down by 2 steps.",
        "Сдвиньте цену этого зерна вверх на указанное число делений. Сдвиньте цену ржи вниз на 2 деления.",
    ),
    # What lies on each other comes in order.
    (
        "carry_down",
        "for each sack on this spot, from the bottom of the pile to the top, the owner of this sack",
        "для каждого мешка на этом месте, снизу вверх по стопке, владелец этого мешка",
    ),
    # `until` is asked before the first pass; what each turn clears holds in this turn.
    (
        "clear_desk",
        "As long as the stack of orders is not empty, repeat this: lay 1 order from the stack of orders on the board. Do this 3 times: carry out “Pick two”. In this turn “noise” holds.",
        "Повторяйте, пока стопка заказов не пуста: положите 1 заказ из стопки заказов на доску. Сделайте это 3 раза: примените правило «Взять два». В этот ход действует «шум».",
    ),
    # What a loop goes through is no other one.
    (
        "seat_from",
        "For each player clockwise from this player, that player’s seat becomes",
        "Для каждого игрока по часовой стрелке от этого игрока теперь место за столом того игрока",
    ),
    # A limit that powers raise, of a rule that offers itself again.
    (
        "grind",
        "this grain. You may do this only once per turn, or as often as your number of rounds if that is more.",
        "зерна. Это можно сделать только один раз за ход или столько раз, сколько составляет ваше число кругов, если это больше.",
    ),
    # Whoever chooses one sees that there is one.
    (
        "sell_order",
        "Pay 3 coins. Choose an order on the board other than the newest order.",
        "Заплатите 3 монеты. Выберите заказ на доске, кроме новейшего заказа.",
    ),
    # What must hold of it is part of what is chosen; `another` one is not the same.
    (
        "push",
        "a spot other than the blocked spot. Choose another spot. Move",
        "место, кроме закрытого места. Выберите другое место. Переместите",
    ),
    # Several things get the name that their words give them; what is only taken needs none.
    (
        "deliver",
        "Choose one or more grains among your bins (the grain you bring).",
        "Выберите одно или несколько зерн среди своих закромов (привезённое зерно).",
    ),
    (
        "pick_gift",
        "Choose 2 grains in the barn and take them.",
        "Выберите 2 зерна в амбаре и возьмите их.",
    ),
    # A step that is played only if players agree on that; a choice before what just happens.
    (
        "sack",
        "You may do this in the step “Milling” (in the step “Dance” if the setting “feast” is on), as often as you like. You may also do this as part of “Ask twice”.",
        "Это можно делать сколько угодно раз на шаге «Помол» (на шаге «Танец», если включена настройка «праздник»). Это также можно сделать по правилу «Спросить дважды».",
    ),
    # What a module adds to a choice is offered as the rest of it.
    (
        "rest",
        "You may do this in the step “Milling”, as often as you like.",
        "Это можно делать сколько угодно раз на шаге «Помол».",
    ),
    ("milling", "- “Grind”.\n- “Rest”.", "- «Смолоть».\n- «Отдых»."),
    # When a power comes into one's hands; what may be done only so often, before or after something.
    (
        "baker",
        "When you take this trade, take 1 coin from the till. Before or after “Push on”, you may",
        "Когда вы берёте это ремесло, возьмите 1 монету из кассы. До или после правила «Толкать дальше» вы можете",
    ),
    # Things are dealt, drawn and set aside; somebody becomes the starting player, not the other way round.
    (
        "begin",
        "Nothing counts among the late players any more. Deal 1 order from the stack of orders to each player. Draw 2 orders from the stack of orders and add them to the orders set aside. The first player becomes the starting player. Now the late players are all players. The starting player counts among the late players from now on. Lay each order on the board.",
        "В число опоздавших игроков больше ничего не входит. Сдайте каждому игроку 1 заказ из стопки заказов. Возьмите 2 заказа из стопки заказов и положите их к отложенным заказам. Первый игрок становится начальным игроком. Теперь опоздавшие игроки — все игроки. Отныне начальный игрок входит в число опоздавших игроков. Положите каждый заказ на доску.",
    ),
    # For whom a rule is carried out.
    (
        "begin",
        "Carry out “Warn” for all players.\nCarry out “Warn” for the starting player only.",
        "Примените правило «Предупредить» для всех игроков. Примените правило «Предупредить» только для начального игрока.",
    ),
    ("warn", "If “silent” was chosen, carry out", "Если выбрано «тихо», примените"),
    # What others add before a rule comes first.
    (
        "tell_all",
        "Take 1 coin from the till. After this, if the stack of orders is not empty, in this turn",
        "Возьмите 1 монету из кассы. После этого, если стопка заказов не пуста, в этот ход",
    ),
    # In which order comes first.
    (
        "dawn",
        "Clockwise, beginning with the starting player, each player takes the action “Learn”. Then, counter-clockwise,",
        "По часовой стрелке, начиная с начального игрока, каждый игрок выполняет действие «Научиться». Затем против",
    ),
    # What the rule that leads there gives it; whether one has to may be agreed on.
    (
        "greet",
        "You may do this as part of the action “Visit”, for the chosen spot. If the setting “feast” is on, you must do this.",
        "Это можно сделать при выполнении действия «Посетить», для выбранного места. Если включена настройка «праздник», это обязательно.",
    ),
    # An option that is there if what it does is possible; what is done for each of those who chose.
    (
        "share",
        "- “A part”, if possible: take the action “Learn”.",
        "- «Часть», если возможно: выполните действие «Научиться».",
    ),
    (
        "share",
        "Then, for each of them, if there is such an order, add this order",
        "Затем для каждого из них, если такой заказ есть, положите этот заказ",
    ),
    # What there is only one of goes to one place; one thing is not several.
    (
        "set_vane",
        "Place the vane on the spot with a sack. Choose 1 grain in the barn. Move the chosen grain from",
        "Поставьте флюгер на место с мешком. Выберите 1 зерно в амбаре. Переместите выбранное зерно из",
    ),
    # Not as often as one needs, where there is a limit.
    (
        "barter",
        "You may do this only to pay a cost. Choose a grain.",
        "Это можно делать только для оплаты. Выберите зерно.",
    ),
]


@pytest.mark.parametrize(("name", "english", "russian"), TOLD)
def test_what_is_done_is_told_as_an_editor_would(name: str, english: str, russian: str) -> None:
    assert english in as_text(describe(mill(), name, "en"))
    assert russian in as_text(describe(mill(), name, "ru"))


def test_what_follows_all_turns_is_no_part_of_a_turn() -> None:
    flow = next(item for item in mill().items if isinstance(item, syn.Flow))
    assert "\nAfter the last turn, carry out “Pick two”." in as_text(describe(mill(), flow, "en"))
    assert "After the last turn, in each of the 2 rounds," in as_text(describe(mill(), flow, "en"))
    assert "\nПосле последнего хода примените правило" in as_text(describe(mill(), flow, "ru"))


def test_what_is_printed_on_things_says_what_it_costs() -> None:
    assert as_text(describe_effect(mill(), "sell_order", "en")).startswith("Pay 3 coins.")
    assert as_text(describe_effect(mill(), "sell_order", "ru")).startswith("Заплатите 3 монеты.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("верните мешок в ваш запас", "верните мешок в свой запас"),
        (
            "выберите мешок, который в вашем запасе\x06 и телегу из вашего двора",
            "выберите мешок, который в вашем запасе\x06 и телегу из своего двора",
        ),
        ("возьмите столько монет, каков ваш курс", "возьмите столько монет, каков ваш курс"),
        (
            "выберите место, в закромах которого есть ваш мешок",
            "выберите место, в закромах которого есть ваш мешок",
        ),
        ("примените правило «Ваш ход»", "примените правило «Ваш ход»"),
    ],
)
def test_what_the_reader_is_told_to_do_is_done_with_their_own(text: str, expected: str) -> None:
    assert own.is_told_to_you(text)
    assert own.reflexive(text) == expected
