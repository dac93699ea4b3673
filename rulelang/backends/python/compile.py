"""Program to something that can be played: `compile_program`."""

from __future__ import annotations

from typing import Any

from rulelang.backends.python.metadata import describe_game, line_map
from rulelang.backends.python.module import emit_module
from rulelang.backends.python.unit import CannotCompile
from rulelang.frozen import frozen
from rulelang.graph.from_program import build_graph
from rulelang.graph.nodes import Graph
from rulelang.graph.rules_hash import rules_hash
from rulelang.lowering import lower
from rulelang.program.model import Program
from rulelang.runtime.description import Description
from rulelang.runtime.game import Game, load_compiled

__all__ = ["CannotCompile", "CompiledGame", "compile_graph", "compile_program"]


@frozen
class CompiledGame:
    """Generated source, the rule of each line and the names: plain data that a cache can keep."""

    source: str
    lines: list[list[Any]]  # JSON edge: [line, path, start, end]
    more: str
    more_lines: list[list[Any]]
    description: Description

    def to_data(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "source": self.source,
            "lines": self.lines,
            "more": self.more,
            "more_lines": self.more_lines,
            "description": self.description,
        }

    def load(self) -> Game:
        """Return the game, ready to play."""
        return load_compiled(self.to_data())


def compile_program(program: Program) -> CompiledGame:
    """Compile a typed program."""
    return compile_graph(build_graph(lower(program)))


def compile_graph(graph: Graph) -> CompiledGame:
    """Compile an action graph."""
    module = emit_module(graph)
    description = describe_game(
        module.blocks.unit,
        module.blocks.picks,
        module.blocks.routine_of,
        (module.questions.described(), rules_hash(graph)),
    )
    return CompiledGame(
        module.text,
        line_map(module.spans),
        module.more,
        line_map(module.more_spans),
        description,
    )
