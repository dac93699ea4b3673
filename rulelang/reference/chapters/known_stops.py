"""What players leave undone in tests, from the cache if it can be: only playing shows it, and that takes its time."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from attrs import frozen

from rulelang.cache import CacheEntry, Request, keep, recall_as
from rulelang.linking.model import Linked
from rulelang.prose.scope import Stops
from rulelang.source import Span
from rulelang.syntax.trees import items as syn


class KeptStop(NamedTuple):
    """The place of a `done`, and what it ends."""

    path: str
    start: int
    end: int
    where: str
    offered: list[str]


@frozen
class KeptStops:
    """What the cache keeps."""

    stops: list[KeptStop]


def kept_stops(linked: Linked, rules: Path, variants: tuple[Path, ...]) -> Stops:
    """Return what each `done` of the tests ends, by its place."""
    tests = sum(isinstance(item, syn.Test) for item in linked.items)
    # With and without the tests of the game itself, the same files are read.
    request = Request(f"stops of {tests} tests", rules, variants)
    kept = recall_as(request, KeptStops)
    if kept is None:
        from rulelang.scenarios.undone import stops_of  # plays tests

        since = time.time_ns()
        rows = [
            KeptStop(at.path, at.start, at.end, where, list(offered))
            for at, (where, offered) in stops_of(linked).items()
        ]
        kept = KeptStops(rows)
        keep(request, linked.all_files(), CacheEntry({"stops": rows}), since=since)
    return {Span(at.path, at.start, at.end): (at.where, tuple(at.offered)) for at in kept.stops}
