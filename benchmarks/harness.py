"""What every question of the benchmarks shares: the data, the race and the record of what it found.

A race runs all contestants in turn, round after round, and keeps the best time of each, so that
a busy moment of the machine hits everybody. Every contestant gets the same raw, unsorted arrays
and calls its public function, checks included.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
OURS = "aucurate"
RNG = 20240607

Job: TypeAlias = Callable[[], float]
Prepare: TypeAlias = Callable[[], Job]
Bound: TypeAlias = Literal["at least", "at most"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How many threads everybody may use, and how many rounds a race has."""

    threads: int
    rounds: int

    def target(self, value: float) -> float | None:
        """A target holds for one thread each; with more the figure is for information."""
        return value if self.threads == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the table: a ratio, what it must reach, and the seconds behind it.

    ``failure`` says why there is no ratio, or why it does not count.
    """

    what: str
    peer: str
    threads: int
    unit: str
    ratio: float | None = None
    target: float | None = None
    bound: Bound = "at least"
    seconds: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    failure: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without a target."""
        if self.target is None:
            return None
        if self.ratio is None or self.failure:
            return False
        return self.ratio >= self.target if self.bound == "at least" else self.ratio <= self.target


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The best seconds and the answer of each contestant, and why some have none."""

    seconds: Mapping[str, float]
    answers: Mapping[str, float]
    failures: Mapping[str, str]

    def scaled(self, factors: Mapping[str, float]) -> "Race":
        """The same with some times multiplied, for a contestant who ran a part of the job."""
        seconds = {name: best * factors.get(name, 1.0) for name, best in self.seconds.items()}
        return Race(seconds=seconds, answers=self.answers, failures=self.failures)

    def trouble(self, *names: str) -> str:
        """Why these contestants cannot be compared; empty when they can."""
        return "; ".join(f"{n}: {self.failures[n]}" for n in names if n in self.failures)

    def times_as_fast(
        self,
        peer: str,
        *,
        what: str,
        setting: Setting,
        target: float | None,
        tolerance: float | None = None,
        note: str = "",
    ) -> Finding:
        """The seconds of the peer divided by ours; its answer must be ours, within a tolerance."""
        failure = self.trouble(OURS, peer)
        if not failure and tolerance is not None:
            failure = _disagreement(self.answers[OURS], self.answers[peer], tolerance)
        return Finding(
            what=what,
            peer=peer,
            threads=setting.threads,
            unit="times as fast",
            ratio=None if self.trouble(OURS, peer) else self.seconds[peer] / self.seconds[OURS],
            target=target,
            seconds={n: self.seconds[n] for n in (OURS, peer) if n in self.seconds},
            note=note,
            failure=failure,
        )


def race(contestants: Mapping[str, Prepare], rounds: int) -> Race:
    """Run everybody in turn, ``rounds`` times. Who fails is out, and the reason is kept."""
    seconds: dict[str, float] = {}
    answers: dict[str, float] = {}
    failures: dict[str, str] = {}
    jobs: dict[str, Job] = {}
    for name, prepare in contestants.items():
        try:
            jobs[name] = prepare()
        except Exception as error:
            failures[name] = reason(error)
    for _ in range(rounds):
        for name in [n for n in jobs if n not in failures]:
            try:
                begin = time.perf_counter()
                answers[name] = jobs[name]()
                spent = time.perf_counter() - begin
            except Exception as error:
                failures[name] = reason(error)
            else:
                seconds[name] = min(spent, seconds.get(name, spent))
    return Race(seconds=seconds, answers=answers, failures=failures)


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, ImportError):
        return f"not installed ({error})"
    return f"failed with {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def made_scores(
    observations: int, classifiers: int = 1
) -> tuple[NDArray[np.int64], list[NDArray[np.float64]]]:
    """Unsorted labels, three in ten positive, and continuous scores of correlated classifiers."""
    rng = np.random.default_rng(RNG)
    labels = (rng.random(observations) < 0.3).astype(np.int64)
    common = labels + rng.standard_normal(observations)
    return labels, [common + rng.standard_normal(observations) for _ in range(classifiers)]


def _disagreement(ours: float, theirs: float, tolerance: float) -> str:
    if abs(ours - theirs) <= tolerance * max(abs(ours), abs(theirs)):
        return ""
    return f"the answers differ: {ours!r} here, {theirs!r} there"
