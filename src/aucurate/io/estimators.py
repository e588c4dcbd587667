"""Scores of fitted estimators that follow scikit-learn's conventions.

Estimators are given by name, in a list, or alone; without names they are called after their types.
For several classes there is a column of scores per class, for two classes the column of the
positive one, found by ``classes_``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import index_of
from aucurate.data.arrays import column, is_estimator
from aucurate.data.classes import ClassScoreMethod
from aucurate.data.labels import (
    class_names,
    place_among,
    plain,
    read_class_labels,
    read_labels,
    shown,
)
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores
from aucurate.errors import FitError, LabelError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import join_words, shortened
from aucurate.io.feature_tables import table_of

ScoresFrom: TypeAlias = ClassScoreMethod | Mapping[str, ClassScoreMethod] | None

PROBABILITIES_FIRST: tuple[ClassScoreMethod, ...] = get_args(ClassScoreMethod)
DECISIONS_FIRST = PROBABILITIES_FIRST[::-1]


@checked(but=("estimators",))
def scores_from_estimators(
    estimators: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    positive: object = None,
    scores_from: ScoresFrom = None,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    folds: Any = None,
    by: Any = None,
) -> PairedScores:
    """Score observations with fitted estimators of two classes.

    Parameters
    ----------
    estimators : mapping from str to estimator, sequence of estimators, or estimator
        Fitted classifiers that follow scikit-learn's conventions: pipelines, searches and
        calibrated classifiers, too. Those without names are called after their types, which must
        then be different.
    scores_from : {'predict_proba', 'decision_function'} or mapping from str, optional
        Method of the estimator that gives the scores, for all or by name. By default
        ``predict_proba`` where there is one, else ``decision_function``.

    Score observations that no model was fitted to. Scores of the training data are too high, and
    favour the more flexible model; nothing can detect that afterwards. The same holds for
    observations by which a model, its features or its parameters were selected.

    The score is that of the positive class, found by ``classes_``: the column of
    ``predict_proba``, or the decision score, negated where the positive class is the first. An
    index of ``X`` and ``y`` is used as :meth:`PairedScores.from_arrays` uses it.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3)}
    >>> fitted = {name: model.fit(X[::2], y[::2]) for name, model in models.items()}
    >>> scores_from_estimators(fitted, X[1::2], y[1::2])
    <PairedScores: bayes and tree; 284 observations, 174 positive ('1')>
    """
    named = named_estimators(estimators)
    table = checked_features(X, y)
    found = positive_scores(named, table, y, positive, scores_from)
    return PairedScores.from_arrays(
        y,
        {name: indexed(scores, X) for name, scores in found.items()},
        positive=positive,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        groups=groups,
        folds=folds,
        by=by,
    )


def estimated_scores(
    estimators: Any, features: Any, labels: Any, scores_from: ScoresFrom
) -> dict[str, dict[Any, Any]]:
    """The scores that each estimator gives the observations, by class."""
    named = named_estimators(estimators)
    table = checked_features(features, labels)
    methods = score_methods(named, scores_from)
    scores: dict[str, dict[Any, Any]] = {}
    for name, estimator in named.items():
        classes, matrix = class_matrix(estimator, table, name, methods[name])
        columns = (indexed(row, features) for row in matrix.T)
        scores[name] = dict(zip(classes, columns, strict=True))
    return scores


# Which estimators there are, and what they are called.


def are_estimators(given: Any) -> bool:
    """Whether this is an estimator, a list of them, or a mapping to them."""
    return is_estimator(_first_of(given))


def _first_of(given: Any) -> Any:
    if isinstance(given, Mapping):
        return next(iter(given.values()), None)
    if isinstance(given, list | tuple):
        return given[0] if given else None
    return given


def named_estimators(estimators: Any) -> dict[str, Any]:
    """Estimators by their names; those in a list, or one alone, are called after their types."""
    if not isinstance(estimators, Mapping | list | tuple):
        estimators = [estimators]
    if not estimators:
        raise OptionError("there are no estimators.", hint=_NAME_THEM)
    if isinstance(estimators, Mapping):
        named = {str(name): estimator for name, estimator in estimators.items()}
        if len(named) < len(estimators):
            raise OptionError(
                "two estimators have the same name.", hint="give each of them its own name."
            )
    else:
        types = [_type_name(estimator) for estimator in estimators]
        doubled = next((name for name, times in Counter(types).items() if times > 1), None)
        if doubled is not None:
            raise OptionError(f"several estimators are of type {doubled}.", hint=_NAME_THEM)
        named = dict(zip(types, estimators, strict=True))
    for name, estimator in named.items():
        _refuse_other(name, estimator)
    return named


_NAME_THEM = 'name them: {"forest": fitted_forest, "logistic": fitted_logistic}.'


def _type_name(estimator: Any) -> str:
    return estimator.__name__ if isinstance(estimator, type) else type(estimator).__name__


def _refuse_other(name: str, estimator: Any) -> None:
    """Refuse what is no estimator, or the class of one."""
    if isinstance(estimator, type):
        raise OptionError(
            f"'{shortened(name)}' is a class, not a fitted estimator.",
            hint=f"create and fit it first: {estimator.__name__}().fit(X_train, y_train).",
        )
    if not is_estimator(estimator):
        raise OptionError(
            f"'{shortened(name)}' is not an estimator; it is a {type(estimator).__name__}.",
            hint="pass fitted classifiers only.",
        )
    if _is_regressor(estimator):
        raise OptionError(
            f"'{shortened(name)}' ({type(estimator).__name__}) is a regressor, not a classifier.",
            hint="its predictions can be scores: {name: model.predict(X)}, after the labels.",
        )


def _is_regressor(estimator: Any) -> bool:
    """Whether it says so, in the way of new or of older versions of scikit-learn."""
    try:
        kind = estimator.__sklearn_tags__().estimator_type
    except Exception:  # an estimator of another library, or of an older version
        kind = getattr(estimator, "_estimator_type", None)
    return bool(kind == "regressor")


# Features and labels that belong together.


def checked_features(features: Any, labels: Any) -> Any:
    """Features in a form whose rows can be selected, one for each label."""
    for what, values in (("X", features), ("y", labels)):
        if values is None:
            raise OptionError(
                f"fitted estimators need features and labels; {what} is missing.",
                hint="give the features and the labels of observations that no estimator was "
                "fitted to: (estimators, X, y).",
            )
    if _n_columns(labels) > 1:
        if _n_columns(features) == 1:
            raise OptionError(
                "y is a table, and X is one column: are the two swapped?",
                hint="the features come before the labels: (estimators, X, y).",
            )
        raise UnsupportedError(
            f"y has {_n_columns(labels)} columns, and one label per observation is needed.",
            hint="take one of the columns, and estimators that were fitted to it.",
        )
    return table_of(features, len(column(labels)))


def _n_columns(values: Any) -> int:
    """How many columns values have, as far as they say; a list has as many as its first item."""
    shape = getattr(values, "shape", None)
    if shape is None and isinstance(values, list | tuple) and values:
        shape = (len(values), *np.shape(values[0]))
    return int(shape[1]) if shape and len(shape) > 1 else 1


def indexed(scores: NDArray[Any], features: Any) -> Any:
    """The scores with the index of the features, if they have one."""
    index = index_of(features)
    return scores if index is None else type(index.to_series())(scores, index=index)


# The scores of one fitted estimator: of every class, or of the positive one.


def positive_scores(
    estimators: Mapping[str, Any],
    features: Any,
    labels: Any,
    positive: object,
    scores_from: ScoresFrom,
    *,
    first: Sequence[ClassScoreMethod] = PROBABILITIES_FIRST,
) -> dict[str, NDArray[Any]]:
    """The score of the positive class that each estimator gives the observations."""
    classes = {name: fitted_classes(estimator, name) for name, estimator in estimators.items()}
    for name, known in classes.items():
        _require_two_classes(name, known)
    methods = score_methods(estimators, scores_from, first)
    high, low = two_labels(labels, positive)
    for name, known in classes.items():
        if {_place(high, known), _place(low, known)} != {0, 1}:
            raise _other_classes(name, known, [low, high])
    return {
        name: positive_column(estimator, features, name, methods[name], high)
        for name, estimator in estimators.items()
    }


def two_labels(labels: Any, positive: object) -> tuple[Any, Any]:
    """The positive label and the negative one, as they are among the labels."""
    distinct = read_class_labels(labels).distinct
    if len(distinct) > 2:
        raise LabelError(
            f"there are {len(distinct)} different labels, {shown(distinct)}, and the estimators "
            "were fitted to two classes.",
            hint="pass the labels of these two classes, and the features of their rows.",
        )
    read = read_labels(labels, positive)
    there = np.ones(len(read.is_positive), np.bool_) if read.missing is None else ~read.missing
    array = column(labels)
    of_class = (read.is_positive & there, ~read.is_positive & there)
    high, low = (plain(array[int(np.argmax(rows))]) for rows in of_class)
    return high, low


def positive_column(
    estimator: Any, features: Any, name: str, method: ClassScoreMethod, positive: Any
) -> NDArray[Any]:
    """The scores of the positive label, one of the two that the estimator was fitted to."""
    classes = fitted_classes(estimator, name)
    _require_two_classes(name, classes)
    place = _place(positive, classes)
    if place is None:
        raise _other_classes(name, classes, [positive])
    _, matrix = class_matrix(estimator, features, name, method)
    scores: NDArray[Any] = np.ascontiguousarray(matrix[:, place])
    return scores


def _place(label: Any, classes: Sequence[Any]) -> int | None:
    return place_among(label, classes, class_names(classes))


def _other_classes(name: str, classes: Sequence[Any], labels: Sequence[Any]) -> LabelError:
    are = "labels are" if len(labels) > 1 else "positive one is"
    return LabelError(
        f"'{shortened(name)}' was fitted to the classes {shown(classes)}, and the {are} "
        f"{shown(labels)}.",
        hint="pass labels that are written as those the estimator was fitted to.",
    )


def _require_two_classes(name: str, classes: Sequence[Any]) -> None:
    if len(classes) > 2:
        raise LabelError(
            f"'{shortened(name)}' was fitted to {len(classes)} classes, {shown(classes)}; two are "
            "needed.",
            hint="compare classifiers of several classes with aucurate.multiclass(estimators, X, "
            "y).",
        )
    if len(classes) < 2:
        raise LabelError(
            f"'{shortened(name)}' was fitted to one class only, {shown(classes)}.",
            hint="fit it to observations of both classes.",
        )


def fitted_classes(estimator: Any, name: str) -> list[Any]:
    """The classes of a fitted estimator."""
    if not hasattr(estimator, "classes_"):
        if getattr(estimator, "refit", True) is False:
            raise OptionError(
                f"'{shortened(name)}' ({type(estimator).__name__}) has no fitted estimator, since "
                "it was run with refit=False.",
                hint="run it with refit=True, or fit an estimator with its best parameters.",
            )
        raise OptionError(
            f"'{shortened(name)}' ({type(estimator).__name__}) is not fitted, or is not a "
            "classifier: it has no classes_.",
            hint="fit it first, on observations other than these.",
        )
    classes = estimator.classes_
    if any(np.ndim(each) for each in classes):
        raise _several_labels(name)
    return list(classes.tolist() if isinstance(classes, np.ndarray) else classes)


def class_matrix(
    estimator: Any, features: Any, name: str, method: ClassScoreMethod
) -> tuple[list[Any], NDArray[np.floating[Any]]]:
    """The classes of a fitted estimator, and observations x classes."""
    classes = fitted_classes(estimator, name)
    try:
        found = getattr(estimator, method)(features)
    except Exception as error:  # whatever an estimator of another library raises
        raise FitError(
            f"'{shortened(name)}' could not score the features: {error}",
            hint="fill in the missing features, or leave these rows out of X and y."
            if "NaN" in str(error)
            else "pass the columns that it was fitted on.",
        ) from error
    if isinstance(found, list):
        raise _several_labels(name)
    if method == "decision_function":
        _refuse_pairs(estimator, name)
    matrix = np.asarray(found)
    if matrix.dtype not in (np.float32, np.float64):
        matrix = matrix.astype(np.float64)
    is_decision = len(classes) == 2 and method == "decision_function"
    wanted = "one column" if is_decision else f"a column for each of {len(classes)} classes"
    if matrix.shape[1:] not in ([(), (1,)] if is_decision else [(len(classes),)]):
        raise ScoreError(
            f"{method} of '{shortened(name)}' gave the shape {matrix.shape}, not {wanted}.",
            hint="use an estimator that follows scikit-learn's conventions.",
        )
    if is_decision:
        decisions = matrix.reshape(len(matrix))
        matrix = np.column_stack([-decisions, decisions])
    return classes, matrix


def score_methods(
    estimators: Mapping[str, Any],
    scores_from: ScoresFrom,
    first: Sequence[ClassScoreMethod] = PROBABILITIES_FIRST,
) -> dict[str, ClassScoreMethod]:
    """The method of each estimator that gives its scores: as stated, or the ``first`` it has."""
    stated = scores_from if isinstance(scores_from, Mapping) else {}
    unknown = next((name for name in stated if name not in estimators), None)
    if unknown is not None:
        raise OptionError(
            f"scores_from names '{shortened(unknown)}', which is not one of the estimators.",
            hint=f"the estimators are {join_words([shortened(name) for name in estimators])}.",
        )
    found: dict[str, ClassScoreMethod] = {}
    for name, estimator in estimators.items():
        method = stated.get(name) if isinstance(scores_from, Mapping) else scores_from
        method = method or next((each for each in first if hasattr(estimator, each)), None)
        if method is None:
            raise OptionError(
                f"'{shortened(name)}' ({type(estimator).__name__}) has neither predict_proba nor "
                "decision_function.",
                hint="use a fitted classifier that gives scores; CalibratedClassifierCV gives "
                "probabilities to one that does not.",
            )
        found[name] = method
    return found


def _several_labels(name: str) -> UnsupportedError:
    return UnsupportedError(
        f"'{shortened(name)}' gives several labels to each observation.",
        hint="use one of its outputs.",
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
