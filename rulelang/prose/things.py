"""Things that lie somewhere in a test: so many of these, whose they are, on which spots, or none at all."""

from __future__ import annotations

from itertools import groupby

import attrs

from rulelang.prose import nouns, numbers, places
from rulelang.prose.lines import Line, Nest, words_of
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

FEW_WORDS = 20  # in a sentence
SPAN = 3  # numbers in a row that are told by the first and the last
TURNED = "turned"
NONE = "0 "  # how an amount begins of which there is none


def name_of(expr: ex.Expr) -> str:
    """The name that an expression is; nothing if it is more than a name."""
    return expr.ident.text if isinstance(expr, ex.Name) else ""


def written(expr: ex.Expr) -> str:
    """The name of a thing or of a spot, which stands in quotes."""
    return expr.value if isinstance(expr, ex.Text) else name_of(expr)


def player(ident: ex.Ident, scope: Scope) -> Phrase:
    return scope.voice.noun(scope.lemma(ident.text))


# --- how much of what ------------------------------------------------------------------------------------


def told(what: ex.Expr, at: ex.Expr, scope: Scope) -> str:
    """The things of a place; what it has none of comes last: `3 ore and 1 grain, no brick or wool`."""
    voice = scope.voice
    number = _so_called(what, at, scope)
    if number is not None:
        return number
    said = [owned(part, at, scope).say() for part in parts(what)]
    some = voice.listed([text for text in said if not plain(text).startswith(NONE)])
    none = [text.removeprefix(NONE) for text in said if plain(text).startswith(NONE)]
    if not none:
        return some
    either = "and" if voice.is_russian else "or"  # «нет глины и шерсти»
    if not some and len(none) == 1 and _is_only_sort(at, scope):
        return voice.tell("faq_none")
    if not some:
        return voice.tell("faq_none_of", x=voice.listed(none, either))
    return voice.tell("faq_without", x=some, y=voice.listed(none, either))


def _so_called(what: ex.Expr, at: ex.Expr, scope: Scope) -> str | None:
    """Just how many, in a place that is called by what lies there: `Red’s hired merchants: 3`."""
    kept = at.name.text if isinstance(at, ex.Of) else name_of(at)
    if not isinstance(what, ex.Amount) or kept not in scope.world.places or not what.count.value:
        return None
    place = scope.lemma(kept).forms["nom"].casefold()
    name = written(what.kind) or (what.kind.ident.text if isinstance(what.kind, ex.Kind) else "")
    own = nouns.owned_kind(name, scope) if name else None
    lemma = own or (scope.member(name) if name else None)
    many = lemma.forms["plural_nom"].casefold() if lemma is not None else ""
    is_so = bool(many) and (place.endswith(f" {many}") or place.startswith(f"{many} "))
    return str(what.count.value) if is_so else None


def _is_only_sort(at: ex.Expr, scope: Scope) -> bool:
    """Whether a place takes one sort of things, as a purse takes coins."""
    enum = scope.world.enums.get(scope.world.shape(at, scope.shapes).kind)
    return enum is not None and len(enum.members) == 1


def owned(part: ex.Expr, at: ex.Expr, scope: Scope) -> Phrase:
    """So many of something; of a player’s things it is said whose, if it lies where all may lay theirs."""
    match part:
        case ex.Amount(kind=ex.KindOf(kind=kind, owner=owned_by)) if name_of(owned_by) in _holders(
            at
        ):
            return nouns.noun(attrs.evolve(part, kind=ex.Kind(kind.span, kind)), scope)
        case _:
            pass
    said = nouns.noun(part, scope)
    name = name_of(part.kind) if isinstance(part, ex.Amount) else ""
    owner = name.partition("_")[0]
    if not name or owner in _holders(at) or nouns.owned_kind(name, scope) is None:
        return said
    whose = scope.voice.noun(scope.lemma(owner))
    return scope.voice.with_tail(said, scope.voice.tell("belonging_to", x=whose))


def _holders(at: ex.Expr) -> set[str]:
    """Whose a place may be, by all that it names: `hand of red`, `folk of red_castle`, `folk of castle_of(red)`."""
    names = (node.ident.text for node in walk(at) if isinstance(node, ex.Name))
    return {name.partition("_")[0] for name in names}


def parts(what: ex.Expr) -> list[ex.Expr]:
    """The things that are put somewhere, one by one."""
    if isinstance(what, ex.SetLit):
        return list(what.items)
    return nouns.flat(what, "+")


def count(part: ex.Expr, scope: Scope) -> int:
    """How many things these are, for what is there: at least one."""
    return exactly(part, scope) or 1


def exactly(part: ex.Expr, scope: Scope) -> int:
    """How many things are named, be it none."""
    number: ex.Expr | None = part.count if isinstance(part, ex.Amount) else None
    if isinstance(part, ex.Binary) and part.op == "*":
        number = part.left
    found = numbers.value_of(number, scope) if number is not None else 1
    return 1 if found is None else found


def stands(what: ex.Expr, at: ex.Expr, scope: Scope) -> str | None:
    """A single thing on a place that has no name but its sign: `the pawn is on “2,0”`; None for anything else."""
    if not isinstance(at, ex.Text) or scope.teller.lexicon.label(at.value) is not None:
        return None
    item = scope.world.components.get(scope.world.members.get(written(what), ""))
    if item is None or item.how != "single" or item.per is not None or item.table is not None:
        return None
    return scope.voice.tell("faq_stands", x=nouns.noun(what, scope), s=scope.voice.quoted(at.value))


def listed(where: str, what: ex.Expr, at: ex.Expr, scope: Scope) -> Line | None:
    """Many things as a list; None for a few."""
    if words_of(nouns.noun(what, scope).say()) <= FEW_WORDS:
        return None
    return Nest(where, tuple(owned(part, at, scope).say() for part in parts(what)))


def apiece(amount: Phrase, number: int) -> str:
    """What each of several has: Russian says `по 1 монете`, but `по 5 монет`."""
    is_one = number % 10 == 1 and number % 100 != 11
    return amount.say("dat" if is_one else "nom")


def times(number: int, scope: Scope) -> str:
    """How often: once, twice, 3 times."""
    if number in {1, 2}:
        return scope.voice.tell("faq_once" if number == 1 else "faq_twice")
    return scope.voice.counted(number, scope.lemma("occasion")).say()


# --- spots -----------------------------------------------------------------------------------------------


def things_at(put: syn.Put, scope: Scope) -> list[str]:
    """Each thing with its spot, if there is one for each; else all things and all spots."""
    names = [at.value for at in put.at]
    found = parts(put.what)
    counts = [count(part, scope) for part in found]
    if sum(counts) != len(names):
        return [_at_spots(nouns.noun(put.what, scope), names, put.how, scope)]
    said: list[str] = []
    for part, number in zip(found, counts, strict=True):
        here, names = names[:number], names[number:]
        said.append(_at_spots(nouns.noun(part, scope), here, put.how, scope))
    return said


def _at_spots(what: Phrase, names: list[str], how: tuple[st.How, ...], scope: Scope) -> str:
    """`“L30” at “0,-1”, turned twice`."""
    voice = scope.voice
    said = f"{what.say()} {voice.tell('at_spots', x=voice.listed(_spots(names, scope)))}"
    for each in how:
        turn = numbers.value_of(each.turn, scope) if each.turn is not None else None
        if each.word == TURNED and turn:
            said = voice.tell("faq_turned", x=said, t=what, n=times(turn, scope))
    return said


def _spots(names: list[str], scope: Scope) -> list[str]:
    """What spots are called; one that is named twice among others says so."""
    found = {name: names.count(name) for name in names}
    if len(found) == 1:
        return [spot(names[0], scope)]
    return [
        spot(name, scope) if often == 1 else f"{spot(name, scope)} ({times(often, scope)})"
        for name, often in found.items()
    ]


def spot(name: str, scope: Scope) -> str:
    """What a spot is called, in quotes."""
    if name in scope.world.printed_parts:
        return scope.voice.quoted(nouns.part_name(name, scope))
    return scope.voice.quoted(name)


# --- nothing ---------------------------------------------------------------------------------------------


def is_nothing(what: ex.Expr) -> bool:
    is_empty = isinstance(what, ex.SetLit) and not what.items
    return is_empty or (isinstance(what, ex.Constant) and what.word == "none")


def empty(targets: list[ex.Expr], scope: Scope) -> list[str]:
    """Places with nothing in them, those of one sort together."""
    said: list[str] = []
    for _sort, found in groupby(targets, key=lambda target: _sort_of(target, scope)):
        group = list(found)
        numbered = _all_numbered(group, scope) if len(group) > 1 else None
        if numbered is not None:
            said.append(scope.voice.tell("nothing_there", where=numbered))
        elif len(group) > 1 and isinstance(group[0], ex.Of):
            said.append(_all_empty(group, scope))
        else:
            said += [nothing(target, scope) for target in group]
    return said


def _sort_of(target: ex.Expr, scope: Scope) -> str:
    """What places share that are told at once."""
    if isinstance(target, ex.Of):
        at = places.spot(target, scope)
        return target.name.text if at.how in {"in", "account"} else str(target.span.start)
    return scope.world.members.get(written(target), "")


def _all_empty(targets: list[ex.Expr], scope: Scope) -> str:
    """`the hands of Red and Blue are empty`."""
    voice = scope.voice
    if voice.is_russian:
        said = [places.spot(target, scope).phrase for target in targets]
        return voice.tell("empty", x=voice.joined(said))
    owned = [target for target in targets if isinstance(target, ex.Of)]
    return voice.tell("empty", x=of_all(owned, scope))


def of_all(targets: list[ex.Of], scope: Scope) -> Phrase:
    """Places of one name by that name and all to whom they belong: `the hands of Red and Blue`."""
    voice = scope.voice
    owners = [target.owner for target in targets]
    whose = voice.joined(
        [nouns.case_that_says_its_kind(each, scope) or nouns.noun(each, scope) for each in owners]
    )
    many = voice.noun(scope.lemma(targets[0].name.text), "the", plural=True)
    return voice.with_tail(many, voice.tell("of", x=whose))


def nothing(target: ex.Expr, scope: Scope) -> str:
    """That a place is empty: `Red’s purse is empty`, `Red has no hired merchants`."""
    voice, at = scope.voice, places.spot(target, scope)
    if at.how in {"in", "account"} and not isinstance(target, ex.Text):
        return voice.tell("empty", x=at.phrase)
    if at.how == "among" and at.name:
        bare = voice.noun(scope.lemma(at.name))
        if at.holder is not None:
            return voice.tell("faq_has_no", p=at.holder, k=bare)
        if isinstance(target, ex.Of):
            bare = voice.with_tail(bare, voice.tell("of", x=nouns.noun(target.owner, scope)))
        return voice.tell("faq_no_such", k=bare)
    return voice.tell("nothing_there", where=places.told(at, places.IN, scope))


def _all_numbered(targets: list[ex.Expr], scope: Scope) -> str | None:
    """Places that are called by numbers: `on the spaces 5–13`."""
    voice, world = scope.voice, scope.world
    names = [written(target) for target in targets]
    kinds = {world.members.get(name, "") for name in names}
    labels = [scope.member(name).forms["nom"] for name in names if name]
    if len(kinds) != 1 or len(labels) != len(names) or not all(map(str.isdigit, labels)):
        return None
    kind = voice.noun(scope.lemma(kinds.pop()), "the", plural=True)
    at = places.Spot("on", voice.with_tail(kind, voice.listed(_spans([int(n) for n in labels]))))
    return places.told(at, places.IN, scope)


def _spans(numbered: list[int]) -> list[str]:
    """Numbers that follow each other by the first and the last of them."""
    found: list[list[int]] = []
    for number in numbered:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    said: list[str] = []
    for run in found:
        said += [f"{run[0]}–{run[-1]}"] if len(run) >= SPAN else [str(number) for number in run]
    return said
