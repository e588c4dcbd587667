"""Every algorithm fitted and scored in every fold, through joblib; the scores in long form."""

import os
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.algorithms import Algorithm
from aucurate.crossval.cache import Cache
from aucurate.crossval.fitting import Fit, Outcome, drop_warning, fit_error, outcome_of, warn_caller
from aucurate.crossval.randomness import settled
from aucurate.crossval.rows import AnyRows, Rows
from aucurate.crossval.splits import Division, Split, recognised
from aucurate.data.division import FoldDesign
from aucurate.data.folds import FoldScores
from aucurate.data.labels import Labels
from aucurate.errors import FitError, OptionError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.kernels import Cancelled, Progress

# Runs fits through joblib with progress, caching and cancellation.


def outcomes(
    fits: Sequence[Fit],
    rows: AnyRows,
    *,
    n_jobs: int | None,
    cache: Cache | None,
    progress: Progress | None,
) -> list[Outcome]:
    """The outcome of every fit, from the cache where it is there; ``Cancelled`` when stopped."""
    found: dict[int, Outcome] = {}
    for place, fit in enumerate(fits):
        kept = None if cache is None else cache.read(fit)
        if kept is not None:
            found[place] = kept
    if cache is not None:
        cache.warn_of_damage()
    left = [place for place in range(len(fits)) if place not in found]
    _tell(progress, len(found), len(fits), "cross-validation", cache)
    with closing(_finished(fits, left, rows, n_jobs, cache is not None)) as results:
        for place, outcome in results:
            found[place] = outcome
            fit = fits[place]
            if cache is not None and outcome.scores is not None:
                cache.write(fit, outcome)
            _tell(progress, len(found), len(fits), f"{fit.name}, fold {fit.split.name}", cache)
    done = [found[place] for place in range(len(fits))]
    _warn(fits, done)
    return done


def _warn(fits: Sequence[Fit], outcomes: Sequence[Outcome]) -> None:
    """Every warning of an estimator once, with the number of folds that it came in."""
    folds = Counter(fit.name for fit in fits)
    warned = Counter(
        (fit.name, category, text)
        for fit, outcome in zip(fits, outcomes, strict=True)
        for category, text in outcome.warned
    )
    for (name, category, text), times in warned.items():
        where = f"'{shortened(name)}' in {times} of {count(folds[name], 'fold')}"
        warn_caller(_warning(category, f"{where}: {text}"))


def _warning(category: type[Warning], text: str) -> Warning:
    """A warning of this class, or a UserWarning where the class is not made from a text alone."""
    try:
        return category(text)
    except Exception:
        return UserWarning(f"{category.__name__} of {text}")


def _tell(progress: Progress | None, done: int, total: int, what: str, cache: Cache | None) -> None:
    if progress is not None and progress(done, total, what) is False and done < total:
        kept = f"; they are in '{cache.folder}'" if cache is not None else ""
        raise Cancelled(f"stopped after {done} of {total} fits{kept}")


def _finished(
    fits: Sequence[Fit], left: Sequence[int], rows: AnyRows, n_jobs: int | None, kept: bool
) -> Generator[tuple[int, Outcome], None, None]:
    """Outcomes in the order in which they are done."""
    from sklearn.utils.parallel import Parallel, delayed

    def tasks(places: Sequence[int]) -> Iterator[Any]:
        shared = (rows.features, rows.given, rows.scored, os.getpid())
        return (delayed(outcome_of)(place, fits[place], *shared) for place in places)

    try:
        try:
            parallel = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
        except ValueError:  # a backend that gives its results all at once
            with Parallel(n_jobs=n_jobs) as pool:
                yield from _in_portions(pool, tasks, left)
            return
        yield from _closing(parallel(tasks(left)))
    except BrokenProcessPool as error:
        raise FitError(
            "a worker process ended before it completed its fit, perhaps because it ran out of "
            "memory.",
            hint=Hint("use a smaller {n_jobs}; completed fits are in the cache.")
            if kept
            else Hint("use a smaller {n_jobs}; with {cache} no fit is lost."),
        ) from error


def _closing(results: Generator[Any, None, None]) -> Iterator[tuple[int, Outcome]]:
    """The results; running fits are abandoned when the caller stops iterating."""
    try:
        for result in results:  # noqa: UP028 - it would be closed outside the filter below
            yield result
    finally:
        with warnings.catch_warnings():  # joblib warns of what is meant here
            warnings.simplefilter("ignore")
            results.close()


def _in_portions(
    parallel: Any, tasks: Callable[[Sequence[int]], Iterator[Any]], left: Sequence[int]
) -> Iterator[tuple[int, Outcome]]:
    from joblib import effective_n_jobs

    size = max(1, effective_n_jobs(parallel.n_jobs))
    for begin in range(0, len(left), size):
        yield from parallel(tasks(left[begin : begin + size]))


OnFailure: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """How fits are done: what becomes of failures, on how many processors, where they are kept."""

    failures: OnFailure
    n_jobs: int | None
    cache: str | os.PathLike[str] | None
    progress: Progress | None

    def __post_init__(self) -> None:
        if self.n_jobs == 0:
            raise OptionError(
                f"n_jobs must be a whole number other than 0; it is {self.n_jobs!r}.",
                hint="-1 uses every processor.",
            )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LongScores:
    """The test rows of all folds, one after the other, and how each algorithm scores them.

    ``rows``, ``folds`` and ``repeats`` have one number for each; ``repeats`` is None where there is
    one only. ``n_train`` has one number for each fold, and ``dropped`` names the folds left out.
    """

    scores: dict[str, NDArray[np.float64]]
    rows: NDArray[np.int64]
    folds: NDArray[np.int64]
    repeats: NDArray[np.int64] | None
    n_train: list[int]
    design: FoldDesign
    dropped: tuple[str, ...]


def long_scores(
    algorithms: Sequence[Algorithm],
    rows: AnyRows,
    division: Division,
    key: int,
    running: Running,
    kind: type[Fit] = Fit,
) -> LongScores:
    """The scores of all algorithms, without the folds in which one failed if that is allowed."""
    fits = [_fit(kind, each, split, key) for split in division.splits for each in algorithms]
    cache = None if running.cache is None else Cache.opened(running.cache, rows)
    done = outcomes(fits, rows, n_jobs=running.n_jobs, cache=cache, progress=running.progress)
    broken = [outcome.failure for outcome in done if outcome.failure is not None]
    if not broken:
        return assembled(division, fits, done, ())
    left = _without(division, {failure.fold for failure in broken})
    dropping = running.failures == "drop"
    if not dropping or left is None:
        raise fit_error(broken, len(fits), kept=cache is not None, dropping=dropping)
    gone = tuple(split.name for split in division.splits if split not in left.splits)
    warn_caller(drop_warning(broken, len(fits), gone))
    return assembled(left, fits, done, gone)


def _fit(kind: type[Fit], algorithm: Algorithm, split: Split, key: int) -> Fit:
    try:
        estimator = settled(algorithm.estimator, key, algorithm.name, split.repeat, split.fold)
    except (RuntimeError, TypeError, ValueError) as error:
        raise OptionError(
            f"'{shortened(algorithm.name)}' cannot be cloned: {error}",
            hint="its constructor must accept its parameters by name and store them unchanged.",
        ) from error
    return kind(name=algorithm.name, estimator=estimator, method=algorithm.method, split=split)


def _without(division: Division, folds: set[str]) -> Division | None:
    """The division without these folds, or None where not enough is left."""
    splits = tuple(split for split in division.splits if split.name not in folds)
    if len(splits) < 2:
        return None
    design: FoldDesign = division.design
    if design in ("left-out folds", "5x2"):
        design = recognised([split.test for split in splits])[0] or "random splits"
    return Division(splits=splits, design=design)


def assembled(
    division: Division, fits: Sequence[Fit], done: Sequence[Outcome], dropped: tuple[str, ...]
) -> LongScores:
    """The scores of all fits, in the order of the folds."""
    by_fit = {
        (fit.name, fit.split.name): outcome.scores
        for fit, outcome in zip(fits, done, strict=True)
        if outcome.scores is not None
    }
    splits = division.splits
    sizes = [len(split.test) for split in splits]
    repeated = len({split.repeat for split in splits}) > 1
    return LongScores(
        scores={
            name: np.concatenate([by_fit[name, split.name] for split in splits])
            for name in dict.fromkeys(fit.name for fit in fits)
        },
        rows=np.concatenate([split.test for split in splits]),
        folds=np.repeat([split.fold for split in splits], sizes),
        repeats=np.repeat([split.repeat for split in splits], sizes) if repeated else None,
        n_train=[len(split.train) for split in splits],
        design=division.design,
        dropped=dropped,
    )


def fold_scores_of(
    found: LongScores, rows: Rows, sampling_weights: NDArray[Any] | None = None
) -> FoldScores:
    """The scores of two classes over folds; ``sampling_weights`` are those of the test rows."""
    known = rows.labels
    scores = FoldScores.from_labels(
        Labels(known.is_positive[found.rows], None, known.positive, known.negative),
        found.scores,
        folds=found.folds,
        observations=found.rows,
        repeats=found.repeats,
        sampling_weights=sampling_weights,
        groups=None if rows.groups is None else rows.groups[found.rows],
        design=found.design,
        n_train=found.n_train,
    )
    return replace(scores, division=replace(scores.division, dropped=found.dropped))
