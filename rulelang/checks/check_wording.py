"""Sentences that ask for a grammatical form nobody has written: in goes a program, out comes W210.

A form belongs to a word in a `words` block: the object's own name or its kind (`{h:gen}`), or a noun
that is counted (`{n points}`). Play goes on with the plain label; the help has the lines to fill in.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from rulelang.checks.findings import ProofFinding
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import THINGS, RefType, SetType, Type

ENGLISH = "en"
COUNTED = {"ru": ("few", "many")}
COUNTED_ELSEWHERE = ("many",)

Need = tuple[str, str, str]  # language, word, form


def check_wording(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report each form that is missing once, where it is first asked for."""
    known = {(language, word): dict(forms) for language, word, forms in program.words}
    said: set[Need] = set()
    for rule in program.rules:
        for requirement in rule.requirements:
            needs = [
                need
                for need in dict.fromkeys(_needs(requirement, rule, program))
                if need[2] not in known.get(need[:2], {}) and need not in said
            ]
            said.update(needs)
            if needs:
                report.warning(
                    codes.MISSING_FORM,
                    requirement.span,
                    missing=", ".join(f"`{form}` of `{word}`" for _lang, word, form in needs),
                    help="\n".join(["fill in:", *_lines(needs, known)]),
                )
    return ()


def _lines(needs: list[Need], known: dict[tuple[str, str], dict[str, str]]) -> Iterator[str]:
    """The lines of `words` blocks with what is there and what is missing."""
    for language in dict.fromkeys(need[0] for need in needs):
        yield f"    words {language}:"
        for word in dict.fromkeys(need[1] for need in needs if need[0] == language):
            forms = dict(known.get((language, word), {"": "…"}))
            forms |= {form: "…" for lang, key, form in needs if (lang, key) == (language, word)}
            plain = forms.pop("")
            rest = "".join(f', {form} "{text}"' for form, text in forms.items())
            yield f'        {word}: "{plain}"{rest}'


def _needs(requirement: ir.Requirement, rule: Rule, program: Program) -> Iterator[Need]:
    types = {param.name: param.type for param in rule.params}
    for language, sentence in requirement.sentence:
        if language == ENGLISH:
            continue  # its plain labels do
        for _text, field, form, _conversion in Formatter().parse(sentence):
            name, _, noun = (field or "").partition(" ")
            if noun and noun not in types:
                for counted in COUNTED.get(language, COUNTED_ELSEWHERE):
                    yield language, noun, counted
            elif form and name in types:
                word = _word_of(types[name], (language, form), program)
                if word is not None:
                    yield language, word, form


def _word_of(type_: Type, wanted: tuple[str, str], program: Program) -> str | None:
    """Return the word whose form is asked for; None where every object has its own."""
    language, form = wanted
    of = type_.of if isinstance(type_, SetType) else type_
    if not isinstance(of, RefType) or not of.kind:
        return None
    own = {word for lang, word, forms in program.words if lang == language and form in dict(forms)}
    names = [_name_of(of.universe, number, program) for number in of.ids]
    return None if names and own.issuperset(names) else of.kind


def _name_of(universe: str, number: int, program: Program) -> str:
    if universe == THINGS:
        return program.things[number].name
    members = dict(program.enums).get(universe)
    return members[number].name if members is not None else program.place_names[number]
