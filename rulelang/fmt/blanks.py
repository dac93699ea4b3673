"""Blanks inside a line: in go two neighbouring tokens, out comes whether there is a blank between them."""

from __future__ import annotations

from typing import Final

from rulelang.frozen import frozen
from rulelang.syntax.parsing.tokens import word_set

OPENING: Final = frozenset("([{")
CLOSING: Final = frozenset(")]}")
TIGHT_BEFORE: Final = CLOSING | frozenset(",:;")
TIGHT_AROUND: Final = frozenset((".", ".."))

# Words of the language that are written like functions.
CALLED: Final = word_set("count all first last one total most least path cheapest groups longest")
# Words of the language that end a value, so that a minus after them takes something away.
VALUES: Final = word_set("me none true false others everyone active owner down up")


@frozen
class Piece:
    """A token as the parser took it: its text, and the name of its terminal."""

    text: str
    terminal: str

    @property
    def is_word(self) -> bool:
        """Whether it is a name, kind or text of the author rather than a word of the language."""
        return self.terminal in ("NAME", "KIND", "STRING")

    @property
    def ends_value(self) -> bool:
        """Whether a value can end with it."""
        return (
            self.is_word or self.terminal == "NUMBER" or self.text in CLOSING or self.text in VALUES
        )


def has_blank(before: Piece | None, left: Piece, right: Piece) -> bool:
    """Whether a blank stands between `left` and `right`; `before` is what comes before `left`."""
    if left.text in OPENING or right.text in TIGHT_BEFORE:
        return False
    if left.text in TIGHT_AROUND or right.text in TIGHT_AROUND:
        return False
    if right.text == "(":
        if left.terminal == "STRING" and before is not None and before.is_word:
            return True  # behind the label of a row that is added
        is_bound = before is not None and before.text in ("at", "with")
        return not left.is_word and (left.text not in CALLED or is_bound)
    if left.text == "-":
        return before is not None and before.ends_value
    return True
