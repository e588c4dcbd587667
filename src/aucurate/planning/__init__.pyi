# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.planning.pilots import PilotVariance as PilotVariance
from aucurate.planning.plan import Plan as Plan
from aucurate.planning.plan import PlanPoint as PlanPoint
from aucurate.planning.power import Assurance as Assurance
from aucurate.planning.sample_size import plan_interval as plan_interval
from aucurate.planning.sample_size import plan_one as plan_one
from aucurate.planning.sample_size import plan_two as plan_two

__all__: list[str]
