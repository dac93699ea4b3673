"""So much for each: `2 points for each villager in your clan`, `1 coin for every full 10 stones`.

A product with a known factor counts its other part; a quotient that is rounded counts so many of it at once.
"""

from __future__ import annotations

from rulelang.prose import amounts, calls, elements, lookup, nouns, numbers, places
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE
from rulelang.syntax.trees import expressions as ex

EACH = "every_one"
SIMPLE = (
    ex.Name,
    ex.CallExpr,
    ex.Printed,
    ex.Of,
)  # a number with a name; what is computed is told as a product
FEW = 3  # steps that are named one by one


def split(expr: ex.Expr, scope: Scope) -> tuple[int, ex.Expr]:
    """The known factor of a product, and the rest of it."""
    match expr:
        case ex.Binary(op="*", left=left, right=right):
            for known, rest in ((left, right), (right, left)):
                factor = numbers.value_of(known, scope)
                if factor is not None:
                    inner, last = split(rest, scope)
                    return factor * inner, last
            return 1, expr
        case ex.Unary(op="-", operand=operand):
            factor, rest = split(operand, scope)
            return -factor, rest
        case _:
            return 1, expr


def rate(expr: ex.Expr, lemma: Lemma, scope: Scope) -> Phrase | None:
    """So many of a word for each of what a number counts; None if it counts nothing. Signs are left out."""
    voice = scope.voice
    factor, rest = split(expr, scope)
    many = voice.counted(abs(factor), lemma)
    opened = calls.opened(rest, scope)
    while opened is not None:
        rest, scope = opened
        opened = calls.opened(rest, scope)
    if is_plain_number(rest, scope):
        return voice.phrase("for_every_unit", of=many, n=many)
    if isinstance(rest, ex.Divide):
        return _at_once(rest, many, scope)
    if isinstance(rest, ex.Binary) and factor == 1:
        return _unknown(rest, lemma, scope)
    one = each_of(rest, scope)
    return None if one is None else voice.phrase("for_every", of=many, n=many, x=one)


def number_for_each(expr: ex.Expr, scope: Scope) -> Phrase | None:
    """A known factor of a count: `2 for each worker on the map`, without saying 2 of what."""
    factor, rest = split(expr, scope)
    if factor < 2 or is_plain_number(rest, scope):
        return None
    number = scope.voice.made(str(factor))
    opened = calls.opened(rest, scope)
    while opened is not None:
        rest, scope = opened
        opened = calls.opened(rest, scope)
    if isinstance(rest, ex.Divide):
        return _at_once(rest, number, scope)
    one = each_of(rest, scope)
    return None if one is None else scope.voice.phrase("for_every", of=number, n=number, x=one)


def _unknown(expr: ex.Binary, lemma: Lemma, scope: Scope) -> Phrase | None:
    """`x * count(…)`: as many as x says, for each of them."""
    if expr.op != "*":
        return None
    for much, counting in ((expr.left, expr.right), (expr.right, expr.left)):
        one = each_of(counting, scope)
        if one is not None and isinstance(much, SIMPLE):
            many = amounts.counted_lemma(much, lemma, scope)
            return scope.voice.phrase("for_every", of=many, n=many, x=one)
    return None


def is_plain_number(expr: ex.Expr, scope: Scope) -> bool:
    """Whether a number was picked or given, and has no word of its own."""
    if not isinstance(expr, ex.Name) or expr.ident.text not in scope.bound:
        return False
    lemma = scope.bound[expr.ident.text].phrase.lemma
    return lemma is not None and lemma.name == "number"


def _at_once(expr: ex.Divide, many: Phrase, scope: Scope) -> Phrase | None:
    """`x / 10 rounded down`: for every full 10 of them."""
    voice = scope.voice
    size = numbers.value_of(expr.right, scope)
    found = counted(expr.left, scope)
    if size is None or found is None:
        return None
    things = voice.with_tail(voice.counted(size, found.lemma), found.tail)
    key = "for_every_full" if expr.rounding == "down" else "for_every_begun"
    return voice.phrase(key, of=many, n=many, x=things)


def each_of(expr: ex.Expr, scope: Scope) -> Phrase | None:
    """`each villager in your clan`, of a number that counts them."""
    voice = scope.voice
    match expr:
        case ex.Name(ident=ident) if ident.text in scope.bound:
            given = scope.bound[ident.text].given
            return None if given is None else each_of(*given)
        case ex.Fold(word="total") if (one := elements.each_of_field(expr, scope)) is not None:
            return one
        case ex.Comprehension(word="count"):
            picked = elements.Picked(expr.variable.text, expr.source, expr.condition)
            return elements.element(picked, scope, det="each")[0]
        case ex.Printed(field=field) if said := scope.teller.lexicon.form(field.text, EACH):
            of = voice.tell("of", x=nouns.noun(expr.operand, scope))
            return voice.with_tail(voice.made(said), of)
        case ex.CallExpr(name=name, args=args) if said := scope.teller.lexicon.form(
            name.text, EACH
        ):
            said = calls.addressed(name.text, said, args, scope)
            return voice.made(voice.fill(said, dict(calls.slots(name.text, args, scope))))
        case _:
            found = counted(expr, scope)
            return None if found is None else found.noun(voice, "each", plural=False)


def counted(expr: ex.Expr, scope: Scope) -> elements.Described | None:
    """What a number counts, as the word and where it is."""
    match expr:
        case ex.SizeOf(operand=operand):
            found = elements.describe(operand, scope, plural=False)
            if found is None or not isinstance(operand, ex.Of):
                return found
            if scope.teller.lexicon.form(operand.name.text, "one") is not None:
                return found
            return elements.Described(
                numbers.unit_in(operand, scope), found.tail, is_yours=found.is_yours
            )
        case ex.Of(name=name, owner=owner, part=None) if name.text in scope.world.members:
            is_other = name.text in {*scope.bound, *scope.world.vars, *scope.world.places}
            if is_other or scope.world.shape(owner, scope.shapes).form != BUNDLE:
                return None
            at = places.where(owner, places.IN, scope)
            return elements.Described(scope.member(name.text), at)
        case ex.Fold():
            return numbers.together(expr, scope)
        case _:
            return None


def product(expr: ex.Fold, scope: Scope) -> tuple[Phrase, ex.Expr] | None:
    """`total(A * B for x in S)` where A counts something: each of that, and B."""
    match expr.expr:
        case ex.Binary(op="*", left=left, right=right):
            pairs = ((left, right), (right, left))
        case _:
            return None
    shape = scope.world.shape(expr.source, scope.shapes)
    kind = scope.voice.noun(scope.lemma(shape.kind))
    inner = scope.bind(expr.variable.text, kind, shape)
    for counting, worth in pairs:
        if isinstance(counting, ex.CallExpr) and scope.teller.lexicon.form(
            counting.name.text, EACH
        ):
            one = each_of(counting, inner)
            return None if one is None else (one, worth)
    return None


def listed(expr: ex.CallExpr, scope: Scope) -> tuple[str, Phrase, str]:
    """`entry([…], x)`: the numbers, what they depend on, and for which values of it."""
    voice = scope.voice
    assert isinstance(expr.args[0], ex.ListLit)
    items = expr.args[0].items
    said = voice.listed([nouns.noun(item, scope).say() for item in items], "or")
    index = lookup.index_of(expr.args[1])
    by = index.by
    steps = [str(index.first + at) for at in range(len(items))]
    last = voice.tell("or_more", x=steps[-1]) if index.is_open else steps[-1]
    if len(steps) > FEW:
        return said, nouns.noun(by, scope), f"{steps[0]}–{last}"
    return said, nouns.noun(by, scope), voice.listed([*steps[:-1], last], "or")
