"""Cases as data: in go `.case` files, out comes a test for each `[case …]` in them.

A case is rules text in which `#! E101 part of the message` marks a line that must be reported; no other
diagnostic may appear. A line with nothing else than such a mark stands for a diagnostic without a place
and is left out of the text. Lines below `[file name]` go into a file of that name beside the rules; lines
below `[out]`, which comes last, must be contained in the rendered diagnostics.

Options stand after the name: `stage=` (else the name of the folder), `encoding=` to store the text
differently or not readable, `repeat=` to have it many times, `ending=crlf`. Warnings and notes of the stage `check` count
only in cases that mark some of their code or say `warnings=shown`: small examples leave names unused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from rulelang import pipeline
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.source import Sources, Span
from rulelang.syntax.parsing.from_text import parse_file, read_source
from rulelang.verify.finding import from_data
from rulelang.verify.search import Bounds, explore
from rulelang.verify.watched_games import watch_game
from tests.support.trial import try_rules

# No rules text brings these about: rulelang is at fault then. tests/unit/verify/test_own_faults.py plants both.
WITHOUT_CASES = {"E416", "R908"}
HERE = Path(__file__).parent
SHOWN_AS = "case.rules"

FILE = re.compile(r"^\[file (\S+)\]\n", re.MULTILINE)
HEAD = re.compile(r"\[case (?P<name>\w+)(?P<options>( \w+=\S+)*)\]")
MARK = re.compile(r"\s*#! (?P<code>[A-Z]\d{3}) ?(?P<part>[^#]*(?:#(?!!)[^#]*)*)")


def _syntax(path: Path, sources: Sources, report: Reporter) -> None:
    source = read_source(path, str(path), report)
    if source is not None:
        parse_file(sources.add(source), report)


def _check(path: Path, sources: Sources, report: Reporter) -> None:
    linked = pipeline.link(path, (), sources, report)
    if linked is None or report.has_errors:
        return
    pipeline.check_linked(linked, pipeline.players_of(linked, report), {}, report)


def _verify(path: Path, sources: Sources, report: Reporter) -> None:
    linked = pipeline.link(path, (), sources, report)
    assert linked is not None
    compiled = pipeline.compile_game(linked, None, {}, report)
    assert compiled is not None
    game = compiled.load()
    findings = list(explore(game, 0, Bounds(positions=100)).findings)
    watched = None if findings else watch_game(game, 0)["finding"]
    findings += [] if watched is None else [from_data(watched)]
    for found in findings:
        place = None if found.place is None else Span(*found.place)
        report.add(Diagnostic(code=CODES[found.code], message=found.said, span=place))


# What runs for a case; a stage reports everything up to its own end.
STAGES: dict[str, Callable[[Path, Sources, Reporter], None]] = {
    "syntax": _syntax,
    "check": _check,
    "play": try_rules,
    "verify": _verify,
}


@frozen(kw_only=True)
class Case:
    """One case: its text without marks, and what is to be reported in which line (0: no place)."""

    name: str
    path: Path
    options: dict[str, str]
    lines: tuple[str, ...]
    expected: tuple[tuple[int, str, str], ...]
    files: dict[str, str]
    out: tuple[str, ...]

    @property
    def text(self) -> str:
        """The rules text as it is stored."""
        end = "\r\n" if self.options.get("ending") == "crlf" else "\n"
        return "".join(line + end for line in self.lines) * int(self.options.get("repeat", "1"))


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file in order."""
    cases: list[Case] = []
    heads = list(HEAD.finditer(text := path.read_text("utf-8")))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        rest, _, out = text[head.end() : end].strip("\n").partition("\n[out]\n")
        body, *files = FILE.split(rest)
        lines: list[str] = []
        expected: list[tuple[int, str, str]] = []
        for line in body.splitlines():
            marks = [(found["code"], found["part"].strip()) for found in MARK.finditer(line)]
            kept = MARK.sub("", line)
            has_place = bool(kept.strip()) or not marks
            if has_place:
                lines.append(kept)
            expected += [(len(lines) if has_place else 0, *mark) for mark in marks]
        options = dict(option.split("=") for option in head["options"].split())
        cases.append(
            Case(
                name=head["name"],
                path=path,
                options=options,
                lines=tuple(lines),
                expected=tuple(expected),
                files=dict(zip(files[::2], files[1::2], strict=True)),
                out=tuple(line for line in out.splitlines() if line.strip()),
            )
        )
    return cases


CASES = [case for path in sorted(HERE.rglob("*.case")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.path.stem}-{case.name}")
def test_case(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    updates_cases: bool,  # noqa: FBT001  # a fixture
) -> None:
    monkeypatch.chdir(tmp_path)
    found, rendered = run_case(case)
    if updates_cases:
        rewrite(case, found)
        return
    said = "\n".join(f"{line}: {code} {message}" for line, code, message in found)
    assert len(found) == len(case.expected), said
    for (line, code, message), (wanted_line, wanted_code, part) in zip(
        sorted(found), sorted(case.expected), strict=True
    ):
        assert (line, code) == (wanted_line, wanted_code), said
        assert part in message, said
    for wanted in case.out:
        assert wanted.strip() in rendered, rendered


def test_names_of_cases_are_unique() -> None:
    names = [(case.path, case.name) for case in CASES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("code", [code for code in CODES if code not in WITHOUT_CASES])
def test_every_code_has_a_case(code: str) -> None:
    assert any(code == marked for case in CASES for _, marked, _ in case.expected)


def test_there_are_enough_cases() -> None:
    assert sum(bool(case.expected) for case in CASES) >= 60


def run_case(case: Case) -> tuple[list[tuple[int, str, str]], str]:
    """Store and run a case in the current folder; return what was reported, by line, and as text."""
    path = Path(SHOWN_AS)
    encoding = case.options.get("encoding", "utf-8")
    if encoding == "unreadable":
        path.symlink_to("/proc/self/mem")  # root may read every other file
    else:
        path.write_bytes(case.text.encode(encoding))
    for name, content in case.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, "utf-8")
    report, sources = Reporter(), Sources()
    STAGES[case.options.get("stage", case.path.parent.name)](path, sources, report)

    def line_of(diagnostic: Diagnostic) -> int:
        source = sources.get(SHOWN_AS)
        if source is None or diagnostic.span is None or diagnostic.span.path != SHOWN_AS:
            return 0
        return source.position(diagnostic.span.start)[0]

    marked = {code for _, code, _ in case.expected}
    counted = [
        said
        for said in report.sorted()
        if said.severity is Severity.ERROR or said.code.id in marked or "warnings" in case.options
    ]
    found = [(line_of(said), said.code.id, said.message) for said in counted]
    return found, render_all(counted, sources, colour=False, width=100)


def rewrite(case: Case, found: list[tuple[int, str, str]]) -> None:
    """Put what was reported into the marks of a case."""
    said: dict[int, str] = {}
    for line, code, message in found:
        said[line] = said.get(line, "") + f"  #! {code} {message}"
    marked = [line + said.get(number, "") for number, line in enumerate(case.lines, start=1)]
    if 0 in said:
        marked.insert(0, said[0].strip())
    text = case.path.read_text("utf-8")
    head = next(head for head in HEAD.finditer(text) if head["name"] == case.name)
    following = HEAD.search(text, head.end())
    end = following.start() if following else len(text)
    old = text[head.end() : end]
    section = re.search(r"\n\[(?:out\]|file )", old)
    tail = section.start() if section else len(old.rstrip("\n"))
    body = "\n" + "\n".join(marked)
    case.path.write_text(text[: head.end()] + body + old[tail:] + text[end:], "utf-8")
