"""Words that speak to the reader, said of somebody else: in goes `cells in your reach` and Red, out comes `cells in Red’s reach`.

Labels of definitions say `you` and `your` for the player they are about. Where that is another one, who it is
takes the place of these words, and verbs follow.
"""

from __future__ import annotations

import re

from rulelang.prose import english
from rulelang.prose.phrases import OWN, PRONOUN, Phrase, plain
from rulelang.prose.scope import Scope

SPOKEN_TO = re.compile(
    r"\byou(?:r|rs)?\b|(?<![а-яё])(?:вы|вас|вам|вами|ваш[а-яё]*)(?![а-яё])", re.I
)
SAME_FOR_ALL = ("can", "could", "may", "might", "must", "cannot", "will", "would")
YOU_DO = re.compile(r"\byou (\w+)")
YOUR = re.compile(r"(?<![а-яё])ваш([а-яё]*) ", re.I)
# Behind what belongs to somebody: another part of the sentence begins here.
BEHIND = re.compile(
    r"[,:]| \(| —|$| (?=(?:с|со|на|в|во|по|у|к|от|для|из|за|есть|нет|эт[а-яё]+|котор[а-яё]+) )"
)
VERB = re.compile(r"(?<![а-яё])вы ((?:не|ещё|уже|бы) )?([а-яё]+?)(ете|ёте|ите|ли)(?![а-яё])")
THIRD = {"ете": "ет", "ёте": "ёт", "ите": "ит", "ли": "л"}
OWN_STEM = {"": "свой", "е": "своё", "ем": "своём", "а": "своя", "у": "свою", "и": "свои"}
HIS = {"m": "его", "f": "её", "n": "его", "pl": "их"}
CASES = {"вас": "gen", "вам": "dat", "вами": "ins", "вы": "nom"}


def spoken_of(text: str, who: Phrase, scope: Scope) -> str:
    """Words to the reader as words about `who`; they stay as they are where the reader is meant."""
    is_reader = plain(who.say()) == plain(scope.voice.you().say())
    if is_reader or SPOKEN_TO.search(text) is None:
        return text
    return _russian(text, who) if scope.voice.is_russian else _english(text, who)


def _english(text: str, who: Phrase) -> str:
    name = who.say()
    is_pronoun = plain(name) in {"they", "it", "who", "which"} or name == OWN
    name = "they" if name == OWN else name
    first = "their" if is_pronoun else f"{name}{'’' if who.is_plural else '’s'}"

    def verb(found: re.Match[str]) -> str:
        word = found[1]
        if who.is_plural or is_pronoun or word in SAME_FOR_ALL:
            return f"{name} {word}"
        return f"{name} {english.third_person(word)}"

    has_subject = YOU_DO.search(text) is not None
    text = YOU_DO.sub(verb, text, count=1)
    text = re.sub(r"\bof yours\b", f"of {name}", text)
    if not has_subject:
        text = re.sub(r"\byour\b", lambda _: first, text, count=1)
    text = re.sub(r"\byour\b", "their", text)
    return re.sub(r"\byou\b", "them" if has_subject else lambda _: name, text)


def _russian(text: str, who: Phrase) -> str:
    if who.say() == OWN:
        return YOUR.sub(lambda found: f"{_own(found[1])} ", text)
    is_pronoun = who.say("gen").startswith(PRONOUN)
    his = who.say("gen").removeprefix(PRONOUN) if is_pronoun else HIS[who.gender]

    def verb(found: re.Match[str]) -> str:
        end = found[3] if who.is_plural else THIRD[found[3]]
        return f"{who.say()} {found[1] or ''}{found[2]}{end}"

    text = VERB.sub(verb, text, count=1)
    is_told = who.say() in text
    text = re.sub(
        r"(?<![а-яё])(вас|вам|вами|вы)(?![а-яё])", lambda found: who.say(CASES[found[1]]), text
    )
    is_told = is_told or who.say("gen") in text or who.say("dat") in text
    while (found := YOUR.search(text)) is not None:
        before, rest = text[: found.start()], text[found.end() :]
        if is_told or is_pronoun:
            text = f"{before}{his} {rest}"
            continue
        end = BEHIND.search(rest)
        at = len(rest) if end is None else end.start()
        text = f"{before}{rest[:at]} {who.say('gen')}{rest[at:]}"
        is_told = True
    return text


def _own(ending: str) -> str:
    return OWN_STEM.get(ending) or f"сво{ending}"
