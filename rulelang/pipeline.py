"""The map of the compiler: text → syntax tree → linked game → typed program → lowered program → graph → Python.

Every stage is a function from frozen data to frozen data; all report to one Reporter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from sys import getrecursionlimit
from typing import TYPE_CHECKING, Final, Literal

from rulelang.checks.check_conservation import check_conservation
from rulelang.checks.check_cycles import check_cycles
from rulelang.checks.check_decisions import check_decisions
from rulelang.checks.check_exchanges import check_exchanges
from rulelang.checks.check_loops import check_loops
from rulelang.checks.check_order import check_order
from rulelang.checks.check_reach import check_reach
from rulelang.checks.check_secrets import check_secrets
from rulelang.checks.check_unused import check_unused
from rulelang.checks.check_wording import check_wording
from rulelang.checks.findings import ProofFinding
from rulelang.checks.idle import Idle, find_idle, report_idle
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.loader import load_linked
from rulelang.linking.model import Linked
from rulelang.program.declare.constants import players_text
from rulelang.program.from_linked import player_range, type_program
from rulelang.program.model import Program
from rulelang.source import Sources

if TYPE_CHECKING:
    from rulelang.backends.python.compile import CompiledGame
    from rulelang.graph.nodes import Graph
    from rulelang.lowering import Lowered

USUAL_PLAYERS: Final = 4

CHECKS: Final[tuple[Callable[[Program, Reporter], tuple[ProofFinding, ...]], ...]] = (
    check_cycles,  # first: the others follow calls and definitions and need an end to that
    check_exchanges,
    check_order,
    check_loops,
    check_reach,
    check_decisions,
    check_conservation,
    check_secrets,
    check_unused,
    check_wording,
)


def link(path: Path, variants: Sequence[Path], sources: Sources, report: Reporter) -> Linked | None:
    """Text to linked game: parse the file and what it uses, read tables, apply edits."""
    return load_linked(path, variants, sources, report)


def type_game(
    linked: Linked,
    players: int,
    settings: Mapping[str, str],
    report: Reporter,
    *,
    tests: bool | Literal["all"],
) -> Program | None:
    """Linked game to typed program, for one number of players and one choice of settings."""
    try:
        return type_program(linked, players, settings, report, with_tests=tests)
    except RecursionError:
        _too_deep(linked, report)
        return None


def _too_deep(linked: Linked, report: Reporter) -> None:
    """Each line has a depth that can be followed, but lines that use each other may not."""
    report.error(codes.NESTED_TOO_DEEP, linked.header.name.span, limit=getrecursionlimit())


def players_of(linked: Linked, report: Reporter) -> range:
    """All numbers of players that a game can be played with."""
    low, high = player_range(linked, report)
    return range(low, high + 1)


def check_linked(
    linked: Linked, counts: Sequence[int], settings: Mapping[str, str], report: Reporter
) -> tuple[ProofFinding, ...]:
    """Type and check a game for these numbers of players, and type all its tests.

    Tests ask for settings of their own; those are looked at too, unless settings are given here.
    """
    found: dict[ProofFinding, None] = {}
    idle: list[list[Idle]] = []
    for players in counts:
        program = type_game(linked, players, settings, report, tests=True if settings else "all")
        if program is None:
            continue
        try:
            found |= dict.fromkeys(check_program(program, report))
            if not report.has_errors:
                idle.append(find_idle(linked, program))
        except RecursionError:
            _too_deep(linked, report)
        for count, chosen in program.doubtful:
            type_game(linked, count, dict(chosen), report, tests=True)
    # What never happens with some players or settings may happen with others.
    if idle and not settings and len(idle) == len(players_of(linked, report)):
        report_idle(linked, idle, report)
    return tuple(found)


def check_program(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Run all checks; report what is wrong and return what was proven or assumed, in order."""
    found: list[ProofFinding] = []
    for check in CHECKS:
        found += check(program, report)
        if report.has_errors and check is check_cycles:
            break
    return tuple(found)


def choose_players(linked: Linked, players: int | None, report: Reporter) -> int | None:
    """Return how many play: as asked, else four or the nearest number that the game allows."""
    allowed = players_of(linked, report)
    if players is None:
        return min(max(USUAL_PLAYERS, allowed[0]), allowed[-1])
    if players in allowed:
        return players
    report.error(
        codes.PLAYERS_OUT_OF_RANGE,
        linked.header.span if linked.players is None else linked.players.span,
        name=linked.name,
        expected=players_text(allowed[0], allowed[-1]),
        found=players,
    )
    return None


def lower_game(
    linked: Linked, players: int | None, settings: Mapping[str, str], report: Reporter
) -> Lowered | None:
    """Linked game to typed program to lowered program; None if anything was reported as an error.

    Of the checks only those run without which what follows might not end.
    """
    # Checking needs none of what follows.
    from rulelang.lowering import lower

    count = choose_players(linked, players, report)
    if count is None:
        return None
    program = type_game(linked, count, settings, report, tests=False)
    if program is None:
        return None
    check_cycles(program, report)
    if report.has_errors:
        return None
    try:
        return lower(program)
    except RecursionError:
        _too_deep(linked, report)
        return None


def graph_game(
    linked: Linked, players: int | None, settings: Mapping[str, str], report: Reporter
) -> Graph | None:
    """Lowered program to action graph; None if anything was reported as an error."""
    from rulelang.graph.from_program import build_graph

    lowered = lower_game(linked, players, settings, report)
    if lowered is None:
        return None
    try:
        return build_graph(lowered)
    except RecursionError:
        _too_deep(linked, report)
        return None


def compile_game(
    linked: Linked, players: int | None, settings: Mapping[str, str], report: Reporter
) -> CompiledGame | None:
    """Action graph to generated Python; None if anything was reported as an error."""
    from rulelang.backends.python.compile import CannotCompile, compile_graph

    graph = graph_game(linked, players, settings, report)
    if graph is None:
        return None
    try:
        return compile_graph(graph)
    except CannotCompile as fault:
        report.error(codes.NOT_COMPILED, fault.span or linked.header.name.span, what=fault.what)
    except RecursionError:
        _too_deep(linked, report)
    return None
