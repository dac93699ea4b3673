"""A fingerprint of what is played: in goes an action graph, out comes a hash that saved games keep.

Two sets of rules have one fingerprint if play cannot tell them apart: same graph, same typed bodies, same
layout of the state. Where the rules stand, and everything that only people and bots read, has no part in
it, nor has the back end: a comment, another layout of the text, a moved file, a new label, better code
leave it as it is.
"""

from __future__ import annotations

import hashlib
from functools import cache

import attrs

from rulelang.frozen import field_names, is_frozen
from rulelang.graph.nodes import Graph
from rulelang.program.model import Program
from rulelang.program.nodes import CallDefine

# What a field is declared as, where it is a place in the text or only for people to read.
_UNPLAYED_TYPES = frozenset({"Span", "Words", "WordForms"})
_UNPLAYED = frozenset({"cites"})
# Of a program: how it is told, tested and drawn, what bots leave alone, what only checks ask for.
_UNPLAYED_PARTS = frozenset(
    {"tests", "drawing", "bot_limits", "layers", "added_files", "meetings", "doubtful"}
)


def rules_hash(graph: Graph) -> str:
    """Return the fingerprint as hexadecimal text."""
    defines = {define.name: define for define in graph.program.defines}
    # What is found by name is written by name: where it stands among the others is not played.
    tables = sorted(graph.program.tables, key=lambda table: table[0])
    program = attrs.evolve(graph.program, defines=(), tables=tuple(tables))
    writer = _Writer()
    writer.write(attrs.evolve(graph, program=program))
    written: set[str] = set()
    while open_ := [name for name in writer.called if name not in written]:
        for name in open_:
            writer.write(defines[name])
        written.update(open_)
    return hashlib.sha256("".join(writer.parts).encode()).hexdigest()


class _Writer:
    """Writes values: different ones have different texts, equal ones the same.

    `called` are the definitions that were called, in order: those that nothing calls are not played.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.called: dict[str, None] = {}

    def write(self, value: object) -> None:
        """Add the text of a value."""
        cls: type = value.__class__
        if cls is int or cls is bool or value is None:
            self.parts.append(f"{value},")
        elif cls is str:
            self.parts.append(f"{value!r},")
        elif isinstance(value, tuple):  # those with names too: a layout is made of them
            self.parts.append("(")
            for each in value:
                self.write(each)
            self.parts.append(")")
        elif is_frozen(cls):
            if isinstance(value, CallDefine):
                self.called[value.define] = None
            self.parts.append(f"{cls.__name__}(")
            for name in _played_fields(cls):
                self.write(getattr(value, name))
            self.parts.append(")")
        else:
            raise TypeError(f"{cls.__name__} has no part in what is played")


@cache
def _played_fields(cls: type) -> tuple[str, ...]:
    """The fields of a class that decide how a game is played."""
    unplayed = _UNPLAYED | _UNPLAYED_PARTS if cls is Program else _UNPLAYED
    return tuple(
        name
        for name in field_names(cls)
        if name not in unplayed and not _is_for_people(str(cls.__annotations__[name]))
    )


def _is_for_people(annotation: str) -> bool:
    """Is something of this type read by people only? `tuple[ir.Words, ...]` is."""
    names = annotation.replace("[", " ").replace("]", " ").replace(",", " ").split()
    return any(name.rpartition(".")[2] in _UNPLAYED_TYPES for name in names)
