r"""Eq. 18: the factor in front of the integral.

With the densities of Theorem 1 the density of T is

.. math::
    f_T(t) = \frac{K_A^{n_0^A} K_B^{n_0^B}\, t^{n_0^A - 1}}
    {\beta(n_0^A, n_1^A)\,\beta(n_0^B, n_1^B)}
    \int_0^\infty \frac{y^{b-1}\,dy}{(1 + K_A t y)^{L_A} (1 + K_B y)^{L_B}};

eq. 18 has :math:`K_A K_B` without the powers. A density integrates to one: both are integrated over
t and y by the trapezoid rule on the logarithms of both (which has all digits for such integrands),
and compared with eq. 15 at t = 1.

**State**: "printed figure is wrong" if with the powers all integrals are 1 and all densities are
those of eq. 15, to 1e-8, while without them some integral is not 1; "exact" if the printed factor
passes as well; "not reproduced" otherwise, also where one of these numbers could not be computed.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.formatting import magnitude, number
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.agreement import largest
from aucurate_papers.betinec_2008.layout import (
    Shown,
    columns_of,
    floats,
    laid_out,
)
from aucurate_papers.betinec_2008.two_curves import (
    SAME,
    SIZE_NAMES,
    SIZES_SHOWN,
    Sizes,
    equation_15,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

Floats = NDArray[np.float64]

SIZES: tuple[Sizes, ...] = (
    *((1, 4, 1, 2), (5, 5, 7, 7), (2, 3, 4, 3), (3, 2, 2, 4)),
    *((12, 20, 21, 14), (157, 74, 157, 74)),
)
"""In the first two pairs of test sets the powers change nothing: n0 is 1, or K is 1."""

_POINTS = 801


def equation_18(run: Run) -> Made:
    """The factor as printed and with its powers."""
    table = _table(run)
    right = [abs(total - 1) for total in floats(table, "total")]
    beside = [
        abs(ours / theirs - 1)
        for ours, theirs in zip(floats(table, "density"), floats(table, "equation_15"), strict=True)
    ]
    printed = [abs(total - 1) for total in floats(table, "printed_total")]
    holds = largest([*right, *beside]) <= SAME and bool(np.all(np.isfinite(printed)))
    off = sum(not gap <= SAME for gap in printed)
    state: State = "not reproduced"
    if holds:
        state = "printed figure is wrong" if off else "exact"
    exhibit = Exhibit(
        paper="betinec-2008",
        name="equation 18",
        title="The factor of the integral in the proof of Theorem 2",
        state=state,
        shown=(table,),
        verdict=(
            "With K_A and K_B raised to n0A and n0B the density integrates to one (at most "
            f"{magnitude(largest(right))} off) and is eq. 15 (at most {magnitude(largest(beside))} "
            f"off) for {'all' if holds else 'not all'} of the {len(right)} pairs of test sets.",
            f"With the printed K_A K_B it integrates to another number for {off} of them.",
        ),
        differs=_DIFFERS if state == "printed figure is wrong" else "",
        caveats=(),
        provenance=provenance_of(run, source="formulas", method="eq. 18 integrated"),
    )
    return Made(exhibit=exhibit)


_DIFFERS = (
    "The powers of K_A and K_B are missing in print: eq. 11 has them, and only with them does eq. "
    "18 lead to the factor R to the power n0A of eq. 15. Theorem 2 and the test are not touched."
)


def _table(run: Run) -> Table:
    names = (
        *SIZE_NAMES,
        *("log10_printed_total", "printed_total", "total"),
        *("printed_density", "density", "equation_15"),
    )
    rows = []
    for at, sizes in enumerate(SIZES):
        run.tell(at, len(SIZES), "equation 18")
        total, density = _log_total(sizes), _log_density_at_1(sizes)
        right, printed = _log_factor(sizes), _log_printed_factor(sizes)
        rows.append(
            (
                *(*sizes, (printed + total) / math.log(10), math.exp(printed + total)),
                *(math.exp(right + total), math.exp(printed + density)),
                *(math.exp(right + density), equation_15(1.0, sizes)),
            )
        )
    run.tell(len(SIZES), len(SIZES), "equation 18")
    return laid_out(
        "factors",
        "Eq. 18: the integral over all t, which must be 1 (shown so if it is to 1e-8), and the "
        "density at t = 1",
        columns_of(names, rows),
        (
            *SIZES_SHOWN,
            Shown("printed_total", "integral: by their formula, K_A K_B", _total),
            Shown("total", "ours, with powers", _total),
            Shown("printed_density", "at t = 1: by their formula", _any_size),
            Shown("density", "ours", _any_size),
            Shown("equation_15", "eq. 15", _any_size),
        ),
    )


def _total(value: float) -> str:
    return "1" if abs(value - 1) <= SAME else _any_size(value)


def _any_size(value: float) -> str:
    return number(value, 8) if 1e-4 <= value < 1e4 else magnitude(value)


def _log_factor(sizes: Sizes) -> float:
    a0, a1, b0, b1 = sizes
    return a0 * math.log(a0 / a1) + b0 * math.log(b0 / b1)


def _log_printed_factor(sizes: Sizes) -> float:
    a0, a1, b0, b1 = sizes
    return math.log(a0 / a1) + math.log(b0 / b1)


def _log_integrand(log_t: Floats, log_y: Floats, sizes: Sizes) -> Floats:
    """What stands behind the factor, with dt and dy on logarithmic scales."""
    a0, a1, b0, b1 = sizes
    constant = float(special.betaln(a0, a1) + special.betaln(b0, b1))
    return np.asarray(
        a0 * log_t
        + (a0 + b0) * log_y
        - (a0 + a1) * np.logaddexp(0, math.log(a0 / a1) + log_t + log_y)
        - (b0 + b1) * np.logaddexp(0, math.log(b0 / b1) + log_y)
        - constant
    )


def _grid(sizes: Sizes) -> Floats:
    """Logarithms far enough to both sides of 0, where T and B_B have their mass."""
    reach = 40 / min(sizes) + 10 * math.sqrt(sum(1 / size for size in sizes))
    return np.linspace(-reach, reach, _POINTS)


def _log_total(sizes: Sizes) -> float:
    grid = _grid(sizes)
    heights = _log_integrand(grid[:, None], grid[None, :], sizes)
    return float(special.logsumexp(heights)) + 2 * math.log(grid[1] - grid[0])


def _log_density_at_1(sizes: Sizes) -> float:
    grid = _grid(sizes)
    heights = _log_integrand(np.zeros(1), grid, sizes)
    return float(special.logsumexp(heights)) + math.log(grid[1] - grid[0])
