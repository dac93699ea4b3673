"""What a variant changes, by meaning: in go two subjects, out comes each change with its mark and its text.

What has changed is what `rulelang diff` finds (`linking/differences.py`); here it only gets words of the book.
"""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.linking.differences import Change, by_key, diff
from rulelang.prose.model import Run
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import ADDED, CHANGED, REMOVED, Block, BookTable, Cell, Section, runs
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import items as syn

MARKS = {"new": ADDED, "gone": REMOVED}
# Sorts of items that a book calls by a word of its own; everything else is a rule.
KINDS = {
    **dict.fromkeys(("setting", "reading"), "setting"),
    **dict.fromkeys(("card", "tile", "piece", "token", "rows of"), "component"),
    **dict.fromkeys(("enum", "group"), "sort_kind"),
    **dict.fromkeys(("zone", "account", "board"), "sort_place"),
    **dict.fromkeys(("var", "track", "define", "value", "cases"), "sort_value"),
    **dict.fromkeys(("score", "award", "win", "end"), "scoring"),
    "action": "action",
    "players": "players_changed",
}
# What is added to something else changes that.
EDITS = ("before", "after", "instead", "change of", "option in")
# Items of a game that stand in chapters of their own and have no name.
CHAPTERS = {"flow": "turn", "setup": "setup", "win": "winning", "end": "end_when"}


@frozen
class Told:
    """One change in words: `name` is what it is about, `old` and `new` what the rules say of it."""

    mark: str
    what: str
    kind: str
    title: str
    name: str
    old: tuple[Block, ...]
    new: tuple[Block, ...]


def told_changes(old: Desk, new: Desk) -> list[Told]:
    """Return everything that is played otherwise, in the order of `rulelang diff`."""
    before, after = by_key(old.linked), by_key(new.linked)
    return [
        _told(change, (old, before.get(key)), (new, after.get(key)))
        for change in diff(old.linked, new.linked)
        if change.sort != "wording"
        and not _is_nameless(change, new if change.sort == "new" else old)
        for key in [(change.what, change.name)]
    ]


def _is_nameless(change: Change, desk: Desk) -> bool:
    """Whether a new or gone definition has no heading: what uses it tells it, as in the glossary."""
    is_whole = change.sort in {"new", "gone"}
    if change.what not in {"define", "value", "cases"} or not is_whole:
        return False
    item = by_key(desk.linked).get((change.what, change.name))
    is_labelled = item is not None and desk.has_label(item)
    return not is_labelled and desk.word(change.name, "title") is None


def _told(
    change: Change, old: tuple[Desk, syn.Item | None], new: tuple[Desk, syn.Item | None]
) -> Told:
    desk = old[0] if change.sort == "gone" else new[0]
    kind = capital(desk.say(KINDS.get(change.what, "implemented")))
    if change.what in CHAPTERS:
        title = desk.say(CHAPTERS[change.what])
    elif change.what == "players":
        spread = "–".join(_spread(new[0]))
        title = desk.say("players_one" if spread == "1" else "players", range=spread)
    else:
        title = desk.title(change.name)
    texts = [each.describe(item) if item is not None else () for each, item in (old, new)]
    is_edit = change.what.startswith(EDITS) or change.what in CHAPTERS
    mark = CHANGED if is_edit else MARKS.get(change.sort, CHANGED)
    return Told(mark, change.what, kind, title, change.name, texts[0], texts[1])


def _spread(desk: Desk) -> list[str]:
    counts = list(desk.subject.programs)
    return [str(count) for count in dict.fromkeys((counts[0], counts[-1]))]


def overview(desk: Desk, changes: list[Told]) -> Section:
    """All changes at a glance: what each is about, and whether it is new, changed or gone."""
    rows: list[tuple[Cell, ...]] = [
        (
            runs(desk.say(f"mark_{change.mark}")),
            runs(change.kind),
            (Run(change.title, change.name or None),),
        )
        for change in changes
    ]
    head = (desk.say("change"), desk.say("kind"), desk.say("about"))
    table = BookTable(desk.say("overview_said"), head, tuple(dict.fromkeys(rows)))
    return Section("overview", desk.say("overview"), (table,))
