"""Estimands as scorers of scikit-learn: what ``scoring=`` of its searches takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aucurate.checks import checked
from aucurate.data.classes import ClassScoreMethod
from aucurate.data.moments import ThresholdCounts, auc_of
from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, value_of
from aucurate.estimates.estimands import read_estimand, text_of
from aucurate.io.estimators import (
    DECISIONS_FIRST,
    checked_features,
    named_estimators,
    positive_scores,
)


@checked
def scorer(
    of: CountedEstimate | str = "auc",
    *,
    positive: object = None,
    scores_from: ClassScoreMethod | None = None,
) -> Callable[[Any, Any, Any], float]:
    """A scorer for ``GridSearchCV``, ``cross_validate`` and the like, of any estimand.

    Parameters
    ----------
    of : CountedEstimate or str, default: 'auc'
        What to estimate: an estimand such as ``PartialAuc(specificity=(0.9, 1))`` or its text:
        ``'partial-auc:specificity=0.9:1'``, ``'sensitivity-at:specificity=0.95'``,
        ``'specificity-at:sensitivity=0.9'`` or ``'average-precision'``.
    scores_from : {'predict_proba', 'decision_function'}, optional
        Method of the estimator that gives the scores. By default ``decision_function`` where there
        is one, as scikit-learn's ``scoring="roc_auc"``, else ``predict_proba``.

    Higher is better for all of them. A scorer can be pickled and used by several processes and
    threads. An error in one fold is handled as ``error_score`` of the search says.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.model_selection import cross_val_score
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> at_95 = scorer("sensitivity-at:specificity=0.95")
    >>> cross_val_score(GaussianNB(), X, y, cv=3, scoring=at_95).round(3)
    array([0.933, 0.95 , 0.941])
    """
    return _Scorer(read_estimand(of) if isinstance(of, str) else of, positive, scores_from)


@dataclass(frozen=True, repr=False)
class _Scorer:
    """An estimand that is called as scikit-learn calls a scorer; None is the AUC."""

    of: CountedEstimate | None
    positive: object
    scores_from: ClassScoreMethod | None

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: N803
        named = named_estimators(estimator)
        ((name, found),) = positive_scores(
            named,
            checked_features(X, y),
            y,
            self.positive,
            self.scores_from,
            first=DECISIONS_FIRST,
        ).items()
        scores = Scores.from_arrays(y, found, positive=self.positive, name=name)
        if self.of is None:
            return auc_of(scores)
        return value_of(self.of, ThresholdCounts.from_scores(scores))

    @property
    def quantity(self) -> str:
        """What it is the score of."""
        return "AUC" if self.of is None else self.of.quantity

    @property
    def lowest(self) -> float:
        """The least value it can have."""
        return 0.0 if self.of is None else self.of.lowest

    @property
    def highest(self) -> float:
        """The greatest value it can have."""
        return 1.0 if self.of is None else self.of.highest

    def __repr__(self) -> str:
        return f"scorer({text_of(self.of)!r})"
