"""aucurate rank: algorithms over many data sets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import file_options, run_study
from aucurate.cli.options import MissingName
from aucurate.cli.output import Output

if TYPE_CHECKING:
    from aucurate.cli.progress import Watcher
    from aucurate.data.results_table import ResultsTable

EPILOG = """[bold]Examples[/bold]

aucurate rank results.csv   [dim](a row per data set, a column per algorithm)[/dim]

aucurate rank results.csv --figure ranks.svg

aucurate rank errors.csv --quantity error --control C4.5 --correction hochberg

aucurate rank runs.csv --dataset data --algorithm learner --value auc --rope 0.01

aucurate rank folds.csv --fold fold --rope 0.01 --hierarchical   [dim](a row per fold)[/dim]

aucurate rank results.csv --html report.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsColumns(option.Options):
    """What a table of results holds."""

    dataset: option.Dataset = None
    algorithm: option.ResultAlgorithm = None
    value: option.Value = None
    algorithms: option.AlgorithmColumns = None
    fold: option.ResultFold = None
    repeat: option.Repeat = None
    test_share: option.TestShare = None
    quantity: option.Quantity = None
    better: option.Better = None
    missing: option.Missing = MissingName.refuse
    separator: option.Separator = None
    decimal: option.Decimal = None
    sheet: option.Sheet = None
    format: option.Format = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankQuestion(option.Options):
    """What is asked of the algorithms."""

    control: option.Control = None
    correction: option.Correction = "holm"
    level: option.Level = 0.05
    confidence: option.Confidence = 0.95
    rope: option.SignedRankRope = None
    hierarchical: option.Hierarchical = False
    replicates: option.Draws = 50_000
    rng: option.DrawsRng = 0

    def arguments(self) -> dict[str, Any]:
        """The question as ``aucurate.rank`` takes it."""
        from aucurate.inference.resampling.options import Resampling

        drawn = ("replicates", "rng")
        asked = {name: getattr(self, name) for name in self.__dataclass_fields__}
        resampling = Resampling(**{name: asked.pop(name) for name in drawn})
        return asked | {"resampling": resampling}


@option.command
def rank_command(
    results: option.ResultsFile,
    *,
    columns: ResultsColumns,
    question: RankQuestion,
    output: Output,
) -> None:
    """Which algorithm is best over many data sets, and is the difference significant?"""
    from aucurate.study.rank import rank

    run_study(
        output,
        read=lambda watch: _read(results, columns, watch),
        ask=lambda table, watch: rank(table, progress=watch, **question.arguments()),
        doing="ranking",
    )


def _read(path: Path, columns: ResultsColumns, watch: Watcher) -> ResultsTable:
    from aucurate.cli.reading import reading, split_names
    from aucurate.data.results_table import ResultsTable
    from aucurate.io.files import read_table

    with reading(watch, path):
        frame = read_table(path, **file_options(columns))
        return ResultsTable.from_frame(
            frame,
            dataset=columns.dataset,
            algorithm=columns.algorithm,
            value=columns.value,
            algorithms=split_names(columns.algorithms, list(frame.columns)),
            fold=columns.fold,
            repeat=columns.repeat,
            test_share=columns.test_share,
            quantity=columns.quantity or ("value" if columns.better == "lower" else "AUC"),
            better=None if columns.better is None else columns.better.value,
            missing=columns.missing.value,
        )
