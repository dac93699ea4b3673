"""What went wrong, for a reader: the game as decisions by name, and a command that replays it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from rulelang.conformance.configurations import Bundled, Configuration, load
from rulelang.conformance.walks import Walk, begin, goes_on, pick_meta
from rulelang.runtime.decisions import named_option
from rulelang.runtime.game import Game
from rulelang.runtime.views import view_of

SHOWN = 60  # decisions printed; the command replays them all


class Violation(AssertionError):  # noqa: N818  (an assertion about the engine)
    """A property that does not hold, with the shortest game that shows it."""

    def __init__(self, bundled: Bundled, walk: Walk, answers: Sequence[int], why: str) -> None:
        self.answers = list(answers)
        lines = list(told(bundled.game, walk.seed, answers))
        hidden = len(lines) - SHOWN
        if hidden > 0:
            lines = [f"… {hidden} decisions before", *lines[hidden:]]
        game = "\n".join(f"  {line}" for line in lines) or "  (before the first decision)"
        super().__init__(
            f"{bundled.configuration}: {why}\n"
            f"the game, seed {walk.seed}:\n{game}\n"
            f"replay it: {command(bundled.configuration, walk.seed, answers)}"
        )


def command(configuration: Configuration, seed: int, answers: Sequence[int]) -> str:
    """Return a command line that prints the game."""
    call = (
        f"replay({configuration.path!r}, {configuration.players}, "
        f"{dict(configuration.settings)!r}, {seed}, {list(answers)!r})"
    )
    return f'python -c "from rulelang.conformance.violations import replay; {call}"'


def replay(
    path: str, players: int, settings: Mapping[str, str], seed: int, answers: Sequence[int]
) -> None:
    """Print a game, decision by decision, and what everyone sees at its end."""
    game = load(Configuration(path, players, tuple(settings.items()))).game
    for line in told(game, seed, answers):
        print(line)
    trace = begin(game, seed)
    for answer in answers:
        trace.answer(answer)
    print(json.dumps(view_of(game, trace.state, None), indent=2, ensure_ascii=False))


def told(game: Game, seed: int, answers: Sequence[int]) -> Iterator[str]:
    """Yield each decision of a game by its names: who, what, with which values."""
    if not answers:
        return
    trace = begin(game, seed)
    words: list[str] = []
    who = ""
    for answer in answers:
        if trace.is_over:
            return
        before = trace.state[:]
        meta = pick_meta(game, before)
        who = game.player_names[before[1]]
        if not words and meta.form != "which":
            words.append(meta.alternatives[meta.alternative].name)
        words.append(named_option(game, before, answer).name)
        try:
            trace.answer(answer)
        except Exception as error:  # the last answer may be the one that shows the fault
            yield f"{who}: {' '.join(words)}  → {type(error).__name__}: {error}"
            return
        if not goes_on(game, before, answer, trace.state):
            yield f"{who}: {' '.join(words)}"
            words = []
    if words:
        yield f"{who}: {' '.join(words)} …"
