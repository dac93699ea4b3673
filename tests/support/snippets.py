"""Rules in Markdown pages: in goes a page, out come its blocks as complete rules files.

A fence says what its block is: `rules name=N` gives it a name, `rules extends=N` (or `N+M`) puts it below earlier
blocks, `csv PATH` is a table that all blocks of the page can read. A block without `game` gets a header and one
without `flow` an empty one, so that a page can show a definition without a game around it.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.frozen import frozen
from rulelang.pipeline import check_linked, link, players_of
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources

FENCE = re.compile(
    r"^```(?P<info>(?:rules|csv)\b[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
HEADING = re.compile(r"^#+ +(?P<title>.+)$", re.MULTILINE)
HEADER = "game example:\n    players 2..3\n\n"
FLOW = "\nflow:\n    finish\n"


@frozen(kw_only=True)
class Snippet:
    """One block: the text of a whole rules file and where its own part stands in the page."""

    title: str
    name: str
    line: int
    own: str
    text: str

    @property
    def has_tests(self) -> bool:
        """Whether the block itself has `test` items."""
        return re.search(r"^test ", self.own, re.MULTILINE) is not None


@frozen
class Page:
    """The blocks of a page in order, and its tables by path."""

    snippets: tuple[Snippet, ...]
    tables: tuple[tuple[str, str], ...]

    def store(self, snippet: Snippet, folder: Path) -> Path:
        """Write a block and all tables below `folder`; return the path of the rules file."""
        for written, text in self.tables:
            path = folder / written
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        path = folder / "snippet.rules"
        path.write_text(snippet.text, encoding="utf-8")
        return path


def read_page(text: str) -> Page:
    """Return the blocks and tables of a Markdown page.

    >>> read_page("# A\\n```rules name=a\\nsetting x = 1\\n```\\n").snippets[0].title
    'A'
    """
    headings = [(found.start(), found["title"]) for found in HEADING.finditer(text)]
    named: dict[str, tuple[str, ...]] = {}
    snippets: list[Snippet] = []
    tables: list[tuple[str, str]] = []
    for fence in FENCE.finditer(text):
        word, *options = fence["info"].split()
        if word == "csv":
            tables.append((options[0], fence["text"]))
            continue
        said = dict(option.split("=") for option in options)
        line = text.count("\n", 0, fence.start()) + 1
        name = said.get("name", f"line_{line}")
        parts = said["extends"].split("+") if "extends" in said else []
        below = [block for part in parts for block in named[part]]
        # Two blocks that are extended may rest on the same third one.
        named[name] = tuple(dict.fromkeys([*below, fence["text"]]))
        title = next((title for at, title in reversed(headings) if at < fence.start()), "")
        whole = complete("\n".join(named[name]))
        snippets.append(Snippet(title=title, name=name, line=line, own=fence["text"], text=whole))
    return Page(tuple(snippets), tuple(tables))


def complete(text: str) -> str:
    """Return rules with a header and a flow where they have none."""
    header = "" if re.search(r"^game ", text, re.MULTILINE) else HEADER
    flow = "" if re.search(r"^flow:", text, re.MULTILINE) else FLOW
    return header + text + flow


def compile_errors(page: Page, snippet: Snippet, folder: Path) -> str:
    """Return the errors in a block, for all numbers of players; nothing if it compiles.

    Warnings are left out: a fragment declares more than it uses.
    """
    sources, report = Sources(), Reporter()
    linked = link(page.store(snippet, folder), [], sources, report)
    if linked is not None and not report.has_errors:
        check_linked(linked, players_of(linked, report), {}, report)
    errors = [said for said in report.sorted() if said.severity is Severity.ERROR]
    return render_all(errors, sources, colour=False, width=120)


def failed_tests(page: Page, snippet: Snippet, folder: Path) -> list[str]:
    """Play the `test` items of a block; return what failed."""
    report = Reporter()
    linked = link(page.store(snippet, folder), [], Sources(), report)
    assert linked is not None
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    assert results, f"no test of {snippet.name} was played"
    return [result.failure.message for result in results if result.failure is not None]
