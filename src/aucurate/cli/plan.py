"""aucurate plan: how large must a study be?"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.options import NullVarianceName, QuestionName, VarianceName
from aucurate.cli.output import Output
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.cli.progress import Watcher
    from aucurate.data.scores import PairedScores

EPILOG = """[bold]Examples[/bold]

aucurate plan --first 0.8 --null 0.7 --power 0.9

aucurate plan --first 0.8 --second 0.75 --correlation 0.5 --n-positive 200 --n-negative 400

aucurate plan --first 0.85 --second 0.85 --unpaired --question non-inferiority --margin 0.05 \
--power 0.8

aucurate plan --first 0.9 --width 0.1

aucurate plan --pilot scores.csv --label outcome --scores forest,tree --power 0.9

aucurate plan --first 0.8 --second 0.75 --correlation 0.5 --power 0.8 --group-size 5 \
--group-correlation 0.1

aucurate plan --first 0.8 --null 0.7 --power 0.9 --html report.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(option.Options):
    """What is assumed and wanted; what is left out is found."""

    first: option.FirstAuc = None
    null: option.PlanNull = None
    second: option.SecondAuc = None
    paired: option.PlanPaired = None
    correlation: option.Correlation = None
    n_positive: option.NPositive = None
    n_negative: option.NNegative = None
    ratio: option.Ratio = None
    group_size: option.GroupSize = None
    group_correlation: option.GroupCorrelation = None
    group_size_variation: option.GroupSizeVariation = None
    design_effect: option.DesignEffect = None
    power: option.Power = None
    assurance: option.Assurance = None
    level: option.PlanLevel = None
    question: option.PlanQuestion = QuestionName.difference
    alternative: option.PlanAlternative = None
    margin: option.PlanMargin = None
    width: option.Width = None
    confidence: option.PlanConfidence = None
    scale: option.Scale = None
    variance: option.Variance = VarianceName.hanley_mcneil
    null_variance: option.NullVariance = NullVarianceName.null

    def arguments(self) -> dict[str, Any]:
        """The question as ``aucurate.plan`` takes it."""
        asked = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: v.value if isinstance(v, StrEnum) else v for name, v in asked.items()}


@option.command
def plan_command(
    *,
    question: PlanQuestion,
    pilot: option.Pilot = None,
    columns: option.ScoreTable,
    output: Output,
) -> None:
    """How many observations does a study need, or what power does it have?"""
    from aucurate.study.plan import plan

    def read(watch: Watcher) -> PairedScores | None:
        if pilot is None:
            for given in columns.given():
                raise OptionError(
                    f"{given} needs a pilot, and none was given.", hint="add --pilot TABLE."
                )
            return None
        from aucurate.cli.reading import read_scores
        from aucurate.data.scores import PairedScores

        data = read_scores(pilot, columns, watch, quiet=output.quiet)
        assert isinstance(data, PairedScores)  # one table, which is read
        return data

    run_study(
        output,
        read=read,
        ask=lambda data, _: plan(pilot=data, **question.arguments()),
        doing="planning",
    )
