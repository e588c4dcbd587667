"""Every algorithm fitted and scored in every fold, and the long form that their scores make."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.algorithms import Algorithm
from aucurate.crossval.cache import Cache
from aucurate.crossval.failures import drop_warning, fit_error, warn_caller
from aucurate.crossval.fitting import Fit, Outcome
from aucurate.crossval.randomness import settled
from aucurate.crossval.rows import AnyRows
from aucurate.crossval.running import Watch, outcomes
from aucurate.crossval.splits import Division, Split, recognised
from aucurate.data.fold_values import FoldDesign
from aucurate.errors import OptionError
from aucurate.formatting import shortened

OnFailure: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """How fits are done: what becomes of failures, on how many processors, where they are kept."""

    failures: OnFailure
    n_jobs: int | None
    cache: str | os.PathLike[str] | None
    progress: Watch | None

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
    done = outcomes(fits, rows, n_jobs=running.n_jobs, cache=cache, watch=running.progress)
    broken = [outcome.failure for outcome in done if outcome.failure is not None]
    if not broken:
        return _assembled(division, fits, done, ())
    left = _without(division, {failure.fold for failure in broken})
    dropping = running.failures == "drop"
    if not dropping or left is None:
        raise fit_error(broken, len(fits), kept=cache is not None, dropping=dropping)
    gone = tuple(split.name for split in division.splits if split not in left.splits)
    warn_caller(drop_warning(broken, len(fits), gone))
    return _assembled(left, fits, done, gone)


def _fit(kind: type[Fit], algorithm: Algorithm, split: Split, key: int) -> Fit:
    try:
        estimator = settled(algorithm.estimator, key, algorithm.name, split.repeat, split.fold)
    except (RuntimeError, TypeError, ValueError) as error:
        raise OptionError(
            f"'{shortened(algorithm.name)}' cannot be cloned: {error}",
            hint="its constructor must take its parameters by name and keep them as they are.",
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


def _assembled(
    division: Division, fits: Sequence[Fit], done: Sequence[Outcome], dropped: tuple[str, ...]
) -> LongScores:
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
