"""Games for the verbs that play them: in go the options of a command line, out comes a game ready to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from rulelang.cli.shared import find_variants, print_diagnostics
from rulelang.loading import RulesError, load_game
from rulelang.runtime.game import Game
from rulelang.simulate.policies.choice import POLICIES, is_bot, seat_bots
from rulelang.tui.saving import Saved, SaveError, read_saved


def open_game(
    rules: Path, *, players: int | None, settings: Mapping[str, str], variants: Sequence[str]
) -> Game:
    """Return the game; if its rules have errors, print them and leave with status 1.

    What was added because something else needs it is told on standard error.
    """
    try:
        game = load_game(
            rules, players=players, settings=settings, variants=find_variants(rules, variants)
        )
    except RulesError as error:
        print_diagnostics(error.diagnostics, error.sources)
        raise click.exceptions.Exit(1) from None
    for name, by in game.description.needed:
        click.echo(f"`{name}` is added: `{by}` needs it", err=True)
    return game


def open_saved(file: Path) -> Saved:
    """Read a saved game; one that is not there is wrong usage.

    Raises:
        SaveError: it is no saved game.
    """
    if not file.exists():
        raise click.UsageError(f"there is no file `{file}`")
    try:
        return read_saved(file)
    except SaveError as error:
        raise SaveError(f"`{file}` cannot be loaded: {error}") from None


def bots_for(names: str, players: int) -> list[str]:
    """Return a bot for each seat from a list such as `random,greedy`; else it is wrong usage."""
    given = [name.strip() for name in names.split(",")]
    for name in given:
        if not is_bot(name):
            known = ", ".join(POLICIES)
            raise click.UsageError(f"there is no bot called `{name}`; there are {known}")
    if len(given) > players:
        raise click.UsageError(f"{len(given)} bots are named for {players} players")
    return seat_bots(given, players)
