"""A sheet of characters to draw on: texts go to columns and lines, out come the lines of the drawing."""

from __future__ import annotations

from collections.abc import Callable
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

    def lines(self, styler: Styler, *, width: int) -> list[str]:
        """Return the drawing, in bands one below the other if it is wider than `width`."""
        if not self._cells:
            return []
        left = min(column for _line, column in self._cells)
        right = max(column for _line, column in self._cells)
        bands = -(-(right - left + 1) // width)
        each = min(width, -(-(right - left + 1) // bands) + SLACK)
        found: list[str] = []
        while left <= right:
            end = self._break_at(left, left + each) if right - left >= each else right + 1
            if found:
                found.append("")
            found += self._band(left, end, styler)
            left = min((column for _line, column in self._cells if column >= end), default=end)
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
        lines = [line for line, _column in self._cells]
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
