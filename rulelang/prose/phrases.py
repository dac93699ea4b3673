"""Phrases: a noun with all that belongs to it, in every case, and templates that put them together.

A template names its phrases: `{x}` as subject, `{x:acc}` in a case, `{x~is/are}` a word that agrees with x (in
Russian four of them: masculine, feminine, neuter, plural). Links are marks in the text until a sentence is
complete, so that phrases are plain strings on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulelang.frozen import frozen
from rulelang.prose import english, own, russian
from rulelang.prose.lexicon import RUSSIAN, Lemma
from rulelang.prose.model import Run, Sentence
from rulelang.prose.templates import TEMPLATES

OPEN, MIDDLE, CLOSE = "\x02", "\x03", "\x04"
LINK = re.compile(f"{OPEN}([^{MIDDLE}]*){MIDDLE}([^{CLOSE}]*){CLOSE}")
# Names that cannot be counted: they begin with a number, or say something behind a colon.
NUMBERED = re.compile(r"^\d|: ")
SLOT = re.compile(r"\{(\w+)(?::(\w+)|~([^}]*))?\}")
GENDERS = ("m", "f", "n", "pl")
YOU = "вы"
# A Russian pronoun begins with н behind a preposition; the mark tells it from a possessive.
PRONOUN = "\x05"
AFTER_PREPOSITION = re.compile(
    r"(?<![а-яё])((?:с|со|у|к|из|от|для|на|в|без|кроме|среди|за|до|вокруг|между|перед|над|под) )\x05"
)

# Around what belongs to `this K`, and between the two: a pronoun may do (`possessives`).
OWNED, BETWEEN, BELONGING = "\x0e", "\x0f", "\x10"
BELONGINGS = re.compile("[\x0e-\x10]")

# Whoever acts, spoken of in what they do: `their hand`, `своя рука`.
OWN = "\x07"

# Where a clause within a sentence ends: a comma, unless a stop follows.
CLOSING = "\x06"
# What is in brackets belongs to the clause before them, which ends behind them.
BRACKETS = re.compile(r"\x06( \([^()]*\))")
CLOSED = re.compile(r"\x06(?=\s*([,.:;)\x06]|$))")
# Russian prepositions before what is hard to say with them.
SO = re.compile(r"(?<![а-яё])с (?=(?:\x02[^\x03]*\x03)?[сшщз][бвгджзклмнпрстфхцчшщ])")
VO = re.compile(r"(?<![а-яё])в (?=(?:\x02[^\x03]*\x03)?(?:[вф][бвгджзклмнпрстфхцчшщ]|двор))")
# With so many players, not if so many take part.
SO_MANY_PLAYERS = re.compile(
    r"(?:,(?= if[^,]*take part\.))? ?\b([Ii])f ((?:\d+(?:, \d+)* or )?\d+ (?:\x02[^\x03]*\x03)?players\x04?)"
    r" take part(?=[,.:;)]|$)"
)
OF_YOU = re.compile(r"\bthe (\w+) of you\b")
OF_IT = re.compile(r"\bthe (\x02[^\x03]*\x03[^\x04]*\x04|(?:\x02[^\x03]*\x03)?\w+) of it\b")
OF_THEM = re.compile(r"\bthe (\w+) of them\b")
THEM = re.compile(r"\b((?:each of|of|to|for|with|from|on|than|at|by|in|around|touches) )\x05they\b")


def link(target: str, text: str) -> str:
    """Mark a text as the name of something declared."""
    return f"{OPEN}{target}{MIDDLE}{text}{CLOSE}" if target and OPEN not in text else text


def plain(text: str) -> str:
    """A text without its marks."""
    return unmarked(LINK.sub(r"\2", text)).replace(PRONOUN, "").replace(CLOSING, "")


def unmarked(text: str) -> str:
    """A text without the marks of what belongs to something."""
    return BELONGINGS.sub("", text)


def finish(text: str, end: str = ".") -> Sentence:
    """A sentence of a text: a capital at its start, a stop at its end, marks as runs."""
    text = re.sub(r" +", " ", unmarked(text).replace(PRONOUN, "")).strip()
    text = SO.sub("со ", VO.sub("во ", text))
    text = SO_MANY_PLAYERS.sub(lambda m: f" {'W' if m[1] == 'I' else 'w'}ith {m[2]}", text).strip()
    text = OF_THEM.sub(r"their \1", OF_YOU.sub(r"your \1", OF_IT.sub(r"its \1", text)))
    text = BRACKETS.sub(rf"\1{CLOSING}", text)
    text = CLOSED.sub("", text).replace(CLOSING, ",").replace(" ,", ",").replace(" :", ":")
    if not text.endswith((".", ":", "!", "?")):
        text += end
    runs: list[Run] = []
    at = 0
    for found in LINK.finditer(text):
        if found.start() > at:
            runs.append(Run(text[at : found.start()]))
        runs.append(Run(found[2], found[1]))
        at = found.end()
    if at < len(text):
        runs.append(Run(text[at:]))
    begins = next((n for n, run in enumerate(runs) if re.search(r"\w", run.text)), 0)
    first = runs[begins]
    runs[begins] = Run(capital(first.text), first.target)
    return Sentence(tuple(runs))


def has_comma(text: str) -> bool:
    """Whether a word goes on behind a comma, so that another one must close it."""
    return "," in re.sub(r"\([^)]*\)", "", text)


def capital(text: str) -> str:
    """The text with its first letter as a capital, behind quotes too."""
    found = re.search(r"\w", text)
    if found is None:
        return text
    return text[: found.start()] + found[0].upper() + text[found.end() :]


def uncapital(text: str) -> str:
    """The text to go on within a sentence."""
    mark = LINK.match(text)
    if mark is not None:
        return link(mark[1], uncapital(mark[2])) + text[mark.end() :]
    if text[:1] in "“«" or text[1:2].isupper():
        return text
    return text[:1].lower() + text[1:]


@frozen
class Phrase:
    """A noun phrase: its text in each case of the language, and what agrees with it."""

    forms: tuple[str, ...]
    gender: str = "m"
    animate: bool = False
    # How often the phrase must be said again as `this …` rather than in full.
    lemma: Lemma | None = None

    def say(self, case: str = "nom") -> str:
        return self.forms[russian.CASES.index(case)] if len(self.forms) > 1 else self.forms[0]

    @property
    def is_plural(self) -> bool:
        return self.gender == "pl"


class Voice:
    """How a language makes phrases of words; one class serves both, Russian adds its cases."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_russian = language == RUSSIAN
        self.pause = "" if self.is_russian else ","  # behind an adverbial that begins a sentence
        self.cases = russian.CASES if self.is_russian else english.CASES

    # --- words to phrases ----------------------------------------------------------------------------

    def made(self, text: str, like: Phrase | None = None) -> Phrase:
        """A phrase that is the same in all cases."""
        gender = like.gender if like is not None else "m"
        return Phrase((text,) * len(self.cases), gender)

    def each_case(self, make: Callable[[str], str], like: Phrase) -> Phrase:
        """A phrase whose forms are made one by one."""
        forms = tuple(make(case) for case in self.cases)
        return Phrase(forms, like.gender, like.animate, like.lemma)

    def noun(self, lemma: Lemma, det: str = "", *, plural: bool = False) -> Phrase:
        """A word with its determiner: a, the, this, your, other, each, all, one, first, second, any."""
        plural = plural or lemma.is_plural
        gender = "pl" if plural else lemma.gender
        forms = []
        for case in self.cases:
            form = f"plural_{case}" if plural and not lemma.is_plural else case
            text = link(lemma.name, lemma.forms[form])
            if self.is_russian and has_comma(lemma.forms[form]):
                text += CLOSING
            forms.append(self._determined(det, text, (gender, case, lemma)))
        return Phrase(tuple(forms), gender, lemma.animate, lemma)

    def _determined(self, det: str, text: str, about: tuple[str, str, Lemma]) -> str:
        gender, case, lemma = about
        if self.is_russian:
            if det in russian.DETERMINERS:
                word = russian.determiner(det, gender, case, animate=lemma.animate)
                return f"{word} {text}"
            return f"все {text}" if det == "all" and case == "nom" else text
        if det in {"a", "any", "one"} and (gender == "pl" or lemma.is_mass):
            return text if det == "a" else f"any {text}" if det == "any" else f"one of the {text}"
        if det == "a":
            return f"{english.article(plain(text))} {text}"
        if det == "this" and gender == "pl":
            return f"these {text}"
        words = {
            "other": "another" if gender != "pl" else "other",
            "each": "each",
            "first": "the first",
        }
        words |= {"second": "the second", "chosen": "the chosen", "last": "the last", "": ""}
        words |= {"top": "the top", "bottom": "the bottom"}
        words |= {"a_second": "a second", "given": "the given", "further": "the further chosen"}
        return f"{words.get(det, det)} {text}".strip()

    def counted(self, count: int, lemma: Lemma) -> Phrase:
        """A number of something, the noun in its form: `2 дороги`; what is called `3 coins` stands in quotes."""
        if NUMBERED.search(lemma.forms["nom"]):
            said = self.quoted(link(lemma.name, lemma.forms["nom"]))
            return self.made(said if count == 1 else f"{count} × {said}")
        if lemma.is_sign:
            return self.made(link(lemma.name, f"{lemma.forms['nom']}{count}"))
        if not self.is_russian:
            word = lemma.forms["nom" if count == 1 and not lemma.is_plural else "plural_nom"]
            word = lemma.one if count == 1 and lemma.is_plural and lemma.one else word
            return Phrase((f"{count} {link(lemma.name, word)}",), "m" if count == 1 else "pl")
        forms = []
        for case in self.cases:
            form = russian.counted_form(count, case, animate=lemma.animate)
            if lemma.is_plural and form == case and lemma.one:
                forms.append(f"{count} {link(lemma.name, lemma.one)}")
                continue
            if lemma.is_plural and form != "gen":
                form = "plural_gen" if case in {"nom", "acc"} else f"plural_{case}"
            is_few = form == "gen" and case in {"nom", "acc"}
            word = lemma.forms.get("few", lemma.forms[form]) if is_few else lemma.forms[form]
            forms.append(f"{count} {link(lemma.name, word)}")
        return Phrase(tuple(forms), lemma.gender if count == 1 else "pl", lemma.animate, lemma)

    def with_article(self, phrase: Phrase) -> Phrase:
        """A phrase of one thing that comes up for the first time; Russian has no articles."""
        if self.is_russian or phrase.is_plural:
            return phrase
        said = phrase.say()
        return Phrase(
            (f"{english.article(plain(said))} {said}",), phrase.gender, lemma=phrase.lemma
        )

    def pronoun(self, of: Phrase, word: str = "it") -> Phrase:
        """`it`, `they`; of a player `they` too."""
        if not self.is_russian:
            if of.lemma is not None and of.lemma.name == "Player":
                return Phrase((f"{PRONOUN}they",), "pl")
            return Phrase((f"{PRONOUN}they" if of.is_plural else "it",), of.gender)
        mark = PRONOUN if word == "it" else ""

        def say(case: str) -> str:
            form = russian.determiner(word, of.gender, case, animate=of.animate)
            return form if case in {"nom", "prep"} else mark + form

        return self.each_case(say, of)

    def out_of(self, word: str, whole: Phrase, like: Phrase) -> Phrase:
        """`one of …`, `each of …`."""
        if not self.is_russian:
            word = {"first": "the first", "last": "the last", "only": "the only one"}.get(
                word, word
            )
            return Phrase((THEM.sub(r"\1them", f"{word} of {whole.say()}"),), "m", lemma=like.lemma)
        gender = "m" if like.is_plural else like.gender

        def say(case: str) -> str:
            said = russian.determiner(word, gender, case, animate=like.animate)
            return AFTER_PREPOSITION.sub(r"\1н", f"{said} из {whole.say('gen')}")

        return Phrase(tuple(say(case) for case in self.cases), gender, like.animate, like.lemma)

    def all_of(self, whole: Phrase) -> Phrase:
        """`all …`."""
        if not self.is_russian:
            return Phrase((f"all {whole.say()}".replace("all the ", "all "),), whole.gender)
        if not whole.is_plural:
            return whole

        def say(case: str) -> str:
            return (
                f"{russian.determiner('all', 'pl', case, animate=whole.animate)} {whole.say(case)}"
            )

        return self.each_case(say, whole)

    def each_other(self, lemma: Lemma) -> Phrase:
        """`each other player`."""
        bare = self.noun(lemma)
        if not self.is_russian:
            return Phrase((f"each other {bare.say()}",), lemma=lemma)

        def say(case: str) -> str:
            words = (
                russian.determiner(word, bare.gender, case, animate=lemma.animate)
                for word in ("each", "other")
            )
            return " ".join([*words, bare.say(case)])

        return self.each_case(say, bare)

    def you(self) -> Phrase:
        return Phrase(tuple(russian.YOU) if self.is_russian else ("you",), "pl", animate=True)

    # --- phrases to phrases ----------------------------------------------------------------------------

    def with_tail(self, phrase: Phrase, tail: str) -> Phrase:
        """The phrase with something fixed behind it."""
        if not tail:
            return phrase
        return self.each_case(lambda case: f"{phrase.say(case)} {tail.strip()}", phrase)

    def joined(self, phrases: Sequence[Phrase], word: str = "and") -> Phrase:
        """`a, b and c`."""
        if len(phrases) == 1:
            return phrases[0]
        last = {"and": "и", "or": "или"}[word] if self.is_russian else word
        forms = []
        for case in self.cases:
            said = [phrase.say(case) for phrase in phrases]
            forms.append(f"{', '.join(said[:-1])} {last} {said[-1]}")
        return Phrase(tuple(forms), "pl" if word == "and" else phrases[0].gender)

    def listed(self, texts: Sequence[str], word: str = "and") -> str:
        """`a, b and c` of plain texts."""
        if len(texts) < 2:
            return texts[0] if texts else ""
        last = {"and": "и", "or": "или"}[word] if self.is_russian else word
        if len(texts) == 2:
            return f"{texts[0]} {last} {texts[1]}"
        return f"{', '.join(texts[:-1])} {last} {texts[-1]}"

    def quoted(self, text: str) -> str:
        if not self.is_russian:
            return f"“{text}”"
        return "«" + text.replace("«", "„").replace("»", "“") + "»"

    # --- templates ---------------------------------------------------------------------------------------

    def tell(self, key: str, **slots: Phrase | str | int) -> str:
        """Fill in the template of that key."""
        return self.told(TEMPLATES[key][self.is_russian], slots)

    def told(self, template: str, slots: dict[str, Phrase | str | int]) -> str:
        """Fill in a sentence: what it tells the reader to do is done with things of their own."""
        text = self.fill(template, slots)
        is_yours = self.is_russian and own.is_told_to_you(template)
        return own.reflexive(text) if is_yours else text

    def phrase(self, key: str, of: Phrase | None = None, **slots: Phrase | str | int) -> Phrase:
        """A template as a phrase: `{x:CASE}` stands for the case that the whole is asked in."""
        template = TEMPLATES[key][self.is_russian]
        like = of if of is not None else Phrase(("",) * len(self.cases))
        return self.each_case(
            lambda case: self.fill(template.replace(":CASE", f":{case}"), slots), like
        )

    def fill(self, template: str, slots: dict[str, Phrase | str | int]) -> str:
        def put(found: re.Match[str]) -> str:
            slot, case, agreeing = found.groups()
            value = slots.get(slot)
            if value is None:
                return ""
            if not isinstance(value, Phrase):
                return str(value)
            if agreeing is not None:
                words = agreeing.split("/")
                if len(words) == 2:
                    return words[1 if value.is_plural else 0]
                if plain(value.say()) == YOU and words[0].endswith("т") and words[-1].endswith("т"):
                    return f"{words[0]}е"  # он получает, они получают, вы получаете
                return words[GENDERS.index(value.gender)]
            return value.say(case or "nom")

        text = SLOT.sub(put, template)
        text = THEM.sub(r"\1them", text)
        if self.is_russian:
            text = AFTER_PREPOSITION.sub(r"\1н", text)
        return re.sub(r" +", " ", text).strip()
