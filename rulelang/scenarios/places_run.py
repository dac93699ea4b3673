"""Which places in the rules play runs through: in goes a compiled game, out come the stretches of its text.

Python tells which generated lines run; each line knows the place in the rules that it came from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rulelang.runtime.description import Place
from rulelang.runtime.game import Game


@contextmanager
def watching(game: Game, lines: set[int]) -> Iterator[None]:
    """Collect the generated lines of a game that run."""
    file_name = game.file_name

    def local(frame: FrameType, event: str, _arg: object) -> Any:  # Python's own signature
        if event == "line":
            lines.add(frame.f_lineno)
        return local

    def begin(frame: FrameType, _event: str, _arg: object) -> Any:
        return local if frame.f_code.co_filename == file_name else None

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        yield
    finally:
        sys.settrace(before)


def places_of(game: Game, lines: set[int]) -> Iterator[Place]:
    """Yield the places that these lines came from."""
    for number, path, start, end in game.to_data()["lines"]:
        if number in lines:
            yield path, start, end
