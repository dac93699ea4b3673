"""`Its path` for `the path of this harbour`, where only the harbour can be meant.

Phrases mark what belongs to `this K` (`marked`, `whose`). When a text is complete, `settled` puts a pronoun where the thing
has come up just before: in the same sentence, or as what a list goes through.
"""

from __future__ import annotations

import re
from typing import TypeAlias

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
OTHER_PLAYER = re.compile(r"(?<!\w)(?:owner|player’s|владел\w+|вы|ваш\w*) ")
NEAR = {"this", "that", "these", "each"}
EVERY = {"each", "this", "каждый", "каждого", "каждому", "каждым", "этого", "этот"}
Topics: TypeAlias = frozenset[str]
NONE: Topics = frozenset()


def topics_of(intro: str, topics: Topics) -> Topics:
    """What a list is about: the only kind of things, and the players, that its introduction goes through.

    Where it goes through none, the list around it says so.
    """
    mentions = MENTION.findall(intro)
    things = {kind for _det, kind in mentions if kind != PLAYER}
    players = {det.lower() for det, kind in mentions if kind == PLAYER}
    known = things if len(things) == 1 else set() if things else topics - {PLAYER}
    is_about_players = players <= EVERY if players else PLAYER in topics
    return frozenset(known | ({PLAYER} if is_about_players else set()))


def settled(text: str, topics: Topics = NONE) -> str:
    """The text with pronouns where they are clear; `topics` are what a list around it goes through."""
    for marks, shorter in ((MARKED, _its), (WHOSE, _theirs), (PARTS, _its_parts)):
        while (found := marks.search(text)) is not None:
            said = text[: found.start()].rpartition(". ")[2]
            short = shorter(found, said, topics)
            text = f"{text[: found.start()]}{short or unmarked(found[0])}{text[found.end() :]}"
    return unmarked(text)


def _its_parts(found: re.Match[str], said: str, topics: Topics) -> str:
    """`its segments`; one of them is told in full."""
    whose = _pronoun(found["whole"], said, topics)
    is_russian = found["whole"].startswith("эт")
    is_many = MANY.search(found["word"]) if is_russian else found["det"] not in ONE
    return f"{found['det']} {whose} {found['parts']}".strip() if whose and is_many else ""


def _its(found: re.Match[str], said: str, topics: Topics) -> str:
    """The pronoun with what it owns."""
    of_its_own = re.match(rf"{OPEN}(\w+)", found[1])
    whose = _pronoun(found[2], said, topics, of_its_own[1] if of_its_own else "")
    return f"{whose} {found[1]}" if whose else ""


def _pronoun(holder: str, said: str, topics: Topics, owned: str = "") -> str:
    """The word for `of this K` after what was said; nothing where it could mean something else.

    What is `owned` may have come up as well: `if this tile has a gift, take its gift`.
    """
    word, _, rest = holder.partition(" ")
    kind = re.match(rf"{OPEN}(\w+)", rest)
    whose = PRONOUNS.get(word)
    if kind is None or whose is None:
        return ""
    is_player, is_english = kind[1] == PLAYER, word == "this"
    mentions = [
        each
        for each in MENTION.finditer(said)
        if (each[2] == PLAYER) == is_player
        or not is_english  # «его» is said of people and of things
    ]
    since = said[mentions[-1].end() :] if mentions else said
    if not (_is_meant(mentions[-1], kind[1], since) if mentions else kind[1] in topics):
        return ""
    if is_player:
        return "" if OTHER_PLAYER.search(since) else whose
    is_alone = all(rival[1] in (kind[1], PLAYER, owned) for rival in RIVAL.finditer(since))
    return whose if is_alone else ""


def _is_meant(last: re.Match[str], kind: str, since: str) -> bool:
    """Whether what came up last is what something belongs to; in Russian not as the subject, whose things are «свои»."""
    is_near = last[1].lower() in NEAR or last[1].lower().startswith(("эт", "кажд"))
    before = last.string[: last.start()].rpartition(",")[2]
    is_told_to = IMPERATIVE.search(before) is not None
    is_subject = SUBJECT.fullmatch(last[1]) is not None and "," not in since and not is_told_to
    return last[2] == kind and is_near and not is_subject


def _theirs(_found: re.Match[str], said: str, topics: Topics) -> str:
    """`their` for `this player’s`, if no other player came up since."""
    mentions = [each for each in MENTION.finditer(said) if each[2] == PLAYER]
    is_meant = mentions[-1][1].lower() in NEAR if mentions else PLAYER in topics
    since = said[mentions[-1].end() :] if mentions else said
    return "their" if is_meant and not OTHER_PLAYER.search(since) else ""


def marked(head: str, tail: str) -> str:
    """Something and what it belongs to, marked: `the path of this harbour`."""
    return f"{OWNED}{head}{BETWEEN} {tail}{BELONGING}"


def behind(tail: str) -> str:
    """What stands behind the parts of a whole, marked: `of this forest`."""
    return f"{BETWEEN}{tail}{BELONGING}"


def whose(text: str) -> str:
    """`this player’s`, marked."""
    return f"{OWNED}{text}{BELONGING}"
