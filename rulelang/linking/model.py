"""The linked game: all items of a game and its modules with every edit applied, and its tables."""

from __future__ import annotations

from attrs import frozen

from rulelang.source import Span
from rulelang.syntax.items import (
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
    Test,
    Track,
    Value,
    Var,
)


@frozen
class TableData:
    """A CSV table as read: the cells are text. `path` is as written in the rules."""

    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Linked:
    """`items` keep the order of the files: the game first, then modules and variants by name."""

    name: str
    header: Header
    players: Players | None
    items: tuple[Item, ...]
    tables: tuple[TableData, ...]
    files: tuple[str, ...]
    modules: tuple[str, ...]

    def table(self, path: str) -> TableData | None:
        """Return the table that the rules call `path`, or None if it could not be read."""
        return next((table for table in self.tables if table.path == path), None)


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
