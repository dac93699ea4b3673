"""Small games out of numbers: in goes a source of choices, out comes the text of a rules file.

Every text is well typed and its flow ends; what its rules do to the components is up to chance. Choice
0 is always the simplest, so a shrinking source (hypothesis) shrinks the game. Faults of the rules
(R9xx) can happen in such a game; faults of the engine must not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, evolve, field

from rulelang.conformance.random_expressions import GOODS, Phrases, RandomLocals
from rulelang.conformance.random_statements import Body, CallableRule

Choose = Callable[[int], int]  # n -> 0 … n - 1

KINDS: Mapping[str, str] = {
    "int": "0..3",
    "player": "Player",
    "cell": "Cell",
    "way": "Way",
    "good": "Good",
    "card": "Card",
}
# What the rows of an enum do: effects that every game has, with bodies of its own.
TABLES: Mapping[str, str] = {
    "deeds.csv": """deed,use,all_uses
plain,deed_a,deed_a
paid,deed_b(2),deed_b(1); deed_a
odd,deed_b(3),deed_a; deed_b(0); deed_a
""",
}
NOBODY = RandomLocals({}, has_me=False)
ME = RandomLocals({}, has_me=True)


@define
class Writer:
    """The text of a game under construction."""

    choose: Choose
    phrases: Phrases = field(init=False)
    lines: list[str] = field(factory=list)
    effects: list[CallableRule] = field(factory=list)
    actions: list[CallableRule] = field(factory=list)
    may_force: bool = True
    has_exchanges: bool = False
    has_sales: bool = False  # some exchange is offered between actions too
    _names: int = 0

    def __attrs_post_init__(self) -> None:
        self.phrases = Phrases(self.choose)

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
        one_of, maybe = self.phrases.one_of, self.maybe
        bank = one_of([", start 6", ", start 2", ", unlimited", ", start 6, unlimited"])
        cap = one_of(["", ", at most 4", ", at most 4 else lost"])
        holds = one_of(["holds one Mark, Rock", "holds Mark, Rock", "holds pile of Mark, one Rock"])
        self.lines += [
            "game fuzz:",
            "    players 2..3 named red, blue, green",
            f"enum Good: {', '.join(GOODS)}",
            "enum Suit: sun, moon",
            "enum Coin: penny",
            'enum Deed from "deeds.csv":',
            "    use: effect",
            "    all_uses: set of effect",
            f"account bank: Good{bank}",
            f"account mint: Coin, start 6{maybe(', unlimited')}",
            f"account purse of Player: Coin, start {self.choose(3)}",
            f"account hand of Player: Good, start 2{cap}{maybe(', seen by owner')}",
            "card Card, one of each:",
            "    suit: Suit",
            "    rank: 1..3",
            "piece Mark, alike 4 per Player",
            "token Gem, alike 5",
            "piece Rock",
            "board grid: squares 3 by 2:",
            f"    cells Cell {holds}",
            f"    edges Way holds {maybe('one ')}Mark",
            "    corners Spot",
            f"zone deck: pile of Card{maybe(', seen by nobody')}",
            f"zone fan of Player: Card{maybe(', seen by owner')}",
            f"zone pot: {maybe('pile of ')}Card{maybe(', at most 3')}",
            "zone chest of Player: Gem",
            "var round_number: 0..20",
            f"var tally of Player: 0..4{maybe(', cleared each turn')}",
            f"var lit: Flag{maybe(', cleared each turn')}",
            "var goal: Cell or none",
            "var seen_cells: set of Cell",
            "track fame of Player: 0..4, stops at ends",
            "setup:",
            "    move all(v in Card) to deck",
            f"    {one_of(['set lit to true', 'shuffle deck'])}",
            f"    each p in everyone: draw {1 + self.choose(2)} from deck to fan of p",
            "    move rock to first(c in Cell)",
        ]
        if self.choose(2):
            self.add(1, "each c in Cell where c in around(place_of(rock)): add c to seen_cells")
        if self.choose(2):
            self.add(1, "move 1 Gem from box to chest of red")

    # --- rules -----------------------------------------------------------------------------------

    def rules(self) -> None:
        """Write definitions, effects, actions and hooks."""
        for _ in range(self.choose(3)):
            self.definition()
        for _ in range(self.choose(3)):
            self.exchange()
        self.deeds()
        for _ in range(self.choose(3)):
            self.rule("effect")
        for _ in range(1 + self.choose(3)):
            self.rule("action")
        if self.choose(3) == 2:
            self.hook()

    def definition(self) -> None:
        """Write a definition of one parameter."""
        type_ = self.phrases.one_of(["player", "cell", "good"])
        name = self.fresh("d")
        result = self.phrases.one_of(["int", "flag", "cells"])
        text = self.phrases.of(result, NOBODY.bind(type_, "x"), 2)
        self.add(0, f"define {name}(x: {KINDS[type_]}) = {text}")
        self.phrases.defines.append((name, type_, result))

    def exchange(self) -> None:
        """Write a way to pay. It looks at nothing that payments move: the order of steps says nothing then."""
        name, one_of = self.fresh("ex"), self.phrases.one_of
        sort = self.choose(3)
        give, get = (("1 penny", "1 * g"), ("1 * g", "1 wood"), ("1 * g", "1 penny"))[sort]
        if sort == 0:
            give = one_of([give, "2 penny", "1 clay"])
        is_sale = sort == 2
        self.has_exchanges = True
        self.has_sales |= is_sale
        source = one_of(["Good", "{wood, clay}"])
        self.add(
            0, f"exchange {name}(g in {source}), {'during turn' if is_sale else 'only to pay'}:"
        )
        if self.choose(3) == 2:
            self.add(1, f"limit {1 + self.choose(2)} per {one_of(['turn', 'game'])}")
        if self.choose(2):
            plain = one_of(["lit", "goal = none", "round_number < 3", "tally of me = 0"])
            self.add(1, f"require {self.fresh('r')}: {plain}")
        self.add(1, f"pay {give}")
        self.add(1, f"gain {get}")

    def deeds(self) -> None:
        """Write the effects that the rows of a table name."""
        for name, param in (("deed_a", ""), ("deed_b", "n: 0..3")):
            names = ME.bind("int", "n") if param else ME
            self.add(0, f"effect {name}({param}):" if param else f"effect {name}:")
            if self.choose(3) == 2:
                self.require(names)
            if self.choose(3) == 2:
                self.add(1, f"cost 1 {self.phrases.one_of(GOODS)}")
            body = Body(self.phrases, ())
            self.add(1, "do:")
            body.several(2, names, 1 + self.choose(2), 1)
            self.lines += body.lines

    def rule(self, word: str) -> None:
        """Write an action or effect with picks, lines and a body."""
        name = self.fresh("act" if word == "action" else "eff")
        names = ME
        given: list[str] = []
        params: list[str] = []
        if word == "effect" and self.choose(2):
            type_ = self.phrases.one_of(["int", "player", "cell", "good"])
            local = self.fresh("v")
            given.append(type_)
            params.append(f"{local}: {KINDS[type_]}")
            names = names.bind(type_, local)
        for _ in range(self.choose(4)):
            text, names = self.pick(names)
            params.append(text)
        if self.choose(4) == 3:
            local = self.fresh("v")
            params.append(f"{local}: 0..9 = {self.phrases.of('int', ME, 1)}")
            names = names.bind("int", local)
        head = f"{word} {name}"
        self.add(0, f"{head}({', '.join(params)}):" if params else f"{head}:")
        self.conditions(names, word)
        self.add(1, "do:")
        body = Body(self.phrases, self.effects, has_deeds=True)
        body.several(2, names, self.choose(3) + 1, 2)
        self.lines += body.lines
        asks = len(params) > len(given) or body.waits
        made = CallableRule(name, tuple(given), asks)
        (self.actions if word == "action" else self.effects).append(made)
        if not given:
            self.phrases.possible.append(name)

    def pick(self, names: RandomLocals) -> tuple[str, RandomLocals]:
        """Return a pick and the names after it."""
        say, one_of = self.phrases.of, self.phrases.one_of
        kind = one_of(["cell", "good", "int", "player", "card", "way", "amount", "subset"])
        local = self.fresh("v")
        if kind in {"amount", "subset"}:
            low = self.choose(2)
            cells = say("cells", names, 1)
            source = one_of(["my hand", "bank", "Good"] if kind == "amount" else ["my fan", cells])
            made = {"my fan": "cards", cells: "cells"}.get(source, "amount")
            text = f"{local} as {low}..{low + 1 + self.choose(2)} from {source}"
            return text, names.bind(made, local)
        sources = {
            "int": f"{self.choose(2)}..{1 + self.choose(3)}",
            "good": "Good",
            "player": one_of(["others", "everyone"]),
            "cell": say("cells", names, 1),
            "way": one_of(["Way", f"edges({say('cell', names, 0)})"]),
            "card": one_of(["my fan", "pot", "Card"]),
        }
        after = names.bind(kind, local)
        where = f" where {say('flag', after, 1)}" if self.choose(2) else ""
        text = f"{local} in {sources[kind]}{where}"
        if kind in {"cell", "player", "card"} and self.choose(4) == 3:
            return f"{text} if any", names.bind(f"{kind}?", local)
        return text, after

    def conditions(self, names: RandomLocals, word: str) -> None:
        """Write requirements, costs and limits."""
        for _ in range(self.choose(3)):
            self.require(names)
        if self.choose(2):
            amount = self.phrases.of("amount", names, 1)
            source = self.phrases.one_of(["my hand", "my hand", "hand of red"])
            self.add(1, f"cost {amount} from {source} to bank")
            if self.choose(2):
                self.add(1, f"cost {1 + self.choose(2)} wood from my hand to bank")
            if self.choose(2):
                self.require(names)
        elif self.has_exchanges and self.choose(
            4
        ):  # more than most have, so that one has to exchange
            self.add(1, f"cost {2 + self.choose(2)} {self.phrases.one_of(GOODS)}")
            if self.choose(2):
                self.add(1, "cost 1 wood from my hand to bank")
        if word == "action" and self.choose(4) == 3:
            self.add(1, f"limit {1 + self.choose(2)} per {self.phrases.one_of(['turn', 'game'])}")

    def require(self, names: RandomLocals) -> None:
        """Write a requirement."""
        self.add(1, f"require {self.fresh('r')}: {self.phrases.of('flag', names, 2)}")

    def hook(self) -> None:
        """Write something that happens with an action."""
        action = self.actions[self.choose(len(self.actions))]
        word = self.phrases.one_of(["after", "before"])
        when = f" when {self.phrases.of('flag', ME, 1)}" if self.choose(2) else ""
        self.add(0, f"{word} {action.name}{when}:")
        body = Body(self.phrases, ())
        body.several(1, evolve(ME, may_ask=False), 1, 1)
        self.lines += body.lines

    # --- flow ------------------------------------------------------------------------------------

    def flow(self) -> None:
        """Write a flow that ends after some rounds, scoring and the end."""
        say = self.phrases.of
        rounds = f"until round_number >= {2 + self.choose(5)}"
        self.add(0, "flow:")
        self.add(1, f"repeat each p in clockwise from first(q in everyone) {rounds}:")
        self.add(2, "turn p:")
        self.may_force = self.choose(3) < 2
        if self.has_sales:  # they are offered meanwhile too
            self.may_force = False
        elif (
            not self.may_force
        ):  # what is offered meanwhile would keep a forced choice open for ever
            self.add(3, f"meanwhile {self.offered()}")
        self.add(3, "raise round_number by 1")
        self.asking(3)
        if self.choose(2):
            self.add(3, "step second:")
            self.asking(4)
            if self.choose(3) == 2:
                self.add(4, f"if {say('flag', ME, 1)}: stop second")
                self.asking(4)
        player = NOBODY.bind("player", "p")
        self.add(0, f"score things for p: {say('int', player, 2)}")
        if self.choose(2):
            self.add(0, "award star for p in Player:")
            self.add(1, f"most {say('int', player, 1)}, at least {1 + self.choose(3)}")
            self.add(1, "tied: holder keeps, else nobody")
            self.add(0, "score starred for p: if star = p then 2 else 0")
        if self.choose(2):
            self.add(0, "score ranked for p: rank by tally of p for [5, 2], ties share rounded up")
        if self.choose(2):
            period = self.phrases.one_of(["action", "turn"])
            condition = say("flag", NOBODY, 2)
            self.add(0, f"end when {condition}, checked after each {period}")
        self.add(0, "win by points, else shared")

    def offered(self) -> str:
        """Return an action that can be offered."""
        return self.actions[self.choose(len(self.actions))].name

    def asking(self, indent: int) -> None:
        """Write who may do what."""
        calls = list(dict.fromkeys(self.offered() for _ in range(1 + self.choose(2))))
        repeatedly = ", repeatedly" if self.choose(4) == 3 else ""
        if self.may_force and self.choose(4) == 3:
            self.add(indent, f"choose {' or '.join(calls)}")
            self.add(indent, "otherwise:")
            self.add(indent + 1, "set lit to false")
        else:
            self.add(indent, f"may {' or '.join(calls)}{repeatedly}")


def random_rules(choose: Choose) -> str:
    """Return the text of a game."""
    writer = Writer(choose)
    writer.declare()
    writer.rules()
    writer.flow()
    return "\n".join(writer.lines) + "\n"
