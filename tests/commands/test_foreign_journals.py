"""Journals that somebody has written by hand: whatever the results say, the command ends with a report."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from rulelang.cli.balance_command import command as balance_command
from rulelang.cli.sim_command import command as sim_command
from rulelang.cli.verify_command import command as verify_command
from tests.support.mutations import changed

AUCTION = Path(__file__).parents[1] / "data" / "auction.rules"
COMMANDS = [
    (sim_command, ["-n", "6"]),
    (balance_command, ["-n", "4", "--bots", "random"]),
    (verify_command, ["-n", "4", "--depth", "2", "--save", "found"]),
]


@pytest.mark.parametrize(("command", "asked"), COMMANDS, ids=["sim", "balance", "verify"])
def test_any_results_end_in_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: click.Command, asked: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [str(AUCTION), *asked, "--jobs", "1", "--resume", "journal"]
    first = CliRunner().invoke(command, words)
    assert first.exit_code == 0, first.output
    head, *lines = Path("journal").read_text("utf-8").splitlines()
    chance = random.Random(0)
    for _ in range(25):
        results: list[Any] = [json.loads(line) for line in lines]
        number = chance.randrange(len(results))
        results[number] = changed(results[number], chance)
        text = "\n".join([head, *(json.dumps(each) for each in results)]) + "\n"
        Path("journal").write_text(text, "utf-8")
        done = CliRunner().invoke(command, words)
        assert done.exception is None or isinstance(done.exception, SystemExit), (
            text,
            done.exception,
        )
        assert done.exit_code in (0, 1)
