r"""Highleyman's two classes: the detector, its exact curve, and the mean curve of Fig. 1.

The classes
-----------
Highleyman's two classes, and the Gaussian detector of the first, cross-validated.

The detector is the density of one normal distribution, with the mean and the covariance matrix of
the class-1 observations of the training folds; it has never seen class 2. The score is the density,
as in the paper: positive (class 1) when density >= threshold.

Highleyman, W. H. (1962). Linear decision functions, with application to pattern recognition.
Proceedings of the IRE 50, 1501-1514.

The exact curve
---------------
The curve of a detector that knows its class: a witness for Fig. 1 that needs no draw.

With the true mean and covariance matrix of class 1, a density at or above a threshold is a squared
distance :math:`q = (x - 1)^2 + (y - 1)^2/0.25` at or below some c. In class 1, q is chi-square on 2
degrees of freedom: the sensitivity is :math:`1 - e^{-c/2}`. In class 2, x and y are independent
normal, so given x the probability of y is a difference of two normal probabilities, and its mean
over x is taken by Gauss-Hermite quadrature. A detector that is fitted to 90 observations of its
class comes close to that.

The mean curve
--------------
Fig. 1: the mean curve with its standard deviations, beside the curve that has no draw in it.

The paper's figure is one draw, and prints no numbers. What can be checked of another draw is that
the algorithm puts the curve where the problem has it. At a point with mean sensitivity s and mean
1 - specificity f, the exact curve has f*(s), and f - f*(s) has about the variance

    f* (1 - f*) / n + slope^2 s (1 - s) / n

with n observations in either class. This is asked where at least 5 observations of each class are
expected on either side of the threshold.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.folds import FoldScores
from aucurate.formatting import number
from aucurate.inference.curve.averaging import AveragedCurve
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.inference.folds.point_tests import RateRegion
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.printed import PRINTED_COVARIANCES, PRINTED_MEANS

NAME = "Gaussian detector"
POSITIVE, NEGATIVE = "class 1", "class 2"


def highleyman(
    per_class: int, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Labels (True for class 1) and the two features of so many observations per class."""
    drawn = []
    for mean, covariance in zip(PRINTED_MEANS, PRINTED_COVARIANCES, strict=True):
        deviations = np.sqrt(np.diag(np.array(covariance)))
        drawn.append(np.array(mean) + deviations * rng.normal(size=(per_class, 2)))
    return np.repeat([True, False], per_class), np.concatenate(drawn)


def detector_folds(per_class: int, folds: int, rng: np.random.Generator) -> FoldScores:
    """The left-out scores of the detector on newly drawn classes, in stratified folds."""
    labels, features = highleyman(per_class, rng)
    fold_of = np.concatenate([rng.permutation(np.arange(per_class) % folds) for _ in range(2)])
    scores = np.empty(len(labels))
    for fold in range(folds):
        left_out = fold_of == fold
        scores[left_out] = density(features[left_out], features[labels & ~left_out])
    return FoldScores.from_arrays(
        np.where(labels, POSITIVE, NEGATIVE),
        {NAME: scores},
        folds=fold_of + 1,
        positive=POSITIVE,
    )


def density(features: NDArray[np.float64], trained: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normal density fitted to the training observations, at each row of the features.

    >>> corners = np.array([[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    >>> round(float(density(np.zeros((1, 2)), corners)[0] * 2 * math.pi), 12)
    0.75
    """
    gaps = features - trained.mean(axis=0)
    covariance = np.cov(trained.T)
    distances = np.einsum("ij,ij->i", gaps, np.linalg.solve(covariance, gaps.T).T)
    peak = 1 / (2 * math.pi * math.sqrt(float(np.linalg.det(covariance))))
    return np.asarray(peak * np.exp(-distances / 2))


_NODES = 200
_STEP = 1e-3  # of sensitivity, for the slope


def exact_false_positive_rate(sensitivity: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 - specificity of the detector that knows its class, at these sensitivities below 1.

    >>> exact_false_positive_rate(np.array([0.0, 0.5, 0.9])).round(4)
    array([0.    , 0.1027, 0.3245])
    """
    (center_x, center_y), (other_x, other_y) = PRINTED_MEANS
    (own_x, own_y), (sd_x, sd_y) = (
        np.sqrt(np.diag(np.array(covariance))) for covariance in PRINTED_COVARIANCES
    )
    nodes, masses = np.polynomial.hermite_e.hermegauss(_NODES)
    reach = -2 * np.log1p(-sensitivity)[:, None]
    left = reach - ((other_x + sd_x * nodes - center_x) / own_x) ** 2
    half = own_y * np.sqrt(np.maximum(left, 0.0))
    inside = special.ndtr((center_y + half - other_y) / sd_y) - special.ndtr(
        (center_y - half - other_y) / sd_y
    )
    return np.asarray(inside @ masses / math.sqrt(2 * math.pi))


def exact_slope(sensitivity: NDArray[np.float64]) -> NDArray[np.float64]:
    """How fast 1 - specificity grows with the sensitivity on that curve."""
    above = np.minimum(sensitivity + _STEP, 1 - _STEP)
    below = np.maximum(sensitivity - _STEP, 0.0)
    rise = exact_false_positive_rate(above) - exact_false_positive_rate(below)
    return np.asarray(rise / (above - below))


_EXPECTED = 5  # observations on either side of a threshold
_SLACK = 1e-9  # 5 of 100 but for rounding are 5
_ERRORS = 3
SPECIFICITIES = (1.0, 0.9, 0.7)
"""At which the mean curves are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactPoint(Record):
    """One operating point beside the exact curve.

    ``distance`` is that of 1 - specificity from ``false_positive_rate`` of the exact curve at the
    same sensitivity, in standard errors; None where too few observations are expected. At a
    sensitivity of 1 both are None: no threshold of the exact detector finds everybody.
    """

    false_positive_rate: float | None
    distance: float | None


def beside_exact(points: OperatingPoints) -> tuple[ExactPoint, ...]:
    """Every operating point beside the exact curve."""
    sensitivity, positive = points.mean("sensitivity"), 1 - points.mean("specificity")
    asked = np.where(sensitivity < 1, sensitivity, 0.0)
    exact, slope = exact_false_positive_rate(asked), exact_slope(asked)
    m, n = points.n_positive, points.n_negative
    found = []
    for s, ours, f, rise in np.column_stack([sensitivity, positive, exact, slope]).tolist():
        distance = None
        if min(m * min(s, 1 - s), n * min(f, 1 - f)) >= _EXPECTED - _SLACK:
            distance = (ours - f) / math.sqrt(f * (1 - f) / n + rise**2 * s * (1 - s) / m)
        found.append(ExactPoint(false_positive_rate=f if s < 1 else None, distance=distance))
    return tuple(found)


def farthest(exact: Sequence[ExactPoint]) -> float:
    """The largest distance from the exact curve in standard errors, either way."""
    return max((abs(one.distance) for one in exact if one.distance is not None), default=math.inf)


def on_the_curve(exact: Sequence[ExactPoint]) -> bool:
    """Whether no point is more than three standard errors from the exact curve."""
    return farthest(exact) <= _ERRORS


def exact_sentence(points: OperatingPoints, exact: Sequence[ExactPoint]) -> str:
    """Where the mean curve lies."""
    asked = sum(one.distance is not None for one in exact)
    word = "lies" if on_the_curve(exact) else "does not lie"
    return (
        f"The mean curve of {len(points)} operating points over {points.n_folds} folds {word} "
        "where the problem puts it: the curve of a detector that knows mean and covariance matrix "
        f"of its class is at most {number(farthest(exact), 1)} standard errors away, at "
        f"{asked} points where this can be asked."
    )


def mean_curve_table(
    points: OperatingPoints, regions: Sequence[RateRegion], exact: Sequence[ExactPoint]
) -> Table:
    """A row per operating point: what Fig. 1 draws, and the exact curve beside it."""
    positive, sensitivity = 1 - points.mean("specificity"), points.mean("sensitivity")
    errors = {r: points.standard_error(r) for r in ("specificity", "sensitivity")}
    columns: dict[str, tuple[object, ...]] = {
        "point": tuple(range(1, len(points) + 1)),
        "threshold": tuple(points.thresholds.astype(np.float64).tolist()),
        "false_positive_rate": tuple(positive.tolist()),
        "false_positive_rate_standard_error": tuple(errors["specificity"].tolist()),
        "sensitivity": tuple(sensitivity.tolist()),
        "sensitivity_standard_error": tuple(errors["sensitivity"].tolist()),
        "ellipse_covariance": tuple(region.covariance for region in regions),
        "ellipse_radius": tuple(region.radius for region in regions),
        "exact_false_positive_rate": tuple(one.false_positive_rate for one in exact),
        "distance": tuple(one.distance for one in exact),
    }
    rows = [
        (
            str(at + 1),
            number(float(positive[at])),
            number(float(errors["specificity"][at])),
            number(float(sensitivity[at])),
            number(float(errors["sensitivity"][at])),
            "" if one.false_positive_rate is None else number(one.false_positive_rate),
            "" if one.distance is None else number(one.distance, 1),
        )
        for at, one in enumerate(exact)
    ]
    return Table(
        name="figure_1",
        title=f"Figure 1, ours: the mean curve with {points.n_negative} observations per class, "
        "and 1 - specificity of the exact curve at the same sensitivity",
        header=(
            *("point", "1 - specificity", "sd of the mean", "sensitivity", "sd of the mean"),
            *("exact 1 - specificity", "ours minus exact, in standard errors"),
        ),
        rows=tuple(rows),
        columns=columns,
    )


def averages_table(curves: Sequence[AveragedCurve]) -> Table:
    """Four ways of averaging: a row per way, all their points in the columns."""
    long = [(curve, at) for curve in curves for at in range(len(curve))]
    columns: dict[str, tuple[object, ...]] = {
        "averaging": tuple(curve.averaging for curve, _ in long),
        "over": tuple(curve.over for curve, _ in long),
    }
    for field in ("specificity", "specificity_error", "sensitivity", "sensitivity_error"):
        columns[field] = tuple(float(getattr(curve, field)[at]) for curve, at in long)
    rows = [
        (
            curve.averaging,
            f"{curve.n_sets} {curve.over}",
            str(len(curve)),
            *(number(_highest(curve, at_least)) for at_least in SPECIFICITIES),
        )
        for curve in curves
    ]
    return Table(
        name="averages",
        title="Four ways of averaging the same curves: the highest mean sensitivity among the "
        "points with a mean specificity of at least so much",
        header=("averaging", "over", "points", *(number(s, 1) for s in SPECIFICITIES)),
        rows=tuple(rows),
        columns=columns,
    )


def _highest(curve: AveragedCurve, specificity: float) -> float:
    kept = curve.specificity >= specificity - 1e-12
    return float(np.max(curve.sensitivity[kept])) if kept.any() else math.nan
