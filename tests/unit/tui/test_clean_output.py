"""The door to the terminal: nothing that a stranger wrote steers it, and colours of our own go through."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli
from rulelang.tui.clean_output import CleanStream, clean, clean_output, print_exactly


class Screen(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"
    errors = "strict"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J", "\x1b]0;title\x07", "\x1b[6n", "\x1bP1$r\x1b\\", "\x9b31m", "\x08\x08", "\x7f", "over\rwritten", "a\x00b",
        "\u202eevil\u202c", "\u2066x\u2069", "\u200f", "\u2028", "\ud800", "\x1b", "\x1b[8m", "\x1b[5m", "\x1b[31",
    ],
)  # fmt: skip
def test_what_steers_is_shown_as_a_sign(text: str) -> None:
    for colour in (False, True):
        cleaned = clean(f"<{text}>", colour=colour)
        assert "\ufffd" in cleaned
        assert not {"\x1b", "\x9b", "\x07", "\r", "\x00", "\u202e", "\u2066"} & set(cleaned)
        cleaned.encode()


def test_colours_go_to_terminals_only() -> None:
    styled = click.style("ok", fg="red", bold=True) + click.style(
        "x", fg=(1, 2, 3), dim=True, underline=True
    )
    assert clean(styled, colour=True) == styled
    assert "\x1b" not in clean(styled)


def test_ordinary_text_is_left_alone() -> None:
    text = "Größe\tж 木 — ♣\r\nnext\n"
    assert clean(text) == text


def test_everything_that_is_printed_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Screen(), Screen()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with clean_output():
        click.echo("a\x1b[2Jb")
        click.echo("c\x1b[2Jd", err=True)
        sys.stdout.writelines(["e\x07\n"])
        click.UsageError("f\x1b[1A").show()
        assert not hasattr(sys.stdout, "buffer")
        with clean_output():  # a verb within the command
            click.echo("\x1b[31mred\x1b[0m")
    assert sys.stdout is out
    assert out.getvalue() == "a\ufffd[2Jb\ne\ufffd\n\x1b[31mred\x1b[0m\n"
    assert err.getvalue() == "c\ufffd[2Jd\nError: f\ufffd[1A\n"


def test_what_an_encoding_cannot_say_is_no_fault() -> None:
    inner = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    CleanStream(inner).write("Größe\n")
    inner.seek(0)
    assert inner.read() == "Gr??e\n"


def test_a_file_that_passes_through_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with clean_output():
        print_exactly("a\x0bb\r\n")
    assert capsys.readouterr().out == "a\x0bb\r\n"
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    with clean_output():
        print_exactly("a\x0bb")
    assert screen.getvalue() == "a\ufffdb"


def test_names_of_files_do_not_steer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "x\x1b]0;owned\x07\u202e.rules"
    (tmp_path / name).write_text("nonsense\n", "utf-8")
    for words in (
        ["check", name],
        ["fmt", name],
        ["play", name],
        ["check", "x.rules"],
        ["doc", name],
    ):
        done = CliRunner().invoke(cli, words)
        assert done.exit_code in (1, 2)
        assert not {"\x1b", "\x07", "\u202e"} & set(done.output), words
