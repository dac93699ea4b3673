"""Answers in any order: who still has to answer a `together`, and the turn from one to another.

For each barrier, by the number of the node that takes its next player:

    to_answer_<node>(s)            mask of those who still have to answer, with the one who is asked
    turn_<node>(s, player)         ask `player` instead; what the other has answered so far is taken back
    takes_part_<node>(s)           mask of all who answer it
    answers_<node>(s)              (first slot, width) of what each player has answered
    reopen_<node>(s, player)       take back the whole answer of one who has given it
    turn_to(s, barrier, player)    the same by the number of the barrier, up to the next question
"""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.blocks import Blocks
from rulelang.backends.python.entering import emit_run
from rulelang.backends.python.writer import Code, add
from rulelang.graph import nodes as g


def emit_barriers(blocks: Blocks) -> None:
    """Add the functions to the unit."""
    decided = (node for node in blocks.nodes.values() if isinstance(node, g.Decision))
    found = sorted({node.barrier for node in decided if node.barrier is not None})
    for number in found:
        node = blocks.nodes[number]
        assert isinstance(node, g.RepeatNext)
        _emit_deciders(blocks, node)
        _emit_answers(blocks, node)
        _emit_turn(blocks, node)
    code = Code()
    names = ", ".join(f"{number}: turn_{number}" for number in found)
    emit_run(code, f"{{{names}}}[barrier](s, player)")
    blocks.unit.add_function("turn_to", ("s", "barrier", "player"), code)


def _emit_deciders(blocks: Blocks, node: g.RepeatNext) -> None:
    code = Code(span=node.span)
    scope = blocks.scope(blocks.routine_of[node.id], code)
    assert node.loop.variable is not None
    code.line(f"return {scope.scalar(node.loop.state)} | 1 << {scope.scalar(node.loop.variable)}")
    blocks.unit.add_function(f"to_answer_{node.id}", ("s",), code)
    code = Code(span=node.span)
    scope = blocks.scope(blocks.routine_of[node.id], code)
    code.line(f"return {expressions.scalar(node.loop.source, scope)}")
    blocks.unit.add_function(f"takes_part_{node.id}", ("s",), code)


def _emit_answers(blocks: Blocks, node: g.RepeatNext) -> None:
    code = Code(span=node.span)
    slots = [(base, width) for base, width, _empty in _answers(blocks, node, code)]
    code.line(f"return [{', '.join(f'({base}, {width})' for base, width in slots)}]")
    blocks.unit.add_function(f"answers_{node.id}", ("s",), code)
    code = Code(span=node.span)
    scope = blocks.scope(blocks.routine_of[node.id], code)
    _take_back(blocks, node, "player", code)
    code.line(f"{scope.scalar(node.loop.state)} |= 1 << player")
    blocks.unit.add_function(f"reopen_{node.id}", ("s", "player"), code)


def _answers(blocks: Blocks, node: g.RepeatNext, code: Code) -> list[tuple[str, int, int]]:
    """Where the answers lie: the slot of the first player, the slots for each, the empty value."""
    routine = blocks.routine_of[node.id]
    names = blocks.scope(routine, code).names
    unset = {
        name
        for other in routine.nodes
        if isinstance(other, g.BarrierEnter)
        for name in other.answers
    }
    found = []
    for name, owner in routine.per_player:
        base, width = names.get(f"@{name}"), names.get(f"@{name}#")
        if owner == node.loop.variable and isinstance(base, str) and isinstance(width, str):
            found.append((base, int(width), -1 if name in unset else 0))
    return found


def _take_back(blocks: Blocks, node: g.RepeatNext, player: str, code: Code) -> None:
    for base, width, empty in _answers(blocks, node, code):
        first = code.keep(add(base, f"{player} * {width}"))
        code.line(f"s[{first}:{add(first, width)}] = ({empty},) * {width}")


def _emit_turn(blocks: Blocks, node: g.RepeatNext) -> None:
    code = Code(span=node.span)
    scope = blocks.scope(blocks.routine_of[node.id], code)
    assert node.loop.variable is not None
    left, asked = scope.scalar(node.loop.state), scope.scalar(node.loop.variable)
    _take_back(blocks, node, asked, code)
    layout = blocks.unit.layout
    if layout.picks:
        last = layout.picks_from + layout.picks
        code.line(f"s[{layout.picks_from}:{last}] = (0,) * {layout.picks}")
    code.line(f"{left} = ({left} | 1 << {asked}) & ~(1 << player)")
    code.line(f"{asked} = player")
    blocks.chain(node.body, scope, is_start=False)
    blocks.unit.add_function(f"turn_{node.id}", ("s", "player"), code)
