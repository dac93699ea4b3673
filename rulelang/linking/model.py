"""The linked game: all items of a game and its modules with every edit applied, and its tables."""

from __future__ import annotations

from pathlib import Path

import attrs

from rulelang.frozen import frozen
from rulelang.linking.left_out_tests import LeftOut
from rulelang.linking.needed import Needed
from rulelang.linking.rows import edited
from rulelang.source import Span
from rulelang.syntax.trees.items import (
    Award,
    Board,
    Cases,
    ChangeValue,
    ChoiceSetting,
    Component,
    Define,
    Enum,
    Flow,
    Group,
    Header,
    Hook,
    Item,
    Place,
    Players,
    Power,
    Region,
    Rule,
    Score,
    Setting,
    Table,
    Test,
    Track,
    Value,
    Var,
)


@frozen
class TableData:
    """A CSV table as read: the cells are text. `path` is as written in the rules, below `folder`."""

    folder: str
    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Home:
    """A stretch of a file that belongs to a game, module or variant."""

    name: str
    span: Span


def home_of(span: Span, homes: tuple[Home, ...]) -> str:
    """Return whose line this is, by the narrowest stretch around it; nothing if it is nobody's."""
    around = [
        home
        for home in homes
        if home.span.path == span.path and home.span.start <= span.start < home.span.end
    ]
    narrowest = min(around, key=lambda home: home.span.end - home.span.start, default=None)
    return narrowest.name if narrowest is not None else ""


@frozen
class Linked:
    """`items` keep the order of the files: the game first, then modules and variants by name.

    `folders` are those below which each of the `files` names its tables.
    """

    name: str
    header: Header
    players: Players | None
    items: tuple[Item, ...]
    tables: tuple[TableData, ...]
    files: tuple[str, ...]
    folders: tuple[str, ...]
    modules: tuple[str, ...]
    # Files of modules and variants, where they have files of their own.
    added_files: tuple[str, ...] = ()
    homes: tuple[Home, ...] = ()
    # Those of modules and variants, by name.
    headers: tuple[Header, ...] = ()
    # Tests of one module or variant that cannot be played with another.
    left_out: tuple[LeftOut, ...] = ()
    # Modules that were added because others need them.
    needed: tuple[Needed, ...] = ()
    # For each module all that it needs, and so comes above.
    grounds: tuple[tuple[str, frozenset[str]], ...] = ()

    def table(self, named: Table) -> TableData | None:
        """Return the table that the rules name here, or None if it could not be read."""
        folder = self.folders[self.files.index(named.path.span.path)]
        key = (folder, named.path.value)
        found = (table for table in self.tables if (table.folder, table.path) == key)
        data = next(found, None)
        if data is None or not named.edits:
            return data
        columns, rows = edited(data.columns, data.rows, named)
        return attrs.evolve(data, columns=columns, rows=rows)

    def is_above(self, one: str, other: str) -> bool:
        """Whether one module needs another, and so comes after it."""
        return any(name == one and other in below for name, below in self.grounds)

    def home_of(self, span: Span) -> str:
        """Return the game, module or variant that a line belongs to."""
        return home_of(span, self.homes) or self.name

    def all_files(self) -> list[Path]:
        """Return every file that the game was made of: rules and tables."""
        files = [Path(shown) for shown in self.files]
        return files + [Path(table.folder) / table.path for table in self.tables]


def name_of(item: Item) -> str | None:
    """Return the name an item is known by, or None if it has none."""
    match item:
        case Enum() | Group() | Component():
            return item.kind.text
        case Flow():
            return item.word
        case (
            Award()
            | Board()
            | Cases()
            | Define()
            | Place()
            | Power()
            | Region()
            | Rule()
            | Score()
            | Setting()
            | Track()
            | Value()
            | Var()
        ):
            return item.name.text
        case Hook() | ChangeValue() | Test():
            return None
        case _:
            name = getattr(item, "name", None)
            return name.text if name is not None else None


def what_of(item: Item) -> str:
    """Return what an item is, in the reader's words."""
    match item:
        case Rule() | Component() | Place() | Flow():
            return item.word
        case ChoiceSetting():
            return "reading" if item.is_reading else "setting"
        case _:
            return type(item).__name__.lower()


def span_of(item: Item) -> Span:
    """Return the place of an item's name where it has one, else of the whole item."""
    ident = getattr(item, "name", None) or getattr(item, "kind", None)
    return ident.span if ident is not None else item.span
