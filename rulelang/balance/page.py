"""A comparison as one HTML page: in goes what came out, out comes text with tables and plots, complete in itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

from rulelang.balance.balance_report import (
    METHODS,
    against_chance,
    headline,
    never_chosen,
    side_text,
    verdict,
)
from rulelang.balance.comparison import ACTIONS, GAME, POINTS, RESOURCES, WINS, Comparison, Row
from rulelang.balance.plots import Dot, dots, histogram
from rulelang.files import package_text
from rulelang.render.page_policy import policy_tag
from rulelang.runtime.game import Game

MOST_EFFECTS = 30
SHAPES = ("●", "◇")


def to_html(game: Game, found: Comparison) -> str:
    """Return the page."""
    title = headline(game, found)
    style = "\n" + package_text("rulelang.balance", "page.css")
    parts = [f"<h1>{escape(title)}</h1>", _key(found.names)]
    if not found.compared:
        parts.append("<p>No game was played to its end.</p>")
    else:
        parts += _sections(game, found)
    parts += [f"<p>{escape(line)}</p>" for line in found.faults[:20]]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"{policy_tag([style])}<title>{escape(title)}</title><style>{style}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _key(names: Sequence[str]) -> str:
    told = "".join(
        f"<span><b>{shape}</b> {escape(name)}</span>"
        for shape, name in zip(SHAPES, names, strict=False)
    )
    return f'<div class="key">{told}</div>'


def _sections(game: Game, found: Comparison) -> list[str]:
    wins = [row for row in found.rows if row.group == WINS]
    parts = [
        "<h2>Wins by seat, in per cent</h2>",
        "<p>Whiskers are 95 % intervals; the dashed line is an even share.</p>",
    ]
    parts.append(
        dots(
            [(row.label, _scaled(row)) for row in wins],
            mark=100 / game.players,
            title="wins by seat",
        )
    )
    parts.append(_table(wins, found))
    if len(found.names) > 1:
        parts += _effects(found)
    for name, title in (
        ("points", "Points of a player"),
        ("margin", "Points from first to second"),
        ("decisions", "Decisions in a game"),
    ):
        parts += [f"<h2>{title}</h2>", histogram(found.samples[name], title=title)]
    for group, title in (
        (POINTS, "Points by seat"),
        (GAME, "The game"),
        (ACTIONS, "Actions a game"),
        (RESOURCES, "Gained a game"),
    ):
        rows = [row for row in found.rows if row.group == group]
        if rows:
            parts += [f"<h2>{title}</h2>", _table(rows, found)]
    if found.cases:
        parts += _cases(game, found)
    parts += [f"<p>{escape(line)}</p>" for line in (*never_chosen(found), METHODS + ".")]
    return parts


def _scaled(row: Row) -> list[Dot]:
    return [Dot(*(100 * value for value in (side.value, *side.interval))) for side in row.sides]


def _effects(found: Comparison) -> list[str]:
    """The effects that can be told apart, largest first."""
    told = [
        row
        for row in found.rows
        if row.effect is not None and row.effect.is_told and isfinite(row.effect.size)
    ]
    told.sort(key=lambda row: -abs(row.effect.size) if row.effect else 0.0)
    count = f"{len(told)} of {len(found.rows)} numbers"
    parts = ["<h2>What the change does, in standard deviations</h2>"]
    if not told:
        return [*parts, f"<p>Nothing can be told apart at {found.compared:,} games.</p>"]
    rows = []
    for row in told[:MOST_EFFECTS]:
        effect = row.effect
        assert effect is not None
        scale = effect.size / effect.difference if effect.difference else 0.0
        ends = sorted((effect.interval.low * scale, effect.interval.high * scale))
        rows.append((f"{row.label} ({row.group.split()[0]})", [Dot(effect.size, *ends)]))
    said = f"{count} can be told apart; about one in twenty would look so by chance alone."
    return [*parts, f"<p>{said}</p>", dots(rows, mark=0.0, title="effects of the change")]


def _table(rows: Sequence[Row], found: Comparison) -> str:
    is_pair = len(found.names) > 1
    head = ["", *found.names, "effect" if is_pair else ""]
    lines = []
    for row in rows:
        said = verdict(row, found.compared) if is_pair else against_chance(row, found.compared)
        cells = [row.label, *(side_text(row, side) for side in row.sides), said]
        is_told = row.effect is not None and row.effect.is_told
        lines.append(_line("td", cells, " class=told" if is_told else ""))
    return f'<div class="wide"><table>{_line("th", head)}{"".join(lines)}</table></div>'


def _line(tag: str, cells: Sequence[str], kind: str = "") -> str:
    return f"<tr{kind}>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _cases(game: Game, found: Comparison) -> list[str]:
    """Wins by what players had chosen to be."""
    parts = []
    for choice in dict.fromkeys(row.choice for row in found.cases):
        rows = [
            (
                f"{row.case} ({'/'.join(map(str, row.had))})",
                [Dot(*(100 * v for v in (w.value, *w.interval))) for w in row.wins if w],
            )
            for row in found.cases
            if row.choice == choice
        ]
        parts += [
            f"<h2>Wins by {escape(choice.replace('_', ' '))}, in per cent (times had)</h2>",
            dots(rows, mark=100 / game.players, title=f"wins by {choice}"),
        ]
    return parts
