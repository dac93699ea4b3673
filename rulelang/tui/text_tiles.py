"""Boards that grow, as text: in goes what a player sees, out come the lines of a drawing for each board.

A square shows along its rim, port by port, the first letter of what its parts are; inside stand the
tile, and who stands on which part. A hex shows its sides in a row, clockwise from the upper right. Cells that
can be chosen now carry the number of their option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from rulelang.runtime.game import State
from rulelang.runtime.layout import BoardSlots
from rulelang.tui.canvas import Canvas
from rulelang.tui.holdings import amounts_on, pieces_on
from rulelang.tui.short_names import HIDDEN, THINGS, TerminalWords, join_parts

COLUMNS, LINES = 12, 4  # from one square to the next
HEX_COLUMNS, HEX_LINES = 12, 4
ROOM = 11  # letters inside a tile
BAND = "~"  # what runs across a tile, if it has no sign
Grey = {"fg": 245}
_SIDES = {"squares": "NESW", "hexes": ("NE", "E", "SE", "SW", "W", "NW")}

Marks = Mapping[Any, str]


class _Tile(NamedTuple):
    """A top tile: what it is called, where it lies, the letter at each port of each side."""

    thing: int  # -1 if it lies face down
    name: str
    x: int
    y: int
    height: int
    rim: list[list[str]]
    parts: Sequence[int]
    figures: str  # on its parts
    pieces: str  # in the zones of the tile as a whole
    amounts: str
    printed: str  # on its parts; where parts have marks these have a line of their own


def draw_grown(
    words: TerminalWords, view: Mapping[str, Any], marks: Marks, *, width: int = 100
) -> list[list[str]]:
    """Return a drawing of each board that grows; `marks` are numbers of options by cell."""
    found = []
    for board in words.game.layout.boards:
        for rank in range(board.count):
            place = board.first_place + rank
            name = words.game.names.all("places")[place]
            if name not in view["boards"]:
                continue
            tiles = _tiles(words, board, view, view["boards"][name])
            cells = _marked(board, place, marks)
            canvas = Canvas()
            draw = _draw_squares if board.grid == "squares" else _draw_hexes
            draw(canvas, tiles, cells)
            head = [words.style(words.place(place), bold=True)] if board.count > 1 else []
            legend = join_parts(_legend(words, view, tiles), "", width)
            lines = canvas.lines(words.style, width=width, seams=_seams(board, tiles, cells))
            found.append([*head, *lines, *(words.style(line, dim=True) for line in legend)])
    return found


def _marked(board: BoardSlots, place: int, marks: Marks) -> dict[tuple[int, int], str]:
    """The marks of cells of one place, by column and row."""
    cells: dict[tuple[int, int], str] = {}
    first = (place - board.first_place) * board.cells
    for key, text in marks.items():
        if not isinstance(key, tuple) or key[0] != f"cells {board.name}":
            continue
        if first <= key[1] < first + board.cells:
            x, y = board.name_of(key[1]).split(",")
            cells[int(x), int(y)] = text
    return cells


# --- what is printed on tiles ---------------------------------------------------------------------------


def _tiles(
    words: TerminalWords, board: BoardSlots, view: Mapping[str, Any], laid: Sequence[Sequence[Any]]
) -> list[_Tile]:
    tops: dict[tuple[int, int], _Tile] = {}
    faces = words.faces
    sides = len(_SIDES[board.grid])
    each = max(1, len(faces.port_names) // sides)
    for name, x, y, turn, level in laid:
        tile = -1 if name == HIDDEN else words.game.names.number(THINGS, name)
        parts = words.game.description.picture.parts.get(tile, ())
        rim = [[" "] * each for _ in range(sides)]
        for part in parts:
            for port in faces.ports.get(part, []):
                side, number = divmod(port, each)
                rim[(side + turn) % sides][number] = faces.letter(part)
        if tile >= 0 and board.grid == "squares" and not parts and (band := _band(words, tile)):
            for side in (1, 3):
                rim[side] = [words.look.entry(band).sign or BAND]
        tops[x, y] = _Tile(
            thing=tile,
            name="?" if tile < 0 else words.short(tile),
            x=x,
            y=y,
            height=level + 1,
            rim=rim,
            parts=parts,
            figures=" ".join(_figures(words, view, parts)),
            pieces="" if tile < 0 else pieces_on(words, view, tile),
            amounts="" if tile < 0 else amounts_on(words, view, tile),
            printed=faces.brief(parts),
        )
    return list(tops.values())


def _band(words: TerminalWords, tile: int) -> str:
    """The flag printed on a tile that runs across it."""
    printed = words.game.description.printed.get(words.game.description.things[tile].kind, {})
    for name, field in printed.items():
        holds = field.type.form == "flag" and field.values[tile]
        if holds and words.look.entry(name).shape == "line":
            return name
    return ""


def _figures(words: TerminalWords, view: Mapping[str, Any], parts: Sequence[int]) -> Iterator[str]:
    """Who stands on parts: the player's letter, that of the piece, then that of the part."""
    for part, thing in _standing(words, view, parts):
        letter = words.faces.letter(part)
        owner = words.owner(thing) if thing >= 0 else -1
        if owner < 0:
            yield f"{'?' if thing < 0 else words.short(thing)}:{letter}"
        else:
            yield f"{words.letters[owner]}{words.faces.piece(words.short(thing))}:{letter}"


def _standing(
    words: TerminalWords, view: Mapping[str, Any], parts: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Parts and the things on them, -1 for what is not seen."""
    for part in parts:
        seen = view["places"].get(words.game.names.all("places")[part], [])
        for name in seen if isinstance(seen, list) else ():
            yield part, words.game.names.number(THINGS, name) if name != HIDDEN else -1


def _legend(words: TerminalWords, view: Mapping[str, Any], tiles: Sequence[_Tile]) -> list[str]:
    """What the letters on a drawing stand for."""
    parts = [part for tile in tiles for part in tile.parts]
    standing = [thing for _part, thing in _standing(words, view, parts) if thing >= 0]
    owners = sorted({words.owner(thing) for thing in standing} - {-1})
    pieces = [words.short(thing) for thing in sorted(standing) if words.owner(thing) >= 0]
    players = [f"{words.letters[seat]} {words.plain_player(seat)}" for seat in owners]
    bands = [_band(words, tile.thing) for tile in tiles if tile.thing >= 0 and not tile.parts]
    told = [
        f"{words.look.entry(band).sign or BAND} {words.word(band, {})}"
        for band in dict.fromkeys(bands)
        if band
    ]
    return [*words.faces.legend(parts, pieces), *players, *told]


def part_text(words: TerminalWords, state: State, part: int) -> str:
    """Return a part in words: what it is, where it reaches the rim of its tile as that lies now, its marks."""
    tile = words.faces.tile_of(part)
    if tile < 0:
        return ""
    lying = [
        (len(_SIDES[board.grid]), laid.turn)
        for board in words.game.layout.boards
        for place in range(board.first_place, board.first_place + board.count)
        for laid in board.laid(place, state)
        if laid.tile == tile
    ]
    sides, turn = lying[0] if lying else (4, None)
    return words.faces.text(part, sides=sides, turn=turn)


# --- drawing --------------------------------------------------------------------------------------------


def _draw_squares(
    canvas: Canvas, tiles: Sequence[_Tile], marks: dict[tuple[int, int], str]
) -> None:
    for tile in tiles:
        _outline(canvas, tile.y * LINES, tile.x * COLUMNS, "")
    for x, y in marks:
        _outline(canvas, y * LINES, x * COLUMNS, "·")
    for tile in tiles:
        line, column = tile.y * LINES, tile.x * COLUMNS
        _rim(canvas, line, column, tile.rim)
        for row, (text, style) in enumerate(_inside(tile), start=line - 1):
            canvas.put(row, column, text, **style)
    for (x, y), text in marks.items():
        canvas.put(y * LINES, x * COLUMNS, text, bold=True, reverse=True)


def _inside(tile: _Tile) -> list[tuple[str, dict[str, Any]]]:
    """The three lines inside a square, with their styles."""
    where, bold = f"{tile.x},{tile.y}", {"bold": True}
    if tile.printed:
        standing = tile.figures or f"{tile.pieces} {tile.amounts}".strip()
        name = f"{_called(tile)} {where}"
        return [(name[:ROOM], bold), (tile.printed[:ROOM], {}), (standing[:ROOM], bold)]
    lying = f"{where} {tile.pieces}".strip()
    carried = tile.figures or tile.amounts
    halves = wrap(tile.name, ROOM)
    if len(halves) == 2 and not carried and tile.height == 1:
        return [(halves[0], bold), (halves[1], bold), (lying[:ROOM], Grey)]
    return [(_called(tile), bold), (lying[:ROOM], Grey), (carried[:ROOM], bold)]


def _seams(board: BoardSlots, tiles: Sequence[_Tile], cells: Iterable[tuple[int, int]]) -> set[int]:
    """The columns between squares, where a drawing that is too wide may be parted."""
    if board.grid != "squares":
        return set()
    columns = {tile.x for tile in tiles} | {x for x, _y in cells}
    return {x * COLUMNS - COLUMNS // 2 for x in columns}


def _called(tile: _Tile) -> str:
    more = f" ^{tile.height}" if tile.height > 1 else ""
    return tile.name[: ROOM - len(more)] + more


def _outline(canvas: Canvas, line: int, column: int, dots: str) -> None:
    left, right = column - COLUMNS // 2, column + COLUMNS // 2
    for above in (line - LINES // 2, line + LINES // 2):
        for x in range(left, right + 1):
            canvas.put_below(above, x, dots or ("+" if x in {left, right} else "-"), **Grey)
    for row in range(line - LINES // 2 + 1, line + LINES // 2):
        for x in (left, right):
            canvas.put_below(row, x, dots or "|", **Grey)


def _rim(canvas: Canvas, line: int, column: int, rim: list[list[str]]) -> None:
    """Letters along the sides: N and S from left to right or back, E and W downwards or upwards."""
    for side, letters in enumerate(rim):
        for number, letter in enumerate(letters):
            along = 2 * number - len(letters) + 1  # -2, 0, 2 of three
            if side in (2, 3):  # clockwise: S runs to the left, W upwards
                along = -along
            if letter.strip() and side % 2 == 0:
                above = line + (side - 1) * (LINES // 2)
                canvas.put(above, column + along * 3 // 2, letter, bold=True)
            elif letter.strip() and abs(along) <= LINES // 2:
                beyond = column + (2 - side) * (COLUMNS // 2)
                canvas.put(line + along // 2, beyond, letter, bold=True)


def draw_loose(words: TerminalWords, view: Mapping[str, Any], *, width: int = 100) -> list[str]:
    """Return drawings of the tiles with parts that lie open in zones, in every way to turn them."""
    boards = [board for board in words.game.layout.boards if board.grid == "squares"]
    if not boards:
        return []
    lines: list[str] = []
    for family in words.game.description.families:
        if family.board is not None or family.name == "box":
            continue
        for place in range(family.first, family.first + family.size):
            seen = view["places"].get(words.game.names.all("places")[place])
            for name in seen if isinstance(seen, list) else ():
                tile = words.game.names.number(THINGS, name) if name != "hidden" else -1
                if tile in words.game.description.picture.parts:
                    label = words.label(family.label, family.name)
                    drawn = _every_turn(words, boards[0], view, name).lines(
                        words.style, width=width
                    )
                    lines += ["", f"{label}: {words.short(tile)}", *drawn]
                    lines += join_parts(parts_text(words, view, name), "", width)
    return lines


def parts_text(words: TerminalWords, view: Mapping[str, Any], name: str) -> list[str]:
    """Return the parts of a tile in words, as it lies on a board; else as it lies without a turn."""
    if name not in words.game.names.all("things"):
        return []
    laid = {row[0]: row[3] for rows in view["boards"].values() for row in rows}
    parts = words.game.description.picture.parts.get(words.game.names.number(THINGS, name), ())
    grids = [board.grid for board in words.game.layout.boards] or ["squares"]
    sides = len(_SIDES[grids[0]])
    return [words.faces.text(part, sides=sides, turn=laid.get(name, 0)) for part in parts]


def _every_turn(
    words: TerminalWords, board: BoardSlots, view: Mapping[str, Any], name: str
) -> Canvas:
    canvas = Canvas()
    for turn in range(board.turns):
        (tile,) = _tiles(words, board, view, [(name, 0, 0, turn, 0)])
        column = turn * (COLUMNS + 4)
        _outline(canvas, 0, column, "")
        _rim(canvas, 0, column, tile.rim)
        canvas.put(0, column, words.say("turned", turn=turn), **Grey)
    return canvas


def _draw_hexes(canvas: Canvas, tiles: Sequence[_Tile], marks: dict[tuple[int, int], str]) -> None:
    for tile in tiles:
        line, column = tile.y * HEX_LINES, _hex_column(tile.x, tile.y)
        sides = " ".join("".join(letters) for letters in tile.rim)
        canvas.put(line - 1, column, _called(tile), bold=True)
        canvas.put(line, column, sides if sides.strip() else f"{tile.x},{tile.y}", **Grey)
        canvas.put(line + 1, column, tile.figures[:ROOM] or "·", bold=True)
    for (x, y), text in marks.items():
        canvas.put(y * HEX_LINES, _hex_column(x, y), text, bold=True, reverse=True)


def _hex_column(x: int, y: int) -> int:
    return x * HEX_COLUMNS + y * HEX_COLUMNS // 2
