"""Tables that lie in the folder of a game and change nothing about its rules: looks, scopes, reasons.

In goes a rules file and the name of such a table, out come its rows with their lines. They come from strangers as the rules do,
so they are read with the same care: below the folder of the game, within limits, without control characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulelang.files import BadInputError, UnreadableError, path_inside, read_bytes
from rulelang.linking.csv_tables import MAX_BYTES, MAX_ROWS, table_lines

Row = tuple[int, dict[str, str]]  # the line in the file, cells by column


class SideTableError(BadInputError):
    """A table that cannot be used; the message has the file, the line if there is one, and the reason."""


def side_table(
    folder: Path, name: str, columns: Sequence[str], *, needs: Sequence[str]
) -> list[Row]:
    """Return the rows of a table in the folder of a game; nothing if there is no such file.

    `columns` are those there can be (any, if it is empty), `needs` those that must be there.

    Raises:
        SideTableError: it is no table, or has a column that nobody knows.
    """
    file = folder / name
    if not file.is_file() and not file.is_symlink():
        return []
    target = path_inside(folder.parent, f"{folder.name}/{name}")
    if target is None:
        raise SideTableError(f"{file}: it lies outside the folder of the game")
    try:
        lines = table_lines(read_bytes(target, MAX_BYTES))
    except UnreadableError as fault:
        raise SideTableError(f"{file}: {fault.strerror}") from None
    except ValueError as fault:
        raise SideTableError(f"{file}: {fault}") from None
    head = lines[0][1]
    for column in head:
        if columns and column not in columns:
            known = ", ".join(columns)
            raise SideTableError(f"{file}: there is no column `{column}`; there are {known}")
    for column in needs:
        if column not in head:
            raise SideTableError(f"{file}: the column `{column}` is needed")
    if len(lines) > MAX_ROWS + 1:
        raise SideTableError(f"{file}: it has {len(lines) - 1} rows; it may have {MAX_ROWS}")
    return [(line, dict(zip(head, cells, strict=True))) for line, cells in lines[1:]]
