r"""Does a fitted curve describe the data? A chi-square test on ordinal categories.

Scores in k ordered categories (ratings as they are, or scores grouped by their pooled quantiles)
give 2k counts. A curve says how the two classes stand to each other but not where the categories
are cut, so the k - 1 cuts are estimated too: false positive rates :math:`u_1 < ... < u_{k-1}` that
maximise the likelihood of the counts with the sensitivities :math:`S(u_j)` of the curve. Expected
counts are :math:`n (u_j - u_{j-1})` and :math:`m (S(u_j) - S(u_{j-1}))`, and

.. math::
    X^2 = \sum \frac{(O - E)^2}{E}, \qquad G^2 = 2 \sum O \log\frac{O}{E}

over all 2k cells are referred to chi-square on

.. math::
    2(k - 1) - (k - 1) - p = k - 1 - p

degrees of freedom: two multinomial distributions, minus the cuts, minus the p parameters of the
curve (2 binormal, 1 biexponential, 0 for a curve that was given and not fitted).

**Not valid** with few expected in a cell (below 5 the result says so). The curve should have been
fitted to the same categories by maximum likelihood. Fitted to the scores themselves it is nearer to
them than the grouped counts know, and the statistic lies between chi-square on k - 1 - p and on
k - 1 degrees of freedom (Chernoff and Lehmann 1954): the p-value is then somewhat too small, and a
caveat says so.

Dorfman, D. D., Alf, E. (1969). Maximum-likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.
Chernoff, H., Lehmann, E. L. (1954). The use of maximum likelihood estimates in chi-square tests for
goodness of fit. Annals of Mathematical Statistics 25, 579-586.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.protocol import Curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.formatting import number, p_value
from aucurate.inference.core.reference_distributions import chi_square_p_value
from aucurate.results import Caveat, Record

Floats: TypeAlias = NDArray[np.float64]

_LEAST_EXPECTED = 5.0
_SMALLEST = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryFit(Record):
    """Observed and expected counts from the highest category down, and how far they lie apart.

    ``statistic`` is Pearson's, ``likelihood_ratio`` the other one, each with its p-value.
    """

    positives: tuple[int, ...]
    negatives: tuple[int, ...]
    expected_positives: tuple[float, ...]
    expected_negatives: tuple[float, ...]
    statistic: float
    likelihood_ratio: float
    degrees_of_freedom: int
    p_value: float
    likelihood_ratio_p_value: float
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        return (
            f"fit in {len(self.positives)} categories: chi-square {number(self.statistic, 2)} on "
            f"{self.degrees_of_freedom} df, {p_value(self.p_value)}"
        )


@checked
def category_fit_test(
    curve: Curve, data: Scores | ThresholdCounts, *, parameters: int, categories: int = 10
) -> CategoryFit:
    """Is the curve with this many fitted parameters compatible with the counts?

    More distinct scores than ``categories`` are grouped into that many of about equal size.

    >>> from aucurate.data.scores import Scores
    >>> from aucurate.estimates.biexponential import biexponential_curve
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 200)
    >>> scores = Scores.from_arrays(labels, rng.exponential(1 + 2 * labels))
    >>> print(category_fit_test(biexponential_curve(scores), scores, parameters=1))
    fit in 10 categories: chi-square 4.42 on 8 df, p = 0.817
    """
    counts = data if isinstance(data, ThresholdCounts) else ThresholdCounts.from_scores(data)
    positives, negatives, grouped = _categories(counts, categories)
    k = len(positives)
    freedom = k - 1 - parameters
    if freedom < 1:
        raise ModelError(
            f"{k} categories leave no degree of freedom to test a curve with {parameters} "
            "fitted parameters.",
            hint=f"it takes at least {parameters + 2} categories.",
        )
    shares = _shares(curve, positives.astype(np.float64), negatives.astype(np.float64))
    expected = np.concatenate([shares[0] * positives.sum(), shares[1] * negatives.sum()])
    observed = np.concatenate([positives, negatives])
    pearson = float(np.sum((observed - expected) ** 2 / expected))
    ratio = max(0.0, 2 * float(np.sum(special.rel_entr(observed, expected))))
    return CategoryFit(
        positives=tuple(int(c) for c in positives),
        negatives=tuple(int(c) for c in negatives),
        expected_positives=tuple(float(e) for e in expected[:k]),
        expected_negatives=tuple(float(e) for e in expected[k:]),
        statistic=pearson,
        likelihood_ratio=ratio,
        degrees_of_freedom=freedom,
        p_value=chi_square_p_value(pearson, freedom),
        likelihood_ratio_p_value=chi_square_p_value(ratio, freedom),
        caveats=_caveats(float(expected.min()), grouped and parameters > 0),
    )


def _categories(
    counts: ThresholdCounts, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], bool]:
    """Counts of both classes in at most this many categories, and whether they were grouped."""
    if most < 2:
        raise OptionError(f"categories must be a whole number above 1; it is {most!r}.")
    total = counts.positives + counts.negatives
    used = total > 0
    positives, negatives, total = counts.positives[used], counts.negatives[used], total[used]
    if len(total) <= most:
        return positives, negatives, False
    before = np.cumsum(total) - total / 2
    group = np.minimum((before * most / total.sum()).astype(np.int64), most - 1)
    _, group = np.unique(group, return_inverse=True)
    size = int(group[-1]) + 1
    grouped = [np.zeros(size, np.int64) for _ in range(2)]
    np.add.at(grouped[0], group, positives)
    np.add.at(grouped[1], group, negatives)
    return grouped[0], grouped[1], True


def _shares(curve: Curve, positives: Floats, negatives: Floats) -> tuple[Floats, Floats]:
    """The shares of both classes in each category, at the most likely cuts of the curve."""
    from scipy import optimize

    def shares(logits: Floats) -> tuple[Floats, Floats]:
        down = special.softmax(np.append(logits, 0.0))
        rates = np.clip(np.cumsum(down)[:-1], 0, 1)
        heights = np.concatenate([[0.0], curve.sensitivity_at(1 - rates), [1.0]])
        return np.maximum(np.diff(heights), _SMALLEST), np.maximum(down, _SMALLEST)

    def loss(logits: Floats) -> float:
        up, down = shares(logits)
        return -float(positives @ np.log(up) + negatives @ np.log(down))

    start = _start(curve, positives, negatives)
    logits = np.log(start[:-1] / start[-1])
    found = optimize.minimize(loss, logits, method="BFGS", options={"gtol": 1e-5})
    return shares(np.asarray(found.x))


def _start(curve: Curve, positives: Floats, negatives: Floats) -> Floats:
    """Shares of the negatives midway between those observed and those the positives point to."""
    down = (negatives + 0.5) / (negatives + 0.5).sum()
    up = np.cumsum((positives + 0.5) / (positives + 0.5).sum())[:-1]
    rates = 1 - np.asarray(curve.specificity_at(np.clip(up, 0, 1)))
    pointed = np.maximum(np.diff(np.concatenate([[0.0], rates, [1.0]])), 1e-6)
    middle = np.sqrt(down * pointed)
    return np.asarray(middle / middle.sum())


def _caveats(least: float, grouped: bool) -> tuple[Caveat, ...]:
    found = []
    if least < _LEAST_EXPECTED:
        found.append(
            Caveat(
                kind="few_expected",
                message=f"A category is expected to hold {number(least, 1)} observations of a "
                "class; below 5 the chi-square p-value is rough. Fewer categories help.",
            )
        )
    if grouped:
        found.append(
            Caveat(
                kind="grouped_scores",
                message="The scores were grouped for this test. If the curve was fitted to the "
                "scores themselves, the p-value is somewhat too small.",
            )
        )
    return tuple(found)
