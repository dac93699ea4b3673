"""`rulelang play GAME`: in goes a game and who plays, out comes a game in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import click

from rulelang.bundled import bundled_folder
from rulelang.cli.explain_value import typed, working_of
from rulelang.cli.opened_games import bots_for, open_game, open_saved
from rulelang.cli.shared import (
    find_rules,
    has_colour,
    players_option,
    settings_option,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.reference.subject import Desk, Subject
from rulelang.reference.topics import Topics
from rulelang.render import read_look
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.simulate.one_game import fault_text
from rulelang.simulate.policies.choice import make_policy
from rulelang.tui.saving import Recipe, Saved, SaveError, resume
from rulelang.tui.session import Quit, Session
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.terminal import Terminal
from rulelang.tui.terminal_phrases import LANGUAGES


class Seating(NamedTuple):
    """Who sits where, as said on the command line; None where nothing was said."""

    seat: int | None
    hotseat: bool
    watch: bool
    bots: str


@verb()
@click.argument("game", metavar="[GAME]", required=False)
@players_option()
@click.option("--seat", type=click.IntRange(min=1), help="Your seat, from 1; bots take the others.")
@click.option("--hotseat", is_flag=True, help="People take all seats, at one keyboard.")
@click.option("--watch", is_flag=True, help="Bots take all seats.")
@click.option("--bots", default="greedy", show_default=True, metavar="NAMES",
              help="`random`, `greedy` or `mcts`, or one for each bot as in `greedy,random`.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), help="Seed of all chance; any if not given.")
@settings_option()
@variants_option()
@click.option("--load", "file", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language."
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    game: str | None,
    players: int | None,
    seat: int | None,
    hotseat: bool,
    watch: bool,
    bots: str,
    seed: int | None,
    settings: Mapping[str, str],
    variants: tuple[str, ...],
    file: Path | None,
    lang: str,
) -> None:
    """Play a game in the terminal: against bots, with others at one keyboard, or just watch.

    During the game, `help` lists what can be typed.
    """
    seating = Seating(seat, hotseat, watch, bots)
    if sum((seat is not None, hotseat, watch)) > 1:
        raise click.UsageError("--seat, --hotseat and --watch exclude each other")
    if file is not None:
        if game is not None or players is not None or settings or variants:
            raise click.UsageError("--load brings its own game, players, settings and variants")
        session = _loaded(file, seating, lang)
    elif game is None:
        raise click.UsageError(
            "say which game to play: `rulelang play GAME`, the name of one that comes along or a file"
        )
    else:
        recipe = Recipe(game, players, dict(settings), variants)
        opened = _open(recipe)
        names = _bots(opened, seating)
        session = _session(opened, _begin(opened, seed), recipe, names, lang)
    session.screen.introduce(session.play, session.people)
    ctx.exit(_run(session))


def _begin(game: Game, seed: int | None) -> Play:
    """Start a game; rules that break before anybody is asked are reported, with status 1."""
    try:
        return game.start(seed=seed)
    except Fault as fault:
        click.echo(f"the rules break here: {fault_text(game, fault)}", err=True)
        raise click.exceptions.Exit(1) from None


def _run(session: Session) -> int:
    try:
        session.run()
    except (Quit, KeyboardInterrupt):
        session.screen.say("bye")
    except Fault as fault:
        text = fault_text(session.words.game, fault)
        click.echo(session.words.say("fault", text=text), err=True)
        click.echo(session.words.say("fault_help"), err=True)
        return 1
    return 0


def _open(recipe: Recipe) -> Game:
    """Load the game of a recipe; settings were checked when it was written."""
    rules = find_rules(recipe.rules)
    return open_game(
        rules, players=recipe.players, settings=recipe.settings, variants=recipe.variants
    )


def _loaded(file: Path, seating: Seating, lang: str) -> Session:
    """Go on with a saved game; who sits where is as it was, unless something else is said."""
    saved = open_saved(file)
    game = _open(saved.recipe)
    try:
        play = resume(game, saved.record)
    except SaveError as error:
        click.echo(f"`{file}` does not fit the rules any more: {error}", err=True)
        raise click.exceptions.Exit(1) from None
    is_said = seating.seat is not None or seating.hotseat or seating.watch
    names = _bots(game, seating) if is_said or not _fits(saved, game) else saved.bots
    return _session(game, play, saved.recipe, names, lang)


def _fits(saved: Saved, game: Game) -> bool:
    from rulelang.simulate.policies.choice import is_bot

    return len(saved.bots) == game.players and all(b == "" or is_bot(b) for b in saved.bots)


def _bots(game: Game, seating: Seating) -> list[str]:
    """Return the bot of each seat, nothing for people."""
    if seating.hotseat:
        return [""] * game.players
    if seating.watch:
        return bots_for(seating.bots, game.players)
    seat = 1 if seating.seat is None else seating.seat
    if seat > game.players:
        raise click.UsageError(f"there is no seat {seat} with {game.players} players")
    names = bots_for(seating.bots, game.players - 1) if game.players > 1 else []
    names.insert(seat - 1, "")
    return names


def _session(game: Game, play: Play, recipe: Recipe, bots: list[str], lang: str) -> Session:
    policies = {
        seat: (name, make_policy(name, game, play.seed, seat))
        for seat, name in enumerate(bots)
        if name
    }
    look = read_look(find_rules(recipe.rules).with_suffix(""))
    words = TerminalWords(game, lang, colour=has_colour(), look=look)
    table = Session(words, play, policies, recipe=_portable(recipe), terminal=Terminal())
    table.work_with(lambda: working_of(recipe, game.players))
    table.tell_from(lambda: _topics(recipe, game, lang))
    return table


def _topics(recipe: Recipe, game: Game, lang: str) -> Topics:
    """What is known of the names of a game, for the number of players who play it."""
    linked, program = typed(recipe, game.players)
    players = game.players
    subject = Subject(
        linked=linked, programs={players: program}, usual=players, game=lambda _: game, look={}
    )
    return Topics(Desk(subject, lang))


def _portable(recipe: Recipe) -> Recipe:
    """A bundled game goes by its name, so that a saved game can be taken elsewhere."""
    folder = bundled_folder()
    path = find_rules(recipe.rules).resolve()
    is_bundled = folder is not None and path.parent == folder.resolve()
    return recipe._replace(rules=path.stem) if is_bundled else recipe
