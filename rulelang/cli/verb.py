"""What all verbs have in common: output through the door of the terminal, and faults told as what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulelang.tui.clean_output import clean_output

UNFINISHED = (
    "rulelang.unfinished"  # in the context of a command: not all is done that was asked for
)


class Verb(click.Command):
    """A click command whose faults are told: status 1 for findings and bad input, 2 for wrong usage."""

    def main(self, *args: Any, **extra: Any) -> Any:  # what click takes
        """Run as a command of its own, as tests do."""
        with clean_output():
            return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; what goes wrong and is no fault of ours is told."""
        try:
            found = super().invoke(ctx)
        except click.exceptions.Exit as left:
            ctx.exit(left.exit_code or int(UNFINISHED in ctx.meta))
        except (click.ClickException, click.Abort):
            raise
        except Exception as error:
            from rulelang.cli.told_faults import tell

            status = tell(error)
            if status is None:
                raise
            ctx.exit(status)
        return found


def verb() -> Callable[[Callable[..., Any]], Verb]:
    """Make a verb out of a function; its docstring is the help."""
    return click.command(cls=Verb)
