"""`rulelang trace --prove GAME`: in goes a game, out comes which clauses have a test that notices a change of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulelang import pipeline
from rulelang.cache import cache_folder
from rulelang.cli.long_work import LongWork, means_for
from rulelang.diagnostics.reporter import Reporter
from rulelang.frozen import frozen
from rulelang.jobs.job import Job, job_key
from rulelang.jobs.run import run
from rulelang.linking.model import Linked
from rulelang.scenarios.coverage import expand
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn
from rulelang.trace.proof_report import Proofs, proofs_json, proofs_text
from rulelang.trace.prove import clauses_to_prove, proof_of, proving_job
from rulelang.trace.rulebook import PROOF, reasons_of


@frozen
class Asked:
    """What was asked for: all clauses if `only` is empty, and how many changes of each."""

    rules: Path
    variants: Sequence[Path]
    only: Sequence[str]
    changes: int


def prove(linked: Linked, asked: Asked, work: LongWork) -> Proofs:
    """Try changes of every clause that is asked for; what was found before for the same files is kept."""
    known = frozenset[str]()
    if asked.variants:
        known = _titles(pipeline.link(asked.rules, (), Sources(), Reporter()))
    clauses = clauses_to_prove(linked, known)
    if asked.only:
        clauses = _chosen(clauses, asked.only)
    files = (asked.rules, asked.variants)
    job = proving_job(linked, files, clauses, changes=asked.changes, seed=work.seed)
    work = work._replace(resume=work.resume or _journal(job))
    with means_for(work, len(clauses), "proving") as means:
        done = run(job, means)
    return Proofs(
        game=linked.name,
        count=len(clauses),
        proofs=[proof_of(clauses[number], result) for number, result in done.results.items()],
        why=reasons_of(asked.rules, lacks=PROOF),
    )


def proofs_written(proofs: Proofs, format: str) -> str:
    """Return what came out as text or JSON; there are no pages of it."""
    if format == "html":
        raise click.UsageError("--prove is written as text or json")
    return f"{proofs_json(proofs)}\n" if format == "json" else proofs_text(proofs)


def _titles(linked: Linked | None) -> frozenset[str]:
    items = linked.items if linked is not None else ()
    return frozenset(item.title.english for item in items if isinstance(item, syn.Test))


def _chosen(clauses: Sequence[str], only: Sequence[str]) -> list[str]:
    wanted = expand(only)
    found = [clause for clause in clauses if clause in wanted]
    if not found:
        raise click.UsageError(f"no rule and test cite {', '.join(only)}")
    return found


def _journal(job: Job) -> Path | None:
    """Where results of the same work are kept, by everything they rest on."""
    folder = cache_folder()
    return None if folder is None else folder / f"{job_key(job)}.proofs"
