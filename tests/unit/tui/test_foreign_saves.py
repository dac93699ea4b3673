"""Saved games of strangers: whatever is in the file, it is a message with the place, or a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli
from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.game import Game
from rulelang.tui.saving import Recipe, Saved, SaveError, read_saved, resume, write_saved

DATA = Path(__file__).parents[2] / "data"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def saved(tmp_path: Path, orchard: Game) -> dict[str, Any]:
    """A saved game with a few answers, as plain data."""
    play = orchard.start(seed=3)
    for _ in range(4):
        play.choose(play.options()[0])
    write_saved(
        tmp_path / "save.json",
        Saved(Recipe(str(DATA / "orchard.rules"), 2, {}, ()), ["", ""], play.save()),
    )
    found: dict[str, Any] = json.loads((tmp_path / "save.json").read_text("utf-8"))
    return found


def test_what_was_written_is_read(tmp_path: Path, orchard: Game, saved: dict[str, Any]) -> None:
    found = read_saved(tmp_path / "save.json")
    assert found.record == saved["record"]
    assert len(resume(orchard, found.record).answers) == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: s.pop("record"), "`record` is missing"),
        (lambda s: s.update(extra=1), "there is no `extra` here"),
        (lambda s: s.update(version=2), "it has version 2, not 1"),
        (lambda s: s.update(version=[]), "it has version of another kind, not 1"),
        (lambda s: s.update(rules=3), "rules: a text should stand here"),
        (lambda s: s.update(rules="a\x1b[2J.rules"), "rules: a text has the control character U+001B"),
        (lambda s: s.update(rules="a\ud800.rules"), "rules: a text has the control character U+D800"),
        (lambda s: s.update(rules="/etc/passwd"), "it names `/etc/passwd`, which is no rules file"),
        (lambda s: s.update(rules="//host/x.rules"), "on another machine"),
        (lambda s: s.update(variants=["../../.ssh/id_rsa"]), "which is no rules file"),
        (lambda s: s["record"].update(players=0), "record.players: a number from 1 to 100"),
        (lambda s: s["record"].update(players=True), "record.players: a number should stand here"),
        (lambda s: s["record"].update(seed=-1), "record.seed: a number from 0 to"),
        (lambda s: s["record"].update(seed=2**200), "record.seed: a number from 0 to"),
        (lambda s: s["record"].update(seed="1"), "record.seed: a number should stand here"),
        (lambda s: s["record"].update(answers={}), "record.answers: a list should stand here"),
        (lambda s: s["record"]["answers"].insert(2, "ab"), "record.answers[2]: a list should stand here"),
        (lambda s: s["record"]["answers"].insert(2, ["p1", 3]), "record.answers[2][1]: a text should stand here"),
        (lambda s: s["record"]["answers"].insert(0, ["p1"]), "record.answers[0]: a list of player, option, chance"),
        (lambda s: s["record"]["answers"][1].append([["x"]]), "record.answers[1][2][0]: a list of name, value"),
        (lambda s: s["record"].update(state=[1, None]), "record.state[1]: a number should stand here"),
        (lambda s: s["record"].update(chance=[["x", [[[[[[1]]]]]]]]), "record.chance[0][1]: a number or a text"),
        (lambda s: s["record"].update(marks=[["p1", 1, [1.5]]]), "record.marks[0][2][0]: a number should"),
        (lambda s: s["record"].update(items={"a": "b"}), "record.items.a: a number should stand here"),
        (lambda s: s["record"].update(fault="x" * 50_000), "record.fault: a text has 50000 letters"),
    ],
)  # fmt: skip
def test_a_bad_one_is_a_message_with_the_place(
    tmp_path: Path, saved: dict[str, Any], change: Change, said: str
) -> None:
    change(saved)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(saved), "utf-8")
    with pytest.raises(SaveError) as told:
        read_saved(file)
    assert said in str(told.value)
    for words in (["replay", str(file)], ["play", "--load", str(file)], ["draw", str(file)]):
        done = CliRunner().invoke(cli, words)
        assert (done.exit_code, done.stdout) == (1, ""), words
        assert said in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: it is no JSON"),
        ("{\n 'a': 1}", "line 2, column 2: it is no JSON"),
        (b"\xff{}", "byte 0: it is not UTF-8 text"),
        ("[" * 100_000, "nested too deep"),
        ('{"version": ' + "9" * 5_000 + "}", "a number has 5000 digits"),
        ('{"version": NaN}', "`NaN` is no number"),
        ("[]", "an object should stand here"),
        ("null", "an object should stand here"),
    ],
    ids=range(8),
)
def test_what_is_no_saved_game_at_all_is_told(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = CliRunner().invoke(cli, ["replay", str(file)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert said in done.stderr


def test_a_link_to_something_else_is_no_rules_file(tmp_path: Path, saved: dict[str, Any]) -> None:
    (tmp_path / "game.rules").symlink_to("/etc/passwd")
    saved["rules"] = str(tmp_path / "game.rules")
    (tmp_path / "bad.json").write_text(json.dumps(saved), "utf-8")
    with pytest.raises(SaveError, match="which is no rules file"):
        read_saved(tmp_path / "bad.json")


def test_a_name_is_no_file_that_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "id_rsa").write_text("secret\n", "utf-8")
    saved["rules"] = "id_rsa"
    (tmp_path / "bad.json").write_text(json.dumps(saved), "utf-8")
    done = CliRunner().invoke(cli, ["replay", "bad.json"])
    assert done.exit_code == 1
    assert "secret" not in done.output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["answers"].insert(0, ["nobody", "pick"]), "answer 1 of 5"),
        (lambda r: r.update(chance=[["no_such_chance", 1]]), "what was fixed for set-up"),
        (lambda r: r["answers"].__setitem__(0, [*r["answers"][0], [["none", 3]]]), "answer 1 of 4"),
        (lambda r: r.update(start=[1, 2, 3]), "no position of this game: it has 3 numbers"),
        (lambda r: r.update(start=[-7] * len(r["state"]), answers=[]), "no position of this game"),
        (lambda r: r.update(start=[10**9] * len(r["state"]), answers=[]), "no position of this game"),
        (lambda r: r.update(held={"nobody": ["x"]}), "half an answer of nobody"),
        (lambda r: r.pop("answers"), "`answers` is missing"),
        (lambda r: r.update(state=3), "`state` is something else"),
        (lambda r: r.update(answers=[3]), "answer 1 is something else"),
        (lambda r: r.update(version="x"), "`version` is missing or something else"),
    ],
)  # fmt: skip
def test_a_record_that_is_none_of_this_game_is_refused_by_the_runtime(
    orchard: Game, saved: dict[str, Any], change: Change, said: str
) -> None:
    change(saved["record"])
    with pytest.raises(RulesChangedError) as told:
        orchard.load(saved["record"])
    assert said in str(told.value)
