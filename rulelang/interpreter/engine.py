"""The rules played from the typed program itself: a second engine, slow and plain.

`Interpreter` runs set-up and flow as Python generators that stop at each decision. It shares nothing
with the action graph and the generated code but the program and the generator of
chance, so equal games are evidence for both. Every sequence point judges every award and every end
of its period; the engine leaves out what cannot have changed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias

import attrs
from attrs import define, field, frozen

from rulelang.interpreter.oracle import Choice, Oracle, Pending, SearchBudget, Taken, bound, pay
from rulelang.interpreter.position import NOBODY, OracleFault, Position, ProgramIndex
from rulelang.interpreter.state_changes import arrive, make_change
from rulelang.program import nodes as ir
from rulelang.program.model import Award, Program, Rule
from rulelang.program.types import NONE

Locals: TypeAlias = "dict[str, object]"
Run: TypeAlias = "Generator[Pending, Choice, None]"
LONGEST = 50_000  # statements between two decisions


class _Stop(Exception):  # noqa: N818  (control flow)
    def __init__(self, name: str | None) -> None:
        self.name = name


class _Over(Exception):  # noqa: N818
    pass


@frozen
class _Where:
    """What surrounds a statement: can `active` outlive a turn here?"""

    is_top: bool = False


def first_position(shape: ProgramIndex, seed: int) -> Position:
    """Return where everything is before set-up."""
    program = shape.program
    position = Position(seed=seed)
    for account in program.accounts:
        for holder in account.owner_ids or (NOBODY,):
            position.accounts[account.name, holder] = list(account.start)
    for place in range(len(program.place_names)):
        for number in range(len(shape.holdings(place))):
            position.contents[place, number] = []
    for number, thing in enumerate(program.things):
        held = position.contents[thing.start, shape.holding(thing.start, number)]
        held += [number] * thing.copies
        if not thing.is_alike:
            position.where[number] = thing.start
    for place, number in position.contents:
        alike = shape.is_alike
        position.contents[place, number].sort(key=lambda x: (alike(x), x))
    for stream in shape.layout.streams:
        position.counters[stream.name] = 0
    reader = Oracle(shape, position)
    for var in program.vars:
        for rank, owner in enumerate(var.owner_ids or (NOBODY,)):
            start = var.starts[rank] if var.starts else reader.value(var.start, {})
            position.vars[var.name, owner] = start
    for line in shape.layout.scores:
        for owner in line.owners:
            position.vars[f"score {line.name}", owner] = 0
    return position


@define
class Interpreter:
    """One game. `pending` is the decision that waits, None when the game is over."""

    shape: ProgramIndex
    seed: int
    oracle: Oracle = field(init=False)
    pending: Pending | None = field(default=None, init=False)
    _run: Run = field(init=False)
    _steps: int = field(default=0, init=False)
    _depths: dict[str, int] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.oracle = Oracle(self.shape, first_position(self.shape, self.seed))
        self._run = self._play()
        self._advance(None)

    @property
    def program(self) -> Program:
        """The rules."""
        return self.shape.program

    @property
    def position(self) -> Position:
        """Where everything is now."""
        return self.oracle.position

    def answer(self, choice: Choice) -> None:
        """Take a whole decision."""
        self._advance(choice)

    def _advance(self, choice: Choice | None) -> None:
        self._steps = 0
        try:
            # A generator that has just been made takes nothing.
            self.pending = next(self._run) if choice is None else self._run.send(choice)
        except StopIteration:
            self.pending = None

    def _play(self) -> Run:
        try:
            yield from self._body(self.program.setup, {}, _Where())
            if not self.shape.asks_in_setup:
                self._settle_awards()
            yield from self._body(self.program.flow, {}, _Where(is_top=True))
        except _Over:
            return

    # --- statements ------------------------------------------------------------------------------

    def _body(self, body: ir.Body, env: Locals, where: _Where) -> Run:
        for stmt in body:
            self._steps += 1
            if self._steps > LONGEST:
                raise OracleFault("R901")
            yield from self._stmt(stmt, env, where)

    def _stmt(self, stmt: ir.Stmt, env: Locals, where: _Where) -> Run:
        match stmt:
            case ir.If():
                holds = self.oracle.holds(stmt.condition, env)
                yield from self._body(stmt.then if holds else stmt.otherwise, env, where)
            case ir.Each() | ir.Times() | ir.Loop():
                yield from self._loop(stmt, env, where)
            case ir.Step():
                yield from self._step(stmt, env, where)
            case ir.Turn():
                yield from self._turn(stmt, env, where)
            case ir.CallRule():
                yield from self._call(stmt, env, where)
            case ir.Decide():
                yield from self._decide(stmt, env, where)
            case ir.Together():
                yield from self._together(stmt, env, where)
            case ir.Collect():
                yield from self._collect(stmt, env, where)
            case ir.Claim(amount=amount, player=player):
                claims = env["@claims"]
                assert isinstance(claims, list)
                claims.append((self.oracle.number(player, env), self.oracle.bundle(amount, env)))
            case ir.Stop(name=name):
                raise _Stop(name)
            case ir.Finish():
                raise _Over
            case _:
                env.update(make_change(stmt, self.oracle, env))

    def _loop(self, stmt: ir.Each | ir.Times | ir.Loop, env: Locals, where: _Where) -> Run:
        try:
            for value in self._passes(stmt, env):
                if not isinstance(stmt, ir.Times) and stmt.variable is not None:
                    env[stmt.variable] = value
                yield from self._body(stmt.body, env, where)
        except _Stop as stop:
            if stop.name is not None:
                raise

    def _passes(self, stmt: ir.Each | ir.Times | ir.Loop, env: Locals) -> Iterable[int]:
        oracle = self.oracle
        if isinstance(stmt, ir.Times):
            return range(oracle.number(stmt.count, env))
        if isinstance(stmt, ir.Loop):
            return self._rounds(stmt, env)
        found = [
            x
            for x in oracle.walk(stmt.source, env)
            if oracle.holds(stmt.condition, {**env, stmt.variable: x})
        ]
        if stmt.by is not None:
            by = stmt.by
            found.sort(key=lambda x: oracle.number(by, {**env, stmt.variable: x}))
        return found

    def _rounds(self, stmt: ir.Loop, env: Locals) -> Iterable[int]:
        oracle = self.oracle
        elements = [0] if stmt.source is None else oracle.walk(stmt.source, env)
        position = 0
        while elements:
            self._steps += 1
            if stmt.until is not None and oracle.holds(stmt.until, env):
                return
            for _ in elements:
                element = elements[position % len(elements)]
                position += 1
                inner = env if stmt.variable is None else {**env, stmt.variable: element}
                if oracle.holds(stmt.condition, inner):
                    break
            else:
                raise OracleFault("R901", "nobody takes part")
            if self._steps > LONGEST:
                raise OracleFault("R901")
            yield element

    def _step(self, stmt: ir.Step, env: Locals, where: _Where) -> Run:
        self._clear(stmt.name)
        try:
            yield from self._body(stmt.body, env, where)
        except _Stop as stop:
            if stop.name != stmt.name:
                self._judge(stmt.name)
                raise
        self._judge(stmt.name)

    def _turn(self, stmt: ir.Turn, env: Locals, where: _Where) -> Run:
        before = self.position.active
        self.position.active = self.oracle.number(stmt.player, env)
        self._clear("turn")
        self._judge("action")
        try:
            yield from self._body(stmt.body, env, _Where())
        except _Stop:
            self._close_turn(before, where)
            raise
        self._close_turn(before, where)

    def _close_turn(self, before: int, where: _Where) -> None:
        self._judge("turn")
        if not where.is_top:
            self.position.active = before

    def _clear(self, period: str) -> None:
        for var in self.program.vars:
            if var.cleared == period:
                for owner in var.owner_ids or (NOBODY,):
                    self.position.vars[var.name, owner] = self.oracle.value(var.start, {})

    # --- rules and decisions ---------------------------------------------------------------------

    def _call(self, stmt: ir.CallRule, env: Locals, where: _Where) -> Run:
        alternative = self.oracle.meant(stmt.alternative, env)
        if self.oracle.picks(alternative):
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
            yield from self._decide(decide, env, where)
            return
        player = self.oracle.number(stmt.player, env)
        taken = self.oracle.begin(player, alternative, env)
        if self.oracle.failing(taken):
            raise OracleFault("R904", f"{alternative.name} has to be done and may not")
        yield from self._take(taken, env, where)

    def _take(self, taken: Taken, env: Locals, where: _Where) -> Run:
        if taken.rule is not None:
            pay(self.oracle, taken)
            yield from self._rule(taken.rule, dict(taken.inner))
        yield from self._body(taken.alternative.body, env, where)

    def _rule(self, rule: Rule, env: Locals) -> Run:
        depth = self._depths[rule.name] = self._depths.get(rule.name, 0) + 1
        limit = self.shape.nesting.get(rule.name)
        if limit is not None and depth > limit:
            raise OracleFault("R903", rule.name)
        try:
            yield from self._body(rule.body, env, _Where())
        except _Stop as stop:
            if stop.name != rule.name:
                raise
        self._depths[rule.name] -= 1
        if rule.word == "action":
            self._judge("action")

    def _decide(self, stmt: ir.Decide, env: Locals, where: _Where) -> Run:
        offered = tuple(self.oracle.meant(alternative, env) for alternative in stmt.alternatives)
        stmt = attrs.evolve(stmt, alternatives=offered)
        while True:
            pending = Pending(stmt, self.oracle.number(stmt.player, env), dict(env))
            if (not stmt.optional or stmt.otherwise is not None) and not self._is_any(pending):
                if stmt.otherwise is None:
                    raise OracleFault("R904", stmt.name)
                yield from self._body(stmt.otherwise, env, where)
                return
            choice = self._forced(pending)
            number, values = (yield pending) if choice is None else choice
            if number == len(stmt.alternatives):
                return
            taken = self._bind(pending, (number, values), env)
            if stmt.result is not None:
                env[stmt.result] = number
            yield from self._take(taken, env, where)
            if not stmt.alternatives[number].again:
                return

    def _forced(self, pending: Pending) -> Choice | None:
        """Return the only thing that can be done, if nothing of it has to be asked."""
        decide = pending.decide
        if decide.forced:
            choices = self.oracle.choices(pending, SearchBudget())
            return next(iter(choices)) if len(choices) == 1 else None
        if decide.optional or len(decide.alternatives) != 1:
            return None
        picks = [pick for pick, _bind in self.oracle.picks(decide.alternatives[0])]
        if not all(pick.if_any for pick in picks):
            return None
        nothing = tuple(self.oracle.nothing(pick) for pick in picks)
        ways = self.oracle.ways(pending.player, decide.alternatives[0], pending.env, SearchBudget())
        return (0, nothing) if set(ways) == {nothing} else None

    def _is_any(self, pending: Pending) -> bool:
        return any(
            self.oracle.is_possible(pending.player, alternative, pending.env)
            for alternative in pending.decide.alternatives
        )

    def _bind(self, pending: Pending, choice: Choice, env: Locals) -> Taken:
        """Bind what was picked for the rule and for what follows the decision."""
        number, values = choice
        alternative = pending.decide.alternatives[number]
        taken = self.oracle.begin(pending.player, alternative, pending.env)
        own = len(alternative.picks)
        picks = self.oracle.picks(alternative)
        for position, ((pick, bind), value) in enumerate(zip(picks, values, strict=True)):
            taken = bound(taken, pick, (bind, value), is_own=position < own)
            if position < own:
                env[pick.local] = value
            elif bind is not None:
                env[bind] = value
        return taken

    def _together(self, stmt: ir.Together, env: Locals, where: _Where) -> Run:
        oracle, players = self.oracle, self.program.players
        asked = {
            q
            for q in oracle.walk(stmt.source, env)
            if oracle.holds(stmt.condition, {**env, stmt.variable: q})
        }
        first = max(0, self.position.active)
        order = [q for q in ((first + i) % players for i in range(players)) if q in asked]
        answers: dict[str, dict[int, object]] = {}
        for q in order:
            own: Locals = {**env, stmt.variable: q}
            known = set(own)
            yield from self._body(stmt.body, own, where)
            for name in own.keys() - known:
                answers.setdefault(f"@{name}", {})[q] = own[name]
        env.update(answers)
        for q in order:
            env[stmt.variable] = q
            yield from self._body(stmt.then, env, where)
        self._judge("then")

    def _collect(self, stmt: ir.Collect, env: Locals, where: _Where) -> Run:
        oracle = self.oracle
        claims: list[tuple[int, tuple[int, ...]]] = []
        yield from self._body(stmt.body, {**env, "@claims": claims}, where)
        source = (stmt.account, oracle.holder(stmt.holder, env))
        held = oracle.in_account(*source)
        is_unlimited = self.shape.accounts[stmt.account].unlimited
        players = self.program.players
        order = [(max(0, self.position.active) + i) % players for i in range(players)]
        for kind in range(len(held)):
            due = {q: sum(c[kind] for p, c in claims if p == q) for q in order}
            is_short = sum(due.values()) > held[kind] and not is_unlimited
            claimants = sum(1 for claimed in due.values() if claimed)
            for q in order:
                given = due[q]
                if given and is_short:
                    left = held[kind]
                    names = {"claimed": given, "claimants": claimants, "left": left}
                    given = min(left, oracle.number(stmt.short, {**env, **names}))
                held[kind] -= given
                arrive(oracle, (stmt.target, q), kind, given)

    # --- sequence points -------------------------------------------------------------------------

    def _judge(self, period: str) -> None:
        """Awards in order, then the ends whose period closed."""
        self._settle_awards()
        for end in self.program.ends:
            if end.after == period and self.oracle.holds(end.condition, {}):
                raise _Over

    def _settle_awards(self) -> None:
        for award in self.program.awards:
            self._award(award)

    def _award(self, award: Award) -> None:
        measures = [
            self.oracle.number(award.most, {award.player: p}) for p in range(self.program.players)
        ]
        least = self.oracle.number(award.at_least, {})
        best = max(measures)
        leaders = [p for p, n in enumerate(measures) if n == best and n >= least]
        holder = self.position.vars[award.name, NOBODY]
        if award.holder_keeps and holder in leaders:
            return
        self.position.vars[award.name, NOBODY] = leaders[0] if len(leaders) == 1 else NONE
