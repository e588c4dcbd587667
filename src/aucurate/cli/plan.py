"""aucurate plan: how large must a study be?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.options import NullVarianceName, QuestionName, VarianceName
from aucurate.cli.output import Output
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.cli.progress import Watcher
    from aucurate.data.scores import PairedScores
    from aucurate.planning import Plan
    from aucurate.study.plan import PlanStudy

EPILOG = """[bold]Examples[/bold]

aucurate plan --auc 0.8 --null 0.7 --power 0.9

aucurate plan --auc 0.8 --second 0.75 --correlation 0.5 --positives 200 --negatives 400

aucurate plan --auc 0.85 --second 0.85 --unpaired --question non-inferiority --margin 0.05 \
--power 0.8

aucurate plan --auc 0.9 --width 0.1

aucurate plan --pilot scores.csv --label outcome --scores forest,tree --power 0.9

aucurate plan --auc 0.8 --null 0.7 --power 0.9 --html report.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(option.Options):
    """What is assumed and wanted; what is left out is found."""

    auc: option.ExpectedAuc = None
    null: option.PlanNull = None
    second: option.SecondAuc = None
    paired: option.PlanPaired = None
    correlation: option.Correlation = None
    positives: option.Positives = None
    negatives: option.Negatives = None
    ratio: option.Ratio = None
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

    def answer(self, pilot: PairedScores | None) -> Plan:
        """The one of the three planners that the options ask for."""
        from aucurate.planning import plan_interval, plan_one, plan_two

        size: dict[str, Any] = {
            "n_positive": self.positives,
            "n_negative": self.negatives,
            "ratio": self.ratio,
            "variance": self.variance.value,
            "pilot": pilot,
        }
        pair: dict[str, Any] = {"paired": self.paired, "correlation": self.correlation}
        if any(value is not None for value in (self.width, self.confidence, self.scale)):
            self._refuse_test()
            return plan_interval(
                self.auc,
                self.second,
                width=self.width,
                confidence=self._usual_confidence(),
                scale=None if self.scale is None else self.scale.value,
                **pair,
                **size,
            )
        test: dict[str, Any] = {
            "power": self.power,
            "assurance": self.assurance,
            "level": self._usual_level(),
            "question": self.question.value,
            "alternative": self.alternative and self.alternative.value,
            "margin": self.margin,
            "null_variance": self.null_variance.value,
        }
        if self.second is not None or len(getattr(pilot, "names", ())) == 2:
            if self.null is not None:
                raise OptionError(
                    "--null is about one classifier; there are two.", hint="leave out --null."
                )
            return plan_two(self.auc, self.second, **pair, **test, **size)
        about_two = [name for name, value in pair.items() if value is not None]
        if about_two:
            raise OptionError(
                f"--{about_two[0]} is about two classifiers.",
                hint="give the other AUC with --second.",
            )
        return plan_one(self.auc, null=0.5 if self.null is None else self.null, **test, **size)

    def _is_sized(self) -> bool:
        return self.positives is not None or self.negatives is not None

    def _usual_level(self) -> float | None:
        """That of the test, unless everything else is given: then the level is left to find."""
        from aucurate.planning.solving import usual_level

        complete = self.auc is not None and self._is_sized() and self.power is not None
        if self.question is not QuestionName.difference:
            complete = complete and self.margin is not None
        usual = None if complete else usual_level(self.question.value)
        return usual if self.level is None else self.level

    def _usual_confidence(self) -> float | None:
        if self.confidence is None and self._is_sized() and self.width is not None:
            return None
        return 0.95 if self.confidence is None else self.confidence

    def _refuse_test(self) -> None:
        for name in ("null", "power", "assurance", "level", "alternative", "margin"):
            if getattr(self, name) is not None:
                raise OptionError(
                    f"--{name} applies to a test; --width, --confidence and --scale plan an "
                    "interval.",
                    hint="leave out one or the other.",
                )


@option.command
def plan_command(
    *,
    question: PlanQuestion,
    pilot: option.Pilot = None,
    columns: option.ScoreTable,
    output: Output,
) -> None:
    """How many observations does a study need, or what power does it have?"""
    from aucurate.study.plan import plan_study

    def read(watch: Watcher) -> PairedScores | None:
        if pilot is None:
            for given in columns.given():
                raise OptionError(
                    f"{given} needs a pilot, and none was given.", hint="add --pilot TABLE."
                )
            return None
        from aucurate.cli.reading import read_paired_scores

        return read_paired_scores(pilot, columns, watch, quiet=output.quiet)

    def ask(data: PairedScores | None, watch: Watcher) -> PlanStudy:
        return plan_study(question.answer(data), pilot=data)

    run_study(output, read=read, ask=ask, doing="planning")
