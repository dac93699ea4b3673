"""Actions told by verbs: in rules, in the order of play, and in questions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose, describe
from rulelang.prose.model import Sentence, as_text
from rulelang.scenarios.undone import stops_of
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

DATA = Path(__file__).parents[2] / "data" / "prose"


@cache
def pier() -> Linked:
    report = Reporter()
    found = link(DATA / "pier.rules", [], Sources(), report)
    assert found is not None
    assert not report.has_errors
    return found


TOLD = [
    # What is not given is left out, or makes room for something else.
    (
        "morning",
        "Clockwise, beginning with the first player, each player moors a boat. Then, clockwise, beginning with the first player, each player moors a second boat.",
        "По часовой стрелке, начиная с первого игрока, каждый игрок ставит лодку. Затем по часовой стрелке, начиная с первого игрока, каждый игрок ставит вторую лодку.",
    ),
    (
        "storm",
        "If possible, sell fish. Sell 2 herring. You may moor a boat on this berth. You may pass up to twice.",
        "Если возможно, продайте рыбу. Продайте 2 сельди. Вы можете поставить лодку на этот причал. Вы можете до двух раз спасовать.",
    ),
    ("rest", "only if it is not possible to sell fish.", "только если нельзя продать рыбу."),
    # Without words the name of the action is said.
    ("paint", "Take the action “Wash up”.", "Выполните действие «Умыться»."),
    ("calm", "- You may not sell fish.", "- Вы не можете продать рыбу."),
]


@pytest.mark.parametrize(("name", "english", "russian"), TOLD)
def test_rules_name_actions_by_their_verbs(name: str, english: str, russian: str) -> None:
    assert english in as_text(describe(pier(), name, "en"))
    assert russian in as_text(describe(pier(), name, "ru"))


QUESTIONS = {
    "en": """What happens:
- Red moors a boat on “1,1”.
- Blue moors a second boat on “2,1”.
- Red and Blue wash the deck; the die shows 2 each time.
- Red takes the action “Wash up”.
Answer:
- Red may not moor a boat:
  - On “1,1” or “2,1”: there is a boat on this berth.
  - On “5,1”: the water at this berth is too shallow.
- Red may moor a boat on “3,1” or “4,1”.
- Blue may not sell 1 herring or pass now.
- Red may no longer wash the deck this turn.
- Red may not sell 3 herring: they lack what it costs.
- It is possible to moor a boat only on “3,1” and “4,1”.""",
    "ru": """Что происходит:
- Красный ставит лодку на «1,1».
- Синий ставит вторую лодку на «2,1».
- Красный и Синий моют палубу; каждый раз на кубике выпадает 2.
- Красный выполняет действие «Умыться».
Ответ:
- Красный не может поставить лодку:
  - На «1,1» или «2,1»: на этом причале есть лодка.
  - На «5,1»: у этого причала слишком мелко.
- Красный может поставить лодку на «3,1» или «4,1».
- Синий сейчас не может ни продать 1 сельдь, ни спасовать.
- Красный в этот ход больше не может вымыть палубу.
- Красный не может продать 3 сельди: ему не хватает того, что нужно отдать.
- Можно поставить лодку только на «3,1» и «4,1».""",
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_answers_about_one_action_are_told_together(language: str) -> None:
    item = next(item for item in pier().items if isinstance(item, syn.Test))
    assert as_text(describe(pier(), item, language)) == QUESTIONS[language]


STOPS = {
    "en": """Answer:
- Red may end the step “Day”.
What happens:
- Red ends the step “Day”.
- Red does not pass.
- Blue passes.
- Blue ends the step “Day”.""",
    "ru": """Ответ:
- Красный может завершить шаг «День».
Что происходит:
- Красный завершает шаг «День».
- Красный не пасует.
- Синий пасует.
- Синий завершает шаг «День».""",
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_whoever_stops_ends_a_step_or_leaves_something_undone(language: str) -> None:
    item = [item for item in pier().items if isinstance(item, syn.Test)][1]
    told = Prose(pier(), language).describe_test(item, (), stops_of(pier()))
    assert as_text(told).endswith(STOPS[language])


COUNTED = {
    "en": """Situation:
- The gull is on “2,1”.
- Red: 1 boat at “1,1”.
- Red’s purse: 3 pennies.
Answer:
- Points for “Wealth”: Red 3, Blue 0.
- Blue’s points: “Looks” 0, “Wealth” 0.
- The gull is on “2,1”.
- There is 1 boat and 1 gull on the harbour.""",
    "ru": """Ситуация:
- Чайка — на «2,1».
- Красный: 1 лодка на «1,1».
- Кошелёк Красного: 3 пенни.
Ответ:
- Очки по строке «Богатство»: Красный — 3, Синий — 0.
- Очки Синего: «Вид» — 0, «Богатство» — 0.
- Чайка — на «2,1».
- На гавани 1 лодка и 1 чайка.""",
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_numbers_of_one_sort_stand_in_one_line(language: str) -> None:
    item = [item for item in pier().items if isinstance(item, syn.Test)][2]
    assert as_text(describe(pier(), item, language)) == COUNTED[language]


def test_the_verb_is_the_link_to_the_action() -> None:
    (told,) = describe(pier(), "storm", "en")
    assert isinstance(told, Sentence)
    assert ("sell fish", "sell") in {(run.text, run.target) for run in told.runs}
