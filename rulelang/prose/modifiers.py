"""Conditions on an element as part of its phrase: `without a road`, `next to it`, `whose strength is 5`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.prose import calls, clauses, elements, naming, nouns, numbers, places, relatives
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, FLAG, NUMBER, SET
from rulelang.syntax.trees import expressions as ex

BOUNDS = {"<": "with_lt", "<=": "with_le", ">": "with_gt", ">=": "with_ge", "!=": "with_ne"}
NEAR = {"beside": "next_to", "around": "around"}
WITH = ("с ", "со ", "без ", "на ", "в ")


def is_var(expr: ex.Expr, variable: str) -> bool:
    return isinstance(expr, ex.Name) and expr.ident.text == variable


def conjuncts(expr: ex.Expr | None) -> list[ex.Expr]:
    """The conditions that must all hold."""
    if expr is None:
        return []
    return nouns.flat(expr, "and")


def tails(variable: str, condition: ex.Expr | None, about: Scope, like: Phrase) -> tuple[str, str]:
    """What stands behind the word for an element: whose it is, and the rest.

    `about` has the variable as a pronoun.
    """
    voice = about.voice
    owned: list[str] = []
    short: list[str] = []
    whose: list[str] = []
    rest: list[str] = []
    alike: dict[str, tuple[Phrase, list[Phrase]]] = {}
    parts = list(_parts(variable, condition, about))
    bounded = _bounded_fields(parts)
    for part, name, scope in parts:
        field = _bounded_field(name, part, scope)
        if field is not None and len(bounded[field]) > 1:
            if part is bounded[field][0]:
                whose.append(_within(field, bounded[field], scope, like))
            continue
        same = _same_printed(name, part, scope)
        if same is not None:
            alike.setdefault(same[0].say(), (same[0], []))[1].append(same[1])
            continue
        said = modifier(name, part, scope, like)
        relative = None if said is not None else relatives.relative(name, part, scope, like)
        if said is not None:
            is_first = _is_ownership(part) or _is_genitive(part, said, scope)
            is_first = is_first or (isinstance(part, ex.Binary) and _is_of(part, said, scope))
            (owned if is_first else short).append(said)
        elif relative is not None:
            (short if relative.startswith("with ") else whose).append(relative)
        else:
            rest.append(_condition(name, part, scope, like))
    which = voice.pronoun(like, "which") if voice.is_russian else like
    for other, fields in alike.values():
        short.append(voice.tell("same_as", w=which, f=voice.joined(fields), x=other))
    if whose:
        short.append(voice.tell("that_is", c=voice.listed(whose)))
    if rest:
        is_player = like.lemma is not None and like.lemma.name == "Player"
        key = "such_that_player" if is_player else "such_that"
        short.append(voice.tell(key, x=like, c=voice.listed(rest)))
    return " ".join(owned), " ".join(short)


IS_THEY = re.compile(r"(is|are) they$|— (он|она|оно|они)$")


def _condition(variable: str, part: ex.Expr, about: Scope, like: Phrase) -> str:
    """A condition as a clause about the element; where `they` would come last, it is said what it is."""
    said = clauses.clause(part, about)
    if IS_THEY.search(plain(said)) is None or like.lemma is None:
        return said
    this = about.voice.noun(like.lemma, "this")
    return clauses.clause(part, about.bind(variable, this, about.bound[variable].shape))


def _bounded_field(variable: str, part: ex.Expr, about: Scope) -> str | None:
    """The field of the element that a condition compares with a number."""
    match part:
        case ex.Binary(op=op, left=ex.Printed(operand=operand, field=field)) if op in BOUNDS:
            is_number = about.world.shape(part.left, about.shapes).form == NUMBER
            return field.text if is_number and is_var(operand, variable) else None
        case _:
            return None


def _bounded_fields(parts: list[tuple[ex.Expr, str, Scope]]) -> dict[str, list[ex.Binary]]:
    """Fields with all the conditions that bound them."""
    found: dict[str, list[ex.Binary]] = {}
    for part, name, scope in parts:
        field = _bounded_field(name, part, scope)
        if field is not None and isinstance(part, ex.Binary):
            found.setdefault(field, []).append(part)
    return found


def _within(field: str, parts: list[ex.Binary], about: Scope, like: Phrase) -> str:
    """Several bounds of one field: `whose number is more than 3 and less than 14`."""
    voice = about.voice
    said = [
        voice.tell(BOUNDS[part.op].replace("with_", "bound_"), x=nouns.noun(part.right, about))
        for part in parts
    ]
    which = voice.pronoun(like, "which") if voice.is_russian else like
    word = voice.noun(about.field(field))
    return voice.tell("whose_bounds", w=which, f=word, x=voice.listed(said))


def _same_printed(variable: str, part: ex.Expr, about: Scope) -> tuple[Phrase, Phrase] | None:
    """`u.colour = t.colour`: what u is compared with, and in what."""
    there = about
    match part:
        case ex.Binary(op="=", right=ex.Name(ident=ident)) if ident.text in about.bound:
            given = about.bound[ident.text].given
            if given is not None:
                part, there = attrs.evolve(part, right=given[0]), given[1]
        case _:
            pass
    match part:
        case ex.Binary(op="=", left=ex.Printed() as left, right=ex.Printed() as right):
            if not is_var(left.operand, variable) or left.field.text != right.field.text:
                return None
            other = nouns.noun(right.operand, there)
            return other, about.voice.noun(about.field(left.field.text))
        case _:
            return None


def _is_genitive(part: ex.Expr, said: str, scope: Scope) -> bool:
    """Whether a case stands next to its noun: `участок реки этого квадрата`."""
    match part:
        case ex.Binary(op="=" | "in", left=ex.Printed(), right=ex.Name() | ex.SetLit() as right):
            cases = right.items if isinstance(right, ex.SetLit) else (right,)
            forms = [_case_form(case, "having", scope) for case in cases]
            return scope.voice.is_russian and None not in forms and not said.startswith(WITH)
        case _:
            return False


def _is_of(part: ex.Binary, said: str, scope: Scope) -> bool:
    """Whether what something belongs to stands next to it in Russian: `клетка этого модуля на поле`."""
    is_printed = isinstance(part.left, ex.Printed) and isinstance(part.right, ex.Name)
    if not scope.voice.is_russian or not is_printed:
        return False
    return said == scope.voice.tell("of", x=nouns.noun(part.right, scope))


def _is_ownership(part: ex.Expr) -> bool:
    return (
        isinstance(part, ex.Binary)
        and isinstance(part.left, ex.CallExpr)
        and part.left.name.text == "owner_of"
    )


def _parts(
    variable: str, condition: ex.Expr | None, about: Scope
) -> Iterator[tuple[ex.Expr, str, Scope]]:
    """The single conditions, those of definitions without label too, each with its variable."""
    for part in conjuncts(condition):
        opened = calls.opened(part, about)
        name = _parameter_for(variable, part, about)
        if opened is not None and name is not None:
            yield from _parts(name, opened[0], opened[1])
        else:
            yield part, variable, about


def _parameter_for(variable: str, part: ex.Expr, about: Scope) -> str | None:
    """Which parameter of a called definition the variable is given for."""
    if not isinstance(part, ex.CallExpr):
        return None
    params = (
        about.world.defines[part.name.text].params if part.name.text in about.world.defines else ()
    )
    for param, arg in zip(params, part.args, strict=False):
        if is_var(arg, variable):
            return param.name.text
    return None


def modifier(
    variable: str, part: ex.Expr, about: Scope, like: Phrase
) -> str | None:  # one for each form
    """One condition as a modifier; None if it needs a clause."""
    voice = about.voice
    match part:
        case ex.Filled(operand=ex.Binary(op="on", left=left, right=right), wanted=wanted) if is_var(
            right, variable
        ):
            return _lying_on(left, about, wanted=wanted)
        case ex.Binary(op="in", left=left, right=right) if is_var(left, variable):
            return _member(right, about)
        case ex.Binary(op="!=", left=left, right=right) if is_var(left, variable):
            return voice.tell("other_than", x=nouns.noun(right, about))
        case ex.Unary(
            op="not", operand=ex.Binary(op="in", left=left, right=ex.SetLit() as given)
        ) if is_var(left, variable) and given.items:
            return voice.tell("other_than", x=nouns.noun(given, about))
        case ex.IsKind(operand=operand) if is_var(operand, variable):
            others = clauses.other_kinds(part, about)
            many = [voice.noun(about.lemma(kind), plural=True) for kind in others]
            return voice.tell("other_than", x=voice.joined(many)) if many else None
        case ex.Binary(op="=", left=left, right=right) if is_var(left, variable):
            return None
        case ex.Binary(op="=", left=ex.Of(name=name, owner=owner), right=ex.Name(ident=case)) if (
            is_var(owner, variable)
            and name.text in about.bound
            and about.bound[name.text].shape.kind == "answer"
        ):
            which = voice.pronoun(like, "which") if voice.is_russian else like
            answer = voice.quoted(about.teller.lexicon.text(case.text))
            return voice.tell("who_chose", w=which, x=answer)
        case ex.Binary(op="=", left=ex.Printed() as left, right=right) if is_var(
            left.operand, variable
        ):
            return _printed(left, right, about, like)
        case ex.Binary(op="!=", left=ex.Printed() as left, right=right) if is_var(
            left.operand, variable
        ) and elements.is_constant(right, about):
            own = _case_form(right, "lacking", about)
            if own is not None:
                return own
            word = _named_other(left, right, about)
            if word is not None:
                return voice.tell("other_than", x=voice.noun(word, plural=True))
            quoted = voice.quoted(nouns.noun(right, about).say())
            return voice.tell(
                "with_other_case", f=voice.noun(about.field(left.field.text)), x=quoted
            )
        case ex.Binary(op="in", left=ex.Printed() as left, right=ex.SetLit(items=items)) if is_var(
            left.operand, variable
        ):
            forms = [_case_form(item, "having", about) for item in items]
            if all(form is not None for form in forms):
                return voice.listed([form for form in forms if form is not None], "or")
            names = voice.listed(
                [voice.quoted(nouns.noun(item, about).say()) for item in items], "or"
            )
            return voice.tell("with_case", f=voice.noun(about.field(left.field.text)), x=names)
        case _:
            return _further(variable, part, about)


def _named_other(left: ex.Printed, right: ex.Expr, about: Scope) -> Lemma | None:
    """What things are not called, where a field names them."""
    kind = about.world.shape(left.operand, about.shapes).kind
    is_name = naming.is_name(kind, left.field.text, about)
    return naming.word_for(right, about) if is_name else None


def _further(variable: str, part: ex.Expr, about: Scope) -> str | None:
    voice = about.voice
    match part:
        case ex.Printed(operand=operand, field=field) if is_var(operand, variable):
            if about.world.shape(part, about.shapes).form == FLAG:
                own = about.teller.lexicon.form(field.text, "having")
                return own or voice.tell("marked", x=about.teller.lexicon.text(field.text))
            return None
        case ex.Unary(op="not", operand=ex.Printed() as inner) if is_var(inner.operand, variable):
            if about.world.shape(inner, about.shapes).form == FLAG:
                own = about.teller.lexicon.form(inner.field.text, "lacking")
                return own or voice.tell(
                    "not_marked", x=about.teller.lexicon.text(inner.field.text)
                )
            return None
        case ex.Binary(op="=" | "!=" as op, left=left, right=right) if _is_owner(left, variable):
            who = nouns.noun(right, about)
            if op == "=":
                return voice.tell("belonging_to", x=who)
            return voice.tell("of_others" if who == voice.you() else "not_of", x=who)
        case ex.Binary(op=op, left=ex.Printed() as left, right=right) if op in BOUNDS and is_var(
            left.operand, variable
        ):
            if about.world.shape(left, about.shapes).form != NUMBER:
                return None
            printed = voice.noun(about.field(left.field.text))
            return voice.tell(BOUNDS[op], f=printed, x=nouns.noun(right, about))
        case ex.CallExpr(name=name, args=(arg,)) if name.text == "face_up" and is_var(
            arg, variable
        ):
            return voice.tell("lying_face_up")
        case ex.Unary(op="not", operand=ex.CallExpr(name=name, args=(arg,))) if (
            name.text == "face_up" and is_var(arg, variable)
        ):
            return voice.tell("lying_face_down")
        case _:
            return None


def _is_owner(expr: ex.Expr, variable: str) -> bool:
    return (
        isinstance(expr, ex.CallExpr)
        and expr.name.text == "owner_of"
        and is_var(expr.args[0], variable)
    )


def _lying_on(things: ex.Expr, about: Scope, *, wanted: bool) -> str | None:
    voice = about.voice
    match things:
        case ex.Kind(ident=ident):
            lemma = about.lemma(ident.text)
            return voice.tell("with" if wanted else "without", x=voice.noun(lemma, "a"))
        case ex.KindOf(kind=kind, owner=owner):
            found = nouns.possessed(about.lemma(kind.text), owner, about)
            return voice.tell("with" if wanted else "without", x=found)
        case _:
            return None


def _member(source: ex.Expr, about: Scope) -> str | None:
    voice = about.voice
    if isinstance(source, ex.CallExpr) and source.name.text in NEAR and source.args:
        return voice.tell(NEAR[source.name.text], x=nouns.noun(source.args[0], about))
    shape = about.world.shape(source, about.shapes)
    is_place = isinstance(source, ex.Of | ex.Name) and shape.form in {SET, BUNDLE}
    name = (
        source.name.text
        if isinstance(source, ex.Of)
        else getattr(getattr(source, "ident", None), "text", "")
    )
    if is_place and name in about.world.places:
        return places.where(source, places.FROM, about)
    if isinstance(source, ex.CallExpr | ex.Comprehension) or name in about.world.defines:
        found = elements.describe(source, about, plural=False)
        return found.tail if found is not None and found.tail else None
    return None


def _case_form(case: ex.Expr, form: str, about: Scope) -> str | None:
    """How `words` let a case follow the noun that it is printed on: `segments of forest`."""
    name = case.ident.text if isinstance(case, ex.Name) else ""
    return about.teller.lexicon.form(name, form)


def _printed(left: ex.Printed, right: ex.Expr, about: Scope, like: Phrase) -> str | None:
    """`v.colour = c`: of this field, with the strength 5."""
    voice = about.voice
    field = voice.noun(about.field(left.field.text))
    shape = about.world.shape(right, about.shapes)
    if isinstance(right, ex.Constant) and right.word == "none":
        return voice.tell("without", x=field)
    verb = clauses.by_verb(left.field.text, like, nouns.noun(right, about), about)
    if verb is not None:
        who = voice.pronoun(like, "which") if voice.is_russian else like
        return voice.tell("that_does", w=who, c=verb)
    if shape.form == NUMBER and numbers.value_of(right, about) is not None:
        return voice.tell("with_number", f=field, x=nouns.noun(right, about))
    if shape.kind in about.world.board_places and isinstance(right, ex.Name):
        return voice.tell("of", x=nouns.noun(right, about))
    if elements.is_constant(right, about):
        own = _case_form(right, "having", about)
        if own is not None:
            return own
        quoted = voice.quoted(nouns.noun(right, about).say())
        return voice.tell("with_case", f=field, x=quoted)
    is_bound = isinstance(right, ex.Name) and right.ident.text in about.bound
    is_its_kind = plain(field.say()) == about.lemma(shape.kind).forms["nom"]
    is_its_kind = is_its_kind or left.field.text == shape.kind.lower()
    if is_bound and is_its_kind and shape.kind in about.world.enums:
        return voice.tell("of", x=nouns.noun(right, about))
    which = voice.pronoun(like, "which") if voice.is_russian else like
    return voice.tell("whose", w=which, f=field, x=nouns.noun(right, about))
