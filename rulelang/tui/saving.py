"""Games kept in files: how the game was opened, who sits where, and the record of the play.

The record is the runtime's own (rules hash, seed, answers by name); around it stands what is needed to find the
same rules again. A bare record is read too. A saved game may come from a stranger: it is read through a schema, and the paths
in it can only be those of rules files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from attrs import Factory, frozen

from rulelang.bundled import BUNDLED, SUFFIX
from rulelang.files import BadInputError, UnreadableError, read_bytes, write_file
from rulelang.foreign_data import Count, Plain, Range, Seed, parse, read_as
from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

SAVE_VERSION = 1
MOST_BYTES = 32_000_000

Players = Annotated[int, Range(1, 100)]


class SaveError(BadInputError):
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


# --- the schema: what a file of strangers may hold ---------------------------------------------------------


class SavedChance(NamedTuple):
    """An outcome of chance that was fixed: which, and what came up."""

    name: str
    value: Plain


class SavedAnswer(NamedTuple):
    """An answer: who gave it, the name of the option, what was fixed for it."""

    player: str
    option: str
    chance: list[SavedChance] = []  # noqa: RUF012  (never changed: only the shape is asked for)


class SavedMark(NamedTuple):
    """A position in short, see `comparing.Mark`."""

    player: str
    options: int
    points: list[int]
    lines: dict[str, list[int]] = {}  # noqa: RUF012


@frozen(kw_only=True)
class SavedRecord:
    """What `Play.save` writes, and what commands add to it."""

    version: Count
    game: str
    rules_hash: str
    players: Players
    settings: dict[str, Plain] = Factory(dict)
    seed: Seed
    answers: list[SavedAnswer]
    state: list[int] = Factory(list)
    chance: list[SavedChance] = Factory(list)
    held: dict[str, list[str]] = Factory(dict)
    start: list[int] = Factory(list)
    marks: list[SavedMark] = Factory(list)
    items: dict[str, int] = Factory(dict)
    fault: str = ""


@frozen(kw_only=True)
class SavedFile:
    """A whole file."""

    version: Count
    rules: str
    players: Players | None = None
    settings: dict[str, str] = Factory(dict)
    variants: list[str] = Factory(list)
    bots: list[str] = Factory(list)
    record: SavedRecord


def write_saved(file: Path, saved: Saved) -> None:
    """Write a saved game; UnwritableError if the disk does not take it."""
    data = {
        "version": SAVE_VERSION,
        "rules": saved.recipe.rules,
        "players": saved.recipe.players,
        "settings": saved.recipe.settings,
        "variants": list(saved.recipe.variants),
        "bots": saved.bots,
        "record": saved.record,
    }
    write_file(file, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def read_saved(file: Path) -> Saved:
    """Read a saved game.

    Raises:
        SaveError: the file cannot be read or is something else; the message says where.
    """
    try:
        data = parse(read_bytes(file, MOST_BYTES))
        if isinstance(data, dict) and "answers" in data:
            data = {"version": SAVE_VERSION, "rules": data.get("game"), "record": data}
        if isinstance(data, dict) and data.get("version", SAVE_VERSION) != SAVE_VERSION:
            raise SaveError(f"it has version {_shown(data['version'])}, not {SAVE_VERSION}")
        found = read_as(data, SavedFile)
    except UnreadableError as fault:
        raise SaveError(str(fault.strerror)) from None
    except SaveError:
        raise
    except BadInputError as fault:
        raise SaveError(f"it is no saved game: {fault}") from None
    for path in (found.rules, *found.variants):
        _check_path(path)
    recipe = Recipe(found.rules, found.record.players, found.settings, tuple(found.variants))
    return Saved(recipe, found.bots, data["record"])


def _shown(value: object) -> str:
    return str(value) if isinstance(value, int) and 0 <= value < 10**9 else "of another kind"


def _check_path(written: str) -> None:
    """A saved game can name a game that comes along or a rules file, and nothing else on this machine."""
    name = written.removeprefix(BUNDLED)
    if Path(name).name == name and Path(name).suffix == "" and not Path(name).is_file():
        return
    if name.startswith(("//", "\\\\")):
        raise SaveError(f"it names rules on another machine: `{written}`")
    try:
        really = Path(name).resolve()
    except (OSError, ValueError, RuntimeError):
        really = Path()
    if Path(name).suffix != SUFFIX or really.suffix != SUFFIX:
        raise SaveError(f"it names `{written}`, which is no rules file")


def resume(game: Game, record: dict[str, Any]) -> Play:
    """Return a saved play with its whole past, by playing it again.

    Raises:
        SaveError: the rules are not what they were, and an answer does not fit any more.
    """
    try:
        return game.load(record)
    except RulesChangedError as error:
        raise SaveError(str(error)) from None
