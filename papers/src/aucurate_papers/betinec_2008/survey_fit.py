"""How well the model describes the scores of the survey: tables, and what the figures draw.

Exponential scores have a coefficient of variation of 1. The variance of the logarithm of a class
mean is that coefficient squared over n, so where it is below 1 the exact law is too wide (the test
rejects too seldom), and where it is above 1 too narrow.
"""

from collections.abc import Mapping

import numpy as np

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.estimates.biexponential import biexponential_curve, positive_scores
from aucurate.estimates.quantile_pairs import quantile_pairs
from aucurate.formatting import small_p_value
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.models.biexponential import biexponential_interval
from aucurate.inference.models.goodness import anderson_darling_test
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.transformations import Transformed

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
