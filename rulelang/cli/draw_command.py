"""`rulelang draw FILE`: in goes a game or a saved game, out comes its position as an SVG picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulelang.cli.positions import open_position
from rulelang.cli.shared import (
    find_rules,
    players_option,
    seed_option,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.files import write_file
from rulelang.render import Panel, PlayerPanel, draw_svg, read_look
from rulelang.runtime.play import Play
from rulelang.tui.saving import Recipe
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import common_parts, known_points, player_parts, total_of
from rulelang.tui.terminal_phrases import LANGUAGES


@verb()
@click.argument("file", metavar="FILE")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to; else to standard output."
)
@click.option(
    "--as", "viewer", metavar="PLAYER", help="Show what this player sees, not only what all see."
)
@click.option("--steps", type=click.IntRange(min=0), help="Of a saved game, only so many answers; "
              "of a game, let random bots give so many.")  # fmt: skip
@players_option()
@seed_option()
@settings_option()
@variants_option()
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language."
)
def command(
    *,
    file: str,
    output: Path | None,
    viewer: str | None,
    steps: int | None,
    players: int | None,
    seed: int,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    lang: str,
) -> None:
    """Draw the position of a game as an SVG picture.

    FILE is a game that was saved with `save` in `rulelang play`, or the rules of a game.
    """
    play, recipe = open_position(
        file, Recipe(file, players, dict(settings), variants), seed=seed, steps=steps
    )
    rules = find_rules(recipe.rules)
    look = read_look(rules.with_suffix(""))
    words = TerminalWords(play.game, lang, colour=False, look=look)
    picture = _draw(words, play, _seat(play, viewer))
    if output is None:
        click.echo(picture, nl=False)
    else:
        write_file(output, picture)


def _seat(play: Play, viewer: str | None) -> int | None:
    if viewer is None:
        return None
    names = play.game.player_names
    if viewer not in names:
        raise click.UsageError(f"there is no player `{viewer}`; there are {', '.join(names)}")
    return names.index(viewer)


def _draw(words: TerminalWords, play: Play, viewer: int | None) -> str:
    view = play.view(viewer)
    points = _points(play, viewer)
    panel = Panel(
        title=words.label(words.game.description.title, words.game.name),
        notes=common_parts(words, view),
        players=[
            PlayerPanel(
                seat=seat,
                name=words.plain_player(seat),
                points=total_of([line[seat] for line in points]),
                is_active=view["active"] == words.game.player_names[seat] and not play.is_over,
                lines=player_parts(words, view, seat),
            )
            for seat in range(words.game.players)
        ],
    )
    return draw_svg(words, words.look, view, panel)


def _points(play: Play, viewer: int | None) -> list[list[int | None]]:
    """Points by line and seat as the viewer knows them; without a viewer, as everybody does."""
    if viewer is not None or play.is_over:
        return known_points(play, viewer)
    known = [known_points(play, seat) for seat in range(play.game.players)]
    return [
        [values[0] if None not in values else None for values in zip(*lines, strict=True)]
        for lines in zip(*known, strict=True)
    ]
