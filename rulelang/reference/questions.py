"""Questions and answers: each test of the game as a situation and what follows, numbered as clauses cite them."""

from __future__ import annotations

import re

from rulelang.prose.model import Block as TextBlock
from rulelang.prose.model import Bullets, Run, Sentence, as_text
from rulelang.reference.model import Block, Clauses, Section
from rulelang.reference.phrases import capital
from rulelang.reference.subject import Desk
from rulelang.syntax import items as syn
from rulelang.testing.coverage import expand

# The sign of an example in a rulebook, before the title of its test: it is cited, not a heading.
_SIGN = re.compile(r"([A-Z]+(?:-[A-Z]+)*-\d+) ")
_NUMBER = re.compile(r"^\d+\. ")


def questions_chapter(desk: Desk) -> Section | None:
    """Each test as a situation and its answer; what holds for most of them comes first."""
    tests = [*desk.items(syn.Test)]
    usual = desk.prose.usual_settings(tests)
    stops = desk.subject.stops(desk.linked)
    told = [desk.prose.describe_test(item, usual, stops) for item in tests]
    sections = [
        _section(desk, number, item, blocks)
        for number, (item, blocks) in enumerate(zip(tests, told, strict=True), start=1)
    ]
    if not sections:
        return None
    intro: list[Block] = []
    if usual:
        lead = Sentence((Run(desk.say("faq_usual")),))
        intro.append(Bullets(lead, desk.prose.describe_settings(usual)))
    intro += desk.prose.describe_cell_names("\n".join(as_text(blocks) for blocks in told))
    return Section("faq", desk.say("faq"), tuple(intro), tuple(sections))


def _section(desk: Desk, number: int, item: syn.Test, told: tuple[TextBlock, ...]) -> Section:
    blocks: list[Block] = [*told]
    sign = _SIGN.match(item.title.english)
    if cites := (*([sign[1]] if sign is not None else []), *expand(item.cites)):
        blocks.append(Clauses(cites))
    title = capital(_SIGN.sub("", desk.label(item.title.words)))
    return Section(f"faq-{number}", f"{number}. {title}", tuple(blocks))


def unnumbered(title: str) -> str:
    """The title of a question without its number."""
    return _NUMBER.sub("", title)
