"""Planned power against simulated power, with this package's own DeLong test."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import special
from simulations.planning import simulated_power
from tests.loops import for_each

from aucurate.data.scores import Scores
from aucurate.inference.auc.delong import delong_interval
from aucurate.planning import Plan, plan_interval, plan_one, plan_two
from aucurate.planning.variances import binormal_variance

DRAWS = 800
BINORMAL: dict[str, Any] = {"variance": "binormal", "power": 0.8}
PLANS = [
    plan_two(0.85, 0.75, correlation=0.5, **BINORMAL),
    plan_two(0.75, 0.85, correlation=0.5, ratio=3.0, **BINORMAL),
    plan_two(0.8, 0.72, paired=False, ratio=2.0, alternative="greater", **BINORMAL),
    plan_two(0.8, 0.8, correlation=0.4, question="non-inferiority", margin=0.06, **BINORMAL),
    plan_two(0.85, 0.75, correlation=0.4, question="superiority", margin=0.03, **BINORMAL),
    plan_two(0.8, 0.79, correlation=0.4, question="equivalence", margin=0.08, **BINORMAL),
    plan_two(0.8, 0.74, correlation=0.5, null_variance="alternative", **BINORMAL),
    plan_one(0.76, null=0.7, **BINORMAL),
    plan_one(0.76, null=0.7, null_variance="logit", **BINORMAL),
]


@for_each("plan", PLANS, ids=lambda plan: f"{plan.design} {plan.question}")
def test_planned_power_is_simulated_power(plan: Plan) -> None:
    share, error = simulated_power(plan, DRAWS, np.random.default_rng(17))
    assert share == pytest.approx(plan.attained, abs=4 * error)


def test_one_auc_with_the_null_variance_is_the_power_of_the_test_scaled_by_it() -> None:
    plan = plan_one(0.8, null=0.7, **BINORMAL)
    rng, m, draws = np.random.default_rng(3), plan.n_positive, 4000
    shift = math.sqrt(2) * special.ndtri(0.8)
    both = rng.normal(size=(draws, 2 * m)) + shift * (np.arange(2 * m) < m)
    ranks = both.argsort(axis=1).argsort(axis=1)[:, :m].sum(axis=1)
    aucs = (ranks - m * (m - 1) / 2) / m**2
    border = 0.7 + special.ndtri(0.975) * math.sqrt(binormal_variance(0.7, m, m))
    share = float(np.mean(aucs > border))
    assert share == pytest.approx(plan.attained, abs=4 * math.sqrt(0.16 / draws))


@pytest.mark.parametrize(("auc", "null"), [(0.8, 0.7), (0.7, 0.8), (0.65, 0.5), (0.95, 0.9)])
def test_the_default_plan_of_one_auc_is_within_a_few_points_of_the_default_test(
    auc: float, null: float
) -> None:
    plan = plan_one(auc, null=null, **BINORMAL)
    share, error = simulated_power(plan, DRAWS, np.random.default_rng(1))
    assert share == pytest.approx(plan.attained, abs=0.03 + 4 * error)


def test_the_expected_width_is_that_of_the_middle_study() -> None:
    plan = plan_interval(0.85, width=0.1, variance="binormal")
    rng = np.random.default_rng(8)
    labels = np.repeat([1, 0], [plan.n_positive, plan.n_negative])
    shift = math.sqrt(2) * special.ndtri(0.85)
    widths = []
    for _ in range(300):
        scores = Scores.from_arrays(labels, rng.normal(size=len(labels)) + shift * labels)
        interval = delong_interval(scores).interval
        widths.append(interval.high - interval.low)
    assert np.median(widths) == pytest.approx(plan.attained, rel=0.02)
