"""The chapters on play: its order as diagram and text, steps, effects, ways to pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.linking.model import name_of
from rulelang.program.nodes import Words
from rulelang.prose.describe import Described
from rulelang.prose.model import Sentence
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.steps import steps_by_rule, steps_of_play
from rulelang.reference.model import Block, Clauses, Figure, Hint, Section
from rulelang.reference.pictures.diagram import Drawer
from rulelang.reference.pictures.flow_tree import parts_of_flow
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import items as syn


def turn_chapter(desk: Desk) -> Section:
    """The order of play: a diagram, and the same as text."""
    title = desk.say("turn_diagram")
    drawer = Drawer(desk.say, lambda label, name: _rule_label(desk, label, name), desk.prose.each)
    svg = drawer.draw(parts_of_flow(desk.program), title)
    text: list[Block] = []
    clauses: list[str] = []
    for flow in desk.items(syn.Flow):
        if flow.word == "flow":
            text += desk.describe(flow)
            clauses += desk.own_clauses(flow)
    if clauses:
        text.append(Clauses(tuple(dict.fromkeys(clauses))))
    steps = steps_of_play(desk)
    sections = [Section("turn-text", desk.say("turn_text"), tuple(text), name="flow")]
    if steps:
        sections.append(Section("phases", desk.say("phases"), (), tuple(steps)))
    return Section("turn", desk.say("turn"), (Figure(svg, title, title),), tuple(sections))


def _rule_label(desk: Desk, label: Words, name: str) -> str:
    return desk.label(label, name)


def rule_chapters(desk: Desk) -> list[Section]:
    """Ways to pay and what happens: each a chapter if there is any."""
    rules = list(desk.items(syn.Rule))
    steps = steps_by_rule(desk)
    chapters: list[tuple[str, Sequence[syn.Rule | syn.Cases]]] = [
        ("exchanges", [rule for rule in rules if rule.word == "exchange"]),
        ("effects", [*_told(desk, rules), *_cases(desk)]),
    ]
    return [
        Section(
            word,
            desk.say(word),
            (),
            tuple(
                _section(desk, word.removesuffix("s"), item, steps.get(name_of(item) or "", ()))
                for item in found
            ),
        )
        for word, found in chapters
        if found
    ]


def _told(desk: Desk, rules: Iterable[syn.Rule]) -> list[syn.Rule]:
    return [
        rule for rule in rules if rule.word == "effect" and desk.prose.has_label(rule.name.text)
    ]


def _cases(desk: Desk) -> list[syn.Cases]:
    """Cases that do something for each case and have a label."""
    return [
        item
        for item in desk.items(syn.Cases)
        if desk.prose.has_label(item.name.text)
        and any(isinstance(c, syn.Case) and c.body is not None for c in item.lines)
    ]


def _blocks(desk: Desk, what: Described) -> Iterator[Block]:
    """What is told of a rule; when it may be used stands above the rest."""
    if not (isinstance(what, syn.Rule) and what.word == "exchange"):
        yield from desk.describe(what)
        return
    for block in desk.prose.when(what):
        yield Hint(block.runs) if isinstance(block, Sentence) else block
    yield from desk.prose.describe_doing(what)


def _section(
    desk: Desk, word: str, item: syn.Rule | syn.Cases, steps: tuple[Section, ...]
) -> Section:
    name = item.name.text
    blocks: list[Block] = [*_blocks(desk, item)]
    if clauses := desk.own_clauses(item):
        blocks.append(Clauses(clauses))
    label = item.label
    title = capital(desk.label(label.words, name)) if label is not None else desk.title(name)
    return Section(f"{word}-{name}", title, tuple(blocks), steps, name=name)
