"""Estimates for a legend: each must be what the drawn curve has, or it belongs to another.

Of a long curve a study carries some points only, and the line through them has not quite the area
of the curve. What is known is where that lies: between two points a curve that rises stays in the
box whose corners they are, so the area of the curve is within half the area of all boxes of that of
the line. An estimate that lies there may belong to the curve, and is taken.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from aucurate.curve.roc import RocCurve
from aucurate.data.paired import position
from aucurate.errors import InputError, OptionError
from aucurate.formatting import number, shortened
from aucurate.results import Estimate

_SAME = 1e-9


def matched(
    estimates: Sequence[Estimate],
    drawn: Mapping[str, float],
    *,
    what: str,
    hint: str,
    slack: Mapping[str, float] | None = None,
) -> dict[str, Estimate]:
    """The estimate of each curve that has one; ``drawn`` are the values of the curves by name.

    ``what`` names that value where it is not the estimate's, ``hint`` says what to give instead.
    ``slack`` is how far an estimate may be from the value, where that is not known to the last
    digit.
    """
    allowed = slack or {}
    found: dict[str, Estimate] = {}
    for one in estimates:
        position(tuple(drawn), one.name)
        if one.name in found:
            raise OptionError(
                f"there are two estimates of '{shortened(one.name)}'.", hint="give one of them."
            )
        found[one.name] = one
        value = drawn[one.name]
        if abs(one.value - value) > max(_SAME, allowed.get(one.name, 0.0)):
            raise InputError(
                f"the estimate of '{shortened(one.name)}' is {number(one.value, 6)}, but {what} "
                f"is {number(value, 6)}.",
                hint=hint,
            )
    return found


def slack_of(curve: RocCurve) -> float:
    """How far the area of a curve may be from that of the line through these points of it.

    >>> from aucurate.curve.roc import roc_curve
    >>> slack_of(roc_curve([0, 0, 1, 1], [1, 2, 2, 3]))
    0.125
    """
    width, height = -np.diff(curve.specificity), np.diff(curve.sensitivity)
    return float(np.sum(width * height) / 2)
