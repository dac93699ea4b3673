"""Why something is not offered: every failing requirement, with its sentence and the rule's place.

Requirements are judged one by one, each as far as the values it reads are known. If all of those
hold and there still is no way to complete the action, everything that could be picked is tried, and
the requirements that fail every time are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from rulelang.runtime import decisions
from rulelang.runtime.description import Alternative, Offer, Place, Test, ref_type
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED
from rulelang.runtime.picks import each_bundle, each_subset
from rulelang.runtime.sentences import Spoken

LOOKED_AT = 200  # completions that a price is looked up for
TRIES = 2_000  # completions looked at, before the reasons found so far must do

_GENERATED = {
    "en": {
        "require": "the requirement “{name}” is not met",
        "limit": "this cannot be done again now",
        "cost": "you cannot pay this: {lack} missing",
        "domain": "{it} cannot be chosen here",
        "now": "this is not offered now",
        "open": "this must wait until “{what}” is answered",
    },
    "ru": {
        "require": "не выполнено требование «{name}»",
        "limit": "больше этого сейчас сделать нельзя",
        "cost": "не хватает, чтобы заплатить: {lack}",
        "domain": "{it}: здесь нельзя выбрать",
        "now": "сейчас это не предлагается",
        "open": "сначала нужно закончить выбор «{what}»",
    },
}


class Refusal(NamedTuple):
    """One reason: name and kind (require, limit, cost, domain, now), a sentence per language."""

    name: str
    kind: str
    sentence: dict[str, str]
    cites: tuple[str, ...]
    place: Place | None
    witness: str | None


class _Question(NamedTuple):
    """An action asked about: the number of its offer, who, and the values known."""

    game: Game
    state: State
    number: int
    player: int
    given: list[Any]
    picks: list[Any]  # None where not known

    @property
    def offer(self) -> Offer:
        return self.game.description.questions.offers[self.number]

    def call(self, function: str, picks: Sequence[Any]) -> Any:
        """Call a generated function with the state, the player, the given values and picks."""
        return self.game.function(function)(self.state, self.player, *self.given, *picks)

    def failing(self, picks: Sequence[Any]) -> list[int]:
        """Return the tests that fail, among those whose picks are known.

        Domains come first: of a value outside its own, another test may make no sense (a fault).
        """
        found = []
        for number, test in enumerate(self.offer.tests):
            if any(picks[need] is None for need in test.needs):
                continue
            try:
                if not self.call(f"w{self.number}_{number}", picks):
                    found.append(number)
            except Fault:
                if not found:
                    raise
        return found


def why_not(
    game: Game, state: State, action: str, values: Mapping[str, object], player: int | None
) -> list[Refusal]:
    """Return why `action` cannot be taken with these values; [] if it can."""
    who = state[ASKED] if player is None else player
    number, given = _find_offer(game, state, action, who)
    refusals = []
    if given is None:
        refusals.append(_not_now(game, state, who))
        given = []
        if number is None:
            return refusals
        for entry in game.description.questions.offers[number].given:
            if entry.name not in values:
                return refusals
            given.append(game.names.from_words(entry.type, values[entry.name]))
    assert number is not None
    offer = game.description.questions.offers[number]
    picks = [
        game.names.from_words(pick.type, values[pick.name])
        if values.get(pick.name) is not None
        else None
        for pick in offer.picks
    ]
    question = _Question(game, state[:], number, who, given, picks)
    failing = question.failing(picks) or _failing_always(question)
    return [*refusals, *(_refusal(question, test) for test in failing)]


def _find_offer(
    game: Game, state: State, action: str, player: int
) -> tuple[int | None, list[Any] | None]:
    """Return the number of the offer and what is given to it; None: not offered now."""
    questions = game.description.questions
    if state[0] and state[ASKED] == player:
        data = decisions.pick_data(game, state)
        for number, alternative in enumerate(data.alternatives):
            if data.alternative in {-1, number} and action in {
                alternative.name,
                alternative.rule,
            }:
                given = game.function(f"z{data.node}_{number}")(state)
                return questions.sites[f"{data.node}/{number}"], given
    return questions.rules.get(action), None


def _failing_always(question: _Question) -> list[int]:
    """Try what could be picked: the tests that fail every time, else all that ever fail."""
    always: set[int] | None = None
    ever: set[int] = set()
    for picks in islice(_completions(question, [], 0), TRIES):
        failing = set(question.failing(picks))
        if not failing:
            return []
        always = failing if always is None else always & failing
        ever |= failing
    if always is None:
        return _empty_domains(question)
    return sorted(always or ever)


def _completions(question: _Question, chosen: list[Any], number: int) -> Iterator[list[Any]]:
    if number == len(question.picks):
        yield chosen
        return
    known = question.picks[number]
    values = [known] if known is not None else _candidates(question, chosen, number)
    for value in values:
        yield from _completions(question, [*chosen, value], number + 1)


def _candidates(question: _Question, chosen: list[Any], number: int) -> Iterator[Any]:
    pick = question.offer.picks[number]
    found = question.call(f"y{question.number}_{number}", chosen)
    form = pick.type.form
    if form == "bundle":
        return each_bundle(found[2], found[0], found[1])
    if form == "set":
        return each_subset(found[2], found[0], found[1])
    return iter(found or ([-1] if pick.if_any else []))


def _empty_domains(question: _Question) -> list[int]:
    """Nothing at all can be picked: the domain of the first open pick is the reason."""
    for number, known in enumerate(question.picks):
        if known is None:
            name = f"in_{question.offer.picks[number].name}"
            tests = question.offer.tests
            return [i for i, test in enumerate(tests) if test.name == name][:1]
    return []


# --- sentences -------------------------------------------------------------------------------------


def _not_now(game: Game, state: State, player: int) -> Refusal:
    """Nobody offers this: amid the picks of another action, or altogether."""
    open_ = _open_action(game, state, player)
    sentence = {}
    for language, words in _GENERATED.items():
        if open_ is None:
            sentence[language] = words["now"]
        else:
            label = open_.label.get(language) or open_.label.get("en") or open_.name
            sentence[language] = words["open"].format(what=label)
    return Refusal("now", "now", _in_languages(game, sentence), (), None, None)


def _open_action(game: Game, state: State, player: int) -> Alternative | None:
    """Return the alternative whose picks this player is in the middle of."""
    if not state[0] or state[ASKED] != player:
        return None
    data = decisions.pick_data(game, state)
    if data.alternative < 0:
        return None
    return data.chosen


def _in_languages(game: Game, sentence: dict[str, str]) -> dict[str, str]:
    wanted = {"en", *game.description.title}
    return {language: text for language, text in sentence.items() if language in wanted}


def _refusal(question: _Question, number: int) -> Refusal:
    test = question.offer.tests[number]
    game = question.game
    witness = -1
    is_known = all(question.picks[need] is not None for need in test.needs)
    if test.witness is not None and is_known:
        witness = question.call(f"x{question.number}_{number}", question.picks)
    templates = test.sentence or _in_languages(
        game, {language: words[test.kind] for language, words in _GENERATED.items()}
    )
    sentence = {
        language: game.wording.fill(template, _fields(question, test, witness, language), language)
        for language, template in templates.items()
    }
    return Refusal(
        name=test.name,
        kind=test.kind,
        sentence=sentence,
        cites=test.cites,
        place=test.span,
        witness=game.names.name(test.witness, witness) if test.witness and witness >= 0 else None,
    )


def _fields(
    question: _Question, test: Test, witness: int, language: str
) -> dict[str, Spoken | str]:
    fields: dict[str, Spoken | str] = {"name": test.name.replace("_", " "), "it": "…"}
    known = [*zip(question.offer.given, question.given, strict=True)]
    known += zip(question.offer.picks, question.picks, strict=True)
    for entry, value in known:
        fields[entry.name] = Spoken(entry.type, value)
        if test.name == f"in_{entry.name}":
            fields["it"] = fields[entry.name]
    if test.witness is not None and witness >= 0:
        fields["it"] = Spoken(test.witness, witness)
    if test.kind == "cost" and question.offer.has_cost:
        fields["lack"] = _lack(question, language)
    return fields


def _lack(question: _Question, language: str) -> str:
    parts = []
    for enum, kind, needed, held in _least_lack(question):
        parts.append(question.game.wording.counted(ref_type(enum), kind, needed - held, language))
    return ", ".join(parts) or "…"


def _least_lack(question: _Question) -> list[tuple[str, int, int, int]]:
    """What the cost lacks; while picks are open, for the cheapest of what could be picked."""
    best: list[tuple[str, int, int, int]] = []
    for picks in islice(_completions(question, [], 0), LOOKED_AT):
        found = question.call(f"c{question.number}", picks)
        if found and (not best or _size(found) < _size(best)):
            best = found
    return best


def _size(lack: list[tuple[str, int, int, int]]) -> int:
    return sum(needed - held for _enum, _kind, needed, held in lack)
