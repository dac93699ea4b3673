"""The order of play as a drawing: in go the parts of the flow, out comes an SVG picture.

Steps are boxes one below the other; what is repeated or depends on something has a frame around it.
Links name rules (`named`); writers turn them into real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.program.nodes import Words
from rulelang.reference.flow import Choices, Part, Pill, Round, Stage
from rulelang.reference.model import named
from rulelang.reference.phrases import capital
from rulelang.render.svg import Point, Sheet, text_width

WIDTH = 620.0
PAD, GAP, ARROW = 14.0, 8.0, 20.0
TITLE, TEXT, SMALL = 15.0, 13.0, 11.0
INK, FAINT, LINE = "#2b2620", "#6d6455", "#8a7f6a"
BOX, HEAD, FRAME = "#fffdf8", "#e8dcc2", "#efe7d6"
PILL, EVENT = "#d8e6d2", "#f3e3c3"

Say = Callable[[str], str]
Name = Callable[[Words, str], str]


class Drawer:
    """Draws parts below each other.

    `say` gives words of the book, `label` those of the game, `each` says of a kind that it is each of it.
    """

    def __init__(self, say: Say, label: Name, each: Say) -> None:
        self._say = say
        self._label = label
        self._each = each

    def draw(self, parts: Sequence[Part], title: str) -> str:
        """Return the whole drawing, from set-up to scoring."""
        sheet = Sheet()
        y = self._end(sheet, self._say("start"), 0.0)
        for part in parts:
            y = self._arrow(sheet, y)
            y = self._part(sheet, part, (0.0, y), WIDTH)
        y = self._arrow(sheet, y)
        self._end(sheet, self._say("finish"), y)
        return sheet.to_svg(title=title)

    # --- pieces ----------------------------------------------------------------------------------------

    def _end(self, sheet: Sheet, text: str, y: float) -> float:
        width = text_width(text, TEXT) + 40
        corner = ((WIDTH - width) / 2, y)
        sheet.rect(corner, (width, 28.0), fill=HEAD, stroke=LINE, stroke_width=1.2, rx=14)
        sheet.text((WIDTH / 2, y + 14), text, TEXT, fill=INK)
        return y + 28

    def _arrow(self, sheet: Sheet, y: float, x: float = WIDTH / 2) -> float:
        end = y + ARROW
        sheet.line((x, y + 1), (x, end - 5), stroke=LINE, stroke_width=1.8)
        sheet.polygon(((x - 5, end - 7), (x + 5, end - 7), (x, end)), fill=LINE)
        return end

    def _part(self, sheet: Sheet, part: Part, at: Point, width: float) -> float:
        match part:
            case Choices():
                return self._box(sheet, "", (part,), at, width)
            case Stage() if all(isinstance(each, Choices) for each in part.parts):
                title = capital(self._label(part.label, part.name))
                choices = tuple(each for each in part.parts if isinstance(each, Choices))
                return self._box(sheet, title, choices, at, width, part.name)
            case Stage():
                title = capital(self._label(part.label, part.name))
                return self._frame(sheet, title, part.parts, at, width)
            case Round(kind=kind):
                title = self._each(kind) if kind else self._say(part.way)
                return self._frame(sheet, title, part.parts, at, width, part.way)

    def _box(
        self, sheet: Sheet, title: str, choices: tuple[Choices, ...], at: Point, width: float, name: str = ""
    ) -> float:  # fmt: skip
        inner = Sheet()
        y = 0.0
        for choice in choices:
            if choice.way:
                inner.text((0, y + 7), self._say(choice.way), SMALL, text_anchor="start",
                           fill=FAINT, font_style="italic")  # fmt: skip
                y += 18
            y = self._pills(inner, choice, y, width - 2 * PAD) + GAP
        head = 30.0 if title else 0.0
        height = head + (PAD * 1.9 + y - GAP if choices else 0.0)
        sheet.rect(at, (width, height), fill=BOX, stroke=LINE, stroke_width=1.4, rx=8)
        if title:
            sheet.rect(at, (width, head), fill=HEAD, stroke=LINE, stroke_width=1.4, rx=8)
            heading = Sheet()
            heading.text((0, 0), title, TITLE, fill=INK, font_weight="bold", text_anchor="start")
            sheet.place(heading, (at[0] + PAD, at[1] + 15 - TITLE), href=named(name))
        if choices:
            # The empty rectangle fixes where the inside begins, whatever it holds.
            frame = Sheet()
            frame.rect((0, 0), (width - 2 * PAD, max(1.0, y)), fill="none")
            frame.place(inner, (inner.box[0], inner.box[1]))
            sheet.place(frame, (at[0] + PAD, at[1] + head + PAD * 0.7))
        return at[1] + height

    def _pills(self, sheet: Sheet, choice: Choices, y: float, width: float) -> float:
        x = 0.0
        for pill in choice.pills:
            text = capital(self._label(pill.label, pill.name))
            wide = min(width, text_width(text, TEXT) + 22)
            if x and x + wide > width:
                x, y = 0.0, y + 32
            sheet.place(
                _pill(pill, text, wide, is_event=not choice.way), (x, y), href=named(pill.name)
            )
            x += wide + 8
        return y + 26

    def _frame(
        self, sheet: Sheet, title: str, parts: Sequence[Part], at: Point, width: float, way: str = ""
    ) -> float:  # fmt: skip
        inner = Sheet()
        margin = PAD * 1.4
        wide = width - 2 * margin
        y = 0.0
        for rank, part in enumerate(parts):
            y = self._arrow(inner, y, wide / 2) if rank else y
            y = self._part(inner, part, (0.0, y), wide)
        height = y + 30 + PAD
        is_loop = way in ("round", "each", "repeat", "times")
        dash = "6 4" if way in ("if", "or_else") else None
        sheet.rect(
            at,
            (width, height),
            fill=FRAME,
            stroke=LINE,
            stroke_width=1.4,
            rx=12,
            stroke_dasharray=dash,
        )
        mark = "↻ " if is_loop else ""
        weight = {"font_weight": "bold"} if not way else {}
        text = mark + capital(title)
        sheet.text(
            (at[0] + margin, at[1] + 16), text, TEXT, text_anchor="start", fill=FAINT, **weight
        )
        sheet.place(inner, (at[0] + margin, at[1] + 30))
        return at[1] + height


def _pill(pill: Pill, text: str, wide: float, *, is_event: bool) -> Sheet:
    sheet = Sheet()
    colour = EVENT if is_event else PILL
    sheet.rect((0, 0), (wide, 26.0), fill=colour, stroke=LINE, stroke_width=1.0, rx=13)
    size = min(TEXT, TEXT * (wide - 16) / max(1.0, text_width(text, TEXT)))
    sheet.text((wide / 2, 13), text, size, fill=INK)
    return sheet
