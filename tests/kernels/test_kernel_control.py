"""Threads, progress, cancellation and the interpreter lock."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate import kernels
from aucurate.errors import OptionError, UnsupportedError
from aucurate.kernels import Cancelled, chunks
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.permutation import swapped_rank_differences

RNG = np.random.default_rng(0)
SIZE = 70_000
SCORES = RNG.normal(size=(3, SIZE))
POSITIVE = RNG.random(SIZE) < 0.5
ORDER = presort(SCORES[:2, :500], POSITIVE[:500])
RANKS = np.stack([kernels.doubled_midranks(s[:500]) for s in SCORES[:2]])

SORTING: dict[str, Callable[..., Any]] = {
    "auc_counts": lambda **k: kernels.auc_counts(SCORES[0], POSITIVE, **k),
    "placements": lambda **k: kernels.placements(SCORES, POSITIVE, **k),
    "threshold_counts": lambda **k: kernels.threshold_counts(SCORES[0], POSITIVE, **k),
}
REPEATING: dict[str, Callable[..., Any]] = {
    "bootstrap": lambda **k: bootstrap_aucs(ORDER, replicates=40, stratified=True, key=1, **k),
    "permutation": lambda **k: swapped_rank_differences(
        RANKS, POSITIVE[:500], replicates=40, key=1, **k
    ),
}
ALL = {**SORTING, **REPEATING}


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("kernel", ALL)
def test_progress_rises_to_the_total(
    kernel: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    for _ in range(15):  # which thread finishes last is a matter of luck
        calls: list[tuple[int, int]] = []

        def note(done: int, total: int, what: str, calls: list[tuple[int, int]] = calls) -> None:
            calls.append((done, total))

        ALL[kernel](threads=threads, progress=note)
        done = [c[0] for c in calls]
        assert len({c[1] for c in calls}) == 1
        assert done == sorted(set(done))
        assert calls[-1][0] == calls[-1][1]


@pytest.mark.parametrize("kernel", REPEATING)
def test_resampling_tells_of_every_chunk(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    done: list[int] = []
    REPEATING[kernel](threads=4, progress=lambda d, total, what: done.append(d))
    assert done == [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]


@pytest.mark.parametrize("kernel", SORTING)
def test_false_cancels_a_sorting_kernel(kernel: str) -> None:
    for threads in (1, 2):
        with pytest.raises(Cancelled):
            SORTING[kernel](threads=threads, progress=lambda done, total, what: False)


def test_cancelling_the_second_classifier_cancels_all() -> None:
    seen: list[int] = []

    def stop_later(done: int, total: int, what: str) -> bool:
        seen.append(done)
        return done <= total / 3

    with pytest.raises(Cancelled):
        kernels.placements(SCORES, POSITIVE, progress=stop_later)
    assert len(seen) >= 2


@pytest.mark.parametrize("kernel", REPEATING)
def test_false_ends_resampling_with_what_is_finished(
    kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    whole = REPEATING[kernel](threads=2)
    part = REPEATING[kernel](threads=2, progress=lambda done, total, what: done < 10)
    assert len(part) == 10
    np.testing.assert_array_equal(part, whole[:10])


@pytest.mark.parametrize("kernel", ALL)
@for_each("answer", [None, True, 0, 1, ""])
def test_only_false_itself_stops(kernel: str, answer: object) -> None:
    ALL[kernel](progress=lambda done, total, what: answer)


@pytest.mark.parametrize("kernel", ALL)
def test_an_error_in_the_callback_comes_through(kernel: str) -> None:
    def fail(done: int, total: int, what: str) -> bool:
        raise KeyError("from the callback")

    for threads in (1, 2):
        with pytest.raises(KeyError, match="from the callback"):
            ALL[kernel](threads=threads, progress=fail)


def test_threads_come_from_the_argument_then_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("AUCURATE_THREADS", raising=False)
    assert kernels.thread_count() >= 1
    monkeypatch.setenv("AUCURATE_THREADS", "3")
    assert kernels.thread_count() == 3
    assert kernels.thread_count(5) == 5
    monkeypatch.setenv("AUCURATE_THREADS", "")
    assert kernels.thread_count() >= 1


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "2.5", "1025", "inf", " "])
def test_a_bad_environment_variable_is_named(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUCURATE_THREADS", wrong)
    with pytest.raises(OptionError, match="AUCURATE_THREADS must be a whole number from 1 to 1024"):
        kernels.auc_counts(SCORES[0], POSITIVE)


@for_each("wrong", [0, -3, 1025, 2.7, "many", [2], float("inf"), float("nan")])
def test_a_bad_thread_count_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="threads must be a whole number from 1 to 1024"):
        kernels.thread_count(wrong)


def test_more_threads_than_work_is_no_problem() -> None:
    two = np.array([0.0, 1.0])
    assert kernels.auc_counts(two, np.array([False, True]), threads=1024) == (2, 0)


def test_resampling_refuses_more_observations_than_its_indices_hold() -> None:
    with pytest.raises(UnsupportedError, match="at most 100 observations; there are 101"):
        chunks.refuse_beyond(101, 100)


def test_other_python_threads_run_while_a_kernel_does() -> None:
    """A thread that needs the interpreter fifty times gets it before the kernel returns."""
    scores = np.random.default_rng(1).normal(size=1_000_000)
    for attempt in range(1, 9):
        values = np.tile(scores, attempt)
        started, finished = threading.Event(), threading.Event()

        def work(started: threading.Event = started, done: threading.Event = finished) -> None:
            started.wait()
            for _ in range(50):
                time.sleep(0.0005)
            done.set()

        other = threading.Thread(target=work)
        other.start()
        started.set()
        kernels.doubled_midranks(values, threads=1)
        in_time = finished.is_set()
        other.join()
        if in_time:
            return
    pytest.fail("no other thread made progress while a kernel ran")


IDLE_THREADS = """
import resource, sys
import numpy as np
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap

size = 200_000
scores, positive = np.random.default_rng(0).normal(size=(1, size)), np.arange(size) % 2 == 0
order, turned = presort(scores, positive, threads=1), presort(scores, ~positive, threads=1)
draws = {"replicates": 2, "stratified": True, "key": 1}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
bootstrap_aucs(order, **draws, threads=1000)
studentised_bootstrap(order, turned, np.ones(1, np.int64), **draws, threads=1000)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(grown // (1024 if sys.platform == "darwin" else 1))
"""


def test_threads_without_work_need_no_memory() -> None:
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", IDLE_THREADS], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 100_000  # kB; buffers for 1,000 threads are 600 MB and 2.2 GB
