"""Jobs on a Dask cluster: a real scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from rulelang.cli.balance_command import command as balance_command
from rulelang.cli.sim_command import command as sim_command
from rulelang.cli.verify_command import command as verify_command
from rulelang.jobs.job import Item, Job, JobError, StoppedError, do_item
from rulelang.jobs.run import Means
from rulelang.loading import load_game
from rulelang.simulate.many_games import SimulationPlan, run

AUCTION = Path(__file__).parents[1] / "data" / "auction.rules"
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")
PATIENCE = 60
GAMES = 600  # enough that both workers are amid them when one is killed


class Cluster(NamedTuple):
    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@contextmanager
def started(folder: Path) -> Iterator[Cluster]:
    """A scheduler with two workers."""
    file = folder / "scheduler.json"
    place = ("--scheduler-file", str(file))
    running = [_dask(folder, "scheduler", *LOCAL, "--port", "0", *place)]
    try:
        # Workers wait for the file by themselves, so all three can start at once.
        for _worker in range(2):
            running.append(_dask(folder, "worker", *LOCAL, *place, "--nthreads", "1", "--no-nanny"))
        address = _await_address(file)
        _await_workers(address)
        yield Cluster(address, running[1:])
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def _dask(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _await_address(file: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return str(json.loads(file.read_text("utf-8"))["address"])
        except (OSError, ValueError):
            time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")


def _await_workers(address: str) -> None:
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)


def test_a_cluster_gives_the_same_table_as_one_process(cluster: Cluster, tmp_path: Path) -> None:
    asked = [str(AUCTION), "-n", "40", "--seed", "3"]
    journal = ["--resume", str(tmp_path / "journal")]
    here = CliRunner().invoke(sim_command, [*asked, "--jobs", "1"])
    there = CliRunner().invoke(sim_command, [*asked, *journal, "--cluster", cluster.address])
    assert there.exception is None
    assert (there.exit_code, there.stdout) == (0, here.stdout)
    again = CliRunner().invoke(sim_command, [*asked, *journal, "--jobs", "1"])
    assert again.stdout == here.stdout


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (verify_command, ["-n", "6", "--depth", "3"]),
        (balance_command, ["-n", "6", "--bots", "random"]),
    ],
)
def test_other_verbs_work_on_a_cluster_too(
    cluster: Cluster, command: click.Command, asked: list[str]
) -> None:
    here, there = (
        CliRunner().invoke(command, [str(AUCTION), *asked, *means])
        for means in (["--jobs", "1"], ["--cluster", cluster.address])
    )
    assert (there.exit_code, there.stdout) == (here.exit_code, here.stdout)
    assert here.exit_code == 0


def test_a_killed_worker_of_a_cluster_loses_and_repeats_nothing(
    cluster: Cluster, tmp_path: Path
) -> None:
    game = load_game(AUCTION)
    plan = SimulationPlan(GAMES, 1, ("random",) * game.players)
    told: list[int] = []

    def progress(count: int) -> None:
        told.append(count)
        if len(told) == 2:
            cluster.workers[0].send_signal(signal.SIGKILL)

    journal = tmp_path / "journal"
    means = Means(cluster=cluster.address, journal=journal, progress=progress)
    assert run(game, plan, means) == run(game, plan, Means(2))
    lines = journal.read_text("utf-8").splitlines()[1:]
    assert sorted(json.loads(line)[0] for line in lines) == list(range(GAMES))
    assert cluster.workers[0].wait(PATIENCE) == -signal.SIGKILL


def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.jobs.cluster.PATIENCE", 1)
    done = CliRunner().invoke(sim_command, [str(AUCTION), "--cluster", "tcp://127.0.0.1:9"])
    assert done.exit_code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in done.stderr


def test_without_dask_the_way_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    game = load_game(AUCTION)
    with pytest.raises(JobError, match=r"rulelang\[cluster\]"):
        run(
            game,
            SimulationPlan(1, 0, ("random",) * game.players),
            Means(cluster="tcp://127.0.0.1:9"),
        )


def test_workers_that_all_die_end_the_run_with_what_was_finished(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulelang.jobs.cluster.ALONE", 2.0)
    game = load_game(AUCTION)
    plan = SimulationPlan(GAMES, 1, ("random",) * game.players)
    whole = run(game, plan, Means(2))
    why: list[str] = []
    with started(tmp_path_factory.mktemp("dying")) as cluster:
        told: list[int] = []

        def progress(count: int) -> None:
            told.append(count)
            if len(told) == 2:
                for worker in cluster.workers:
                    worker.send_signal(signal.SIGKILL)

        journal = tmp_path / "journal"
        means = Means(
            cluster=cluster.address, journal=journal, progress=progress, stopped=why.append
        )
        found = run(game, plan, means)
    assert not found.is_complete
    assert 0 < len(found.results) < GAMES
    assert found.results == [whole.results[each.number] for each in found.results]
    [said] = why
    assert said.startswith(
        f"stopped after {len(found.results)} of {GAMES}: all workers of the Dask"
    )
    again = run(game, plan, Means(2, journal=journal))  # what was finished is in the journal
    assert again == whole


def test_a_run_that_stopped_reports_and_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(job: Job, numbers: Sequence[int], _address: str) -> Iterator[list[Item]]:
        for number in numbers[:7]:
            yield [(number, do_item(job, number))]
        raise StoppedError("all workers have gone")

    monkeypatch.setattr("rulelang.jobs.cluster.in_cluster", dying)
    asked = [str(AUCTION), "-n", "20", "--cluster", "tcp://127.0.0.1:9"]
    done = CliRunner().invoke(sim_command, asked)
    assert done.exit_code == 1
    assert "Error: stopped after 7 of 20: all workers have gone" in done.stderr
    assert "7 " in done.stdout
    balanced = CliRunner().invoke(balance_command, [*asked, "--bots", "random"])
    assert balanced.exit_code == 1
    verified = CliRunner().invoke(verify_command, asked)
    assert verified.exit_code == 1
