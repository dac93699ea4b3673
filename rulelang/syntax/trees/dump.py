"""Syntax tree to text: one line for each node and field, indented, the same for the same tree.

Works for any attrs classes, so a new node needs nothing here. `span` fields are left out unless asked for.
"""

from __future__ import annotations

from attrs import fields, has

from rulelang.source import Span

INDENT = "  "
# How many small values inside each other may stand in one line.
NESTED_INLINE = 2


def dump(tree: object, *, spans: bool = False) -> str:
    """Return a stable text of `tree`; with `spans`, each node says where it stands.

    >>> from rulelang.syntax.trees.expressions import Ident, Name
    >>> ore = Ident(Span("a.rules", 0, 3), "ore")
    >>> print(dump(Name(ore.span, ore), spans=True), end="")
    Name(Ident("ore")@0..3)@0..3
    """
    lines: list[str] = []
    # What is still to be written, the next on top: depth, what comes before the value, the value.
    todo: list[tuple[int, str, object]] = [(0, "", tree)]
    while todo:
        depth, before, value = todo.pop()
        head, below = _parts(value, spans=spans)
        lines.append(f"{INDENT * depth}{before}{head}".rstrip())
        todo += [(depth + 1, name, child) for name, child in reversed(below)]
    return "".join(f"{line}\n" for line in lines)


def _parts(value: object, *, spans: bool) -> tuple[str, list[tuple[str, object]]]:
    """Split a value into what fits in its line and what goes below it."""
    if (inline := _inline(value, NESTED_INLINE, spans=spans)) is not None:
        return inline, []
    if isinstance(value, tuple):
        return "", [("- ", part) for part in value]
    head = [type(value).__name__]
    below: list[tuple[str, object]] = []
    for name, part in _fields(value):
        if isinstance(part, Span):
            head += [f"@{part.start}..{part.end}"] * spans
        elif (inline := _inline(part, NESTED_INLINE, spans=spans)) is not None:
            head.append(f"{name}={inline}")
        else:
            below.append((f"{name}: ", part))
    return " ".join(head), below


def _inline(value: object, depth: int, *, spans: bool) -> str | None:
    """Return the text of a value that is small enough to stand in the line of another."""
    if isinstance(value, tuple):
        parts = [_inline(part, depth - 1, spans=spans) for part in value] if depth else [None]
        return None if None in parts else f"[{', '.join(map(str, parts))}]"
    found = _fields(value)
    if not found:
        return _atom(value)
    rest = [part for _, part in found if not isinstance(part, Span)]
    if not depth or len(rest) != 1 or isinstance(rest[0], tuple):
        return None
    inner = _inline(rest[0], depth - 1, spans=spans)
    span = next((part for _, part in found if isinstance(part, Span)), None)
    place = f"@{span.start}..{span.end}" if spans and span else ""
    return None if inner is None else f"{type(value).__name__}({inner}){place}"


def _fields(value: object) -> list[tuple[str, object]]:
    cls = type(value)
    return [(part.name, getattr(value, part.name)) for part in fields(cls)] if has(cls) else []


def _atom(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
