"""What can still go wrong during play: a `Fault` with its code, the values and the rule's place.

A fault is a mistake in the rules (or an engine limit), never in the engine; `apply` may leave the
vector half changed when it raises one, `Play.choose` puts it back. The sentences belong to the
diagnostics of the compiler; the text here is for a game that runs without it.
"""

from __future__ import annotations

_SENTENCES = {
    "R901": "play went on for {limit} steps without asking anybody",
    "R902": "{what} would become {found}, outside {expected}",
    "R903": "`{name}` would nest more than {limit} deep: {chain}",
    "R904": "{who} has to choose here and has no option",
    "R905": "{place} holds {held} {what}, too few to take {wanted}",
    "R906": "the invariant `{name}` does not hold here",
}


class Fault(Exception):  # noqa: N818  (the word of the language: a fault of the rules)
    """A run-time fault: `code`, `fields` of its sentence, and where the rule stands.

    `span` is (path, start, end) in characters, or None until the game fills it in from the line
    of generated code that raised.
    """

    def __init__(self, code: str, fields: dict[str, object], span: tuple[str, int, int] | None):
        self.code = code
        self.fields = fields
        self.span = span
        super().__init__(f"{code}: {_SENTENCES[code].format(**fields)}")


class RulesChangedError(Exception):
    """A record that the rules of today cannot replay: a name is gone or no option any more."""


class ChanceError(ValueError):
    """Chance that was fixed by a name it does not have, or to what cannot come up; the message says why."""


class EntryError(ValueError):
    """Play cannot be entered at a step this way; the message says what is missing."""


class NotOfferedError(ValueError):
    """What was chosen is not among the options; the message lists them."""


def overdraw(place: str, held: int, what: str, wanted: int) -> Fault:
    """R905: an account or zone holds too little."""
    fields: dict[str, object] = {"place": place, "held": held, "what": what, "wanted": wanted}
    return Fault("R905", fields, None)


def out_of_range(what: str, found: int, expected: str) -> Fault:
    """R902: a value or a number of things left its bounds."""
    return Fault("R902", {"what": what, "found": found, "expected": expected}, None)


def no_option(who: str) -> Fault:
    """R904: a forced choice without an option."""
    return Fault("R904", {"who": who}, None)


def too_deep(name: str, limit: int, chain: str) -> Fault:
    """R903: rules nest deeper than they said."""
    return Fault("R903", {"name": name, "limit": limit, "chain": chain}, None)


def step_budget(limit: int) -> Fault:
    """R901: a flow that asks nobody."""
    return Fault("R901", {"limit": limit}, None)


def broken(name: str) -> Fault:
    """R906: an invariant does not hold."""
    return Fault("R906", {"name": name}, None)


class GameOver(Exception):  # noqa: N818  (a signal between generated functions, not an error)
    """Raised inside generated functions when play ends amid a rule; `apply` catches it."""
