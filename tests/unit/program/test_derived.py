"""What the typed program says about grown boards, regions, effects as values and ways to pay.

The games are blocks of docs/stress.md, so that these tests and the page cannot drift apart.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from rulelang.diagnostics.reporter import Reporter
from rulelang.pipeline import link, type_game
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import EFFECTS, RefType, SetType
from rulelang.source import Sources
from tests.support.snippets import read_page

PAGE = read_page((Path(__file__).parents[3] / "docs" / "stress.md").read_text("utf-8"))


@cache
def program(name: str, players: int = 2) -> Program:
    snippet = next(snippet for snippet in PAGE.snippets if snippet.name == name)
    report = Reporter()
    with TemporaryDirectory() as folder:
        linked = link(PAGE.store(snippet, Path(folder)), [], Sources(), report)
        assert linked is not None
        made = type_game(linked, players, {}, report, tests=True)
    assert made is not None
    return made


def rule(name: str, of: Program) -> Rule:
    return next(rule for rule in of.rules if rule.name == name)


def test_cells_are_numbered_by_row_and_column() -> None:
    (board,) = program("chg").grown
    corners = [-board.extent, 0, board.extent]
    numbers = [board.cell(0, x, y) for y, x in product(corners, corners)]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    assert numbers[-1] == board.width**2 - 1


def test_boards_of_players_do_not_share_cells() -> None:
    (board,) = program("gm", 3).grown
    assert board.owner_ids == (0, 1, 2)
    assert board.cell(1, -board.extent, -board.extent) == board.width**2
    assert board.stacked
    assert not board.turned


def test_ports_run_clockwise_and_are_printed_on_parts() -> None:
    game = program("chg")
    (board,) = game.grown
    assert board.side_ports == 3
    ports = [member.name for member in dict(game.enums)["Port"]]
    assert ports[:4] == ["N1", "N2", "N3", "E1"]
    part = game.place_names.index("l56.r1")
    row = dict(game.tables)[board.ports][part]
    assert isinstance(row, tuple)
    assert [ports[port] for port in row] == ["W2"]


def test_a_part_is_joined_with_parts_of_its_own_tile() -> None:
    game = program("chg_rivers")
    river = game.place_names.index("l00.r1")
    lake = dict(game.tables)["places.lake_end"][river]
    assert lake == game.place_names.index("l00.k1")
    systems = next(region for region in game.regions if region.name == "systems")
    assert [(join.word, join.name) for join in systems.joins] == [
        ("sides", ""),
        ("field", "places.lake_end"),
    ]


def test_a_region_may_be_joined_by_a_definition() -> None:
    (region,) = program("cal_reach").regions
    assert [(join.word, join.name) for join in region.joins] == [("define", "kin")]


def test_effects_know_what_they_are_printed_on() -> None:
    game = program("gm")
    printed = {effect.rule: effect for effect in game.effects}
    wood, one, tile = (argument.value for argument in printed["produce"].args)
    assert isinstance(tile, ir.Const)
    assert game.things[tile.value].name in {"forest", "quarry"}
    assert isinstance(one, ir.Const)
    assert isinstance(wood, ir.Const)


def test_copying_a_port_cannot_call_itself() -> None:
    game = program("cal_ports")
    pick = next(
        pick
        for stmt in rule("copy_port", game).body
        if isinstance(stmt, ir.Decide)
        for pick in stmt.alternatives[0].picks
    )
    called = [stmt for stmt in rule("copy_port", game).body if isinstance(stmt, ir.CallRule)]
    assert isinstance(pick.type, RefType)
    assert "p9" not in {game.things[i].name for i in pick.type.ids}
    effect = called[0].alternative.effect
    assert effect is not None
    assert isinstance(effect.type, RefType)
    assert effect.type.universe == EFFECTS
    assert "copy_port" not in {game.effects[i].rule for i in effect.type.ids}


def test_a_cost_may_come_from_several_accounts_and_in_pieces() -> None:
    take = rule("take", program("gm_place"))
    (cost,) = take.costs
    assert cost.source_holder is not None
    assert isinstance(cost.source_holder.type, SetType)
    (pieces,) = take.piece_costs
    assert isinstance(pieces.source.type, SetType)
    assert {line.name for line in take.requirements if line.after_cost} == {"near", "line"}


def test_what_an_exchange_gives_only_to_pay_lies_apart() -> None:
    game = program("gm_market")
    buy, sell = rule("buy", game), rule("sell", game)
    assert (buy.only_to_pay, buy.during, sell.only_to_pay, sell.during) == (
        True,
        None,
        False,
        "turn",
    )
    gained = buy.body[-1]
    assert isinstance(gained, ir.Transfer)
    hidden = {account.name for account in game.accounts if account.hidden}
    assert {gained.target} == hidden


def test_options_are_added_to_the_choice_of_a_step() -> None:
    building = next(
        stmt for stmt in _statements(program("catan_ships", 3).flow) if _is_step(stmt, "building")
    )
    assert isinstance(building, ir.Step)
    (decide,) = building.body
    assert isinstance(decide, ir.Decide)
    offered = [alternative.name for alternative in decide.alternatives]
    assert offered[3:5] == ["build_ship", "move_ship"]


def _is_step(stmt: ir.Stmt, name: str) -> bool:
    return isinstance(stmt, ir.Step) and stmt.name == name


def _statements(body: ir.Body) -> list[ir.Stmt]:
    found: list[ir.Stmt] = []
    for stmt in body:
        found.append(stmt)
        if isinstance(stmt, ir.Loop | ir.Turn | ir.Step | ir.Times | ir.Each):
            found += _statements(stmt.body)
    return found


def test_nothing_is_drawn_onto_a_board_as_a_whole(tmp_path: Path) -> None:
    snippet = next(snippet for snippet in PAGE.snippets if snippet.name == "chg")
    path = PAGE.store(snippet, tmp_path)
    path.write_text(
        f"{snippet.text}\neffect spill:\n    draw 1 from stacks of land to map\n", "utf-8"
    )
    report = Reporter()
    linked = link(path, [], Sources(), report)
    assert linked is not None
    type_game(linked, 2, {}, report, tests=False)
    said = [found.message for found in report.sorted()]
    assert said == ["`map` as a whole is not a place that can hold things"]
