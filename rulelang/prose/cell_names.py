"""How the places of a grid are named, for texts that call them so: a sentence for each sort of place."""

from __future__ import annotations

import re

from rulelang.prose.scope import Scope
from rulelang.syntax.trees import items as syn

CELL = re.compile(r"[“«]-?\d+,-?\d+[”»]")
CORNER_OR_EDGE = re.compile(r"[“«]-?\d+:-?\d+(:[A-Z]+)?[”»]")
TURNED = re.compile(r"\bturned\b|повёрн|поворотом")
GRIDS = ("squares", "hexes")


def told(used: str, scope: Scope) -> list[str]:
    """What names such as `0,1` and `0:1:N` mean, if the text that is given uses them."""
    said: list[str] = []
    for board in scope.world.boards.values():
        if board.grid not in GRIDS:
            continue
        places = [line for line in board.lines if isinstance(line, syn.BoardPlaces)]
        for line in places:
            if line.word == "cells" and CELL.search(used):
                said.append(_cells(board, line, scope))
            elif line.word != "cells" and CORNER_OR_EDGE.search(used):
                said.append(_around(board, line, scope))
        if board.turned and TURNED.search(used):
            said.append(scope.voice.tell("turns_meant"))
    return list(dict.fromkeys(text for text in said if text))


def _cells(board: syn.Board, line: syn.BoardPlaces, scope: Scope) -> str:
    """Cells by column and row; flat hexes have no such rows and no name of their own here."""
    voice, lemma = scope.voice, scope.lemma(line.kind.text)
    many = voice.noun(lemma, plural=True)
    if board.grid == "hexes":
        key = "cells_flat" if board.flat else "cells_hexes"
        return voice.tell(key, x=many, one=voice.noun(lemma, "a"))
    return voice.tell("cells_grown" if board.grown else "cells_squares", x=many)


def _around(board: syn.Board, line: syn.BoardPlaces, scope: Scope) -> str:
    """Edges and corners by a cell that they belong to."""
    cells = (each for each in board.lines if isinstance(each, syn.BoardPlaces))
    cell = next((each.kind.text for each in cells if each.word == "cells"), None)
    if cell is None or line.word not in {"edges", "corners"}:
        return ""
    shape = "flat" if board.flat else board.grid
    voice = scope.voice
    return voice.tell(
        f"{line.word}_{shape}",
        x=voice.noun(scope.lemma(line.kind.text), plural=True),
        one=voice.noun(scope.lemma(cell), "a"),
    )
