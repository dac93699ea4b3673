"""The parser tables: current, free of conflicts, deterministic, and safe to load from a cache."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.syntax.parsing import parser_tables
from rulelang.syntax.parsing.build import BUILDERS
from rulelang.syntax.parsing.parser_tables import Tables, build_payload, grammar_key, load_tables


@pytest.fixture
def fresh() -> None:
    load_tables.cache_clear()


@pytest.fixture(scope="module")
def payload() -> str:
    # lark builds in strict mode, so a conflict in the grammar raises here.
    return build_payload()


def shipped() -> str:
    return parser_tables.SHIPPED.read_text("utf-8")


def test_shipped_tables_are_those_of_the_grammar(payload: str) -> None:
    head, body, _, _ = shipped().split("\n")
    assert json.loads(head + "null}")["grammar"] == grammar_key()
    assert body == payload, "run `python -m rulelang.syntax.parsing.parser_tables`"


def test_shipped_tables_are_json() -> None:
    assert set(json.loads(shipped())) == {"format", "grammar", "content", "tables"}


def test_loading_shipped_tables_does_not_import_lark() -> None:
    code = (
        "import sys; from rulelang.syntax.parsing.parser_tables import load_tables; load_tables();"
        "sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_production_has_a_builder_and_every_builder_a_production() -> None:
    needed = {
        rule.name
        for rule in load_tables().rules
        if not rule.is_list and not (rule.passes_single and len(rule.takes) == 1)
    }
    assert needed == set(BUILDERS)


@pytest.mark.usefixtures("fresh")
def test_changed_grammar_is_built_once_and_then_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, payload: str
) -> None:
    built: list[int] = []

    def build() -> str:
        built.append(1)
        return payload

    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parser_tables, "grammar_key", lambda: "f" * 64)
    monkeypatch.setattr(parser_tables, "build_payload", build)
    first = load_tables()
    load_tables.cache_clear()
    second = load_tables()
    load_tables.cache_clear()
    assert built == [1]
    assert first == second
    assert [path.name for path in (tmp_path / "rulelang").iterdir()] == [f"tables-{'f' * 64}.json"]


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("damage", ["", "{", "null", '{"format": 1}\n{}\n}', "\x00\n\x00"])
def test_damaged_cache_is_built_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, payload: str, damage: str
) -> None:
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parser_tables, "grammar_key", lambda: "e" * 64)
    monkeypatch.setattr(parser_tables, "build_payload", lambda: payload)
    folder = tmp_path / "rulelang"
    folder.mkdir(mode=0o700)
    (folder / f"tables-{'e' * 64}.json").write_text(damage, "utf-8")
    found = load_tables()
    load_tables.cache_clear()
    assert found == load_tables_as_shipped()


@pytest.mark.usefixtures("fresh")
def test_tampered_cache_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, payload: str
) -> None:
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parser_tables, "grammar_key", lambda: "d" * 64)
    monkeypatch.setattr(parser_tables, "build_payload", lambda: payload)
    load_tables()
    load_tables.cache_clear()
    path = tmp_path / "rulelang" / f"tables-{'d' * 64}.json"
    path.write_text(path.read_text("utf-8").replace('"start"', '"strat"'), "utf-8")
    found = load_tables()
    load_tables.cache_clear()
    assert found == load_tables_as_shipped()


@pytest.mark.usefixtures("fresh")
def test_the_switch_of_the_cache_is_for_tables_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, payload: str
) -> None:
    monkeypatch.setenv("RULELANG_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parser_tables, "grammar_key", lambda: "b" * 64)
    monkeypatch.setattr(parser_tables, "build_payload", lambda: payload)
    load_tables()
    load_tables.cache_clear()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("fresh")
def test_no_cache_is_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, payload: str) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr(parser_tables, "grammar_key", lambda: "c" * 64)
    monkeypatch.setattr(parser_tables, "build_payload", lambda: payload)
    found = load_tables()
    load_tables.cache_clear()
    assert found == load_tables_as_shipped()


def load_tables_as_shipped() -> Tables:
    return parser_tables._unpack(json.loads(shipped())["tables"])
