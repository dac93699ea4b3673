"""Russian «свой»: whose things are is said differently where the reader is told to do something with them.

«Верните объект в свой запас», but «если в вашем запасе нет объектов» and «столько очков, сколько ваших объектов».
"""

from __future__ import annotations

import re

IMPERATIVE = re.compile(r"(?:для этого |случайным образом )?[а-яё]+(?:йте|ите|ьте)(?:сь)?\b")
YOURS = re.compile(r"\b([Вв])аш(его|ему|ими|им|ем|ей|их|у|а|е|и|)\b")
OWN = {
    "": "свой",
    "его": "своего",
    "ему": "своему",
    "им": "своим",
    "ем": "своём",
    "а": "своя",
    "ей": "своей",
    "у": "свою",
    "е": "своё",
    "и": "свои",
    "их": "своих",
    "ими": "своими",
}
# Where another clause may begin or end: behind a comma, in brackets, at the mark that closes a clause.
PARTS = re.compile(r"([,:;()\x06«»])")
CLAUSE = re.compile(r"\s*(?:если|что|пока|как|сколь|где|при условии)|.*(?:котор|\bчей\b|\bчь)")


def is_told_to_you(template: str) -> bool:
    """Whether a sentence tells the reader to do something."""
    return IMPERATIVE.match(template) is not None


def reflexive(text: str) -> str:
    """The text of such a sentence with «свой» for «ваш» in its main clause."""
    said: list[str] = []
    is_main = True
    depth = 0
    for part in PARTS.split(text):
        if part in "(«" and part:
            depth += 1
        elif part in ")»" and part:
            depth = max(0, depth - 1)
        elif part == "\x06":
            is_main = True
        elif part in {":", ";"}:
            is_main = False
        elif part != "," and is_main and not depth:
            is_main = CLAUSE.match(part) is None
            part = _own(part) if is_main else part
        said.append(part)
    return "".join(said)


def _own(text: str) -> str:
    return YOURS.sub(lambda found: OWN[found[2]], text)
