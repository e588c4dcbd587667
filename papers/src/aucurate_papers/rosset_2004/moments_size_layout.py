"""Table 6 by size laid out: the sizes asked for, the simulated points, and the line."""

from collections.abc import Callable, Sequence

from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate.theory import SimulatedCriterion
from aucurate_papers.rosset_2004.moments_cells import Cells, setting_cell, simulated_cell
from aucurate_papers.rosset_2004.moments_size_rows import SizePoint, SizeRow

_SHOWN = (75, 150, 300, 600, 1250, 1950)  # of the many sizes of the line


def sizes_table(rows: Sequence[SizeRow]) -> Table:
    """The sizes, and what simulated test sets of these sizes chose."""

    def column(of: Callable[[SizeRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return Table(
        name="sizes",
        title="Observations from which on, as far as was looked, the right choice is as likely as "
        "asked (exact moments, normal approximation), and the share of simulated test sets of that "
        "size (standard error); all ours",
        header=(
            *("q2", "probability", "n by AUC", "simulated", "n by error rate", "simulated"),
            "ratio",
        ),
        rows=tuple(
            (
                number(row.second_probability, 1),
                number(row.probability, 2),
                str(row.auc.n),
                _share(row.auc_simulated.auc),
                str(row.error.n),
                _share(row.error_simulated.error),
                number(row.error.n / row.auc.n, 2),
            )
            for row in rows
        ),
        columns={
            "second_probability": column(lambda row: row.second_probability),
            "probability": column(lambda row: row.probability),
            "auc_n": column(lambda row: row.auc.n),
            "auc_reached": column(lambda row: row.auc.reached),
            "error_n": column(lambda row: row.error.n),
            "error_reached": column(lambda row: row.error.reached),
        }
        | _shares("auc", [row.auc_simulated.auc for row in rows])
        | _shares("error", [row.error_simulated.error for row in rows]),
    )


def simulated_table(points: Sequence[SizePoint]) -> Table:
    """The points of the figure."""
    drawn = [(point, found) for point in points if (found := point.simulated) is not None]
    return Table(
        name="simulated",
        title="Probability of choosing the better classifier: normal approximation with exact "
        "moments, and the share of simulated test sets (standard error); all ours",
        header=("n, q2", "by AUC", "simulated", "by error rate", "simulated"),
        rows=tuple(
            (
                setting_cell(point.n, point.second_probability),
                number(point.auc_phi),
                _share(found.auc),
                number(point.error_phi),
                _share(found.error),
            )
            for point, found in drawn
        ),
        columns=_exact([point for point, _ in drawn])
        | {"draws": tuple(found.draws for _, found in drawn)}
        | _shares("auc", [found.auc for _, found in drawn])
        | _shares("error", [found.error for _, found in drawn]),
    )


def line_table(points: Sequence[SizePoint]) -> Table:
    """The lines of the figure, and the exact moments behind them; some of them as rows."""
    return Table(
        name="line",
        title="The same at other sizes, exact moments and normal approximation; all ours",
        header=("n, q2", "by AUC", "by error rate"),
        rows=tuple(
            (
                setting_cell(point.n, point.second_probability),
                number(point.auc_phi),
                number(point.error_phi),
            )
            for point in points
            if point.n in _SHOWN
        ),
        columns=_exact(points)
        | {
            "auc_mean": tuple(point.auc.mean for point in points),
            "auc_variance": tuple(point.auc.variance for point in points),
            "error_mean": tuple(point.error.mean for point in points),
            "error_variance": tuple(point.error.variance for point in points),
        },
    )


def _exact(points: Sequence[SizePoint]) -> Cells:
    return {
        "n": tuple(point.n for point in points),
        "second_probability": tuple(point.second_probability for point in points),
        "auc_phi": tuple(point.auc_phi for point in points),
        "error_phi": tuple(point.error_phi for point in points),
    }


def _shares(what: str, found: Sequence[SimulatedCriterion]) -> Cells:
    return {
        f"{what}_share": tuple(one.share for one in found),
        f"{what}_share_standard_error": tuple(one.share_standard_error for one in found),
    }


def _share(found: SimulatedCriterion) -> str:
    return simulated_cell(found.share, found.share_standard_error)
