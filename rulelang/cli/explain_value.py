"""`rulelang explain GAME VALUE`: in goes a position and a call of a value, out come the parts it is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import click

from rulelang import pipeline
from rulelang.cli.positions import open_position
from rulelang.cli.shared import (
    find_rules,
    find_variants,
    players_option,
    seed_option,
    settings_option,
    variants_option,
)
from rulelang.diagnostics.reporter import Reporter
from rulelang.interpreter.working import Working
from rulelang.linking.model import Linked
from rulelang.program.model import Program
from rulelang.source import Sources
from rulelang.tui.how import Unasked, how_lines
from rulelang.tui.saving import Recipe
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.terminal_phrases import LANGUAGES

Wrapped = Callable[..., Any]


def position_options() -> Callable[[Wrapped], Wrapped]:
    """The options that say which position is meant."""
    options = [
        click.option("--steps", type=click.IntRange(min=0), help="Of a saved game, only so many "
                     "answers; of a game, let random bots give so many."),
        players_option(),
        seed_option(),
        settings_option(),
        variants_option(),
        click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True,
                     help="Language."),
    ]  # fmt: skip

    def wrap(function: Wrapped) -> Wrapped:
        for option in reversed(options):
            function = option(function)
        return function

    return wrap


def working_of(recipe: Recipe, players: int) -> Working:
    """Return what can work out the values of a game that is known to compile."""
    return Working(typed(recipe, players)[1])


def typed(recipe: Recipe, players: int) -> tuple[Linked, Program]:
    """Link and type a game that is known to compile."""
    rules = find_rules(recipe.rules)
    report = Reporter()
    linked = pipeline.link(rules, find_variants(rules, recipe.variants), Sources(), report)
    assert linked is not None
    program = pipeline.type_game(linked, players, recipe.settings, report, tests=False)
    assert program is not None
    return linked, program


def explain_value(file: str, value: str, asked: Mapping[str, Any], *, is_json: bool) -> int:
    """Print how a value came about; return the exit status."""
    recipe = Recipe(file, asked["players"], dict(asked["settings"]), asked["variants"])
    play, recipe = open_position(file, recipe, seed=asked["seed"], steps=asked["steps"])
    words = TerminalWords(play.game, asked["lang"], colour=False)
    try:
        lines = how_lines(words, working_of(recipe, play.game.players), play.state, value)
    except Unasked as error:
        click.echo(str(error), err=True)
        return 1
    if is_json:
        record = {"version": 1, "explained": {"value": value, "text": "\n".join(lines)}}
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines))
    return 0
