"""A sheet to draw on: shapes go on in pixels, out comes the text of an SVG file.

The sheet knows how far its shapes reach, so that drawings can be put beside each other. Numbers are
rounded to hundredths: the same drawing is the same text everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
FONT = "'DejaVu Sans', 'Segoe UI', Arial, sans-serif"
MIDDLE = "middle"  # where texts have their point unless they say otherwise
LETTER = 0.58  # width of an average letter, in heights of the font
CYRILLIC = 0.65
BOLD = 1.14


def shown(number: float) -> str:
    """Return a number as it stands in the file.

    >>> shown(2.0), shown(-0.001), shown(1.256)
    ('2', '0', '1.26')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is."""
    wide = sum("\u0400" <= letter <= "\u04ff" for letter in text)
    letters = wide * CYRILLIC + (len(text) - wide) * LETTER
    return letters * size * (BOLD if bold else 1.0)


def is_bold(style: Mapping[str, object]) -> bool:
    """Whether a text in this style is bold."""
    return style.get("font_weight") == "bold"


class Sheet:
    """Shapes in the order in which they were drawn. Of a sheet with a `window` only that is seen."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._reached: list[Point] = []
        self.window: Box | None = None

    @property
    def box(self) -> Box:
        """Left, top, right and bottom of everything that is seen."""
        if self.window is not None:
            return self.window
        xs = [x for x, _ in self._reached] or [0.0]
        ys = [y for _, y in self._reached] or [0.0]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is drawn yet."""
        return not self._parts

    def add(self, name: str, reach: Iterable[Point], inside: str = "", /, **given: object) -> None:
        """Draw any element; `reach` are points that it touches. `stroke_width` becomes `stroke-width`."""
        self._reached += reach
        said = "".join(
            f" {key.replace('_', '-')}={quoteattr(shown(value) if isinstance(value, float) else str(value))}"
            for key, value in given.items()
            if value is not None
        )
        self._parts.append(f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said}/>")

    def polygon(self, points: Sequence[Point], **given: object) -> None:
        """Draw a closed outline."""
        self.add("polygon", points, points=" ".join(_pair(at) for at in points), **given)

    def line(self, start: Point, end: Point, **given: object) -> None:
        """Draw a straight line."""
        (x1, y1), (x2, y2) = start, end
        self.add("line", (start, end), x1=x1, y1=y1, x2=x2, y2=y2, **given)

    def path(self, steps: str, reach: Iterable[Point], **given: object) -> None:
        """Draw a path in the notation of SVG."""
        self.add("path", reach, d=steps, **given)

    def circle(self, at: Point, radius: float, **given: object) -> None:
        """Draw a circle."""
        x, y = at
        reach = ((x - radius, y - radius), (x + radius, y + radius))
        self.add("circle", reach, cx=x, cy=y, r=float(radius), **given)

    def rect(self, corner: Point, size: Point, **given: object) -> None:
        """Draw a rectangle from its upper left corner; `rx` rounds it."""
        (x, y), (width, height) = corner, size
        reach = (corner, (x + width, y + height))
        self.add("rect", reach, x=x, y=y, width=float(width), height=float(height), **given)

    def text(self, at: Point, text: str, size: float, **given: object) -> None:
        """Write a text, its middle at a point unless `text_anchor` says otherwise."""
        if not text:
            return
        x, y = at
        half = text_width(text, size, bold=is_bold(given)) / 2
        anchor = given.pop("text_anchor", MIDDLE)
        shift = {"start": half, "end": -half}.get(str(anchor), 0.0)
        reach = ((x + shift - half, y - size), (x + shift + half, y + size / 2))
        self.add(
            "text",
            reach,
            escape(text),
            x=x,
            y=y + 0.35 * size,
            font_size=float(size),
            text_anchor=None if anchor == MIDDLE else anchor,
            **given,
        )

    def lines(
        self, at: Point, texts: Sequence[str], size: float, leading: float, **given: object
    ) -> None:
        """Write lines below each other as one text, the middle of the first at a point."""
        x, y = at
        anchor = str(given.get("text_anchor", MIDDLE))
        widths = [text_width(text, size, bold=is_bold(given)) for text in texts]
        if not texts:
            return
        left = x - max(widths) * {"start": 0.0, "end": 1.0}.get(anchor, 0.5)
        bottom = y + (len(texts) - 1) * size * leading + size / 2
        reach = ((left, y - size / 2), (left + max(widths), bottom))
        first, *rest = map(escape, texts)
        step = f'<tspan x="{shown(x)}" dy="{shown(size * leading)}">'
        inside = first + "".join(f"{step}{line}</tspan>" for line in rest)
        style = {"x": x, "y": y + 0.35 * size, "font_size": float(size)}
        self.add("text", reach, inside, **(style | given))

    def place(self, other: Sheet, at: Point, *, href: str = "") -> None:
        """Put another sheet on this one, its upper left corner at a point; `href` makes it a link."""
        left, top, right, bottom = other.box
        dx, dy = at[0] - left, at[1] - top
        self._reached += [at, (right + dx, bottom + dy)]
        moved, end = f'<g transform="translate({shown(dx)} {shown(dy)})">', "</g>"
        if other.window is not None:
            view = " ".join(shown(n) for n in (left, top, right - left, bottom - top))
            size = f'width="{shown(right - left)}" height="{shown(bottom - top)}"'
            moved = f'<svg x="{shown(at[0])}" y="{shown(at[1])}" {size} viewBox="{view}">'
            end = "</svg>"
        inside = [moved, *other._parts, end]  # another sheet
        self._parts += [f"<a href={quoteattr(href)}>", *inside, "</a>"] if href else inside

    def group(self, other: Sheet, at: Point = (0.0, 0.0)) -> None:
        """Put another sheet on this one, moved by a way: one line, which pages say only once."""
        dx, dy = at
        self._reached += [(x + dx, y + dy) for x, y in other._reached]
        inside = f"<g>{''.join(other._parts)}</g>"
        moved = f'<g transform="translate({shown(dx)} {shown(dy)})">'
        self._parts += [inside] if at == (0.0, 0.0) else [moved, inside, "</g>"]

    def to_svg(self, *, margin: float = 16, background: str = "#f7f3ea", title: str = "") -> str:
        """Return the whole drawing as a file."""
        left, top, right, bottom = self.box
        width, height = right - left + 2 * margin, bottom - top + 2 * margin
        view = " ".join(shown(n) for n in (left - margin, top - margin, width, height))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{shown(width)}" '
            f'height="{shown(height)}" style="max-width:100%;height:auto" font-family="{FONT}" '
            f'text-anchor="{MIDDLE}">'
        )
        ground = (
            f'<rect x="{shown(left - margin)}" y="{shown(top - margin)}" width="100%" '
            f'height="100%" fill="{background}"/>'
        )
        named = [f"<title>{escape(title)}</title>"] if title else []
        return "\n".join([head, *named, ground, *self._parts, "</svg>", ""])


def _pair(at: Point) -> str:
    return f"{shown(at[0])},{shown(at[1])}"
