"""Terminals in the reader's words: in go numbers of terminals, out come phrases for messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulelang.syntax.parsing.parser_tables import Tables
from rulelang.syntax.parsing.tokens import WORD, Token, word_set

AT_MOST: Final = 5

_PHRASES: Final = {
    "NAME": "a name",
    "KIND": "a kind such as `Card`",
    "NUMBER": "a number",
    "STRING": "a text in quotation marks",
    "CLAUSE": "a clause such as `AB-12`",
    "DICE": "dice such as `2d6`",
    "_INDENT": "an indented block",
    "_NL": "the end of the line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}
# Everything that can begin a value, and everything that can go on with one.
_VALUE_SIGNS: Final = ("(", "{", "[", "-")
VALUE_WORDS: Final = word_set(
    "my me none true false others everyone active owner size count all first last one total most"
    " least clockwise counterclockwise path cheapest groups longest some no every not if possible supposing"
)
_OPERATORS: Final = word_set("+ - * / .. . = != < <= > >= and or in not is on except of (")


def words_in(tables: Tables, terminals: Iterable[int]) -> list[str]:
    """Return the keywords among `terminals`."""
    wanted = set(terminals)
    return [
        text for text, number in tables.literals.items() if number in wanted and text[0].isalpha()
    ]


def found_phrase(tables: Tables, token: Token) -> str:
    """Say what a token is: its text, or what part of the layout."""
    if token.text or token.terminal == WORD:
        text = token.text if len(token.text) <= 40 else token.text[:40] + "…"
        return text if text.startswith('"') else f"`{text}`"
    return _PHRASES[tables.terminals[token.terminal]]


def phrase_of(tables: Tables, terminals: Iterable[int]) -> str:
    """Say what could stand somewhere: at most five things, the most telling first."""
    wanted = set(terminals)
    texts = {text for text, number in tables.literals.items() if number in wanted}
    names = [name for name in _PHRASES if tables.number_of[name] in wanted]
    phrases: list[str] = []
    if {"(", "{", "["} <= texts:
        phrases.append("a value")
        texts -= VALUE_WORDS.union(_VALUE_SIGNS)
        names = [name for name in names if name not in ("NAME", "KIND", "NUMBER", "STRING")]
    is_after_value = len(texts & _OPERATORS) > 3
    if is_after_value:
        texts -= _OPERATORS
    phrases += [_PHRASES[name] for name in names if name not in ("_DEDENT", "$END", "_NL")]
    phrases += [f"`{text}`" for text in sorted(texts, key=lambda text: (text[0].isalpha(), text))]
    if is_after_value:
        phrases.append("an operator")
    phrases += [_PHRASES[name] for name in names if name in ("_NL", "_DEDENT", "$END")]
    return _listed(phrases)


def _listed(phrases: list[str]) -> str:
    if len(phrases) > AT_MOST:
        return ", ".join(phrases[:AT_MOST]) + " or another such word"
    if len(phrases) < 2:
        return "".join(phrases) or "nothing more"
    return ", ".join(phrases[:-1]) + f" or {phrases[-1]}"
