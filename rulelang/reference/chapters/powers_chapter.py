"""The chapter on powers: those that players come to have in the same way stand together, below one sentence that says how."""

from __future__ import annotations

from rulelang.prose.model import Sentence
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import Block, Clauses, Hint, Section, runs
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import items as syn


def powers_chapter(desk: Desk, *, is_grouped: bool) -> Section | None:
    """All powers; in groups if wanted, where a rule says who has those of a group."""
    powers = list(desk.items(syn.Power))
    if not powers:
        return None
    by_kind: dict[str, list[syn.Power]] = {}
    for power in powers:
        by_kind.setdefault(power.kind.text, []).append(power)
    sections: list[Section] = []
    for kind, members in by_kind.items():
        held = desk.prose.describe_holders(kind) if is_grouped and len(members) > 1 else ()
        below = tuple(_power(desk, power, is_held_said=bool(held)) for power in members)
        if held:
            hints = tuple(Hint(block.runs) for block in held if isinstance(block, Sentence))
            below = (Section(f"powers-{kind}", capital(desk.prose.many(kind)), hints, below),)
        sections += below
    is_said = all(section.sections for section in sections)  # each group says who has its powers
    said = () if is_said else (Hint(runs(desk.say("powers_said"))),)
    return Section("powers", desk.say("powers"), said, tuple(sections))


def _power(desk: Desk, power: syn.Power, *, is_held_said: bool) -> Section:
    told = desk.prose.describe_held(power) if is_held_said else desk.describe(power)
    blocks: list[Block] = [*told]
    if clauses := desk.own_clauses(power):
        blocks.append(Clauses(clauses))
    name, label = power.name.text, power.label
    title = capital(desk.label(label.words, name)) if label is not None else desk.title(name)
    return Section(f"power-{name}", title, tuple(blocks), name=name)
