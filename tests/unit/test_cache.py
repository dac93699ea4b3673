"""The cache of compiled games: hits, misses, damage, privacy, and the switch."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from rulelang import cache, checking, loading, pipeline
from rulelang.cache import CacheEntry, Request, cache_folder, keep, recall

RULES = """game herd "Herd":
    players 2..3

card Animal from "animals.csv":
    worth: 1..9

zone deck: pile of Animal, seen by nobody
zone pen of Player: Animal

setting rounds = 2 in 1..5

setup:
    move all of Animal to deck
    shuffle deck

action draw_one "Draw":
    require left: some deck else "nothing is left"
    do: draw 1 from deck to my pen

flow:
    repeat rounds times:
        each p in everyone:
            turn p: may draw_one
score worth for p: total(a.worth for a in pen of p)
win by points, else shared
"""
TABLE = "name,worth\ncow,3\nhen,1\npig,2\nfox,4\nowl,5\nram,6\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a table, an empty cache, and files that were written long ago."""
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    write(tmp_path / "herd.rules", RULES)
    write(tmp_path / "animals.csv", TABLE)
    return tmp_path


def write(path: Path, text: str, *, age: float = 3600) -> None:
    path.write_text(text, "utf-8")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was linked, each time it was."""
    seen: list[str] = []
    link = pipeline.link

    def counted(path: Path, *rest: object) -> object:
        seen.append(path.name)
        return link(path, *rest)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(pipeline, "link", counted)
    return seen


def test_an_unchanged_game_is_not_compiled_again(folder: Path, compiles: list[str]) -> None:
    path = folder / "herd.rules"
    first, second = loading.load_game(path, players=2), loading.load_game(path, players=2)
    assert compiles == ["herd.rules"]
    assert second.rules_hash == first.rules_hash
    assert second.layout == first.layout
    assert json.dumps(second.description) == json.dumps(first.description)
    assert second.start(seed=4).state == first.start(seed=4).state
    assert second.start(seed=4).why_not("draw_one") == []


def test_players_settings_and_kinds_of_result_are_kept_apart(
    folder: Path, compiles: list[str]
) -> None:
    path = folder / "herd.rules"
    assert loading.load_game(path, players=2).players == 2
    assert loading.load_game(path, players=3).players == 3
    longer = loading.load_game(path, players=3, settings={"rounds": "5"})
    assert longer.description.settings["rounds"] == 5
    assert checking.check_game(Request("check", path, (), 3)).diagnostics == ()
    assert len(compiles) == 4
    assert loading.load_game(path, players=3).description.settings["rounds"] == 2
    assert len(compiles) == 4


@pytest.mark.parametrize("name", ["herd.rules", "animals.csv"])
@pytest.mark.parametrize("age", [0, 3600])
def test_a_changed_file_is_noticed(
    folder: Path, compiles: list[str], name: str, age: float
) -> None:
    before = loading.load_game(folder / "herd.rules")
    text = (folder / name).read_text("utf-8")
    # As long as before: only time and content tell.
    changed = text.replace("Draw", "Take").replace("cow,3", "cow,7")
    write(folder / name, changed, age=age)
    after = loading.load_game(folder / "herd.rules")
    assert len(compiles) == 2
    assert after.description != before.description


def test_a_change_just_after_a_look_is_noticed_even_if_the_time_is_the_same(
    folder: Path, compiles: list[str]
) -> None:
    path, table = folder / "herd.rules", folder / "animals.csv"
    table.touch()
    times = table.stat().st_atime_ns, table.stat().st_mtime_ns
    loading.load_game(path)
    table.write_text(TABLE.replace("cow,3", "cow,7"), "utf-8")
    os.utime(table, ns=times)
    assert loading.load_game(path).description.printed["Animal"]["worth"].values[0] == 7
    assert len(compiles) == 2


def test_a_file_that_was_only_touched_counts_as_unchanged(
    folder: Path, compiles: list[str]
) -> None:
    loading.load_game(folder / "herd.rules")
    (folder / "animals.csv").touch()
    loading.load_game(folder / "herd.rules")
    assert len(compiles) == 1


def test_another_compiler_starts_afresh(
    folder: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loading.load_game(folder / "herd.rules")
    monkeypatch.setattr(cache, "package_fingerprint", lambda: "another")
    loading.load_game(folder / "herd.rules")
    assert len(compiles) == 2


@pytest.mark.parametrize("damage", [b"", b"rulelang cache 1\n", b"x" * 5000, None])
def test_a_damaged_entry_is_made_again(
    folder: Path, compiles: list[str], damage: bytes | None
) -> None:
    path = folder / "herd.rules"
    loading.load_game(path)
    home = cache_folder()
    assert home is not None
    for entry in home.glob("*.entry"):
        content = entry.read_bytes()
        entry.write_bytes(content[:-1] + b"?" if damage is None else damage)
    loading.load_game(path)
    loading.load_game(path)
    assert len(compiles) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"written": 1, "files": [[1]]}', "\x00"])
def test_a_damaged_index_is_made_again(folder: Path, compiles: list[str], text: str) -> None:
    loading.load_game(folder / "herd.rules")
    home = cache_folder()
    assert home is not None
    for index in home.glob("*.index"):
        index.write_text(text, "utf-8")
    loading.load_game(folder / "herd.rules")
    loading.load_game(folder / "herd.rules")
    assert len(compiles) == 2


def test_the_switch_turns_everything_off(
    folder: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULELANG_CACHE", "off")
    loading.load_game(folder / "herd.rules")
    loading.load_game(folder / "herd.rules")
    assert len(compiles) == 2
    assert not (folder / "home").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs permissions of files")
def test_the_folder_is_private_and_one_that_is_not_is_left_alone(
    folder: Path, compiles: list[str]
) -> None:
    home = cache_folder()
    assert home is not None
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    home.chmod(0o777)
    assert cache_folder() is None
    loading.load_game(folder / "herd.rules")
    assert list(home.iterdir()) == []


def test_a_place_that_cannot_be_written_is_no_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "file"))
    assert loading.load_game(folder / "herd.rules").name == "herd"


def test_what_changes_while_it_is_compiled_is_not_kept(folder: Path) -> None:
    request = Request("check", folder / "herd.rules")
    keep(request, [folder / "herd.rules"], CacheEntry({}), since=0)
    assert recall(request) is None


def test_errors_in_reading_are_not_kept(folder: Path, compiles: list[str]) -> None:
    (folder / "animals.csv").unlink()
    request = Request("check", folder / "herd.rules")
    assert [d.code.id for d in checking.check_game(request).diagnostics] == ["E801"]
    write(folder / "animals.csv", TABLE)
    assert checking.check_game(request).diagnostics == ()
    assert len(compiles) == 2


def test_findings_come_back_as_they_were(folder: Path, compiles: list[str]) -> None:
    write(folder / "herd.rules", RULES + "\nsetting spare = 3\n")
    request = Request("check", folder / "herd.rules")
    first, second = checking.check_game(request), checking.check_game(request)
    assert len(compiles) == 1
    assert first.diagnostics
    assert second.diagnostics == first.diagnostics
    assert second.findings == first.findings
    assert second.sources is not None
    assert second.sources.paths()


def test_old_entries_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 4)
    for rounds in range(1, 6):
        loading.load_game(folder / "herd.rules", settings={"rounds": str(rounds)})
    home = cache_folder()
    assert home is not None
    assert len(list(home.iterdir())) <= 4


def test_the_index_holds_plain_data(folder: Path) -> None:
    loading.load_game(folder / "herd.rules")
    home = cache_folder()
    assert home is not None
    (index,) = home.glob("*.index")
    names = {Path(row[0]).name for row in json.loads(index.read_text("utf-8"))["files"]}
    assert names == {"herd.rules", "animals.csv"}
