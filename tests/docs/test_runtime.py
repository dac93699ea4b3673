"""The page about the runtime: its examples run, one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import rulelang

PAGE = Path(rulelang.__file__).parent.parent / "docs" / "runtime.md"


def test_the_examples_run() -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
