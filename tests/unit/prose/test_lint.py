"""The lint asks for labels and forms that texts need."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulelang.cli.check import command
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.lint import lines_to_fill
from rulelang.source import Sources

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
