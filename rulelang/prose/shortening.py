"""Long names in short after their first mention: `contract 9: 2 cheese → 1 sugar` is then `contract 9`."""

from __future__ import annotations

import re

from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import LINK, link
from rulelang.prose.world import World


def shortened(lines: list[Line], world: World) -> list[Line]:
    """The lines with each name of a thing that says more than a name in full only once."""
    known: set[str] = set()
    return [_line(line, known, world) for line in lines]


def _line(line: Line, known: set[str], world: World) -> Line:
    if isinstance(line, str):
        return _text(line, known, world)
    intro = _text(line.intro, known, world)
    return Nest(intro, tuple(_line(item, known, world) for item in line.items))


def _text(text: str, known: set[str], world: World) -> str:
    def put(found: re.Match[str]) -> str:
        target, said = found.groups()
        name, _colon, rest = said.partition(": ")
        if not name or not rest or world.members.get(target) not in world.components:
            return found[0]
        if target in known:
            return link(target, name)
        known.add(target)
        return found[0]

    return LINK.sub(put, text)
