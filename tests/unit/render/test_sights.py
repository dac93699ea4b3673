"""What cells show besides things: terrain, numbers, shading and borders, in pictures and in letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.draw_command import command
from rulelang.loading import load_game
from rulelang.render import read_look
from rulelang.render.grid_cells import sectors
from rulelang.render.look import Look
from rulelang.render.sights import drawn_vars, sights_of
from rulelang.tui.board import draw_boards
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import common_parts, player_parts

RULES = """game isle:
    players 2 named red, ann
enum Terrain: meadow "meadow", forest "forest"
enum Good: wool "wool", milk "milk"
enum Sort: cow, hen
enum Soil from "soils.csv":
    at: Cell
    terrains: set of Terrain
    price: 0..9
    loch: Flag
piece Animal "animal", alike 2 per Player from "animals.csv":
    sort: Sort
tile Pier "pier with a long name" from "piers.csv"
board land: hexes from "cells.csv", flat:
    cells Cell holds one Animal, one Pier
zone yard "yard" of Pier: Animal
var soil of Cell: Soil
var beyond "beyond the river" of Cell: set of Cell
var closed "closed cells" : set of Cell
var open "open": set of Cell
var ready "is ready" of Player: Flag
track market "cost" of Good from "market.csv"
setup:
    each s in Soil: set soil of s.at to s
    add "b" to beyond of "a"
    add "a" to beyond of "b"
    add "c" to closed
    add "c" to open
    move east to "c"
    move 1 red_hen from supply of red to "a"
    move 1 red_cow from supply of red to yard of east
    set ready of red to true
action wait(g in Good) "Wait":
    do: set market of g to 1
flow:
    each p in everyone:
        turn p: choose wait
score sum for p: size of beyond of "a" + size of terrains_of + size of open
define terrains_of = (soil of "a").terrains
win by points, else shared
words en:
    price: "price of land"
    hen: "hen", many "hens"
    cow: "cow", many "cows"
"""
TABLES = {
    "cells.csv": "name,q,r\na,0,0\nb,1,0\nc,0,1\n",
    "soils.csv": "soil,at,terrains,price,loch\ns1,a,meadow forest,4,0\ns2,b,,0,1\ns3,c,forest,2,0\n",
    "animals.csv": "animal,sort,name_en\ncow,cow,cow\nhen,hen,hen\n",
    "piers.csv": "pier\neast\n",
    "market.csv": "good,step,value,start\nwool,1,3,0\nwool,2,5,1\nmilk,1,7,1\nmilk,2,9,0\n",
    "isle/look.csv": "name,colour,shape,sign\nmeadow,#00ff00,,m\nforest,#008800,,f\nloch,#0000ff,,~\n"
    "price,,number,£\nbeyond,#000088,bar,≈\nclosed,#444444,shade,x\nhen,,hut,h\nPier,#ffffff,disc,P\n",
}


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    (tmp_path / "isle").mkdir()
    for name, text in TABLES.items():
        (tmp_path / name).write_text(text, "utf-8")
    path = tmp_path / "isle.rules"
    path.write_text(RULES, "utf-8")
    return path


def test_a_row_that_a_cell_holds_brings_what_is_printed_on_it(isle: Path) -> None:
    game = load_game(isle)
    look = Look(game, read_look(isle.with_suffix("")))
    seen = sights_of(game, look, game.start(seed=1).view(0))
    place = game.names.all("places").index
    a, b, c = (seen[place(name)] for name in "abc")
    assert [ground.name for ground in a.grounds] == ["meadow", "forest"]
    assert [ground.colour for ground in b.grounds] == ["#0000ff"]
    assert (a.signs, b.signs) == ((("price", "4£"),), ())
    assert a.bars == (("beyond", place("b"), "#000088"),)
    assert (a.shade, c.shade) == (("", ""), ("closed", "#444444"))
    assert drawn_vars(game, look) == {"closed"}


def test_colours_are_made_up_only_where_the_look_has_none_for_places(isle: Path) -> None:
    rules = isle.read_text("utf-8").replace(
        "cells Cell holds one Animal, one Pier",
        "cells Cell holds one Animal, one Pier:\n        side: Good",
    )
    isle.write_text(rules, "utf-8")
    (isle.parent / "cells.csv").write_text(
        "name,q,r,side\na,0,0,wool\nb,1,0,milk\nc,0,1,milk\n", "utf-8"
    )
    game = load_game(isle)
    place = game.names.all("places").index("b")
    view = game.start(seed=1).view(0)
    given = read_look(isle.with_suffix(""))
    del given["loch"]
    assert sights_of(game, Look(game, given), view)[place].grounds == ()
    assert [g.name for g in sights_of(game, Look(game, {}), view)[place].grounds] == ["milk"]


def test_letters_show_the_same_with_a_legend(isle: Path) -> None:
    game = load_game(isle)
    words = TerminalWords(game, "en", colour=False, look=read_look(isle.with_suffix("")))
    lines = draw_boards(words, game.start(seed=1).view(0), {})
    drawing, legend = "\n".join(lines[:-2]), "\n".join(lines[-2:])
    assert "Rh" in drawing
    assert "mf4" in drawing
    assert "~~~" in drawing
    assert "xxx" in drawing
    assert drawing.count("≈") == 1
    for text in ("m meadow", "f forest", "~ loch", "1…£ price of land", "h hen", "x closed cells"):
        assert text in legend
    assert "P pier with a long name" in legend
    assert "≈ beyond the river" in legend


def test_what_is_drawn_is_not_listed_and_tracks_say_what_is_printed(isle: Path) -> None:
    game = load_game(isle)
    words = TerminalWords(game, "en", colour=False, look=read_look(isle.with_suffix("")))
    view = game.start(seed=1).view(0)
    assert common_parts(words, view) == [
        "yard: cow (Red)",
        "open: c",
        "cost: wool 5, milk 7",
    ]
    assert player_parts(words, view, 0) == ["supply: cow, hen", "is ready"]
    assert player_parts(words, view, 1) == ["supply: 2 cows, 2 hens"]


def test_a_picture_has_sectors_bars_and_shading(isle: Path) -> None:
    done = CliRunner().invoke(command, [str(isle)])
    assert done.exit_code == 0, done.output
    for colour in ("#00ff00", "#008800", "#0000ff"):
        assert f'fill="{colour}"' in done.stdout
    assert done.stdout.count('stroke="#000088"') == 1
    assert done.stdout.count('opacity="0.55"') >= 1
    assert ">4£<" in done.stdout
    assert ">price of land<" in done.stdout


def test_sectors_share_a_cell() -> None:
    square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    assert sectors((0.0, 0.0), square, 1) == [square]
    left, right = sectors((0.0, 0.0), square, 2)
    assert max(x for x, _ in left) < 1e-6
    assert min(x for x, _ in right) > -1e-6
    assert len(sectors((0.0, 0.0), square, 3)) == 3
