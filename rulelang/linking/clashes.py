"""Edits that meet: in go all edits of a game, out come E705, E706 and E711.

An edit touches named things: an item, a requirement of a rule, a cell of a table. Two edits clash if both
touch the same thing, or one replaces or removes what the other touches a part of; only things that are merely
added, like two requirements of different names, never meet. Nothing is settled by the order of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.frozen import frozen
from rulelang.linking.model import name_of, span_of
from rulelang.source import Span
from rulelang.syntax.trees import items as syn

Key = tuple[str, ...]


@frozen
class ModuleOrder:
    """Whose a line is, and which modules stand on which: those come after them and meet nothing of theirs."""

    home: Callable[[Span], str]
    below: Mapping[str, frozenset[str]]

    def depth(self, span: Span) -> int:
        """How much the module of a line stands on."""
        return len(self.below.get(self.home(span), ()))

    def is_settled(self, one: Span, other: Span) -> bool:
        """Whether one of two lines comes after the other because its module needs that one."""
        first, second = self.home(one), self.home(other)
        return first in self.below.get(second, ()) or second in self.below.get(first, ())


@frozen
class Touch:
    """What an edit does to a thing: `remove`, `set` (it is what this says), `add`, or `append`."""

    key: Key
    mode: str
    span: Span

    @property
    def shown(self) -> str:
        """The thing in the words of its author, as in `cost of build`."""
        match tuple(part for part in self.key if part):
            case (whole, "step", *option):
                return " of ".join((*option, f"step {whole}"))
            case (whole, part, name):
                return f"{part} {name} of {whole}"
            case (whole, part):
                return f"{part} of {whole}"
            case _:
                return self.key[0]


def check_clashes(edits: list[syn.Edit], order: ModuleOrder, report: Reporter) -> None:
    """Report every edit that meets an earlier one of which nothing says that it comes first."""
    seen: dict[Key, list[tuple[int, Touch]]] = {}
    told: set[tuple[int, int]] = set()
    for number, edit in enumerate(edits):
        for touch in touches(edit):
            for other, earlier in _met(touch, seen):
                if (
                    other != number
                    and (other, number) not in told
                    and _clash(earlier, touch)
                    and not order.is_settled(earlier.span, touch.span)
                ):
                    told.add((other, number))
                    _report(earlier, touch, order.home, report)
            seen.setdefault(touch.key, []).append((number, touch))


def check_hooks(
    edits: Iterable[syn.Edit],
    items: Iterable[syn.Item],
    order: ModuleOrder,
    report: Reporter,
) -> None:
    """Report `instead of` on what another module or variant replaces, unless it says that it is over that one.

    What the game itself hooks on goes on as before: whoever replaces a rule has read the game.
    """
    replaced: dict[Key, list[Touch]] = {}
    for edit in edits:
        if isinstance(edit, syn.Replace | syn.ReplaceStep):
            for touch in touches(edit):
                replaced.setdefault(touch.key, []).append(touch)
    for hook in _hooks(items):
        key = (hook.name.text, "step") if hook.is_step else (hook.name.text,)
        own = order.home(hook.span)
        for touch in replaced.get(key, ()):
            other = order.home(touch.span)
            is_over = hook.over is not None and hook.over.text == other
            is_settled = is_over or order.is_settled(hook.span, touch.span)
            if hook.word == "instead of" and other != own and not is_settled:
                _report(touch, Touch(key, "set", hook.span), order.home, report)


def _hooks(items: Iterable[syn.Item]) -> Iterator[syn.Hook]:
    for item in items:
        lines = item.lines if isinstance(item, syn.Power) else (item,)
        yield from (line for line in lines if isinstance(line, syn.Hook))


def _met(touch: Touch, seen: dict[Key, list[tuple[int, Touch]]]) -> Iterator[tuple[int, Touch]]:
    """What touches the same thing, a part of it, or the whole it belongs to."""
    for length in range(1, len(touch.key) + 1):
        yield from seen.get(touch.key[:length], ())
    for key, found in seen.items():
        if len(key) > len(touch.key) and key[: len(touch.key)] == touch.key:
            yield from found


def _clash(a: Touch, b: Touch) -> bool:
    if a.key == b.key:
        return (a.mode, b.mode) != ("add", "add")
    whole = a if len(a.key) < len(b.key) else b
    return whole.mode in ("remove", "set")


def _report(first: Touch, second: Touch, home: Callable[[Span], str], report: Reporter) -> None:
    there = Label(first.span, "and here")
    whose, other = home(first.span), home(second.span)
    if first.mode == second.mode == "append":
        report.error(
            codes.ORDER_MATTERS,
            second.span,
            first=whose,
            second=other,
            name=first.key[0],
            secondary=[there],
        )
        return
    removes = [touch for touch in (first, second) if touch.mode == "remove"]
    if removes and (first.mode != "remove" or second.mode != "remove"):
        changed, gone = (second, first) if first.mode == "remove" else (first, second)
        report.error(
            codes.CHANGED_AND_REMOVED,
            changed.span,
            first=home(changed.span),
            second=home(gone.span),
            name=gone.shown,
            secondary=[Label(gone.span, "removed here")],
        )
        return
    report.error(
        codes.CHANGED_TWICE,
        second.span,
        first=whose,
        second=other,
        name=min(first, second, key=lambda touch: len(touch.key)).shown,
        secondary=[there],
    )


def touches(edit: syn.Edit) -> Iterator[Touch]:
    """Yield what an edit touches; changes of values and options only add."""
    match edit:
        case syn.Replace(item=syn.Bots(name=name)):
            yield Touch((name.text, "bots"), "set", name.span)
        case syn.Replace(item=item):
            yield Touch((key_of(item),), "set", span_of(item))
        case syn.ChangeSetting(name=name):
            yield Touch((name.text,), "set", name.span)
        case syn.ChangeRule(name=name, lines=lines):
            for line in lines:
                yield from _line_touch(name.text, line)
        case syn.ChangeCases(name=name, lines=lines):
            for case in lines:
                if isinstance(case, syn.Case):
                    yield Touch((name.text, case.name.text), "set", case.span)
        case syn.ChangePart(part=part, name=name, kind=kind):
            start = (kind.text, name.text) if kind is not None else (name.text,)
            yield Touch((*start, part.text), "set", edit.span)
        case syn.ChangeLabel(name=name):
            yield Touch((name.text, "label"), "set", edit.span)
        case syn.ChangeTable(name=name):
            yield Touch((name.text, ""), "set", name.span)
        case syn.ReplaceStep(name=name):
            yield Touch((name.text, "step"), "set", name.span)
        case _:
            yield from _removals(edit)
            yield from _additions(edit)


def _removals(edit: syn.Edit) -> Iterator[Touch]:
    match edit:
        case syn.Remove(name=name):
            yield Touch((name.text,), "remove", name.span)
        case syn.RemovePart(part=part, name=name, rule=rule):
            key = (rule.text, "require" if part == "allow" else part)
            yield Touch((*key, name.text) if name is not None else key, "remove", edit.span)
        case syn.RemoveStep(name=name):
            yield Touch((name.text, "step"), "remove", name.span)
        case syn.RemoveOptions(names=names, name=step):
            for name in names:
                yield Touch((step.text, "step", name.text), "remove", name.span)
        case syn.RemoveMembers(members=members, kind=kind):
            for member in members:
                yield Touch((kind.text, member.text), "remove", member.span)
                yield Touch((member.text,), "remove", member.span)
        case _:
            return


def _additions(edit: syn.Edit) -> Iterator[Touch]:
    match edit:
        case syn.AddMembers(members=added, kind=kind):
            for each in added:
                yield Touch((kind.text, each.ident.text), "set", each.span)
        case syn.AddRows(kind=kind):
            yield Touch((kind.text, ""), "add", kind.span)
        case syn.AddOptions(calls=calls, name=step):
            for call in calls:
                name_ = call.callee.name
                if name_ is not None:
                    yield Touch((step.text, "step", name_.text), "add", call.span)
        case _:
            return


def _line_touch(rule: str, line: syn.RuleLine) -> Iterator[Touch]:
    match line:
        case syn.Require(name=name):
            yield Touch((rule, "require", name.text), "set", line.span)
        case syn.Allow(name=name):
            yield Touch((rule, "require", name.text), "add", line.span)
        case syn.Cost():
            yield Touch((rule, "cost"), "add", line.span)
        case syn.Limit(period=period):
            yield Touch((rule, "limit", period.text), "set", line.span)
        case syn.RemoveLine(part=part, name=name):
            key = (rule, "require" if part == "allow" else part)
            yield Touch((*key, name.text) if name is not None else key, "remove", line.span)
        case syn.Cite() | syn.Note():
            return
        case _:
            yield Touch((rule, "body"), "append", line.span)


def key_of(item: syn.Item) -> str:
    """Return what an item is edited by; what has no name by its word."""
    match item:
        case syn.End():
            return "end"
        case syn.Win():
            return "win"
        case _:
            return name_of(item) or ""
