"""Files and tables of a game: each is looked for in the folder of the file that names it."""

from __future__ import annotations

from pathlib import Path

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources

GAME = """game g:
    players 2
card Card from "tables/cards.csv"
flow:
    finish
"""
VARIANT = """variant v for g:
    note "more cards"
card Extra from "tables/cards.csv"
"""


def test_a_variant_elsewhere_has_tables_of_its_own(tmp_path: Path) -> None:
    for folder, card in (("game", "ace"), ("more", "king")):
        (tmp_path / folder / "tables").mkdir(parents=True)
        (tmp_path / folder / "tables" / "cards.csv").write_text(f"card\n{card}\n")
    (tmp_path / "game" / "g.rules").write_text(GAME)
    (tmp_path / "more" / "v.rules").write_text(VARIANT)
    sources, report = Sources(), Reporter()
    variants = (tmp_path / "more" / "v.rules",)
    linked = pipeline.link(tmp_path / "game" / "g.rules", variants, sources, report)
    assert linked is not None
    program = pipeline.type_game(linked, 2, {}, report, tests=False)
    assert program is not None
    assert [thing.name for thing in program.things] == ["ace", "king"]
    assert sorted(path.relative_to(tmp_path).as_posix() for path in linked.all_files()) == [
        "game/g.rules",
        "game/tables/cards.csv",
        "more/tables/cards.csv",
        "more/v.rules",
    ]


def test_with_a_variant_only_its_own_tests_are_kept(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text(
        'game g:\n    players 2\nflow:\n    finish\ntest "two":\n    with players = 2\n'
    )
    (tmp_path / "v.rules").write_text('variant v for g:\n    players 1\nuse "v_tests.rules"\n')
    (tmp_path / "v_tests.rules").write_text('test "one":\n    then that 1 = 1\n')
    report = Reporter()
    linked = pipeline.link(tmp_path / "g.rules", (tmp_path / "v.rules",), Sources(), report)
    assert linked is not None
    program = pipeline.type_game(linked, 1, {}, report, tests=True)
    assert program is not None
    assert [test.title for test in program.tests] == ["one"]
    assert [Path(file).name for file in linked.added_files] == ["v.rules", "v_tests.rules"]


def test_tests_that_another_variant_leaves_without_players_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text("game g:\n    players 2..4\nflow:\n    finish\n")
    (tmp_path / "alone.rules").write_text(
        'variant alone for g:\n    players 1\ntest "one":\n    with players = 1\n'
    )
    (tmp_path / "other.rules").write_text(
        'variant other for g:\n    note "more"\ntest "three":\n    with players = 3\n'
        'test "any":\n    then that 1 = 1\n'
    )
    report = Reporter()
    variants = (tmp_path / "alone.rules", tmp_path / "other.rules")
    linked = pipeline.link(tmp_path / "g.rules", variants, Sources(), report)
    assert linked is not None
    program = pipeline.type_game(linked, 1, {}, report, tests="all")
    assert program is not None, report.sorted()
    assert [test.title for test in program.tests] == ["one", "any"]


def test_a_test_against_its_own_header_is_reported(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text("game g:\n    players 2..4\nflow:\n    finish\n")
    (tmp_path / "alone.rules").write_text(
        'variant alone for g:\n    players 1\ntest "two":\n    with players = 2\n'
    )
    report = Reporter()
    linked = pipeline.link(tmp_path / "g.rules", (tmp_path / "alone.rules",), Sources(), report)
    assert linked is not None
    pipeline.type_game(linked, 1, {}, report, tests="all")
    assert [found.code.id for found in report.sorted()] == ["E709"]


def test_what_a_module_needs_is_added_and_comes_before_it(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    folder.mkdir()
    (tmp_path / "g.rules").write_text(
        "game g:\n    players 2\nsetting goal = 1 in 1..9\nvar log: 0..9\nflow:\n    finish\n"
    )
    (folder / "a.rules").write_text(
        "module a for g:\n    needs z\nchange setting goal to 3\nsetup:\n    set log to 3\n"
        'test "a":\n    then that goal = 3; that log = 3\n'
    )
    (folder / "z.rules").write_text(
        "module z for g:\n    needs y\nchange setting goal to 2\nsetup:\n    set log to 2\n"
        'test "z":\n    then that goal = 2\n'
    )
    (folder / "y.rules").write_text('module y for g:\n    note "below all"\n')
    sources, report = Sources(), Reporter()
    linked = pipeline.link(tmp_path / "g.rules", (folder / "a.rules",), sources, report)
    assert linked is not None
    assert not report.has_errors
    assert [(each.name, each.by) for each in linked.needed] == [("z", "a"), ("y", "z")]
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    assert [(result.test.title, result.is_passed) for result in results] == [("a", True)]


def test_what_is_given_is_not_added_again(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text("game g:\n    players 2\nflow:\n    finish\n")
    for name, line in (("a", "needs z"), ("z", 'note "z"')):
        (tmp_path / f"{name}.rules").write_text(f"module {name} for g:\n    {line}\n")
    report = Reporter()
    files = [tmp_path / "a.rules", tmp_path / "z.rules"]
    linked = pipeline.link(tmp_path / "g.rules", files, Sources(), report)
    assert linked is not None
    assert linked.needed == ()
    assert linked.modules == ("a", "z")
