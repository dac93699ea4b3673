"""The games that come along: where they are, and which file a name stands for."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.files import path_inside, read_text

SUFFIX = ".rules"
BUNDLED = "@"  # before the name of a variant: one that comes along, not a file of mine
VARIANTS = "variants"  # the folder of house rules in the folder of a game
_HEADER = re.compile(r"^(?:module|variant) ", re.MULTILINE)


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
    """Return the file of a module or variant: a path, or a name that belongs to the game.

    A name is looked for in the folder of the game, in its `variants`, and beside it; `@name` is never a path,
    and is looked for among what comes along with the bundled game of the same name too.

    Raises:
        FileNotFoundError: there is none.
    """
    said = str(path_or_name)
    if not said.startswith(BUNDLED) and Path(said).is_file():
        return Path(said)
    name = said.removeprefix(BUNDLED)
    if Path(name).name == name:
        for folder in _variant_folders(rules, is_bundled=said.startswith(BUNDLED)):
            found = folder / f"{name}{SUFFIX}"
            if found.is_file() and (_is_ours(folder) or path_inside(folder, found.name)):
                return found
    raise FileNotFoundError(f"there is no module or variant `{said}` of `{rules.stem}`")


def variant_names(rules: Path) -> list[str]:
    """Return the names of all files that can go with a game, in the order of the alphabet."""
    folders = _variant_folders(rules, is_bundled=True)
    return sorted({file.stem for folder in folders for file in folder.glob(f"*{SUFFIX}")})


def added_files(rules: Path) -> tuple[Path, ...]:
    """Return the files of all modules and variants that lie in the folder of a game, house rules last."""
    own = rules.with_suffix("")
    return tuple(
        file
        for folder in (own, own / VARIANTS)
        for file in sorted(folder.glob(f"*{SUFFIX}"))
        if _HEADER.search(read_text(file))
    )


def _is_ours(folder: Path) -> bool:
    """Whether a folder came along; there a link may lead anywhere, as some ways to install have it."""
    bundled = bundled_folder()
    return bundled is not None and folder.is_relative_to(bundled)


def _variant_folders(rules: Path, *, is_bundled: bool) -> list[Path]:
    own = rules.with_suffix("")
    folders = [own, own / VARIANTS, rules.parent]
    bundled = bundled_folder()
    if is_bundled and bundled is not None:
        folders += [bundled / rules.stem, bundled / rules.stem / VARIANTS]
    return folders
