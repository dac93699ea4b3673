"""Sets whose condition looks at another set, or at ways: whole masks, the same answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulelang.backends.python.compile import compile_program
from rulelang.conformance.configurations import Configuration, build, link

Conforms = Callable[..., None]

# Reach over land, over rivers with a boat, over lakes with a better one; `near` is read in each form.
GAME = """
game reach:
    players 2
piece Hut "hut", alike 9 per Player
board land: squares 4 by 4:
    cells Cell holds one Hut
var boat of Player: 0..3
var lakes: set of Cell
var across of Cell: set of Cell
setup:
    set lakes to {"2,2", "3,2", "3,3"}
    add "1,2" to across of "1,3"
    add "1,3" to across of "1,2"
define near(c: Cell) = beside(c) except across of c
define huts(p: Player) = all(c in Cell where some Hut of p on c)
define reached(p: Player, start: set of Cell, c: Cell) = (some a in start where c in near(a)) or (boat of p >= 1 and some a in start where c in across of a) or (boat of p >= 2 and path(start to c through x in lakes, length 1..(boat of p - 1)))
define free(p: Player) = all(c in Cell where no Hut on c and c not in lakes and (no huts(p) or reached(p, huts(p), c)))
define watched(p: Player) = all(c in Cell where some q in everyone where q != p and boat of q > 0 and c in huts(q))
define mine(p: Player) = all(c in Cell where boat of me > 0 and reached(me, huts(p), c))
action settle(n in 1..3, c in free(me)):
    require small: n + row_number(c) <= 5 or c in mine(me) else "too far down"
    do: move 1 Hut from my supply to c
define row_number(c: Cell) = count(d in Cell where c in beside(d))
action sail:
    require better: boat of me < 3 else "no better boat"
    do: raise boat of me by 1
flow:
    repeat 6 times:
        each p in everyone:
            turn p: may settle or sail
score seen for p: size of watched(p)
score rooms for p: size of free(p)
win by points, else shared
"""


def test_reach_is_the_same_for_the_second_engine(conforms: Conforms) -> None:
    conforms(GAME, walks=8)


def test_what_no_pick_changes_is_gathered_once_and_looked_at_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "reach.rules"
    path.write_text(GAME, encoding="utf-8")
    text = compile_program(build(Configuration(str(path), 2), link(str(path))).program).source
    look = text.split("def can_settle(")[1].split("\ndef ")[0]
    assert look.index("d_free(") < look.index("for v_n")
    gathered = text.split("def d_free(")[1].split("\ndef ")[0]
    assert "reached(" in gathered
    assert "path_exists" not in gathered
