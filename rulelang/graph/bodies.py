"""Bodies of rules to nodes: statements that can wait become nodes, runs of plain ones a single `Effect`.

Each body is built from its end to its start, so that a statement knows its successor. A scope that ends clears
its locals; one that is left early is closed on the way out, with what its turns and steps do at their end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs
from attrs import define, field, frozen

from rulelang.graph import nodes as g
from rulelang.graph.assign_slots import width_of
from rulelang.graph.loop_states import escapes, repeat_of
from rulelang.graph.sequence import Points
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program
from rulelang.program.types import BundleType, IntType, RefType, SetType, Type
from rulelang.program.walk import descend_all
from rulelang.source import Span


@define
class Numbers:
    """Numbers of nodes, unique over all routines; 0 is the end of the game."""

    last: int = 0

    def take(self) -> int:
        self.last += 1
        return self.last


@frozen
class Leavable:
    """Something that can be left: kind rule, step, turn, loop or body.

    `exit` is where play goes on after leaving it; `locals` end with it; `leave` makes the nodes
    that run when it is left early (a turn's or step's last sequence point). `loop` and `turn` say
    what kind of loop or turn it is; `asks` is the node that takes the next player of a `together`.
    """

    kind: str
    name: str | None
    exit: int
    locals: tuple[str, ...]
    leave: Callable[[int], int] | None
    loop: g.Repeat | None = None
    turn: tuple[ir.Expr, str | None] | None = None
    asks: int | None = None


@define
class Builder:
    """Nodes and locals of one routine."""

    analysis: Analysis
    points: Points
    numbers: Numbers
    read: frozenset[str]
    locals: dict[str, int] = field(factory=dict)
    per_player: dict[str, str] = field(factory=dict)
    around: dict[int, g.Around] = field(factory=dict)
    _nodes: dict[int, g.Node] = field(factory=dict)
    _loops: int = 0

    def add(self, make: Callable[[int], g.Node]) -> int:
        number = self.numbers.take()
        self._nodes[number] = make(number)
        return number

    def done(self) -> tuple[g.Node, ...]:
        return tuple(self._nodes[number] for number in sorted(self._nodes))

    def declare(self, name: str, type_: Type, owner: str | None = None) -> None:
        """Give a local its slots; with `owner` (who answers) it exists once for each player."""
        program = self.analysis.program
        width = width_of(program, type_)
        if owner is not None:
            self.per_player[name] = owner
            width *= program.players
        self.locals.setdefault(name, width)

    def clear(self, names: Iterable[str], span: Span, after: int) -> int:
        """Clear locals unless a return follows at once, which clears the frame."""
        names = tuple(dict.fromkeys(names))
        if not names or isinstance(self._nodes.get(after), g.Return | g.End):
            return after
        return self.add(lambda number: g.Clear(number, span, names, after))

    # A body is a run of plain statements, then one that waits, then a run, and so on.
    def body(self, body: ir.Body, after: int, scopes: tuple[Leavable, ...]) -> int:
        run: list[ir.Stmt] = []
        for stmt in reversed(body):
            if isinstance(stmt, ir.Let) and stmt.local not in self.read:
                continue  # expressions have no effects
            self._declare_locals(stmt)
            if self._is_split(stmt):
                after = self._flush(run, after)
                after = self._stmt(stmt, after, scopes)
            else:
                run.append(stmt)
        return self._flush(run, after)

    def _is_split(self, stmt: ir.Stmt) -> bool:
        if isinstance(stmt, ir.Roll | ir.Shuffle):
            return True
        if isinstance(stmt, ir.Draw):
            return stmt.chance is not None
        if self.analysis.suspends(stmt):
            return True
        return escapes(stmt) or isinstance(stmt, ir.Step | ir.Turn | ir.Finish)

    def _flush(self, run: list[ir.Stmt], after: int) -> int:
        if not run:
            return after
        stmts = tuple(reversed(run))
        run.clear()
        return self.add(lambda number: g.Effect(number, stmts[0].span, stmts, after))

    def scoped(self, body: ir.Body, after: int, scopes: tuple[Leavable, ...], span: Span) -> int:
        """A body with locals of its own, cleared at its end."""
        names = tuple(self.body_locals(body, scopes))
        scope = Leavable("body", None, after, names, None)
        return self.body(body, self.clear(names, span, after), (*scopes, scope))

    # --- locals --------------------------------------------------------------------------------

    def body_locals(self, body: ir.Body, scopes: tuple[Leavable, ...]) -> Iterable[str]:
        """Yield the locals that end with this body; one of a body around it is only set again."""
        outer = {name for scope in scopes for name in scope.locals}
        for stmt in body:
            for name, _type in self._stmt_locals(stmt):
                if name not in outer:
                    yield name

    def _stmt_locals(self, stmt: ir.Stmt) -> Iterable[tuple[str, Type]]:
        """Yield what a statement binds for those after it, as far as anybody reads it."""
        for name, type_ in self._bound_locals(stmt):
            if name in self.read:
                yield name, type_

    def _bound_locals(self, stmt: ir.Stmt) -> Iterable[tuple[str, Type]]:
        match stmt:
            case ir.Let():
                yield stmt.local, stmt.expr.type
            case ir.Roll():
                yield stmt.local, IntType(0, 0)
            case ir.Decide():
                if stmt.result is not None:
                    yield stmt.result, IntType(0, 0)
                for alternative in stmt.alternatives:
                    yield from self._picked_locals(alternative)
            case ir.CallRule():
                yield from self._picked_locals(stmt.alternative)
            case ir.Together():
                for inner in stmt.body:
                    yield from self._bound_locals(inner)
            case _:
                return

    def _picked_locals(self, alternative: ir.Alternative) -> Iterable[tuple[str, Type]]:
        for pick in alternative.picks:
            yield pick.local, pick.type
        if alternative.rule is None:
            return
        params = self.analysis.rules[alternative.rule].params
        for param, arg in zip(params, alternative.args, strict=True):
            if arg.bind is not None:
                yield arg.bind, param.type

    def _declare_locals(self, stmt: ir.Stmt) -> None:
        owner = stmt.variable if isinstance(stmt, ir.Together) else None
        for name, type_ in self._stmt_locals(stmt):
            if name not in self.locals:
                self.declare(name, type_, owner)

    # --- statements ------------------------------------------------------------------------------

    def _stmt(self, stmt: ir.Stmt, after: int, scopes: tuple[Leavable, ...]) -> int:
        match stmt:
            case ir.Roll() | ir.Shuffle() | ir.Draw():
                return self.add(lambda number: g.Chance(number, stmt.span, stmt, after))
            case ir.If():
                then = self.scoped(stmt.then, after, scopes, stmt.span)
                otherwise = self.scoped(stmt.otherwise, after, scopes, stmt.span)
                return self.add(
                    lambda number: g.Branch(number, stmt.span, stmt.condition, then, otherwise)
                )
            case ir.Each() | ir.Times() | ir.Loop():
                return self._loop(stmt, after, scopes)
            case ir.Step():
                return self._step(stmt, after, scopes)
            case ir.Turn():
                return self._turn(stmt, after, scopes)
            case ir.CallRule():
                return self._call(stmt, after, scopes)
            case ir.Decide():
                return self._decide(stmt, after, scopes)
            case ir.Together():
                return self._together(stmt, after, scopes)
            case ir.Stop():
                return self._stop(stmt, scopes)
            case ir.Finish():
                return self.add(lambda number: g.End(number, stmt.span))
            case _:
                raise TypeError(f"{type(stmt).__name__} never waits")

    def _loop(
        self, stmt: ir.Each | ir.Times | ir.Loop, after: int, scopes: tuple[Leavable, ...]
    ) -> int:
        if isinstance(stmt, ir.Loop) and stmt.variable is None:
            return self._while(stmt, after, scopes)
        self._loops += 1
        loop = repeat_of(stmt, f"#{self._loops}")
        names = [loop.state] if loop.variable is None else [loop.state, loop.variable]
        for name in names:
            self.declare(name, IntType(0, 0))
        top = self.numbers.take()
        head = top
        if isinstance(stmt, ir.Loop) and stmt.until is not None:
            head = self.numbers.take()
        inside = tuple(self.body_locals(stmt.body, scopes))
        names += inside
        scope = Leavable("loop", None, after, tuple(names), None, loop)
        inner = self.clear(inside, stmt.span, head)
        body = self.body(stmt.body, inner, (*scopes, scope))
        self._nodes[top] = g.RepeatNext(top, stmt.span, loop, body, after)
        if isinstance(stmt, ir.Loop) and stmt.until is not None:
            leave = self.clear(names, stmt.span, after)
            self._nodes[head] = g.Branch(head, stmt.span, stmt.until, leave, top)
        return self.add(lambda number: g.RepeatEnter(number, stmt.span, loop, head))

    def _while(self, stmt: ir.Loop, after: int, scopes: tuple[Leavable, ...]) -> int:
        head = self.numbers.take()
        names = tuple(self.body_locals(stmt.body, scopes))
        scope = Leavable("loop", None, after, names, None)
        body = self.body(stmt.body, self.clear(names, stmt.span, head), (*scopes, scope))
        if stmt.until is None:
            self._nodes[head] = g.Clear(head, stmt.span, (), body)
        else:
            self._nodes[head] = g.Branch(head, stmt.span, stmt.until, after, body)
        return head

    def _point(
        self, judged: tuple[tuple[int, ...], ...], closes: str, span: Span, after: int
    ) -> int:
        awards, ends = judged
        if not awards and not ends:
            return after
        return self.add(lambda number: g.Point(number, span, closes, awards, ends, after))

    def _step(self, stmt: ir.Step, after: int, scopes: tuple[Leavable, ...]) -> int:
        judged = self.points.at_step_end(stmt.name, stmt.body)

        def leave(then: int) -> int:
            done = self.add(lambda number: g.StepLeave(number, stmt.span, stmt.name, then))
            return self._point(judged, f"step {stmt.name}", stmt.span, done)

        names = tuple(self.body_locals(stmt.body, scopes))
        end = leave(after)
        scope = Leavable("step", stmt.name, end, names, leave)
        body = self.body(stmt.body, self.clear(names, stmt.span, end), (*scopes, scope))
        number = self.add(
            lambda number: g.StepEnter(number, stmt.span, stmt.name, stmt.label, body)
        )
        self.around[number] = _around(scopes)
        return number

    def _turn(self, stmt: ir.Turn, after: int, scopes: tuple[Leavable, ...]) -> int:
        saved = None
        top = scopes[0]
        if top.name not in {"flow", "setup"} or any(scope.kind == "turn" for scope in scopes):
            self._loops += 1
            saved = f"#{self._loops}"
            self.declare(saved, IntType(0, 0))
        judged = self.points.at_turn_end(stmt.body)

        def leave(then: int) -> int:
            done = self.add(lambda number: g.TurnLeave(number, stmt.span, saved, then))
            return self._point(judged, "turn", stmt.span, done)

        names = tuple(self.body_locals(stmt.body, scopes))
        end = leave(after)
        scope = Leavable("turn", None, end, names, leave, None, (stmt.player, saved))
        body = self.body(stmt.body, self.clear(names, stmt.span, end), (*scopes, scope))
        start = self._point(self.points.at_turn_start(), "turn start", stmt.span, body)
        number = self.add(lambda number: g.TurnEnter(number, stmt.span, stmt.player, saved, start))
        self.around[number] = _around(scopes)
        return number

    def _call(self, stmt: ir.CallRule, after: int, scopes: tuple[Leavable, ...]) -> int:
        alternative = stmt.alternative
        if self.analysis.asks(alternative):
            decide = ir.Decide(
                stmt.span,
                alternative.name,
                alternative.label,
                stmt.player,
                (alternative,),
                optional=False,
                result=None,
                otherwise=None,
            )
            return self._decide(decide, after, scopes)
        after = self.scoped(alternative.body, after, scopes, stmt.span)
        number = self.add(lambda number: g.Call(number, stmt.span, stmt.player, alternative, after))
        self.around[number] = _around(scopes)
        return number

    def _decide(self, stmt: ir.Decide, after: int, scopes: tuple[Leavable, ...]) -> int:
        head = self.numbers.take()
        taken = []
        for alternative in stmt.alternatives:
            target = after
            if alternative.again:
                own = [pick.local for pick in alternative.picks if pick.local in self.read]
                target = self.clear(own, alternative.span, head)
            taken.append(self.scoped(alternative.body, target, scopes, alternative.span))
        otherwise = None
        if stmt.otherwise is not None:
            otherwise = self.scoped(stmt.otherwise, after, scopes, stmt.span)
        asks = scopes[-1].asks  # only the lines of a `together` itself, which choose and no more
        self._nodes[head] = g.Decision(
            head, stmt.span, stmt, tuple(taken), after, otherwise, barrier=asks
        )
        return head

    def _together(self, stmt: ir.Together, after: int, scopes: tuple[Leavable, ...]) -> int:
        """Fix who takes part; ask each; when all have answered, run `then` for each."""
        self._loops += 1
        taking_part = f"#{self._loops}"
        players = ir.Local(SetType(_player_type(self.analysis.program)), taking_part)
        everyone = ir.Filter(players.type, stmt.variable, stmt.source, stmt.condition)
        after = self._point(self.points.after_then(stmt.then), "then", stmt.span, after)
        names = (taking_part, stmt.variable)
        scope = Leavable("barrier", None, after, names, None)
        for name in names:
            self.declare(name, IntType(0, 0))
        ask, then = self.numbers.take(), self.numbers.take()
        body = self.scoped(stmt.then, then, (*scopes, scope), stmt.span)
        leave = self.clear(names, stmt.span, after)
        first = self._round_the_table(stmt, players, then, (body, leave))
        barrier = self.add(lambda number: g.Barrier(number, stmt.span, stmt.secretly, first))
        asking = attrs.evolve(scope, asks=ask)
        body = self.body(stmt.body, ask, (*scopes, asking))
        first = self._round_the_table(stmt, players, ask, (body, barrier))
        fix = (ir.Let(stmt.span, taking_part, everyone),)
        first = self.add(lambda number: g.Effect(number, stmt.span, fix, first))
        answers = tuple(
            dict.fromkeys(
                name
                for name, type_ in self._stmt_locals(stmt)
                if not isinstance(type_, SetType | BundleType)
            )
        )
        if not answers:
            return first
        return self.add(lambda number: g.BarrierEnter(number, stmt.span, answers, first))

    def _round_the_table(
        self, stmt: ir.Together, players: ir.Local, head: int, ways: tuple[int, int]
    ) -> int:
        self._loops += 1
        state = f"#{self._loops}"
        self.declare(state, IntType(0, 0))
        loop = g.Repeat(
            style="barrier",
            state=state,
            variable=stmt.variable,
            source=players,
            condition=None,
            by=None,
        )
        self._nodes[head] = g.RepeatNext(head, stmt.span, loop, *ways)
        return self.add(lambda number: g.RepeatEnter(number, stmt.span, loop, head))

    def _stop(self, stmt: ir.Stop, scopes: tuple[Leavable, ...]) -> int:
        """Leave scopes from the inside out; turns and steps on the way still close."""
        crossed: list[Leavable] = []
        for scope in reversed(scopes):
            if _is_target(scope, stmt.name):
                names = (n for s in (*crossed, scope) for n in s.locals)
                target = self.clear(names, stmt.span, scope.exit)
                for inner in reversed(crossed):
                    if inner.leave is not None:
                        target = inner.leave(target)
                return target
            crossed.append(scope)
        raise ValueError(f"nothing to stop: {stmt.name}")


def _around(scopes: tuple[Leavable, ...]) -> g.Around:
    return g.Around(
        tuple(scope.loop for scope in scopes if scope.loop is not None),
        tuple(scope.turn for scope in scopes if scope.turn is not None),
    )


def _is_target(scope: Leavable, name: str | None) -> bool:
    if name is None:
        return scope.kind == "loop"
    return scope.kind in {"rule", "step"} and scope.name == name


def _player_type(program: Program) -> RefType:
    return RefType("Player", tuple(range(program.players)), "Player")


def locals_read(body: ir.Body) -> frozenset[str]:
    """All locals that are read anywhere in a body."""
    found = set()
    for node in descend_all(body):
        if isinstance(node, ir.Local):
            found.add(node.name)
        elif isinstance(node, ir.PerPlayer):
            found.add(node.local)
    return frozenset(found)
