"""Expressions of the games of `random_rules`: a text of a wanted type from the names in scope.

Types are int, flag, player, cell, way, good, card, amount and the sets players, cells, ways, cards.
Choice 0 is always a short text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field, frozen

GOODS = ("wood", "clay", "salt")
CARDS = ("sun_1", "moon_2", "sun_3")
ELEMENTS = ("cell", "card", "player")


@frozen
class RandomLocals:
    """Locals by type; an optional one is kept under `type?`. `may_ask`: decisions can stand here."""

    by_type: Mapping[str, Sequence[str]]
    has_me: bool
    may_ask: bool = True
    loops: int = 0

    def bind(self, type_: str, name: str) -> RandomLocals:
        """Return the names with one more."""
        known = {**self.by_type, type_: [*self.by_type.get(type_, ()), name]}
        return evolve(self, by_type=known)

    def of(self, type_: str) -> list[str]:
        """Return the names of a type."""
        return list(self.by_type.get(type_, ()))


@define
class Phrases:
    """Writes expressions; `defines` are (name, type of the parameter, type of the value).

    `possible` are rules that can be asked about where nothing depends on them.
    """

    choose: Callable[[int], int]
    defines: list[tuple[str, str, str]] = field(factory=list)
    possible: list[str] = field(factory=list)
    _names: int = 0

    def one_of(self, options: Sequence[str]) -> str:
        """Return one of some texts."""
        return options[self.choose(len(options))]

    def local(self) -> str:
        """Return a fresh name."""
        self._names += 1
        return f"x{self._names}"

    def of(self, type_: str, names: RandomLocals, depth: int) -> str:
        """Return an expression of a type."""
        called = [d for d in self.defines if d[2] == type_]
        if depth and called and self.choose(4) == 3:
            name, param, _result = called[self.choose(len(called))]
            return f"{name}({self.of(param, names, depth - 1)})"
        match type_:
            case "int":
                return self._int(names, depth)
            case "flag":
                return self._flag(names, depth)
            case "player":
                return self._player(names, depth)
            case "cell":
                return self.one_of([*names.of("cell"), "place_of(rock)"])
            case "way":
                return self.one_of([*names.of("way")])
            case "good":
                return self.one_of([*names.of("good"), *GOODS])
            case "card":
                return self.one_of([*names.of("card"), *CARDS])
            case "amount":
                return self._amount(names, depth)
            case _:
                return self._set(type_, names, depth)

    # --- numbers ---------------------------------------------------------------------------------

    def _int(self, names: RandomLocals, depth: int) -> str:
        plain = [*(str(n) for n in range(4)), *names.of("int"), "round_number"]
        if not depth:
            return self.one_of(plain)
        say, less = self.of, depth - 1
        match self.choose(14):
            case 0 | 1 | 2:
                return self.one_of(plain)
            case 3:
                track = self.one_of(["tally", "fame"])
                return f"{track} of {say('player', names, less)}"
            case 4:
                return f"{say('good', names, less)} of hand of {say('player', names, less)}"
            case 5:
                place = self.one_of([f"fan of {say('player', names, less)}", "pot", "deck"])
                return f"size of {place}"
            case 6 | 7:
                op = self.one_of([" + ", " - ", " * "])
                return f"({say('int', names, less)}{op}{say('int', names, less)})"
            case 8:
                word = self.one_of(["min", "max"])
                return f"{word}({say('int', names, less)}, {say('int', names, less)})"
            case 9 | 10:
                return self._counted(names, less)
            case 11:
                parts = [say("flag", names, less), say("int", names, less), say("int", names, less)]
                return f"(if {parts[0]} then {parts[1]} else {parts[2]})"
            case 12:
                rounding = self.one_of(["down", "up"])
                return f"({say('int', names, less)} / 2 rounded {rounding})"
            case _:
                return self._measured(names, less)

    def _counted(self, names: RandomLocals, depth: int) -> str:
        local = self.local()
        type_ = self.one_of(ELEMENTS)
        source = self.of(f"{type_}s", names, depth)
        inner = names.bind(type_, local)
        where = f" where {self.of('flag', inner, depth)}" if self.choose(2) else ""
        word = self.one_of(["count", "total", "most", "least"])
        if word == "count":
            return f"count({local} in {source}{where})"
        value = f"{local}.rank" if type_ == "card" else self.of("int", inner, depth)
        return f"{word}({value} for {local} in {source}{where})"

    def _measured(self, names: RandomLocals, depth: int) -> str:
        """Pieces on places, and questions about the board as a graph."""
        say = self.of
        player, cells = say("player", names, depth), say("cells", names, depth)
        edge, following, corner, local = (self.local() for _ in range(4))
        match self.choose(5):
            case 0:
                return f"count({local} in Mark on {cells})"
            case 1:
                return f"count({local} in Mark of {player} on {say('cell', names, depth)})"
            case 2:
                roads = f"all({edge} in Way where some Mark of {player} on {edge})"
                return f"longest({edge}, {following} at {corner} in {roads})"
            case 3:
                ends = f"{say('cell', names, depth)} to {say('cell', names, depth)}"
                costing = say("int", names.bind("cell", local), 0)
                return f"cheapest({ends} through {local} in {cells} costing {costing})"
            case _:
                group = f"group_of({say('cell', names, depth)}, {cells}, around)"
                return f"count({local} in {group})"

    # --- truth -----------------------------------------------------------------------------------

    def _flag(self, names: RandomLocals, depth: int) -> str:
        say, less = self.of, depth - 1
        plain = ["true", "lit", "goal = none", "no deck", "some pot"]
        if not depth:
            return self.one_of(plain)
        match self.choose(12):
            case 0:
                return self.one_of(plain)
            case 1 | 2:
                op = self.one_of(["<", "<=", "=", "!=", ">", ">="])
                return f"{say('int', names, less)} {op} {say('int', names, less)}"
            case 3:
                word = self.one_of(["and", "or"])
                return f"(({say('flag', names, less)}) {word} ({say('flag', names, less)}))"
            case 4:
                return f"(not ({say('flag', names, less)}))"
            case 5 | 6:
                local = self.local()
                type_ = self.one_of(ELEMENTS)
                word = self.one_of(["some", "no", "every"])
                inner = self.of("flag", names.bind(type_, local), less)
                return f"({word} {local} in {say(f'{type_}s', names, less)} where {inner})"
            case 7:
                return f"{say('cell', names, less)} in {say('cells', names, less)}"
            case 8:
                return f"{say('player', names, less)} = {say('player', names, less)}"
            case 9:
                owner = f" of {say('player', names, less)}" if self.choose(2) else ""
                word = self.one_of(["some", "no"])
                return f"{word} Mark{owner} on {say('cell', names, less)}"
            case 10:
                return f"{say('card', names, less)} in {say('cards', names, less)}"
            case _:
                return self._special(names, less)

    def _special(self, names: RandomLocals, depth: int) -> str:
        say = self.of
        local = self.local()
        cell, other = say("cell", names, depth), say("cell", names, depth)
        flag = say("flag", names, depth)
        optional = [*names.of("cell?"), "goal"]
        forms = [
            f"{self.one_of(optional)} = none",
            f"({say('amount', names, 0)}) in hand of {say('player', names, depth)}",
            f"(supposing set lit to true: {flag})",
            f"(supposing add {cell} to seen_cells: {flag})",
            f"(supposing move rock to {cell}: {flag})",
            f"face_up({say('card', names, depth)})",
            f"path({cell} to {other} through {local} in {say('cells', names, depth)})",
            f"path({cell} to {other} through {local} in Cell, length 1..{1 + self.choose(2)})",
            *(f"(possible {name})" for name in self.possible if names.has_me),
            *(f"(possible {name}.use)" for name in names.of("deed") if names.has_me),
            *(f"({name} = none or tally of {name} < 2)" for name in names.of("player?")),
            *(f"({name} != none and no Mark on {name})" for name in names.of("cell?")),
            *(f"({name} != none and {name}.rank > 1)" for name in names.of("card?")),
        ]
        return self.one_of(forms)

    # --- references, amounts, sets -----------------------------------------------------------------

    def _player(self, names: RandomLocals, depth: int) -> str:
        known = [*names.of("player"), *(["me"] if names.has_me else []), "red", "blue"]
        if depth and self.choose(4) == 3:
            return f"{self.one_of(['left_of', 'right_of'])}({self.of('player', names, depth - 1)})"
        return self.one_of(known)

    def _amount(self, names: RandomLocals, depth: int) -> str:
        simple = [*names.of("amount"), f"1 {self.one_of(GOODS)}"]
        if not depth:
            return self.one_of(simple)
        match self.choose(4):
            case 0 | 1:
                return self.one_of(simple)
            case 2:
                return f"{self.of('int', names, depth - 1)} * {self.of('good', names, depth - 1)}"
            case _:
                return f"{self.one_of(simple)} + 1 {self.one_of(GOODS)}"

    def _set(self, type_: str, names: RandomLocals, depth: int) -> str:
        say, less = self.of, depth - 1
        whole = {"cells": "Cell", "cards": "Card", "players": "everyone", "ways": "Way"}[type_]
        options = [whole, *names.of(type_)]
        if not depth:
            return self.one_of(options)
        match type_:
            case "cells":
                options += ["seen_cells", f"around({say('cell', names, less)})"]
                options.append(f"{{{say('cell', names, less)}}}")
            case "ways":
                options.append(f"edges({say('cell', names, less)})")
            case "cards":
                options += [f"fan of {say('player', names, less)}", "pot", "deck"]
            case _:
                options += ["others"] if names.has_me else []
                options.append(f"majority(Mark on {say('cells', names, 0)})")
        return self._computed_set(type_[:-1], options, names, less)

    def _computed_set(
        self, element: str, options: Sequence[str], names: RandomLocals, depth: int
    ) -> str:
        match self.choose(5):
            case 0 | 1 | 2:
                return self.one_of(options)
            case 3:
                local = self.local()
                inner = names.bind(element, local)
                best = ""
                if self.choose(3) == 2:
                    best = f" with {self.one_of(['most', 'least'])} {self.of('int', inner, depth)}"
                condition = self.of("flag", inner, depth)
                return f"all({local} in {self.one_of(options)}{best} where {condition})"
            case _:
                first, second = self.one_of(options), self.one_of(options)
                # A set without everything is known to be empty, and then nothing lies on it.
                is_empty = second in {first, options[0]}
                op = " + " if is_empty else self.one_of([" + ", " except "])
                return f"({first}{op}{second})"
