"""aucurate rank: algorithms over many data sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aucurate.cli import options as option
from aucurate.cli.options import with_output
from aucurate.cli.output import MissingName, Output, check_figure, drawn
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from aucurate.study.rank import RankStudy

EPILOG = """[bold]Examples[/bold]

aucurate rank results.csv   [dim](a row per data set, a column per algorithm)[/dim]

aucurate rank results.csv --figure ranks.svg

aucurate rank errors.csv --quantity error --control C4.5 --correction hochberg

aucurate rank runs.csv --dataset data --algorithm learner --value auc --rope 0.01

aucurate rank folds.csv --fold fold --rope 0.01 --hierarchical   [dim](a row per fold)[/dim]

aucurate rank results.csv --html report.html
"""


@with_output
def rank_command(
    results: Annotated[
        Path,
        option.table(
            "Table with a row per data set (or fold of it) and a column per algorithm, or a row "
            "for each of both: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx.",
            "RESULTS",
        ),
    ],
    dataset: Annotated[
        str | None, option.data("The names of the data sets; the only text column when left out.")
    ] = None,
    algorithm: Annotated[str | None, option.data("Of a long table: the algorithm.")] = None,
    value: Annotated[str | None, option.data("Of a long table: the value.")] = None,
    algorithms: Annotated[
        list[str] | None,
        option.data("Columns of a wide table; every numeric one when left out.", "COLUMN[,COLUMN]"),
    ] = None,
    fold: Annotated[
        str | None, option.data("The fold of a data set, where the table has a row for each.")
    ] = None,
    repeat: Annotated[
        str | None, option.data("Which repeat of the division a fold belongs to.")
    ] = None,
    test_share: Annotated[
        float | None,
        option.data(
            "Share of a data set that a fold tests on; 1/K for K folds when left out.", "NUMBER"
        ),
    ] = None,
    quantity: Annotated[
        str | None, option.data("What the values are; AUC when nothing is said.", "NAME")
    ] = None,
    lower_is_better: Annotated[
        bool | None,
        option.data(
            "Need not be said for AUC, accuracy and error.",
            None,
            "--lower-is-better/--higher-is-better",
        ),
    ] = None,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    control: Annotated[
        str | None, option.question("Compare all others with this algorithm only.", "NAME")
    ] = None,
    correction: option.Correction = "holm",
    level: option.Level = 0.05,
    confidence: option.Confidence = 0.95,
    rope: Annotated[
        float | None,
        option.question(
            "Add the Bayesian signed rank test; differences up to this are equivalent."
        ),
    ] = None,
    hierarchical: Annotated[
        bool,
        option.question(
            "Add the Bayesian hierarchical test over folds; needs --fold and --rope.", None
        ),
    ] = False,
    replicates: Annotated[int, option.question("Draws of the Bayesian signed rank test.")] = 50_000,
    rng: Annotated[int, option.question("Randomness of the Bayesian signed rank test.")] = 0,
    *,
    output: Output,
    figure: Annotated[
        Path | None,
        option.output("Draw the critical-difference diagram here (svg, pdf, png).", metavar="FILE"),
    ] = None,
) -> None:
    """Which algorithm is best over many data sets, and is it more than chance?"""
    check_figure(figure)
    columns = {
        "dataset": dataset,
        "algorithm": algorithm,
        "value": value,
        "algorithms": algorithms,
        "fold": fold,
        "repeat": repeat,
        "test_share": test_share,
        "quantity": quantity or ("value" if lower_is_better else "AUC"),
        "better": {True: "lower", False: "higher", None: None}[lower_is_better],
        "missing": missing.value,
        "separator": separator,
    }
    settings = {
        "control": control,
        "correction": correction,
        "level": level,
        "confidence": confidence,
        "rope": rope,
        "hierarchical": hierarchical,
        "replicates": replicates,
        "rng": rng,
    }
    interruption = Interruption()
    with watching(interruption, quiet=output.quiet) as watch:
        study = _study(results, columns, settings, interruption, watch)
    beside = drawn(figure, lambda: _figure(study), quiet=output.quiet)
    output.give(study, beside=beside, interrupted=interruption.asked)


def _figure(study: RankStudy) -> Figure:
    from aucurate.plots.critical_difference import critical_difference_figure

    return critical_difference_figure(study.diagram)


def _study(
    path: Path,
    columns: dict[str, Any],
    settings: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
) -> RankStudy:
    from aucurate.cli.reading import reading, split_names
    from aucurate.data.results_table import ResultsTable
    from aucurate.io.files import read_table
    from aucurate.kernels import Cancelled
    from aucurate.study.rank import rank_results

    with reading(watch, path):
        frame = read_table(path, separator=columns.pop("separator"))
        chosen = split_names(columns.pop("algorithms"), list(frame.columns))
        table = ResultsTable.from_frame(frame, algorithms=chosen, **columns)
    watch.begins("ranking")
    source = table.source
    told: dict[str, Any] = {
        "source": source.name,
        "columns_not_used": source.columns_not_used,
        "columns_taken": source.columns_taken,
    }
    with interruptible(interruption):
        try:
            return rank_results(table, progress=watch, **told, **settings)
        except Cancelled:
            raise KeyboardInterrupt from None
