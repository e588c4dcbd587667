r"""Metz and Kronman 1980: are two binormal curves the same curve, or only of the same area?

**Question.** Is there one binormal curve behind two classifiers?

**Use it** for ratings by two readers or on two test sets, where curves may cross and equal areas
say little. Both curves are fitted by maximum likelihood (:mod:`aucurate.estimates.fits.binormal`).

**Independent test sets.** With :math:`d = (a_1 - a_2,\; b_1 - b_2)` and the covariance matrices
:math:`V_1, V_2` of the two fits

.. math::  X^2 = d^T (V_1 + V_2)^{-1} d

is chi-square with 2 degrees of freedom when the curves are equal. Curves that cross can have equal
areas and still differ. :func:`metz_kronman_area_test` asks about the areas alone: :math:`z = (A_1 -
A_2) / \sqrt{s_1^2 + s_2^2}` with the delta-method variances of
:mod:`aucurate.inference.models.binormal`.

**The same observations** (paired). The covariance between the two fits is needed too. Metz, Wang
and Kronman 1984 take it from a bivariate binormal model, two correlated normal variables in each
class, whose normality *of the pair* the ranks of each classifier do not support. Here it comes from
the bootstrap (see below), which assumes only that each curve is binormal, and nothing about the
joint distribution of the two classifiers: observations are drawn with replacement, within the
classes when ``stratified``, both curves are refitted, and W is the covariance matrix of d over the
replicates:

.. math::
    X^2 = d^T W^{-1} d, \quad d = (\Phi^{-1}(A_1) - \Phi^{-1}(A_2),\; \log b_1 - \log b_2).

The deviate of the area and the logarithm of the slope say the same as a and b; they are taken
because replicates near degeneracy throw a and b far out, which swells W and costs power. The
p-value is that of chi-square with 2 degrees of freedom, not the share of more extreme replicates:
that could not fall below one in the number of replicates, and kept its level no better in
simulations. Replicates that have no fit (degenerate tables) are left out and counted in a
caveat; when more than one in ten has none, the test is refused.

**Not valid** when either curve is not binormal (:mod:`aucurate.inference.resampling.venkatraman`
tests whole curves without a model), and rough with fewer than about 50 observations in a class.
Observations in groups and sampling weights are refused. The independent test is wrong for
classifiers that scored the same observations; a caveat says so where they did.

**Degenerate cases.** Tables without a binormal fit are refused, as
:func:`aucurate.estimates.fits.binormal.binormal_fit` does. Two classifiers that every replicate
gives the same curve have :math:`X^2 = 0`, and the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` is the interval of the difference of their areas.

Metz, C. E., Kronman, H. B. (1980). Statistical significance tests for binormal ROC curves. Journal
of Mathematical Psychology 22, 218-243.
Metz, C. E., Wang, P.-L., Kronman, H. B. (1984). A new approach for testing the significance of
differences between ROC curves measured from correlated data. In F. Deconinck (ed.), Information
Processing in Medical Imaging, 432-445. Nijhoff.

Curves fitted to replicates
---------------------------
Two binormal curves refitted in every bootstrap replicate of the same observations.

The categories of both classifiers, at most 100, are found once
(:mod:`aucurate.estimates.fits.ordinal`); a replicate is a draw of observations, counted into
them, and pure neighbours are merged again. All replicates of a chunk are fitted together, a row
each, from their own starting values.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.moments import ThresholdCounts, counts_of_independent
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import BinormalFit, binormal_fit, binormal_fits
from aucurate.estimates.fits.ordinal import collapsed, grouped
from aucurate.formatting import count
from aucurate.hints import Function, Hint
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
    wald_comparison,
)
from aucurate.inference.core.distributions import chi_square_p_value
from aucurate.inference.models.binormal import Fitted, area_variance, fit_caveats
from aucurate.inference.resampling.canonical_order import compared
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, JointTest, MethodTitle

METHOD = MethodTitle("Metz-Kronman", "metz-kronman")
PAIRED = MethodTitle("Metz-Kronman, bootstrap covariance", METHOD.key)
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
    >>> from aucurate.data.moments import ThresholdCounts, counts_of_independent
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
    >>> print(metz_kronman_test(ct, other))  # doctest: +NORMALIZE_WHITESPACE
    Null hypothesis: the two binormal curves are equal; chi-square 7.7780 on 2 df, p = 0.020,
    Metz-Kronman

    Two classifiers on the same observations:

    >>> from aucurate import Resampling
    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> few = Resampling(replicates=200)
    >>> found = metz_kronman_test(data["forest"], data["tree"], resampling=few)
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    Null hypothesis: the two binormal curves are equal; chi-square 8.7253 on 2 df, p = 0.013,
    Metz-Kronman, bootstrap covariance
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

    >>> from aucurate import Resampling
    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> few = Resampling(replicates=200)
    >>> found = metz_kronman_area_test(data["forest"], data["tree"], resampling=few)
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    AUC difference 0.019 (95% CI 0.001 to 0.037), p = 0.043, Metz-Kronman area, bootstrap test,
    paired
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
        return wald_comparison(contest, question, method=METHOD.plus("area"))
    drawn = refits(*pair, resampling, progress)
    one, two = drawn.fits
    areas = drawn.areas
    variance = 0.0 if drawn.alike else float(np.var(areas[:, 0] - areas[:, 1], ddof=1))
    found = (*_common(one, two), *drawn.caveats)
    contest = Contest(one.name, two.name, one.curve.auc, two.curve.auc, variance, "paired", found)
    if drawn.alike:
        smaller = min(one.n_positive, one.n_negative)
        return bounded_comparison(replace(contest, pairs=smaller, identical=True), question)
    return wald_comparison(contest, question, method=METHOD.plus("area, bootstrap", "area"))


def _pair(first: Fitted, second: Fitted, paired: bool | None) -> tuple[Scores, Scores] | None:
    """The two classifiers where they share their observations."""
    if isinstance(first, Scores) and isinstance(second, Scores):
        return (
            (first, second) if is_paired(first, second, paired, "the Metz-Kronman test") else None
        )
    if paired:
        raise OptionError(
            "paired=True needs the Scores of both classifiers.",
            hint="ratings and fits do not identify the observations.",
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
    method: MethodTitle,
    found: list[Caveat],
) -> JointTest:
    values = np.linalg.eigvalsh(spread)
    if not values[0] > 1e-12 * values[1]:
        raise ModelError(
            "the covariance of the difference of the two curves cannot be inverted.",
            hint="use more replicates, or a test of whole curves such as venkatraman_test.",
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


Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

_CHUNK = 500
_LIMIT = 100  # categories in a replicate: enough for a covariance matrix
_FAILED = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Refits:
    """Both fits, and (a, log b) of both classifiers in every replicate that has them.

    ``parameters`` has the axes replicate, classifier, parameter. ``alike`` is set where no
    replicate distinguishes the two.
    """

    fits: tuple[BinormalFit, BinormalFit]
    parameters: Floats
    caveats: tuple[Caveat, ...]

    @property
    def probits(self) -> Floats:
        """The normal deviates of the areas of both classifiers in every replicate."""
        slopes = np.exp(self.parameters[:, :, 1])
        return np.asarray(self.parameters[:, :, 0] / np.hypot(1, slopes))

    @property
    def areas(self) -> Floats:
        """The areas of both classifiers in every replicate."""
        return np.asarray(special.ndtr(self.probits))

    @property
    def alike(self) -> bool:
        """Whether both classifiers always have the same curve."""
        return bool((self.parameters[:, 0] == self.parameters[:, 1]).all())


def refits(
    first: Scores, second: Scores, resampling: Resampling | None, progress: Progress | None = None
) -> Refits:
    """Fit both curves to the data and to every replicate."""
    chosen = resampling or Resampling()
    both = as_paired(first, second)
    fits = [binormal_fit(scores) for scores in both]
    codes, sizes = zip(*(_codes(scores) for scores in both), strict=True)
    drawing = _Drawing(_arranged(np.stack(codes), both.observations.is_positive), sizes)
    rng = np.random.default_rng(chosen.key())
    parameters = draw(
        lambda size: drawing.replicates(size, chosen.stratified, rng),
        chosen.replicates,
        block=_CHUNK,
        progress=progress,
    )
    usable = np.isfinite(parameters).all(axis=(1, 2))
    told = _told(int(usable.sum()), len(parameters), chosen.replicates)
    result = Refits((fits[0], fits[1]), parameters[usable], told)
    if result.alike:
        told = (*told, caveats.identical(*both.names))
    return Refits(result.fits, result.parameters, told)


def _codes(scores: Scores) -> tuple[Codes, int]:
    """The category of every observation, from the lowest up, and how many there are."""
    counts = counts_of_independent(scores, "the Metz-Kronman test")
    groups, size = grouped(counts.positives[::-1], counts.negatives[::-1], _LIMIT)
    ascending = counts.thresholds[::-1]
    return groups[np.searchsorted(ascending, scores.values)], size


def _arranged(codes: Codes, is_positive: NDArray[np.bool_]) -> Codes:
    """Label and categories in an order that neither rows nor the order of classifiers settle.

    So the same observations meet the same random numbers however they were given.
    """
    table = np.stack([is_positive.astype(np.int64), *codes])
    turned = table[[0, 2, 1]]
    views = [rows[:, np.lexsort(rows[::-1])] for rows in (table, turned)]
    return views[1][[0, 2, 1]] if compared(*views) < 0 else views[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """Observations to draw from: label and category by each classifier, and their numbers."""

    rows: Codes
    sizes: tuple[int, ...]

    def replicates(self, size: int, stratified: bool, rng: np.random.Generator) -> Floats:
        """(a, log b) of both classifiers, NaN where there is no fit."""
        labels = self.rows[0]
        tables = [np.zeros((size, 2, categories)) for categories in self.sizes]
        joined = [
            labels * categories + codes
            for categories, codes in zip(self.sizes, self.rows[1:], strict=True)
        ]
        split = len(labels) - int(labels.sum())  # the negatives come first
        pools = [(0, split), (split, len(labels))] if stratified else [(0, len(labels))]
        for row in range(size):
            drawn = np.concatenate([rng.integers(*pool, pool[1] - pool[0]) for pool in pools])
            for table, codes in zip(tables, joined, strict=True):
                counts = np.bincount(codes[drawn], minlength=table[row].size)
                table[row] = counts.reshape(table[row].shape)
        whole = (tables[0].sum(axis=2) > 0).all(axis=1)
        found = np.full((size, 2, 2), np.nan)
        if not whole.any():
            return found
        for at, table in enumerate(tables):
            fits = binormal_fits(collapsed(table[whole, 1], table[whole, 0]))
            found[whole, at] = np.where(fits.converged[:, None], fits.parameters, np.nan)
        return found


def _told(usable: int, done: int, asked: int) -> tuple[Caveat, ...]:
    failed = done - usable
    if usable < 3 or failed > _FAILED * done:
        raise ModelError(
            f"{failed:,} of {count(done, 'replicate')} have no binormal fit, too many for a "
            "covariance matrix.",
            hint=Hint(
                "the test set is too small or too well separated for this model; use {} for the "
                "curves, or {} for the areas.",
                Function("venkatraman_test"),
                Function("delong_test"),
            ),
        )
    found = []
    if failed:
        done_words = count(done, "replicate")
        found.append(caveat(Kind.REPLICATES_WITHOUT_FIT, without=f"{failed:,}", done=done_words))
    return (*found, *monte_carlo.of_finished(done, asked))
