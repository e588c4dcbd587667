"""What a reader of the exhibits must be told."""

from aucurate.caveats import Kind as Tests
from aucurate.inference.folds.indistinguishable_points import PointSet
from aucurate.results import Caveat
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.paclik_2010.printed import PRINTED_PER_CLASS
from aucurate_papers.paclik_2010.steps import ASSUMED, NEW_VECTORS

CHOSEN_POINT = caveat(Kind.CHOSEN_POINT, "threshold")
CHOSEN_WEIGHTS = caveat(Kind.CHOSEN_POINT, "weights")
OVERLAPPING_DRAWS = caveat(Kind.OVERLAPPING_DRAWS)
NOT_ADJUSTED = caveat(Kind.NOT_ADJUSTED)
VERTICAL = caveat(Kind.VERTICAL_AVERAGING)
ELLIPSES = caveat(Kind.DEGENERATE_ELLIPSES)
WHICH_DIGITS = caveat(Kind.WHICH_OBSERVATIONS, size=PRINTED_PER_CLASS)
SCALING = caveat(Kind.SCALING)
STEP = caveat(Kind.STEP_OF_THE_SEARCH, vectors=NEW_VECTORS, sigma=str(ASSUMED))
RETURNED = caveat(Kind.RETURNED_POINTS)
TIMES = caveat(Kind.TIMES)
ADDED_LATER = caveat(Kind.ADDED_LATER)


def ridge(share: float) -> Caveat:
    """What is done where a covariance matrix cannot be inverted."""
    return caveat(Kind.RIDGE, share=f"{share:g}")


def set_caveats(found: PointSet) -> tuple[Caveat, ...]:
    """Those of the points that cannot be told from the chosen one, in two classes."""
    kinds = (Tests.OVERLAPPING_TRAINING_SETS, Tests.CERTAIN_DIFFERENCE, Tests.NOT_ADJUSTED)
    return (CHOSEN_POINT, *(c for c in found.caveats if c.kind in kinds))


def fold_caveats(found: PointSet) -> tuple[Caveat, ...]:
    """Those of averages over folds."""
    return tuple(c for c in found.caveats if c.kind == Tests.OVERLAPPING_TRAINING_SETS)
