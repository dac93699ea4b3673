"""Scoring, end and victory of very small games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

HEAD = """game fair "Fair" ru "Ярмарка":
    players 2..3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"
enum Season "season" ru "сезон": spring "spring" ru "весна", autumn "autumn" ru "осень"
enum Coin "coin" ru "монета": coin "coin" ru "монета"
account purse "purse" ru "кошелёк" of Player: Coin, start 3
token Ticket "ticket" ru "билет", 9
zone bowl "bowl" ru "чаша": Ticket
action rest "Rest" ru "Отдых":
    do: gain 1 coin from purse of me
"""


def linked(folder: Path, text: str) -> Linked:
    path = folder / "fair.rules"
    path.write_text(HEAD + text, "utf-8")
    found = link(path, [], Sources(), Reporter())
    assert found is not None
    return found


TURN = "turn p: may rest\n"
ENDS = [
    (
        "flow:\n    repeat each p in clockwise from first(p in everyone) until no bowl:\n        "
        + TURN
        + '    step counting "Counting" ru "Подсчёт": score 1 as luck\n',
        "The game ends if the bowl is empty at the end of a turn. Then comes the step “Counting”.",
        "Игра заканчивается, если в конце хода чаша пуста. Затем наступает шаг «Подсчёт».",
    ),
    (
        "flow:\n    repeat until no bowl:\n        each p in everyone:\n            " + TURN,
        "The game ends as soon as the bowl is empty.",
        "Игра заканчивается, как только чаша пуста.",
    ),
    (
        "flow:\n    each d in Season:\n        each p in everyone:\n            " + TURN,
        "The game ends after 2 seasons.",
        "Игра заканчивается после 2 сезонов.",
    ),
    (
        "flow:\n    repeat 4 times:\n        each p in everyone:\n            " + TURN,
        "The game ends after 4 rounds.",
        "Игра заканчивается после 4 раундов.",
    ),
    ("flow:\n    repeat each p in clockwise from first(p in everyone):\n        " + TURN, "", ""),
]


@pytest.mark.parametrize(("flow", "english", "russian"), ENDS)
def test_a_game_ends_with_its_flow(tmp_path: Path, flow: str, english: str, russian: str) -> None:
    game = linked(
        tmp_path, 'score luck "Luck" ru "Удача"\n' + flow + "win by points, else shared\n"
    )
    assert as_text(Prose(game, "en").ending()) == english
    assert as_text(Prose(game, "ru").ending()) == russian


def _described(game: Linked, kind: type[syn.Score | syn.Win], language: str) -> str:
    item = next(item for item in game.items if isinstance(item, kind))
    return as_text(Prose(game, language).describe(item))


def test_whoever_has_the_turn_wins_alone(tmp_path: Path) -> None:
    text = "win by (if p = active then 1 else 0), then by points, else shared\n"
    game = linked(tmp_path, text)
    assert _described(game, syn.Win, "en") == "The player whose turn it is wins."
    assert _described(game, syn.Win, "ru") == "Побеждает игрок, чей сейчас ход."


def test_points_are_lost_only_once(tmp_path: Path) -> None:
    text = (
        'var bid "bid" ru "ставка" of Player: 0..99\nscore debt "Debt" ru "Долг" for p: -bid of p\n'
    )
    game = linked(tmp_path, text)
    assert _described(game, syn.Score, "en") == "Lose as many points as your bid."
    assert "минус" not in _described(game, syn.Score, "ru")


EARNED = """
define worth(s: Season) "worth" ru "ценность" = 2 * size of bowl
effect harvest(s: Season) "Harvest" ru "Урожай":
    each p in everyone: score worth(s) as crops for p
    gain 1 coin from purse of me
effect glean(s: Season) "Glean" ru "Остатки":
    each p in everyone: score worth(s) as rest for p
effect give(n: 1..9) "Gift" ru "Подарок":
    score n as gifts
score crops "Crops" ru "Зерно"
score rest "Rest" ru "Прочее"
score gifts "Gifts" ru "Подарки"
after harvest(s): score 3 as rest
"""
CROPS = (
    "“Harvest”: score as many points as the worth. The worth is 2 for each ticket in the bowl.",
    "«Урожай»: получите столько очков, сколько составляет ценность. Ценность — 2 за каждый билет в чаше.",
)


def test_points_of_the_play_are_told_with_their_numbers(tmp_path: Path) -> None:
    game = linked(tmp_path, EARNED)
    for language, crops in zip(("en", "ru"), CROPS, strict=True):
        prose = Prose(game, language)
        assert as_text(prose.describe("crops")) == crops
    english = Prose(game, "en")
    # The worth is told above; a rule that adds something to another one says so too.
    assert as_text(english.describe("rest")) == (
        "“Glean”: score as many points as the worth. “Harvest”: score 3 points."
    )
    assert as_text(english.describe("gifts")) == "These points come from “Gift”."


RATED = """
setting ticket_points "points for a ticket" ru "очков за билет" = 1 in 0..9
zone jar "jar" ru "банка": Ticket
define worth(s: Season) = ticket_points * size of bowl + 2 * size of jar
effect harvest(s: Season) "Harvest" ru "Урожай":
    score worth(s) as crops
effect glean "Glean" ru "Остатки":
    score ticket_points * size of bowl as crops
score crops "Crops" ru "Зерно"
"""
BY_RATE = {
    "en": (
        "Score 1 point for each ticket in the bowl plus 2 points for each ticket in the jar",
        "Score 1 point for each ticket in the bowl",
    ),
    "ru": (
        "1 очко за каждый билет в чаше плюс 2 очка за каждый билет в банке",
        "1 очко за каждый билет в чаше",
    ),
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_points_are_told_for_each_of_what_they_count(tmp_path: Path, language: str) -> None:
    prose = Prose(linked(tmp_path, RATED), language)
    for name, said in zip(("harvest", "glean"), BY_RATE[language], strict=True):
        text = as_text(prose.describe(name))
        assert said in text
        assert "as many" not in text
        assert "столько" not in text
