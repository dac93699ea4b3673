"""The last chapters: glossary, clauses, index."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import attrs

from rulelang.linking.model import name_of
from rulelang.prose.model import Run
from rulelang.reference.model import Block, Cell, Clauses, Section, Table, runs
from rulelang.reference.phrases import capital, has_phrase
from rulelang.reference.spaces import spaces_tables
from rulelang.reference.subject import Desk
from rulelang.syntax import items as syn
from rulelang.testing.coverage import contract, expand
from rulelang.trace.rulebook import reasons_of

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
        blocks: list[Block] = [*desk.describe(item)]
        if isinstance(item, syn.Board):
            blocks += spaces_tables(desk, item)
        if not blocks:
            continue  # a word that explains itself
        if clauses := desk.clauses_of(item):
            blocks.append(Clauses(clauses))
        sections.append(Section(f"term-{name}", desk.title(name), tuple(blocks), name=name))
    if not sections:
        return None
    sections = _distinct(desk, sections)
    ordered = sorted(sections, key=lambda section: section.title.casefold())
    return Section("glossary", desk.say("glossary"), (), tuple(ordered))


def _is_term(desk: Desk, item: syn.Item, name: str) -> bool:
    """Whether a name is to be explained: it has a label, or `words` give a definition a heading."""
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


def clauses_chapter(desk: Desk) -> Section | None:
    """Every clause that the rules cite: which rule carries it out, which example proves it."""
    rules: dict[str, list[Run]] = {}
    tests: dict[str, list[Run]] = {}
    for item in desk.linked.items:
        if not isinstance(item, syn.Test):
            name = name_of(item)
            title = desk.title(name) if name is not None else desk.say("rules")
            for clause in desk.clauses_of(item):
                rules.setdefault(clause, []).append(Run(title, name))
    for clause in desk.clauses_of(desk.linked.header):
        rules.setdefault(clause, []).append(Run(desk.say("rules")))
    for number, test in enumerate(desk.items(syn.Test), start=1):
        for clause in expand(test.cites):
            tests.setdefault(clause, []).append(Run(str(number), f"faq-{number}"))
    # Examples of the game itself stand in its own book: with variants nothing can be said of them here.
    untested = "—" if desk.linked.headers else desk.say("missing")
    why: dict[str, str] = {}
    if not desk.linked.headers:
        found = reasons_of(Path(desk.linked.files[0]), desk.language)
        why = {clause: capital(said) for clause, said in found.items()}
    rows: list[tuple[Cell, ...]] = [
        (
            runs(clause),
            _listed(rules.get(clause, ())) or runs(why.get(clause, desk.say("missing"))),
            _listed(tests.get(clause, ())) or runs(why.get(clause, untested)),
        )
        for clause in sorted({*rules, *tests})
    ]
    rows += _left_out(
        {clause: said for clause, said in why.items() if clause not in {*rules, *tests}}
    )
    if not rows:
        return None
    head = (desk.say("clause"), desk.say("implemented"), desk.say("tested"))
    table = Table(desk.say("clauses_said"), head, tuple(rows))
    return Section("clauses", desk.say("clauses"), (table,))


def _left_out(why: dict[str, str]) -> list[tuple[Cell, ...]]:
    """Clauses that no rule and no example speaks of, those with the same reason together."""
    found: dict[str, list[str]] = {}
    for clause, said in why.items():
        found.setdefault(said, []).append(clause)
    return [
        (runs(contract(clauses).replace("..", "–")), runs("—"), runs(said))
        for said, clauses in found.items()
    ]


def _listed(found: Iterable[Run]) -> tuple[Run, ...]:
    said: list[Run] = []
    for run in dict.fromkeys(found):
        said += [Run(", ")] if said else []
        said.append(run)
    return tuple(said)


def index_chapter(desk: Desk, sections: Iterable[Section]) -> Section:
    """All headings that are about a declared thing, by the alphabet, each a link."""
    found = [
        section
        for chapter in sections
        for section in chapter.walk()
        if section.name is not None and section.title
    ]
    titles = [section.title for section in found]
    entries: dict[str, Section] = {}
    for section in found:
        title, sort = section.title, f"is_{section.id.partition('-')[0]}"
        if titles.count(title) > 1 and has_phrase(sort):
            title = f"{title} ({desk.say(sort)})"
        entries.setdefault(title, section)
    letters: dict[str, list[Run]] = {}
    for title in sorted(entries, key=str.casefold):
        letter = next((each for each in title if each.isalnum()), "#").upper()
        at = letters.setdefault(letter, [])
        at += [Run(", ")] if at else []
        at.append(Run(title, entries[title].name))
    rows: list[tuple[Cell, ...]] = [(runs(letter), tuple(said)) for letter, said in letters.items()]
    return Section("index", desk.say("index"), (Table("", ("", ""), tuple(rows)),))
