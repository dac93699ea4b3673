"""Checks on small texts: a fixture that types rules and runs one check over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.checks.findings import ProofFinding
from rulelang.diagnostics.reporter import Reporter
from rulelang.program.model import Program
from rulelang.source import Sources

Check = Callable[[Program, Reporter], tuple[ProofFinding, ...]]
# What a check found: (status, line, sentence) of each finding, and (code, line) of each report.
Result = tuple[list[tuple[str, int, str]], list[tuple[str, int]]]
Run = Callable[[Check, str], Result]

HEAD = 'game x "X":\n    players 2..2\n'


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs one check over rules; lines count from the first line given."""

    def run_check(check: Check, text: str) -> Result:
        path = tmp_path / "x.rules"
        path.write_text(HEAD + text, "utf-8")
        report, sources = Reporter(), Sources()
        linked = pipeline.link(path, (), sources, report)
        assert linked is not None
        program = pipeline.type_game(linked, 2, {}, report, tests=True)
        assert program is not None, [said.message for said in report.sorted()]
        findings = check(program, report)
        file = sources.get(str(path))
        assert file is not None

        def line(start: int) -> int:
            return file.position(start)[0] - HEAD.count("\n")

        found = [(str(f.status), line(f.span.start) if f.span else 0, f.sentence) for f in findings]
        said = [(d.code.id, line(d.span.start) if d.span else 0) for d in report.sorted()]
        return found, said

    return run_check
