r"""Error rates compared by observation: what holds where tests over folds do not.

**Question.** Do two algorithms differ in error rate at a threshold, for other data, when their
models were fitted over folds?

**Use it** in every design, in addition to the test of AUC
(:mod:`aucurate.inference.folds.delong`); :func:`aucurate.folds` does so where a threshold is given.

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
together, :math:`\hat\sigma_{TC}^2 = \max(0, \frac{K}{K-1} (\bar V_k - S^2(e)/N))` with
:math:`\bar V_k` the mean of the variances of single models, and

.. math::
    \widehat{\operatorname{Var}}(\bar e) = \frac{S^2(e)}{N} +
    \frac{c}{K} \max(0, S_D^2 - \hat\sigma_{TC}^2)

with :math:`c = (K-1)^2` for training sets that leave one of K folds out (the jackknife, bounded as
there) and 1 for separate ones; Satterthwaite's degrees of freedom from N - 1 and K - 1.

*Groups and sampling weights*: :math:`\bar e` is then weighted, and :math:`S^2(e)/N` the variance by
linearisation from the sums over groups, in whichever folds their observations were scored
(:mod:`aucurate.data.units`), with as many degrees of freedom as there are groups (of equal weight),
less 1. N in the factor counts rows.

The interval of one algorithm is about the models that were fitted, and does not have the factor of
left-out folds, 5x2 and random splits.

**Not valid** at a threshold that is not on the scale of the scores: 0.5 is for probabilities, 0 for
decision scores. The threshold must be given, one for each algorithm where they differ. With the
factor the test is conservative for linear algorithms (docs/validation.md).

**Degenerate cases.** If both algorithms make the same decisions, the interval is the exact binomial
bound on how often they would differ, and the p-value agrees with it (1 against a difference of 0).
If every observation shows the same difference, the p-value is that of a sign test, and the interval
has no end. Both count observations, or groups where there are any. If no decision of one algorithm
is wrong, or all are, its interval is the exact binomial bound too.

Gallas, B. D. (2006). One-shot estimate of MRMC variance: AUC. Academic Radiology 13, 353-362.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
Nadeau, C., Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239-281.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.moments import ratio, summed
from aucurate.data.observations import Observations
from aucurate.data.scores import position
from aucurate.data.units import UnitMoments
from aucurate.estimates.thresholds.call_moments import all_units
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
        units=found.units,
        method=METHOD,
        caveats=_caveats(data),
    )
    rows = data.observations
    compared = replace(compared, n_groups=rows.n_groups, design_effect=found.design_effect)
    return compared if found.gaps.any() else _of_equal_decisions(compared, question, found.units)


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

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> data = load_breast_cancer_folds()
    >>> print(averaged_error_interval(data, "forest", threshold=0.5).interval)
    95% CI 0.055 to 0.099
    """
    confidence = checked_confidence(confidence)
    at = position(data.names, name)
    wrong = data.wrong(threshold=threshold)[[at]]
    found = _Errors.of(data, np.concatenate([wrong, np.zeros_like(wrong)]))
    parts = found.parts(data, training_sets)
    variance = sum(spread / size for spread, size in parts)
    value, size = float(np.mean(found.gaps)), found.units
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
        n_groups=data.observations.n_groups,
        design_effect=found.design_effect,
    )


def _caveats(data: FoldScores) -> list[Caveat]:
    found = [caveats.valid_for(VALID_FOR)]
    if data.design != "fixed test set":
        found.append(caveats.conservative_correction())
    return found


def _of_equal_decisions(found: Comparison, question: Question, units: int) -> Comparison:
    """No decision differs: so many agreeing units bound how often any would.

    With a difference d, a unit shows none with a probability of at most 1 - |d|.
    """
    reach = 1 - ((1 - found.interval.confidence) / 2) ** (1 / units)
    interval = replace(found.interval, low=-reach, high=reach)
    null = question.null_difference
    agreeing = (1 - abs(null)) ** units
    greater, less = (agreeing if null < 0 else 1.0), (agreeing if null > 0 else 1.0)
    p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}
    agree = caveat(Kind.IDENTICAL_DECISIONS, "folds")
    return replace(
        found,
        interval=interval,
        p_value=p[question.alternative],
        caveats=(found.caveats[0], agree),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Errors:
    """Per observation the error rate of both; per row of the folds, whether they differ."""

    rows: Observations
    rates: NDArray[np.float64]  # two algorithms x observations, averaged over models
    weights: NDArray[np.float64]  # how much each observation counts, 1 on average
    counted: NDArray[np.float64]  # the same without sampling weights
    single: NDArray[np.float64]  # folds x observations with a fixed test set, else empty

    @classmethod
    def of(cls, data: FoldScores, wrong: NDArray[np.bool_]) -> "_Errors":
        rows, size = data.observations, len(data.observations)
        counted = np.bincount(data.rows, minlength=size)
        shares, every = 1.0 / counted[data.rows], np.ones(size, np.float64)
        if data.design == "random splits":
            shares = size / data.n_folds / data.n_test[data.folds]
            every = np.bincount(data.rows, shares, minlength=size).astype(np.float64)
        weights = every
        if rows.is_sampled:
            own = data.row_weights
            of_fold = np.bincount(data.folds, own, minlength=data.n_folds)
            if data.design == "random splits":
                shares = own * size / data.n_folds / of_fold[data.folds]
            else:
                shares = shares * own
            weights = np.bincount(data.rows, shares, minlength=size).astype(np.float64)
        rates = np.array([np.bincount(data.rows, row * shares, minlength=size) for row in wrong])
        single = np.empty((0, size))
        if data.design == "fixed test set":
            single = (wrong[0].astype(float) - wrong[1]).reshape(data.n_folds, size)
        return cls(rows, rates, weights, every, single)

    @property
    def tested(self) -> float:
        """The effective number of observations that were tested."""
        return float(self.counted.sum() ** 2 / (self.counted**2).sum())

    @property
    def gaps(self) -> NDArray[np.float64]:
        """First minus second, per observation; their mean is the difference."""
        return np.asarray(self.rates[0] - self.rates[1])

    @property
    def has_units(self) -> bool:
        """Whether observations have groups or sampling weights."""
        return self.rows.is_grouped or self.rows.is_sampled

    @property
    def units(self) -> int:
        """How many independent observations a bound may count on."""
        return all_units(self.rows).disjoint if self.has_units else len(self.gaps)

    @property
    def between_observations(self) -> tuple[float, float]:
        """The sample variance of the gaps, 0 where there is no spread; and of how many."""
        centred, size = self.gaps - self.weights * self.gaps.mean(), len(self.gaps)
        if len(centred) < 2 or float(np.ptp(centred)) <= _ROUNDING:
            return 0.0, size
        if self.has_units:
            part = self._of_units.parts[0]
            return float(part.covariance[0, 0]), part.size
        return float((centred**2).sum() / (size - 1)), size

    @property
    def design_effect(self) -> float:
        """The variance between observations relative to that of as many drawn one by one."""
        if not self.has_units:
            return 1.0
        found = self._of_units
        return float(ratio(*(summed(each, "covariance") for each in found[:2]))[0, 0])

    @property
    def _of_units(self) -> UnitMoments:
        units = all_units(self.rows)
        added = (self.gaps - self.weights * self.gaps.mean()) / len(self.gaps)
        shares = units.shares[0]
        influences = np.divide(added, shares, out=np.zeros_like(added), where=shares > 0)
        return units.moments([influences[None]], [np.zeros(1)]).without_rounding(1.0)

    def parts(self, data: FoldScores, training_sets: TrainingSets) -> list[tuple[float, float]]:
        """The sources of variance, each with how many there are of it."""
        spread, size = self.between_observations
        found: list[tuple[float, float]] = [(spread, size)]
        if data.design == "fixed test set":
            between = self.between_training_sets(data.n_folds)
            training = training_part(data, training_sets, between, spread / size)
            found.append((training, data.n_folds))
        return found

    def between_training_sets(self, models: int) -> float:
        """The variance between training sets, without what the test set adds to it."""
        size = self.single.shape[1]
        if models < 2 or size < 2:
            return 0.0
        if self.has_units:
            units = all_units(self.rows)
            means = self.single @ units.shares[0]
            moments = units.moments([self.single], [means])
            alone = float(np.mean(np.diag(summed(moments.parts, "covariance"))))
        else:
            means = self.single.mean(axis=1)
            alone = float(np.mean(np.var(self.single, axis=1, ddof=1))) / size
        if math.isnan(alone):
            return 0.0
        spread, of = self.between_observations
        shared = (alone - spread / of) * models / (models - 1)
        between = float(np.var(means, ddof=1))
        return float(max(0.0, between - max(0.0, shared)))
