"""`rulelang draw FILE`: in goes a game or a saved game, out comes its position as an SVG picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulelang.cli.games import open_game
from rulelang.cli.shared import (
    SUFFIX,
    find_rules,
    players_option,
    seed_option,
    settings_option,
    variants_option,
)
from rulelang.render import Panel, PlayerPanel, Seen, draw_svg, read_look
from rulelang.runtime.play import Play
from rulelang.simulate.policies.choice import make_policy
from rulelang.tui.phrases import LANGUAGES
from rulelang.tui.saving import Recipe, SaveError, read_saved, resume
from rulelang.tui.tables import common_parts, known_points, player_parts, total_of
from rulelang.tui.words import Words


@click.command()
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
    path = Path(file)
    is_saved = path.is_file() and path.suffix != SUFFIX
    if is_saved:
        if players is not None or settings or variants:
            raise click.UsageError("a saved game brings its own players, settings and variants")
        play, rules = _loaded(path, steps)
    else:
        rules = find_rules(file)
        play = _started(Recipe(str(rules), players, dict(settings), variants), seed, steps or 0)
    look = read_look(rules.with_suffix(""))
    words = Words(play.game, lang, colour=False, look=look)
    picture = _draw(words, play, _seat(play, viewer))
    if output is None:
        click.echo(picture, nl=False)
    else:
        output.write_text(picture, "utf-8")


def _loaded(file: Path, steps: int | None) -> tuple[Play, Path]:
    try:
        saved = read_saved(file)
    except SaveError as error:
        raise click.UsageError(f"`{file}` cannot be read: {error}") from None
    recipe, record = saved.recipe, saved.record
    rules = find_rules(recipe.rules)
    game = open_game(
        rules, players=recipe.players, settings=recipe.settings, variants=recipe.variants
    )
    if steps is not None:
        record = {key: value for key, value in record.items() if key != "state"}
        record["answers"] = record["answers"][:steps]
    try:
        return resume(game, record), rules
    except SaveError as error:
        click.echo(f"`{file}` does not fit the rules any more: {error}", err=True)
        raise click.exceptions.Exit(1) from None


def _started(recipe: Recipe, seed: int, steps: int) -> Play:
    rules = Path(recipe.rules)
    game = open_game(
        rules, players=recipe.players, settings=recipe.settings, variants=recipe.variants
    )
    play = game.start(seed=seed)
    bots = [make_policy("random", game, seed, seat) for seat in range(game.players)]
    for _ in range(steps):
        if play.is_over:
            break
        play.choose(bots[play.player].pick(play.state))
    return play


def _seat(play: Play, viewer: str | None) -> int | None:
    if viewer is None:
        return None
    names = play.game.player_names
    if viewer not in names:
        raise click.UsageError(f"there is no player `{viewer}`; there are {', '.join(names)}")
    return names.index(viewer)


def _draw(words: Words, play: Play, viewer: int | None) -> str:
    view = play.view(viewer)
    points = _points(play, viewer)
    panel = Panel(
        title=words.label(words.game.meta["title"], words.game.name),
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
    return draw_svg(words, words.look, Seen(view, play.state), panel)


def _points(play: Play, viewer: int | None) -> list[list[int | None]]:
    """Points by line and seat as the viewer knows them; without a viewer, as everybody does."""
    if viewer is not None or play.is_over:
        return known_points(play, viewer)
    known = [known_points(play, seat) for seat in range(play.game.players)]
    return [
        [values[0] if None not in values else None for values in zip(*lines, strict=True)]
        for lines in zip(*known, strict=True)
    ]
