"""Questions and answers: each test of the game as a situation and what follows, numbered as clauses cite them.

Where the text names places of a board, a picture shows the situation and has these names in it. What signs mean
is drawn once, before the first question.
"""

from __future__ import annotations

import re

from rulelang.prose.model import Block as TextBlock
from rulelang.prose.model import Bullets, Run, Sentence, as_text
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import Block, Clauses, Figure, Section
from rulelang.reference.pictures.spoken import focus_of, names_places
from rulelang.reference.subject import Desk
from rulelang.render import (
    ANYTHING,
    Artist,
    Legend,
    Look,
    Sheet,
    draw_legend,
    draw_situation,
)
from rulelang.runtime.speech import Speech
from rulelang.scenarios.coverage import expand
from rulelang.syntax.trees import items as syn

# The sign of an example in a rulebook, before the title of its test: it is cited, not a heading.
_SIGN = re.compile(r"([A-Z]+(?:-[A-Z]+)*-\d+) ")
LEGEND = 700.0  # how wide
MARGIN = 8
NARROW = 430.0  # a picture that leaves room for text beside it
_NUMBER = re.compile(r"^\d+\. ")


def questions_chapter(desk: Desk) -> Section | None:
    """Each test as a situation and its answer; what holds for most of them comes first."""
    tests = [*desk.items(syn.Test)]
    usual = desk.prose.usual_settings(tests)
    stops = desk.subject.stops(desk.linked)
    told = [desk.prose.describe_test(item, usual, stops) for item in tests]
    if not tests:
        return None
    legend: Legend = {}
    pictures = _pictures(desk, tests, legend)
    sections = [
        _section(desk, number, item, _with_picture(item, blocks, pictures.get(number)))
        for number, (item, blocks) in enumerate(zip(tests, told, strict=True), start=1)
    ]
    intro: list[Block] = []
    if usual:
        lead = Sentence((Run(desk.say("faq_usual")),))
        intro.append(Bullets(lead, desk.prose.describe_settings(usual)))
    intro.append(Sentence((Run(desk.say("faq_else")),)))
    intro += desk.prose.describe_cell_names("\n".join(as_text(blocks) for blocks in told))
    if ANYTHING in legend:
        legend[desk.say("faq_unknown")] = legend.pop(ANYTHING)
    if legend:
        title = desk.say("faq_legend")
        intro.append(Figure(draw_legend(legend, LEGEND).to_svg(title=title), title, title))
    return Section("faq", desk.say("faq"), tuple(intro), tuple(sections))


def _pictures(desk: Desk, tests: list[syn.Test], legend: Legend) -> dict[int, Figure]:
    """A picture for each question that names places, by its number."""
    titles = frozenset(item.title.english for item in tests if names_places(item))
    scenes = desk.subject.scenes(desk.linked, titles) if titles else {}
    found = {}
    artists: dict[int, Artist] = {}  # what many pictures of a game have is drawn once
    for number, item in enumerate(tests, start=1):
        scene = scenes.get(item.title.english)
        focus = focus_of(desk, item, scene) if scene is not None else None
        if scene is None or not focus:
            continue
        if (artist := artists.get(id(scene.game))) is None:
            words, look = Speech(scene.game, desk.language), Look(scene.game, desk.subject.look)
            artist = artists[id(scene.game)] = Artist(words, look, {}, Sheet(), legend)
        sheet = draw_situation(artist, scene.view, focus)
        if not sheet.is_empty:
            title = desk.say("faq_picture", n=number)
            svg = sheet.to_svg(title=title, margin=MARGIN)
            left, _top, right, _bottom = sheet.box
            found[number] = Figure(svg, title, beside=right - left <= NARROW)
    return found


def _with_picture(
    item: syn.Test, told: tuple[TextBlock, ...], picture: Figure | None
) -> tuple[Block, ...]:
    """A picture beside the text comes before it, one that takes the whole width after the situation."""
    if picture is None:
        return told
    has_situation = any(isinstance(line, syn.GivenLine) for line in item.lines)
    at = 1 if has_situation and not picture.beside else 0
    return (*told[:at], picture, *told[at:])


def _section(desk: Desk, number: int, item: syn.Test, told: tuple[Block, ...]) -> Section:
    blocks: list[Block] = [*told]
    sign = _SIGN.match(item.title.english)
    if cites := (*([sign[1]] if sign is not None else []), *expand(item.cites)):
        blocks.append(Clauses(cites))
    title = capital(_SIGN.sub("", desk.label(item.title.words)))
    return Section(f"faq-{number}", f"{number}. {title}", tuple(blocks))


def unnumbered(title: str) -> str:
    """The title of a question without its number."""
    return _NUMBER.sub("", title)
