"""Standard layout: what is changed, what is kept, and what is left alone."""

from __future__ import annotations

import pytest

from rulelang.fmt import format_text


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("", ""),
        ("\n\n", ""),
        ("# only a comment", "# only a comment\n"),
        ("define x=1+2*3", "define x = 1 + 2 * 3\n"),
        ("define x = 1 .. 3", "define x = 1..3\n"),
        ("define x = a . b", "define x = a.b\n"),
        ("define x = - 1 - - 2", "define x = -1 - -2\n"),
        ("define x = me-1", "define x = me - 1\n"),
        ("define x = f ( a ,b )", "define x = f(a, b)\n"),
        ("define x = not(a)and(b)", "define x = not (a) and (b)\n"),
        ("define x = count (a in S)", "define x = count(a in S)\n"),
        ("define x = {a,b} except[1]", "define x = {a, b} except [1]\n"),
        ("define x = a/2 rounded up-1", "define x = a / 2 rounded up - 1\n"),
        ("define x = 3ore", "define x = 3 ore\n"),
        ("account a : Good , at most ( 3 )", "account a: Good, at most (3)\n"),
        ("define x = 1   #  why ", "define x = 1  #  why\n"),
        ("define x = 1\r\ndefine y = 2\r\n", "define x = 1\ndefine y = 2\n"),
        ("\ufeffdefine x = 1", "define x = 1\n"),
        ('define x = "a  b"', 'define x = "a  b"\n'),
        ("\n\ndefine x = 1\n\n\n\ndefine y = 2\n\n", "define x = 1\n\ndefine y = 2\n"),
        ("effect e:\n\n  stop\n\n\n  stop\n", "effect e:\n    stop\n\n    stop\n"),
        ("effect e:\n  if a:\n   stop\n", "effect e:\n    if a:\n        stop\n"),
        ("define x = f(1,\n2,\n      3)", "define x = f(1,\n    2,\n    3)\n"),
        ("define x = f(\n1\n  )", "define x = f(\n    1\n)\n"),
    ],
)
def test_standard_layout(text: str, formatted: str) -> None:
    assert format_text(text) == formatted
    assert format_text(formatted) == formatted


def test_comments_stay_with_their_block() -> None:
    text = (
        "# top\n"
        "effect e:  # head\n"
        "  # first\n"
        "  if a:\n"
        "     stop\n"
        "     # inner\n"
        "  # outer\n"
        "# next\n"
        "define x = [ # open\n"
        " # inside\n"
        " 1 ]\n"
        "# end"
    )
    assert format_text(text) == (
        "# top\n"
        "effect e:  # head\n"
        "    # first\n"
        "    if a:\n"
        "        stop\n"
        "        # inner\n"
        "    # outer\n"
        "# next\n"
        "define x = [  # open\n"
        "    # inside\n"
        "    1]\n"
        "# end\n"
    )


def test_file_with_errors_is_left_alone() -> None:
    text = "define x=  1\ndefine =\n"
    assert format_text(text) == text
