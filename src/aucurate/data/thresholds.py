"""Which scores reach a threshold: the one place where the two are compared.

An observation is called positive when score >= threshold. In double precision that is all there is
to it; in single precision its meaning needs a definition. The single precision number that is
printed as 0.7 is 0.699999988, and by its value it would lie below the threshold 0.7. So a threshold
that single precision does not have is compared with the scores *as they are printed*, that is with
the shortest decimal number that represents each of them; one that single precision has is compared
with their values. The next double after 0.7 calls a score of 0.7 negative, as it does in double
precision.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def reaching(values: NDArray[Any], threshold: float) -> NDArray[np.bool_]:
    """Whether each score reaches the threshold; both run in the same direction.

    >>> reaching(np.array([0.3, 0.35, 0.4], np.float32), 0.35).tolist()
    [False, True, True]
    """
    (cut,) = for_scores(np.array([threshold], np.float64), values.dtype)
    return np.asarray(values >= cut)


def count_reaching(distinct: NDArray[Any], threshold: float) -> int:
    """How many of the distinct scores, from the highest down, reach a threshold.

    >>> count_reaching(np.array([0.9, 0.5, 0.1]), 0.5)
    2
    """
    (cut,) = for_scores(np.array([threshold]), distinct.dtype)
    return len(distinct) - int(np.searchsorted(distinct[::-1], cut, side="left"))


def for_scores(thresholds: NDArray[np.float64], kind: np.dtype[Any]) -> NDArray[np.float64]:
    """The thresholds that have this meaning when compared by value with scores of this kind.

    >>> single = np.dtype(np.float32)
    >>> scores = np.array([0.1, 0.7], np.float32)
    >>> [bool(t <= s) for t, s in zip(for_scores(np.array([0.1, 0.7]), single), scores)]
    [True, True]
    >>> [bool(t <= s) for t, s in zip(for_scores(np.nextafter([0.1, 0.7], 1), single), scores)]
    [False, False]
    """
    if kind != np.float32:
        return thresholds
    return np.array([_first_printed_from(float(t)) for t in thresholds])


def _first_printed_from(threshold: float) -> float:
    """The lowest single precision number that is printed as this one or more."""
    with np.errstate(over="ignore"):
        nearest = np.float32(threshold)
    if float(nearest) == threshold or not np.isfinite(nearest):
        return threshold
    near = (np.nextafter(nearest, np.float32(-np.inf)), nearest)
    after = np.nextafter(nearest, np.float32(np.inf))
    return float(next((one for one in near if float(str(one)) >= threshold), after))
