"""Amounts: so many of something, as `3 ore`, `1 unit of this resource`, `as many coins as the toll`."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from rulelang.prose import calls, elements, nouns, numbers, rates
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import CLOSING, Phrase, link, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import REF
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

# Russian `half` in its six cases.
HALF = ("а", "ы", "е", "у", "ой", "е")
# Values that are called numbers: one asks how much they are, not what they are like.
NUMERIC = re.compile(r"(ваш\w* |наи)?(число|количеств|меньш|больш|наименьш|наибольш)")
POINTS = "points"
NUMBERS = ("the number of", "число", "количество")
NUMBER_OF = {False: "the number of ", True: "количество "}
MUCH = re.compile(r"\b(as|this) many ")


def counted(count: ex.Expr, kind: ex.Expr, scope: Scope) -> Phrase:
    """A number of a kind: `3 ore`, `1 unit of this resource`, `coins in the amount of the toll`."""
    voice, world = scope.voice, scope.world
    number = numbers.value_of(count, scope)
    if isinstance(kind, ex.KindOf):
        owner = nouns.noun(kind.owner, scope)
        many = counted_lemma(count, scope.lemma(kind.kind.text), scope)
        return voice.with_tail(many, voice.tell("belonging_to", x=owner))
    owned = nouns.owned_kind(kind.ident.text, scope) if isinstance(kind, ex.Name) else None
    if owned is not None:
        return counted_lemma(count, owned, scope)
    is_fixed = elements.is_constant(kind, scope) or isinstance(kind, ex.Kind)
    lemma = _lemma_of(kind, scope) if is_fixed else _given_case(kind, scope)
    if lemma is not None and number == 1 and _is_single(kind, scope):
        return nouns.noun(kind, scope)
    if lemma is not None:
        return counted_lemma(count, lemma, scope)
    of = nouns.noun(kind, scope)
    shape = world.shape(kind, scope.shapes)
    if number == 1 and shape.form == REF and shape.kind in world.components:
        return of
    if isinstance(count, ex.IfElse):
        return _either(count, lambda branch: counted(branch, kind, scope), scope)
    unit = _unit_of(shape.kind, scope)
    tail = voice.tell("of", x=of)
    many = voice.noun(unit, plural=True)
    if number is not None:
        return voice.with_tail(voice.counted(number, unit), tail)
    if (plain_key := _plain_number(count, scope)) is not None:
        return voice.with_tail(voice.phrase(plain_key, of=many, k=many), tail)
    return as_many(voice.with_tail(many, tail), count, scope)


def _unit_of(kind: str, scope: Scope) -> Lemma:
    """What one counts of a case that is not named: the noun of the unit that words give (`card`), else `unit`."""
    lexicon, is_russian = scope.teller.lexicon, scope.voice.is_russian
    text = lexicon.form(kind, "unit")
    if text is None:
        return lexicon.of_text("единица" if is_russian else "unit")
    return lexicon.of_text(text.split(" ")[0 if is_russian else -1])


def _given_case(kind: ex.Expr, scope: Scope) -> Lemma | None:
    """The word of a parameter for which a case is given here: `2 milk`, not `2 units of milk`."""
    bound = scope.bound.get(kind.ident.text) if isinstance(kind, ex.Name) else None
    lemma = bound.phrase.lemma if bound is not None else None
    if bound is None or lemma is None or lemma.name not in scope.world.members:
        return None
    return lemma if bound.phrase == scope.voice.noun(lemma) else None


def as_many(things: Phrase, count: ex.Expr, scope: Scope) -> Phrase:
    """So many things as a computed number says."""
    voice = scope.voice
    is_points = things.lemma is not None and things.lemma.name == "point"
    named = _named_points(count, scope) if is_points else _named_amount(count, scope)
    if named is not None:
        return named
    number = nouns.noun(count, scope)
    is_count = isinstance(count, ex.SizeOf | ex.Comprehension | ex.Of)
    head = NUMBER_OF[voice.is_russian]
    if isinstance(count, ex.Binary | ex.Divide):
        return voice.phrase("amount_equal", of=things, k=things, n=number)
    if isinstance(count, ex.Printed) and _is_called(scope.field(count.field.text), things):
        return number  # `the £ of this contract` are £ already
    if isinstance(count, ex.Printed) and is_amount(count, scope) and not is_points:
        return number
    if plain(number.say()) in {f"{word} {plain(things.say('gen'))}" for word in NUMBERS}:
        return voice.phrase("given_many", of=things, k=things)
    if is_count and plain(number.say()).startswith(head):
        bare = voice.made(number.say().replace(head, "", 1).removeprefix("the "), number)
        return voice.phrase("as_many_as", of=things, k=things, n=bare)
    key = "amount_number" if NUMERIC.match(plain(number.say())) else "amount_of"
    return voice.phrase(key, of=things, k=things, n=number)


def _named_points(count: ex.Expr, scope: Scope) -> Phrase | None:
    """A value whose words name points by themselves: `score the prize`, not `as many points as your prize`."""
    lexicon, voice = scope.teller.lexicon, scope.voice
    match count:
        case ex.Name(ident=ident) if ident.text in scope.bound:
            said = scope.bound[ident.text].phrase
            name = said.lemma.name if said.lemma is not None else ""
            return said if lexicon.form(name, "amount") == POINTS else None
        case ex.CallExpr(name=ident, args=args) if lexicon.form(ident.text, "amount") == POINTS:
            lemma, given = scope.lemma(ident.text), calls.slots(ident.text, args, scope)
            filled = {form: plain(voice.fill(text, given)) for form, text in lemma.forms.items()}
            return voice.noun(attrs.evolve(lemma, forms=filled), "the")  # whoever scores it has it
        case _:
            return None


def _named_amount(count: ex.Expr, scope: Scope) -> Phrase | None:
    """A definition whose words name an amount by themselves: `the price`, not `as many coins as the price`."""
    voice = scope.voice
    match count:
        case ex.CallExpr(name=ex.Ident(text="max"), args=(ex.Number(value=0), inner)):
            return _named_amount(inner, scope)
        case ex.Binary(op="+"):
            parts = [_named_amount(part, scope) for part in nouns.flat(count, "+")]
            said = [part for part in parts if part is not None]
            return voice.joined(said) if len(said) == len(parts) else None
        case ex.Fold(word="total", expr=ex.CallExpr() as value):
            return numbers.total_of_named(count, value, scope) if is_amount(value, scope) else None
        case ex.CallExpr(name=name) | ex.Name(ident=name) if is_amount(count, scope):
            lemma = scope.lemma(name.text)
            if "{" in lemma.forms["nom"]:
                return calls.defined(name.text, getattr(count, "args", ()), scope)
            extra = calls.extras(name.text, getattr(count, "args", ()), scope)
            return voice.with_tail(voice.noun(lemma, "the"), extra)
        case _:
            return None


def named(expr: ex.Expr, scope: Scope) -> Phrase:
    """A number that is spoken of, by the words of its definition where they name an amount."""
    return _named_amount(expr, scope) or nouns.noun(expr, scope)


def is_money(amount: ex.Expr, scope: Scope) -> bool:
    """Whether something of the only case of its kind is paid: coins and the like, of which there is one sort."""
    parts = nouns.flat(amount, "+")
    if any(is_amount(part, scope) for part in parts):
        return True  # a price is paid, whatever it is
    kinds = {scope.world.shape(part, scope.shapes).kind for part in parts}
    enums = [scope.world.enums.get(kind) for kind in kinds]
    return any(enum is not None and len(enum.members) == 1 for enum in enums)


def is_simple(amount: ex.Expr, scope: Scope) -> bool:
    """Whether an amount is told in a word or two, so that others may follow it in a list."""
    match amount:
        case ex.Binary(op="+"):
            return all(is_simple(part, scope) for part in nouns.flat(amount, "+"))
        case ex.Binary(op="*", left=count) | ex.Amount(count=count):
            is_told = isinstance(count, ex.Printed | ex.Name) or is_amount(count, scope)
            return is_told or numbers.value_of(count, scope) is not None
        case _:
            return isinstance(amount, ex.Printed | ex.Name)


def is_amount(expr: ex.Expr, scope: Scope) -> bool:
    """Whether the words of a definition or field say that it is an amount of something."""
    if isinstance(expr, ex.Printed):
        return scope.teller.lexicon.form(expr.field.text, "amount") == "yes"
    name = expr.name.text if isinstance(expr, ex.CallExpr) else ""
    if isinstance(expr, ex.Name) and expr.ident.text not in scope.bound:
        name = expr.ident.text
    return name in scope.world.defines and scope.teller.lexicon.form(name, "amount") == "yes"


def _is_called(lemma: Lemma, things: Phrase) -> bool:
    return things.lemma is not None and lemma.forms["nom"] == things.lemma.forms["nom"]


def chosen_from(size: ex.Expr, lemma: Lemma, source: ex.Expr, scope: Scope) -> Phrase | None:
    """How many of a set when that depends on how many there are: half of them, or as many as there are."""
    voice = scope.voice
    match size:
        case ex.Divide(left=ex.SizeOf(operand=whole), rounding=rounding) if numbers.value_of(
            size.right, scope
        ) == 2 and _is_same(whole, source, scope):
            many = voice.noun(lemma, plural=True)
            rounded = voice.tell(f"rounded_{rounding}")
            forms = [
                voice.tell("half_of_them", k=many, rounded=rounded, case=end)
                for end in (HALF if voice.is_russian else ("",))
            ]
            return Phrase(tuple(forms), "f", lemma=lemma)
        case ex.CallExpr(name=ex.Ident(text="min"), args=(most, ex.SizeOf(operand=whole))) | (
            ex.CallExpr(name=ex.Ident(text="min"), args=(ex.SizeOf(operand=whole), most))
        ) if _is_same(whole, source, scope):
            some = counted_lemma(most, lemma, scope)
            return voice.each_case(lambda case: _with_note(some.say(case), scope), some)
        case _:
            return None


def _with_note(text: str, scope: Scope) -> str:
    """What there may be less of; a clause of the amount closes behind the brackets."""
    bare = text.removesuffix(CLOSING)
    return f"{bare} {scope.voice.tell('or_fewer')}" + (CLOSING if bare != text else "")


def everything(amount: ex.Expr, source: ex.Expr | None, scope: Scope) -> Phrase | None:
    """`(g of S) * g` from S: all that there is of it."""
    held = scope
    match amount:
        case ex.Binary(op="*", left=ex.Name(ident=ident)) if ident.text in scope.bound:
            given = scope.bound[ident.text].given
            if given is not None:
                amount, held = attrs.evolve(amount, left=given[0]), given[1]
        case _:
            pass
    match amount:
        case ex.Binary(op="*", left=ex.Of(name=name, owner=owner), right=ex.Name(ident=kind)):
            is_all = source is not None and name.text == kind.text
        case ex.Amount(count=ex.Of(name=name, owner=owner), kind=ex.Name(ident=kind)):
            is_all = source is not None and name.text == kind.text
        case _:
            return None
    if not is_all or source is None:
        return None
    if nouns.noun(owner, held).say() != nouns.noun(source, scope).say():
        return None
    voice = scope.voice
    if kind.text in scope.bound:
        of = scope.bound[kind.text].phrase
        many = voice.noun(_unit_of(scope.bound[kind.text].shape.kind, scope), plural=True)
        return voice.with_tail(voice.all_of(many), voice.tell("of", x=of))
    lemma = scope.member(kind.text)
    whole = voice.noun(lemma, plural=not lemma.is_mass)
    return voice.all_of(whole)


def _is_same(one: ex.Expr, other: ex.Expr, scope: Scope) -> bool:
    """Whether two expressions read the same."""
    return nouns.noun(one, scope).say() == nouns.noun(other, scope).say()


def _is_single(kind: ex.Expr, scope: Scope) -> bool:
    """Whether a name is that of one card or tile: it needs no number."""
    if not isinstance(kind, ex.Name):
        return False
    item = scope.world.components.get(scope.world.members.get(kind.ident.text, ""))
    return item is not None and item.word in {"card", "tile"} and item.how != "alike"


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
    """A number of a word, whatever the number is; English has as much milk as it has many coins."""
    said = _counted_word(count, lemma, scope)
    if scope.voice.is_russian or not lemma.is_mass or not lemma.forms["nom"].isalpha():
        return said
    return Phrase((MUCH.sub(r"\1 much ", said.say(), count=1),), said.gender, lemma=said.lemma)


def _counted_word(count: ex.Expr | syn.ByPlayers, lemma: Lemma, scope: Scope) -> Phrase:
    voice = scope.voice
    number = numbers.value_of(count, scope)
    if number is not None:
        return voice.counted(number, lemma)
    listed = numbers.by_players(count, scope)
    many = voice.noun(lemma, plural=not lemma.is_mass)
    if listed:
        noun = _counted_noun(listed[-1][1], lemma, scope)
        return voice.made(numbers.by_players_text(listed, noun, scope), many)
    assert not isinstance(count, syn.ByPlayers)
    if (usual := numbers.usual(count, scope)) is not None:
        return _usual(usual, count, lemma, scope)
    if isinstance(count, ex.IfElse):
        return _either(count, lambda branch: counted_lemma(branch, lemma, scope), scope)
    if (plain_key := _plain_number(count, scope)) is not None:
        return voice.phrase(plain_key, of=many, k=many)
    if isinstance(count, ex.Binary) and count.op == "*":
        factor, rest = rates.split(count, scope)
        if factor == 1 and not isinstance(rest, ex.Binary):
            return counted_lemma(rest, lemma, scope)
        if (rate := rates.rate(count, lemma, scope)) is not None:
            return rate
    match count:
        case ex.CallExpr(name=ex.Ident(text="entry"), args=(ex.ListLit(items=items), _index)):
            said, by, steps = rates.listed(count, scope)
            last = numbers.value_of(items[-1], scope)
            word = _counted_noun(5 if last is None else last, lemma, scope)
            return voice.made(voice.tell("by_entry", a=said, k=word, x=by, i=steps), many)
        case _:
            return as_many(many, count, scope)


def _usual(number: int, count: ex.Expr, lemma: Lemma, scope: Scope) -> Phrase:
    """The number that a value begins with; it leads to what the value is called, and so to what changes it."""
    said = scope.voice.counted(number, lemma)
    name = next(node.text for node in walk(count) if isinstance(node, ex.Ident))
    bare = str(number)
    return scope.voice.each_case(
        lambda case: (
            link(name, bare) + said.say(case).removeprefix(bare)
            if said.say(case).startswith(bare)
            else said.say(case)
        ),
        said,
    )


def _counted_noun(number: int, lemma: Lemma, scope: Scope) -> str:
    """The word as it stands behind a number."""
    bare = attrs.evolve(lemma, is_sign=False)
    return scope.voice.counted(number, bare).say("acc").partition(" ")[2]


def _either(expr: ex.IfElse, say: Callable[[ex.Expr], Phrase], scope: Scope) -> Phrase:
    """Amounts that depend on something; none of it is nothing: `4 coins (nothing if it is a gift)`."""

    def told(branch: ex.Expr) -> Phrase:
        is_nothing = numbers.value_of(branch, scope) == 0
        return nouns.head("nothing", "", scope) if is_nothing else say(branch)

    return nouns.either(expr, told, scope)


def _plain_number(count: ex.Expr, scope: Scope) -> str | None:
    """How many, where the number was picked or given and has no word of its own."""
    if not isinstance(count, ex.Name) or count.ident.text not in scope.bound:
        return None
    phrase = scope.bound[count.ident.text].phrase
    if phrase.lemma is None or phrase.lemma.name != "number":
        return None
    is_given = phrase == scope.voice.noun(phrase.lemma, "given")
    return "given_many" if is_given else "so_many"
