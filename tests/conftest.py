"""Options of the test suite."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# `ci` plays the same examples every time; HYPOTHESIS_PROFILE=thorough is for the night.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, max_examples=5)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update-cases`, which accepts new output; whoever uses it reads the diff."""
    parser.addoption(
        "--update-cases", action="store_true", help="write what the stages now say into the cases"
    )


@pytest.fixture
def updates_cases(request: pytest.FixtureRequest) -> bool:
    """Whether new output is to be accepted."""
    return bool(request.config.getoption("--update-cases"))


@pytest.fixture(autouse=True, scope="session")
def without_cache() -> Iterator[None]:
    """Compile everything: what is kept from an earlier run must not decide a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", "off")
        yield
