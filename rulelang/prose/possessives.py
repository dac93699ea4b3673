"""`Its path` for `the path of this harbour`, where only the harbour can be meant.

Phrases mark what belongs to `this K` (`marked`, `whose`). When a text is complete, `settled` puts a pronoun where the thing
has come up just before: in the same sentence, or as what a list goes through.
"""

from __future__ import annotations

import re

from rulelang.prose.phrases import BELONGING, BETWEEN, OPEN, OWNED, unmarked

PLAYER = "Player"
# What belongs to a thing, and what belongs to a player.
MARKED = re.compile(r"(?:the )?\x0e([^\x0e-\x10]*)\x0f (?:of )?([^\x0e-\x10]*)\x10")
WHOSE = re.compile(r"\x0e[^\x0e-\x10]*’s\x10")
# Parts of a whole, in the plural: `segments of this forest`.
PARTS = re.compile(
    r"(?P<det>\w*) ?(?P<parts>\x02[^\x03]*\x03(?P<word>[^\x04]*)\x04) \x0f(?:of )?(?P<whole>[^\x0e-\x10]*)\x10"
)
ONE = {"a", "an", "each", "this", "the", "one", "another", "other", "no", "that"}
MANY = re.compile(r"(?:ов|ев|ей|ах|ях|ам|ям|ами|ями)(?!\w)")
# Something that a sentence speaks of as one of its kind.
MENTION = re.compile(
    r"(?i)(?<!\w)(this|that|these|each|another|other|эт\w+|кажд\w+|друг\w+) \x02(\w+)\x03"
)
# Something else that a pronoun could stand for: another thing, or one that has a pronoun already.
RIVAL = re.compile(r"(?i)(?<!\w)(?:1|an?) \x02(\w+)\x03|\x05|(?<!\w)it(?!\w)")
SUBJECT = re.compile(r"(?i)эт(?:от|а|о|и)|кажд(?:ый|ая|ое)")
IMPERATIVE = re.compile(r"(?:йте|ите|ьте)(?!\w)")
PRONOUNS = {"этого": "его", "этой": "её", "этих": "их", "this": "its", "these": "their"}
OTHER_PLAYER = re.compile(r"\b(?:owner|their|they|player’s) ")
NEAR = {"this", "that", "these", "each"}


def topic_of(intro: str, topic: str) -> str:
    """The kind that a list is about: the only one that its introduction goes through, else that of the list around."""
    kinds = {kind for _det, kind in MENTION.findall(intro) if kind != PLAYER}
    return kinds.pop() if len(kinds) == 1 else "" if kinds else topic


def settled(text: str, topic: str) -> str:
    """The text with pronouns where they are clear; `topic` is the kind that a list around it goes through."""
    for marks, shorter in ((MARKED, _its), (WHOSE, _theirs), (PARTS, _its_parts)):
        while (found := marks.search(text)) is not None:
            said = text[: found.start()].rpartition(". ")[2]
            short = shorter(found, said, topic)
            text = f"{text[: found.start()]}{short or unmarked(found[0])}{text[found.end() :]}"
    return unmarked(text)


def _its_parts(found: re.Match[str], said: str, topic: str) -> str:
    """`its segments`; one of them is told in full."""
    whose = _pronoun(found["whole"], said, topic)
    is_russian = found["whole"].startswith("эт")
    is_many = MANY.search(found["word"]) if is_russian else found["det"] not in ONE
    return f"{found['det']} {whose} {found['parts']}".strip() if whose and is_many else ""


def _its(found: re.Match[str], said: str, topic: str) -> str:
    """The pronoun with what it owns."""
    of_its_own = re.match(rf"{OPEN}(\w+)", found[1])
    whose = _pronoun(found[2], said, topic, of_its_own[1] if of_its_own else "")
    return f"{whose} {found[1]}" if whose else ""


def _pronoun(holder: str, said: str, topic: str, owned: str = "") -> str:
    """The word for `of this K` after what was said; nothing where it could mean something else.

    What is `owned` may have come up as well: `if this tile has a gift, take its gift`.
    """
    word, _, rest = holder.partition(" ")
    kind = re.match(rf"{OPEN}(\w+)", rest)
    whose = PRONOUNS.get(word)
    if kind is None or whose is None or kind[1] == PLAYER:
        return ""
    mentions = [each for each in MENTION.finditer(said) if each[2] != PLAYER]
    since = said[mentions[-1].end() :] if mentions else said
    if mentions and not _is_meant(mentions[-1], kind[1], since):
        return ""
    if not mentions and kind[1] != topic:
        return ""
    is_alone = all(rival[1] in (kind[1], PLAYER, owned) for rival in RIVAL.finditer(since))
    return whose if is_alone else ""


def _is_meant(last: re.Match[str], kind: str, since: str) -> bool:
    """Whether what came up last is what something belongs to; in Russian not as the subject, whose things are «свои»."""
    is_near = last[1].lower() in NEAR or last[1].lower().startswith(("эт", "кажд"))
    before = last.string[: last.start()].rpartition(",")[2]
    is_told_to = IMPERATIVE.search(before) is not None
    is_subject = SUBJECT.fullmatch(last[1]) is not None and "," not in since and not is_told_to
    return last[2] == kind and is_near and not is_subject


def _theirs(_found: re.Match[str], said: str, _topic: str) -> str:
    """`their` for `this player’s`, if no other player came up since."""
    mentions = [each for each in MENTION.finditer(said) if each[2] == PLAYER]
    if not mentions or mentions[-1][1].lower() not in NEAR:
        return ""
    return "" if OTHER_PLAYER.search(said[mentions[-1].end() :]) else "their"


def marked(head: str, tail: str) -> str:
    """Something and what it belongs to, marked: `the path of this harbour`."""
    return f"{OWNED}{head}{BETWEEN} {tail}{BELONGING}"


def behind(tail: str) -> str:
    """What stands behind the parts of a whole, marked: `of this forest`."""
    return f"{BETWEEN}{tail}{BELONGING}"


def whose(text: str) -> str:
    """`this player’s`, marked."""
    return f"{OWNED}{text}{BELONGING}"
