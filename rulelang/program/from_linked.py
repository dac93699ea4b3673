"""The typed program of a linked game: in goes the game, out comes a Program or None.

A program is for one number of players and one choice of settings, which become constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.model import Linked
from rulelang.program.declare.constants import const_int, const_range
from rulelang.program.declare.declarations import declare
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import BOX, SUPPLY, Symbols
from rulelang.program.declare.targets import check_targets, has_free_names
from rulelang.program.declare.usage import unused_names
from rulelang.program.declare.word_forms import type_words
from rulelang.program.model import Program, Test, Thing
from rulelang.program.nodes import Body
from rulelang.program.tests.test_items import Config, doubtful_configs, settings_key, type_tests
from rulelang.program.types import NONE, THINGS
from rulelang.program.typing import type_scoring, type_statement
from rulelang.program.typing.definitions import typed_define
from rulelang.program.typing.powers import check_powers
from rulelang.program.typing.regions import declare_regions, type_regions
from rulelang.program.typing.rules import type_rules
from rulelang.program.typing.scope import Frame, Scope
from rulelang.program.typing.storage import declare_storage
from rulelang.program.typing.type_decisions import check_added_options
from rulelang.program.typing.type_effect_values import type_effects
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

MAX_PLAYERS = 12
MAX_BOT_LIMITS = 2


def player_range(linked: Linked, report: Reporter) -> tuple[int, int]:
    """The least and greatest number of players."""
    if linked.players is None:
        return 1, 1
    symbols = Symbols(linked, 1, report)
    found = const_range(linked.players.range, symbols)
    if not 1 <= found.low <= found.high <= MAX_PLAYERS:
        report.error(
            codes.OUT_OF_RANGE,
            linked.players.range.span,
            found=f"{found.low}..{found.high}",
            expected=f"1..{MAX_PLAYERS} players",
        )
        return 1, 1
    return found.low, found.high


def type_program(
    linked: Linked,
    players: int,
    settings: Mapping[str, str],
    report: Reporter,
    *,
    with_tests: bool | Literal["all"] = False,
) -> Program | None:
    """Type `linked` for a number of players; None if anything was reported as an error.

    `with_tests`: also the tests meant for these players and settings; "all": look at the others too.
    """
    symbols = declared_symbols(linked, players, settings, report)
    if symbols is None:
        return None
    check_powers(symbols)
    check_targets(symbols)
    rules = type_rules(symbols)
    setup, flow = _flow(symbols, "setup"), _flow(symbols, "flow")
    if not any(isinstance(item, syn.Flow) and item.word == "flow" for item in linked.items):
        report.error(codes.NO_FLOW, linked.header.name.span, name=linked.name)
    scores = type_scoring.type_scores(symbols)
    type_scoring.declare_earned(scores, symbols)
    awards = type_scoring.type_awards(symbols)
    ends = type_scoring.type_ends(symbols)
    win, win_player, shared = type_scoring.type_win(symbols)
    invariants = type_scoring.type_invariants(symbols)
    for name, define in symbols.defines.items():
        typed_define(define.name, Scope(symbols, Frame(name)))
    regions, effects = type_regions(symbols), type_effects(symbols)
    check_added_options(symbols)
    tests: tuple[Test, ...] = ()
    doubtful: tuple[Config, ...] = ()
    if with_tests:
        config = (players, settings_key(settings))
        most = player_range(linked, report)[1]
        tests = type_tests(symbols, config, most)
        doubtful = doubtful_configs(symbols, config, most) if with_tests == "all" else ()
    if report.has_errors:
        return None
    points = type_scoring.points_define(scores, symbols)
    # `me` has become a parameter like any other, so nobody has to pass it along.
    typed = [attrs.evolve(made, uses_me=False) for made in symbols.typed_defines.values()]
    defines = (*typed, *type_scoring.score_defines(scores, symbols), points)
    return Program(
        name=linked.name,
        title=words(linked.header.label, linked.name),
        players=players,
        settings=tuple((name, s.value) for name, s in symbols.settings.items()),
        enums=tuple((name, tuple(members)) for name, members in symbols.enums.items()),
        kinds=tuple(symbols.kinds.values()),
        things=_things(symbols),
        place_names=tuple(symbols.place_names),
        place_labels=tuple(symbols.place_labels.items()),
        families=tuple(symbols.families.values()),
        accounts=tuple(symbols.accounts.values()),
        home_accounts=tuple(
            (account.enum, account.name)
            for account in symbols.accounts.values()
            if account.owner_kind is None
        ),
        vars=tuple(symbols.vars.values()),
        tables=tuple((name, tuple(rows)) for name, rows in symbols.tables.items()),
        defines=defines,
        rules=rules,
        setup=setup,
        flow=flow,
        scores=scores,
        awards=awards,
        ends=ends,
        win=win,
        win_player=win_player,
        win_shared=shared,
        invariants=invariants,
        bot_limits=_bots(symbols),
        drawing=tuple(symbols.drawing),
        tests=tests,
        grown=tuple(symbols.grown.values()),
        regions=regions,
        layers=tuple(symbols.layers.items()),
        effects=effects,
        words=type_words(symbols),
        unused=unused_names(symbols),
        added_files=linked.added_files,
        meetings=tuple(symbols.meetings),
        doubtful=doubtful,
    )


def declared_symbols(
    linked: Linked, players: int, settings: Mapping[str, str], report: Reporter
) -> Symbols | None:
    """What the names of a game stand for, for a number of players; None if two things have one name.

    Definitions are typed as they are asked for.
    """
    symbols = Symbols(linked, players, report)
    if not has_free_names(symbols):
        return None
    _check_settings(linked, settings, report)
    declare(symbols, settings)
    _print_owners(symbols)
    for item in linked.items:
        match item:
            case syn.Define() | syn.Value():
                symbols.defines[item.name.text] = item
            case syn.Cases():
                cases = [line for line in item.lines if isinstance(line, syn.Case)]
                if any(case.body is not None for case in cases):
                    symbols.rules[item.name.text] = item
                else:
                    symbols.defines[item.name.text] = item
            case syn.Rule():
                symbols.rules[item.name.text] = item
            case _:
                pass
    declare_regions(symbols)
    declare_storage(symbols)
    return symbols


def _check_settings(linked: Linked, settings: Mapping[str, str], report: Reporter) -> None:
    known = [
        item.name.text for item in linked.items if isinstance(item, syn.Setting | syn.ChoiceSetting)
    ]
    for name in settings:
        if name not in known:
            report.error(codes.UNKNOWN_SETTING, None, name=name, help=did_you_mean(name, known))


def _print_owners(symbols: Symbols) -> None:
    for number, thing in enumerate(symbols.things):
        type_ = symbols.ref("Player", optional=True)
        symbols.set_field(THINGS, "owner", number, type_, thing.owner)
    symbols.field_types.pop((THINGS, "owner"), None)


def _flow(symbols: Symbols, word: str) -> Body:
    body: tuple[st.Stmt, ...] = ()
    for item in symbols.linked.items:
        if isinstance(item, syn.Flow) and item.word == word:
            body += item.body
    scope = Scope(symbols, Frame(word))
    return type_statement.type_body(body, scope)[0]


def _things(symbols: Symbols) -> tuple[Thing, ...]:
    box = symbols.families[BOX].first
    supply = symbols.families.get(SUPPLY)
    made = []
    for draft in symbols.things:
        start = box
        if draft.owner != NONE and supply is not None:
            start = supply.first + draft.owner
        made.append(Thing(start=start, **attrs.asdict(draft)))
    return tuple(made)


def _bots(symbols: Symbols) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found = []
    for item in symbols.linked.items:
        if isinstance(item, syn.Bots):
            if len(item.limits) > MAX_BOT_LIMITS:
                symbols.report.error(
                    codes.OUT_OF_RANGE,
                    item.limits[MAX_BOT_LIMITS].span,
                    found="a third number",
                    expected="the two that bots know: how much, and how often a turn",
                )
            limits = (each.count if isinstance(each, ex.Amount) else each for each in item.limits)
            found.append((item.name.text, tuple(const_int(limit, symbols) for limit in limits)))
    return tuple(found)
