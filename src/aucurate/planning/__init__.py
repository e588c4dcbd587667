"""Power and sample size: how large must a study be to show what it is meant to show?"""

from aucurate.planning.pilots import PilotVariance
from aucurate.planning.plan import Plan, PlanPoint
from aucurate.planning.power import Assurance
from aucurate.planning.sample_size import plan_interval, plan_one, plan_two

__all__ = [
    "Assurance",
    "PilotVariance",
    "Plan",
    "PlanPoint",
    "plan_interval",
    "plan_one",
    "plan_two",
]
