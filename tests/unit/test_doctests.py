"""Run the examples in docstrings of all modules that have some."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import rulelang

PACKAGE = Path(rulelang.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
