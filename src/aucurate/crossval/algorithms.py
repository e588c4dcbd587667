"""The algorithms to be compared: named estimators, and which of their methods gives the scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from aucurate.checks import checked
from aucurate.errors import MissingExtraError, OptionError
from aucurate.formatting import join_words, shortened

ScoreMethod: TypeAlias = Literal["decision_function", "predict_proba"]
ScoresFrom: TypeAlias = ScoreMethod | Mapping[str, ScoreMethod] | None

_THRESHOLDS: dict[ScoreMethod, float] = {"decision_function": 0.0, "predict_proba": 0.5}


@dataclass(frozen=True, slots=True, eq=False)
class Algorithm:
    """An estimator with its name and the method that its scores come from."""

    name: str
    estimator: Any
    method: ScoreMethod


@checked(but=("estimators",))
def default_thresholds(
    estimators: Mapping[str, Any], *, scores_from: ScoresFrom = None
) -> dict[str, float]:
    """The threshold at which each estimator decides: 0 for decision scores, 0.5 for probabilities.

    To be given to ``FoldScores.errors(threshold=...)`` with the estimators and ``scores_from``
    that :func:`cross_validate` was given.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.svm import SVC
    >>> default_thresholds({"bayes": GaussianNB(), "svm": SVC()})
    {'bayes': 0.5, 'svm': 0.0}
    """
    algorithms = read_algorithms(estimators, scores_from)
    return {algorithm.name: _THRESHOLDS[algorithm.method] for algorithm in algorithms}


def read_algorithms(estimators: Any, scores_from: ScoresFrom) -> tuple[Algorithm, ...]:
    """Check the estimators and find the score method of each: as stated, or decision_function."""
    if not isinstance(estimators, Mapping):
        one = not isinstance(estimators, list | tuple)
        raise OptionError(
            "the estimators must be named; this is "
            + (f"one {type(estimators).__name__}." if one else f"a {type(estimators).__name__}."),
            hint='name them: {"forest": RandomForestClassifier(), "logistic": ...}.',
        )
    if not estimators:
        raise OptionError("there are no estimators.", hint="name at least one.")
    names = [str(name) for name in estimators]
    if len(set(names)) < len(names):
        raise OptionError(
            "two estimators have the same name.", hint="give each of them its own name."
        )
    said = _said(scores_from, names)
    return tuple(
        Algorithm(name, estimator, _method(name, estimator, said.get(name)))
        for name, estimator in zip(names, estimators.values(), strict=True)
    )


def _said(scores_from: ScoresFrom, names: list[str]) -> dict[str, ScoreMethod]:
    if scores_from is None:
        return {}
    if isinstance(scores_from, Mapping):
        said = {str(name): method for name, method in scores_from.items()}
    else:
        said = dict.fromkeys(names, scores_from)
    for name in said:
        if name not in names:
            raise OptionError(
                f"scores_from names '{shortened(name)}', which is not one of the estimators.",
                hint=f"the estimators are {join_words([shortened(n) for n in names])}.",
            )
    return said


def _method(name: str, estimator: Any, said: ScoreMethod | None) -> ScoreMethod:
    if isinstance(estimator, type):
        raise OptionError(
            f"'{shortened(name)}' is a class, not an estimator.",
            hint=f"create an instance: {estimator.__name__}().",
        )
    if not (hasattr(estimator, "fit") and hasattr(estimator, "get_params")):
        raise OptionError(
            f"'{shortened(name)}' is not an estimator; it is a {type(estimator).__name__}.",
            hint="it needs the methods fit and get_params, like scikit-learn's estimators.",
        )
    if said is not None:
        return said
    for method in _THRESHOLDS:
        if hasattr(estimator, method):
            return method
    raise OptionError(
        f"'{shortened(name)}' ({type(estimator).__name__}) has neither decision_function nor "
        "predict_proba.",
        hint="use a classifier that gives scores; if it has one of these methods only after "
        f"fitting, name it: scores_from={{'{shortened(name)}': 'predict_proba'}}.",
    )


# scikit-learn is an extra: imported where it is first needed.


def require_sklearn() -> None:
    """Refuse with the name of the extra where scikit-learn or joblib is not installed."""
    if find_spec("sklearn") is None or find_spec("joblib") is None:
        raise MissingExtraError("cross-validation", extra="crossval")
