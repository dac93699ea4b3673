"""Nothing is told twice: actions that are offered together share a sentence, short effects have no section."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.reference.editions import edition_of
from rulelang.reference.making import subject_of
from rulelang.reference.model import Book, Clauses, Section, plain
from rulelang.reference.outline import full_book
from rulelang.reference.pointing import targets
from rulelang.reference.subject import Subject

RULES = """
game fair "Fair" ru "Ярмарка":
    players 2
enum Good "good" ru "товар": coin "coin" ru "монета", apple "apple" ru "яблоко"
account bank: Good, unlimited
account stock "stock" ru "запас" of Player: Good
token Stall "stall" ru "лавка" from "stalls.csv":
    use: effect
zone row "row" ru "ряд": Stall
var days "days" ru "дни": 0..99
setup:
    do open_gates
effect open_gates "Gates" ru "Ворота":
    cite FA-001
    repeat 2 times:
        each p in everyone: gain 1 coin to stock of p
        raise days by 1
action haggle "Haggle" ru "Торговаться":
    do: gain 1 coin
action stroll "Stroll" ru "Гулять":
    limit 1 per turn
    do: raise days by 1
action roast "Roast apples" ru "Печь яблоки":
    cite FA-004
    cost 1 apple
    do: do pay_out
action visit(s in row) "Visit a stall" ru "Зайти в лавку":
    do: do s.use
action feast "Feast" ru "Пир":
    do: do pay_out
effect pay_out "Reward" ru "Награда":
    cite FA-002
    note "Nobody goes without" ru "Никто не уходит с пустыми руками"
    gain 2 coin
effect bake "Bake" ru "Выпечка":
    cite FA-003
    if possible roast: do roast
effect close_gates "Closing" ru "Закрытие":
    cite FA-005
    each p in everyone:
        gain 1 coin to stock of p
        gain 1 apple to stock of p
action settle "Settle" ru "Поселиться":
    do: raise days by 1
card Guild "guild" ru "гильдия" from "guilds.csv"
zone guilds "guilds" ru "гильдии" of Player: Guild
group Trade "trade" ru "ремесло": Guild, owned by master_of(trade)
define master_of(g: Guild) = first(p in everyone where g in guilds of p)
value luck(p: Player) "luck" ru "удача" = 1, combine sum
power smiths "Smiths" ru "Кузнецы" in Trade:
    change luck(p) by 1
power weavers "Weavers" ru "Ткачи" in Trade:
    change luck(p) by 2
flow:
    each p in everyone:
        turn p:
            step market "Market" ru "Рынок":
                may haggle or stroll, repeatedly
            step evening "Evening" ru "Вечер":
                choose visit or feast
        turn p: choose settle
    step night "Night" ru "Ночь":
        do close_gates
score coins "Coins" ru "Монеты" for p: coin of stock of p
win by points, else shared
words en:
    use: "use"
    master_of: "player who has {g}"
words ru:
    use: "применение"
    master_of: "игрок, у которого есть {g}", animate "yes"
"""
STALLS = "stall,use,name_en,name_ru\noven,bake,Oven,печь\nhearth,bake,Hearth,очаг\n"
GUILDS = "guild,name_en,name_ru\nsmiths,Smiths,Кузнецы\nweavers,Weavers,Ткачи\n"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    folder: Path = tmp_path_factory.mktemp("fair")
    (folder / "fair.rules").write_text(RULES, "utf-8")
    (folder / "stalls.csv").write_text(STALLS, "utf-8")
    (folder / "guilds.csv").write_text(GUILDS, "utf-8")
    return subject_of(folder / "fair.rules")


@pytest.fixture(scope="module", params=["en", "ru"])
def book(request: pytest.FixtureRequest, subject: Subject) -> Book:
    return full_book(subject, request.param)


def _section(book: Book, id_: str) -> Section:
    return next(section for section in book.walk() if section.id == id_)


def _text(section: Section) -> str:
    return "\n".join(plain(block) for block in section.blocks)


def test_actions_that_are_offered_together_share_a_sentence(book: Book) -> None:
    group = _section(book, "actions-market")
    assert [each.id for each in group.sections] == ["action-haggle", "action-stroll"]
    assert (
        _text(group)
        == {
            "en": "In the step “Market”, you may take any of the following actions, as often as you like,"
            " unless an action says otherwise.",
            "ru": "На шаге «Рынок» можно сколько угодно раз выполнять любое из следующих действий,"
            " если в самом действии не сказано иное.",
        }[book.language]
    )
    one_of = {
        "en": "In the step “Evening”, you choose one of the following actions.",
        "ru": "На шаге «Вечер» выберите одно из следующих действий.",
    }
    assert _text(_section(book, "actions-evening")) == one_of[book.language]
    for name in ("haggle", "stroll", "visit", "feast"):
        said = _text(_section(book, f"action-{name}"))
        assert not any(word in said for word in ("Market", "Рынок", "Evening", "Вечер"))


def test_actions_come_in_the_order_of_play(book: Book) -> None:
    chapter = _section(book, "actions")
    ids = [each.id for each in chapter.sections]
    assert ids == ["actions-market", "actions-evening", "action-settle", "action-roast"]


def test_an_effect_that_all_users_tell_has_no_section(book: Book) -> None:
    ids = {section.id for section in book.walk()}
    assert not ids & {"effect-pay_out", "effect-bake", "effect-close_gates"}
    users = [_section(book, "action-roast"), _section(book, "action-feast")]
    for user in users:
        assert "pay_out" in user.also
        assert "FA-002" in _cited(user)
    notes = [text for user in users if "Nobody" in (text := _text(user)) or "Никто" in text]
    assert len(notes) == 1  # a note is not repeated


def test_a_rule_that_only_leads_to_another_is_told_there(book: Book) -> None:
    roast = _section(book, "action-roast")
    assert roast.also == ("pay_out", "bake") or roast.also == ("bake", "pay_out")
    assert {"FA-003", "FA-004"} <= set(_cited(roast))
    said = {"en": "This is what these stalls do:", "ru": "Так действуют лавки"}
    assert _text(roast).startswith(said[book.language])


def test_a_step_that_only_carries_out_an_effect_tells_it(book: Book) -> None:
    night = _section(book, "step-night")
    assert night.also == ("close_gates",)
    assert _cited(night) == ("FA-005",)
    assert "close_gates" not in targets(night)
    assert ("1 apple" in _text(night)) or ("1 яблоко" in _text(night))


def test_what_such_a_step_points_to_keeps_its_section(tmp_path: Path) -> None:
    head, tail = RULES.split("    each p in everyone:\n        gain 1 coin to stock of p\n", 1)
    sweep = """    each p in everyone: do sweep(p)
effect sweep(p: Player) "Sweeping" ru "Уборка":
    repeat 2 times:
        gain 1 coin to stock of p
        gain 1 apple to stock of p
        raise days by 1
    if days > 50: gain 1 coin to stock of p
    if days > 60: gain 2 coin to stock of p
"""
    rest = tail.removeprefix("        gain 1 apple to stock of p\n")
    rest = rest.replace(
        "words en:", 'words en:\n    close_gates: "Closing", does "close the gates"'
    )
    (tmp_path / "fair.rules").write_text(head + sweep + rest, "utf-8")
    (tmp_path / "stalls.csv").write_text(STALLS, "utf-8")
    (tmp_path / "guilds.csv").write_text(GUILDS, "utf-8")
    book = full_book(subject_of(tmp_path / "fair.rules"), "en")
    assert "sweep" in targets(_section(book, "step-night"))
    assert "twice" in _text(_section(book, "effect-sweep"))


def test_what_happens_only_in_the_set_up_stands_there(book: Book) -> None:
    setup = _section(book, "setup")
    assert [each.id for each in setup.sections] == ["setup-steps", "effect-open_gates"]
    assert "effects" not in {section.id for section in book.sections}


def test_clauses_and_index_lead_to_where_an_effect_is_told(book: Book) -> None:
    anchors = book.anchors()
    assert anchors["bake"] == "action-roast"
    index = next(section for section in book.sections if section.id == "index")
    assert {"bake", "pay_out", "close_gates"} <= set(targets(index))
    clauses = next(section for section in book.sections if section.id == "clauses")
    title = _section(book, "action-roast").title
    assert any(f"FA-003 {title}" in plain(block) for block in clauses.blocks)


def test_editions_that_compare_tell_each_rule_by_itself(subject: Subject) -> None:
    book = edition_of("changes", subject, None, "en")
    plain_book = full_book(subject, "en", "changes")
    ids = {section.id for section in plain_book.walk()}
    assert {"effect-bake", "effect-pay_out", "effect-close_gates"} <= ids
    assert not any(id_.startswith("actions-") for id_ in ids)
    assert [section.id for section in book.sections] == ["nothing"]


def test_short_editions_have_no_groups(subject: Subject) -> None:
    for edition in ("summary", "aid"):
        book = edition_of(edition, subject, None, "en")
        assert not any(section.id.startswith("actions-") for section in book.walk())


def _cited(section: Section) -> tuple[str, ...]:
    return tuple(c for block in section.blocks if isinstance(block, Clauses) for c in block.clauses)


def test_powers_that_are_held_alike_say_so_once(book: Book) -> None:
    group = _section(book, "powers-Trade")
    assert [each.id for each in group.sections] == ["power-smiths", "power-weavers"]
    assert _text(group).startswith(
        {"en": "Each holds for the player who", "ru": "Каждое"}[book.language]
    )
    assert all(
        "olds for" not in _text(each) and "ействует" not in _text(each) for each in group.sections
    )


def test_an_action_outside_of_all_steps_says_where_it_is_told(book: Book) -> None:
    said = {
        "en": "You do this when the course of play calls for it.",
        "ru": "Это делают, когда того требует ход игры.",
    }
    assert said[book.language] in _text(_section(book, "action-settle"))
