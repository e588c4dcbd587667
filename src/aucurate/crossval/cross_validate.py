"""Estimators fitted and scored over folds, the same folds for all of them."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from aucurate.checks import checked, random_key
from aucurate.crossval.algorithms import ScoreMethod, ScoresFrom, read_algorithms, require_sklearn
from aucurate.crossval.designs import read_design
from aucurate.crossval.fitting import ClassFit
from aucurate.crossval.jobs import OnFailure, Running, long_scores
from aucurate.crossval.randomness import Rng
from aucurate.crossval.rows import ClassRows, Rows
from aucurate.crossval.splits import divided, drawn
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.folds import FoldScores
from aucurate.data.labels import Labels
from aucurate.kernels import Progress


@checked(but=("estimators",))
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
    progress: Progress | None = None,
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
    running = Running(failures=failures, n_jobs=n_jobs, cache=cache, progress=progress)
    algorithms = read_algorithms(estimators, scores_from)
    rows = Rows.read(X, y, groups, positive)
    key = random_key(rng)
    found = long_scores(algorithms, rows, divided(rows, read_design(design), key), key, running)
    known = rows.labels
    scores = FoldScores.from_labels(
        Labels(known.is_positive[found.rows], None, known.positive, known.negative),
        found.scores,
        folds=found.folds,
        observations=found.rows,
        repeats=found.repeats,
        groups=None if rows.groups is None else rows.groups[found.rows],
        design=found.design,
        n_train=found.n_train,
    )
    return replace(scores, dropped=found.dropped)


# Estimators of several classes fitted and scored over folds, the same folds for all of them.


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
    progress: Progress | None = None,
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
    progress: Progress | None = None,
) -> dict[str, ClassFoldScores]:
    """The same for several named estimators, on the same folds.

    They share their ``observations``, which is how a test knows that they are paired.
    """
    require_sklearn()
    running = Running(failures=failures, n_jobs=n_jobs, cache=cache, progress=progress)
    algorithms = read_algorithms(estimators, _probabilities_first(estimators, scores_from))
    rows = ClassRows.read(X, y)
    key = random_key(rng)
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
