"""Tests of a game to text: in goes a tree, out come lines that are read as the same tree."""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax.trees import items as it
from rulelang.syntax.writing.write_expressions import ACCESS, SUM, callee_text, expr, exprs, quoted
from rulelang.syntax.writing.write_statements import how, indented, label, note


def test_lines(node: it.Test) -> list[str]:
    """Return the lines of a test."""
    cites = f" cites {', '.join(node.cites)}" if node.cites else ""
    return [f"test{label(node.title)}{cites}:", *indented(map(_line, node.lines))]


def _line(
    node: it.TestWith | it.GivenLine | it.AtStep | it.WhenLine | it.ThenLine | it.Note,
) -> str:
    match node:
        case it.TestWith(assigns=assigns):
            said = (f"{each.name.text} = {expr(each.value)}" for each in assigns)
            return f"with {', '.join(said)}"
        case it.GivenLine(placements=placements):
            return f"given {'; '.join(map(_placement, placements))}"
        case it.AtStep(step=step, player=player):
            return f"at {step.text}" + ("" if player is None else f" of {player.text}")
        case it.WhenLine(events=events):
            return f"when {'; '.join(map(_event, events))}"
        case it.ThenLine(outcomes=outcomes):
            return f"then {'; '.join(map(_outcome, outcomes))}"
        case it.Note():
            return note(node)
        case _:
            assert_never(node)


def _placement(node: it.Put | it.PutValue) -> str:
    if isinstance(node, it.PutValue):
        return f"{expr(node.target, ACCESS)} = {expr(node.value)}"
    places = ", ".join(quoted(text.value) for text in node.at)
    at = f" at {places}" if places else ""
    return f"{expr(node.target, ACCESS)}: {expr(node.what, SUM)}{at}{''.join(map(how, node.how))}"


def _event(node: it.Plays | it.Answers | it.ChanceIs) -> str:
    match node:
        case it.Plays(player=player, callee=callee, flags=flags):
            added = f" with {', '.join(flag.text for flag in flags)}" if flags else ""
            return f"{player.text} {callee_text(callee)}{added}"
        case it.Answers(player=player, values=values):
            return f"{player.text} chooses {exprs(values)}"
        case it.ChanceIs(target=target, value=value):
            return f"{expr(target, ACCESS)} = {expr(value)}"
        case _:
            assert_never(node)


def _outcome(node: it.Refused | it.Allowed | it.Offered | it.HoldsTrue | it.Has | it.Wins) -> str:
    match node:
        case it.Refused(player=player, callee=callee, by=by):
            why = "" if by is None else f" by {by.text}"
            return f"{player.text} {callee_text(callee)} refused{why}"
        case it.Allowed(player=player, callee=callee):
            return f"{player.text} {callee_text(callee)} allowed"
        case it.Offered(player=player, values=values, is_allowed=is_allowed):
            word = "allowed" if is_allowed else "refused"
            return f"{player.text} chooses {exprs(values)} {word}"
        case it.HoldsTrue(expr=value):
            return f"that {expr(value)}"
        case it.Has(target=target, what=what):
            return f"{expr(target, ACCESS)}: {expr(what, SUM)}"
        case it.Wins(players=players):
            names = " and ".join(player.text for player in players)
            return f"{names or 'nobody'} {'wins' if len(players) < 2 else 'win'}"
        case _:
            assert_never(node)
