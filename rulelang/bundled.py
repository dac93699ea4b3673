"""The games that come along: where they are, and which file a name stands for."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".rules"


def bundled_folder() -> Path | None:
    """Return the folder of the bundled games: inside the package, or beside it in a checkout."""
    package = Path(__file__).parent
    places = (package / "_games", package.parent / "games")
    return next((place for place in places if place.is_dir()), None)


def find_game(path_or_name: str | Path) -> Path:
    """Return the rules file for a path or the name of a bundled game.

    Raises:
        FileNotFoundError: there is no such file and no such game.
    """
    path = Path(path_or_name)
    if path.is_file():
        return path
    folder = bundled_folder()
    if folder is not None and len(path.parts) == 1 and path.suffix != SUFFIX:
        found = folder / f"{path}{SUFFIX}"
        if found.is_file():
            return found
    raise FileNotFoundError(f"there is no rules file and no bundled game `{path_or_name}`")


def find_variant(rules: Path, path_or_name: str | Path) -> Path:
    """Return the file of a module or variant: a path, or a name in the game's folder or beside it.

    Raises:
        FileNotFoundError: there is none.
    """
    path = Path(path_or_name)
    names = (path, rules.with_suffix("") / f"{path}{SUFFIX}", rules.parent / f"{path}{SUFFIX}")
    found = next((name for name in names if name.is_file()), None)
    if found is None:
        raise FileNotFoundError(f"there is no module or variant `{path}` of `{rules.stem}`")
    return found
