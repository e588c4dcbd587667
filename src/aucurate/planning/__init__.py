"""Power and sample size: how large must a study be to show what it is meant to show?"""

from aucurate.planning.assurance import Assurance
from aucurate.planning.interval import plan_interval
from aucurate.planning.one import plan_one
from aucurate.planning.pilots import PilotVariance
from aucurate.planning.plans import Plan, PlanPoint
from aucurate.planning.two import plan_two

__all__ = [
    "Assurance",
    "PilotVariance",
    "Plan",
    "PlanPoint",
    "plan_interval",
    "plan_one",
    "plan_two",
]
