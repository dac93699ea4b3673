"""Options of the test suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update-cases`, which accepts new output; whoever uses it reads the diff."""
    parser.addoption(
        "--update-cases", action="store_true", help="write what the stages now say into the cases"
    )


@pytest.fixture
def updates_cases(request: pytest.FixtureRequest) -> bool:
    """Whether new output is to be accepted."""
    return bool(request.config.getoption("--update-cases"))


@pytest.fixture(autouse=True)
def without_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile everything: what is kept from an earlier run must not decide a test."""
    monkeypatch.setenv("RULELANG_CACHE", "off")
