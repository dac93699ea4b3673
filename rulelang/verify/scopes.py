"""Small scopes of a game, declared in `scopes.csv` in its folder: few players, small settings, how deep to look.

Columns: `name`, `players`, `settings` (as in `rounds=1 goal=3`), `depth` (empty: to the end) and `positions`.
Only `name` must be there.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rulelang.linking.side_tables import SideTableError, side_table

FILE = "scopes.csv"
COLUMNS = ("name", "players", "settings", "depth", "positions")
POSITIONS = 10_000
MOST = 1_000_000_000


class SearchScope(NamedTuple):
    """What to search: a number of players (None: the usual one), settings, and bounds."""

    name: str
    players: int | None
    settings: dict[str, str]
    depth: int | None
    positions: int

    def __str__(self) -> str:
        parts = [f"{self.players} players"] if self.players else []
        parts += [f"{name}={value}" for name, value in self.settings.items()]
        return f"{self.name} ({', '.join(parts)})" if parts else self.name


def scopes_of(rules: Path) -> list[SearchScope]:
    """Return the scopes of a game, none if it declares none.

    Raises:
        SideTableError: its table cannot be read.
    """
    folder = rules.with_suffix("")
    rows = side_table(folder, FILE, COLUMNS, needs=())
    return [_scope(folder / FILE, line, row) for line, row in rows]


def _scope(file: Path, line: int, row: dict[str, str]) -> SearchScope:
    cells = {name: row.get(name, "") for name in COLUMNS}
    try:
        settings = dict(_setting(part) for part in cells["settings"].split())
        return SearchScope(
            name=cells["name"] or f"line {line}",
            players=_number(cells["players"]),
            settings=settings,
            depth=_number(cells["depth"]),
            positions=_number(cells["positions"]) or POSITIONS,
        )
    except ValueError as error:
        raise SideTableError(f"{file}, line {line}: {error}") from None


def _number(text: str) -> int | None:
    """A number of players, answers or positions; None where nothing is said."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(MOST)):
        raise ValueError(f"`{text}` should be a number from 1 to {MOST}")
    if not 1 <= int(text) <= MOST:
        raise ValueError(f"`{text}` should be a number from 1 to {MOST}")
    return int(text)


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise ValueError(f"`{text}` should look like `name=value`")
    return name, value
