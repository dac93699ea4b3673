"""Regions and parts of tiles in questions and answers: what they consist of, and what lies in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.pipeline import link
from rulelang.prose.describe import describe
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

RULES = """
game fen "Fen" ru "Болото":
    players 2 named red "Red" ru "Красный", blue "Blue" ru "Синий"
enum Ground "ground" ru "почва": moss "moss" ru "мох", water "water" ru "вода"
tile Bog "bog" ru "кочка" from "bogs.csv":
    parts Patch "patch" ru "участок" from "patches.csv":
        ground: Ground
        ports: set of Port
        frogs: 0..3
board fen_map "map" ru "карта": grown squares, turned:
    cells Spot "spot" ru "место" holds one Bog
region ponds "pond" ru "пруд": s in Patch where s.ground = water, joined by sides
words en:
    ponds: "pond", at "in"
    frogs: "frogs", total "number of frogs"
words ru:
    ponds: "пруд", at "в"
    frogs: "лягушки", gen "лягушек", total "количество лягушек"
setup: move b1 to cell(fen_map, 0, 0)
flow:
    each p in everyone:
        turn p: stop
test "a pond":
    then that ponds("b1.w1") = {"b1.w1", "b1.w2"}; that "b1.w2" in ponds("b1.w1")
    then that total(s.frogs for s in ponds("b1.w1")) = 3; that every s in {"b1.w1", "b1.w2"} where s.ground = water
"""
BOGS = "bog,name_en\nb1,B1\n"
PATCHES = "bog,patch,ground,ports,frogs\nb1,w1,water,N2,1\nb1,w2,water,S2,2\n"
SAID = {
    "en": (
        "The pond of the patch “B1, water 1” consists of the patches “B1, water 1” and “B1, water 2”.",
        "The patch “B1, water 2” belongs to the pond of the patch “B1, water 1”.",
        "The number of frogs in the pond of the patch “B1, water 1” is 3.",
        "each of the patches “B1, water 1” and “B1, water 2”",
    ),
    "ru": (
        "Пруд с участком «B1, вода 1» состоит из участков «B1, вода 1» и «B1, вода 2».",
        "Участок «B1, вода 2» относится к пруду с участком «B1, вода 1».",
        "Количество лягушек в пруде с участком «B1, вода 1» равно 3.",
        "каждого из участков «B1, вода 1» и «B1, вода 2»",
    ),
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_region_consists_of_parts_that_are_named_by_their_kind(
    tmp_path: Path, language: str
) -> None:
    path = tmp_path / "fen.rules"
    path.write_text(RULES, encoding="utf-8")
    (tmp_path / "bogs.csv").write_text(BOGS, encoding="utf-8")
    (tmp_path / "patches.csv").write_text(PATCHES, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    item = next(item for item in linked.items if isinstance(item, syn.Test))
    text = as_text(describe(linked, item, language))
    for said in SAID[language]:
        assert said in text
