"""Routines that can wait: nodes of the graph become block functions that return the next node.

A block starts at a node that several ways lead to, or that play comes back to; the nodes after it
are written into the same function up to the next such node. A block returns the number of the node
to go on with, or 0 when somebody is asked or the game is over.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.backends.python import bundles, decisions, expressions, sets
from rulelang.backends.python.effects import clear_vars, ordered_list, statements
from rulelang.backends.python.points import emit_point
from rulelang.backends.python.rules import enter_nest, pay_costs
from rulelang.backends.python.unit import Bundle, Scope, Unit
from rulelang.backends.python.writer import Code, add, is_number
from rulelang.graph import nodes as g
from rulelang.graph.assign_slots import width_of
from rulelang.graph.passes.single_returns import RETURN_TO
from rulelang.program import nodes as ir
from rulelang.program.types import BundleType, Type
from rulelang.runtime.layout import FrameSlots

OVER = "return over(s)"


@define
class Blocks:
    """The block functions of the whole module, by node number."""

    unit: Unit
    nodes: dict[int, g.Node] = field(factory=dict)
    routine_of: dict[int, g.Routine] = field(factory=dict)
    leaders: set[int] = field(factory=set)
    functions: dict[int, str] = field(factory=dict)
    entries: dict[str, int] = field(factory=dict)
    picks: list[decisions.PendingPick] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        for routine in self.unit.graph.routines:
            for node in routine.nodes:
                self.nodes[node.id] = node
                self.routine_of[node.id] = routine
        last = max(self.nodes, default=0)
        for number, routine in enumerate(self.unit.graph.routines, start=last + 1):
            if routine.entry is not None:
                self.entries[routine.name] = number
        self._find_leaders()

    def _find_leaders(self) -> None:
        # A loop that a routine begins with is come to from its entry too.
        seen = {r.entry for r in self.unit.graph.routines if r.entry is not None}
        for node in self.nodes.values():
            for successor, must_lead in successors(node):
                if must_lead or successor in seen:
                    self.leaders.add(successor)
                seen.add(successor)
            if isinstance(node, g.Decision | g.RepeatNext):
                self.leaders.add(node.id)

    def emit(self) -> None:
        """Add all block functions to the unit."""
        for routine in self.unit.graph.routines:
            if routine.entry is not None:
                self._emit_entry(routine)
        for number in sorted(self.leaders):
            self._emit_block(number)

    def scope(self, routine: g.Routine, code: Code) -> Scope:
        """Return the scope of a routine's frame; write the frame's base where there are several."""
        frame = self.frame(routine.name)
        base = ""
        if frame.depth is not None:
            base = "f"
            code.line(f"f = s[{frame.depth}] * {frame.size} + {frame.first - frame.size}")
        return Scope(self.unit, code, frame_names(self.unit, routine, frame, base))

    def frame(self, routine: str) -> FrameSlots:
        """Return the frame of a routine."""
        return next(f for f in self.unit.layout.frames if f.routine == routine)

    def _emit_entry(self, routine: g.Routine) -> None:
        number = self.entries[routine.name]
        code = Code()
        scope = self.scope(routine, code)
        if routine.rule is not None:
            pay_costs(self.unit.analysis.rules[routine.rule], scope)
        assert routine.entry is not None
        self.chain(routine.entry, scope, is_start=False)
        self._add(number, code)

    def _emit_block(self, number: int) -> None:
        code = Code()
        self.chain(number, self.scope(self.routine_of[number], code), is_start=True)
        self._add(number, code)

    def _add(self, number: int, code: Code) -> None:
        name = f"n{number}"
        self.unit.add_function(name, ("s",), code)
        self.functions[number] = name

    # --- chains of nodes -------------------------------------------------------------------------

    def chain(self, number: int, scope: Scope, *, is_start: bool) -> None:
        """Write nodes from `number` on, up to one that has a block of its own."""
        while True:
            if number in self.leaders and not is_start:
                scope.code.line(f"return {number}")
                return
            is_start = False
            node = self.nodes[number]
            with scope.code.at(node.span):
                following = self._node(node, scope)
            if following is None:
                return
            number = following

    def _node(self, node: g.Node, scope: Scope) -> int | None:
        """Write one node; return its only successor, or None if all ways were written."""
        code = scope.code
        match node:
            case g.Effect():
                statements(node.stmts, scope)
                return node.next
            case g.Chance():
                statements((node.stmt,), scope)
                return node.next
            case g.Branch():
                self._branch(node, scope)
                return None
            case g.RepeatEnter():
                enter_loop(node.loop, scope)
                return node.next
            case g.RepeatNext():
                self._next_pass(node, scope)
                return None
            case g.Clear():
                clear(node.locals, scope)
                return node.next
            case g.Call():
                self._call(node, scope)
                return None
            case g.Decision():
                decisions.emit_decision(self, node, scope)
                return None
            case g.TurnEnter() | g.TurnLeave() | g.StepEnter():
                self._period(node, scope)
                return node.next
            case g.BarrierEnter(answers=answers):
                for name in answers:
                    base, count = scope.scalar(f"@{name}"), self.unit.program.players
                    nothing = self.unit.constant(f"(-1,) * {count}", "Z")
                    code.line(f"s[{base}:{add(base, count)}] = {nothing}")
                return node.next
            case g.StepLeave() | g.Barrier():
                return node.next
            case g.Point():
                emit_point((node.awards, node.ends), scope, OVER)
                return node.next
            case g.Return():
                self._return(node, scope)
                return None
            case g.End():
                code.line(OVER)
                return None

    def _period(self, node: g.TurnEnter | g.TurnLeave | g.StepEnter, scope: Scope) -> None:
        code = scope.code
        match node:
            case g.TurnEnter(player=player, saved=saved):
                if saved is not None:
                    code.line(f"{scope.scalar(saved)} = s[2]")
                code.line(f"s[2] = {expressions.scalar(player, scope)}")
                code.line("turns.begin()")
                clear_vars("turn", scope)
            case g.TurnLeave(saved=saved):
                code.line("turns.end()")
                if saved is not None:
                    code.line(f"s[2] = {scope.scalar(saved)}")
                    code.line(f"{scope.scalar(saved)} = 0")
            case g.StepEnter(name=name):
                clear_vars(name, scope)

    def _branch(self, node: g.Branch, scope: Scope) -> None:
        condition = expressions.scalar(node.condition, scope)
        if condition in {"True", "1", "False", "0"}:
            taken = node.then if condition in {"True", "1"} else node.otherwise
            self.chain(taken, scope, is_start=False)
            return
        with scope.code.block(f"if {expressions.unwrapped(condition)}:"):
            self.chain(node.then, scope, is_start=False)
        self.chain(node.otherwise, scope, is_start=False)

    def _next_pass(self, node: g.RepeatNext, scope: Scope) -> None:
        finished = next_element(node.loop, scope)
        if finished is not None:
            with scope.code.block(f"if {finished}:"):
                names = [node.loop.state]
                if node.loop.variable is not None:
                    names.append(node.loop.variable)
                clear(tuple(names), scope)
                self.chain(node.after, scope, is_start=False)
        take_element(node.loop, scope)
        self.chain(node.body, scope, is_start=False)

    def _call(self, node: g.Call, scope: Scope) -> None:
        from rulelang.backends.python.offers import offer_of

        player = scope.code.keep(expressions.scalar(node.player, scope))
        offer = offer_of(node.alternative, self.unit)
        if offer.tests:
            decisions.check_possible(offer, player, scope)
        self.enter_rule(node.alternative, (player, {}), node.next, scope)

    def enter_rule(
        self,
        alternative: ir.Alternative,
        chosen: tuple[str, dict[str, str | Bundle]],
        after: int,
        scope: Scope,
    ) -> None:
        """Fill the frame of a rule that can wait and go there; `chosen` are player and picks."""
        assert alternative.rule is not None
        self.fill_frame(alternative, chosen, after, scope)
        scope.code.line(f"return {self.entries[alternative.rule]}")

    def fill_frame(
        self,
        alternative: ir.Alternative,
        chosen: tuple[str, dict[str, str | Bundle]],
        after: int,
        scope: Scope,
    ) -> None:
        """Fill the frame of a rule that can wait; it returns to the node `after`."""
        assert alternative.rule is not None
        player, picked = chosen
        unit = self.unit
        rule = unit.analysis.rules[alternative.rule]
        routine = unit.routines[rule.name]
        frame = self.frame(rule.name)
        values: list[tuple[str, str | Bundle]] = [("me", player)]
        if any(name == RETURN_TO for name, _width in routine.locals):
            values.insert(0, (RETURN_TO, str(after)))
        for param, arg in zip(rule.params, alternative.args, strict=True):
            if param.name in picked:
                values.append((param.name, picked[param.name]))
                continue
            given = arg.value if arg.value is not None else param.default
            assert given is not None
            if isinstance(given.type, BundleType) or isinstance(param.type, BundleType):
                values.append((param.name, bundles.bundle(given, scope)))
            else:
                text = scope.code.keep(expressions.value(given, scope))
                values.append((param.name, text))
        base = ""
        if frame.depth is not None:
            enter_nest(rule, scope)
            base = scope.code.name("f")
            first = frame.first - frame.size
            scope.code.line(f"{base} = s[{frame.depth}] * {frame.size} + {first}")
        names = frame_names(unit, routine, frame, base)
        for name, value in values:
            store(names[name], value, scope)

    def _return(self, node: g.Return, scope: Scope) -> None:
        routine = self.routine_of[node.id]
        frame = self.frame(routine.name)
        code = scope.code
        if node.to is None:
            code.line(f"n = {scope.scalar(RETURN_TO)}")
        if frame.depth is None:
            clear_slots(frame.first, frame.size, scope)
        else:
            zeros = self.unit.constant(f"(0,) * {frame.size}", "Z")
            code.line(f"s[f:f + {frame.size}] = {zeros}")
            code.line(f"s[{frame.depth}] -= 1")
        code.line("return n" if node.to is None else f"return {node.to}")


def successors(node: g.Node) -> list[tuple[int, bool]]:
    """Return the nodes that can follow, and whether play comes back to them from elsewhere."""
    match node:
        case g.Branch():
            return [(node.then, False), (node.otherwise, False)]
        case g.RepeatNext():
            return [(node.body, False), (node.after, False)]
        case g.Call():
            return [(node.next, True)]
        case g.Decision():
            ways = [(number, True) for number in (*node.taken, node.after)]
            return ways if node.otherwise is None else [*ways, (node.otherwise, False)]
        case g.Return() | g.End():
            return []
        case _:
            return [(node.next, False)]


# --- frames --------------------------------------------------------------------------------------


def frame_names(
    unit: Unit, routine: g.Routine, frame: FrameSlots, base: str
) -> dict[str, str | Bundle]:
    """Return where the locals of a frame are found; `base` is the frame's first slot if it varies."""
    first = "" if base else str(frame.first)
    owners = dict(routine.per_player)
    types = routine_types(unit, routine)
    names: dict[str, str | Bundle] = {}
    for name, offset, width in frame.locals:
        index = add(base, offset) if base else add(first, offset)
        if name in owners:
            each = width // unit.program.players
            names[f"@{name}"] = index
            names[f"@{name}#"] = str(each)
            continue
        type_ = types.get(name)
        if isinstance(type_, BundleType):
            names[name] = tuple(f"s[{add(index, kind)}]" for kind in range(width))
        else:
            names[name] = f"s[{index}]"
    for name, owner in owners.items():
        _bind_owned(unit, names, (name, owner), types.get(name))
    return names


def _bind_owned(
    unit: Unit, names: dict[str, str | Bundle], local: tuple[str, str], type_: Type | None
) -> None:
    """A local of a `together` means the slot of the player who is answering."""
    name, owner = local
    who, index = names[owner], names[f"@{name}"]
    assert isinstance(index, str)
    assert isinstance(who, str)
    if type_ is not None and isinstance(type_, BundleType):
        width = width_of(unit.program, type_)
        at = f"{who} * {width} + {index}"
        names[name] = tuple(f"s[{at} + {kind}]" for kind in range(width))
    else:
        names[name] = f"s[{who} + {index}]"


def routine_types(unit: Unit, routine: g.Routine) -> dict[str, Type]:
    """Return the types of a routine's locals as far as they matter: which ones are bundles."""
    known = unit.local_types.get(routine.name)
    if known is not None:
        return known
    types = unit.local_types[routine.name] = {}
    if routine.rule is not None:
        for param in unit.analysis.rules[routine.rule].params:
            types[param.name] = param.type
    for node in routine.nodes:
        for stmt in _stmts(node):
            if isinstance(stmt, ir.Let):
                types[stmt.local] = stmt.expr.type
        if isinstance(node, g.Decision):
            for alternative in node.decide.alternatives:
                types.update(_picked_types(unit, alternative))
    return types


def _stmts(node: g.Node) -> tuple[ir.Stmt, ...]:
    return node.stmts if isinstance(node, g.Effect) else ()


def _picked_types(unit: Unit, alternative: ir.Alternative) -> dict[str, Type]:
    types = {pick.local: pick.type for pick in alternative.picks}
    if alternative.rule is not None:
        params = unit.analysis.rules[alternative.rule].params
        for param, arg in zip(params, alternative.args, strict=True):
            if arg.bind is not None:
                types[arg.bind] = param.type
    return types


def store(target: str | Bundle, text: str | Bundle, scope: Scope) -> None:
    """Write the assignment of a local: a slot, or the slots of a bundle."""
    if isinstance(target, str):
        assert isinstance(text, str)
        scope.code.line(f"{target} = {text}")
        return
    parts = bundles.spread(text, len(target)) if isinstance(text, str) else text
    scope.code.line(f"{', '.join(target)}, = {', '.join(parts)},")


def clear(names: tuple[str, ...], scope: Scope) -> None:
    """Write the clearing of locals."""
    slots: list[str] = []
    for name in names:
        text = scope.names.get(name)
        if f"@{name}" in scope.names:
            slots += _owned_slots(name, scope)
        elif text is not None:
            slots += [text] if isinstance(text, str) else text
    if slots:
        scope.code.line(f"{' = '.join(slots)} = 0")


MOST_IN_A_CHAIN = 5  # so many slots are set one by one; more are set as a slice


def clear_slots(first: int, count: int, scope: Scope) -> None:
    """Write the clearing of neighbouring slots."""
    if 0 < count <= MOST_IN_A_CHAIN:
        scope.code.line(f"{' = '.join(f's[{first + i}]' for i in range(count))} = 0")
    elif count:
        zeros = scope.unit.constant(f"(0,) * {count}", "Z")
        scope.code.line(f"s[{first}:{first + count}] = {zeros}")


def _owned_slots(name: str, scope: Scope) -> list[str]:
    base, each = scope.scalar(f"@{name}"), int(scope.scalar(f"@{name}#"))
    count = scope.unit.program.players * each
    return [f"s[{add(base, number)}]" for number in range(count)]


# --- loops ---------------------------------------------------------------------------------------


def enter_loop(loop: g.Repeat, scope: Scope) -> None:
    """Write what fixes the elements of a loop."""
    state = scope.scalar(loop.state)
    code = scope.code
    match loop.style:
        case "mask":
            assert loop.variable is not None
            source = loop.source
            if loop.condition is not None:
                source = ir.Filter(source.type, loop.variable, loop.source, loop.condition)
            code.line(f"{state} = {sets.mask(source, scope)}")
        case "list":
            assert loop.variable is not None
            listed = ordered_list(loop.variable, loop.source, (loop.condition, loop.by), scope)
            code.line(f"{state} = {scope.unit.use('pack')}({listed})")
        case "times":
            count = code.keep(expressions.scalar(loop.source, scope))
            code.line(
                f"{state} = {count}"
                if is_number(count)
                else f"{state} = {count} if {count} > 0 else 0"
            )
        case "round" if isinstance(loop.source, ir.PlayersFrom):
            code.line(f"{state} = {add(expressions.scalar(loop.source.start, scope), 1)}")
        case "round":
            code.line(f"{state} = {scope.unit.use('pack')}({sets.as_list(loop.source, scope)})")
        case "barrier":
            code.line(f"{state} = {sets.mask(loop.source, scope)}")
        case _:
            raise ValueError(f"unknown loop {loop.style}")


def next_element(loop: g.Repeat, scope: Scope) -> str | None:
    """Write a look at what is left; return the test that nothing is, None if there always is."""
    code, state = scope.code, scope.scalar(loop.state)
    if loop.style == "round" and isinstance(loop.source, ir.PlayersFrom):
        return None
    code.line(f"m = {state}")
    return "m <= 1" if loop.style in {"list", "round"} else "not m"


def take_element(loop: g.Repeat, scope: Scope) -> None:
    """Write the step to the next element."""
    code = scope.code
    state = scope.scalar(loop.state)
    match loop.style:
        case "mask":
            code.line("b = m & -m")
            code.line(f"{state} = m ^ b")
            code.line(f"{_variable(loop, scope)} = b.bit_length() - 1")
        case "list":
            code.line(f"{_variable(loop, scope)} = m & 65535")
            code.line(f"{state} = m >> 16")
        case "times":
            code.line(f"{state} = m - 1")
        case "barrier":
            everyone = ir.PlayersFrom(loop.source.type, ir.Local(loop.source.type, "first"), 1)
            order = sets.rotation(everyone, scope.bind("first", "s[2] if s[2] > 0 else 0"))
            with code.block(f"for p in {order}:"):
                code.line("if m >> p & 1: break")
            code.line(f"{state} = m & ~(1 << p)")
            code.line(f"{_variable(loop, scope)} = p")
        case _:
            _take_round(loop, scope)


def _variable(loop: g.Repeat, scope: Scope) -> str:
    assert loop.variable is not None
    return scope.scalar(loop.variable)


def _take_round(loop: g.Repeat, scope: Scope) -> None:
    code, unit = scope.code, scope.unit
    state, variable = scope.scalar(loop.state), _variable(loop, scope)
    assert loop.variable is not None
    budget = f"raise {unit.use('step_budget')}({unit.program.players})"
    if isinstance(loop.source, ir.PlayersFrom):
        count, step = unit.program.players, loop.source.direction
        code.line(f"p = {state} - 1")
        if loop.condition is not None:
            with code.block(f"for _ in range({count}):"):
                text = expressions.scalar(loop.condition, scope.bind(loop.variable, "p"))
                code.line(f"if {expressions.unwrapped(text)}: break")
                code.line(f"p = (p {'+' if step > 0 else '-'} 1) % {count}")
            code.line(f"else: {budget}")
        code.line(f"{state} = (p {'+' if step > 0 else '-'} 1) % {count} + 1")
        code.line(f"{variable} = p")
        return
    code.line(f"l = {unit.use('unpack')}(m)")
    with code.block("for _ in range(len(l)):"):
        code.line("p = l.pop(0)")
        code.line("l.append(p)")
        if loop.condition is not None:
            text = expressions.scalar(loop.condition, scope.bind(loop.variable, "p"))
            code.line(f"if {expressions.unwrapped(text)}: break")
        else:
            code.line("break")
    code.line(f"else: {budget}")
    code.line(f"{state} = {unit.use('pack')}(l)")
    code.line(f"{variable} = p")
