"""Games that show a fault, told as lines: in goes what was found, out comes how it came about."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.runtime.game import Game
from rulelang.runtime.records import begin
from rulelang.tui.replaying import replay_lines
from rulelang.tui.short_names import TerminalWords
from rulelang.verify.finding import AnswerStep, Finding, record_of
from rulelang.verify.leaks import Leak
from rulelang.verify.verification import Found
from rulelang.verify.verify_report import count, length_words

INDENT = "  "


def story(found: Found, most: int | None = None) -> list[str]:
    """Return how a fault comes about: how long the game is, its last lines (all of them, or `most`), the last answer."""
    record = record_of(found.game, found.finding)
    if not record["answers"] and "fault" in record:
        return ["it breaks before anybody is asked"]
    lines = [f"{length_words(found.finding)}:", *_answers(found.game, found.finding, most)]
    if "fault" in record:
        who, what, *_chance = record["answers"][-1]
        lines.append(f"{INDENT}then {who} picks {what}, and the rules break")
    return lines


def leak_story(game: Game, leak: Leak, most: int | None = None) -> list[str]:
    """Return the answers before a leak, and what tells."""
    finding = Finding("", "", None, leak.seed, (), tuple(AnswerStep(*step) for step in leak.steps))
    who = game.player_names[leak.player]
    offered = ", ".join(leak.offered[:5])
    return [
        f"a game that shows it ({count(len(leak.steps), 'answer')}):",
        *_answers(game, finding, most),
        f"{INDENT}now {who} is offered {offered} or not, by what {who} does not see",
    ]


def _answers(game: Game, finding: Finding, most: int | None) -> Iterator[str]:
    record = record_of(game, finding)
    told = {**record, "answers": record["answers"][: len(record["answers"]) - ("fault" in record)]}
    words = TerminalWords(game, "en", colour=False)
    lines = [*replay_lines(words, begin(game, told), told)]
    if most is not None and len(lines) > most:
        lines = [f"… {len(lines) - most} lines (`rulelang verify` tells all)", *lines[-most:]]
    yield from (f"{INDENT}{line}" for line in lines)
