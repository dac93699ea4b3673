"""Blocks of text."""

from __future__ import annotations

from rulelang.prose.model import Bullets, Run, Sentence, as_text, sentences

TEXT = (
    Sentence((Run("Take a "), Run("card", "Card"), Run("."))),
    Bullets(Sentence((Run("Then:"),)), (Sentence((Run("Play it."),)), Sentence((Run("Or not."),)))),
)


def test_blocks_become_lines_with_dashes() -> None:
    assert as_text(TEXT) == "Take a card.\nThen:\n- Play it.\n- Or not."


def test_all_sentences_come_from_top_to_bottom() -> None:
    assert [s.text for s in sentences(TEXT)] == ["Take a card.", "Then:", "Play it.", "Or not."]
