r"""Does a model describe the scores of one class? Shapiro-Wilk and Anderson-Darling.

**Shapiro-Wilk** compares the best linear estimate of the standard deviation from the order
statistics with the usual one; W near 1 speaks for a normal distribution (Royston's p-value, in
SciPy's implementation, which is good for up to 5,000 observations). Of more observations a fixed
random subset of 5,000 is tested, and the result says so.

**Anderson-Darling** weighs the distance between the empirical and the fitted distribution function
F by the tails,

.. math::
    A^2 = -n - \frac1n \sum_{i=1}^n (2i - 1)\,[\log F(x_{(i)}) + \log(1 - F(x_{(n+1-i)}))],

with the mean and standard deviation estimated (normal) or the mean (exponential). The p-value is
that of D'Agostino and Stephens (1986, chapter 4) for
:math:`A^* = A^2 (1 + 0.75/n + 2.25/n^2)` and :math:`A^* = A^2 (1 + 0.3/n)`. The formulas were
written down without the book at hand and checked by simulation and against the limiting
distribution: within 7 percent of the level from p = 0.9 to 0.01 for n of 20 and more.
They are quadratic in :math:`A^*` and bend up in the far tail, so beyond :math:`A^* = 2` the p-value
goes on like the limiting distribution, :math:`(A^*)^{-1/2} e^{-A^* / 2\lambda}` with its largest
eigenvalue :math:`\lambda` = 0.0986 (normal) or 0.2314 (exponential), computed here from the
covariance of the process; there only its order of magnitude is to be trusted.

**What they say.** With few observations hardly any model is rejected, with many every one is,
however well its curve fits: a curve depends on how the two distributions stand to each other. A
transformation with a fitted parameter (Box-Cox) makes the p-values somewhat too large.

Shapiro, S. S., Wilk, M. B. (1965). An analysis of variance test for normality. Biometrika 52,
591-611.
Royston, P. (1995). Remark AS R94. Applied Statistics 44, 547-551.
D'Agostino, R. B., Stephens, M. A. (1986). Goodness-of-Fit Techniques. Marcel Dekker, chapter 4.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from scipy import special

from aucurate import formatting
from aucurate.checks import checked
from aucurate.estimates.quantile_pairs import ClassModel, Floats, checked_class, fitted_class
from aucurate.results import Caveat, Record

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


@dataclass(frozen=True, slots=True, kw_only=True)
class FitTest(Record):
    """A test of the hypothesis that scores come from a model; ``n_used`` of ``n`` were tested."""

    name: str
    model: str
    statistic: float
    p_value: float
    n: int
    n_used: int
    method: str
    caveats: tuple[Caveat, ...] = ()

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
        method="Shapiro-Wilk",
        caveats=tuple(found),
    )


@checked
def anderson_darling_test(
    values: Any, *, model: ClassModel = "normal", name: str = "scores"
) -> FitTest:
    """Do these scores of one class come from a normal, or an exponential, distribution?

    >>> print(anderson_darling_test([1.1, 1.9, 3.2, 4.0, 5.1, 5.8, 7.3, 7.9]))
    scores, normal model: statistic 0.1550, p = 0.925, Anderson-Darling test
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
        method="Anderson-Darling",
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
    return Caveat(
        kind="subset_tested",
        message=f"Tested on a fixed random subset of {MOST:,} of {n:,} observations: the p-value "
        "of the Shapiro-Wilk test is known up to that size.",
    )


def _few(n: int) -> Caveat:
    return Caveat(
        kind="few_observations",
        message=f"Only {formatting.count(n, 'observation')}: with fewer than {LEAST} the p-value "
        "is rough, and hardly any model can be rejected.",
    )
