"""Section 2.1.1 laid out: exact and simulated, by dependence."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.dependence_rows import DependenceRow
from aucurate_papers.rosset_2004.moments_cells import Cells, setting_cell, simulated_cell


def dependence_table(rows: Sequence[DependenceRow]) -> Table:
    """A row for each setting and dependence; the columns hold the error rate too."""
    return Table(
        name="dependence",
        title="Choosing by AUC when both classifiers err together: exact and simulated (simulation "
        "standard error). Correlation is that of the two classifiers' order switches, the mean "
        "over pairs of observations; Φ is the normal approximation with exact moments. All ours, "
        "the paper prints no numbers",
        header=(
            *("n, q2", "dependence", "correlation", "variance, exact", "simulated"),
            *("Φ by AUC", "share of draws", "Φ by error rate", "share of draws"),
        ),
        rows=tuple(_row(row) for row in rows),
        columns=_columns(rows),
    )


def _row(row: DependenceRow) -> tuple[str, ...]:
    auc, error = row.simulated.auc, row.simulated.error
    return (
        setting_cell(row.n, row.second_probability),
        number(row.dependence, 2),
        number(row.switch_correlation, 2),
        number(row.auc.variance, 0),
        simulated_cell(auc.variance, auc.variance_standard_error, 0),
        number(row.auc_phi),
        simulated_cell(auc.share, auc.share_standard_error),
        number(row.error_phi),
        simulated_cell(error.share, error.share_standard_error),
    )


def _columns(rows: Sequence[DependenceRow]) -> Cells:
    def column(of: Callable[[DependenceRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return {
        "n": column(lambda row: row.n),
        "second_probability": column(lambda row: row.second_probability),
        "dependence": column(lambda row: row.dependence),
        "switch_correlation": column(lambda row: row.switch_correlation),
        "draws": column(lambda row: row.simulated.draws),
        "auc_mean": column(lambda row: row.auc.mean),
        "auc_mean_simulated": column(lambda row: row.simulated.auc.mean),
        "auc_mean_standard_error": column(lambda row: row.simulated.auc.mean_standard_error),
        "auc_variance": column(lambda row: row.auc.variance),
        "auc_variance_simulated": column(lambda row: row.simulated.auc.variance),
        "auc_variance_standard_error": column(
            lambda row: row.simulated.auc.variance_standard_error
        ),
        "auc_phi": column(lambda row: row.auc_phi),
        "auc_share": column(lambda row: row.simulated.auc.share),
        "auc_share_standard_error": column(lambda row: row.simulated.auc.share_standard_error),
        "error_mean": column(lambda row: row.error.mean),
        "error_variance": column(lambda row: row.error.variance),
        "error_variance_simulated": column(lambda row: row.simulated.error.variance),
        "error_variance_standard_error": column(
            lambda row: row.simulated.error.variance_standard_error
        ),
        "error_phi": column(lambda row: row.error_phi),
        "error_share": column(lambda row: row.simulated.error.share),
        "error_share_standard_error": column(lambda row: row.simulated.error.share_standard_error),
    }
