"""Scores of fitted estimators that keep to scikit-learn's conventions: a column per class."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import FitError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import shortened

ClassScoreMethod: TypeAlias = Literal["predict_proba", "decision_function"]

_METHODS: tuple[ClassScoreMethod, ...] = ("predict_proba", "decision_function")


@checked
def class_scores_from_estimator(
    estimator: Any,
    features: Any,
    labels: Any,
    *,
    name: str | None = None,
    scores_from: ClassScoreMethod | None = None,
) -> ClassScores:
    """How a fitted estimator scores these observations, which it was not trained on.

    The scores are those of ``predict_proba``, or else of ``decision_function``; ``scores_from``
    says otherwise. Decision scores may be negative: they rank, which is all that an AUC needs, but
    weights cannot be put on them (``weighable`` refuses them). With two classes the decision score
    is that of the second class, and its negative that of the first. ``name`` is that of the
    estimator's type unless it is said. Every class that it was trained on needs an observation.

    >>> from sklearn.datasets import load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_wine(return_X_y=True)
    >>> scores = class_scores_from_estimator(GaussianNB().fit(X[::2], y[::2]), X[1::2], y[1::2])
    >>> scores.name, scores.classes, scores.counts
    ('GaussianNB', ('0', '1', '2'), (29, 36, 24))
    """
    called = type(estimator).__name__ if name is None else str(name)
    classes, matrix = class_matrix(estimator, features, called, scores_from)
    return ClassScores.from_arrays(labels, matrix, classes=classes, name=called)


@checked(but=("estimators",))
def paired_class_scores_from_estimators(
    estimators: Mapping[str, Any],
    features: Any,
    labels: Any,
    *,
    scores_from: ClassScoreMethod | Mapping[str, ClassScoreMethod] | None = None,
) -> PairedClassScores:
    """The same for several estimators on the same observations; they must know the same classes."""
    if not isinstance(estimators, Mapping) or not estimators:
        raise OptionError(
            "the estimators must be named.",
            hint='name them: {"forest": fitted_forest, "logistic": fitted_logistic}.',
        )
    scores: dict[str, dict[Any, NDArray[Any]]] = {}
    for name, estimator in estimators.items():
        said = scores_from.get(name) if isinstance(scores_from, Mapping) else scores_from
        classes, matrix = class_matrix(estimator, features, str(name), said)
        scores[str(name)] = dict(zip(classes, matrix.T, strict=True))
    return PairedClassScores.from_arrays(labels, scores)


def class_matrix(
    estimator: Any, features: Any, name: str, method: ClassScoreMethod | None
) -> tuple[list[Any], NDArray[np.floating[Any]]]:
    """The classes of a fitted estimator, and observations x classes."""
    chosen = class_score_method(estimator, name) if method is None else method
    if not hasattr(estimator, "classes_"):
        raise OptionError(
            f"'{shortened(name)}' ({type(estimator).__name__}) is not fitted, or is no classifier: "
            "it has no classes_.",
            hint="fit it first, on other observations than these.",
        )
    try:
        found = getattr(estimator, chosen)(features)
    except Exception as error:  # whatever an estimator of another library raises
        raise FitError(
            f"'{shortened(name)}' could not score the features: {error}",
            hint="give the columns that it was fitted on.",
        ) from error
    classes = estimator.classes_
    if isinstance(found, list) or np.ndim(classes) != 1:
        raise UnsupportedError(
            f"'{shortened(name)}' gives several labels to one observation.",
            hint="take one of its outputs.",
        )
    if chosen == "decision_function":
        _refuse_pairs(estimator, name)
    matrix = np.asarray(found)
    if matrix.dtype not in (np.float32, np.float64):
        matrix = matrix.astype(np.float64)
    if matrix.ndim == 1 and len(classes) == 2:
        matrix = np.column_stack([-matrix, matrix])
    if matrix.ndim != 2 or matrix.shape[1] != len(classes):
        raise ScoreError(
            f"{chosen} of '{shortened(name)}' gave the shape {matrix.shape}, not a column for each "
            f"of {len(classes)} classes.",
            hint="take an estimator that gives a score of every class.",
        )
    return list(classes.tolist() if isinstance(classes, np.ndarray) else classes), matrix


def class_score_method(estimator: Any, name: str) -> ClassScoreMethod:
    """The method that scores come from where nobody says: probabilities first."""
    for method in _METHODS:
        if hasattr(estimator, method):
            return method
    raise OptionError(
        f"'{shortened(name)}' ({type(estimator).__name__}) has neither predict_proba nor "
        "decision_function.",
        hint="take a fitted classifier that gives scores.",
    )


def _refuse_pairs(estimator: Any, name: str) -> None:
    """Scores of pairs of classes, of which three classes have three, are no scores of classes."""
    params = estimator.get_params(deep=True) if hasattr(estimator, "get_params") else {}
    pairs = any(
        value == "ovo"
        for key, value in params.items()
        if key.split("__")[-1] == "decision_function_shape"
    )
    if pairs and len(estimator.classes_) > 2:
        raise UnsupportedError(
            f"decision_function of '{shortened(name)}' scores pairs of classes, not classes.",
            hint="set decision_function_shape='ovr'.",
        )
