"""Two classifiers at thresholds, of groups or with sampling weights: variances by their definition.

The definition of every variance is a loop over the groups.
"""

import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import UnsupportedError
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.operating.effective_counts import POSITIVES, share_size
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.joint_region import joint_region
from aucurate.inference.operating.mcnemar import McNemarRate, mcnemar_test
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_interval,
    bootstrap_net_benefit_test,
    net_benefit_interval,
    net_benefit_test,
)
from aucurate.inference.operating.predictive_values import predictive_value_test
from aucurate.inference.operating.proportions import proportion_ends
from aucurate.inference.operating.rates import rate_estimate
from aucurate.results import Comparison

THRESHOLDS = (0.5, 0.4)


def clustered(*, mixed: bool = True, weights: bool = False, seed: int = 4) -> PairedScores:
    """Two classifiers on groups of 1 to 5 rows with common effects."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(16), rng.integers(1, 6, 16))
    labels = rng.random(len(codes)) < 0.5 if mixed else codes % 2 == 0
    common = rng.normal(size=16)[codes] + 2 * labels - 1
    scores = {
        name: 1 / (1 + np.exp(-common - rng.normal(size=len(codes)))) for name in ("one", "two")
    }
    given = rng.uniform(0.2, 3, len(codes)) if weights else None
    return PairedScores.from_arrays(labels, scores, groups=codes, sampling_weights=given)


def parts_of(data: PairedScores) -> tuple[np.ndarray, ...]:
    """Labels, groups and weights of the rows, and the calls of both classifiers."""
    rows = data.observations
    weights = np.ones(len(rows)) if rows.weights is None else np.array(rows.weights.values)
    assert rows.groups is not None
    calls = [data[name].values >= t for name, t in zip(data.names, THRESHOLDS, strict=True)]
    return rows.is_positive, rows.groups, weights, calls[0], calls[1]


def variance(influences: np.ndarray, weights: np.ndarray, groups: np.ndarray) -> float:
    """Of a weighted mean, by a loop over the rows of every group."""
    mean = (weights * influences).sum() / weights.sum()
    units = sorted(set(groups.tolist()))
    sums = [
        sum(
            weights[i] / weights.sum() * (influences[i] - mean) for i in np.flatnonzero(groups == u)
        )
        for u in units
    ]
    return float(len(units) / (len(units) - 1) * sum(each**2 for each in sums))


def cases() -> list[PairedScores]:
    """Groups of one class and of both, with and without weights."""
    return [
        clustered(mixed=mixed, weights=weights)
        for mixed, weights in itertools.product((True, False), repeat=2)
    ]


@pytest.mark.parametrize("rate", ["sensitivity", "specificity", "accuracy"])
def test_mcnemar_is_the_difference_over_its_clustered_variance(rate: McNemarRate) -> None:
    for data in cases():
        labels, groups, weights, one, two = parts_of(data)
        about = {"sensitivity": labels, "specificity": ~labels}.get(
            rate, np.ones(len(labels), bool)
        )
        apart = ((one == labels) * 1.0 - (two == labels))[about]
        expected = variance(apart, weights[about], groups[about])
        found = mcnemar_test(data["one"], data["two"], thresholds=THRESHOLDS, rate=rate)
        mean = float((weights[about] * apart).sum() / weights[about].sum())
        assert found.difference == pytest.approx(mean, rel=1e-12)
        assert found.standard_error**2 == pytest.approx(expected, rel=1e-10)
        assert found.statistic == pytest.approx(mean / math.sqrt(expected), rel=1e-10)
        sizes = [weights[about][groups[about] == u].sum() for u in set(groups[about].tolist())]
        effective = sum(sizes) ** 2 / sum(s**2 for s in sizes)
        degrees = effective * (1 - 1 / len(sizes))
        assert found.degrees_of_freedom == pytest.approx(degrees, rel=1e-10)
        assert found.p_value == pytest.approx(
            2 * stats.t.sf(abs(found.statistic), degrees), rel=1e-10
        )
        assert (found.key, found.n_groups) == ("mcnemar-clustered", 16)
        assert found.difference in found.interval


def test_obuchowski_and_durkalski_with_equal_groups() -> None:
    """With groups of one size Durkalski's statistic is the sum of net differences over its root."""
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(25), 4)
    effect = rng.normal(size=25)[codes]
    first, second = (effect + rng.normal(size=100) > -0.8 for _ in range(2))
    labels = np.append(np.ones(100, int), [0, 0])
    data = PairedScores.from_arrays(
        labels,
        {name: np.append(calls, [0, 0]) for name, calls in (("a", first), ("b", second))},
        groups=np.append(codes, [25, 26]),
    )
    found = mcnemar_test(data["a"], data["b"], thresholds=(0.5, 0.5), rate="sensitivity")
    net = np.bincount(codes, first * 1.0 - second)
    obuchowski = net.sum() / math.sqrt(25 / 24 * ((net - net.mean()) ** 2).sum())
    assert found.statistic == pytest.approx(obuchowski, rel=1e-12)
    durkalski = net.sum() / math.sqrt((net**2).sum())  # without the mean, whatever the truth is
    assert abs(durkalski) == pytest.approx(
        abs(obuchowski) / math.sqrt(24 / 25 + obuchowski**2 / 25), rel=1e-12
    )


@for_each("rate", ["positive_predictive_value", "negative_predictive_value"])
def test_predictive_values_are_ratios_of_totals(rate: Any) -> None:
    for data in cases():
        labels, groups, weights, *calls = parts_of(data)
        positive = rate == "positive_predictive_value"
        values, influences = [], []
        for called in calls:
            called, right = called == positive, labels == positive
            share = weights[called].sum() / weights.sum()
            values.append(float(weights[called & right].sum() / weights[called].sum()))
            influences.append(called * (right - values[-1]) / share)
        found = predictive_value_test(data["one"], data["two"], thresholds=THRESHOLDS, rate=rate)
        expected = variance(influences[0] - influences[1], weights, groups)
        assert (found.first_value, found.second_value) == pytest.approx(values, rel=1e-12)
        assert found.standard_error**2 == pytest.approx(expected, rel=1e-10)
        assert found.statistic == pytest.approx(
            (values[0] - values[1]) / math.sqrt(expected), rel=1e-9
        )
        assert found.difference in found.interval


@for_each("prevalence", [None, 0.2])
def test_net_benefit_has_the_variance_of_groups(prevalence: float | None) -> None:
    for data in cases():
        labels, groups, weights, *_ = parts_of(data)
        calls = [data[name].values >= 0.3 for name in data.names]
        odds = 0.3 / 0.7
        share = weights[labels].sum() / weights.sum() if prevalence is None else prevalence
        means = [(weights * own).sum() / weights.sum() for own in (labels, ~labels)]
        factors = (1.0, 1.0) if prevalence is None else (share / means[0], (1 - share) / means[1])
        worth = np.where(labels, factors[0], -odds * factors[1])
        ones = [net_benefit_interval(data[name], 0.3, prevalence=prevalence) for name in data.names]
        for estimate, called in zip(ones, calls, strict=True):
            assert estimate.value == pytest.approx(
                (weights * worth * called).sum() / weights.sum(), rel=1e-10
            )
            assert estimate.value in estimate.interval
        found = net_benefit_test(data["one"], data["two"], 0.3, prevalence=prevalence)
        apart = worth * (calls[0] * 1.0 - calls[1])
        if prevalence is None:
            for estimate, called in zip(ones, calls, strict=True):
                expected = variance(worth * called, weights, groups)
                assert estimate.standard_error**2 == pytest.approx(expected, rel=1e-9)
            expected = variance(apart, weights, groups)
            assert found.standard_error**2 == pytest.approx(expected, rel=1e-9)
        assert found.difference == pytest.approx(ones[0].value - ones[1].value, rel=1e-9)
        assert found.difference in found.interval
        assert found.n_groups == 16
        assert (found.p_value < 0.05) == (0 not in found.interval)
        use = IntendedUse(prevalence=prevalence, false_negative_cost=3)
        cost = expected_cost_test(data["one"], data["two"], thresholds=THRESHOLDS, use=use)
        points = [
            operating_point(data[name], t, use=use)
            for name, t in zip(data.names, THRESHOLDS, strict=True)
        ]
        assert cost.difference == pytest.approx(
            points[0].expected_cost - points[1].expected_cost, rel=1e-12
        )
        assert cost.design_effect > 0


def comparisons(first: Scores, second: Scores) -> list[Comparison]:
    """Every comparison at thresholds."""
    use = IntendedUse(false_negative_cost=3)
    return [
        *(
            mcnemar_test(first, second, thresholds=THRESHOLDS, rate=rate, paired=True)
            for rate in ("sensitivity", "specificity", "accuracy")
        ),
        *(
            predictive_value_test(first, second, thresholds=THRESHOLDS, rate=rate, paired=True)
            for rate in ("positive_predictive_value", "negative_predictive_value")
        ),
        net_benefit_test(first, second, 0.3, paired=True),
        net_benefit_test(first, second, 0.3, prevalence=0.2, paired=True),
        net_benefit_test(first, second, 0.3, paired=False),
        expected_cost_test(first, second, thresholds=THRESHOLDS, use=use, paired=True),
    ]


def rebuilt(data: PairedScores, **options: Any) -> PairedScores:
    """The same scores with other groups and weights."""
    scores = {name: data[name].values for name in data.names}
    return PairedScores.from_arrays(data.observations.is_positive, scores, **options)


def test_groups_of_one_and_equal_weights_change_nothing() -> None:
    data = clustered()
    rows = len(data.observations)
    plain = comparisons(*rebuilt(data))
    assert plain == comparisons(*rebuilt(data, sampling_weights=np.full(rows, 3.0)))
    singles = comparisons(*rebuilt(data, groups=np.arange(rows)))
    assert [c.to_dict() for c in plain] == [c.to_dict() for c in singles]


def test_frequency_weights_equal_repeated_rows() -> None:
    data = clustered()
    counts = np.random.default_rng(1).integers(1, 4, len(data.observations))
    for groups in (None, data.observations.groups):
        weighted = rebuilt(data, frequency_weights=counts, groups=groups)
        repeated = PairedScores.from_arrays(
            np.repeat(data.observations.is_positive, counts),
            {name: np.repeat(data[name].values, counts) for name in data.names},
            groups=None if groups is None else np.repeat(groups, counts),
        )
        for one, two in zip(comparisons(*weighted), comparisons(*repeated), strict=True):
            for field in ("difference", "standard_error", "statistic", "p_value", "design_effect"):
                assert getattr(one, field) == pytest.approx(getattr(two, field), rel=1e-10), field
            ends = (two.interval.low, two.interval.high)
            assert (one.interval.low, one.interval.high) == pytest.approx(ends, rel=1e-10)
        clusters, plain = (
            mcnemar_test(*each, thresholds=THRESHOLDS, kind="clustered", paired=True)
            for each in (tuple(weighted), tuple(repeated))
        )
        assert clusters.statistic == pytest.approx(plain.statistic, rel=1e-12)
        assert clusters.degrees_of_freedom == pytest.approx(plain.degrees_of_freedom, rel=1e-12)


def test_exchanged_classifiers_mirror() -> None:
    for data in cases():
        for one, two in zip(
            comparisons(data["one"], data["two"]),
            [
                mcnemar_test(
                    data["two"], data["one"], thresholds=THRESHOLDS[::-1], rate=rate
                ).reversed()
                for rate in ("sensitivity", "specificity", "accuracy")
            ],
            strict=False,
        ):
            assert one.p_value == pytest.approx(two.p_value, rel=1e-12)
            assert one.interval.low == pytest.approx(two.interval.low, rel=1e-9)


DEGENERATE: dict[str, Callable[[], PairedScores]] = {
    "the same calls": lambda: rebuilt(clustered(), groups=clustered().observations.groups),
    "one group": lambda: rebuilt(clustered(), groups=np.zeros(len(clustered().observations))),
    "all differ alike": lambda: PairedScores.from_arrays(
        [1, 1, 1, 1, 0, 0, 0, 0],
        {"one": [1, 1, 1, 1, 0, 0, 0, 0], "two": [0, 0, 0, 0, 1, 1, 1, 1]},
        groups=[0, 0, 1, 1, 2, 2, 3, 3],
    ),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_comparisons_are_decided(case: str) -> None:
    first, second = DEGENERATE[case]()
    if case == "the same calls":
        second = Scores("two", first.observations, first.values)
        for comparison in (
            mcnemar_test(first, second, thresholds=(0.5, 0.5), paired=True),
            predictive_value_test(first, second, thresholds=(0.5, 0.5), paired=True),
            net_benefit_test(first, second, 0.5, paired=True),
        ):
            assert (comparison.difference, comparison.p_value) == (0, 1)
            assert comparison.interval.low < 0 < comparison.interval.high
        return
    comparison = mcnemar_test(first, second, thresholds=(0.5, 0.5), paired=True)
    assert comparison.difference in comparison.interval
    if case == "one group":
        assert math.isnan(comparison.standard_error)
        assert comparison.interval.low < -0.5
        assert comparison.p_value > 0.3
    else:
        assert comparison.p_value == pytest.approx(2 * stats.norm.sf(2))  # four groups
    net = net_benefit_test(first, second, 0.5, paired=True)
    assert net.difference in net.interval


def test_what_counts_independent_observations_refuses() -> None:
    data = clustered()
    for kind in ("mid-p", "exact", "score"):
        with pytest.raises(UnsupportedError, match=f"the {kind} test counts independent"):
            mcnemar_test(data["one"], data["two"], thresholds=THRESHOLDS, kind=kind)
    with pytest.raises(UnsupportedError, match="does not allow for groups"):
        bootstrap_net_benefit_interval(data["one"], 0.3)
    with pytest.raises(UnsupportedError, match="does not allow for groups"):
        bootstrap_net_benefit_test(data["one"], data["two"], 0.3)


def test_regions_of_groups() -> None:
    for data in cases():
        point = operating_point(data["one"], 0.5)
        assert point.units is not None
        rectangle = joint_region(point)
        assert rectangle.holds(point.sensitivity, point.specificity)
        assert rectangle.n_groups == 16
        ellipse = joint_region(point, shape="ellipse")
        assert ellipse.holds(point.sensitivity, point.specificity)
        covariance = point.units.of_classes(1, -1).variance
        both = [point.units.of_classes(*each).variance for each in ((1, 0), (0, 1))]
        r = (covariance - sum(both)) / (2 * math.sqrt(both[0] * both[1]))
        assert ellipse.rate_correlation == pytest.approx(r, abs=1e-9)
        up, across = ellipse.outline(721)
        inner = [
            ellipse.holds(float(a), float(b))
            for a, b in zip(up * 0.999, across * 0.999, strict=True)
        ]
        assert any(inner)
        for place in range(0, 721, 60):
            one = (np.log(up[place] / (1 - up[place])) - ellipse.sensitivity_centre) / (
                ellipse.sensitivity_radius
            )
            two = (np.log(across[place] / (1 - across[place])) - ellipse.specificity_centre) / (
                ellipse.specificity_radius
            )
            assert one**2 + two**2 - 2 * r * one * two == pytest.approx(1 - r**2, abs=1e-9)


GOLD = Path(__file__).parents[2] / "gold" / "r"
SURVEY = json.loads((GOLD / "survey.json").read_text())
OPERATING = json.loads((GOLD / "operating.json").read_text())


@pytest.mark.parametrize("case", ["groups", "groups_and_weights"])
def test_the_survey_package_of_r_has_the_same_standard_errors(case: str) -> None:
    weights = SURVEY["w"] if case == "groups_and_weights" else None
    data = PairedScores.from_arrays(
        SURVEY["y"],
        {"a": SURVEY["a"], "b": SURVEY["b"]},
        groups=SURVEY["patient"],
        sampling_weights=weights,
    )
    at, theirs = SURVEY["threshold"], SURVEY[case] | OPERATING[case]
    points = [operating_point(scores, at) for scores in data]

    def same(found: Any, value: float, name: str, place: int = 0) -> None:
        expected = theirs[name][place : place + 2]
        assert (value, found.standard_error) == pytest.approx(expected, rel=1e-10), name

    sensitivity = rate_estimate(points[0], "sensitivity")
    same(sensitivity, sensitivity.value, "sensitivity")
    specificity = rate_estimate(points[0], "specificity")
    same(specificity, 1 - specificity.value, "false_positive_rate")
    for place, point in enumerate(points):
        ppv = rate_estimate(point, "positive_predictive_value")
        same(ppv, ppv.value, "positive_predictive_values", 2 * place)
    thresholds = (at, at)
    found = predictive_value_test(data["a"], data["b"], thresholds=thresholds)
    same(found, found.difference, "predictive_value_difference")
    for rate in ("accuracy", "sensitivity"):
        found = mcnemar_test(data["a"], data["b"], thresholds=thresholds, rate=rate)
        same(found, found.difference, f"{rate}_difference")
    called = (data["a"].values >= at).astype(float)
    decisions = Scores("a", data.observations, called)
    net = net_benefit_interval(decisions, 0.2)
    same(net, net.value, "net_benefit")

    # Korn and Graubard's interval of R, whose degrees of freedom are the groups less one.
    units = points[0].units
    assert units is not None
    spread = units.of_classes(1, 0)._replace(degrees_of_freedom=theirs["degrees_of_freedom"])
    size = share_size(sensitivity.value, spread, units, POSITIVES).at(0.025)
    ends = proportion_ends(sensitivity.value * size, size, 0.95, "clopper-pearson")
    assert ends == pytest.approx(theirs["sensitivity_korn_graubard"], rel=1e-10)
