"""Pages carry a policy that fits them: their own styles and scripts and nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli
from rulelang.reference.writers.files import BookOrder, order_in

DATA = Path(__file__).parents[2] / "data"


class Parts(HTMLParser):
    """The policy of a page, what stands in its tags, and what its attributes ask for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.policy = ""
        self.inside: dict[str, list[str]] = {"style": [], "script": []}
        self.before_policy = True
        self.risky: list[str] = []
        self._tag = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            assert not self.inside["style"]
            assert not self.inside["script"]
            self.policy = given["content"] or ""
        for name, value in attrs:
            is_link = name in ("src", "href", "action", "xlink:href") and not (
                value or ""
            ).startswith("#")
            if name.startswith("on") or (is_link and tag != "a") or "javascript:" in (value or ""):
                self.risky.append(f"{tag} {name}={value}")
        self._tag = tag
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if self._tag in self.inside:
            self.inside[self._tag][-1] += data


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    rules = str(DATA / "orchard.rules")
    asked = {
        "doc": ["doc", rules, "-o", str(folder / "doc.html")],
        "both": ["doc", rules, "--lang", "en,ru", "-o", str(folder / "both.html")],
        "aid": ["doc", rules, "--edition", "aid", "-o", str(folder / "aid.html")],
        "trace": ["trace", rules, "--format", "html", "-o", str(folder / "trace.html")],
        "balance": [
            "balance",
            rules,
            "-n",
            "2",
            "--jobs",
            "1",
            "--html",
            str(folder / "balance.html"),
        ],
    }
    for words in asked.values():
        assert CliRunner().invoke(cli, words).exit_code == 0, words
    return {name: (folder / f"{name}.html").read_text("utf-8") for name in asked}


@pytest.mark.parametrize("name", ["doc", "both", "aid", "trace", "balance"])
def test_the_policy_allows_what_is_on_the_page_and_no_more(
    pages: dict[str, str], name: str
) -> None:
    parts = Parts(pages[name])
    assert parts.policy.startswith("default-src 'none'; ")
    for tag, texts in parts.inside.items():
        [allowed] = re.findall(rf"(?:^|; ){tag}-src ([^;]*)", parts.policy)
        for text in texts:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in allowed
        assert "unsafe" not in allowed
        assert "*" not in allowed
    assert parts.inside["style"]
    assert parts.risky == []


def test_a_name_of_a_file_does_not_break_out_of_its_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a\"><script>alert(1)</script><!-- --> 'b.rules"
    (tmp_path / name.replace("/", "_")).write_text(
        (DATA / "orchard.rules").read_text("utf-8"), "utf-8"
    )
    game = name.replace("/", "_")
    for out in ("x.html", "x.md"):
        assert CliRunner().invoke(cli, ["doc", game, "-o", out]).exit_code == 0
        text = (tmp_path / out).read_text("utf-8")
        assert "<script>alert" not in text
        words = order_in(text)
        assert words is not None
        assert words[0] == game
        assert CliRunner().invoke(cli, ["doc", "--check", out]).exit_code == 0


def test_an_order_comes_back_as_it_was() -> None:
    order = BookOrder(game="a b.rules", variants=("x y",), languages=("en",), edition="full")
    assert order_in(f"<!-- rulelang doc {order.words} -->") is not None
