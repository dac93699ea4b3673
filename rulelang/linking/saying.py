"""A changed item in words: in go two versions of it, without wording, out come sentences about the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rulelang.syntax.trees import items as syn
from rulelang.syntax.writing.write_expressions import SUM, expr
from rulelang.syntax.writing.write_items import item_lines, per
from rulelang.syntax.writing.write_rules import rule_line
from rulelang.syntax.writing.write_statements import maybe, params


def said_of(old: syn.Item, new: syn.Item) -> Iterator[str]:
    """Yield what is different about an item; nothing if there are no words for it but its text."""
    match old, new:
        case syn.Setting(), syn.Setting():
            if per(old.value) != per(new.value):
                yield f"is {per(new.value)}, not {per(old.value)}"
            if maybe("in", old.range) != maybe("in", new.range):
                yield f"can be anything{maybe('in', new.range)}, not{maybe('in', old.range)}"
        case syn.ChoiceSetting(), syn.ChoiceSetting():
            if per(old.value) != per(new.value):
                yield f"is {per(new.value)}, not {per(old.value)}"
        case syn.Rule(), syn.Rule():
            yield from _rule(old, new)
        case syn.Define() | syn.Value(), syn.Define() | syn.Value():
            if params(old.params) == params(new.params) and expr(old.expr) != expr(new.expr):
                yield f"is now {expr(new.expr)}"
                yield f"it was {expr(old.expr)}"
        case syn.Score(), syn.Score():
            texts = [" ".join(item_lines(each)).partition(": ")[2] for each in (old, new)]
            yield f"now counts {texts[1]}"
            yield f"it counted {texts[0]}"
        case syn.Win(), syn.Win():
            yield f"now {item_lines(new)[0]}"
            yield f"it was {item_lines(old)[0]}"
        case syn.End(), syn.End():
            yield f"now {item_lines(new)[0]}"
            yield f"it was {item_lines(old)[0]}"
        case syn.Enum(), syn.Enum():
            yield from _members(old.members, new.members)
        case syn.Group(), syn.Group():
            yield from _members(old.members, new.members)
        case _:
            return


def _members(old: Sequence[syn.Member], new: Sequence[syn.Member]) -> Iterator[str]:
    before = [member.ident.text for member in old]
    after = [member.ident.text for member in new]
    if added := [name for name in after if name not in before]:
        yield f"also has {', '.join(added)}"
    if gone := [name for name in before if name not in after]:
        yield f"has no {', '.join(gone)} any more"


def _rule(old: syn.Rule, new: syn.Rule) -> Iterator[str]:
    if params(old.params) != params(new.params):
        yield f"asks for {params(new.params) or 'nothing'}, not {params(old.params) or 'nothing'}"
    yield from _requirements(old, new)
    yield from _costs(old, new)
    for sort, word in ((syn.Limit, "limit"), (syn.Allow, "allow")):
        before, after = (_lines(each, sort) for each in (old, new))
        yield from (f"now has: {line}" for line in after if line not in before)
        yield from (f"no longer has a {word}: {line}" for line in before if line not in after)
    yield from _effects(old, new)


def _requirements(old: syn.Rule, new: syn.Rule) -> Iterator[str]:
    before, after = (
        {line.name.text: expr(line.expr) for line in each.lines if isinstance(line, syn.Require)}
        for each in (old, new)
    )
    for name in {**before, **after}:
        if name not in before:
            yield f"also requires `{name}`: {after[name]}"
        elif name not in after:
            yield f"no longer requires `{name}`: {before[name]}"
        elif before[name] != after[name]:
            yield f"`{name}` now requires {after[name]}"
            yield f"it required {before[name]}"


def _costs(old: syn.Rule, new: syn.Rule) -> Iterator[str]:
    before, after = (
        [_cost(line) for line in each.lines if isinstance(line, syn.Cost)] for each in (old, new)
    )
    if before != after:
        yield f"costs {' and '.join(after) or 'nothing'}, not {' and '.join(before) or 'nothing'}"


def _cost(line: syn.Cost) -> str:
    return f"{expr(line.amount, SUM)}{maybe('from', line.source)}{maybe('to', line.target)}"


def _lines(rule: syn.Rule, sort: type) -> list[str]:
    return [text for line in rule.lines if isinstance(line, sort) for text in rule_line(line)]


def _effects(old: syn.Rule, new: syn.Rule) -> Iterator[str]:
    parts = (syn.Require, syn.Cost, syn.Limit, syn.Allow)
    before, after = (
        [text for line in each.lines if not isinstance(line, parts) for text in rule_line(line)]
        for each in (old, new)
    )
    for tag, a, b, c, d in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (f"no longer does: {line.strip()}" for line in before[a:b])
            yield from (f"now does: {line.strip()}" for line in after[c:d])
