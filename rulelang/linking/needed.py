"""What modules need: in go headers, out come the files to add, and who comes above whom.

A module that `needs` another has read it: its changes come after those of the other, whatever the order of files. The
other one is looked for beside the module that needs it and in the folder of the game, and is added by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulelang.frozen import frozen
from rulelang.syntax.trees.expressions import Ident
from rulelang.syntax.trees.items import Header, Needs

SUFFIX = ".rules"
HOUSE_RULES = "variants"


@frozen
class Needed:
    """A module that was added by itself, and the one that needs it."""

    name: str
    by: str


def needed_names(header: Header) -> tuple[Ident, ...]:
    """Return what a header says that it needs."""
    lines = (line for line in header.lines if isinstance(line, Needs) and line.word == "needs")
    return tuple(name for line in lines for name in line.names)


def find_needed(name: str, by: Header, rules: Path) -> Path | None:
    """Return the file of a module: beside the one that needs it, or in the folder of the game."""
    own = rules.with_suffix("")
    for folder in (Path(by.span.path).parent, own, own / HOUSE_RULES):
        if (file := folder / f"{name}{SUFFIX}").is_file():
            return file
    return None


def grounds(headers: Iterable[Header]) -> dict[str, frozenset[str]]:
    """Return for each module all that it stands on: what it needs, and what that needs.

    Two that need each other stand on nothing of each other: there is no first.
    """
    direct = {h.name.text: {name.text for name in needed_names(h)} for h in headers}
    found: dict[str, frozenset[str]] = {}
    for start in direct:
        below: set[str] = set()
        rest = list(direct[start])
        while rest:
            name = rest.pop()
            if name not in below:
                below.add(name)
                rest += direct.get(name, ())
        found[start] = frozenset(below)
    return {
        name: frozenset(other for other in below if name not in found.get(other, ()))
        for name, below in found.items()
    }
