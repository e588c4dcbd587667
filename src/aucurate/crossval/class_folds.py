"""Estimators of several classes fitted and scored over folds, the same folds for all of them."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from aucurate.checks import checked
from aucurate.crossval.algorithms import ScoreMethod, ScoresFrom, read_algorithms
from aucurate.crossval.class_fitting import ClassFit
from aucurate.crossval.class_rows import ClassRows
from aucurate.crossval.designs import read_design
from aucurate.crossval.drawing import drawn
from aucurate.crossval.extra import require_sklearn
from aucurate.crossval.long_scores import OnFailure, Running, long_scores
from aucurate.crossval.randomness import Rng, root_key
from aucurate.crossval.running import Watch
from aucurate.data.class_folds import ClassFoldScores


@checked
def cross_validate_classes(
    estimator: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    name: str | None = None,
    design: Any = "left-out folds",
    rng: Rng = 0,
    scores_from: ScoreMethod | None = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Watch | None = None,
) -> ClassFoldScores:
    """How does this algorithm score every class of observations that it was not trained on?

    As :func:`cross_validate`, for two classes or more and one estimator; ``X``, ``design``,
    ``rng``, ``failures``, ``n_jobs``, ``cache`` and ``progress`` mean the same. The splits are
    stratified over all classes, and each must train on every one. A score of a class is that of
    ``predict_proba`` where there is one (weights cannot be put on scores that may be negative),
    else of ``decision_function``; ``scores_from`` says otherwise. ``name`` is that of the
    estimator's type unless it is said.

    >>> from sklearn.datasets import load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_wine(return_X_y=True)
    >>> found = cross_validate_classes(GaussianNB(), X, y, rng=1)
    >>> found.design, found.n_folds, found.counts_by_fold[0].tolist()
    ('left-out folds', 10, [6, 7, 5])
    """
    called = type(estimator).__name__ if name is None else str(name)
    return cross_validate_paired_classes(
        {called: estimator},
        X,
        y,
        design=design,
        rng=rng,
        scores_from=scores_from,
        failures=failures,
        n_jobs=n_jobs,
        cache=cache,
        progress=progress,
    )[called]


@checked(but=("estimators",))
def cross_validate_paired_classes(
    estimators: Mapping[str, Any],
    X: Any,  # noqa: N803
    y: Any,
    *,
    design: Any = "left-out folds",
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Watch | None = None,
) -> dict[str, ClassFoldScores]:
    """The same for several named estimators, on the same folds.

    They share their ``observations``, which is how a test knows that they are paired.
    """
    require_sklearn()
    running = Running(failures=failures, n_jobs=n_jobs, cache=cache, progress=progress)
    algorithms = read_algorithms(estimators, _probabilities_first(estimators, scores_from))
    rows = ClassRows.read(X, y)
    key = root_key(rng)
    division = drawn(rows, read_design(design), key)
    found = long_scores(algorithms, rows, division, key, running, ClassFit)
    scores = ClassFoldScores.paired_from_arrays(
        rows.given[found.rows],
        found.scores,
        classes=rows.classes,
        folds=found.folds,
        observations=found.rows,
        repeats=found.repeats,
        design=found.design,
        n_train=found.n_train,
    )
    return {name: replace(each, dropped=found.dropped) for name, each in scores.items()}


def _probabilities_first(estimators: Any, said: ScoresFrom) -> ScoresFrom:
    """``predict_proba`` wherever there is one and nobody says otherwise."""
    if not isinstance(estimators, Mapping) or isinstance(said, str):
        return said
    first: dict[str, ScoreMethod] = {
        str(name): "predict_proba"
        for name, estimator in estimators.items()
        if hasattr(estimator, "predict_proba")
    }
    return {**first, **(said or {})}
