"""Table 5: do two areas differ? The paper's unpaired z, and the paired test that holds here.

The five models score the same observations, so their areas are correlated and the variance of a
difference is smaller than eq. 11 has it: the unpaired z overlooks differences that are there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from aucurate.data.paired import PairedScores
from aucurate.formatting import bare_p_value, digits_for, number
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.inference.core.multiplicity import holm
from aucurate.results import Comparison, Record
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_5


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Record):
    """Two models: the test of the paper and the paired one; ``holm`` is among all pairs."""

    unpaired: Comparison
    paired: Comparison
    holm: float


def differences_of(data: PairedScores) -> tuple[Difference, ...]:
    """The ten comparisons of Table 5 on scores."""
    pairs = [(data[one], data[two]) for one, two in combinations(data.names, 2)]
    paired = [delong_test(*pair) for pair in pairs]
    adjusted = holm([found.p_value for found in paired])
    return tuple(
        Difference(unpaired=hanley_mcneil_test(*pair, paired=False), paired=found, holm=p)
        for pair, found, p in zip(pairs, paired, adjusted, strict=True)
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
