"""What the rules have shown at a place of a body: in go reveals and changes, out come the secrets that are still kept.

A whole place, account or variable that is revealed is known until something may change it. A thing that has a name in the
rules, or lies at an end of a pile, is known by itself. Showing to one player makes it that player's own secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from rulelang.checks.hidden import SecretReader, Secrets, end_key, holder_of
from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Rule
from rulelang.program.walk import descend, free_locals

Place = tuple[str, ir.Expr | None]  # a place, account or variable, and whose it is
TO_ALL = None


@frozen
class State:
    """What is known at a place of a body: secrets in locals and at ends of piles, and what was revealed to whom."""

    known: dict[object, Secrets]
    revealed: dict[Place, set[ir.Expr | None]]

    def inner(self) -> State:
        """A state that can be changed on its own."""
        return State(dict(self.known), {key: set(to) for key, to in self.revealed.items()})

    def hidden(self, secrets: Secrets) -> Secrets:
        """What is still kept from somebody; what was shown to one player is that player's own."""
        found = set()
        for secret in secrets:
            to = self.revealed.get((secret.name, secret.holder), set())
            if TO_ALL not in to | secret.shown_to:
                found.add(attrs.evolve(secret, shown_to=secret.shown_to | to))
        return frozenset(found)

    # --- showing -------------------------------------------------------------------------------------

    def reveal(self, stmt: ir.Reveal, reader: SecretReader) -> None:
        """Note what a statement shows."""
        place = _whole(stmt.what, reader.analysis)
        if place is not None:
            self.revealed.setdefault(place, set()).add(stmt.to)
            return
        key = stmt.what.name if isinstance(stmt.what, ir.Local) else end_key(stmt.what)
        if key is None:
            return
        self.known[key] = frozenset(
            attrs.evolve(each, shown_to=each.shown_to | {stmt.to})
            for each in self.hidden(reader.secrets(stmt.what, self.known))
        )

    def reveal_by_call(
        self, rule: Rule, given: Mapping[str, ir.Expr], reader: SecretReader
    ) -> None:
        """Note what a rule shows whichever way it goes, in the words of its caller."""
        inside = State({}, {})
        for stmt in rule.body:
            inside.forget(reader.analysis.writes((stmt,)))
            if isinstance(stmt, ir.Reveal):
                inside.reveal(stmt, reader)
        for (name, holder), players in inside.revealed.items():
            for to in players:
                ends = [_said(expr, given) for expr in (holder, to)]
                if None not in ends:
                    self.revealed.setdefault((name, ends[0][0]), set()).add(ends[1][0])  # type: ignore[index]  # none is None

    # --- forgetting ----------------------------------------------------------------------------------

    def forget(self, written: Iterable[tuple[object, ...]]) -> None:
        """What may have changed is shown no more, and whose it is may have changed as well."""
        names = {key[1] for key in written if len(key) > 1}
        for place in list(self.revealed):
            exprs = [place[1], *self.revealed[place]]
            if place[0] in names or any(_reads(expr, names) for expr in exprs):
                del self.revealed[place]
        for key in [key for key in self.known if not isinstance(key, str)]:
            if names & {secret.name for secret in self.known[key]}:
                del self.known[key]


def _said(expr: ir.Expr | None, given: Mapping[str, ir.Expr]) -> tuple[ir.Expr | None] | None:
    """What an expression of a rule is in the words of its caller; None if it cannot be said there."""
    match expr:
        case None:
            return (None,)
        case ir.Local(name=name) if name in given:
            return (given[name],)
        case _:
            return None if free_locals(expr) else (expr,)


def _reads(expr: ir.Expr | None, names: set[object]) -> bool:
    if expr is None:
        return False
    return any(isinstance(node, ir.VarGet) and node.var in names for node in descend(expr))


def _whole(what: ir.Expr, analysis: Analysis) -> Place | None:
    """The place, account or variable of which everything is shown."""
    match what:
        case ir.BundleIn(account=name, holder=holder):
            return name, holder
        case ir.VarGet(var=name, index=index):
            return name, index
        case ir.ThingsAt(place=place, things=things):
            families = analysis.families(place)
            held = {thing for family in families for h in family.holdings for thing in h.things}
            if len(families) == 1 and held <= set(things):
                return families[0].name, holder_of(place, families[0])
            return None
        case _:
            return None
