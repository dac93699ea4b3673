"""Saving and replaying: a game is (rules hash, options, seed, answers), with the vector beside it.

Answers and fixed outcomes of chance are kept by names, so that a record can be replayed on changed
rules as long as the names still mean something. A record of the same rules must lead to its vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any

from rulelang.runtime import outcomes
from rulelang.runtime.decisions import named_option
from rulelang.runtime.faults import Fault, NotOfferedError, RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.layout import ASKED
from rulelang.runtime.play import Answer, Play, Said

RECORD_VERSION = 3
# Its hash of the rules was one of generated code, which says nothing about the rules of today.
_WITH_HASH_OF_CODE = 2
# What a record must have, and what it may have, with the kinds of plain data.
_PARTS: Mapping[str, type | UnionType] = {
    "version": int, "game": str, "rules_hash": str, "players": int, "seed": int, "answers": list | tuple,
}  # fmt: skip
# How a position or an outcome of chance that was made up shows itself; what the engine makes raises none of these.
_MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_MORE: Mapping[str, type | UnionType] = {"state": list, "chance": list, "held": dict, "start": list}

Record = dict[str, Any]  # plain data for JSON
Outcomes = list[list[Any]]  # [name of a chance, value by name]


def save(play: Play) -> Record:
    """Return a play as plain data, ready for JSON.

    An answer is [player, option], with the outcomes of chance as a third where they were fixed.
    `held` are half answers of a `together`; `start` is the vector of a play that was entered at a
    step and `chance` what was fixed for set-up.
    """
    game = play.game
    record: Record = {
        "version": RECORD_VERSION,
        "game": game.name,
        "rules_hash": game.rules_hash,
        "players": game.players,
        "settings": dict(game.description.settings),
        "seed": play.seed,
        "answers": [_by_name(game, answer) for answer in play.answers],
        "state": list(play.state),
    }
    if play.said:
        record["chance"] = _outcomes(game, play.said)
    if play.held:
        record["held"] = {game.player_names[who]: names for who, names in play.held.items()}
    if play.start is not None:
        record["start"] = list(play.start)
    return record


def _by_name(game: Game, answer: Answer) -> list[Any]:
    option = named_option(game, answer.before, answer.value)
    said = [_outcomes(game, answer.said)] if answer.said else []
    return [game.player_names[answer.before[ASKED]], option.name, *said]


def _outcomes(game: Game, said: Said) -> Outcomes:
    return [[name, outcomes.to_words(game, name, value)] for name, value in said]


def _fixed(game: Game, said: Iterable[Any]) -> dict[str, list[object]]:
    fixed: dict[str, list[object]] = {}
    for name, value in said:
        fixed.setdefault(name, []).append(outcomes.from_words(game, name, value))
    return fixed


def load(game: Game, record: Mapping[str, Any]) -> Play:
    """Return the play that was saved, with its whole past: everything is played again.

    Raises:
        RulesChangedError: the rules have changed so that an answer does not fit any more, or they
            are the same and the answers do not lead to the position beside them.
    """
    play = replay(game, record)
    if _has_hash_of(game, record) and "state" in record and play.state != list(record["state"]):
        raise RulesChangedError("the answers do not lead to the position beside them")
    return play


def has_same_rules(game: Game, record: Mapping[str, Any]) -> bool:
    """Was a record saved with these rules? An old one is judged by the position it leads to."""
    if record["version"] != _WITH_HASH_OF_CODE:
        return _has_hash_of(game, record)
    try:
        play = replay(game, record)
    except (RulesChangedError, Fault):
        return False
    return "state" not in record or play.state == list(record["state"])


def _has_hash_of(game: Game, record: Mapping[str, Any]) -> bool:
    if record["version"] == _WITH_HASH_OF_CODE:
        return False
    return str(record["rules_hash"]) == game.rules_hash


def replay(game: Game, record: Mapping[str, Any]) -> Play:
    """Play all answers of a record again, by name.

    Raises:
        RulesChangedError: somebody else is asked, or a name is not offered any more.
    """
    play = begin(game, record)
    for number in range(len(record["answers"])):
        repeat_answer(play, record, number)
    for player, names in record.get("held", {}).items():
        if player not in game.player_names:
            raise RulesChangedError(f"half an answer of {player}, who does not play")
        play.held[game.player_names.index(player)] = list(names)
    return play


def begin(game: Game, record: Mapping[str, Any]) -> Play:
    """Return the play of a record before its first answer."""
    _check(game, record)
    seed = int(record["seed"])
    if "start" in record:
        if not _fits_start(game, record):
            raise RulesChangedError("a play that began in the middle, with other rules")
        return _from_the_middle(game, list(record["start"]), seed)
    if not record.get("chance"):
        return game.start(seed=seed)
    try:
        with game.chance.fix(_fixed(game, record["chance"])):
            return game.start(seed=seed)
    except _MISFITS as error:
        raise RulesChangedError(f"what was fixed for set-up: {_said(error)}") from None


def _from_the_middle(game: Game, start: list[int], seed: int) -> Play:
    """Return a play that begins with a vector; one that nobody can look at is no position of this game."""
    play = Play(game, start, seed)
    play.start = list(start)
    try:
        if len(start) != len(game.new_state(seed)):
            raise ValueError(f"it has {len(start)} numbers")
        if not play.is_over:
            play.options()
        for viewer in (None, *range(game.players)):
            play.view(viewer)
        play.scores()
    except _MISFITS as error:
        said = f"what it begins with is no position of this game: {_said(error)}"
        raise RulesChangedError(said) from None
    return play


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__


def _fits_start(game: Game, record: Mapping[str, Any]) -> bool:
    if record["version"] == _WITH_HASH_OF_CODE:
        return len(record["start"]) == game.layout.size
    return _has_hash_of(game, record)


def repeat_answer(play: Play, record: Mapping[str, Any], number: int) -> None:
    """Give one answer of a record, with the outcomes of chance that belong to it."""
    game = play.game
    player, name, *said = record["answers"][number]
    which = f"answer {number + 1} of {len(record['answers'])} ({player}: {name})"
    if play.is_over:
        raise RulesChangedError(f"{which}: the game is already over")
    asked = game.player_names[play.player]
    waiting = {game.player_names[each]: each for each in play.deciders}
    if player not in waiting:
        raise RulesChangedError(f"{which}: {asked} is asked instead")
    try:
        with game.chance.fix(_fixed(game, said[0] if said else ())):
            play.choose(name, player=waiting[player])
    except (Fault, NotOfferedError) as error:
        raise RulesChangedError(f"{which}: {error}") from None
    except _MISFITS as error:
        if not said and "start" not in record:
            raise  # only the rules and the engine have had a hand in it
        raise RulesChangedError(f"{which}: {_said(error)}") from None


def _check(game: Game, record: Mapping[str, Any]) -> None:
    """Raise if this is no record of this game; it may come from a stranger."""
    for part, kinds in _PARTS.items():
        if not isinstance(record.get(part), kinds):
            raise RulesChangedError(f"no record of a game: `{part}` is missing or something else")
    for part, kinds in _MORE.items():
        if part in record and not isinstance(record[part], kinds):
            raise RulesChangedError(f"no record of a game: `{part}` is something else")
    for number, answer in enumerate(record["answers"], start=1):
        if not (isinstance(answer, list | tuple) and len(answer) in (2, 3)):
            raise RulesChangedError(f"no record of a game: answer {number} is something else")
    if record["version"] not in (_WITH_HASH_OF_CODE, RECORD_VERSION):
        raise RulesChangedError(f"a record of version {record['version']}, not {RECORD_VERSION}")
    if record["game"] != game.name or record["players"] != game.players:
        raise RulesChangedError(
            f"a record of {record['game']} for {record['players']}, "
            f"not of {game.name} for {game.players}"
        )
