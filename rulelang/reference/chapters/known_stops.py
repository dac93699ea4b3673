"""What players leave undone in tests, from the cache if it can be: only playing shows it, and that takes its time."""

from __future__ import annotations

import time
from pathlib import Path

from rulelang.cache import Entry, Request, keep, recall
from rulelang.linking.model import Linked
from rulelang.prose.scope import Stops
from rulelang.source import Span
from rulelang.syntax.trees import items as syn


def kept_stops(linked: Linked, rules: Path, variants: tuple[Path, ...]) -> Stops:
    """Return what each `done` of the tests ends, by its place."""
    tests = sum(isinstance(item, syn.Test) for item in linked.items)
    # With and without the tests of the game itself, the same files are read.
    request = Request(f"stops of {tests} tests", rules, variants)
    kept = recall(request)
    if kept is None:
        from rulelang.scenarios.undone import stops_of  # plays tests

        since = time.time_ns()
        rows = [
            [at.path, at.start, at.end, where, list(offered)]
            for at, (where, offered) in stops_of(linked).items()
        ]
        kept = Entry({"stops": rows})
        keep(request, linked.all_files(), kept, since=since)
    return {Span(*at): (where, tuple(offered)) for *at, where, offered in kept.data["stops"]}
