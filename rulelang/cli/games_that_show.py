"""Games that show what a check found: in goes what is wrong or could not be proven, out comes it with a game.

Choices without an option, loops without an end and secrets that decide what is offered are shown by the shortest game that
a small search and some random games bring up. What a variant leaves unproven is tried out in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs

from rulelang.bundled import bundled_folder
from rulelang.cache import Request
from rulelang.checking import NOTE, Checked, check_game
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Diagnostic, Label
from rulelang.files import exact_text
from rulelang.source import SourceFile, Sources, Span

if TYPE_CHECKING:
    from rulelang.checks.findings import ProofFinding
    from rulelang.runtime.game import Game
    from rulelang.verify.verification import Found

GAMES, POSITIONS = 8, 100
LINES = 16  # of a game that are shown
SHORTER = 8_000, 300  # picks and positions to find a shorter game; `verify` looks harder
# What a fault of play shows, and what a game with other cards shows.
SHOWN_BY = {codes.DECISION_WITHOUT_OPTION.id: "R904", codes.LOOP_ASKS_NOBODY.id: "R901"}
LEAKS = (codes.SECRET_IN_PUBLIC.id, codes.ASKED_BECAUSE_OF_SECRET.id)


class Shown(NamedTuple):
    """What is wrong, with games; and what was tried without finding anything."""

    checked: Checked
    tried: int = 0


def with_games(request: Request, checked: Checked) -> Shown:
    """Show the findings of a check by games, and try out what a variant leaves unproven."""
    diagnostics = list(checked.diagnostics)
    wanted = {found.code.id for found in diagnostics}
    is_wrong = any(found.severity.value == "error" for found in checked.diagnostics)
    risks = [] if is_wrong or not _is_own(request) else _risks(request, checked)
    is_shown = bool(risks or wanted & {*SHOWN_BY, *LEAKS})
    game = _open(request) if is_shown else None
    if game is None:
        return Shown(_with_places(request, diagnostics, checked))
    if wanted & set(LEAKS):
        diagnostics = _with_leak(game, diagnostics)
    faults = _faults(game) if risks or wanted & set(SHOWN_BY) else []
    for fault in faults:
        diagnostics = _with_fault(fault, diagnostics, risks)
    findings = tuple(_tried(each) if each in risks else each for each in checked.findings)
    checked = checked._replace(findings=findings)
    return Shown(_with_places(request, diagnostics, checked), 0 if faults else len(risks))


def _with_places(request: Request, diagnostics: list[Diagnostic], checked: Checked) -> Checked:
    if request.variants and any(found.severity.value != NOTE for found in diagnostics):
        from rulelang.cli.both_places import both_places

        diagnostics = both_places(request, diagnostics)
    return Checked(tuple(diagnostics), checked.findings, _sources(diagnostics, checked))


def _is_own(request: Request) -> bool:
    """Is there a variant of somebody's own? Those that come along are tried by their tests."""
    bundled = bundled_folder()
    if bundled is None:
        return bool(request.variants)
    return any(bundled.resolve() not in file.resolve().parents for file in request.variants)


def _risks(request: Request, checked: Checked) -> list[ProofFinding]:
    """What is assumed with the variants and was not without them."""
    plain = check_game(request._replace(variants=()))
    known = {(each.check, each.sentence) for each in plain.findings if each.status == "assumed"}
    assumed = [each for each in checked.findings if each.status == "assumed"]
    return [each for each in assumed if (each.check, each.sentence) not in known]


def _open(request: Request) -> Game | None:
    from rulelang.loading import RulesError, load_game

    try:
        return load_game(
            request.path,
            players=request.players,
            settings=dict(request.settings),
            variants=request.variants,
        )
    except RulesError:
        return None


def _faults(game: Game) -> list[Found]:
    from rulelang.verify.scopes import SearchScope
    from rulelang.verify.shorten import ShortenBudget
    from rulelang.verify.verification import VerificationPlan, verify

    scope = SearchScope("as played", None, {}, None, POSITIONS)
    return [
        *verify(game, VerificationPlan(GAMES, 0, [(scope, game)], ShortenBudget(*SHORTER))).found
    ]


def _with_fault(
    fault: Found, diagnostics: list[Diagnostic], risks: list[ProofFinding]
) -> list[Diagnostic]:
    """Add a game to the finding that it shows, or the fault itself if nothing was said of it yet."""
    from rulelang.cli.telling import story

    finding = fault.finding
    lines = story(fault, LINES)
    same = [
        number
        for number, found in enumerate(diagnostics)
        if SHOWN_BY.get(found.code.id) == finding.code
    ]
    if same:
        shown = [n for n in same if _touches(diagnostics[n].span, finding.place)] or same
        number = shown[0]
        notes = (*diagnostics[number].notes, "\n".join(lines))
        diagnostics[number] = attrs.evolve(diagnostics[number], notes=notes)
        return diagnostics
    code = codes.CODES.get(finding.code)
    if code is None or not risks:
        return diagnostics
    span = None if finding.place is None else Span(*finding.place)
    near = [
        each for each in risks if each.span is not None and f"({finding.code})" in each.sentence
    ]
    places = [Label(each.span, each.sentence) for each in near if each.span not in (None, span)]
    said = finding.said.removeprefix(f"{finding.code}: ")
    return [
        *diagnostics,
        Diagnostic(
            code=code, message=said, span=span, label="", secondary=tuple(places[:2]),
            notes=("\n".join(lines),),
        ),
    ]  # fmt: skip


def _touches(span: Span | None, place: tuple[str, int, int] | None) -> bool:
    if span is None or place is None:
        return False
    return span.path == place[0] and span.start < place[2] and place[1] < span.end


def _with_leak(game: Game, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    from rulelang.cli.telling import leak_story
    from rulelang.verify.leaks import find_leak

    leak = find_leak(game, GAMES)
    if leak is None:
        return diagnostics
    told = "\n".join(leak_story(game, leak, LINES))
    first = next(n for n, found in enumerate(diagnostics) if found.code.id in LEAKS)
    diagnostics[first] = attrs.evolve(diagnostics[first], notes=(*diagnostics[first].notes, told))
    return diagnostics


def _tried(risk: ProofFinding) -> ProofFinding:
    return attrs.evolve(risk, status="tried", sentence=f"{risk.sentence}; {in_games()}")


def in_games() -> str:
    """Return how much was tried."""
    return f"tried in {GAMES} random games and {POSITIONS} positions"


def _sources(diagnostics: list[Diagnostic], checked: Checked) -> Sources:
    """All files that are pointed at."""
    from pathlib import Path

    sources = Sources()
    if checked.sources is not None:
        for path in checked.sources.paths():
            file = checked.sources.get(path)
            if file is not None:
                sources.add(file)
    spans = [found.span for found in diagnostics]
    spans += [label.span for found in diagnostics for label in found.secondary]
    for path in dict.fromkeys(span.path for span in spans if span is not None):
        if sources.get(path) is None:
            sources.add(SourceFile(path, exact_text(Path(path))))
    return sources
