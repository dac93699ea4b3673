"""The properties of every game as tests of your own: in goes a rules file, out come checks to call.

    @pytest.mark.parametrize("check", rulelang.conformance.checks("my_game.rules"), ids=str)
    def test_my_game(check):
        check()

Each check plays random games of one number of players, one choice of settings or one module, and holds them
against one property, such as that nothing is lost or made up, or that every offer can be paid. Which games these are is
decided by `seed` alone, so that a failing test fails again.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from rulelang.bundled import find_game
from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, configurations, dealt, load
from rulelang.conformance.properties import PROPERTIES, Property
from rulelang.conformance.walks import Walk
from rulelang.frozen import frozen

# How deep the warm-up goes; the reference and the records follow it step by step, which is slow.
_DEEPEST: dict[Property, int] = {properties.check_reference: 40, properties.check_records: 150}
USUAL_DEPTH = 600
CHOICES = 8  # steps that are looked at closely


@frozen
class Check:
    """A property of a game, to be called; it raises a `Violation` that tells the game if it does not hold."""

    configuration: Configuration
    property: Property
    games: int
    seed: int

    def __str__(self) -> str:
        return f"{self.property.__name__.removeprefix('check_')}-{self.configuration}"

    def __call__(self) -> None:
        """Play the games of this check.

        Raises:
            Violation: the property does not hold; its message tells the game and how to replay it.
            RulesFault: the game does not compile.
        """
        bundled = load(self.configuration)
        random = Random(f"{self.seed} {self}")
        for _ in range(self.games):
            walk = Walk(
                seed=random.randrange(1 << 32),
                choices=[random.randrange(1 << 16) for _ in range(CHOICES)],
                warm_up=random.randint(0, deepest(self.property)),
            )
            self.property(bundled, walk)


def deepest(prop: Property) -> int:
    """Return how many random steps may come before what a property looks at."""
    return _DEEPEST.get(prop, USUAL_DEPTH)


def checks(path: str | Path, *, games: int = 5, seed: int = 0) -> list[Check]:
    """Return the checks of a game: all properties over its players, settings, modules and variants.

    Args:
        path: the rules file, or the name of a bundled game; modules and variants are those in the folder of its name.
        games: how many games each check plays.
        seed: decides which.

    Raises:
        FileNotFoundError: there is no such game.
        RulesFault: the rules cannot be read; errors in what they say come up when a check is called.
    """
    found = dealt(configurations(str(find_game(path))), PROPERTIES, properties.check_end)
    return [Check(configuration, prop, games, seed) for configuration, prop in found]
