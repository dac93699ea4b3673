"""Games in which `check` has something to claim: in goes a source of choices, out comes the text of a rules file.

Like `random_rules`, but its rules are made of what is proven or assumed: loops that ask, use something up or are left,
choices that must be made, takings below a condition, rules that lead back to themselves, entries of lists. Many of
these games stop with a fault; none may stop where nothing was assumed.
"""

from __future__ import annotations

from attrs import define, evolve

from rulelang.conformance.random_expressions import GOODS, RandomLocals
from rulelang.conformance.random_rules import ME, NOBODY, Choose, Writer
from rulelang.conformance.random_statements import Body, CallableRule

SOURCES = {"cell": "cells", "player": "players", "card": "cards"}


@define
class Claiming(Body):
    """A body whose statements are about what can go wrong; `actions` can be chosen here."""

    actions: tuple[str, ...] = ()

    def claim(self, indent: int, names: RandomLocals, depth: int) -> RandomLocals:
        """Write a statement that something is claimed about; return the names after it."""
        match self.phrases.choose(6 if depth else 4):
            case 0:
                return self.forced(indent, names)
            case 1:
                self.guarded(indent, names)
            case 2:
                self.each_taking(indent, names)
            case 3:
                self.add(indent, self.change(names))
            case 4:
                self.endless(indent, names, depth)
            case _:
                self.claims(indent, names, 1, depth - 1)
        return names

    def claims(self, indent: int, names: RandomLocals, count: int, depth: int) -> None:
        """Write some of them."""
        for _ in range(count):
            names = self.claim(indent, names, depth)

    # --- choices that must be made -------------------------------------------------------------------

    def forced(self, indent: int, names: RandomLocals) -> RandomLocals:
        """Write a choice without `otherwise`."""
        say, one_of, choose = self.phrases.of, self.phrases.one_of, self.phrases.choose
        self.waits = True
        local = self._fresh()
        if choose(3) == 2 and self.actions:
            return self._action(indent, names)
        if choose(3) == 2:
            low = one_of(["0", "1", say("int", names, 1), "size of my hand", "size of my fan"])
            high = one_of(["", "..3", "..size of my hand"])
            source = one_of(["my hand", "Good", "{wood, clay}", "my fan", "bank"])
            made = "cards" if source == "my fan" else "amount"
            self.add(indent, f"choose {local} as {low}{high} from {source}{self._maybe(' if any')}")
            return names.bind(made, local)
        kind = one_of(["cell", "player", "card", "good", "int"])
        source = {"good": one_of(["Good", "{wood}"]), "int": f"{choose(3)}..{choose(3)}"}.get(
            kind, ""
        ) or say(SOURCES[kind], names, 1)
        after = names.bind(kind, local)
        where = one_of(["", "", f" where {local} != {self._other(kind, names)}"])
        if not where and choose(3) == 2:
            where = f" where {say('flag', after, 1)}"
        who = one_of(["choose", "choose", "blue chooses"])
        if choose(3) == 2:
            self.add(indent, f"{who} {local} in {source} if any{where}")
            return names.bind(f"{kind}?", local) if kind in SOURCES else names
        self.add(indent, f"{who} {local} in {source}{where}")
        return after

    def _other(self, kind: str, names: RandomLocals) -> str:
        return self.phrases.of(kind, names, 1)

    def _action(self, indent: int, names: RandomLocals) -> RandomLocals:
        one_of = self.phrases.one_of
        first, second = one_of(self.actions), one_of(self.actions)
        offered = first if first == second else f"{first} or {second}"
        match self.phrases.choose(4):
            case 0:
                self.add(indent, f"choose {offered}")
            case 1:
                who = one_of(["choose", "blue chooses"])
                self.add(indent, f"if possible {first}: {who} {first}")
            case 2:
                self.add(indent, f"may {offered}{self._maybe(', repeatedly')}")
            case _:
                self.add(indent, f"do {first}")
        return names

    # --- takings -------------------------------------------------------------------------------------

    def taking(self, names: RandomLocals) -> tuple[str, str]:
        """Return a condition and something that it may or may not make sure of."""
        say, one_of = self.phrases.of, self.phrases.one_of
        player, good, count = say("player", names, 1), say("good", names, 1), say("int", names, 0)
        other = say("player", names, 0)
        amount = one_of([f"{count} * {good}", f"1 {one_of(GOODS)}", f"1 * {good} + 1 wood"])
        forms = [
            (f"({amount}) in hand of {player}", f"pay {amount} from hand of {other} to bank"),
            (f"({amount}) in bank", f"gain {amount} from bank to hand of {player}"),
            (f"{good} of bank >= {count}", f"gain {count} * {good} from bank to hand of {other}"),
            (f"size of hand of {player} > 1", f"draw 2 at random from hand of {other} to bank"),
            ("some deck", f"draw {one_of(['1', '1', count])} from deck to pot"),
            (f"size of deck >= {count}", f"draw {count} from deck to fan of {player}"),
            (f"some fan of {player}", f"draw 1 at random from fan of {other} to pot"),
            (
                f"some Mark on supply of {player}",
                f"move 1 Mark from supply of {other} to {say('cell', names, 0)}",
            ),
            (
                f"some Mark of {player} on {say('cell', names, 0)}",
                f"move 1 Mark of {other} from {say('cell', names, 0)} to supply of {player}",
            ),
            ("some my chest", "move 1 Gem from my chest to box"),
            ("size of my chest > 1", f"move {one_of(['2', count])} * Gem from my chest to box"),
            ("lit", f"gain min({count}, {good} of bank) * {good} from bank to hand of {player}"),
            ("lit", "move (size of my chest) * Gem from my chest to box"),
            ("lit", f"move all of (Mark on {say('cells', names, 0)}) to supply of {player}"),
        ]
        return forms[self.phrases.choose(len(forms))]

    def guarded(self, indent: int, names: RandomLocals) -> None:
        """Write a taking below a condition, perhaps with something in between."""
        condition, taken = self.taking(names)
        self.add(indent, f"if {condition}:")
        if self.phrases.choose(3) == 2:
            self.add(indent + 1, self.change(names))
        self.add(indent + 1, taken)
        if self.phrases.choose(3) == 2:
            self.add(indent + 1, taken)

    def each_taking(self, indent: int, names: RandomLocals) -> None:
        """Write takings for several players."""
        local = self._fresh()
        inner = names.bind("player", local)
        condition, taken = self.taking(inner)
        self.add(indent, f"each {local} in everyone where {condition}:")
        self.add(indent + 1, taken)

    # --- loops ---------------------------------------------------------------------------------------

    def endless(self, indent: int, names: RandomLocals, depth: int) -> None:
        """Write a loop that may or may not end."""
        say, one_of, choose = self.phrases.of, self.phrases.one_of, self.phrases.choose
        local = self._fresh()
        until = one_of([f" until {say('flag', names, 1)}", "", " until no deck"])
        head = one_of(["repeat", "repeat", f"repeat each {local} in others"])
        self.add(indent, f"{head}{until}:")
        inner = evolve(names, loops=names.loops + 1)
        for _ in range(1 + choose(2)):
            self._pass(indent + 1, inner, depth)
        if choose(3) == 2:
            self.add(indent + 1, f"if {say('flag', inner, 1)}: {one_of(['stop', 'finish'])}")

    def _pass(self, indent: int, names: RandomLocals, depth: int) -> None:
        """Write what a pass may ask, use up or skip."""
        say, one_of, choose = self.phrases.of, self.phrases.one_of, self.phrases.choose
        match choose(8):
            case 0:
                self.forced(indent, names)
            case 1:
                self.add(
                    indent, one_of(["draw 1 from deck to pot", "move 1 Gem from my chest to box"])
                )
            case 2:
                self.add(indent, "raise round_number by 1")
            case 3:
                step = f"part_{self.phrases.local()}"
                self.add(indent, f"step {step}:")
                self.add(indent + 1, f"if {say('flag', names, 1)}: stop {step}")
                self.forced(indent + 1, names)
            case 4:
                local = self._fresh()
                self.add(indent, f"each {local} in {one_of(['everyone', 'others', 'my fan'])}:")
                if choose(2):
                    self.add(indent + 1, f"if {say('flag', names, 1)}: stop")
                self._pass(indent + 1, names, depth)
            case 5:
                local, answer = self._fresh(), self._fresh()
                self.waits = True
                self.add(indent, f"together each {local} in everyone:")
                maybe = one_of([" if any", ""])
                self.add(indent + 1, f"{local} chooses {answer} in fan of {local}{maybe}")
                self.add(indent, "then: set lit to true")
            case 6:
                self.add(indent, f"roll {self._fresh()} = 1d6")
            case _:
                self.claims(indent, names, 1, depth - 1)


@define
class ClaimWriter(Writer):
    """Writes a game around such bodies."""

    def rules(self) -> None:
        """Write definitions, then rules that something is claimed about."""
        for _ in range(self.choose(2)):
            self.definition()
        for _ in range(self.choose(2)):
            self.exchange()
        for name, param in (("deed_a", ""), ("deed_b", "n: 0..3")):
            self.add(0, f"effect {name}({param}):" if param else f"effect {name}:")
            self.body(1, ME.bind("int", "n") if param else ME, 0)
        for _ in range(1 + self.choose(2)):
            self.claiming("action")
        if self.choose(3) == 2:
            self.nesting()

    def body(self, indent: int, names: RandomLocals, depth: int) -> None:
        """Write statements about which something is claimed."""
        made = Claiming(self.phrases, (), actions=tuple(each.name for each in self.actions))
        made.claims(indent, names, 1 + self.choose(2), depth)
        self.lines += made.lines

    def claiming(self, word: str) -> None:
        """Write an action with picks and a body."""
        name, names = self.fresh("act"), ME
        params: list[str] = []
        for _ in range(self.choose(3)):
            text, names = self.pick(names)
            params.append(text)
        self.add(0, f"{word} {name}({', '.join(params)}):" if params else f"{word} {name}:")
        self.conditions(names, word)
        if self.choose(3) == 2:
            condition, _ = Claiming(self.phrases, ()).taking(names)
            self.add(1, f"require {self.fresh('r')}: {condition}")
        self.add(1, "do:")
        self.body(2, names, 1)
        self._offer(name, asks=bool(params))

    def _offer(self, name: str, *, asks: bool) -> None:
        self.actions.append(CallableRule(name, (), asks))
        self.phrases.possible.append(name)

    def nesting(self) -> None:
        """Write an action that leads back to itself, with a depth and perhaps a limit."""
        name = self.fresh("act")
        self.add(0, f"action {name}, nest at most {1 + self.choose(4)}:")
        if self.choose(3):
            self.add(1, f"limit {1 + self.choose(2)} per {self.phrases.one_of(['turn', 'game'])}")
        self.add(1, "do:")
        self.add(2, self.phrases.one_of([f"may {name}", f"if possible {name}: do {name}"]))
        self._offer(name, asks=False)

    def flow(self) -> None:
        """Write a flow of some rounds with claims in the turns, and scores that read lists."""
        say = self.phrases.of
        self.add(0, "flow:")
        rounds = f"until round_number >= {2 + self.choose(4)}"
        self.add(1, f"repeat each p in clockwise from first(q in everyone) {rounds}:")
        self.add(2, "turn p:")
        self.add(3, "raise round_number by 1")
        self.body(3, ME, 2)
        self.may_force = False
        self.asking(3)
        player = NOBODY.bind("player", "p")
        value = self.phrases.one_of([say("int", player, 2), "wood of bank", "size of bank"])
        self.add(0, f"score listed for p: entry([1, 2, 4], max(1, min(3, {value})))")
        self.add(0, "win by points, else shared")


def random_claims(choose: Choose) -> str:
    """Return the text of a game."""
    writer = ClaimWriter(choose)
    writer.declare()
    writer.rules()
    writer.flow()
    return "\n".join(writer.lines) + "\n"


@define
class HookWriter(Writer):
    """Writes a game in which two variants hook on one action; OVER_ONE and OVER_TWO stand for their order."""

    def rules(self) -> None:
        """Write an action, the effects that rows name, and two hooks that ask nothing."""
        for name, param in (("deed_a", ""), ("deed_b", "n: 0..3")):
            self.add(0, f"effect {name}({param}):" if param else f"effect {name}:")
            self.add(1, "set lit to true")
        self.add(0, "action act:")
        self.add(1, "do: set lit to false")
        self.actions.append(CallableRule("act", (), waits=False))
        for name in ("one", "two"):
            self.add(0, f'variant {name} "{name.title()}" for fuzz:')
            self.add(1, f"after actOVER_{name.upper()}:")
            made = Claiming(self.phrases, ())
            names = evolve(ME, may_ask=False)
            for _ in range(1 + self.choose(2)):
                made.add(2, made.change(names))
            if self.choose(4) == 3:
                made.add(
                    2, self.phrases.one_of(["finish", "roll d = 1d6", "score points(me) as bonus"])
                )
            self.lines += made.lines

    def flow(self) -> None:
        """Write a flow of some rounds in which the action may be taken."""
        self.add(0, "flow:")
        self.add(1, "repeat each p in clockwise from first(q in everyone) until round_number >= 6:")
        self.add(2, "turn p:")
        self.add(3, "raise round_number by 1")
        self.add(3, "may act, repeatedly")
        player = NOBODY.bind("player", "p")
        self.add(0, f"score things for p: {self.phrases.of('int', player, 2)}")
        self.add(0, "win by points, else shared")


def random_hooks(choose: Choose) -> str:
    """Return the text of a game with two hooks whose order can be said in two ways."""
    writer = HookWriter(choose)
    writer.declare()
    writer.rules()
    writer.flow()
    return "\n".join(writer.lines) + "\n"
