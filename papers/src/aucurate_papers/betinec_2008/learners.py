"""The two classifiers of the example.

Both learn from the training set, on standardised predictors: linear discriminant analysis, and a
support vector machine with a Gaussian kernel (scikit-learn's defaults; the paper does not say
which kernel it had). The model needs positive scores. That of the discriminant analysis is its
probability of the positive class; the other gets one from a logistic function of its decision value
(Platt), fitted to decision values of training observations that it had not learnt from (five
folds). Both are increasing transformations of what the classifier gives.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.paired import PairedScores
from aucurate.errors import MissingExtraError
from aucurate_papers.betinec_2008.survey import Division

Floats = NDArray[np.float64]

FIRST, SECOND = "LDA", "SVM"
FOLDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """Scores of the test set, and out-of-fold scores of the training set by classifier."""

    scores: PairedScores
    training: dict[str, Floats]
    training_is_positive: NDArray[np.bool_]


def learnt(division: Division, rng: np.random.Generator) -> Learnt:
    """Both classifiers, trained and applied."""
    training, test = division.training, division.test
    folds = int(rng.integers(2**31))
    scores, held_out = {}, {}
    for name, estimator in _estimators().items():
        values = _out_of_fold(estimator, training.predictors, training.is_positive, folds)
        slope, shift = _platt(values, training.is_positive) if name == SECOND else (1.0, 0.0)
        held_out[name] = np.asarray(special.expit(slope * values + shift))
        fitted = estimator.fit(training.predictors, training.is_positive)
        scores[name] = special.expit(slope * fitted.decision_function(test.predictors) + shift)
    tested = PairedScores.from_arrays(test.is_positive, scores)
    return Learnt(tested, held_out, training.is_positive)


def _estimators() -> dict[str, Any]:
    try:
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC
    except ImportError:
        raise MissingExtraError("training the classifiers of a paper", extra="papers") from None
    return {
        FIRST: make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()),
        SECOND: make_pipeline(StandardScaler(), SVC(kernel="rbf")),
    }


def _out_of_fold(estimator: Any, predictors: Floats, answers: Any, random: int) -> Floats:
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=random)
    return np.asarray(
        cross_val_predict(estimator, predictors, answers, cv=folds, method="decision_function"),
        np.float64,
    )


def _platt(values: Floats, answers: Any) -> tuple[float, float]:
    """Slope and shift of the logistic function."""
    from sklearn.linear_model import LogisticRegression

    fit = LogisticRegression(C=1e6).fit(values[:, None], answers)
    return float(fit.coef_[0, 0]), float(fit.intercept_[0])
