"""The chapter on settings and readings: what they usually are and what else they can be."""

from __future__ import annotations

from rulelang.reference.chapters.component_counts import players_text
from rulelang.reference.model import Block, BookTable, Cell, Clauses, Section, runs
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn


def settings_chapter(desk: Desk) -> Section | None:
    """A table of all settings, then those that have a note."""
    settings = settings_of(desk)
    if not settings:
        return None
    told = [item for item in settings if _has_note(item)]
    rows: list[tuple[Cell, ...]] = [
        (
            runs(desk.title(item.name.text), item.name.text if item in told else None),
            runs(_usual(desk, item)),
            runs(_possible(desk, item)),
        )
        for item in settings
    ]
    head = (desk.say("setting"), desk.say("usual"), desk.say("possible"))
    names = tuple("" if item in told else item.name.text for item in settings)
    table = BookTable("", head, tuple(rows), names=names)
    sections = tuple(_section(desk, item) for item in told)
    return Section("settings", desk.say("settings"), (table,), sections)


def _has_note(item: syn.Setting | syn.ChoiceSetting) -> bool:
    return any(isinstance(line, syn.Note) for line in getattr(item, "notes", ()))


def settings_of(desk: Desk) -> list[syn.Setting | syn.ChoiceSetting]:
    """All settings and readings, in the order of the rules."""
    return [item for item in desk.linked.items if isinstance(item, syn.Setting | syn.ChoiceSetting)]


def _section(desk: Desk, item: syn.Setting | syn.ChoiceSetting) -> Section:
    name = item.name.text
    blocks: list[Block] = [*desk.prose.notes(item)]  # the table says the rest
    if clauses := desk.clauses_of(item):
        blocks.append(Clauses(clauses))
    return Section(f"setting-{name}", desk.title(name), tuple(blocks), name=name)


def setting_text(desk: Desk, item: syn.Setting | syn.ChoiceSetting, value: int) -> str:
    """A value of a setting in words."""
    if isinstance(item, syn.ChoiceSetting):
        return desk.prose.case(item.name.text, item.cases[value].text)
    if _is_flag(item):
        return desk.say("yes" if value else "no")
    return str(value)


def _is_flag(item: syn.Setting) -> bool:
    values = (
        [value for _, value in item.value.entries]
        if isinstance(item.value, syn.ByPlayers)
        else [item.value]
    )
    return any(
        isinstance(value, ex.Constant) and value.word in ("true", "false") for value in values
    )


def _usual(desk: Desk, item: syn.Setting | syn.ChoiceSetting) -> str:
    programs = desk.subject.programs
    texts = {
        players: setting_text(desk, item, dict(program.settings)[item.name.text])
        for players, program in programs.items()
    }
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return "; ".join(f"{players_text(desk, n)}: {text}" for n, text in texts.items())


def _possible(desk: Desk, item: syn.Setting | syn.ChoiceSetting) -> str:
    if isinstance(item, syn.ChoiceSetting):
        return ", ".join(desk.prose.case(item.name.text, case.text) for case in item.cases)
    if _is_flag(item):
        return f"{desk.say('yes')}, {desk.say('no')}"
    span = item.range
    if (
        isinstance(span, ex.Binary)
        and isinstance(span.left, ex.Number)
        and isinstance(span.right, ex.Number)
    ):
        return desk.say("to", low=span.left.value, high=span.right.value)
    return ""
