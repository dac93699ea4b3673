"""The merged game as one file: in goes a linked game, out comes its text and the tables it names.

All edits are done; what depends on play (hooks, changes of values, added options) stands below the header of the
module or variant it comes from, so that `over` means what it meant. Edits of table rows stay edits, and
tables stay files: they are given the names under which the text calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, TableData, name_of, what_of
from rulelang.linking.remarks import Remarks
from rulelang.linking.rows import map_tables
from rulelang.source import SourceFile
from rulelang.syntax.trees import items as syn
from rulelang.syntax.writing.write_items import item_lines
from rulelang.syntax.writing.write_statements import indented


@frozen
class Restated:
    """The text of a game, and its tables by the paths that the text calls them by."""

    text: str
    tables: tuple[tuple[str, TableData], ...]


def restate(
    linked: Linked, folder: str | None = None, files: Iterable[SourceFile] = ()
) -> Restated:
    """Write a linked game as one file; with `folder` its tables are called as if they lay there.

    Comments come along from the `files` as they were read.
    """
    remarks = Remarks(files)
    names = {(data.folder, data.path): data.path for data in linked.tables}
    if folder is not None:
        names = _in_folder(linked, folder)

    def path_of(table: syn.Table) -> str:
        data = linked.table(attrs.evolve(table, edits=()))
        return table.path.value if data is None else names[data.folder, data.path]

    items = [_with_paths(item, path_of) for item in linked.items]
    own = [item for item in items if _is_own(item, linked)]
    lines = _spaced([linked_header(linked), *own], remarks)
    game_files = [file for file in linked.files if file not in linked.added_files]
    lines += remarks.left(game_files, with_edits=False)
    for header in linked.headers:
        head, *below = item_lines(_bare(header))
        head_lines = remarks.told(header.span, [head.removesuffix(":")])
        rest = [
            line
            for item in items
            if not _is_own(item, linked) and linked.home_of(item.span) == header.name.text
            for line in remarks.told(item.span, item_lines(item))
        ]
        body = [*below, *indented(rest)]
        lines += ["", *_opened(head_lines, is_open=bool(body)), *body]
        lines += remarks.left([header.span.path], with_edits=True)
    text = "".join(f"{line}\n" for line in lines)
    tables = tuple((names[data.folder, data.path], data) for data in linked.tables)
    return Restated(text, tables)


def _opened(head: list[str], *, is_open: bool) -> list[str]:
    """The lines of a header with the colon that opens its block, before a comment behind it."""
    code, blank, comment = head[-1].partition("  #")
    return [*head[:-1], f"{code}{':' if is_open else ''}{blank}{comment}"]


def _is_own(item: syn.Item, linked: Linked) -> bool:
    """Named items are part of the game, whoever brought them; so is all that the game itself says."""
    is_named = name_of(item) is not None and not isinstance(item, syn.AddOptions | syn.Bots)
    is_merged = is_named and not isinstance(item, syn.Hook | syn.ChangeValue | syn.Flow)
    is_flow = isinstance(item, syn.Flow) and item.word == "flow"
    return is_merged or is_flow or linked.home_of(item.span) == linked.name


def linked_header(linked: Linked) -> syn.Header:
    """Return the header of the game with the players it has now."""
    bare = _bare(linked.header)
    players = () if linked.players is None else (linked.players,)
    rest = tuple(line for line in bare.lines if not isinstance(line, syn.Players))
    return attrs.evolve(bare, lines=(*players, *rest))


def _bare(header: syn.Header) -> syn.Header:
    """A header without the items below it; who plays is said by the game."""
    kept: tuple[type, ...] = (syn.Needs, syn.Cite, syn.Note)
    if header.word == "game":
        kept = (*kept, syn.Players)
    return attrs.evolve(
        header, lines=tuple(line for line in header.lines if isinstance(line, kept))
    )


def _with_paths(item: syn.Item, path_of: Callable[[syn.Table], str]) -> syn.Item:
    def renamed(table: syn.Table) -> syn.Table:
        path = attrs.evolve(table.path, value=path_of(table))
        return attrs.evolve(table, path=path, more=tuple(map(renamed, table.more)))

    return map_tables(item, lambda _kind, table: renamed(table))


def _in_folder(linked: Linked, folder: str) -> dict[tuple[str, str], str]:
    """Call tables by their own names in a folder; of several with one name the later get numbers."""
    names: dict[tuple[str, str], str] = {}
    for data in linked.tables:
        path = Path(data.path)
        name, number = f"{folder}/{path.name}", 1
        while name in names.values():
            number += 1
            name = f"{folder}/{path.stem}_{number}{path.suffix}"
        names[data.folder, data.path] = name
    return names


def _spaced(items: list[syn.Item], remarks: Remarks) -> list[str]:
    """Lines of the items; an empty line between items of different sorts and around long ones."""
    lines: list[str] = []
    before: tuple[str, int] = ("", 0)
    for item in items:
        new = remarks.told(item.span, item_lines(item))
        now = (what_of(item), len(new))
        if lines and (now[0] != before[0] or max(now[1], before[1]) > 3):
            lines.append("")
        lines += new
        before = now
    return lines
