"""Plans of studies whose observations belong together."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import special
from simulations.group_worlds import Design, GroupWorld

from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import delong_interval, delong_null_test, delong_test
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.planning.groups import design_effect
from aucurate.study.plan import plan


def _pair(design: Design = "both, opposed", n_groups: int = 60) -> PairedScores:
    world = GroupWorld(auc=0.8, n_groups=n_groups, rows=5, correlation=0.5, design=design)
    drawn = world.draw(np.random.default_rng(3))
    scores = {"a": drawn.values[0] + 0.5 * drawn.labels, "b": drawn.values[1]}
    return PairedScores.from_arrays(drawn.labels, scores, groups=drawn.groups)


@pytest.mark.parametrize("sizes", [[5] * 40, [1, 9] * 20, [2, 3, 13] * 10])
def test_the_design_effect_is_that_of_a_mean_over_groups(sizes: list[int]) -> None:
    rho, counts = 0.3, np.array(sizes)
    # The variance of the mean of equally correlated values, as a double sum over all pairs.
    variance = sum(m + m * (m - 1) * rho for m in counts) / counts.sum() ** 2
    variation = counts.std() / counts.mean()
    found = design_effect(counts.mean(), rho, variation)
    assert found == pytest.approx(variance * counts.sum(), rel=1e-12)


def test_groups_multiply_the_variance_and_hence_the_size() -> None:
    alone = plan_two(0.8, 0.7, correlation=0.4, power=0.9)
    grouped = plan_two(0.8, 0.7, correlation=0.4, power=0.9, group_size=4, group_correlation=0.25)
    assert grouped.design_effect == pytest.approx(1.75)
    assert grouped.n_positive == pytest.approx(1.75 * alone.n_positive, rel=0.02)
    assert grouped.n_groups == math.ceil(grouped.total / 4)
    same = plan_two(0.8, 0.7, correlation=0.4, power=0.9, group_size=4, design_effect=1.75)
    assert (same.n_positive, same.n_groups) == (grouped.n_positive, grouped.n_groups)


def test_independent_observations_in_groups_need_no_more() -> None:
    for options in ({"design_effect": 1.0}, {"group_size": 7, "group_correlation": 0.0}):
        given: dict[str, Any] = options
        grouped = plan_one(0.8, null=0.7, power=0.8, **given)
        assert grouped.n_positive == plan_one(0.8, null=0.7, power=0.8).n_positive


def test_the_groups_of_an_unpaired_plan_are_those_of_both_test_sets() -> None:
    found = plan_two(0.85, 0.75, paired=False, power=0.8, group_size=3, group_correlation=0.2)
    assert found.n_groups == 2 * math.ceil((found.n_positive + found.n_negative) / 3)
    assert f"in each test set ({found.n_groups // 2} groups of 3 each)" in str(found)
    assert {point.n_groups for point in found.curve([30])} == {40}


def test_the_study_says_how_many_groups_there_are() -> None:
    study = plan(0.9, width=0.1, group_size=2.5, design_effect=1.2)
    assert f"{study.plan.n_groups} groups" in study.sentences()[1]
    assert "groups of 2.5" in study.sentences()[0]
    assert f"{study.plan.n_groups}" in str(study.tables()[0])


@pytest.mark.parametrize("design", ["one class", "both, alike", "both, opposed"])
def test_a_pilot_with_groups_planned_at_its_own_size_has_its_standard_error(design: Design) -> None:
    data = _pair(design)
    sizes: dict[str, Any] = {"n_positive": data["a"].n_positive, "n_negative": data["a"].n_negative}
    comparison, one = delong_test(*data), delong_interval(data["a"])
    found = plan_two(pilot=data, **sizes)
    expected = special.ndtr(abs(comparison.statistic) - special.ndtri(0.975))
    assert found.power == pytest.approx(expected, rel=1e-9)
    assert found.design_effect == pytest.approx(comparison.design_effect, rel=1e-9)
    assert (found.group_size, found.n_groups) == (5.0, 60)
    width = plan_interval(pilot=data["a"], **sizes).width
    assert width == pytest.approx(one.interval.high - one.interval.low, rel=1e-9)
    twice = plan_two(pilot=data, **{name: 2 * size for name, size in sizes.items()})
    away = math.sqrt(2) * abs(comparison.statistic) - special.ndtri(0.975)
    assert twice.power == pytest.approx(special.ndtr(away), rel=1e-9)


def test_pilots_of_two_test_sets_have_the_design_effect_of_the_unpaired_difference() -> None:
    first, second = _pair("one class")["a"], _pair("both, opposed", 40)["b"]
    comparison = delong_test(first, second, paired=False)
    pilot = UnpairedScores((first, second))
    assert plan_two(pilot=pilot, power=0.8).design_effect == pytest.approx(
        comparison.design_effect, rel=1e-9
    )


def test_groups_of_one_are_no_groups() -> None:
    data = _pair()["a"]
    labels = data.is_positive.astype(int)
    one = Scores.from_arrays(labels, data.values, groups=np.arange(len(labels)))
    plain = Scores.from_arrays(labels, data.values)
    assert plan_one(pilot=one, null=0.6, power=0.8) == plan_one(pilot=plain, null=0.6, power=0.8)


def test_few_groups_bring_a_caveat() -> None:
    kinds = [
        caveat.kind for caveat in plan_one(0.9, power=0.9, group_size=10, design_effect=2).caveats
    ]
    assert kinds == ["few_groups"]
    small = plan_one(pilot=_pair(n_groups=12)["a"], null=0.6, power=0.8)
    (message,) = [c.message for c in small.caveats if c.kind == "small_pilot"]
    assert "groups" in message


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"group_size": 5}, "size and the correlation"),
        ({"group_correlation": 0.1}, "size and the correlation"),
        ({"group_size": 0.5, "group_correlation": 0.1}, "group_size"),
        ({"group_size": 5, "group_correlation": 1.5}, "group_correlation"),
        ({"group_size": 5, "group_correlation": -0.5}, "as low as"),
        ({"group_size": 5, "group_correlation": 0.1, "group_size_variation": -1.0}, "variation"),
        ({"design_effect": 0.0}, "design_effect"),
        ({"design_effect": 1.5, "group_correlation": 0.2, "group_size": 3}, "follows from"),
    ],
)
def test_options_that_do_not_make_a_plan_are_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(OptionError, match=match):
        plan_one(0.8, null=0.7, power=0.8, **options)


def test_a_pilot_has_its_own_groups() -> None:
    with pytest.raises(OptionError, match="follows from the pilot"):
        plan_two(pilot=_pair(), power=0.8, design_effect=1.5)


@pytest.mark.parametrize("design", ["one class", "both, alike", "both, opposed"])
def test_planned_power_is_that_of_simulated_studies(design: Design) -> None:
    """A plan from a large study with groups, against DeLong's test in studies of its size."""
    rng = np.random.default_rng(5)
    better, draws = 0.35, 400

    def study(n_groups: int) -> PairedScores:
        world = GroupWorld(auc=0.75, n_groups=n_groups, rows=4, correlation=0.4, design=design)
        drawn = world.draw(rng)
        scores = {"a": drawn.values[0] + better * drawn.labels, "b": drawn.values[1]}
        return PairedScores.from_arrays(drawn.labels, scores, groups=drawn.groups)

    found = plan_two(pilot=study(10_000), power=0.8)
    assert found.n_groups is not None
    even = 2 * math.ceil(found.n_groups / 2)
    shown = sum(delong_test(*study(even)).p_value <= 0.05 for _ in range(draws))
    assert shown / draws == pytest.approx(0.8, abs=4 * math.sqrt(0.16 / draws))


@pytest.mark.parametrize(("rows", "correlation"), [(2, 0.5), (6, 0.3)])
def test_power_planned_with_a_group_correlation_is_that_of_simulated_studies(
    rows: int, correlation: float
) -> None:
    rng, draws = np.random.default_rng(8), 400

    def study(n_groups: int) -> Scores:
        world = GroupWorld(
            auc=0.8, n_groups=n_groups, rows=rows, correlation=correlation, design="one class"
        )
        drawn = world.draw(rng)
        return Scores.from_arrays(drawn.labels, drawn.values[0], groups=drawn.groups)

    # The correlation of placements is less than that of the scores.
    effect = delong_interval(study(20_000)).design_effect
    found = plan_one(
        0.8,
        null=0.7,
        power=0.8,
        variance="binormal",
        null_variance="logit",
        group_size=rows,
        group_correlation=(effect - 1) / (rows - 1),
    )
    assert found.n_groups is not None
    assert effect < 1 + (rows - 1) * correlation
    even = 2 * math.ceil(found.n_groups / 2)
    rejected = [
        delong_null_test(study(even), null=0.7, scale="logit").p_value for _ in range(draws)
    ]
    shown = float(np.mean(np.array(rejected) <= 0.05))
    assert shown == pytest.approx(0.8, abs=4 * math.sqrt(0.16 / draws))
