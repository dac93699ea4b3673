"""One line of a rules file as a terminal shows it: in go characters, out come cells.

Tabs become spaces, wide characters take two cells, a long line is cut around the place that matters. What
would steer a terminal or reorder the text (control and direction characters) is shown as a replacement sign,
because a rules file may come from a stranger.
"""

from __future__ import annotations

import unicodedata
from itertools import accumulate

from attrs import frozen

TAB_STOP = 4
CUT = "…"
_REPLACEMENT = "\ufffd"
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@frozen(kw_only=True)
class Snippet:
    """A line ready to print; `cell_of(column)` tells where a column of the text came to stand."""

    text: str
    _first: int
    _last: int
    _offset: int
    _cells: tuple[int, ...]

    def cell_of(self, column: int) -> int:
        """Return the cell (from 0) of a column (from 1); what was cut off lies at the nearer end."""
        index = max(self._first, min(column - 1, self._last))
        return self._cells[index] - self._offset


def snippet(line: str, *, focus: int, width: int) -> Snippet:
    """Lay out `line` in at most `width` cells so that the column `focus` can be seen."""
    shown = _shown_characters(line)
    cells = tuple(accumulate((_cells(part) for part in shown), initial=0))
    if cells[-1] <= width:
        return _window(shown, cells, 0, len(shown))
    room = max(width - 2 * len(CUT), 1)
    wanted = cells[min(max(focus - 1, 0), len(shown))] - room // 3
    left = max(0, min(wanted, cells[-1] - room))
    first = next(index for index, cell in enumerate(cells) if cell >= left)
    last = max(index for index, cell in enumerate(cells) if cell - cells[first] <= room)
    return _window(shown, cells, first, last)


def visible(text: str) -> str:
    """Replace characters that would steer a terminal or reorder the text around them."""
    return "".join(_visible_character(char) for char in text)


def _window(shown: list[str], cells: tuple[int, ...], first: int, last: int) -> Snippet:
    before = CUT if first > 0 else ""
    after = CUT if last < len(shown) else ""
    return Snippet(
        text=before + "".join(shown[first:last]) + after,
        first=first,
        last=last,
        offset=cells[first] - len(before),
        cells=cells,
    )


def _shown_characters(line: str) -> list[str]:
    shown = []
    cell = 0
    for char in line:
        part = " " * (TAB_STOP - cell % TAB_STOP) if char == "\t" else _visible_character(char)
        shown.append(part)
        cell += _cells(part)
    return shown


def _visible_character(char: str) -> str:
    if char in _DIRECTION or (unicodedata.category(char) in ("Cc", "Cs") and char != "\n"):
        return _REPLACEMENT
    return char


def _cells(text: str) -> int:
    return sum(_character_cells(char) for char in text)


def _character_cells(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
