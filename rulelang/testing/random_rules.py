"""Small games out of numbers: in goes a source of choices, out comes the text of a rules file.

Every text is well typed and its flow ends; what its rules do to the components is up to chance. Choice
0 is always the simplest, so a shrinking source (hypothesis) shrinks the game. Faults of the rules
(R9xx) can happen in such a game; faults of the engine must not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs
from attrs import define, field, frozen

from rulelang.testing.random_expressions import Names, Phrases

Choose = Callable[[int], int]  # n -> 0 … n - 1

GOODS = ("wood", "clay", "salt")


@frozen
class Signature:
    """A rule that can be called: the types of what must be given to it."""

    name: str
    given: tuple[str, ...]
    asks: bool


@define
class Game:
    """The text of a game under construction."""

    choose: Choose
    phrases: Phrases = field(init=False)
    lines: list[str] = field(factory=list)
    effects: list[Signature] = field(factory=list)
    actions: list[Signature] = field(factory=list)
    _names: int = 0

    def __attrs_post_init__(self) -> None:
        self.phrases = Phrases(self.choose)

    # --- words -----------------------------------------------------------------------------------

    def one_of(self, options: Sequence[str]) -> str:
        """Return one of some texts."""
        return options[self.choose(len(options))]

    def maybe(self, text: str) -> str:
        """Return the text or nothing."""
        return text if self.choose(2) else ""

    def fresh(self, letter: str) -> str:
        """Return a name that nothing has yet."""
        self._names += 1
        return f"{letter}{self._names}"

    def add(self, indent: int, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * indent + text)

    # --- components ------------------------------------------------------------------------------

    def declare(self) -> None:
        """Write the header, the components and the places."""
        self.add(0, "game fuzz:")
        self.add(1, "players 2..3 named red, blue, green")
        self.add(0, f"enum Good: {', '.join(GOODS)}")
        self.add(0, "enum Suit: sun, moon")
        bank = self.one_of([", start 6", ", start 2", ", unlimited", ", start 6, unlimited"])
        self.add(0, f"account bank: Good{bank}")
        cap = self.one_of(["", ", at most 4", ", at most 4 else lost"])
        self.add(0, f"account hand of Player: Good, start 2{cap}{self.maybe(', seen by owner')}")
        self.add(0, "card Card, one of each:")
        self.add(1, "suit: Suit")
        self.add(1, "rank: 1..3")
        self.add(0, "piece Mark, alike 4 per Player")
        self.add(0, "token Gem, alike 5")
        self.add(0, "piece Rock")
        holds = self.one_of(
            ["holds one Mark, Rock", "holds Mark, Rock", "holds pile of Mark, one Rock"]
        )
        self.add(0, "board grid: squares 3 by 2:")
        self.add(1, f"cells Cell {holds}")
        self.add(0, f"zone deck: pile of Card{self.maybe(', seen by nobody')}")
        self.add(0, f"zone fan of Player: Card{self.maybe(', seen by owner')}")
        self.add(0, f"zone pot: {self.maybe('pile of ')}Card{self.maybe(', at most 3')}")
        self.add(0, "zone chest of Player: Gem")
        self.add(0, "var round_number: 0..20")
        self.add(0, f"var tally of Player: 0..4{self.maybe(', cleared each turn')}")
        self.add(0, f"var lit: Flag{self.maybe(', cleared each turn')}")
        self.add(0, "var goal: Cell or none")
        self.add(0, "var seen_cells: set of Cell")
        self.add(0, "track fame of Player: 0..4, stops at ends")

    def set_up(self) -> None:
        """Write the set-up."""
        self.add(0, "setup:")
        self.add(1, "move all(v in Card) to deck")
        self.add(1, self.one_of(["shuffle deck", "set lit to true"]))
        self.add(1, f"each p in everyone: draw {1 + self.choose(3)} from deck to fan of p")
        self.add(1, "move rock to first(c in Cell)")
        if self.choose(2):
            self.add(1, "each c in Cell where c in around(place_of(rock)): add c to seen_cells")

    # --- rules -----------------------------------------------------------------------------------

    def rules(self) -> None:
        """Write definitions, effects and actions."""
        for _ in range(self.choose(3)):
            self.definition()
        for _ in range(self.choose(3)):
            self.rule("effect")
        for _ in range(1 + self.choose(3)):
            self.rule("action")

    def definition(self) -> None:
        """Write a definition of one parameter."""
        type_ = self.one_of(["player", "cell", "good"])
        name = self.fresh("d")
        inner = Names({type_: ["x"]}, has_me=False)
        result = self.one_of(["int", "flag", "cells"])
        text = self.phrases.of(result, inner, 2)
        self.add(0, f"define {name}(x: {KINDS[type_]}) = {text}")
        self.phrases.defines.append((name, type_, result))

    def rule(self, word: str) -> None:
        """Write an action or effect with picks, lines and a body."""
        name = self.fresh("act" if word == "action" else "eff")
        names = Names({}, has_me=True)
        given: list[str] = []
        params: list[str] = []
        if word == "effect" and self.choose(2):
            type_ = self.one_of(["int", "player", "cell", "good"])
            given.append(type_)
            params.append(f"{(local := self.fresh('v'))}: {KINDS[type_]}")
            names = names.bind(type_, local)
        for _ in range(self.choose(4)):
            text, names = self.pick(names)
            params.append(text)
        head = f"{word} {name}"
        if params:
            head += f"({', '.join(params)})"
        self.add(0, f"{head}:")
        self.conditions(names, word)
        self.add(1, "do:")
        self.body(2, names, self.choose(3) + 1, 2)
        made = Signature(name, tuple(given), len(params) > len(given))
        (self.actions if word == "action" else self.effects).append(made)

    def pick(self, names: Names) -> tuple[str, Names]:
        """Return a pick and the names after it."""
        say = self.phrases.of
        kind = self.one_of(["cell", "good", "int", "player", "card", "amount", "subset"])
        local = self.fresh("v")
        where = ""
        after = names.bind(kind, local) if kind in KINDS else names
        if kind in KINDS and self.choose(2):
            where = f" where {say('flag', after, 1)}"
        if_any = " if any" if kind in ("cell", "player", "card") and self.choose(4) == 3 else ""
        if if_any:
            after = names.bind(f"{kind}?", local)
            where = ""
        match kind:
            case "int":
                text = f"{local} in {self.choose(2)}..{1 + self.choose(3)}"
            case "good":
                text = f"{local} in Good"
            case "player":
                text = f"{local} in {self.one_of(['others', 'everyone'])}"
            case "cell":
                text = f"{local} in {say('cells', names, 1)}"
            case "card":
                text = f"{local} in {self.one_of(['my fan', 'pot', 'Card'])}"
            case "amount":
                low = self.choose(2)
                source = self.one_of(["my hand", "bank", "Good"])
                text = f"{local} as {low}..{low + 1 + self.choose(2)} from {source}"
                after = names.bind("amount", local)
            case _:
                low = self.choose(2)
                source = self.one_of(["my fan", say("cells", names, 1)])
                text = f"{local} as {low}..{low + 1 + self.choose(2)} from {source}"
                after = names.bind("cards" if source == "my fan" else "cells", local)
        return text + where + if_any, after

    def conditions(self, names: Names, word: str) -> None:
        """Write requirements, costs and limits."""
        for _ in range(self.choose(3)):
            name = self.fresh("r")
            self.add(1, f"require {name}: {self.phrases.of('flag', names, 2)}")
        if self.choose(2):
            amount = self.phrases.of("amount", names, 1)
            self.add(1, f"cost {amount} from {self.one_of(['my hand', 'my hand', 'bank'])} to bank")
            if self.choose(2):
                self.add(1, f"cost {1 + self.choose(2)} wood from my hand to bank")
        if self.choose(2):
            name = self.fresh("r")
            self.add(1, f"require {name}: {self.phrases.of('flag', names, 2)}")
        if word == "action" and self.choose(4) == 3:
            self.add(1, f"limit {1 + self.choose(2)} per {self.one_of(['turn', 'game'])}")

    # --- statements ------------------------------------------------------------------------------

    def body(self, indent: int, names: Names, count: int, depth: int) -> None:
        """Write statements."""
        for _ in range(count):
            names = self.statement(indent, names, depth)

    def statement(self, indent: int, names: Names, depth: int) -> Names:
        """Write one statement; return the names after it."""
        kind = self.choose(10 if depth else 5)
        if kind < 5:
            self.add(indent, self.change(names))
            return names
        match kind:
            case 5:
                self.add(indent, f"if {self.phrases.of('flag', names, 2)}:")
                self.body(indent + 1, names, 1 + self.choose(2), depth - 1)
                if self.choose(2):
                    self.add(indent, "else:")
                    self.body(indent + 1, names, 1, depth - 1)
            case 6:
                self.loop(indent, names, depth)
            case 7:
                local = self.fresh("v")
                type_ = self.one_of(["int", "cells", "amount"])
                self.add(indent, f"let {local} = {self.phrases.of(type_, names, 2)}")
                return names.bind(type_, local)
            case 8 if self.effects and not names.is_choosing_banned:
                self.add(indent, f"do {self.call(self.effects, names)}")
            case 9 if not names.is_choosing_banned:
                return self.decision(indent, names, depth)
            case _:
                self.add(indent, self.change(names))
        return names

    def loop(self, indent: int, names: Names, depth: int) -> None:
        """Write a loop or a collection of claims."""
        say = self.phrases.of
        local = self.fresh("v")
        kind = self.choose(4)
        if kind == 3:
            self.add(indent, "collect from bank:")
            inner = names.bind("player", local)
            self.add(indent + 1, f"each {local} in everyone where {say('flag', inner, 1)}:")
            amount = f"{1 + self.choose(3)} * {say('good', inner, 1)}"
            self.add(indent + 2, f"claim {amount} for {local}")
            short = self.one_of(["left", "min(claimed, left)", "(if claimants = 1 then left else 0)"])
            self.add(indent, f"short: {short}")
            return
        if kind == 0:
            self.add(indent, f"repeat {say('int', names, 1)} times:")
            inner = names
        else:
            type_ = self.one_of(["player", "cell", "card"])
            inner = names.bind(type_, local)
            source = say({"player": "players", "cell": "cells", "card": "cards"}[type_], names, 1)
            where = f" where {say('flag', inner, 1)}" if self.choose(2) else ""
            by = f" by {say('int', inner, 1)}" if kind == 2 else ""
            self.add(indent, f"each {local} in {source}{where}{by}:")
        self.body(indent + 1, inner, 1 + self.choose(2), depth - 1)

    def decision(self, indent: int, names: Names, depth: int) -> Names:
        """Write a decision inside a body."""
        say = self.phrases.of
        kind = self.choose(5)
        local = self.fresh("v")
        if kind == 0:
            self.add(indent, f"choose {local} in {say('cells', names, 1)}")
            self.add(indent, "otherwise:")
            self.add(indent + 1, "set lit to true")
            return names.bind("cell?", local)
        if kind == 1:
            self.add(indent, f"choose {self.fresh('w')}:")
            for _ in range(1 + self.choose(3)):
                where = f" if {say('flag', names, 1)}" if self.choose(2) else ""
                self.add(indent + 1, f"{self.fresh('o')}{where}: {self.change(names)}")
            self.add(indent + 1, self.fresh("o"))
            return names
        if kind == 2:
            optional = self.maybe(", optional")
            inner = names.bind("cell", local)
            self.add(indent, f"resolve {local} in {say('cells', names, 1)}, any order{optional}:")
            self.body(indent + 1, inner, 1, 0)
            return names
        if kind == 3:
            secretly = self.maybe(", secretly")
            answer = self.fresh("v")
            inner = names.bind("player", local)
            where = f" where {say('flag', inner, 1)}" if self.choose(2) else ""
            self.add(indent, f"together each {local} in everyone{where}{secretly}:")
            self.add(indent + 1, f"{local} chooses {answer} as 0..1 from hand of {local}")
            self.add(indent, f"then: pay {answer} from hand of {local} to bank")
            return names
        if self.effects and self.choose(2):
            self.add(indent, f"may {self.call(self.effects, names)}")
        else:
            self.add(indent, f"choose {local} in Good")
            return names.bind("good", local)
        return names

    def call(self, rules: Sequence[Signature], names: Names) -> str:
        """Return a call with everything that must be given."""
        rule = rules[self.choose(len(rules))]
        args = [self.phrases.of(type_, names, 1) for type_ in rule.given]
        return f"{rule.name}({', '.join(args)})" if args else rule.name

    def change(self, names: Names) -> str:
        """Return a statement that changes something."""
        say = self.phrases.of
        player = say("player", names, 1)
        match self.choose(13):
            case 0:
                return f"raise tally of {player} by {say('int', names, 1)}"
            case 1:
                return f"gain {say('amount', names, 1)} from bank to hand of {player}"
            case 2:
                return f"pay {say('amount', names, 1)} from hand of {player} to bank"
            case 3:
                return f"move 1 Mark from my supply to {say('cell', names, 1)}"
            case 4:
                return f"move rock to {say('cell', names, 1)}"
            case 5:
                source = self.one_of(["from deck", "at random from my fan", "at random from pot"])
                target = f"fan of {player}" if source == "from deck" else "pot"
                return f"draw 1 {source} to {target}"
            case 6:
                how = self.one_of(["", " face up", " face down"])
                return f"move {say('card', names, 1)} to {self.one_of(['pot', 'my fan'])}{how}"
            case 7:
                return f"set goal to {self.one_of([say('cell', names, 1), 'none'])}"
            case 8:
                verb = self.one_of(["add {} to", "drop {} from"])
                return f"{verb.format(say('cell', names, 1))} seen_cells"
            case 9:
                return f"set lit to {say('flag', names, 1)}"
            case 10:
                return f"{self.one_of(['raise', 'lower'])} fame of {player} by {self.choose(3)}"
            case 11:
                return f"score {say('int', names, 1)} as bonus for {player}"
            case _:
                marks = f"(Mark on {say('cell', names, 1)})"
                what = self.one_of([f"all of {marks}", "1 Gem from box", "1 Gem from my chest"])
                target = "my supply" if "Mark" in what else f"chest of {player}"
                if "Mark" in what:
                    return "move 1 Gem from box to my chest"
                return f"move {what} to {target}"

    # --- flow ------------------------------------------------------------------------------------

    def flow(self) -> None:
        """Write a flow that ends after some rounds, scoring and the end."""
        rounds = 2 + self.choose(5)
        self.add(0, "flow:")
        self.add(1, f"repeat each p in clockwise from first(q in everyone) until round_number >= {rounds}:")
        self.add(2, "turn p:")
        if self.choose(3) == 2:
            self.add(3, f"meanwhile {self.call(self.actions, ME)}")
        self.add(3, "raise round_number by 1")
        self.asking(3)
        if self.choose(2):
            self.add(3, "step second:")
            self.asking(4)
        self.add(0, f"score things for p: {self.phrases.of('int', Names({'player': ['p']}, has_me=False), 2)}")
        if self.choose(2):
            measure = self.phrases.of("int", Names({"player": ["p"]}, has_me=False), 1)
            self.add(0, "award star for p in Player:")
            self.add(1, f"most {measure}, at least {1 + self.choose(3)}")
            self.add(1, "tied: holder keeps, else nobody")
            self.add(0, "score starred for p: if star = p then 2 else 0")
        if self.choose(2):
            condition = self.phrases.of("flag", Names({}, has_me=False), 2)
            period = self.one_of(["action", "turn"])
            self.add(0, f"end when {condition}, checked after each {period}")
        self.add(0, "win by points, else shared")

    def asking(self, indent: int) -> None:
        """Write who may do what."""
        calls = [self.call(self.actions, ME) for _ in range(1 + self.choose(2))]
        unique = list(dict.fromkeys(calls))
        repeatedly = ", repeatedly" if self.choose(4) == 3 else ""
        if repeatedly:
            self.add(indent, "let budget = 0")
        self.add(indent, f"may {' or '.join(unique)}")


KINDS: Mapping[str, str] = {
    "int": "0..3",
    "player": "Player",
    "cell": "Cell",
    "good": "Good",
    "card": "Card",
}
ME = Names({}, has_me=True)


def random_rules(choose: Choose) -> str:
    """Return the text of a game."""
    game = Game(choose)
    game.declare()
    game.set_up()
    game.rules()
    game.flow()
    return "\n".join(game.lines) + "\n"


__all__ = ["attrs", "random_rules"]
