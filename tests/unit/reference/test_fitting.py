from __future__ import annotations

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.fitting import PAGE, block_lines, fit
from rulelang.reference.model import Section, plain


def _section(number: int, words: int) -> Section:
    first = Sentence((Run("Roll a die. "), Run("word " * words)))
    listed = Bullets(
        Sentence((Run("Then:"),)), tuple(Sentence((Run("Do this."),)) for _ in range(words))
    )
    return Section(f"rule-{number}", f"Rule {number}", (first, listed), name=f"rule_{number}")


def _chapter(rules: int, words: int) -> Section:
    return Section("actions", "Actions", (), tuple(_section(n, words) for n in range(rules)))


def _size(chapters: tuple[Section, ...]) -> float:
    return sum(
        block_lines(block)
        for chapter in chapters
        for each in chapter.walk()
        for block in each.blocks
    )


def test_what_fits_stays_as_it_is() -> None:
    chapter = _chapter(3, 5)
    assert fit([[chapter]], 1) == [(chapter,)]


def test_long_rules_are_told_in_less() -> None:
    ((told,),) = fit([[_chapter(12, 30)]], 1)
    assert len(told.sections) == 12
    assert _size((told,)) < PAGE
    assert all("Roll a die." in plain(section.blocks[0]) for section in told.sections)
    assert all(plain(section.blocks[-1]).endswith("…") for section in told.sections)


def test_headings_of_many_rules_stand_in_the_line() -> None:
    ((told,),) = fit([[_chapter(45, 30)]], 1)
    assert told.sections == ()
    first = told.blocks[0]
    assert plain(first) == "Rule 0. Roll a die. …"
    assert isinstance(first, Sentence)
    assert [run.text for run in first.runs if run.strong] == ["Rule 0."]


def test_of_very_many_rules_only_names_are_left() -> None:
    ((told,),) = fit([[_chapter(200, 30)]], 1)
    assert [plain(block) for block in told.blocks] == [" · ".join(f"Rule {n}" for n in range(200))]


def test_what_a_rule_does_is_kept_before_what_it_needs() -> None:
    needs = Bullets(
        Sentence((Run("This is allowed only if all of these hold:"),)),
        tuple(Sentence((Run(f"Condition {n} holds."),)) for n in range(12)),
    )
    does = Sentence((Run("Pay 2 coins. "), Run("Take a card.")))
    rule = Section("rule", "Rule", (needs, does), name="rule")
    chapter = Section("actions", "Actions", (), tuple([rule] * 14))
    ((told,),) = fit([[chapter]], 1)
    texts = [plain(block) for section in told.walk() for block in section.blocks]
    assert all("Pay 2 coins." in text and "Take a card." in text for text in texts)
    assert all(text.endswith("…") for text in texts)


def test_a_list_goes_on_in_small_letters() -> None:
    listed = Bullets(
        Sentence((Run("Do one of these:"),)),
        (
            Sentence((Run("Take a card."),)),
            Bullets(Sentence((Run("Then:"),)), (Sentence((Run("Pay."),)),)),
        ),
    )
    rule = Section("rule", "Rule", (listed,), name="rule")
    chapter = Section("actions", "Actions", (), tuple([rule] * 50))
    ((told,),) = fit([[chapter]], 1)
    assert plain(told.blocks[0]) == "Rule. Do one of these: take a card; then: pay."


def test_what_is_chosen_gives_way_to_what_is_done() -> None:
    long = "Choose a cell " + "near a river " * 30 + "."
    told = Sentence((Run(f"Choose a card. {long} Pay 2 coins."),))
    rule = Section("rule", "Rule", (told,), name="rule")
    ((fitted,),) = fit([[Section("actions", "Actions", (), tuple([rule] * 40))]], 1)
    assert plain(fitted.blocks[0]) == "Rule. Choose a card. Pay 2 coins. …"


def _rule(*sentences: str) -> Section:
    told = Sentence(tuple(Run(f"{text} ") for text in sentences))
    return Section("rule", "Rule", (told,), name="rule")


def _many(rule: Section, count: int) -> Section:
    return Section("actions", "Actions", (), tuple([rule] * count))


def test_all_languages_leave_out_the_same() -> None:
    short = _many(_rule("Pay 2 coins.", "Take a card.", "Go home."), 40)
    long = _many(
        _rule("Заплатите 2 монеты.", "Возьмите карту" + " из колоды" * 30 + ".", "Идите домой."), 40
    )
    ((english,), (russian,)) = fit([[short], [long]], 1)
    assert plain(english.blocks[0]) == "Rule. Pay 2 coins. …"
    assert plain(russian.blocks[0]) == "Rule. Заплатите 2 монеты. …"
    assert fit([[short]], 1)[0][0].blocks != english.blocks


def test_choices_that_one_language_joins_are_left_out_together() -> None:
    apart = _many(_rule("Pay 2 coins.", "Choose a card.", "Choose a cell.", "Go " * 90 + "."), 60)
    joined = _many(
        _rule("Заплатите 2 монеты.", "Выберите карту и клетку.", "Идите " * 90 + "."), 60
    )
    ((english,), (russian,)) = fit([[apart], [joined]], 1)
    assert plain(english.blocks[0]) == "Rule. Pay 2 coins. …"
    assert plain(russian.blocks[0]) == "Rule. Заплатите 2 монеты. …"


def test_lists_lose_the_same_items() -> None:
    def listed(word: str) -> Section:
        items = tuple(Sentence((Run(f"{word} {n}."),)) for n in range(20))
        return Section("rule", "Rule", (Bullets(Sentence((Run("Then:"),)), items),), name="rule")

    texts = [[_many(listed("Do this"), 12)], [_many(listed("Сделайте это " * 6), 12)]]
    kept = [[plain(block) for each in text[0].sections for block in each.blocks] for text in fit(texts, 1)]  # fmt: skip
    assert [text.count("\n") for text in kept[0]] == [text.count("\n") for text in kept[1]]
    assert all(text.endswith("…") for text in kept[0])


def test_numbered_steps_stay_sentences_in_the_line() -> None:
    steps = tuple(Sentence((Run(f"Lay tile {n}."),)) for n in range(3))
    numbered = Bullets(Sentence(()), steps, numbered=True)
    rules = [Section(f"rule-{n}", f"Rule {n}", (numbered,), name=f"rule_{n}") for n in range(45)]
    ((told,),) = fit([[Section("setup", "Set-up", (), tuple(rules))]], 1)
    assert plain(told.blocks[0]).startswith("Rule 0. Lay tile 0. ")
