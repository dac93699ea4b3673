"""How a number came about in a position: in goes an expression with its numbers, out come facts and a calculation.

`Told` is language and numbers at once: what is counted (`3 cities`), what else is known (`Red’s glory is 14`), what
players are compared by, and the calculation (`3 × 2`). Definitions are opened as far as they calculate something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import attrs

from rulelang.program.typing.typed_value import TypedValue
from rulelang.prose import clauses, elements, lookup, nouns, numbers, rates
from rulelang.prose.cases import ATOM, PRODUCT, STEP, SUM, Case, Told, shown
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG, REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk
from rulelang.syntax.writing.write_expressions import expr as written

FEW = 6  # terms that are written out
DEEPEST = 8  # definitions within definitions


def work(expr: ex.Expr, case: Case) -> Told | None:
    """How an expression comes to its number; None if it has none."""
    value = case.facts.number(expr, case.names)
    if value is None:
        return None
    if numbers.value_of(expr, case.they) is not None:
        return Told(value, shown(value))
    found = _counted(expr, value, case) or _calculated(expr, value, case)
    return found if found is not None and found.value == value else leaf(expr, value, case)


def leaf(expr: ex.Expr, value: int, case: Case) -> Told:
    """A number that is just said: `Red’s glory is 14`."""
    noun = nouns.noun(expr, case.named)
    return Told(value, shown(value), facts=(case.they.voice.tell("worked_is", x=noun, n=shown(value)),))  # fmt: skip


# --- counting ----------------------------------------------------------------------------------------------


def _counted(expr: ex.Expr, value: int, case: Case) -> Told | None:
    """`3 cities on the island`."""
    found = described(expr, case)
    if found is None:
        return None
    lemma, tail, is_own = found
    voice = case.they.voice
    thing = voice.with_tail(voice.counted(value, lemma), tail)
    return Told(value, shown(value), **{"things" if is_own else "apart": (thing,)})  # type: ignore[arg-type]  # one of two


def described(expr: ex.Expr, case: Case) -> tuple[Lemma, str, bool] | None:
    """What a number counts: the word, where that is, and whether it is the player’s."""
    to_you, of_them = _thing(expr, case.you), _thing(expr, case.they)
    if to_you is None or of_them is None:
        return None
    is_theirs = to_you.is_yours or to_you.tail != of_them.tail
    is_own = is_theirs or _is_about_player(expr, case)
    tail = to_you.tail if to_you.is_yours else of_them.tail
    if is_theirs and not isinstance(expr, ex.Comprehension):
        tail = ""  # all that they have of it
    others = (bound.phrase for name, bound in case.they.bound.items() if bound.shape.kind != "Player")  # fmt: skip
    if any(plain(phrase.say()) and plain(phrase.say("gen")) in plain(tail) for phrase in others):
        tail = ""  # it is clear of which one the example tells
    return to_you.lemma, tail, is_own


def _is_about_player(expr: ex.Expr, case: Case) -> bool:
    """Whether the player of the example is named in what is counted."""
    you, bound = case.you.voice.you(), case.you.bound
    names = {node.ident.text for node in walk(expr) if isinstance(node, ex.Name)}
    folds = (node for node in walk(expr) if isinstance(node, ex.Comprehension | ex.Fold))
    own = (names & set(bound)) - {node.variable.text for node in folds}
    return any(bound[name].phrase == you for name in own)


def _thing(expr: ex.Expr, scope: Scope) -> elements.Described | None:
    match expr:
        case ex.SizeOf(operand=ex.CallExpr(name=name)) if name.text in scope.world.defines:
            return _unit(name.text, scope)
        case ex.CallExpr(name=name) | ex.Name(ident=name) if (
            name.text in scope.world.defines and name.text not in scope.bound
        ):
            return _unit(name.text, scope)
        case ex.Comprehension(word="count"):
            return elements.describe(attrs.evolve(expr, word="all"), scope, plural=True)
        case ex.Fold(word="total", expr=ex.Printed(field=field)) if (
            found := _unit(field.text, scope)
        ) is not None:
            return found
        case ex.SizeOf(operand=ex.Name(ident=ident)) if ident.text in scope.bound:
            region = scope.bound[ident.text].shape.kind in scope.world.regions
            return rates.counted(expr, scope) if region else None
        case ex.SizeOf() | ex.Of() | ex.Fold(word="total"):
            return rates.counted(expr, scope)
        case _:
            return None


def _unit(name: str, scope: Scope) -> elements.Described | None:
    """What words call one of what a definition or a field counts; `few` is for 2 to 4 in Russian."""
    lexicon = scope.teller.lexicon
    one = lexicon.form(name, "unit") or lexicon.form(name, "one")
    if one is None:
        return None
    lemma, others = lexicon.of_text(one), (("few", "few"), ("units", "plural_nom"))
    own = {to: form for key, to in others if (form := lexicon.form(name, key)) is not None}
    return elements.Described(attrs.evolve(lemma, forms={**lemma.forms, **own}), "")


# --- calculating -------------------------------------------------------------------------------------------


def _calculated(expr: ex.Expr, value: int, case: Case) -> Told | None:  # one for each form
    match expr:
        case ex.Name(ident=ident) if ident.text in case.given:
            return work(*case.given[ident.text])
        case ex.SizeOf(operand=ex.Name(ident=ident)) if ident.text in case.given:
            whole, around = case.given[ident.text]
            return work(attrs.evolve(expr, operand=whole), around)
        case ex.Binary(op="+"):
            return _sum(expr, case)
        case ex.Binary(op="-"):
            return _lead(expr, case) or _difference(expr, case)
        case ex.Binary(op="*") | ex.Unary(op="-"):
            return _product(expr, value, case)
        case ex.Divide():
            return _quotient(expr, value, case)
        case ex.IfElse():
            return _branch(expr, value, case)
        case ex.Fold(word="total"):
            return _total(expr, value, case)
        case ex.CallExpr(name=ex.Ident(text="entry"), args=(ex.ListLit(), index)):
            return _step(work(lookup.index_of(index).by, case), value)
        case ex.CallExpr(name=ex.Ident(text="min" | "max"), args=args):
            return _bounded(args, value, case)
        case ex.CallExpr(name=name, args=args):
            return _defined(name.text, args, case)
        case ex.Name(ident=ident) if ident.text not in case.they.bound:
            return _defined(ident.text, (), case)
        case _:
            return None


def _with(told: Told, parts: Sequence[Told]) -> Told:
    """A calculation with the facts of its parts."""
    compared = next((part.compared for part in parts if part.compared), ())
    return attrs.evolve(
        told,
        things=tuple(thing for part in parts for thing in part.things),
        apart=tuple(thing for part in parts for thing in part.apart),
        facts=tuple(dict.fromkeys(fact for part in parts for fact in part.facts)),
        compared=compared,
        terms=max(len(parts), *(part.terms for part in parts)),
    )


def _sum(expr: ex.Expr, case: Case) -> Told | None:
    found = [work(part, case) for part in nouns.flat(expr, "+")]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    kept = [part for part in parts if part.value] or parts[:1]
    if len(kept) == 1:
        return kept[0]
    text = " + ".join(part.inside(PRODUCT) for part in kept)
    return _with(Told(sum(part.value for part in kept), text, SUM), kept)


def _difference(expr: ex.Binary, case: Case) -> Told | None:
    left, right = work(expr.left, case), work(expr.right, case)
    if left is None or right is None:
        return None
    text = f"{left.inside(SUM)} − {right.inside(PRODUCT)}"
    return _with(Told(left.value - right.value, text, SUM), [left, right])


def _lead(expr: ex.Binary, case: Case) -> Told | None:
    """`x of p - least(x of q for q in everyone)`: what all players have, and the difference."""
    match expr.right:
        case ex.Fold(word="least" | "most", source=ex.Constant(word="everyone"), condition=None):
            fold = expr.right
        case _:
            return None
    if not _is_same(expr.left, fold, case):
        return None
    compared = compare(fold.expr, fold.variable.text, case)
    own, other = case.facts.number(expr.left, case.names), case.facts.number(fold, case.names)
    if not compared or own is None or other is None:
        return None
    return Told(own - other, f"{shown(own)} − {shown(other)}", SUM, compared=compared)


def _is_same(own: ex.Expr, fold: ex.Fold, case: Case) -> bool:
    """Whether a fold goes through what an expression says of the player."""
    theirs, variable = written(fold.expr), fold.variable.text
    words = written(own)
    return any(theirs == re.sub(rf"\b{name}\b", variable, words) for name in case.names)


def _product(expr: ex.Expr, value: int, case: Case) -> Told | None:
    factor, rest = rates.split(expr, case.they)
    if rest is not expr:
        of = work(rest, case)
        if of is None or factor == 1:
            return of
        text = f"{of.inside(PRODUCT)} × {factor}" if factor > 0 else f"−{-factor} × {of.inside(PRODUCT)}"  # fmt: skip
        text = f"−{of.inside(PRODUCT)}" if factor == -1 else text
        return _with(Told(value, text, PRODUCT), [of])
    if not isinstance(rest, ex.Binary):
        return None
    left, right = work(rest.left, case), work(rest.right, case)
    if left is None or right is None:
        return None
    text = f"{left.inside(PRODUCT)} × {right.inside(PRODUCT)}"
    return _with(Told(value, text, PRODUCT), [left, right])


def _quotient(expr: ex.Divide, value: int, case: Case) -> Told | None:
    whole, by = work(expr.left, case), work(expr.right, case)
    if whole is None or by is None or not by.value:
        return None
    if by.value == 1:
        return attrs.evolve(_with(whole, [whole, by]), terms=1)
    text = f"{whole.inside(PRODUCT)} ÷ {by.inside(ATOM)}"
    if whole.value % by.value == 0:
        return _with(Told(value, text, PRODUCT), [whole, by])
    return _with(Told(value, f"{text} → {shown(value)}", STEP), [whole, by])


def _branch(expr: ex.IfElse, value: int, case: Case) -> Told | None:
    """What a condition leads to; of one that compares a number that number is told."""
    holds = case.facts.number(expr.condition, case.names)
    chosen = work(expr.then if holds else expr.otherwise, case)
    if chosen is None:
        return None
    match expr.condition:
        case ex.Binary(op="<" | "<=" | ">" | ">=", left=left):
            compared = work(left, case)
            if compared is None:
                return None
            return chosen if chosen.rank == STEP else _step(compared, value)
        case _ if holds:
            said = clauses.clause(expr.condition, case.named)
            return attrs.evolve(chosen, facts=(said, *chosen.facts))
        case _:
            return chosen


def _step(of: Told | None, value: int) -> Told | None:
    """What a table or a bound makes of a number; one that was just said is not said again."""
    if of is None:
        return None
    if of.rank == ATOM and (of.things or of.apart or of.facts):
        return attrs.evolve(of, value=value, text=shown(value), rank=STEP)
    return attrs.evolve(of, value=value, text=f"{of.equation} → {shown(value)}", rank=STEP)


def _bounded(args: Sequence[ex.Expr], value: int, case: Case) -> Told | None:
    """A number that may be no more or no less than another one."""
    rest = [arg for arg in args if numbers.value_of(arg, case.they) is None]
    if len(rest) != 1:
        return None
    of = work(rest[0], case)
    return of if of is not None and of.value == value else _step(of, value)


def _defined(name: str, args: Sequence[ex.Expr], case: Case) -> Told | None:
    """What a definition calculates; None where it says something else, or powers change it."""
    item = case.they.world.defines.get(name)
    if item is None or case.depth > DEEPEST or name in case.they.inlined:
        return None
    inner = case.enter(item, args)
    if inner is None:
        return None
    body = _case_of(item, args, case) if isinstance(item, syn.Cases) else item.expr
    return None if body is None or not _calculates(body, inner) else work(body, inner)


def _case_of(item: syn.Cases, args: Sequence[ex.Expr], case: Case) -> ex.Expr | None:
    value = case.facts.value(args[0], case.names)
    name = "" if value is None else case.facts.name_of(value)
    cases = (line for line in item.lines if isinstance(line, syn.Case))
    return next((line.expr for line in cases if line.name.text == name), None)


def _calculates(expr: ex.Expr, case: Case) -> bool:
    """Whether an expression has more to tell than its name."""
    is_count = isinstance(expr, ex.Comprehension | ex.SizeOf | ex.Of) and described(expr, case) is not None  # fmt: skip
    return is_count or isinstance(expr, ex.Binary | ex.Unary | ex.Divide | ex.IfElse | ex.Fold | ex.CallExpr)  # fmt: skip


# --- sums over things --------------------------------------------------------------------------------------


def _total(expr: ex.Fold, value: int, case: Case) -> Told | None:
    """`total(E for x in S)`: each x with its number if these are few, else how many have the same."""
    found = _passing(expr, case)
    if not found:
        return None
    if isinstance(expr.expr, ex.Binary):
        return _total_of_products(expr, found, case)
    worths = sorted(worth for _value, worth in found if worth)
    if len(worths) <= FEW:
        text = " + ".join(map(shown, worths))
    else:
        runs = [(worth, len(list(same))) for worth, same in groupby(worths)]
        terms = (shown(worth) if count == 1 else f"{count} × {shown(worth)}" for worth, count in runs)  # fmt: skip
        text = " + ".join(terms)
    rank = SUM if len(worths) > 1 else ATOM
    return Told(value, text, rank, facts=(_summed(expr, case),), terms=len(worths))


def _summed(expr: ex.Fold, case: Case) -> str:
    """What the numbers of a sum are: `the strength of the villagers in Red’s clan`."""
    voice = case.named.voice
    if not isinstance(expr.expr, ex.Printed):
        return nouns.noun(expr, case.named).say()
    each = nouns.noun(expr.source, case.named)
    if expr.condition is not None:
        picked = elements.Picked(expr.variable.text, expr.source, expr.condition)
        each, _inner = elements.element(picked, case.named, plural=True)
    field = voice.noun(case.named.field(expr.expr.field.text))
    return voice.tell("worked_of", f=field, x=each)


def _passing(expr: ex.Fold, case: Case) -> list[tuple[TypedValue, int]]:
    """The elements of a sum with what each adds to it."""
    name, facts = expr.variable.text, case.facts
    found: list[tuple[TypedValue, int]] = []
    for value in facts.members(expr.source, case.names) or ():
        names = {**case.names, name: value}
        if expr.condition is not None and not facts.number(expr.condition, names):
            continue
        worth = facts.number(expr.expr, names)
        if worth is None:
            return []
        found.append((value, worth))
    return found


def _total_of_products(
    expr: ex.Fold, found: list[tuple[TypedValue, int]], case: Case
) -> Told | None:
    """So many of each sort, times what one of it is worth."""
    assert isinstance(expr.expr, ex.Binary)
    scope, parts = case.they, []
    shape = Shape(REF, scope.world.shape(expr.source, scope.shapes).kind)
    for value, worth in found:
        name = case.facts.name_of(value)
        if not worth:
            continue
        if not name or expr.expr.op != "*" or scope.world.members.get(name) is None:
            return None
        inner = case.bind(expr.variable.text, value, scope.voice.noun(scope.member(name)), shape)
        count = case.facts.number(expr.expr.left, inner.names) or 0
        price = case.facts.number(expr.expr.right, inner.names) or 0
        thing = scope.voice.counted(count, scope.member(name))
        parts.append(Told(worth, f"{shown(count)} × {shown(price)}", PRODUCT, things=(thing,)))
    if not parts or len(parts) > FEW:
        return None
    text = " + ".join(part.text for part in parts)
    return _with(Told(sum(p.value for p in parts), text, SUM if len(parts) > 1 else PRODUCT), parts)


# --- comparing players -------------------------------------------------------------------------------------


def compare(expr: ex.Expr, variable: str, case: Case) -> tuple[tuple[str, int], ...]:
    """What each player has of something, in words and as a number: `Red has 3 tiles`, `Blue 2`."""
    found: list[tuple[str, int]] = []
    for value, phrase in case.players:
        inner = case.about(variable, value, phrase)
        number = case.facts.number(expr, inner.names)
        if number is None:
            return ()
        found.append((_compared(expr, number, phrase, inner, is_first=not found), number))
    return tuple(found)


def _compared(expr: ex.Expr, number: int, who: Phrase, case: Case, *, is_first: bool) -> str:
    voice = case.they.voice
    thing = _deep(expr, case)
    if thing is not None:
        counted = voice.counted(number, thing) if is_first else voice.made(shown(number))
        return voice.tell("worked_has" if is_first else "worked_has_too", p=who, x=counted)
    if is_first:
        return voice.tell("worked_is", x=nouns.noun(expr, case.named), n=shown(number))
    return voice.tell("worked_is_too", p=who, n=shown(number))


def _deep(expr: ex.Expr, case: Case) -> Lemma | None:
    """The word for what a number counts, looked for in the definitions that it calls."""
    found = described(expr, case)
    if found is not None:
        return found[0]
    name = expr.name.text if isinstance(expr, ex.CallExpr) else ""
    item = case.they.world.defines.get(name)
    if item is None or not isinstance(expr, ex.CallExpr) or case.depth > DEEPEST:
        return None
    inner = case.enter(item, expr.args)
    body = _case_of(item, expr.args, case) if isinstance(item, syn.Cases) else item.expr
    if inner is None or body is None or case.they.world.shape(body, inner.they.shapes).form == FLAG:
        return None
    return _deep(body, inner)
