"""A compiled game: generated functions with the names and the layout that belong to them.

`load_compiled` makes one from plain data (from the compiler, or from a cache) and needs nothing but
the runtime. `Game.start` begins a play. The functions `new_state`, `begin`, `options` and `apply` are
the fast way for bots: they work on the bare state vector.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulelang.runtime.description import Description, Place, description_from_data
from rulelang.runtime.faults import Fault
from rulelang.runtime.layout import PC
from rulelang.runtime.names import Names
from rulelang.runtime.rng import ChanceEvents, new_seed
from rulelang.runtime.sentences import Wording
from rulelang.runtime.turns import Turns

if TYPE_CHECKING:
    from rulelang.runtime.play import Play

State = list[int]


class Game:
    """The rules of one game for one number of players, ready to play.

    Attributes:
        description: names, labels and kinds, what is asked and what is printed.
        layout: where everything lives in the state vector.
        names: ids and numbers to words and back.
        wording: sentences in the languages and grammatical forms of the game.
        chance: the chance events; `chance.fix` lets tests say outcomes.
        turns: the turns that began and ended during the last answer.
        new_state: seed -> vector before set-up.
        begin: run set-up and flow up to the first decision.
        options: the options of the pending pick, small integers in canonical order.
        apply: answer the pending pick and run on to the next one; the vector is changed in place,
            and half changed when a fault is raised.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.description = description_from_data(data["description"])
        self.layout = self.description.layout
        self.names = Names(self.description)
        self.wording = Wording(self.names, self.description)
        self.chance = self._named(ChanceEvents())
        self.turns = Turns()
        self.source: str = data["source"]
        self._data = data
        self._has_more = False
        self._namespace: dict[str, Any] = {
            "chance": self.chance,
            "turns": self.turns,
            "__name__": "rules",
        }
        self._execute(self.source, self.file_name)
        self.new_state: Callable[[int], State] = self._namespace["new_state"]
        self.begin: Callable[[State], None] = self._namespace["begin"]
        self.options: Callable[[State], list[int]] = self._namespace["options"]
        self.apply: Callable[[State, int], None] = self._namespace["apply"]

    def _execute(self, source: str, name: str) -> None:
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        code = self._data.get("code", {}).get(name)  # what a cache has compiled before
        exec(code or compile(source, name, "exec", dont_inherit=True), self._namespace)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.description.name

    @property
    def players(self) -> int:
        """How many play."""
        return self.description.players

    @property
    def player_names(self) -> list[str]:
        """The names of the players, in seat order."""
        return self.names.all("Player")

    @property
    def rules_hash(self) -> str:
        """A fingerprint of what is played: the same for rules that only read differently."""
        return self.description.rules_hash

    def use_chance(self, chance: ChanceEvents) -> None:
        """Let another `ChanceEvents` decide from now on, such as one that remembers what came up."""
        self.chance = self._namespace["chance"] = self._named(chance)

    def _named(self, chance: ChanceEvents) -> ChanceEvents:
        """Tell a `ChanceEvents` which events there are, so that no other name can be fixed."""
        chance.names = frozenset(self.description.chance)
        return chance

    def to_data(self) -> Mapping[str, Any]:
        """Return what the game was loaded from: `load_compiled` makes the same game of it."""
        return self._data

    def function(self, name: str) -> Callable[..., Any]:
        """Return a generated function by name, also of those that are loaded on demand."""
        if name not in self._namespace and not self._has_more:
            self._has_more = True
            self._execute(self._data["more"], self.more_file_name)
        found: Callable[..., Any] = self._namespace[name]
        return found

    def define(self, name: str) -> Callable[..., Any]:
        """Return the function of a definition: (state, arguments…) -> value."""
        return self.function(self.description.questions.defines[name])

    def load(self, record: Mapping[str, Any]) -> Play:
        """Return the play that was saved, with its whole past; `Play.save` tells more."""
        from rulelang.runtime.records import load

        return load(self, record)

    def start(self, *, seed: int | None = None) -> Play:
        """Begin a play: set-up is done, and somebody is asked (or the game is over).

        Without a seed it is one from the system that nobody can guess.
        """
        from rulelang.runtime.play import Play

        seed = new_seed() if seed is None else seed
        state = self.new_state(seed)
        said = len(self.chance.said)
        call_with_place(self, self.begin, state)
        call_with_place(self, self.options, state)  # a forced choice without an option shows here
        if self.description.has_invariants:
            call_with_place(self, self.function("check_invariants"), state)
        return Play(self, state, seed, said=tuple(self.chance.said[said:]))

    # --- places in the rules -----------------------------------------------------------------------

    @property
    def file_name(self) -> str:
        """The name under which Python knows the generated source."""
        return file_names(self.description)[0]

    @property
    def more_file_name(self) -> str:
        """The name of the source that is loaded on demand."""
        return file_names(self.description)[1]

    def place_of_line(self, file_name: str, line: int) -> Place | None:
        """Return the place in the rules that a generated line came from."""
        lines = {self.file_name: "lines", self.more_file_name: "more_lines"}.get(file_name)
        for number, path, start, end in self._data[lines] if lines is not None else ():
            if number == line:
                return (path, start, end)
        return None


def file_names(description: Description) -> tuple[str, str]:
    """Return the names under which Python knows the two generated sources of a game."""
    known = f"{description.name} {description.rules_hash[:8]}"
    return f"<rules of {known}>", f"<questions of {known}>"


def call_with_place(game: Game, function: Callable[..., Any], state: State, *args: object) -> Any:
    """Call a generated function of a state; a fault learns which rule it came from."""
    try:
        return function(state, *args)
    except Fault as fault:
        if fault.span is None:
            fault.span = place_of(game, fault) or _asked_at(game, state)
        raise


def _asked_at(game: Game, state: State) -> Place | None:
    """Return the place of the pending decision: a question is to blame if no line of a rule is."""
    if not state[PC]:
        return None
    return game.description.picks[state[PC] - 1].span


def place_of(game: Game, error: BaseException) -> Place | None:
    """Return the place in the rules where an error came up: the innermost line that has one."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        place = game.place_of_line(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        found = place or found
        trace = trace.tb_next
    return found


def load_compiled(data: Mapping[str, Any]) -> Game:
    """Return the game that was compiled into this plain data."""
    return Game(data)
