"""`rulelang new NAME [DIR]`: in goes a name, out comes a small game that can be played and changed.

The game is `new_game.rules` with its name put in. `rulelang new variant of GAME [FILE]` starts a house rule.
Nothing is overwritten and nothing is left half-written.
"""

from __future__ import annotations

import re
from errno import EEXIST
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cli.shared import SUFFIX, find_rules, print_diagnostics
from rulelang.cli.verb import verb
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import UnwritableError, package_text, write_new
from rulelang.linking.model import Linked
from rulelang.source import Sources
from rulelang.syntax.parsing.tokens import RESERVED
from rulelang.syntax.trees.expressions import Binary, Number
from rulelang.syntax.trees.items import Setting

TEMPLATE = "new_game"
HOUSE_RULE = "house_rule"
NAME = re.compile(r"[a-z][a-z0-9_]*")
MAX_NAME = 60


@verb()
@click.argument("words", nargs=-1, required=True, metavar="NAME [DIR] | variant of GAME [FILE]")
def command(words: tuple[str, ...]) -> None:
    """Start a game of your own from a small one that works, or a house rule for a game.

    `rulelang new my_game` writes my_game.rules, or DIR/my_game.rules. `rulelang new variant of GAME`
    writes house_rule.rules, or FILE: a variant with one change and a test of it, ready to be changed.
    """
    match words:
        case ("variant", "of", game) | ("variant", "of", game, _):
            rules = find_rules(game)
            path = Path(words[3]) if len(words) > 3 else Path(f"{HOUSE_RULE}{SUFFIX}")
            path = path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")
            _check_name(path.stem)
            write_fresh(path, variant_text(path.stem, rules))
            said = (f"check {game} --with {path}", f"test {game} --with {path}")
        case ("variant", *_):
            raise click.UsageError("say which game it is for: `rulelang new variant of GAME`")
        case (name,) | (name, _):
            _check_name(name)
            path = Path(words[1] if len(words) > 1 else ".") / f"{name}{SUFFIX}"
            write_fresh(path, game_text(name))
            said = (f"check {path}", f"play {path}")
        case _:
            raise click.UsageError(f"`{words[2]}` is one word too many")
    tries = "\n".join(f"    rulelang {each}" for each in said)
    click.echo(f"wrote {path}\n\nTry it out:\n\n{tries}")


def write_fresh(path: Path, text: str) -> None:
    """Write a new file; one that is there is wrong usage."""
    try:
        write_new(path, text)
    except UnwritableError as fault:
        if fault.errno != EEXIST:
            raise
        said = f"there is already a file `{path}`; it is left as it is"
        raise click.UsageError(said) from None


def game_text(name: str) -> str:
    """Return the rules of a new game of this name.

    >>> game_text("deep_sea").splitlines()[0]
    'game deep_sea "Deep sea":'
    """
    template = package_text("rulelang.cli", f"{TEMPLATE}{SUFFIX}")
    title = name.replace("_", " ").strip().capitalize()
    return template.replace(f'game {TEMPLATE} "New game"', f'game {name} "{title}"', 1)


def variant_text(name: str, rules: Path) -> str:
    """Return a house rule for a game: the first setting that can be turned a notch, and a test of that."""
    report, sources = Reporter(), Sources()
    linked = pipeline.link(rules, (), sources, report)
    if linked is None or report.has_errors:
        print_diagnostics(report.sorted(), sources)
        raise click.exceptions.Exit(1)
    change, expected = _first_change(linked)
    title = name.replace("_", " ").strip().capitalize()
    return f"""# A house rule for {linked.name}. What such a file can say: docs/language.md, section 6.

variant {name} "{title}" for {linked.name}:
    {change}

test "{title}":
    then that {expected}
"""


def _first_change(linked: Linked) -> tuple[str, str]:
    for item in linked.items:
        match item:
            case Setting(value=Number(value=value), range=Binary(right=Number(value=most))):
                other = value + 1 if value < most else value - 1
                return f"change setting {item.name.text} to {other}", f"{item.name.text} = {other}"
            case _:
                pass
    return 'note "Nothing is changed yet."', "true"


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
