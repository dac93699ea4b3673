"""What several verbs need: finding games, common options, printing diagnostics.

Wrong usage leaves through `click.UsageError` (status 2); findings in a game are diagnostics (status 1).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulelang.bundled import BUNDLED, find_variant, variant_names
from rulelang.bundled import SUFFIX as SUFFIX
from rulelang.bundled import bundled_folder as bundled_folder

if TYPE_CHECKING:  # imported where they are needed: most runs of most verbs have nothing to report
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.source import Sources

# click decorates functions of any signature; there is no narrower type for its options.
Command = TypeVar("Command", bound=Callable[..., Any])


def bundled_games() -> dict[str, Path]:
    """Return the bundled games by name, in the order of the alphabet."""
    folder = bundled_folder()
    if folder is None:
        return {}
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}


def find_rules(name_or_path: str) -> Path:
    """Return the rules file for a path or the name of a bundled game; else it is wrong usage."""
    path = Path(name_or_path)
    if path.is_file():
        return path
    games = bundled_games()
    if name_or_path in games:
        return shown_path(games[name_or_path])
    from rulelang.diagnostics.suggest import did_you_mean

    if path.suffix == SUFFIX or len(path.parts) > 1:
        beside = (f.name for f in path.parent.glob(f"*{SUFFIX}")) if path.parent.is_dir() else ()
        near = did_you_mean(path.name, (*beside, *(f"{name}{SUFFIX}" for name in games)))
        said = f"there is no file `{name_or_path}`"
        raise click.UsageError("; ".join(filter(None, (said, near))))
    near = did_you_mean(name_or_path, games)
    known = f"bundled are {', '.join(games)}" if games else "no games are bundled"
    raise click.UsageError(f"there is no game called `{name_or_path}`; {near or known}")


def find_variants(rules: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of modules and variants, each once; what is not there is wrong usage."""
    return tuple(dict.fromkeys(_find_variant(rules, name) for name in names))


def _find_variant(rules: Path, name: str) -> Path:
    try:
        return find_variant(rules, name)
    except FileNotFoundError as error:
        from rulelang.diagnostics.suggest import did_you_mean

        near = did_you_mean(Path(name).stem.removeprefix(BUNDLED), variant_names(rules))
        raise click.UsageError("; ".join(filter(None, (str(error), near)))) from None


def shown_path(path: Path) -> Path:
    """Return `path` from here if it lies below the current folder, else as it is."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


def game_argument() -> Callable[[Command], Command]:
    """The game to work on; the command gets the `Path` of its rules file as `rules`."""
    return click.argument("rules", metavar="GAME", callback=lambda _c, _p, given: find_rules(given))


def settings_option() -> Callable[[Command], Command]:
    """`--set name=value`, any number of times; the command gets a dict `settings` of texts."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_to_settings,
        help="Tune a setting of the game; may be given several times.",
    )


def variants_option() -> Callable[[Command], Command]:
    """`--with name`, any number of times; the command gets a tuple `variants` of names."""
    return click.option(
        "--with",
        "variants",
        multiple=True,
        metavar="FILE",
        help="Add a module or variant: a file, or the name of one of the game; may be given several times.",
    )


def players_option() -> Callable[[Command], Command]:
    """`--players N`; the command gets `players`, None if not given."""
    return click.option("--players", type=click.IntRange(min=1), help="How many people play.")


def seed_option() -> Callable[[Command], Command]:
    """`--seed N`; the command gets `seed`, 0 if not given: the same seed gives the same game."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Seed of all chance.",
    )


def format_option(*formats: str) -> Callable[[Command], Command]:
    """`--format`, one of `formats` and the first if not given; the command gets `format`."""
    return click.option(
        "--format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result.",
    )


# How diagnostics can be printed: for people, a line each, for programs, for code hosts.
FORMATS = ("text", "concise", "json", "sarif", "github")
# Those that are a document even if there is nothing to say.
DOCUMENTS = ("json", "sarif")


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], sources: Sources, *, format: str = "text"
) -> None:
    """Print diagnostics to standard output in one of FORMATS."""
    from rulelang.diagnostics.export import to_concise, to_github, to_json
    from rulelang.diagnostics.text import render_all, summarise

    found = tuple(diagnostics)
    match format:
        case "json":
            click.echo(to_json(found, sources))
        case "sarif":
            from rulelang import __version__
            from rulelang.diagnostics.sarif import to_sarif

            click.echo(to_sarif(found, sources, __version__))
        case "concise":
            click.echo(to_concise(found, sources), nl=False)
        case "github":
            click.echo(to_github(found, sources), nl=False)
        case "text":
            width = shutil.get_terminal_size().columns
            click.echo(render_all(found, sources, colour=has_colour(), width=width), nl=False)
            if found:
                click.echo(f"\n{summarise(found)}")
        case _:
            raise ValueError(f"there is no format {format}")


def exit_status(diagnostics: Iterable[Diagnostic]) -> int:
    """Return 1 if there are errors or warnings, else 0; notes ask for nothing."""
    return int(any(found.severity.value != "note" for found in diagnostics))


def has_colour() -> bool:
    """Whether standard output is a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def _to_settings(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    settings: dict[str, str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.BadParameter(f"`{text}` should look like `name=value`")
        if settings.setdefault(name, value) != value:
            raise click.BadParameter(f"`{name}` is set to `{settings[name]}` and to `{value}`")
    return settings
