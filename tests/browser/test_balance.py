"""The page of `rulelang balance` in a real browser: plots that can be seen, no complaint, nothing from a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.balance_command import command
from tests.browser.chromium import Browser

# Every plot has its title, and marks inside of what is shown.
PLOTS = """
[...document.querySelectorAll('svg')].map(svg => {
    const box = svg.getBoundingClientRect();
    const marks = [...svg.querySelectorAll('circle, rect, polygon, line, text')].map(e => e.getBoundingClientRect());
    return {
        named: !!(svg.getAttribute('aria-label') || svg.querySelector('title')),
        marks: marks.length,
        outside: marks.filter(m => m.left < box.left - 1 || m.right > box.right + 1 || m.bottom > box.bottom + 1).length,
        seen: box.width > 100 && box.height > 20,
    };
})
"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("balance") / "page.html"
    asked = ["clans_glory", "--with", "@heads_count", "--players", "2", "--games", "12"]
    done = CliRunner().invoke(
        command, [*asked, "--bots", "random", "--jobs", "1", "--html", str(file)]
    )
    assert done.exit_code == 0, done.output
    return file


@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_of_a_comparison_is_quiet_whole_and_alone(
    browser: Browser, page_file: Path, width: int
) -> None:
    page = browser.page(page_file, width=width, height=800, dark=width < 600)
    plots = page.evaluate(PLOTS)
    assert len(plots) >= 5
    for plot in plots:
        assert plot["named"]
        assert plot["seen"]
        assert plot["marks"] > 2
        assert plot["outside"] == 0
    assert page.evaluate("document.querySelectorAll('table tr').length") > 12
    assert page.evaluate(WIDE) <= 0
    assert page.complaints() == []
    assert page.requests() == [page_file.as_uri()]
    page.close()
