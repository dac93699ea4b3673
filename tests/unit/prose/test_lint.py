"""The lint asks for labels and forms that texts need."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulelang.cli.check_command import command
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose
from rulelang.prose.lint import lines_to_fill, remarks
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees.items import Flow

BARE = """
game bare "Bare" ru "Голая":
    players 2..2
enum Place "place" ru "путь": north
piece Boat, alike 2 per Player
flow:
    each p in everyone: turn p: may sail
action sail(x in Place) "Sail" ru "Плыть":
    do: move 1 Boat from my supply to box
"""


def linked(path: Path) -> Linked:
    found = link(path, [], Sources(), Reporter())
    assert found is not None
    return found


def test_missing_labels_and_forms_are_listed_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "bare.rules"
    path.write_text(BARE, encoding="utf-8")
    game = linked(path)
    assert lines_to_fill(game, "ru") == (
        "words ru:",
        '    north: "…"',
        '    Boat: "…"',
        '    Place: "Путь", gender "…"',
        '    sail: does "…", to_do "…", plays "…"',
    )
    assert lines_to_fill(game, "en") == ()


def test_check_lists_them_on_request(tmp_path: Path) -> None:
    path = tmp_path / "bare.rules"
    path.write_text(BARE, encoding="utf-8")
    done = CliRunner().invoke(command, [str(path), "--lang", "ru"])
    assert done.exit_code == 1
    assert (
        'bare.rules: texts need words; fill in:\n    words ru:\n        north: "…"' in done.output
    )


VERBS = """
action rest "Rest" ru "Отдых":
    do: stop rest
words en:
    sail: does "sail[ to {y}"
    rest: plays "rests"
"""


def test_verbs_are_asked_for_once_a_game_has_some_and_their_gaps_are_checked(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bare.rules"
    path.write_text(BARE + VERBS, encoding="utf-8")
    game = linked(path)
    assert lines_to_fill(game, "en") == ("words en:", '    rest: does "…"')
    assert [remark.text for remark in remarks(game, "en")] == [
        "`y` is no parameter of `sail`",
        "these brackets do not match",
    ]


UNSAID = """
game unsaid "Unsaid":
    players 2..2 named red "Red" ru "Красный", blue "Blue" ru "Синий"
    note "For two." ru "Для двоих."
enum Good "good" ru "товар": wool "wool" ru "шерсть"
account purse "purse" ru "кошелёк" of Player: Good
action shear "Shear":
    require few: size of my purse < 9 else "you have enough"
    note "Sheep like it."
    do: gain 1 wool
effect lose:
    note "Never mind." ru "Ничего."
    pay 1 wool
effect rest "Rest" ru "Отдых":
    note "Take 1 wool." ru "Возьмите 1 шерсть."
    gain 1 wool
flow:
    note "It is short." ru "Это недолго."
    step work "Work" ru "Труд":
        note "Hard work." ru "Тяжёлый труд."
        each p in everyone:
            turn p: choose shear
            otherwise: do rest
    do lose
score wealth "Wealth" ru "Богатство" for p: wool of purse of p
win by points, else shared
test "wool" ru "шерсть":
    then that players = 2
words ru:
    shear: "Стрижка"
"""


def remarked(path: Path, language: str) -> list[str]:
    path.write_text(UNSAID, encoding="utf-8")
    return [remark.text for remark in remarks(linked(path), language)]


def test_texts_that_are_not_said_in_the_language_are_listed(tmp_path: Path) -> None:
    assert remarked(tmp_path / "unsaid.rules", "ru") == [
        "“Unsaid” is not said in ru",
        "“you have enough” is not said in ru",
        "“Sheep like it.” is not said in ru",
        "this note is shown nowhere: what it belongs to has no label",
        "the text says this already: “Возьмите 1 шерсть.”",
    ]


def test_notes_that_repeat_or_that_nobody_reads_are_listed(tmp_path: Path) -> None:
    assert remarked(tmp_path / "unsaid.rules", "en") == [
        "this note is shown nowhere: what it belongs to has no label",
        "the text says this already: “Take 1 wool.”",
    ]


def test_check_says_where(tmp_path: Path) -> None:
    path = tmp_path / "unsaid.rules"
    path.write_text(UNSAID, encoding="utf-8")
    done = CliRunner().invoke(command, [str(path), "--lang", "en"])
    assert done.exit_code == 1
    assert f"{path}:15: the text says this already: “Take 1 wool.”" in done.output
    assert CliRunner().invoke(command, [str(path), "--lang", "xx"]).exit_code == 2


def test_notes_on_a_flow_and_on_its_steps_are_told_there(tmp_path: Path) -> None:
    path = tmp_path / "unsaid.rules"
    path.write_text(UNSAID, encoding="utf-8")
    prose = Prose(linked(path), "en")
    flow = next(item for item in linked(path).items if isinstance(item, Flow))
    assert as_text(prose.notes(flow)) == "It is short."
    assert as_text(prose.describe("work")).endswith("Hard work.")
