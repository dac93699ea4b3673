"""Play that starts in the middle: set-up by itself, the flow by itself, and each step.

For each step a function `e<node>(s, player, given)` puts everything around the step in place: loops
stand at their element, frames of rules on the way are filled, it is the player's turn. Then awards
find their holders and play goes on inside the step. `given` names loop variables and other locals.

    set_up(s)                          set-up; where somebody is asked, the first option
    go_on(s)                           the flow from its start
    enter(s, step, player, given)      the flow from a step; EntryError if it cannot be got there
"""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.blocks import OVER, Blocks, enter_loop, next_element, take_element
from rulelang.backends.python.points import emit_point
from rulelang.backends.python.unit import Scope
from rulelang.backends.python.writer import Code
from rulelang.frozen import frozen
from rulelang.graph import nodes as g
from rulelang.program import nodes as ir
from rulelang.program.model import Program
from rulelang.program.types import RefType
from rulelang.program.typing.scope import written_name

MOST_PASSES = 10_000


@frozen
class _Way:
    """The calls that lead from the flow to a step, or to a turn, whose name is `turn`."""

    calls: tuple[g.Call, ...]
    step: g.StepEnter | g.TurnEnter

    @property
    def name(self) -> str:
        return self.step.name if isinstance(self.step, g.StepEnter) else "turn"


def emit_steps(blocks: Blocks) -> dict[str, str]:
    """Add the functions to the unit; return the function of each step by its name."""
    found: dict[str, str] = {}
    for way in _ways(blocks):
        if way.name not in found:
            found[way.name] = f"e{way.step.id}"
            _emit_step(blocks, way)
    _emit_starts(blocks, found)
    return found


def _ways(blocks: Blocks) -> list[_Way]:
    """All turns and steps, each by the shortest way, in the order of the rules."""
    flow = blocks.unit.routines["flow"]
    queue: list[tuple[g.Routine, tuple[g.Call, ...]]] = [(flow, ())]
    seen = {"flow"}
    ways = []
    for routine, calls in queue:
        for node in routine.nodes:
            if isinstance(node, g.StepEnter | g.TurnEnter):
                ways.append(_Way(calls, node))
            rule = node.alternative.rule if isinstance(node, g.Call) else None
            if isinstance(node, g.Call) and rule is not None and rule not in seen:
                seen.add(rule)
                queue.append((blocks.unit.routines[rule], (*calls, node)))
    return ways


def _emit_step(blocks: Blocks, way: _Way) -> None:
    unit = blocks.unit
    code = Code(span=way.step.span)
    unit.use("EntryError")
    routine = unit.routines["flow"]
    nodes: tuple[g.Call | g.StepEnter | g.TurnEnter, ...] = (*way.calls, way.step)
    arounds = [dict(blocks.routine_of[node.id].around)[node.id] for node in nodes]
    is_turn = any(around.turns for around in arounds)
    if is_turn or isinstance(way.step, g.TurnEnter):
        missing = f"say whose turn it is: at {way.name} of …"
        code.line(f"if player < 0: raise EntryError({missing!r})")
    for node, around in zip(nodes, arounds, strict=True):
        scope = blocks.scope(routine, code)
        _set_around(around, scope, routine)
        if isinstance(node, g.Call):
            assert node.alternative.rule is not None
            player = code.keep(expressions.scalar(node.player, scope))
            blocks.fill_frame(node.alternative, (player, {}), node.next, scope)
            routine = unit.routines[node.alternative.rule]
    program = unit.program
    code.line(f"s[2] = {'player' if is_turn else '-1'}")
    awards = tuple(range(len(program.awards)))
    ends = tuple(i for i, end in enumerate(program.ends) if is_turn and end.after == "action")
    scope = blocks.scope(routine, code)
    if isinstance(way.step, g.TurnEnter):
        _expect_turn(way.step.player, scope)
    emit_point((awards, ends), scope, OVER)
    blocks.chain(way.step.id, scope, is_start=True)
    unit.add_function(f"e{way.step.id}", ("s", "player", "given"), code)


def _set_around(around: g.Around, scope: Scope, routine: g.Routine) -> None:
    code = scope.code
    code.line("s[2] = player")
    loops = {loop.variable for loop in around.loops}
    for name, width in routine.locals:
        is_named = not name.startswith("#") and name not in loops and name in scope.names
        if is_named and width == 1 and isinstance(scope.names[name], str):
            said = repr(written_name(name))
            code.line(f"if {said} in given: {scope.scalar(name)} = given[{said}]")
    turn = around.turns[-1][0] if around.turns else None
    for loop in around.loops:
        _stand_at(loop, turn, scope)
    if isinstance(turn, ir.Local) and turn.name not in loops and turn.name in scope.names:
        code.line(f"{scope.scalar(turn.name)} = player")
    for _player, saved in around.turns:
        if saved is not None:
            code.line(f"{scope.scalar(saved)} = -1")
    if turn is not None:
        _expect_turn(turn, scope)


def _expect_turn(turn: ir.Expr, scope: Scope) -> None:
    scope.code.line(
        f"if {expressions.scalar(turn, scope)} != player: "
        "raise EntryError('it is somebody else who has the turn there')"
    )


def _stand_at(loop: g.Repeat, turn: ir.Expr | None, scope: Scope) -> None:
    """Write the way of a loop to the wanted element; what is counted starts with the first."""
    code = scope.code
    enter_loop(loop, scope)
    if loop.variable is None:
        next_element(loop, scope)
        take_element(loop, scope)
        return
    wanted = code.name("w")
    name = written_name(loop.variable)
    code.line(f"{wanted} = given.get({name!r})")
    if _is_player(loop, turn, scope.unit.program):
        code.line(f"if {wanted} is None: {wanted} = player")
    missing = f"say which one: given {name} = …"
    code.line(f"if {wanted} is None: raise EntryError({missing!r})")
    never = f"raise EntryError('{name} is never that here')"
    with code.block(f"for _ in range({MOST_PASSES}):"):
        finished = next_element(loop, scope)
        if finished is not None:
            code.line(f"if {finished}: {never}")
        take_element(loop, scope)
        code.line(f"if {scope.scalar(loop.variable)} == {wanted}: break")
    code.line(f"else: {never}")


def _is_player(loop: g.Repeat, turn: ir.Expr | None, program: Program) -> bool:
    """Does the variable of this loop stand for the player who is named in the test?"""
    if turn is not None:
        return isinstance(turn, ir.Local) and turn.name == loop.variable
    of = getattr(loop.source.type, "of", loop.source.type)
    return isinstance(of, RefType) and of.universe == "Player" and program.players > 0


def _emit_starts(blocks: Blocks, steps: dict[str, str]) -> None:
    unit = blocks.unit
    flow = blocks.entries["flow"]
    code = Code()
    code.line("n = n0(s)")
    with code.block(f"while n != {flow}:"):
        code.line("n = NODES[n](s) if n else ANSWERS[s[0]](s, options(s)[0])")
    unit.add_function("set_up", ("s",), code)
    code = Code()
    emit_run(code, str(flow))
    unit.add_function("go_on", ("s",), code)
    code = Code()
    names = ", ".join(f"{step!r}: {function}" for step, function in steps.items())
    emit_run(code, f"{{{names}}}[step](s, player, given)")
    unit.add_function("enter", ("s", "step", "player", "given"), code)


def emit_run(code: Code, start: str) -> None:
    """Write the run of blocks from a node up to the next question."""
    with code.block("try:"):
        code.line(f"_run(s, {start})")
    with code.block("except GameOver:"):
        code.line("over(s)")
