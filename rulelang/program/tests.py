"""Type the `test` items of a game for one number of players."""

from __future__ import annotations

from rulelang.program.model import Test
from rulelang.program.symbols import Symbols


def type_tests(symbols: Symbols) -> tuple[Test, ...]:
    return ()
