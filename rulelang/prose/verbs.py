"""Rules told by verbs: in goes a rule with what is given for it, out comes `build a settlement on “0:0:N”`.

`words` give the phrase: `does` is said to the reader, `to_do` is the infinitive, `plays` is what somebody does. English
needs only the first. A part in square brackets is left out if something that it names is not given, or makes
room for what stands behind its bar: `take [{t}|a tile][ to {c}]`. A flag is given if it is on, and is no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

from rulelang.frozen import frozen
from rulelang.prose import amounts, english, nouns, own
from rulelang.prose.phrases import PRONOUN, Phrase, link, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

DOES, TO_DO, PLAYS = FORMS = ("does", "to_do", "plays")
ME = "me"  # whoever does it, for a verb that agrees: `{me~строит/строят}`
PART = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
PIECES = re.compile(r"(\[[^\[\]]*\])")
GAP = re.compile(r"\{(\w+)(?: (\w+)|[:~][^}]*)?\}")
AMOUNT = re.compile(r"\{(\w+) (\w+)\}")  # so many of that
Rule = syn.Rule | syn.Cases | st.CaseOption  # an option has a verb only in tests


@frozen
class Use:
    """A rule, what is given for its parameters, and how that is called here."""

    rule: Rule
    args: Mapping[str, ex.Expr]
    phrases: Mapping[str, Phrase]
    is_linked: bool = True


def use_of(call: ex.Call, rule: Rule, scope: Scope) -> Use:
    """A rule as other rules call it; what they leave to be chosen has no phrase."""
    args = {
        param.name.text: arg
        for param, arg in zip(rule.params, call.callee.args or (), strict=False)
        if not _is_open(arg, scope)
    }
    shapes = scope.world.of_params(rule.params)
    phrases: dict[str, Phrase] = {}
    for name, arg in args.items():
        if shapes[name].form != FLAG:
            phrases[name] = nouns.noun(arg, scope)
        elif isinstance(arg, ex.Constant) and arg.word == "true":
            phrases[name] = scope.voice.made("")
    phrases |= {flag.text: scope.voice.made("") for flag in call.flags}
    return Use(rule, args, phrases, is_linked=isinstance(rule, syn.Rule) and rule.word != "effect")


def _is_open(arg: ex.Expr, scope: Scope) -> bool:
    """Whether an argument only gives a name to what is chosen then."""
    if not isinstance(arg, ex.Name) or arg.ident.text in scope.bound or nouns.is_named(arg, scope):
        return False
    return scope.world.shape(arg, scope.shapes).kind == "thing"


def of_call(call: ex.Call, form: str, scope: Scope, who: Phrase | None = None) -> str | None:
    """A called action in a form of its verb; None where nobody says how."""
    rule = _action(call, scope)
    return None if rule is None else told(use_of(call, rule, scope), form, scope, who)


def possible(call: ex.Call, scope: Scope) -> str | None:
    """An action that can be done or not; of what it is asked for, only what has a name: `cells where …`."""
    rule = _action(call, scope)
    if rule is None:
        return None
    use = use_of(call, rule, scope)
    named_ones = {name: said for name, said in use.phrases.items() if not _is_pronoun(said)}
    return told(attrs.evolve(use, phrases=named_ones), TO_DO, scope)


def _is_pronoun(phrase: Phrase) -> bool:
    return plain(phrase.say()) == "it" or any(PRONOUN in form for form in phrase.forms)


def _action(call: ex.Call, scope: Scope) -> syn.Rule | None:
    name = call.callee.name.text if call.callee.name is not None else ""
    rule = scope.world.rules.get(name)
    is_action = isinstance(rule, syn.Rule) and rule.word != "effect" and name not in scope.bound
    return rule if is_action and isinstance(rule, syn.Rule) else None


def told(use: Use, form: str, scope: Scope, who: Phrase | None = None) -> str | None:
    """What is done; None where no words say so, or where they name what is not given."""
    template = _template(use.rule.name.text, form, who, scope)
    if template is None:
        return None
    said = _filled(template, use, scope, who)
    is_yours = scope.voice.is_russian and form == DOES and own.is_told_to_you(template)
    return own.reflexive(said) if is_yours and said is not None else said


def parts(use: Use, scope: Scope) -> list[str] | None:
    """The infinitive up to its first part in brackets, and each part; None where it has none."""
    template = _template(use.rule.name.text, TO_DO, None, scope) or ""
    at = [part.start() for part in PART.finditer(template)]
    if not at:
        return None
    found = [_filled(template[: at[0]], use, scope)]
    bare = attrs.evolve(use, is_linked=False)
    for start, end in zip(at, [*at[1:], len(template)], strict=True):
        found.append(_filled(template[start:end], bare, scope))
    return None if None in found else [said for said in found if said]


def only(use: Use, name: str, scope: Scope) -> str | None:
    """The infinitive where nothing else can be chosen for a parameter; None where no part of it is about that."""
    template = _template(use.rule.name.text, TO_DO, None, scope) or ""
    word = "только" if scope.voice.is_russian else "only"
    said = PART.sub(
        lambda part: f" {word} {part[1].strip()}" if name in named(part[1]) else part[0], template
    )
    return None if said == template else _filled(said, use, scope)


def tells(use: Use, name: str, scope: Scope) -> bool:
    """Whether the verb names a parameter by itself, not only as an amount."""
    template = _template(use.rule.name.text, TO_DO, None, scope) or ""
    return re.search(rf"\{{{name}[}}:]", template) is not None


def _filled(template: str, use: Use, scope: Scope, who: Phrase | None = None) -> str | None:
    name, params = use.rule.name.text, {param.name.text for param in use.rule.params}
    pieces = [
        _kept(PART.fullmatch(piece), params, use) if piece.startswith("[") else piece
        for piece in PIECES.split(template)
    ]
    said = "".join(pieces)
    if any(each in params and each not in use.phrases for each in named(said)):
        return None
    if use.is_linked:
        verb = _verb(pieces)
        said = f"{link(name, verb)}{said[len(verb) :]}" if verb else said
    slots: dict[str, Phrase | str | int] = {**use.phrases, **({ME: who} if who is not None else {})}
    return scope.voice.fill(AMOUNT.sub(lambda gap: _amount(gap, use, scope), said), slots)


def _template(name: str, form: str, who: Phrase | None, scope: Scope) -> str | None:
    lexicon = scope.teller.lexicon
    found = lexicon.form(name, form)
    is_many = who is not None and who.is_plural
    if scope.voice.is_russian:
        agrees = found is None or form != PLAYS or f"{{{ME}~" in found
        return None if is_many and not agrees else found
    base = lexicon.form(name, DOES)
    if form != PLAYS or is_many:
        return base
    return found or (english.third_person(base) if base is not None else None)


def named(template: str) -> Iterator[str]:
    """The names in the gaps of a phrase."""
    return (name for gap in GAP.finditer(template) for name in gap.groups() if name)


def asked(template: str) -> Iterator[str]:
    """The names for which a phrase needs something to be given: those that are counted may be any words."""
    return (gap[1] for gap in GAP.finditer(template) if not gap[1].isdigit())


def _verb(pieces: list[str]) -> str:
    """What names the action itself: all before the first part with a gap, or before a gap."""
    found = ""
    for number, piece in enumerate(pieces):
        if "{" in piece:
            found += piece.partition("{")[0] if number % 2 == 0 else ""  # no part in brackets
            break
        found += piece
    return found.rstrip(" ,")


def _kept(part: re.Match[str] | None, params: set[str], use: Use) -> str:
    assert part is not None
    is_given = all(name in use.phrases for name in named(part[1]) if name in params)
    return part[1] if is_given else part[2] or ""


def _amount(gap: re.Match[str], use: Use, scope: Scope) -> str:
    count, kind = use.args.get(gap[1]), use.args.get(gap[2])
    if gap[1].isdigit():
        count = ex.Number(use.rule.span, int(gap[1]))
    if count is None:
        return ""
    if kind is None:  # a word of the game or of ours: `{n Card}`, `{n point}`
        counted = amounts.counted_lemma(count, scope.lemma(gap[2]), scope)
    else:
        counted = amounts.counted(count, kind, scope)
    return counted.say("acc" if scope.voice.is_russian else "nom")
