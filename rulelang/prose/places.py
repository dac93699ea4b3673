"""Where things are: in goes an expression that means a place, out comes `on this hex`, `из вашей руки`."""

from __future__ import annotations

import attrs

from rulelang.frozen import frozen
from rulelang.prose import elements, nouns
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import ME, Scope
from rulelang.prose.world import REF, SET
from rulelang.syntax.trees import expressions as ex

WAYS = {"на": "on", "on": "on", "в": "in", "in": "in"}  # what `at` of the words may say
IN, TO, FROM = "in", "to", "from"
ENGLISH = {
    ("in", IN): "in {x}",
    ("in", TO): "into {x}",
    ("in", FROM): "from {x}",
    ("account", IN): "in {x}",
    ("account", TO): "to {x}",
    ("account", FROM): "from {x}",
    ("on", IN): "on {x}",
    ("on", TO): "on {x}",
    ("on", FROM): "from {x}",
    ("among", IN): "among {x}",
    ("among", TO): "to {x}",
    ("among", FROM): "from {x}",
}
RUSSIAN = {
    ("account", IN): "в {x:prep}",
    ("account", TO): "в {x:acc}",
    ("account", FROM): "из {x:gen}",
    ("in", IN): "в {x:prep}",
    ("in", TO): "в {x:acc}",
    ("in", FROM): "из {x:gen}",
    ("on", IN): "на {x:prep}",
    ("on", TO): "на {x:acc}",
    ("on", FROM): "с {x:gen}",
    ("among", IN): "среди {x:gen}",
    ("among", TO): "к {x:dat}",
    ("among", FROM): "из {x:gen}",
}


@frozen
class Spot:
    """A place in words: how one is there (in, on, among) and what it is."""

    how: str
    phrase: Phrase
    is_mine: bool = False
    # Whose it is, where a player has it.
    holder: Phrase | None = None
    name: str = ""
    # Several places with different prepositions, one of which is meant.
    parts: tuple[Spot, ...] = ()


def where(expr: ex.Expr, mode: str, scope: Scope, *, plural: bool = True) -> str:
    """The place with its preposition; of a set of places, any one of them unless `plural`."""
    is_set = scope.world.shape(expr, scope.shapes).form == SET
    if is_set and not plural and not isinstance(expr, ex.Of | ex.Name) and not _board(expr, scope):
        found = elements.describe(expr, scope, plural=False)
        if found is not None:
            return told(Spot("on", found.noun(scope.voice, "a", plural=False)), mode, scope)
    return told(spot(expr, scope), mode, scope)


def _in_one_of(names: list[str], of: Phrase, scope: Scope) -> Spot:
    """Regions of which an element belongs to one: each with its own preposition where they differ."""
    voice = scope.voice
    ways = [_way_of_region(name, scope) for name in names]
    words = [voice.noun(scope.lemma(name), "the") for name in names]
    likes = nouns.either_region(words, scope)
    whole = Spot(ways[0], voice.phrase("region_of", of=likes, r=likes, x=of))
    if len(set(ways)) == 1:
        return whole
    words[-1] = voice.phrase("region_of", of=words[-1], r=words[-1], x=of)
    return attrs.evolve(whole, parts=tuple(map(Spot, ways, words)))


def _way_of_region(name: str, scope: Scope) -> str:
    return WAYS.get(scope.teller.lexicon.form(name, "at") or "", "on")


def told(at: Spot, mode: str, scope: Scope) -> str:
    if at.parts:
        return scope.voice.listed([told(part, mode, scope) for part in at.parts], "or")
    table = RUSSIAN if scope.voice.is_russian else ENGLISH
    return scope.voice.fill(table[at.how, mode], {"x": at.phrase})


def spot(expr: ex.Expr, scope: Scope) -> Spot:
    """What place an expression means."""
    match expr:
        case ex.Of():
            return _owned(expr, scope)
        case ex.Name(ident=ident) if ident.text not in scope.bound and (
            ident.text in scope.world.places or ident.text == "box"
        ):
            phrase = scope.voice.noun(scope.lemma(ident.text), "the")
            return Spot(_way_in(phrase, ident.text, scope), phrase, name=ident.text)
        case ex.Name(ident=ident) if ident.text in scope.world.boards:
            return Spot("on", scope.voice.noun(scope.lemma(ident.text), "the"))
        case ex.Kind(ident=ident):
            board = _board(expr, scope)
            if board is not None:
                return Spot("on", scope.voice.noun(scope.lemma(board), "the"))
            return Spot("on", scope.voice.noun(scope.lemma(ident.text), plural=True))
        case _:
            regions = nouns.regions_of_one(expr, scope)
            if regions is not None:
                return _in_one_of(*regions, scope)
            region = scope.world.shape(expr, scope.shapes).kind
            way = _way_of_region(region, scope) if region in scope.world.regions else "on"
            return Spot(way, nouns.noun(expr, scope))


def is_called_by(place: ex.Expr, kind: str, scope: Scope) -> bool:
    """Whether a place is called by what lies there: `your fulfilled contracts`."""
    found = spot(place, scope)
    many = scope.lemma(kind).forms["plural_nom"]
    return (
        found.how == "among" and bool(found.name) and many in scope.lemma(found.name).forms["nom"]
    )


def _board(expr: ex.Expr, scope: Scope) -> str | None:
    """The board that all places of a kind make up, if nothing that they hold lies elsewhere on it."""
    world = scope.world
    if not isinstance(expr, ex.Kind) or expr.ident.text not in world.board_of:
        return None
    kind = expr.ident.text
    board = world.boards[world.board_of[kind]]
    if board.owner is not None or scope.teller.lexicon.label(board.name.text) is None:
        return None

    def held(place: str) -> set[str]:
        return {k.text for hold in world.board_places[place].holds for k in hold.kinds}

    others = (k for k, name in world.board_of.items() if name == board.name.text and k != kind)
    return None if any(held(kind) & held(other) for other in others) else board.name.text


def _way_in(phrase: Phrase, name: str, scope: Scope) -> str:
    at = scope.teller.lexicon.form(name, "at")
    if at in WAYS:
        return WAYS[at]
    if phrase.is_plural:
        return "among"
    place = scope.world.places.get(name)
    is_account = name == "supply" or (place is not None and place.word == "account")
    return "account" if is_account else "in"


def _owned(expr: ex.Of, scope: Scope) -> Spot:
    name, world = expr.name.text, scope.world
    is_mine = isinstance(expr.owner, ex.Constant) and expr.owner.word == "me"
    place = world.places.get(name)
    owner_kind = place.owner.text if place is not None and place.owner is not None else "Player"
    if place is not None and owner_kind != "Player":
        return _of_thing(expr, owner_kind, scope)
    if name in world.places or name == "supply":
        phrase = nouns.possessed(scope.lemma(name), expr.owner, scope)
        holder = scope.bound[ME].phrase if is_mine else nouns.noun(expr.owner, scope)
        return Spot(_way_in(phrase, name, scope), phrase, is_mine=is_mine, holder=holder, name=name)
    if name in world.boards:
        return Spot("on", nouns.possessed(scope.lemma(name), expr.owner, scope))
    return Spot("on", nouns.noun(expr, scope))


def _of_thing(expr: ex.Of, owner_kind: str, scope: Scope) -> Spot:
    """A place that belongs to a thing is on it; one that belongs to a case is named after it."""
    name, voice = expr.name.text, scope.voice
    shape = scope.world.shape(expr.owner, scope.shapes)
    if scope.world.is_place_kind(owner_kind) or scope.world.is_place_kind(shape.kind):
        thing = nouns.noun(expr.owner, scope)
        if shape.form == SET:
            return Spot("on", thing)
        at = scope.teller.lexicon.form(thing.lemma.name, "at") if thing.lemma is not None else None
        return Spot(WAYS.get(at or "", "on"), thing, name=name)
    lemma = scope.lemma(name)
    kind_label = scope.teller.lexicon.label(owner_kind)
    owner = nouns.case_that_says_its_kind(expr.owner, scope) or nouns.noun(expr.owner, scope)
    if kind_label is not None and kind_label == scope.teller.lexicon.label(name):
        if not elements.is_constant(expr.owner, scope) and shape.form == REF:
            return Spot("in", owner, name=name)
        said = voice.with_tail(voice.noun(lemma, "the"), voice.quoted(owner.say()))
        return Spot("in", said, name=name)
    phrase = voice.with_tail(voice.noun(lemma, "the"), voice.tell("of_case", x=owner))
    return Spot(_way_in(phrase, name, scope), phrase, name=name)
