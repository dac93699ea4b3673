"""Conditions as relative clauses: `which lies …`, `on which the landscape is desert`, `на котором нет дороги`.

A clause is first told about `which`; then what governs that word moves to the front, as far as this can be done without
knowing all words of a game. None means that the condition needs a sentence of its own.
"""

from __future__ import annotations

import re

from rulelang.prose import clauses, nouns
from rulelang.prose.phrases import LINK, Phrase, has_comma, plain
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex

RELATIVE_WORD = re.compile(r"\bwho\b|\bwhich\b|котор")
BEGINS = re.compile(r"(who|which)\b|(\w+ )?котор")
IN_ENGLISH = re.compile(r" (on|in|at) which\b")
WHOSE = re.compile(r" (on|in|at|among) the (\x02[^\x03]*\x03[^\x04]*\x04|\w+) of which\b")
OBJECT = re.compile(r"(you (?:can |may |could |must )?\w+) which\b(.*)", re.DOTALL)
NESTED = re.compile(r"\b(where|that|whose|such)\b")
PLACE = re.compile(r"(?<![\w-])(на|в|у|среди|вокруг|от) (котор\w+) ?")
IN_RUSSIAN = re.compile(r"(.*?)(котор\w+)(.*)", re.DOTALL)
# Words behind which another part of the clause begins.
TURNING = re.compile(
    r"(?<![\w-])(есть|нет|(?:можно|нельзя)(?: \w+ть)?|не|больше|меньше|рав\w+|относ\w+|наход\w+|вход\w+) "
)
VERB = re.compile(r"\w*(ет|ют|ит|ят|ат|ется|ются|ится|ятся|ть)|—|и")
MOST = 8  # words before `which` that still read well
# Something of it at the start: `its price is 5`.
OF_IT = re.compile(r"(its|their|его|её|их) (?!можно|нельзя)")
OF_IT_FIRST = re.compile(r"^the (\x02[^\x03]*\x03[^\x04]*\x04|\w+) of it\b")
OF_THEM_FIRST = re.compile(r"^the (\x02[^\x03]*\x03[^\x04]*\x04|\w+) of (?:\x05)?them\b")
# Something of theirs that is somewhere: `there is a marker of them on this clan`.
THERE_IS = re.compile(r"there is (an? [^,]*?) of (?:who|which)\b(.*)", re.DOTALL)
SOMEWHERE = re.compile(r" (in|on|at|of|among) ")
AGREES = re.compile(r"^(who|which) (is|has)\b")
ABOUT_IT = re.compile(r"\b(it|its|they|them|their|он|она|оно|они|его|её|их|него|неё|них|нём|ней)\b")


def relative(variable: str, part: ex.Expr, about: Scope, like: Phrase) -> str | None:
    """The condition as a relative clause about what `like` is."""
    voice = about.voice
    if isinstance(part, ex.Binary) and part.op == "or":
        return _either(variable, part, about, like)
    is_player = like.lemma is not None and like.lemma.name == "Player"
    if voice.is_russian:
        which = voice.pronoun(like, "which")
    else:
        which = Phrase(("who" if is_player else "which",), like.gender)
    about_it = clauses.clause(part, about)
    if RELATIVE_WORD.search(plain(about_it)):
        return None  # it stands in a relative clause about something else
    whose = _whose(about_it, which, about)
    if whose is not None:
        return whose
    said = clauses.clause(part, about.bind(variable, which, about.bound[variable].shape))
    if len(RELATIVE_WORD.findall(plain(said))) != 1:
        return None
    if BEGINS.match(plain(said)):
        return AGREES.sub(_plural_verb, said) if like.is_plural else said
    said = LINK.sub(lambda link: link[2] if RELATIVE_WORD.search(link[2]) else link[0], said)
    return _russian(said) if voice.is_russian else _english(said)


def _either(variable: str, part: ex.Binary, about: Scope, like: Phrase) -> str | None:
    """`A or B` where both can be told so: `which is a loch or whose ground is a loch`."""
    said = [relative(variable, each, about, like) for each in nouns.flat(part, "or")]
    known = [each for each in said if each is not None]
    if len(known) < len(said) or any(each.startswith("with ") for each in known):
        return None
    return about.voice.listed(known, "or")


def _whose(said: str, which: Phrase, scope: Scope) -> str | None:
    """`its price is 5`: whose price is 5."""
    said = OF_THEM_FIRST.sub(r"their \1", OF_IT_FIRST.sub(r"its \1", said))
    found = OF_IT.match(plain(said))
    if found is None or ABOUT_IT.search(plain(said)[found.end() :]):
        return None
    return scope.voice.tell("whose_things", w=which, c=said.replace(found[0], "", 1))


def _plural_verb(found: re.Match[str]) -> str:
    return f"{found[1]} {'are' if found[2] == 'is' else 'have'}"


def _english(said: str) -> str | None:
    """`the landscape on which is desert`: on which the landscape is desert."""
    has = THERE_IS.fullmatch(said)
    if has is not None and not NESTED.search(has[1]) and not SOMEWHERE.search(has[1]):
        return f"with {has[1]}{has[2]}"
    owned = WHOSE.search(said)
    if owned is not None and not NESTED.search(said[: owned.start()]):
        rest = f"{said[: owned.start()]}{said[owned.end() :]}"
        return f"{owned[1]} whose {owned[2]} {rest}"
    bought = OBJECT.match(said)
    if bought is not None:
        return f"which {bought[1]}{bought[2]}"
    found = IN_ENGLISH.search(said)
    if found is None or NESTED.search(said[: found.start()]):
        return None
    return f"{found[1]} which {said[: found.start()]}{said[found.end() :]}"


def _russian(said: str) -> str | None:
    """`ландшафт на котором — пустыня`: на котором ландшафт — пустыня; so too `эффект которого можно применить`.

    What stands before `которого` belongs to it as far back as no verb comes.
    """
    found = IN_RUSSIAN.match(said)
    if found is None or has_comma(plain(found[1])):
        return None
    before, word, after = found.groups()
    place = PLACE.search(said)
    if place is not None:
        return f"{place[1]} {word} {said[: place.start()]}{said[place.end() :]}".strip()
    turns = list(TURNING.finditer(before))
    at = turns[-1].end() if turns else 0
    owned, rest = before[at:], before[:at]
    words = plain(owned).split()
    if len(words) > MOST or any(VERB.fullmatch(each) for each in words):
        return None
    return re.sub(r" +", " ", f"{owned}{word} {rest}{after}").strip()
