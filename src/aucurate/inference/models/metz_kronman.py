r"""Metz and Kronman 1980: are two binormal curves the same curve, or only of the same area?

**Question.** Two classifiers, each with a binormal curve by maximum likelihood
(:mod:`aucurate.estimates.binormal_likelihood`). Is there one curve behind both?

**Independent test sets.** With :math:`d = (a_1 - a_2,\; b_1 - b_2)` and the covariance matrices
:math:`V_1, V_2` of the two fits

.. math::  X^2 = d^T (V_1 + V_2)^{-1} d

is chi-square with 2 degrees of freedom when the curves are equal. Curves that cross can have equal
areas and still differ. :func:`metz_kronman_area_test` asks about the areas alone:
:math:`z = (A_1 - A_2) / \sqrt{s_1^2 + s_2^2}` with the delta-method variances of
:mod:`aucurate.inference.models.binormal_intervals`.

**The same observations** (paired). The covariance between the two fits is needed too. Metz, Wang
and Kronman 1984 take it from a bivariate binormal model, two correlated normal variables in each
class, whose normality *of the pair* the ranks of each classifier do not vouch for. Here it comes
from the bootstrap (:mod:`aucurate.inference.models.binormal_bootstrap`), which assumes nothing
about how the two classifiers go together: observations are drawn with replacement, within the
classes when ``stratified``, both curves are fitted anew, and W is the covariance matrix of d over
the replicates:

.. math::
    X^2 = d^T W^{-1} d, \quad d = (\Phi^{-1}(A_1) - \Phi^{-1}(A_2),\; \log b_1 - \log b_2).

The deviate of the area and the logarithm of the slope say the same as a and b; they are taken
because replicates near degeneracy throw a and b far out, which swells W and costs power. The
p-value is that of chi-square with 2 degrees of freedom, not the share of more extreme replicates:
that could not fall below one in the number of repeats, and kept its level no better in simulations.
Replicates that have no fit (degenerate tables) are left out and counted in a
caveat; when more than one in ten has none the test is refused.

**Not valid** when either curve is not binormal, for observations in groups, and rough with fewer
than 50 observations in a class. The independent test is wrong for classifiers that scored the same
observations.

Metz, C. E., Kronman, H. B. (1980). Statistical significance tests for binormal ROC curves. Journal
of Mathematical Psychology 22, 218-243.
Metz, C. E., Wang, P.-L., Kronman, H. B. (1984). A new approach for testing the significance of
differences between ROC curves measured from correlated data. In F. Deconinck (ed.), Information
Processing in Medical Imaging, 432-445. Nijhoff.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.binormal_likelihood import BinormalFit, binormal_fit
from aucurate.inference.core import caveats
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    bounded_comparison,
    is_paired,
    wald_comparison,
)
from aucurate.inference.core.reference_distributions import chi_square_p_value
from aucurate.inference.models.binormal_bootstrap import refits
from aucurate.inference.models.binormal_intervals import area_variance, fit_caveats
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, JointTest

Fitted: TypeAlias = Scores | ThresholdCounts | BinormalFit

METHOD = "Metz-Kronman"
PAIRED = "Metz-Kronman, bootstrap covariance"
HYPOTHESIS = "the two binormal curves are equal"


@checked
def metz_kronman_test(
    first: Fitted,
    second: Fitted,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> JointTest:
    """Are two binormal curves equal?

    Scores of one :class:`~aucurate.PairedScores` are paired and use the bootstrap, for which
    ``resampling`` and ``progress`` are; ratings and fits count as independent test sets.

    >>> import numpy as np
    >>> from aucurate.data.moments import ThresholdCounts
    >>> grades = np.array([5, 4, 3, 2, 1])
    >>> ct = ThresholdCounts(
    ...     thresholds=grades,
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> other = ThresholdCounts(
    ...     thresholds=grades,
    ...     positives=np.array([20, 12, 8, 6, 5]),
    ...     negatives=np.array([5, 9, 10, 12, 22]),
    ... )
    >>> print(metz_kronman_test(ct, other))
    the two binormal curves are equal: chi-square 7.7780 on 2 df, p = 0.020, Metz-Kronman
    """
    pair = _pair(first, second, paired)
    if pair is None:
        one, two = _fits(first, second)
        gap = np.subtract(_point(one), _point(two))
        spread = np.array(one.covariance) + np.array(two.covariance)
        found = [*fit_caveats(one), *fit_caveats(two), *_shared(first, second)]
        return _joint((one, two), gap, spread, METHOD, found)
    drawn = refits(*pair, resampling, progress)
    one, two = drawn.fits
    gap = np.subtract(_steady_point(one), _steady_point(two))
    found = [*_common(one, two), *drawn.caveats]
    if drawn.alike:
        return _joint((one, two), np.zeros(2), np.eye(2), PAIRED, found)
    steady = np.stack([drawn.probits, drawn.parameters[:, :, 1]], axis=2)
    differences = steady[:, 0] - steady[:, 1]
    return _joint((one, two), gap, np.cov(differences, rowvar=False), PAIRED, found)


@checked
def metz_kronman_area_test(
    first: Fitted,
    second: Fitted,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do the areas under two binormal curves differ, and by how much?

    Independent test sets add their delta-method variances; on the same observations the variance of
    the difference is that of the bootstrap replicates.
    """
    question = Question.checked(alternative, null_difference, confidence)
    pair = _pair(first, second, paired)
    if pair is None:
        one, two = _fits(first, second)
        variance = area_variance(one) + area_variance(two)
        found = (*fit_caveats(one), *fit_caveats(two), *_shared(first, second))
        contest = Contest(
            one.name, two.name, one.curve.auc, two.curve.auc, variance, "unpaired", found
        )
        return wald_comparison(contest, question, method=f"{METHOD} area")
    drawn = refits(*pair, resampling, progress)
    one, two = drawn.fits
    areas = drawn.areas
    variance = 0.0 if drawn.alike else float(np.var(areas[:, 0] - areas[:, 1], ddof=1))
    found = (*_common(one, two), *drawn.caveats)
    contest = Contest(one.name, two.name, one.curve.auc, two.curve.auc, variance, "paired", found)
    if drawn.alike:
        smaller = min(one.n_positive, one.n_negative)
        return bounded_comparison(contest, question, pairs=smaller, identical=True)
    return wald_comparison(contest, question, method=f"{METHOD} area, bootstrap")


def _pair(first: Fitted, second: Fitted, paired: bool | None) -> tuple[Scores, Scores] | None:
    """The two classifiers where they share their observations."""
    if isinstance(first, Scores) and isinstance(second, Scores):
        return (
            (first, second) if is_paired(first, second, paired, "the Metz-Kronman test") else None
        )
    if paired:
        raise OptionError(
            "paired=True needs the Scores of both classifiers.",
            hint="ratings and fits do not tell which observation is which.",
        )
    return None


def _fits(first: Fitted, second: Fitted) -> tuple[BinormalFit, BinormalFit]:
    fits = []
    for data, name in ((first, "first"), (second, "second")):
        if isinstance(data, BinormalFit):
            fits.append(data)
        else:
            called = name if isinstance(data, ThresholdCounts) else None
            fits.append(binormal_fit(data, name=called))
    return fits[0], fits[1]


def _point(fit: BinormalFit) -> tuple[float, float]:
    return fit.curve.intercept, fit.curve.slope


def _steady_point(fit: BinormalFit) -> tuple[float, float]:
    return fit.curve.probit, math.log(fit.curve.slope)


def _joint(
    fits: tuple[BinormalFit, BinormalFit],
    gap: NDArray[np.float64],
    spread: NDArray[np.float64],
    method: str,
    found: list[Caveat],
) -> JointTest:
    values = np.linalg.eigvalsh(spread)
    if not values[0] > 1e-12 * values[1]:
        raise ModelError(
            "the covariance of the difference of the two curves cannot be inverted.",
            hint="use more repeats, or a test of whole curves such as venkatraman_test.",
        )
    statistic = float(gap @ np.linalg.solve(spread, gap))
    one, two = fits[0].name, fits[1].name
    return JointTest(
        names=(one, two if two != one else f"{two} (second)"),
        quantity="curve",
        hypothesis=HYPOTHESIS,
        statistic=statistic,
        degrees_of_freedom=2.0,
        p_value=chi_square_p_value(statistic, 2),
        method=method,
        caveats=tuple(found),
    )


def _shared(first: Fitted, second: Fitted) -> list[Caveat]:
    """An unpaired test on classifiers that scored the same observations."""
    if not (isinstance(first, Scores) and isinstance(second, Scores)):
        return []
    if first.observations is not second.observations:
        return []
    return [caveats.shared_observations(first.name, second.name)]


def _common(one: BinormalFit, two: BinormalFit) -> list[Caveat]:
    """The caveats of two fits to the same observations, each once."""
    return list(dict.fromkeys([*fit_caveats(one), *fit_caveats(two)]))
