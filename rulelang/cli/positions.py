"""Positions for the verbs that look at one: in goes a game or a saved game, out comes where it stands."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.cli.opened_games import open_game, open_saved
from rulelang.cli.shared import SUFFIX, find_rules
from rulelang.runtime.play import Play
from rulelang.simulate.policies.choice import make_policy
from rulelang.tui.saving import Recipe, SaveError, resume


def open_position(
    file: str, recipe: Recipe, *, seed: int, steps: int | None
) -> tuple[Play, Recipe]:
    """Return a play and what is played: a saved game, or a new one in which bots gave some answers."""
    path = Path(file)
    if path.is_file() and path.suffix != SUFFIX:
        if recipe.players is not None or recipe.settings or recipe.variants:
            raise click.UsageError("a saved game brings its own players, settings and variants")
        return _loaded(path, steps)
    recipe = recipe._replace(rules=str(find_rules(file)))
    return _started(recipe, seed, steps or 0), recipe


def _loaded(file: Path, steps: int | None) -> tuple[Play, Recipe]:
    saved = open_saved(file)
    recipe, record = saved.recipe, saved.record
    rules = find_rules(recipe.rules)
    game = open_game(
        rules, players=recipe.players, settings=recipe.settings, variants=recipe.variants
    )
    if steps is not None:
        record = {key: value for key, value in record.items() if key != "state"}
        record["answers"] = record["answers"][:steps]
    try:
        return resume(game, record), recipe
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
