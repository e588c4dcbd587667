# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.crossval.algorithms import default_thresholds as default_thresholds
from aucurate.crossval.cross_validate import cross_validate as cross_validate
from aucurate.crossval.designs import FiveByTwo as FiveByTwo
from aucurate.crossval.designs import FixedTestSet as FixedTestSet
from aucurate.crossval.designs import GivenSplits as GivenSplits
from aucurate.crossval.designs import LeftOut as LeftOut
from aucurate.crossval.splits import Division as Division
from aucurate.crossval.splits import draw_splits as draw_splits
from aucurate.crossval.weighted_decision import WeightedDecision as WeightedDecision

__all__: list[str]
