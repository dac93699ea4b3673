"""Expressions of the games of `random_rules`: a text of a wanted type from the names in scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field, frozen


@frozen
class Names:
    """Locals by type; an optional one is kept under `type?`."""

    by_type: Mapping[str, Sequence[str]]
    has_me: bool
    is_choosing_banned: bool = False

    def bind(self, type_: str, name: str) -> Names:
        """Return the names with one more."""
        known = {**self.by_type, type_: [*self.by_type.get(type_, ()), name]}
        return Names(known, self.has_me, self.is_choosing_banned)

    def of(self, type_: str) -> list[str]:
        """Return the names of a type."""
        return list(self.by_type.get(type_, ()))


@define
class Phrases:
    """Writes expressions; `defines` are (name, type of the parameter, type of the value)."""

    choose: Callable[[int], int]
    defines: list[tuple[str, str, str]] = field(factory=list)
    _names: int = 0

    def _one_of(self, options: Sequence[str]) -> str:
        return options[self.choose(len(options))]

    def _fresh(self) -> str:
        self._names += 1
        return f"x{self._names}"

    def of(self, type_: str, names: Names, depth: int) -> str:
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
                return self._cell(names, depth)
            case "good":
                return self._one_of([*names.of("good"), "wood", "clay", "salt"])
            case "card":
                return self._one_of([*names.of("card"), "sun_1", "moon_2"])
            case "amount":
                return self._amount(names, depth)
            case _:
                return self._set(type_, names, depth)

    def _int(self, names: Names, depth: int) -> str:
        plain = [*(str(n) for n in range(4)), *names.of("int"), "round_number"]
        if not depth:
            return self._one_of(plain)
        say, less = self.of, depth - 1
        match self.choose(12):
            case 0 | 1 | 2:
                return self._one_of(plain)
            case 3:
                return f"tally of {say('player', names, less)}"
            case 4:
                return f"{say('good', names, less)} of hand of {say('player', names, less)}"
            case 5:
                place = self._one_of([f"fan of {say('player', names, less)}", "pot", "deck"])
                return f"size of {place}"
            case 6:
                op = self._one_of([" + ", " - ", " * "])
                return f"({say('int', names, less)}{op}{say('int', names, less)})"
            case 7:
                word = self._one_of(["min", "max"])
                return f"{word}({say('int', names, less)}, {say('int', names, less)})"
            case 8:
                return self._counted(names, less)
            case 9:
                parts = [say("flag", names, less), say("int", names, less), say("int", names, less)]
                return f"(if {parts[0]} then {parts[1]} else {parts[2]})"
            case 10:
                rounding = self._one_of(["down", "up"])
                return f"({say('int', names, less)} / 2 rounded {rounding})"
            case _:
                return f"fame of {say('player', names, less)}"

    def _counted(self, names: Names, depth: int) -> str:
        local = self._fresh()
        type_ = self._one_of(["cell", "card", "player"])
        source = self.of(f"{type_}s", names, depth)
        inner = names.bind(type_, local)
        where = f" where {self.of('flag', inner, depth)}" if self.choose(2) else ""
        word = self._one_of(["count", "total", "most", "least"])
        if word == "count":
            return f"count({local} in {source}{where})"
        value = f"{local}.rank" if type_ == "card" else self.of("int", inner, depth)
        return f"{word}({value} for {local} in {source}{where})"

    def _flag(self, names: Names, depth: int) -> str:
        say, less = self.of, depth - 1
        if not depth:
            return self._one_of(["true", "lit", "goal = none", "no deck"])
        match self.choose(11):
            case 0:
                return self._one_of(["true", "lit", "goal = none", "no deck", "some pot"])
            case 1 | 2:
                op = self._one_of(["<", "<=", "=", "!=", ">", ">="])
                return f"{say('int', names, less)} {op} {say('int', names, less)}"
            case 3:
                word = self._one_of(["and", "or"])
                return f"(({say('flag', names, less)}) {word} ({say('flag', names, less)}))"
            case 4:
                return f"(not ({say('flag', names, less)}))"
            case 5:
                local = self._fresh()
                type_ = self._one_of(["cell", "card", "player"])
                word = self._one_of(["some", "no", "every"])
                inner = self.of("flag", names.bind(type_, local), less)
                return f"({word} {local} in {say(f'{type_}s', names, less)} where {inner})"
            case 6:
                return f"{say('cell', names, less)} in {say('cells', names, less)}"
            case 7:
                return f"{say('player', names, less)} = {say('player', names, less)}"
            case 8:
                return f"{self._one_of(['some', 'no'])} Mark on {say('cell', names, less)}"
            case 9:
                return f"{say('card', names, less)} in {say('cards', names, less)}"
            case _:
                return self._special(names, less)

    def _special(self, names: Names, depth: int) -> str:
        say = self.of
        amount = say("amount", names, 0)
        optional = [*names.of("cell?"), "goal"]
        forms = [
            f"({amount}) in hand of {say('player', names, depth)}",
            f"{self._one_of(optional)} = none",
            f"(supposing set lit to true: {say('flag', names, depth)})",
            f"(supposing add {say('cell', names, depth)} to seen_cells: {say('flag', names, depth)})",
            f"face_up({say('card', names, depth)})",
        ]
        return self._one_of(forms)

    def _player(self, names: Names, depth: int) -> str:
        known = [*names.of("player"), *(["me"] if names.has_me else ["red"])]
        if depth and self.choose(4) == 3:
            return f"{self._one_of(['left_of', 'right_of'])}({self.of('player', names, depth - 1)})"
        return self._one_of([*known, "red", "blue"])

    def _cell(self, names: Names, depth: int) -> str:
        return self._one_of([*names.of("cell"), "place_of(rock)"])

    def _amount(self, names: Names, depth: int) -> str:
        known = names.of("amount")
        simple = [*known, f"1 {self._one_of(['wood', 'clay', 'salt'])}"]
        if not depth:
            return self._one_of(simple)
        match self.choose(4):
            case 0:
                return self._one_of(simple)
            case 1:
                return f"{self.of('int', names, depth - 1)} * {self.of('good', names, depth - 1)}"
            case 2:
                return f"{self._one_of(simple)} + 1 {self._one_of(['wood', 'clay', 'salt'])}"
            case _:
                return self._one_of(simple)

    def _set(self, type_: str, names: Names, depth: int) -> str:
        say, less = self.of, depth - 1
        whole = {"cells": "Cell", "cards": "Card", "players": "everyone"}[type_]
        element = type_[:-1]
        if not depth:
            return self._one_of([whole, *names.of(type_)])
        options = [whole, *names.of(type_)]
        match type_:
            case "cells":
                options += ["seen_cells", f"around({say('cell', names, less)})"]
                options.append(f"{{{say('cell', names, less)}}}")
            case "cards":
                options += [f"fan of {say('player', names, less)}", "pot", "deck"]
            case _:
                options += ["others"] if names.has_me else []
        match self.choose(4):
            case 0 | 1:
                return self._one_of(options)
            case 2:
                local = self._fresh()
                inner = names.bind(element, local)
                best = ""
                if self.choose(3) == 2:
                    best = f" with {self._one_of(['most', 'least'])} {say('int', inner, less)}"
                condition = say("flag", inner, less)
                return f"all({local} in {self._one_of(options)}{best} where {condition})"
            case _:
                op = self._one_of([" + ", " except "])
                return f"({self._one_of(options)}{op}{self._one_of(options)})"
