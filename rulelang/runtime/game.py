"""A compiled game: generated functions with the names and the layout that belong to them.

`load_compiled` makes one from plain data (from the compiler, or from a cache) and needs nothing but
the runtime. `Game.start` begins a play. The functions `new_state`, `begin`, `options` and `apply` are
the fast way for bots: they work on the bare state vector.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulelang.runtime.faults import Fault
from rulelang.runtime.layout import Layout, layout_from_data
from rulelang.runtime.rng import Chance

if TYPE_CHECKING:
    from rulelang.runtime.play import Play

FORMAT = 1

State = list[int]
Label = Mapping[str, str]


class Game:
    """The rules of one game for one number of players, ready to play.

    Attributes:
        meta: names, labels and kinds as plain data (see the back end's metadata).
        layout: where everything lives in the state vector.
        chance: the chance events; `chance.fix` lets tests say outcomes.
        new_state: seed -> vector before set-up.
        begin: run set-up and flow up to the first decision.
        options: the options of the pending pick, small integers in canonical order.
        apply: answer the pending pick and run on to the next one; the vector is changed.
    """

    def __init__(self, source: str, lines: list[list[Any]], meta: dict[str, Any]) -> None:
        if meta.get("version") != FORMAT:
            raise ValueError(f"compiled by another version: {meta.get('version')}, not {FORMAT}")
        self.meta = meta
        self.layout: Layout = layout_from_data(meta["layout"])
        self.chance = Chance()
        self.source = source
        self._lines = lines
        self._namespace = _load(source, meta, self.chance)
        self.new_state: Callable[[int], State] = self._namespace["new_state"]
        self.begin: Callable[[State], None] = self._namespace["begin"]
        self.options: Callable[[State], list[int]] = self._namespace["options"]
        self.apply: Callable[[State, int], None] = self._namespace["apply"]

    @property
    def name(self) -> str:
        """The name of the game."""
        return str(self.meta["name"])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.meta["players"])

    @property
    def rules_hash(self) -> str:
        """A fingerprint of the rules as compiled."""
        return str(self.meta["rules_hash"])

    def function(self, name: str) -> Callable[..., Any]:
        """Return a generated function by name."""
        found: Callable[..., Any] = self._namespace[name]
        return found

    def start(self, *, seed: int = 0) -> Play:
        """Begin a play: set-up is done, and somebody is asked (or the game is over)."""
        from rulelang.runtime.play import Play

        state = self.new_state(seed)
        with_place(self, self.begin, state)
        return Play(self, state, seed)

    # --- names -----------------------------------------------------------------------------------

    def member_name(self, type_: Mapping[str, Any], value: int) -> str:
        """Return the name of a value: of a member, thing or place, or the number itself."""
        if type_["form"] != "ref":
            return "none" if type_["form"] == "none" else str(value)
        if value < 0:
            return "none"
        return self._names(type_["universe"])[value]

    def member_label(self, type_: Mapping[str, Any], value: int) -> dict[str, str]:
        """Return the label of a value per language; the name where there is none."""
        if type_["form"] != "ref" or value < 0:
            return {"en": self.member_name(type_, value)}
        universe = type_["universe"]
        if universe == "things":
            label = self.meta["things"][value][1]
        elif universe == "places":
            label = {}
        else:
            label = self.meta["enums"][universe][value][1]
        return dict(label) or {"en": self.member_name(type_, value)}

    def member_value(self, type_: Mapping[str, Any], name: str) -> int:
        """Return the value with this name; ValueError if there is none."""
        if type_["form"] != "ref":
            return int(name)
        if name == "none":
            return -1
        return self._numbers(type_["universe"])[name]

    def _names(self, universe: str) -> list[str]:
        return self._all_names[universe]

    def _numbers(self, universe: str) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._all_names[universe])}

    @cached_property
    def _all_names(self) -> dict[str, list[str]]:
        names = {
            enum: [member[0] for member in members] for enum, members in self.meta["enums"].items()
        }
        names["things"] = [thing[0] for thing in self.meta["things"]]
        names["places"] = list(self.meta["places"])
        return names

    @property
    def player_names(self) -> list[str]:
        """The names of the players, in seat order."""
        return self._names("Player")

    # --- places in the rules -----------------------------------------------------------------------

    @property
    def file_name(self) -> str:
        """The name under which Python knows the generated source."""
        return f"<rules of {self.name} {self.rules_hash[:8]}>"

    def span_of_line(self, line: int) -> tuple[str, int, int] | None:
        """Return (path, start, end) of the rule that a generated line came from."""
        for number, path, start, end in self._lines:
            if number == line:
                return (path, start, end)
        return None


def _load(source: str, meta: dict[str, Any], chance: Chance) -> dict[str, Any]:
    name = f"<rules of {meta['name']} {meta['rules_hash'][:8]}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {"chance": chance, "__name__": "rules"}
    exec(compile(source, name, "exec"), namespace)
    return namespace


def with_place(game: Game, function: Callable[..., None], *args: object) -> None:
    """Call a generated function; a fault learns which rule it came from."""
    try:
        function(*args)
    except Fault as fault:
        if fault.span is None:
            fault.span = place_of(game, fault)
        raise


def place_of(game: Game, error: BaseException) -> tuple[str, int, int] | None:
    """Return the place in the rules where an error came up: the innermost generated line."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == game.file_name:
            found = game.span_of_line(trace.tb_lineno) or found
        trace = trace.tb_next
    return found


def load_compiled(data: Mapping[str, Any]) -> Game:
    """Return the game that was compiled into this plain data."""
    return Game(data["source"], data["lines"], data["meta"])
