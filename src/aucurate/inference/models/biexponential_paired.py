r"""Two biexponential curves on the same observations.

Betinec's exact test needs independent test sets; the paper halves its test set at random and gives
one half to each classifier (:func:`biexponential_halved_test`). That throws away half of the data
and all of what pairing could tell, and another halving gives another answer.

:func:`biexponential_paired_test` keeps all observations. The estimate
:math:`D = \log\hat\zeta_B - \log\hat\zeta_A`, the difference of the logits of the two AUCs, is made
of four class means, so by the delta method its variance is

.. math::
    s^2 = \sum_{c=0,1} \frac{1}{n_c}\widehat{\operatorname{var}}_c
    \left(\frac{y_A}{\bar y_A} - \frac{y_B}{\bar y_B}\right),

where the dependence of the two scores enters as it is, without a model for it. The test is the
studentised bootstrap: observations are drawn again within each class, and (D - d)/s is held against
:math:`t^* = (D^* - D)/s^*`; p is twice the smaller of (1 + count)/(1 + repeats).

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall, chapter 12.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import UnsupportedError
from aucurate.estimates.biexponential import (
    BiexponentialCurve,
    biexponential_curve,
    positive_scores,
)
from aucurate.inference.core import monte_carlo, resampling_caveats
from aucurate.inference.core.comparing import Question, is_paired
from aucurate.inference.models.biexponential import (
    METHOD,
    checked_question,
    exact_comparison,
    logit,
    on_logits,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Interval

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
    """Do two biexponential curves on the same observations differ? By the studentised bootstrap.

    ``null_difference`` is one of logits of AUCs. When ``progress`` returns False the replicates
    finished so far are used, and a caveat says so.

    >>> from aucurate.data.paired import PairedScores
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
        return _proportional(one, two, names, question, chosen.repeats)
    drawn = _replicates(classes, chosen, progress)
    found = monte_carlo.of_finished(len(drawn), chosen.repeats)
    drawn = np.sort(drawn)
    observed = (value - question.null_difference) / error
    interval, beyond = _interval(value, error, drawn, question.confidence)
    p = _p_value(observed, drawn, question.alternative)
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
    """The paper's way: half of the observations for each classifier, then the exact test.

    Both classes are halved at random; of an odd class the first classifier gets the larger half.
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
    told = Caveat(
        kind="halved_test_set",
        message="Each classifier was given a random half of the observations, as in the paper: "
        "another halving gives another result, and the paired test uses all of them.",
    )
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
    drawn = np.empty(resampling.repeats)
    for at in range(resampling.repeats):
        means = []
        for products in classes:
            size = len(products)
            counts = np.bincount(rng.integers(size, size=size), minlength=size)
            means.append(counts @ products / size)
        value, error = _difference(means, classes)
        drawn[at] = value / error if error > 0 else math.copysign(math.inf, value)
        if progress is None or (at + 1) % _REPORT:
            continue
        if progress(at + 1, resampling.repeats) is False:
            return drawn[: at + 1]
    return drawn


def _interval(
    value: float, error: float, drawn: Values, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """D minus the quantiles of the studentised replicates, ``drawn`` in ascending order."""
    repeats = len(drawn)
    rank = monte_carlo.rank_from_end(repeats, (1 - confidence) / 2)
    low, high = (drawn[-rank], drawn[rank - 1]) if rank else (math.inf, -math.inf)
    interval = Interval(
        low=min(value, value - error * float(low)),
        high=max(value, value - error * float(high)),
        confidence=confidence,
        method=f"{METHOD} bootstrap",
    )
    finite = math.isfinite(interval.low) and math.isfinite(interval.high)
    return interval, [] if finite else [resampling_caveats.too_few_repeats(repeats, confidence)]


def _p_value(observed: float, drawn: Values, alternative: Alternative) -> float:
    repeats = len(drawn)
    greater = monte_carlo.p_value(int(np.count_nonzero(drawn >= observed)), repeats)
    less = monte_carlo.p_value(int(np.count_nonzero(drawn <= observed)), repeats)
    if alternative == "two-sided":
        return min(1.0, 2 * min(greater, less))
    return greater if alternative == "greater" else less


def _proportional(
    first: BiexponentialCurve,
    second: BiexponentialCurve,
    names: tuple[str, str],
    question: Question,
    repeats: int,
) -> Comparison:
    """Scores that are multiples of each other within each class leave nothing to resample."""
    value = logit(first) - logit(second)
    interval = Interval(
        low=value, high=value, confidence=question.confidence, method=f"{METHOD} bootstrap"
    )
    same = math.isclose(value, question.null_difference, abs_tol=1e-12)
    p = 1.0 if same else min(1.0, 2 * monte_carlo.p_value(0, repeats))
    result = on_logits(first, second, names, question, interval, 0.0, 0.0, p, "paired")
    told = Caveat(
        kind="no_variance",
        message="Within each class the scores of one classifier are a multiple of those of the "
        "other: the difference of the two curves has no variance.",
    )
    return replace(result, caveats=(told,))
