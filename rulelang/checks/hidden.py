"""What an expression gives away: in goes an expression, out come the secrets that its value depends on.

A secret is what lies in an account, zone or variable that not everyone sees; how much lies there is another
matter (`size seen by`). Definitions and look-ahead are followed. What a player picked is said aloud and no
secret any more, except a thing that the same rule then lays face down or puts where others do not see it.
Cards that lie face down on the board are not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import attrs

from rulelang.checks.routines import meant
from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import PlaceFamily, Rule
from rulelang.program.types import NONE, PLACES, RefType
from rulelang.program.walk import children, free_locals

EVERYONE = "everyone"


@frozen
class Secret:
    """What lies in `name`; `holder` is whose it is, None if nobody's or not known.

    `asked`: it was only asked whether something is possible with it. `shown_to`: who was shown it.
    """

    name: str
    holder: ir.Expr | None
    seen: str
    asked: bool = False
    shown_to: frozenset[ir.Expr | None] = frozenset()

    def is_own(self, player: ir.Expr) -> bool:
        """Whether `player` may see it; who acts is taken to be who is at turn."""
        own = {self.holder} if self.seen == "owner" else set()
        return any(_is_same(who, player) for who in own | self.shown_to if who is not None)


def _is_same(who: ir.Expr, player: ir.Expr) -> bool:
    return who == player or (_is_acting(who) and _is_acting(player))


def _is_acting(player: ir.Expr) -> bool:
    match player:
        case ir.Local(name="me") | ir.VarGet(var="active"):
            return True
        case _:
            return False


Secrets: TypeAlias = frozenset[Secret]
Known: TypeAlias = Mapping[object, Secrets]  # of locals by name, of ends of piles by `end_key`
NOTHING: Secrets = frozenset()


class SecretReader:
    """Finds the secrets in expressions of one program."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        program = analysis.program
        self.accounts = {account.name: account for account in program.accounts}
        self.vars = {var.name: var for var in program.vars}
        self._of_define: dict[str, Secrets] = {}
        self._of_offer: dict[str, Secrets] = {}

    def secrets(self, node: object, known: Known) -> Secrets:
        """Return what the value of an expression depends on; `known` says it of locals and ends of piles."""
        end = end_key(node)
        return known[end] if end is not None and end in known else self._secrets(node, known)

    def _secrets(self, node: object, known: Known) -> Secrets:
        match node:
            case ir.Local(name=name):
                return known.get(name, NOTHING)
            case ir.VarGet(var=name, index=index):
                return self._inside(node, known) | self._var(name, index)
            case ir.AccountGet(account=name, holder=holder):
                return self._inside(node, known) | self._account(name, holder)
            case ir.BundleIn(account=name, holder=holder):
                return self._inside(node, known) | self._account(name, holder)
            case ir.BundleAcross(account=name):
                return self._inside(node, known) | self._account(name, None)
            case ir.BundleSize(bundle=ir.BundleIn() as bundle):
                return self._inside(bundle, known) | self._account_size(bundle)
            case ir.CountAt(place=place, things=things):
                return self._inside(node, known) | self._counted(place, things)
            case ir.Fold(word="count" | "some", condition=None, source=ir.ThingsAt() as source):
                return self._inside(source, known) | self._counted(source.place, source.things)
            case ir.ThingsAt(place=places) | ir.ThingsOn(places=places):
                return self._inside(node, known) | self.lying_in(places)
            case ir.Compare(
                left=ir.Fold(word="first" | "last", condition=None, source=ir.ThingsAt() as source),
                right=ir.Const(value=value),
            ) if value == NONE:
                # Whether there is a first one is how many there are.
                return self._inside(source, known) | self._counted(source.place, source.things)
            case ir.Compare(left=ir.PlaceOf(thing=thing), right=place):
                return self.secrets(thing, known) | self.secrets(place, known) | self._at(place)
            case ir.PlaceOf():
                return self._inside(node, known) | self._at(node)
            case ir.CallDefine(define=name, args=args):
                return self._inside(node, known) | self._define(name, args)
            case ir.Regions() | ir.RegionOf() | ir.RegionsOn() | ir.RegionMembers():
                return self._inside(node, known) | self._region(node.region)
            case ir.Possible(player=player, alternative=alternative):
                found = self._inside(node, known) | self.offer(alternative, player)
                return frozenset(attrs.evolve(each, asked=True) for each in found)
            case _:
                return self._inside(node, known)

    def _inside(self, node: object, known: Known) -> Secrets:
        found = NOTHING
        for child in children(node):
            found |= self.secrets(child, known)
        return found

    # --- places ------------------------------------------------------------------------------

    def _var(self, name: str, index: ir.Expr | None) -> Secrets:
        var = self.vars.get(name)
        if var is None or var.seen == EVERYONE:
            return NOTHING
        return frozenset({Secret(name, index, var.seen)})

    def _account(self, name: str, holder: ir.Expr | None) -> Secrets:
        seen = self.accounts[name].seen
        return NOTHING if seen == EVERYONE else frozenset({Secret(name, holder, seen)})

    def _account_size(self, bundle: ir.BundleIn) -> Secrets:
        if self.accounts[bundle.account].size_seen == EVERYONE:
            return NOTHING
        return self._account(bundle.account, bundle.holder)

    def _counted(self, place: ir.Expr, things: tuple[int, ...]) -> Secrets:
        """To count everything that a place can hold is to ask for its size."""
        families = self.analysis.families(place)
        wanted = set(things)
        if all(_is_size_seen(family, wanted) for family in families):
            return NOTHING
        return self.lying_in(place)

    def lying_in(self, places: ir.Expr) -> Secrets:
        """What lies in a place, or in any of a set of places."""
        families = self.analysis.families(places)
        return frozenset(
            Secret(family.name, holder_of(places, family), family.seen)
            for family in families
            if family.seen != EVERYONE
        )

    def _at(self, place: ir.Expr) -> Secrets:
        """Whether a thing lies in a place is as secret as the place; in an open one all see it."""
        type_ = place.type
        if not isinstance(type_, RefType) or type_.universe != PLACES:
            return NOTHING
        return self.lying_in(place)

    # --- definitions and offers ----------------------------------------------------------------

    def _define(self, name: str, args: tuple[ir.Expr, ...]) -> Secrets:
        define = self.analysis.defines[name]
        if name not in self._of_define:
            self._of_define[name] = NOTHING
            self._of_define[name] = self.secrets(define.expr, {})
        given = dict(zip((name for name, _ in define.params), args, strict=False))
        return frozenset(_restated(each, given) for each in self._of_define[name])

    def _region(self, name: str) -> Secrets:
        """What it depends on how a region hangs together."""
        key = f"region {name}"
        if key not in self._of_define:
            self._of_define[key] = NOTHING
            region = next(each for each in self.analysis.program.regions if each.name == name)
            found = self.secrets(region.source, {})
            if region.condition is not None:
                found |= self.secrets(region.condition, {})
            for join in region.joins:
                if join.word in ("define", "pairs"):
                    found |= self._define(join.name, ())
            self._of_define[key] = found
        return self._of_define[key]

    def offer(self, alternative: ir.Alternative, player: ir.Expr) -> Secrets:
        """What it depends on whether an alternative can be taken by `player`."""
        found = NOTHING
        if alternative.effect is not None:
            for each in meant(alternative, self.analysis.program):
                found |= self.offer(each, player)
        for part in (*alternative.picks, *alternative.conditions):
            found |= self.secrets(part, {})
        if alternative.rule is not None:
            rule = self.analysis.rules[alternative.rule]
            given = given_to(rule, alternative, player)
            found |= frozenset(_restated(each, given) for each in self._rule(rule))
        return found

    def _rule(self, rule: Rule) -> Secrets:
        if rule.name not in self._of_offer:
            self._of_offer[rule.name] = NOTHING
            found = NOTHING
            for _, part in offer_parts(rule):
                found |= self.secrets(part, {})
            self._of_offer[rule.name] = found | self.cost(rule)
        return self._of_offer[rule.name]

    def cost(self, rule: Rule) -> Secrets:
        """What the costs of a rule depend on: what they amount to and what can be paid."""
        found = NOTHING
        for cost in rule.costs:
            found |= self.secrets(cost.amount, {}) | self._account(cost.source, cost.source_holder)
        for due in rule.piece_costs:
            found |= self.secrets(due.count, {}) | self.lying_in(due.source)
        return found


def offer_parts(rule: Rule) -> Iterator[tuple[str, ir.Pick | ir.Requirement]]:
    """Yield the picks and requirements of a rule, with how a sentence calls them."""
    for param in rule.params:
        if param.pick is not None:
            yield f"the choice of `{param.name}` in `{rule.name}`", param.pick
    for requirement in rule.requirements:
        yield f"the requirement `{requirement.name}` of `{rule.name}`", requirement


def given_to(rule: Rule, alternative: ir.Alternative, player: ir.Expr) -> dict[str, ir.Expr]:
    """What the names of a rule stand for in an alternative."""
    given = {"me": player}
    for param, argument in zip(rule.params, alternative.args, strict=True):
        if argument.value is not None:
            given[param.name] = argument.value
    return given


def restated(secrets: Secrets, given: Mapping[str, ir.Expr]) -> Secrets:
    """The same secrets in the words of whoever gave `given`."""
    return frozenset(_restated(each, given) for each in secrets)


def _restated(secret: Secret, given: Mapping[str, ir.Expr]) -> Secret:
    match secret.holder:
        case ir.Local(name=name) if name in given:
            return attrs.evolve(secret, holder=given[name])
        case None:
            return secret
        case holder if free_locals(holder):
            # A name that means something only in there.
            return attrs.evolve(secret, holder=None)
        case _:
            return secret


def _is_size_seen(family: PlaceFamily, things: set[int]) -> bool:
    if family.seen == EVERYONE:
        return True
    held = {number for holding in family.holdings for number in holding.things}
    return family.size_seen == EVERYONE and held <= things


def end_key(node: object) -> object:
    """What tells the top or the bottom of a pile from all else in the rules; None for anything else."""
    match node:
        case ir.Fold(word="first" | "last" as word, condition=None, source=ir.ThingsAt() as source):
            return word, source.place, source.things
        case _:
            return None


def holder_of(place: ir.Expr, family: PlaceFamily) -> ir.Expr | None:
    """Whose place it is: the owner to whom the first place of the family was added."""
    match place:
        case ir.Arith(op="+", left=owner, right=ir.Const()):
            return owner
        case ir.Const(value=value) if family.owner_ids:
            player = family.owner_ids[value - family.first]
            return ir.Const(RefType("Player", family.owner_ids, "Player"), player)
        case _:
            return None
