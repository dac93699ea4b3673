"""Emblems: small pictures of what is printed on tiles, drawn as outlines so that no font needs to have them.

`look.csv` names one as the shape of a field or a case. Each is made of layers about a point, one unit is
half of its size; the colour of the table replaces that of the layers that have none of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.render.svg import Point, Sheet, shown

EDGE = "#222222"
WHITE = "#ffffff"


class EmblemLayer(NamedTuple):
    """An outline: filled (without a colour: with that of the emblem), or a line of some width."""

    path: str
    fill: str = ""
    line: float = 0.0


class Emblem(NamedTuple):
    """Layers from below to above, and the colour that they have unless the look says another."""

    colour: str
    layers: tuple[EmblemLayer, ...]


def _dot(x: float, y: float, radius: float) -> str:
    """Return the path of a disc."""
    r, d = shown(radius), shown(2 * radius)
    return f"M{shown(x - radius)} {shown(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z"


EMBLEMS: dict[str, Emblem] = {
    "fish": Emblem("#e8f2f8", (
        EmblemLayer("M.35 0L.98 -.5Q.8 0 .98 .5Z"),
        EmblemLayer("M-1 .05Q-.45 -.62 .2 -.4Q.5 -.25 .62 0Q.5 .25 .2 .45Q-.45 .65 -1 .05Z"),
        EmblemLayer("M-.3 -.38Q-.1 0 -.3 .42", EDGE, 0.1),
        EmblemLayer(_dot(-0.58, -0.08, 0.1), EDGE),
    )),
    "deer": Emblem("#b5793e", (
        EmblemLayer("M-.2 -.2Q-.75 -.35 -.72 -.98M-.58 -.48L-.98 -.6M-.7 -.72L-.42 -.95"
              "M.2 -.2Q.75 -.35 .72 -.98M.58 -.48L.98 -.6M.7 -.72L.42 -.95", "#5b3a1a", 0.17),
        EmblemLayer("M-.28 -.12L-.75 -.05Q-.62 .2 -.36 .16Z M.28 -.12L.75 -.05Q.62 .2 .36 .16Z"),
        EmblemLayer("M-.34 -.25Q0 -.42 .34 -.25Q.42 .15 .2 .6Q.14 .95 0 .97Q-.14 .95 -.2 .6Q-.42 .15 -.34 -.25Z"),
        EmblemLayer(_dot(-0.18, 0.12, 0.08) + _dot(0.18, 0.12, 0.08) + _dot(0, 0.82, 0.13), EDGE),
    )),
    "mammoth": Emblem("#8a5a3c", (
        EmblemLayer("M-.98 .92L-.94 .1Q-.9 -.45 -.35 -.5Q-.05 -.98 .35 -.8Q.72 -.62 .7 -.15Q.72 .35 .98 .42"
              "Q.86 .72 .6 .52Q.42 .4 .36 .2L.3 .92L0 .92L-.06 .5L-.45 .5L-.5 .92Z"),
        EmblemLayer("M.36 .02Q.52 .4 .94 .12", EDGE, 0.3),
        EmblemLayer("M.36 .02Q.52 .4 .92 .1", WHITE, 0.16),
        EmblemLayer(_dot(0.42, -0.4, 0.09), EDGE),
        EmblemLayer("M-.02 -.5Q.2 -.3 .08 0", EDGE, 0.1),
    )),
    "ox": Emblem("#6f4a2f", (
        EmblemLayer("M-.3 -.3Q-.98 -.2 -.9 -.92Q-.62 -.55 -.2 -.55ZM.3 -.3Q.98 -.2 .9 -.92Q.62 -.55 .2 -.55Z", "#f3ead2"),
        EmblemLayer("M-.3 -.2L-.82 -.08Q-.7 .2 -.38 .1ZM.3 -.2L.82 -.08Q.7 .2 .38 .1Z"),
        EmblemLayer("M-.4 -.5Q0 -.68 .4 -.5Q.48 0 .3 .5Q.4 .95 0 .96Q-.4 .95 -.3 .5Q-.48 0 -.4 -.5Z"),
        EmblemLayer("M-.3 .55Q0 .42 .3 .55Q.38 .92 0 .94Q-.38 .92 -.3 .55Z", "#d9b99a"),
        EmblemLayer(_dot(-0.2, -0.05, 0.09) + _dot(0.2, -0.05, 0.09) + _dot(-0.13, 0.72, 0.06) + _dot(0.13, 0.72, 0.06), EDGE),
    )),
    "tiger": Emblem("#eb9a36", (
        EmblemLayer("M-.5 -.55Q-.98 -.98 -.86 -.2ZM.5 -.55Q.98 -.98 .86 -.2Z"),
        EmblemLayer("M-.86 .05Q-.9 -.72 0 -.75Q.9 -.72 .86 .05Q.82 .55 .35 .62L-.35 .62Q-.82 .55 -.86 .05Z"),
        EmblemLayer("M-.42 .2Q0 .02 .42 .2Q.5 .58 0 .62Q-.5 .58 -.42 .2Z", WHITE),
        EmblemLayer("M-.34 .5L-.22 .98L-.1 .52ZM.34 .5L.22 .98L.1 .52Z", WHITE),
        EmblemLayer("M-.12 .14L.12 .14L0 .3Z" + _dot(-0.38, -0.12, 0.1) + _dot(0.38, -0.12, 0.1), EDGE),
        EmblemLayer("M0 -.72L0 -.35M-.28 -.68L-.2 -.42M.28 -.68L.2 -.42M-.84 .1L-.58 .12M.84 .1L.58 .12", EDGE, 0.13),
    )),
    "nugget": Emblem("#f2c230", (
        EmblemLayer("M-.9 .3L-.62 -.42L-.1 -.72L.5 -.55L.92 .05L.72 .55L.1 .74L-.55 .66Z"),
        EmblemLayer("M-.62 -.42L-.05 -.18L.5 -.55M-.05 -.18L.12 .74M-.05 -.18L-.9 .3", "#9a6f00", 0.1),
        EmblemLayer("M-.42 -.4L-.1 -.58L.22 -.5L-.06 -.34Z", "#fff3b8"),
    )),
    "mushroom": Emblem("#d1483a", (
        EmblemLayer("M-.3 0Q-.2 .5 -.36 .92L.36 .92Q.2 .5 .3 0Z", "#f6ecd8"),
        EmblemLayer("M-.96 .12Q-.85 -.86 0 -.88Q.85 -.86 .96 .12Q0 .34 -.96 .12Z"),
        EmblemLayer(_dot(-0.42, -0.22, 0.16) + _dot(0.1, -0.52, 0.15) + _dot(0.48, -0.12, 0.17), WHITE),
    )),
    "volcano": Emblem("#6d5a50", (
        EmblemLayer("M-.2 -.42Q-.55 -.75 -.2 -.98Q-.1 -.72 .04 -.98Q.14 -.74 .42 -.9Q.5 -.6 .2 -.42Z", "#f08a24"),
        EmblemLayer("M-1 .88L-.36 -.46L.36 -.46L1 .88Z"),
        EmblemLayer("M-.36 -.46L.36 -.46L.46 -.2L.26 .02L.14 -.14L.02 .4L-.12 -.1L-.3 .12L-.46 -.2Z", "#d93a1e"),
    )),
    "flame": Emblem("#e8541e", (
        EmblemLayer("M.06 -1Q.2 -.5 .56 -.16Q.9 .2 .66 .62Q.42 .96 0 .96Q-.46 .96 -.68 .6Q-.88 .18 -.5 -.3Q-.42 -.02 -.26 .02Q-.4 -.6 .06 -1Z"),
        EmblemLayer("M.06 0Q.46 .32 .34 .62Q.22 .86 0 .86Q-.24 .86 -.34 .62Q-.4 .38 -.2 .2Q-.12 .36 0 .38Q-.06 .16 .06 0Z", "#ffd24a"),
    )),
    "idol": Emblem("#9b968c", (
        EmblemLayer("M-.42 -.96L.42 -.96Q.6 -.5 .52 .1L.62 .5Q.6 .9 .3 .96L-.3 .96Q-.6 .9 -.62 .5L-.52 .1Q-.6 -.5 -.42 -.96Z"),
        EmblemLayer("M-.5 -.42L.5 -.42L.44 -.2L.16 -.24L.24 .34L-.24 .34L-.16 -.24L-.44 -.2Z", "#5c574f"),
        EmblemLayer("M-.12 -.34L.12 -.34L.2 .28L-.2 .28Z", "#b9b4a9"),
        EmblemLayer("M-.28 .62L.28 .62", "#4b463f", 0.14),
    )),
}  # fmt: skip


def draw_emblem(sheet: Sheet, name: str, at: Point, radius: float, colour: str = "") -> None:
    """Draw an emblem about a point."""
    emblem = EMBLEMS[name]
    (x, y), main = at, colour or emblem.colour
    reach = ((x - radius, y - radius), (x + radius, y + radius))
    parts = "".join(_layer(layer, main) for layer in emblem.layers)
    moved = f"translate({shown(x)} {shown(y)}) scale({shown(radius)})"
    sheet.add("g", reach, parts, transform=moved, stroke_linejoin="round", stroke_linecap="round")


def _layer(layer: EmblemLayer, main: str) -> str:
    colour = layer.fill or main
    if layer.line:
        return f'<path d="{layer.path}" fill="none" stroke="{colour}" stroke-width="{shown(layer.line)}"/>'
    edge = "" if colour == EDGE else f' stroke="{EDGE}" stroke-width="0.1"'
    return f'<path d="{layer.path}" fill="{colour}"{edge}/>'
