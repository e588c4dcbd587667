r"""How many independent tuples of classes an average of pairwise AUCs rests on.

With one observation of each class, :math:`\sum w_{ab}\,\psi(y_a(i_a), y_a(i_b))` lies in [0, 1] and
has the average :math:`\theta = \sum w_{ab} A(a|b)` as its mean. The estimate is the mean of it over
all ways to pick :math:`k = \min_c n_c` disjoint, hence independent, tuples of one observation per
class, so the bound of :mod:`aucurate.inference.core.disjoint_pairs` holds for it, and for the
difference of two, as for one AUC, with the smallest class that has weight.
"""

import numpy as np
from numpy.typing import NDArray


def smallest_class(weights: NDArray[np.float64], counts: tuple[int, ...]) -> int:
    """The size of the smallest class that has weight: how many disjoint tuples there are."""
    reach = weights.sum(axis=0) + weights.sum(axis=1)
    return min(size for size, used in zip(counts, reach, strict=True) if used)
