"""Typing tests: in go `test` items, out come those meant for this number of players and these settings, typed."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.model import Linked
from rulelang.program.declare.constants import describe, find_member, values_text
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.model import Define, Placement, Test, TestEvent, TestOutcome, TestValue
from rulelang.program.nodes import BundleOf, Compare, Const, Expr, Ids, Pick
from rulelang.program.tests.placements import has_exactly, type_placement
from rulelang.program.types import NONE, BundleType, Type
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.rules import signature
from rulelang.program.typing.scope import Frame, Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

SPEND = "spend"  # how a unit of a cost is paid from a holder of the payer's choice
Config = tuple[int, tuple[tuple[str, str], ...]]


def test_configs(linked: Linked, most_players: int) -> dict[Config, list[str]]:
    """The settings that tests ask for, each with the titles of its tests, in order.

    A test that does not say is played with the most players and the settings' own values, and
    under every case of each reading.
    """
    found: dict[Config, list[str]] = {}
    for item in linked.items:
        if isinstance(item, syn.Test):
            for config in configs_of(item, linked, most_players):
                found.setdefault(config, []).append(item.title.english)
    return found


def configs_of(item: syn.Test, linked: Linked, most_players: int) -> tuple[Config, ...]:
    """All settings a test is played with: its own, then each other case of a reading in turn."""
    players, own = config_of(item, most_players)
    found = [(players, own)]
    said = dict(own)
    for reading in linked.items:
        if not isinstance(reading, syn.ChoiceSetting) or not reading.is_reading:
            continue
        name = reading.name.text
        default = None if isinstance(reading.value, syn.ByPlayers) else _plain(reading.value)
        for case in reading.cases if name not in said else ():
            if case.text != default:
                found.append((players, tuple(sorted({**said, name: case.text}.items()))))
    return tuple(found)


def config_of(item: syn.Test, most_players: int) -> Config:
    players = most_players
    settings: dict[str, str] = {}
    for line in item.lines:
        if isinstance(line, syn.TestWith):
            for assign in line.assigns:
                text = _plain(assign.value)
                if assign.name.text == "players":
                    players = int(text) if text.isdigit() else most_players
                else:
                    settings[assign.name.text] = text
    return players, tuple(sorted(settings.items()))


def _plain(node: ex.Expr) -> str:
    match node:
        case ex.Number(value=number):
            return str(number)
        case ex.Text(value=text):
            return text
        case ex.Name(ident=ident):
            return ident.text
        case _:
            return ""


def type_tests(symbols: Symbols, config: Config, most_players: int) -> tuple[Test, ...]:
    """Type the tests of one configuration; what they ask becomes definitions without parameters."""
    return tuple(
        _Test(item, number, symbols).typed()
        for number, item in enumerate(i for i in symbols.linked.items if isinstance(i, syn.Test))
        if config in configs_of(item, symbols.linked, most_players)
    )


def doubtful_configs(symbols: Symbols, config: Config, most_players: int) -> tuple[Config, ...]:
    """Type the tests that other settings are meant for as if these were theirs.

    Settings seldom matter to typing, and a program for each of them costs time. Return those under
    which a test may really be wrong: only they have to be typed by themselves. Leaves no trace.
    """
    report, defines = symbols.report, dict(symbols.typed_defines)
    doubtful: dict[Config, None] = {}
    items = [item for item in symbols.linked.items if isinstance(item, syn.Test)]
    for number, item in enumerate(items):
        wanted = config_of(item, most_players)
        if wanted == config or wanted[0] != config[0]:
            continue
        symbols.report = Reporter()
        _Test(item, number, symbols).typed()
        if symbols.report.has_errors:
            doubtful[wanted] = None
    symbols.report, symbols.typed_defines = report, defines
    return tuple(doubtful)


def settings_key(settings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(settings.items()))


class _Test:
    def __init__(self, item: syn.Test, number: int, symbols: Symbols) -> None:
        self.item = item
        self.name = f"test {number}"
        self.symbols = symbols
        self.given: list[Placement] = []
        self.lines: list[TestEvent | TestOutcome] = []
        self.at: str | None = None
        self.player = NONE

    def typed(self) -> Test:
        for line in self.item.lines:
            self._line(line)
        return Test(
            span=self.item.title.span,
            title=self.item.title.english,
            cites=self.item.cites,
            given=tuple(self.given),
            at=self.at,
            player=self.player,
            lines=tuple(self.lines),
        )

    def _line(self, line: object) -> None:
        match line:
            case syn.GivenLine(placements=placements):
                for placement in placements:
                    self.given += type_placement(placement, self._scope())
            case syn.AtStep(step=step, player=player):
                self.at = step.text
                if player is not None:
                    self.player = self._player(player)
            case syn.WhenLine(events=events):
                for event in events:
                    made = self._event(event)
                    if made is not None:
                        self.lines.append(made)
            case syn.ThenLine(outcomes=outcomes):
                for outcome in outcomes:
                    self._outcome(outcome)
            case _:
                pass

    def _scope(self) -> Scope:
        """Questions are asked from the place of the player at turn, when they are asked."""
        active = exprs.type_expr(
            ex.Constant(self.item.span, "active"), Scope(self.symbols, Frame(""))
        )
        return Scope(self.symbols, Frame(self.name), me=active)

    def _player(self, ident: ex.Ident) -> int:
        found = find_member(ident.text, self.symbols.player_type, self.symbols)
        if found is None:
            names = [member.name for member in self.symbols.enums[PLAYER]]
            self.symbols.report.error(
                codes.UNKNOWN_NAME,
                ident.span,
                what="player",
                name=ident.text,
                help=did_you_mean(ident.text, names),
            )
            return NONE
        return found

    # --- events ----------------------------------------------------------------------------

    def _event(self, event: syn.Plays | syn.Answers | syn.ChanceIs) -> TestEvent | None:
        match event:
            case syn.Plays():
                player = self._player(event.player)
                action, values = self._callee(event.callee)
                return TestEvent(event.span, "play", player, action, values)
            case syn.Answers():
                player = self._player(event.player)
                answers = tuple(self._raw(value) for value in event.values)
                return TestEvent(event.span, "answer", player, "", answers)
            case syn.ChanceIs(target=ex.Name(ident=ident)):
                value = self._raw(event.value)
                return TestEvent(event.span, "chance", NONE, ident.text, (value,))
            case _:
                pass
        self.symbols.report.error(
            codes.WRONG_TYPE,
            event.span,
            found="no chance",
            expected="a chance by its name: `dice = 8`",
        )
        return None

    def _callee(self, callee: ex.Callee) -> tuple[str, tuple[TestValue, ...]]:
        name = callee.name
        args = callee.args or ()
        if name is None:
            return "", ()
        if name.text == SPEND and SPEND not in (*self.symbols.rules, *self.symbols.options):
            return SPEND, tuple(self._raw(arg) for arg in args)  # from whichever holder it is
        types = self._parameter_types(name)
        if types is None:
            return name.text, ()
        if len(args) > len(types):
            self.symbols.report.error(
                codes.WRONG_COUNT_OF_ARGUMENTS,
                callee.span,
                name=name.text,
                expected=f"at most {values_text(len(types))}",
                found=values_text(len(args)),
            )
            return name.text, ()
        values = [self._value(arg, type_) for arg, type_ in zip(args, types, strict=False)]
        return name.text, tuple(values)

    def _parameter_types(self, name: ex.Ident) -> list[Type] | None:
        """The types of what is picked when a rule or a named option is taken."""
        if name.text == "done":
            return []
        if name.text in self.symbols.rules:
            made = signature(name.text, self.symbols)
            return [param.type for param in made.params]
        picks: tuple[Pick, ...] | None = self.symbols.options.get(name.text)
        if picks is not None:
            return [pick.type for pick in picks]
        known = [*self.symbols.rules, *self.symbols.options]
        self.symbols.report.error(
            codes.UNKNOWN_NAME,
            name.span,
            what="action",
            name=name.text,
            help=did_you_mean(name.text, known),
        )
        return None

    def _value(self, node: ex.Expr, type_: Type) -> TestValue:
        if isinstance(type_, BundleType):
            typed = exprs.type_bundle(node, self._scope())
            return _bundle(typed, len(self.symbols.enums[type_.enum]))
        typed = exprs.type_expr(node, self._scope(), type_)
        exprs.expect(typed, type_, node.span, self.symbols)
        if isinstance(typed, Ids):
            return sum(1 << number for number in typed.ids)
        if isinstance(typed, Const):
            return typed.value
        self.symbols.report.error(
            codes.WRONG_TYPE, node.span, found="what depends on play", expected=describe(type_)
        )
        return None

    def _raw(self, node: ex.Expr) -> TestValue:
        """A value whose type is known only when it is asked for: names stay names."""
        match node:
            case ex.Text(value=text):
                return text
            case ex.Name(ident=ident):
                return ident.text
            case ex.Constant(word=word):
                return word
            case ex.SetLit(items=items) | ex.ListLit(items=items):
                return tuple(self._raw(item) for item in items)
            case _:
                pass
        typed = exprs.type_expr(node, self._scope())
        if isinstance(typed.type, BundleType):
            return _bundle(typed, len(self.symbols.enums[typed.type.enum]))
        return typed.value if isinstance(typed, Const) else None

    # --- outcomes ----------------------------------------------------------------------------

    def _outcome(
        self, outcome: syn.Refused | syn.Allowed | syn.Offered | syn.HoldsTrue | syn.Has | syn.Wins
    ) -> None:
        span = outcome.span
        match outcome:
            case syn.Refused() | syn.Allowed():
                player = self._player(outcome.player)
                action, values = self._callee(outcome.callee)
                by, word = None, "allowed"
                if isinstance(outcome, syn.Refused):
                    word = "refused"
                    by = None if outcome.by is None else outcome.by.text
                self.lines.append(TestOutcome(span, word, player, action, values, by))
            case syn.Offered(player=name, values=raw, is_allowed=is_allowed):
                answers = tuple(self._raw(value) for value in raw)
                word = "offered" if is_allowed else "not offered"
                self.lines.append(TestOutcome(span, word, self._player(name), values=answers))
            case syn.HoldsTrue(expr=expr):
                self._that(exprs.type_flag(expr, self._scope()), span)
            case syn.Has(target=target, what=what):
                # Kinds that are not named are not judged; `none` means nothing at all.
                for condition, shown in has_exactly(target, what, self._scope()):
                    self._that(condition, span, shown)
            case syn.Wins(players=players):
                winners = tuple(self._player(player) for player in players)
                self.lines.append(TestOutcome(span, "wins", values=winners))

    def _that(self, expr: Expr, span: Span, shown: str = "") -> None:
        """What must hold becomes a definition, and so do both sides of a comparison."""
        name = f"{self.name}.{len(self.lines)}"
        self._define(name, expr, span)
        is_compared = isinstance(expr, Compare) and not isinstance(expr.left.type, BundleType)
        if isinstance(expr, Compare) and is_compared:
            self._define(f"{name}.found", expr.left, span)
            self._define(f"{name}.wanted", expr.right, span)
        self.lines.append(
            TestOutcome(span, "that", define=name, is_compared=is_compared, shown=shown)
        )

    def _define(self, name: str, expr: Expr, span: Span) -> None:
        made = Define(span, name, (), (), expr.type, expr, uses_me=False)
        self.symbols.typed_defines[name] = made


def _bundle(expr: Expr, size: int) -> tuple[int, ...] | None:
    if not isinstance(expr, BundleOf):
        return None
    counts = [0] * size
    for count, kind in expr.items:
        if isinstance(kind, Const) and isinstance(count, Const):
            counts[kind.value] += count.value
    return tuple(counts)
