"""Power and sample size: how large must a study be to show what it is meant to show?"""

from aucurate.planning.designs import plan_interval, plan_one, plan_two
from aucurate.planning.pilots import PilotVariance
from aucurate.planning.plan import Plan, PlanPoint
from aucurate.planning.power import Assurance

__all__ = [
    "Assurance",
    "PilotVariance",
    "Plan",
    "PlanPoint",
    "plan_interval",
    "plan_one",
    "plan_two",
]
