"""Planned studies: the power that was promised, and how often the study shows what it should."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.planning import Plan, plan_one, plan_two
from aucurate.planning.variances import VARIANCES
from simulations.counting import Counts, Question
from simulations.planning import shown_studies

SHOWN = "power"
BY_DEFAULT = "power, test of compare"
COLUMNS = (SHOWN, BY_DEFAULT)


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """A plan as a world to draw from; a plan that comes out otherwise is another world."""

    plan: Plan

    def to_dict(self) -> dict[str, Any]:
        """What was planned, the sizes and the power that were found."""
        plan = self.plan
        said = {
            name: getattr(plan, name)
            for name in (
                "question",
                "design",
                "first",
                "second",
                "correlation",
                "n_positive",
                "n_negative",
                "level",
                "alternative",
                "margin",
                "variance",
                "null_variance",
            )
        }
        return {**said, "promised": round(plan.attained, 4)}


def planned_power(study: PlannedStudy, draws: int, rng: np.random.Generator) -> Counts:
    """How many studies of this plan show what was to be shown."""
    plan, seed = study.plan, int(rng.integers(2**63))
    mover = plan.design == "unpaired" or plan.margin is not None
    by_delong, by_default = (
        float(shown_studies(plan, draws, np.random.default_rng(seed), mover=other))
        for other in (False, mover)
    )
    return {SHOWN: by_delong, BY_DEFAULT: by_default}


def _plans() -> tuple[Plan, ...]:
    found = []
    for name in VARIANCES:
        how: dict[str, Any] = {"variance": name, "power": 0.8}
        margin: dict[str, Any] = {**how, "correlation": 0.5}
        found += [
            plan_one(0.8, null=0.7, **how),
            plan_one(0.9, null=0.8, **how),
            plan_two(0.85, 0.75, correlation=0.5, **how),
            plan_two(0.95, 0.9, correlation=0.5, ratio=3.0, **how),
            plan_two(0.85, 0.75, paired=False, **how),
            plan_two(0.8, 0.8, question="non-inferiority", margin=0.06, **margin),
            plan_two(0.85, 0.75, question="superiority", margin=0.03, **margin),
            plan_two(0.8, 0.8, question="equivalence", margin=0.08, **margin),
        ]
    binormal: dict[str, Any] = {"variance": "binormal", "power": 0.8}
    found += [
        plan_one(0.8, null=0.7, null_variance="logit", **binormal),
        plan_two(0.85, 0.75, correlation=0.5, null_variance="alternative", **binormal),
        plan_two(0.85, 0.75, correlation=0.5, null_variance="reference", **binormal),
    ]
    return tuple(found)


QUESTIONS = (
    Question(
        name="planned power",
        ask=planned_power,
        columns=COLUMNS,
        scenarios=tuple(PlannedStudy(plan) for plan in _plans()),
        draws=2000,
    ),
)
