"""Effects that need no section: in go the chapters of a book, out comes where each of those effects is told.

An effect is told where it is used if nothing points to it, or if only one section uses it and tells it in full. One that
does nothing but lead to another rule is told there. Its notes and clauses move along, and so do links to it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

import attrs

from rulelang.linking.model import name_of
from rulelang.reference.model import Hint, Section
from rulelang.reference.pointing import targets
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Moves = Mapping[str, tuple[str, ...]]  # effect → names of the sections that tell it


def moves_of(desk: Desk, chapters: Sequence[Section]) -> dict[str, tuple[str, ...]]:
    """Return where effects are told that have no section."""
    told = {each.name for chapter in chapters for each in chapter.walk() if each.name is not None}
    effects = _effects(desk, chapters)
    links = _links(chapters)
    users = desk.prose.users
    found: dict[str, tuple[str, ...]] = {}
    for step, effect in only_effects(desk, effects).items():
        found[effect] = (step,)
        for pointing in links.values():
            # The step says what the effect said.
            pointing |= {step} if effect in pointing else set()
    # What only leads elsewhere goes first: else what it leads to could move into it.
    for name, item in effects.items():
        target = desk.prose.only_call(item)
        if name not in found and target in told and target != name:
            found[name] = (target,)
            links.setdefault(target, set()).update(links.get(name, set()) - set(found))
    is_new = True
    while is_new:
        is_new = False
        for name, item in effects.items():
            if name in found:
                continue
            homes = homes_of(name, users, found, told)
            linked = links.get(name, set()) - set(found)
            is_told = desk.prose.is_told_by_users(item) and _is_told(homes, linked)
            if homes and (is_told or desk.prose.is_empty(item)):
                found[name] = homes
            is_new = is_new or name in found
    ends = {name: _resolved(homes, found) for name, homes in found.items()}
    return {name: homes for name, homes in ends.items() if homes}  # rules may lead in a circle


def _is_told(homes: tuple[str, ...], linked: set[str]) -> bool:
    """Whether nothing points to an effect, or only what can point to the one section that tells it."""
    return not linked or (len(homes) == 1 and homes[0] not in linked)


def _effects(desk: Desk, chapters: Sequence[Section]) -> dict[str, syn.Rule | syn.Cases]:
    """Those that could move: no step of theirs stands below them."""
    names = {
        each.name
        for chapter in chapters
        if chapter.id == "effects"
        for each in chapter.sections
        if not each.sections
    }
    return {
        name: item
        for item in desk.linked.items
        if isinstance(item, syn.Rule | syn.Cases) and (name := name_of(item)) in names and name
    }


def _links(chapters: Sequence[Section]) -> dict[str, set[str]]:
    """The sections that name each effect. When an action is possible is worked out anew; questions may say what they like."""
    found: dict[str, set[str]] = {}
    for chapter in chapters:
        for section in chapter.walk() if chapter.id != "faq" else ():
            is_action = chapter.id == "actions"
            blocks = [b for b in section.blocks if not (is_action and isinstance(b, Hint))]
            for name in targets(attrs.evolve(section, blocks=tuple(blocks), sections=())):
                if name != section.name:
                    found.setdefault(name, set()).add(section.name or section.id)
    return found


def homes_of(
    name: str, users: Mapping[str, tuple[str, ...]], found: Moves, told: set[str]
) -> tuple[str, ...]:
    """The sections that make use of an effect, also through rules that have none."""
    homes: list[str] = []
    seen = {name}
    ahead = [*users.get(name, ())]
    while ahead:
        user = ahead.pop(0)
        if user in seen:
            continue
        seen.add(user)
        if user in told and user not in found:
            homes.append(user)
        else:
            ahead += users.get(user, ())
    return tuple(homes)


def only_effects(desk: Desk, effects: Container[str | None]) -> dict[str, str]:
    """Steps that do nothing but carry out an effect that nothing else does."""
    found: dict[str, str] = {}
    for item in desk.linked.items:
        for node in walk(item, without=(syn.Test,)):
            if isinstance(node, st.Step) and node.label is not None:
                effect = desk.prose.only_call(node) or ""
                if effect in effects and desk.prose.users.get(effect) == (node.name.text,):
                    found[node.name.text] = effect
    return found


def _resolved(homes: Iterable[str], found: Moves) -> tuple[str, ...]:
    """The sections that tell an effect, where some of them have moved themselves."""
    ends: list[str] = []
    seen: set[str] = set()
    ahead = [*homes]
    while ahead:
        home = ahead.pop(0)
        if home in found and home not in seen:
            ahead = [*found[home], *ahead]
        elif home not in found:
            ends.append(home)
        seen.add(home)
    return tuple(dict.fromkeys(ends))
