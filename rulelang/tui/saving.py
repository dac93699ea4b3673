"""Games kept in files: how the game was opened, who sits where, and the record of the play.

The record is the runtime's own (rules hash, seed, answers by name); around it stands what is needed to find the
same rules again. A bare record is read too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

SAVE_VERSION = 1


class SaveError(ValueError):
    """A file that holds no saved game; the message says why."""


class Recipe(NamedTuple):
    """How a game was opened: a rules file or the name of a bundled game, and its options."""

    rules: str
    players: int | None
    settings: dict[str, str]
    variants: tuple[str, ...]


class Saved(NamedTuple):
    """A saved game; `bots` has the name of a bot for each seat, nothing for people."""

    recipe: Recipe
    bots: list[str]
    record: dict[str, Any]


def write_saved(file: Path, saved: Saved) -> None:
    """Write a saved game; OSError if the disk does not take it."""
    data = {
        "version": SAVE_VERSION,
        "rules": saved.recipe.rules,
        "players": saved.recipe.players,
        "settings": saved.recipe.settings,
        "variants": list(saved.recipe.variants),
        "bots": saved.bots,
        "record": saved.record,
    }
    file.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")


def read_saved(file: Path) -> Saved:
    """Read a saved game.

    Raises:
        SaveError: the file cannot be read or is something else.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SaveError(str(error.strerror)) from None
    except ValueError:
        raise SaveError("it is no JSON") from None
    if isinstance(data, dict) and "answers" in data:
        data = {"version": SAVE_VERSION, "rules": data.get("game"), "record": data}
    try:
        if data["version"] != SAVE_VERSION:
            raise SaveError(f"it has version {data['version']}, not {SAVE_VERSION}")
        record = data["record"]
        recipe = Recipe(
            rules=str(data["rules"]),
            players=int(record["players"]),
            settings={str(k): str(v) for k, v in data.get("settings", {}).items()},
            variants=tuple(map(str, data.get("variants", ()))),
        )
        _check_record(record)
        return Saved(recipe, [str(bot) for bot in data.get("bots", ())], record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SaveError):
            raise
        raise SaveError("it is no saved game") from None


def _check_record(record: dict[str, Any]) -> None:
    """Raise if a record lacks something; its answers are judged when they are played."""
    int(record["seed"])
    str(record["rules_hash"])
    for player, name, *_chance in record["answers"]:
        if not isinstance(player, str) or not isinstance(name, str):
            raise SaveError("it is no saved game")


def resume(game: Game, record: dict[str, Any]) -> Play:
    """Return a saved play with its whole past, by playing it again.

    Raises:
        SaveError: the rules are not what they were, and an answer does not fit any more.
    """
    try:
        return game.load(record)
    except RulesChangedError as error:
        raise SaveError(str(error)) from None
