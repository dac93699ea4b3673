"""The table in words: what each player has, what lies in the middle, and the points line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rulelang.render.sights import drawn_vars
from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.description import Account, Family, Variable, ref_type
from rulelang.runtime.play import Play
from rulelang.tui.holdings import (
    View,
    amounts_by_case,
    amounts_of,
    contents_of,
    is_on_a_board,
    laden_things,
    unless_empty,
)
from rulelang.tui.short_names import TerminalWords, join_parts

WORLDS = 40  # guesses at what is hidden, to find out which points a player can be sure of
UNKNOWN = "?"

Points = list[list[int | None]]


def table_lines(words: TerminalWords, play: Play, viewer: int, *, width: int = 100) -> list[str]:
    """Return what is on the table besides the board, as `viewer` sees it."""
    view = play.view(viewer)
    lines = join_parts(common_parts(words, view), "", width)
    for seat in range(words.game.players):
        lines += _player(words, view, seat, viewer, width)
    return lines


def common_parts(words: TerminalWords, view: View) -> list[str]:
    """Accounts, zones and variables that are nobody's, and places of boards that are not drawn.

    A bank without bounds is not counted: nobody can run it dry.
    """
    parts = []
    for account in words.accounts:
        if not account.owner_kind and not account.unlimited:
            parts.append(_said(words, account, unless_empty(words, account, view)))
        elif account.owner_kind in words.game.description.enums and account.owner_kind != "Player":
            parts.append(_said(words, account, amounts_by_case(words, account, view)))
    drawn = {spot[0] for drawing in words.game.description.drawing for spot in drawing.spots}
    drawn |= {board.first_place for board in words.game.layout.boards}
    parts_of_tiles = words.game.description.picture.parts.values()
    drawn |= {part for row in parts_of_tiles for part in row}
    for family in words.game.description.families:
        if family.name == "box" or family.owner_kind == "Player" or family.first in drawn:
            continue
        for rank in range(family.size):
            if is_on_a_board(words, view, family, rank):
                continue  # told with whom the board belongs to
            name = words.game.names.all("places")[family.first + rank]
            text = contents_of(words, view["places"][name], with_owner=True)
            if text:
                parts.append(f"{_place_name(words, family, rank)}: {text}")
    on_board = drawn_vars(words.game, words.look)
    for var in words.game.description.vars:
        if var.hidden or var.name in on_board:
            continue
        if not var.owner_kind:
            parts.append(_said(words, var, _value(words, var, view["vars"][var.name])))
        elif var.owner_kind in words.game.description.enums and var.owner_kind != "Player":
            parts.append(_said(words, var, _of_cases(words, var, view["vars"][var.name])))
    return [part for part in parts if part]


def _of_cases(words: TerminalWords, var: Variable, seen: Mapping[str, Any]) -> str:
    """A variable of each case of an enum: `wool 4, milk 5`; cases that have nothing are left out."""
    parts = []
    for (name, label), value in zip(
        words.game.description.enums[var.owner_kind], seen.values(), strict=True
    ):
        text = _value(words, var, value, name)
        if text:
            shown = words.label(label, name)
            parts.append(shown if text == _label(words, var) else f"{shown} {text}")
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


def _place_name(words: TerminalWords, family: Family, rank: int) -> str:
    """What one of several places of a name is called: its label, and whose it is."""
    label = words.label(family.label, family.name)
    if family.size == 1:
        return label
    name: str = words.game.names.all("places")[family.first + rank]
    if not family.owner_ids:
        return name
    kind, owner = family.owner_kind, family.owner_ids[rank]
    known = words.game.description
    universe = kind if kind in known.enums else known.kinds.get(kind)
    if universe is None or universe == "places":
        return name
    return f"{label} ({words.value(ref_type(universe), owner)})"


def _said(words: TerminalWords, item: Account | Variable | Family, text: str) -> str:
    label = _label(words, item)
    return f"{label}: {text}" if text not in ("", label) else text


def _label(words: TerminalWords, item: Account | Variable | Family) -> str:
    return words.label(item.label, item.name)


def player_parts(words: TerminalWords, view: View, seat: int) -> list[str]:
    """Accounts, zones and variables of one player."""
    name = words.game.player_names[seat]
    parts = []
    for account in words.accounts:
        if account.owner_kind == "Player":
            parts.append(_said(words, account, amounts_of(words, account, view, name)))
    drawn = {board.name for board in words.game.layout.boards}
    for family in words.game.description.families:
        if family.owner_kind == "Player" and family.name not in drawn:
            place = family.first + family.owner_ids.index(seat)
            seen = view["places"][words.game.names.all("places")[place]]
            parts.append(_said(words, family, contents_of(words, seen)))
    for var in words.game.description.vars:
        if not var.hidden and var.owner_kind == "Player":
            value = _value(words, var, view["vars"][var.name][name], name)
            parts.append(_said(words, var, value))
    parts += laden_things(words, view, seat)
    return [part for part in parts if part]


def _player(words: TerminalWords, view: View, seat: int, viewer: int, width: int) -> list[str]:
    told = [words.say("you")] if seat == viewer else []
    if view["active"] == words.game.player_names[seat]:
        told.append(words.say("active"))
    head = words.player(seat) + (f" ({', '.join(told)})" if told else "")
    return [head, *join_parts(player_parts(words, view, seat), "    ", width)]


def _value(words: TerminalWords, var: Variable, seen: object, owner: str = "") -> str:
    """A variable, with labels for what has them; one that is nothing or 0 is left out.

    A flag is said by the label of the variable alone, a track by what is printed on its step.
    """
    type_ = var.type
    steps = words.game.description.picture.steps.get(var.name)
    if steps is not None and isinstance(seen, int):
        return str(steps[_row(words, var, owner, steps) + seen])
    if seen in (None, "none", "false", 0, [], {}):
        return ""
    if type_.form == "flag" and seen == "true":
        return _label(words, var)
    if isinstance(seen, Mapping):
        if type_.form == "bundle":
            return words.bundle(type_.enum, seen)
        return ", ".join(f"{owner} {value}" for owner, value in seen.items() if value)
    if isinstance(seen, list):
        of = type_.member
        return ", ".join(words.value(of, words.game.names.number(of, str(each))) for each in seen)
    if type_.form == "ref" and isinstance(seen, str):
        return words.value(type_, words.game.names.number(type_, seen))
    return str(seen)


def _row(words: TerminalWords, var: Variable, owner: str, steps: Sequence[int]) -> int:
    """Where the steps of an owner begin: all owners may share the same."""
    width = var.type.high + 1
    if not owner or len(steps) == width:
        return 0
    return words.game.names.all(var.owner_kind).index(owner) * width


# --- points -------------------------------------------------------------------------------------------------


def known_points(play: Play, viewer: int | None) -> Points:
    """Return points by line and seat; None where they rest on something the viewer does not see.

    A viewer of None, and everybody at the end, sees all of them.
    """
    score_lines = play.game.function("score_lines")
    if viewer is None or play.is_over:
        return [list(line) for line in score_lines(play.state)]
    blindfold = Blindfold(play.game, viewer)
    rng = Random(0)
    # Only guesses are compared, never the truth: what is shown must not depend on it.
    known: Points = [list(line) for line in score_lines(blindfold.determinise(play.state, rng))]
    for _world in range(0 if blindfold.hides_nothing else WORLDS):
        guessed = score_lines(blindfold.determinise(play.state, rng))
        for points, others in zip(known, guessed, strict=True):
            for seat, value in enumerate(others):
                if points[seat] != value:
                    points[seat] = None
    return known


def score_table(words: TerminalWords, play: Play, viewer: int | None) -> list[str]:
    """Return the points of all players, line by line, as a table."""
    points = known_points(play, viewer)
    seats = range(words.game.players)
    rows = [["", *(words.plain_player(seat) for seat in seats)]]
    for line, values in zip(words.game.description.scores, points, strict=True):
        rows.append([words.label(line.label, line.name), *map(_number, values)])
    totals = [[values[seat] for values in points] for seat in seats]
    rows.append([words.say("total"), *(total_of(column) for column in totals)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    for seat in seats:
        lines[0] = lines[0].replace(words.plain_player(seat), words.player(seat), 1)
    return lines


def _number(points: int | None) -> str:
    return UNKNOWN if points is None else str(points)


def total_of(column: Sequence[int | None]) -> str:
    """Return the sum of points, with a mark if some are not known."""
    known = sum(points or 0 for points in column)
    return f"{known}+{UNKNOWN}" if None in column else str(known)
