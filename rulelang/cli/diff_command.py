"""`rulelang diff GAME --with VARIANT`: in goes a game, out comes what its variants change, rule by rule in words.

`--to OTHER` compares with another game or another version of it. Then the shortest game that shows the difference is
looked for, and can be kept for `rulelang replay`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cli.opened_games import open_game
from rulelang.cli.shared import (
    find_rules,
    find_variants,
    format_option,
    game_argument,
    players_option,
    print_diagnostics,
    seed_option,
    shown_path,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import Change, diff
from rulelang.linking.model import Linked
from rulelang.runtime.game import Game
from rulelang.source import Sources, Span
from rulelang.tui.saving import Recipe, Saved, write_saved
from rulelang.verify.difference import Effort, describe, record_of, shortest_difference


@verb()
@game_argument()
@variants_option()
@click.option("--to", "other", metavar="GAME", help="Compare with this game, not with GAME itself.")
@players_option()
@seed_option()
@click.option("--words-only", is_flag=True, help="Look for no game that shows the difference.")
@click.option(
    "--save", type=click.Path(path_type=Path), help="Keep the game that shows it, for `replay`."
)
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rules: Path,
    variants: tuple[str, ...],
    *,
    other: str | None,
    players: int | None,
    seed: int,
    words_only: bool,
    save: Path | None,
    format: str,
) -> None:
    """Say what variants change about a game, by meaning: rule by rule, in words.

    Spelling, comments and order do not count; labels and sentences are listed as wording. Then comes
    the shortest game that was found in which somebody may do something else, or scores otherwise.
    Status 1: a game has errors.
    """
    if other is None and not variants:
        raise click.UsageError("say what to compare with: `--with VARIANT` or `--to GAME`")
    sources = Sources()
    target = rules if other is None else find_rules(other)
    old = _linked(ctx, rules, (), sources)
    new = _linked(ctx, target, find_variants(target, variants), sources)
    changes = diff(old, new)
    shown: list[str] = []
    if not words_only and any(change.sort != "wording" for change in changes):
        two = (_game(rules, (), players), _game(target, variants, players))
        shown = _witness(two, seed, (rules, save))
    if format == "json":
        content = {**_json(changes, sources), "game": shown}
        click.echo(json.dumps(content, ensure_ascii=False, indent=2))
        return
    click.echo(_text(changes, sources), nl=False)
    click.echo("".join(f"{line}\n" for line in ["", *shown]) if shown else "", nl=False)


def _game(rules: Path, variants: tuple[str, ...], players: int | None) -> Game:
    return open_game(rules, players=players, settings={}, variants=variants)


def _witness(two: tuple[Game, Game], seed: int, keep: tuple[Path, Path | None]) -> list[str]:
    """The shortest game that shows a difference, in words."""
    first, second = two
    if first.players != second.players:
        return [f"{first.players} players against {second.players}: no game to show; say --players"]
    compared = shortest_difference(first, second, Effort(seed=seed))
    before, *sides = describe(compared, ("before:", "now:"))
    found = compared.difference
    if found is None:
        return [before]
    rules, save = keep
    if save is not None:
        recipe = Recipe(str(rules), first.players, {}, ())
        write_saved(save, Saved(recipe, [], record_of(first, found)))
    return [before, *(f"    {who}: {option}" for who, option in found.answers), *sides]


def _linked(
    ctx: click.Context, rules: Path, variants: tuple[Path, ...], sources: Sources
) -> Linked:
    report = Reporter()
    linked = pipeline.link(rules, variants, sources, report)
    if linked is None or report.has_errors:
        print_diagnostics(report.sorted(), sources)
        ctx.exit(1)
    return linked


def _text(changes: Iterable[Change], sources: Sources) -> str:
    lines: list[str] = []
    for change in changes:
        where = ", ".join(filter(None, (_place(s, sources) for s in (change.after, change.before))))
        about = f"{change.what} `{change.name}`" if change.name else change.what
        said = {"new": " is new", "gone": " is gone", "wording": " is worded otherwise"}
        lines.append(f"{about}{said.get(change.sort, '')}{f'  ({where})' if where else ''}")
        lines += [f"    {line}" for line in change.lines]
    if not lines:
        lines = ["the same rules: nothing is different but spelling"]
    return "".join(f"{line}\n" for line in lines)


def _place(span: Span | None, sources: Sources) -> str:
    file = None if span is None else sources.get(span.path)
    if span is None or file is None:
        return ""
    return f"{shown_path(Path(span.path))}:{file.position(span.start)[0]}"


def _json(changes: Iterable[Change], sources: Sources) -> dict[str, object]:
    return {
        "version": 1,
        "changes": [
            {
                "sort": change.sort,
                "what": change.what,
                "name": change.name,
                "lines": list(change.lines),
                "before": _place(change.before, sources) or None,
                "after": _place(change.after, sources) or None,
            }
            for change in changes
        ],
    }
