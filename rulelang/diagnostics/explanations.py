"""What there is to say about a code at length: in goes a code, out comes its page.

The texts are data (`explanations.toml`), read only when somebody asks: checking a game does not need them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from rulelang.diagnostics.model import Code
from rulelang.frozen import frozen


@frozen(kw_only=True)
class Explanation:
    """A page about one code; `avoid` and `prefer` are small rules files and may be empty."""

    summary: str
    why: str
    avoid: str = ""
    prefer: str = ""


def explanation_of(code: Code) -> Explanation:
    """Return the page about `code`; every code has one."""
    return _pages()[code.id]


@cache
def _pages() -> dict[str, Explanation]:
    text = files("rulelang.diagnostics").joinpath("explanations.toml").read_text(encoding="utf-8")
    return {id: Explanation(**page) for id, page in tomllib.loads(text).items()}
