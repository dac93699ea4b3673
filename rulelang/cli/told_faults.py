"""Faults as messages: in goes an exception, out comes what it means for the user, and the status of the command.

What is wrong with rules, with files of strangers or with the disk is no fault of ours: it is told as what it is. Everything
else is, and is left to the command itself, which calls it an internal fault.
"""

from __future__ import annotations

import click

from rulelang.files import BadInputError, UnreadableError, UnwritableError, line_of
from rulelang.loading import RulesError
from rulelang.runtime.faults import Fault, RulesChangedError

FINDINGS, WRONG_USAGE = 1, 2


def tell(error: Exception) -> int | None:
    """Say what an exception means on standard error; return the status, None if it is a fault of ours."""
    match error:
        case RulesError():
            from rulelang.cli.shared import print_diagnostics

            print_diagnostics(error.diagnostics, error.sources)
            return FINDINGS
        case Fault():
            click.echo(f"the rules break here: {broken_at(error)}", err=True)
            return FINDINGS
        case BadInputError() | RulesChangedError() | UnreadableError():
            click.echo(f"Error: {error}", err=True)
            return FINDINGS
        case UnwritableError():
            click.echo(f"Error: {error}", err=True)
            return WRONG_USAGE
        case _:
            return None


def broken_at(fault: Fault) -> str:
    """Return a fault of the rules in one line, with the place of the rule where it is known."""
    if fault.span is None:
        return str(fault)
    path, start, _end = fault.span
    line = line_of(path, start)
    return f"{fault} ({path})" if line is None else f"{fault} ({path}:{line})"
