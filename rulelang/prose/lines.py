"""Text in the making: lines and nested lists without capitals and stops, and how they become blocks."""

from __future__ import annotations

import re
from typing import TypeAlias

from rulelang.frozen import frozen
from rulelang.prose import possessives
from rulelang.prose.model import Block, Bullets, Sentence
from rulelang.prose.phrases import MIDDLE, OPEN, finish, plain
from rulelang.prose.possessives import NONE, Topics

PARAGRAPH = 70  # words
FEW_STEPS = 3  # lines that need no numbers
LONG = 32  # words of a sentence that is better told as a list


@frozen
class Nest:
    """An introduction with what belongs to it."""

    intro: str
    items: tuple[Line, ...]


Line: TypeAlias = str | Nest


def words_of(text: str) -> int:
    return len(plain(text).split())


def led(intro: str, items: list[Line], comma: str) -> list[Line]:
    """`If C, do this` where what follows is one short line, else a list; nothing if there is nothing."""
    if not items:
        return []
    only = items[0]
    begins = only if isinstance(only, str) else only.intro
    if not comma and begins.startswith("если "):
        comma = ","
    if len(items) == 1 and isinstance(only, str) and words_of(intro) + words_of(only) <= LONG:
        return [f"{intro}{comma} {only}"]
    if (
        len(items) == 1
        and isinstance(only, Nest)
        and words_of(intro) + words_of(only.intro) < LONG // 2
    ):
        return [Nest(f"{intro}{comma} {only.intro}", only.items)]
    return [Nest(intro, tuple(items))]


SEE = re.compile(r" \((?:see|см\.) ([^()]*)\)(?=$|\.)")


def seen_once(lines: list[Line]) -> list[Line]:
    """The lines with each reference to a rule only where it comes up first."""
    known: set[str] = set()
    found: list[Line] = []
    for line in lines:
        mark = SEE.search(line) if isinstance(line, str) else None
        if isinstance(line, str) and mark is not None and mark[1] in known:
            line = SEE.sub("", line, count=1)
        if mark is not None:
            known.add(mark[1])
        found.append(line)
    return found


OTHERWISE = ("otherwise", "иначе")
CHOOSE = ("choose ", "выберите ")
SHORT_PICK, LONG_PICK = 7, 14  # words of what is chosen first, and last


def picked_together(lines: list[Line]) -> list[Line]:
    """What one chooses one after the other, in one sentence: `choose a good and a number from 1 to 7`."""
    found: list[Line] = []
    for line in lines:
        verb = next((v for v in CHOOSE if isinstance(line, str) and line.startswith(v)), None)
        last = found[-1] if found else None
        if verb is None or not isinstance(line, str) or not isinstance(last, str):
            found.append(line)
            continue
        is_plain = last.startswith(verb) and not re.search(r"[,:(\x06]", last)
        is_short = words_of(last) <= SHORT_PICK and words_of(line) <= LONG_PICK
        word = "and" if verb == CHOOSE[0] else "и"
        if is_plain and is_short and f" {word} " not in plain(last):
            found[-1] = f"{last} {word} {line.removeprefix(verb)}"
        else:
            found.append(line)
    return found


def blocks(lines: list[Line]) -> tuple[Block, ...]:
    """Lines as blocks: each line a sentence."""
    return tuple(_block(line) for line in settled(lines) if line)


def paragraphs(lines: list[Line]) -> tuple[Block, ...]:
    """Lines as blocks, sentences that follow each other as one paragraph."""
    found: list[Block] = []
    texts: list[str] = []
    for line in settled(lines):
        if isinstance(line, str):
            texts.append(line)
            if sum(map(words_of, texts)) < PARAGRAPH:
                continue
        if texts:
            found.append(finish(paragraph(texts)))
            texts = []
        if isinstance(line, Nest):
            found.append(_block(line))
    if texts:
        found.append(finish(paragraph(texts)))
    return tuple(found)


def steps(lines: list[Line]) -> tuple[Block, ...]:
    """What is done one after the other, as numbered steps; a few of them as a paragraph."""
    numbered = _with_otherwise(settled(lines))
    if len(numbered) < FEW_STEPS:
        return paragraphs(lines)
    return (Bullets(Sentence(()), blocks(numbered), numbered=True),)


def _with_otherwise(lines: list[Line]) -> list[Line]:
    """The lines with what is done otherwise as a part of the step before it."""
    found: list[Line] = []
    for line in lines:
        text = line if isinstance(line, str) else line.intro
        last = found[-1] if found else None
        if last is None or not plain(text).casefold().startswith(OTHERWISE):
            found.append(line)
        elif isinstance(line, str) and isinstance(last, str):
            found[-1] = paragraph([last, line])
        else:
            before = last.items if isinstance(last, Nest) and not last.intro else (last,)
            found[-1] = Nest("", (*before, line))
    return found


def settled(lines: list[Line], topics: Topics = NONE) -> list[Line]:
    """The lines with pronouns for what belongs to something, where it is clear what they stand for."""
    found: list[Line] = []
    for line in lines:
        if isinstance(line, str):
            found.append(possessives.settled(line, topics))
            continue
        intro = possessives.settled(line.intro, topics)
        inner = possessives.topics_of(intro, topics)
        found.append(Nest(intro, tuple(settled([*line.items], inner))))
    return found


def _block(line: Line) -> Block:
    if isinstance(line, str):
        return finish(line)
    if not line.items:
        return finish(line.intro)
    intro = finish(line.intro.rstrip(".:"), ":") if line.intro else Sentence(())
    return Bullets(intro, blocks(list(line.items)))


def paragraph(texts: list[str]) -> str:
    """Sentences that belong together as one paragraph; what they name stays marked."""
    return " ".join(_sentence(text) for text in texts if text)


def _sentence(text: str) -> str:
    """The text with its capital and its stop."""
    is_target = False
    for at, letter in enumerate(text):
        if letter in (OPEN, MIDDLE):
            is_target = letter == OPEN
        elif letter.isalnum() and not is_target:
            text = text[:at] + letter.upper() + text[at + 1 :]
            break
    return text if text.endswith((".", ":", "!", "?")) else f"{text}."
