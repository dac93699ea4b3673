"""Russian words: in goes a noun as a dictionary lists it, out come its cases and plurals.

Labels are one noun with adjectives before it and anything after it: `карта развития` declines its first
word, `взятый квадрат` both. Only regular declension is done here; `is_sure` is false where the ending
does not tell, and the game should list the form.
"""

from __future__ import annotations

import re

from rulelang.frozen import frozen

CASES = ("nom", "gen", "dat", "acc", "ins", "prep")
HUSH = "жшчщ"
BACK = "гкх"
VOWELS = "аеёиоуыэюя"
ADJECTIVE = re.compile(r"(ый|ий|ой|ая|яя|ое|ее|ые|ие)$")
# Nouns that end as adjectives do.
NOUN = re.compile(r"(ение|ание|яние|тие|ствие|сие|вие|арий|ений|ий край|рой|бой)$")
PLURAL_GENITIVE = {
    "число": "чисел",
    "количество": "количеств",
    "место": "мест",
    "очко": "очков",
    "очки": "очков",
}
KEPT_VOWEL = {"игрок", "урок", "срок", "блок", "сок", "бок", "ток", "рок", "человек", "век"}
GENDERS_COUNTED = ("m", "n")
FORMS = tuple(f"{number}{case}" for number in ("", "plural_") for case in CASES)


@frozen
class Declined:
    """The twelve forms by name (`gen`, `plural_gen`), the gender (m, f, n, pl), and what was guessed."""

    forms: dict[str, str]
    gender: str
    unsure: tuple[str, ...]


def decline(label: str, gender: str | None = None, *, animate: bool = False) -> Declined:
    """Return all forms of a label.

    >>> decline("карта развития").forms["plural_gen"]
    'карт развития'
    >>> decline("числовой жетон").forms["ins"]
    'числовым жетоном'
    """
    words = label.split(" ")
    if not re.search("[а-яё]", label) or label.endswith("»"):
        return Declined(dict.fromkeys((*FORMS, "few"), label), gender or "m", ())
    head = 0
    while head < len(words) - 1 and _is_adjective(words[head]):
        head += 1
    if head:
        gender = _shown_by(words[0], gender)
    bare = words[head].rstrip(",:")
    rest = words[head][len(bare) :]
    noun = _noun(bare, gender, animate=animate)
    parts = [_adjective(word, noun.gender, animate=animate) for word in words[:head]]
    forms = {}
    for name in FORMS:
        said = [part[name] for part in parts]
        forms[name] = " ".join([*said, noun.forms[name] + rest, *words[head + 1 :]])
    if _is_adjective(bare) and noun.gender in GENDERS_COUNTED and bare[-2:] not in {"ие"}:
        counted = noun.forms["plural_gen"]  # `2 рабочих`
    else:
        counted = noun.forms["gen"]
    few = [part["plural_nom" if noun.gender == "f" else "plural_gen"] for part in parts]
    forms["few"] = " ".join([*few, counted + rest, *words[head + 1 :]])
    return Declined(forms, noun.gender, noun.unsure)


def _shown_by(adjective: str, gender: str | None) -> str | None:
    """The gender of a noun, if only the adjective before it shows it: `свободный путь`, `свободная дверь`."""
    ending = adjective[-2:]
    if ending in {"ые", "ие"}:
        return "pl"
    shown = {"ый": "m", "ий": "m", "ой": "m", "ая": "f", "яя": "f", "ое": "n", "ее": "n"}
    return gender or shown.get(ending)


def qualified(
    forms: dict[str, str], adjective: str, gender: str, *, animate: bool
) -> dict[str, str]:
    """All forms of a word with an adjective before it, which is given as it stands before a masculine one."""
    made = _adjective(_agreeing(adjective, gender), gender, animate=animate)
    made["few"] = made["plural_nom" if gender == "f" else "plural_gen"]
    return {name: f"{made[name]} {text}" for name, text in forms.items() if name in made}


def _agreeing(adjective: str, gender: str) -> str:
    """The adjective before a noun of this gender: `свободная`, `общее`."""
    hard, hushed = ("ый", "ая", "ое", "ые"), ("ий", "ая", "ее", "ие")
    endings = hushed if adjective[-3:-2] in HUSH else hard
    return adjective[:-2] + endings[("m", "f", "n", "pl").index(gender)]


def _is_adjective(word: str) -> bool:
    return bool(ADJECTIVE.search(word)) and not NOUN.search(word) and len(word) > 3


# --- adjectives --------------------------------------------------------------------------------------


def _adjective(word: str, gender: str, *, animate: bool) -> dict[str, str]:
    stem, ending = word[:-2], word[-2:]
    is_soft = ending in {"яя", "ее"} or (ending in {"ий", "ие"} and stem[-1] not in BACK + HUSH)
    after_hush = stem[-1] in HUSH and ending != "ой"
    hard = ["ого", "ому", "ым", "ом", "ой", "ую", "ые", "ых", "ым", "ыми"]
    soft = ["его", "ему", "им", "ем", "ей", "юю", "ие", "их", "им", "ими"]
    if is_soft:
        ends = soft
    elif after_hush:
        ends = ["его", "ему", "им", "ем", "ей", "ую", "ие", "их", "им", "ими"]
    elif stem[-1] in BACK + HUSH:
        ends = ["ого", "ому", "им", "ом", "ой", "ую", "ие", "их", "им", "ими"]
    else:
        ends = hard
    gen, dat, ins, prep, fem, fem_acc, plural, plural_gen, plural_dat, plural_ins = (
        stem + end for end in ends
    )
    many = (
        plural,
        plural_gen,
        plural_dat,
        plural_gen if animate else plural,
        plural_ins,
        plural_gen,
    )
    if gender == "pl":
        one = many
    elif gender == "f":
        one = (word, fem, fem, fem_acc, fem, fem)
    else:
        acc = gen if animate and gender == "m" else word
        one = (word, gen, dat, acc, ins, prep)
    return dict(zip(FORMS, one + many, strict=True))


# --- nouns -------------------------------------------------------------------------------------------


def _noun(word: str, gender: str | None, *, animate: bool) -> Declined:
    if _is_adjective(word) and not (word.endswith(("ие", "ой")) or gender == "pl"):
        found = gender or {"й": "m", "я": "f", "е": "n"}[word[-1]]
        return Declined(_adjective(word, found, animate=animate), found, ())
    last = word[-1]
    if gender == "pl" or (gender is None and last in "ыи"):
        return _plural_only(word, animate=animate)
    if last in "ая":
        return _feminine(word, animate=animate)
    if last in "оеё":
        return _neuter(word)
    if last == "ь" and (gender == "f" or (gender is None and not word.endswith("тель"))):
        return _soft_feminine(word, is_sure=gender is not None or word.endswith("сть"))
    if last in VOWELS:
        return Declined(dict.fromkeys(FORMS, word), gender or "n", ("gen",))
    return _masculine(word, animate=animate)


def _table(
    one: tuple[str, ...], many: tuple[str, ...], gender: str, unsure: tuple[str, ...] = ()
) -> Declined:
    return Declined(dict(zip(FORMS, one + many, strict=True)), gender, unsure)


def _masculine(word: str, *, animate: bool) -> Declined:
    unsure: tuple[str, ...] = ()
    if word[-1] in "йь":
        stem = word[:-1]
        prep = stem + ("и" if word.endswith("ий") else "е")
        gen, dat, ins, plural = stem + "я", stem + "ю", stem + "ем", stem + "и"
        plural_gen = stem + ("ев" if word[-1] == "й" else "ей")
        oblique = "ям", "ями", "ях"
        if word.endswith("ень"):
            unsure = ("gen",)
    else:
        stem = word
        if word.endswith("ец"):
            stem = word[:-2] + ("йц" if word[-3] in VOWELS else "ьц" if word[-3] == "л" else "ц")
        elif word.endswith("ёк"):
            stem = word[:-2] + ("ьк" if word[-3] == "л" else "к")
        elif word.endswith(("ок", "ек")) and word not in KEPT_VOWEL and len(word) > 4:
            stem = word[:-2] + "к"
        elif re.search(r"(ер|ел|ол|ень|оть|ет)$", word) and len(word) < 5:
            unsure = ("gen",)
        after = stem[-1]
        gen, dat, prep = stem + "а", stem + "у", stem + "е"
        ins = stem + ("ем" if after in HUSH + "ц" else "ом")
        plural = stem + ("и" if after in BACK + HUSH else "ы")
        plural_gen = stem + ("ей" if after in HUSH else "ев" if after == "ц" else "ов")
        oblique = "ам", "ами", "ах"
    acc = gen if animate else word
    dats, inss, preps = (stem + end for end in oblique)
    many = (plural, plural_gen, dats, plural_gen if animate else plural, inss, preps)
    return _table((word, gen, dat, acc, ins, prep), many, "m", unsure)


def _feminine(word: str, *, animate: bool) -> Declined:
    stem, last = word[:-1], word[-1]
    unsure: tuple[str, ...] = ()
    if last == "а":
        plural = stem + ("и" if stem[-1] in BACK + HUSH else "ы")
        ins, acc, oblique = stem + ("ей" if stem[-1] in HUSH + "ц" else "ой"), stem + "у", "а"
        plural_gen = _open_up(stem)
        if plural_gen == stem and _needs_vowel(stem):
            unsure = ("many",)
        dat = stem + "е"
    else:
        plural, ins, acc, oblique = stem + "и", stem + "ей", stem + "ю", "я"
        dat = stem + ("и" if stem[-1] == "и" else "е")
        if stem[-1] in VOWELS:
            plural_gen = stem + "й"
        elif re.search("[рш]н$", stem):
            plural_gen = stem[:-1] + "ен"
        else:
            plural_gen, unsure = stem + "ь", ("many",)
    many = (
        plural,
        plural_gen,
        stem + oblique + "м",
        plural_gen if animate else plural,
        stem + oblique + "ми",
        stem + oblique + "х",
    )
    return _table((word, plural, dat, acc, ins, dat), many, "f", unsure)


def _needs_vowel(stem: str) -> bool:
    """Two consonants at the end that hardly stand without a vowel between."""
    return bool(re.search(r"[^аеёиоуыэюя][нлмв]$", stem))


def _open_up(stem: str) -> str:
    """The plural genitive without ending: `клетк` → `клеток`, `бочк` → `бочек`."""
    if len(stem) > 2 and stem[-1] == "к" and stem[-2] not in VOWELS:
        if stem[-2] in "йь":
            return stem[:-2] + "ек"
        return stem[:-1] + ("ек" if stem[-2] in HUSH else "ок")
    return stem


def _soft_feminine(word: str, *, is_sure: bool) -> Declined:
    stem = word[:-1]
    gen = stem + "и"
    vowel = "а" if stem[-1] in HUSH else "я"
    many = (gen, stem + "ей", stem + vowel + "м", gen, stem + vowel + "ми", stem + vowel + "х")
    return _table(
        (word, gen, gen, word, word + "ю", gen), many, "f", () if is_sure else ("gender",)
    )


def _neuter(word: str) -> Declined:
    stem, last = word[:-1], word[-1]
    unsure: tuple[str, ...] = ()
    if word.endswith("ие"):
        one = (word, stem + "я", stem + "ю", word, stem + "ем", stem + "и")
        many = (stem + "я", stem + "й", stem + "ям", stem + "я", stem + "ями", stem + "ях")
        return _table(one, many, "n")
    if last == "о" or stem[-1] in HUSH + "ц":
        gen, dat, ins = stem + "а", stem + "у", stem + ("ом" if last == "о" else "ем")
        prep = stem + "е"
        if _needs_vowel(stem) or stem[-1] in "кц":
            unsure = ("many",)
        many = (gen, PLURAL_GENITIVE.get(word, stem), stem + "ам", gen, stem + "ами", stem + "ах")
        if word in PLURAL_GENITIVE:
            unsure = ()
    else:
        gen, dat, ins, prep = stem + "я", stem + "ю", stem + "ем", stem + "е"
        many = (gen, stem + "ей", stem + "ям", gen, stem + "ями", stem + "ях")
        if stem[-1] != "л":
            unsure = ("many",)
    return _table((word, gen, dat, word, ins, prep), many, "n", unsure)


def _plural_only(word: str, *, animate: bool) -> Declined:
    """A label that is a plural: its genitive cannot be told for sure."""
    stem = word[:-1]
    is_soft = word[-1] in "ия" and stem[-1] not in BACK + HUSH
    vowel = "я" if is_soft else "а"
    gen = PLURAL_GENITIVE.get(word) or _genitive_of_plural(word, stem)
    forms = (
        word,
        gen,
        stem + vowel + "м",
        gen if animate else word,
        stem + vowel + "ми",
        stem + vowel + "х",
    )
    is_sure = word in PLURAL_GENITIVE or re.search(r"(ости|ния|ии|ты|цы)$", word)
    unsure = () if is_sure else ("gen",)
    return _table(forms, forms, "pl", unsure)


def _genitive_of_plural(word: str, stem: str) -> str:
    if word.endswith(("ии", "ия")):
        return stem + "й"
    if word.endswith("и") and stem[-1] not in BACK + HUSH:
        return stem + "ей"
    if word.endswith("и"):
        return _open_up(stem) if stem[-1] == "к" else stem
    if word.endswith("цы"):
        return stem + "ев"
    if word.endswith("ы"):
        return stem if word.endswith("рты") else stem + "ов"
    return _open_up(stem)


# --- numbers and agreement ---------------------------------------------------------------------------


def counted_form(count: int, case: str, *, animate: bool) -> str:
    """Which form of a noun goes with a number in a case.

    >>> [counted_form(n, "acc", animate=False) for n in (1, 2, 5, 21)]
    ['acc', 'gen', 'plural_gen', 'acc']
    """
    count = abs(count)
    if count % 10 == 1 and count % 100 != 11:
        return case
    if case not in {"nom", "acc"}:
        return f"plural_{case}"
    if count % 10 in {2, 3, 4} and count % 100 not in {12, 13, 14}:
        return "plural_gen" if animate and case == "acc" else "gen"
    return "plural_gen"


THIS = {
    "m": "этот этого этому этот этим этом",
    "f": "эта этой этой эту этой этой",
    "n": "это этого этому это этим этом",
    "pl": "эти этих этим эти этими этих",
}
YOUR = {
    "m": "ваш вашего вашему ваш вашим вашем",
    "f": "ваша вашей вашей вашу вашей вашей",
    "n": "ваше вашего вашему ваше вашим вашем",
    "pl": "ваши ваших вашим ваши вашими ваших",
}
OTHER = {
    "m": "другой другого другому другой другим другом",
    "f": "другая другой другой другую другой другой",
    "n": "другое другого другому другое другим другом",
    "pl": "другие других другим другие другими других",
}
EACH = {
    "m": "каждый каждого каждому каждый каждым каждом",
    "f": "каждая каждой каждой каждую каждой каждой",
    "n": "каждое каждого каждому каждое каждым каждом",
    "pl": "все всех всем все всеми всех",
}
ALL = {"pl": "все всех всем все всеми всех"}
ONE = {
    "m": "один одного одному один одним одном",
    "f": "одна одной одной одну одной одной",
    "n": "одно одного одному одно одним одном",
    "pl": "одни одних одним одни одними одних",
}
FIRST = {
    "m": "первый первого первому первый первым первом",
    "f": "первая первой первой первую первой первой",
    "n": "первое первого первому первое первым первом",
    "pl": "первые первых первым первые первыми первых",
}
SECOND = {
    "m": "второй второго второму второй вторым втором",
    "f": "вторая второй второй вторую второй второй",
    "n": "второе второго второму второе вторым втором",
    "pl": "вторые вторых вторым вторые вторыми вторых",
}
HE = {
    "m": "он его ему его им нём",
    "f": "она её ей её ей ней",
    "n": "оно его ему его им нём",
    "pl": "они их им их ими них",
}
WHICH = {
    "m": "который которого которому который которым котором",
    "f": "которая которой которой которую которой которой",
    "n": "которое которого которому которое которым котором",
    "pl": "которые которых которым которые которыми которых",
}
LAST = {
    "m": "последний последнего последнему последний последним последнем",
    "f": "последняя последней последней последнюю последней последней",
    "n": "последнее последнего последнему последнее последним последнем",
    "pl": "последние последних последним последние последними последних",
}
CHOSEN = {
    "m": "выбранный выбранного выбранному выбранный выбранным выбранном",
    "f": "выбранная выбранной выбранной выбранную выбранной выбранной",
    "n": "выбранное выбранного выбранному выбранное выбранным выбранном",
    "pl": "выбранные выбранных выбранным выбранные выбранными выбранных",
}
ONLY = {
    "m": "единственный единственного единственному единственный единственным единственном",
    "f": "единственная единственной единственной единственную единственной единственной",
    "n": "единственное единственного единственному единственное единственным единственном",
    "pl": "единственные единственных единственным единственные единственными единственных",
}
GIVEN = {
    "m": "указанный указанного указанному указанный указанным указанном",
    "f": "указанная указанной указанной указанную указанной указанной",
    "n": "указанное указанного указанному указанное указанным указанном",
    "pl": "указанные указанных указанным указанные указанными указанных",
}
# Two words for one determiner are joined by a bar below.
FURTHER = {
    each: " ".join(
        f"{other}_{chosen}"
        for other, chosen in zip(OTHER[each].split(), CHOSEN[each].split(), strict=True)
    )
    for each in ("m", "f", "n", "pl")
}
YOU = ["вы", "вас", "вам", "вас", "вами", "вас"]
OWN = {
    "m": "свой своего своему свой своим своём",
    "f": "своя своей своей свою своей своей",
    "n": "своё своего своему своё своим своём",
    "pl": "свои своих своим свои своими своих",
}
THAT = {
    "m": "тот того тому тот тем том",
    "f": "та той той ту той той",
    "n": "то того тому то тем том",
    "pl": "те тех тем те теми тех",
}
TOP = {
    "m": "верхний верхнего верхнему верхний верхним верхнем",
    "f": "верхняя верхней верхней верхнюю верхней верхней",
    "n": "верхнее верхнего верхнему верхнее верхним верхнем",
    "pl": "верхние верхних верхним верхние верхними верхних",
}
BOTTOM = {
    "m": "нижний нижнего нижнему нижний нижним нижнем",
    "f": "нижняя нижней нижней нижнюю нижней нижней",
    "n": "нижнее нижнего нижнему нижнее нижним нижнем",
    "pl": "нижние нижних нижним нижние нижними нижних",
}
DETERMINERS = {
    "top": TOP,
    "bottom": BOTTOM,
    "that": THAT,
    "own": OWN,
    "this": THIS,
    "your": YOUR,
    "other": OTHER,
    "each": EACH,
    "all": ALL,
    "one": ONE,
    "first": FIRST,
    "second": SECOND,
    "chosen": CHOSEN,
    "last": LAST,
    "a_second": SECOND,
    "only": ONLY,
    "given": GIVEN,
    "further": FURTHER,
    "it": HE,
    "which": WHICH,
}


def determiner(word: str, gender: str, case: str, *, animate: bool) -> str:
    """A word that agrees with its noun: `this` + f + acc → `эту`."""
    forms = DETERMINERS[word].get(gender) or DETERMINERS[word]["pl"]
    at = CASES.index(case)
    if case == "acc" and animate and gender in {"m", "pl"} and word not in {"it"}:
        at = CASES.index("gen")
    return forms.split()[at].replace("_", " ")
