"""Hooks on several places at once: out come hooks on one place each, with the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulelang.syntax.trees.items import Hook, Item, Power


def spread(items: Iterable[Item]) -> Iterator[Item]:
    """Take `before or after a` and `after a or b` apart, in powers too."""
    for item in items:
        match item:
            case Hook():
                yield from _apart(item)
            case Power(lines=lines) if any(isinstance(line, Hook) for line in lines):
                apart = (_apart(line) if isinstance(line, Hook) else (line,) for line in lines)
                yield attrs.evolve(item, lines=tuple(one for each in apart for one in each))
            case _:
                yield item


def _apart(hook: Hook) -> Iterator[Hook]:
    words = hook.word.split(" or ")
    if len(words) == 1 and not hook.also:
        yield hook
        return
    for name in (hook.name, *hook.also):
        for word in words:
            yield attrs.evolve(hook, word=word, name=name, also=())
