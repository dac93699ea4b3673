"""Jobs: the same results by any means, killed workers, interrupts, journals."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from rulelang.jobs.job import Job, JobError, from_data, job_key, to_data
from rulelang.jobs.journal import JournalError
from rulelang.jobs.processes import chunks
from rulelang.jobs.run import Means, run
from rulelang.runtime.game import Game

WORK = """
import os, signal, time
from pathlib import Path

def square(games, options, number):
    return [number * number, 0.1 * number, {"ж": None}]

def slow(games, options, number):
    time.sleep(0.002)
    return number

def dies_once(games, options, number):
    mark = Path(options["folder"]) / f"{number}"
    with mark.open("a") as file:
        file.write(".")
    if number % 5 == 2 and len(mark.read_text()) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number

def always_dies(games, options, number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number

def only_dies(games, options, number):
    os.kill(os.getpid(), signal.SIGKILL)

def breaks(games, options, number):
    raise ValueError("no such number")
"""


@pytest.fixture(autouse=True)
def _work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "work_of_tests.py").write_text(WORK, "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(__import__("sys").modules, "work_of_tests", raising=False)


def _job(work: str, count: int, **options: object) -> Job:
    return Job(f"work_of_tests:{work}", (), options, count)


@pytest.mark.parametrize(("count", "workers"), [(1, 1), (7, 2), (100, 3), (5000, 2)])
def test_chunks_hold_every_number_once(count: int, workers: int) -> None:
    parts = chunks(range(count), workers)
    assert [number for part in parts for number in part] == list(range(count))


def test_results_come_in_the_order_of_their_numbers_by_any_means(tmp_path: Path) -> None:
    alone = run(_job("square", 150))
    assert list(alone.results) == list(range(150))
    assert alone.results[3] == [9, 0.1 * 3, {"ж": None}]
    assert run(_job("square", 150), Means(2)) == alone
    assert run(_job("square", 150), Means(3, journal=tmp_path / "j")) == alone
    assert run(_job("square", 150), Means(journal=tmp_path / "j")) == alone


def test_workers_that_are_killed_amid_their_work_lose_and_repeat_nothing(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    journal = tmp_path / "journal"
    done = run(_job("dies_once", 20, folder=str(marks)), Means(2, journal=journal))
    assert done == (dict(zip(range(20), range(20), strict=True)), True)
    lines = journal.read_text("utf-8").splitlines()[1:]
    assert sorted(json.loads(line)[0] for line in lines) == list(range(20))


def test_a_worker_killed_from_outside_loses_nothing() -> None:
    killed: list[int] = []

    def progress(_count: int) -> None:
        children = [child.pid for child in multiprocessing.active_children() if child.pid]
        if len(killed) < 3 and children:
            killed.append(children[0])
            os.kill(children[0], signal.SIGKILL)

    before = set(multiprocessing.active_children())
    done = run(_job("slow", 300), Means(2, progress=progress))
    assert len(killed) == 3
    assert done == (dict(zip(range(300), range(300), strict=True)), True)
    assert set(multiprocessing.active_children()) == before


def test_an_item_that_always_ends_its_worker_is_named_and_the_others_are_kept() -> None:
    why: list[str] = []
    done = run(_job("always_dies", 8), Means(2, stopped=why.append))
    assert not done.is_complete
    assert 3 not in done.results
    assert all(done.results[number] == number for number in done.results)
    [said] = why
    assert said.startswith(f"stopped after {len(done.results)} of 8: ")
    assert said.endswith("item 3 has ended its process 3 times (exit code -9)")


def test_an_item_that_ends_its_worker_before_anything_is_done_is_an_error() -> None:
    with pytest.raises(JobError, match=r"item 0 has ended its process 3 times \(exit code -9\)"):
        run(_job("only_dies", 1), Means(2))


def test_a_mistake_in_the_work_is_shown_with_its_place() -> None:
    with pytest.raises(RuntimeError, match="no such number"):
        run(_job("breaks", 8), Means(2))


# --- journals ----------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    told: list[int] = []

    def stop(count: int) -> None:
        told.append(count)
        if sum(told) >= 30:
            raise KeyboardInterrupt

    stopped = run(_job("slow", 100), Means(journal=journal, progress=stop))
    assert not stopped.is_complete
    assert len(stopped.results) == 30
    told.clear()
    done = run(_job("slow", 100), Means(2, journal=journal, progress=told.append))
    assert (told[0], sum(told)) == (30, 100)
    assert done == run(_job("slow", 100))
    again = run(_job("slow", 120), Means(journal=journal))  # more items, none of them anew
    assert (len(again.results), again.is_complete) == (120, True)
    assert len(journal.read_text("utf-8").splitlines()) == 121


def test_a_line_that_was_cut_off_is_worked_out_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    whole = run(_job("square", 9), Means(journal=journal))
    text = journal.read_bytes()
    journal.write_bytes(text[:-7])
    assert run(_job("square", 9), Means(journal=journal)) == whole
    assert journal.read_bytes() == text


def test_a_journal_belongs_to_one_job(tmp_path: Path, orchard: Game, auction: Game) -> None:
    journal = tmp_path / "journal"
    run(_job("square", 2, seed=1, bots="x"), Means(journal=journal))
    with pytest.raises(JobError, match="another run: seed differ"):
        run(_job("square", 2, seed=2, bots="x"), Means(journal=journal))
    options = {"seed": 1, "bots": "x"}
    with pytest.raises(JobError, match="another run: games"):
        run(Job("work_of_tests:square", (orchard,), options, 2), Means(journal=journal))
    jobs = [Job("work_of_tests:square", (game,), {}, 2) for game in (orchard, auction)]
    assert job_key(jobs[0]) != job_key(jobs[1])


def test_what_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    for text in ("dear reader", "dear reader\n", '{"kind": "letter"}\n'):
        file.write_text(text, "utf-8")
        with pytest.raises(JobError, match="is no journal"):
            run(_job("square", 2), Means(journal=file))
        assert file.read_text("utf-8") == text
    with pytest.raises(JobError, match="cannot be written"):
        run(_job("square", 2), Means(journal=tmp_path / "nowhere" / "j"))


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\x00\xff\xfe",
        b"[3,",
        b"{}",
        b"[]",
        b"[true,[0,0.0,null]]",
        b"[-1,3]",
        b"[99999999999,3]",
        b"[3," + b"9" * 50 + b"]",
        b"[" * 50_000,
        b"[3,NaN]",
    ],
    ids=range(11),
)
def test_damaged_lines_are_left_out_and_done_again(tmp_path: Path, damage: bytes) -> None:
    journal = tmp_path / "journal"
    whole = run(_job("square", 9), Means(journal=journal))
    lines = journal.read_bytes().split(b"\n")
    lines[4] = damage
    journal.write_bytes(b"\n".join(lines))
    told: list[str] = []
    counts: list[int] = []
    means = Means(journal=journal, progress=counts.append, tell=told.append)
    assert run(_job("square", 9), means) == whole
    assert counts == [8, 1]
    assert told == [
        f"`{journal}` is damaged: 1 line is no result of this run; what is missing is done again"
    ]
    assert run(_job("square", 9), Means(journal=journal, progress=counts.append)) == whole
    assert counts == [8, 1, 9]


@pytest.mark.parametrize(
    "head",
    [
        b'{"kind": "rulelang journal"}',
        b'{"kind": "rulelang journal", "key": 1, "job": {}}',
        b'{"kind": "rulelang journal", "key": "", "job": {"format": 1, "work": "", "games": 3, "options": {}}}',
        b'{"kind": \xff',
        b'{"kind":' + b"[" * 50_000,
    ],
    ids=range(5),
)
def test_a_damaged_head_is_told_and_nothing_is_changed(tmp_path: Path, head: bytes) -> None:
    journal = tmp_path / "journal"
    journal.write_bytes(head + b"\n[0,1]\n[1,")
    with pytest.raises(JournalError, match="line 1: it is no journal"):
        run(_job("square", 9), Means(journal=journal))
    assert journal.read_bytes() == head + b"\n[0,1]\n[1,"


def test_a_journal_on_a_full_disk_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal"
    write, left = os.write, 400

    def nearly_full(handle: int, content: memoryview) -> int:
        nonlocal left
        if not left:
            raise OSError(28, "No space left on device")
        written = write(handle, bytes(content)[:left])
        left -= written
        return written

    monkeypatch.setattr("os.write", nearly_full)
    with pytest.raises(JobError, match=r"`.*journal` cannot be written: No space left"):
        run(_job("square", 50), Means(journal=journal))
    monkeypatch.undo()
    kept = journal.read_bytes()
    assert kept.endswith(b"]\n")
    done: list[int] = []
    assert run(_job("square", 50), Means(journal=journal, progress=done.append)).is_complete
    assert done[0] == kept.count(b"\n") - 1 > 3


def test_a_journal_is_used_by_one_run_at_a_time(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def progress(_count: int) -> None:
        with pytest.raises(JobError, match="in use"):
            run(_job("square", 2), Means(journal=journal))

    assert run(_job("square", 2), Means(journal=journal, progress=progress)).is_complete


def test_games_arrive_elsewhere_as_they_are(orchard: Game) -> None:
    job = Job("work_of_tests:square", (orchard,), {"a": 1}, 2)
    sent = from_data(json.loads(json.dumps(to_data(job))))
    assert job_key(sent) == job_key(job)
    assert sent.games[0].start(seed=3).key() == orchard.start(seed=3).key()
