r"""Does a model describe the data? Tests of each class's scores, and of the curve.

**Question.** Does a model describe the scores of a class, and does its curve describe the data?

**Use it** with the models of :mod:`aucurate.estimates.fits.binormal`,
:mod:`aucurate.estimates.fits.box_cox` and :mod:`aucurate.estimates.fits.biexponential`, before
their areas are reported. :func:`aucurate.study.fit` applies to each model those that suit it.

**Not valid** as evidence that a curve is right or wrong. With few observations hardly any model is
rejected, with many every one is, however well its curve fits: a ROC curve depends on the relation
of the two distributions, not on either alone. Look at the difference from the empirical AUC, and at
the Q-Q pairs (:func:`aucurate.estimates.fits.quantile_pairs.quantile_pairs`).

The scores of one class
-----------------------
Does a model describe the scores of one class? Shapiro-Wilk and Anderson-Darling.

**Question.** Are the scores of one class normal, or exponential?

**Shapiro-Wilk** compares the best linear estimate of the standard deviation from the order
statistics with the usual one by a ratio W; it is near 1 for normal scores (Royston's p-value,
in SciPy's implementation, which is good for up to 5,000 observations). Of more observations a fixed
random subset of 5,000 is tested, and the result says so.

**Anderson-Darling** weighs the distance between the empirical and the fitted distribution function
F by the tails,

.. math::
    A^2 = -n - \frac1n \sum_{i=1}^n (2i - 1)\,[\log F(x_{(i)}) + \log(1 - F(x_{(n+1-i)}))],

with the mean and standard deviation estimated (normal) or the mean (exponential). The p-value is
that of D'Agostino and Stephens (1986, chapter 4) for :math:`A^* = A^2 (1 + 0.75/n + 2.25/n^2)`
(normal) and :math:`A^* = A^2 (1 + 0.3/n)` (exponential). The book was not available; the formulas
were checked by simulation and against the limiting distribution: within 7 percent of the level from
p = 0.9 to 0.01 for n of 20 and more. They are quadratic in :math:`A^*` and bend up in the far tail,
so beyond :math:`A^* = 2` the p-value decays like the limiting distribution, :math:`(A^*)^{-1/2}
e^{-A^* / 2\lambda}` with its largest eigenvalue :math:`\lambda` = 0.0986 (normal) or 0.2314
(exponential), computed here from the covariance of the process; there only its order of magnitude
is to be trusted.

**Not valid** without reserve after a transformation with a fitted parameter (Box-Cox): the p-values
are then somewhat too large.

**Degenerate cases.** Fewer than three scores, equal scores and, for the exponential model, scores
of 0 or below are refused with a hint. With fewer than eight scores the Anderson-Darling test adds a
caveat.

Shapiro, S. S., Wilk, M. B. (1965). An analysis of variance test for normality. Biometrika 52,
591-611.
Royston, P. (1995). Remark AS R94. Applied Statistics 44, 547-551.
D'Agostino, R. B., Stephens, M. A. (1986). Goodness-of-Fit Techniques. Marcel Dekker, chapter 4.

The fitted curve
----------------
Does a fitted curve describe the data? A chi-square test on ordinal categories.

**Question.** Are the counts in ordered categories compatible with the curve?

Scores in k ordered categories (ratings as they are, or scores grouped by their pooled quantiles)
give 2k counts. A curve says how the two classes relate to each other but not where the categories
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

**Not valid** with few expected in a cell: below 5 the chi-square p-value is rough, and the result
says so. The curve should have been fitted to the same categories by maximum likelihood. Fitted to
the scores themselves it is nearer to them than the grouped counts know, and the statistic lies
between chi-square on k - 1 - p and on k - 1 degrees of freedom (Chernoff and Lehmann 1954): the
p-value is then somewhat too small, and a caveat says so. Observations in groups and sampling
weights are refused.

**Degenerate cases.** Too few categories to leave a degree of freedom, fewer than p + 2, are
refused.

Dorfman, D. D., Alf, E. (1969). Maximum-likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.
Chernoff, H., Lehmann, E. L. (1954). The use of maximum likelihood estimates in chi-square tests for
goodness of fit. Annals of Mathematical Statistics 25, 579-586.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate import formatting
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.protocol import Curve
from aucurate.data.moments import ThresholdCounts, counts_of_independent
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.quantile_pairs import ClassModel, Floats, checked_class, fitted_class
from aucurate.formatting import number, p_value
from aucurate.inference.core.distributions import chi_square_p_value
from aucurate.results import Caveat, MethodRecord, MethodTitle, Record

Piece: TypeAlias = tuple[float, bool, float, float, float]

MOST = 5000
LEAST = 8
_FAR = 2.0
_EIGENVALUES: dict[ClassModel, float] = {"normal": 0.0986, "exponential": 0.2314}
# up to which A*, whether of 1 - p, and the logarithm's constant, slope and curvature
_PIECES: dict[ClassModel, tuple[Piece, ...]] = {
    "normal": (
        (0.2, True, -13.436, 101.14, -223.73),
        (0.34, True, -8.318, 42.796, -59.938),
        (0.6, False, 0.9177, -4.279, -1.38),
        (_FAR, False, 1.2937, -5.709, 0.0186),
    ),
    "exponential": (
        (0.26, True, -12.2204, 67.459, -110.3),
        (0.51, True, -6.1327, 20.218, -18.663),
        (0.95, False, 0.9209, -3.353, 0.3),
        (_FAR, False, 0.731, -3.009, 0.15),
    ),
}


SHAPIRO_WILK = MethodTitle("Shapiro-Wilk", "shapiro-wilk")
ANDERSON_DARLING = MethodTitle("Anderson-Darling", "anderson-darling")


@dataclass(frozen=True, slots=True, kw_only=True)
class FitTest(MethodRecord):
    """A test of the hypothesis that scores come from a model; ``n_used`` of ``n`` were tested."""

    name: str
    model: str
    statistic: float
    p_value: float
    n: int
    n_used: int
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        used = "" if self.n_used == self.n else f", {self.n_used:,} of {self.n:,} observations"
        return (
            f"{self.name}, {self.model} model: statistic {formatting.number(self.statistic, 4)}, "
            f"{formatting.p_value(self.p_value)}, {self.method} test{used}"
        )


@checked
def shapiro_wilk_test(values: Any, *, name: str = "scores") -> FitTest:
    """Are these scores of one class normal?

    >>> print(shapiro_wilk_test([1.1, 1.9, 3.2, 4.0, 5.1, 5.8, 7.3, 7.9]))
    scores, normal model: statistic 0.9639, p = 0.846, Shapiro-Wilk test

    The scores of the negatives alone:

    >>> from aucurate.datasets import load_breast_cancer
    >>> scores = load_breast_cancer()["logistic"]
    >>> print(shapiro_wilk_test(scores.values[~scores.is_positive], name="negatives"))
    negatives, normal model: statistic 0.7187, p < 0.001, Shapiro-Wilk test
    """
    from scipy.stats import shapiro  # more than a second of start-up

    ordered = checked_class(values, "normal", name)
    used, found = ordered, list[Caveat]()
    if len(ordered) > MOST:
        kept = np.random.default_rng(0).choice(len(ordered), MOST, replace=False)
        used = ordered[np.sort(kept)]
        found.append(_subset(len(ordered)))
    if used[0] == used[-1]:  # equal but for a few observations that were not drawn
        statistic, p = 0.0, 0.0
    else:
        fit = fitted_class(used, "normal")
        result: Any = shapiro((used - fit.mean) / fit.deviation)
        statistic, p = float(result.statistic), float(result.pvalue)
    return FitTest(
        name=name,
        model="normal",
        statistic=statistic,
        p_value=p,
        n=len(ordered),
        n_used=len(used),
        method=SHAPIRO_WILK,
        caveats=tuple(found),
    )


@checked
def anderson_darling_test(
    values: Any, *, model: ClassModel = "normal", name: str = "scores"
) -> FitTest:
    """Do these scores of one class come from a normal, or an exponential, distribution?

    >>> print(anderson_darling_test([1.1, 1.9, 3.2, 4.0, 5.1, 5.8, 7.3, 7.9]))
    scores, normal model: statistic 0.1550, p = 0.925, Anderson-Darling test

    The scores of the negatives alone:

    >>> from aucurate.datasets import load_breast_cancer
    >>> scores = load_breast_cancer()["logistic"]
    >>> negatives = scores.values[~scores.is_positive]
    >>> print(anderson_darling_test(negatives, model="exponential", name="negatives"))
    negatives, exponential model: statistic 17.2982, p < 0.001, Anderson-Darling test
    """
    ordered = checked_class(values, model, name)
    n = len(ordered)
    statistic = _anderson_darling(ordered, model)
    factor = 1 + 0.75 / n + 2.25 / n**2 if model == "normal" else 1 + 0.3 / n
    return FitTest(
        name=name,
        model=model,
        statistic=statistic,
        p_value=_p_value(statistic * factor, model),
        n=n,
        n_used=n,
        method=ANDERSON_DARLING,
        caveats=(_few(n),) if n < LEAST else (),
    )


def _anderson_darling(ordered: Floats, model: ClassModel) -> float:
    """The statistic, from logarithms of both tails so that no observation is too far out."""
    fit = fitted_class(ordered, model)
    if model == "normal":
        z = (ordered - fit.mean) / fit.deviation
        below, above = (np.asarray(special.log_ndtr(side)) for side in (z, -z))
    else:
        z = ordered / fit.mean
        below, above = np.log(np.maximum(-np.expm1(-z), np.finfo(float).tiny)), -z
    n = len(ordered)
    weights = (2 * np.arange(1, n + 1) - 1) / n
    return float(-n - np.sum(weights * (below + above[::-1])))


def _p_value(modified: float, model: ClassModel) -> float:
    if modified > _FAR:
        beyond = (modified - _FAR) / (2 * _EIGENVALUES[model])
        return _p_value(_FAR, model) * math.sqrt(_FAR / modified) * math.exp(-beyond)
    for end, complement, constant, slope, curvature in _PIECES[model]:
        if modified <= end:
            share = math.exp(constant + slope * modified + curvature * modified**2)
            return 1 - share if complement else share
    raise AssertionError("the last piece ends where the tail begins")


def _subset(n: int) -> Caveat:
    return caveat(Kind.SUBSET_TESTED, subset=f"{MOST:,}", size=f"{n:,}")


def _few(n: int) -> Caveat:
    return caveat(
        Kind.FEW_OBSERVATIONS,
        "model",
        sizes=formatting.count(n, "observation"),
        limit=LEAST,
    )


_LEAST_EXPECTED = 5.0
_SMALLEST = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryFit(Record):
    """Observed and expected counts from the highest category down, and tests of the fit.

    ``statistic`` is Pearson's, ``likelihood_ratio`` the likelihood ratio, each with its p-value.
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
    >>> from aucurate.estimates.fits.biexponential import biexponential_curve
    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1], 200)
    >>> scores = Scores.from_arrays(labels, rng.exponential(1 + 2 * labels))
    >>> print(category_fit_test(biexponential_curve(scores), scores, parameters=1))
    fit in 10 categories: chi-square 4.42 on 8 df, p = 0.817

    The CT readings of Hanley and McNeil 1982, to which the curve is fitted:

    >>> from aucurate.estimates.fits.binormal import binormal_fit
    >>> ratings = ThresholdCounts(
    ...     thresholds=np.array([5, 4, 3, 2, 1]),
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> print(category_fit_test(binormal_fit(ratings).curve, ratings, parameters=2))
    fit in 5 categories: chi-square 0.21 on 2 df, p = 0.901
    """
    counts = counts_of_independent(data, "this test of fit")
    positives, negatives, grouped = _categories(counts, categories)
    k = len(positives)
    freedom = k - 1 - parameters
    if freedom < 1:
        raise ModelError(
            f"{k} categories leave no degree of freedom to test a curve with {parameters} "
            "fitted parameters.",
            hint=f"use at least {parameters + 2} categories.",
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
        found.append(caveat(Kind.FEW_EXPECTED, expected=number(least, 1)))
    if grouped:
        found.append(caveat(Kind.GROUPED_SCORES))
    return tuple(found)
