"""aucurate operate: classifiers at one operating point, on one test set or over folds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.output import Output
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.curve.cost import IntendedUse

EPILOG = (
    """[bold]Examples[/bold]

aucurate operate --at sensitivity=0.9   [dim](on the study that ships with the package)[/dim]

aucurate operate scores.csv --label outcome --positive Poor --at threshold=0.5 --pairs forest,tree

aucurate operate scores.csv --label y --at cost=5:1,prevalence=0.02 --figure points.svg

aucurate operate labels.csv old.csv new.csv --label y --id patient --at specificity=0.95

aucurate operate lesions.csv --label y --at threshold=0.5 --groups patient

aucurate operate folds.csv --label y --fold fold --at sensitivity=0.9 --pairs forest,tree

aucurate operate scores.csv --label y --at specificity=0.95 --html report.html

[bold]--at[/bold]: """
    "threshold=0.5, sensitivity=0.9, specificity=0.95, youden, corner, loss=2 (the loss of a "
    "false positive, for scores that are posterior probabilities), cost=5:1 (false negative : "
    "false positive), best=f1,sensitivity=0.9 (the highest F1 with at least this sensitivity)\n"
)

_REPLICATES = 2000


_ONE_TEST_SET = (
    "--frequency-weights",
    "--sampling-weights",
    "--engine",
    "--memory-limit",
    "--classifier",
    "--id",
    "--paired",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateTable(option.ScoreTable):
    """A table of scores on one test set, or with --fold over folds."""

    frequency_weights: option.FrequencyWeights = None
    sampling_weights: option.SamplingWeights = None
    groups: option.Groups = None
    fold: option.Fold = None
    engine: option.Engine = option.EngineName.auto
    memory_limit: option.MemoryLimit = None
    classifier: option.Classifier = None
    id: option.Identifier = None
    paired: option.Paired = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateQuestion(option.Options):
    """Where classifiers operate, and what is asked there."""

    at: option.At = "youden"
    pairs: option.Pairs = None
    prevalence: option.Prevalence = None
    interval: option.RateInterval = None
    confidence: option.Confidence = 0.95
    correction: option.OperateCorrection = None
    replicates: option.OperateReplicates = None
    rng: option.OperateRng = None
    points: option.Points = None

    def arguments(self, *, over_folds: bool) -> dict[str, Any]:
        """The question as ``aucurate.operate`` takes it."""
        from aucurate.inference.resampling.options import Resampling

        common = {
            "at": self.at,
            "use": self._use(),
            "pairs": self._pairs(),
            "confidence": self.confidence,
            "correction": self.correction,
        }
        if over_folds:
            names = ("interval", "replicates", "rng")
            self._refuse(names, "is for one test set.", hint="leave it out with --fold.")
            return common | {"points": self.points}
        self._refuse(("points",), "is for folds.", hint="name their column with --fold.")
        replicates = _REPLICATES if self.replicates is None else self.replicates
        return common | {
            "interval": self.interval,
            "resampling": Resampling(replicates=replicates, rng=self.rng or 0),
        }

    def _refuse(self, names: tuple[str, ...], why: str, *, hint: str) -> None:
        """Options that would do nothing."""
        for name in names:
            if getattr(self, name) is not None:
                raise OptionError(f"--{name} {why}", hint=hint)

    def _use(self) -> IntendedUse | None:
        from aucurate.curve.cost import IntendedUse

        return None if self.prevalence is None else IntendedUse(prevalence=self.prevalence)

    def _pairs(self) -> tuple[tuple[str, str], ...] | None:
        found = []
        for text in self.pairs or ():
            first, comma, second = (part.strip() for part in text.partition(","))
            if not comma or not first or not second or "," in second:
                raise OptionError(
                    f"--pairs takes two names; this is '{text}'.",
                    hint="e.g. --pairs forest,tree.",
                )
            found.append((first, second))
        return tuple(found) or None


@option.command
def operate_command(
    tables: option.PairedTables = None,
    *,
    columns: OperateTable,
    question: OperateQuestion,
    output: Output,
) -> None:
    """How do classifiers perform at one operating point, and do they differ there?"""
    study_of = _on_one_test_set if columns.fold is None else _over_folds
    study_of(tables or [], columns, question, output)


def _on_one_test_set(
    tables: list[Path], columns: OperateTable, question: OperateQuestion, output: Output
) -> None:
    from aucurate.cli.reading import read_paired_scores
    from aucurate.study.operate import operate
    from aucurate.study.operate.settings import OperateSettings

    arguments = question.arguments(over_folds=False)
    OperateSettings.checked(**arguments)
    run_study(
        output,
        read=lambda watch: read_paired_scores(tables, columns, watch, quiet=output.quiet),
        ask=lambda data, watch: operate(data, progress=watch, **arguments),
        doing="comparing",
    )


def _over_folds(
    tables: list[Path], columns: OperateTable, question: OperateQuestion, output: Output
) -> None:
    from aucurate.cli.reading import read_folds
    from aucurate.study.operate import operate

    arguments = question.arguments(over_folds=True)
    for name in columns.given():
        if name in _ONE_TEST_SET:
            raise OptionError(f"{name} is for one test set.", hint="leave it out with --fold.")
    if len(tables) > 1:
        raise OptionError(
            f"--fold is for one table; {len(tables)} were given.",
            hint="put the scores over folds into one table.",
        )
    run_study(
        output,
        read=lambda watch: read_folds(
            tables[0] if tables else None,
            columns,
            watch,
            usage="operate TABLE --label COLUMN --fold COLUMN; the shipped study has its folds in "
            "--fold fold",
            quiet=output.quiet,
        ),
        ask=lambda data, watch: operate(data, progress=watch, **arguments),
        doing="operating points of folds",
    )
