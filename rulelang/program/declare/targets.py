"""Names of rules, steps, values and periods that items speak about without calling them.

In goes a linked game whose names are declared, out come reports. A hook on a rule that does not exist, or
a limit per a step that does not exist, would otherwise do nothing, in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import const_int, const_range, players_text, resolve_kind
from rulelang.program.declare.symbols import BOX, PLAYER, SUPPLY, Symbols
from rulelang.program.types import IntType
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

_VERBS = {"before": "precede", "after": "follow", "instead of": "replace"}


def has_free_names(symbols: Symbols) -> bool:
    """Report items that take a name which every game has or another kind; whether none do."""
    taken = {PLAYER, "Flag", "Bundle"}
    words = {"players", "points"}  # functions of the library may be defined anew: it can grow
    found: list[ex.Ident] = []
    for item in symbols.linked.items:
        match item:
            case syn.Place(word="zone", name=name) if name.text in (BOX, SUPPLY):
                found.append(name)
            case syn.Setting() | syn.ChoiceSetting() | syn.Define() | syn.Value() | syn.Var():
                found += [item.name] if item.name.text in words else []
            case _:
                pass
    kinds: dict[str, ex.Ident] = {}
    twice: list[ex.Ident] = []
    for kind in _kinds(symbols.linked.items):
        if kind.text in taken:
            found.append(kind)
        elif kind.text in kinds:
            twice.append(kind)
        kinds.setdefault(kind.text, kind)
    for ident in found:
        symbols.report.error(codes.RESERVED_WORD, ident.span, name=ident.text)
    for kind in twice:
        there = Label(kinds[kind.text].span, "first declared here")
        symbols.report.error(codes.NAME_TWICE, kind.span, name=kind.text, secondary=[there])
    return not found and not twice


def _kinds(items: Iterable[syn.Item]) -> Iterator[ex.Ident]:
    """All kinds that are declared: by items of their own, places of boards, parts of tiles."""
    for item in items:
        match item:
            case syn.Enum(kind=kind) | syn.Group(kind=kind):
                yield kind
            case syn.Component(kind=kind, lines=lines):
                yield kind
                yield from (line.kind for line in lines if isinstance(line, syn.Parts))
            case syn.Board(lines=places):
                yield from (line.kind for line in places if isinstance(line, syn.BoardPlaces))
            case _:
                pass


def check_targets(symbols: Symbols) -> None:
    """Report hooks, changes, periods and stops that name nothing."""
    nodes = list(walk(symbols.linked.items, without=EXPRESSIONS))
    steps = {node.name.text for node in nodes if isinstance(node, st.Step)}
    symbols.stoppable = frozenset({*steps, *symbols.rules})
    values = {name for name, item in symbols.defines.items() if isinstance(item, syn.Value)}
    for node in nodes:
        match node:
            case syn.Hook(name=name, is_step=True):
                _target(name, steps, "step", _VERBS[node.word], symbols)
            case syn.Hook(name=name):
                _target(name, symbols.rules, "rule", _VERBS[node.word], symbols)
            case syn.ChangeValue(name=name):
                _value(name, values, symbols)
            case syn.ChangeRule(name=name):
                _target(name, symbols.rules, node.word, "change", symbols)
            case syn.Forbid(name=name):
                _target(name, symbols.rules, "rule", "forbid", symbols)
            case syn.Bots(name=name):
                _target(name, symbols.rules, "rule", "limit", symbols)
            case syn.Power(kind=kind):
                resolve_kind(kind, symbols)
            case syn.Limit(period=period):
                _known(period, {"game", "turn", *steps}, "period", symbols)
            case syn.End(after=after) if after is not None:
                _known(after, {"action", "turn", *steps}, "period", symbols)
            case syn.Prop(word="cleared", name=str(name)) if name not in {"turn", *steps}:
                _unknown(name, node.span, {"turn", *steps}, "period", symbols)
            case syn.TestWith(assigns=assigns):
                for assign in assigns:
                    _test_setting(assign, symbols)
            case syn.AtStep(step=step) if step.text != "turn":
                _known(step, steps, "step", symbols)
            case st.Stop(name=ex.Ident() as name):
                _known(name, {*steps, *symbols.rules}, "rule or step", symbols)
            case _:
                pass


def _test_setting(assign: syn.Assign, symbols: Symbols) -> None:
    """A test can ask for players and settings that the game has."""
    name, line = assign.name, symbols.linked.players
    if name.text != "players":
        known = [setting for setting in symbols.settings if setting != "players"]
        if name.text not in known:
            near = did_you_mean(name.text, known)
            symbols.report.error(codes.UNKNOWN_SETTING, name.span, name=name.text, help=near)
        return
    players, allowed = const_int(assign.value, symbols), IntType(1, 1)
    if line is not None:
        allowed = const_range(line.range, symbols)
    if not allowed.low <= players <= allowed.high:
        symbols.report.error(
            codes.PLAYERS_OUT_OF_RANGE,
            name.span,
            name=symbols.linked.name,
            expected=players_text(allowed.low, allowed.high),
            found=players,
        )


def _target(name: ex.Ident, known: Iterable[str], what: str, verb: str, symbols: Symbols) -> None:
    if name.text not in known:
        symbols.report.error(
            codes.UNKNOWN_TARGET,
            name.span,
            what=what,
            name=name.text,
            verb=verb,
            help=did_you_mean(name.text, known),
        )


def _value(name: ex.Ident, values: Iterable[str], symbols: Symbols) -> None:
    """Only values can be changed in part: a definition says all of it."""
    define = symbols.defines.get(name.text)
    if not isinstance(define, syn.Define):
        _target(name, values, "value", "change", symbols)
        return
    there = Label(define.span, "a definition, as a whole")
    symbols.report.error(
        codes.UNKNOWN_TARGET,
        name.span,
        what="value",
        name=name.text,
        verb="change",
        secondary=[there],
        help=f"say all of it anew: `replace define {name.text}(…) = …`",
    )


def _known(name: ex.Ident, known: Iterable[str], what: str, symbols: Symbols) -> None:
    if name.text not in known:
        _unknown(name.text, name.span, known, what, symbols)


def _unknown(name: str, span: Span, known: Iterable[str], what: str, symbols: Symbols) -> None:
    symbols.report.error(
        codes.UNKNOWN_NAME, span, what=what, name=name, help=did_you_mean(name, known)
    )
