"""Table 2 laid out: means beside those printed, other readings, the sign ±, and the look-up."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.inference.hanley_mcneil_correlation import (
    CORRELATIONS,
    binormal_correlation,
    tabled_correlation,
)
from aucurate.reproductions.rosset_2004.estimator_draws import ESTIMATORS
from aucurate.reproductions.rosset_2004.estimator_verdict import EstimatorRow
from aucurate.reproductions.rosset_2004.printed import PRINTED_LOOKUP
from aucurate.study.table import Table

NORMAL = 1.959963984540054
"""The standard normal's 97.5th percentile: what ± is read with."""

_PER_CLASS = 50  # the classes for which the table of 1983 was computed

Cells = dict[str, tuple[object, ...]]


def main_table(rows: Sequence[EstimatorRow]) -> Table:
    """Theirs and ours for the two estimators, beside the exact variance."""
    columns = _settings(rows) | {
        "exact": tuple(row.exact for row in rows),
        "actual_printed": tuple(row.printed.actual for row in rows),
    }
    for name in ("hanley_mcneil", "delong"):
        columns |= _estimates(rows, name) | {
            f"{name}_printed": tuple(getattr(row.printed, name) for row in rows),
            f"{name}_printed_spread": tuple(getattr(row.printed, f"{name}_spread") for row in rows),
        }
    return Table(
        name="table_2",
        title=f"Estimated variance of n+ n- (AUC1 - AUC2): mean ± 1.96 standard deviations of "
        f"{rows[0].draws} draws",
        header=(
            *("n, q2", "actual, theirs", "exact, ours"),
            *("Hanley-McNeil, theirs", "ours", "standard error"),
            *("DeLong, theirs", "ours", "standard error"),
        ),
        rows=tuple(_main_row(row) for row in rows),
        columns=columns,
    )


def readings_table(rows: Sequence[EstimatorRow]) -> Table:
    """Means under other readings of the two methods, with their standard errors."""
    columns = _settings(rows)
    for name in ESTIMATORS:
        columns |= _estimates(rows, name)

    def cells(row: EstimatorRow, names: Sequence[str]) -> list[str]:
        found = [row.estimates[name] for name in names]
        return [f"{number(one.mean, 0)} ({number(one.standard_error, 0)})" for one in found]

    return Table(
        name="readings",
        title="Other readings: means (simulation standard errors), all ours but the printed ones",
        header=(
            *("n, q2", "exact", "Hanley-McNeil, theirs", "table, Pearson", "computed r"),
            *("table, Kendall", "DeLong, theirs", "DeLong", "without its bias", "first order"),
        ),
        rows=tuple(
            (
                _setting(row),
                number(row.exact, 0),
                number(row.printed.hanley_mcneil, 0),
                *cells(row, ("hanley_mcneil", "binormal", "kendall")),
                number(row.printed.delong, 0),
                *cells(row, ("delong", "unbiased", "first_order")),
            )
            for row in rows
        ),
        columns=columns,
    )


def spread_table(rows: Sequence[EstimatorRow]) -> Table:
    """What stands after the printed sign ±, in standard deviations of our draws."""
    names = ("hanley_mcneil", "delong")
    multiples = {name: [row.printed_multiple(name) for row in rows] for name in names}
    return Table(
        name="spread",
        title='What follows the printed sign ± ("95% CI of the estimator"), divided by the '
        "standard deviation of our draws",
        header=("n, q2", "Hanley-McNeil", "DeLong"),
        rows=tuple(
            (_setting(row), number(first, 2), number(second, 2))
            for row, first, second in zip(rows, *multiples.values(), strict=True)
        ),
        columns=_settings(rows) | {name: tuple(of) for name, of in multiples.items()},
    )


def lookup_table() -> Table:
    """The one look-up in the table of Hanley and McNeil that the paper shows."""
    given = PRINTED_LOOKUP
    rho = (given["positive"] + given["negative"]) / 2
    area = (given["first"] + given["second"]) / 2
    below = max(row for row in CORRELATIONS.tolist() if row <= rho)
    within = (given["positive"], given["negative"])
    found = {
        "as printed": given["r"],
        "table, between its rows": tabled_correlation(rho, area),
        "table, row below": tabled_correlation(below, area),
        "computed for 50 and 50 observations": binormal_correlation(
            (given["first"], given["second"]), within, _PER_CLASS, _PER_CLASS
        ),
    }
    return Table(
        name="lookup",
        title="Section 2.2: the correlation of two AUCs, from score correlations 0.87 and 0.83 "
        "and areas 0.7 and 0.8",
        header=("reading", "r"),
        rows=tuple((reading, number(r, 2)) for reading, r in found.items()),
        columns={"reading": tuple(found), "r": tuple(found.values())},
    )


def _setting(row: EstimatorRow) -> str:
    return f"{row.printed.n}, {number(row.printed.second_probability, 1)}"


def _settings(rows: Sequence[EstimatorRow]) -> Cells:
    return {
        "n": tuple(row.printed.n for row in rows),
        "second_probability": tuple(row.printed.second_probability for row in rows),
        "draws": tuple(row.draws for row in rows),
    }


def _estimates(rows: Sequence[EstimatorRow], name: str) -> Cells:
    def column(of: Callable[[EstimatorRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return {
        name: column(lambda row: row.estimates[name].mean),
        f"{name}_standard_error": column(lambda row: row.estimates[name].standard_error),
        f"{name}_standard_deviation": column(lambda row: row.estimates[name].standard_deviation),
        f"{name}_low": column(lambda row: row.estimates[name].low),
        f"{name}_high": column(lambda row: row.estimates[name].high),
    }


def _main_row(row: EstimatorRow) -> tuple[str, ...]:
    cells = [_setting(row), number(row.printed.actual, 0), number(row.exact, 0)]
    for name in ("hanley_mcneil", "delong"):
        ours = row.estimates[name]
        mean, spread = getattr(row.printed, name), getattr(row.printed, f"{name}_spread")
        cells += [
            f"{number(mean, 0)} ± {number(spread, 0)}",
            f"{number(ours.mean, 0)} ± {number(NORMAL * ours.standard_deviation, 0)}",
            number(ours.standard_error, 0),
        ]
    return tuple(cells)
