"""Net benefit: the definition, both designs, both methods, degenerate decisions."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, ScoreError
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_interval,
    bootstrap_net_benefit_test,
    net_benefit_interval,
    net_benefit_intervals,
    net_benefit_test,
)
from aucurate.inference.operating.proportions import PairedTable, difference_interval
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison, Estimate

DATA = load_breast_cancer()
FOREST, BAYES = DATA["forest"], DATA["bayes"]
MANY = Resampling(replicates=20_000)


def _gains(scores: Scores, threshold: float) -> NDArray[np.float64]:
    """What each observation adds: the definition, row by row."""
    called = scores.values >= threshold
    weight = threshold / (1 - threshold)
    return np.where(called, np.where(scores.is_positive, 1.0, -weight), 0.0)


@pytest.mark.parametrize("threshold", [0.05, 0.3, 0.8])
def test_the_net_benefit_is_a_mean_over_observations(threshold: float) -> None:
    gains, others = _gains(FOREST, threshold), _gains(BAYES, threshold)
    found = net_benefit_interval(FOREST, threshold)
    assert found.value == pytest.approx(gains.mean(), abs=1e-14)
    assert found.standard_error == pytest.approx(gains.std() / math.sqrt(len(gains)), rel=1e-12)
    both = net_benefit_test(FOREST, BAYES, threshold)
    assert both.difference == pytest.approx((gains - others).mean(), abs=1e-14)
    error = (gains - others).std() / math.sqrt(len(gains))
    assert both.standard_error == pytest.approx(error, rel=1e-10)


def test_a_stated_prevalence_weighs_the_classes() -> None:
    t, prevalence = 0.2, 0.03
    called, other = FOREST.values >= t, BAYES.values >= t
    up = FOREST.is_positive
    value = prevalence * called[up].mean() - (1 - prevalence) * called[~up].mean() * t / (1 - t)
    found = net_benefit_interval(FOREST, t, prevalence=prevalence)
    assert found.value == pytest.approx(value, abs=1e-14)
    parts = [
        (prevalence, called[up].astype(float) - other[up]),
        ((1 - prevalence) * t / (1 - t), called[~up].astype(float) - other[~up]),
    ]
    variance = sum(unit**2 * part.var() / len(part) for unit, part in parts)
    both = net_benefit_test(FOREST, BAYES, t, prevalence=prevalence)
    assert both.standard_error == pytest.approx(math.sqrt(variance), rel=1e-10)


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("paired", [True, False])
def test_the_bootstrap_agrees_with_the_analytic_way(prevalence: float | None, paired: bool) -> None:
    one = net_benefit_interval(FOREST, 0.3, prevalence=prevalence)
    two = bootstrap_net_benefit_interval(FOREST, 0.3, prevalence=prevalence, resampling=MANY)
    assert two.value == pytest.approx(one.value, rel=1e-12)
    assert two.standard_error == pytest.approx(one.standard_error, rel=0.03)
    assert two.interval.low == pytest.approx(one.interval.low, abs=0.004)
    assert two.interval.high == pytest.approx(one.interval.high, abs=0.004)
    first = net_benefit_test(FOREST, BAYES, 0.3, prevalence=prevalence, paired=paired)
    second = bootstrap_net_benefit_test(
        FOREST, BAYES, 0.3, prevalence=prevalence, paired=paired, resampling=MANY
    )
    assert second.difference == pytest.approx(first.difference, rel=1e-12)
    assert second.standard_error == pytest.approx(first.standard_error, rel=0.03)
    assert second.interval.low == pytest.approx(first.interval.low, abs=0.006)


@pytest.mark.parametrize("test", [net_benefit_test, bootstrap_net_benefit_test])
def test_the_test_is_the_interval_inverted(test: Callable[..., Comparison]) -> None:
    found = test(FOREST, DATA["tree"], 0.15)
    exact = test(FOREST, DATA["tree"], 0.15, confidence=1 - found.p_value)
    edge = exact.interval.low if found.difference > 0 else exact.interval.high
    assert edge == pytest.approx(0, abs=0.002)
    greater = test(FOREST, DATA["tree"], 0.15, alternative="greater").p_value
    less = test(FOREST, DATA["tree"], 0.15, alternative="less").p_value
    assert greater + less >= 1 - 1e-12
    assert min(1, 2 * min(greater, less)) == pytest.approx(found.p_value)


def test_swapping_flips_the_sign() -> None:
    for prevalence in (None, 0.1):
        one = net_benefit_test(FOREST, BAYES, 0.2, prevalence=prevalence)
        two = net_benefit_test(BAYES, FOREST, 0.2, prevalence=prevalence)
        turned = one.reversed()
        assert turned.difference == pytest.approx(two.difference, rel=1e-12)
        assert turned.standard_error == pytest.approx(two.standard_error, rel=1e-12)
        assert turned.p_value == pytest.approx(two.p_value, rel=1e-9)
        assert turned.interval.low == pytest.approx(two.interval.low, abs=1e-14)
        assert turned.interval.high == pytest.approx(two.interval.high, abs=1e-14)
    assert Comparison.from_dict(one.to_dict()) == one


def test_a_classifier_does_not_differ_from_itself() -> None:
    for test in (net_benefit_test, bootstrap_net_benefit_test):
        found = test(FOREST, FOREST, 0.2)
        assert (found.difference, found.p_value) == (0, 1)
        assert found.interval.low < 0 < found.interval.high
        once = 1.959964**2 / (len(FOREST) + 1.959964**2)  # Tango's limit of each class
        assert found.interval.high == pytest.approx(once * math.sqrt(1 + 0.25**2), rel=1e-6)
        assert "identical_decisions" in {caveat.kind for caveat in found.caveats}


def test_nobody_and_everybody_called_have_intervals_that_are_not_points() -> None:
    labels = np.repeat([1, 0], [6, 14])
    for value in (0.0, 1.0):
        scores = Scores.from_arrays(labels, np.full(20, value))
        for make in (net_benefit_interval, bootstrap_net_benefit_interval):
            found = make(scores, 0.25)
            assert found.interval.low < found.interval.high
            assert found.value in found.interval
    everybody = net_benefit_interval(Scores.from_arrays(labels, np.ones(20)), 0.25)
    assert everybody.value == pytest.approx(6 / 20 - 14 / 20 / 3)


def test_acting_on_everybody_is_a_classifier_to_compare_with() -> None:
    data = PairedScores.from_arrays(
        FOREST.is_positive, {"forest": FOREST.values, "everybody": np.ones(len(FOREST))}
    )
    found = net_benefit_test(data["forest"], data["everybody"], 0.2)
    prevalence = FOREST.n_positive / len(FOREST)
    assert found.second_value == pytest.approx(prevalence - (1 - prevalence) / 4)
    assert found.p_value < 0.001


def test_several_thresholds_make_a_pointwise_band() -> None:
    found = net_benefit_intervals(FOREST, [0.1, 0.5])
    assert [one.quantity for one in found] == ["net benefit at 0.10", "net benefit at 0.50"]
    assert found[0] == net_benefit_interval(FOREST, 0.1)
    assert Estimate.from_dict(found[0].to_dict()) == found[0]


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(ScoreError, match="must be probabilities"):
        net_benefit_interval(Scores.from_arrays([0, 1], [-1, 2]), 0.5)
    with pytest.raises(ScoreError, match="must be probabilities"):
        net_benefit_interval(Scores.from_arrays([0, 1], [0.5, 0.2], lower=True), 0.5)
    for threshold in (0.0, 1.0, math.nan):
        with pytest.raises(OptionError, match="threshold probability"):
            net_benefit_interval(FOREST, threshold)
    with pytest.raises(OptionError, match="prevalence"):
        net_benefit_interval(FOREST, 0.5, prevalence=1.0)


def test_few_repeats_are_told() -> None:
    few = Resampling(replicates=9)
    found = bootstrap_net_benefit_interval(FOREST, 0.2, resampling=few)
    assert "too_few_replicates" in {caveat.kind for caveat in found.caveats}
    assert math.isfinite(found.interval.low + found.interval.high)


def test_the_paired_interval_comes_from_what_is_decided_otherwise() -> None:
    t, w = 0.3, 0.3 / 0.7
    called, other = FOREST.values >= t, BAYES.values >= t
    parts = []
    for kind in (FOREST.is_positive, ~FOREST.is_positive):
        one, two = int(np.sum(called & ~other & kind)), int(np.sum(~called & other & kind))
        rest = len(FOREST) - one - two
        parts.append(PairedTable(both=rest, first_only=one, second_only=two, neither=0))
    gain, loss = parts
    errors = gain.standard_error, loss.standard_error
    r = -gain.difference * loss.difference / len(FOREST) / (errors[0] * errors[1])
    (a, b), (c, d) = ((i.low, i.high) for i in map(difference_interval, parts))
    down, up = gain.difference - a, w * (d - loss.difference)
    found = net_benefit_test(FOREST, BAYES, t)
    low = found.difference - math.sqrt(down**2 + up**2 - 2 * r * down * up)
    assert found.interval.low == pytest.approx(low, abs=1e-12)
    up, down = b - gain.difference, w * (loss.difference - c)
    high = found.difference + math.sqrt(down**2 + up**2 - 2 * r * down * up)
    assert found.interval.high == pytest.approx(high, abs=1e-12)
    assert (found.method, found.interval.method) == ("MOVER Tango", "MOVER Tango")
    assert net_benefit_test(FOREST, BAYES, t, paired=False).method == "MOVER Wilson"


def test_one_decision_made_otherwise_widens_the_interval() -> None:
    """Decisions alike everywhere must not sound surer than decisions alike but for one."""
    labels, values = np.repeat([1, 0], 20), np.linspace(0.9, 0.1, 40)
    moved = values.copy()
    moved[0] = 0.05
    data = PairedScores.from_arrays(labels, {"a": values, "b": moved})
    alike = net_benefit_test(data["a"], data["a"], 0.1).interval
    once = net_benefit_test(data["a"], data["b"], 0.1)
    assert once.interval.high - once.interval.low > alike.high - alike.low
    assert once.interval.low < 0
    resampled = bootstrap_net_benefit_test(data["a"], data["b"], 0.1)
    told = [c.message for c in resampled.caveats if c.kind == "few_discordant_decisions"]
    assert [message.split(", too few")[0] for message in told] == [
        "The two classifiers disagree on 1 positive observation",
        "The two classifiers disagree on 0 negative observations",
    ]
    apart = bootstrap_net_benefit_test(data["a"], data["b"], 0.1, paired=False)
    assert "few_discordant_decisions" not in {c.kind for c in apart.caveats}


def test_a_tiny_p_value_is_not_lost_in_rounding() -> None:
    labels = np.repeat([1, 0], 2000)
    scores = np.repeat([0.9, 0.1], 2000)
    data = PairedScores.from_arrays(labels, {"right": scores, "wrong": 1 - scores})
    found = net_benefit_test(data["right"], data["wrong"], 0.5)
    assert 0 < found.p_value < 1e-100
