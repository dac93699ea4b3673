"""The position that a test starts from, as sentences: what lies where, in which order, and what is noted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulelang.prose import clauses, nouns, places, things
from rulelang.prose.lines import Line, Nest, words_of
from rulelang.prose.phrases import Phrase, link, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

FEW = 4  # places in a sentence
SPREAD_WORDS = 36  # of a sentence about many places
FACES = ("face_up", "face_down")
TOP, BOTTOM = "on_top", "at_bottom"
YES = "is_so"
Given = syn.Put | syn.PutValue


def placed(placements: list[Given], scope: Scope) -> Iterator[Line]:
    """What lies where; neighbours that say the same, or say it of the same place, are told at once."""
    only, placements = _filled_anew(placements, scope)
    rest, placements = _filled_in_part(_once(placements, scope), scope)
    for sort, found in groupby(
        placements, key=lambda put: ("rest",) if put in rest else _sort(put, scope)
    ):
        group = list(found)
        puts = [put for put in group if isinstance(put, syn.Put)]
        match sort[0]:
            case "rest":
                yield from (_others_empty(put, scope) for put in puts)
            case "nothing":
                yield from things.empty([put.target for put in group], scope)
            case "pile":
                yield _piled(puts, scope, is_all=sort[1] in only)
            case "heap":
                yield from _heaps(puts, scope)
            case "flag":
                yield from _flags(group, scope)
            case "spread" if len(group) > 2:
                yield _spread(sort[1], puts, scope)
            case "there" if len(group) > 1:
                yield _same_place(puts, scope)
            case "same" if len(group) > 1:
                yield same_things([put.target for put in group], puts[0].what, scope)
            case "kept" if len(group) > 1:
                yield _kept(sort[1], group, scope)
            case _:
                yield from (_given(put, scope) for put in group)


def _filled_anew(placements: list[Given], scope: Scope) -> tuple[set[str], list[Given]]:
    """Piles that are emptied before something is laid there, and the placements without the emptying."""

    def where(put: Given) -> str:
        return places.spot(put.target, scope).phrase.say()

    piles = {where(put) for put in placements if isinstance(put, syn.Put) and _end(put)}
    emptied = [
        put
        for put in placements
        if isinstance(put, syn.Put) and things.is_nothing(put.what) and where(put) in piles
    ]
    return {where(put) for put in emptied}, [put for put in placements if put not in emptied]


def _filled_in_part(placements: list[Given], scope: Scope) -> tuple[list[Given], list[Given]]:
    """Kinds of places that are emptied before some of them get something: told behind these, of the others."""
    rest: list[Given] = []
    for put in placements:
        kind = put.target.ident.text if isinstance(put.target, ex.Kind) else ""
        is_empty = isinstance(put, syn.Put) and things.is_nothing(put.what)
        if not is_empty or kind not in scope.world.board_places:
            continue
        members = scope.world.members
        here = [each for each in placements if members.get(things.written(each.target)) == kind]
        if here:
            rest.append(put)
            placements = [each for each in placements if each is not put]
            placements.insert(placements.index(here[-1]) + 1, put)
    return rest, placements


def _others_empty(put: syn.Put, scope: Scope) -> str:
    assert isinstance(put.target, ex.Kind)
    kind = scope.voice.noun(scope.lemma(put.target.ident.text), plural=True)
    return scope.voice.tell("faq_others_empty", x=kind)


def _once(placements: list[Given], scope: Scope) -> list[Given]:
    """The placements without what is noted under two names: a round that a loop and a variable hold."""
    kept: list[Given] = []
    known: set[str] = set()
    for put in placements:
        said = _value(put, scope) if isinstance(put, syn.PutValue) else None
        if said is None or said not in known or isinstance(put.target, ex.Of):
            kept.append(put)
        known |= {said} if said is not None else set()
    return kept


def _sort(put: Given, scope: Scope) -> tuple[str, ...]:
    """What neighbours must share to be told at once."""
    if isinstance(put, syn.PutValue):
        return _sort_of_value(put, scope)
    if things.is_nothing(put.what):
        return ("nothing",)
    if _end(put):
        return "pile", places.spot(put.target, scope).phrase.say(), _end(put)
    if put.at and _is_heap(put, scope):
        return ("heap",)
    if put.at and all(how.word == things.TURNED for how in put.how):
        return "there", places.spot(put.target, scope).phrase.say()
    if put.how:
        return (str(put.span.start),)
    kind = scope.world.members.get(things.written(put.target), "")
    if kind in scope.world.board_places:
        return "spread", kind
    return same_key(put.target, put.what, scope)


def _sort_of_value(put: syn.PutValue, scope: Scope) -> tuple[str, ...]:
    name = _kept_name(put.target)
    is_flag = scope.world.shape(put.target, scope.shapes).form == FLAG
    if is_flag and scope.teller.lexicon.form(name, YES) is not None:
        return "flag", name, str(_is_on(put))
    return ("kept", name) if isinstance(put.target, ex.Of) else (str(put.span.start),)


def _kept_name(target: ex.Expr) -> str:
    return target.name.text if isinstance(target, ex.Of) else things.name_of(target)


def _is_on(put: syn.PutValue) -> bool:
    word = put.value.word if isinstance(put.value, ex.Constant) else things.name_of(put.value)
    return word == "true"


# --- what is noted ---------------------------------------------------------------------------------------


def _flags(group: list[Given], scope: Scope) -> Iterator[str]:
    """What is so, by the clause of its words; of several that the clause begins with in one sentence."""
    voice = scope.voice
    first = group[0]
    assert isinstance(first, syn.PutValue)
    name, wanted = _kept_name(first.target), _is_on(first)
    owners = [put.target.owner for put in group if isinstance(put.target, ex.Of)]
    if not owners:
        yield clauses.flag(name, None, scope, wanted=wanted)
        return
    who = [nouns.noun(owner, scope) for owner in owners]
    if (scope.teller.lexicon.form(name, YES) or "").startswith("{x}"):
        who = [voice.joined(who)]
    yield from (clauses.flag(name, each, scope, wanted=wanted) for each in who)


def _kept(name: str, group: list[Given], scope: Scope) -> str:
    """What is kept for each: `place in the turn order: Red 1, Blue 2`."""
    is_set = scope.world.shape(group[0].target, scope.shapes).form == SET
    key, between = ("faq_kept_set", "; ") if is_set else ("faq_kept", ", ")
    pairs = [
        (put.target.owner, put.value)
        for put in group
        if isinstance(put, syn.PutValue) and isinstance(put.target, ex.Of)
    ]
    said = [
        scope.voice.tell(key, x=nouns.noun(owner, scope), v=nouns.noun(value, scope))
        for owner, value in _not_mirrored(pairs)
    ]
    what = link(name, scope.lemma(name).forms["nom"])
    return scope.voice.tell("faq_value", x=what, v=between.join(said))


def _not_mirrored(pairs: list[tuple[ex.Expr, ex.Expr]]) -> Iterator[tuple[ex.Expr, ex.Expr]]:
    """What is kept for each, without sets that only say of their elements what was said before."""
    known: set[tuple[str, str]] = set()
    for owner, value in pairs:
        items = value.items if isinstance(value, ex.SetLit) else ()
        own = {(things.written(item), things.written(owner)) for item in items}
        if not own or not own <= known:
            yield owner, value
        known |= {(mine, other) for other, mine in own}


def _value(put: syn.PutValue, scope: Scope) -> str:
    """What a variable holds; a round that says itself what it is, just so."""
    voice = scope.voice
    kept = things.name_of(put.target)
    is_set = scope.world.shape(put.target, scope.shapes).form == SET
    if is_set and kept and things.is_nothing(put.value):
        return voice.tell("faq_no_such", k=voice.noun(scope.lemma(kept)))
    if kept in scope.world.awards:
        same = ex.Binary(put.span, "=", put.target, put.value)
        return clauses.clause(same, scope)
    value = nouns.noun(put.value, scope).say()
    loop = _loop(put.target, scope)
    word = loop or (scope.lemma(kept).forms["nom"] if kept else None)
    if word is not None and plain(value).casefold().startswith(word.casefold()):
        return value
    return voice.tell("faq_value", x=loop or nouns.noun(put.target, scope), v=value)


def _loop(target: ex.Expr, scope: Scope) -> str | None:
    """What the flow goes through one by one, by its kind: such a name is no word."""
    if not isinstance(target, ex.Name) or target.ident.text in scope.world.vars:
        return None
    for item in scope.world.linked.items:
        for node in (
            walk(item, without=(syn.Test, *EXPRESSIONS)) if isinstance(item, syn.Flow) else ()
        ):
            match node:
                case st.Each(variable=variable, source=ex.Kind(ident=kind)) if (
                    variable.text == target.ident.text
                ):
                    return scope.lemma(kind.text).forms["nom"]
    return None


# --- what lies where -------------------------------------------------------------------------------------


def same_key(target: ex.Expr, what: ex.Expr, scope: Scope) -> tuple[str, ...]:
    """Accounts and places of the same name with just as much in each."""
    what = what.operand if isinstance(what, ex.Unary) else what
    if isinstance(target, ex.Of) and isinstance(what, ex.Amount):
        return "same", target.name.text, things.owned(what, target, scope).say()
    return (str(target.span.start),)


def same_things(targets: list[ex.Expr], what: ex.Expr, scope: Scope) -> str:
    """Several places with the same in each: `the rows of wood and stone: 6 coins each`."""
    where = _where_all(targets, scope)
    whole = things.owned(what, targets[0], scope)
    amount = things.apiece(whole, things.count(what, scope))
    return scope.voice.tell("faq_each_has", where=where, x=amount)


def _where_all(targets: list[ex.Expr], scope: Scope) -> Phrase:
    """Several places in a row: by one name if they are called so, else one by one."""
    spots = [places.spot(target, scope) for target in targets]
    owned = [target for target in targets if isinstance(target, ex.Of) and target.part is None]
    kinds = {scope.world.shape(each.owner, scope.shapes).kind for each in owned}
    is_named = all(spot.how in {"in", "account"} for spot in spots)
    is_named = is_named and not kinds & {"thing", *scope.world.components, *scope.world.groups}
    if len(owned) < len(targets) or not is_named or owned[0].name.text == "supply":
        return scope.voice.made(_factored([spot.phrase.say() for spot in spots], scope))
    return things.of_all(owned, scope)


def _factored(said: list[str], scope: Scope) -> str:
    """Phrases in a row, the words with which all of them begin said once."""
    words = [text.split(" ") for text in said]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    tails = scope.voice.listed([" ".join(each[shared:]) for each in words])
    return " ".join([*words[0][:shared], tails])


def _same_place(group: list[syn.Put], scope: Scope) -> Line:
    """Several lines about one place as one: its things, each with its spot."""
    where = places.spot(group[0].target, scope).phrase
    items = [said for put in group for said in things.things_at(put, scope)]
    if len(items) > FEW - 1:
        return Nest(where.say(), tuple(items))
    return scope.voice.tell("faq_has", where=where, x=_in_row(items))


def _spread(kind: str, group: list[syn.Put], scope: Scope) -> Line:
    """Places of one kind with what lies there, the kind once: `spaces: 1 – Red’s figure, 2 – “Oban”`."""
    voice, lemma = scope.voice, scope.lemma(kind)
    found: list[tuple[str, str]] = []
    for put in group:
        name = places.spot(put.target, scope).phrase.say().removeprefix("the ")
        name = name.removeprefix(voice.noun(lemma).say()).strip()
        found.append((name, things.told(put.what, put.target, scope)))
    if all(plain(name).isdigit() for name, _what in found):
        found.sort(key=lambda pair: int(plain(pair[0])))
    items = [voice.tell("faq_kept_set", x=name, v=what) for name, what in found]
    intro = voice.noun(lemma, plural=True).say()
    if sum(map(words_of, items)) > SPREAD_WORDS:
        return Nest(intro, tuple(items))
    return voice.tell("faq_value", x=intro, v=_in_row(items))


def _in_row(items: list[str]) -> str:
    """Things one after the other; a comma within one of them asks for more between them."""
    return ("; " if any(", " in plain(item) for item in items) else ", ").join(items)


def _given(put: Given, scope: Scope) -> Line:
    voice = scope.voice
    if isinstance(put, syn.PutValue):
        return _value(put, scope)
    stands = None if put.at or put.how else things.stands(put.what, put.target, scope)
    if stands is not None:
        return stands
    where = places.spot(put.target, scope).phrase
    if put.at:
        items = things.things_at(put, scope)
        if len(items) > FEW:
            return Nest(where.say(), tuple(items))
        return voice.tell("faq_has", where=where, x=_in_row(items)) + _faces(put, scope)
    listed = things.listed(where.say(), put.what, put.target, scope)
    if listed is not None:
        return listed
    said = voice.tell("faq_has", where=where, x=things.told(put.what, put.target, scope))
    return said + _faces(put, scope)


def _faces(put: syn.Put, scope: Scope) -> str:
    return "".join(
        f", {scope.voice.tell(f'lies_{how.word}')}" for how in put.how if how.word in FACES
    )


# --- piles -----------------------------------------------------------------------------------------------


def _end(put: syn.Put) -> str:
    """At which end of a pile something is laid; nothing if that is not said."""
    return next((how.word for how in put.how if how.word in (TOP, BOTTOM)), "")


def _piled(group: list[syn.Put], scope: Scope, *, is_all: bool) -> Line:
    """What lies at one end of a pile, or all of it, from the top down: what was laid last is on top."""
    voice, at = scope.voice, places.spot(group[0].target, scope)
    end = _end(group[0])
    laid = [(put, part) for put in group for part in things.parts(put.what)]
    if end == TOP:
        laid.reverse()
    said = [nouns.noun(part, scope).say() + _faces(put, scope) for put, part in laid]
    where = places.told(at, places.IN, scope)
    key = "faq_only_in" if is_all else f"faq_{end}"
    if len(said) == 1:
        return voice.tell("faq_has", where=voice.tell(key, x=at.phrase, where=where), x=said[0])
    intro = voice.tell(f"{key}_many", x=at.phrase, where=where)
    if sum(len(plain(each).split()) for each in said) > things.FEW_WORDS:
        return Nest(intro, tuple(said))
    return voice.tell("faq_has", where=intro, x=", ".join(said))


def _is_heap(put: syn.Put, scope: Scope) -> bool:
    """Whether pieces of a player are laid on places of the board where they make up a pile."""
    kinds = {_kind(part) for part in things.parts(put.what)}
    if scope.world.members.get(things.name_of(put.target)) != "Player" or put.how:
        return False
    holds = [hold for place in scope.world.board_places.values() for hold in place.holds]
    found = [hold for hold in holds if kinds & {kind.text for kind in hold.kinds}]
    return bool(found) and all(hold.order == "pile" for hold in found)


def _kind(part: ex.Expr) -> str:
    kind = part.kind if isinstance(part, ex.Amount) else part
    return kind.ident.text if isinstance(kind, ex.Kind) else ""


def _heaps(group: list[syn.Put], scope: Scope) -> Iterator[Line]:
    """Piles of pieces on the board: where several have pieces in one, who from the bottom up."""
    laid: dict[str, list[tuple[str, str]]] = {}
    for put in group:
        for at, part in zip(put.at, _one_by_one(put, scope), strict=False):
            laid.setdefault(at.value, []).append((things.name_of(put.target), _kind(part)))
    mixed = [name for name, found in laid.items() if len({who for who, _kind in found}) > 1]
    for put in group:
        rest = tuple(at for at in put.at if at.value not in mixed)
        if rest:
            amount = _so_many(put, len(rest))
            yield _given(syn.Put(put.span, put.target, amount, rest, put.how), scope)
    voice = scope.voice
    for name in mixed:
        kinds = [scope.lemma(kind) for kind in dict.fromkeys(kind for _who, kind in laid[name])]
        what = voice.joined([voice.noun(kind, plural=True) for kind in kinds])
        who = voice.listed([voice.noun(scope.lemma(owner)).say() for owner, _kind in laid[name]])
        yield voice.tell("faq_heap", x=what, s=things.spot(name, scope), who=who)


def _one_by_one(put: syn.Put, scope: Scope) -> Iterator[ex.Expr]:
    for part in things.parts(put.what):
        yield from [part] * things.count(part, scope)


def _so_many(put: syn.Put, number: int) -> ex.Expr:
    """The things of a placement, so many of them as are still to be told."""
    match put.what:
        case ex.Amount(span=span, kind=kind):
            return ex.Amount(span, ex.Number(span, number), kind)
        case _:
            return put.what
