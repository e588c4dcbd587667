"""The binormal curve: its closed forms against integrals, the hook, and the plug-in fit."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import integrate, optimize, special, stats
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.curve.protocol import Curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError, UnsupportedError
from aucurate.estimates.fits.binormal import (
    BinormalCurve,
    binormal_curve,
    binormal_fit,
    binormal_fits,
    degenerate,
)
from aucurate.estimates.fits.ordinal import Categories, categories_of, collapsed

quad: Any = integrate.quad
CURVES = [(1.657, 0.713), (0.0, 1.0), (0.0, 0.5), (-1.0, 2.0), (2.0, 50.0), (3.0, 0.02)]
EACH = for_each(("a", "b"), CURVES)


def _area(a: float, b: float, low: float, high: float) -> float:
    """The definition: the curve integrated over 1 - specificity, by its normal deviate."""
    ends = stats.norm.ppf([1 - high, 1 - low])
    steep = np.clip(-a / b + np.array([-9, -6, -3, 0, 3, 6, 9]) / b, *np.clip(ends, -9, 9))
    found = quad(
        lambda z: stats.norm.cdf(a + b * z) * stats.norm.pdf(z),
        *np.clip(ends, -9, 9),
        points=sorted(set(steep)),
        epsabs=1e-13,
        limit=300,
    )
    return float(found[0])


@EACH
@for_each(("low", "high"), [(0.0, 1.0), (0.5, 1.0), (0.8, 0.95), (0.0, 0.3)])
def test_areas_are_the_integral_of_the_curve(a: float, b: float, low: float, high: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    assert curve.partial_auc(low, high) == pytest.approx(_area(a, b, low, high), abs=1e-11)
    if (low, high) == (0, 1):
        assert curve.auc == pytest.approx(curve.partial_auc(0, 1), rel=1e-14)


@settings(max_examples=60, deadline=None)
@example(a=-5e-324, b=2.0, cut=0.25, rate=0.5)
@given(
    a=st.floats(-4, 4),
    b=st.floats(0.05, 20),
    cut=st.floats(0.001, 0.999),
    rate=st.floats(0.01, 0.99),
)
def test_parts_add_up_and_the_inverse_inverts(a: float, b: float, cut: float, rate: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    whole = curve.partial_auc(0, cut) + curve.partial_auc(cut, 1)
    assert whole == pytest.approx(curve.auc, abs=1e-13)
    there = curve.specificity_at(rate)
    if 1e-9 < there < 1 - 1e-9:
        assert curve.sensitivity_at(there) == pytest.approx(rate, abs=1e-5)


@settings(max_examples=60, deadline=None)
@given(a=st.floats(-3, 3), b=st.floats(0.1, 10))
def test_the_hook_is_where_the_curve_runs_below_the_diagonal(a: float, b: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    hook = curve.hook
    if hook is None:
        assert b == 1
        return
    assert hook.sensitivity == pytest.approx(1 - hook.specificity, abs=1e-12)
    rates = stats.norm.cdf(np.linspace(-8, 8, 4001))
    gap = rates - curve.sensitivity_at(1 - rates)
    assert hook.gap == pytest.approx(max(0.0, float(gap.max())), abs=1e-4)
    below = 1 - rates[gap > 1e-9]
    if len(below):
        edge = below.max() if b < 1 else below.min()
        assert edge <= hook.specificity + 1e-9 if b < 1 else edge >= hook.specificity - 1e-9


def test_equal_spreads_have_no_hook() -> None:
    curve = BinormalCurve(intercept=1.0, slope=1.0)
    assert curve.is_proper
    assert curve.hook is None
    assert isinstance(curve, Curve)


def test_the_plug_in_fit_is_the_formula_and_its_thresholds_are_normal_quantiles() -> None:
    rng = np.random.default_rng(0)
    positive, negative = rng.normal(3, 2, 40), rng.normal(1, 1, 60)
    scores = Scores.from_arrays(np.repeat([1, 0], [40, 60]), np.concatenate([positive, negative]))
    curve = binormal_curve(scores)
    s1, s0 = positive.std(ddof=1), negative.std(ddof=1)
    gap = positive.mean() - negative.mean()
    assert curve.intercept == pytest.approx(gap / s1, rel=1e-13)
    assert curve.slope == pytest.approx(s0 / s1, rel=1e-13)
    assert curve.auc == pytest.approx(stats.norm.cdf(gap / math.hypot(s0, s1)), rel=1e-13)
    points = curve.points(51)
    inner = slice(1, -1)
    share = stats.norm.sf(points.thresholds[inner], negative.mean(), s0)
    assert share == pytest.approx(1 - points.specificity[inner], abs=1e-12)
    share = stats.norm.sf(points.thresholds[inner], positive.mean(), s1)
    assert share == pytest.approx(points.sensitivity[inner], abs=1e-12)


def test_units_origins_and_row_order_change_nothing() -> None:
    rng = np.random.default_rng(1)
    labels, values = np.arange(50) % 2, rng.normal(size=50)
    plain = binormal_curve(Scores.from_arrays(labels, values))
    order = rng.permutation(50)
    assert binormal_curve(Scores.from_arrays(labels[order], values[order])) == plain
    for other in (1e300 * values, 1e-300 * values, values + 1e6):
        moved = binormal_curve(Scores.from_arrays(labels, other))
        assert moved.auc == pytest.approx(plain.auc, rel=1e-8)


@pytest.mark.parametrize(
    ("labels", "values", "said"),
    [
        ([0, 0, 1, 1], [1, 1, 2, 3], "every negative observation the score 1"),
        ([0, 0, 1, 1], [1, 2, 0.1, 0.1], "every positive observation the score 0.1"),
        ([0, 0, 1], [1, 2, 3], "one positive observation, the only one, the score 3"),
        ([0, 0, 1, 1], [1, 2, 3, np.inf], "1 infinite score"),
    ],
)
def test_what_has_no_moments_is_refused(labels: Any, values: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        binormal_curve(Scores.from_arrays(labels, values))
    assert caught.value.hint


def test_weights_and_impossible_curves_are_refused() -> None:
    scores = Scores.from_arrays([0, 0, 1, 1], [1, 2, 2, 3], sampling_weights=[1, 2, 3, 4])
    with pytest.raises(UnsupportedError):
        binormal_curve(scores)
    for a, b in ((math.nan, 1.0), (0.0, 0.0), (0.0, -1.0), (math.inf, 1.0)):
        with pytest.raises(OptionError):
            BinormalCurve(intercept=a, slope=b)


# Maximum likelihood from ranks: an independent optimiser, the CT ratings, and what has no fit.


minimise: Any = optimize.minimize


def table(positives: list[int], negatives: list[int]) -> ThresholdCounts:
    """Ratings from the lowest to the highest."""
    return ThresholdCounts(
        thresholds=np.arange(len(positives), 0, -1),
        positives=np.array(positives[::-1]),
        negatives=np.array(negatives[::-1]),
    )


CT = table([3, 2, 2, 11, 33], [33, 6, 6, 11, 2])


def log_likelihood(parameters: NDArray[Any], positives: Any, negatives: Any) -> float:
    """The definition: two multinomial tables, parameters (a, b, thresholds)."""
    a, b, cuts = parameters[0], parameters[1], parameters[2:]
    p = np.diff(np.concatenate([[0], stats.norm.cdf(cuts), [1]]))
    q = np.diff(np.concatenate([[0], stats.norm.cdf(b * cuts - a), [1]]))
    if b <= 0 or (p <= 0).any() or (q <= 0).any():
        return -1e10
    return float(np.sum(negatives * np.log(p)) + np.sum(positives * np.log(q)))


def _optimised(positives: NDArray[Any], negatives: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """Another way to the top: gaps on the log scale, and a quasi-Newton method by differences."""
    shares = np.cumsum((positives + negatives)[:-1]) / (positives + negatives).sum()
    cuts = stats.norm.ppf(shares)

    def unpacked(x: NDArray[Any]) -> NDArray[Any]:
        steps = np.concatenate([[x[2]], np.exp(x[3:])])
        return np.concatenate([[x[0], math.exp(x[1])], np.cumsum(steps)])

    start = np.concatenate([[1.0, 0.0, cuts[0]], np.log(np.diff(cuts))])
    found = minimise(
        lambda x: -log_likelihood(unpacked(x), positives, negatives), start, method="BFGS"
    )
    polished = minimise(
        lambda x: -log_likelihood(unpacked(x), positives, negatives),
        found.x,
        method="Nelder-Mead",
        options={"maxiter": 20_000, "xatol": 1e-9, "fatol": 1e-12, "adaptive": True},
    )
    return unpacked(polished.x), -float(polished.fun)


def test_the_ct_ratings_have_the_published_area() -> None:
    fit = binormal_fit(CT)
    assert fit.curve.auc == pytest.approx(0.911, abs=0.0005)
    assert (fit.n_positive, fit.n_negative) == (51, 58)
    best, reached = _optimised(CT.positives[::-1], CT.negatives[::-1])
    assert fit.curve.intercept == pytest.approx(best[0], abs=1e-5)
    assert fit.curve.slope == pytest.approx(best[1], abs=1e-5)
    assert fit.log_likelihood == pytest.approx(reached, abs=1e-8)
    assert fit.deviates == pytest.approx(best[:1:-1], abs=1e-5)


def test_the_covariance_is_the_inverse_of_minus_the_second_derivatives() -> None:
    fit = binormal_fit(CT)
    best = np.array([fit.curve.intercept, fit.curve.slope, *fit.deviates[::-1]])
    size, h = len(best), 1e-4
    steps = h * np.eye(size)

    def value(x: NDArray[Any]) -> float:
        return log_likelihood(x, CT.positives[::-1], CT.negatives[::-1])

    second = np.empty((size, size))
    for i, j in itertools.product(range(size), repeat=2):
        up, down = steps[i] + steps[j], steps[i] - steps[j]
        second[i, j] = value(best + up) - value(best + down) - value(best - down) + value(best - up)
    found = np.linalg.inv(-second / (4 * h * h))[:2, :2]
    assert np.array(fit.covariance) == pytest.approx(found, rel=1e-4)


@for_each("seed", range(6))
def test_small_tables_and_scores_against_the_optimiser(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = np.arange(30) % 2
    values = (rng.normal(size=30) * (1 + seed % 3 * labels / 2) + labels).round(seed % 2)
    scores = Scores.from_arrays(labels, values)
    tables = categories_of(scores)
    assert not degenerate(tables)[0]
    fit = binormal_fit(scores)
    best, reached = _optimised(tables.positives[0], tables.negatives[0])
    assert fit.log_likelihood >= reached - 1e-9
    assert fit.curve.intercept == pytest.approx(best[0], abs=2e-3)
    assert fit.curve.slope == pytest.approx(best[1], abs=2e-3)


def test_merging_pure_neighbours_changes_neither_fit_nor_covariance() -> None:
    positives, negatives = np.array([0, 0, 1, 2, 0, 4, 3]), np.array([3, 4, 0, 0, 2, 1, 0])
    merged = binormal_fit(table([0, 3, 0, 4, 3], [7, 0, 2, 1, 0]))
    split = Categories(
        positives[None].astype(float), negatives[None].astype(float), np.array([len(positives)])
    )
    fits = binormal_fits(split)
    assert fits.parameters[0, 0] == pytest.approx(merged.curve.intercept, abs=1e-9)
    assert np.exp(fits.parameters[0, 1]) == pytest.approx(merged.curve.slope, abs=1e-9)
    again = binormal_fit(table(positives.tolist(), negatives.tolist()))
    assert np.array(again.covariance) == pytest.approx(np.array(merged.covariance), rel=1e-9)


def test_only_the_order_matters() -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(60) % 2
    values = rng.normal(size=60) + labels
    plain = binormal_fit(Scores.from_arrays(labels, values))
    rows = rng.permutation(60)
    for other in (
        Scores.from_arrays(labels, keeping_ties(np.exp)(values)),
        Scores.from_arrays(labels[rows], values[rows]),
        Scores.from_arrays(labels, np.where(values == np.max(values), np.inf, values)),
    ):
        assert repr(binormal_fit(other)) == repr(plain)  # a NaN equals no other


def test_exchanging_the_classes_mirrors_the_curve() -> None:
    labels, values = np.arange(60) % 2, np.random.default_rng(0).normal(size=60)
    values = values * (1 + labels) + labels
    plain = binormal_fit(Scores.from_arrays(labels, values)).curve
    other = binormal_fit(Scores.from_arrays(1 - labels, -values)).curve
    assert other.slope == pytest.approx(1 / plain.slope, rel=1e-8)
    assert other.intercept == pytest.approx(plain.intercept / plain.slope, rel=1e-8)
    assert other.auc == pytest.approx(plain.auc, rel=1e-10)


def test_normal_scores_in_numbers_have_the_curve_of_their_moments() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(100_000) < 0.4
    values = np.where(labels, 1.2 + 1.3 * rng.normal(size=100_000), rng.normal(size=100_000))
    scores = Scores.from_arrays(labels, values)
    fit, plain = binormal_fit(scores), binormal_curve(scores)
    assert len(fit.deviates) < 400
    assert fit.curve.intercept == pytest.approx(plain.intercept, abs=0.01)
    assert fit.curve.slope == pytest.approx(plain.slope, abs=0.01)
    fewer = binormal_fit(scores, limit=100)
    assert fewer.curve.auc == pytest.approx(fit.curve.auc, abs=2e-4)


@for_each(
    ("positives", "negatives", "said"),
    [
        ([0, 0, 5], [3, 3, 0], "separated perfectly"),
        ([5, 0], [0, 5], "separated perfectly"),
        ([0, 2, 5], [3, 3, 0], "separated perfectly but for one category"),
        ([4, 4], [2, 7], "only 2 categories"),
        ([4], [2], "only 1 category"),
        ([3, 0, 4], [0, 5, 0], "horizontal and vertical"),
        ([3, 1, 0, 1, 2], [0, 2, 5, 1, 0], "from the highest, [+]M-M[+]"),
        ([0, 3, 0], [4, 0, 5], "from the highest, -[+]-"),
    ],
)
def test_tables_without_a_maximum_are_refused(
    positives: list[int], negatives: list[int], said: str
) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        binormal_fit(table(positives, negatives))
    assert "empirical curve" in caught.value.hint


def _limit(positives: NDArray[Any], negatives: NDArray[Any]) -> float:
    """The log-likelihood of a line that is nearly level, b = 1e-6, drawn through the table.

    Thresholds that cut the negatives all meet the positives at one share; the others lie so far out
    that they cut only the positives.
    """
    below, above = (np.cumsum(x)[:-1] / x.sum() for x in (negatives, positives))
    cuts = (below > 0) & (below < 1)
    level = np.unique(above[cuts].round(12))
    if len(level) > 1:
        return -math.inf
    least = max([*above[below == 0], 0.0])
    share = level[0] if len(level) else (least + min([*above[below == 1], 1.0])) / 2
    a, b = -stats.norm.ppf(np.clip(share, 1e-12, 1 - 1e-12)), 1e-6
    far = (stats.norm.ppf(above) + a) / b
    t = np.where(below == 0, np.minimum(far, -12), np.maximum(far, 12))
    t[cuts] = stats.norm.ppf(below[cuts])
    p = np.diff(np.concatenate([[0], stats.norm.cdf(t), [1]]))
    q = np.diff(np.concatenate([[0], stats.norm.cdf(b * t - a), [1]]))
    return float(np.sum(special.xlogy(negatives, p)) + np.sum(special.xlogy(positives, q)))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_degenerate_is_said_exactly_where_the_likelihood_runs_away(size: int) -> None:
    """In every arrangement of categories the limit is as likely as the data themselves, or not."""
    letters = {"+": (2, 0), "-": (0, 2), "M": (2, 2)}
    for word in itertools.product("+-M", repeat=size):
        m, n = np.array([letters[letter] for letter in word]).T
        if not m.sum() or not n.sum():
            continue
        tables = categories_of(table(m.tolist(), n.tolist()))
        if tables.sizes[0] < 3:
            continue
        m, n = tables.positives[0], tables.negatives[0]
        saturated = sum(float(np.sum(special.xlogy(x, x / x.sum()))) for x in (m, n))
        limit = max(_limit(m, n), _limit(n[::-1], m[::-1]))
        if degenerate(tables)[0]:
            assert limit == pytest.approx(saturated, abs=1e-3)
        else:
            fit = binormal_fit(table(m.astype(int).tolist(), n.astype(int).tolist()))
            assert fit.log_likelihood > limit
            assert 0.01 < fit.curve.slope < 100


def test_one_fit_of_many_tables_is_that_of_each() -> None:
    rng = np.random.default_rng(2)
    positives, negatives = rng.integers(0, 6, (20, 7)), rng.integers(0, 6, (20, 7))
    tables = collapsed(positives.astype(float), negatives.astype(float))
    fits = binormal_fits(tables)
    for row in np.flatnonzero(fits.converged):
        alone = binormal_fit(table(positives[row].tolist(), negatives[row].tolist()))
        assert fits.parameters[row, 0] == pytest.approx(alone.curve.intercept, abs=1e-7)
    assert fits.converged.mean() > 0.8
