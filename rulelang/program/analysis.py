"""Questions about a program that the graph and the back ends ask: what waits, reads and writes.

A rule or statement *suspends* if it can wait for a player's decision. Reads and writes are sets of
keys: ("v", var), ("a", account), ("p", place family, kind of thing), ("face", kind);
whose turn it is counts as the var "active". They are exact about names and careful about indexes: a write to one player's account
touches the account of all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs
from attrs import define, field

from rulelang.program import nodes as ir
from rulelang.program.model import Define, Param, PlaceFamily, Program, Rule
from rulelang.program.types import CELLS, PLACES, THINGS, RefType, SetType
from rulelang.program.walk import descend_all, descend_done

Key: TypeAlias = tuple[str, ...]
Keys: TypeAlias = frozenset[Key]

ACTIVE_KEY: Key = ("v", "active")


def is_never(requirements: Iterable[ir.Requirement]) -> bool:
    """Is there one among these that cannot be met, whatever happens in play?"""
    return any(
        isinstance(each.expr, ir.Const) and not each.expr.value
        for each in requirements
        if each.kind != "domain"
    )


@define
class Analysis:
    """Answers about one program, kept once they are known."""

    program: Program
    rules: dict[str, Rule] = field(init=False)
    defines: dict[str, Define] = field(init=False)
    _family_of: list[PlaceFamily] = field(init=False)
    _suspending: set[str] = field(factory=set, init=False)
    _define_reads: dict[str, Keys] = field(factory=dict, init=False)
    _rule_writes: dict[str, Keys] = field(factory=dict, init=False)
    _written: dict[int, tuple[ir.Stmt, Keys, tuple[str, ...]]] = field(factory=dict, init=False)
    _all_written: dict[tuple[int, bool], Keys] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.rules = {rule.name: rule for rule in self.program.rules}
        self.defines = {define_.name: define_ for define_ in self.program.defines}
        self._family_of = [
            family
            for family in sorted(self.program.families, key=lambda f: f.first)
            for _ in range(family.count)
        ]
        self._find_suspending()

    # --- what suspends -----------------------------------------------------------------------

    def _find_suspending(self) -> None:
        """Fill in which rules suspend, by going over those that are left until none is added."""
        left = list(self.program.rules)
        before = -1
        while len(self._suspending) > before:
            before = len(self._suspending)
            # In turns from either end: calls mostly lead one way through a file.
            left.reverse()
            for rule in left:
                if self.suspends_body(rule.body):
                    self._suspending.add(rule.name)
            left = [rule for rule in left if rule.name not in self._suspending]

    def is_suspending(self, rule: str) -> bool:
        """Can the body of this rule wait for a decision?"""
        return rule in self._suspending

    def suspends(self, stmt: ir.Stmt) -> bool:
        """Can this statement wait for a decision?"""
        match stmt:
            case ir.Decide() | ir.Together():
                return True
            case ir.CallRule(alternative=alternative):
                return self.asks(alternative) or self.suspends_alternative(alternative)
            case ir.If():
                return self.suspends_body(stmt.then) or self.suspends_body(stmt.otherwise)
            case ir.Each() | ir.Loop() | ir.Times() | ir.Step() | ir.Turn():
                return self.suspends_body(stmt.body)
            case _:
                return False

    def suspends_body(self, body: Iterable[ir.Stmt]) -> bool:
        """Can one of these statements wait for a decision?"""
        return any(self.suspends(stmt) for stmt in body)

    def suspends_alternative(self, alternative: ir.Alternative) -> bool:
        """Can what follows the picks of an alternative wait for a decision?"""
        rule = alternative.rule
        return (rule is not None and rule in self._suspending) or self.suspends_body(
            alternative.body
        )

    def asked_params(self, alternative: ir.Alternative) -> tuple[Param, ...]:
        """Return the parameters of the alternative's rule that are picked, in order."""
        if alternative.rule is None:
            return ()
        params = self.rules[alternative.rule].params
        pairs = zip(params, alternative.args, strict=True)
        return tuple(param for param, arg in pairs if arg.value is None and param.pick is not None)

    def asks(self, alternative: ir.Alternative) -> bool:
        """Is anything picked when this alternative is taken?"""
        return bool(alternative.picks) or bool(self.asked_params(alternative))

    def is_never_offered(self, alternative: ir.Alternative) -> bool:
        """Is this ruled out for good, by constants? It is still written down, for who asks why."""
        rule = None if alternative.rule is None else self.rules[alternative.rule]
        return is_never((*alternative.conditions, *(() if rule is None else rule.requirements)))

    # --- reads -------------------------------------------------------------------------------

    def families(self, place: ir.Expr) -> tuple[PlaceFamily, ...]:
        """Return the place families that a place, or set of places, can belong to."""
        type_ = place.type
        if isinstance(place, ir.Const):
            return (self._family_of[place.value],)
        of = type_.of if isinstance(type_, SetType) else type_
        if not isinstance(of, RefType) or of.universe != PLACES:
            raise TypeError(f"no place: {type_}")
        found = {self._family_of[number].name: self._family_of[number] for number in of.ids}
        return tuple(found.values())

    def family_of(self, place: int) -> PlaceFamily:
        """Return the family of one place."""
        return self._family_of[place]

    def _kinds(self, things: Iterable[int]) -> frozenset[str]:
        return frozenset(self.program.things[number].kind for number in things)

    def _things_of(self, expr: ir.Expr) -> tuple[int, ...]:
        if isinstance(expr, ir.Const):
            return (expr.value,)
        of = expr.type.of if isinstance(expr.type, SetType) else expr.type
        if not isinstance(of, RefType) or of.universe != THINGS:
            return tuple(range(len(self.program.things)))
        return of.ids

    def _place_keys(self, families: Iterable[PlaceFamily], things: Iterable[int]) -> Keys:
        kinds = self._kinds(things)
        return frozenset(("p", family.name, kind) for family in families for kind in kinds)

    def _homes(self, things: Iterable[int]) -> tuple[PlaceFamily, ...]:
        wanted = set(things)
        return tuple(
            family
            for family in self.program.families
            if any(wanted & set(holding.things) for holding in family.holdings)
        )

    def reads(self, nodes: Iterable[object]) -> Keys:
        """Return what these expressions can read, through definitions and look-ahead."""
        found: set[Key] = set()
        for node in descend_all(nodes):
            found |= self._direct_reads(node)
        return frozenset(found)

    def _direct_reads(self, node: object) -> Keys:
        match node:
            case ir.VarGet(var=name):
                return frozenset({("v", name)})
            case ir.Local(name="active"):
                return frozenset({ACTIVE_KEY})
            case (
                ir.AccountGet(account=name)
                | ir.BundleIn(account=name)
                | ir.BundleAcross(account=name)
            ):
                return frozenset({("a", name)})
            case ir.PlaceOf(thing=thing) | ir.PileHeight(thing=thing):
                things = self._things_of(thing)
                return self._place_keys(self._homes(things), things)
            case ir.IsFaceUp(thing=thing):
                kinds = self._kinds(self._things_of(thing))
                return frozenset(("face", kind) for kind in kinds)
            case ir.CountAt(place=place, things=things) | ir.ThingsAt(place=place, things=things):
                return self._place_keys(self.families(place), things)
            case ir.ThingsOn(places=places, things=things):
                return self._place_keys(self.families(places), things)
            case ir.CellOf(tile=tile) | ir.PileOf(tile=tile):
                return self._board_keys(self._things_of(tile))
            case ir.Frontier(board=place) | ir.TopTiles(board=place):
                return self._place_keys(self.families(place), self._tiles())
            case ir.TilesIn(cells=cells):
                return self._place_keys((self._board_of_cells(cells),), self._tiles())
            case ir.PartsMeeting() | ir.OpenSides():
                return self._board_keys(self._tiles())
            case ir.Regions() | ir.RegionOf() | ir.RegionsOn() | ir.RegionMembers():
                return self.region_reads(node.region)
            case ir.CallDefine(define=name):
                return self.define_reads(name)
            case ir.Alternative(rule=str(name)):
                return self._offer_reads(name)
            case _:
                return frozenset()

    def define_reads(self, name: str) -> Keys:
        """Return what a definition can read."""
        known = self._define_reads.get(name)
        if known is None:
            self._define_reads[name] = frozenset()
            known = self.reads([self.defines[name].expr])
            self._define_reads[name] = known
        return known

    def region_reads(self, name: str) -> Keys:
        """Return what it depends on how a region hangs together."""
        key = f"region {name}"
        known = self._define_reads.get(key)
        if known is None:
            self._define_reads[key] = frozenset()
            region = next(each for each in self.program.regions if each.name == name)
            parts = (region.source, region.condition)
            known = self.reads([part for part in parts if part is not None])
            for join in region.joins:
                if join.word in {"define", "pairs"}:
                    known |= self.define_reads(join.name)
            # Parts and tiles are elements only while their tile lies on a board.
            known |= self._board_keys(self._tiles())
            self._define_reads[key] = known
        return known

    def _tiles(self) -> tuple[int, ...]:
        """Everything that can lie on a board that grows."""
        return tuple(sorted({tile for board in self.program.grown for tile in board.tiles}))

    def _board_keys(self, things: tuple[int, ...]) -> Keys:
        grown = {board.name for board in self.program.grown}
        homes = [family for family in self._homes(things) if family.name in grown]
        return self._place_keys(homes, things)

    def _board_of_cells(self, cells: ir.Expr) -> PlaceFamily:
        of = cells.type.of if isinstance(cells.type, SetType) else cells.type
        assert isinstance(of, RefType)
        name = of.universe.removeprefix(CELLS)
        return next(family for family in self.program.families if family.name == name)

    def _offer_reads(self, name: str) -> Keys:
        rule = self.rules[name]
        key = f"offer {name}"
        known = self._define_reads.get(key)
        if known is None:
            self._define_reads[key] = frozenset()
            picks = [param.pick for param in rule.params if param.pick is not None]
            known = self.reads([*picks, *rule.requirements, *rule.costs])
            known |= {("a", cost.source) for cost in rule.costs}
            self._define_reads[key] = known
        return known

    # --- writes ------------------------------------------------------------------------------

    def writes(self, body: Iterable[ir.Stmt]) -> Keys:
        """Return what these statements can change, through the rules they call."""
        return self._writes(tuple(body), skip_actions=False)

    def writes_outside_actions(self, body: Iterable[ir.Stmt]) -> Keys:
        """Like `writes`, without what actions do: they close with a sequence point of their own."""
        return self._writes(tuple(body), skip_actions=True)

    def writes_outside_turns(self, body: Iterable[ir.Stmt]) -> Keys:
        """What is written between turns: by no action, and not inside a `turn`."""
        cleared = {("v", var.name) for var in self.program.vars if var.cleared == "turn"}
        return self.writes_outside_actions(_without_turns(tuple(body))) | cleared

    def rule_writes(self, name: str) -> Keys:
        """Return what a rule can change, with its costs and the rules it calls."""
        known = self._rule_writes.get(name)
        if known is None:
            rule = self.rules[name]
            known = self.costs(name) | self.writes(rule.body)
            self._rule_writes[name] = known
        return known

    def costs(self, name: str) -> Keys:
        """Return what paying for a rule changes."""
        costs = self.rules[name].costs
        pairs = ((("a", cost.source), ("a", cost.target)) for cost in costs)
        return frozenset(key for pair in pairs for key in pair)

    def _writes(self, body: tuple[ir.Stmt, ...], *, skip_actions: bool) -> Keys:
        return frozenset().union(*(self._all_writes(stmt, skip_actions) for stmt in body))

    def _all_writes(self, stmt: ir.Stmt, skip_actions: bool) -> Keys:  # noqa: FBT001  # part of the key
        """What a statement can change, with the rules it leads to; asked for again and again."""
        key = (id(stmt), skip_actions)
        if key in self._all_written:
            return self._all_written[key]
        found: set[Key] = set()
        waiting = [stmt]
        seen: set[str] = set()
        while waiting:
            keys, called = self._own_writes(waiting.pop())
            found |= keys
            for name in called:
                rule = self.rules[name]
                if name not in seen and not (skip_actions and rule.word == "action"):
                    found |= self.costs(name)
                    waiting += rule.body
                seen.add(name)
        self._all_written[key] = frozenset(found)
        return self._all_written[key]

    def _own_writes(self, stmt: ir.Stmt) -> tuple[Keys, tuple[str, ...]]:
        """What a statement itself can change, and the rules it calls or offers."""
        known = self._written.get(id(stmt))
        if known is None:
            keys: set[Key] = set()
            called: dict[str, None] = {}
            for node in descend_done((stmt,)):
                if not isinstance(node, ir.Alternative):
                    keys |= self._direct_writes(node)
                elif node.rule is not None:
                    called.setdefault(node.rule)
            # The statement is kept with what is known of it: its number is its own while it lives.
            known = (stmt, frozenset(keys), tuple(called))
            self._written[id(stmt)] = known
        return known[1], known[2]

    def _direct_writes(self, node: object) -> Keys:
        match node:
            case ir.SetVar(var=name):
                return frozenset({("v", name)})
            case ir.ScoreAdd(line=line):
                return frozenset({("v", f"score {line}")})
            case ir.Transfer(source=source, target=target):
                return frozenset({("a", source), ("a", target)}) | self._homes_of_amounts()
            case ir.MoveThing(thing=thing, target=target):
                return self._moved(self._things_of(thing), target)
            case ir.LayTile(tile=tile, cell=cell):
                things = self._things_of(tile)
                families = (*self._homes(things), self._board_of_cells(cell))
                return self._place_keys(families, things) | self._face_keys(things)
            case ir.MoveAll(what=ir.ThingsAt(place=place, things=things), target=target):
                families = (*self.families(place), *self.families(target))
                return self._place_keys(families, things) | self._face_keys(things)
            case ir.MoveAll(what=what, target=target):
                return self._moved(self._things_of(what), target)
            case ir.MoveAlike(thing=thing, source=source, target=target):
                families = (*self.families(source), *self.families(target))
                return self._place_keys(families, self._things_of(thing))
            case ir.Draw():
                return self._drawn(node)
            case ir.Collect(account=account, target=target):
                return frozenset({("a", account), ("a", target)}) | self._homes_of_amounts()
            case ir.Shuffle(place=place):
                everything = range(len(self.program.things))
                return self._place_keys(self.families(place), everything)
            case ir.Turn():
                cleared = {("v", v.name) for v in self.program.vars if v.cleared == "turn"}
                return frozenset({ACTIVE_KEY} | cleared)
            case ir.Step(name=name):
                return frozenset(("v", v.name) for v in self.program.vars if v.cleared == name)
            case _:
                return frozenset()

    def _homes_of_amounts(self) -> Keys:
        """Where what does not fit into a capped account can end up."""
        return frozenset(("a", account) for _enum, account in self.program.home_accounts)

    def _moved(self, things: tuple[int, ...], target: ir.Expr) -> Keys:
        keys = self._place_keys((*self._homes(things), *self.families(target)), things)
        return keys | self._face_keys(things)

    def _face_keys(self, things: tuple[int, ...]) -> Keys:
        return frozenset(("face", kind) for kind in self._kinds(things))

    def _drawn(self, draw: ir.Draw) -> Keys:
        keys: set[Key] = set()
        things = range(len(self.program.things))
        for place in (draw.source, draw.target):
            if place is not None:
                keys |= self._place_keys(self.families(place), things)
        for account in (draw.source_account, draw.target_account):
            if account is not None:
                keys.add(("a", account))
                keys |= self._homes_of_amounts()
        return frozenset(keys)

    # --- cycles ------------------------------------------------------------------------------

    def cycles(self) -> dict[str, tuple[str, ...]]:
        """Return, for each rule that can lead back to itself, the rules of its cycle."""
        reach = {name: frozenset(self._below(name)) for name in self.rules}
        return {
            name: tuple(other for other in self.rules if other in below and name in reach[other])
            for name, below in reach.items()
            if name in below
        }

    def _below(self, name: str) -> set[str]:
        seen: set[str] = set()
        queue = [name]
        while queue:
            for stmt in self.rules[queue.pop()].body:
                for other in self._own_writes(stmt)[1]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
        return seen


def _without_turns(body: ir.Body) -> ir.Body:
    kept: list[ir.Stmt] = []
    for stmt in body:
        match stmt:
            case ir.Turn():
                continue
            case ir.If(then=then, otherwise=otherwise):
                kept.append(
                    attrs.evolve(
                        stmt, then=_without_turns(then), otherwise=_without_turns(otherwise)
                    )
                )
            case ir.Each(body=inner) | ir.Loop(body=inner) | ir.Times(body=inner):
                kept.append(attrs.evolve(stmt, body=_without_turns(inner)))
            case ir.Step(body=inner):
                kept.append(attrs.evolve(stmt, body=_without_turns(inner)))
            case _:
                kept.append(stmt)
    return tuple(kept)
