"""Tables 1 and 6 laid out: printed, exact and simulated in one row each."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.moments_agreement import Figure
from aucurate_papers.rosset_2004.moments_cells import Cells, setting_cell, simulated_cell
from aucurate_papers.rosset_2004.moments_rows import MomentsRow


def auc_table(rows: Sequence[MomentsRow], name: str, *, as_printed: bool = False) -> Table:
    """The moments of the AUC difference; also what the variance formula gives ``as_printed``."""
    columns = _settings(rows)
    columns |= _figures("mean", [row.auc_mean_figure for row in rows])
    columns |= _figures("variance", [row.auc_variance_figure for row in rows])
    columns |= {
        "variance_from_scores": _column(rows, lambda row: row.auc.variance_from_scores),
        "variance_from_labels": _column(rows, lambda row: row.auc.variance_from_labels),
        "phi_printed": _column(rows, lambda row: row.printed.auc_phi),
        "phi": _column(rows, lambda row: row.auc_phi),
        "share": _column(rows, lambda row: row.simulated.auc.share),
        "share_standard_error": _column(rows, lambda row: row.simulated.auc.share_standard_error),
    }
    by_formula: list[tuple[str, ...]] = [()] * len(rows)
    if as_printed:
        values = [row.formula.variance_as_printed for row in rows]
        columns["variance_formula_as_printed"] = tuple(values)
        by_formula = [(number(value, 0),) for value in values]
    return Table(
        name=name,
        title="n+ n- (AUC1 - AUC2): theirs, the exact value, and the simulated one (simulation "
        "standard error); Φ is the normal approximation for choosing the better classifier, ours "
        "with the exact moments",
        header=(
            *("n, q2", "mean, theirs", "exact, ours", "simulated, ours"),
            *("variance, theirs", "exact, ours", "simulated, ours"),
            *(("by their formula as printed",) if as_printed else ()),
            *("Φ, theirs", "Φ, ours", "share of draws"),
        ),
        rows=tuple(
            (
                _setting(row),
                *_cells(row.auc_mean_figure, 2),
                *_cells(row.auc_variance_figure, 0),
                *formula,
                number(row.printed.auc_phi, 2),
                number(row.auc_phi),
                simulated_cell(row.simulated.auc.share, row.simulated.auc.share_standard_error),
            )
            for row, formula in zip(rows, by_formula, strict=True)
        ),
        columns=columns,
    )


def error_table(rows: Sequence[MomentsRow], name: str) -> Table:
    """The moments of the error difference, and the exact probability of the right choice."""
    columns = _settings(rows)
    columns |= _figures("mean", [row.error_mean_figure for row in rows])
    columns |= _figures("variance", [row.error_variance_figure for row in rows])
    columns |= {
        "phi_printed": _column(rows, lambda row: row.printed.error_phi),
        "phi": _column(rows, lambda row: row.error_phi),
        "probability": _column(rows, lambda row: row.whole.probability),
        "ties": _column(rows, lambda row: row.whole.ties),
        "share": _column(rows, lambda row: row.simulated.error.share),
        "share_standard_error": _column(rows, lambda row: row.simulated.error.share_standard_error),
    }
    return Table(
        name=name,
        title="Errors of the second - errors of the first classifier, a score above 1/2 being "
        "called positive: theirs, exact, simulated (simulation standard error); Φ is the normal "
        "approximation for choosing the better classifier, ours with the exact moments, ties "
        "counting one half",
        header=(
            *("n, q2", "mean, theirs", "exact, ours", "simulated, ours"),
            *("variance, theirs", "exact, ours", "simulated, ours"),
            *("Φ, theirs", "Φ, ours", "without approximation", "share of draws"),
        ),
        rows=tuple(
            (
                _setting(row),
                *_cells(row.error_mean_figure, 3),
                *_cells(row.error_variance_figure, 3),
                number(row.printed.error_phi, 2),
                number(row.error_phi),
                number(row.whole.probability),
                simulated_cell(row.simulated.error.share, row.simulated.error.share_standard_error),
            )
            for row in rows
        ),
        columns=columns,
    )


def _setting(row: MomentsRow) -> str:
    return setting_cell(row.printed.n, row.printed.second_probability)


def _settings(rows: Sequence[MomentsRow]) -> Cells:
    return {
        "n": _column(rows, lambda row: row.printed.n),
        "first_probability": _column(rows, lambda row: row.printed.first_probability),
        "second_probability": _column(rows, lambda row: row.printed.second_probability),
        "draws": _column(rows, lambda row: row.simulated.draws),
    }


def _column(rows: Sequence[MomentsRow], of: Callable[[MomentsRow], float]) -> tuple[object, ...]:
    return tuple(map(of, rows))


def _figures(what: str, figures: Sequence[Figure]) -> Cells:
    return {
        f"{what}_printed": tuple(one.printed for one in figures),
        what: tuple(one.exact for one in figures),
        f"{what}_again": tuple(one.again for one in figures),
        f"{what}_simulated": tuple(one.simulated for one in figures),
        f"{what}_standard_error": tuple(one.standard_error for one in figures),
    }


def _cells(figure: Figure, decimals: int) -> tuple[str, str, str]:
    return (
        number(figure.printed, figure.decimals),
        number(figure.exact, decimals),
        simulated_cell(figure.simulated, figure.standard_error, decimals),
    )
