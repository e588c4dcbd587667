r"""The highest of several AUCs: an estimate and an interval that allow for the choice.

**Question.** What is the AUC of the classifier that came out highest of K on these data?

**Use it** whenever the classifier to report was picked by the same data: ``compare`` of three or
more classifiers without a reference does (``compare(...).highest``). With a classifier that was
named beforehand (``reference=``) there is no choice to allow for.

The own estimate of the highest is too high on average, because an estimate that happens to be too
high is more likely to be the highest (the winner's curse), and its own interval lies above the true
AUC too often: the more often the more classifiers there are and the less their scores are
correlated (docs/validation.md has figures). A bound for all K at once, by the largest z, would
correct that, but it widens the interval of a classifier that is clearly the best as well. Here only
those count that could have come out highest.

Let J be the highest, :math:`\hat A_j` the AUCs with standard errors :math:`s_j` and DeLong's
correlations :math:`r_{jk}`. Suppose that the true AUC of J is :math:`a = \hat A_J - c s_J`. If so,
the same luck moved the others, as far as their errors are correlated with those of J, and they are
estimated at

.. math::  A_j(a) = \min\left(a,\; \hat A_j - r_{jJ} \frac{s_j}{s_J} (\hat A_J - a)\right)

(none above a: J is taken to be the best, where the choice costs most). With these AUCs the whole
study is repeated, choice included: normal estimates with the same standard errors and correlations,
the highest of them, W, and its error :math:`(\hat A_W - A_W) / s_W`. The value a is too low to be
believed when the highest of a repetition is seldom that much too high,

.. math::  P_a\left(\frac{\hat A_W - A_W}{s_W} \ge c\right) \le \tau .

The c that makes both sides equal is the multiplier :math:`c(\tau)`: never below the normal one,
which it equals where no other could have come out highest, and at most that of the largest of K
z values, which it equals where all K AUCs are equal and independent. This is a test inverted, by a
bootstrap under the hypothesis (with the other AUCs at their restricted maximum likelihood
estimates), so nothing is tuned.

- Lower limit: the beta limit (:mod:`aucurate.inference.auc.delong`) of J with the tail
  :math:`\Phi(-c(\alpha / 2))` in place of :math:`\alpha / 2`.
- Upper limit: the beta limit as it is. The highest is too *low* no more often than any other
  classifier: if it is, the truly best one is too low as well.
- Estimate: :math:`\hat A_J - c(\tfrac12) s_J`, the value that the highest of a repetition exceeds
  and misses equally often.

Where no other classifier could have been the highest, estimate and interval are those of the
classifier alone. :math:`s_j` is the standard deviation of the beta limit's distribution, DeLong's
in large samples. For other estimates than AUCs (``compare(of=...)``) the limits are those of their
own interval, and where this is not a beta interval :math:`s_j` is the distance to the limit that a
normal estimate would have one standard error below.

**Computation.** The repetitions are 8,192 evenly spread points, the same every time: no random
numbers. Up to 50 classifiers the multiplier is within 0.04 of the exact one where that is known
(equal and independent AUCs). Classifiers more than five standard errors of the difference below the
highest, whatever a, are left out.

**What is covered** is the true AUC of the classifier that was chosen, over all samples (in which
others are chosen). It is not conditional on the choice: conditional intervals are several times as
wide where the first two are close.

**How it was chosen.** Compared on normal estimates with the bound for all K at once, with
conditional and hybrid intervals (Andrews, Kitagawa and McCloskey), with bounds for those that come
near the highest, and with bootstraps in which gaps are narrowed by a fixed amount. The bound for
all is wider where one is clearly best; conditional intervals are several times too wide where the
first two are close, and hybrid ones wider than the bound for all where the AUCs are equal
(docs/decisions/0016-the-highest-of-several.md). docs/validation.md has the coverage on scores, also
in populations not used in its development.

**Not valid** where DeLong's variance is not (:mod:`aucurate.inference.auc.delong`): nested models
scored on their training data, out-of-fold scores pooled over folds, observations in groups that the
data do not name. Nor where the choice was made in another way: among classifiers that are not in
the table, by another measure, or on the training data.

**Degenerate cases.** Copies of a classifier count once. A classifier without a DeLong variance
(perfect separation, constant scores) counts as uncorrelated with the others; its :math:`s_j` is not
zero.

Andrews, I., Kitagawa, T., McCloskey, A. (2024). Inference on winners. Quarterly Journal of
Economics 139, 305-358.
Zrnic, T., Fithian, W. (2024). Locally simultaneous inference. Annals of Statistics 52, 1227-1253.
Petrou-Zeniou, A., Shaikh, A. M. (2024). Inference on multiple winners with applications to economic
mobility. arXiv 2410.19212. The inversion under the restricted estimates is ours.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core import caveats
from aucurate.inference.core.components import Components, Result, Scale
from aucurate.inference.core.distributions import checked_confidence, normal_points
from aucurate.results import Estimate, Interval, MethodTitle

_OUT_OF_REACH = 5.0  # standard errors of a difference
_REPETITIONS = 8192
_NEAR = 2e-3
_NEXT_TO_NOTHING = 1e-9


@checked
def highest_auc_interval(data: PairedScores | AucMoments, *, confidence: float = 0.95) -> Estimate:
    """The classifier with the highest AUC, with an estimate and interval that allow for selection.

    ``value`` is the estimate that allows for the choice, ``name`` the first of the highest and
    ``standard_error`` DeLong's of its AUC.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(highest_auc_interval(load_breast_cancer()))
    logistic: AUC 0.973 (95% CI 0.939 to 0.988), 106 positive and 179 negative, \
choice-adjusted DeLong beta interval
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    return highest_of((AucComponents.of(moments),), "beta", confidence)


def unpaired_highest_auc_interval(
    members: Sequence[AucMoments], *, confidence: float = 0.95
) -> Estimate:
    """The same for classifiers on independent test sets, whose estimates are uncorrelated."""
    return highest_of([AucComponents.of(each) for each in members], "beta", confidence)


def highest_of(members: Sequence[Components[Result]], scale: Scale, confidence: float) -> Result:
    """The same of any estimates, with the interval on this scale.

    ``members`` are all classifiers on the same observations, or one on each of several test sets.
    """
    confidence = checked_confidence(confidence)
    tail = (1 - confidence) / 2
    together = len(members) == 1
    places = [
        (member, at) for member in members for at in range(len(member.names) if together else 1)
    ]
    values = np.array([member.values[at] for member, at in places])
    errors = np.array([_error(member, at, scale) for member, at in places])
    covariance = (
        members[0].covariance if together else np.diag([each.variance(0) for each in members])
    )
    contest = _Contest.of(values, errors, _correlations(np.nan_to_num(covariance)), tail)
    highest = int(np.argmax(values))
    member, at = places[highest]
    low, _ = member.ends(at, scale, float(special.ndtr(-contest.multiplier(tail))))
    plain_low, high = member.ends(at, scale, tail)
    own_method = member.interval(at, scale, confidence).method
    method = MethodTitle(f"choice-adjusted {own_method}", "highest")
    interval = Interval(low=low, high=high, confidence=confidence, method=method)
    own = replace(member.record(at, interval, member.estimate_caveats(at, scale)), method=method)
    value = max(low, own.value - contest.multiplier(0.5) * float(errors[highest]))
    found: Result = replace(own, value=value)
    if len(places) == 1:
        return found
    plain = replace(own, interval=replace(own.interval, low=plain_low))
    chosen = caveats.chosen_highest(found, plain, len(places))
    return replace(found, caveats=(*found.caveats, chosen))


def _error(member: Components[Result], at: int, scale: Scale) -> float:
    """The standard deviation of the distribution whose quantiles are lower limits.

    On other scales than beta it is recovered from the limit that a normal estimate would have one
    standard error below.
    """
    if scale == "beta":
        return member.reach * member.limits(at).lower.standard_deviation
    low, _ = member.ends(at, scale, float(special.ndtr(-1)))
    return float(member.values[at]) - low


def _correlations(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The correlation matrix; a classifier without a variance is uncorrelated with the others."""
    variances = np.diag(covariance)
    scale = np.sqrt(np.where(variances > 0, variances, 1.0))
    correlations = np.where(
        np.outer(variances > 0, variances > 0), covariance / np.outer(scale, scale), 0.0
    ).clip(-1, 1)
    np.fill_diagonal(correlations, 1.0)
    return np.asarray(correlations, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Contest:
    """The highest AUC, which stands first, and those that could have come out higher.

    ``gaps`` are how far each is below the highest, and ``closing`` how much nearer it comes with
    each standard error that the highest is too high. ``luck`` has a row for each repetition: how
    much the estimates are too high in it.
    """

    gaps: NDArray[np.float64]
    closing: NDArray[np.float64]
    errors: NDArray[np.float64]
    luck: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        aucs: NDArray[np.float64],
        errors: NDArray[np.float64],
        correlations: NDArray[np.float64],
        tail: float,
    ) -> Self:
        """Without those that would not come out highest in a million repetitions.

        That holds whatever the multiplier, from 0 to the largest that ``tail`` allows.
        """
        order = np.argsort(-aucs, kind="stable")
        aucs, errors = aucs[order], errors[order]
        correlations = correlations[np.ix_(order, order)]
        gaps = aucs[0] - aucs
        closing = errors[0] - correlations[0] * errors
        apart = np.sqrt(
            (errors[0] ** 2 + errors**2 - 2 * correlations[0] * errors[0] * errors).clip(0)
        )
        largest = -float(special.ndtri(tail / len(aucs)))
        near = np.minimum(gaps, gaps - largest * closing) <= _OUT_OF_REACH * apart
        kept = near & (errors > 0)
        kept[0] = True
        at = np.flatnonzero(kept)
        factor = errors[at, None] * _factor(correlations[np.ix_(at, at)])
        luck = _points(len(aucs))[:, : len(at)] @ factor.T
        return cls(gaps[at], closing[at], errors[at], luck)

    @property
    def rivals(self) -> int:
        """How many others could have come out highest."""
        return len(self.gaps) - 1

    def multiplier(self, tail: float) -> float:
        """The c(tail) of the module's docstring: by secants, halving where they lead astray."""
        normal = -float(special.ndtri(tail))
        last, last_excess = normal, self._excess(normal, tail) if self.rivals else 0.0
        if last_excess <= 0:
            return normal
        low, high = normal, -float(special.ndtri(tail / len(self.gaps)))
        multiplier = min(normal + last_excess, high)
        while high - low > _NEAR:
            excess = self._excess(multiplier, tail)
            if abs(excess) < _NEAR:
                break
            low, high = (multiplier, high) if excess > 0 else (low, multiplier)
            slope = (last_excess - excess) / (multiplier - last)
            last, last_excess = multiplier, excess
            multiplier += excess / slope if slope > 0 else math.inf
            if not low < multiplier < high:
                multiplier = (low + high) / 2
        return multiplier

    def _excess(self, multiplier: float, tail: float) -> float:
        """By how much the error that the highest exceeds with this probability is above c."""
        estimates = self.luck - (self.gaps - multiplier * self.closing).clip(0)
        highest = estimates.argmax(axis=1)
        luck, spread = self.luck[np.arange(len(highest)), highest], self.errors[highest]
        errors = np.divide(luck, spread, out=np.zeros_like(luck), where=spread > 0)
        exceeded = round((1 - tail) * (len(errors) - 1))
        return float(np.partition(errors, exceeded)[exceeded]) - multiplier


def _factor(correlations: NDArray[np.float64]) -> NDArray[np.float64]:
    """The Cholesky factor; copies, which make the matrix singular, differ by next to nothing."""
    size = len(correlations)
    return np.asarray(np.linalg.cholesky(correlations + _NEXT_TO_NOTHING * np.eye(size)))


@lru_cache(maxsize=1)
def _points(classifiers: int) -> NDArray[np.float64]:
    """The independent errors behind the repetitions."""
    return normal_points(0, _REPETITIONS, classifiers)
