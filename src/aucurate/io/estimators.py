"""Scores of fitted estimators that keep to scikit-learn's conventions: a column per class."""

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.data.classes import ClassScoreMethod
from aucurate.errors import FitError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import shortened

_METHODS: tuple[ClassScoreMethod, ...] = get_args(ClassScoreMethod)


def estimated_scores(
    estimators: Mapping[str, Any],
    features: Any,
    scores_from: ClassScoreMethod | Mapping[str, ClassScoreMethod] | None,
) -> dict[str, dict[Any, NDArray[Any]]]:
    """The scores that each estimator gives the observations, by class."""
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
    return scores


def class_matrix(
    estimator: Any, features: Any, name: str, method: ClassScoreMethod | None
) -> tuple[list[Any], NDArray[np.floating[Any]]]:
    """The classes of a fitted estimator, and observations x classes."""
    chosen = class_score_method(estimator, name) if method is None else method
    if not hasattr(estimator, "classes_"):
        raise OptionError(
            f"'{shortened(name)}' ({type(estimator).__name__}) is not fitted, or is not a "
            "classifier: it has no classes_.",
            hint="fit it first, on observations other than these.",
        )
    try:
        found = getattr(estimator, chosen)(features)
    except Exception as error:  # whatever an estimator of another library raises
        raise FitError(
            f"'{shortened(name)}' could not score the features: {error}",
            hint="pass the columns that it was fitted on.",
        ) from error
    classes = estimator.classes_
    if isinstance(found, list) or np.ndim(classes) != 1:
        raise UnsupportedError(
            f"'{shortened(name)}' gives several labels to each observation.",
            hint="use one of its outputs.",
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
            hint="use an estimator that gives a score for every class.",
        )
    return list(classes.tolist() if isinstance(classes, np.ndarray) else classes), matrix


def class_score_method(estimator: Any, name: str) -> ClassScoreMethod:
    """The default method for scores: probabilities first."""
    for method in _METHODS:
        if hasattr(estimator, method):
            return method
    raise OptionError(
        f"'{shortened(name)}' ({type(estimator).__name__}) has neither predict_proba nor "
        "decision_function.",
        hint="use a fitted classifier that gives scores.",
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
