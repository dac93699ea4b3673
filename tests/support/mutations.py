"""Plain data and bytes with slips in them: in goes something whole, out comes something that nearly is."""

from __future__ import annotations

import copy
import random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 2**31, 2**64, 2**130, -(2**70), 10**300, 1.5, -0.0, 1e308, "", "x", "\x1b[2J",
    "\u202e", "\ud800", "ж" * 30, [], {}, [[]], [1], ["x"], {"a": 1}, [[[[[[[1]]]]]]], "../x.rules", "{x}", "%s",
)  # fmt: skip


def changed(data: Any, chance: random.Random) -> Any:
    """Return plain data in which one to three places are not what they were."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = _changed_once(data, chance)
    return data


def _changed_once(data: Any, chance: random.Random) -> Any:
    places = list(_places(data))
    if not places or chance.random() < 0.02:
        return chance.choice(ODD)
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 0 | 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(chance.choice(holder)))
        case 2 if isinstance(holder, list):
            del holder[key]
        case 3 if isinstance(holder, dict):
            holder[chance.choice(("x", "version", "answers", ""))] = holder[key]
        case 4 if type(holder[key]) is int:
            holder[key] += chance.choice((-1, 1, 2, -5, 1000, 10**12))
        case _:
            holder[key] = copy.deepcopy(chance.choice(ODD))
    return data


def _places(data: Any) -> Any:
    """Every place of plain data, as what holds it and the key there."""
    todo = [data]
    while todo:
        value = todo.pop()
        keys = (
            value
            if isinstance(value, dict)
            else range(len(value))
            if isinstance(value, list)
            else ()
        )
        for key in keys:
            yield value, key
            todo.append(value[key])


def torn(content: bytes, chance: random.Random) -> bytes:
    """Return bytes of which some are gone, doubled or something else."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        at, length = chance.randrange(len(content) + 1), chance.choice((0, 1, 2, 9, 200))
        put = chance.choice((b"", b"", b",", b'"', b"\n", b"\r", b"\x00", b"\x1b]0;x\x07", b"\xff", b"-1", b"9" * 30,
                             "\u202e".encode(), content[at : at + length] * 2))  # fmt: skip
        content = content[:at] + put + content[at + length :]
    return content
