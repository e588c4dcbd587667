"""Estimates for a legend: each must be what the drawn curve has, or it belongs to another."""

from collections.abc import Mapping, Sequence

from aucurate.data.paired import position
from aucurate.errors import InputError, OptionError
from aucurate.formatting import number, shortened
from aucurate.results import Estimate

_SAME = 1e-9


def matched(
    estimates: Sequence[Estimate], drawn: Mapping[str, float], *, what: str, hint: str
) -> dict[str, Estimate]:
    """The estimate of each curve that has one; ``drawn`` are the values of the curves by name.

    ``what`` names that value where it is not the estimate's, ``hint`` says what to give instead.
    """
    found: dict[str, Estimate] = {}
    for one in estimates:
        position(tuple(drawn), one.name)
        if one.name in found:
            raise OptionError(
                f"there are two estimates of '{shortened(one.name)}'.", hint="give one of them."
            )
        found[one.name] = one
        value = drawn[one.name]
        if abs(one.value - value) > _SAME:
            raise InputError(
                f"the estimate of '{shortened(one.name)}' is {number(one.value, 6)}, but {what} "
                f"is {number(value, 6)}.",
                hint=hint,
            )
    return found
