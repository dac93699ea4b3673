"""A saved game by changed rules: in goes the record and the rules of today, out comes what is different.

While a game is saved, a mark is kept for each answer: who was asked, a number for the options, and the points.
So changed rules can be compared with what was then; where the old rules are still there, with those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from rulelang.files import line_of
from rulelang.runtime.decisions import pending_decision
from rulelang.runtime.description import Place
from rulelang.runtime.faults import EntryError, Fault, RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.runtime.reasons import Refusal
from rulelang.runtime.records import begin, repeat_answer

IDENTICAL, SAME_RESULT, DIFFERENT, FITS = "identical", "same result", "different", "fits"
MOST_SHOWN = 5

Record = Mapping[str, Any]  # plain data for JSON


class Mark(NamedTuple):
    """A position in short: who is asked (nobody at the end), the options as a number, the points.

    `lines` are the points by line of the score, without lines that brought nobody any.
    """

    player: str
    options: int
    points: tuple[int, ...]
    lines: Mapping[str, list[int]] = {}


class Verdict(NamedTuple):
    """What changed rules make of a game: one of the words above, and where it differs first."""

    kind: str
    lines: tuple[str, ...] = ()


def marks_of(play: Play) -> list[list[Any]]:
    """Return the marks of all positions of a play, the last one too, as plain data."""
    states = [answer.before for answer in play.answers] + [play.state]
    plays = (Play(play.game, list(state), play.seed) for state in states)
    return [[*mark[:2], list(mark.points), mark.lines] for mark in map(_mark, plays)]


def _mark(play: Play) -> Mark:
    names = "\n".join(sorted(_option_names(play)))
    who = "" if play.is_over else play.game.player_names[play.player]
    lines = zip(
        play.game.description.scores, play.game.function("score_lines")(play.state), strict=True
    )
    scored = {line.name: list(points) for line, points in lines if any(points)}
    return Mark(who, crc32(names.encode()), tuple(play.totals()), scored)


def _option_names(play: Play) -> list[str]:
    return [] if play.is_over else [option.name for option in play.options()]


def compare(record: Record, new: Game, old: Game | None) -> Verdict:
    """Play a record by new rules; `old` are those it was played by, if they are still there."""
    try:
        play = begin(new, record)
    except (RulesChangedError, Fault) as error:
        return Verdict(DIFFERENT, (f"before the first answer: {error}",))
    known = _known(record, old)
    first: tuple[str, ...] = ()
    count = len(record["answers"])
    mark, then = _mark(play), None
    for number in range(count + 1):
        mark = _mark(play)
        then, past = next(known, (None, None))
        if then is not None and not first and mark[:3] != then[:3]:
            first = tuple(_difference(record, number, (play, mark), (past, then)))
        if number == count:
            break
        try:
            repeat_answer(play, record, number)
        except RulesChangedError as error:
            why = _why_not(play, record["answers"][number])
            return Verdict(DIFFERENT, (*first, str(error), *why))
    if then is None:
        return Verdict(FITS)
    if not first:
        return Verdict(IDENTICAL)
    is_same = mark.points == then.points and (mark.player == "") == (then.player == "")
    return Verdict(SAME_RESULT if is_same else DIFFERENT, first)


def _known(record: Record, old: Game | None) -> Iterator[tuple[Mark, Play | None]]:
    """What was then, answer by answer: by the old rules, else by the marks of the record."""
    if old is None:
        for player, options, points, *lines in record.get("marks", ()):
            yield Mark(player, options, tuple(points), *lines), None
        return
    play = begin(old, record)
    for number in range(len(record["answers"]) + 1):
        yield _mark(play), play
        if number < len(record["answers"]):
            repeat_answer(play, record, number)


def _difference(
    record: Record, number: int, now: tuple[Play, Mark], then: tuple[Play | None, Mark]
) -> Iterator[str]:
    """Say what is different in a position, and by which rule."""
    play, mark = now
    past, before = then
    answers = record["answers"]
    if number < len(answers):
        where = (
            f"at answer {number + 1} of {len(answers)} ({answers[number][0]}: {answers[number][1]})"
        )
    else:
        where = "after the last answer"
    if mark.player != before.player:
        is_asked = f"{mark.player} is asked" if mark.player else "the game is over"
        yield f"{where}: {is_asked}, where it was {before.player or 'over'}"
    elif mark.points != before.points:
        yield f"{where}: the points are {_points(mark)}, where they were {_points(before)}"
        if number:
            yield f"after {answers[number - 1][0]} chose {answers[number - 1][1]}"
        yield from _lines(play, mark, before)
    else:
        yield f"{where}: other options"
        if past is not None:
            yield from _options(play, past)


def _lines(play: Play, mark: Mark, before: Mark) -> Iterator[str]:
    """Say which lines of the score are not what they were."""
    if not before.lines and any(before.points):
        return  # saved before lines were kept
    nothing = [0] * len(mark.points)
    places = {line.name: line.span for line in play.game.description.scores}
    for name in {**before.lines, **mark.lines}:
        now, then = mark.lines.get(name, nothing), before.lines.get(name, nothing)
        if now != then:
            said = f"{_listing(now)}, where it was {_listing(then)}"
            yield f"by the line `{name}`{place_text(places.get(name))}: {said}"


def _listing(points: Sequence[int]) -> str:
    return ":".join(map(str, points))


def _points(mark: Mark) -> str:
    return _listing(mark.points)


def _options(play: Play, past: Play) -> Iterator[str]:
    now, then = _option_names(play), _option_names(past)
    new = [name for name in now if name not in then]
    gone = [name for name in then if name not in now]
    if new:
        yield f"new: {_listed(new)}"
    if gone:
        yield f"no longer: {_listed(gone)}"
        yield from _why_not(play, ["", gone[0]])


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return ", ".join(names[:MOST_SHOWN]) + more


def _why_not(play: Play, answer: Sequence[Any]) -> Iterator[str]:
    """Say which rule refuses an answer."""
    decision = pending_decision(play.game, play.state)
    if decision is None:
        return
    name = str(answer[1])
    action, values = name, {}
    if decision.alternative is not None:
        action, values = decision.alternative, {**decision.picked, decision.pick: name}
    try:
        refusals = play.why_not(action, player=decision.player, **values)
    except (EntryError, ValueError, KeyError, TypeError, Fault):
        return
    yield from (_said(refusal) for refusal in refusals)


def _said(refusal: Refusal) -> str:
    sentence = refusal.sentence.get("en", refusal.name)
    return f"by `{refusal.name}`{place_text(refusal.place)}: {sentence}"


def place_text(place: Place | None) -> str:
    """Return a place as ` in FILE:LINE`; nothing if there is none."""
    if place is None:
        return ""
    path, start, _end = place
    line = line_of(path, start)
    return f" in {path}" if line is None else f" in {path}:{line}"
