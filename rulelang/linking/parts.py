"""Edits of a part of something: lines of a rule, counts, starts and labels.

`change PART of NAME to VALUE` means what NAME is: a rule has a cost, a component a count, an account or
variable a start, a place a limit, an award a minimum. Any other name is a row of a table.
"""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.row_edits import Rows, change_cell
from rulelang.syntax.trees import items as syn

Merged = dict[str, syn.Item]


def changed_rule(rule: syn.Rule, lines: tuple[syn.RuleLine, ...], report: Reporter) -> syn.Rule:
    """Return a rule with further lines, or without some.

    A requirement of a name that is there takes its place (and its sentence if it has none), and so does a
    limit for the same period. Everything else is added below.
    """
    kept = list(rule.lines)
    for line in lines:
        match line:
            case syn.RemoveLine():
                kept = _without(rule, kept, line, report)
            case syn.Require() | syn.Limit():
                at = next((n for n, old in enumerate(kept) if _is_same(old, line)), None)
                if at is None:
                    kept.append(line)
                else:
                    kept[at] = _in_place_of(kept[at], line)
            case _:
                kept.append(line)
    return attrs.evolve(rule, lines=tuple(kept))


def _is_same(old: syn.RuleLine, new: syn.RuleLine) -> bool:
    match old, new:
        case syn.Require(), syn.Require():
            return old.name.text == new.name.text
        case syn.Limit(), syn.Limit():
            return old.period.text == new.period.text
        case _:
            return False


def _in_place_of(old: syn.RuleLine, new: syn.RuleLine) -> syn.RuleLine:
    if isinstance(old, syn.Require) and isinstance(new, syn.Require) and new.sentence is None:
        return attrs.evolve(new, sentence=old.sentence)
    return new


_PARTS = {"require": syn.Require, "allow": syn.Allow, "cost": syn.Cost, "limit": syn.Limit}


def _without(
    rule: syn.Rule, lines: list[syn.RuleLine], removal: syn.RemoveLine, report: Reporter
) -> list[syn.RuleLine]:
    wanted = removal.name.text if removal.name is not None else None
    sort = _PARTS[removal.part]
    kept = [old for old in lines if not (isinstance(old, sort) and wanted in (None, _name_of(old)))]
    if len(kept) == len(lines):
        names = [name for old in lines if isinstance(old, sort) and (name := _name_of(old))]
        report.error(
            codes.UNKNOWN_TARGET,
            removal.span,
            what=removal.part,
            name=wanted or rule.name.text,
            verb="remove",
            help="" if wanted is None else did_you_mean(wanted, names),
        )
    return kept


def _name_of(line: syn.RuleLine) -> str | None:
    match line:
        case syn.Require(name=name) | syn.Allow(name=name):
            return name.text
        case syn.Limit(period=period):
            return period.text
        case _:
            return None


# --- parts by name -----------------------------------------------------------------------------------


def change_part(edit: syn.ChangePart, merged: Merged, rows: Rows, report: Reporter) -> None:
    """Apply `change PART of NAME to VALUE`."""
    target = merged.get(edit.name.text) if edit.kind is None else None
    changed = _changed(target, edit)
    if changed is not None:
        merged[edit.name.text] = changed
    elif target is None and edit.source is None and edit.target is None:
        change_cell(edit, merged, rows, report)
    else:
        report.error(
            codes.UNKNOWN_TARGET,
            edit.part.span,
            what=f"part of `{edit.name.text}`",
            name=edit.part.text,
            verb="change",
            help="rules have a `cost`, components a `count`, accounts a `start` and a `limit`,"
            " variables a `start`, awards a `minimum`",
        )


def _changed(item: syn.Item | None, edit: syn.ChangePart) -> syn.Item | None:
    """Return an item with another part; None if it has no such part."""
    if isinstance(item, syn.Rule) and edit.part.text == "cost":
        return _with_cost(item, syn.Cost(edit.span, edit.value, edit.source, edit.target))
    if edit.source is not None or edit.target is not None:
        return None
    match item, edit.part.text:
        case syn.Component(how="alike" | "copies"), "count" if item.count is not None:
            return attrs.evolve(item, count=edit.value)
        case syn.Component(how="single", table=None), "count":
            return attrs.evolve(item, how="copies", count=edit.value)
        case syn.Place(), "start" | "limit" as part:
            word = "start_with" if part == "start" else "capped"
            old = next((prop for prop in item.props if prop.word == word), None)
            new = syn.Prop(edit.span, word, edit.value, None if old is None else old.name)
            props = [prop for prop in item.props if prop is not old]
            return attrs.evolve(item, props=(*props, new))
        case syn.Var() | syn.Track(), "start":
            return attrs.evolve(item, start=edit.value)
        case syn.Award(), "minimum":
            return attrs.evolve(item, at_least=edit.value)
        case _:
            return None


def _with_cost(rule: syn.Rule, cost: syn.Cost) -> syn.Rule:
    """All costs of a rule are one; it stands where the first stood."""
    at = next((n for n, line in enumerate(rule.lines) if isinstance(line, syn.Cost)), None)
    if at is None:
        return attrs.evolve(rule, lines=(*rule.lines, cost))
    kept = tuple(line for line in rule.lines[at:] if not isinstance(line, syn.Cost))
    return attrs.evolve(rule, lines=(*rule.lines[:at], cost, *kept))


def change_label(edit: syn.ChangeLabel, merged: Merged, rows: Rows, report: Reporter) -> None:
    """Give an item, a case or a row of a table another label."""
    name = edit.name.text
    item = merged.get(name)
    if item is not None and hasattr(item, "label"):
        merged[name] = attrs.evolve(item, label=edit.label)  # type: ignore[arg-type]  # it has one
        return
    for key, each in merged.items():
        if isinstance(each, syn.Enum | syn.Group):
            members = tuple(
                attrs.evolve(member, label=edit.label)
                if member.word == "name" and member.ident.text == name
                else member
                for member in each.members
            )
            if members != each.members:
                merged[key] = attrs.evolve(each, members=members)
                return
    for language, text in edit.label.words:
        change_cell(edit, merged, rows, report, column=f"name_{language}", text=text)
