"""What is to be done: a function of games, options and a number, for every number below a count.

The function is named, not passed, so that another process or machine can find it. It must be pure: its result is
plain data that depends on nothing but its arguments. Results travel as JSON text, so that one read from a file or
sent by another machine is the same, bit for bit, as one worked out here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from rulelang.files import BadInputError
from rulelang.runtime.game import Game, load_compiled

FORMAT = 1
MOST_ITEMS = 1_000_000_000

Data = Any  # JSON edge: plain data of any shape
Work = Callable[[Sequence[Game], Data, int], Data]
Item = tuple[int, str]  # the number of an item and its result as JSON text


class Job(NamedTuple):
    """Work to do; `work` is `module:function`, `options` is plain data."""

    work: str
    games: tuple[Game, ...]
    options: Data
    items: int


class JobError(Exception):
    """Work that cannot be done; the message is for whoever asked for it."""


class StoppedError(JobError):
    """Work that could not be finished, though it was begun: what is done stays."""


def describe(job: Job) -> Data:
    """Return everything that the results rest on as plain data; more items change none of them."""
    return {
        "format": FORMAT,
        "work": job.work,
        "games": [
            {
                "name": game.name,
                "rules_hash": game.rules_hash,
                "players": game.players,
                "settings": dict(game.description.settings),
                "bot_limits": {
                    name: list(few) for name, few in game.description.bot_limits.items()
                },
            }
            for game in job.games
        ],
        "options": job.options,
    }


def job_key(job: Job) -> str:
    """Return a fingerprint of everything that the results rest on."""
    text = json.dumps(describe(job), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def do_item(job: Job, number: int) -> str:
    """Work out one item and return its result as JSON text."""
    result = find_work(job.work)(job.games, job.options, number)
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def check_result(job: Job, number: int, result: Data) -> None:
    """Raise BadInputError if this is no result of an item, as one from a file of a stranger may be.

    The module of the work has a function `check_result` of games, options, number and result for it.
    """
    if not 0 <= number < MOST_ITEMS:
        raise BadInputError(f"there is no item {number}")
    check = getattr(import_module(job.work.partition(":")[0]), "check_result", None)
    if check is not None:
        check(job.games, job.options, number, result)


def find_work(name: str) -> Work:
    """Return the function that a job names."""
    module, _colon, function = name.partition(":")
    found: Work = getattr(import_module(module), function)
    return found


# --- jobs for other processes -----------------------------------------------------------------------


def to_data(job: Job) -> Data:
    """Return a job as plain data that can be sent; code objects stay here."""
    games = [
        {name: part for name, part in game.to_data().items() if name != "code"}
        for game in job.games
    ]
    return {"work": job.work, "games": games, "options": job.options, "items": job.items}


def from_data(data: Mapping[str, Any]) -> Job:
    """Return the job that `to_data` has written; its games are compiled to byte code once."""
    games = tuple(load_compiled(game) for game in data["games"])
    return Job(data["work"], games, data["options"], data["items"])
