"""Fits through joblib: told while they are under way, kept when done, stopped when asked."""

import os
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Any, TypeAlias

from aucurate.crossval.cache import Cache
from aucurate.crossval.failures import warn_caller
from aucurate.crossval.fitting import Fit, Outcome, outcome_of
from aucurate.crossval.rows import AnyRows
from aucurate.errors import FitError
from aucurate.formatting import count, shortened
from aucurate.kernels import Cancelled

Watch: TypeAlias = Callable[[int, int, str], bool | None]
"""``watch(done, total, what)``: False stops the work."""


def outcomes(
    fits: Sequence[Fit],
    rows: AnyRows,
    *,
    n_jobs: int | None,
    cache: Cache | None,
    watch: Watch | None,
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
    _tell(watch, len(found), len(fits), "cross-validation", cache)
    with closing(_finished(fits, left, rows, n_jobs, cache is not None)) as results:
        for place, outcome in results:
            found[place] = outcome
            fit = fits[place]
            if cache is not None and outcome.scores is not None:
                cache.write(fit, outcome)
            _tell(watch, len(found), len(fits), f"{fit.name}, fold {fit.split.name}", cache)
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


def _tell(watch: Watch | None, done: int, total: int, what: str, cache: Cache | None) -> None:
    if watch is not None and watch(done, total, what) is False and done < total:
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
            "a worker process ended before its fit was done, perhaps for want of memory.",
            hint="take a smaller n_jobs; "
            + ("what was done is in the cache." if kept else "with cache= no fit is lost."),
        ) from error


def _closing(results: Generator[Any, None, None]) -> Iterator[tuple[int, Outcome]]:
    """The results; fits under way are given up when nobody wants them any more."""
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
