"""What kind of thing an expression stands for.

Prose needs no exact types, only the noun: of which kind the elements of a set are, whether a name is a
number, a flag, a place or an amount. Names were checked long before; what is unknown here is just `thing`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.frozen import frozen
from rulelang.prose.declarations import Declarations
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

NUMBER, FLAG, REF, SET, BUNDLE, EFFECT, PLACE = (
    "number",
    "flag",
    "ref",
    "set",
    "bundle",
    "effect",
    "place",
)
# Library functions and what they give.
NUMBERS = {
    "min",
    "max",
    "entry",
    "rank_of",
    "step_of",
    "points",
    "height",
    "distance",
    "row",
    "column",
    "open_sides",
}
FLAGS = {"face_up", "connected"}
PLAYERS = {"left_of", "right_of", "owner_of"}
RELATIONS = {"beside", "around", "cells", "edges", "corners", "sides"}


@frozen
class Shape:
    """form: number, flag, ref, set, bundle, effect, place. `kind` is the kind of the thing or element."""

    form: str
    kind: str = "thing"


THING = Shape(REF)
A_NUMBER, A_FLAG = Shape(NUMBER, "number"), Shape(FLAG)


class World(Declarations):
    """The declarations of one game, and the shapes of its expressions."""

    # --- kinds ---------------------------------------------------------------------------------------

    def is_place_kind(self, kind: str) -> bool:
        """Whether things lie on its members: places of boards, parts, tiles."""
        if kind in self.groups:
            return any(self.is_place_kind(member) for member in self._members_of(kind))
        return kind in self.board_places or kind in self.part_of or kind in self.components

    def field_type(self, kind: str, name: str) -> syn.Type | None:
        """The type of a field of a kind, of a group's members, or of any kind that has it."""
        found = self.fields.get(kind, {}).get(name)
        if found is not None:
            return found
        return next((fields[name] for fields in self.fields.values() if name in fields), None)

    def of_type(self, type_: syn.Type | None) -> Shape:
        """What a declared type stands for."""
        if type_ is None:
            return THING
        if type_.is_effect:
            return Shape(SET if type_.collection == "set" else EFFECT, "effect")
        domain = type_.domain
        if isinstance(domain, ex.Kind):
            name = domain.ident.text
            if name == "Flag":
                return A_FLAG
            return Shape(SET if type_.collection else REF, name)
        if isinstance(domain, ex.KindOf) and isinstance(domain.owner, ex.Kind):
            return Shape(BUNDLE, domain.owner.ident.text)  # `Bundle of Good`
        if isinstance(domain, ex.Name) and domain.ident.text in self.regions:
            return Shape(REF, domain.ident.text)
        return A_NUMBER if not type_.collection else Shape(SET, "number")

    # --- expressions -----------------------------------------------------------------------------------

    def meant(self, expr: ex.Expr) -> ex.Expr:
        """A board of somebody's own is its cells: `my farm` are my plots; anything else is what it is."""
        match expr:
            case ex.Of(name=name, owner=owner, part=None) if name.text in self.boards:
                board = self.boards[name.text]
                cells = [x for x in board.lines if isinstance(x, syn.BoardPlaces)]
                if cells and board.owner is not None and not board.grown:
                    return ex.KindOf(expr.span, cells[0].kind, owner)
        return expr

    def shape(self, expr: ex.Expr, known: Mapping[str, Shape]) -> Shape:  # one for each form
        """What an expression stands for; `known` are the variables in scope."""
        expr = self.meant(expr)
        match expr:
            case ex.Number() | ex.Divide() | ex.SizeOf() | ex.Cheapest() | ex.Longest():
                return A_NUMBER
            case ex.Name(ident=ident):
                return self._shape_of_name(ident.text, known)
            case ex.Text(value=value):
                return Shape(REF, self.members.get(value, self._first_cells()))
            case ex.Kind(ident=ident):
                return Shape(SET, ident.text)
            case ex.KindOf(kind=kind):
                return Shape(SET, kind.text)
            case ex.Constant(word=word):
                if word in {"true", "false"}:
                    return A_FLAG
                return Shape(SET if word in {"others", "everyone"} else REF, "Player")
            case ex.Amount(kind=kind):
                inner = self.shape(kind, known)
                return Shape(SET if isinstance(kind, ex.Kind) else BUNDLE, inner.kind)
            case ex.Of():
                return self._shape_of_state(expr, known)
            case ex.Printed(operand=operand, field=field):
                printed_on = self.shape(operand, known).kind
                return self.of_type(self.field_type(printed_on, field.text))
            case ex.CallExpr():
                return self._shape_of_call(expr, known)
            case _:
                return self._shape_of_compound(expr, known)

    def _shape_of_compound(self, expr: ex.Expr, known: Mapping[str, Shape]) -> Shape:
        match expr:
            case ex.IfElse(then=then):
                return self.shape(then, known)
            case ex.Unary(op="-") | ex.Fold():
                return A_NUMBER
            case ex.Binary():
                return self._shape_of_binary(expr, known)
            case ex.SetLit(items=items):
                return Shape(SET, self.shape(items[0], known).kind if items else "thing")
            case ex.Clockwise():
                return Shape(SET, "Player")
            case ex.Comprehension(word=word, source=source):
                if word == "count":
                    return A_NUMBER
                return Shape(SET if word == "all" else REF, self.shape(source, known).kind)
            case ex.Groups(source=source):
                return Shape(SET, self.shape(source, known).kind)
            case _:
                return A_FLAG

    def _first_cells(self) -> str:
        return next((k for k, p in self.board_places.items() if p.word == "cells"), "thing")

    def _shape_of_name(self, name: str, known: Mapping[str, Shape]) -> Shape:  # one for each sort
        if name in known:
            return known[name]
        if name in self.settings:
            item = self.settings[name]
            if isinstance(item, syn.ChoiceSetting):
                return Shape(REF, name)
            return A_FLAG if isinstance(item.value, ex.Constant) else A_NUMBER
        if name in self.places:
            return self._contents(self.places[name])
        if name in self.vars:
            return self._of_var(self.vars[name])
        if name in self.defines:
            return self.of_define(name)
        if name in self.regions:
            return Shape(SET, name)
        if name in self.awards:
            return Shape(REF, "Player")
        if name in self.boards:
            return Shape(PLACE, name)
        if name == "players":
            return A_NUMBER
        return Shape(REF, self.members.get(name, "thing"))

    def _contents(self, place: syn.Place) -> Shape:
        kind = place.kinds[0].text if place.kinds else "thing"
        return Shape(BUNDLE if place.word == "account" else SET, kind)

    def _of_var(self, var: syn.Var | syn.Track) -> Shape:
        return self.of_type(var.type) if isinstance(var, syn.Var) else A_NUMBER

    def of_define(self, name: str) -> Shape:
        """What a definition gives, from its expression."""
        item = self.defines[name]
        known = self.of_params(item.params)
        if isinstance(item, syn.Cases):
            first = next((c for c in item.lines if isinstance(c, syn.Case) and c.expr), None)
            return self.shape(first.expr, known) if first and first.expr else THING
        return self.shape(item.expr, known)

    def of_params(self, params: tuple[syn.Param, ...]) -> dict[str, Shape]:
        """What the parameters of a rule or definition stand for."""
        known: dict[str, Shape] = {}
        for param in params:
            known[param.name.text] = self.of_param(param, known)
        return known

    def of_param(self, param: syn.Param, known: Mapping[str, Shape]) -> Shape:
        match param:
            case syn.Given(type=type_):
                return self.of_type(type_)
            case syn.Asked(domain=domain):
                inner = self.shape(domain, known)
                return A_NUMBER if inner.kind == "number" else Shape(REF, inner.kind)
            case syn.AskedBundle(domain=domain):
                inner = self.shape(domain, known)
                is_amount = (
                    inner.form == BUNDLE
                    or inner.kind in self.enums
                    or (
                        inner.kind in self.groups
                        and inner.kind not in self.components
                        and self._is_enum_group(inner.kind)
                    )
                )
                return Shape(BUNDLE if is_amount else SET, inner.kind)

    def _is_enum_group(self, kind: str) -> bool:
        members = self.groups[kind].members
        return bool(members) and members[0].word == "name"

    def _shape_of_state(self, expr: ex.Of, known: Mapping[str, Shape]) -> Shape:
        name = expr.name.text
        if name in self.places:
            if expr.part is not None:
                return A_NUMBER
            return self._contents(self.places[name])
        if name in self.vars:
            return self._of_var(self.vars[name])
        if name in known:
            held = self.shape(expr.owner, known)
            is_kind_in = known[name].form == REF and held.form == BUNDLE
            return A_NUMBER if is_kind_in else known[name]  # else what somebody chose: `reply of q`
        if name in {"supply"}:
            return Shape(SET, "thing")
        if name in self.boards:
            return Shape(PLACE, name)
        group = next((g for g in self.groups if g.lower() == name and self.groups[g].one_per), None)
        if group is not None:
            return Shape(REF, group)
        return A_NUMBER  # `ore of hand of p`

    def _shape_of_call(
        self, expr: ex.CallExpr, known: Mapping[str, Shape]
    ) -> Shape:  # one for each function
        name = expr.name.text
        first = self.shape(expr.args[0], known) if expr.args else THING
        if name in self.defines:
            return self.of_define(name)
        if name in self.regions:
            return Shape(REF, name)
        if name in self.links:
            item = self.links[name]
            return Shape(SET, (item.to or item.kind).text)
        if name in NUMBERS or name in self.scores:
            return A_NUMBER
        if name in FLAGS:
            return A_FLAG
        if name in PLAYERS:
            return Shape(REF, "Player")
        if name == "majority":
            return Shape(SET, "Player")
        if name in {"the_one", "top", "bottom", "next"}:
            return Shape(REF, first.kind)
        if name in {"parts"}:
            return Shape(
                SET, next((p for p, t in self.part_of.items() if t == first.kind), "thing")
            )
        if name in {"frontier", "cell", "cell_of"}:
            kinds = [k for k, b in self.board_of.items() if b == first.kind] or [
                k for k, b in self.board_of.items() if self.boards[b].grown
            ]
            return Shape(SET if name == "frontier" else REF, kinds[0] if kinds else "place")
        if name == "place_of":
            return Shape(REF, self._lies_on(first.kind))
        if name in RELATIONS:
            word = {"cells": "cells", "edges": "edges", "corners": "corners"}.get(name)
            if word is None:
                return Shape(SET, first.kind)
            board = self.board_of.get(first.kind, "")
            kinds = [
                k
                for k, p in self.board_places.items()
                if p.word == word and self.board_of[k] == board
            ]
            return Shape(SET, kinds[0] if kinds else "place")
        return Shape(SET, first.kind)

    def _lies_on(self, kind: str) -> str:
        """The kind of board places that hold things of a kind."""
        names = {kind, *(g for g in self.groups if kind in self._members_of(g))}
        for place, line in self.board_places.items():
            if any(k.text in names for hold in line.holds for k in hold.kinds):
                return place
        return "place"

    def _members_of(self, group: str) -> set[str]:
        found = set()
        for member in self.groups[group].members:
            found.add(member.ident.text)
            if member.ident.text in self.groups:
                found |= self._members_of(member.ident.text)
        return found

    def _shape_of_binary(self, expr: ex.Binary, known: Mapping[str, Shape]) -> Shape:
        match expr.op:
            case "+" | "-" | "except":
                return self.shape(expr.left, known)
            case "*":
                right = self.shape(expr.right, known)
                if right.form == NUMBER:
                    return A_NUMBER
                return Shape(BUNDLE, right.kind)
            case "on":
                return Shape(SET, self.shape(expr.left, known).kind)
            case "..":
                return Shape(SET, "number")
            case _:
                return A_FLAG
