"""Section 2.1.1 laid out: exact and simulated, by dependence."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.reproductions.rosset_2004.dependence_rows import DependenceRow
from aucurate.study.table import Table


def dependence_table(rows: Sequence[DependenceRow]) -> Table:
    """A row for each setting and dependence; the columns hold the error rate too."""
    return Table(
        name="dependence",
        title="Choosing by AUC when both classifiers err together: exact and simulated (simulation "
        "standard error); all ours, the paper prints no numbers",
        header=(
            *("n, q2", "dependence", "variance, exact", "simulated"),
            *("Φ, exact", "share of draws", "Φ by error rate", "share of draws"),
        ),
        rows=tuple(_row(row) for row in rows),
        columns=_columns(rows),
    )


def _row(row: DependenceRow) -> tuple[str, ...]:
    auc, error = row.simulated.auc, row.simulated.error
    return (
        f"{row.n}, {number(row.second_probability, 1)}",
        number(row.dependence, 2),
        number(row.auc.variance, 0),
        _simulated(auc.variance, auc.variance_standard_error, 0),
        number(row.auc_phi),
        _simulated(auc.share, auc.share_standard_error, 3),
        number(row.error_phi),
        _simulated(error.share, error.share_standard_error, 3),
    )


def _columns(rows: Sequence[DependenceRow]) -> dict[str, tuple[object, ...]]:
    def column(of: Callable[[DependenceRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return {
        "n": column(lambda row: row.n),
        "second_probability": column(lambda row: row.second_probability),
        "dependence": column(lambda row: row.dependence),
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


def _simulated(value: float, error: float, decimals: int) -> str:
    return f"{number(value, decimals)} ({number(error, decimals)})"
