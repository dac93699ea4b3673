"""Lines of generated Python: indentation, fresh names, and the rule each line came from.

A `Code` is one function under construction. Expressions may need statements before them; they
are written to the current place, and `capture` takes such statements aside when an operand must
not be evaluated always.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from rulelang.source import Span

# An index that depends on nothing but the parameter `me` is the same in the whole function.
_NUMBERED = re.compile(r"\w*?_?(\d+)")  # a name that `Code.name` made
_NAMES = re.compile(r"[a-zA-Z_]\w*")
_ABOUT_ME = re.compile(r"\(?me( [-+*] \d+)+\)?( [-+*] \d+)*")

_OFFSET = re.compile(r"(\w+(?: \* \d+)?) ([-+]) (\d+)")  # something and a number added to it
_SUM = re.compile(r"\(?(\w+) ([-+]) (\d+)\)?")


@define
class Line:
    """One line: indentation in steps of four, text, and the rule it came from."""

    indent: int
    text: str
    span: Span | None


@define
class _Loop:
    """Where a loop that only looks begins: a place in some lines, and how many names there were."""

    lines: list[Line]
    at: int
    indent: int
    names: int
    known: dict[str, str] = field(factory=dict)


@define
class Code:
    """The lines of one function; `first` are those that say what `me` is, if it is no parameter.

    A function that changes nothing says its parameters in `params`, `s` among them: what depends
    on them alone is the same in all of it.
    """

    lines: list[Line] = field(factory=list)
    indent: int = 1
    span: Span | None = None
    first: list[Line] = field(factory=list)
    params: frozenset[str] = frozenset()
    _names: int = 0
    _hoisted: dict[str, str] = field(factory=dict)
    _once: dict[str, str] = field(factory=dict)
    _loops: list[_Loop] = field(factory=list)

    def line(self, text: str) -> None:
        """Add a line at the current indentation."""
        self.lines.append(Line(self.indent, text, self.span))

    def name(self, prefix: str = "t") -> str:
        """Return a name that this function does not use yet."""
        self._names += 1
        return f"{prefix}{self._names}"

    def keep(self, text: str, prefix: str = "t") -> str:
        """Return `text` if it is a name or number, else a new local that holds it."""
        if text.isidentifier() or is_number(text):
            return text
        if _ABOUT_ME.fullmatch(text):
            return self._hoisted.setdefault(text, f"{prefix}_me{len(self._hoisted)}")
        name = self.name(prefix)
        self.line(f"{name} = {text}")
        return name

    def once(self, text: str) -> str:
        """Return a name for `text`, which is then computed once, where that is allowed."""
        if not self.params or not self.params.issuperset(_NAMES.findall(text)):
            return text
        return self._once.setdefault(text, f"once_{len(self._once)}")

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Within the block loops only look: nothing changes, so what they do not bind stays the same."""
        self._loops.append(_Loop(self.lines, len(self.lines), self.indent, self._names))
        yield
        self._loops.pop()

    def before(self, text: str) -> str:
        """Return a name for `text`, computed before the loop that only looks, where that is allowed."""
        if not self._loops or text.isidentifier() or is_number(text):
            return text
        loop = self._loops[-1]
        found = (_NUMBERED.fullmatch(name) for name in _NAMES.findall(text))
        if any(each is not None and int(each[1]) > loop.names for each in found):
            return text
        known = loop.known.get(text)
        if known is None:
            known = loop.known[text] = self.name("u")
            loop.lines.insert(loop.at, Line(loop.indent, f"{known} = {text}", self.span))
            loop.at += 1
        return known

    @property
    def finished(self) -> list[Line]:
        """All lines, after those that compute once where things of `me` are."""
        head = [Line(1, f"{name} = {text}", self.span) for text, name in self._hoisted.items()]
        for text, name in self._once.items():
            self._compute_once(text, name)
        return self.first + head + self.lines

    def _compute_once(self, text: str, name: str) -> None:
        """Put what is needed twice before the statement that first needs it."""
        word = re.compile(rf"\b{name}\b")
        using = [number for number, line in enumerate(self.lines) if word.search(line.text)]
        uses = sum(len(word.findall(self.lines[number].text)) for number in using)
        if uses == 1:
            line = self.lines[using[0]]
            line.text = word.sub(lambda _found: text, line.text)
        elif uses:
            at = using[0]
            while self.lines[at].indent > 1 or self.lines[at].text.startswith(("else", "elif")):
                at -= 1
            self.lines.insert(at, Line(1, f"{name} = {text}", self.lines[at].span))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write `head`, and what is written in the block below it."""
        self.line(head)
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def capture(self) -> Iterator[list[Line]]:
        """Take aside the lines that are written in the block."""
        outer, self.lines = self.lines, []
        taken = self.lines
        try:
            yield taken
        finally:
            self.lines = outer

    def put(self, lines: list[Line], deeper: int = 0) -> None:
        """Add captured lines, `deeper` steps further in."""
        self.lines += [Line(line.indent + deeper, line.text, line.span) for line in lines]

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        """Mark the lines of the block with the rule they come from."""
        before, self.span = self.span, span
        yield
        self.span = before


def is_number(text: str) -> bool:
    """Is this text an integer literal?

    >>> is_number("-1"), is_number("x1")
    (True, False)
    """
    return text.removeprefix("-").isdigit()


def add(left: str, right: str | int) -> str:
    """Return the sum of two expressions, computed now where both are numbers.

    >>> add("p", 0), add("3", 4), add("p", 4), add("p * 2 + 4", -5)
    ('p', '7', 'p + 4', 'p * 2 - 1')
    """
    right = str(right)
    if is_number(left) and is_number(right):
        return str(int(left) + int(right))
    found = _OFFSET.fullmatch(left) if is_number(right) else None
    if found is not None:
        return add(found[1], int(found[2] + found[3]) + int(right))
    if right == "0":
        return left
    if left == "0":
        return right
    if right.startswith("-") and is_number(right):
        return f"{left} - {right[1:]}"
    return f"{left} + {right}"


def times(left: str, right: int) -> str:
    """Return the product of an expression and a number.

    >>> times("p", 1), times("3", 4), times("(p + 1)", 5)
    ('p', '12', 'p * 5 + 5')
    """
    if is_number(left):
        return str(int(left) * right)
    found = _SUM.fullmatch(left)
    if found is not None:
        return add(f"{found[1]} * {right}", int(found[2] + found[3]) * right)
    if right == 1:
        return left
    return f"{left if left.isidentifier() else f'({left})'} * {right}"
