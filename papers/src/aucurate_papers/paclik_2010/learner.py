"""The algorithm of section 4.3 on the digits: principal components, then quadratic Bayes.

scikit-learn is imported when a model is fitted, and not before.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.class_folds import cross_validate_classes
from aucurate.crossval.designs import LeftOut
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.errors import MissingExtraError
from aucurate_papers.paclik_2010.contest import OuterFold
from aucurate_papers.paclik_2010.digit_draws import DigitDraw
from aucurate_papers.paclik_2010.mfeat import Digits
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DIGITS,
    PRINTED_DIMENSIONS,
    PRINTED_FOLDS,
    PRINTED_PER_CLASS,
)

NAME = "quadratic Bayes"
RAW, STANDARDISED = "raw features", "standardised features"
SCALINGS = (RAW, STANDARDISED)
RIDGE = 1e-3
"""How much of the identity is mixed into every covariance matrix."""


def learner(scaling: str) -> Any:
    """Principal components to 3 dimensions, then a normal distribution for each digit."""
    try:
        from sklearn.decomposition import PCA
        from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    steps = [PCA(PRINTED_DIMENSIONS), QuadraticDiscriminantAnalysis(reg_param=RIDGE)]
    return make_pipeline(*([] if scaling == RAW else [StandardScaler()]), *steps)


def folds_of(
    digits: Digits, rows: NDArray[np.int64], scaling: str, rng: np.random.Generator | int
) -> ClassFoldScores:
    """The left-out scores of these observations in 10 stratified folds."""
    return cross_validate_classes(
        learner(scaling),
        digits.features[rows],
        digits.labels[rows],
        name=NAME,
        design=LeftOut(folds=PRINTED_FOLDS),
        rng=rng,
    )


def figure_folds(digits: Digits, rng: int) -> dict[str, ClassFoldScores]:
    """The left-out scores of Fig. 3, for each scaling; the same folds for both."""
    three = digits.only(PRINTED_DIGITS)
    rows = three.first(PRINTED_PER_CLASS)
    return {scaling: folds_of(three, rows, scaling, rng) for scaling in SCALINGS}


def digit_draw(digits: Digits, scaling: str, per_class: int, draw: int, rng: int) -> DigitDraw:
    """One draw of so many of each digit, cross-validated; the same for every scaling."""
    source = np.random.default_rng([rng, 2, per_class, draw])
    rows = digits.drawn(per_class, source)
    return DigitDraw(scaling, per_class, folds_of(digits, rows, scaling, source))


def outer_folds(
    digits: Digits, scaling: str, rng: np.random.Generator, *, folds: int = PRINTED_FOLDS
) -> list[OuterFold]:
    """One repeat of the contest: 100 of each digit drawn, and divided into outer folds."""
    rows = rng.permutation(digits.drawn(PRINTED_PER_CLASS, rng))
    labels = digits.labels[rows]
    fold_of = np.empty(len(rows), np.int64)
    for kind in digits.kinds:
        of_digit = np.flatnonzero(labels == kind)
        fold_of[of_digit] = np.arange(len(of_digit)) % folds
    found = []
    for fold in range(folds):
        seen, left = rows[fold_of != fold], rows[fold_of == fold]
        fitted = learner(scaling).fit(digits.features[seen], digits.labels[seen])
        outer = ClassScores.from_arrays(
            digits.labels[left],
            fitted.predict_proba(digits.features[left]),
            classes=fitted.classes_.tolist(),
            name=NAME,
        )
        found.append(OuterFold(folds_of(digits, seen, scaling, rng).pooled(), outer))
    return found
