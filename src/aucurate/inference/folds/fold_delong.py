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
interval of one algorithm is the beta interval of :mod:`aucurate.inference.auc.delong_beta` from the
same variances.

It differs from LeDell's (:mod:`aucurate.inference.folds.ledell`) in two ways that vanish in large
folds: divisors m - 1 and n - 1, and deviations from the overall mean instead of the fold's. With
few observations in a fold the latter lets the spread between folds in, which is where the fitted
models differ, and is why this test keeps its level better when two *algorithms* are compared.

That is the variance by other *observations*. Other *training sets* would vary the result too, and
nothing that the folds show says by how much (Bengio and Grandvalet 2004): two folds share most of
their training observations, so that what these do to all folds alike is in no spread over folds.
The **corrected** test takes for it what Nadeau and Bengio take
(:mod:`aucurate.inference.folds.nadeau_bengio`): the variance that as many test observations as
there are training observations would have. With V the variance above, of N observations tested,

.. math::  V \left(1 + \frac{N}{n_{train}}\right)

which is V (2K - 1)/(K - 1) with K folds, however often they are repeated. N is the effective
number :math:`(\sum_i w_i)^2 / \sum_i w_i^2` where observations were tested unequally often, as with
random splits.

**Which one.** Nearest neighbours and small nets need most of the correction, linear algorithms
hardly any (docs/validation.md). So the corrected test is the one for algorithms of any kind, and
rejects too rarely for linear ones; the other is for algorithms whose models are known to change
little with their data, and every result says what it does elsewhere.

**Not valid** for a fixed test set (:mod:`aucurate.inference.folds.averaged_delong`): refused. The
uncorrected test is refused for 5x2 and random splits too, whose training sets are so small that the
fitted models are much of the spread, and tells where there are fewer than five folds.

Bengio, Y., Grandvalet, Y. (2004). No unbiased estimator of the variance of K-fold cross-validation.
Journal of Machine Learning Research 5, 1089-1105.
DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845. Its use over folds in these forms is ours.
Nadeau, C., Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239-281.
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
from aucurate.inference.auc.delong import paired_comparison
from aucurate.inference.auc.delong_beta import delong_beta_interval
from aucurate.inference.core import caveats
from aucurate.inference.core.disjoint_pairs import METHOD as BOUND
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.nadeau_bengio import sizes_unknown
from aucurate.results import Alternative, Caveat, Comparison, Estimate

METHOD = "DeLong over folds"
CORRECTED = "corrected DeLong"
OF_MODELS = "left-out folds, also repeated ones, and about the models that were fitted"
VALID_FOR = "left-out folds of algorithms whose models change little with their data"
CORRECTED_FOR = "left-out folds, also repeated ones, 5x2 and random splits"
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
        caveats=(fold_caveats.valid_for(OF_MODELS), *_of_few_folds(data), *found.caveats),
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
    moments = fold_moments(data) if moments is None else moments
    found = paired_comparison(
        moments,
        first,
        second,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
    told = [fold_caveats.valid_for(VALID_FOR), fold_caveats.unstable_algorithms()]
    return _named(found, METHOD, [*told, *_of_few_folds(data)], moments)


@checked
def corrected_delong_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    moments: AucMoments | None = None,
) -> Comparison:
    """Do two algorithms differ in their cross-validated AUC, for other training sets too?

    ``moments`` are the :func:`corrected_moments` of the data, where they are at hand.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(corrected_delong_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.012 to 0.065), p = 0.005, corrected DeLong test, paired
    """
    moments = corrected_moments(data) if moments is None else moments
    found = paired_comparison(
        moments,
        first,
        second,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
    told = [fold_caveats.valid_for(CORRECTED_FOR), fold_caveats.conservative_correction()]
    return _named(found, CORRECTED, told, moments)


def _named(found: Comparison, method: str, told: list[Caveat], moments: AucMoments) -> Comparison:
    method = _method(found.method, method)
    return replace(
        found,
        method=method,
        interval=replace(found.interval, method=method),
        caveats=(*told, *_of_folds(found, moments)),
    )


def _of_folds(found: Comparison, moments: AucMoments) -> list[Caveat]:
    """The caveats of one test set, but for levels that were not measured over folds."""
    smaller = min(moments.n_positive, moments.n_negative)
    kept = [caveat for caveat in found.caveats if caveat.kind != "few_errors"]
    return kept + caveats.of_nearly_perfect(found.first_value, found.second_value, smaller)


@checked
def fold_moments(data: FoldScores) -> AucMoments:
    """Mean AUCs over left-out folds and the covariances of the placements within folds."""
    if data.design != "left-out folds":
        raise UnsupportedError(
            f"DeLong's variance over folds needs left-out folds; these are {data.design}.",
            hint="averaged_delong_test is made for a fixed test set, corrected_delong_test for 5x2 "
            "and random splits.",
        )
    return _moments(data)[0]


@checked
def corrected_moments(data: FoldScores) -> AucMoments:
    """Mean AUCs over folds, and covariances with room for other training sets."""
    if data.design == "fixed test set":
        raise UnsupportedError(
            "the corrected DeLong test needs folds with test observations of their own; these are "
            "one fixed test set.",
            hint="averaged_delong_test is made for a fixed test set.",
        )
    moments, tested = _moments(data)
    factor = training_factor(data, tested)
    return replace(
        moments,
        positive_covariance=frozen(factor * moments.positive_covariance),
        negative_covariance=frozen(factor * moments.negative_covariance),
        positive_difference=frozen(factor * moments.positive_difference),
        negative_difference=frozen(factor * moments.negative_difference),
    )


def training_factor(data: FoldScores, tested: float) -> float:
    """By how much other training sets raise the variance by so many tested observations."""
    if data.n_train is None:
        raise sizes_unknown()
    return 1 + tested / float(np.mean(data.n_train))


def _moments(data: FoldScores) -> tuple[AucMoments, float]:
    """Means and covariances, and the effective number of observations that were tested."""
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
    moments = AucMoments(
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
    return moments, float(weights.sum() ** 2 / (weights**2).sum())


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


def _method(found: str, method: str) -> str:
    return found if found == BOUND else method


def _of_few_folds(data: FoldScores) -> list[Caveat]:
    per_repeat = int(np.min(np.bincount(data.repeats)))
    if per_repeat >= FEWEST_FOLDS:
        return []
    return [
        Caveat(
            kind="small_training_sets",
            message=f"With only {count(per_repeat, 'fold')} the training sets are much smaller "
            "than the data, and how the fitted models vary is hardly in this variance: it is "
            "too small for a statement about the algorithms. Take five folds or more.",
        )
    ]
