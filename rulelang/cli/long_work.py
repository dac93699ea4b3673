"""What the verbs that work long have in common: how many processes, a cluster, a journal, a bar of progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from rulelang.cli.shared import Command, seed_option
from rulelang.cli.verb import UNFINISHED
from rulelang.jobs.job import JobError
from rulelang.jobs.journal import JournalError
from rulelang.jobs.processes import usual_workers
from rulelang.jobs.run import Means, Progress
from rulelang.tui.clean_output import behind_the_door


class LongWork(NamedTuple):
    """What was said on the command line about long work; `bots` is empty where none play by choice."""

    games: int
    seed: int
    jobs: int | None
    resume: Path | None
    cluster: str | None
    bots: str = ""


def jobs_option() -> Callable[[Command], Command]:
    """`--jobs N`; the command gets `jobs`, None if not given."""
    return click.option(
        "--jobs", type=click.IntRange(min=1), help="How many processes; all cores if not given."
    )


def resume_option() -> Callable[[Command], Command]:
    """`--resume FILE`; the command gets `resume`, None if not given."""
    return click.option(
        "--resume",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Keep results in FILE, and go on from those that are there.",
    )


def working_options(
    *, many: str, least: int = 1, bots: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`-n`, `--seed`, `--jobs`, `--resume`, `--cluster` and, with the name of the usual ones, `--bots`.

    `many` is the help of `-n`. The command gets all of them together as `work`.
    """
    options = [
        click.option(
            "-n", "--games", type=click.IntRange(min=least), default=100, show_default=True, help=many
        ),
        seed_option(),
        jobs_option(),
        resume_option(),
        click.option(
            "--cluster", metavar="ADDRESS",
            help="Work on a Dask cluster, as in `tcp://host:8786`; needs rulelang[cluster].",
        ),
    ]  # fmt: skip
    if bots:
        said = "Who plays: `random`, `greedy` or `mcts` (`mcts:20000` thinks longer), or one for each seat."
        options.append(
            click.option("--bots", default=bots, show_default=True, metavar="NAMES", help=said)
        )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathered(*args: Any, **given: Any) -> Any:
            work = LongWork(**{name: given.pop(name) for name in LongWork._fields if name in given})
            return command(*args, work=work, **given)

        for option in reversed(options):
            gathered = option(gathered)
        return gathered

    return decorate


@contextmanager
def means_for(given: LongWork, count: int, what: str) -> Iterator[Means]:
    """The means to do `count` items, with a bar of progress; what cannot be done is wrong usage."""
    if given.cluster is not None and given.jobs is not None:
        raise click.UsageError("--jobs is for this machine; a cluster has workers of its own")
    with _progress_bar(count, what) as progress:
        workers = given.jobs or usual_workers(count)
        try:
            yield Means(workers, given.resume, given.cluster, progress, _tell, _stopped)
        except JournalError:
            raise
        except JobError as error:
            raise click.UsageError(str(error)) from None


def _tell(sentence: str) -> None:
    click.echo(sentence, err=True)


def _stopped(sentence: str) -> None:
    """Say why not all is done; the report of what is comes all the same, but the status is no success."""
    click.echo(f"Error: {sentence}", err=True)
    click.get_current_context().meta[UNFINISHED] = True


@contextmanager
def _progress_bar(count: int, what: str) -> Iterator[Progress | None]:
    """A bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    # Without a thread of its own: processes may be forked while the bar is up.
    with Bar(
        console=Console(file=behind_the_door(sys.stderr)), transient=True, auto_refresh=False
    ) as bar:
        task = bar.add_task(what, total=count)
        shown = 0.0

        def advance(items: int) -> None:
            nonlocal shown
            bar.update(task, advance=items)
            if time.monotonic() - shown > 0.1:
                shown = time.monotonic()
                bar.refresh()

        yield advance
