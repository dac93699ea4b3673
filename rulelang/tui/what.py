"""What is printed on something and what the rules say of it: in goes a word, out come lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.prose.model import as_text
from rulelang.reference.topics import Topic, Topics
from rulelang.scenarios.coverage import contract
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.text_tiles import parts_text

INDENT = "  "
MOST = 3  # topics of one name that are told; more are listed
LISTED = 10


def what_lines(
    words: TerminalWords, topics: Topics, view: Mapping[str, Any], said: str, *, width: int = 100
) -> list[str]:
    """Return what is known of a name, in lines; parts of a tile as it lies in this view."""
    if not said:
        return [words.say("needs_name")]
    names = topics.find(said)
    if not names:
        known = [title for titles in topics.titles.values() for title in titles]
        near = did_you_mean(said, known) or ""
        return [f"{words.say('no_topic', said=said)} {near}".strip()]
    if len(names) > MOST:
        titles = list(dict.fromkeys(topics.titles[name][0] for name in names))
        listed = ", ".join(titles[:LISTED]) + (" …" if len(titles) > LISTED else "")
        return wrap(words.say("ambiguous", said=said, names=listed), width)
    lines: list[str] = []
    further = [other for name in names for other in topics.mentioned(name)]
    for name in dict.fromkeys([*names, *further]):
        topic = topics.topic(name)
        lines += [""] if lines else []
        lines.append(words.style(_head(topic), bold=True))
        told = [*_printed(topic), *parts_text(words, view, name), *as_text(topic.texts).split("\n")]
        lines += [line for text in told if text for line in _wrapped(text, width)]
        if topic.clauses:
            clauses = wrap(f"[{contract(topic.clauses)}]", width - len(INDENT))
            lines += [words.style(INDENT + line, dim=True) for line in clauses]
    return lines


def _head(topic: Topic) -> str:
    is_said = not topic.what or topic.what.casefold() == topic.title.casefold()
    return topic.title if is_said else f"{topic.title} ({topic.what})"


def _printed(topic: Topic) -> Iterator[str]:
    """Short fields in a line, those with sentences on lines of their own."""
    short = [
        f"{name}: {text}" if text else name for name, text in topic.printed if "\n" not in text
    ]
    yield "; ".join(short)
    for name, text in topic.printed:
        if "\n" in text:
            first, *rest = text.split("\n")
            yield f"{name}: {first}".strip()
            yield from (INDENT + line for line in rest)


def _wrapped(text: str, width: int) -> list[str]:
    indent = INDENT + " " * (len(text) - len(text.lstrip()))
    return wrap(text.strip(), width, initial_indent=indent, subsequent_indent=indent + INDENT)
