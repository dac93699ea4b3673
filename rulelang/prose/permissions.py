"""What players may and may not do in tests, neighbours of one action told at once.

`Red may not build a settlement on “0:-1:S” or “1:-1:S”: this intersection or one next to it is taken.` Different
reasons for the same action are a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import attrs

from rulelang.frozen import frozen
from rulelang.prose import played, refusals, verbs
from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import plain
from rulelang.prose.scope import Scope
from rulelang.prose.things import player
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

GOES_ON = (",", "and ", "и ")  # parts that are no answer to where or what
Answer = syn.Refused | syn.Allowed


@frozen
class May:
    """An action that somebody may take, or not, by a key of templates and for what reason."""

    use: verbs.Use
    key: str
    why: str = ""


def sort(outcome: Answer, scope: Scope) -> tuple[str, ...] | None:
    """What neighbours must share to be told at once; None where no verb says what is done."""
    use = played.use_of(outcome.callee, outcome.player, scope)
    if use is None or verbs.told(use, verbs.TO_DO, scope) is None:
        return None
    return "may", type(outcome).__name__, outcome.player.text


def told(outcomes: list[Answer], scope: Scope) -> Iterator[Line]:
    """What a player may do, or may not."""
    who = outcomes[0].player
    found = [_may(each, scope) for each in outcomes]
    for (key, _name), same in groupby(found, key=_group):
        group = _merged(list(same), scope)
        if not _is_alone(group[0]):
            yield from _of_one_action(group, who, scope)
            continue
        does = [_verb(each.use, scope) for each in group]
        yield scope.voice.tell(key, p=player(who, scope), x=_neither(does, scope))


def _group(may: May) -> tuple[str, str]:
    return may.key, "" if _is_alone(may) else may.use.rule.name.text


def _is_alone(may: May) -> bool:
    """Whether nothing but the verb is told, so that several actions stand in one sentence."""
    return may.key == "verb_refused_now"


def _may(outcome: Answer, scope: Scope) -> May:
    use = played.use_of(outcome.callee, outcome.player, scope)
    assert use is not None
    if isinstance(outcome, syn.Allowed):
        return May(use, "verb_allowed")
    by = outcome.by.text if outcome.by is not None else ""
    if by in refusals.PERIODS:
        return May(use, f"verb_refused_{refusals.PERIODS[by]}")
    return May(use, "verb_refused", refusals.reason(outcome, scope))


def _verb(use: verbs.Use, scope: Scope) -> str:
    said = verbs.told(use, verbs.TO_DO, scope)
    assert said is not None
    return said


def _neither(does: list[str], scope: Scope) -> str:
    """Several things that are not done: `roll the dice or build a road`."""
    if not scope.voice.is_russian or len(does) == 1:
        return scope.voice.listed(does, "or")
    return ", ".join(f"ни {each}" for each in does)


def _of_one_action(group: list[May], who: ex.Ident, scope: Scope) -> Iterator[Line]:
    voice, p = scope.voice, player(who, scope)
    common = _common(group, scope) if len(group) > 1 else None
    if common is None:
        for may in group:
            said = voice.tell(may.key, p=p, x=_verb(may.use, scope))
            yield voice.tell("faq_because", x=said, why=may.why) if may.why else said
        return
    intro, parts = common
    items = [
        voice.tell("faq_because", x=part, why=may.why)
        for part, may in zip(parts, group, strict=True)
    ]
    yield Nest(voice.tell(group[0].key, p=p, x=intro), tuple(items))


def _common(group: list[May], scope: Scope) -> tuple[str, list[str]] | None:
    """With what all begin, and how each goes on: `build a road`, `on “0:0:E”`; None where that reads badly."""
    found = [verbs.parts(may.use, scope) for may in group]
    if any(not may.why for may in group) or any(each is None for each in found):
        return None
    told = [each for each in found if each is not None]
    shared = 0
    while all(
        len(each) > shared + 1 and each[: shared + 1] == told[0][: shared + 1] for each in told
    ):
        shared += 1
    first, rest = " ".join(told[0][:shared]), [" ".join(each[shared:]) for each in told]
    is_clear = len(plain(first).split()) > 1 and not any(each.startswith(GOES_ON) for each in rest)
    return (first, rest) if is_clear else None


# --- the same for several --------------------------------------------------------------------------------


def _merged(group: list[May], scope: Scope) -> list[May]:
    """Those that differ in one thing that was chosen, and in nothing else, as one."""
    found: list[tuple[str, list[May]]] = []  # in what they differ, if there are several
    for may in group:
        for number, (name, others) in enumerate(found):
            apart = _difference(others[0], may, scope)
            if apart and name in {"", apart}:
                found[number] = (apart, [*others, may])
                break
        else:
            found.append(("", [may]))
    return [_as_one(name, mays, scope) for name, mays in found]


def _difference(one: May, other: May, scope: Scope) -> str:
    """The only parameter in which two differ; nothing if it is not the only one, or if the verb does not tell it."""
    if (one.use.rule, one.key, one.why) != (other.use.rule, other.key, other.why):
        return ""
    mine, theirs = one.use.phrases, other.use.phrases
    apart = [name for name in sorted({*mine, *theirs}) if mine.get(name) != theirs.get(name)]
    is_told = len(apart) == 1 and verbs.tells(one.use, apart[0], scope)
    return apart[0] if is_told and apart[0] in mine and apart[0] in theirs else ""


def _as_one(name: str, mays: list[May], scope: Scope) -> May:
    first = mays[0]
    if not name:
        return first
    whole = scope.voice.joined([may.use.phrases[name] for may in mays], "or")
    use = attrs.evolve(first.use, phrases={**first.use.phrases, name: whole})
    return attrs.evolve(first, use=use)
