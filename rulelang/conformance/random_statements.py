"""Statements of the games of `random_rules`: changes, loops, decisions inside rules."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field, frozen

from rulelang.conformance.random_expressions import Phrases, RandomLocals

SETS = {"player": "players", "cell": "cells", "card": "cards"}


@frozen
class CallableRule:
    """A rule that can be called: the types of what must be given, and whether it can ask."""

    name: str
    given: tuple[str, ...]
    waits: bool


@define
class Body:
    """The lines of a body; `effects` are rules that can be called here."""

    phrases: Phrases
    effects: Sequence[CallableRule]
    lines: list[str] = field(factory=list)
    waits: bool = False
    has_deeds: bool = False  # whether the effects that rows name can be done here
    _names: int = 0

    def add(self, indent: int, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * indent + text)

    def _fresh(self) -> str:
        self._names += 1
        return f"w{self._names}"

    def _maybe(self, text: str) -> str:
        return text if self.phrases.choose(2) else ""

    def several(self, indent: int, names: RandomLocals, count: int, depth: int) -> None:
        """Write some statements."""
        for _ in range(count):
            names = self.one(indent, names, depth)

    def one(self, indent: int, names: RandomLocals, depth: int) -> RandomLocals:
        """Write one statement; return the names after it."""
        choose, say = self.phrases.choose, self.phrases.of
        kind = choose(13 if depth else 6)
        match kind:
            case 6 | 7:
                self.add(indent, f"if {say('flag', names, 2)}:")
                self.several(indent + 1, names, 1 + choose(2), depth - 1)
                if choose(2):
                    self.add(indent, "else:")
                    self.several(indent + 1, names, 1, depth - 1)
            case 8:
                self.loop(indent, names, depth)
            case 9:
                local = self._fresh()
                type_ = self.phrases.one_of(["int", "cells", "amount"])
                self.add(indent, f"let {local} = {say(type_, names, 2)}")
                return names.bind(type_, local)
            case 10 if self._callable(names):
                self.add(indent, f"do {self.call(names)}")
            case 11 if names.may_ask:
                self.waits = True
                return self.decision(indent, names)
            case 12 if names.may_ask and self.has_deeds:
                self.deed(indent, names)
            case _:
                self.add(indent, self.change(names))
        return names

    def deed(self, indent: int, names: RandomLocals) -> None:
        """Write what is done by a row of a table, chosen or each in turn."""
        say, local = self.phrases.of, self._fresh()
        inner = names.bind("deed", local)
        if self.phrases.choose(2):
            self.add(indent, f"choose {local} in Deed")
        else:
            self.add(indent, f"each {local} in Deed where {say('flag', inner, 1)}:")
            indent += 1
        self.waits = True
        effect = self._fresh()
        match self.phrases.choose(4):
            case 0:
                self.add(indent, f"if possible {local}.use: do {local}.use")
            case 1:
                self.add(indent, f"may {local}.use")
            case 2:
                optional = self._maybe(", optional")
                uses = f"{effect} in {local}.all_uses"
                self.add(indent, f"resolve {uses}, any order{optional}: do {effect}")
            case _:
                self.add(indent, f"each {effect} in {local}.all_uses: do {effect}")

    def _callable(self, names: RandomLocals) -> list[CallableRule]:
        return [rule for rule in self.effects if names.may_ask or not rule.waits]

    def call(self, names: RandomLocals) -> str:
        """Return a call of an effect with everything that must be given."""
        known = self._callable(names)
        rule = known[self.phrases.choose(len(known))]
        self.waits |= rule.waits
        args = [self.phrases.of(type_, names, 1) for type_ in rule.given]
        return f"{rule.name}({', '.join(args)})" if args else rule.name

    # --- loops -----------------------------------------------------------------------------------

    def loop(self, indent: int, names: RandomLocals, depth: int) -> None:
        """Write a loop, or a collection of claims."""
        say, choose = self.phrases.of, self.phrases.choose
        local = self._fresh()
        kind = choose(5)
        if kind == 4:
            self._collect(indent, names.bind("player", local), local)
            return
        if kind == 0:
            self.add(indent, f"repeat {say('int', names, 1)} times:")
            inner = names
        elif kind == 3:
            self.add(indent, "repeat until no deck or some pot:")
            self.add(indent + 1, "draw 1 from deck to pot")
            inner = names
        else:
            type_ = self.phrases.one_of(["player", "cell", "card"])
            inner = names.bind(type_, local)
            where = f" where {say('flag', inner, 1)}" if choose(2) else ""
            by = f" by {say('int', inner, 1)}" if kind == 2 else ""
            self.add(indent, f"each {local} in {say(SETS[type_], names, 1)}{where}{by}:")
        inner = evolve(inner, loops=inner.loops + 1)
        self.several(indent + 1, inner, 1 + choose(2), depth - 1)
        if choose(4) == 3:
            self.add(indent + 1, f"if {say('flag', inner, 1)}: stop")

    def _collect(self, indent: int, names: RandomLocals, local: str) -> None:
        say = self.phrases.of
        self.add(indent, "collect from bank:")
        self.add(indent + 1, f"each {local} in everyone where {say('flag', names, 1)}:")
        amount = f"{1 + self.phrases.choose(3)} * {say('good', names, 1)}"
        self.add(indent + 2, f"claim {amount} for {local}")
        shorts = ["left", "min(claimed, left)", "(if claimants = 1 then left else 0)"]
        self.add(indent, f"short: {self.phrases.one_of(shorts)}")

    # --- decisions -------------------------------------------------------------------------------

    def decision(self, indent: int, names: RandomLocals) -> RandomLocals:
        """Write a decision."""
        say, choose = self.phrases.of, self.phrases.choose
        local = self._fresh()
        match choose(6):
            case 0:
                self.add(indent, f"choose {local} in Good")
                return names.bind("good", local)
            case 1:
                inner = names.bind("cell", local)
                where = f" where {say('flag', inner, 1)}"
                self.add(indent, f"choose {local} in {say('cells', names, 1)}{where}")
                self.add(indent, "otherwise:")
                self.add(indent + 1, "set lit to true")
                return names
            case 2:
                self.add(indent, f"choose {local}:")
                for _ in range(1 + choose(3)):
                    where = f" if {say('flag', names, 1)}" if choose(2) else ""
                    self.add(indent + 1, f"{self._fresh()}{where}: {self.change(names)}")
                self.add(indent + 1, self._fresh())
            case 3:
                optional = self._maybe(", optional")
                inner = evolve(names.bind("cell", local), may_ask=False)
                cells = say("cells", names, 1)
                self.add(indent, f"resolve {local} in {cells}, any order{optional}:")
                self.several(indent + 1, inner, 1, 0)
            case 4:
                self._together(indent, names.bind("player", local), local)
            case _:
                if self.effects:
                    self.add(indent, f"may {self.call(names)}{self._maybe(', repeatedly')}")
                else:
                    self.add(indent, self.change(names))
        return names

    def _together(self, indent: int, names: RandomLocals, local: str) -> None:
        answer = self._fresh()
        say = self.phrases.of
        where = f" where {say('flag', names, 1)}" if self.phrases.choose(2) else ""
        secretly = self._maybe(", secretly")
        self.add(indent, f"together each {local} in everyone{where}{secretly}:")
        if self.phrases.choose(2):
            self.add(indent + 1, f"{local} chooses {answer} as 0..1 from hand of {local}")
            self.add(indent, f"then: pay {answer} from hand of {local} to bank")
        else:
            self.add(indent + 1, f"{local} chooses {answer} in {say('cells', names, 0)}")
            self.add(indent, f"then: add {answer} to seen_cells")

    # --- changes ---------------------------------------------------------------------------------

    def change(self, names: RandomLocals) -> str:
        """Return a statement that changes something."""
        if self.phrases.choose(2):
            return self._change_of_things(names)
        say, one_of = self.phrases.of, self.phrases.one_of
        player = say("player", names, 1)
        match self.phrases.choose(9):
            case 0:
                return f"raise tally of {player} by {say('int', names, 1)}"
            case 1:
                return f"gain {say('amount', names, 1)} from bank to hand of {player}"
            case 2:
                return f"pay {say('amount', names, 1)} from hand of {player} to bank"
            case 3:
                return f"set goal to {one_of([say('cell', names, 1), 'none'])}"
            case 4:
                verb = one_of(["add {} to", "drop {} from"])
                return f"{verb.format(say('cell', names, 1))} seen_cells"
            case 5:
                return f"set lit to {say('flag', names, 1)}"
            case 6:
                return f"{one_of(['raise', 'lower'])} fame of {player} by {self.phrases.choose(3)}"
            case 7:
                first, second = say("amount", names, 0), say("amount", names, 0)
                return f"swap {first} from hand of {player} with {second} from bank"
            case _:
                return f"score {say('int', names, 1)} as bonus for {player}"

    def _change_of_things(self, names: RandomLocals) -> str:
        say, one_of = self.phrases.of, self.phrases.one_of
        player, cell = say("player", names, 1), say("cell", names, 1)
        ways = names.of("way")
        match self.phrases.choose(9):
            case 0:
                return f"move 1 Mark from my supply to {one_of([cell, *ways])}"
            case 1:
                return f"move rock to {cell}"
            case 2:
                source = one_of(["from deck", "at random from my fan", "at random from pot"])
                target = f"fan of {player}" if source == "from deck" else "pot"
                return f"draw 1 {source} to {target}"
            case 3:
                how = one_of(["", " face up", " face down"])
                return f"move {say('card', names, 1)} to {one_of(['pot', 'my fan'])}{how}"
            case 4:
                return f"move all of (Mark of me on {one_of([cell, *ways])}) to my supply"
            case 5:
                return f"move all of (Mark on {say('cells', names, 1)}) to box"
            case 6:
                count = say("int", names, 1)
                way = one_of(["from box to my chest", "from my chest to box"])
                return f"move {count} * Gem {way}"
            case 7:
                return f"move all of pot to {one_of(['my fan', 'deck', 'box'])}"
            case _:
                return f"draw 1 at random from hand of {player} to bank"
