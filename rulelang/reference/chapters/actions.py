"""The chapter on actions, as a player meets them: in the order of play, those that are offered together in one section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulelang.prose.model import Sentence
from rulelang.prose.offers import Occasion
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.steps import steps_by_rule
from rulelang.reference.model import Block, Clauses, Hint, Section
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Steps = Mapping[str, tuple[Section, ...]]  # those that belong to each rule


def actions_chapter(desk: Desk, *, is_grouped: bool) -> Section | None:
    """All actions in the order of play; in groups if wanted."""
    rules = _in_order(desk, [rule for rule in desk.items(syn.Rule) if rule.word == "action"])
    if not rules:
        return None
    steps = steps_by_rule(desk)
    found = _groups(desk, rules, steps) if is_grouped else (_action(desk, r, steps) for r in rules)
    sections = tuple(found)
    return Section("actions", desk.say("actions"), (), sections)


def _groups(desk: Desk, rules: list[syn.Rule], steps: Steps) -> Iterator[Section]:
    """The actions of each occasion; an action that is alone there stands by itself."""
    by_occasion: dict[Occasion | str, list[syn.Rule]] = {}
    for rule in rules:
        by_occasion.setdefault(desk.prose.occasion(rule) or rule.name.text, []).append(rule)
    ids: set[str] = set()
    for occasion, members in by_occasion.items():
        if isinstance(occasion, str) or len(members) == 1:
            yield from (_action(desk, rule, steps) for rule in members)
            continue
        id_ = f"actions-{occasion.moment}{occasion.of or occasion.place or occasion.how}"
        id_ = f"{id_}-{len(ids)}" if id_ in ids else id_
        ids.add(id_)
        below = tuple(_action(desk, rule, steps, occasion) for rule in members)
        is_all = _is_all(desk, occasion.place, members)
        told = (
            desk.prose.at_choice(occasion.place)
            if is_all
            else desk.prose.at_occasion(occasion, members)
        )
        also = (occasion.place,) if is_all else ()
        yield Section(id_, _title(desk, occasion), tuple(_hints(told)), below, also=also)


def _is_all(desk: Desk, name: str, members: list[syn.Rule]) -> bool:
    """Whether an effect does nothing but offer these actions."""
    rules = (rule for rule in desk.items(syn.Rule) if rule.name.text == name)
    names = {rule.name.text for rule in members}
    return any(rule.word == "effect" and desk.prose.choice_of(rule) == names for rule in rules)


def _title(desk: Desk, occasion: Occasion) -> str:
    if occasion.how == "meanwhile":
        return desk.say("any_time")
    if occasion.of:
        return capital(desk.prose.many(occasion.of))
    title = desk.title(occasion.place)
    return desk.say(f"{occasion.moment}_step", name=title) if occasion.moment else title


def _hints(told: tuple[Block, ...]) -> Iterator[Block]:
    """When something may be done, in smaller letters."""
    for block in told:
        yield Hint(block.runs) if isinstance(block, Sentence) else block


def _action(desk: Desk, rule: syn.Rule, steps: Steps, known: Occasion | None = None) -> Section:
    name = rule.name.text
    blocks: list[Block] = [*_hints(desk.prose.when(rule, known)), *desk.prose.describe_doing(rule)]
    if clauses := desk.clauses_of(rule):
        blocks.append(Clauses(clauses))
    below = steps.get(name, ())
    return Section(f"action-{name}", desk.title(name), tuple(blocks), below, name=name)


# --- the order of play -------------------------------------------------------------------------------------


def _in_order(desk: Desk, rules: list[syn.Rule]) -> list[syn.Rule]:
    """The actions as play comes to them, then those that these lead to, and so on."""
    by_name = {rule.name.text: rule for rule in rules}
    found: dict[str, None] = {}
    roots: list[object] = [*desk.items(syn.Flow)]
    while roots:
        new = [name for name in _Walk(desk).actions(roots) if name not in found]
        found.update(dict.fromkeys(new))
        roots = [by_name[name] for name in new]
    return [by_name[name] for name in dict.fromkeys([*found, *by_name])]


class _Walk:
    """From the flow or from actions to the next actions, through effects and what is printed on things."""

    def __init__(self, desk: Desk) -> None:
        self._printed = desk.prose.printed
        self._rules: dict[str, syn.Rule | syn.Cases] = {}
        self._added: dict[str, list[syn.AddOptions]] = {}
        self._seen: set[str] = set()
        for item in desk.linked.items:
            if isinstance(item, syn.Rule | syn.Cases):
                self._rules[item.name.text] = item
            elif isinstance(item, syn.AddOptions):
                self._added.setdefault(item.name.text, []).append(item)

    def actions(self, roots: Iterable[object]) -> Iterator[str]:
        """The actions below; what may be done at any time comes last."""
        for root in roots:
            later = [node for node in walk(root) if isinstance(node, st.Meanwhile)]
            for part in (root, *later):
                without = (st.Meanwhile,) if part is root else ()
                yield from self._below(walk(part, without=without))
            steps = [node.name.text for node in walk(root) if isinstance(node, st.Step)]
            yield from self._below(walk(tuple(i for s in steps for i in self._added.get(s, ()))))

    def _below(self, nodes: Iterable[object]) -> Iterator[str]:
        for node in nodes:
            for name in self._named(node):
                rule = self._rules.get(name)
                if rule is None or name in self._seen:
                    continue
                self._seen.add(name)
                if isinstance(rule, syn.Rule) and rule.word == "action":
                    yield name
                else:
                    yield from self._below(walk(rule))

    def _named(self, node: object) -> Iterator[str]:
        match node:
            case ex.Callee(name=ex.Ident(text=name)):
                yield name
            case ex.Printed(field=field):
                yield from self._printed.get(field.text, ())
            case _:
                pass
