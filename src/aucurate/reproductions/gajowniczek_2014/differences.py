"""Table 5: do two areas differ? The paper's unpaired z, and the paired test that holds here.

The five models score the same observations, so their areas are correlated and the variance of a
difference is smaller than eq. 11 has it: the unpaired z overlooks differences that are there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.formatting import bare_p_value, digits_for, number
from aucurate.inference.delong import delong_test
from aucurate.inference.hanley_mcneil import hanley_mcneil_test, unpaired_comparison
from aucurate.inference.multiplicity import holm
from aucurate.reproductions.gajowniczek_2014.printed import (
    N_NEGATIVE,
    N_POSITIVE,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)
from aucurate.results import Comparison, Record
from aucurate.study.table import Table

DIGITS = 8  # as many as the paper prints
_HALF_AREA = 0.5e-7  # Table 4 is rounded to seven digits
_HALF_P = 0.5e-8  # and Table 5 to eight


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Record):
    """Two models: the test of the paper and the paired one; ``holm`` is among all pairs."""

    unpaired: Comparison
    paired: Comparison
    holm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed(Record):
    """A p-value of Table 5 from the areas of Table 4, two ways.

    ``from_trapezoid`` takes the trapezoid areas and ``from_mann_whitney`` the ones the paper says
    it took; they differ for C&RT alone. Between ``low`` and ``high`` lie the p-values of all
    trapezoid areas that round to the seven digits of Table 4, before they are rounded themselves.
    """

    first: str
    second: str
    printed: float
    from_trapezoid: float
    low: float
    high: float
    from_mann_whitney: float

    @property
    def comes_out(self) -> bool:
        """Whether the printed value is that of the trapezoid areas, as far as their digits say."""
        return self.low - _HALF_P <= self.printed <= self.high + _HALF_P

    @property
    def comes_out_of_mann_whitney(self) -> bool:
        """Whether it is that of the Mann-Whitney areas: it is where they are the same areas."""
        return self.comes_out and self.from_mann_whitney == self.from_trapezoid


def recomputed() -> tuple[Recomputed, ...]:
    """Table 5 from Table 4 of the paper, without data.

    >>> [round(abs(row.from_trapezoid - row.printed), 5) for row in recomputed()]
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    mann_whitney = {name: areas[0] for name, areas in PRINTED_TABLE_4.items()}
    trapezoid = {name: areas[1] for name, areas in PRINTED_TABLE_4.items()}
    return tuple(
        Recomputed(
            first=first,
            second=second,
            printed=printed,
            from_trapezoid=_from_areas(trapezoid, first, second),
            low=min(_around(trapezoid, first, second)),
            high=max(_around(trapezoid, first, second)),
            from_mann_whitney=_from_areas(mann_whitney, first, second),
        )
        for (first, second), printed in PRINTED_TABLE_5.items()
    )


def differences_of(data: PairedScores) -> tuple[Difference, ...]:
    """The ten comparisons of Table 5 on scores."""
    pairs = [(data[one], data[two]) for one, two in combinations(data.names, 2)]
    paired = [delong_test(*pair) for pair in pairs]
    adjusted = holm([found.p_value for found in paired])
    return tuple(
        Difference(unpaired=hanley_mcneil_test(*pair, paired=False), paired=found, holm=p)
        for pair, found, p in zip(pairs, paired, adjusted, strict=True)
    )


def table_5_recomputed() -> Table:
    """The printed p-values beside those of the printed areas."""
    rows = recomputed()
    return Table(
        name="table_5_recomputed",
        title="Table 5 from the paper's own Table 4: p-values of the unpaired z (eq. 11)",
        header=("models", "theirs", "from trapezoid areas", "from Mann-Whitney areas", "comes out"),
        rows=tuple(
            (
                _both(row.first, row.second),
                *(number(p, DIGITS) for p in (row.printed, row.from_trapezoid)),
                number(row.from_mann_whitney, DIGITS),
                "yes" if row.comes_out else "no",
            )
            for row in rows
        ),
        columns={
            "first": tuple(row.first for row in rows),
            "second": tuple(row.second for row in rows),
            "printed": tuple(row.printed for row in rows),
            "from_trapezoid": tuple(row.from_trapezoid for row in rows),
            "low": tuple(row.low for row in rows),
            "high": tuple(row.high for row in rows),
            "from_mann_whitney": tuple(row.from_mann_whitney for row in rows),
            "comes_out": tuple(row.comes_out for row in rows),
        },
    )


def table_5(rows: Sequence[Difference]) -> Table:
    """The paper's test on our scores, and the paired one beside it."""
    printed = [printed_p(row.paired.first, row.paired.second) for row in rows]
    return Table(
        name="table_5",
        title="Table 5 on our scores: p-values of the paper's unpaired z (wrong for models that "
        "score the same observations) and of the paired DeLong test",
        header=(
            *("models", "unpaired z: theirs", "ours", "difference of AUCs: ours"),
            *("paired DeLong: ours", "Holm-adjusted"),
        ),
        rows=tuple(
            (
                _both(row.paired.first, row.paired.second),
                *(number(p, 4) for p in (theirs, row.unpaired.p_value)),
                _with_interval(row.paired),
                *(bare_p_value(p) for p in (row.paired.p_value, row.holm)),
            )
            for row, theirs in zip(rows, printed, strict=True)
        ),
        columns={
            "first": tuple(row.paired.first for row in rows),
            "second": tuple(row.paired.second for row in rows),
            "printed": tuple(printed),
            "unpaired": tuple(row.unpaired.p_value for row in rows),
            "difference": tuple(row.paired.difference for row in rows),
            "low": tuple(row.paired.interval.low for row in rows),
            "high": tuple(row.paired.interval.high for row in rows),
            "paired": tuple(row.paired.p_value for row in rows),
            "holm": tuple(row.holm for row in rows),
        },
    )


def printed_p(first: str, second: str) -> float:
    """What Table 5 has for two models, whichever is named first."""
    return PRINTED_TABLE_5.get((first, second)) or PRINTED_TABLE_5[second, first]


def _with_interval(found: Comparison) -> str:
    digits = digits_for(found.interval.high - found.interval.low)
    return f"{number(found.difference, digits)} ({found.interval})"


def _both(first: str, second: str) -> str:
    return f"{first}, {second}"


def _from_areas(areas: Mapping[str, float], first: str, second: str) -> float:
    known = [_known(name, areas[name]) for name in (first, second)]
    return unpaired_comparison(*known).p_value


def _around(areas: Mapping[str, float], first: str, second: str) -> tuple[float, float]:
    """The p-values where rounding has moved the two areas apart, or together, as far as it can."""
    apart, together = (
        {**areas, first: areas[first] + way, second: areas[second] - way}
        for way in (_HALF_AREA, -_HALF_AREA)
    )
    return _from_areas(apart, first, second), _from_areas(together, first, second)


def _known(name: str, auc: float) -> AucMoments:
    """Moments of which only the area and the class sizes are known."""
    unknown = np.full((1, 1), np.nan)
    return AucMoments(
        names=(name,),
        aucs=(auc,),
        positive_covariance=unknown,
        negative_covariance=unknown,
        positive_difference=unknown,
        negative_difference=unknown,
        positive_kurtosis=unknown[0],
        negative_kurtosis=unknown[0],
        n_positive=N_POSITIVE,
        n_negative=N_NEGATIVE,
        tied_shares=(0.0,),
    )
