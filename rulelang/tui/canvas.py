"""A sheet of characters to draw on: texts go to columns and lines, out come the lines of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

Styler = Callable[..., str]
Style = tuple[tuple[str, Any], ...]

SLACK = 4  # columns by which bands may differ, so that no text is cut


class Canvas:
    """Characters by line and column, each with a style; drawing again over a place replaces it."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, line: int, column: int, text: str, **style: Any) -> None:
        """Write a text so that its middle is in the given column."""
        first = column - len(text) // 2
        for offset, char in enumerate(text):
            self._cells[line, first + offset] = (char, tuple(style.items()))

    def put_below(self, line: int, column: int, text: str, **style: Any) -> None:
        """Write a text only where nothing is yet."""
        first = column - len(text) // 2
        for offset, char in enumerate(text):
            self._cells.setdefault((line, first + offset), (char, tuple(style.items())))

    @property
    def width(self) -> int:
        """How many columns are in use."""
        columns = [column for _line, column in self._cells]
        return max(columns) - min(columns) + 1 if columns else 0

    def lines(
        self, styler: Styler, *, width: int, seams: Collection[int] = frozenset()
    ) -> list[str]:
        """Return the drawing, in bands one below the other if it is wider than `width`.

        `seams` are columns at which it is best parted; they are then drawn in both bands.
        """
        if not self._cells:
            return []
        left = min(column for _line, column in self._cells)
        right = max(column for _line, column in self._cells)
        found: list[str] = []
        while left <= right:
            bands = -(-(right - left + 1) // width)
            each = -(-(right - left + 1) // bands)
            seam = _seam(seams, left + each, left + 1, left + width - 1)
            if bands == 1:
                end, following = right + 1, right + 1
            elif seam is not None:
                end, following = seam + 1, seam
            else:
                end = self._break_at(left, min(left + width, left + each + SLACK))
                following = min((c for _line, c in self._cells if c >= end), default=end)
            found += [""] if found else []
            found += self._band(left, end, styler)
            left = following
        return found

    def _break_at(self, left: int, most: int) -> int:
        """The last column up to `most` at which no text is cut in two."""
        for column in range(most, left + 1, -1):
            if all(
                self._cells.get((line, column - 1), " ")[0] == " "
                for line in {line for line, _column in self._cells}
            ):
                return column
        return most

    def _band(self, left: int, end: int, styler: Styler) -> list[str]:
        lines = [line for line, column in self._cells if left <= column < end]
        return [
            "".join(self._runs(line, left, end, styler)).rstrip()
            for line in range(min(lines), max(lines) + 1)
        ]

    def _runs(self, line: int, left: int, end: int, styler: Styler) -> list[str]:
        """The characters of a line, those of one style together."""
        runs: list[str] = []
        text = ""
        style: Style = ()
        for column in range(left, end):
            char, its_style = self._cells.get((line, column), (" ", ()))
            if its_style != style:
                runs.append(styler(text, **dict(style)) if style else text)
                text, style = "", its_style
            text += char
        runs.append(styler(text, **dict(style)) if style else text)
        return runs


def _seam(seams: Collection[int], wanted: int, least: int, most: int) -> int | None:
    """The seam next after a column, else the last one that is possible."""
    possible = sorted(column for column in seams if least <= column <= most)
    after = [column for column in possible if column >= wanted]
    return after[0] if after else possible[-1] if possible else None
