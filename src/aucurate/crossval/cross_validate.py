"""Estimators fitted and scored over folds, the same folds for all of them.

**Question.** How do several algorithms score observations that they were not trained on, when all
of them are trained and tested on the same splits?

**Use it** if the algorithms are available as scikit-learn estimators. With two classes the result
is a :class:`~aucurate.FoldScores`, which :func:`aucurate.folds` and the tests and intervals of
:mod:`aucurate.inference.folds` take; no test is performed here. On the command line
``aucurate crossval`` does both. For tables with gaps and words ``aucurate.crossval.features`` makes
the features, and ``aucurate.crossval.models`` a few well-known algorithms for them.

**Designs.** ``design`` is one of these, or its name:

- :class:`~aucurate.crossval.LeftOut` (``"left-out folds"``, the default with 10 folds): each fold
  is tested by a model of all others; the division is drawn again in each repeat.
- :class:`~aucurate.crossval.FixedTestSet` (``"fixed test set"``): one test set; K models, each
  trained without one of K folds of the rest.
- :class:`~aucurate.crossval.FiveByTwo` (``"5x2"``): five repeats of two folds.
- A scikit-learn splitter: its splits; repeats are recognised, and a ``ShuffleSplit`` is *random
  splits*.
- Pairs (train, test) of row numbers, in a :class:`~aucurate.crossval.GivenSplits` that names the
  design (``GivenSplits(pairs, design="random splits")``) where test sets overlap.

The first three are stratified, and with ``groups`` no group is split; a splitter that splits groups
is refused. The splits are drawn once, for all algorithms;
:func:`~aucurate.crossval.draw_splits` with the same arguments returns them.

**Scores.** With two classes ``decision_function`` where the estimator has one, else
``predict_proba`` of the positive class; ``scores_from`` overrides this. They are oriented so that
higher is more positive, whichever class comes first. This is the order of scikit-learn's
``scoring="roc_auc"``, whose AUCs of the folds are therefore the same; decision scores are not
rounded to 0 or 1, as probabilities can be. Fitted estimators are scored by ``predict_proba`` first
(:func:`aucurate.compare`, :func:`aucurate.scores_from_estimators`). The scores of several
algorithms are then not on one scale: the threshold at which an estimator decides is 0 for decision
scores and 0.5 for probabilities, and ``errors(threshold=default_thresholds(estimators))`` or
``folds(scores, threshold=default_thresholds(estimators))`` gives each its own. With
``scores_from="predict_proba"`` the threshold 0.5 is right for all.

**Randomness.** ``rng`` draws the splits, and gives every ``random_state`` that is None, in
pipelines and in inner splitters too, a number that depends on ``rng``, the name of the estimator,
the fold and the parameter only. So the scores do not depend on ``n_jobs``, on the backend, on the
cache, or on which other estimators take part. More repeats keep the first ones.

**Running.** Fits go through joblib: ``n_jobs=None`` is one process, or the setting of
``joblib.parallel_config``. Any backend that is registered there works, dask among them.
``progress(done, total, what)`` is called after every fit and stops the run by returning False.

**Cache.** ``cache`` names a folder with one file per fit, named by a hash of the features, the
labels, the rows of the split, the estimator with its parameters, and the versions of its packages
(its source text, if it belongs to none). A stopped run resumes from there, and another algorithm or
repeat costs only its own fits. A damaged file is computed again, with a ``CacheWarning``. Code in
other modules that an estimator of your own calls is not part of the hash: use another folder when
it changes. ``aucurate crossval`` keeps its cache in the user's cache folder; where that cannot be
written it runs without one and says so.

**Not valid** for models that are already fitted: score a test set and compare the scores
(:func:`aucurate.compare`). With groups, the result stores them, so that a method that does not
support groups refuses. With a score for every class, groups are not supported. Observation weights
and other arguments of ``fit`` are not passed on.

**Degenerate cases.** A fit that raises, or returns a score that is not finite, does not stop the
others. At the end ``FitError`` names estimator, fold and cause of each. With ``failures="drop"``
these folds are left out for all algorithms, ``dropped`` names them, and a ``FitWarning`` says why;
nothing is imputed. A repeated division in which folds are missing becomes *random splits*. Warnings
of estimators are collected, kept in the cache with the scores, and issued once for all folds
(``'logistic' in 3 of 10 folds: ...``); those of a fit that failed are part of its failure.
``aucurate crossval`` reports them as caveats.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
Alpaydin, E. (1999). Combined 5x2 cv F test for comparing supervised classification learning
algorithms. Neural Computation 11, 1885-1892.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, overload

from aucurate.checks import checked, random_key
from aucurate.crossval.algorithms import (
    Algorithm,
    ScoreMethod,
    ScoresFrom,
    read_algorithms,
    require_sklearn,
)
from aucurate.crossval.designs import Design, read_design
from aucurate.crossval.fitting import ClassFit
from aucurate.crossval.jobs import OnFailure, Running, fold_scores_of, long_scores
from aucurate.crossval.randomness import Rng
from aucurate.crossval.rows import ClassRows, Rows, beside_labels
from aucurate.crossval.splits import divided, drawn
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.folds import FoldScores
from aucurate.data.labels import read_class_labels
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.kernels import Progress


@overload
def cross_validate(
    estimators: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    by_class: Literal[False],
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> FoldScores: ...


@overload
def cross_validate(
    estimators: Mapping[str, Any],
    X: Any,  # noqa: N803
    y: Any,
    *,
    by_class: Literal[True],
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> dict[str, ClassFoldScores]: ...


@overload
def cross_validate(
    estimators: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    by_class: bool | None = None,
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Any: ...


@checked(but=("estimators",))
def cross_validate(
    estimators: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    by_class: bool | None = None,
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
    scores_from: ScoresFrom = None,
    failures: OnFailure = "refuse",
    n_jobs: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> FoldScores | ClassFoldScores | dict[str, ClassFoldScores]:
    """Score observations with models that were not trained on them.

    Parameters
    ----------
    estimators : mapping from str to estimator, or estimator
        Classifiers that follow scikit-learn's conventions, by name. One alone is called after
        its type.
    by_class : bool, optional
        Whether to keep a score for every class. By default for more than two classes.
    rng : int or Generator, optional, default: 0
        Seed, or generator of random numbers; None for fresh randomness. It draws the splits and
        the ``random_state`` of estimators that have none, the same whatever ``n_jobs`` is.
    scores_from : {'decision_function', 'predict_proba'} or mapping from str, optional
        Method of the estimator that gives the scores, for all or by name. By default
        ``decision_function`` for two classes and ``predict_proba`` for more, where there is one,
        else the other. With ``predict_proba`` for all, one threshold suits all.
    n_jobs : int, optional
        Number of parallel jobs, as in joblib. By default one, or what ``joblib.parallel_config``
        says, which also chooses the backend.
    cache : str or path-like, optional
        Folder in which to keep the scores of each fit. A run with the same data, splits,
        parameters and versions takes them from there.
    progress : callable, optional
        Function called after every fit, as ``progress(done, total, what)``. When it returns False,
        ``kernels.Cancelled`` is raised.

    Two kinds of labels give :class:`~aucurate.FoldScores` with all estimators, whose score is that
    of the positive class. More kinds, or ``by_class=True``, give a
    :class:`~aucurate.data.ClassFoldScores` for each estimator by its name (for one estimator alone,
    its scores themselves); they share their ``observations``, which is how a test knows that they
    are paired. Weights cannot be put on scores that may be negative, which is why
    ``predict_proba`` comes first there. Row numbers of ``X`` are the observations.

    The splits are drawn once for all estimators, stratified over the classes; with ``groups`` (of
    two classes) no group is split. The estimators are cloned and never changed.
    ``default_thresholds`` of the same estimators gives the score at which each decides. If a fit
    fails, ``FitError`` names every failure at the end; with ``failures="drop"`` their folds are
    left out for all estimators.

    >>> from sklearn.datasets import load_breast_cancer, load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3)}
    >>> found = cross_validate(models, X, y, design="5x2", rng=1)
    >>> found.design, found.n_folds, len(found.observations)
    ('5x2', 10, 569)

    Repeated folds, and the tests of AUC and of error rate at the thresholds of the estimators:

    >>> from aucurate import folds
    >>> from aucurate.crossval import LeftOut, default_thresholds
    >>> found = cross_validate(models, X[:, :6], y, design=LeftOut(folds=5, repeats=2), rng=1)
    >>> found.design, found.n_folds, found.fold_names[-1]
    ('left-out folds', 10, '2/5')
    >>> study = folds(found, threshold=default_thresholds(models))
    >>> [part.comparisons[0].method for part in study.parts]
    ['corrected DeLong', 'averaged error t']

    Three kinds of wine, and one estimator:

    >>> X, y = load_wine(return_X_y=True)
    >>> found = cross_validate(GaussianNB(), X, y, rng=1)
    >>> found.design, found.n_folds, found.counts_by_fold[0].tolist()
    ('left-out folds', 10, [6, 7, 5])
    """
    require_sklearn()
    running = Running(failures=failures, n_jobs=n_jobs, cache=cache, progress=progress)
    is_alone = hasattr(estimators, "fit") and not isinstance(estimators, Mapping)
    named = {_type_name(estimators): estimators} if is_alone else estimators
    (groups,) = beside_labels(X, y, groups=groups)
    asked = read_design(design)
    if not (_has_several(y) if by_class is None else by_class):
        algorithms = read_algorithms(named, scores_from)
        rows = Rows.read(X, y, groups, positive)
        return _of_two_classes(algorithms, rows, asked, random_key(rng), running)
    _refuse_options_of_two_classes(groups, positive)
    algorithms = read_algorithms(named, _probabilities_first(named, scores_from))
    scores = _of_classes(algorithms, ClassRows.read(X, y), asked, random_key(rng), running)
    return scores[_type_name(estimators)] if is_alone else scores


def _of_two_classes(
    algorithms: tuple[Algorithm, ...], rows: Rows, design: Design, key: int, running: Running
) -> FoldScores:
    found = long_scores(algorithms, rows, divided(rows, design, key), key, running)
    return fold_scores_of(found, rows)


def _of_classes(
    algorithms: tuple[Algorithm, ...], rows: ClassRows, design: Design, key: int, running: Running
) -> dict[str, ClassFoldScores]:
    found = long_scores(algorithms, rows, drawn(rows, design, key), key, running, ClassFit)
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
    folds = replace(next(iter(scores.values())).division, dropped=found.dropped)
    return {name: replace(each, division=folds) for name, each in scores.items()}


def _type_name(estimator: Any) -> str:
    return estimator.__name__ if isinstance(estimator, type) else type(estimator).__name__


def _has_several(labels: Any) -> bool:
    """Whether there are more than two kinds of labels; problems with them are reported later."""
    try:
        return len(read_class_labels(labels).distinct) > 2
    except AucurateError:
        return False


def _refuse_options_of_two_classes(groups: Any, positive: object) -> None:
    if positive is not None:
        raise OptionError(
            "positive is for two classes with one score, but here every class has a score.",
            hint="leave out positive or by_class=True.",
        )
    if groups is not None:
        raise UnsupportedError(
            "groups are not supported with a score for every class.", hint="leave out groups."
        )


def _probabilities_first(estimators: Any, said: ScoresFrom) -> ScoresFrom:
    """``predict_proba`` by default, wherever there is one."""
    if not isinstance(estimators, Mapping) or isinstance(said, str):
        return said
    first: dict[str, ScoreMethod] = {
        str(name): "predict_proba"
        for name, estimator in estimators.items()
        if hasattr(estimator, "predict_proba")
    }
    return {**first, **(said or {})}
