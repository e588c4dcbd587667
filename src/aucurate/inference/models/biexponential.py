r"""Betinec 2008: exact inference in the biexponential model.

**Question.** If scores are exponential in both classes, what is the AUC, is it better than a given
value, and do two curves differ, exactly, however few observations there are?

**Use it** with the model of :mod:`aucurate.estimates.fits.biexponential`, which says when the model
is appropriate. Scores that become exponential by a power known in advance are transformed by
``power=2``, say, and all tests stay exact.

**One classifier.** The model's one parameter is :math:`\zeta`, the mean score of the negatives
divided by that of the positives; :math:`\hat\zeta` is the ratio of the class means. With n0
negatives and n1 positives, :math:`\hat\zeta/\zeta` has the F distribution with 2 n0 and 2 n1
degrees of freedom (Theorem 1), so that

.. math::
    \hat\zeta / F_{1-a} \le \zeta \le \hat\zeta / F_{a}, \qquad a = (1 - c)/2,

is an exact interval of confidence c; :math:`AUC = 1/(1+\zeta)` turns it into one of the AUC. The
test of :math:`AUC = A_0` is the same at :math:`\zeta_0 = (1 - A_0)/A_0`; against chance
:math:`\zeta_0 = 1`.

**Two classifiers** on different test sets: :math:`T = \hat\zeta_A/\hat\zeta_B` under equal curves
(its distribution is below), with p twice the smaller tail. The difference that is reported is that
of the logits of the AUCs; as :math:`\operatorname{logit} AUC = -\log\zeta`, it is
:math:`\log(\hat\zeta_B/\hat\zeta_A)`, and its interval is exact.

**Not valid** unless the scores are exponential, or become so by an increasing transformation that
was known before the data were seen (``power``): unlike the empirical AUC, that of a model is wrong
when the model is, so test the fit (:mod:`aucurate.inference.models.fit_tests`). With a power fitted
to the same data the exact tests reject a true null too often, the more the farther
:math:`\zeta` is from 1 (docs/papers.md); use :func:`fitted_biexponential_test`. The test of two
classifiers refuses those that scored the same observations: use :func:`biexponential_paired_test`.
Not for out-of-fold scores pooled over folds; observations in groups and sampling weights are
refused.

**Degenerate cases.** Scores of 0 or below are refused. One observation in each class is enough for
the exact tests and intervals.

**Compared with other programs.** The p-value that Betinec prints for T = 0.9379, with 157 negatives
and 74 positives in each half, is reproduced (:class:`RatioDistribution` has it as an example). His
limit t < 2/R for the density in eq. 15 is only that of the power series, and his eq. 18 is right
with :math:`K_A` and :math:`K_B` raised to the powers :math:`n_{0A}` and :math:`n_{0B}`.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.

Two curves on the same observations
-----------------------------------
Two biexponential curves on the same observations, by a studentised bootstrap.

**Question.** Do the biexponential curves of two classifiers differ on the observations that both
scored?

Betinec's exact test needs independent test sets; the paper halves its test set at random and gives
one half to each classifier (:func:`biexponential_halved_test`). That throws away half of the data
and all the information from pairing, and another halving gives another answer.

:func:`biexponential_paired_test` keeps all observations. The estimate :math:`D = \log\hat\zeta_B -
\log\hat\zeta_A`, the difference of the logits of the two AUCs, is made of four class means, so by
the delta method its variance is

.. math::
    s^2 = \sum_{c=0,1} \frac{1}{n_c}\widehat{\operatorname{var}}_c
    \left(\frac{y_A}{\bar y_A} - \frac{y_B}{\bar y_B}\right),

where the dependence of the two scores enters as it is, without a model for it. The test is the
studentised bootstrap: observations are drawn again within each class, and (D - d)/s, with d the
null difference, is compared with :math:`t^* = (D^* - D)/s^*`; p is twice the smaller of
(1 + count)/(1 + replicates), and the interval is D minus s times the quantiles of :math:`t^*`.

**Degenerate cases.** Where the scores of one classifier are a multiple of those of the other, D
does not vary: p is 1 at the true null difference, and a caveat says so.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall, chapter 12.

After a fitted power
--------------------
The biexponential model after a power that was fitted to the same data: a parametric bootstrap.

**Question.** What is the AUC, and do two curves on different test sets differ, when the power that
makes the scores exponential is estimated from them?

Scores that are Weibull with the same shape k in both classes are exponential after raising to k.
When k is estimated (:func:`aucurate.estimates.fits.biexponential.fitted_power`), the ratio of class
means no longer has the F distribution: with a power chosen so that the scores look exponential, the
exact tests reject a true null too often. So the test is calibrated by simulation from the fitted
model, refitting the power in every replicate.

The logarithms of Weibull scores are a location-scale family, and with a fitted power the estimate
of :math:`\log\zeta` depends on the data only through standardised logarithms. Its law under the
model therefore depends on the true zeta and the class sizes alone, not on k or on the scale:
replicates can be drawn with k = 1.

**One classifier.** For the test, replicates are drawn at the null :math:`\zeta_0`, and p is twice
the smaller of (1 + count)/(1 + replicates) to either side. For the interval they are drawn at the
estimate, and the quantiles of :math:`\log\hat\zeta^* - \log\hat\zeta` are subtracted from it. **Two
classifiers** on different test sets: both are drawn at the common value of :math:`\log\zeta`,
weighted by the inverse of 1/n0 + 1/n1, each with its own power, and the differences are compared
likewise.

Davison, A. C., Hinkley, D. V. (1997). Bootstrap Methods and their Application. Cambridge University
Press, section 4.2.

The ratio of two curves
-----------------------
The exact distribution of the ratio of two estimated biexponential curves.

Under the hypothesis that two independent curves are equal, :math:`T = \hat\zeta_A / \hat\zeta_B` is
a ratio of two F variables (Betinec 2008, Theorem 2). With :math:`n_{0}` negatives and :math:`n_{1}`
positives for A and for B its moments are products of gamma functions,

.. math::
    E[T^s] = \left(\frac{n_{1A} n_{0B}}{n_{0A} n_{1B}}\right)^s
    \frac{\Gamma(n_{0A}+s)\,\Gamma(n_{1A}-s)\,\Gamma(n_{0B}-s)\,\Gamma(n_{1B}+s)}
         {\Gamma(n_{0A})\,\Gamma(n_{1A})\,\Gamma(n_{0B})\,\Gamma(n_{1B})} = e^{K(s)},

and both tails are contour integrals of them,

.. math::
    P(T \ge t) = \frac{1}{2\pi i} \int_{c - i\infty}^{c + i\infty} e^{K(s) - s\log t}\,
    \frac{ds}{s}, \quad c > 0,

minus the same with c < 0 for the lower tail, and without the s below for the density of log T. The
line goes through the saddle point, where the integrand is largest on the real axis and falls off
like a normal density to both sides, so a hundred terms of the trapezoid rule give all digits, at
n = 1 and at n = 1e6, and for probabilities down to 1e-300. The paper's own form, a density with the
hypergeometric function 2F1 (eq. 15, valid for all t), gives the same numbers for small n and
overflows for large; it is kept in the tests.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.fits.biexponential import (
    BiexponentialCurve,
    biexponential_curve,
    curve_of_classes,
    fitted_power,
    fitted_powers,
    positive_scores,
)
from aucurate.formatting import number
from aucurate.inference.auc.delong import checked_null
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import Contest, Question, filled, is_paired
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw
from aucurate.kernels import Progress
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Design,
    Estimate,
    Interval,
    MethodTitle,
)

METHOD = MethodTitle("biexponential", "biexponential")
QUANTITY = "logit AUC"


@checked
def biexponential_interval(
    scores: Scores, *, confidence: float = 0.95, power: float = 1.0
) -> Estimate:
    """The AUC of the biexponential model with its exact interval.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")
    >>> print(biexponential_interval(scores))
    a: AUC 0.667 (95% CI 0.256 to 0.921), 3 positive and 3 negative, biexponential interval
    """
    confidence = checked_confidence(confidence)
    curve = biexponential_curve(scores, power=power)
    low, high = _ends(curve, confidence)
    return Estimate(
        name=scores.name,
        quantity="AUC",
        value=curve.auc,
        standard_error=_error(curve),
        interval=Interval(low=low, high=high, confidence=confidence, method=METHOD),
        n_positive=curve.n_positive,
        n_negative=curve.n_negative,
        method=METHOD,
    )


@checked
def biexponential_null_test(
    scores: Scores,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    power: float = 1.0,
) -> Comparison:
    """Does the AUC of the biexponential model differ from a given value, by an exact test?

    The paper's test of the hypothesis zeta >= 1 against zeta < 1 is ``alternative="greater"``.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    >>> round(biexponential_null_test(scores, alternative="greater").p_value, 4)
    0.2099
    """
    question = Question.checked(alternative, 0.0, confidence)
    value = checked_null(null)
    curve = biexponential_curve(scores, power=power)
    low, high = _ends(curve, question.confidence)
    contest = Contest(
        scores.name,
        "chance" if value == 0.5 else f"AUC {number(value)}",
        curve.auc,
        value,
        _error(curve) ** 2,
        "one test set",
        (),
    )
    interval = Interval(
        low=low - value, high=high - value, confidence=question.confidence, method=METHOD
    )
    ratio = curve.zeta * value / (1 - value)
    freedom = 2 * curve.n_negative, 2 * curve.n_positive
    greater, less = float(special.fdtr(*freedom, ratio)), float(special.fdtrc(*freedom, ratio))
    return filled(contest, question, interval, ratio, math.inf, _p(greater, less, alternative))


@checked
def biexponential_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
) -> Comparison:
    """Do two biexponential curves on different test sets differ, by an exact test?

    ``null_difference`` is one of logits of AUCs. The statistic is T, the ratio of the two
    estimates of zeta; ``power`` and ``second_power`` transform the scores of either classifier.

    >>> from aucurate.data.scores import Scores
    >>> a = Scores.from_arrays([0, 0, 0, 1, 1], [1, 2, 4, 3, 5], name="a")
    >>> b = Scores.from_arrays([0, 0, 1, 1, 1], [1, 2, 3, 8, 9], name="b")
    >>> found = biexponential_test(a, b)
    >>> round(found.statistic, 4), round(found.p_value, 4)
    (2.5926, 0.5741)
    """
    if is_paired(first, second, paired, "the biexponential test"):
        raise UnsupportedError(
            "the exact biexponential test is for different test sets, but these two classifiers "
            "scored the same observations.",
            hint="use biexponential_paired_test, or biexponential_halved_test as the paper does.",
        )
    question = checked_question(alternative, null_difference, confidence)
    one = biexponential_curve(first, power=power)
    two = biexponential_curve(second, power=power if second_power is None else second_power)
    return exact_comparison(one, two, (first.name, second.name), question)


def exact_comparison(
    first: BiexponentialCurve,
    second: BiexponentialCurve,
    names: tuple[str, str],
    question: Question,
) -> Comparison:
    """:func:`biexponential_test` of two fitted curves."""
    law = RatioDistribution(
        first.n_negative, first.n_positive, second.n_negative, second.n_positive
    )
    ratio = first.zeta / second.zeta
    tail = (1 - question.confidence) / 2
    difference = logit(first) - logit(second)
    interval = Interval(
        low=difference + math.log(law.quantile(tail)),
        high=difference + math.log(law.quantile(1 - tail)),
        confidence=question.confidence,
        method=METHOD,
    )
    variance = sum(1 / c.n_negative + 1 / c.n_positive for c in (first, second))
    with np.errstate(over="ignore"):
        shifted = ratio * float(np.exp(question.null_difference))
    p = _p(law.lower(shifted), law.upper(shifted), question.alternative)
    return on_logits(first, second, names, question, interval, variance, ratio, p, "unpaired")


def on_logits(
    first: BiexponentialCurve,
    second: BiexponentialCurve,
    names: tuple[str, str],
    question: Question,
    interval: Interval,
    variance: float,
    statistic: float,
    p: float,
    design: Design,
) -> Comparison:
    """The record of a difference of logits of AUCs."""
    contest = Contest(*names, logit(first), logit(second), variance, design, (), QUANTITY)
    return filled(contest, question, interval, statistic, math.inf, p)


def logit(curve: BiexponentialCurve) -> float:
    """The logit of the AUC, -log zeta."""
    return math.log(curve.positive_mean) - math.log(curve.negative_mean)


def checked_question(
    alternative: Alternative, null_difference: float, confidence: float
) -> Question:
    """The request for a difference of logits: it has no bounds, so any finite null will do."""
    asked = Question.checked(alternative, 0.0, confidence)
    if not math.isfinite(null_difference):
        raise OptionError(
            f"null_difference must be a finite difference of logits; it is {null_difference!r}."
        )
    return replace(asked, null_difference=float(null_difference))


def _ends(curve: BiexponentialCurve, confidence: float) -> tuple[float, float]:
    """AUC falls as zeta grows, so the upper end of one is the lower end of the other."""
    tail = (1 - confidence) / 2
    freedom = 2 * curve.n_negative, 2 * curve.n_positive
    smallest = curve.zeta / float(special.fdtri(*freedom, 1 - tail))
    largest = curve.zeta / float(special.fdtri(*freedom, tail))
    return 1 / (1 + largest), 1 / (1 + smallest)


def _error(curve: BiexponentialCurve) -> float:
    """The asymptotic standard error of the AUC."""
    return curve.auc * (1 - curve.auc) * math.sqrt(1 / curve.n_positive + 1 / curve.n_negative)


def _p(greater: float, less: float, alternative: Alternative) -> float:
    """A small zeta is a large AUC, so the lower tail of zeta speaks for "greater"."""
    if alternative == "two-sided":
        return min(1.0, 2 * min(greater, less))
    return greater if alternative == "greater" else less


Values = NDArray[np.float64]

_REPORT = 50  # replicates between two words to the callback


@checked
def biexponential_paired_test(
    first: Scores,
    second: Scores,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do two biexponential curves on the same observations differ, by a studentised bootstrap?

    ``null_difference`` is one of logits of AUCs. When ``progress`` returns False the replicates
    finished so far are used, and a caveat says so.

    >>> from aucurate.data.scores import PairedScores
    >>> labels = [0] * 6 + [1] * 6
    >>> first, second = PairedScores.from_arrays(
    ...     labels,
    ...     {"a": [1, 2, 4, 1, 3, 2, 3, 5, 6, 9, 8, 7], "b": [1, 5, 3, 2, 6, 4, 2, 4, 7, 8, 5, 3]},
    ... )
    >>> found = biexponential_paired_test(first, second)
    >>> round(found.difference, 2), round(found.p_value, 2)
    (0.75, 0.08)
    """
    _require_paired(first, second)
    question = checked_question(alternative, null_difference, confidence)
    one = biexponential_curve(first, power=power)
    two = biexponential_curve(second, power=power if second_power is None else second_power)
    names = first.name, second.name
    classes = [
        _products(a**one.power, b**two.power)
        for a, b in zip(positive_scores(first), positive_scores(second), strict=True)
    ]
    chosen = resampling or Resampling()
    value = logit(one) - logit(two)
    _, error = _difference([products.mean(axis=0) for products in classes], classes)
    if not error > 0:
        return _proportional(one, two, names, question, chosen.replicates)
    drawn = _replicates(classes, chosen, progress)
    found = monte_carlo.of_finished(len(drawn), chosen.replicates)
    drawn = np.sort(drawn)
    observed = (value - question.null_difference) / error
    interval, beyond = _paired_interval(value, error, drawn, question.confidence)
    p = _bootstrap_p_value(observed, drawn, question.alternative)
    result = on_logits(one, two, names, question, interval, error**2, observed, p, "paired")
    return replace(result, caveats=(*found, *beyond))


@checked
def biexponential_halved_test(
    first: Scores,
    second: Scores,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    rng: int | np.random.Generator = 0,
) -> Comparison:
    """The exact test as in the paper, with half of the observations for each classifier.

    Both classes are halved at random; of an odd class the first classifier gets the larger half.

    >>> from aucurate.data.scores import PairedScores
    >>> first, second = PairedScores.from_arrays(
    ...     [0] * 6 + [1] * 6,
    ...     {"a": [1, 2, 4, 1, 3, 2, 3, 5, 6, 9, 8, 7], "b": [1, 5, 3, 2, 6, 4, 2, 4, 7, 8, 5, 3]},
    ... )
    >>> print(biexponential_halved_test(first, second))
    logit AUC difference 0.539 (95% CI -1.939 to 3.017), p = 0.661, biexponential test, unpaired
    """
    _require_paired(first, second)
    question = checked_question(alternative, null_difference, confidence)
    drawn = np.random.default_rng(Resampling(rng=rng).rng)
    is_first = np.zeros(len(first.values), np.bool_)
    for members in (first.is_positive, ~first.is_positive):
        rows = drawn.permutation(np.flatnonzero(members))
        is_first[rows[: (len(rows) + 1) // 2]] = True
    if not all(np.any(~is_first & members) for members in (first.is_positive, ~first.is_positive)):
        raise UnsupportedError(
            "a class of one observation cannot be halved.", hint="use biexponential_paired_test."
        )
    halves = (
        _part(first, is_first, power),
        _part(second, ~is_first, power if second_power is None else second_power),
    )
    result = exact_comparison(*halves, (first.name, second.name), question)
    told = caveat(Kind.HALVED_TEST_SET)
    return replace(result, caveats=(*result.caveats, told))


def _require_paired(first: Scores, second: Scores) -> None:
    if not is_paired(first, second, None, "the biexponential test"):
        raise UnsupportedError(
            "the paired biexponential test is for classifiers on the same observations.",
            hint="use biexponential_test for different test sets.",
        )


def _part(scores: Scores, rows: NDArray[np.bool_], power: float) -> BiexponentialCurve:
    half = Scores.from_arrays(scores.is_positive[rows], scores.values[rows], name=scores.name)
    return biexponential_curve(half, power=power)


def _products(first: Values, second: Values) -> Values:
    """What the class means and their variance need, a row per observation, scaled to mean 1."""
    a, b = first / first.mean(), second / second.mean()
    return np.stack([a, b, a * a, b * b, a * b], axis=1)


def _difference(means: list[Values], classes: list[Values]) -> tuple[float, float]:
    """How far D lies from that of the data, and its standard error, from means of products."""
    value, variance = 0.0, 0.0
    for sign, (a, b, aa, bb, ab), products in zip((1, -1), means, classes, strict=True):
        value += sign * (math.log(a) - math.log(b))
        spread = aa / a**2 + bb / b**2 - 2 * ab / (a * b)
        variance += max(0.0, spread) / max(1, len(products) - 1)
    return value, math.sqrt(variance)


def _replicates(classes: list[Values], resampling: Resampling, progress: Progress | None) -> Values:
    """Studentised differences of the replicates; one without spread counts as infinitely far."""
    rng = np.random.default_rng(resampling.rng)

    def replicate() -> float:
        means = []
        for products in classes:
            size = len(products)
            counts = np.bincount(rng.integers(size, size=size), minlength=size)
            means.append(counts @ products / size)
        value, error = _difference(means, classes)
        return value / error if error > 0 else math.copysign(math.inf, value)

    def rows(size: int) -> Values:
        return np.array([replicate() for _ in range(size)])

    return draw(rows, resampling.replicates, block=_REPORT, progress=progress)


def _paired_interval(
    value: float, error: float, drawn: Values, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """D minus the quantiles of the studentised replicates, ``drawn`` in ascending order."""
    replicates = len(drawn)
    rank = monte_carlo.rank_from_end(replicates, (1 - confidence) / 2)
    low, high = (drawn[-rank], drawn[rank - 1]) if rank else (math.inf, -math.inf)
    interval = Interval(
        low=min(value, value - error * float(low)),
        high=max(value, value - error * float(high)),
        confidence=confidence,
        method=METHOD.plus("bootstrap", "paired"),
    )
    finite = math.isfinite(interval.low) and math.isfinite(interval.high)
    return interval, [] if finite else [caveats.too_few_replicates(replicates, confidence)]


def _proportional(
    first: BiexponentialCurve,
    second: BiexponentialCurve,
    names: tuple[str, str],
    question: Question,
    replicates: int,
) -> Comparison:
    """Scores that are multiples of each other within each class leave nothing to resample."""
    value = logit(first) - logit(second)
    interval = Interval(
        low=value,
        high=value,
        confidence=question.confidence,
        method=METHOD.plus("bootstrap", "paired"),
    )
    same = math.isclose(value, question.null_difference, abs_tol=1e-12)
    away = math.copysign(math.inf, value - question.null_difference)
    p = 1.0 if same else _bootstrap_p_value(away, np.zeros(replicates), question.alternative)
    result = on_logits(first, second, names, question, interval, 0.0, 0.0, p, "paired")
    told = caveat(Kind.NO_VARIANCE, "multiples")
    return replace(result, caveats=(told,))


BOOTSTRAP = MethodTitle("biexponential parametric bootstrap", "biexponential-bootstrap")
_CELLS = 1_000_000  # scores of replicates held in memory at a time


@checked
def fitted_biexponential_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """The AUC of the model after a fitted power, with a parametric bootstrap interval.

    >>> from aucurate.data.scores import Scores
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 50)
    >>> scores = Scores.from_arrays(labels, rng.exponential(1 + 2 * labels) ** 0.5, name="model")
    >>> print(fitted_biexponential_interval(scores))  # doctest: +NORMALIZE_WHITESPACE
    model: AUC 0.761 (95% CI 0.659 to 0.829), 50 positive and 50 negative, biexponential parametric
    bootstrap interval
    """
    confidence, chosen = checked_confidence(confidence), resampling or Resampling()
    curve = fitted_biexponential_curve(scores)
    errors = _errors([curve], [-logit(curve)], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.replicates)
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
    """Does the AUC of the model after a fitted power differ from a given value?

    >>> from aucurate.data.scores import Scores
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 50)
    >>> scores = Scores.from_arrays(labels, rng.exponential(1 + 2 * labels) ** 0.5, name="model")
    >>> print(fitted_biexponential_null_test(scores, null=0.7))  # doctest: +NORMALIZE_WHITESPACE
    AUC 0.761 against 0.7: difference 0.061 (95% CI -0.041 to 0.129), p = 0.175, biexponential
    parametric bootstrap test
    """
    question, value = Question.checked(alternative, 0.0, confidence), checked_null(null)
    chosen = resampling or Resampling()
    estimate = fitted_biexponential_interval(
        scores, confidence=question.confidence, resampling=chosen, progress=progress
    )
    curve = fitted_biexponential_curve(scores)
    log_null = math.log1p(-value) - math.log(value)
    errors = _errors([curve], [log_null], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.replicates)
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
    p = _bootstrap_p_value(logit(curve) + log_null, errors, question.alternative)
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
    """Do two biexponential curves on different test sets differ, each after a fitted power?

    >>> from aucurate.data.scores import Scores
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 50)
    >>> first = Scores.from_arrays(labels, rng.exponential(1 + 4 * labels) ** 0.5, name="first")
    >>> second = Scores.from_arrays(labels, rng.exponential(1 + labels) ** 2, name="second")
    >>> found = fitted_biexponential_test(first, second, paired=False)
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    logit AUC difference 0.592 (95% CI -0.050 to 1.291), p = 0.079, biexponential parametric
    bootstrap test, unpaired
    """
    if is_paired(first, second, paired, "the biexponential test"):
        raise UnsupportedError(
            "with a fitted power the biexponential test is for different test sets only.",
            hint="pass a power known in advance to biexponential_paired_test, or set paired=False "
            "if the observations are different.",
        )
    question, chosen = checked_question(alternative, 0.0, confidence), resampling or Resampling()
    one, two = (fitted_biexponential_curve(scores) for scores in (first, second))
    weights = [1 / (1 / c.n_positive + 1 / c.n_negative) for c in (one, two)]
    common = -(weights[0] * logit(one) + weights[1] * logit(two)) / sum(weights)
    errors = _errors([one, two], [common, common], chosen, progress)
    found = monte_carlo.of_finished(len(errors), chosen.replicates)
    difference = logit(one) - logit(two)
    low, high = _shifted(difference, errors, question.confidence)
    interval = Interval(low=low, high=high, confidence=question.confidence, method=BOOTSTRAP)
    p = _bootstrap_p_value(difference, errors, question.alternative)
    names, ratio = (first.name, second.name), one.zeta / two.zeta
    result = on_logits(
        one, two, names, question, interval, float(np.var(errors)), ratio, p, "unpaired"
    )
    return replace(result, caveats=(_caveat(one), _caveat(two), *found))


@checked
def fitted_biexponential_curve(scores: Scores) -> BiexponentialCurve:
    """The biexponential curve of scores raised to the power that fits best.

    >>> from aucurate.data.scores import Scores
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 50)
    >>> scores = Scores.from_arrays(labels, rng.exponential(1 + 2 * labels) ** 0.5)
    >>> curve = fitted_biexponential_curve(scores)
    >>> round(curve.power, 2), round(curve.auc, 3)
    (1.91, 0.761)
    """
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

    def rows(some: int) -> Values:
        draws = [_one(c, z, some, rng) for c, z in zip(curves, log_zetas, strict=True)]
        return draws[0] - (draws[1] if len(draws) > 1 else 0.0)

    return draw(rows, resampling.replicates, block=max(1, _CELLS // size), progress=progress)


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


def _bootstrap_p_value(observed: float, drawn: Values, alternative: Alternative) -> float:
    """The share of replicates under the null that come out as far, in one or both directions."""
    greater = monte_carlo.p_value(int(np.count_nonzero(drawn >= observed)), len(drawn))
    less = monte_carlo.p_value(int(np.count_nonzero(drawn <= observed)), len(drawn))
    if alternative == "two-sided":
        return min(1.0, 2 * min(greater, less))
    return greater if alternative == "greater" else less


def _caveat(curve: BiexponentialCurve) -> Caveat:
    return caveat(Kind.FITTED_POWER, power=number(curve.power))


_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_LARGE = 20.0
_TERMS = 64
_NEGLIGIBLE = 1e-18


@dataclass(frozen=True)
class RatioDistribution:
    """The law of T from the class sizes of both classifiers.

    >>> paper = RatioDistribution(157, 74, 157, 74)
    >>> round(2 * paper.lower(0.9379), 12)
    0.748310423383
    """

    first_negative: int
    first_positive: int
    second_negative: int
    second_positive: int

    def lower(self, ratio: float) -> float:
        """P(T <= ratio)."""
        return self._tail(ratio, -1.0)

    def upper(self, ratio: float) -> float:
        """P(T >= ratio)."""
        return self._tail(ratio, 1.0)

    def two_sided(self, ratio: float) -> float:
        """Twice the smaller tail."""
        return min(1.0, 2 * min(self.lower(ratio), self.upper(ratio)))

    def star(self, ratio: float) -> float:
        """P(T* <= min(ratio, 1 / ratio)) of the paper's eq. 21, T* the smaller over the larger.

        It is the two-sided p-value when both classifiers have the same class sizes.
        """
        smaller = min(ratio, 1 / ratio)
        return min(1.0, self.lower(smaller) + self.upper(1 / smaller))

    def quantile(self, probability: float) -> float:
        """The ratio below which T falls with this probability, by Newton's method on log T."""
        low_tail = probability < 0.5
        wanted = math.log(probability if low_tail else 1 - probability)
        tail_of, sign = (self.lower, 1.0) if low_tail else (self.upper, -1.0)
        x = self._slope(0.0) + math.sqrt(self._curvature(0.0)) * float(special.ndtri(probability))
        low, high = -math.inf, math.inf
        for _ in range(100):
            tail = tail_of(math.exp(x))
            excess = sign * (math.log(tail) - wanted)
            low, high = (low, x) if excess > 0 else (x, high)
            step = excess * tail / (self._density(math.exp(x)) * math.exp(x))
            if abs(step) <= 1e-14 * max(1.0, abs(x)):
                break
            x = x - step if low < x - step < high else (low + high) / 2
        return math.exp(x)

    def density(self, ratio: Any) -> NDArray[np.float64]:
        """The density of T at each ratio, for plotting."""
        points = np.atleast_1d(np.asarray(ratio, np.float64))
        values = [self._density(float(t)) if t > 0 else 0.0 for t in points]
        return np.array(values).reshape(np.shape(ratio))

    @cached_property
    def _sizes(self) -> tuple[tuple[int, float], ...]:
        """Each class size, and the sign with which s joins it."""
        return (
            (self.first_negative, 1.0),
            (self.first_positive, -1.0),
            (self.second_negative, -1.0),
            (self.second_positive, 1.0),
        )

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The strip of s in which the moments exist."""
        return (
            -float(min(self.first_negative, self.second_positive)),
            float(min(self.first_positive, self.second_negative)),
        )

    def _log_moment(self, s: Any) -> Any:
        return sum(_log_gamma_ratio(size, sign * s) for size, sign in self._sizes)

    def _slope(self, c: float) -> float:
        """K'(c)."""
        return sum(
            sign * (float(special.digamma(size + sign * c)) - math.log(size))
            for size, sign in self._sizes
        )

    def _curvature(self, c: float) -> float:
        """K''(c)."""
        return sum(float(special.polygamma(1, size + sign * c)) for size, sign in self._sizes)

    def _saddle(self, log_ratio: float, side: float) -> float:
        """Where K(c) - c log t - log |c| is least on one side of 0, by Newton's method.

        That function is convex; the start is where its minimum would be if K were a parabola. With
        ``side`` 0 the logarithm is left out, as for the density.
        """
        low, high = (0.0 if side > 0 else self._ends[0]), (0.0 if side < 0 else self._ends[1])
        flat = self._curvature(0.0)
        distance = log_ratio - self._slope(0.0)
        c = (distance + side * math.sqrt(distance**2 + 4 * flat * side**2)) / (2 * flat)
        c = c if side else distance / flat
        c = c if low < c < high else (low + high) / 2
        for _ in range(200):
            slope = self._slope(c) - log_ratio - (1 / c if side else 0.0)
            low, high = (c, high) if slope < 0 else (low, c)
            step = slope / (self._curvature(c) + (1 / c**2 if side else 0.0))
            new = c - step if low < c - step < high else (low + high) / 2
            if abs(new - c) <= 1e-3 * min(abs(c) if side else 1.0, new - low, high - new, 1.0):
                break
            c = new
        return new

    def _tail(self, ratio: float, side: float) -> float:
        if not ratio > 0 or math.isinf(ratio):
            return float((ratio <= 0) == (side > 0))
        log_ratio = math.log(ratio)
        c = self._saddle(log_ratio, side)
        curvature = self._curvature(c) + 1 / c**2
        return min(1.0, side * self._contour(log_ratio, c, curvature, by_s=True))

    def _density(self, ratio: float) -> float:
        log_ratio = math.log(ratio)
        c = self._saddle(log_ratio, 0.0)
        return self._contour(log_ratio, c, self._curvature(c), by_s=False) / ratio

    def _contour(self, log_ratio: float, c: float, curvature: float, *, by_s: bool) -> float:
        """The integral along Re s = c by the trapezoid rule, in steps that keep clear of poles."""
        clear = min(c - self._ends[0], self._ends[1] - c, *([abs(c)] if by_s else []))
        step = min(0.6 / math.sqrt(curvature), clear / 6)
        log_top = float(np.real(self._log_moment(complex(c)))) - c * log_ratio
        total, start = 0.0, 0
        while True:
            y = step * np.arange(start, start + _TERMS)
            s = c + 1j * y
            values = np.exp(self._log_moment(s) - s * log_ratio - log_top)
            values = values / s if by_s else values
            if start == 0:
                values[0] /= 2
            total += float(values.real.sum())
            start += _TERMS
            if not np.abs(values[-1]) > _NEGLIGIBLE * abs(total):
                break
        return float(np.exp(log_top + math.log(abs(total) * step / math.pi))) * (
            1.0 if total > 0 else -1.0
        )


def _log_gamma_ratio(size: int, s: Any) -> Any:
    """Log Gamma(size + s) - log Gamma(size) - s log(size), without cancellation for large sizes."""
    if size < _LARGE or np.min(np.real(s)) < -size / 2:
        return special.loggamma(size + s) - float(special.gammaln(size)) - s * math.log(size)
    series = _stirling(size + s) - _stirling(complex(size))
    return (size + s - 0.5) * special.log1p(s / size) - s + series


def _stirling(z: Any) -> Any:
    """What Stirling's formula leaves out of log Gamma(z)."""
    inverse = 1 / z
    square = inverse * inverse
    total = 0.0
    for coefficient in reversed(_STIRLING):
        total = total * square + coefficient
    return total * inverse
