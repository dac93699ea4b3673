"""Saving and replaying: a game is (rules hash, options, seed, decisions), with the vector beside it.

Decisions are kept by names, so that a record can be replayed on changed rules as long as the names
still mean something; the vector lets an unchanged game go on at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.runtime.decisions import named_option
from rulelang.runtime.faults import NotOfferedError, RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.layout import ASKED
from rulelang.runtime.play import Answer, Play

RECORD_VERSION = 1

Record = dict[str, Any]  # plain data for JSON


def save(play: Play) -> Record:
    """Return a play as plain data, ready for JSON."""
    game = play.game
    return {
        "version": RECORD_VERSION,
        "game": game.name,
        "rules_hash": game.rules_hash,
        "players": game.players,
        "settings": dict(game.meta["settings"]),
        "seed": play.seed,
        "answers": [*play.earlier, *(_by_name(game, answer) for answer in play.answers)],
        "state": list(play.state),
    }


def _by_name(game: Game, answer: Answer) -> list[str]:
    option = named_option(game, answer.before, answer.value)
    return [game.player_names[answer.before[ASKED]], option.name]


def load(game: Game, record: Mapping[str, Any]) -> Play:
    """Return the play that was saved: at once if the rules are the same, else by replaying it.

    The past of a play that is loaded at once cannot be undone.
    """
    _check(game, record)
    if record["rules_hash"] != game.rules_hash:
        return replay(game, record)
    play = Play(game, list(record["state"]), int(record["seed"]))
    play.earlier = [list(answer) for answer in record["answers"]]
    return play


def replay(game: Game, record: Mapping[str, Any]) -> Play:
    """Play all answers of a record again, by name.

    Raises:
        RulesChangedError: somebody else is asked, or a name is not offered any more.
    """
    _check(game, record)
    play = game.start(seed=int(record["seed"]))
    for number, (player, name) in enumerate(record["answers"]):
        if play.is_over:
            raise RulesChangedError(f"the game is over before answer {number}")
        asked = game.player_names[play.player]
        if asked != player:
            raise RulesChangedError(f"answer {number} is of {player}, but {asked} is asked")
        try:
            play.choose(name)
        except NotOfferedError as error:
            raise RulesChangedError(f"answer {number} of {player}: {error}") from None
    return play


def _check(game: Game, record: Mapping[str, Any]) -> None:
    if record["version"] != RECORD_VERSION:
        raise RulesChangedError(f"a record of version {record['version']}, not {RECORD_VERSION}")
    if record["game"] != game.name or record["players"] != game.players:
        raise RulesChangedError(
            f"a record of {record['game']} for {record['players']}, "
            f"not of {game.name} for {game.players}"
        )
