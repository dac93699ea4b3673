"""The order of play as a drawing: in go the parts of the flow, out comes an SVG picture.

Steps are boxes one below the other; what is repeated or depends on something has a frame around it, unless there
is but one thing in it: then that says so itself. What would be too tall for a page is drawn in two columns.
Links name rules (`named`); writers turn them into real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.frozen import frozen
from rulelang.program.nodes import Words
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import named
from rulelang.reference.pictures.flow_tree import Choices, Part, Pill, Round, Stage
from rulelang.render.svg import Point, Sheet, is_bold, shown, text_width

NARROW, WIDE = 620.0, 860.0
TALL = 900.0  # from here on there are two columns
ROOMY = 1.04  # how much wider titles are thought to be than they are
LOOPS = ("round", "each", "repeat", "times")
PAD, GAP, ARROW, GUTTER = 14.0, 8.0, 20.0, 30.0
TITLE, TEXT, SMALL = 15.0, 13.0, 11.0
INK, FAINT, LINE = "#2b2620", "#6d6455", "#8a7f6a"
BOX, HEAD, FRAME = "#fffdf8", "#e8dcc2", "#efe7d6"
PILL, EVENT = "#d8e6d2", "#f3e3c3"

Say = Callable[[str], str]
Name = Callable[[Words, str], str]


@frozen
class Node:
    """A box with choices or a frame with more nodes. `titles` are (text, name), outer ones first;
    `remarks` say how often or when."""

    titles: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    choices: tuple[Choices, ...] = ()
    nodes: tuple[Node, ...] = ()
    is_open: bool = False  # whether it does not always happen

    @property
    def remark(self) -> str:
        return " · ".join(self.remarks)


class Drawer:
    """Draws parts below each other.

    `say` gives words of the book, `label` those of the game, `each` says of a kind that it is each of it.
    """

    def __init__(self, say: Say, label: Name, each: Say) -> None:
        self._say = say
        self._label = label
        self._each = each
        self._columns = False
        self._told: set[tuple[str, ...]] = set()  # stages whose steps are drawn already

    def draw(self, parts: Sequence[Part], title: str) -> str:
        """Return the whole drawing, from set-up to scoring."""
        nodes = [self._node(part) for part in parts]
        sheet = self._drawn(nodes, NARROW)
        if sheet.box[3] > TALL:
            self._columns = True
            sheet = self._drawn(nodes, WIDE)
        return sheet.to_svg(title=title)

    def _drawn(self, nodes: Sequence[Node], width: float) -> Sheet:
        sheet = Sheet()
        y = self._end(sheet, self._say("start"), 0.0, width)
        y = _arrow(sheet, y, width / 2)
        y = self._stack(sheet, nodes, (0.0, y), width)
        y = _arrow(sheet, y, width / 2)
        self._end(sheet, self._say("finish"), y, width)
        return sheet

    # --- what there is to draw -------------------------------------------------------------------------

    def _node(self, part: Part) -> Node:
        """A part as a node; a frame around one thing becomes a part of that."""
        match part:
            case Choices():
                return Node(choices=(part,))
            case Stage():
                title = capital(self._label(part.label, part.name))
                head = Node(titles=((title, part.name),))
                key = (part.name, *(getattr(each, "name", "") for each in part.parts))
                if key in self._told:
                    return head
                if any(not isinstance(each, Choices) for each in part.parts):
                    self._told.add(key)
                return self._around(head, part.parts)
            case Round():
                title = self._each(part.kind) if part.kind else self._say(part.way)
                mark = "↻ " if part.way in LOOPS else ""
                is_open = part.way in ("if", "or_else")
                head = Node(remarks=(mark + capital(title),), is_open=is_open)
                return self._around(head, part.parts)

    def _around(self, head: Node, parts: Sequence[Part]) -> Node:
        choices = tuple(part for part in parts if isinstance(part, Choices))
        if len(choices) == len(parts):
            return Node(head.titles, head.remarks, choices, (), head.is_open)
        nodes = tuple(self._node(part) for part in parts)
        if len(nodes) > 1:
            return Node(head.titles, head.remarks, (), nodes, head.is_open)
        (only,) = nodes
        known = {text for text, _name in only.titles}
        titles = tuple(title for title in head.titles if title[0] not in known)
        return Node(
            (*titles, *only.titles),
            (*head.remarks, *only.remarks),
            only.choices,
            only.nodes,
            head.is_open or only.is_open,
        )

    # --- one below the other ---------------------------------------------------------------------------

    def _end(self, sheet: Sheet, text: str, y: float, width: float) -> float:
        wide = text_width(text, TEXT) + 40
        corner = ((width - wide) / 2, y)
        sheet.rect(corner, (wide, 28.0), fill=HEAD, stroke=LINE, stroke_width=1.2, rx=14)
        sheet.text((width / 2, y + 14), text, TEXT, fill=INK)
        return y + 28

    def _stack(self, sheet: Sheet, nodes: Sequence[Node], at: Point, width: float) -> float:
        """Nodes below each other with arrows between them; return where the last one ends."""
        x, y = at
        for rank, node in enumerate(nodes):
            y = _arrow(sheet, y, x + width / 2) if rank else y
            y = self._one(sheet, node, (x, y), width)
        return y

    def _one(self, sheet: Sheet, node: Node, at: Point, width: float) -> float:
        draw = self._frame if node.nodes else self._box
        return draw(sheet, node, at, width)

    def _height(self, nodes: Sequence[Node], width: float) -> float:
        return self._stack(Sheet(), nodes, (0.0, 0.0), width)

    def _side_by_side(self, sheet: Sheet, nodes: Sequence[Node], width: float) -> float:
        """Nodes in two columns of about the same height, the second one behind the first."""
        wide = (width - GUTTER) / 2
        heights = [self._height([node], wide) for node in nodes]
        cuts = range(1, len(nodes))
        cut = min(cuts, key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
        left = self._stack(sheet, nodes[:cut], (0.0, ARROW), wide)
        right = self._stack(sheet, nodes[cut:], (wide + GUTTER, ARROW), wide)
        _way_round(sheet, (wide / 2, left), (wide + GUTTER + wide / 2, ARROW), wide + GUTTER / 2)
        return max(left + ARROW * 0.6, right)

    def _frame(self, sheet: Sheet, node: Node, at: Point, width: float) -> float:
        inner = Sheet()
        margin = PAD * 1.2
        wide = width - 2 * margin
        y = self._height(node.nodes, wide)
        if self._columns and width == WIDE and y > TALL / 2:
            y = self._side_by_side(inner, node.nodes, wide)
        else:
            self._stack(inner, node.nodes, (0.0, 0.0), wide)
        inner.rect((0, 0), (wide, y), fill="none")  # fixes where the inside begins
        height = y + 30 + PAD
        dash = "6 4" if node.is_open else None
        frame = {"fill": FRAME, "stroke": LINE, "stroke_width": 1.4, "stroke_dasharray": dash}
        sheet.rect(at, (width, height), rx=12, **frame)
        _heading(sheet, node, (at[0] + margin, at[1] + 16), wide, TEXT, FAINT)
        sheet.place(inner, (at[0] + margin, at[1] + 30))
        return at[1] + height

    # --- boxes -----------------------------------------------------------------------------------------

    def _box(self, sheet: Sheet, node: Node, at: Point, width: float) -> float:
        inner = Sheet()
        y = 0.0
        for choice in node.choices:
            y = self._pills(inner, choice, y, width - 2 * PAD) + GAP
        head = 30.0 if node.titles else 26.0 if node.remarks else 0.0
        height = head + (PAD * 1.5 + y - GAP if node.choices else 0.0)
        dash = "6 4" if node.is_open else None
        edge = {"stroke": LINE, "stroke_width": 1.4, "rx": 8}
        sheet.rect(at, (width, height), fill=BOX, stroke_dasharray=dash, **edge)
        if head:
            colour = HEAD if node.titles else FRAME
            sheet.rect(at, (width, head), fill=colour, stroke_dasharray=dash, **edge)
            spot = (at[0] + PAD, at[1] + head / 2)
            _heading(sheet, node, spot, width - 2 * PAD, TITLE, INK)
        if node.choices:
            # The empty rectangle fixes where the inside begins, whatever it holds.
            frame = Sheet()
            frame.rect((0, 0), (width - 2 * PAD, max(1.0, y)), fill="none")
            frame.place(inner, (inner.box[0], inner.box[1]))
            sheet.place(frame, (at[0] + PAD, at[1] + head + PAD * 0.75))
        return at[1] + height

    def _pills(self, sheet: Sheet, choice: Choices, y: float, width: float) -> float:
        """What can be chosen behind how it is chosen, in as many lines as it takes."""
        x = 0.0
        if choice.way:
            said = self._say(choice.way)
            style = {"fill": FAINT, "font_style": "italic", "text_anchor": "start"}
            sheet.text((0, y + 13), said, SMALL, **style)
            x = text_width(said, SMALL) + 10
        for pill in choice.pills:
            text = capital(self._label(pill.label, pill.name))
            wide = min(width, text_width(text, TEXT) + 22)
            if x and x + wide > width:
                # A pill that has no room behind the words stands close below them.
                x, y = 0.0, y + (20 if choice.way and pill is choice.pills[0] else 32)
            drawn = _pill(pill, text, wide, is_event=not choice.way)
            sheet.place(drawn, (x, y), href=named(pill.name))
            x += wide + 8
        return y + 26


def _heading(sheet: Sheet, node: Node, at: Point, room: float, size: float, ink: str) -> None:
    """The titles of a node with links to what they are about, then in small letters how often."""
    bold = {"fill": ink, "font_weight": "bold"}
    small = {"fill": FAINT, "font_style": "italic"}
    pieces: list[tuple[str, str, float, dict[str, str]]] = []
    for rank, (title, name) in enumerate(node.titles):
        pieces += [("›", "", size, bold)] if rank else []
        pieces.append((title, name, size, bold))
    remark_size = SMALL if node.titles else TEXT
    pieces += [(node.remark, "", remark_size, small)] if node.remark else []
    widths = [text_width(text, high, bold=is_bold(style)) for text, _, high, style in pieces]
    shrink = min(1.0, ROOMY * (room - GAP * (len(pieces) - 1)) / max(1.0, sum(widths)))
    x, y = at
    for (text, name, high, style), wide in zip(pieces, widths, strict=True):
        piece = Sheet()
        piece.text((0, 0), text, high * shrink, text_anchor="start", **style)
        _left, top, _right, _bottom = piece.box
        sheet.place(piece, (x, y + top), href=named(name) if name else "")
        x += wide * shrink / ROOMY + GAP


def _arrow(sheet: Sheet, y: float, x: float) -> float:
    end = y + ARROW
    sheet.line((x, y + 1), (x, end - 5), stroke=LINE, stroke_width=1.8)
    _tip(sheet, (x, end))
    return end


def _tip(sheet: Sheet, at: Point) -> None:
    x, y = at
    sheet.polygon(((x - 5, y - 7), (x + 5, y - 7), (x, y)), fill=LINE)


def _way_round(sheet: Sheet, start: Point, end: Point, between: float) -> None:
    """From the foot of one column up to the head of the next."""
    (x1, y1), (x2, y2) = start, end
    low, high = y1 + ARROW * 0.5, y2 - ARROW * 0.75
    points = ((x1, y1), (x1, low), (between, low), (between, high), (x2, high), (x2, y2 - 5))
    steps = " L".join(f"{shown(x)} {shown(y)}" for x, y in points)
    style = {"stroke": LINE, "stroke_width": 1.8, "fill": "none", "stroke_linejoin": "round"}
    sheet.path(f"M{steps}", points, **style)
    _tip(sheet, end)


def _pill(pill: Pill, text: str, wide: float, *, is_event: bool) -> Sheet:
    sheet = Sheet()
    colour = EVENT if is_event else PILL
    sheet.rect((0, 0), (wide, 26.0), fill=colour, stroke=LINE, stroke_width=1.0, rx=13)
    size = min(TEXT, TEXT * (wide - 16) / max(1.0, text_width(text, TEXT)))
    sheet.text((wide / 2, 13), text, size, fill=INK)
    return sheet
