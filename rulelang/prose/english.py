"""English words: plurals and articles."""

from __future__ import annotations

import re

CASES = ("nom",)
SAME = ("sheep", "deer", "fish")  # one and many are called the same
ODD = {
    **{word: word for word in SAME},
    "person": "persons",
    "die": "dice",
    "man": "men",
    "foot": "feet",
    "child": "children",
}
VERBS = {"have": "has", "are": "is", "be": "is", "do": "does", "go": "goes"}
# What follows the noun that is counted: `cards of each resource`, `cards bought this turn`.
TAIL = re.compile(
    r" (of|in|on|to|from|for|at|who|which|that|with|without|within|out|not|still|just|bought|changed|drawn|kept"
    r"|set|being|you|next|ahead|other)\b| “"
)


def plural(label: str) -> str:
    """The plural of a label; its noun is the last word before `of`, `in` and the like.

    >>> plural("city"), plural("stack of contracts"), plural("tradesman")
    ('cities', 'stacks of contracts', 'tradesmen')
    """
    cut = TAIL.search(label)
    head, tail = (label[: cut.start()], label[cut.start() :]) if cut else (label, "")
    before, space, noun = head.rpartition(" ")
    return f"{before}{space}{_plural_of(noun)}{tail}"


def _plural_of(noun: str) -> str:
    for one, many in ODD.items():
        if noun.lower().endswith(one) and (one != "die" or noun.lower() == one):
            return noun[: -len(one)] + many
    if is_plural(noun):
        return noun
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    if re.search(r"(s|x|ch|sh)$", noun):
        return noun + "es"
    return noun + "s"


def is_plural(label: str) -> bool:
    """Whether a label is a plural already."""
    cut = TAIL.search(label)
    noun = (label[: cut.start()] if cut else label).rpartition(" ")[2]
    return (bool(re.search(r"[^sui]s$", noun)) or noun in ODD.values()) and noun not in SAME


def third_person(phrase: str) -> str:
    """What somebody does, of a phrase that tells to do it.

    >>> third_person("build a road"), third_person("pass"), third_person("carry it"), third_person("do it")
    ('builds a road', 'passes', 'carries it', 'does it')
    """
    verb, space, rest = phrase.partition(" ")
    if verb in VERBS:
        return f"{VERBS[verb]}{space}{rest}"
    if re.search(r"[^aeiou]y$", verb):
        verb = f"{verb[:-1]}ie"
    return f"{verb}{'es' if re.search(r'(s|x|z|ch|sh)$', verb) else 's'}{space}{rest}"


def article(text: str) -> str:
    """`a` or `an`."""
    word = re.sub(r"^\W+", "", text).lower()
    if word.startswith(("one", "uni", "use", "eu")):
        return "a"
    return "an" if word[:1] in "aeiou" else "a"
