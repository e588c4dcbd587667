"""How often a planned study would really show what it was planned to show.

Scores are drawn from the binormal model with equal spread, whatever variance the plan assumed, and
tested with DeLong's test, for which plans are made, or with the tests of ``compare``: MOVER's for
different test sets and for margins.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.auc.delong import (
    AucComponents,
    delong_null_test,
    paired_comparison,
    unpaired_comparison,
)
from aucurate.inference.auc.hanley_mcneil import binormal_correlation
from aucurate.inference.auc.mover import compared_places
from aucurate.inference.auc.mover import unpaired_comparison as mover_unpaired
from aucurate.inference.core.contrasts import Question
from aucurate.planning import Plan
from aucurate.results import Alternative, Comparison

Values = NDArray[np.float64]


def simulated_power(plan: Plan, draws: int, rng: np.random.Generator) -> tuple[float, float]:
    """The share of studies that show what the plan claims, and its Monte Carlo error."""
    share = shown_studies(plan, draws, rng) / draws
    return share, math.sqrt(max(share * (1 - share), 1 / draws) / draws)


def shown_studies(plan: Plan, draws: int, rng: np.random.Generator, *, mover: bool = False) -> int:
    """How many of so many studies show what the plan claims, by DeLong's test or by MOVER's."""
    labels = np.repeat([1, 0], [plan.n_positive, plan.n_negative])
    mixing = score_correlation(plan)
    return sum(_shows(plan, _moments(plan, labels, mixing, rng), mover) for _ in range(draws))


def score_correlation(plan: Plan) -> float:
    """The correlation of normal scores that gives the plan's correlation of AUC estimates."""
    if plan.correlation == 0 or plan.second is None:
        return 0.0
    low, high = -1.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        found = binormal_correlation(
            (plan.first, plan.second), (middle, middle), plan.n_positive, plan.n_negative
        )
        low, high = (middle, high) if found < plan.correlation else (low, middle)
    return middle


def _moments(
    plan: Plan, labels: NDArray[np.int64], mixing: float, rng: np.random.Generator
) -> tuple[AucMoments, ...]:
    shifts = [math.sqrt(2) * float(special.ndtri(auc)) for auc in (plan.first, plan.second or 0.5)]
    noise = rng.normal(size=(2, len(labels)))
    noise[1] = mixing * noise[0] + math.sqrt(1 - mixing**2) * noise[1]
    values = [shift * labels + row for shift, row in zip(shifts, noise, strict=True)]
    if plan.design == "paired":
        both = dict(zip("ab", values, strict=True))
        return (AucMoments.from_scores(PairedScores.from_arrays(labels, both), threads=1),)
    values = values[:1] if plan.design == "one test set" else values
    return tuple(AucMoments.from_scores(Scores.from_arrays(labels, v), threads=1) for v in values)


def _shows(plan: Plan, moments: tuple[AucMoments, ...], mover: bool) -> bool:
    assert plan.level is not None
    level, margin = plan.level, plan.margin or 0.0
    if plan.question == "equivalence":
        above = _test(plan, moments, -margin, "greater", mover).p_value <= level
        return above and _test(plan, moments, margin, "less", mover).p_value <= level
    null = {"non-inferiority": -margin, "superiority": margin}.get(plan.question, 0.0)
    found = _test(plan, moments, null, plan.alternative, mover)
    right = plan.alternative != "two-sided" or found.statistic * (_true(plan) - null) > 0
    return found.p_value <= level and right


def _test(
    plan: Plan,
    moments: tuple[AucMoments, ...],
    null: float,
    alternative: Alternative,
    mover: bool,
) -> Comparison:
    if mover:
        question = Question.checked(alternative, null, 0.95)
        if plan.design == "paired":
            return compared_places(AucComponents.of(moments[0]), 0, 1, question)
        one, two = map(AucComponents.of, moments)
        return mover_unpaired(one, two, question)
    if plan.design == "paired":
        return paired_comparison(
            moments[0], "a", "b", null_difference=null, alternative=alternative
        )
    if plan.design == "unpaired":
        return unpaired_comparison(*moments, null_difference=null, alternative=alternative)
    return delong_null_test(moments[0], null=(plan.second or 0.0) + null, alternative=alternative)


def _true(plan: Plan) -> float:
    return plan.first - (plan.second or 0.0)
