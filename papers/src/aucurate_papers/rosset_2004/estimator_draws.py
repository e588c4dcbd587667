r"""Estimates of the variance of n+ n- (AUC1 - AUC2) from one test set each, over many test sets.

Every estimate is the estimated variance of the difference of the two AUCs times (n+ n-)^2 of its
own draw. With the comparisons k_ij of positive i and negative j (1, 0 or -1: which classifier ranks
the pair better) written as :math:`k_{ij} = \bar k + a_i + b_j + r_ij`, of m positives and n
negatives, the variance of the mean of k is V(a)/m + V(b)/n + V(r)/(mn), and

- DeLong's estimator, S10/m + S01/n, expects V(a)/m + V(b)/n + 2 V(r)/(mn), because each of the two
  variances of placements holds a share of V(r): it is too large by V(r)/(mn);
- ``unbiased`` takes that away, with V(r) from the residuals of the two-way table of comparisons
  (divisor (m - 1)(n - 1));
- ``first_order`` takes it away twice and is left with the terms that matter in large samples,
  V(a)/m + V(b)/n, the "asymptotic" variance of which the paper speaks.

Hanley and McNeil's is that of :func:`aucurate.inference.auc.hanley_mcneil.hanley_mcneil_test`:
standard errors of the exponential model, and r from their table of 1983 entered with the mean of
Pearson's correlations within the classes, as they advise for continuous scores (``hanley_mcneil``);
with r computed from the binormal model behind the table (``binormal``); or with the table entered
with Kendall's correlation, which they advise for ratings (``kendall``).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.results import Record
from aucurate.theory.laws import ScoreLaw
from aucurate.theory.world import TwoClassifiers

ESTIMATORS = ("hanley_mcneil", "binormal", "kendall", "delong", "unbiased", "first_order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates(Record):
    """One estimator over many draws: mean, its standard error, and the spread of single draws.

    ``low`` and ``high`` are the 2.5th and 97.5th percentile of the draws.
    """

    mean: float
    standard_error: float
    standard_deviation: float
    low: float
    high: float

    @classmethod
    def of(cls, draws: NDArray[np.float64]) -> "Estimates":
        """Of the estimates of these draws."""
        spread = float(np.std(draws, ddof=1))
        low, high = np.quantile(draws, [0.025, 0.975])
        return cls(
            mean=float(np.mean(draws)),
            standard_error=spread / math.sqrt(len(draws)),
            standard_deviation=spread,
            low=float(low),
            high=float(high),
        )


def estimates_of(
    pair: TwoClassifiers,
    draws: int,
    rng: np.random.Generator,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Estimates]:
    """All estimators over so many test sets, by name; ``step`` is called after each."""
    found = np.empty((draws, len(ESTIMATORS)))
    for draw in range(draws):
        found[draw] = _estimates(drawn(pair, rng))
        step()
    return {name: Estimates.of(found[:, at]) for at, name in enumerate(ESTIMATORS)}


def drawn(pair: TwoClassifiers, rng: np.random.Generator) -> PairedScores:
    """One test set of two classifiers that err independently: labels and both scores."""
    positive = rng.random(pair.n) < pair.positive_probability
    return PairedScores.from_arrays(
        positive, {"first": _scores(pair.first, rng), "second": _scores(pair.second, rng)}
    )


def _scores(law: ScoreLaw, rng: np.random.Generator) -> NDArray[np.float64]:
    passed = np.cumsum(law.probabilities, axis=1)[:, :-1] <= rng.random((law.n, 1))
    return np.asarray(law.values[np.arange(law.n), np.sum(passed, axis=1)])


def _estimates(data: PairedScores) -> tuple[float, ...]:
    moments = AucMoments.from_scores(data, threads=1)
    pairs = moments.n_positive * moments.n_negative
    delong = float(moments.difference_variance[0, 1])
    share = interaction_variance(data) / pairs
    first, second = data
    errors = [
        hanley_mcneil_test(first, second).standard_error,
        hanley_mcneil_test(first, second, correlation="binormal").standard_error,
        hanley_mcneil_test(first, second, score_correlation="kendall").standard_error,
    ]
    variances = [error**2 for error in errors] + [delong, delong - share, delong - 2 * share]
    return tuple(variance * pairs**2 for variance in variances)


def interaction_variance(data: PairedScores) -> float:
    """V(r): what is left of the comparisons of pairs after their rows and columns."""
    positive = data.observations.is_positive
    k = _wins(data.values[0], positive) - _wins(data.values[1], positive)
    rows, columns = (np.mean(k, axis=axis, keepdims=True) for axis in (1, 0))
    left = k - rows - columns + np.mean(k)
    return float(np.sum(left**2) / ((len(k) - 1) * (k.shape[1] - 1)))


def _wins(
    scores: NDArray[np.float64] | NDArray[np.float32], positive: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """1 where the positive of the row scores above the negative of the column, ties one half."""
    above, below = scores[positive][:, None], scores[~positive][None, :]
    return np.asarray((above > below) + 0.5 * (above == below))
