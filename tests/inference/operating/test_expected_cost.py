"""The test of expected cost: against net benefit, McNemar's table and the definition of cost."""

import numpy as np
import pytest
from tests.transforms import keeping_ties

from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.mcnemar import mcnemar_test
from aucurate.inference.operating.net_benefit import net_benefit_test
from aucurate.results import Comparison

DATA = load_breast_cancer()
FOREST, TREE = DATA["forest"], DATA["tree"]
USES = [
    IntendedUse(),
    IntendedUse(false_negative_cost=5),
    IntendedUse(prevalence=0.02, false_positive_cost=3, false_negative_cost=7),
    IntendedUse(prevalence=0.6),
]


def _test(use: IntendedUse, cuts: tuple[float, float] = (0.4, 0.6), **options: str) -> Comparison:
    return expected_cost_test(FOREST, TREE, thresholds=cuts, use=use, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("use", USES)
def test_the_values_are_the_costs_at_the_points(use: IntendedUse) -> None:
    found = _test(use)
    for scores, cut, value in ((FOREST, 0.4, found.first_value), (TREE, 0.6, found.second_value)):
        assert value == operating_point(scores, cut, use=use).expected_cost
    assert found.difference == found.first_value - found.second_value
    assert found.difference in found.interval


@pytest.mark.parametrize("use", USES)
def test_probabilities_cut_at_the_odds_of_the_costs_are_net_benefit(use: IntendedUse) -> None:
    miss, alarm = use.false_negative_cost, use.false_positive_cost
    t = alarm / (alarm + miss)
    benefit = net_benefit_test(FOREST, TREE, t, prevalence=use.prevalence)
    found = _test(use, (t, t))
    assert found.difference == pytest.approx(-miss * benefit.difference, abs=1e-12)
    assert found.interval.low == pytest.approx(-miss * benefit.interval.high, abs=1e-12)
    assert found.interval.high == pytest.approx(-miss * benefit.interval.low, abs=1e-12)
    assert found.p_value == pytest.approx(benefit.p_value, rel=1e-9)


def test_errors_of_equal_cost_are_lost_accuracy() -> None:
    found = _test(IntendedUse(), (0.5, 0.5))
    accuracy = mcnemar_test(FOREST, TREE, thresholds=(0.5, 0.5))
    assert found.difference == pytest.approx(-accuracy.difference)
    assert (found.p_value < 0.05) is (accuracy.p_value < 0.05)


@pytest.mark.parametrize("use", USES)
def test_swapping_flips_the_sign_and_the_sides_add_up(use: IntendedUse) -> None:
    found = _test(use)
    swapped = expected_cost_test(TREE, FOREST, thresholds=(0.6, 0.4), use=use)
    assert swapped.difference == -found.difference
    assert swapped.interval.low == pytest.approx(-found.interval.high, abs=1e-9)
    assert swapped.p_value == pytest.approx(found.p_value)
    less, greater = (_test(use, alternative=way).p_value for way in ("less", "greater"))
    assert less + greater == pytest.approx(1)
    assert (less < greater) is (found.difference < 0)


def test_a_classifier_costs_what_it_costs() -> None:
    found = expected_cost_test(FOREST, FOREST, thresholds=(0.5, 0.5))
    assert (found.difference, found.p_value) == (0, 1)
    assert found.interval.low < 0 < found.interval.high
    assert [caveat.kind for caveat in found.caveats] == ["no_discordant_calls"]


def test_scale_and_direction_of_the_scores_do_not_matter() -> None:
    labels = DATA.observations.is_positive
    *logs, cut = keeping_ties(np.log)([*(TREE.values + 1e-9), 0.6 + 1e-9])
    scores = {"a": -10 * FOREST.values, "b": logs}
    first, second = PairedScores.from_arrays(labels, scores, lower=["a"])
    use = USES[2]
    found = expected_cost_test(first, second, thresholds=(-4.0, cut), use=use)
    assert found.interval == _test(use).interval


def test_different_observations_are_refused() -> None:
    other = Scores.from_arrays([0, 1, 1], [0.1, 0.2, 0.3])
    with pytest.raises(OptionError, match="compared on the same observations"):
        expected_cost_test(FOREST, other, thresholds=(0.5, 0.5))
