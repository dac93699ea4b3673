"""Expressions of the typed program, evaluated as they are written, over a `Position`.

Numbers, references and flags are integers, bundles tuples, sets frozensets; `walk` gives the
elements of a set in the order in which the rules go through it. There is no look-ahead, no
inlining, no mask and no cache here: this is what the generated code is compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, assert_never

from attrs import define

from rulelang.interpreter import brute_graphs
from rulelang.interpreter.position import (
    NOBODY,
    Position,
    ProgramIndex,
    Raw,
    Undefined,
    Value,
    decoded,
)
from rulelang.program import nodes as ir
from rulelang.program.types import NONE, BundleType, SeqType, SetType

Env: TypeAlias = Mapping[str, object]

_COMPARISONS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_Folded = ir.Fold | ir.Filter


Kept: TypeAlias = dict[tuple[object, ...], list[int]]


@define
class PositionReader:
    """Reads one position."""

    shape: ProgramIndex
    position: Position
    # What definitions gave, while nothing changes the position; None: do not keep it.
    kept: Kept | None = None
    # The position that this one is supposed to differ from, in these variables only.
    behind: PositionReader | None = None
    changed: frozenset[str] = frozenset()

    def at(self, position: Position) -> PositionReader:
        """Return a reader of another position."""
        return type(self)(self.shape, position)

    def is_possible(self, player: int, alternative: ir.Alternative, env: Env) -> bool:
        """Could this alternative be taken now? The decisions of the oracle know."""
        raise NotImplementedError

    # --- values ----------------------------------------------------------------------------------

    def value(self, expr: ir.Expr, env: Env) -> Value:
        """Return anything: a number, a frozenset, a tuple (bundle or sequence)."""
        match expr.type:
            case BundleType():
                return self.bundle(expr, env)
            case SetType():
                return frozenset(self.walk(expr, env))
            case SeqType():
                return tuple(self.walk(expr, env))
            case _:
                return self.number(expr, env)

    def holds(self, expr: ir.Expr | None, env: Env) -> bool:
        """Is a condition true? No condition is."""
        return expr is None or bool(self.number(expr, env))

    def number(self, expr: ir.Expr, env: Env) -> int:
        """Return an integer, a reference or a flag (0 or 1)."""
        found = self._plain(expr, env)
        if found is None:
            found = self._question(expr, env)
        return int(found)

    def local(self, expr: ir.Local, env: Env) -> Value:
        if expr.name == "active":
            return self.position.active
        return _typed(env[expr.name], expr)

    def var(self, expr: ir.VarGet, env: Env) -> Value:
        if expr.var == "active":
            return self.position.active
        owner = NOBODY if expr.index is None else self.number(expr.index, env)
        return self._known(self.position.vars, (expr.var, owner))

    def _known(self, table: Mapping[tuple[str, int], Value], key: tuple[str, int]) -> Value:
        if key not in table:
            raise Undefined(f"{key[0]} of {key[1]}")
        return table[key]

    def table(self, expr: ir.TableGet, env: Env) -> object:
        rows = self.shape.tables[expr.table]
        index = self.number(expr.index, env) - expr.offset
        if not 0 <= index < len(rows):
            raise Undefined(f"row {index} of {expr.table}")
        return rows[index]

    def called(self, expr: ir.CallDefine, env: Env) -> tuple[ir.Expr, Env]:
        item = self.shape.defines[expr.define]
        pairs = zip(item.params, expr.args, strict=True)
        inner: dict[str, object] = {name: self.value(arg, env) for (name, _type), arg in pairs}
        if item.uses_me:
            inner["me"] = env["me"]
        return item.expr, inner

    def walk_called(self, expr: ir.CallDefine, env: Env) -> list[int]:
        """Return the elements that a definition gives."""
        inner, names = self.called(expr, env)
        reader = self._unchanged_reader(expr.define)
        if reader.kept is None:
            return reader.walk(inner, names)
        key = (expr.define, *names.values())
        if key not in reader.kept:
            reader.kept[key] = reader.walk(inner, names)
        return list(reader.kept[key])

    def _number_called(self, expr: ir.CallDefine, env: Env) -> int:
        inner, names = self.called(expr, env)
        reader = self._unchanged_reader(expr.define)
        if reader.kept is None:
            return reader.number(inner, names)
        key = (expr.define, *names.values())
        if key not in reader.kept:
            reader.kept[key] = [reader.number(inner, names)]
        return reader.kept[key][0]

    def _unchanged_reader(self, define: str) -> PositionReader:
        """The first position in which a definition has the value that it has here."""
        reader = self
        read = self.shape.vars_read(define)
        while reader.behind is not None and read is not None and not read & reader.changed:
            reader = reader.behind
        return reader

    def supposed(self, expr: ir.Supposing, env: Env) -> tuple[PositionReader, Env]:
        from rulelang.interpreter.state_changes import make_change

        other = self.at(self.position.copy())
        for change in expr.changes:
            env = make_change(change, other, env)
        other.kept = {}  # nobody changes this copy any more
        changed = {change.var for change in expr.changes if isinstance(change, ir.SetVar)}
        if all(isinstance(change, ir.SetVar | ir.Let) for change in expr.changes):
            other.behind, other.changed = self, frozenset(changed)
        return other, env

    def per_player(self, expr: ir.PerPlayer, env: Env) -> Value:
        own = env[f"@{expr.local}"]
        player = self.number(expr.player, env)
        assert isinstance(own, list | dict)
        return _typed(own[player], expr)

    # --- numbers ---------------------------------------------------------------------------------

    def _plain(self, expr: ir.Expr, env: Env) -> int | None:
        """Reading and arithmetic; None if it is something else."""
        match expr:
            case ir.Const(value=value):
                return value
            case ir.Local():
                return _int(self.local(expr, env))
            case ir.VarGet():
                return _int(self.var(expr, env))
            case ir.AccountGet():
                holder = NOBODY if expr.holder is None else self.number(expr.holder, env)
                return self.in_account(expr.account, holder)[self.number(expr.kind, env)]
            case ir.TableGet():
                return _int(self.table(expr, env))
            case ir.Arith():
                return self._arith(expr, env)
            case ir.Compare():
                left, right = self.value(expr.left, env), self.value(expr.right, env)
                return int(_COMPARISONS[expr.op](left, right))
            case ir.Logic(op="not", operands=operands):
                return int(not self.holds(operands[0], env))
            case ir.Logic(op="and", operands=operands):
                return int(all(self.holds(operand, env) for operand in operands))
            case ir.Logic(operands=operands):
                return int(any(self.holds(operand, env) for operand in operands))
            case ir.Cond():
                branch = expr.then if self.holds(expr.condition, env) else expr.otherwise
                return self.number(branch, env)
            case ir.CallDefine():
                return self._number_called(expr, env)
            case ir.Supposing():
                other, inner = self.supposed(expr, env)
                return other.number(expr.expr, inner)
            case ir.PerPlayer():
                return _int(self.per_player(expr, env))
            case _:
                return None

    def _arith(self, expr: ir.Arith, env: Env) -> int:
        left = self.number(expr.left, env)
        if expr.right is None:
            return -left
        right = self.number(expr.right, env)
        if expr.op in {"//", "ceil"} and right == 0:
            raise Undefined("division by 0")
        match expr.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "//":
                return left // right
            case "ceil":
                return -(-left // right)
            case "min" | "max":
                return min(left, right) if expr.op == "min" else max(left, right)
            case _:
                raise ValueError(f"unknown operator {expr.op}")

    def _question(self, expr: ir.Expr, env: Env) -> int:
        """Questions about things, sets, bundles and graphs."""
        match expr:
            case ir.PlaceOf() | ir.IsFaceUp() | ir.PileHeight():
                return self._fact(expr, env)
            case ir.CountAt(place=place, things=things):
                return len(self.lying(self.number(place, env), things))
            case ir.Contains(item=item, set=whole):
                return int(self.number(item, env) in self.walk(whole, env))
            case ir.Covers(amount=amount, whole=whole):
                pairs = zip(self.bundle(amount, env), self.bundle(whole, env), strict=True)
                return int(all(wanted <= held for wanted, held in pairs))
            case ir.Fold():
                return self._fold(expr, env)
            case ir.Possible(player=player, alternative=alternative):
                return int(self.is_possible(self.number(player, env), alternative, env))
            case ir.LongestTrail() | ir.PathExists() | ir.CheapestPath():
                return self._path(expr, env)
            case ir.Distance() | ir.CheapestRoute():
                return self._way(expr, env)
            case ir.BundleSize(bundle=bundle):
                return sum(self.bundle(bundle, env))
            case ir.BundleCount(bundle=bundle, kind=kind):
                return self.bundle(bundle, env)[self.number(kind, env)]
            case ir.CellAt() | ir.CellOf() | ir.CellCoord():
                from rulelang.interpreter.laid_tiles import cell_number

                return cell_number(self, expr, env)
            case ir.OpenSides(parts=parts):
                from rulelang.interpreter.laid_tiles import open_sides

                return open_sides(self, self.walk(parts, env))
            case ir.RegionOf(region=name, element=element):
                from rulelang.interpreter.laid_tiles import region_with

                return min(region_with(self, name, self.number(element, env)), default=NONE)
            case _:
                raise TypeError(f"no number: {type(expr).__name__}")

    def _fact(self, expr: ir.PlaceOf | ir.IsFaceUp | ir.PileHeight, env: Env) -> int:
        thing = self.number(expr.thing, env)
        match expr:
            case ir.PlaceOf():
                return NONE if thing == NONE else self.position.where[thing]
            case ir.IsFaceUp():
                return int(thing not in self.position.down)
            case ir.PileHeight():
                place = self.position.where[thing]
                number = self.shape.holding(place, thing)
                if self.shape.holdings(place)[number].order != "pile":
                    return 0
                return self.position.contents[place, number].index(thing)
            case _:
                assert_never(expr)

    def _fold(self, expr: ir.Fold, env: Env) -> int:
        elements = self.passing(expr, env)
        values: list[int] = []
        if expr.value is not None:
            values = [self.number(expr.value, {**env, expr.variable: x}) for x in elements]
        match expr.word:
            case "count":
                return len(elements)
            case "total":
                return sum(values)
            case "most":
                return max(values, default=0)
            case "least":
                return min(values, default=0)
            case "some":
                return int(bool(elements))
            case "every":
                return int(len(elements) == len(self.walk(expr.source, env)))
            case "first" | "one":
                return elements[0] if elements else NONE
            case "last":
                return elements[-1] if elements else NONE
            case "the":
                if len(set(elements)) != 1:
                    raise Undefined(f"the only one of {len(elements)}")
                return elements[0]
            case _:
                raise ValueError(f"unknown fold {expr.word}")

    def passing(self, expr: _Folded, env: Env) -> list[int]:
        return [
            x
            for x in self.walk(expr.source, env)
            if self.holds(expr.condition, {**env, expr.variable: x})
        ]

    def _path(self, expr: ir.LongestTrail | ir.PathExists | ir.CheapestPath, env: Env) -> int:
        if isinstance(expr, ir.LongestTrail):
            return self._trail(expr, env)
        links = self.rows(expr.links)
        start, goal = self._places(expr.start, env), frozenset(self._places(expr.goal, env))
        passed = ir.Filter(expr.through.type, expr.variable, expr.through, expr.condition)
        through = frozenset(self.walk(passed, env))
        if isinstance(expr, ir.CheapestPath):
            costs = {x: self.number(expr.cost, {**env, expr.variable: x}) for x in through}
            return brute_graphs.cheapest(start, goal, costs, links)
        low = 0 if expr.low is None else self.number(expr.low, env)
        high = len(through) if expr.high is None else self.number(expr.high, env)
        lengths = brute_graphs.path_lengths(start, goal, through, links)
        return int(any(low <= between <= high for between in lengths))

    def _way(self, expr: ir.Distance | ir.CheapestRoute, env: Env) -> int:
        if isinstance(expr, ir.Distance):
            ends = (self.number(expr.start, env), self.number(expr.goal, env))
            if NONE in ends:
                return -1
            within = frozenset(self.walk(expr.within, env))
            return brute_graphs.steps_between(*ends, within, self.pairs(expr, env))
        passed = ir.Filter(expr.through.type, expr.variable, expr.through, expr.condition)
        costs = {
            x: self.number(expr.cost, {**env, expr.variable: x}) for x in self.walk(passed, env)
        }
        start, goal = self._places(expr.start, env), frozenset(self._places(expr.goal, env))
        return brute_graphs.cheapest_edges(start, goal, costs, self.rows(expr.ends))

    def pairs(self, expr: ir.Distance | ir.GroupsOf, env: Env) -> Callable[[int, int], bool]:
        """Return the question whether one element leads to another."""

        def holds(here: int, there: int) -> bool:
            return self.holds(expr.condition, {**env, expr.left: here, expr.right: there})

        return holds

    def _trail(self, expr: ir.LongestTrail, env: Env) -> int:
        def may_step(edge: int, corner: int, following: int) -> bool:
            step = {expr.edge: edge, expr.at: corner, expr.next_edge: following}
            return self.holds(expr.condition, {**env, **step})

        edges = frozenset(self.walk(expr.edges, env))
        return brute_graphs.longest_trail(edges, self.rows(expr.ends), may_step)

    def rows(self, table: str) -> dict[int, tuple[int, ...]]:
        rows = enumerate(self.shape.tables[table])
        return {number: row for number, row in rows if isinstance(row, tuple)}

    def _places(self, expr: ir.Expr, env: Env) -> list[int]:
        if isinstance(expr.type, SetType):
            return self.walk(expr, env)
        return [self.number(expr, env)]

    # --- sets and bundles ------------------------------------------------------------------------

    def walk(self, expr: ir.Expr, env: Env) -> list[int]:
        """Return the elements in the order of the rules; alike things once for each piece."""
        from rulelang.interpreter.elements import walk

        return walk(self, expr, env)

    def bundle(self, expr: ir.Expr, env: Env) -> tuple[int, ...]:
        """Return counts per kind."""
        from rulelang.interpreter.elements import bundle

        return bundle(self, expr, env)

    def lying(self, place: int, things: tuple[int, ...]) -> list[int]:
        """Return which of `things` lie in a place; a pile from the bottom up."""
        if place == NONE:
            return []
        wanted = set(things)
        return [
            thing
            for number in range(len(self.shape.holdings(place)))
            for thing in self.position.contents[place, number]
            if thing in wanted
        ]

    def in_account(self, account: str, holder: int) -> list[int]:
        """Return the counts of an account."""
        if (account, holder) not in self.position.accounts:
            raise Undefined(f"{account} of {holder}")
        return self.position.accounts[account, holder]


def _typed(found: object, expr: ir.Local | ir.PerPlayer) -> Value:
    if isinstance(found, Raw):
        return decoded(found.slots, expr.type)
    assert isinstance(found, int | frozenset | tuple)
    return found


def _int(found: object) -> int:
    if not isinstance(found, int):
        raise Undefined(f"no number: {found!r}")
    return found
