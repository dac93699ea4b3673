from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.bundled import find_game
from rulelang.linking.differences import diff
from rulelang.prose.model import Run, Sentence
from rulelang.reference.editions import edition_of, short_editions
from rulelang.reference.making import subject_of
from rulelang.reference.model import (
    BookTable,
    Clauses,
    Figure,
    Marked,
    Section,
    cell_text,
    plain,
    sentences_of,
)
from rulelang.reference.subject import Subject

DATA = Path(__file__).parents[2] / "data"


def test_short_editions_have_less_and_no_clauses(orchard_subject: Subject) -> None:
    sizes = {}
    for edition in ("full", "summary", "aid"):
        book = edition_of(edition, orchard_subject, None, "en")
        blocks = [block for section in book.walk() for block in section.blocks]
        sizes[edition] = sum(len(plain(block)) for block in blocks)
        if edition != "full":
            assert not [block for block in blocks if isinstance(block, Clauses)]
            assert sum(isinstance(block, Figure) for block in blocks) == 1
    assert sizes["aid"] <= sizes["summary"] < sizes["full"]


def test_what_a_variant_changes_is_marked(tmp_path: Path, orchard_subject: Subject) -> None:
    variant = tmp_path / "long_summer.rules"
    variant.write_text(
        'variant long_summer "Long summer" for orchard:\n'
        "    change setting rounds to 8\n"
        '    action rest "Rest":\n'
        "        do: gain 1 apple\n",
        "utf-8",
    )
    subject = subject_of(DATA / "orchard.rules", (variant,))
    book = edition_of("changes", subject, orchard_subject, "en")
    marks = {section.id: section.mark for section in book.walk()}
    assert marks["action-rest"] == "added"
    assert "action-pick" not in marks
    settings = next(section for section in book.sections if section.id == "settings")
    told = [(block.mark, plain(block)) for block in settings.blocks if isinstance(block, Marked)]
    assert [(mark, text.splitlines()[-1]) for mark, text in told] == [
        ("removed", "Rounds 5 1 to 20"),
        ("added", "Rounds 8 1 to 20"),
    ]


def test_everything_that_diff_finds_is_told(tmp_path: Path, orchard_subject: Subject) -> None:
    variant = tmp_path / "odd.rules"
    variant.write_text(
        'variant odd "Odd" ru "Чудная" for orchard:\n'
        "    change setting rounds to 8\n"
        "    remove beg\n"
        '    var luck "luck" ru "удача" of Player: 0..99\n'
        "    after pick: raise my luck by 1\n",
        "utf-8",
    )
    subject = subject_of(DATA / "orchard.rules", (variant,))
    changes = [c for c in diff(orchard_subject.linked, subject.linked) if c.sort != "wording"]
    book = edition_of("changes", subject, orchard_subject, "ru")
    table = book.sections[0].blocks[0]
    assert isinstance(table, BookTable)
    assert len(table.rows) == len(changes)
    assert {cell_text(row[0]) for row in table.rows} == {"новое", "изменено", "убрано"}
    assert "Чудная" in book.subtitle
    told = {section.name for section in book.walk()}
    tabled = {change.name for change in changes if change.what == "setting"}
    assert {change.name for change in changes} - tabled <= told


def test_only_the_sentences_that_changed_are_marked(
    tmp_path: Path, orchard_subject: Subject
) -> None:
    variant = tmp_path / "rich.rules"
    text = 'variant rich "Rich" for orchard:\n    after pick: gain 1 apple\n'
    variant.write_text(text, "utf-8")
    subject = subject_of(DATA / "orchard.rules", (variant,))
    book = edition_of("changes", subject, orchard_subject, "en")
    section = next(each for each in book.walk() if each.id == "action-pick")
    marked = [plain(block) for block in section.blocks if isinstance(block, Marked)]
    assert marked == ["After this, take 1 apple."]
    assert len(section.blocks) > 1


def test_of_a_list_only_the_items_that_changed_are_marked(tmp_path: Path) -> None:
    game = tmp_path / "fair.rules"
    game.write_text(
        'game fair "Fair":\n    players 2\nenum Good "good": coin "coin"\n'
        'account bank "bank": Good, unlimited\naccount purse "purse" of Player: Good\nvar days "days": 0..9\n'
        'action trade "Trade":\n'
        "    require due: days > 2\n    require late: days < 8\n    do: gain 1 coin\n"
        "flow:\n    each p in everyone:\n        turn p: may trade\n"
        'score coins "Coins" for p: coin of purse of p\nwin by points, else shared\n',
        "utf-8",
    )
    variant = tmp_path / "strict.rules"
    variant.write_text(
        'variant strict "Strict" for fair:\n    change action trade:\n        require even: days != 4\n',
        "utf-8",
    )
    base = subject_of(game)
    book = edition_of("changes", subject_of(game, (variant,)), base, "en")
    section = next(each for each in book.walk() if each.id == "action-trade")
    marked = [(block.mark, plain(block)) for block in section.blocks if isinstance(block, Marked)]
    assert marked == [("added", "The days are not 4.")]
    assert any("The days are more than 2." in plain(block) for block in section.blocks)


def test_nothing_changes_without_a_variant(orchard_subject: Subject) -> None:
    book = edition_of("changes", orchard_subject, orchard_subject, "en")
    assert [plain(block) for section in book.walk() for block in section.blocks] == [
        "Nothing changes."
    ]


def test_a_player_aid_says_what_actions_cost_and_do_not_when(orchard_subject: Subject) -> None:
    book = edition_of("aid", orchard_subject, None, "en")
    actions = next(section for section in book.sections if section.id == "actions")
    texts = [plain(block) for section in actions.walk() for block in section.blocks]
    assert any("Take " in text for text in texts)
    assert not any("You may do this in the step" in text for text in texts)


def test_a_reference_in_brackets_does_not_end_a_sentence() -> None:
    text = "Идите к замку (см. «Замок»). Там отдохните."
    told = [sentence.text for sentence in sentences_of(Sentence((Run(text),)))]
    assert told == ["Идите к замку (см. «Замок»).", "Там отдохните."]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("edition", ["summary", "aid"])
@pytest.mark.parametrize("game", ["catan", "carcassonne_hg"])
def test_short_editions_hold_what_they_point_to(game: str, edition: str, language: str) -> None:
    book = edition_of(edition, subject_of(find_game(game)), None, language)
    titles = {section.title for section in book.walk()}
    for section in book.walk():
        assert section.blocks or section.sections, section.title
        for block in section.blocks:
            heads = [run.text for run in getattr(block, "runs", ()) if run.strong]
            titles |= {head.rstrip(".") for head in heads}
            assert not heads or plain(block) != heads[0]  # a title without text
    text = "\n".join(plain(block) for section in book.walk() for block in section.blocks)
    for seen in re.findall(r"\((?:see|см\.) [“«]([^”»]*)[”»]\)", text):
        assert seen in titles


def test_of_a_list_only_what_changed_is_marked_though_more_follows() -> None:
    base, variant = subject_of(find_game("caledonia")), find_game("caledonia").parent
    solo = subject_of(find_game("caledonia"), (variant / "caledonia" / "solo.rules",))
    book = edition_of("changes", solo, base, "en")
    section = next(each for each in book.walk() if each.id == "setup-steps")
    removed = [plain(b) for b in section.blocks if isinstance(b, Marked) and b.mark == "removed"]
    assert len(removed) == 1
    assert removed[0].startswith("Refill the export board")


@pytest.mark.parametrize("game", ["caledonia", "catan", "glenmore"])
def test_short_editions_leave_out_the_same_in_all_languages(game: str) -> None:
    subject = subject_of(find_game(game))
    for edition in ("aid", "summary"):
        books = short_editions(edition, subject, ("en", "ru"))
        assert "…" in books[0].subtitle
        english, russian = ([*map(_shown, book.walk())] for book in books)
        assert english == russian


def test_what_is_left_out_does_not_depend_on_who_asks() -> None:
    subject = subject_of(find_game("catan"))
    both = short_editions("aid", subject, ("en", "ru"))
    assert both == [edition_of("aid", subject, None, language) for language in ("en", "ru")]


def _shown(section: Section) -> tuple[str, tuple[bool, ...]]:
    """A section with where something is left out: in which of the rules that stand in it as paragraphs, or at its end."""
    led = [b for b in section.blocks if isinstance(b, Sentence) and b.runs[0].strong]
    told = led or section.blocks[-1:]
    return section.id, tuple(plain(block).endswith("…") for block in told)
