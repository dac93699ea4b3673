"""The `rulelang` command: in go the words of a command line, out comes the verb they name, run.

Verbs are imported only when called, so that `rulelang --version` and `--help` answer at once. Each module
of a verb holds one click command named `command`. A fault of our own ends in one line and status 2.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from rulelang import __version__
from rulelang.tui.clean_output import clean_output

VERBS = {
    "check": "Report everything that is wrong with a game, with the place and a way out.",
    "test": "Run the tests written in a game, as worked examples of its rulebook.",
    "play": "Play a game in the terminal, against others or against bots.",
    "sim": "Let bots play many games and count how they end.",
    "verify": "Search small scopes of a game as a whole and try random games: faults, dead ends.",
    "balance": "Compare a game with and without a change: wins, length, points, actions.",
    "show": "Print a game with its modules and variants as one rules file.",
    "diff": "Say what variants change about a game, rule by rule in words.",
    "graph": "Show the action graph of a game: who is asked what, and what follows.",
    "compile": "Print any stage of a game, from its syntax to the generated Python.",
    "explain": "Say what a diagnostic code means, as in `rulelang explain E203`.",
    "doc": "Write the rules reference of a game: HTML, Markdown or PDF.",
    "trace": "Show which rule and which tests stand for each clause of the rulebook.",
    "draw": "Draw the position of a game, or of a saved one, as a picture.",
    "replay": "Play a recorded game again, step by step.",
    "fmt": "Lay out rules files in the one standard way.",
    "new": "Start a game of your own, or a house rule: `new variant of GAME`.",
}


FEW_COLLECTIONS = 100_000


class VerbGroup(click.Group):
    """A click group that knows its verbs by name and imports one only when it is called."""

    def main(self, *args: Any, **extra: Any) -> Any:  # what click takes
        """Run a command line; all that is printed goes through the door of the terminal."""
        with clean_output():
            return super().main(*args, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order in which one meets them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of a verb, or None if there is no such verb."""
        if cmd_name not in VERBS:
            return None
        command = import_module(f"rulelang.cli.{cmd_name}_command").command
        if not isinstance(command, click.Command):
            raise TypeError(f"rulelang.cli.{cmd_name}_command.command is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb; for an unknown one name the nearest."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from rulelang.diagnostics.suggest import did_you_mean

            said = f"there is no command called `{args[0]}`"
            ctx.fail("; ".join(filter(None, (said, did_you_mean(args[0], VERBS)))))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(
    cls=VerbGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A game is the name of a bundled game or the path of a .rules file.",
)
@click.version_option(__version__, prog_name="rulelang", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an internal fault is.")
def cli() -> None:
    """Write the rules of a board game, check them, play them."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command line and leave with its status: 0 fine, 1 findings, 2 wrong usage or fault."""
    # What a command builds it needs to its end: looking for what could be freed only takes time.
    gc.set_threshold(FEW_COLLECTIONS)
    given = list(sys.argv[1:] if argv is None else argv)
    args, debug = _without_debug(given)
    try:
        cli.main(args=args, prog_name="rulelang")
    except Exception as fault:
        if debug:
            raise
        text = " ".join(str(fault).split()) or "no message"
        with clean_output():
            click.echo(f"rulelang: internal fault: {type(fault).__name__}: {text}", err=True)
            click.echo("Run the same command with --debug to see where.", err=True)
        sys.exit(2)


def _without_debug(args: list[str]) -> tuple[list[str], bool]:
    """Take `--debug` out wherever it stands, so that it can be put at the end of any command."""
    end = args.index("--") if "--" in args else len(args)
    kept = [arg for arg in args[:end] if arg != "--debug"]
    return kept + args[end:], len(kept) < end
