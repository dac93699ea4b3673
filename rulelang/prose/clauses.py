"""Conditions as clauses: in goes an expression that says yes or no, out comes `there is a road on this path`.

`wanted` is false for the opposite; it is pushed down as far as it goes, so that nobody has to read `it is not
true that`.
"""

from __future__ import annotations

from rulelang.prose import (
    calls,
    effects,
    elements,
    membership,
    nouns,
    places,
    quantified,
    quantities,
    verbs,
)
from rulelang.prose.phrases import PRONOUN, Phrase, link, plain
from rulelang.prose.scope import ME, Scope
from rulelang.prose.world import FLAG, NUMBER
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
YES, NO = "is_so", "is_not"


def clause(expr: ex.Expr, scope: Scope, *, wanted: bool = True) -> str:  # one arm for each form
    """The condition as a clause without a capital or a stop."""
    voice = scope.voice
    match expr:
        case ex.Unary(op="not", operand=operand):
            return clause(operand, scope, wanted=not wanted)
        case ex.Binary(op="and" | "or" as op):
            return _joined(expr, op, scope, wanted=wanted)
        case ex.Binary(op="in"):
            return membership.member(expr, scope, wanted=wanted)
        case ex.Binary(op=op) if op in OPPOSITE:
            return _compared(expr, op if wanted else OPPOSITE[op], scope)
        case ex.IsKind():
            return _is_kind(expr, scope, wanted=wanted)
        case ex.Filled(operand=ex.Name(ident=ident)) if _has_clause(ident.text, scope):
            return flag(ident.text, None, scope, wanted=expr.wanted == wanted)
        case ex.Filled(operand=operand):
            return quantities.filled(operand, scope, wanted=expr.wanted == wanted)
        case ex.Quantified():
            return quantified.quantified(expr, scope, wanted=wanted)
        case ex.Possible(call=call):
            return _possible(call, scope, wanted=wanted)
        case ex.Supposing(changes=changes, expr=inner):
            said = voice.listed([effects.imperative(change, scope) for change in changes])
            return voice.tell("supposing", d=said, c=clause(inner, scope, wanted=wanted))
        case ex.Path():
            return quantified.path(expr, scope, wanted=wanted)
        case ex.Constant(word="true" | "false" as word):
            return voice.tell("always" if (word == "true") == wanted else "never")
        case ex.IfElse(condition=condition, then=then, otherwise=otherwise):
            return voice.tell(
                "either_clause",
                c=clause(condition, scope),
                a=clause(then, scope, wanted=wanted),
                b=clause(otherwise, scope, wanted=wanted),
            )
        case _:
            return _truth(expr, scope, wanted=wanted)


def _possible(call: ex.Call, scope: Scope, *, wanted: bool) -> str:
    """Whether something can be done: by its verb, else by its name and what it is asked for."""
    voice = scope.voice
    key = "possible" if wanted else "impossible"
    if call.callee.value is not None:
        return voice.tell(f"{key}_value", x=nouns.noun(call.callee.value, scope))
    verb = verbs.possible(call, scope)
    if verb is not None:
        return voice.tell(f"{key}_verb", x=verb)
    what = effects.callee_label(call.callee, scope)
    fixed = [nouns.noun(arg, scope) for arg in call.callee.args or () if _is_told(arg, scope)]
    if fixed:
        return voice.tell(f"{key}_for", x=what, y=voice.joined(fixed))
    return voice.tell(key, x=what)


def _is_told(arg: ex.Expr, scope: Scope) -> bool:
    """Whether it must be said for what an action is possible: for what has a name, or a number with words."""
    if isinstance(arg, ex.Constant):
        return False
    bound = scope.bound.get(arg.ident.text) if isinstance(arg, ex.Name) else None
    if bound is None:
        name = arg.ident.text if isinstance(arg, ex.Name) else ""
        is_any = name != "" and scope.world.members.get(name, "").lower() == name
        return not is_any and nouns.is_named(arg, scope)
    lemma = bound.phrase.lemma
    return bound.shape.form == NUMBER and lemma is not None and lemma.name != "number"


def _truth(expr: ex.Expr, scope: Scope, *, wanted: bool) -> str:
    """Something that is yes or no by itself."""
    voice = scope.voice
    match expr:
        case ex.Name(ident=ident):
            return _flag(ident.text, None, scope, wanted=wanted)
        case ex.Of(name=name, owner=owner):
            return _flag(name.text, owner, scope, wanted=wanted)
        case ex.Printed(operand=operand, field=field):
            return flag(field.text, nouns.noun(operand, scope), scope, wanted=wanted)
        case ex.CallExpr():
            return _called(expr, scope, wanted=wanted)
        case _:
            return voice.tell("is_so" if wanted else "is_not_so", x=nouns.noun(expr, scope))


def _is_kind(expr: ex.IsKind, scope: Scope, *, wanted: bool) -> str:
    """`x is K`; where people call K as they call all that x could be: that it is none of the others."""
    voice = scope.voice
    x, k = nouns.noun(expr.operand, scope), voice.noun(scope.lemma(expr.kind.text), "a")
    others = other_kinds(expr, scope)
    if others:
        k = voice.joined([voice.noun(scope.lemma(kind), "a") for kind in others], "or")
        wanted = not wanted
    return voice.tell("is" if wanted else "is_not", a=x, b=k)


def other_kinds(expr: ex.IsKind, scope: Scope) -> list[str]:
    """The other kinds of a group that has the same word as the kind asked for."""
    group = scope.world.shape(expr.operand, scope.shapes).kind
    kind = expr.kind.text
    if group not in scope.world.groups or group == kind:
        return []
    if scope.lemma(group).forms["nom"] != scope.lemma(kind).forms["nom"]:
        return []
    return [m.ident.text for m in scope.world.groups[group].members if m.ident.text != kind]


def _needed(parts: list[ex.Expr]) -> list[ex.Expr]:
    """`some x and x is K` says no more than `x is K`."""
    known = {
        part.operand.ident.text
        for part in parts
        if isinstance(part, ex.IsKind) and isinstance(part.operand, ex.Name)
    }
    return [part for part in parts if _is_there(part) not in known]


def _is_there(part: ex.Expr) -> str | None:
    match part:
        case ex.Filled(operand=ex.Name(ident=ident), wanted=True):
            return ident.text
        case _:
            return None


def _joined(expr: ex.Binary, op: str, scope: Scope, *, wanted: bool) -> str:
    word = op if wanted else {"and": "or", "or": "and"}[op]
    flat = nouns.flat(expr, op)
    if op == "and":
        flat = _needed(flat)
    if op == "or" and wanted and len(flat) == 2 and _is_negative(flat[0]):
        first = clause(flat[0], scope, wanted=False)
        return scope.voice.tell("implies", a=first, b=clause(flat[1], scope))
    beside = _either if word == "and" else _both
    parts = [beside(part, scope, wanted=wanted) for part in flat]
    return scope.voice.listed(list(dict.fromkeys(parts)), word)


def _both(expr: ex.Expr, scope: Scope, *, wanted: bool) -> str:
    """A clause beside others of which one must hold: `both A and B`, so that nobody reads `X or A`."""
    said = clause(expr, scope, wanted=wanted)
    while isinstance(expr, ex.Unary) and expr.op == "not":
        expr, wanted = expr.operand, not wanted
    is_and = isinstance(expr, ex.Binary) and expr.op == ("and" if wanted else "or")
    if not is_and or not isinstance(expr, ex.Binary):
        return said
    parts = [clause(part, scope, wanted=wanted) for part in nouns.flat(expr, expr.op)]
    if len(dict.fromkeys(parts)) != 2 or said != scope.voice.listed(parts):
        return said
    return f"{'одновременно' if scope.voice.is_russian else 'both'} {said}"


def _either(expr: ex.Expr, scope: Scope, *, wanted: bool) -> str:
    """A clause to stand beside others that must hold too: `either A or B`, so that nobody reads `X and A`."""
    while isinstance(expr, ex.Unary) and expr.op == "not":
        expr, wanted = expr.operand, not wanted
    is_or = isinstance(expr, ex.Binary) and expr.op == ("or" if wanted else "and")
    if not is_or or not isinstance(expr, ex.Binary):
        return clause(expr, scope, wanted=wanted)
    flat = nouns.flat(expr, expr.op)
    if wanted and len(flat) == 2 and _is_negative(flat[0]):
        return clause(expr, scope, wanted=wanted)
    said = list(dict.fromkeys(clause(part, scope, wanted=wanted) for part in flat))
    if len(said) == 1:
        return said[0]
    if scope.voice.is_russian:
        return ", ".join(f"либо {each}" for each in said)
    return f"either {scope.voice.listed(said, 'or')}"


def _is_negative(expr: ex.Expr) -> bool:
    """`x != y or C` is better told as `if x is y, C`; and so is `no x or C`."""
    is_not = isinstance(expr, ex.Unary) and expr.op == "not"
    is_not = is_not or (isinstance(expr, ex.Filled) and not expr.wanted)
    return is_not or (isinstance(expr, ex.Binary) and expr.op == "!=")


def _has_clause(name: str, scope: Scope) -> bool:
    """Whether `words` say for a parameter what it means that it is there."""
    return name in scope.bound and scope.teller.lexicon.form(name, YES) is not None


def _flag(name: str, owner: ex.Expr | None, scope: Scope, *, wanted: bool) -> str:
    voice = scope.voice
    if name in scope.world.defines and name not in scope.bound:
        return _defined(name, (), scope, wanted=wanted)
    if name in scope.world.settings:
        said = voice.quoted(link(name, scope.teller.lexicon.label(name) or name.replace("_", " ")))
        return voice.tell("setting_on" if wanted else "setting_off", x=said)
    if name in scope.bound and owner is None:
        return flag(name, None, scope, wanted=wanted)
    return flag(name, nouns.noun(owner, scope) if owner is not None else None, scope, wanted=wanted)


def flag(name: str, x: Phrase | None, scope: Scope, *, wanted: bool) -> str:
    """A flag that is kept or printed: by the clauses of its `words`, else by its label."""
    voice = scope.voice
    said = scope.teller.lexicon.form(name, YES if wanted else NO)
    if said is not None:
        return voice.fill(said, {"x": x or ""})
    label = voice.quoted(scope.teller.lexicon.text(name))
    if x is None:
        return voice.tell("noted" if wanted else "not_noted", x=label)
    return voice.tell("marked_with" if wanted else "not_marked_with", a=x, x=label)


def _called(expr: ex.CallExpr, scope: Scope, *, wanted: bool) -> str:
    name, voice = expr.name.text, scope.voice
    if name in scope.world.defines:
        return _defined(name, expr.args, scope, wanted=wanted)
    x = nouns.noun(expr.args[0], scope)
    if name == "face_up":
        return voice.tell("face_up" if wanted else "face_down", x=x)
    if name == "connected":
        return voice.tell("connected" if wanted else "not_connected", x=x)
    return voice.tell("is_so" if wanted else "is_not_so", x=nouns.noun(expr, scope))


def _defined(name: str, args: tuple[ex.Expr, ...], scope: Scope, *, wanted: bool) -> str:
    labelled = calls.clause(name, args, scope, wanted=wanted)
    if labelled is not None:
        return labelled
    item = scope.world.defines[name]
    if isinstance(item, syn.Cases) or name in scope.inlined:
        phrase = scope.voice.noun(scope.lemma(name), "the")
        return scope.voice.tell("is_so" if wanted else "is_not_so", x=phrase)
    return clause(item.expr, calls.enter(name, args, scope), wanted=wanted)


# --- comparisons -----------------------------------------------------------------------------------------


def _compared(expr: ex.Binary, op: str, scope: Scope) -> str:
    shape = scope.world.shape(expr.left, scope.shapes)
    if isinstance(expr.left, ex.Printed) and op in {"=", "!="}:
        said = _same_field(expr.left, expr.right, scope, wanted=op == "=")
        if said is None and op == "=" and not _is_none(expr.right):
            who, what = nouns.noun(expr.left.operand, scope), nouns.noun(expr.right, scope)
            verb = by_verb(expr.left.field.text, who, what, scope)
            said = None if verb is None else f"{who.say()} {verb}"
        if said is not None:
            return said
    match expr.left, expr.right:
        case ex.CallExpr(name=ex.Ident(text="open_sides"), args=(arg,)), ex.Number(value=0):
            if op == "=":
                return scope.voice.tell("no_open_sides", x=nouns.noun(arg, scope))
        case ex.CallExpr(name=name), ex.SetLit() if name.text in scope.world.regions:
            if op == "=":
                whole, parts = nouns.noun(expr.left, scope), nouns.noun(expr.right, scope)
                return scope.voice.tell("consists_of", x=whole, n=parts)
        case _:
            pass
    if shape.form == NUMBER or op not in {"=", "!="}:
        counted = quantities.compared(expr.left, op, expr.right, scope)
        if counted is not None:
            return counted
        keys = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
        x, n = _number(expr.left, scope), nouns.noun(expr.right, scope)
        if isinstance(expr.left, ex.Constant | ex.Number):
            x, n = n, x
        return scope.voice.tell(keys[op], x=x, n=n)
    return _same(expr, scope, wanted=op == "=")


def by_verb(field: str, who: Phrase, what: Phrase, scope: Scope) -> str | None:
    """What is printed on somebody as what they do: `yield this good`; None if the words have no verb."""
    verb = scope.teller.lexicon.form(field, "verb")
    if verb is None:
        return None
    return scope.voice.fill(verb, {"x": who, "y": what}).replace(f"{PRONOUN}they", "them")


def _is_none(expr: ex.Expr) -> bool:
    return isinstance(expr, ex.Constant) and expr.word == "none"


def _number(expr: ex.Expr, scope: Scope) -> Phrase:
    """A number that is compared with another; a setting by its name, for its usual number says nothing here."""
    name = expr.ident.text if isinstance(expr, ex.Name) else ""
    if name not in scope.world.settings or name in scope.bound:
        return nouns.noun(expr, scope)
    label = scope.teller.lexicon.label(name) or name.replace("_", " ")
    said = scope.voice.tell("setting_number_of", x=scope.voice.quoted(link(name, label)))
    return Phrase((said,) * len(scope.voice.cases), "f")


def _same(expr: ex.Binary, scope: Scope, *, wanted: bool) -> str:
    voice, world = scope.voice, scope.world
    name = expr.left.ident.text if isinstance(expr.left, ex.Name) else ""
    if name in world.settings and name not in scope.bound:
        label = voice.quoted(link(name, scope.teller.lexicon.label(name) or name))
        case = (
            scope.teller.lexicon.case(name, expr.right.ident.text)
            if isinstance(expr.right, ex.Name)
            else nouns.noun(expr.right, scope).say()
        )
        return voice.tell(
            "setting_is" if wanted else "setting_is_not", x=label, v=voice.quoted(case)
        )
    if name in world.awards and name not in scope.bound:
        if isinstance(expr.right, ex.Constant) and expr.right.word == "none":
            award = voice.quoted(link(name, scope.teller.lexicon.label(name) or name))
            return voice.tell("held_by_nobody" if wanted else "held_by_somebody", a=award)
        holder = nouns.noun(expr.right, scope)
        award = voice.quoted(link(name, scope.teller.lexicon.label(name) or name))
        return voice.tell("holds" if wanted else "holds_not", x=holder, a=award)
    if isinstance(expr.left, ex.Constant) and expr.left.word == "active":
        who = nouns.noun(expr.right, scope)
        return voice.tell("turn_of" if wanted else "not_turn_of", x=who)
    is_none = isinstance(expr.right, ex.Constant) and expr.right.word == "none"
    if is_none:
        return quantities.filled(expr.left, scope, wanted=not wanted)
    if world.shape(expr.left, scope.shapes).form == FLAG:
        truth = isinstance(expr.right, ex.Constant) and expr.right.word == "true"
        return clause(expr.left, scope, wanted=wanted == truth)
    if name in scope.bound and scope.bound[name].shape.kind == "answer":
        said = _other_side(expr.right, scope)
        return voice.tell("was_chosen" if wanted else "was_not_chosen", x=said)
    named = membership.named_so(expr.left, expr.right, scope)
    if named is not None:
        return voice.tell("is" if wanted else "is_not", a=named[0], b=named[1])
    match expr.left, expr.right:
        case ex.CallExpr(name=ex.Ident(text="place_of"), args=(thing,)), ex.Of() | ex.Name() as at:
            if membership.is_zone(at, scope):
                where = places.where(at, places.IN, scope)
                key = "lies" if wanted else "lies_not"
                return voice.tell(key, x=nouns.noun(thing, scope), where=where)
        case _:
            pass
    own = _this_is(expr, scope, wanted=wanted) or _alike(expr, scope, wanted=wanted)
    if own is not None:
        return own
    x, y = nouns.noun(expr.left, scope), _other_side(expr.right, scope)
    is_you = isinstance(expr.right, ex.Constant) and expr.right.word == "me"
    if is_you and ME in scope.bound:
        x, y = y, x
    return voice.tell("is" if wanted else "is_not", a=x, b=y)


def _alike(expr: ex.Binary, scope: Scope, *, wanted: bool) -> str | None:
    """Two of a kind, `this` and `the other` one, that are or are not the same."""
    match expr.left, expr.right:
        case ex.Name(ident=one), ex.Name(ident=two) if {one.text, two.text} <= set(scope.bound):
            kind = scope.bound[one.text].shape.kind
            lemma = scope.lemma(kind)
        case _:
            return None
    known = [scope.bound[name].phrase.lemma for name in (one.text, two.text)]
    if kind == "Player" or any(each is None or each.name != lemma.name for each in known):
        return None
    return scope.voice.tell("same_one" if wanted else "not_same_one", k=scope.voice.noun(lemma))


def _this_is(expr: ex.Binary, scope: Scope, *, wanted: bool) -> str | None:
    """`round = round_3`: that it is round 3, where the case says what it is a case of."""
    if not isinstance(expr.left, ex.Name) or not elements.is_constant(expr.right, scope):
        return None
    kind = scope.lemma(scope.world.shape(expr.right, scope.shapes).kind).forms["nom"]
    x, case = nouns.noun(expr.left, scope), nouns.noun(expr.right, scope)
    is_so_called = x.lemma is not None and x.lemma.forms["nom"] == kind
    if not is_so_called or not plain(case.say()).startswith(f"{kind} "):
        return None
    return scope.voice.tell("this_is" if wanted else "this_is_not", b=case)


def _other_side(right: ex.Expr, scope: Scope) -> Phrase:
    """What something is compared with; names of cases stand in quotes."""
    voice = scope.voice
    match right:
        case ex.Name(ident=ident) if ident.text not in scope.bound and _is_answer(right, scope):
            return voice.made(voice.quoted(scope.teller.lexicon.text(ident.text)))
        case _:
            pass
    case = nouns.case_that_says_its_kind(right, scope)
    if case is not None:
        return case
    found = nouns.noun(right, scope)
    is_quoted = found.say()[:1] in "“«"
    kind = scope.world.shape(right, scope.shapes).kind
    is_thing = kind == "Player" or kind in {*scope.world.components, *scope.world.board_places}
    if elements.is_constant(right, scope) and not is_quoted and not is_thing:
        return voice.made(voice.quoted(found.say()))
    return found


def _is_answer(name: ex.Name, scope: Scope) -> bool:
    """Whether a name is nothing that the game declares: an option that somebody chose."""
    return scope.world.shape(name, scope.shapes).kind == "thing"


def _same_field(left: ex.Printed, right: ex.Expr, scope: Scope, *, wanted: bool) -> str | None:
    """`a.colour = b.colour`: they have the same colour."""
    if not (isinstance(right, ex.Printed) and right.field.text == left.field.text):
        return None
    voice = scope.voice
    a, b = nouns.noun(left.operand, scope), nouns.noun(right.operand, scope)
    field = voice.noun(scope.field(left.field.text))
    return voice.tell("same_field" if wanted else "other_field", a=a, b=b, f=field)
