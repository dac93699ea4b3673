"""Lines about several things at once: out come hooks on one place each, with the same lines, and single removals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulelang.syntax.trees.items import Hook, Item, Power, Remove


def spread(items: Iterable[Item]) -> Iterator[Item]:
    """Take `before or after a`, `after a or b` (in powers too) and `remove a, b` apart."""
    for item in items:
        match item:
            case Hook():
                yield from _apart(item)
            case Remove(also=also) if also:
                for name in (item.name, *also):
                    yield Remove(name.span, name)
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
