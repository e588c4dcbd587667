r"""The biexponential model after a power that was fitted to the same data: a parametric bootstrap.

Scores that are Weibull with the same shape k in both classes are exponential after raising to k.
When k is estimated (:func:`aucurate.estimates.biexponential.fitted_power`), the ratio of class
means no longer has the F distribution: with a power chosen so that the scores look exponential, the
exact tests reject a true null too often. So the test is calibrated by simulation from the fitted
model, refitting the power in every replicate.

The logarithms of Weibull scores are a location-scale family, and with a fitted power the estimate
of :math:`\log\zeta` depends on the data only through standardised logarithms. Its law under the
model therefore depends on the true zeta and the class sizes alone, not on k or on the scale:
replicates can be drawn with k = 1.

**One classifier.** For the test, replicates are drawn at the null :math:`\zeta_0`, and p is twice
the smaller of (1 + count)/(1 + repeats) to either side. For the interval they are drawn at the
estimate, and the quantiles of :math:`\log\hat\zeta^* - \log\hat\zeta` are laid off from it.
**Two classifiers** on different test sets: both are drawn at the common value of
:math:`\log\zeta`, weighted by the inverse of 1/n0 + 1/n1, each with its own power, and
the differences are compared likewise.

Davison, A. C., Hinkley, D. V. (1997). Bootstrap Methods and their Application. Cambridge University
Press, section 4.2.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import UnsupportedError
from aucurate.estimates.biexponential import (
    BiexponentialCurve,
    curve_of_classes,
    fitted_power,
    fitted_powers,
    positive_scores,
)
from aucurate.formatting import number
from aucurate.inference.auc.delong_null import checked_null
from aucurate.inference.core import monte_carlo
from aucurate.inference.core.comparing import Contest, Question, filled, is_paired
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.models.biexponential import METHOD, checked_question, logit, on_logits
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

Values = NDArray[np.float64]

BOOTSTRAP = "biexponential parametric bootstrap"
_CELLS = 1_000_000  # scores of replicates held in memory at a time


@checked
def fitted_biexponential_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """The AUC of the model after a fitted power, with a parametric bootstrap interval."""
    confidence, chosen = checked_confidence(confidence), resampling or Resampling()
    curve = fitted_biexponential_curve(scores)
    errors = _errors([curve], [-logit(curve)], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.repeats)
    low, high = _shifted(logit(curve), errors, confidence)
    return Estimate(
        name=scores.name,
        quantity="AUC",
        value=curve.auc,
        standard_error=curve.auc * (1 - curve.auc) * float(np.std(errors)),
        interval=Interval(
            low=float(special.expit(low)),
            high=float(special.expit(high)),
            confidence=confidence,
            method=BOOTSTRAP,
        ),
        n_positive=curve.n_positive,
        n_negative=curve.n_negative,
        method=METHOD,
        caveats=(_caveat(curve), *found),
    )


@checked
def fitted_biexponential_null_test(
    scores: Scores,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does the AUC of the model after a fitted power differ from a value?"""
    question, value = Question.checked(alternative, 0.0, confidence), checked_null(null)
    chosen = resampling or Resampling()
    estimate = fitted_biexponential_interval(
        scores, confidence=question.confidence, resampling=chosen, progress=progress
    )
    curve = fitted_biexponential_curve(scores)
    log_null = math.log1p(-value) - math.log(value)
    errors = _errors([curve], [log_null], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.repeats)
    contest = Contest(
        scores.name,
        "chance" if value == 0.5 else f"AUC {number(value)}",
        curve.auc,
        value,
        estimate.standard_error**2,
        "one test set",
        tuple(dict.fromkeys((*estimate.caveats, *found))),
    )
    interval = replace(
        estimate.interval, low=estimate.interval.low - value, high=estimate.interval.high - value
    )
    p = _p_value(logit(curve) + log_null, errors, question.alternative)
    return filled(contest, question, interval, curve.zeta * math.exp(-log_null), math.inf, p)


@checked
def fitted_biexponential_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do two biexponential curves on different test sets differ, each after a fitted power?"""
    if is_paired(first, second, paired, "the biexponential test"):
        raise UnsupportedError(
            "with a fitted power the biexponential test is for different test sets only.",
            hint="give a power known in advance to biexponential_paired_test, or say paired=False "
            "for observations that are not the same.",
        )
    question, chosen = checked_question(alternative, 0.0, confidence), resampling or Resampling()
    one, two = (fitted_biexponential_curve(scores) for scores in (first, second))
    weights = [1 / (1 / c.n_positive + 1 / c.n_negative) for c in (one, two)]
    common = -(weights[0] * logit(one) + weights[1] * logit(two)) / sum(weights)
    errors = _errors([one, two], [common, common], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.repeats)
    difference = logit(one) - logit(two)
    low, high = _shifted(difference, errors, question.confidence)
    interval = Interval(low=low, high=high, confidence=question.confidence, method=BOOTSTRAP)
    p = _p_value(difference, errors, question.alternative)
    names, ratio = (first.name, second.name), one.zeta / two.zeta
    result = on_logits(
        one, two, names, question, interval, float(np.var(errors)), ratio, p, "unpaired"
    )
    return replace(result, caveats=(_caveat(one), _caveat(two), *found))


@checked
def fitted_biexponential_curve(scores: Scores) -> BiexponentialCurve:
    """The fit to scores raised to the power that suits them best."""
    positive, negative = positive_scores(scores)
    return curve_of_classes(positive, negative, fitted_power(positive, negative))


def _errors(
    curves: list[BiexponentialCurve],
    log_zetas: list[float],
    resampling: Resampling,
    progress: Progress | None,
) -> Values:
    """Errors of the logit of the AUC (of the second's less: of the difference) in replicates."""
    rng = np.random.default_rng(resampling.rng)
    size = sum(curve.n_positive + curve.n_negative for curve in curves)
    rows, drawn = max(1, _CELLS // size), np.empty(resampling.repeats)
    for start in range(0, resampling.repeats, rows):
        some = min(rows, resampling.repeats - start)
        draws = [_one(c, z, some, rng) for c, z in zip(curves, log_zetas, strict=True)]
        drawn[start : start + some] = draws[0] - (draws[1] if len(draws) > 1 else 0.0)
        if progress is not None and progress(start + some, resampling.repeats) is False:
            return drawn[: start + some]
    return drawn


def _one(curve: BiexponentialCurve, log_zeta: float, rows: int, rng: np.random.Generator) -> Values:
    """How far the logit of the AUC comes out from the truth, in as many test sets as rows."""
    positive = np.log(rng.exponential(size=(rows, curve.n_positive)))
    negative = np.log(rng.exponential(size=(rows, curve.n_negative))) + log_zeta
    power = fitted_powers(positive, negative)[:, None]
    estimate = special.logsumexp(power * positive, axis=1) - special.logsumexp(
        power * negative, axis=1
    )
    return np.asarray(estimate - math.log(curve.n_positive / curve.n_negative) + log_zeta)


def _shifted(value: float, errors: Values, confidence: float) -> tuple[float, float]:
    """The value less the quantiles of its error."""
    ordered = np.sort(errors)
    rank = monte_carlo.rank_from_end(len(errors), (1 - confidence) / 2)
    if rank == 0:
        return -math.inf, math.inf
    return value - float(ordered[-rank]), value - float(ordered[rank - 1])


def _p_value(distance: float, errors: Values, alternative: Alternative) -> float:
    """The share of replicates under the null that come out as far, in one or both directions."""
    greater = monte_carlo.p_value(int(np.count_nonzero(errors >= distance)), len(errors))
    less = monte_carlo.p_value(int(np.count_nonzero(errors <= distance)), len(errors))
    if alternative == "two-sided":
        return min(1.0, 2 * min(greater, less))
    return greater if alternative == "greater" else less


def _caveat(curve: BiexponentialCurve) -> Caveat:
    return Caveat(
        kind="fitted_power",
        message=f"The scores were raised to the power {number(curve.power)}, fitted to the same "
        "data: exact tests do not hold then, and a parametric bootstrap takes their place.",
    )
