from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.main import cli

DATA = Path(__file__).parents[1] / "data"


def _run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, ["doc", *map(str, args)])


def test_a_page_holds_all_languages(tmp_path: Path) -> None:
    out = tmp_path / "orchard.html"
    assert _run(DATA / "orchard.rules", "--lang", "en,ru", "-o", out).exit_code == 0
    page = out.read_text("utf-8")
    assert 'lang="en"' in page
    assert "Собрать яблоки" in page


def test_markdown_has_a_file_for_each_language(tmp_path: Path) -> None:
    out = tmp_path / "orchard.md"
    assert _run(DATA / "orchard.rules", "--lang", "en,ru", "-o", out).exit_code == 0
    assert (tmp_path / "orchard.en.md").is_file()
    assert "Собрать яблоки" in (tmp_path / "orchard.ru.md").read_text("utf-8")


def test_check_tells_what_is_out_of_date_and_update_mends_it(tmp_path: Path) -> None:
    out = tmp_path / "orchard.md"
    assert _run(DATA / "orchard.rules", "-o", out, "--edition", "aid").exit_code == 0
    assert _run("--check", out).exit_code == 0
    made = out.read_text("utf-8")
    out.write_text(made.replace("Pick apples", "Pick pears"), "utf-8")
    found = _run("--check", out)
    assert found.exit_code == 1
    assert found.output == f"{out} is out of date: `rulelang doc --update` writes it again\n"
    assert _run("--update", out).exit_code == 0
    assert out.read_text("utf-8") == made


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    found = _run(DATA / "orchard.rules", "-o", tmp_path / "orchard.doc")
    assert found.exit_code == 2
    assert "should end in .html, .md, .pdf" in found.output
    found = _run(DATA / "orchard.rules", "--lang", "en,xx")
    assert found.exit_code == 2
    assert "languages are en, ru" in found.output
    plain = tmp_path / "notes.md"
    plain.write_text("# Notes\n")
    assert "does not say which" in _run("--check", plain).output


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "orchard.html"
    folder.mkdir()
    plain = tmp_path / "plain"
    plain.write_text("")
    for out in (folder, plain / "orchard.html"):
        found = _run(DATA / "orchard.rules", "-o", out)
        assert found.exit_code == 2
        assert "cannot be written: " in found.output
    traced = CliRunner().invoke(
        cli, ["trace", str(DATA / "orchard.rules"), "--games", "0", "-o", str(folder)]
    )
    assert traced.exit_code == 2
    assert f"`{folder}` cannot be written" in traced.output
    assert sorted(tmp_path.iterdir()) == [folder, plain]


def test_nothing_is_written_if_one_file_cannot_be(tmp_path: Path) -> None:
    out = tmp_path / "orchard.md"
    (tmp_path / "orchard.ru.md").mkdir()
    assert _run(DATA / "orchard.rules", "--lang", "en,ru", "-o", out).exit_code == 2
    assert not (tmp_path / "orchard.en.md").exists()
    assert not list(tmp_path.rglob("*.new"))


def test_check_tells_about_every_file(tmp_path: Path) -> None:
    binary, quoted, gone = tmp_path / "a.md", tmp_path / "b.md", tmp_path / "c.md"
    binary.write_bytes(b"\xff\xfe\x00")
    quoted.write_text("<!-- rulelang doc 'orchard -->")
    found = _run("--check", binary, quoted, gone)
    assert found.exit_code == 2
    for file in (binary, quoted):
        assert f"`{file}` does not say which `rulelang doc` made it" in found.output
    assert f"there is no file `{gone}`" in found.output


def test_pictures_that_no_longer_belong_are_found_and_removed(tmp_path: Path) -> None:
    out = tmp_path / "orchard.md"
    assert _run(DATA / "orchard.rules", "-o", out).exit_code == 0
    left = tmp_path / "orchard-pictures" / "99.svg"
    left.write_text("<svg/>")
    found = _run("--check", out)
    assert found.exit_code == 1
    assert f"{left} is no longer part of orchard.md" in found.output
    assert _run("--update", out).exit_code == 0
    assert not left.exists()
    assert _run("--check", out).exit_code == 0


def test_a_reference_is_checked_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "games" / "orchard.rules"
    rules.parent.mkdir()
    rules.write_text((DATA / "orchard.rules").read_text("utf-8"), "utf-8")
    out = tmp_path / "docs" / "orchard.md"
    monkeypatch.chdir(tmp_path)
    assert _run("games/orchard.rules", "-o", "docs/orchard.md", "--edition", "aid").exit_code == 0
    monkeypatch.chdir(out.parent)
    assert _run("--check", out.name).exit_code == 0
