"""Cards, tiles and tokens by themselves: all that is printed on them, and nothing without print."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulelang.render.gallery import HIGH, WIDE, CardFace, draw_gallery, fold

SVG = "{http://www.w3.org/2000/svg}"
LONG = "Put 1 clansman from your supply on this tile, if there is one. Take “Inverness (card)”, if it is in the box."


def words(drawings: list[str]) -> str:
    found = [text for each in drawings for text in ElementTree.fromstring(each).iter(SVG + "text")]
    return " ".join(" ".join(text.itertext()) for text in found).replace("\u00a0", " ")


def size(drawing: str) -> tuple[float, float]:
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawing)
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("form", ["card", "hex", "token", "small"])
def test_every_form_shows_its_name_and_how_many_there_are(form: str) -> None:
    (drawing,) = draw_gallery([CardFace(form=form, title="7", colour="#c8312b", count=3)], "All")
    assert "× 3" in words([drawing])
    assert "7" in words([drawing])
    assert 'fill="#c8312b"' in drawing


def test_long_texts_are_complete() -> None:
    told = words(draw_gallery([CardFace(title="Inverness", lines=[LONG, "Price: 10"])], "All"))
    assert " ".join(LONG.split()) in " ".join(told.split())
    assert told.endswith("Price: 10")


def test_many_cards_come_in_drawings_that_fit_a_page() -> None:
    drawings = draw_gallery([CardFace(title=f"No. {n}", lines=[LONG]) for n in range(80)], "All")
    assert len(drawings) > 1
    assert all(f"No. {n}" in words(drawings) for n in range(80))
    for drawing in drawings:
        width, height = size(drawing)
        assert width <= WIDE + 40
        assert height <= HIGH + 40


def test_cards_of_a_row_are_equally_high() -> None:
    faces = [CardFace(title="a", lines=[LONG]), CardFace(title="b", lines=["short"])]
    (drawing,) = draw_gallery(faces, "All")
    frames = [r for r in ElementTree.fromstring(drawing).iter(SVG + "rect") if r.get("rx") == "8"]
    assert len({frame.get("height") for frame in frames}) == 1


def test_rows_do_not_part_groups() -> None:
    faces = [CardFace(form="small", title=str(n % 5)) for n in range(30)]
    (drawing,) = draw_gallery(faces, "All", 5)
    rows = re.findall(r"translate\([\d.-]+ ([\d.-]+)\)", drawing)
    assert {rows.count(row) % 5 for row in rows} == {0}


def test_a_number_stays_with_what_it_counts() -> None:
    assert fold("give 2 wool", 10, 48) == ["give", "2\u00a0wool"]
    assert fold("", 10, 48) == []


def test_bands_run_below_the_name() -> None:
    (drawing,) = draw_gallery([CardFace(title="a", lines=["b"], bands=["#5aa7d6"])], "All")
    assert 'fill="#5aa7d6"' in drawing
