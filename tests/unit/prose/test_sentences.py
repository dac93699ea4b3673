"""Single sentences of a small game: how one construction or another is told."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import describe, describe_effect
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

DATA = Path(__file__).parents[2] / "data" / "prose"


@cache
def garden() -> Linked:
    found = link(DATA / "garden.rules", [], Sources(), Reporter())
    assert found is not None
    return found


TOLD = [
    # An `else if` says that what stands before it does not hold.
    (
        "weather",
        "Otherwise, if there is a plant in the shed, score 1 point for “Care”.",
        "Иначе, если в сарае есть растение, получите за «Уход» 1 очко.",
    ),
    # A kind that is called as the whole group is: by what it is not.
    (
        "sort_out",
        "Return all tools in the shed other than pots to the box.",
        "Уберите все орудия в сарае, кроме горшков, в коробку.",
    ),
    # A double negation, and what is repeated as long as something holds.
    (
        "tidy",
        "As long as the shed is empty, repeat this: return all tools in the shed other than",
        "Повторяйте, пока сарай пуст: уберите все орудия в сарае, кроме горшков, в коробку.",
    ),
    # The same printed on two things, once for all fields.
    (
        "graft",
        "Choose another plant in the hothouse with the same colour and height as this plant.",
        "Выберите другое растение в теплице, у которого цвет и высота такие же, как у этого растения.",
    ),
    (
        "gather",
        "For each colour, put all plants of this colour into the shed.",
        "Для каждого цвета положите все растения этого цвета в сарай.",
    ),
    # Lines that one may leave out; and a rule without a name, with what is added to it.
    (
        "sow",
        "If you like and you have 1 seed in your pouch, pay 1 seed to the seeds of white.",
        "По желанию, если у вас в кисете есть 1 семечко, заплатите 1 семечко к семенам белого.",
    ),
    (
        "sow",
        "Take 1 seed from the seeds of yellow. After this, score 1 point for “Care”.",
        "Возьмите 1 семечко из семян жёлтого. После этого получите за «Уход» 1 очко.",
    ),
    ("wet", "At the start of each turn the ground is dry.", "В начале каждого хода земля сухая."),
    (
        "yield_of",
        "The yield is 2. But if this colour is “white”, the yield is 3.",
        "Урожай — 2. Но если этот цвет — «белый», урожай — 3.",
    ),
    (
        "price_at",
        "depends on the number of guests: 0 → 1, 1–2 → 2, 3 or more → 3.",
        "зависит от числа гостей: 0 → 1, 1–2 → 2, 3 и больше → 3.",
    ),
    (
        "beauty",
        "The beauty of a colour depends on the colour:\n- “White”: 4.",
        "Красота цвета зависит от цвета:\n- «Белый»: 4.",
    ),
    # So many of what is given; the same rule twice is not told as once.
    (
        "strew_much",
        "Strew 2 seeds. Carry out “Tidy up”. Then do the same again.",
        "Посейте 2 семени. Примените правило «Прибрать». Затем повторите это ещё раз.",
    ),
    # Whose a value is stands next to its noun; a known number of times is counted.
    (
        "be_lucky",
        "as many points as your luck with white for “Care”. This player scores as many points as their luck",
        "сколько составляет ваше везение на белый. Этот игрок получает за «Уход» столько очков, сколько составляет везение",
    ),
    ("be_lucky", "4 times:", "4 раза:"),
    # A thing with a name of its own keeps it wherever it goes.
    (
        "pot_up",
        "Return the old pot to the box. Reveal the old pot to everyone.",
        "Уберите старый горшок в коробку. Покажите всем старый горшок.",
    ),
    # What is joined by `or` stays together beside an `and`.
    (
        "rake",
        "If the ground is wet and either the shed is not empty or the hothouse is not empty, score",
        "Если земля мокрая и либо сарай не пуст, либо теплица не пуста, получите",
    ),
    ("Tool", "Pots count as tools too.", "Горшки тоже считаются орудиями."),
    (
        "Bed",
        "Each bed consists of patches. Printed on each patch: ground.",
        "Каждая грядка состоит из участков. На каждом участке указано: почва.",
    ),
    # An amount that is nothing unless something holds.
    (
        "rain",
        "3 seeds if the shed is empty, 1 seed if the hothouse is not empty, otherwise nothing",
        "3 семени, если сарай пуст, 1 семечко, если теплица не пуста, иначе ничего",
    ),
    # A set that is given or emptied has words of its own; a number that is just kept is not told.
    (
        "fence",
        "A fence runs around beds. No bed has a fence.",
        "Вокруг грядок стоит забор. Забора нет ни у одной грядки.",
    ),
    # A field as a verb.
    (
        "lure",
        "Put all plants in the hothouse that like this ground into the shed.",
        "Положите все растения в теплице, которые любят эту почву, в сарай.",
    ),
    ("lure", "If this plant likes this ground,", "Если это растение любит эту почву,"),
    ("lure", "If this plant likes a ground,", "Если это растение любит почву,"),
    # Numbers do not stand side by side; the word for a sum has the case of the whole.
    (
        "measure",
        "If there are exactly 2 plants in the hothouse with height more than 1,",
        "Если всего 2 растения в теплице с высотой больше 1,",
    ),
    (
        "measure",
        "If the total height of plants in the hothouse is less than the total height of plants",
        "Если общая высота растений в теплице меньше общей высоты растений в сарае,",
    ),
    # Points by a number, with those that count as the first and the last; and for each of what is printed.
    (
        "tall",
        "in your pouch: 0 for up to 4, 4 for 5, 8 for 6 or more. Score 2 points for each inch of plants in the shed.",
        "в своём кисете: до 4 — 0, 5 — 4, 6 и больше — 8. Получите 2 очка за каждый дюйм растений в сарае.",
    ),
    # A factor of a sum that is bounded, and a number below 0.
    (
        "hoe",
        "2 × (the weeds minus 1 (never less than 0))",
        "2 × (сорняки минус 1 (но не меньше 0))",
    ),
    ("hoe", "−1 or 2", "−1 или 2"),
    ("pass_on", "from the seeds of the next colour.", "из семян следующего цвета."),
    # How often something may be done, for each of what is printed; and for what actions are offered.
    ("prune", "- “Cut”, once for each inch of this plant:", "- «Срез», один раз за каждый дюйм"),
    ("tend", "- “Weed” for this colour.\n- “Thin” for this colour.", "- «Полоть» для этого цвета."),
    # What the choice makes sure of is not asked again; else the text says what is asked.
    (
        "copy",
        "Choose a colour which has a pattern. Reveal the pattern of this colour to everyone.",
        "Выберите цвет, у которого есть образец. Покажите всем образец этого цвета.",
    ),
    (
        "show",
        "If this colour has a pattern, reveal its pattern to everyone.",
        "Если у этого цвета есть образец, покажите всем его образец.",
    ),
    (
        "care",
        "“Be lucky”: score as many points as your luck with white. Your luck with a colour is 2 plus",
        "- Иначе, если в сарае есть растение, получите 1 очко.",
    ),
]


@pytest.mark.parametrize(("name", "english", "russian"), TOLD, ids=[case[0] for case in TOLD])
def test_a_construction_is_told_as_an_editor_would(name: str, english: str, russian: str) -> None:
    assert english in as_text(describe(garden(), name, "en"))
    assert russian in as_text(describe(garden(), name, "ru"))


def test_an_effect_in_a_table_has_its_own_words_even_if_something_is_added_to_it() -> None:
    english = as_text(describe_effect(garden(), "mulch(2)", "en"))
    russian = as_text(describe_effect(garden(), "mulch(2)", "ru"))
    assert english == "Cover 2 beds.\nAfter this, score 1 point for “Care”."
    assert russian == "Укройте 2 грядки.\nПосле этого получите за «Уход» 1 очко."


def test_a_bound_that_never_matters_is_not_told() -> None:
    assert as_text(describe(garden(), "shade", "en")) == "The shade is 2."


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_test_is_a_question_that_a_player_understands(language: str) -> None:
    item = next(item for item in garden().items if isinstance(item, syn.Test))
    expected = (DATA / f"garden.{language}.txt").read_text(encoding="utf-8")
    assert as_text(describe(garden(), item, language)) == expected.rstrip("\n")
