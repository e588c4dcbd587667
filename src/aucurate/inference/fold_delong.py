r"""DeLong's variance for cross-validated AUCs: placements within folds, spread over all of them.

**Question.** What is the mean AUC over left-out folds, and do two algorithms differ in it, for
other data?

The estimate is the mean of the fold AUCs, :math:`\bar A = \frac1V \sum_v \hat A_v`. Every
observation has a placement among the other class *of its own fold*, :math:`V_{10}(i)` if positive
and :math:`V_{01}(j)` if negative, and :math:`\bar A` is the mean of either kind (weighted by
:math:`w_v = m / (V m_v)` where folds are unequal). So DeLong's variance is taken of them around the
mean of all folds,

.. math::
    \frac{1}{m(m-1)} \sum_i w_{v(i)}^2 (V_{10}(i) - \bar A)^2 +
    \frac{1}{n(n-1)} \sum_j w_{v(j)}^2 (V_{01}(j) - \bar A)^2

and differences of two algorithms are treated alike, with Satterthwaite's degrees of freedom. With
repeats of the division an observation's placement is the mean of those it has in each of them. The
interval of one algorithm is the beta interval of :mod:`aucurate.inference.delong_beta` from the
same variances.

It differs from LeDell's (:mod:`aucurate.inference.ledell`) in two ways that vanish in large folds:
divisors m - 1 and n - 1, and deviations from the overall mean instead of the fold's. With few
observations in a fold the latter lets the spread between folds in, which is where the fitted models
differ, and is why this test keeps its level better when two *algorithms* are compared.

**Not valid** for a fixed test set (:mod:`aucurate.inference.averaged_delong`), for random splits,
nor for two folds, whose training sets are so small that the fitted models are much of the spread:
refused, or told. What it has of the training sets' variation is a part only: it keeps its level for
algorithms whose models change little with their data, and rejects too often for decision trees
(docs/validation.md; a caveat tells). There repeat the division, three times or more, and take
:mod:`aucurate.inference.nadeau_bengio`.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845. Its use over folds in this form is ours.
"""

import itertools
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments
from aucurate.errors import UnsupportedError
from aucurate.formatting import count
from aucurate.inference import fold_caveats
from aucurate.inference.delong import paired_comparison
from aucurate.inference.delong_beta import delong_beta_interval
from aucurate.inference.disjoint_pairs import METHOD as BOUND
from aucurate.results import Alternative, Caveat, Comparison, Estimate

METHOD = "DeLong over folds"
VALID_FOR = "left-out folds, also repeated ones"
FEWEST_FOLDS = 5


@checked
def fold_delong_interval(
    data: FoldScores, name: str, *, confidence: float = 0.95, moments: AucMoments | None = None
) -> Estimate:
    """The cross-validated AUC of one algorithm, with the beta interval of DeLong's variance.

    ``moments`` are the :func:`fold_moments` of the data, where they are at hand.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = fold_delong_interval(load_breast_cancer_folds(), "forest")
    >>> print(found.quantity, round(found.value, 3), found.interval)
    cross-validated AUC 0.978 95% CI 0.959 to 0.988
    """
    moments = fold_moments(data) if moments is None else moments
    found = delong_beta_interval(moments, confidence=confidence, name=name)
    return replace(
        found,
        quantity="cross-validated AUC",
        method=METHOD,
        interval=replace(found.interval, method=METHOD),
        caveats=(*_caveats(data), *found.caveats),
    )


@checked
def fold_delong_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    moments: AucMoments | None = None,
) -> Comparison:
    """Do two algorithms differ in their cross-validated AUC, on the same folds?

    ``moments`` are the :func:`fold_moments` of the data, where they are at hand.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(fold_delong_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.020 to 0.057), p < 0.001, DeLong over folds test, paired
    """
    found = paired_comparison(
        fold_moments(data) if moments is None else moments,
        first,
        second,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
    method = _method(found.method)
    return replace(
        found,
        method=method,
        interval=replace(found.interval, method=method),
        caveats=(*_caveats(data), *found.caveats),
    )


@checked
def fold_moments(data: FoldScores) -> AucMoments:
    """Mean AUCs over left-out folds and the covariances of the placements within folds."""
    if data.design != "left-out folds":
        raise UnsupportedError(
            f"DeLong's variance over folds needs left-out folds; these are {data.design}.",
            hint="averaged_delong_test is made for a fixed test set, nadeau_bengio_test for 5x2 "
            "and random splits.",
        )
    data.observations.require_plain("DeLong's variance over folds")
    is_positive = data.observations.is_positive
    placed, weights = np.zeros((len(data.names), len(is_positive))), np.zeros(len(is_positive))
    aucs, tied = [], []
    for k in range(data.n_folds):
        here = data.rows[data.folds == k]
        means, shares, values, weight = _of_fold(data, k)
        placed[:, here] += weight * values
        weights[here] += weight
        aucs.append(means)
        tied.append(shares)
    means = np.mean(aucs, axis=0)
    centred = placed - weights * means[:, None]
    centred[np.abs(centred) < 64 * np.finfo(np.float64).eps] = 0.0
    above, below = centred[:, is_positive], centred[:, ~is_positive]
    return AucMoments(
        names=data.names,
        aucs=tuple(float(a) for a in means),
        positive_covariance=frozen(_covariance(above)),
        negative_covariance=frozen(_covariance(below)),
        positive_difference=frozen(_differences(above)),
        negative_difference=frozen(_differences(below)),
        positive_kurtosis=frozen(_kurtosis(above)),
        negative_kurtosis=frozen(_kurtosis(below)),
        n_positive=data.observations.n_positive,
        n_negative=data.observations.n_negative,
        tied_shares=tuple(float(s) for s in np.mean(tied, axis=0)),
    )


def _of_fold(
    data: FoldScores, k: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """One fold's AUCs and tied shares per classifier, its placements, and what each counts."""
    fold = data.fold(k)
    positive = fold.observations.is_positive
    m, n = fold.observations.n_positive, fold.observations.n_negative
    placed = kernels.placements(fold.values, positive)
    values = np.empty((len(data.names), m + n))
    values[:, positive] = placed.of_positives / (2 * n)
    values[:, ~positive] = placed.of_negatives / (2 * m)
    weight = np.where(positive, data.observations.n_positive / m, data.observations.n_negative / n)
    aucs = placed.of_positives.sum(axis=1) / (2 * m * n)
    tied = np.array(placed.tied_pairs) / (m * n)
    return aucs, tied, values, weight / data.n_folds


def _covariance(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(centred @ centred.T / np.float64(centred.shape[1] - 1))


def _differences(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pair by pair: all at once would need as many arrays as there are pairs."""
    found = np.zeros((len(centred), len(centred)))
    for i, j in itertools.combinations(range(len(centred)), 2):
        gap = centred[i] - centred[j]
        found[i, j] = found[j, i] = gap @ gap
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(found / np.float64(centred.shape[1] - 1))


def _kurtosis(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = (centred**2).mean(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray((centred**4).mean(axis=1) / spread**2)


def _method(found: str) -> str:
    return found if found == BOUND else METHOD


def _caveats(data: FoldScores) -> list[Caveat]:
    found = [fold_caveats.valid_for(VALID_FOR), fold_caveats.unstable_algorithms()]
    per_repeat = int(np.min(np.bincount(data.repeats)))
    if per_repeat < FEWEST_FOLDS:
        found.append(
            Caveat(
                kind="small_training_sets",
                message=f"With only {count(per_repeat, 'fold')} the training sets are much smaller "
                "than the data, and how the fitted models vary is hardly in this variance: it is "
                "too small for a statement about the algorithms. Take five folds or more.",
            )
        )
    return found
