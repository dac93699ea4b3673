"""Each property fails when the engine does what it must not: here it is broken on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulelang.conformance import configurations, properties, told_apart, true_refusals
from rulelang.conformance.configurations import Bundled, Configuration, build, link
from rulelang.conformance.violations import Violation
from rulelang.conformance.walks import Walk, pick_meta, steps
from rulelang.graph.from_program import build_graph
from rulelang.graph.nodes import Graph
from rulelang.graph.validate import GraphError
from rulelang.lowering import Lowered, payments
from rulelang.lowering.exchange_bodies import Exchange, helping
from rulelang.program.model import CostLine
from rulelang.runtime.game import State

GAME = """
game pairs:
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 2, seen by owner
piece Mark, alike 4 per Player
board grid: squares 3 by 2:
    cells Cell holds one Mark
zone sack of Player: Mark
var rounds: 0..9
action place(c in Cell where no Mark on c):
    require rich: some my hand else "you have nothing"
    cost 1 wood
    do: move 1 Mark from my supply to c
action earn(g in Good where g in bank):
    do: gain 1 * g
flow:
    repeat each p in everyone until rounds = 6:
        turn p:
            raise rounds by 1
            may place or earn
score marks for p: count(m in Mark of p on Cell)
win by points, else shared
"""
WALK = Walk(3, [0, 2, 1, 1, 0, 4, 0, 1, 1, 0, 0, 2])


@pytest.fixture
def bundled(tmp_path: Path) -> Bundled:
    """Return a small game, compiled for this test alone."""
    path = tmp_path / "pairs.rules"
    path.write_text(GAME, encoding="utf-8")
    return build(Configuration(str(path), 2), link(str(path)))


def slot_of_hand(bundled: Bundled, player: int) -> int:
    return next(a for a in bundled.shape.layout.accounts if a.name == "hand").slot(player, 0)


def test_a_graph_that_is_not_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(program: Lowered) -> Graph:
        graph = build_graph(program)
        return attrs.evolve(graph, layout=graph.layout._replace(picks_from=4))

    path = tmp_path / "pairs.rules"
    path.write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(configurations, "build_graph", broken)
    with pytest.raises(GraphError, match="slot 4"):
        build(Configuration(str(path), 2), link(str(path)))


def test_a_sound_engine_has_all_properties(bundled: Bundled) -> None:
    for prop in properties.PROPERTIES:
        prop(bundled, WALK)


def test_something_lost(bundled: Bundled) -> None:
    apply, slot = bundled.game.apply, slot_of_hand(bundled, 0)

    def losing(state: State, option: int) -> None:
        apply(state, option)
        state[slot] = 0

    bundled.game.apply = losing
    with pytest.raises(Violation, match="accounts hold") as found:
        properties.check_conservation(bundled, WALK)
    assert "p1: place …" in str(found.value)
    assert "python -c" in str(found.value)


def test_a_violation_can_be_replayed(bundled: Bundled, capsys: pytest.CaptureFixture[str]) -> None:
    *_, trace = steps(bundled.game, Walk(3, [0, 2, 2]))
    violation = Violation(bundled, WALK, trace.answers, "why")
    exec(str(violation).partition('python -c "')[2].rstrip('"'), {})
    assert capsys.readouterr().out.splitlines()[:2] == ["p1: place 3,1", "p2: done"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda offered: offered[:-1] if len(offered) > 3 else offered, "not offered"),
        (
            lambda offered: [*offered, 1] if len(offered) == 2 else offered,
            "no option|twice|in vain",
        ),
    ],
)
def test_wrong_options(
    bundled: Bundled, change: Callable[[list[int]], list[int]], said: str
) -> None:
    options = bundled.game.options
    bundled.game.options = lambda state: change(options(state))
    with pytest.raises(Violation, match=said):
        properties.check_options(bundled, WALK)


def test_another_effect_than_the_rules_say(bundled: Bundled) -> None:
    apply, slot = bundled.game.apply, slot_of_hand(bundled, 0)

    def generous(state: State, option: int) -> None:
        apply(state, option)
        state[slot + 1] += 1

    bundled.game.apply = generous
    with pytest.raises(Violation, match="differs from the reference"):
        properties.check_reference(bundled, WALK)


def test_a_refusal_without_reason(bundled: Bundled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(true_refusals, "why_not", lambda *_: [])
    with pytest.raises(Violation, match="says"):
        properties.check_refusals(bundled, Walk(3, [0] * 12))


PAID = (
    GAME.replace("    cost 1 wood", "    cost 3 wood").replace(
        "flow:",
        """enum Coin: penny
account mint: Coin, start 9
account purse of Player: Coin
exchange sell(g in {ore}), during turn:
    pay 1 * g
    gain 1 penny
exchange buy, only to pay:
    pay 1 penny
    gain 1 wood
flow:""",
    )
)  # fmt: skip


def test_exchanges_by_way_of_others_that_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "paid.rules"
    path.write_text(PAID, encoding="utf-8")
    properties.check_payments(build(Configuration(str(path), 2), link(str(path))), WALK)

    def first_only(cost: CostLine, exchanges: Iterable[Exchange]) -> tuple[Exchange, ...]:
        return tuple(each for each in helping(cost, exchanges) if each.rule.only_to_pay)

    monkeypatch.setattr(payments, "helping", first_only)
    broken = build(Configuration(str(path), 2), link(str(path)))
    with pytest.raises(Violation, match="the cost of place can be paid"):
        properties.check_payments(broken, WALK)


def test_a_view_that_shows_too_much(bundled: Bundled, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = slot_of_hand(bundled, 1)

    def telling(game: object, state: State, observer: int) -> dict[str, Any]:
        return {"hand of the other": state[slot]}

    monkeypatch.setattr(told_apart, "view_of", telling)
    monkeypatch.setattr(told_apart, "_deal_accounts", _take_all_wood(slot))
    with pytest.raises(Violation, match="shows a secret"):
        properties.check_secrets(bundled, WALK)


def _take_all_wood(slot: int) -> Callable[..., None]:
    def change(shape: object, position: Any, observer: int, random: object) -> None:
        if observer == 0:
            position.accounts["hand", 1][0] += 1

    return change


def test_a_wrong_score(bundled: Bundled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(properties, "winners", lambda _: [7])
    with pytest.raises(Violation, match="winners"):
        properties.check_end(bundled, WALK)


def test_a_dead_slot(bundled: Bundled) -> None:
    apply = bundled.game.apply
    scratch = bundled.shape.layout.picks_from

    def untidy(state: State, option: int) -> None:
        apply(state, option)
        if state[0] and pick_meta(bundled.game, state).form == "which":
            state[scratch] = option

    bundled.game.apply = untidy
    with pytest.raises(Violation, match="equal positions differ"):
        check_often(bundled)


def check_often(bundled: Bundled) -> None:
    for seed in range(40):
        properties.check_equal_bytes(bundled, Walk(seed, WALK.choices))
