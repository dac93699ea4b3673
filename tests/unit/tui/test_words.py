"""What the terminal calls things: forms that follow numbers, words for parameters, labels of places."""

from __future__ import annotations

from pathlib import Path

import rulelang
from rulelang.tui.asking import question
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import table_lines

RULES = """game ferry "Ferry" ru "Паром":
    players 2
enum Bank "bank" ru "берег": near "near bank" ru "ближний берег", far "far bank" ru "дальний берег"
piece Goat "goat" ru "коза", alike 7
zone shore "shore" ru "берег" of Bank: Goat
setup:
    move 5 Goat from box to shore of near
    move 2 Goat from box to shore of far
action cross(how_many in 1..2) "Cross" ru "Переправить":
    do: move how_many * Goat from shore of near to shore of far
flow:
    each p in everyone:
        turn p: choose cross
score goats for p:
    count(g in Goat on shore of far)
win by points, else shared
words en:
    Goat: "goat", many "goats"
words ru:
    Goat: "коза", few "козы", many "коз"
    how_many: "сколько коз"
"""


def _played(folder: Path, language: str, rules: str = RULES) -> tuple[list[str], str]:
    path = folder / "ferry.rules"
    path.write_text(rules, encoding="utf-8")
    game = rulelang.load(str(path), players=2)
    play = game.start(seed=1)
    words = TerminalWords(game, language, colour=False)
    lines = table_lines(words, play, 0)
    return lines, question(words, play.state)


def test_nouns_follow_their_numbers_and_parameters_have_words(tmp_path: Path) -> None:
    lines, asked = _played(tmp_path, "ru")
    assert lines[0] == "берег (ближний берег): 5 коз · берег (дальний берег): 2 козы"
    assert asked == "сколько коз"


def test_without_a_word_a_parameter_goes_by_its_name(tmp_path: Path) -> None:
    lines, asked = _played(tmp_path, "en")
    assert lines[0] == "shore (near bank): 5 goats · shore (far bank): 2 goats"
    assert asked == "how many"


def test_a_number_called_by_a_letter_is_a_number(tmp_path: Path) -> None:
    rules = RULES.partition("words ru:")[0].replace("how_many", "n")
    assert _played(tmp_path, "ru", rules)[1] == "число"
    assert _played(tmp_path, "en", rules)[1] == "number"
