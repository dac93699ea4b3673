"""`rulelang new NAME [DIR]`: in goes a name, out comes a small game that can be played and changed.

The game is `new_game.rules` with its name put in. Nothing is overwritten and nothing is left half-written.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click

from rulelang.cli.shared import SUFFIX
from rulelang.syntax.tokens import RESERVED

TEMPLATE = "new_game"
NAME = re.compile(r"[a-z][a-z0-9_]*")
MAX_NAME = 60


@click.command()
@click.argument("name")
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
def command(name: str, folder: Path) -> None:
    """Start a game of your own from a small one that works.

    NAME is the name of the game, as in `my_game`; its rules are written to DIR/NAME.rules.
    """
    _check_name(name)
    path = folder / f"{name}{SUFFIX}"
    if path.exists() or path.is_symlink():
        raise click.UsageError(f"there is already a file `{path}`; it is left as it is")
    try:
        _write(path, game_text(name))
    except OSError as fault:
        reason = fault.strerror or type(fault).__name__
        raise click.UsageError(f"`{path}` cannot be written: {reason}") from None
    click.echo(
        f"wrote {path}\n\nTry it out:\n\n    rulelang check {path}\n    rulelang play {path}"
    )


def game_text(name: str) -> str:
    """Return the rules of a new game of this name.

    >>> game_text("deep_sea").splitlines()[0]
    'game deep_sea "Deep sea":'
    """
    template = files("rulelang.cli").joinpath(f"{TEMPLATE}{SUFFIX}").read_text(encoding="utf-8")
    title = name.replace("_", " ").strip().capitalize()
    return template.replace(f'game {TEMPLATE} "New game"', f'game {name} "{title}"', 1)


def _check_name(name: str) -> None:
    if name in RESERVED:
        raise click.UsageError(f"`{name}` is a word of the language; try `{name}_game`")
    if NAME.fullmatch(name) and len(name) <= MAX_NAME:
        return
    likely = re.sub(r"\W+", "_", name.strip().lower(), flags=re.ASCII).strip("_")[:MAX_NAME]
    hint = f"; try `{likely}`" if NAME.fullmatch(likely) and likely not in RESERVED else ""
    raise click.UsageError(
        f"`{name}` is no name for a game: small letters, digits and `_`, a letter first{hint}"
    )


def _write(path: Path, text: str) -> None:
    """Write a new file as a whole or not at all."""
    made = not path.parent.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as fault:
        if not isinstance(fault, FileExistsError):
            path.unlink(missing_ok=True)
        if made:
            path.parent.rmdir()
        raise
