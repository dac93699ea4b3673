"""What things are called where several have one name."""

from __future__ import annotations

from pathlib import Path

from rulelang.diagnostics.reporter import Reporter
from rulelang.pipeline import link
from rulelang.prose import english
from rulelang.prose.lexicon import Lemma, Lexicon
from rulelang.prose.phrases import Voice, plain
from rulelang.source import Sources

RULES = """
game shop "Shop" ru "Лавка":
    players 2
enum Money: coin
account store "store" ru "склад": Money, unlimited
flow:
    each p in everyone:
        turn p:
            may store "put aside" ru "отложить": gain 1 coin to store
            choose way:
                left "to the left" ru "налево"
"""


GOODS = ("wool", "bale", "milk")


def test_english_plurals_know_what_follows_the_noun() -> None:
    assert english.plural("kite “Eagle”") == "kites “Eagle”"
    assert english.is_plural("players without a clan")
    assert not english.is_plural("sheep")
    assert not english.is_plural("haggis")


def test_one_of_a_plural_is_counted_by_its_own_word() -> None:
    rafts = Lemma("raft", {"nom": "old rafts", "plural_nom": "old rafts"}, "pl", one="old raft")
    said = [plain(Voice("en").counted(count, rafts).say()) for count in (1, 2)]
    assert said == ["1 old raft", "2 old rafts"]


def test_the_game_says_what_is_not_counted_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    line = """
enum Good: wool, bale "bale of wool"
enum Liquid: milk
words en:
    wool: "wool", many "wool"
    Liquid: uncounted "yes"
"""
    path.write_text(RULES + line, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    words = Lexicon(linked, "en")
    counted = [plain(Voice("en").counted(3, words.lemma(name)).say()) for name in GOODS]
    assert counted == ["3 wool", "3 bales of wool", "3 milk"]


def test_an_option_never_takes_the_name_of_a_place(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(RULES, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    words = Lexicon(linked, "ru")
    assert words.label("store") == "склад"
    assert words.option("store") == "отложить"
    assert words.label("left") == words.option("left") == "налево"
    assert words.option("coin") is None


def test_whom_one_sees_is_called_as_their_listed_genitive(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    line = (
        'words ru:\n    coin: "дровосек", gen "дровосека", animate "yes"\n    coin: does "рубите"\n'
    )
    path.write_text(RULES + line, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    words = Lexicon(linked, "ru")
    assert words.lemma("coin").forms["acc"] == "дровосека"
    assert words.form("coin", "does") == "рубите"  # a line without a label adds to the other
