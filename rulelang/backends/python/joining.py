"""Join blocks: where one block goes on to another, the lines of the other follow at once.

In go the finished functions of blocks (`n<number>`) and answers (`a<number>`), out come the same
with fewer jumps: each `return <number>` through the dispatch table costs more than the few lines
that most blocks have. A block that several ways lead to is written out for each of them if it is
short. No block is written out inside itself, so that every loop still passes the dispatcher, which
counts its steps.
"""

from __future__ import annotations

import re

from rulelang.backends.python.unit import Function, Unit
from rulelang.backends.python.writer import Line

SHORT = 28  # lines of a block that is written out wherever it follows
LONGEST = 150  # lines of a function that takes in others

_BLOCK = re.compile(r"[na]\d+")
_JUMP = re.compile(r"return ([1-9]\d*)")  # 0 waits for an answer


def join_blocks(unit: Unit, flow: int) -> None:
    """Change the functions of all blocks and answers in place.

    The block `flow` stays on its own: tests run set-up until play comes to it.
    """
    written = {
        name: list(function.lines)
        for name, function in unit.functions.items()
        if _BLOCK.fullmatch(name)
    }
    joined = tuple(written)
    ways: dict[str, int] = {}
    for lines in written.values():
        for line in lines:
            target = _target(line)
            ways[target] = ways.get(target, 0) + 1
    del written[f"n{flow}"]
    for name in joined:
        unit.functions[name] = _joined(name, unit.functions[name], written, ways)


def _target(line: Line) -> str:
    """Return the block that a line goes on to, if it does nothing else."""
    found = _JUMP.fullmatch(line.text)
    return f"n{found[1]}" if found else ""


def _joined(
    name: str, function: Function, written: dict[str, list[Line]], ways: dict[str, int]
) -> Function:
    out: list[Line] = []
    # What is still to be written, last line first, with the blocks it is inside of.
    left = [(line, frozenset({name})) for line in reversed(function.lines)]
    while left:
        line, inside = left.pop()
        target = _target(line)
        found = written.get(target)
        if found is None or target in inside:
            out.append(line)
            continue
        fits = len(out) + len(left) + len(found) <= LONGEST
        if len(found) > 1 and not (fits and (len(found) <= SHORT or ways[target] == 1)):
            out.append(line)
            continue
        deeper = line.indent - 1
        taken_in = (Line(each.indent + deeper, each.text, each.span) for each in reversed(found))
        left += [(each, inside | {target}) for each in taken_in]
    return Function(function.head, out)
