"""Builders of expressions: in goes the span and the parts of a production, out comes its node.

The parser calls a builder by the alias or name of the production in grammar.lark, section 9. Where the
parts are the fields of the node in the same order, the node itself is the builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees.expressions import Expr, Ident
from rulelang.syntax.trees.statements import Stmt

Builder: TypeAlias = Callable[..., object]


def binary(op: str) -> Builder:
    """Return a builder of a binary operator."""
    return lambda span, left, right: ex.Binary(span, op, left, right)


def unary(op: str) -> Builder:
    """Return a builder of an operator before its operand."""
    return lambda span, operand: ex.Unary(span, op, operand)


def quantified(word: str) -> Builder:
    """Return a builder of `some`, `no` or `every` with a variable."""
    return lambda span, name, source, condition: ex.Quantified(span, word, name, source, condition)


def all_of(_span: Span, *parts: object) -> tuple[object, ...]:
    """A list: the parts themselves."""
    return parts


def the_part(_span: Span, part: object) -> object:
    """A production that only says what its part is."""
    return part


def as_written(_span: Span, *words: str) -> str:
    """Words kept by `!`, as in `instead of`."""
    return " ".join(words)


def word_or_name(span: Span, word: Ident | str) -> Ident:
    """A keyword that may stand for a name, as in `at turn of red`."""
    return Ident(span, word) if isinstance(word, str) else word


def yes(_span: Span) -> bool:
    """An optional phrase that is there."""
    return True


def _compare(span: Span, left: Expr, op: str, right: Expr) -> ex.Binary:
    return ex.Binary(span, op, left, right)


def _not_in(span: Span, left: Expr, right: Expr) -> ex.Unary:
    return ex.Unary(span, "not", ex.Binary(span, "in", left, right))


def _supposing(span: Span, *parts: Stmt | Expr) -> ex.Supposing:
    return ex.Supposing(span, parts[:-1], parts[-1])  # type: ignore[arg-type]  # the last is the expression


def _my(span: Span, name: Ident, part: Expr | None) -> ex.Of:
    me = ex.Constant(Span(span.path, span.start, span.start + len("my")), "me")
    return ex.Of(span, name, me, part)


def _constant(span: Span, word: str | ex.Constant) -> ex.Constant:
    # The alias in `primary` and the rule it stands for have one name.
    return ex.Constant(span, word) if isinstance(word, str) else word


def _set_lit(span: Span, items: tuple[Expr, ...] | None) -> ex.SetLit:
    return ex.SetLit(span, items or ())


def _comprehension(
    span: Span,
    word: str,
    variable: Ident,
    source: Expr,
    best: tuple[str, Expr] | None,
    condition: Expr | None,
) -> ex.Comprehension:
    best_word, best_by = best or (None, None)
    return ex.Comprehension(span, word, variable, source, best_word, best_by, condition)


def _call(span: Span, callee: ex.Callee, *flags: Ident | None) -> ex.Call:
    return ex.Call(span, callee, tuple(flag for flag in flags if flag is not None))


def _callee_name(span: Span, name: Ident, args: tuple[Expr, ...] | None) -> ex.Callee:
    return ex.Callee(span, name, None, args)


def _callee_value(span: Span, callee: ex.Callee, field: Ident) -> ex.Callee:
    owner: Expr
    if callee.value is not None:
        owner = callee.value
    else:
        assert callee.name is not None
        owner = (
            ex.Name(callee.span, callee.name)
            if callee.args is None
            else ex.CallExpr(callee.span, callee.name, callee.args)
        )
    return ex.Callee(span, None, ex.Printed(span, owner, field), None)


EXPRESSIONS: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "or_": binary("or"),
        "and_": binary("and"),
        "not_": unary("not"),
        "some_": quantified("some"),
        "no_": quantified("no"),
        "every_": quantified("every"),
        "if_else": ex.IfElse,
        "possible": ex.Possible,
        "supposing": _supposing,
        "compare": _compare,
        "compare_op": as_written,
        "is_in": binary("in"),
        "is_not_in": _not_in,
        "is_kind": ex.IsKind,
        "filled": lambda span, operand: ex.Filled(span, operand, wanted=True),
        "unfilled": lambda span, operand: ex.Filled(span, operand, wanted=False),
        "on_places": binary("on"),
        "plus": binary("+"),
        "minus": binary("-"),
        "except_": binary("except"),
        "times_": binary("*"),
        "divide": ex.Divide,
        "rounding": as_written,
        "negative": unary("-"),
        "range_": binary(".."),
        "of_": ex.Of,
        "kind_of": ex.KindOf,
        "size_of": ex.SizeOf,
        "my": _my,
        "printed": ex.Printed,
        "number": the_part,
        "string": the_part,
        "name": ex.Name,
        "kind": ex.Kind,
        "call_expr": ex.CallExpr,
        "set_lit": _set_lit,
        "list_lit": ex.ListLit,
        "clockwise": ex.Clockwise,
        "clock": as_written,
        "comprehension": _comprehension,
        "fold": ex.Fold,
        "fold_word": as_written,
        "total_word": as_written,
        "best": all_of,
        "best_word": as_written,
        "constant": _constant,
        "me_word": lambda span: ex.Constant(span, "me"),
        "path": ex.Path,
        "cheapest": ex.Cheapest,
        "groups": ex.Groups,
        "longest": ex.Longest,
        "amount": ex.Amount,
        "args": all_of,
        "calls": all_of,
        "call": _call,
        "callee_name": _callee_name,
        "callee_value": _callee_value,
    }
)
