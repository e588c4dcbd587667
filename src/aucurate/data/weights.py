r"""How much observations count: as so many equal rows, or for so many members of a population.

There are two kinds of weights, which give the same estimates and different uncertainty:

- **frequency** weights are whole numbers. A row with the weight w stands for w equal rows, and
  every result is that of the repeated rows: a table of counts is a data set.
- **sampling** weights say how many members of a population an observation represents (survey
  weights, inverse probabilities of sampling, importance weights). Their scale does not matter. The
  estimates are those of the weighted population, the number of observations is that of the rows,
  and variances allow for the weights (:mod:`aucurate.data.units`).

Rows with the weight 0 are left out and counted. Sums and products of weights are exact: sampling
weights are rounded to whole multiples of about :math:`2^{-60}` of the weight of their class.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import frozen
from aucurate.errors import InputError
from aucurate.hints import Hint

WeightKind: TypeAlias = Literal["frequency", "sampling"]
Whole: TypeAlias = NDArray[np.int64]

ARGUMENTS = {kind: f"{kind}_weights" for kind in get_args(WeightKind)}
"""What the weights of each kind are called among arguments and columns."""

_BITS = 60  # of the weight of a class
_LIMB = 31  # bits of either half of a weight in an exact sum
_MOST = 2**40  # repeated rows: products of their ranks are exact in 128 bits


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of the rows; those of a frequency are whole numbers.

    ``whole`` are the weights as whole numbers: as they are, or for sampling weights relative to
    those of their class. ``is_constant`` says that all rows weigh the same.
    """

    kind: WeightKind
    values: NDArray[np.float64] | Whole
    whole: Whole
    is_constant: bool

    @classmethod
    def of_classes(
        cls,
        kind: WeightKind,
        values: NDArray[np.float64],
        classes: Sequence[NDArray[np.bool_]],
    ) -> "Weights":
        """Of rows that belong to these classes, each of which has some weight."""
        constant = bool(values.min() == values.max())
        if kind == "frequency":
            whole = frozen(values.astype(np.int64))
            return cls(kind, whole, whole, constant)
        exponents = np.zeros(len(values), np.int32)
        for rows in classes:
            own = values * rows
            largest = float(own.max())
            scaled = np.ldexp(own, -int(np.frexp(largest)[1])).sum()
            exponents += rows * np.int32(class_exponent(scaled, largest))
        whole = whole_sampling_weights(values, exponents)
        return cls(kind, frozen(_below_one(values)), frozen(whole), constant)

    def total(self, rows: NDArray[np.bool_] | None = None) -> float:
        """The sum of the weights, or of those of some rows, which their order does not change.

        It is that of weights rounded to multiples of 2^-62 of the largest.
        """
        values = self.values if rows is None else self.values * rows
        exponent = int(np.frexp(values.max())[1])
        values = np.ldexp(values, _LIMB - exponent)
        high = values.astype(np.int64)
        low = np.rint((values - high) * 2.0**_LIMB).astype(np.int64)
        whole = (int(high.sum()) << _LIMB) + int(low.sum())
        return math.ldexp(whole, exponent - 2 * _LIMB)

    def of(self, rows: NDArray[Any]) -> "Weights":
        """The weights of some of the rows."""
        values, whole = frozen(self.values[rows]), frozen(self.whole[rows])
        return Weights(self.kind, values, whole, bool(values.min() == values.max()))


def class_exponent(scaled: float, largest: float) -> int:
    """The power of two that makes the sampling weights of a class whole numbers.

    ``scaled`` is the sum of the weights, relative to the power of two above the ``largest``.
    """
    return _BITS - (int(np.frexp(largest)[1]) + int(np.frexp(scaled)[1]))


def whole_sampling_weights(values: NDArray[np.float64], exponents: Any) -> Whole:
    """Sampling weights as whole numbers, relative to those of their class; none is 0."""
    whole: Whole = np.rint(np.ldexp(values, exponents)).astype(np.int64)
    return np.maximum(whole, 1, out=whole)


def _below_one(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same ratios, with the largest value between a half and 1: no sum overflows."""
    scaled: NDArray[np.float64] = np.ldexp(values, -int(np.frexp(values.max())[1]))
    return scaled


def checked_weights(
    array: NDArray[Any], kind: WeightKind, rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Weights that can be used, 0 included; ``rows`` are the numbers of the rows they belong to."""
    name = ARGUMENTS[kind]
    try:
        text = array.dtype.kind in "USO" and any(isinstance(value, str) for value in array)
        if text or array.dtype.kind == "c":
            raise TypeError
        values = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be numbers.", hint="check the column of weights.") from None
    if not (len(values) and values.min() >= 0 and values.max() < np.inf):
        _refuse(~(np.isfinite(values) & (values >= 0)), values, rows, f"{name} must be 0 or more")
    if kind == "sampling":
        return values
    hint = Hint("weights that are not counts of equal rows are {sampling_weights}.")
    _refuse(values != np.rint(values), values, rows, f"{name} must be whole numbers", hint)
    refuse_too_many(float(values.sum()))
    return values


def refuse_too_many(total: float) -> None:
    """Refuse frequency weights with this sum if it is more than can be counted exactly."""
    if total > _MOST:
        raise InputError(
            f"{ARGUMENTS['frequency']} stand for {total:.3g} observations; at most {_MOST:,} can "
            "be counted exactly.",
            hint=Hint(
                "take a sample of the observations; weights that are not counts of equal rows are "
                "{sampling_weights}."
            ),
        )


def _refuse(
    wrong: NDArray[np.bool_], values: NDArray[np.float64], rows: Whole, rule: str, hint: str = ""
) -> None:
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError(
            f"{rule}; row {int(rows[at])} has {values[at]:g}.",
            hint=hint or "check the column of weights.",
            row=int(rows[at]),
        )
