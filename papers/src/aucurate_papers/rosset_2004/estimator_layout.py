"""Table 2 laid out: means beside those printed, other readings, the sign ±, and the look-up."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.estimator_draws import ESTIMATORS
from aucurate_papers.rosset_2004.estimator_lookup import lookup_readings
from aucurate_papers.rosset_2004.estimator_verdict import EstimatorRow
from aucurate_papers.rosset_2004.moments_cells import Cells, setting_cell, simulated_cell
from aucurate_papers.rosset_2004.printed import PRINTED_LOOKUP

NORMAL = 1.959963984540054
"""The standard normal's 97.5th percentile: what ± is read with."""


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
        return [simulated_cell(one.mean, one.standard_error, 0) for one in found]

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
    given, found = PRINTED_LOOKUP, lookup_readings()
    return Table(
        name="lookup",
        title="Section 2.2: the correlation of two AUCs, from score correlations "
        f"{number(given['positive'], 2)} and {number(given['negative'], 2)} and areas "
        f"{number(given['first'], 1)} and {number(given['second'], 1)}",
        header=("reading", "r"),
        rows=tuple((reading, number(r, 2)) for reading, r in found.items()),
        columns={"reading": tuple(found), "r": tuple(found.values())},
    )


def _setting(row: EstimatorRow) -> str:
    return setting_cell(row.printed.n, row.printed.second_probability)


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
