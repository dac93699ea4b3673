"""The lists at the end of a book: clauses of the rulebook, and the index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulelang.linking.model import name_of
from rulelang.prose.model import Run
from rulelang.reference.book_phrases import capital, has_phrase
from rulelang.reference.model import BookTable, Cell, Section, cell_text, runs
from rulelang.reference.subject import Desk, is_told_step
from rulelang.scenarios.coverage import contract, expand
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk
from rulelang.trace.rulebook import reasons_of

_LEADING = re.compile(r"^\W*(?:(?:a|an|the)\b\W+)?", re.IGNORECASE)
SLOT = " … "  # what a label leaves open for what it is said of
BETWEEN = " · "  # headings may have commas of their own
# Parts of every book: nobody looks for them in an index.
STRUCTURE = ("setup", "flow", "end", "win")


def sort_key(title: str) -> str:
    """A title as the alphabet takes it: without quotes and articles."""
    return _LEADING.sub("", title).casefold()


# --- clauses -----------------------------------------------------------------------------------------------


def clauses_chapter(desk: Desk, sections: Iterable[Section]) -> Section | None:
    """Every clause that the rules cite: which rule carries it out, which example proves it."""
    rules = _rules(desk, _headings(sections))
    tests: dict[str, list[Run]] = {}
    for number, test in enumerate(desk.items(syn.Test), start=1):
        for clause in expand(test.cites):
            tests.setdefault(clause, []).append(Run(str(number), f"faq-{number}"))
    why: dict[str, str] = {}
    if not desk.linked.headers:
        found = reasons_of(Path(desk.linked.files[0]), desk.language)
        why = {clause: capital(said) for clause, said in found.items()}
    # Examples that variants change stand in the book of the game itself: a clause may lack one here.
    untested = "—" if desk.linked.headers else desk.say("missing")
    cited = sorted({*rules, *tests})
    rows: list[tuple[Cell, ...]] = [
        (
            runs(clause),
            _listed(rules.get(clause, ())) or runs("—" if clause in why else desk.say("missing")),
            _listed(tests.get(clause, ())) or runs("—" if clause in why else untested),
            runs(why.get(clause, "")),
        )
        for clause in cited
    ]
    rows += _left_out({clause: said for clause, said in why.items() if clause not in cited})
    if not rows:
        return None
    head = (desk.say("clause"), desk.say("implemented"), desk.say("tested"), desk.say("remark"))
    width = 4 if any(row[3] for row in rows) else 3
    cells = tuple(row[:width] for row in rows)
    table = BookTable(desk.say("clauses_said"), head[:width], cells)
    return Section("clauses", desk.say("clauses"), (table,))


def _headings(sections: Iterable[Section]) -> dict[str, str]:
    """The titles of all sections by what they are about."""
    found: dict[str, str] = {}
    for chapter in sections:
        for section in chapter.walk():
            for name in (section.name, *section.also):
                if name is not None:
                    found.setdefault(name, section.title)
    return found


def _rules(desk: Desk, headings: Mapping[str, str]) -> dict[str, list[Run]]:
    """Where each clause is carried out, by the heading that tells it."""
    found: dict[str, list[Run]] = {}
    for item in desk.linked.items:
        if isinstance(item, syn.Test):
            continue
        for clause in desk.own_clauses(item):
            found.setdefault(clause, []).append(_heading(desk, item, headings))
        steps = walk(item) if isinstance(item, syn.Flow | syn.Rule) else ()
        for step in filter(is_told_step, steps):
            name = step.name.text
            for clause in desk.own_clauses(step):
                found.setdefault(clause, []).append(Run(headings.get(name, desk.title(name)), name))
    for header in (desk.linked.header, *desk.linked.headers):
        is_game = header is desk.linked.header
        title = desk.say("rules") if is_game else desk.module_title(header.name.text)
        for clause in desk.clauses_of(header):
            found.setdefault(clause, []).append(Run(title))
    return found


def _heading(desk: Desk, item: syn.Item, headings: Mapping[str, str]) -> Run:
    name = {syn.End: "end", syn.Win: "win"}.get(type(item)) or name_of(item)
    if name is None:
        return Run(desk.say("rules"))
    if name not in headings and SLOT in desk.title(
        name
    ):  # the middle of a sentence, and no heading
        name = _user(desk, name, headings) or name
    return Run(headings.get(name) or desk.title(name).replace(SLOT, " "), name)


def _user(desk: Desk, name: str, headings: Mapping[str, str]) -> str | None:
    """The innermost step or item with a heading that makes use of something."""
    for item in desk.linked.items:
        if isinstance(item, syn.Test) or name_of(item) == name or not _uses(item, name):
            continue
        steps = (node for node in walk(item) if isinstance(node, st.Step))
        inner = [step.name.text for step in steps if _uses(step, name)]
        found = [each for each in (name_of(item), *inner) if each in headings]
        if found:
            return found[-1]
    return None


def _uses(root: object, name: str) -> bool:
    return any(isinstance(node, ex.Ident) and node.text == name for node in walk(root))


def _left_out(why: dict[str, str]) -> list[tuple[Cell, ...]]:
    """Clauses that no rule and no example speaks of, range by range, those with the same reason together."""
    found: dict[str, list[str]] = {}
    for clause, said in why.items():
        found.setdefault(said, []).append(clause)
    return [
        (runs(spread), runs("—"), runs("—"), runs(said))
        for said, clauses in found.items()
        for spread in contract(clauses).replace("..", "–").split(", ")
    ]


def _listed(found: Iterable[Run]) -> tuple[Run, ...]:
    said: list[Run] = []
    by_title = {run.text: run for run in reversed(list(found))}
    for run in reversed(by_title.values()):
        separator = ", " if run.text.isdigit() else BETWEEN
        said += [Run(separator)] if said else []
        said.append(run)
    return tuple(said)


# --- index -------------------------------------------------------------------------------------------------


def _rows(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """Rows of tables to which links lead: by their words, with what they are about."""
    for chapter in sections:
        for section in chapter.walk():
            for block in section.blocks:
                if isinstance(block, BookTable):
                    for row, name in zip(block.rows, block.names, strict=False):
                        texts = [cell_text(cell) for cell in row if isinstance(cell, tuple)]
                        title = next((text for text in texts if text), "").partition(" (")[0]
                        if name and title:
                            yield title, name


def _told_there(desk: Desk, sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """What else sections tell, by its own name."""
    for chapter in sections:
        for section in chapter.walk():
            yield from ((desk.title(name), name) for name in section.also)


def index_chapter(desk: Desk, sections: Iterable[Section]) -> Section:
    """All headings that are about a declared thing and what else is told there, by the alphabet, each a link."""
    sections = tuple(sections)
    found = [
        section
        for chapter in sections
        for section in chapter.walk()
        if section.name is not None and section.title and section.name not in STRUCTURE
    ]
    titles = [section.title for section in found]
    entries: dict[str, Section] = {}
    for section in found:
        title, sort = section.title, f"is_{section.id.partition('-')[0]}"
        if titles.count(title) > 1 and has_phrase(sort):
            title = f"{title} ({desk.say(sort)})"
        entries.setdefault(title, section)
    targets = {title: section.name for title, section in entries.items()}
    for title, name in (*_rows(sections), *_told_there(desk, sections)):
        targets.setdefault(title, name)
    letters: dict[str, list[Run]] = {}
    for title in sorted(targets, key=sort_key):
        letter = next((each for each in sort_key(title) if each.isalnum()), "#").upper()
        at = letters.setdefault(letter, [])
        at += [Run(BETWEEN)] if at else []
        at.append(Run(title, targets[title]))
    rows: list[tuple[Cell, ...]] = [(runs(letter), tuple(said)) for letter, said in letters.items()]
    return Section("index", desk.say("index"), (BookTable("", ("", ""), tuple(rows)),))
