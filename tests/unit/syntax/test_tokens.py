"""Tokens: what a text is cut into, and where lines, blocks and comments are."""

from __future__ import annotations

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.source import SourceFile
from rulelang.syntax.parsing.parser_tables import load_tables
from rulelang.syntax.parsing.tokens import WORD, TokenStream, string_value, tokenize


def cut(text: str) -> TokenStream:
    return tokenize(SourceFile("a.rules", text), load_tables(), Reporter())


def shown(text: str) -> str:
    """The tokens of a text: words as they are, layout and other terminals by name."""
    names = load_tables().terminals
    parts = []
    for token in cut(text).tokens:
        is_word = token.terminal == WORD or not names[token.terminal][0].isalpha()
        name = "" if token.terminal == WORD else names[token.terminal]
        parts.append(token.text if is_word and token.text else f"{name}({token.text})")
    return " ".join(part.removesuffix("()") for part in parts)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", "$END"),
        ("a", "a _NL $END"),
        ("a\n", "a _NL $END"),
        ("a\r\nb\r\n", "a _NL b _NL $END"),
        ("\ufeffa\n", "a _NL $END"),
        ("a\n\n   \n# b\nc", "a _NL c _NL $END"),
        ("a\n  b\nc", "a _NL _INDENT b _NL _DEDENT c _NL $END"),
        ("a\n  b\n    c", "a _NL _INDENT b _NL _INDENT c _NL _DEDENT _DEDENT $END"),
        ("a\n      # far right\n  b\n", "a _NL _INDENT b _NL _DEDENT $END"),
        ("3 Card", "NUMBER(3) KIND(Card) _NL $END"),
        ('"a b" x', 'STRING("a b") x _NL $END'),
        ("_a1B", "_a1B _NL $END"),
    ],
)
def test_lines_and_blocks(text: str, tokens: str) -> None:
    assert shown(text) == tokens


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("1..3", ["1", "..", "3"]),
        ("a<=b>=c!=d", ["a", "<=", "b", ">=", "c", "!=", "d"]),
        ("(\na\n  )\nb", ["(", "a", ")", "", "b"]),
        ("3ore", ["3", "ore"]),
        ("cite CAT-B-030, GM-C8-11", ["cite", "CAT-B-030", ",", "GM-C8-11"]),
        ("cites CG-050..053: a", ["cites", "CG-050..053", ":", "a"]),
        ("x = A-B", ["x", "=", "A", "-", "B"]),
        ("f(A-1, B-1)", ["f", "(", "A", "-", "1", ",", "B", "-", "1", ")"]),
        ("roll x = 2d6", ["roll", "x", "=", "2d6"]),
        ("y = 2d6", ["y", "=", "2", "d6"]),
    ],
)
def test_texts_of_tokens(text: str, texts: list[str]) -> None:
    found = [token.text for token in cut(text).tokens[: len(texts)]]
    assert found == texts


def test_layout_ends_where_its_line_ends() -> None:
    for token in cut("a bc   # d\n\n    e\n").tokens:
        if not token.text:
            assert token.start == token.end
            assert token.end in (4, 17)


def test_comments_are_kept_with_their_places() -> None:
    text = "# one\r\na  # two\nf(\n  # three\n  1)\n# four"
    comments = cut(text).comments
    assert [(c.text, c.own_line) for c in comments] == [
        ("# one", True),
        ("# two", False),
        ("# three", True),
        ("# four", True),
    ]
    assert all(text[c.span.start : c.span.end] == c.text for c in comments)


@pytest.mark.parametrize(
    ("token", "value"),
    [('""', ""), (r'"a\"b"', 'a"b'), (r'"a\\"', "a\\"), (r'"\n"', r"\n"), (r'"\\\""', '\\"')],
)
def test_values_of_strings(token: str, value: str) -> None:
    assert string_value(token) == value
