"""A verification for people and programs: in goes what came out, out come lines of text or plain data.

What is proven, what was only tried and what is unknown is said with these words and no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.files import line_of
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table, labels_of
from rulelang.simulate.goods import good_labels
from rulelang.verify.finding import Finding
from rulelang.verify.search import Explored
from rulelang.verify.verification import Found, Verification

VERSION = 1
PROVEN = "proven"
TRIED = "tried"
UNKNOWN = "unknown"

Lines = list[str]


def to_lines(game: Game, verification: Verification) -> Lines:
    """Return what is proven, tried and unknown, without the findings themselves."""
    plan = verification.plan
    lines = [f"{label(game.description.title)}, {game.players} players, seed {plan.seed}"]
    if not verification.is_complete:
        lines[0] += ": interrupted"
    for (scope, small), explored in zip(plan.scopes, verification.explored, strict=True):
        lines += ["", f"scope {scope}"]
        lines += [f"  {line}" for line in _scope_lines(small, explored, plan.seed)]
    if plan.games:
        lines += ["", "random games", f"  {_tried(verification)}"]
        lines += [f"  {line}" for line in _never_lines(game, verification)]
    return lines


def _scope_lines(game: Game, explored: Explored | None, seed: int) -> Lines:
    if explored is None:
        return [f"{UNKNOWN}: not searched"]
    seen = f"{count(explored.positions, 'position')}, {count(explored.ends, 'end')}"
    causes = len(explored.findings)
    if causes:
        far = "all games" if explored.is_proof else f"games of up to {_depth(explored)}"
        lines = [f"{count(causes, 'fault')}, see below; searched {far} ({seen})"]
    elif explored.is_complete:
        lines = [f"{PROVEN} {_proven(explored, seed)} ({seen})"]
    else:
        lines = [f"{TRIED}: every game of up to {_depth(explored)}, no fault ({seen})"]
    never = [name for name in action_table(game).names if name not in explored.actions]
    if explored.is_proof and never:
        lines.append(f"{PROVEN}: never taken: {', '.join(_action_labels(game, tuple(never)))}")
    if explored.shuffled:
        lines.append(f"{UNKNOWN}: other outcomes of {', '.join(explored.shuffled)}")
    if not explored.is_whole:
        lines.append(f"{UNKNOWN}: longer games")
    return lines


def _proven(explored: Explored, seed: int) -> str:
    """Say for which games something is proven, and what."""
    far = _depth(explored)
    which = "for all games" if explored.is_whole else f"for all games of up to {far}"
    if explored.shuffled:
        which += f" with {' and '.join(explored.shuffled)} as seed {seed} has it"
    which += f", at most {far}" if explored.is_whole else ""
    ends = "every game can end, " if explored.is_whole else ""
    return f"{which}: no fault, every decision has an option, {ends}nothing is lost"


def _depth(explored: Explored) -> str:
    return count(explored.depth, "answer")


def _tried(verification: Verification) -> str:
    faults = verification.faults
    said = f"{faults:,} with a fault, see below" if faults else "no fault"
    games = count(verification.tried, "random game")
    return f"{TRIED}: {games}, {said}; what else can happen is {UNKNOWN}"


def _never_lines(game: Game, verification: Verification) -> Lines:
    never, tried = verification.never, count(verification.tried, "random game")
    idle = {name for name, numbers in game.description.bot_limits.items() if numbers[-1] == 0}
    left = tuple(name for name in never.actions if name in idle)
    names = {
        "never taken": _action_labels(game, tuple(n for n in never.actions if n not in idle)),
        "never scored": [_line_label(game, name) for name in never.lines],
        "held by nobody": [good_labels(game)[name] for name in never.kinds],
    }
    lines = [f"{said} in {tried}: {', '.join(found)}" for said, found in names.items() if found]
    if left:
        lines.append(f"left alone by bots: {', '.join(_action_labels(game, left))}")
    return lines


def _action_labels(game: Game, names: tuple[str, ...]) -> Lines:
    labels = labels_of([game])
    return [labels[name] for name in names]


def _line_label(game: Game, name: str) -> str:
    found = next(line.label for line in game.description.scores if line.name == name)
    return str(found.get("en") or name)


def headline(found: Found) -> str:
    """Return a finding in one line, with the place of the rule if it is known."""
    finding = found.finding
    where = shown_place(finding)
    inside = f" in scope {found.scope}" if found.scope else ""
    return f"{finding.said}{inside}" + (f" ({where})" if where else "")


def length_words(finding: Finding) -> str:
    """Return how long the game that shows a finding is, and whether it is known to be a shortest one."""
    how = "the shortest game" if finding.is_shortest else "a game"
    return f"{how} that shows it ({count(len(finding.steps), 'answer')})"


def shown_place(finding: Finding) -> str:
    """Return the place of a finding as `path:line`, or nothing."""
    if finding.place is None:
        return ""
    path, start, _end = finding.place
    line = line_of(path, start)
    return path if line is None else f"{path}:{line}"


def label(labels: Mapping[str, str]) -> str:
    """Return a label in English, or in whatever language there is."""
    return labels.get("en") or next(iter(labels.values()))


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "game"), count(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# --- plain data -----------------------------------------------------------------------------------------


def to_data(game: Game, verification: Verification) -> dict[str, Any]:
    """Return everything as plain data for JSON."""
    plan = verification.plan
    return {
        "version": VERSION,
        "game": game.name,
        "rules_hash": game.rules_hash,
        "players": game.players,
        "seed": plan.seed,
        "is_complete": verification.is_complete,
        "games": verification.tried,
        "faults": verification.faults,
        "scopes": [
            {
                "name": scope.name,
                "players": small.players,
                "settings": scope.settings,
                "status": _status(explored),
                **({} if explored is None else _numbers(explored)),
            }
            for (scope, small), explored in zip(plan.scopes, verification.explored, strict=True)
        ],
        "never": verification.never._asdict(),
        "findings": [
            {
                "code": found.finding.code,
                "message": found.finding.said,
                "place": shown_place(found.finding),
                "scope": found.scope.name if found.scope else None,
                "answers": len(found.finding.steps),
                "is_shortest": found.finding.is_shortest,
                "seed": found.finding.seed,
            }
            for found in verification.found
        ],
    }


def _status(explored: Explored | None) -> str:
    if explored is None:
        return UNKNOWN
    return PROVEN if explored.is_complete else TRIED


def _numbers(explored: Explored) -> dict[str, Any]:
    names = ("positions", "ends", "depth", "is_whole", "is_to_depth", "shuffled", "actions")
    return {name: getattr(explored, name) for name in names}
