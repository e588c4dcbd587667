"""Processes that train, one fit at a time, and that can be ended when a fit takes too long.

A fit in Java or in compiled code cannot be interrupted from within. So each worker is a process of
its own, which keeps its Java machine from fit to fit; when a fit runs out of time the process is
killed and another one started.
"""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate_papers.aslan_2009.training import prepared

_LOADING = 300.0  # seconds a worker may take to start and read its data, before the fit begins
_BEGUN = "begun"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Job:
    """One fit: a prepared data set, the fold to leave out, and an estimator not yet trained."""

    dataset: Path
    fold: int
    model: Any


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """The scores of the test set, and the seconds of training and scoring."""

    scores: NDArray[np.float64]
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """A fit that ended with an error."""

    reason: str


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """A fit that was ended at the limit."""


Outcome = Fitted | Failed | OutOfTime


def fitted(job: Job) -> Outcome:
    """Train on all but the fold, score the test set."""
    data = _loaded(job.dataset)
    training = data.division.training(job.fold)
    begun = time.perf_counter()
    try:
        model = job.model.fit(data.inputs[training], data.is_positive[training].astype(np.int64))
        scores = model.predict_proba(data.inputs[data.division.test])[:, 1]
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}".splitlines()[0])
    if not np.isfinite(scores).all():
        return Failed("a score is not finite")
    return Fitted(np.asarray(scores, np.float64), time.perf_counter() - begun)


class Workers(Generic[T]):
    """``n_workers`` processes; ``limit`` is how many seconds one fit may take."""

    def __init__(self, n_workers: int, limit: float) -> None:
        self._limit = limit
        self._workers: list[_Worker[T]] = [_Worker() for _ in range(n_workers)]

    def run(self, jobs: Iterator[tuple[T, Job]]) -> Iterator[tuple[T, Outcome]]:
        """Do the jobs, each under a tag of the caller's; jobs are asked for when there is room.

        So the caller may leave out jobs in the light of what has come back. Whatever ends the
        iteration, Ctrl-C too, ends the processes.
        """
        try:
            while True:
                for worker in self._workers:
                    if worker.tag is None and (job := next(jobs, None)) is not None:
                        worker.begin(*job)
                busy = [worker for worker in self._workers if worker.tag is not None]
                if not busy:
                    return
                wait([worker.connection for worker in busy], _patience(busy))
                for worker in busy:
                    tag, outcome = worker.tag, worker.look(self._limit)
                    if tag is not None and outcome is not None:
                        yield tag, outcome
        finally:
            for worker in self._workers:
                worker.end()


class _Worker(Generic[T]):
    """One process and the end of the pipe to it."""

    def __init__(self) -> None:
        self.tag: T | None = None
        self.deadline = 0.0
        self.process: Any = None
        self.connection: Any = None

    def begin(self, tag: T, job: Job) -> None:
        if self.process is None or not self.process.is_alive():
            self.end()
            context = get_context("spawn")  # Java does not survive a fork
            self.connection, theirs = context.Pipe()
            self.process = context.Process(target=_work, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
        self.tag = tag
        self.deadline = time.monotonic() + _LOADING
        self.connection.send(job)

    def look(self, limit: float) -> Outcome | None:
        """What came back, if anything did, or that the time is up."""
        try:
            if self.connection.poll():
                message = self.connection.recv()
                if message == _BEGUN:
                    self.deadline = time.monotonic() + limit
                    return None
                self.tag = None
                found: Outcome = message
                return found
        except (EOFError, OSError):
            self.end()
            return Failed("the worker process died")
        if time.monotonic() < self.deadline:
            return None
        self.end()
        return OutOfTime()

    def end(self) -> None:
        self.tag = None
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None


def _patience(busy: list[_Worker[T]]) -> float:
    return max(0.0, min(worker.deadline for worker in busy) - time.monotonic())


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    Thread(target=_end_with_parent, daemon=True).start()
    from threadpoolctl import threadpool_limits

    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        _loaded(job.dataset)
        connection.send(_BEGUN)
        with threadpool_limits(1):  # one core for each worker, and sums in one order
            outcome = fitted(job)
        connection.send(outcome)


def _end_with_parent() -> None:
    """A parent that was killed cannot end us; a fit would go on without a limit."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(maxsize=1)
def _loaded(dataset: Path) -> prepared.Prepared:
    return prepared.load(dataset)
