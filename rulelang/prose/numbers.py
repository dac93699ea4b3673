"""Numbers and amounts: in goes an expression, out comes `2 roads`, `half the cards in your hand`."""

from __future__ import annotations

import attrs

from rulelang.prose import clauses, elements, nouns, places
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, link
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, REF, SET
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn

# Words of ours that begin a phrase.
HEADS = {
    "count": ("number", "количество"),
    "sum": ("sum", "сумма"),
    "most": ("greatest value", "наибольшее значение"),
    "least": ("smallest value", "наименьшее значение"),
    "greater": ("greatest", "наибольшее значение"),
    "smaller": ("smallest", "наименьшее значение"),
    "trail": ("length", "длина"),
    "cheapest": ("least total", "наименьшая сумма"),
    "nothing": ("nothing", "ничего"),
    "yes": ("yes", "да"),
    "no": ("no", "нет"),
    "player_count": ("number of players", "число игроков"),
    "points": ("points", "очки"),
    "distance": ("distance", "расстояние"),
    "entry": ("entry", "значение"),
    "rank": ("place", "место"),
    "step": ("step", "деление"),
    "row": ("row", "ряд"),
    "column": ("column", "столбец"),
    "height": ("height", "высота"),
    "rolled": ("number rolled", "выпавшее число"),
    "claimed": ("amount due", "причитающееся количество"),
    "claimants": ("number of players to whom it is due", "число игроков, которым оно причитается"),
    "left": ("rest", "остаток"),
    "owner": ("owner", "владелец"),
    "left_of": ("player to the left", "игрок слева"),
    "right_of": ("player to the right", "игрок справа"),
    "part": ("connected part", "связная часть"),
}
BARE = {"nothing", "yes", "no"}
ALIVE = {"owner", "left_of", "right_of"}


def value_of(expr: ex.Expr | syn.ByPlayers, scope: Scope) -> int | None:  # one for each form
    """The number that an expression is for sure, settings as the game has them."""
    match expr:
        case ex.Number(value=value):
            return value
        case ex.Name(ident=ident) if ident.text in scope.bound:
            return scope.bound[ident.text].number
        case ex.Name(ident=ident) if ident.text in scope.world.settings:
            item = scope.world.settings[ident.text]
            return value_of(item.value, scope) if isinstance(item, syn.Setting) else None
        case ex.Unary(op="-", operand=operand):
            inner = value_of(operand, scope)
            return None if inner is None else -inner
        case ex.Binary(op=op, left=left, right=right) if op in {"+", "-", "*"}:
            a, b = value_of(left, scope), value_of(right, scope)
            if a is None or b is None:
                return None
            return {"+": a + b, "-": a - b, "*": a * b}[op]
        case _:
            return None


def by_players(expr: ex.Expr | syn.ByPlayers, scope: Scope) -> tuple[tuple[int, int], ...]:
    """Numbers of players with the number that a setting has then; none if it does not depend on them."""
    if isinstance(expr, ex.Name) and expr.ident.text not in scope.bound:
        item = scope.world.settings.get(expr.ident.text)
        expr = item.value if isinstance(item, syn.Setting) else expr
    if not isinstance(expr, syn.ByPlayers):
        return ()
    found = [(players, value_of(value, scope)) for players, value in expr.entries]
    return tuple((players, value) for players, value in found if value is not None)


def setting(name: str, scope: Scope) -> Phrase:
    """A setting is its number, which links to it."""
    item = scope.world.settings[name]
    value = value_of(item.value, scope) if isinstance(item, syn.Setting) else None
    if value is not None:
        return scope.voice.made(link(name, str(value)))
    listed = by_players(item.value, scope)
    if listed:
        return scope.voice.made(link(name, _by_players_text(listed, "", scope)))
    return scope.voice.noun(scope.lemma(name), "the")


def _by_players_text(listed: tuple[tuple[int, int], ...], noun: str, scope: Scope) -> str:
    voice = scope.voice
    values = list(dict.fromkeys(value for _players, value in listed))
    if len(values) == 1:
        return f"{values[0]} {noun}".strip()
    said = voice.listed([str(value) for _players, value in listed], "or")
    counts = voice.listed([str(players) for players, _value in listed], "or")
    return voice.tell("by_players", n=f"{said} {noun}".strip(), players=counts)


def counted(count: ex.Expr, kind: ex.Expr, scope: Scope) -> Phrase:
    """A number of a kind: `3 ore`, `1 unit of this resource`, `coins in the amount of the toll`."""
    voice, world = scope.voice, scope.world
    number = value_of(count, scope)
    if isinstance(kind, ex.KindOf):
        owner = nouns.noun(kind.owner, scope)
        many = counted_lemma(count, scope.lemma(kind.kind.text), scope)
        return voice.with_tail(many, voice.tell("belonging_to", x=owner))
    is_fixed = elements.is_constant(kind, scope) or isinstance(kind, ex.Kind)
    lemma = _lemma_of(kind, scope) if is_fixed else None
    if lemma is not None:
        return counted_lemma(count, lemma, scope)
    of = nouns.noun(kind, scope)
    shape = world.shape(kind, scope.shapes)
    if number == 1 and shape.form == REF and shape.kind in world.components:
        return of
    if isinstance(count, ex.IfElse):
        return _either(
            count, [counted(branch, kind, scope) for branch in (count.then, count.otherwise)], scope
        )
    if number is not None or _is_plain(count, scope):
        unit = scope.teller.lexicon.of_text("единица" if voice.is_russian else "unit")
        tail = voice.tell("of", x=of)
        many = voice.noun(unit, plural=True)
        some = (
            voice.phrase("so_many", of=many, k=many)
            if number is None
            else voice.counted(number, unit)
        )
        return voice.with_tail(some, tail)
    return voice.phrase("amount_of", of=of, k=of, n=nouns.noun(count, scope))


def _lemma_of(kind: ex.Expr, scope: Scope) -> Lemma | None:
    match kind:
        case ex.Name(ident=ident) | ex.Kind(ident=ident):
            name = ident.text
            own = scope.world.members.get(name, name)
            if not scope.teller.lexicon.has_own(name) and own.lower() == name:
                return scope.lemma(own)
            return scope.member(name)
        case _:
            return None


def counted_lemma(count: ex.Expr | syn.ByPlayers, lemma: Lemma, scope: Scope) -> Phrase:
    """A number of a word, whatever the number is."""
    voice = scope.voice
    number = value_of(count, scope)
    if number is not None:
        return voice.counted(number, lemma)
    listed = by_players(count, scope)
    many = voice.noun(lemma, plural=not lemma.is_mass)
    if listed:
        noun = voice.counted(listed[-1][1], lemma).say("acc").partition(" ")[2]
        return voice.made(_by_players_text(listed, noun, scope), many)
    assert not isinstance(count, syn.ByPlayers)
    if isinstance(count, ex.IfElse):
        branches = [counted_lemma(branch, lemma, scope) for branch in (count.then, count.otherwise)]
        return _either(count, branches, scope)
    if _is_plain(count, scope):
        return voice.phrase("so_many", of=many, k=many)
    return voice.phrase("amount_of", of=many, k=many, n=nouns.noun(count, scope))


def _is_plain(count: ex.Expr, scope: Scope) -> bool:
    """A number that was picked or given and has no word of its own."""
    if not isinstance(count, ex.Name) or count.ident.text not in scope.bound:
        return False
    lemma = scope.bound[count.ident.text].phrase.lemma
    return lemma is not None and lemma.name == "number"


def _either(count: ex.IfElse, branches: list[Phrase], scope: Scope) -> Phrase:
    condition = clauses.clause(count.condition, scope)
    return scope.voice.phrase("either", of=branches[0], a=branches[0], c=condition, b=branches[1])


def in_account(name: str, holder: ex.Expr, scope: Scope) -> Phrase:
    """`ore of my hand`: how many of a kind are there."""
    voice = scope.voice
    shape = scope.world.shape(holder, scope.shapes)
    if name in scope.bound:
        of = scope.bound[name].phrase
    else:
        of = voice.noun(scope.member(name), plural=True)
    at = "" if _is_chosen(holder, shape.form, scope) else places.where(holder, places.IN, scope)
    tail = voice.tell("of_where", x=of, where=at)
    return nouns.head("count", tail, scope)


def _is_chosen(expr: ex.Expr, form: str, scope: Scope) -> bool:
    return form == BUNDLE and isinstance(expr, ex.Name) and expr.ident.text in scope.bound


def number(expr: ex.Expr, scope: Scope) -> Phrase:  # one for each form
    """A computed number."""
    voice = scope.voice
    known = value_of(expr, scope)
    if known is not None:
        return voice.made(str(known))
    match expr:
        case ex.Unary(operand=operand):
            return voice.phrase("minus_one", x=nouns.noun(operand, scope))
        case ex.Divide(left=left, right=right, rounding=rounding):
            key = "half" if value_of(right, scope) == 2 else "share"
            rounded = voice.tell(f"rounded_{rounding}")
            return voice.phrase(
                key, x=nouns.noun(left, scope), n=nouns.noun(right, scope), rounded=rounded
            )
        case ex.SizeOf(operand=operand):
            return size(operand, scope)
        case ex.Fold():
            return _fold(expr, scope)
        case ex.Longest(edges=edges):
            tail = voice.tell("of_trail", x=nouns.noun(edges, scope))
            return nouns.head("trail", tail, scope)
        case ex.Cheapest():
            inner = scope.bind(
                expr.variable.text,
                nouns.noun(expr.through, scope),
                scope.world.shape(expr.through, scope.shapes),
            )
            tail = voice.tell(
                "of_way",
                x=nouns.noun(expr.cost, inner),
                a=nouns.noun(expr.start, scope),
                b=nouns.noun(expr.goal, scope),
            )
            return nouns.head("cheapest", tail, scope)
        case ex.Binary(op="*", left=left, right=right):
            if value_of(left, scope) == 1:
                return nouns.noun(right, scope)
            key = "times_sum" if isinstance(right, ex.Binary) and right.op in "+-" else "times"
            return voice.phrase(key, a=nouns.noun(left, scope), b=nouns.noun(right, scope))
        case ex.Binary(op="+"):
            return _sum([nouns.noun(part, scope) for part in nouns.flat(expr, "+")], scope)
        case ex.Binary(op="-", left=left, right=right):
            return voice.phrase("minus", a=nouns.noun(left, scope), b=nouns.noun(right, scope))
        case _:
            return nouns.noun(expr, scope)


def _sum(parts: list[Phrase], scope: Scope) -> Phrase:
    said = parts[0]
    for part in parts[1:]:
        said = scope.voice.phrase("plus", of=said, a=said, b=part)
    return said


def size(operand: ex.Expr, scope: Scope) -> Phrase:
    """How many there are of something: `the number of cards in your hand`."""
    voice = scope.voice
    shape = scope.world.shape(operand, scope.shapes)
    is_place = isinstance(operand, ex.Of) or (
        isinstance(operand, ex.Name) and operand.ident.text in scope.world.places
    )
    if is_place and shape.form in {BUNDLE, SET} and not _is_var(operand, scope):
        of = voice.noun(unit_in(operand, scope), plural=True)
        tail = voice.tell("of_where", x=of, where=places.where(operand, places.IN, scope))
        return nouns.head("count", tail, scope)
    of = nouns.noun(operand, scope)
    if shape.form == REF:  # a region as the set of its elements
        region = scope.world.regions.get(shape.kind)
        inner = scope.world.shape(region.source, {}).kind if region is not None else "thing"
        tail = voice.tell("of_in", x=voice.noun(scope.lemma(inner), plural=True), y=of)
        return nouns.head("count", tail, scope)
    return nouns.head("count", voice.tell("of", x=of), scope)


def unit_in(place: ex.Expr, scope: Scope) -> Lemma:
    """What one counts in a place: its kind, or of an account with one case that case."""
    shape = scope.world.shape(place, scope.shapes)
    enum = scope.world.enums.get(shape.kind)
    if enum is not None and len(enum.members) == 1:
        return scope.member(enum.members[0].ident.text)
    return scope.teller.lexicon.unit(shape.kind)


def _is_var(expr: ex.Expr, scope: Scope) -> bool:
    name = expr.name.text if isinstance(expr, ex.Of) else getattr(expr, "ident", expr)
    return name in scope.world.vars


def _fold(expr: ex.Fold, scope: Scope) -> Phrase:
    """`total(E for x in S)`: the sum of E over all x."""
    voice = scope.voice
    parts = nouns.flat(expr.expr, "+")
    if expr.word == "total" and len(parts) > 1 and all(isinstance(p, ex.Printed) for p in parts):
        folds = [attrs.evolve(expr, expr=part) for part in parts]
        return _sum([_fold(part, scope) for part in folds], scope)
    if expr.word == "total":
        by_one = elements.total_of_field(expr, scope)
        if by_one is not None:
            return by_one
    each, inner = elements.element(
        elements.Picked(expr.variable.text, expr.source, expr.condition), scope, plural=True
    )
    key = {"total": "sum", "most": "most", "least": "least"}[expr.word]
    value = nouns.noun(expr.expr, inner)
    tail = voice.tell("over_all", e=value, x=each)
    return nouns.head(key, tail, scope)


def cases_of(items: tuple[ex.Expr, ...], scope: Scope) -> str:
    """The entries of a list: `0, 1, 2 and 4`."""
    return scope.voice.listed([nouns.noun(item, scope).say() for item in items])
