"""How a price came about: in goes a call such as `cost_of(red, mill)`, out come the lines of its parts.

The words stand as in the rules: the name of a value, definition or line of the score, and what it is asked for, by name or
label. Yes or no that is left out at the end is no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.interpreter.working import ValuePart, Working, plain
from rulelang.program.model import Define
from rulelang.program.types import FlagType, IntType, RefType, Type
from rulelang.runtime.description import ValueType, ref_type
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.why import place_text

_CALL = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_QUOTED = re.compile(r'"([^"]*)"|([^,]+)')
INDENT = "    "


class Unasked(Exception):  # noqa: N818
    """A call that cannot be worked out; the text says what is wrong with it."""


def how_lines(words: TerminalWords, working: Working, state: Sequence[int], said: str) -> list[str]:
    """Return how a value came about, in lines.

    Raises:
        Unasked: there is no such value, or it is not asked for rightly.
    """
    name, given = _read(words, working, said)
    define = working.defines[name]
    values = _values(words, name, define, given)
    part = working.explain(state, name, values)
    shown = [
        _shown(words, param, value)
        for param, value in zip(define.params, values, strict=True)
        if not isinstance(param[1], FlagType) or value
    ]
    title = words.label(dict(part.label), part.name)
    head = f"{title} ({', '.join(shown)})" if shown else title
    is_flag = isinstance(define.type, FlagType)
    lines = [f"{head}: {_number(words, part.value, is_flag=is_flag)}{_note(words, part)}"]
    return lines + [
        line for inner in part.parts for line in _lines(words, inner, INDENT, is_flag=is_flag)
    ]


def _lines(words: TerminalWords, part: ValuePart, indent: str, *, is_flag: bool) -> list[str]:
    name = words.label(dict(part.label), words.word(part.name, {}) if part.name else "")
    if part.word in ("min", "max"):
        name = words.say("at_most" if part.word == "min" else "at_least")
    elif part.word and not name:
        name = words.say("by_rules")
    value = _number(words, part.value, is_flag=is_flag, signed=part.word == "by")
    if part.word == "to" and not is_flag:
        value = words.say("instead", value=value)
    where = ""
    if part.word in ("to", "by"):
        where += f" [{', '.join(part.cites)}]" if part.cites else ""
        span = part.span
        where += f" ({place_text((span.path, span.start, span.end))})" if span is not None else ""
    line = f"{indent}{name}: {value}" if name else f"{indent}{value}"
    found = [line + _note(words, part) + words.style(where, dim=True)]
    return found + [
        each
        for inner in part.parts
        for each in _lines(words, inner, indent + INDENT, is_flag=is_flag)
    ]


def _note(words: TerminalWords, part: ValuePart) -> str:
    if not part.formula or part.formula == str(part.value):
        return ""
    is_name = part.formula.isidentifier()
    return f" ({words.word(part.formula, {})})" if is_name else f" = {part.formula}"


def _number(words: TerminalWords, value: int, *, is_flag: bool, signed: bool = False) -> str:
    if is_flag:
        return words.say("yes" if value else "no")
    return f"{value:+}" if signed else str(value)


# --- what is asked -----------------------------------------------------------------------------------------


def _read(words: TerminalWords, working: Working, said: str) -> tuple[str, list[str]]:
    found = _CALL.fullmatch(said)
    if found is None or not said.strip():
        raise Unasked(words.say("needs_value", names=", ".join(list(working.defines)[:5])))
    name, inside = found[1], found[2] or ""
    if name not in working.defines:
        near = did_you_mean(name, working.defines) or ""
        raise Unasked(f"{words.say('no_value', name=name)} {near}".strip())
    given = [quoted or plain.strip() for quoted, plain in _QUOTED.findall(inside)]
    return name, [text for text in given if text]


def _values(words: TerminalWords, name: str, define: Define, given: list[str]) -> list[int]:
    params = define.params
    least = len(params)
    while least and isinstance(params[least - 1][1], FlagType):
        least -= 1
    if not least <= len(given) <= len(params):
        wanted = ", ".join(_kind(type_, param) for param, type_ in params)
        raise Unasked(words.say("wanted", name=name, wanted=wanted))
    values: list[int] = []
    for (_, type_), text in zip(params, given, strict=False):
        values.append(_value(words, type_, text, values, params))
    return values + [0] * (len(params) - len(given))


def _kind(type_: Type, name: str) -> str:
    return type_.kind if isinstance(type_, RefType) else plain(name)


def _value(
    words: TerminalWords,
    type_: Type,
    text: str,
    before: list[int],
    params: Sequence[tuple[str, Type]],
) -> int:
    """The value that is meant by a name or label; of things alike, that of the player named before."""
    said = text.casefold().replace("_", " ")
    if isinstance(type_, FlagType) and said in ("true", "false", "yes", "no", "да", "нет"):
        return int(said in ("true", "yes", "да"))
    if isinstance(type_, IntType) and text.lstrip("-").isdigit():
        return int(text)
    if isinstance(type_, RefType):
        data = ref_type(type_.universe, type_.kind)
        players = [
            words.game.player_names[value]
            for (_, other), value in zip(params, before, strict=False)
            if isinstance(other, RefType) and other.universe == "Player"
        ]
        wanted = {said, *(f"{player} {said}" for player in players)}
        names = {number: words.game.names.name(data, number) for number in type_.ids}
        for number, name in names.items():
            if name.casefold().replace("_", " ") in wanted:
                return number
        for number in names:
            if words.value(data, number).casefold() == said and _is_of(
                words, data, number, players
            ):
                return number
    if isinstance(type_, FlagType):
        raise Unasked(words.say("no_flag", said=text))
    kind = type_.kind if isinstance(type_, RefType) else words.say("number")
    raise Unasked(words.say("no_member", said=text, kind=kind))


def _is_of(words: TerminalWords, data: ValueType, number: int, players: list[str]) -> bool:
    if data.universe != "things" or words.owner(number) < 0:
        return True
    return words.game.player_names[words.owner(number)] in players


def _shown(words: TerminalWords, param: tuple[str, Type], value: int) -> str:
    name, type_ = param
    if isinstance(type_, FlagType):
        return words.word(plain(name), {})
    if isinstance(type_, RefType):
        data = ref_type(type_.universe, type_.kind)
        return words.value(data, value)
    return str(value)
