"""Estimators fitted and scored over folds, the same folds for all of them."""

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np

from aucurate.crossval.algorithms import Algorithm, ScoresFrom, read_algorithms
from aucurate.crossval.cache import Cache
from aucurate.crossval.designs import is_whole, read_design
from aucurate.crossval.drawing import divided
from aucurate.crossval.extra import require_sklearn
from aucurate.crossval.failures import drop_warning, fit_error
from aucurate.crossval.fitting import Fit, Outcome
from aucurate.crossval.randomness import Rng, root_key, settled
from aucurate.crossval.rows import Rows
from aucurate.crossval.running import Watch, outcomes
from aucurate.crossval.splits import Division, Split, recognised
from aucurate.data.fold_values import FoldDesign
from aucurate.data.folds import FoldScores
from aucurate.data.labels import Labels
from aucurate.errors import OptionError
from aucurate.formatting import shortened

OnFailure: TypeAlias = Literal["refuse", "drop"]


def cross_validate(
    estimators: Mapping[str, Any],
    X: Any,  # noqa: N803
    y: Any,
    *,
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Watch | None = None,
) -> FoldScores:
    """How do these algorithms score observations that they were not trained on?

    ``estimators`` names classifiers that keep to scikit-learn's conventions. ``X`` is an array, a
    sparse matrix or a frame of pandas, polars or the like; ``y`` are two kinds of labels, of which
    ``positive`` is the positive one ({0, 1}, {-1, 1} and booleans need no word). Row numbers of
    ``X`` are the observations.

    ``design`` is ``LeftOut(folds=10, repeats=1)``, ``FixedTestSet(folds=30, test_share=1/3)``,
    ``FiveByTwo()`` or the name of one of them, a scikit-learn splitter, or pairs (train, test).
    The splits are drawn once for all algorithms, stratified; with ``groups`` none is torn apart.

    A score is the ``decision_function`` where there is one, else ``predict_proba`` of the positive
    class; ``scores_from`` says otherwise, for all or by name. ``default_thresholds`` of the same
    estimators tells at which score each decides.

    ``rng`` draws the splits and gives each ``random_state`` that is None a number of its own in
    every fold: the same whatever ``n_jobs``, the backend, the cache and the other estimators are.
    The estimators themselves are cloned and never changed.

    ``n_jobs`` is joblib's: None is one process, or what ``joblib.parallel_config`` says, which also
    chooses the backend. ``cache`` names a folder where the scores of each fit are kept; a run with
    the same data, splits, parameters and versions takes them from there. ``progress(done, total,
    what)`` is called after every fit; when it returns False, ``kernels.Cancelled`` is raised.

    A fit that fails, or gives scores that are not finite, does not stop the others. At the end
    ``FitError`` names every one; with ``failures="drop"`` their folds are left out for all
    algorithms, ``FoldScores.dropped`` names the folds and a ``FitWarning`` what failed. Repeats in
    which a fold is missing are no complete division any more, but *random splits*.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3)}
    >>> found = cross_validate(models, X, y, design="5x2", rng=1)
    >>> found.design, found.n_folds, len(found.observations)
    ('5x2', 10, 569)

    Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
    under the ROC curve. Dietterich, T. G. (1998). Neural Computation 10, 1895-1923.
    """
    require_sklearn()
    _check_options(failures, n_jobs)
    algorithms = read_algorithms(estimators, scores_from)
    rows = Rows.read(X, y, groups, positive)
    key = root_key(rng)
    division = divided(rows, read_design(design), key)
    fits = [_fit(algorithm, split, key) for split in division.splits for algorithm in algorithms]
    kept = None if cache is None else Cache.opened(cache, rows)
    done = outcomes(fits, rows, n_jobs=n_jobs, cache=kept, watch=progress)
    broken = [outcome.failure for outcome in done if outcome.failure is not None]
    names = [algorithm.name for algorithm in algorithms]
    if not broken:
        return _assembled(names, rows, division, fits, done)
    left = _without(division, {failure.fold for failure in broken})
    if failures == "refuse" or left is None:
        raise fit_error(broken, len(fits), kept=kept is not None, dropping=failures == "drop")
    gone = tuple(split.name for split in division.splits if split not in left.splits)
    warnings.warn(drop_warning(broken, len(fits), gone), stacklevel=2)
    return replace(_assembled(names, rows, left, fits, done), dropped=gone)


def _check_options(failures: OnFailure, n_jobs: int | None) -> None:
    if failures not in ("refuse", "drop"):
        raise OptionError(f"failures must be 'refuse' or 'drop'; it is {failures!r}.")
    if n_jobs is not None and (not is_whole(n_jobs) or n_jobs == 0):
        raise OptionError(
            f"n_jobs must be a whole number other than 0; it is {n_jobs!r}.",
            hint="-1 uses every processor.",
        )


def _fit(algorithm: Algorithm, split: Split, key: int) -> Fit:
    try:
        estimator = settled(algorithm.estimator, key, algorithm.name, split.repeat, split.fold)
    except (RuntimeError, TypeError, ValueError) as error:
        raise OptionError(
            f"'{shortened(algorithm.name)}' cannot be cloned: {error}",
            hint="its constructor must take its parameters by name and keep them as they are.",
        ) from error
    return Fit(name=algorithm.name, estimator=estimator, method=algorithm.method, split=split)


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
    names: Sequence[str],
    rows: Rows,
    division: Division,
    fits: Sequence[Fit],
    done: Sequence[Outcome],
) -> FoldScores:
    by_fit = {
        (fit.name, fit.split.name): outcome.scores
        for fit, outcome in zip(fits, done, strict=True)
        if outcome.scores is not None
    }
    splits = division.splits
    tested = np.concatenate([split.test for split in splits])
    sizes = [len(split.test) for split in splits]
    scores = {
        name: np.concatenate([by_fit[name, split.name] for split in splits]) for name in names
    }
    labels = Labels(
        rows.labels.is_positive[tested], None, rows.labels.positive, rows.labels.negative
    )
    repeated = len({split.repeat for split in splits}) > 1
    return FoldScores.from_labels(
        labels,
        scores,
        folds=np.repeat([split.fold for split in splits], sizes),
        observations=tested,
        repeats=np.repeat([split.repeat for split in splits], sizes) if repeated else None,
        groups=None if rows.groups is None else rows.groups[tested],
        design=division.design,
        n_train=[len(split.train) for split in splits],
    )
