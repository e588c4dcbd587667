"""The four counts beside the printed ones, and the pairs of the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from aucurate.formatting import bare_p_value, shortened
from aucurate.inference.folds import averaged_delong, averaged_error
from aucurate.study.outcomes_numbers import OUTCOMES, Outcome, TestOutcome, counts_of
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.printed import (
    CHESS,
    PRINTED_COUNTS,
    PRINTED_SETS,
    PrintedPair,
)

_HOLDING = f"{averaged_error.METHOD}, {averaged_delong.METHOD}"
Row: TypeAlias = tuple[str, int, int, dict[Outcome, int]]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aucurate_papers.aslan_2009 import Aslan2009


def counts_table(study: Aslan2009) -> Table:
    """Theirs, ours with either chess set, by other tests, and ours on each set."""
    rows: list[Row] = [("theirs", PRINTED_SETS, sum(PRINTED_COUNTS.values()), PRINTED_COUNTS)]
    here = [name for name in CHESS if name in study.datasets]
    for left_out in reversed(here) if len(here) == len(CHESS) else ():
        kept = next(name for name in here if name != left_out)
        rows.append(
            _row(f"ours, with {kept}", [o for o in study.outcomes if o.dataset != left_out])
        )
    rows.append(_row("ours, all", study.outcomes))
    rows.append(_row("ours, all, by signed ranks over folds", study.ranked))
    rows.append(_row(f"ours, {_HOLDING}", study.holding))
    rows += [
        _row(f"ours, {name} alone", [o for o in study.outcomes if o.dataset == name])
        for name in study.datasets
    ]
    return Table(
        name="counts",
        title=f"Error test / AUC test at level {study.level:g}",
        header=("", "data sets", "pairs", *OUTCOMES),
        rows=tuple(
            (shortened(name), f"{sets}", f"{pairs}", *(f"{counts[kind]}" for kind in OUTCOMES))
            for name, sets, pairs, counts in rows
        ),
        columns={
            "which": tuple(row[0] for row in rows),
            "n_sets": tuple(row[1] for row in rows),
            "n_pairs": tuple(row[2] for row in rows),
            **{kind: tuple(row[3][kind] for row in rows) for kind in OUTCOMES},
        },
    )


def _row(name: str, found: Sequence[TestOutcome]) -> Row:
    sets = len({one.dataset for one in found})
    return name, sets, len(found), counts_of(found)


def pairs_table(pairs: Sequence[tuple[PrintedPair, TestOutcome | None]]) -> Table:
    """The pairs that the figures show: the printed outcome and ours."""
    return Table(
        name="pairs",
        title="The pairs of Figs. 2 to 7",
        header=("figure", "data set", "pair", "theirs", "ours", "error p", "AUC p"),
        rows=tuple(_pair_row(printed, ours) for printed, ours in pairs),
        columns={
            "figure": tuple(printed.figure for printed, _ in pairs),
            "dataset": tuple(printed.dataset for printed, _ in pairs),
            "first": tuple(printed.first if o is None else o.first for printed, o in pairs),
            "second": tuple(printed.second if o is None else o.second for printed, o in pairs),
            "printed_outcome": tuple(printed.outcome for printed, _ in pairs),
            "outcome": tuple(None if o is None else o.outcome for _, o in pairs),
            "error_p_value": tuple(None if o is None else o.error_p_value for _, o in pairs),
            "auc_p_value": tuple(None if o is None else o.auc_p_value for _, o in pairs),
        },
    )


def _pair_row(printed: PrintedPair, ours: TestOutcome | None) -> tuple[str, ...]:
    start = (printed.figure, printed.dataset)
    if ours is None:
        pair = f"{printed.first} - {printed.second}"
        return (*start, pair, printed.outcome, "not run", "", "")
    return (
        *start,
        f"{ours.first} - {ours.second}",
        printed.outcome,
        ours.outcome,
        bare_p_value(ours.error_p_value),
        bare_p_value(ours.auc_p_value),
    )
