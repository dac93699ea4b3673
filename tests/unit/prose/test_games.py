"""The texts of all games in all languages: sentences, not code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose
from rulelang.prose.model import Sentence, as_text, sentences
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.statements import CaseOption
from rulelang.syntax.trees.tree_walk import walk

GAMES = sorted((Path(__file__).parents[3] / "games").glob("*.rules"))
LANGUAGES = ("en", "ru")
MUST_HAVE = (syn.Rule, syn.Power, syn.Score, syn.Award, syn.Win, syn.End, syn.Component)
# What has no place in a sentence: operators, names with underscores or capitals inside, `$`, single letters.
CODE = re.compile(r"[_*<>=\[\]{}$`]|!=|\b[a-z]+[A-Z]\w*|(?<![\w’-])[b-z](?![\w’-])")
QUOTED = re.compile(r"“[^”]*”|«[^»]*»")  # names of places, which are printed on boards
LONGEST = 36  # words of a sentence; what is longer is told as a list


@cache
def linked(path: Path) -> Linked:
    found = link(path, [], Sources(), Reporter())
    assert found is not None
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_every_game_is_one(path: Path, language: str) -> None:
    game = linked(path)
    prose = Prose(game, language)
    silent: list[object] = []
    found: list[tuple[str | None, str]] = []
    # Tests come last: they may name things that only they speak of.
    for item in sorted(game.items, key=lambda item: isinstance(item, syn.Test)):
        if not isinstance(item, syn.Test):
            assert prose.missing() == (), "a word is missing"
        blocks = prose.describe(item)
        is_named = not isinstance(item, syn.Rule) or item.label is not None
        if isinstance(item, MUST_HAVE) and is_named and not blocks:
            silent.append(item.span)
        if isinstance(item, syn.Define) and item.label is None:
            continue  # books tell it by its words
        found += [
            (problem(sentence), sentence.text)
            for sentence in sentences(blocks)
            if problem(sentence) is not None
        ]
    assert found == []
    assert silent == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_sentences_of_effects_name_their_parameters(path: Path) -> None:
    game = linked(path)
    params = {
        item.name.text: {param.name.text for param in item.params}
        for item in game.items
        if isinstance(item, syn.Rule | syn.Cases)
    } | {
        node.name.text: {param.name.text for param in node.params}
        for item in game.items
        for node in walk(item)
        if isinstance(node, CaseOption)
    }
    wrong = [
        (line.name.text, text.value)
        for item in game.items
        if isinstance(item, syn.Words)
        for line in item.lines
        for form, text in line.forms
        if form.text == "does"
        and not set(re.findall(r"\{([a-z]\w*)", text.value)) <= params.get(line.name.text, set())
    ]
    assert wrong == []


RULES = sorted((Path(__file__).parents[3] / "games").glob("**/*.rules"))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_test_has_a_russian_title(path: Path) -> None:
    titles = re.findall(r'^test "[^"]*"(.*):$', path.read_text("utf-8"), re.MULTILINE)
    assert [title for title in titles if not re.match(' ru "[^"]*[а-яё][^"]*"', title)] == []


def problem(sentence: Sentence) -> str | None:
    text = sentence.text
    if not text.strip(".: "):
        return "empty"
    if CODE.search(QUOTED.sub("", text)):
        return "code"
    if max(len(part.split()) for part in re.split(r"(?<=[.:!?]) ", text)) > LONGEST:
        return "long"
    if text[-1] not in ".:!?":
        return "no end"
    letter = re.search(r"\w", text)
    if letter is None or letter[0] != letter[0].upper():
        return "no capital"
    if "  " in text or " ," in text or " ." in text or "\x02" in text:
        return "spaces"
    return None


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        (
            "catan",
            "offer",
            "The cards you offer and the cards you ask for have no resource in common.",
        ),
        (
            "catan",
            "longest_road",
            "goes to the player with the longest road, at least 5 roads in a row.",
        ),
        (
            "glenmore",
            "forgo",
            "“Take a tile”, “Rebuild a tile” and “Take a person” are not possible.",
        ),
    ],
)
def test_what_belongs_together_is_one_sentence(game: str, name: str, said: str) -> None:
    path = next(path for path in GAMES if path.stem == game)
    items = [item for item in linked(path).items if isinstance(item, syn.Rule | syn.Award)]
    item = next(item for item in items if item.name.text == name)
    assert said in as_text(Prose(linked(path), "en").describe(item))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "if this is round 5, take whisky out of the cellar as long as you can."),
        ("ru", "возьмите виски из погреба и повторяйте это, пока возможно."),
    ],
)
def test_what_is_done_as_often_as_possible_is_told_by_its_verb(language: str, said: str) -> None:
    path = next(path for path in GAMES if path.stem == "caledonia")
    assert said in as_text(Prose(linked(path), language).describe("mackenzie"))


def test_rules_that_need_the_same_are_told_together() -> None:
    game = next(path for path in GAMES if path.stem == "caledonia")
    said = as_text(Prose(linked(game), "en").describe("macdonald"))
    assert "“Place a starting worker” and “Expand” are allowed only if no other fisherman" in said
    assert "In a tie, the player with the greatest number of £ beyond full tens wins." in as_text(
        Prose(linked(game), "en").describe(
            next(item for item in linked(game).items if isinstance(item, syn.Win))
        )
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Green has −3 points for “Size of the territory”."),
        ("en", "- Red’s home castle: 3 clansmen."),
        ("ru", "У Зелёного −3 очка по строке «Размер владений»."),
    ],
)
def test_answers_say_what_somebody_has_once(language: str, said: str) -> None:
    path = next(path for path in GAMES if path.stem == "glenmore")
    prose = Prose(linked(path), language)
    tests = [item for item in linked(path).items if isinstance(item, syn.Test)]
    assert any(said in as_text(prose.describe(item)) for item in tests)
