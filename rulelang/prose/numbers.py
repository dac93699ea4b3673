"""Numbers and amounts: in goes an expression, out comes `2 roads`, `half the cards in your hand`."""

from __future__ import annotations

import re

import attrs

from rulelang.prose import calls, clauses, elements, nouns, places, rates
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, link, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, REF, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

# Words of ours that begin a phrase.
HEADS = {
    "count": ("number", "количество"),
    "amount": ("amount", "количество"),
    "remainder": ("remainder", "остаток"),
    "sum": ("sum", "сумма"),
    "most": ("greatest value", "наибольшее значение"),
    "least": ("smallest value", "наименьшее значение"),
    "greater": ("greater", "большее значение"),
    "smaller": ("smaller", "меньшее значение"),
    "greatest": ("greatest", "наибольшее значение"),
    "smallest": ("smallest", "наименьшее значение"),
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
MAX_DEPTH = 6  # definitions within definitions
LARGE = 20  # from here on a bound is there for the machine
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


def can_be_below_zero(expr: ex.Expr, scope: Scope, depth: int = 0) -> bool:
    """Whether a number may be less than 0: something is taken from it somewhere."""
    if depth > MAX_DEPTH:
        return True
    known = value_of(expr, scope)
    if known is not None:
        return known < 0
    match expr:
        case ex.Unary() | ex.Binary(op="-"):
            return True
        case ex.Binary(op="+" | "*", left=left, right=right):
            return any(can_be_below_zero(part, scope, depth + 1) for part in (left, right))
        case ex.IfElse(then=then, otherwise=otherwise):
            return any(can_be_below_zero(part, scope, depth + 1) for part in (then, otherwise))
        case ex.Divide(left=left) | ex.Fold(expr=left):
            return can_be_below_zero(left, scope, depth + 1)
        case ex.CallExpr(name=ident) | ex.Name(ident=ident) if ident.text in scope.world.defines:
            item = scope.world.defines[ident.text]
            if isinstance(item, syn.Cases) or ident.text in scope.bound:
                return False
            return can_be_below_zero(item.expr, scope.only({}, ident.text), depth + 1)
        case _:
            return False


def without_floor(expr: ex.Expr, floor: int) -> ex.Expr:
    """`max(0, x)` as x, where less than that cannot matter: nobody repeats something less than never."""
    match expr:
        case ex.CallExpr(name=ex.Ident(text="max"), args=(ex.Number(value=low), inner)) | (
            ex.CallExpr(name=ex.Ident(text="max"), args=(inner, ex.Number(value=low)))
        ) if low == floor:
            return inner
        case _:
            return expr


def by_players(expr: ex.Expr | syn.ByPlayers, scope: Scope) -> tuple[tuple[int, int], ...]:
    """Numbers of players with the number that a setting has then; none if it does not depend on them."""
    if isinstance(expr, ex.Name) and expr.ident.text not in scope.bound:
        item = scope.world.settings.get(expr.ident.text)
        expr = item.value if isinstance(item, syn.Setting) else expr
    if not isinstance(expr, syn.ByPlayers):
        return ()
    found = [(players, value_of(value, scope)) for players, value in expr.entries]
    return tuple(
        (players, value)
        for players, value in found
        if value is not None and scope.world.is_played_by(players)
    )


def setting(name: str, scope: Scope) -> Phrase:
    """A setting is its number, which links to it."""
    item = scope.world.settings[name]
    value = value_of(item.value, scope) if isinstance(item, syn.Setting) else None
    if value is not None:
        return scope.voice.made(link(name, str(value)))
    listed = by_players(item.value, scope)
    if listed:
        return scope.voice.made(link(name, by_players_text(listed, "", scope)))
    return scope.voice.noun(scope.lemma(name), "the")


def by_players_text(listed: tuple[tuple[int, int], ...], noun: str, scope: Scope) -> str:
    """`6, 7 or 8 (with 2, 3 or 4 players)`; each number once: `4 (3 with 3 or 4 players)`."""
    voice = scope.voice
    values = list(dict.fromkeys(value for _players, value in listed))
    if len(values) == 1:
        return f"{values[0]} {noun}".strip()
    if len(values) < len(listed):
        usual, *others = values
        exceptions = [
            voice.tell(
                "value_with_players",
                n=value,
                players=voice.listed([str(p) for p, each in listed if each == value], "or"),
            )
            for value in others
        ]
        return f"{usual} {noun}".strip() + f" ({', '.join(exceptions)})"
    said = voice.listed([str(value) for _players, value in listed], "or")
    counts = voice.listed([str(players) for players, _value in listed], "or")
    return voice.tell("by_players", n=f"{said} {noun}".strip(), players=counts)


def spread(expr: ex.Binary, scope: Scope) -> str:
    """`from 1 to 5`; of several bounds, `at most` all of them. One that only keeps numbers small is left out."""
    voice = scope.voice
    high = [expr.right]
    match expr.right:
        case ex.CallExpr(name=ex.Ident(text="min"), args=args):
            high = [arg for arg in args if (value_of(arg, scope) or 0) < LARGE] or [expr.right]
        case _:
            pass
    if len(high) > 2 and value_of(expr.left, scope) == 0:
        case = "gen" if voice.is_russian else "nom"
        listed = voice.listed([nouns.noun(bound, scope).say(case) for bound in high])
        return voice.tell("range_up_to", x=listed)
    last = high[0] if len(high) == 1 else expr.right
    return voice.tell("range", a=nouns.noun(expr.left, scope), b=nouns.noun(last, scope))


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
    if name in scope.bound:
        return nouns.head("count", tail, scope)
    return head_count(scope.member(name), tail, scope)


def _is_chosen(expr: ex.Expr, form: str, scope: Scope) -> bool:
    return form == BUNDLE and isinstance(expr, ex.Name) and expr.ident.text in scope.bound


def number(expr: ex.Expr, scope: Scope) -> Phrase:  # one for each form
    """A computed number."""
    voice = scope.voice
    known = value_of(expr, scope)
    if known is not None:
        return voice.made(str(known).replace("-", "−"))
    match expr:
        case ex.Unary(operand=operand):
            return voice.phrase("minus_one", x=nouns.noun(operand, scope))
        case ex.Divide(left=left, right=right, rounding=rounding):
            is_sum = isinstance(left, ex.Binary) and left.op in {"+", "-"}
            key = "half" if value_of(right, scope) == 2 else "share_sum" if is_sum else "share"
            rounded = voice.tell(f"rounded_{rounding}")
            by = nouns.noun(without_floor(right, 1), scope)  # nobody divides by 0
            return voice.phrase(key, x=nouns.noun(left, scope), n=by, rounded=rounded)
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
            each = rates.number_for_each(expr, scope)
            if each is not None:
                return each
            key = "times_sum" if _is_sum(right, scope) else "times"
            return voice.phrase(key, a=nouns.noun(left, scope), b=nouns.noun(right, scope))
        case ex.Binary(op="+"):
            return _sum([_addend(part, scope) for part in nouns.flat(expr, "+")], scope)
        case ex.Binary(op="-", left=left, right=ex.Binary(op="*") as whole) if (
            divisor := _divisor(left, whole, scope)
        ) is not None:
            tail = voice.tell("of_division", x=nouns.noun(left, scope), n=divisor)
            return nouns.head("remainder", tail, scope)
        case ex.Binary(op="-", left=left, right=right):
            return voice.phrase("minus", a=nouns.noun(left, scope), b=nouns.noun(right, scope))
        case _:
            return nouns.noun(expr, scope)


def _is_sum(expr: ex.Expr, scope: Scope) -> bool:
    """Whether a number is told as a sum, so that a factor needs brackets."""
    opened = calls.opened(expr, scope)
    if opened is not None:
        return _is_sum(*opened)
    if isinstance(expr, ex.Fold):
        return len(nouns.flat(expr.expr, "+")) > 1
    if isinstance(expr, ex.CallExpr) and expr.name.text in {"min", "max"}:
        return any(_is_sum(arg, scope) for arg in expr.args)
    return isinstance(expr, ex.Binary) and expr.op in {"+", "-"}


def _divisor(left: ex.Expr, whole: ex.Binary, scope: Scope) -> int | None:
    """`x - n * (x / n rounded down)` is what is left of x in parts of n: that n."""
    match whole.left, whole.right:
        case ex.Number(value=n), ex.Divide(left=same, right=ex.Number(value=m), rounding="down"):
            is_same = nouns.noun(same, scope).say() == nouns.noun(left, scope).say()
            return n if n == m and is_same else None
        case _:
            return None


def _addend(expr: ex.Expr, scope: Scope) -> Phrase:
    """A part of a sum; what is added only at times has its condition behind it."""
    if isinstance(expr, ex.IfElse) and value_of(expr.otherwise, scope) == 0:
        then = nouns.noun(expr.then, scope)
        condition = clauses.clause(expr.condition, scope)
        return scope.voice.each_case(
            lambda case: scope.voice.tell("or_if", a=then.say(case), c=condition), then
        )
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
        isinstance(operand, ex.Name) and operand.ident.text in {*scope.world.places, "box"}
    )
    if is_place and shape.form == SET and places.is_called_by(operand, shape.kind, scope):
        tail = voice.tell("of", x=places.spot(operand, scope).phrase)
        return nouns.head("count", tail, scope)
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
        by_one = elements.total_of_field(expr, scope) or _together(expr, scope)
        if by_one is not None:
            return by_one
    elif (extreme := _largest_group(expr, scope) or _extreme(expr, scope)) is not None:
        return extreme
    each, inner = elements.element(
        elements.Picked(expr.variable.text, expr.source, expr.condition), scope, plural=True
    )
    key = {"total": "sum", "most": "most", "least": "least"}[expr.word]
    value = nouns.noun(expr.expr, inner)
    tail = voice.tell("over_all", e=value, x=each)
    return nouns.head(key, tail, scope)


def _together(expr: ex.Fold, scope: Scope) -> Phrase | None:
    """A sum of counts as a count: how many goods are in the hand."""
    name = expr.variable.text
    found = together(expr, scope)
    if found is not None:
        of = scope.voice.noun(found.lemma, plural=True)
        return nouns.head("count", scope.voice.tell("of_where", x=of, where=found.tail), scope)
    match expr.expr:
        case ex.Of(name=kind, owner=ex.Of(name=held_in, owner=ex.Name(ident=ident)), part=None) if (
            ident.text == name and kind.text in scope.world.members
        ):
            if isinstance(expr.source, ex.Kind) and held_in.text in scope.world.places:
                return _in_all(kind.text, held_in.text, scope)
        case ex.SizeOf(operand=ex.Of(owner=ex.Name(ident=ident)) as held) if ident.text == name:
            if expr.condition is None:
                return size(attrs.evolve(held, owner=expr.source), scope)
        case _:
            pass
    return None


def _in_all(kind: str, place: str, scope: Scope) -> Phrase:
    """How many of a kind lie in all places of a sort: `the number of coins in all chests`."""
    voice = scope.voice
    lemma = scope.lemma(place)
    at = voice.tell("in_all", x=voice.noun(lemma, plural=True))
    of = voice.noun(scope.member(kind), plural=True)
    return head_count(scope.member(kind), voice.tell("of_where", x=of, where=at), scope)


def head_count(lemma: Lemma, tail: str, scope: Scope) -> Phrase:
    """`the number of coins …`; of what is not counted in pieces `the amount of milk …`."""
    is_mass = lemma.is_mass and not scope.voice.is_russian and lemma.forms["nom"].isalpha()
    return nouns.head("amount" if is_mass else "count", tail, scope)


def together(expr: ex.Fold, scope: Scope) -> elements.Described | None:
    """What a sum of counts counts: `total(g of hand for g in Good)` the goods in the hand."""
    match expr:
        case ex.Fold(
            word="total",
            condition=None,
            source=ex.Kind(ident=kind),
            expr=ex.Of(name=name, owner=owner, part=None),
        ) if name.text == expr.variable.text and not _names(owner, name.text):
            unit = scope.teller.lexicon.unit(kind.text)
            return elements.Described(unit, places.where(owner, places.IN, scope))
        case _:
            return None


def total_of_named(fold: ex.Fold, value: ex.CallExpr, scope: Scope) -> Phrase | None:
    """The sum of a definition with a label over its last argument: `the total income of your huts`."""
    lemma = scope.lemma(value.name.text)
    last = value.args[-1] if value.args else None
    if not isinstance(last, ex.Name) or last.ident.text != fold.variable.text:
        return None
    if "{" in lemma.forms["nom"]:
        param = scope.world.defines[value.name.text].params[-1].name.text
        bare = re.sub(rf"( of)? \{{{param}(:\w+)?\}}$", "", lemma.forms["nom"])
        if "{" in bare:
            return None
        lemma = scope.teller.lexicon.of_text(bare)
    picked = elements.Picked(fold.variable.text, fold.source, fold.condition)
    each, _inner = elements.element(picked, scope, plural=True)
    return elements.total_of(lemma, each, scope)


def _names(expr: ex.Expr, name: str) -> bool:
    return any(isinstance(node, ex.Name) and node.ident.text == name for node in walk(expr))


def _largest_group(expr: ex.Fold, scope: Scope) -> Phrase | None:
    """`most(size of g for g in groups(…))`."""
    match expr.expr, expr.source:
        case ex.SizeOf(operand=ex.Name(ident=ident)), ex.Groups(source=source):
            if ident.text != expr.variable.text:
                return None
            kind = scope.world.shape(source, scope.shapes).kind
            many = scope.voice.noun(scope.lemma(kind), plural=True)
            key = "largest_group" if expr.word == "most" else "smallest_group"
            tail = scope.voice.tell(key, k=many, x=nouns.noun(source, scope))
            return nouns.head("count", tail, scope)
        case _:
            return None


# `greatest` and `smallest` before a neuter word, in the six cases.
EXTREME = {
    "most": ("greatest", "наибольш", ("ее", "его", "ему", "ее", "им", "ем")),
    "least": ("smallest", "наименьш", ("ее", "его", "ему", "ее", "им", "ем")),
}
COUNT = {False: "the number of ", True: "количеств"}


def _extreme(expr: ex.Fold, scope: Scope) -> Phrase | None:
    """`most(count(…) for x in S)`: the greatest number of … of one of them."""
    voice, name = scope.voice, expr.variable.text
    uses = [n for n in walk(expr.expr) if isinstance(n, ex.Name) and n.ident.text == name]
    if len(uses) != 1:
        return None
    one, inner = elements.element(elements.Picked(name, expr.source, expr.condition), scope)
    value = nouns.noun(expr.expr, inner.bind(name, one, inner.bound[name].shape))
    begins = COUNT[voice.is_russian]
    if not plain(value.say()).startswith(begins):
        return None
    english, stem, ends = EXTREME[expr.word]
    if not voice.is_russian:
        return Phrase((value.say().replace("the ", f"the {english} ", 1),))
    forms = [f"{stem}{end} {form}" for end, form in zip(ends, value.forms, strict=True)]
    return Phrase(tuple(forms), "n")


def usual(count: ex.Expr, scope: Scope) -> int | None:
    """The number that a value begins with, before powers change it."""
    match count:
        case ex.CallExpr(name=name) | ex.Name(ident=name):
            item = scope.world.defines.get(name.text)
            return value_of(item.expr, scope) if isinstance(item, syn.Value) else None
        case _:
            return None
