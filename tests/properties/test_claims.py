"""What `check` calls proven holds in play: random games are checked, played, and their claims held against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from rulelang import pipeline
from rulelang.backends.python.compile import compile_program
from rulelang.checks.findings import ProofFinding
from rulelang.conformance.random_claims import random_claims, random_hooks
from rulelang.conformance.random_rules import TABLES, random_rules
from rulelang.diagnostics.reporter import Reporter
from rulelang.interpreter.engine import Interpreter
from rulelang.interpreter.evaluate import Env, PositionReader
from rulelang.interpreter.oracle import Oracle, SearchBudget, TooWide
from rulelang.interpreter.position import OracleFault, ProgramIndex, Undefined
from rulelang.program import nodes as ir
from rulelang.program.model import Program
from rulelang.program.types import IntType, SetType
from rulelang.program.walk import descend_all
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.verify.claims import refuted
from rulelang.verify.finding import from_data
from rulelang.verify.watched_games import watch_game

GAMES, SMALL = 12, 6  # games for each example of the profile
SEEDS, PICKS = 2, 120

numbers = st.lists(st.integers(0, 255), min_size=60, max_size=300)
Made = Callable[[Callable[[int], int]], str]


def examples(count: int) -> settings:
    """As many examples as the profile says, times `count`."""
    most = settings.default.max_examples  # type: ignore[union-attr]
    return settings(max_examples=count * most, suppress_health_check=list(HealthCheck))


def game_from(made: Made, choices: list[int]) -> str:
    """Return the text of a game; where the choices end, the simplest goes on."""
    left = iter(choices)
    return made(lambda count: next(left, 0) % count)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the games of this run and their tables lie."""
    found = tmp_path_factory.mktemp("claims")
    for name, text in TABLES.items():
        (found / name).write_text(text, encoding="utf-8")
    return found


def checked(text: str, folder: Path) -> tuple[Program, tuple[ProofFinding, ...], set[str]]:
    """Return the program of a game, what is claimed about it, and the codes of its errors."""
    path = folder / f"game_{crc32(text.encode()):08x}.rules"
    path.write_text(text, encoding="utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None, [each.message for each in report.sorted()]
    program = pipeline.type_game(linked, 2, {}, report, tests=False)
    assert program is not None, [each.message for each in report.sorted()]
    said = pipeline.check_program(program, report)
    return (
        program,
        said,
        {each.code.id for each in report.sorted() if each.severity.value == "error"},
    )


def compiled(program: Program) -> Game:
    """Compile a program that was checked."""
    return compile_program(program).load()


def test_nothing_goes_wrong_that_was_not_assumed(folder: Path) -> None:
    @examples(GAMES)
    @given(numbers)
    def check(choices: list[int]) -> None:
        text = game_from(random_claims, choices)
        note(text)
        program, said, errors = checked(text, folder)
        assume(not errors & {"E401", "E402", "E412"})  # nothing is claimed about these
        game = compiled(program)
        for seed in range(SEEDS):
            wrong = watch_game(game, seed, PICKS)["finding"]
            if wrong is not None:
                assert refuted(said, from_data(wrong)) == [], wrong[1]

    check()


def test_hooks_come_out_the_same_in_the_orders_that_are_called_free(folder: Path) -> None:
    @examples(SMALL)
    @given(numbers, st.integers(0, 9))
    def check(choices: list[int], seed: int) -> None:
        text = game_from(random_hooks, choices)
        note(text)
        _, said, _ = checked(text.replace("OVER_ONE", "").replace("OVER_TWO", ""), folder)
        assume(any(each.check == "order" and each.status == "proven" for each in said))
        orders = [("", " over one"), (" over two", "")]
        played = [
            _ends(text.replace("OVER_ONE", first).replace("OVER_TWO", second), folder, seed)
            for first, second in orders
        ]
        assert played[0] == played[1]

    check()


def _ends(text: str, folder: Path, seed: int) -> list[object]:
    """What a game looks like after each of some answers."""
    game, random = compiled(checked(text, folder)[0]), Random(seed)
    try:
        play = game.start(seed=seed)
    except Fault:
        return ["fault"]
    seen: list[object] = []
    for _ in range(12):
        options = play.options()
        if not options:
            break
        try:
            play.choose(options[random.randrange(len(options))])
        except Fault:
            return [*seen, "fault"]
        seen.append((play.view(None), play.totals()))
    return seen


@pytest.mark.parametrize("made", [random_rules, random_claims], ids=lambda made: made.__name__)
def test_numbers_lie_in_the_ranges_that_are_proven(
    folder: Path, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, meets, owing = PositionReader.number, Oracle._meets, [0]

    def number(self: PositionReader, expr: ir.Expr, env: Env) -> int:
        found = plain(self, expr, env)
        if isinstance(expr.type, IntType) and not owing[0]:
            assert expr.type.low <= found <= expr.type.high, expr
        return found

    def judge(self: Oracle, requirement: ir.Requirement, *rest: object) -> bool:
        owing[0] += requirement.after_cost  # what cannot be paid is owed there, as never in play
        try:
            return meets(self, requirement, *rest)  # type: ignore[arg-type]  # handed on
        finally:
            owing[0] -= requirement.after_cost

    monkeypatch.setattr(PositionReader, "number", number)
    monkeypatch.setattr(Oracle, "_meets", judge)

    @examples(SMALL)
    @given(numbers, st.integers(0, 99))
    def check(choices: list[int], seed: int) -> None:
        text = game_from(made, choices)
        note(text)
        program, _, errors = checked(text, folder)
        assume(not errors & {"E402", "E412"})
        _walk_through(ProgramIndex(program), seed)

    check()


def _walk_through(shape: ProgramIndex, seed: int) -> None:
    """Play some decisions in the interpreter, up to a fault."""
    random = Random(seed)
    try:
        engine = Interpreter(shape, seed)
        for _ in range(8):
            if engine.pending is None:
                return
            choices = sorted(engine.oracle.choices(engine.pending, SearchBudget()), key=repr)
            engine.answer(choices[random.randrange(len(choices))])
    except (OracleFault, Undefined, TooWide):
        return


@pytest.mark.parametrize("made", [random_rules, random_claims], ids=lambda made: made.__name__)
def test_what_is_counted_is_never_kept_as_a_set(folder: Path, made: Made) -> None:
    @examples(SMALL)
    @given(numbers)
    def check(choices: list[int]) -> None:
        program, _, _ = checked(game_from(made, choices), folder)
        for node in descend_all([rule.body for rule in program.rules] + [program.flow]):
            match node:
                case ir.Local() | ir.VarGet() | ir.Cond() | ir.PerPlayer() | ir.Supposing():
                    kept = [node.type]
                case ir.SetOp(op="union"):
                    kept = [node.type, node.left.type, node.right.type]
                case ir.CallDefine(args=args):
                    kept = [arg.type for arg in args]
                case _:
                    continue
            assert not any(isinstance(type_, SetType) and type_.counted for type_ in kept)

    check()
