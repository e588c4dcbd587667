"""aucurate compare: from a table of scores to a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.options import AlternativeName
from aucurate.cli.output import Output
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.cli.terminal import Marks
    from aucurate.study import CompareStudy
    from aucurate.study.table import Table

EPILOG = """[bold]Examples[/bold]

aucurate compare   [dim](the study that ships with the package)[/dim]

aucurate compare scores.csv --label outcome --positive Poor

aucurate compare scores.csv --label y --html report.html --figure curves.svg

aucurate compare scores.parquet --label y --scores forest,logistic --reference logistic --json

aucurate compare scores.csv --label y --csv --table comparisons --out differences.csv

aucurate compare scores.csv --label y --method bootstrap --replicates 10000 --simultaneous

aucurate compare scores.csv --label y --of partial-auc:specificity=0.9:1

aucurate compare scores.csv --label y --require 'new - old > -0.01'
--require 'auc(new) > 0.8'   [dim](exits with 1 unless the data show both)[/dim]

aucurate compare scores.csv --label y --by sex,age_band   [dim](every subgroup, and whether they
are alike)[/dim]

aucurate compare old.csv new.csv --label y --id patient   [dim](predictions for one test set)[/dim]

aucurate compare labels.csv old.csv new.csv --label y --id patient   [dim](labels in their own
table)[/dim]

aucurate compare long.csv --label y --classifier model --id patient --scores score
[dim](a row per classifier and observation)[/dim]

aucurate compare before.csv after.csv --label y --unpaired   [dim](two test sets)[/dim]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareTable(option.ScoreTable):
    """What one or several tables of labels and scores hold."""

    frequency_weights: option.FrequencyWeights = None
    sampling_weights: option.SamplingWeights = None
    groups: option.Groups = None
    fold: option.PooledFold = None
    by: option.By = None
    engine: option.Engine = option.EngineName.auto
    memory_limit: option.MemoryLimit = None
    tolerance: option.Tolerance = 0.0
    classifier: option.Classifier = None
    test_set: option.TestSet = None
    id: option.Identifier = None
    paired: option.Paired = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareQuestion(option.Options):
    """What is asked of the classifiers."""

    of: option.Of = "auc"
    method: option.Method = "auto"
    reference: option.Reference = None
    unpaired: option.Unpaired = False
    alternative: option.Alternative = AlternativeName.two_sided
    confidence: option.Confidence = 0.95
    correction: option.Correction = "holm"
    simultaneous: option.Simultaneous = False
    interval: option.Interval = "auto"
    all_intervals: option.AllIntervals = False
    margin: option.Margin = None
    margin_test: option.MarginTest = "non-inferiority"
    margin_method: option.MarginMethod = ""
    null: option.Null = None
    require: option.Require = None
    replicates: option.Replicates = 2000
    rng: option.Rng = 0

    def arguments(self) -> dict[str, Any]:
        """The question as ``aucurate.compare`` takes it."""
        from aucurate.inference.resampling.options import Resampling

        return {
            "of": self.of,
            "method": self.method,
            "reference": self.reference,
            "paired": False if self.unpaired else None,
            "alternative": self.alternative.value,
            "confidence": self.confidence,
            "correction": self.correction,
            "simultaneous": self.simultaneous,
            "interval": self.interval,
            "all_intervals": self.all_intervals,
            "margin": self.margin,
            "margin_test": self.margin_test,
            "margin_method": self.margin_method,
            "null": self.null,
            "require": self.require or (),
            "resampling": Resampling(replicates=self.replicates, rng=self.rng),
        }


@option.command
def compare_command(
    tables: option.Tables = None,
    *,
    columns: CompareTable,
    question: CompareQuestion,
    fail_unless_shown: option.FailUnlessShown = False,
    output: Output,
    threads: option.Threads = None,
) -> None:
    """Which classifier has the higher AUC, by how much, and how certain is it?

    With --of, the same for the partial AUC, the average precision, or the
    sensitivity at a specificity.

    Was any of the models fitted to these observations? The scores cannot reveal it.
    If so, the AUCs are too high and the more flexible model looks better than
    it is: use observations that no model was fitted to, or aucurate crossval.
    """
    from aucurate.cli.reading import read_scores
    from aucurate.estimates.estimands import read_estimand
    from aucurate.study.compare import compare
    from aucurate.study.compare.settings import CompareSettings

    if fail_unless_shown and question.margin is None and not question.require:
        raise OptionError(
            "--fail-unless-shown needs a margin.",
            hint="add --margin NUMBER; or use --require, which does so by itself.",
        )
    arguments = question.arguments()
    of = read_estimand(arguments.pop("of"))
    CompareSettings.checked(of, **arguments)  # before the table is read
    run_study(
        output,
        read=lambda watch: read_scores(
            tables or [], columns, watch, unpaired=question.unpaired, quiet=output.quiet
        ),
        ask=lambda data, watch: compare(data, of=of, threads=threads, progress=watch, **arguments),
        doing="comparing",
        show=lambda study: _show(study, quiet=output.quiet),
        check=_assert_shown if fail_unless_shown or question.require else None,
    )


def _assert_shown(study: CompareStudy) -> None:
    study.assert_shown()


def _show(study: CompareStudy, *, quiet: bool) -> None:
    """The study on a terminal, with its curves unless it is to be quiet."""
    from aucurate.cli.terminal import Screen, curve_lines, show

    screen = Screen.of_stdout()
    drawing = [] if quiet else curve_lines(study, screen)
    show(study, screen, marks=lambda table: marks_of(study, table), drawing=drawing)


def marks_of(study: CompareStudy, table: Table) -> Marks | None:
    """Which rows stand out: the highest estimate, and p-values that the verdict calls a difference.

    A table of margins says in words what it shows, and has no marks.
    """
    from aucurate.cli.terminal import Marks
    from aucurate.formatting import percent
    from aucurate.study.compare.text import best_of_many

    if table.name == "estimates" and len(study.estimates) > 1:
        highest = max(estimate.value for estimate in study.estimates)
        found = [at for at, e in enumerate(study.estimates) if e.value == highest]
        return Marks(rows=frozenset(found), column=0, meaning=f"highest {study.estimand.short}")
    if "p_value" not in table.columns or "shown" in table.columns:
        return None
    p_values: Any = table.columns.get("adjusted_p_value", table.columns["p_value"])
    second: Any = table.columns.get("adjusted_mover_p_value")
    if second is not None:  # a difference is shown where both tests reject
        p_values = [
            p if other is None else max(p, other) for p, other in zip(p_values, second, strict=True)
        ]
    if len(table.rows) < len(p_values) and table.name == "subgroup_tests":
        return None
    if len(table.rows) < len(p_values):
        best = best_of_many(study)
        pairs = zip(table.columns["first"], table.columns["second"], p_values, strict=True)
        p_values = [p for first, second, p in pairs if best in (first, second)]
    level = 1 - study.comparisons[0].interval.confidence
    p_columns = [at for at, cell in enumerate(table.header) if f"{cell} ".startswith("p ")]
    column = p_columns[-1]
    meaning = table.header[column if second is None else p_columns[-2]]
    meaning += ": " if second is None else ", and MOVER's where there is one: "
    return Marks(
        rows=frozenset(at for at, p in enumerate(p_values) if p <= level),
        column=column,
        meaning=f"{meaning}significant at the {percent(level)} level",
    )
