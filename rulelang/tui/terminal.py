"""Reading and writing: lines out, one command line in. Without a keyboard the commands are shown as they are read."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress

import click

from rulelang.tui.clean_output import clean

LEAST_WIDTH, USUAL_WIDTH, MOST_WIDTH = 60, 100, 120


class Terminal:
    """Standard input and output."""

    def __init__(self) -> None:
        self.is_keyboard = sys.stdin.isatty()
        if self.is_keyboard:
            with suppress(ImportError):  # not on every system, and not needed
                import readline  # noqa: F401  (importing it lets `input` edit and remember lines)

    @property
    def width(self) -> int:
        """How many columns a line may have; a file is always written with the same width."""
        if not sys.stdout.isatty():
            return USUAL_WIDTH
        return max(LEAST_WIDTH, min(MOST_WIDTH, shutil.get_terminal_size().columns))

    def write(self, lines: Iterable[str]) -> None:
        """Print lines."""
        for line in lines:
            click.echo(line)

    def read(self, prompt: str) -> str:
        """Return the next line, without the spaces around it; EOFError when there is none."""
        if self.is_keyboard:
            return input(clean(prompt)).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        click.echo(prompt + line.strip())
        return line.strip()
