"""Agreement in Russian: numbers, cases, gender."""

from __future__ import annotations

import pytest

from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, Voice
from rulelang.prose.russian import decline

RU = Voice("ru")


def lemma(word: str, *, animate: bool = False) -> Lemma:
    made = decline(word, animate=animate)
    return Lemma("", made.forms, made.gender, animate)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (21, "21 карта"),
        (0, "0 карт"),
    ],
)
def test_numbers_take_the_form_of_their_noun(count: int, said: str) -> None:
    assert RU.counted(count, lemma("карта")).say() == said


@pytest.mark.parametrize(
    ("count", "case", "said"),
    [
        (1, "acc", "1 карту"),
        (2, "acc", "2 карты"),
        (2, "gen", "2 карт"),
        (3, "ins", "3 картами"),
        (5, "prep", "5 картах"),
    ],
)
def test_numbers_in_cases(count: int, case: str, said: str) -> None:
    assert RU.counted(count, lemma("карта")).say(case) == said


def test_points_have_a_genitive_of_their_own() -> None:
    assert decline("очки").forms["gen"] == "очков"
    assert RU.counted(5, lemma("очко")).say() == "5 очков"


def test_what_lives_has_its_own_accusative() -> None:
    sailor = lemma("матрос", animate=True)
    assert RU.counted(1, sailor).say("acc") == "1 матроса"
    assert RU.counted(2, sailor).say("acc") == "2 матросов"
    assert RU.noun(sailor, "this").say("acc") == "этого матроса"
    assert RU.all_of(RU.noun(sailor, plural=True)).say("acc") == "всех матросов"
    assert RU.noun(lemma("щит"), "this").say("acc") == "этот щит"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("гекс", "этот гекс, ваш гекс, каждого гекса"),
        ("дорога", "эта дорога, ваша дорога, каждой дороги"),
        ("поселение", "это поселение, ваше поселение, каждого поселения"),
    ],
)
def test_determiners_agree_in_gender(word: str, said: str) -> None:
    noun = lemma(word)
    found = [
        RU.noun(noun, "this").say(),
        RU.noun(noun, "your").say(),
        RU.noun(noun, "each").say("gen"),
    ]
    assert ", ".join(found) == said


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("карта развития", "карты развития карту развития картой развития карт развития"),
        ("участок", "участка участок участком участков"),
        ("владелец", "владельца владелец владельцем владельцев"),
        ("житель", "жителя житель жителем жителей"),
        ("сырьевой товар", "сырьевого товара сырьевой товар сырьевым товаром сырьевых товаров"),
        (
            "последняя клетка",
            "последней клетки последнюю клетку последней клеткой последних клеток",
        ),
        ("бочка", "бочки бочку бочкой бочек"),
        ("постройка", "постройки постройку постройкой построек"),
        ("личность", "личности личность личностью личностей"),
        ("поле", "поля поле полем полей"),
        ("рабочий", "рабочего рабочий рабочим рабочих"),
        ("пашня", "пашни пашню пашней пашен"),
    ],
)
def test_regular_nouns_decline(word: str, forms: str) -> None:
    made = decline(word)
    assert " ".join(made.forms[n] for n in ("gen", "acc", "ins", "plural_gen")) == forms
    assert made.unsure == ()


def test_endings_that_do_not_tell_are_asked_for() -> None:
    assert decline("путь").unsure == ("gender",)
    assert decline("деревня").unsure == ("many",)
    assert decline("деньги").unsure == ("gen",)


def test_pronouns_follow_their_preposition() -> None:
    it = RU.pronoun(RU.noun(lemma("клетка")))
    assert RU.fill("рядом с {x:ins}", {"x": it}) == "рядом с ней"
    assert RU.fill("на {x:prep} и без {x:gen}", {"x": it}) == "на ней и без неё"


def test_labels_without_cyrillic_stay_as_they_are() -> None:
    assert set(decline("£").forms.values()) == {"£"}


def test_verbs_agree_with_you() -> None:
    voice = Voice("ru")
    said = voice.tell(
        "gives", p=Phrase(("вы", "вас", "вам", "вас", "вами", "вас"), "pl"), x="", b=""
    )
    assert said == "вы отдаёте"
    they = Phrase(("они", "их", "им", "их", "ими", "них"), "pl")
    assert voice.tell("gives", p=they, x="", b="") == "они отдают"
