"""Numbers of one sort that the answers of a test give one after the other, as one line: `points for “Money”: Red 3, Blue 4`.

Either the same is counted for several players or things, or several lines of the score for one player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rulelang.frozen import frozen
from rulelang.prose import elements, nouns, things
from rulelang.prose.lines import Line, words_of
from rulelang.prose.phrases import link
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

SHORT = 20  # words of a sentence about all that there is
Answer = TypeVar("Answer")
PREPOSITIONS = (
    " to",
    " on",
    " in",
    " at",
    " from",
    " by",
    " до",
    " на",
    " в",
    " у",
    " от",
    " к",
    " с",
    " за",
)
# How many of something there are on a board or at all: `there are 9 harbours on the island`, «на острове 9 гаваней».
THERE = (
    re.compile(r"(there (?:is|are) )([1-9]\d* .+?)((?: on [^,]+)?)"),
    re.compile(r"((?:всего|на) [^\d]*)([1-9]\d* .+)()"),
)
LAST_GAP = re.compile(r"(?: (?:of|for))? ?\{\w+(?::\w+)?\}$")


@frozen
class Tally:
    """A number of something, for whom or what."""

    name: str
    owner: ex.Expr
    number: ex.Number


def tally(outcome: object, scope: Scope) -> Tally | None:
    """What an answer counts, if it says just how much that is."""
    match outcome:
        case syn.HoldsTrue(
            expr=ex.Binary(
                op="=",
                left=ex.CallExpr(name=ex.Ident(text=name), args=(owner,)),
                right=ex.Number() as number,
            )
        ) if elements.is_constant(owner, scope):
            is_known = name in scope.world.scores or _word(name, scope) is not None
            return Tally(name, owner, number) if is_known else None
        case _:
            return None


def _word(name: str, scope: Scope) -> str | None:
    """What a definition counts, without for whom; None where that is no part that can go."""
    label = scope.teller.lexicon.label(name)
    if name not in scope.world.defines or label is None:
        return None
    word = LAST_GAP.sub("", label)
    is_open = re.search(r"[{|]|\byour?\b|(?<!\w)ва[мсш]", word) or word.endswith(PREPOSITIONS)
    return word if word and not is_open else None


def runs(found: Sequence[Answer], scope: Scope) -> Iterator[tuple[list[Answer], list[Tally]]]:
    """The answers in order: several numbers that make up one line, or all up to the next of these."""
    rest: list[Answer] = []
    at = 0
    while at < len(found):
        run = _run(found[at:], scope)
        if len(run) > 1:
            yield rest, run
            rest, at = [], at + len(run)
        else:
            rest.append(found[at])
            at += 1
    yield rest, []


def _run(found: Sequence[object], scope: Scope) -> list[Tally]:
    """The numbers at the start that belong together, as the first two of them do."""
    run: list[Tally] = []
    for outcome in found:
        one = tally(outcome, scope)
        if one is None or (run and not _are_alike(run[-1], one, scope)):
            break
        if len(run) > 1 and (run[0].name == run[1].name) != (run[-1].name == one.name):
            break
        run.append(one)
    return run


def told(found: list[Tally], scope: Scope) -> str:
    """Several numbers in one line."""
    voice, first = scope.voice, found[0]
    if len({each.name for each in found}) > 1:
        pairs = [(nouns.linked_label(each.name, scope), each.number) for each in found]
        what = voice.tell("faq_points_of", p=nouns.noun(first.owner, scope))
    else:
        pairs = [(nouns.noun(each.owner, scope).say(), each.number) for each in found]
        what = voice.tell("faq_points_for", x=nouns.linked_label(first.name, scope))
        if first.name not in scope.world.scores:
            what = link(first.name, _word(first.name, scope) or first.name)
    said = [voice.tell("faq_kept", x=who, v=str(number.value)) for who, number in pairs]
    return voice.tell("faq_value", x=what, v=", ".join(said))


def _are_alike(one: Tally, other: Tally, scope: Scope) -> bool:
    """Whether two numbers belong into one line."""
    is_same = things.written(one.owner) == things.written(other.owner)
    if one.name == other.name:
        return not is_same and _kind(one, scope) == _kind(other, scope)
    return is_same and {one.name, other.name} <= set(scope.world.scores)


def _kind(found: Tally, scope: Scope) -> str:
    return scope.world.shape(found.owner, scope.shapes).kind


def there(lines: Iterable[Line], scope: Scope) -> Iterator[Line]:
    """The lines with what there is at one place in one sentence: `there are 6 settlements and 6 roads on the island`."""
    pattern = THERE[scope.voice.is_russian]
    found: list[re.Match[str]] = []
    for line in [*lines, None]:
        here = pattern.fullmatch(line) if isinstance(line, str) else None
        if found and (here is None or _where(here) != _where(found[0])):
            many = scope.voice.listed([each[2] for each in found])
            whole = f"{found[0][1]}{many}{found[0][3]}"
            yield from [whole] if words_of(whole) <= SHORT else [each[0] for each in found]
            found = []
        if here is not None:
            found.append(here)
        elif line is not None:
            yield line


def _where(here: re.Match[str]) -> str:
    return here[3] or here[1].removeprefix("there is ").removeprefix("there are ")
