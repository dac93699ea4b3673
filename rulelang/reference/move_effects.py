"""Effects at the place where they are told: in go chapters and `moves`, out come the chapters without their sections.

What else happens only in the set-up stands below it, and what only offers a choice between actions above these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from rulelang.linking.model import name_of
from rulelang.prose.model import Run
from rulelang.reference.model import Block, BookTable, Clauses, Section, plain
from rulelang.reference.pointing import changed, targets, without_see
from rulelang.reference.subject import Desk
from rulelang.reference.told_in_place import Moves, homes_of, only_effects
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

OPENING = ("“", "«")
EFFECTS, SETUP = "effects", "setup"


def moved(desk: Desk, chapters: Sequence[Section], moves: Moves) -> list[Section]:
    """The chapters without the effects that moved, with what they said where they are told."""
    effects = next((chapter for chapter in chapters if chapter.id == EFFECTS), None)
    if effects is None:
        return [*chapters]
    mover = _Mover(desk, chapters, effects, moves)
    found = [mover.told(chapter) for chapter in chapters]
    found = _chosen(desk, found)
    found = _set_up(desk, found, moves)
    return [chapter for chapter in found if chapter.id != EFFECTS or chapter.sections]


class _Mover:
    """The sections that go, and where what they say goes."""

    def __init__(
        self, desk: Desk, chapters: Sequence[Section], effects: Section, moves: Moves
    ) -> None:
        self._desk = desk
        self._moves = moves
        self._gone = {each.name: each for each in effects.sections if each.name in moves}
        self._steps = only_effects(desk, self._gone)
        self._titles = {s.name: s.title for c in chapters for s in c.walk() if s.name is not None}
        self._into: dict[str, list[str]] = {}
        for name, homes in moves.items():
            for home in homes:
                self._into.setdefault(home, []).append(name)

    def told(self, section: Section) -> Section:
        """A section with what it tells of effects that moved, and with links to where others are told."""
        kept = [s for s in section.sections if section.id != EFFECTS or s.name not in self._gone]
        before, name = section.blocks, section.name or ""
        section = attrs.evolve(section, sections=tuple(map(self.told, kept)))
        for effect in self._into.get(name, ()):
            gone = self._gone[effect]
            if self._steps.get(name) == effect:  # the step only carries it out
                section = attrs.evolve(section, blocks=gone.blocks)
                section = joined(section, effect, (), clauses_in(before))
                continue
            is_first = self._moves[effect][0] == name
            notes = notes_on(self._desk, effect) if is_first else ()
            section = joined(section, effect, notes, clauses_in(gone.blocks))
        linked = (
            changed(block, self._in_cell if isinstance(block, BookTable) else self._in_text)
            for block in section.blocks
        )
        # Nothing points to itself.
        blocks = tuple(
            changed(block, lambda runs: without_see(runs, name.__eq__)) for block in linked
        )
        return attrs.evolve(section, blocks=blocks)

    def _in_cell(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        return tuple(map(self._linked, runs))

    def _in_text(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Names of rules stand in quotes; other words may lead there, or mean a case that is called as the rule is."""
        before = ("", *(run.text for run in runs))
        return tuple(
            self._linked(run, is_quoted=last.endswith(OPENING))
            for last, run in zip(before, runs, strict=False)
        )

    def _linked(self, run: Run, *, is_quoted: bool = True) -> Run:
        """A link to an effect leads to where it is told, by that name if there is one such place."""
        homes = self._moves.get(run.target or "", ())
        if not homes:
            return run
        if not is_quoted or run.text != self._desk.title(run.target or ""):
            is_other = self._desk.prose.is_member(run.target or "")
            return attrs.evolve(run, target=None if is_other else homes[0])
        text = self._titles[homes[0]] if len(homes) == 1 else run.text
        return attrs.evolve(run, text=text, target=homes[0])


def notes_on(desk: Desk, name: str) -> tuple[Block, ...]:
    """What the authors say of a rule."""
    item = next(item for item in desk.linked.items if name_of(item) == name)
    return desk.prose.notes(item)


def clauses_in(blocks: Iterable[Block]) -> tuple[str, ...]:
    return tuple(c for block in blocks if isinstance(block, Clauses) for c in block.clauses)


def joined(section: Section, name: str, notes: Iterable[Block], clauses: Iterable[str]) -> Section:
    """A section that also tells an effect, with its notes and clauses."""
    rest = [block for block in section.blocks if not isinstance(block, Clauses)]
    cited = tuple(dict.fromkeys([*clauses_in(section.blocks), *clauses]))
    blocks = (*rest, *notes, *([Clauses(cited)] if cited else []))
    return attrs.evolve(section, blocks=blocks, also=(*section.also, name))


def _chosen(desk: Desk, chapters: list[Section]) -> list[Section]:
    """Effects that only offer the actions of a group are told above these."""
    groups = {
        name: group
        for chapter in chapters
        if chapter.id == "actions"
        for group in chapter.sections
        for name in group.also
        if group.name is None
    }
    gone = {e.name: e for c in chapters if c.id == EFFECTS for e in c.sections if e.name in groups}

    def told(section: Section) -> Section:
        below = tuple(told(each) for each in section.sections if each.name not in gone)
        section = attrs.evolve(section, sections=below)
        for name, group in groups.items():
            if group.id == section.id and name in gone:
                clauses = clauses_in(gone[name].blocks)
                section = joined(section, name, notes_on(desk, name), clauses)
        return section

    return [
        told(chapter) if chapter.id in ("actions", EFFECTS) else chapter for chapter in chapters
    ]


def _set_up(desk: Desk, chapters: list[Section], moves: Moves) -> list[Section]:
    """What happens only while the game is set up stands in that chapter."""
    names = {each.name for chapter in chapters for each in chapter.walk() if each.name is not None}
    effects = next(chapter for chapter in chapters if chapter.id == EFFECTS)
    only = {SETUP}
    is_new = True
    while is_new:
        before = len(only)
        for each in effects.sections:
            homes = homes_of(each.name or "", desk.prose.users, moves, names)
            if homes and set(homes) <= only and each.name is not None:
                only.add(each.name)
        is_new = len(only) > before
    early = _as_named(chapters, [each for each in effects.sections if each.name in only])
    later = tuple(each for each in effects.sections if each.name not in only)
    below = {SETUP: early, EFFECTS: later}
    return [
        attrs.evolve(
            chapter,
            sections=(*(chapter.sections if chapter.id == SETUP else ()), *below[chapter.id]),
        )
        if chapter.id in below
        else chapter
        for chapter in chapters
    ]


def _as_named(chapters: Sequence[Section], effects: Sequence[Section]) -> tuple[Section, ...]:
    """Effects of the set-up in the order in which its text comes to them."""
    by_name = {each.name: each for each in effects}
    steps = next(chapter for chapter in chapters if chapter.id == SETUP)
    found: dict[str, Section] = {}
    ahead = targets(steps)
    while ahead:
        name = ahead.pop(0)
        if name in by_name and name not in found:
            found[name] = by_name[name]
            ahead = [*targets(by_name[name]), *ahead]
    return (*found.values(), *(each for each in effects if each.name not in found))


# --- terms -------------------------------------------------------------------------------------------------


def without_terms_told(desk: Desk, chapters: Sequence[Section]) -> list[Section]:
    """The chapters without terms that a line of the score explains word by word, and that nothing else needs."""
    scores = [s for c in chapters if c.id == "scoring" for s in c.sections if s.name is not None]
    terms = [s for c in chapters if c.id == "glossary" for s in c.sections]
    homes: dict[str, str] = {}
    for term in terms:
        said = [plain(block) for block in term.blocks if not isinstance(block, Clauses)]
        told = [s for s in scores if all(text in "\n".join(map(plain, s.blocks)) for text in said)]
        if len(told) == 1 and _uses(desk, term.name or "") == 1:
            homes[term.id] = told[0].id

    def of(section: Section) -> Section:
        below = tuple(of(each) for each in section.sections if each.id not in homes)
        section = attrs.evolve(section, sections=below)
        for term in terms:
            if homes.get(term.id) == section.id:
                section = joined(section, term.name or "", (), clauses_in(term.blocks))
        return section

    return [of(chapter) for chapter in chapters]


def _uses(desk: Desk, name: str) -> int:
    """How often the rules speak of something that they declare, also through the only definition that does."""
    found = [
        item
        for item in desk.linked.items
        if not isinstance(item, syn.Test | syn.Words) and name_of(item) != name
        for node in walk(item)
        if isinstance(node, ex.Ident) and node.text == name
    ]
    match found:
        case [syn.Define() | syn.Value() as only]:
            return _uses(desk, only.name.text)
        case _:
            return len(found)
