"""`rulelang doc GAME -o OUT`: in goes a game, out comes its rules reference as HTML, Markdown or PDF."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rulelang.cli.shared import (
    SUFFIX,
    find_rules,
    find_variants,
    print_diagnostics,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.files import read_bytes, remove_file, write_files
from rulelang.loading import RulesError
from rulelang.reference.book_phrases import LANGUAGES
from rulelang.reference.making import Progress, subject_of
from rulelang.reference.model import CHANGES, EDITIONS, FULL
from rulelang.reference.subject import Subject
from rulelang.reference.writers.files import (
    FORMS,
    HTML,
    PDF,
    BookOrder,
    make_books,
    make_files,
    order_in,
    strays,
)

PATIENCE = 2.0  # seconds after which one wants to know, and between two messages


def _languages(_ctx: click.Context, _param: click.Parameter, given: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(word.strip() for word in given.split(",") if word.strip()))
    unknown = [language for language in found if language not in LANGUAGES]
    if unknown or not found:
        raise click.BadParameter(f"languages are {', '.join(LANGUAGES)}, as in `en,ru`")
    return found


@verb()
@click.argument("games", nargs=-1, required=True, metavar="GAME")
@variants_option()
@click.option("--lang", "languages", default="en", show_default=True, callback=_languages,
              metavar="LANGUAGES", help="Languages, as in `en,ru`; a page has a switch for them.")  # fmt: skip
@click.option("--edition", type=click.Choice(EDITIONS), default=FULL, show_default=True,
              help="The full reference, a summary, a player aid, or what variants change.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Where to: a file .html, .md or .pdf; else GAME.html.")  # fmt: skip
@click.option("--check", "is_check", is_flag=True,
              help="GAME are references made before: say which are out of date.")  # fmt: skip
@click.option("--update", "is_update", is_flag=True,
              help="GAME are references made before: write them again.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    variants: tuple[str, ...],
    languages: tuple[str, ...],
    edition: str,
    output: Path | None,
    is_check: bool,  # noqa: FBT001  # click passes flags so
    is_update: bool,  # noqa: FBT001
) -> None:
    """Write the rules reference of a game.

    A page of HTML is one file that works without a network and holds all languages. Of Markdown and PDF
    there is a file for each language.

    Status 0: written, or up to date. 1: the game has errors, or a reference is out of date.
    """
    if is_check or is_update:
        ctx.exit(max(_status(Path(name), is_update=is_update) for name in games))
    if len(games) != 1:
        raise click.UsageError("one GAME at a time, please")
    if edition == CHANGES and not variants:
        raise click.UsageError("what changes, and by what? Name it: --with VARIANT")
    out = output or Path(f"{Path(games[0]).stem}{HTML}")
    if out.suffix not in FORMS:
        raise click.UsageError(f"`{out}` should end in {', '.join(FORMS)}")
    order = BookOrder(game=games[0], variants=variants, languages=languages, edition=edition)
    write_files(_files(order, out), makes_folders=True)


def _status(file: Path, *, is_update: bool) -> int:
    """Compare a reference with its game or write it again; of several each is told about."""
    try:
        made = _made_again(file)
        stale = [each for each, content in made.items() if _content(each) != content]
        left = strays(made)
        if is_update:
            write_files({each: made[each] for each in stale}, makes_folders=True)
            for each in left:
                remove_file(each)
            return 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Exit as told:
        return told.exit_code
    for each in stale:
        click.echo(f"{each} is out of date: `rulelang doc --update` writes it again")
    for each in left:
        click.echo(f"{each} is no longer part of {file.name}: `rulelang doc --update` removes it")
    return int(bool(stale or left))


def _content(file: Path) -> bytes | None:
    return read_bytes(file) if file.is_file() else None


def _made_again(file: Path) -> dict[Path, bytes]:
    """Make a reference again by what it says about itself."""
    if file.suffix == PDF:
        raise click.UsageError(f"`{file}`: a PDF cannot be compared; keep the page or the text")
    if not file.is_file():
        raise click.UsageError(f"there is no file `{file}`")
    words = order_in(read_bytes(file).decode("utf-8", errors="replace"))
    if words is None:
        raise click.UsageError(f"`{file}` does not say which `rulelang doc` made it")
    with command.make_context("doc", words) as asked:
        given = asked.params
    order = BookOrder(
        game=given["games"][0],
        variants=given["variants"],
        languages=given["languages"],
        edition=given["edition"],
    )
    return _files(order, file, beside=file)


def _from_near(name: str, file: Path | None) -> str:
    """A path as it is meant: from here or, made elsewhere, from a folder around the reference."""
    if file is None or Path(name).suffix != SUFFIX or Path(name).exists():
        return name
    around = (folder / name for folder in file.resolve().parents)
    return str(next((path for path in around if path.is_file()), name))


def _files(order: BookOrder, out: Path, *, beside: Path | None = None) -> dict[Path, bytes]:
    game = _from_near(order.game, beside)
    subject = _subject(game, tuple(_from_near(name, beside) for name in order.variants))
    base = _subject(game, ()) if order.edition == CHANGES else None
    books = make_books(order, subject, base)
    if out.suffix != PDF:
        return make_files(order, books, out)
    from rulelang.reference.writers.pdf import PdfMissingError

    try:
        return make_files(order, books, out)
    except PdfMissingError as missing:
        raise click.UsageError(str(missing)) from None


def _progress() -> Progress:
    """Tell on standard error how far the questions of the game are played, if that takes long."""
    start = shown = time.monotonic()

    def tell(done: int, all_: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - start > PATIENCE and (now - shown > PATIENCE or done == all_):
            shown = now
            click.echo(f"questions of the game, played with what is added: {done} of {all_}", err=True)  # fmt: skip

    return tell


def _subject(game: str, variants: tuple[str, ...]) -> Subject:
    rules = find_rules(game)
    try:
        return subject_of(rules, find_variants(rules, variants), _progress())
    except RulesError as error:
        print_diagnostics(error.diagnostics, error.sources)
        raise click.exceptions.Exit(1) from None
