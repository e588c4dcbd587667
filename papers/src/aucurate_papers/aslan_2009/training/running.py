"""All algorithms on all data sets, the smallest set first, within limits, resumed where it ended.

Each finished fit is in the cache before the next is asked for, so nothing is lost when the run is
interrupted, and a second start goes on from there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aucurate.formatting import number
from aucurate_papers.aslan_2009.training import prepared
from aucurate_papers.aslan_2009.training.algorithms import Algorithm
from aucurate_papers.aslan_2009.training.design import N_FOLDS
from aucurate_papers.aslan_2009.training.kept import Kept, Stop
from aucurate_papers.aslan_2009.training.workers import (
    Failed,
    Fitted,
    Job,
    Outcome,
    OutOfTime,
    Workers,
)

FIT, BUDGET = 600.0, 10800.0
"""The limits unless others are asked for: ten minutes for a fit, three hours for all of a set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds that one fit may take, and that all fits of an algorithm on a set may take."""

    fit: float
    budget: float


@dataclass(slots=True, kw_only=True)
class Work:
    """One algorithm on one data set."""

    set_name: str
    dataset: Path
    algorithm: Algorithm
    kept: Kept
    n_values: tuple[int, ...]
    stop: Stop | None = None
    done: list[float] = field(default_factory=list)
    running: int = 0

    @property
    def is_finished(self) -> bool:
        """Whether the scores of all training sets are there."""
        return len(self.done) == N_FOLDS

    @property
    def is_stopped(self) -> bool:
        """Whether the rest is skipped."""
        return self.stop is not None

    def words(self) -> str:
        """How it went, in one line."""
        name = f"{self.set_name}, {self.algorithm.name}"
        if self.is_finished:
            return f"{name}: {N_FOLDS} fits, {number(sum(self.done), 1)} s"
        reason = "interrupted" if self.stop is None else self.stop.reason
        return f"{name}: not finished ({reason}), {len(self.done)} of {N_FOLDS} fits kept"


def interrupted(done: Sequence[float]) -> str:
    """What is said of work that was cut off by hand, from the seconds of its finished fits.

    >>> interrupted([])
    'interrupted'
    >>> interrupted([400.0])
    'interrupted after 1 of 30 fits: all would take 12000 s, more than the 10800 s given to them'
    """
    if not done:
        return "interrupted"
    expected = _expected(done)
    more = f", more than the {number(BUDGET, 0)} s given to them" if expected > BUDGET else ""
    fits = f"{len(done)} of {N_FOLDS} fits"
    return f"interrupted after {fits}: all would take {number(expected, 0)} s{more}"


def _expected(done: Sequence[float]) -> float:
    """The seconds that all fits would take, from those of some."""
    return N_FOLDS * sum(done) / len(done)


Tell = Callable[[Work, bool], None]
"""Called with a work after each of its fits, and with True once when it is over."""


def planned(folders: dict[str, Path], algorithms: Sequence[Algorithm]) -> list[Work]:
    """Every algorithm on every prepared set, in the order of the sets' sizes."""
    facts = {name: prepared.told(folder) for name, folder in folders.items()}
    works = []
    for name in sorted(folders, key=lambda name: (facts[name]["n_observations"], name)):
        for algorithm in algorithms:
            kept = Kept.of(folders[name], algorithm)
            works.append(
                Work(
                    set_name=name,
                    dataset=folders[name],
                    algorithm=algorithm,
                    kept=kept,
                    n_values=tuple(facts[name]["n_values"]),
                    stop=kept.stopped(),
                    done=kept.seconds(),
                )
            )
    return works


def run(works: Sequence[Work], limits: Limits, *, n_workers: int, tell: Tell) -> None:
    """Do what is missing; ``works`` then say how each went."""
    workers: Workers[tuple[Work, int]] = Workers(n_workers, limits.fit)
    for (work, fold), outcome in workers.run(_jobs(works, limits, tell)):
        work.running -= 1
        _settle(work, fold, outcome, limits)
        tell(work, work.running == 0 and (work.is_finished or work.stop is not None))


def _jobs(
    works: Sequence[Work], limits: Limits, tell: Tell
) -> Iterator[tuple[tuple[Work, int], Job]]:
    for work in works:
        if work.is_finished or (
            work.stop and work.stop.stands(limit=limits.fit, budget=limits.budget)
        ):
            tell(work, True)
            continue
        work.stop = None
        work.kept.go_on()
        for fold in work.kept.missing():
            if work.is_stopped:
                break
            work.running += 1
            yield (work, fold), Job(work.dataset, fold, work.algorithm.make(work.n_values))


def _settle(work: Work, fold: int, outcome: Outcome, limits: Limits) -> None:
    if isinstance(outcome, Fitted):
        work.kept.save(fold, outcome.scores, outcome.seconds)
        work.done.append(outcome.seconds)
        expected = _expected(work.done)
        if expected > limits.budget and not work.is_finished:
            _stop(work, "budget", f"{N_FOLDS} fits would take {number(expected, 0)} s", limits)
    elif isinstance(outcome, OutOfTime):
        _stop(work, "limit", f"fit {fold + 1} took more than {number(limits.fit, 0)} s", limits)
    elif isinstance(outcome, Failed):
        _stop(work, "error", f"fit {fold + 1} failed: {outcome.reason}", limits)


def _stop(work: Work, kind: str, reason: str, limits: Limits) -> None:
    if work.stop is None:
        work.stop = Stop(kind=kind, reason=reason, limit=limits.fit, budget=limits.budget)
        work.kept.stop(work.stop)
