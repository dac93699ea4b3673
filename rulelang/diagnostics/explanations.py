"""What there is to say about a code at length: in goes a code, out comes its page.

The texts are data (`explanations.toml`), read only when somebody asks: checking a game does not need them.
`docs/errors` has the same pages as Markdown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rulelang.diagnostics.model import Code
from rulelang.files import package_text
from rulelang.frozen import frozen


@frozen(kw_only=True)
class Explanation:
    """A page about one code: `avoid` are rules that show it, `prefer` rules that do not.

    Both lie beside `files` and, unless they are a `whole` file, get a header and a flow where they have
    none. What to avoid stands `repeat` times in its file, `stored` in an encoding (or "unreadable").
    """

    summary: str
    why: str
    avoid: str = ""
    prefer: str = ""
    files: Mapping[str, str] = MappingProxyType({})
    whole: bool = False
    repeat: int = 1
    stored: str = "utf-8"


def explanation_of(code: Code) -> Explanation:
    """Return the page about `code`; every code has one."""
    return _pages()[code.id]


def markdown_of(code: Code) -> str:
    """Return the page about `code` as Markdown."""
    page = explanation_of(code)
    parts = [f"# {code.id} {code.slug}", "## Summary", page.summary]
    for title, rules in (("Avoid", page.avoid), ("Prefer", page.prefer)):
        if rules:
            parts += [f"## {title}", f"```rules\n{rules}```"]
            parts += [_file(name, page) for name in page.files if name in rules]
    return "\n\n".join([*parts, "## Why", page.why]) + "\n"


def _file(name: str, page: Explanation) -> str:
    shown = "csv" if name.endswith(".csv") else "rules"
    return f"with `{name}`:\n\n```{shown}\n{page.files[name]}```"


@cache
def _pages() -> dict[str, Explanation]:
    text = package_text("rulelang.diagnostics", "explanations.toml")
    return {id: Explanation(**page) for id, page in tomllib.loads(text).items()}
