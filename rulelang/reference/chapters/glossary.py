"""The glossary: every term that needs one gets its meaning."""

from __future__ import annotations

import re

import attrs

from rulelang.linking.model import name_of
from rulelang.prose.model import Run, Sentence
from rulelang.reference.chapters.listing import sort_key
from rulelang.reference.chapters.printed_tables import depends_on_players, enum_table, track_tables
from rulelang.reference.chapters.spaces import spaces_tables
from rulelang.reference.model import Block, Clauses, Section
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|(?:перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят)\w*|\d+)\b",
    re.IGNORECASE,
)
TERMS = (
    syn.Enum,
    syn.Group,
    syn.Board,
    syn.Place,
    syn.Var,
    syn.Track,
    syn.Define,
    syn.Value,
    syn.Region,
    syn.Cases,
    syn.Invariant,
)


def glossary_chapter(desk: Desk, known: frozenset[str]) -> Section | None:
    """Everything with a label that no other chapter is about, by the alphabet."""
    sections: list[Section] = []
    for item in desk.linked.items:
        if not isinstance(item, TERMS):
            continue
        name = name_of(item)
        if name is None or name in known or not _is_term(desk, item, name):
            continue
        blocks = _explained(desk, item)
        if not blocks:
            continue  # a word that explains itself
        if clauses := desk.clauses_of(item):
            blocks.append(Clauses(clauses))
        sections.append(Section(f"term-{name}", desk.title(name), tuple(blocks), name=name))
    if not sections:
        return None
    sections = _distinct(desk, sections)
    ordered = sorted(sections, key=lambda section: sort_key(section.title))
    return Section("glossary", desk.say("glossary"), (), tuple(ordered))


def _explained(desk: Desk, item: syn.Item) -> list[Block]:
    """What a term means: a table where one says more, nothing where the word says it all."""
    if isinstance(item, syn.Enum) and not depends_on_players(desk, item):  # else in the set-up
        table = enum_table(desk, item)
        if table is not None:
            return [*desk.prose.notes(item), table]
    if isinstance(item, syn.Value):
        return _value(desk, item)
    if isinstance(item, syn.Enum) and _is_numbering(desk, item):
        return [*desk.prose.notes(item)]
    blocks: list[Block] = [*desk.prose.explain(item)]
    if isinstance(item, syn.Board):
        blocks += spaces_tables(desk, item)
    if isinstance(item, syn.Track):
        blocks += track_tables(desk, item)
    return blocks


def _value(desk: Desk, item: syn.Value) -> list[Block]:
    """What a value is, and which powers change it; nothing if it always holds."""
    changing = [
        power
        for power in desk.items(syn.Power)
        if any(
            isinstance(e, syn.ChangeValue) and e.name.text == item.name.text for e in power.lines
        )
    ]
    is_sure = isinstance(item.expr, ex.Constant) and item.expr.word == "true"
    if not changing:
        return [*(desk.prose.notes(item) if is_sure else desk.prose.explain(item))]
    named: list[Run] = []
    for power in changing:
        named += [Run(", ")] if named else []
        named.append(Run(desk.title(power.name.text), power.name.text))
    key = "changed_by" if len(changing) == 1 else "changed_by_many"
    by = (Run(f"{desk.say(key)}: "), *named, Run("."))
    if isinstance(item.expr, ex.Number):
        usual = Run(f"{desk.say('usually', n=item.expr.value)} ")
        return [Sentence((usual, *by)), *desk.prose.notes(item)]
    match desk.prose.explain(item):
        case (Sentence(runs=said),):
            return [Sentence((*said, Run(" "), *by))]
        case told:
            return [*told, Sentence(by)]


def _is_numbering(desk: Desk, item: syn.Enum) -> bool:
    """Whether the cases of a kind are only numbered: the first, the second and so on."""
    labels = [desk.prose.member(member.ident.text) for member in item.members]
    return len(labels) > 1 and len({_ORDINAL.sub("", label).strip() for label in labels}) == 1


def _is_term(desk: Desk, item: syn.Item, name: str) -> bool:
    """Whether a name is to be explained: it has a label, or `words` give a definition a heading."""
    if isinstance(item, syn.Enum) and item.table is not None:
        return desk.prose.has_label(name)  # what is printed there has to stand somewhere
    is_definition = isinstance(item, syn.Define | syn.Value | syn.Cases)
    return desk.has_label(item) or (is_definition and desk.word(name, "title") is not None)


def _distinct(desk: Desk, sections: list[Section]) -> list[Section]:
    """Terms that people call by the same word are told apart by what they are."""
    titles = [section.title for section in sections]
    found = []
    for section in sections:
        if titles.count(section.title) > 1:
            kind = _sort(desk, section.name or "")
            section = attrs.evolve(section, title=f"{section.title} ({kind})")
        found.append(section)
    return found


def _sort(desk: Desk, name: str) -> str:
    item = next(item for item in desk.linked.items if name_of(item) == name)
    match item:
        case syn.Enum() | syn.Group() | syn.Region():
            return desk.say("sort_kind")
        case syn.Board() | syn.Place():
            return desk.say("sort_place")
        case _:
            return desk.say("sort_value")
