r"""Betinec 2008: exact inference in the biexponential model.

**Question.** If scores are exponential in both classes, what is the AUC, is it better than a given
value, and do two curves differ? (:mod:`aucurate.estimates.biexponential` has the model.)

**One classifier.** With n0 negatives and n1 positives, :math:`\hat\zeta/\zeta` has the F
distribution with 2 n0 and 2 n1 degrees of freedom (Theorem 1), so that

.. math::
    \hat\zeta / F_{1-a} \le \zeta \le \hat\zeta / F_{a}, \qquad a = (1 - c)/2,

is an exact interval of confidence c; :math:`AUC = 1/(1+\zeta)` turns it into one of the AUC. The
test of :math:`AUC = A_0` is the same at :math:`\zeta_0 = (1 - A_0)/A_0`; against chance
:math:`\zeta_0 = 1`.

**Two classifiers** on different test sets: :math:`T = \hat\zeta_A/\hat\zeta_B` under equal curves
(:mod:`aucurate.inference.models.biexponential_ratio`), with p twice the smaller tail. The
difference that is reported is that of the logits of the AUCs; as :math:`\operatorname{logit} AUC =
-\log\zeta`, it is :math:`\log(\hat\zeta_B/\hat\zeta_A)`, and its interval is exact.

**Exact only** if the scores are exponential, or become so by an increasing transformation that was
known before the data were seen (``power``). With a power fitted to the same data these tests reject
a true null in 8 to 14 of 100 test sets at level 0.05 (papers/README): use
:mod:`aucurate.inference.models.biexponential_power`. For classifiers on the same observations use
:mod:`aucurate.inference.models.biexponential_paired`. How well the model fits must be looked at:
unlike the empirical AUC, this one is wrong when the model is.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.
"""

import math
from dataclasses import replace

import numpy as np
from scipy import special

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.biexponential import BiexponentialCurve, biexponential_curve
from aucurate.formatting import number
from aucurate.inference.auc.delong_null import checked_null
from aucurate.inference.core.comparing import Contest, Question, filled, is_paired
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.models.biexponential_ratio import RatioDistribution
from aucurate.results import Alternative, Comparison, Design, Estimate, Interval

METHOD = "biexponential"
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
    """Does the AUC of the model differ from a value? Exact.

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
    """Do two biexponential curves on different test sets differ? Exact.

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
            "the exact biexponential test is for different test sets; these two classifiers "
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
    contest = Contest(*names, logit(first), logit(second), variance, design, ())
    return replace(filled(contest, question, interval, statistic, math.inf, p), quantity=QUANTITY)


def logit(curve: BiexponentialCurve) -> float:
    """The logit of the AUC, -log zeta."""
    return math.log(curve.positive_mean) - math.log(curve.negative_mean)


def checked_question(
    alternative: Alternative, null_difference: float, confidence: float
) -> Question:
    """What is asked of a difference of logits: it has no bounds, so any finite null will do."""
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
