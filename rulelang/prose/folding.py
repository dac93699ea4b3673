"""Requirements that are part of what is chosen: `choose a field other than the field with the mill`.

A rule asks for something and then says what must hold of it. Where that reads as one phrase it is told as one.
"""

from __future__ import annotations

import re

import attrs

from rulelang.prose import choices
from rulelang.prose.lines import Line, words_of
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

MANY_WORDS = 20  # of a choice that had better be told in two sentences
GLUE = (" where ", " such that ", " при условии,", " and which ", " и котор", " which and ")
SUBJECT = re.compile(r"котор\w+ и ")


def parameters(item: syn.Rule, scope: Scope) -> tuple[list[Line], Scope, list[syn.Require]]:
    """What a rule asks for, the scope of its lines, and the requirements that are told with it."""
    lines: list[Line] = []
    folded: list[syn.Require] = []
    names = [param.name.text for param in item.params]
    in_words = {name for name in names if scope.teller.lexicon.form(name, choices.PICK)}
    for number, param in enumerate(item.params):
        said, inner = choices.parameter(param, scope)
        is_open = isinstance(param, syn.Asked) and names[number] not in in_words
        for need in item.lines if is_open else ():
            if not (isinstance(need, syn.Require) and _is_about(need, names[number:])):
                continue
            assert isinstance(param, syn.Asked)
            narrower = _narrowed(param, need)
            shorter, known = choices.parameter(narrower, scope)
            if _is_smooth(shorter):
                param, said, inner = narrower, shorter, known
                folded.append(need)
        lines += said
        scope = inner
    return lines, scope, folded


def _is_about(need: syn.Require, names: list[str]) -> bool:
    """Whether a requirement asks only what this parameter is not, and none that comes later."""
    match need.expr:
        case ex.Binary(op="!=", left=ex.Name(ident=other), right=ex.Name(ident=one)) if (
            one.text == names[0]
        ):
            return other.text not in names
        case ex.Binary(op="!=", left=ex.Name(ident=one), right=other):
            later = {node.ident.text for node in walk(other) if isinstance(node, ex.Name)}
            return one.text == names[0] and not later & set(names)
        case ex.Filled(wanted=False, operand=ex.Binary(op="on", right=ex.Name(ident=one))):
            return one.text == names[0]
        case ex.CallExpr(args=args):
            said = {node.ident.text for node in walk(args) if isinstance(node, ex.Name)}
            return names[0] in said and not said & set(names[1:])
        case _:
            return False


def _narrowed(param: syn.Asked, need: syn.Require) -> syn.Asked:
    expr = need.expr
    match expr:
        case ex.Binary(op="!=", left=left, right=ex.Name(ident=one)) if one.text == param.name.text:
            expr = attrs.evolve(expr, left=expr.right, right=left)
        case _:
            pass
    whole = expr
    if param.condition is not None:
        whole = ex.Binary(need.span, "and", param.condition, expr)
    return attrs.evolve(param, condition=whole)


def _is_smooth(lines: list[Line]) -> bool:
    """Whether a choice still reads as one phrase."""
    return all(
        isinstance(line, str)
        and words_of(line) <= MANY_WORDS
        and not any(glue in line for glue in GLUE)
        and not SUBJECT.search(line)
        for line in lines
    )
