"""Rates at a threshold of observations in groups, or with sampling weights, by their definition."""

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate
from aucurate.data.scores import Scores
from aucurate.estimates.thresholds.call_moments import Spread
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.inference.operating.effective_counts import EffectiveSize
from aucurate.inference.operating.proportions import proportion_ends
from aucurate.inference.operating.rates import RateKind, rate_estimate, rate_estimates

USES = [
    IntendedUse(),
    IntendedUse(false_negative_cost=5),
    IntendedUse(prevalence=0.1),
    IntendedUse(prevalence=0.3, false_negative_cost=5, false_positive_cost=2),
]


def clustered(
    kind: str = "mixed", *, weights: bool = False, seed: int = 3, groups: int = 14
) -> Scores:
    """Groups of 1 to 6 rows with a common effect; mixed, or of one class each."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(groups), rng.integers(1, 7, groups))
    labels = rng.random(len(codes)) < 0.5 if kind == "mixed" else codes % 2 == 1
    scores = rng.normal(size=len(codes)) + rng.normal(size=groups)[codes] + labels
    given = rng.uniform(0.2, 3, len(codes)) if weights else None
    return Scores.from_arrays(labels, scores, groups=codes, sampling_weights=given)


def rows_of(scores: Scores) -> tuple[np.ndarray, ...]:
    """Labels, calls at 0.5, weights and groups of every row."""
    rows = scores.observations
    weights = np.ones(len(rows)) if rows.weights is None else np.array(rows.weights.values)
    groups = np.arange(len(rows)) if rows.groups is None else rows.groups
    return rows.is_positive, scores.values >= 0.5, weights, groups


def derivative(point: OperatingPoint, rate: Rate, counts: list[float], cell: int) -> float:
    """The derivative of a rate in one of the four counts, numerically."""
    step, ends = 1e-5 * sum(counts), []
    for side in (1, -1):
        moved = [count + side * step * (at == cell) for at, count in enumerate(counts)]
        ends.append(
            OperatingPoint.from_counts(
                true_positives=moved[0],
                false_positives=moved[1],
                n_positive=moved[0] + moved[2],
                n_negative=moved[1] + moved[3],
                use=point.use,
            ).rate(rate)
        )
    return (ends[0] - ends[1]) / (2 * step)


def linearised_variance(scores: Scores, point: OperatingPoint, rate: Rate) -> float:
    """The variance by a loop over the groups, from numerical derivatives in the cells.

    With the classes fixed, the deviations of each class have its own correction for the number of
    groups; otherwise all observations are one sample.
    """
    labels, calls, weights, groups = rows_of(scores)
    cell = np.where(labels, np.where(calls, 0, 2), np.where(calls, 1, 3))
    counts = [float(weights[cell == at].sum()) for at in range(4)]
    slopes = np.array([derivative(point, rate, counts, at) for at in range(4)])
    fixed = rate in ("sensitivity", "specificity", "youden_index") or "ratio" in rate
    fixed |= point.use.prevalence is not None
    moved = weights * slopes[cell]  # what each row adds: to first order these sum to 0 in all
    samples = [labels, ~labels] if fixed else [np.ones(len(labels), bool)]
    sums = np.zeros((len(samples), groups.max() + 1))
    for at, rows in enumerate(samples):
        centred = moved - weights * moved[rows].sum() / weights[rows].sum()
        for row in np.flatnonzero(rows):
            sums[at, groups[row]] += centred[row]
    total, everyone = 0.0, len(set(groups.tolist()))
    for one, two in itertools.product(range(len(samples)), repeat=2):
        own = len(set(groups[samples[one]].tolist())) if one == two else everyone
        total += own / (own - 1) * sum(sums[one] * sums[two])
    return float(total)


@pytest.mark.parametrize("kind", ["mixed", "of one class"])
def test_variances_are_sums_over_groups(kind: str) -> None:
    for weights, use in itertools.product([False, True], USES):
        scores = clustered(kind, weights=weights)
        point = operating_point(scores, 0.5, use=use)
        for estimate, rate in zip(rate_estimates(point), RATES, strict=True):
            expected = linearised_variance(scores, point, rate)
            assert estimate.standard_error**2 == pytest.approx(expected, rel=1e-5), (rate, use)
            assert estimate.interval.low <= estimate.value <= estimate.interval.high
            assert estimate.n_groups == 14
            assert estimate.design_effect > 0


def test_the_interval_is_that_of_effective_counts() -> None:
    """Korn and Graubard's n* and the interval of a proportion, by hand."""
    scores = clustered()
    labels, calls, _, groups = rows_of(scores)
    point = operating_point(scores, 0.5)
    own, called = groups[labels], calls[labels]
    p, n = float(called.mean()), len(own)
    sums = [float((called[own == g] - p).sum()) / n for g in set(own.tolist())]
    units = len(sums)
    v = units / (units - 1) * sum(each**2 for each in sums)
    shared = [set(groups[rows].tolist()) for rows in (labels, ~labels)]
    parts = {True: 0.0, False: 0.0}  # groups with both classes, with positives only
    weight: dict[bool, list[float]] = {True: [], False: []}
    for each, g in zip(sums, set(own.tolist()), strict=True):
        parts[g in shared[1]] += units / (units - 1) * each**2
    for g in set(groups.tolist()):
        share = np.mean(own == g) + np.mean(groups[~labels] == g) * (g in shared[0])
        if g in shared[0] or g in shared[1]:
            mixed = g in shared[0] and g in shared[1]
            if mixed or g in shared[0]:
                weight[mixed].append(share)
    free = 0.0
    for mixed, shares in weight.items():
        whole = 14 if mixed else units
        size = sum(shares) ** 2 / sum(s**2 for s in shares) * (1 - 1 / whole)
        free += parts[mixed] ** 2 / size
    degrees = v**2 / free
    ratio = stats.t.ppf(0.975, n - 1) / stats.t.ppf(0.975, degrees)
    effective = min(n, p * (1 - p) / v * ratio**2)
    pairs: Any = (("score", "wilson"), ("exact", "clopper-pearson"), ("delta", "logit"))
    for kind, method in pairs:
        interval = rate_estimate(point, "sensitivity", kind=kind).interval
        expected = proportion_ends(p * effective, effective, 0.95, method)
        assert (interval.low, interval.high) == pytest.approx(expected, rel=1e-9)


def plain_of(scores: Scores) -> Scores:
    """The same scores without groups and weights."""
    return Scores.from_arrays(scores.is_positive, scores.values)


@for_each("use", USES)
def test_groups_of_one_and_equal_weights_change_nothing(use: IntendedUse) -> None:
    plain = plain_of(clustered())
    rows = len(plain)
    for options in (
        {"groups": np.arange(rows)},
        {"sampling_weights": np.full(rows, 0.3)},
        {"groups": np.arange(rows), "frequency_weights": np.ones(rows)},
    ):
        same = Scores.from_arrays(plain.is_positive, plain.values, **options)
        assert operating_point(same, 0.5, use=use).units is None
        one, two = (rate_estimates(operating_point(s, 0.5, use=use)) for s in (plain, same))
        assert one == two


@for_each("use", USES)
def test_frequency_weights_equal_repeated_rows(use: IntendedUse) -> None:
    scores = clustered()
    counts = np.random.default_rng(1).integers(1, 4, len(scores))
    groups = scores.observations.groups
    for given in (None, groups):
        weighted = Scores.from_arrays(
            scores.is_positive, scores.values, frequency_weights=counts, groups=given
        )
        repeated = Scores.from_arrays(
            np.repeat(scores.is_positive, counts),
            np.repeat(scores.values, counts),
            groups=None if given is None else np.repeat(given, counts),
        )
        pairs = zip(
            rate_estimates(operating_point(weighted, 0.5, use=use)),
            rate_estimates(operating_point(repeated, 0.5, use=use)),
            strict=True,
        )
        for one, two in pairs:
            for field in ("value", "standard_error", "n_positive", "n_negative", "design_effect"):
                assert getattr(one, field) == pytest.approx(getattr(two, field), rel=1e-12)
            ends = (two.interval.low, two.interval.high)
            assert (one.interval.low, one.interval.high) == pytest.approx(ends, rel=1e-12)


def test_the_scale_of_sampling_weights_does_not_matter() -> None:
    scores = clustered(weights=True)
    given = np.array(scores.observations.weights.values)  # type: ignore[union-attr]
    groups = scores.observations.groups
    for factor in (1e-300, 1e300, 7.0):
        other = Scores.from_arrays(
            scores.is_positive, scores.values, sampling_weights=given * factor, groups=groups
        )
        for one, two in zip(
            rate_estimates(operating_point(scores, 0.5)),
            rate_estimates(operating_point(other, 0.5)),
            strict=True,
        ):
            assert one.standard_error == pytest.approx(two.standard_error, rel=1e-9)
            assert one.interval.low == pytest.approx(two.interval.low, rel=1e-9)


def grouped_point(
    calls: list[int], labels: list[int], groups: list[int], **weights: Any
) -> OperatingPoint:
    """The point of scores that are calls."""
    return operating_point(Scores.from_arrays(labels, calls, groups=groups, **weights), 0.5)


DEGENERATE: dict[str, Callable[[], OperatingPoint]] = {
    "one group": lambda: grouped_point([1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]),
    "one group in a class": lambda: grouped_point([1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 1, 2]),
    "all right": lambda: grouped_point([1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0, 0, 1, 2, 2, 3]),
    "all wrong": lambda: grouped_point([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0], [0, 0, 1, 2, 2, 3]),
    "none called": lambda: grouped_point([0] * 6, [1, 1, 1, 0, 0, 0], [0, 0, 1, 2, 2, 3]),
    "all called": lambda: grouped_point([1] * 6, [1, 1, 1, 0, 0, 0], [0, 0, 1, 0, 0, 1]),
    "all groups alike": lambda: grouped_point(
        [1, 0, 1, 0] * 2, [1, 1, 0, 0] * 2, [0, 0, 0, 0, 1, 1, 1, 1]
    ),
    "one weight of nearly all": lambda: grouped_point(
        [1, 0, 1, 0, 1, 1],
        [1, 1, 0, 0, 1, 0],
        [0, 1, 2, 3, 4, 4],
        sampling_weights=[1e300, 1, 1, 1, 1, 1],
    ),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_groups_have_wide_intervals(case: str) -> None:
    point = DEGENERATE[case]()
    for kind in ("score", "exact", "delta"):
        for use in USES:
            counts = OperatingPoint.from_counts(
                true_positives=point.true_positives,
                false_positives=point.false_positives,
                n_positive=point.n_positive,
                n_negative=point.n_negative,
                use=use,
            )
            counts = replace(counts, units=point.units)
            for found, rate in zip(rate_estimates(counts, kind=kind), RATES, strict=True):
                low, high = found.interval.low, found.interval.high
                assert not math.isnan(low + high) or math.isinf(high), rate
                if not math.isnan(found.value):
                    assert low <= found.value <= high
                counted = case not in ("all groups alike", "one weight of nearly all")
                if counted and rate in ("sensitivity", "specificity"):
                    plain = rate_estimate(replace(counts, units=None), rate, kind=kind).interval
                    assert low <= plain.low + 1e-12
                    assert high >= plain.high - 1e-12


def test_a_share_without_variance_counts_groups() -> None:
    point = DEGENERATE["all right"]()
    found = rate_estimate(point, "sensitivity", kind="exact")
    units = 1 / ((2 / 3) ** 2 + (1 / 3) ** 2)  # two groups, one of them twice as large
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (0.025 ** (1 / units), 1.0), rel=1e-12
    )
    assert found.standard_error == 0


def test_records_survive_json() -> None:
    for case in DEGENERATE.values():
        point = case()
        assert OperatingPoint.from_dict(point.to_dict()).to_dict() == point.to_dict()


def test_the_effective_size_is_at_most_the_number_of_observations() -> None:
    assert EffectiveSize(0.25, Spread(0.25 / 1000, 30.0, 0.0025), 100, 10.0).at(0.025) == 100


def coverage(intra: float, kind: RateKind, draws: int) -> tuple[float, float]:
    """How often the interval of a sensitivity of 0.8 covers, with groups and without."""
    rng, hits = np.random.default_rng(5), np.zeros(2)
    for _ in range(draws):
        sizes = rng.integers(2, 8, 40)
        codes = np.repeat(np.arange(40), sizes)
        common = rng.random(len(codes)) < intra
        own = rng.random(len(codes)) < 0.8
        calls = np.where(common, (rng.random(40) < 0.8)[codes], own)
        labels = np.concatenate([np.ones(len(codes), int), [0, 0]])
        scores = np.concatenate([calls, [0, 0]])
        for at, groups in enumerate([np.concatenate([codes, [40, 41]]), None]):
            point = operating_point(Scores.from_arrays(labels, scores, groups=groups), 0.5)
            hits[at] += 0.8 in rate_estimate(point, "sensitivity", kind=kind).interval
    grouped, plain = hits / draws
    return float(grouped), float(plain)


def test_coverage_with_groups_and_without() -> None:
    """2,000 draws give 0.951 with groups and 0.735 without."""
    grouped, plain = coverage(np.sqrt(0.5), "score", 200)
    assert grouped > 0.9
    assert plain < 0.88
