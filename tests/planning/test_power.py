"""The power of a plan, from the normal approximation behind it."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import integrate, special, stats
from tests.loops import for_each

from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import OptionError
from aucurate.estimates.auc import auc_of
from aucurate.inference.auc.delong import delong_test
from aucurate.planning import Plan as aucurate_Plan
from aucurate.planning import plan_interval, plan_one
from aucurate.planning import plan_two as aucurate_plan_two
from aucurate.planning.plan import Plan
from aucurate.planning.power import assurance_limit, assurance_of, critical_value, null_difference
from aucurate.planning.sample_size import plan_two


def _plan(**asked: object) -> Plan:
    return plan_two(0.85, 0.8, correlation=0.4, n_positive=100, n_negative=100, **asked)  # type: ignore[arg-type]


@for_each(
    ("asked", "outside"),
    [
        ({}, 0.025),
        ({"alternative": "greater"}, 0.05),
        ({"level": 0.01, "alternative": "greater"}, 0.01),
        ({"question": "non-inferiority", "margin": 0.1}, 0.05),
    ],
)
def test_the_level_is_halved_for_a_two_sided_question_only(
    asked: dict[str, object], outside: float
) -> None:
    assert critical_value(_plan(**asked)) == pytest.approx(-float(special.ndtri(outside)))


def test_a_margin_moves_the_null_to_its_side() -> None:
    assert null_difference(_plan()) == 0
    assert null_difference(_plan(question="non-inferiority", margin=0.1)) == -0.1
    assert null_difference(_plan(question="superiority", margin=0.02)) == 0.02


def test_one_sided_power_is_higher() -> None:
    assert _plan(alternative="greater").attained > _plan().attained


# Assurance: published numbers, the closed form, quadrature, Monte Carlo, and its limit.


def _pair(size: int = 120, shift: float = 0.5, rng: int = 11) -> PairedScores:
    draws = np.random.default_rng(rng)
    labels = np.arange(size) % 3 == 0
    common = draws.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            "a": common + draws.normal(size=size) + (1 + shift) * 1.5 * labels,
            "b": common + draws.normal(size=size) + 1.0 * labels,
        },
    )


def _with_pilot(plan: aucurate_Plan, **changes: float) -> aucurate_Plan:
    assert plan.pilot is not None
    return replace(plan, pilot=replace(plan.pilot, **changes))


def _study_error(plan: aucurate_Plan, m: int, n: int) -> float:
    pilot = plan.pilot
    assert pilot is not None
    of_two = pilot.of_first(m, n) + pilot.of_second(m, n)
    return math.sqrt(of_two - 2 * pilot.shared(m, n))


def test_the_pilots_own_variance_and_degrees_are_delongs() -> None:
    data = _pair()
    comparison = delong_test(data["a"], data["b"])
    pilot = aucurate_plan_two(pilot=data, power=0.8).pilot
    assert pilot is not None
    assert math.sqrt(pilot.estimate_variance) == pytest.approx(comparison.standard_error)
    assert pilot.degrees_of_freedom == pytest.approx(comparison.degrees_of_freedom)
    other = _pair(90, rng=2)["b"]
    arrays = {
        name: (scores.is_positive, scores.values)
        for name, scores in (("a", data["a"]), ("b", other))
    }
    apart = UnpairedScores.from_arrays(arrays)
    comparison = delong_test(data["a"], other)
    pilot = aucurate_plan_two(pilot=apart, power=0.8).pilot
    assert pilot is not None
    assert math.sqrt(pilot.estimate_variance) == pytest.approx(comparison.standard_error)
    assert pilot.degrees_of_freedom == pytest.approx(comparison.degrees_of_freedom)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (1.0, 0.917),  # Killeen (2005), Psychological Science 16, 345-353: p_rep of p = 0.025
        (0.05, 0.5),  # Goodman (1992), Statistics in Medicine 11, 875-879: p = 0.05 again
    ],
)
def test_a_replication_of_the_same_size_has_its_published_probability(
    level: float, expected: float
) -> None:
    """A pilot that is just significant at two-sided 0.05, and a study of its size.

    Both take the variance as known and nothing as known beforehand of the difference. That of the
    same sign is the assurance of a test that always decides (two-sided level 1).
    """
    data = _pair()
    sizes: dict[str, Any] = {"n_positive": 40, "n_negative": 80}
    plan = aucurate_plan_two(pilot=data, **sizes)
    assert plan.second is not None
    error = _study_error(plan, 40, 80)
    just = replace(plan, first=plan.second + special.ndtri(0.975) * error, level=level)
    known = _with_pilot(just, estimate_variance=error**2, degrees_of_freedom=math.inf)
    assert assurance_of(known, 40, 80) == pytest.approx(expected, abs=5e-4)
    assert assurance_limit(known) == pytest.approx(0.975)


def test_the_closed_form_of_a_normal_prior() -> None:
    """O'Hagan, Stevens and Campbell (2005): the estimate of the study has variance s^2 + v."""
    plan = _with_pilot(aucurate_plan_two(pilot=_pair(), power=0.8), degrees_of_freedom=math.inf)
    assert plan.pilot is not None
    assert plan.second is not None
    error = _study_error(plan, 70, 140)
    total = math.hypot(error, math.sqrt(plan.pilot.estimate_variance))
    expected = special.ndtr((plan.first - plan.second - special.ndtri(0.975) * error) / total)
    assert assurance_of(plan, 70, 140) == pytest.approx(expected)


@pytest.mark.parametrize("free", [3.0, 12.0, 200.0])
def test_estimated_variances_are_averaged_over(free: float) -> None:
    plan = _with_pilot(aucurate_plan_two(pilot=_pair(), power=0.8), degrees_of_freedom=free)

    def at(square: float) -> float:
        factor = free / square
        pilot = plan.pilot
        assert pilot is not None
        assert plan.second is not None
        error = _study_error(plan, 70, 140)
        total = math.sqrt(factor * (error**2 + pilot.estimate_variance))
        reach = special.ndtri(0.975) * error * math.sqrt(factor)
        chance = special.ndtr((plan.first - plan.second - reach) / total)
        return float(chance * stats.chi2.pdf(square, free))

    expected, _ = integrate.quad(at, 0, free + 60 * math.sqrt(free), limit=400)
    assert assurance_of(plan, 70, 140) == pytest.approx(expected, abs=2e-5)


QUESTIONS: list[dict[str, Any]] = [
    {},
    {"alternative": "greater"},
    {"question": "non-inferiority", "margin": 0.05},
    {"question": "superiority", "margin": 0.02},
    {"question": "equivalence", "margin": 0.25},
]


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_drawing_the_truth_and_then_the_study(asked: dict[str, Any]) -> None:
    """Variance and difference drawn as the pilot leaves them, then a study, then its test."""
    plan = aucurate_plan_two(pilot=_pair(), n_positive=60, n_negative=120, **asked)
    assert plan.pilot is not None
    assert plan.second is not None
    assert plan.assurance is not None
    draws, rng = 200_000, np.random.default_rng(5)
    free = plan.pilot.degrees_of_freedom
    factor = np.sqrt(free / rng.chisquare(free, draws))
    spread = math.sqrt(plan.pilot.estimate_variance)
    true = plan.first - plan.second + spread * factor * rng.normal(size=draws)
    error = _study_error(plan, 60, 120) * factor
    found = true + error * rng.normal(size=draws)
    margin, question = plan.margin or 0.0, asked.get("question")
    one_sided = question is not None or "alternative" in asked
    z = special.ndtri(0.95 if one_sided else 0.975)
    border = {"non-inferiority": -margin, "superiority": margin}.get(str(question), 0.0)
    shown = found - border > z * error
    claim = true > border
    if question == "equivalence":
        shown = (found + margin > z * error) & (margin - found > z * error)
        claim = np.abs(true) < margin
    assert plan.assurance.attained == pytest.approx(np.mean(shown), abs=0.005)
    assert plan.assurance.limit == pytest.approx(np.mean(claim), abs=0.005)


def test_one_auc_is_averaged_on_the_logit_scale() -> None:
    data = _pair()["a"]
    plan = plan_one(pilot=data, null=0.75, n_positive=60, n_negative=120)
    assert plan.pilot is not None
    assert plan.assurance is not None
    slope = plan.first * (1 - plan.first)
    known = _with_pilot(plan, degrees_of_freedom=math.inf)
    error = math.sqrt(plan.pilot.of_first(60, 120)) / slope
    total = math.hypot(error, math.sqrt(plan.pilot.estimate_variance) / slope)
    away = special.logit(plan.first) - special.logit(0.75)
    expected = special.ndtr((away - special.ndtri(0.975) * error) / total)
    assert assurance_of(known, 60, 120) == pytest.approx(expected)
    assert plan.assurance.attained == pytest.approx(expected, abs=0.02)


def test_sizes_reach_the_assurance_and_smaller_ones_do_not() -> None:
    data = _pair()
    plain = aucurate_plan_two(pilot=data, power=0.8)
    asked = aucurate_plan_two(pilot=data, assurance=0.8)
    assert plain.assurance is not None
    assert asked.assurance is not None
    sizes = asked.n_positive, asked.n_negative
    assert (plain.assurance.n_positive, plain.assurance.n_negative) == sizes
    assert asked.power is None
    assert asked.n_positive > plain.n_positive
    assert asked.assurance.attained == assurance_of(asked, *sizes) >= 0.8
    assert assurance_of(asked, sizes[0] - 1, sizes[1] - 2) < 0.8
    assert plain.assurance.attained < 0.8 <= plain.attained
    assert "For an assurance of 80%" in str(asked)
    curve = plain.curve([plain.n_positive, asked.n_positive])
    assert curve[0].assurance == plain.assurance.attained
    assert curve[1].assurance == pytest.approx(asked.assurance.attained)


def test_no_study_has_more_than_the_chance_that_the_claim_is_true() -> None:
    data = _pair(60, 0.02, rng=4)
    plan = aucurate_plan_two(pilot=data, power=0.9)
    assert plan.assurance is not None
    assert plan.assurance.limit < 0.9
    assert plan.assurance.n_positive is plan.assurance.n_negative is None
    assert assurance_of(plan, 10**9, 10**9) == pytest.approx(plan.assurance.limit, abs=1e-3)
    with pytest.raises(OptionError, match=r"no study has an assurance of 90%.*stays below") as told:
        aucurate_plan_two(pilot=data, assurance=0.9)
    assert "enlarge the pilot" in str(told.value.hint)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"assurance": 0.8, "power": 0.8}, "both set"),
        ({"assurance": 0.8, "first": 0.9}, "the AUCs are stated"),
        ({"assurance": 0.8, "n_positive": 50}, "the size is set as well"),
        ({"assurance": 0.8, "level": None}, "not the level"),
        ({"assurance": 1.5}, "between 0 and 1"),
    ],
)
def test_what_cannot_be_asked_together(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        aucurate_plan_two(pilot=_pair(), **asked)


def test_an_assurance_needs_a_pilot() -> None:
    with pytest.raises(OptionError, match="there is no pilot"):
        plan_one(0.8, null=0.7, assurance=0.8)


def test_plans_that_do_not_rest_on_the_aucs_of_a_pilot_have_none() -> None:
    data = _pair()
    assert aucurate_plan_two(0.9, 0.8, pilot=data, power=0.8).assurance is None
    assert aucurate_plan_two(0.8, 0.7, correlation=0.5, power=0.8).assurance is None
    assert plan_interval(pilot=data, width=0.1).assurance is None
    sizes: dict[str, Any] = {"n_positive": 50, "n_negative": 50, "power": 0.8}
    assert plan_one(pilot=data["a"], null=0.6, **sizes).assurance is None  # finds the AUC
    margin = aucurate_plan_two(auc_of(data["a"]), pilot=data, question="non-inferiority", **sizes)
    assert margin.assurance is not None
    assert margin.assurance.limit > 0.5
