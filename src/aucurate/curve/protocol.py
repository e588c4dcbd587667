"""What every curve can be asked, whether it was counted or fitted."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import numbers
from aucurate.errors import OptionError

Rates = NDArray[np.float64]

ROUNDING = 16 * float(np.finfo(np.float64).eps)  # what computing a rate, 1 - 0.7 say, can do to it


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CurvePoints:
    """Points of a curve in the order in which it is drawn, from treat none on.

    ``thresholds`` are NaN where a curve has none: a model of ranks knows rates, not scores.
    """

    thresholds: NDArray[np.float64]
    sensitivity: Rates
    specificity: Rates

    def __len__(self) -> int:
        return len(self.sensitivity)


@runtime_checkable
class Curve(Protocol):
    """A ROC curve: empirical (:class:`~aucurate.curve.RocCurve`) or of a fitted model.

    Rates go in and come out as arrays or numbers. Uncertainty lives in ``aucurate.inference``.
    """

    @property
    def auc(self) -> float:
        """The whole area under the curve."""
        ...

    def sensitivity_at(self, specificity: Any) -> Any:
        """The sensitivity the curve reaches at these specificities."""
        ...

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity the curve reaches at these sensitivities."""
        ...

    def partial_auc(self, low: float, high: float) -> float:
        """The area under the part of the curve with specificity between low and high."""
        ...

    def points(self, count: int = 201) -> CurvePoints:
        """The curve, ready to be drawn; a counted curve has all its points whatever the count."""
        ...


def checked_rates(rates: Any, what: str) -> Rates:
    """Rates between 0 and 1 as an array."""
    values = numbers(rates, what)
    if not np.all((values >= 0) & (values <= 1)):
        raise OptionError(f"a {what} must lie between 0 and 1.", hint=f"90 percent is {what} 0.9.")
    return values


def on_steps(rates: Rates, size: Any) -> Rates:
    """The rates, each that is k/size up to rounding as exactly that quotient of whole numbers.

    The rates of a counted curve are such quotients. They meet a decimal that they equal, but not
    one that was computed: 1 - 0.7 is no 3/10 in floating point, and ``np.linspace(0, 1, 21)`` holds
    no 19/20. What a curve has there is decided by the whole numbers.

    >>> on_steps(np.array([1 - 0.7, 0.31]), 10) == np.array([3 / 10, 0.31])
    array([ True,  True])
    """
    nearest = np.rint(rates * size) / size
    found: Rates = np.where(np.abs(rates - nearest) <= ROUNDING, nearest, rates)
    return found


def checked_range(low: float, high: float) -> tuple[float, float]:
    """A range of specificities that holds something."""
    checked_rates([low, high], "specificity")
    if not low < high:
        raise OptionError(
            f"a partial area needs a range of specificities; this one is {low!r} to {high!r}.",
            hint="partial_auc(0.8, 1) is the area where specificity is at least 0.8.",
        )
    return float(low), float(high)


def as_given(values: Rates, given: Any) -> Any:
    """A number for a number, an array for an array."""
    return float(values) if np.ndim(given) == 0 else values
