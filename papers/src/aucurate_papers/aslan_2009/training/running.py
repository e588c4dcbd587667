"""All algorithms on all data sets, the smallest set first, within limits, resumed where it ended.

Each finished fit is in the cache before the next is asked for, so nothing is lost when the run is
interrupted, and a second start goes on from there.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError, TableError
from aucurate.formatting import number
from aucurate_papers.aslan_2009.training import prepared
from aucurate_papers.aslan_2009.training.algorithms import Algorithm
from aucurate_papers.aslan_2009.training.prepared import N_FOLDS, key_of, write_arrays
from aucurate_papers.aslan_2009.training.workers import (
    Failed,
    Fitted,
    Job,
    Outcome,
    OutOfTime,
    Workers,
)
from aucurate_papers.running import write_json

# The scores of one algorithm on one data set, each fit kept as soon as it is done.


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why an algorithm was not finished on a data set, and the limits (in seconds) it met.

    ``kind`` is 'limit' (one fit took too long), 'budget' (all fits would take too long) or
    'error'.
    """

    kind: str
    reason: str
    limit: float
    budget: float

    def stands(self, *, limit: float, budget: float) -> bool:
        """Whether trying again within these limits would be in vain; errors are tried again."""
        if self.kind == "error":
            return False
        return limit <= self.limit if self.kind == "limit" else budget <= self.budget


@dataclass(frozen=True, slots=True)
class Kept:
    """The folder with the fits of one algorithm on one data set.

    ``fit-01.npz`` to ``fit-30.npz`` have the scores of the test set and the seconds it took to
    train and score; ``stopped.json`` says why the rest was skipped.
    """

    folder: Path

    @classmethod
    def of(cls, dataset: Path, algorithm: Algorithm) -> "Kept":
        """The folder, whose name changes with the settings and versions of the algorithm."""
        made_from = algorithm.made_from()
        folder = dataset / f"{algorithm.name}-{key_of(made_from)}"
        if not (folder / "made-from.json").is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "made-from.json", made_from)
        return cls(folder)

    def save(self, fold: int, scores: NDArray[np.float64], seconds: float) -> None:
        """Keep one fit."""
        write_arrays(self._file(fold), scores=scores, seconds=np.float64(seconds))

    def missing(self) -> list[int]:
        """The folds, from 0, whose fit is not kept yet."""
        return [fold for fold in range(N_FOLDS) if not self._file(fold).is_file()]

    def seconds(self) -> list[float]:
        """How long each kept fit took."""
        found = []
        for fold in range(N_FOLDS):
            if self._file(fold).is_file():
                with np.load(self._file(fold)) as arrays:
                    found.append(float(arrays["seconds"]))
        return found

    def scores(self) -> NDArray[np.float64]:
        """The scores of a finished algorithm: a row for each fold."""
        rows = []
        for fold in range(N_FOLDS):
            with np.load(self._file(fold)) as arrays:
                rows.append(arrays["scores"])
        return np.array(rows)

    def stop(self, stop: Stop) -> None:
        """Remember why the rest is skipped."""
        write_json(self.folder / "stopped.json", asdict(stop))

    def stopped(self) -> Stop | None:
        """Why the rest was skipped, if it was."""
        path = self.folder / "stopped.json"
        return Stop(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None

    def go_on(self) -> None:
        """Forget that the rest was skipped."""
        (self.folder / "stopped.json").unlink(missing_ok=True)

    def _file(self, fold: int) -> Path:
        return self.folder / f"fit-{fold + 1:02d}.npz"


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


# What was run, as data, and the scores without training again.


FILE = "described.json"


def describe(works: Sequence[Work], cache: Path, programs: dict[str, str]) -> None:
    """Write down how the works went; sets of earlier runs that are not among them stay."""
    path = cache / "aslan-2009" / FILE
    sets: dict[str, Any] = described(cache)["sets"] if path.is_file() else {}
    for work in works:
        facts = prepared.told(work.dataset)
        earlier = sets.get(work.set_name, {})
        if earlier.get("folder") != work.dataset.name:
            earlier = {}
        ran = earlier.get("algorithms", {}) | {work.algorithm.name: _ran(work)}
        sets[work.set_name] = facts | {"folder": work.dataset.name, "algorithms": ran}
    seconds = sum(ran["seconds"] for told in sets.values() for ran in told["algorithms"].values())
    content = {"programs": programs, "rng": prepared.RNG, "seconds": seconds, "sets": sets}
    write_json(path, content)


def described(cache: Path) -> dict[str, Any]:
    """What ``describe`` wrote.

    ``sets`` has, by name, the sizes, the classes kept, the positive class and, under
    ``algorithms``, whether each finished (``finished``), why not (``reason``), the seconds of its
    fits and its folder; ``seconds`` is the time of all fits together.
    """
    path = cache / "aslan-2009" / FILE
    if not path.is_file():
        raise TableError(f"there are no scores in '{cache}'.", hint="run `make scores` first.")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def fold_scores(name: str, cache: Path) -> FoldScores:
    """The scores of the algorithms that finished on a data set, on its fixed test set."""
    facts = described(cache)["sets"].get(name)
    if facts is None:
        raise OptionError(
            f"data set '{name}' has not been run.",
            hint="`make scores` runs what is missing.",
        )
    dataset = cache / "aslan-2009" / facts["folder"]
    finished = {
        algorithm: Kept(dataset / ran["folder"]).scores().ravel()
        for algorithm, ran in facts["algorithms"].items()
        if ran["finished"]
    }
    if not finished:
        raise TableError(
            f"no algorithm has finished on data set '{name}'.",
            hint="run `python -m aucurate_papers.aslan_2009.training` with a higher --limit.",
        )
    data = prepared.load(dataset)
    is_positive = data.is_positive[data.division.test]
    return FoldScores.from_arrays(
        np.tile(np.where(is_positive, facts["positive"], facts["negative"]), N_FOLDS),
        finished,
        folds=np.repeat(np.arange(1, N_FOLDS + 1), len(is_positive)),
        observations=np.tile(data.division.test, N_FOLDS),
        design="fixed test set",
        n_train=data.division.n_train,
        positive=facts["positive"],
    )


def results(cache: Path) -> dict[str, FoldScores]:
    """``fold_scores`` of every data set on which two algorithms or more have finished."""
    sets = described(cache)["sets"]
    return {
        name: fold_scores(name, cache)
        for name, facts in sets.items()
        if sum(ran["finished"] for ran in facts["algorithms"].values()) > 1
    }


def _ran(work: Work) -> dict[str, Any]:
    cut_off = None if work.is_finished else interrupted(work.done)
    return {
        "words": work.algorithm.words,
        "folder": work.kept.folder.name,
        "finished": work.is_finished,
        "reason": cut_off if work.stop is None else work.stop.reason,
        "fits": len(work.done),
        "seconds": sum(work.done),
    }


# Progress: a bar on a terminal, and one line for each algorithm on each data set everywhere.


@contextmanager
def telling(works: Sequence[Work]) -> Iterator[Tell]:
    """What to call after each fit."""
    if not sys.stderr.isatty():
        yield _line
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=N_FOLDS * len(works))

    def tell(work: Work, is_over: bool) -> None:
        over = sum(N_FOLDS if each.stop else len(each.done) for each in works)
        bar.update(task, completed=over, description=f"{work.set_name}, {work.algorithm.name}")
        if is_over:
            bar.console.print(work.words(), markup=False, highlight=False)

    with bar:
        yield tell


def _line(work: Work, is_over: bool) -> None:
    if is_over:
        print(work.words(), flush=True)
