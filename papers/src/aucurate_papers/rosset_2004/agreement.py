"""When a figure of ours and one of theirs agree: the rules behind every state of this paper."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from aucurate.formatting import number
from aucurate_papers.exhibit import State

ERRORS = 3.0
"""So many simulation standard errors are taken for chance."""

_SAME = 1e-9  # of its size, between two ways to compute one number


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One printed figure and the witnesses for ours.

    ``exact`` is ours, ``again`` the same number by another road without simulation error,
    ``simulated`` the mean over draws with its ``standard_error``; ``printed`` has so many
    ``decimals``.
    """

    exact: float
    again: float
    simulated: float
    standard_error: float
    printed: float
    decimals: int

    @property
    def comes_out(self) -> bool:
        """Whether ours rounds to what is printed."""
        return rounds_to(self.exact, self.printed, self.decimals)

    def is_held(self, errors: float = ERRORS) -> bool:
        """Whether the other road gives ours to 1e-9, and the simulation within so many errors."""
        near = math.isclose(self.exact, self.again, rel_tol=_SAME)
        return near and within(self.exact, self.simulated, self.standard_error, errors)

    def is_ruled_out(self, errors: float = ERRORS) -> bool:
        """Whether the simulation alone speaks against what is printed, whatever we derived."""
        half = 0.5 * 10.0**-self.decimals
        beyond = max(0.0, abs(self.printed - self.simulated) - half)
        return beyond > errors * self.standard_error


def state_of(figures: Iterable[Figure]) -> State:
    """The state of a table of such figures.

    "not reproduced" where a witness speaks against one of ours (the simulation by
    :func:`errors_for` all of them); else "exact" where all come out to the printed digits, and
    "printed figure is wrong" where some of theirs are other numbers.
    """
    told = list(figures)
    errors = errors_for(len(told))
    if not all(figure.is_held(errors) for figure in told):
        return "not reproduced"
    return "exact" if all(figure.comes_out for figure in told) else "printed figure is wrong"


def rounds_to(value: float, printed: float, decimals: int) -> bool:
    """Whether a value, rounded either way at a half, is the printed figure.

    >>> rounds_to(8.362, 8.36, 2), rounds_to(498.37, 476, 0)
    (True, False)
    """
    return abs(value - printed) <= 0.5 * 10.0**-decimals + _SAME * abs(value)


def errors_for(comparisons: int) -> float:
    """Standard errors that any of so many comparisons exceeds as rarely as one exceeds three.

    >>> errors_for(1), round(errors_for(120), 2)
    (3.0, 4.24)
    """
    return ERRORS if comparisons <= 1 else -float(ndtri(ndtr(-ERRORS) / comparisons))


def within(value: float, other: float, standard_error: float, errors: float = ERRORS) -> bool:
    """Whether two numbers are no more than so many standard errors apart."""
    return abs(value - other) <= errors * standard_error


def joint_error(*standard_errors: float) -> float:
    """The standard error of a difference of independent numbers."""
    return math.hypot(*standard_errors)


# Cells that the tables of section 2 share.


Cells = dict[str, tuple[object, ...]]


def setting_cell(n: int, second_probability: float) -> str:
    """A setting under the heading "n, q2".

    >>> setting_cell(50, 0.2)
    '50, 0.2'
    """
    return f"{n}, {number(second_probability, 1)}"


def simulated_cell(value: float, standard_error: float, decimals: int = 3) -> str:
    """A simulated number with its standard error.

    >>> simulated_cell(0.6523, 0.0048)
    '0.652 (0.005)'
    """
    return f"{number(value, decimals)} ({number(standard_error, decimals)})"
