"""Small games against the second engine: all properties, over several walks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk

Conforms = Callable[..., None]


@pytest.fixture
def conforms(tmp_path: Path) -> Conforms:
    """Return a function that plays a game at random and judges every step by the oracle."""

    def judge(text: str, players: int = 2, walks: int = 6, *, may_fault: bool = False) -> None:
        path = tmp_path / "judged.rules"
        path.write_text(text, encoding="utf-8")
        bundled = build(Configuration(str(path), players), link(str(path)))
        for seed in range(walks):
            walk = Walk(seed, tuple(range(seed, 40 + seed)), may_fault=may_fault)
            for prop in properties.PROPERTIES:
                prop(bundled, walk)

    return judge
