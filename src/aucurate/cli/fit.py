"""aucurate fit: parametric and smooth curves compared with the empirical one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.output import Output

EPILOG = """[bold]Examples[/bold]

aucurate fit   [dim](the study that ships with the package)[/dim]

aucurate fit scores.csv --label outcome --positive Poor --model ml-binormal,kernel

aucurate fit ratings.csv --label y --scores reader --model ml-binormal --json

aucurate fit scores.csv --label y --html report.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitQuestion(option.Options):
    """Which models are fitted."""

    model: option.Model = "all"
    confidence: option.Confidence = 0.95
    replicates: option.Replicates = 500
    rng: option.Rng = 0

    def arguments(self) -> dict[str, Any]:
        """The question as ``aucurate.fit`` takes it."""
        from aucurate.inference.resampling.options import Resampling
        from aucurate.study.fit.settings import checked_models

        chosen = self.model if self.model == "all" else self.model.split(",")
        return {
            "model": checked_models(chosen),
            "confidence": self.confidence,
            "resampling": Resampling(replicates=self.replicates, rng=self.rng),
        }


@option.command
def fit_command(
    table: option.Table = None,
    *,
    columns: option.ScoreTable,
    question: FitQuestion,
    output: Output,
) -> None:
    """Which model fits this curve, and what AUC does it imply?"""
    from aucurate.cli.reading import read_scores
    from aucurate.study.fit import fit

    arguments = question.arguments()
    run_study(
        output,
        read=lambda watch: read_scores(table, columns, watch, quiet=output.quiet),
        ask=lambda data, watch: fit(data, progress=watch, **arguments),
        doing="fitting",
    )
