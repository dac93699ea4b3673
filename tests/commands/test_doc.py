from __future__ import annotations

from pathlib import Path

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
