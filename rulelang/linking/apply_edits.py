"""Apply the edits of modules and variants: in go all items, out come the items of the merged game.

Whatever an edit names is changed here, on the tree. Changes of values, hooks, powers and added options
stay items: they depend on conditions at run time and are woven in when the program is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

import attrs
from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.body_edits import option_names, replace_step, step_names, without_option
from rulelang.linking.clashes import ModuleOrder, check_clashes, check_hooks, key_of
from rulelang.linking.model import name_of
from rulelang.linking.parts import change_label, change_part, changed_rule
from rulelang.linking.row_edits import (
    Rows,
    add_members,
    add_rows,
    change_table,
    remove_members,
)
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

TreeEdit = (
    syn.ChangeRule
    | syn.ChangeCases
    | syn.ChangeSetting
    | syn.ChangePart
    | syn.ChangeLabel
    | syn.ChangeTable
    | syn.Replace
    | syn.ReplaceStep
    | syn.Remove
    | syn.RemovePart
    | syn.RemoveStep
    | syn.RemoveOptions
    | syn.RemoveMembers
    | syn.AddMembers
    | syn.AddRows
)
_REMOVALS = (syn.Remove, syn.RemoveStep, syn.RemoveOptions, syn.RemoveMembers)


def apply_edits(
    items: tuple[syn.Item, ...],
    rows: Rows,
    order: ModuleOrder,
    report: Reporter,
    *,
    name: str,
) -> tuple[syn.Item, ...]:
    """Return the items with all tree edits applied; report targets that do not exist or clash.

    Args:
        items: everything that the files say.
        rows: how to find columns and rows of a table.
        order: whose line this is, and who comes above whom.
        report: where to report.
        name: of the game, whose own hooks meet nothing.
    """
    game = _Game(rows=rows, report=report)
    edits: list[TreeEdit] = []
    for item in items:
        if isinstance(item, TreeEdit):
            edits.append(item)
        else:
            game.take(item)
    options = [item for item in game.rest if isinstance(item, syn.AddOptions)]
    check_clashes([*edits, *options], order, report)
    added = [item for item in items if order.home(item.span) != name]
    check_hooks(edits, added, order, report)
    # Replacements come first, so that what else is changed is the new version; what is removed is
    # there until then, so that whoever changes it is told that and nothing else. What a module makes of
    # the game is done before anything of those that need it.
    for edit in sorted(
        edits,
        key=lambda e: (
            order.depth(e.span),
            isinstance(e, _REMOVALS),
            not isinstance(e, syn.Replace | syn.ChangeTable),
        ),
    ):
        game.apply(edit)
    return (*game.merged.values(), *game.rest)


@define(kw_only=True)
class _Game:
    """The items so far: those that have a name by it, and the rest."""

    rows: Rows
    report: Reporter
    merged: dict[str, syn.Item] = field(factory=dict)
    rest: list[syn.Item] = field(factory=list)

    def take(self, item: syn.Item) -> None:
        name = name_of(item)
        about_others = syn.ChangeValue | syn.AddOptions | syn.Bots
        if name is None or isinstance(item, about_others) or name in self.merged:
            self.rest.append(item)
        else:
            self.merged[name] = item

    def apply(self, edit: TreeEdit) -> None:
        match edit:
            case syn.Replace():
                self.replace(edit.item)
            case syn.Remove():
                self.remove(edit.name)
            case syn.ChangeSetting() | syn.ChangeRule() | syn.ChangeCases() | syn.RemovePart():
                self.change(edit)
            case syn.ChangePart():
                change_part(edit, self.merged, self.rows, self.report)
            case syn.ChangeLabel():
                change_label(edit, self.merged, self.rows, self.report)
            case syn.ChangeTable():
                change_table(edit, self.merged, self.report)
            case syn.ReplaceStep():
                self.edit_step(edit.name, edit)
            case syn.RemoveStep():
                self.edit_step(edit.name, None)
            case syn.RemoveOptions():
                for option in edit.names:
                    self.remove_option(option, edit.name)
            case syn.AddMembers():
                add_members(edit, self.merged, self.report)
            case syn.RemoveMembers():
                remove_members(edit, self.merged, self.rows, self.report)
            case syn.AddRows():
                add_rows(edit, self.merged, self.report)
            case _:
                assert_never(edit)

    def replace(self, item: syn.Item) -> None:
        """Put an item in place of another; one that brings no label keeps the old one."""
        if isinstance(item, syn.End | syn.Win | syn.Bots):
            self.replace_unnamed(item)
            return
        name = key_of(item)
        old = self.merged.get(name)
        if old is None:
            span = getattr(item, "name", item).span
            self.unknown(ex.Ident(span, name or "this"), "item", "replace", self.merged)
            return
        if getattr(item, "label", True) is None and getattr(old, "label", None) is not None:
            item = attrs.evolve(item, label=old.label)  # type: ignore[arg-type, union-attr]  # both have one
        self.merged[name] = item

    def replace_unnamed(self, item: syn.End | syn.Win | syn.Bots) -> None:
        def is_old(other: syn.Item) -> bool:
            return type(other) is type(item) and name_of(other) == name_of(item)

        if not any(map(is_old, self.rest)):
            word = f"bots {item.name.text}" if isinstance(item, syn.Bots) else key_of(item)
            self.unknown(ex.Ident(item.span, word), "line", "replace", ())
        kept = [other for other in self.rest if not is_old(other)]
        self.rest = [*kept, item]

    def remove(self, name: ex.Ident) -> None:
        """Take an item out. A rule that is gone is not offered either, and bots need not know it."""
        if name.text == "end":
            kept: list[syn.Item] = [i for i in self.rest if not isinstance(i, syn.End)]
            if len(kept) == len(self.rest):
                self.unknown(name, "line", "remove", ())
            self.rest = kept
            return
        gone = self.merged.pop(name.text, None)
        if gone is None:
            self.unknown(name, "item", "remove", self.merged)
            return
        self.report.removed[name.text] = name.span
        if isinstance(gone, syn.Enum | syn.Group | syn.Component):
            self.rest = [_without_words(item, name.text) for item in self.rest]
        if isinstance(gone, syn.Rule):
            self.rest = [
                item
                for item in self.rest
                if not (isinstance(item, syn.Bots) and item.name.text == name.text)
            ]
            self.edit_bodies(lambda items: without_option(items, name.text, None))

    def change(
        self, edit: syn.ChangeSetting | syn.ChangeRule | syn.ChangeCases | syn.RemovePart
    ) -> None:
        ident = edit.rule if isinstance(edit, syn.RemovePart) else edit.name
        name, target = ident.text, self.merged.get(ident.text)
        match edit, target:
            case syn.ChangeSetting(), syn.Setting():
                self.merged[name] = attrs.evolve(
                    target, value=edit.value, range=edit.range or target.range
                )
            case syn.ChangeSetting(range=None), syn.ChoiceSetting():
                self.merged[name] = attrs.evolve(target, value=edit.value)
            case syn.ChangeRule(), syn.Rule() if target.word == edit.word:
                self.merged[name] = changed_rule(target, edit.lines, self.report)
            case syn.RemovePart(), syn.Rule():
                line = syn.RemoveLine(edit.span, edit.part, edit.name)
                self.merged[name] = changed_rule(target, (line,), self.report)
            case syn.ChangeCases(lines=lines), syn.Cases():
                changed = {line.name.text for line in lines if isinstance(line, syn.Case)}
                kept = [
                    c
                    for c in target.lines
                    if not (isinstance(c, syn.Case) and c.name.text in changed)
                ]
                self.merged[name] = attrs.evolve(target, lines=(*kept, *lines))
            case _, None:
                self.unknown(ident, "item", "change", self.merged)
            case _:
                what = edit.word if isinstance(edit, syn.ChangeRule) else "item of this sort"
                self.unknown(ident, what, "change", ())

    def edit_step(self, name: ex.Ident, new: syn.ReplaceStep | None) -> None:
        if not self.edit_bodies(lambda items: replace_step(items, name.text, new)):
            near = step_names(self.everything)
            self.unknown(name, "step", "remove" if new is None else "replace", near)

    def remove_option(self, option: ex.Ident, step: ex.Ident) -> None:
        if not self.edit_bodies(lambda items: without_option(items, option.text, step.text)):
            near = option_names(self.everything, step.text)
            self.unknown(option, f"option of `{step.text}`", "remove", near)

    @property
    def everything(self) -> tuple[syn.Item, ...]:
        return (*self.merged.values(), *self.rest)

    def edit_bodies(
        self, edit: Callable[[tuple[syn.Item, ...]], tuple[tuple[syn.Item, ...], bool]]
    ) -> bool:
        """Change statements wherever they stand; return whether there was something to change."""
        named, in_named = edit(tuple(self.merged.values()))
        rest, in_rest = edit(tuple(self.rest))
        self.merged = dict(zip(self.merged, named, strict=True))
        self.rest = list(rest)
        return in_named or in_rest

    def unknown(self, name: ex.Ident, what: str, verb: str, near: Iterable[str]) -> None:
        self.report.error(
            codes.UNKNOWN_TARGET,
            name.span,
            what=what,
            name=name.text,
            verb=verb,
            help=did_you_mean(name.text, near),
        )


def _without_words(item: syn.Item, kind: str) -> syn.Item:
    """Words without those for a kind that is gone: no text will name it."""
    if not isinstance(item, syn.Words):
        return item
    return attrs.evolve(item, lines=tuple(line for line in item.lines if line.name.text != kind))
