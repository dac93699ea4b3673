"""Text of the rules: what `describe` gives and writers of documents take.

A block is a sentence (or a few that belong together), or a list with the sentence that leads to it. A
run of text may name a declared thing, so that a writer can link it and an index can list it. No
markup: how a block looks is up to the writer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.frozen import frozen


@frozen
class Run:
    """A piece of a sentence; `target` is the name of the declared thing it speaks of.

    `strong`: a heading that stands in the line.
    """

    text: str
    target: str | None = None
    strong: bool = False


@frozen
class Sentence:
    """One paragraph: it begins with a capital and ends with a stop or, before a list, with a colon."""

    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@frozen
class Bullets:
    """A list below its introduction; items may be lists again. Steps are `numbered` and may have no introduction."""

    intro: Sentence
    items: tuple[Block, ...]
    numbered: bool = False


Block: TypeAlias = Sentence | Bullets


def sentences(blocks: tuple[Block, ...]) -> Iterator[Sentence]:
    """All sentences of the blocks from top to bottom."""
    for block in blocks:
        if isinstance(block, Sentence):
            yield block
        else:
            if block.intro.runs:
                yield block.intro
            yield from sentences(block.items)


def as_text(blocks: tuple[Block, ...], indent: str = "") -> str:
    """The blocks as plain lines, lists with dashes."""
    lines = []
    for block in blocks:
        if isinstance(block, Sentence):
            lines.append(indent + block.text)
        else:
            lines += [indent + block.intro.text] if block.intro.text else []
            for number, item in enumerate(block.items, 1):
                sign = f"{number}." if block.numbered else "-"
                inner = as_text((item,), indent + "  ")
                lines.append(f"{indent}{sign} {inner.removeprefix(indent + '  ')}")
    return "\n".join(lines)
