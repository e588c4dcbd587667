"""Plans from a pilot study."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import special

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import OptionError, ScoreError
from aucurate.inference.auc.delong import delong_interval, delong_null_test, delong_test
from aucurate.planning import Plan, plan_interval, plan_one, plan_two


def _pair(size: int = 120, shift: float = 0.5) -> PairedScores:
    rng = np.random.default_rng(11)
    labels = np.arange(size) % 3 == 0
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            "a": common + rng.normal(size=size) + (1 + shift) * 1.5 * labels,
            "b": common + rng.normal(size=size) + 1.0 * labels,
        },
    )


def test_at_the_pilots_own_size_the_standard_errors_are_delongs() -> None:
    data = _pair()
    comparison = delong_test(data["a"], data["b"])
    sizes: dict[str, Any] = {"n_positive": data["a"].n_positive, "n_negative": data["a"].n_negative}
    plan = plan_two(pilot=data, **sizes)
    z = special.ndtri(0.975)
    expected = special.ndtr(abs(comparison.statistic) - z)
    assert plan.power == pytest.approx(expected, rel=1e-9)
    assert (plan.first, plan.second) == (comparison.first_value, comparison.second_value)
    one = delong_interval(data["a"])
    interval = plan_interval(pilot=data["a"], **sizes)
    assert interval.width == pytest.approx(one.interval.high - one.interval.low, rel=1e-9)
    against = plan_one(pilot=data["a"], null=0.6, null_variance="alternative", **sizes)
    assert against.power == pytest.approx(
        special.ndtr((one.value - 0.6) / one.standard_error - z), rel=1e-9
    )


def test_one_auc_with_a_pilot_is_planned_on_the_logit_scale() -> None:
    data = _pair()["a"]
    plan = plan_one(pilot=data, null=0.7, n_positive=data.n_positive, n_negative=data.n_negative)
    assert plan.null_variance == "logit"
    statistic = delong_null_test(data, null=0.7, scale="logit").statistic
    assert plan.power == pytest.approx(special.ndtr(statistic - special.ndtri(0.975)), rel=1e-9)


def test_the_ratio_and_the_correlation_are_the_pilots() -> None:
    data = _pair()
    plan = plan_two(pilot=data, power=0.9)
    assert plan.ratio == 2.0
    assert plan.n_negative == 2 * plan.n_positive
    s = AucMoments.from_scores(data).covariance
    assert plan.correlation == pytest.approx(s[0, 1] / math.sqrt(s[0, 0] * s[1, 1]), rel=1e-9)
    assert plan_two(pilot=data, power=0.9, ratio=1.0).n_positive > plan.n_positive


def test_a_paired_pilot_can_plan_separate_test_sets_and_not_the_other_way_round() -> None:
    data = _pair()
    together, apart = plan_two(pilot=data, power=0.8), plan_two(pilot=data, power=0.8, paired=False)
    assert apart.n_positive > together.n_positive
    labels = data.observations.is_positive
    separate = UnpairedScores.from_arrays(
        {"a": (labels, data["a"].values), "b": (labels, data["b"].values)}
    )
    from_separate = plan_two(pilot=separate, power=0.8)
    assert (from_separate.design, from_separate.correlation) == ("unpaired", 0.0)
    assert (from_separate.n_positive, from_separate.attained) == (apart.n_positive, apart.attained)
    with pytest.raises(OptionError, match="separate test sets"):
        plan_two(pilot=separate, power=0.8, paired=True)


def test_moments_and_scores_give_the_same_plan() -> None:
    data = _pair()
    moments = AucMoments.from_scores(data)
    assert plan_two(pilot=moments, power=0.8) == plan_two(pilot=data, power=0.8)


def test_detectable_auc_with_a_pilot() -> None:
    data = _pair()
    plan = plan_two(second=0.75, pilot=data, n_positive=100, n_negative=200, power=0.8)
    assert plan.solved_for == "auc"
    again = plan_two(plan.first, 0.75, pilot=data, n_positive=100, n_negative=200)
    assert again.power == pytest.approx(0.8, abs=1e-9)
    assert [c.kind for c in again.caveats] == ["pilot_elsewhere"]


def test_a_large_binormal_pilot_agrees_with_the_binormal_formula() -> None:
    rng = np.random.default_rng(2)
    labels = np.repeat([0, 1], 20_000)
    shift = math.sqrt(2) * special.ndtri(0.8)
    pilot = Scores.from_arrays(labels, rng.normal(size=40_000) + shift * labels)
    ours = plan_one(0.8, null=0.7, power=0.9, pilot=pilot)
    formula = plan_one(0.8, null=0.7, power=0.9, variance="binormal", null_variance="logit")
    assert ours.n_positive == pytest.approx(formula.n_positive, rel=0.03)


def test_caveats_of_pilots() -> None:
    kinds = [c.kind for c in plan_two(pilot=_pair(45, 1.0), power=0.8).caveats]
    assert kinds[:2] == ["small_pilot", "pilot_as_truth"]


def test_a_size_chosen_for_the_assurance_does_not_take_the_pilot_for_the_truth() -> None:
    pilot = _pair()
    for plan, start in (
        (plan_two(pilot=pilot, power=0.8), "The power treats the AUCs of the pilot"),
        (plan_two(pilot=pilot, assurance=0.8), "The size was chosen for the assurance"),
    ):
        (found,) = (c for c in plan.caveats if c.kind == "pilot_as_truth")
        assert found.message.startswith(start)
        assert ("makes the study too small" in found.message) == (plan.power is not None)


def test_the_plan_of_an_interval_has_no_assurance_to_speak_of() -> None:
    plan = plan_interval(pilot=_pair(), n_positive=50, n_negative=50)
    (found,) = (c for c in plan.caveats if c.kind == "pilot_as_truth")
    assert "assurance" not in found.message


def test_the_plan_with_its_pilot_survives_json() -> None:
    plan = plan_two(pilot=_pair(), power=0.8)
    back = Plan.from_dict(plan.to_dict())
    assert back == plan
    assert back.curve() == plan.curve()


def test_pilots_that_cannot_serve_are_refused() -> None:
    data = _pair()
    with pytest.raises(OptionError, match="has 2 classifiers"):
        plan_one(pilot=data, power=0.8)
    with pytest.raises(OptionError, match="has 1 classifier "):
        plan_two(pilot=data["a"], power=0.8)
    with pytest.raises(OptionError, match="follows from the pilot"):
        plan_two(pilot=data, power=0.8, correlation=0.5)
    perfect = Scores.from_arrays([0, 0, 1, 1], [1, 2, 3, 4])
    with pytest.raises(ScoreError, match="no variance"):
        plan_one(0.9, pilot=perfect, power=0.8)
    lone = Scores.from_arrays([0, 0, 0, 1], [1, 2, 4, 3])
    with pytest.raises(ScoreError, match="no variance"):
        plan_one(0.9, pilot=lone, power=0.8)
