"""`rulelang explain`: pages, the list, and codes that do not exist."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rulelang.cli.explain import command
from rulelang.diagnostics.codes import CODES


@pytest.mark.parametrize("code", ["E203", "e203", "unknown-name"])
def test_a_code_is_explained(code: str) -> None:
    done = CliRunner().invoke(command, [code])
    assert done.exit_code == 0
    assert done.stdout.startswith("E203 unknown-name (error)\n\nThe name is not declared")
    assert "\n\nWhy: " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("E2O3", "`E203`"),
        ("unknwn-name", "`unknown-name`"),
        ("nothing", "`rulelang explain` lists"),
    ],
)
def test_an_unknown_code_gets_a_suggestion(code: str, near: str) -> None:
    done = CliRunner().invoke(command, [code])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"there is no code called `{code}`" in done.stderr
    assert near in done.stderr


def test_without_a_code_all_are_listed() -> None:
    done = CliRunner().invoke(command)
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(CODES)


def test_json_is_versioned() -> None:
    one = json.loads(CliRunner().invoke(command, ["E203", "--format", "json"]).stdout)
    every = json.loads(CliRunner().invoke(command, ["--format", "json"]).stdout)
    assert one["version"] == every["version"] == 1
    assert one["explained"]["slug"] == "unknown-name"
    assert one["explained"] in every["explained"]
