r"""A survey in place of AKTER: its persons, two classifiers, and how well the model fits.

The persons
-----------
A survey in place of AKTER: Adult, and the paper's division of it.

Adult is an extract of the census survey of 1994 in the USA (UCI repository), 32,561 persons. The
question put to the classifiers is whether a person works more than 40 hours a week, from sex,
education, age, marriage and income: like the anxiety of the paper it is a binary answer of somewhat
less than a third of the persons, and hard to predict from such things. None of these columns has
missing values. As many persons as in the paper are drawn at random, with its prevalence, and
divided into its training and test set with the same prevalence in both.

The classifiers
---------------
The two classifiers of the example.

Both learn from the training set, on standardised predictors: linear discriminant analysis, and a
support vector machine with a Gaussian kernel (scikit-learn's defaults; the paper does not say
which kernel it had). The model needs positive scores. That of the discriminant analysis is its
probability of the positive class; the other gets one from a logistic function of its decision value
(Platt), fitted to decision values of training observations that it had not learnt from (five
folds). Both are increasing transformations of what the classifier gives.

The transformations
-------------------
Increasing transformations towards exponential scores, none of which sees the test set.

- *the paper's powers*: the score of the discriminant analysis squared, as printed, and the other as
  it is, which is inferred: no transformation of it is named, but the sentence after the one about
  the square is broken (which scores the paper had of either is not said);
- *power*: the power that suits the out-of-fold scores of the training set
  (:func:`~aucurate.estimates.fits.biexponential.fitted_power`);
- *negatives*: minus the logarithm of the share of the training set's negatives that score higher
  (out of fold), interpolated between their scores. It makes negatives exponential with mean 1
  whatever their distribution, and it is, but for a factor, the only transformation that does. What
  is left to doubt is whether the positives are exponential then, which is whether the curve is a
  power of the false positive rate.

As all are fixed before the test set is looked at, the exact test may be used after each of them, if
the scores then are exponential.

The fit
-------
How well the model describes the scores of the survey: tables, and what the figures draw.

Exponential scores have a coefficient of variation of 1. The variance of the logarithm of a class
mean is that coefficient squared over n, so where it is below 1 the exact law is too wide (the test
rejects too seldom), and where it is above 1 too narrow.
"""

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores
from aucurate.errors import MissingDataError, MissingExtraError, TableError
from aucurate.estimates.fits.biexponential import biexponential_curve, fitted_power, positive_scores
from aucurate.estimates.fits.quantile_pairs import quantile_pairs
from aucurate.formatting import count, join_words, number, small_p_value
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.models.biexponential import biexponential_interval
from aucurate.inference.models.fit_tests import anderson_darling_test
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.printed import (
    PRINTED_OBSERVATIONS,
    PRINTED_POWER_OF_LDA,
    PRINTED_PREVALENCE,
    PRINTED_TEST,
)

PREDICTORS = ("sex", "years of education", "age", "married", "income above 50K")
QUESTION = "works more than 40 hours a week"
FILE = "adult.data.gz"
_COLUMNS = 15
_AGE, _EDUCATION, _MARRIAGE, _SEX, _HOURS, _INCOME = 0, 4, 5, 9, 12, 14
_LONG = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Persons: what is known of them, and their answer."""

    predictors: NDArray[np.float64]
    is_positive: NDArray[np.bool_]

    def part(self, rows: NDArray[np.int64]) -> "Survey":
        """Some of the persons."""
        return Survey(self.predictors[rows], self.is_positive[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """The persons that classifiers learn from, and those that they are tested on."""

    training: Survey
    test: Survey


def read_survey(folder: Path) -> Survey:
    """The persons of the file, all of them."""
    path = folder / FILE
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [[cell.strip() for cell in line.split(",")] for line in file if line.strip()]
        predictors = [_predictors(row) for row in rows]
        answers = [float(row[_HOURS]) > _LONG for row in rows]
    except (OSError, ValueError, IndexError) as error:
        kind = MissingDataError if isinstance(error, FileNotFoundError) else TableError
        raise kind(
            f"'{path}' is not the file of the Adult survey: {error}.",
            hint=f"get adult.data from the UCI repository and compress it to {FILE}.",
        ) from None
    return Survey(np.array(predictors, np.float64), np.array(answers, np.bool_))


def divided(survey: Survey, rng: np.random.Generator) -> Division:
    """A random choice of as many persons as the paper has, in its two parts."""
    training, test = [], []
    for members, chosen, tested in zip(
        (survey.is_positive, ~survey.is_positive),
        class_sizes(PRINTED_OBSERVATIONS),
        class_sizes(PRINTED_TEST),
        strict=True,
    ):
        known = np.flatnonzero(members)
        if len(known) < chosen:
            raise TableError(
                f"the survey has {count(len(known), 'person')} of a class of which {chosen} are "
                "drawn.",
                hint="use the whole file of the Adult survey.",
            )
        rows = rng.permutation(known)[:chosen]
        test.append(rows[:tested])
        training.append(rows[tested:])
    return Division(survey.part(np.concatenate(training)), survey.part(np.concatenate(test)))


def class_sizes(size: int) -> tuple[int, int]:
    """So many positives and negatives have the paper's prevalence.

    >>> class_sizes(462), class_sizes(1849)
    ((148, 314), (592, 1257))
    """
    positive = round(PRINTED_PREVALENCE * size)
    return positive, size - positive


def _predictors(row: Sequence[str]) -> list[float]:
    if len(row) != _COLUMNS:
        raise ValueError(f"a row has {len(row)} columns instead of {_COLUMNS}")
    return [
        float(row[_SEX] == "Male"),
        float(row[_EDUCATION]),
        float(row[_AGE]),
        float(row[_MARRIAGE].startswith("Married")),
        float(row[_INCOME].startswith(">")),
    ]


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


PAPER, POWER, NEGATIVES = "the paper's powers", "power", "negatives"
CHOSEN = NEGATIVES
"""The one that is most likely to make the model hold; the answers of the others stand beside it."""


INFERRED_POWER = 1.0
PAPER_POWERS = {FIRST: PRINTED_POWER_OF_LDA, SECOND: INFERRED_POWER}
"""The first is printed, the second inferred."""


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """The scores of the test set after one transformation of each classifier."""

    name: str
    told: str
    scores: PairedScores


def transformed(found: Learnt) -> dict[str, Transformed]:
    """All of them, by name."""
    positive = found.training_is_positive
    powers = {
        name: fitted_power(values[positive], values[~positive])
        for name, values in found.training.items()
    }
    negatives = {
        one.name: exponential_scale(found.training[one.name][~positive], one.values)
        for one in found.scores
    }
    return {
        PAPER: Transformed(
            PAPER, f"{_told(PAPER_POWERS)} (inferred)", _raised(found.scores, PAPER_POWERS)
        ),
        POWER: Transformed(POWER, _told(powers), _raised(found.scores, powers)),
        NEGATIVES: Transformed(
            NEGATIVES,
            "training negatives made exponential",
            PairedScores.from_arrays(found.scores.observations.is_positive, negatives),
        ),
    }


def exponential_scale(negatives: Floats, scores: Floats) -> Floats:
    """Scores between 0 and 1 on the scale on which these negatives are exponential with mean 1.

    A distinct score of the negatives stands for minus the logarithm of the share above it, half of
    those at it included. Between them it is interpolated, down to 0 for a score of 0, and up to
    one more than the highest (the mean excess of such a variable) for a score of 1.

    >>> exponential_scale(np.array([0.2, 0.4]), np.array([0.2, 0.3, 0.4])).round(3)
    array([0.288, 0.837, 1.386])
    """
    values, counts = np.unique(negatives, return_counts=True)
    share_above = 1 - (np.cumsum(counts) - counts / 2) / len(negatives)
    heights = -np.log(share_above)
    found = np.interp(scores, [0, *values, 1], [0, *heights, heights[-1] + 1])
    return np.asarray(found, np.float64)


def _raised(scores: PairedScores, powers: dict[str, float]) -> PairedScores:
    return PairedScores.from_arrays(
        scores.observations.is_positive,
        {one.name: one.values ** powers[one.name] for one in scores},
    )


def _told(powers: dict[str, float]) -> str:
    return join_words([f"{name} to the power {number(power, 2)}" for name, power in powers.items()])


CLASSES = ("positives", "negatives")
_POINTS = 101


def fit_table(every: Mapping[str, Transformed]) -> Table:
    """Each class of each classifier after each transformation, against the exponential law."""
    rows = []
    for one in every.values():
        for scores in one.scores:
            for name, values in zip(CLASSES, positive_scores(scores), strict=True):
                found = anderson_darling_test(values, model="exponential", name=name)
                spread = float(np.std(values, ddof=1) / np.mean(values))
                rows.append(
                    (
                        *(one.name, one.told, scores.name, name, len(values), spread),
                        *(found.statistic, found.p_value),
                    )
                )
    names = (
        *("transformation", "told", "classifier", "class", "n"),
        *("coefficient_of_variation", "statistic", "p_value"),
    )
    return laid_out(
        "fit",
        "Are the scores of the whole test set exponential? (Anderson-Darling; the coefficient of "
        "variation of an exponential variable is 1)",
        columns_of(names, rows),
        (
            Shown("transformation", "transformation"),
            Shown("classifier", "classifier"),
            Shown("class", "class"),
            Shown("n", "n"),
            Shown("coefficient_of_variation", "coefficient of variation", digits(2)),
            Shown("statistic", "statistic", digits(2)),
            Shown("p_value", "p", small_p_value),
        ),
    )


def area_table(scores: PairedScores) -> Table:
    """The areas with and without the model, and how far apart the two curves are at most."""
    rows = []
    for one in scores:
        fitted, empirical = biexponential_interval(one).interval, delong_interval(one)
        curve = biexponential_curve(one)
        rows.append(
            (
                *(one.name, empirical.value, empirical.interval.low, empirical.interval.high),
                *(curve.zeta, curve.auc, fitted.low, fitted.high, _largest_gap(scores, one.name)),
            )
        )
    names = (
        *("classifier", "mann_whitney", "mann_whitney_low", "mann_whitney_high"),
        *("zeta", "area", "low", "high", "largest_gap"),
    )
    return laid_out(
        "areas",
        "The areas on the whole test set, without the model and with it (95% intervals: DeLong, "
        "exact under the model), and the largest vertical distance of the two curves",
        columns_of(names, rows),
        (
            Shown("classifier", "classifier"),
            Shown("mann_whitney", "Mann-Whitney", digits(3)),
            Shown("mann_whitney_low", "from", digits(3)),
            Shown("mann_whitney_high", "to", digits(3)),
            Shown("zeta", "zeta", digits(3)),
            Shown("area", "1 / (1 + zeta)", digits(3)),
            Shown("low", "from", digits(3)),
            Shown("high", "to", digits(3)),
            Shown("largest_gap", "distance", digits(3)),
        ),
    )


def curve_table(scores: PairedScores) -> Table:
    """The points of the empirical and of the fitted curves, as drawn."""
    rows = []
    for one in scores:
        empirical, fitted = _empirical(scores, one.name), biexponential_curve(one)
        for kind, curve in (("empirical", empirical), ("biexponential", fitted)):
            points = curve.points(_POINTS)
            for spared, found in zip(points.specificity, points.sensitivity, strict=True):
                rows.append((one.name, kind, 1 - float(spared), float(found), curve.auc))
    names = ("classifier", "kind", "false_positive_rate", "sensitivity", "area")
    shown = [
        at
        for at, row in enumerate(rows)
        if row[1] == "biexponential" and at % 25 == 0 and 0 < row[2] < 1
    ]
    return laid_out(
        "curves",
        "Points of the curves (a few of the fitted ones of what is drawn)",
        columns_of(names, rows),
        (
            Shown("classifier", "classifier"),
            Shown("kind", "curve"),
            Shown("false_positive_rate", "1 - specificity", digits(3)),
            Shown("sensitivity", "sensitivity", digits(3)),
        ),
        shown,
    )


def quantile_table(scores: PairedScores) -> Table:
    """The Q-Q pairs of each class, as drawn."""
    rows = []
    for one in scores:
        for name, values in zip(CLASSES, positive_scores(one), strict=True):
            pairs = quantile_pairs(values, model="exponential", name=name)
            for expected, observed in zip(pairs.theoretical, pairs.observed, strict=True):
                rows.append((one.name, name, float(expected), float(observed)))
    last = [
        at for at in range(len(rows)) if at + 1 == len(rows) or rows[at][:2] != rows[at + 1][:2]
    ]
    return laid_out(
        "quantiles",
        "Exponential quantiles and transformed scores (the highest of each class of what is drawn)",
        columns_of(("classifier", "class", "theoretical", "observed"), rows),
        (
            Shown("classifier", "classifier"),
            Shown("class", "class"),
            Shown("theoretical", "exponential quantile", digits(3)),
            Shown("observed", "transformed score", digits(3)),
        ),
        last,
    )


def _empirical(scores: PairedScores, name: str) -> RocCurve:
    counts = ThresholdCounts.from_scores(scores[name])
    return RocCurve.from_counts(counts, drop_collinear=True)


def _largest_gap(scores: PairedScores, name: str) -> float:
    empirical, fitted = _empirical(scores, name), biexponential_curve(scores[name])
    points = empirical.points()
    model = np.asarray(fitted.sensitivity_at(points.specificity))
    return float(np.max(np.abs(model - points.sensitivity)))
