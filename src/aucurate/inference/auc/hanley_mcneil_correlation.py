r"""The correlation r of two AUCs on the same observations, as Hanley and McNeil 1983 get it.

Their paired test needs the correlation between two areas. It follows from how the two classifiers'
scores go together within the positives (:math:`\rho_+`) and within the negatives
(:math:`\rho_-`).

**The published table** (their Table I) gives r for the mean :math:`\rho = (\rho_+ + \rho_-)/2` from
.02 to .90 and the mean area from .700 to .975, to two decimals. :func:`tabled_correlation`
interpolates in it along both edges. Beyond the edges: r is 0 at :math:`\rho = 0` and 1 at
:math:`\rho = 1`, r of a negative :math:`\rho` is minus r of :math:`|\rho|`, an area below one half
is looked up as 1 - area, and other areas take the nearest column.

**The binormal model** behind the table can be computed. With :math:`h_k = \Phi^{-1}(A_k)` and, for
a standard bivariate normal pair of correlation :math:`\rho`,

.. math::
    L(\rho) = P(U \le h_1, W \le h_2) - A_1 A_2 = \frac{1}{2\pi} \int_0^{\arcsin \rho}
    \exp\left(-\frac{h_1^2 + h_2^2 - 2 h_1 h_2 \sin t}{2 \cos^2 t}\right) dt

two Mann-Whitney areas of m positives and n negatives with scores of equal variance in both classes
have the covariance

.. math::
    \frac{L(\bar\rho) + (n - 1) L(\rho_+/2) + (m - 1) L(\rho_-/2)}{m n},
    \quad \bar\rho = (\rho_+ + \rho_-)/2

and the variance of one is the same with :math:`h_1 = h_2` and all correlations 1;
:func:`binormal_correlation` is their quotient. For m = n = 50 it comes within .007 of all 540
figures of the table and rounds to 97 in 100 of them, which is how we know that the table was
computed so, and that our copy of it is sound. In small classes r is lower than in the table, in
large ones a little higher.

**Score correlations** (:func:`score_correlations`): Pearson's for continuous scores, Kendall's
tau-b for ratings with few values, as the paper recommends. The table is entered with tau as it is;
the binormal model with :math:`\sin(\pi\tau/2)`, the Pearson correlation of normal scores with that
tau.

The table was checked against one look-up in print: Rosset (2004) reads r = .81 for correlation .85
and area .75. That is the table's row .84; between the rows .84 (.81) and .86 (.83) lies .82.

Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
characteristic curves derived from the same cases. Radiology 148, 839-843. (The figures of Table I
as transcribed in the public repository jpbruehw/research-roc-utils.)
Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning.
"""

import math
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.paired import PairedScores
from aucurate.errors import UnsupportedError
from aucurate.inference.core import caveats
from aucurate.results import Caveat

Correlation: TypeAlias = Literal["table", "binormal"]
ScoreCorrelation: TypeAlias = Literal["pearson", "kendall"]

AREAS = np.linspace(0.700, 0.975, 12)
CORRELATIONS = np.linspace(0.02, 0.90, 45)
_HUNDREDTHS = """
02 02 02 02 02 02 02 01 01 01 01 01
04 04 03 03 03 03 03 03 03 02 02 02
05 05 05 05 05 05 05 04 04 04 03 02
07 07 07 07 07 06 06 06 06 05 04 03
09 09 09 09 08 08 08 07 07 06 06 04
11 11 11 10 10 10 09 09 08 08 07 05
13 12 12 12 12 11 11 11 10 09 08 06
14 14 14 14 13 13 13 12 11 11 09 07
16 16 16 16 15 15 14 14 13 12 11 09
18 18 18 17 17 17 16 15 15 14 12 10
20 20 19 19 19 18 18 17 16 15 14 11
22 22 21 21 21 20 19 19 18 17 15 12
24 23 23 23 22 22 21 20 19 18 16 13
26 25 25 25 24 24 23 22 21 20 18 15
27 27 27 26 26 25 25 24 23 21 19 16
29 29 29 28 28 27 26 26 24 23 21 18
31 31 31 30 30 29 28 27 26 25 23 19
33 33 32 32 31 31 30 29 28 26 24 21
35 35 34 34 33 33 32 31 30 28 26 22
37 37 36 36 35 35 34 33 32 30 28 24
39 39 38 38 37 36 36 35 33 32 29 25
41 40 40 40 39 38 38 37 35 34 31 27
43 42 42 42 41 40 39 38 37 35 33 29
45 44 44 43 43 42 41 40 39 37 35 30
47 46 46 45 45 44 43 42 41 39 37 32
49 48 48 47 47 46 45 44 43 41 39 34
51 50 50 49 49 48 47 46 45 43 41 36
53 52 52 51 51 50 49 48 47 45 43 38
55 54 54 53 53 52 51 50 49 47 45 40
57 56 56 55 55 54 53 52 51 49 47 42
59 58 58 57 57 56 55 54 53 51 49 45
61 60 60 59 59 58 58 57 55 54 51 47
63 62 62 62 61 60 60 59 57 56 53 49
65 64 64 64 63 62 62 61 60 58 56 51
67 66 66 66 65 65 64 63 62 60 58 54
69 69 68 68 67 67 66 65 64 63 60 56
71 71 70 70 69 69 68 67 66 65 63 59
73 73 72 72 72 71 71 70 69 67 65 61
75 75 75 74 74 73 73 72 71 70 68 64
77 77 77 76 76 76 75 74 73 72 70 67
79 79 79 79 78 78 77 77 76 75 73 70
82 81 81 81 81 80 80 79 78 77 76 73
84 84 83 83 83 82 82 81 81 80 78 75
86 86 86 85 85 85 84 84 83 82 81 79
88 88 88 88 87 87 87 86 86 85 84 82
"""
TABLE = np.array(_HUNDREDTHS.split(), float).reshape(45, 12) / 100


def area_correlation(
    data: PairedScores,
    areas: tuple[float, ...],
    correlation: Correlation,
    score_correlation: ScoreCorrelation,
) -> tuple[float, list[Caveat]]:
    """The r of the AUCs (``areas``) of two classifiers, and what must be said about it."""
    within = score_correlations(data, score_correlation)
    found = [
        caveats.no_score_correlation(which)
        for which, value in zip(("positive", "negative"), within, strict=True)
        if value is None
    ]
    positive, negative = (0.0 if value is None else value for value in within)
    if correlation == "binormal":
        if score_correlation == "kendall":
            positive, negative = normal_from_kendall(positive), normal_from_kendall(negative)
        rows = data.observations
        pair, sizes = (areas[0], areas[1]), (rows.n_positive, rows.n_negative)
        return binormal_correlation(pair, (positive, negative), *sizes), found
    mean, area = (positive + negative) / 2, (areas[0] + areas[1]) / 2
    if not is_tabled(mean, area):
        found.append(caveats.outside_table(mean, area))
    return tabled_correlation(mean, area), found


def tabled_correlation(score_correlation: float, area: float) -> float:
    """The r from the table of Hanley and McNeil 1983, interpolated.

    >>> round(tabled_correlation(0.84, 0.75), 4), round(tabled_correlation(0.85, 0.75), 4)
    (0.81, 0.82)
    """
    column = min(max(area, 1 - area, AREAS[0]), AREAS[-1])
    edge = [np.interp(column, AREAS, row) for row in TABLE]
    r = np.interp(abs(score_correlation), [0.0, *CORRELATIONS, 1.0], [0.0, *edge, 1.0])
    return math.copysign(float(r), score_correlation)


def is_tabled(score_correlation: float, area: float) -> bool:
    """Whether the table reaches that far (from 0, where r is 0, to its last row)."""
    column = max(area, 1 - area)
    reached = 0 <= score_correlation <= CORRELATIONS[-1] and AREAS[0] <= column <= AREAS[-1]
    return bool(reached)


def binormal_correlation(
    areas: tuple[float, float],
    score_correlations: tuple[float, float],
    n_positive: int,
    n_negative: int,
) -> float:
    """The r under the binormal model; score correlations of positives and negatives.

    An area of 0 or 1 has no variance, and r is then 0.

    >>> round(binormal_correlation((0.75, 0.75), (0.85, 0.85), 50, 50), 4)
    0.8227
    """
    if not (0 < areas[0] < 1 and 0 < areas[1] < 1):
        return 0.0
    of_positives, of_negatives = score_correlations
    first, second = (float(special.ndtri(area)) for area in areas)

    def covariance(h1: float, h2: float, positive: float, negative: float) -> float:
        return (
            _excess(h1, h2, (positive + negative) / 2)
            + (n_negative - 1) * _excess(h1, h2, positive / 2)
            + (n_positive - 1) * _excess(h1, h2, negative / 2)
        )

    scale = covariance(first, first, 1.0, 1.0) * covariance(second, second, 1.0, 1.0)
    r = covariance(first, second, of_positives, of_negatives) / math.sqrt(scale)
    return min(1.0, max(-1.0, r))


def normal_from_kendall(tau: float) -> float:
    """The Pearson correlation of bivariate normal scores that have this Kendall's tau."""
    return math.sin(math.pi * tau / 2)


def score_correlations(
    data: PairedScores, kind: ScoreCorrelation
) -> tuple[float | None, float | None]:
    """How two classifiers' scores go together within the positives and within the negatives.

    None where there is no correlation to compute: one observation, or a constant score.
    """
    positive = data.observations.is_positive
    if kind == "pearson" and not np.isfinite(data.values).all():
        raise UnsupportedError(
            "Pearson's correlation needs finite scores; some are infinite.",
            hint="use score_correlation='kendall', which needs only their order.",
        )
    correlate = _pearson if kind == "pearson" else _kendall
    of_classes = (data.values[:, positive], data.values[:, ~positive])
    positives, negatives = (
        None if (values == values[:, :1]).all(axis=1).any() else correlate(*values.astype(float))
        for values in of_classes
    )
    return positives, negatives


def _pearson(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Sums are taken in ascending order, so that the order of the rows changes no digit."""
    unit = [values / np.abs(values).max() for values in (first, second)]
    x, y = (values - np.sort(values).mean() for values in unit)
    xx, yy, xy = (float(np.sort(product).sum()) for product in (x * x, y * y, x * y))
    if not xx * yy > 0:  # values that differ in their last bits only
        return 0.0
    return min(1.0, max(-1.0, xy / math.sqrt(xx * yy)))


def _kendall(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Kendall's tau-b; both orders are averaged, so that swapping changes no digit."""
    from scipy.stats import kendalltau  # more than a second of start-up

    taus = (kendalltau(first, second).statistic, kendalltau(second, first).statistic)
    return min(1.0, max(-1.0, float(taus[0] + taus[1]) / 2))


def _excess(h1: float, h2: float, correlation: float) -> float:
    """L: how much more often two correlated normals are both below than independent ones."""
    if correlation == 1:
        lower, upper = sorted((h1, h2))
        return float(special.ndtr(lower) * special.ndtr(-upper))
    nodes, weights = _gauss_legendre()
    end = math.asin(correlation)
    t = end * (nodes + 1) / 2
    exponent = -(h1 * h1 + h2 * h2 - 2 * h1 * h2 * np.sin(t)) / (2 * np.cos(t) ** 2)
    return end / 2 * float(weights @ np.exp(exponent)) / (2 * math.pi)


@cache
def _gauss_legendre() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nodes, weights = special.roots_legendre(128)
    return nodes, weights
