"""Small scopes of a game, declared in `scopes.csv` in its folder: few players, small settings, how deep to look.

Columns: `name`, `players`, `settings` (as in `rounds=1 goal=3`), `depth` (empty: to the end) and `positions`.
Only `name` must be there.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

FILE = "scopes.csv"
COLUMNS = ("name", "players", "settings", "depth", "positions")
POSITIONS = 10_000


class ScopesError(ValueError):
    """A table of scopes that cannot be read; the message says why."""


class Scope(NamedTuple):
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


def scopes_of(rules: Path) -> list[Scope]:
    """Return the scopes of a game, none if it declares none.

    Raises:
        ScopesError: its table cannot be read.
    """
    file = rules.with_suffix("") / FILE
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        unknown = [name for name in rows.fieldnames or () if name not in COLUMNS]
        if unknown:
            known = ", ".join(COLUMNS)
            raise ScopesError(f"{file}: there is no column `{unknown[0]}`; there are {known}")
        return [_scope(file, number, row) for number, row in enumerate(rows, start=2)]


def _scope(file: Path, line: int, row: dict[str, str | None]) -> Scope:
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
    try:
        settings = dict(_setting(part) for part in cells["settings"].split())
        return Scope(
            name=cells["name"] or f"line {line}",
            players=int(cells["players"]) if cells["players"] else None,
            settings=settings,
            depth=int(cells["depth"]) if cells["depth"] else None,
            positions=int(cells["positions"]) if cells["positions"] else POSITIONS,
        )
    except ValueError as error:
        raise ScopesError(f"{file}, line {line}: {error}") from None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise ValueError(f"`{text}` should look like `name=value`")
    return name, value
