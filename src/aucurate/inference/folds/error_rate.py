r"""Error rates compared by observation: what holds where tests over folds do not.

**Question.** Do two algorithms differ in error rate at a threshold, for other data, when their
models were fitted over folds?

Let :math:`e_i` be the errors of the first minus those of the second on observation i, averaged over
all models that scored it: over the repeats with left-out folds, over the K models with a fixed test
set. The difference of the error rates is :math:`\bar e` (of all N observations, also where folds
have different sizes), and over observations its variance is :math:`S^2(e)/N`.

*Left-out folds, 5x2 and random splits*: the training sets vary too, and the folds do not show by
how much. As for AUC (:mod:`aucurate.inference.folds.delong`), the variance is
:math:`(1 + N/n_{train})\, S^2(e)/N`; t on N - 1 degrees of freedom. Without the factor, and with
one division, it would be the paired t form of McNemar's test, on all observations at once. With
random splits, which test some observations more often than others, :math:`\bar e` is the mean over
splits, an observation counts as much as in it, and N in the factor is the effective number of
observations.

*Fixed test set*: the training sets vary too. As for AUC
(:mod:`aucurate.inference.folds.delong`, from which the symbols are), the sample variance
:math:`S_D^2` of the K differences holds the variance between training sets and that of both
together, :math:`\hat\sigma_{TC}^2 = \frac{K}{K-1} (\bar V_k - S^2(e)/N)` with :math:`\bar V_k` the
mean of the variances of single models, and

.. math::
    \widehat{\operatorname{Var}}(\bar e) = \frac{S^2(e)}{N} +
    \frac{c}{K} \max(0, S_D^2 - \hat\sigma_{TC}^2)

with :math:`c = (K-1)^2` for training sets that leave one of K folds out (the jackknife, bounded as
there) and 1 for separate ones; Satterthwaite's degrees of freedom from N - 1 and K - 1.

The interval of one algorithm is about the models that were fitted, and has no such factor.

Gallas, B. D. (2006). One-shot estimate of MRMC variance: AUC. Academic Radiology 13, 353-362.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.scores import position
from aucurate.inference.core.contrasts import Question, satterthwaite_degrees
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.core.paired_differences import PairedDifferences
from aucurate.inference.folds import caveats
from aucurate.inference.folds.delong import TrainingSets, training_factor, training_part
from aucurate.inference.folds.differences import t_comparison
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval, MethodTitle

METHOD = MethodTitle("averaged error t", "averaged-error")
BINOMIAL_BOUND = MethodTitle("exact binomial bound", "exact-binomial")
VALID_FOR = "left-out folds, also repeated ones, 5x2, random splits and one fixed test set"
_ROUNDING = 1e-15


@checked
def averaged_error_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    threshold: float | Mapping[str, float],
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    training_sets: TrainingSets = "left-out",
) -> Comparison:
    """Do two algorithms differ in error rate, allowing for other observations and training sets?

    ``threshold`` is 0.5 for probabilities and 0 for decision scores; a mapping gives each algorithm
    its own. ``training_sets`` is for a fixed test set, as in ``averaged_delong_test``.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(averaged_error_test(load_breast_cancer_folds(), "forest", "tree", threshold=0.5))
    error rate difference -0.019 (95% CI -0.048 to 0.009), p = 0.187, averaged error t test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    data.observations.require_plain("the averaged error")
    at = [position(data.names, name) for name in (first, second)]
    found = _Errors.of(data, data.wrong(threshold=threshold)[at])
    parts = found.parts(data, training_sets)
    if data.design != "fixed test set":
        factor = training_factor(data, found.tested)
        parts = [(factor * spread, size) for spread, size in parts]
    variance = sum(spread / size for spread, size in parts)
    one, two = (float(np.mean(rates)) for rates in found.rates)
    pair = PairedDifferences(
        first=first,
        second=second,
        quantity="error rate",
        first_value=one,
        second_value=two,
        values=found.gaps,
        resolution=_ROUNDING,
        reach=1.0,
    )
    compared = t_comparison(
        pair,
        question,
        variance=variance,
        degrees_of_freedom=satterthwaite_degrees(parts) if variance > 0 else math.inf,
        method=METHOD,
        caveats=_caveats(data),
    )
    return compared if found.gaps.any() else _of_equal_decisions(compared, len(found.gaps))


@checked
def averaged_error_interval(
    data: FoldScores,
    name: str,
    *,
    threshold: float | Mapping[str, float],
    confidence: float = 0.95,
    training_sets: TrainingSets = "left-out",
) -> Estimate:
    """The error rate of one algorithm at a threshold, with a t interval truncated to [0, 1].

    Where no decision is wrong, or all are, it is the exact binomial bound.
    """
    confidence = checked_confidence(confidence)
    data.observations.require_plain("the averaged error")
    at = position(data.names, name)
    wrong = data.wrong(threshold=threshold)[[at]]
    found = _Errors.of(data, np.concatenate([wrong, np.zeros_like(wrong)]))
    parts = found.parts(data, training_sets)
    variance = sum(spread / size for spread, size in parts)
    value, size = float(np.mean(found.gaps)), len(found.gaps)
    if variance > 0:
        degrees = satterthwaite_degrees(parts)
        reach = two_sided_quantile(confidence, degrees) * math.sqrt(variance)
    else:
        reach = 1 - ((1 - confidence) / 2) ** (1 / size)
    return Estimate(
        name=name,
        quantity="error rate",
        value=value,
        standard_error=math.sqrt(variance),
        interval=Interval(
            low=max(0.0, value - reach),
            high=min(1.0, value + reach),
            confidence=confidence,
            method=METHOD if variance > 0 else BINOMIAL_BOUND,
            bound=not variance > 0,
        ),
        n_positive=data.observations.n_positive,
        n_negative=data.observations.n_negative,
        method=METHOD,
        caveats=(caveats.valid_for(VALID_FOR),),
    )


def _caveats(data: FoldScores) -> list[Caveat]:
    found = [caveats.valid_for(VALID_FOR)]
    if data.design != "fixed test set":
        found.append(caveats.conservative_correction())
    return found


def _of_equal_decisions(found: Comparison, observations: int) -> Comparison:
    """No decision differs: so many agreeing observations bound how often any would."""
    reach = 1 - ((1 - found.interval.confidence) / 2) ** (1 / observations)
    interval = replace(found.interval, low=-reach, high=reach)
    agree = caveat(Kind.IDENTICAL_DECISIONS, "folds")
    return replace(found, interval=interval, caveats=(found.caveats[0], agree))


@dataclass(frozen=True, slots=True, eq=False)
class _Errors:
    """Per observation the error rate of both; per row of the folds, whether they differ."""

    rates: NDArray[np.float64]  # two algorithms x observations, averaged over models
    weights: NDArray[np.float64]  # how much each observation counts, 1 on average
    single: NDArray[np.float64]  # folds x observations with a fixed test set, else empty

    @classmethod
    def of(cls, data: FoldScores, wrong: NDArray[np.bool_]) -> "_Errors":
        size = len(data.observations)
        counted = np.bincount(data.rows, minlength=size)
        shares, weights = 1.0 / counted[data.rows], np.ones(size, np.float64)
        if data.design == "random splits":
            shares = size / data.n_folds / data.n_test[data.folds]
            weights = np.bincount(data.rows, shares, minlength=size).astype(np.float64)
        rates = np.array([np.bincount(data.rows, row * shares, minlength=size) for row in wrong])
        single = np.empty((0, size))
        if data.design == "fixed test set":
            single = (wrong[0].astype(float) - wrong[1]).reshape(data.n_folds, size)
        return cls(rates, weights, single)

    @property
    def tested(self) -> float:
        """The effective number of observations that were tested."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @property
    def gaps(self) -> NDArray[np.float64]:
        """First minus second, per observation."""
        return np.asarray(self.rates[0] - self.rates[1])

    @property
    def between_observations(self) -> float:
        """The sample variance of the gaps; 0 where there is one observation or no spread."""
        centred = self.gaps - self.weights * self.gaps.mean()
        if len(centred) < 2 or float(np.ptp(centred)) <= _ROUNDING:
            return 0.0
        return float((centred**2).sum() / (len(centred) - 1))

    def parts(self, data: FoldScores, training_sets: TrainingSets) -> list[tuple[float, int]]:
        """The sources of variance, each with how many there are of it."""
        size = len(self.gaps)
        found = [(self.between_observations, size)]
        if data.design == "fixed test set":
            between = self.between_training_sets(data.n_folds)
            test_set = self.between_observations / size
            training = training_part(data, training_sets, between, test_set)
            found.append((training, data.n_folds))
        return found

    def between_training_sets(self, models: int) -> float:
        """The variance between training sets, without what the test set adds to it."""
        size = self.single.shape[1]
        if models < 2 or size < 2:
            return 0.0
        alone = float(np.mean(np.var(self.single, axis=1, ddof=1))) / size
        shared = (alone - self.between_observations / size) * models / (models - 1)
        between = float(np.var(self.single.mean(axis=1), ddof=1))
        return float(max(0.0, between - max(0.0, shared)))
