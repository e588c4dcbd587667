"""Table 5 from the paper's own Table 4, without data: eqs. 11 to 13 on its areas.

Table 4 has seven digits and Table 5 eight, so the printed areas give the printed p-values only to
five digits or so. Whether the eight are right is asked jointly: are there five areas, each of which
rounds to that of Table 4, that give all ten p-values as printed? Five numbers that may move by half
a digit cannot be fitted to ten by chance.

**Class sizes.** The paper gives 31,047 observations, of whom 1.96% left; the counts that this
leaves are tried one after the other. It calls n1 the number of negative examples and pairs it with
Q1 in eq. 12; in Hanley and McNeil's formula Q1 belongs to the positives. Both readings are tried.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments
from aucurate.data.units import Part
from aucurate.formatting import magnitude, number
from aucurate.inference.auc.hanley_mcneil import unpaired_comparison
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_LEFT,
    PRINTED_SIZES,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)

DIGITS = 8  # of Table 5
AREA_DIGITS = 7  # of Table 4
_N = PRINTED_SIZES["validation half"]


def possible_counts() -> tuple[int, ...]:
    """How many can have left: what rounds to the printed percentage of the printed size.

    >>> possible_counts()
    (607, 608, 609, 610)
    """
    near = int(_N * PRINTED_LEFT / 100)
    return tuple(
        left
        for left in range(near - 10, near + 11)
        if number(100 * left / _N, 2) == number(PRINTED_LEFT, 2)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Record):
    """Table 5 read in one way: so many left, and ``n_first`` is n1, the size paired with Q1.

    ``areas`` round to the trapezoid areas of Table 4 and come as near to Table 5 as such areas can;
    ``p_values`` are theirs, in the order of the pairs.
    """

    left: int
    n_first: int
    areas: dict[str, float]
    p_values: tuple[float, ...]

    @property
    def gap(self) -> float:
        """The largest distance from a printed p-value."""
        printed = PRINTED_TABLE_5.values()
        return max(abs(p - one) for p, one in zip(self.p_values, printed, strict=True))

    @property
    def comes_out(self) -> tuple[bool, ...]:
        """Which p-values are the printed ones, to all digits."""
        return tuple(
            number(p, DIGITS) == number(one, DIGITS)
            for p, one in zip(self.p_values, PRINTED_TABLE_5.values(), strict=True)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed(Record):
    """A p-value of Table 5 from areas of Table 4.

    ``from_trapezoid`` takes the trapezoid areas as printed, ``within_rounding`` areas that round to
    them, ``from_mann_whitney`` the areas that the paper says it took (they differ for C&RT alone),
    and ``literal`` the trapezoid areas with n1 the number of those who stayed.
    """

    first: str
    second: str
    printed: float
    from_trapezoid: float
    within_rounding: float
    from_mann_whitney: float
    literal: float

    @property
    def comes_out(self) -> bool:
        """Whether the areas within rounding give all printed digits."""
        return number(self.within_rounding, DIGITS) == number(self.printed, DIGITS)

    @property
    def comes_out_of_mann_whitney(self) -> bool:
        """Whether it is that of the Mann-Whitney areas: it is where they are the same areas."""
        return self.comes_out and self.from_mann_whitney == self.from_trapezoid


@cache
def readings() -> tuple[Reading, ...]:
    """All counts with n1 as those who left, then with n1 as those who stayed."""
    counts = possible_counts()
    return tuple(
        [_reading(left, left) for left in counts] + [_reading(left, _N - left) for left in counts]
    )


def best_reading() -> Reading:
    """The reading that comes nearest to Table 5.

    >>> best_reading().left, best_reading().n_first, sum(best_reading().comes_out)
    (609, 609, 10)
    """
    return min(readings(), key=lambda reading: reading.gap)


@cache
def recomputed() -> tuple[Recomputed, ...]:
    """The rows of Table 5, class sizes by the reading that comes nearest.

    >>> [round(abs(row.from_trapezoid - row.printed), 5) for row in recomputed()]
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    best, trapezoid = best_reading(), _printed_areas(1)
    ways = (
        _p_values(trapezoid, best.n_first),
        best.p_values,
        _p_values(_printed_areas(0), best.n_first),
        _p_values(trapezoid, _N - best.left),
    )
    return tuple(
        Recomputed(
            first=first,
            second=second,
            printed=printed,
            from_trapezoid=from_trapezoid,
            within_rounding=within,
            from_mann_whitney=from_mann_whitney,
            literal=literal,
        )
        for ((first, second), printed), from_trapezoid, within, from_mann_whitney, literal in zip(
            PRINTED_TABLE_5.items(), *ways, strict=True
        )
    )


def _reading(left: int, n_first: int) -> Reading:
    """Least squares over the areas; a unit is the last printed digit of each table."""
    from scipy.optimize import least_squares

    names = tuple(PRINTED_TABLE_4)
    start, printed = _printed_areas(1), np.array(list(PRINTED_TABLE_5.values()))

    def moved(steps: NDArray[np.float64]) -> dict[str, float]:
        return {
            name: start[name] + float(step) * 10.0**-AREA_DIGITS
            for name, step in zip(names, steps, strict=True)
        }

    def apart(steps: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((np.array(_p_values(moved(steps), n_first)) - printed) * 10.0**DIGITS)

    found = least_squares(
        apart, np.zeros(len(names)), bounds=(-0.5, 0.5), xtol=1e-12, ftol=1e-12, gtol=1e-12
    )
    areas = moved(found.x)
    return Reading(left=left, n_first=n_first, areas=areas, p_values=_p_values(areas, n_first))


def _printed_areas(at: int) -> dict[str, float]:
    return {name: areas[at] for name, areas in PRINTED_TABLE_4.items()}


def _p_values(areas: Mapping[str, float], n_first: int) -> tuple[float, ...]:
    known = {name: _known(name, area, n_first) for name, area in areas.items()}
    return tuple(unpaired_comparison(known[a], known[b]).p_value for a, b in PRINTED_TABLE_5)


def _known(name: str, auc: float, n_first: int) -> AucMoments:
    """Moments of which only the area and the class sizes are known; Q1 goes with the positives."""
    unknown = np.full((1, 1), np.nan)
    sizes = n_first, _N - n_first
    return AucMoments(
        names=(name,),
        aucs=(auc,),
        parts=tuple(
            Part(covariance=unknown, difference=unknown, kurtosis=unknown[0], size=size)
            for size in sizes
        ),
        n_positive=n_first,
        n_negative=_N - n_first,
        tied_shares=(0.0,),
    )


# Table 5 from Table 4, in rows: p-values, the areas behind them, and the ways to read n1.


def table_5_recomputed() -> Table:
    """The printed p-values beside those of the printed areas."""
    rows = recomputed()
    columns = {
        "printed": tuple(row.printed for row in rows),
        "from_trapezoid": tuple(row.from_trapezoid for row in rows),
        "within_rounding": tuple(row.within_rounding for row in rows),
        "from_mann_whitney": tuple(row.from_mann_whitney for row in rows),
        "literal": tuple(row.literal for row in rows),
    }
    names = tuple(f"{row.first}, {row.second}" for row in rows)
    good = tuple("yes" if row.comes_out else "no" for row in rows)
    shown = [[number(p, DIGITS) for p in values] for values in columns.values()]
    return Table(
        name="table_5_recomputed",
        title="Table 5 from the paper's own Table 4: p-values by its formula (eqs. 11 to 13)",
        header=(
            *("models", "theirs", "from the printed trapezoid areas", "from areas within rounding"),
            *("from the printed Mann-Whitney areas", "n1 as those who stayed", "comes out"),
        ),
        rows=tuple(zip(names, *shown, good, strict=True)),
        columns={
            "first": tuple(row.first for row in rows),
            "second": tuple(row.second for row in rows),
            **columns,
            "comes_out": tuple(row.comes_out for row in rows),
        },
    )


def table_5_areas() -> Table:
    """The areas within rounding that give Table 5."""
    areas = best_reading().areas
    printed = {name: row[1] for name, row in PRINTED_TABLE_4.items()}
    return Table(
        name="table_5_areas",
        title="The trapezoid areas of Table 4, and areas that round to them and give Table 5",
        header=("model", "theirs", "within rounding", "rounded"),
        rows=tuple(
            (
                name,
                number(printed[name], AREA_DIGITS),
                number(area, AREA_DIGITS + 3),
                number(area, AREA_DIGITS),
            )
            for name, area in areas.items()
        ),
        columns={
            "model": tuple(areas),
            "printed": tuple(printed[name] for name in areas),
            "within_rounding": tuple(areas.values()),
        },
    )


def table_5_readings() -> Table:
    """How many p-values come out, by how many left and which of the two sizes n1 is."""
    rows = readings()
    meant = tuple("who left" if row.n_first == row.left else "who stayed" for row in rows)
    out = tuple(sum(row.comes_out) for row in rows)
    return Table(
        name="table_5_readings",
        title="How Table 5 can be read: p-values that come out, with the best areas within the "
        "rounding of Table 4",
        header=("left", "n1 is the number of those", "come out", "largest distance"),
        rows=tuple(
            (f"{row.left:,}", one, f"{good} of {len(row.p_values)}", magnitude(row.gap))
            for row, one, good in zip(rows, meant, out, strict=True)
        ),
        columns={
            "left": tuple(row.left for row in rows),
            "n1": tuple(row.n_first for row in rows),
            "n1_is_of_those": meant,
            "come_out": out,
            "largest_distance": tuple(row.gap for row in rows),
        },
    )
