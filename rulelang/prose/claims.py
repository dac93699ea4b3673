"""What the answers of a test claim, as sentences: values with all they depend on, and what would be without something."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.frozen import frozen
from rulelang.prose import clauses, nouns, persons, played, things, verbs
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

# An answer says what there is: that it is not more or less needs no word.
EXACTLY = re.compile(r"\b(exactly|ровно) (?=[-−]?\d)")
# That it is one needs no number: there is but one at a spot.
ONLY_ONE = re.compile(r"^(without|без) 1 ")
WITHOUT_ITS = (r"\1 the ", r"\1 ")
NOT_AT_HAND = ("supply", "box")  # where something goes that is taken away


def told(expr: ex.Expr, scope: Scope) -> Iterator[str]:
    """What is claimed, one sentence after the other."""
    for claim in _claims(expr):
        yield EXACTLY.sub("", _claim(claim, scope))


def _claim(expr: ex.Expr, scope: Scope, *, is_alone: bool = True) -> str:
    """What is claimed; what words say to a player is said of the one whom it is about."""
    if gone(expr, scope) is not None:
        return without([expr], scope)
    said = _only_possible(expr, scope) or _of_more(expr, scope)
    said = said or (_in_units(expr, scope) if is_alone else None) or clauses.clause(expr, scope)
    if persons.SPOKEN_TO.search(said) is None:
        return said
    names = (node.ident.text for node in walk(expr) if isinstance(node, ex.Name))
    who = {name for name in names if scope.world.members.get(name) == "Player"}
    if len(who) != 1:
        return said
    return persons.spoken_of(said, scope.voice.noun(scope.lemma(who.pop())), scope)


def _of_more(expr: ex.Expr, scope: Scope) -> str | None:
    """A value that depends on more than a player, with all of that: `Red’s price (rye) is 3`."""
    match expr:
        case ex.Filled(operand=ex.CallExpr() as call, wanted=False):
            none = ex.SetLit(expr.span, ())
            return _of_more(ex.Binary(expr.span, "=", call, none), scope)
        case ex.Binary(left=ex.CallExpr(name=name) as call) if (
            name.text in scope.world.defines and scope.teller.lexicon.label(name.text)
        ):
            value = nouns.noun(call, scope)
            tail = _depending(call, value, scope)
        case _:
            return None
    if not tail:
        return None
    whole, shape = scope.voice.with_tail(value, tail), scope.world.shape(call, scope.shapes)
    if expr.op == "=" and things.is_nothing(expr.right):
        return scope.voice.tell("faq_value", x=whole, v=scope.voice.tell("faq_none_at_all"))
    inner = scope.bind(name.text, whole, shape)
    told = ex.Binary(expr.span, expr.op, ex.Name(call.span, name), expr.right)
    return clauses.clause(told, inner)


def _in_units(expr: ex.Expr, scope: Scope) -> str | None:
    """How much a definition is that counts something: `Red’s longest road: 3 roads`."""
    match expr:
        case ex.Binary(op="=", left=ex.CallExpr(name=name) as call, right=ex.Number(value=number)):
            pass
        case _:
            return None
    lexicon = scope.teller.lexicon
    if name.text not in scope.world.defines or lexicon.form(name.text, "unit") is None:
        return None
    many = scope.voice.counted(number, lexicon.unit(name.text))
    return scope.voice.tell("faq_value", x=nouns.noun(call, scope), v=many)


def _depending(call: ex.CallExpr, value: Phrase, scope: Scope) -> str:
    """On what else a value depends: `(rye) for Blue`, a player only if the value does not name them."""
    first, name = call.args[0] if call.args else None, call.name
    who = first.ident if isinstance(first, ex.Name) else name
    said: list[str] = []
    players: list[str] = []
    for param, arg in _untold(call, scope):
        if scope.world.shape(arg, scope.shapes) == Shape(REF, "Player"):
            player = nouns.noun(arg, scope)
            is_named = any(plain(form) in plain(value.say()) for form in player.forms)
            players += [] if is_named else [scope.voice.tell("for_whom", x=player)]
        elif text := _argument(param, arg, who, scope):
            said.append(text)
    return " ".join([*([f"({', '.join(said)})"] if said else []), *players])


def _untold(call: ex.CallExpr, scope: Scope) -> list[tuple[syn.Param, ex.Expr]]:
    """The arguments of a definition that its words do not name, but for the player whose it is."""
    name, lexicon = call.name.text, scope.teller.lexicon
    label = lexicon.label(name) or ""
    pairs = [*zip(scope.world.defines[name].params, call.args, strict=False)]
    is_owned = "{" not in label or lexicon.form(name, "owned") == "yes"
    if is_owned and scope.world.shape(call.args[0], scope.shapes) == Shape(REF, "Player"):
        pairs = pairs[1:]
    is_spoken = persons.SPOKEN_TO.search(label) is not None
    return [
        (param, arg)
        for param, arg in pairs
        if re.search(rf"{{{param.name.text}[}}:~ ]", label) is None
        and not (is_spoken and scope.world.of_param(param, {}).kind == "Player")
    ]


def _argument(param: syn.Param, arg: ex.Expr, who: ex.Ident, scope: Scope) -> str:
    """What is given for a parameter; a flag by its name where it is on, what is one’s own without whose it is."""
    if isinstance(arg, ex.Constant) and arg.word in {"true", "false"}:
        return scope.teller.lexicon.text(param.name.text) if arg.word == "true" else ""
    kind = scope.world.of_param(param, {}).kind
    return played.chosen(arg, kind, who, scope).say().removeprefix("the ")


def _only_possible(expr: ex.Expr, scope: Scope) -> str | None:
    """For what an action is possible, if an answer lists all of that: `“Sow” is possible only for …`."""
    match expr:
        case ex.Binary(
            op="=",
            left=ex.Comprehension(
                word="all", variable=variable, condition=ex.Possible(call=ex.Call(callee=callee))
            ),
            right=ex.SetLit(items=items),
        ) if items and callee.name is not None:
            pass
        case _:
            return None
    wholes = {things.written(item).partition(".")[0] for item in items}
    without = frozenset({variable.text, *wholes})
    nobody = ex.Ident(expr.span, "")
    use = played.use_of(callee, nobody, scope)
    verb = _only_by(use, variable.text, nouns.noun(expr.right, scope), scope) if use else None
    if verb is not None:
        return scope.voice.tell("possible_verb", x=verb)
    what = played.called(callee, nobody, scope, without)
    return scope.voice.tell("faq_only_for", x=what, y=nouns.noun(expr.right, scope))


def _only_by(use: verbs.Use, variable: str, only: Phrase, scope: Scope) -> str | None:
    """The verb with all that can be chosen for the parameter that a variable stands for."""
    for name, arg in use.args.items():
        if things.name_of(arg) == variable:
            return verbs.only(attrs.evolve(use, phrases={**use.phrases, name: only}), name, scope)
    return None


def _claims(expr: ex.Expr) -> list[ex.Expr]:
    """What is said one by one: the parts of `A and B`, also where they hold for every element."""
    match expr:
        case ex.Binary(op="and"):
            return [claim for part in nouns.flat(expr, "and") for claim in _claims(part)]
        case ex.Quantified(word="every", condition=ex.Binary(op="and") as both):
            return [
                ex.Quantified(expr.span, expr.word, expr.variable, expr.source, part)
                for part in nouns.flat(both, "and")
            ]
        case _:
            return [expr]


# --- what would be without something ---------------------------------------------------------------------


@frozen
class Gone:
    """Something that is supposed to be taken away from a spot, and what holds then."""

    what: Phrase
    spot: str
    claim: str


def gone(expr: ex.Expr, scope: Scope) -> Gone | None:
    """What a supposition takes away; None if it supposes anything else."""
    match expr:
        case ex.Supposing(
            changes=(st.Move(what=what, source=ex.Text(value=spot), target=target),), expr=inner
        ):
            name = target.name.text if isinstance(target, ex.Of) else things.name_of(target)
            if name not in NOT_AT_HAND:
                return None
            claim = EXACTLY.sub("", _claim(inner, scope, is_alone=False))
            return Gone(nouns.noun(what, scope), things.spot(spot, scope), claim)
        case _:
            return None


def without(exprs: list[ex.Expr], scope: Scope) -> str:
    """`without 1 road of Red on “0:0:E” or “0:1:NE”, Red’s longest road is 4`."""
    voice = scope.voice
    found = [each for expr in exprs if (each := gone(expr, scope)) is not None]
    spots = voice.listed([each.spot for each in found], "or")
    said = voice.tell("faq_without_it", x=found[0].what, s=spots, c=found[0].claim)
    return ONLY_ONE.sub(WITHOUT_ITS[voice.is_russian], said)
