"""aucurate folds: compare algorithms over cross-validation folds, from existing scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from aucurate.cli import options as option
from aucurate.cli.driver import run_study
from aucurate.cli.options import AlternativeName, MissingName
from aucurate.cli.output import Output
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened

if TYPE_CHECKING:
    from aucurate.cli.progress import Watcher
    from aucurate.data.folds import FoldScores
    from aucurate.plots.figure import Display
    from aucurate.study.folds import FoldsStudy

EPILOG = """[bold]Examples[/bold]

aucurate folds   [dim](on the study that ships with the package)[/dim]

aucurate folds scores.csv --label outcome --positive Poor --fold fold --threshold 0.5

aucurate folds scores.csv --label y --fold fold --repeat run --observation id --all-tests

aucurate folds scores.csv --label y --fold fold --threshold 0 --figure folds.svg --pair a,b

aucurate folds scores.csv --label y --fold fold --html report.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsTable(option.FoldTable):
    """A table of scores over folds, and what becomes of folds that lack a class."""

    without_class: option.WithoutClass = MissingName.refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsQuestion(option.Options):
    """What is asked of algorithms over folds, by aucurate folds and aucurate crossval."""

    threshold: option.Threshold = None
    method: option.FoldMethod = None
    all_tests: option.AllTests = False
    reference: option.Reference = None
    alternative: option.Alternative = AlternativeName.two_sided
    confidence: option.Confidence = 0.95
    level: option.Level = 0.05
    correction: option.Correction = "holm"
    rope: option.Rope = None

    def arguments(self) -> dict[str, Any]:
        """The question as ``aucurate.folds`` takes it, but for the thresholds."""
        return {
            "method": self.method,
            "all_tests": self.all_tests,
            "reference": self.reference,
            "alternative": self.alternative.value,
            "confidence": self.confidence,
            "level": self.level,
            "correction": self.correction,
            "rope": self.rope,
        }


@option.command
def folds_command(
    table: option.FoldsTableFile = None,
    *,
    columns: FoldsTable,
    question: FoldsQuestion,
    output: Output,
    pair: option.Pair = None,
) -> None:
    """Which algorithm is better, judged by tests that are valid under cross-validation?"""
    from aucurate.cli.reading import read_folds

    names = pair_names(pair, output)
    run_study(
        output,
        read=lambda watch: read_folds(
            table,
            columns,
            watch,
            usage="folds TABLE --label COLUMN --fold COLUMN",
            quiet=output.quiet,
        ),
        ask=lambda data, watch: folds_study(
            data,
            question,
            watch,
            thresholds=thresholds_for(question, data, names),
            without_class=columns.without_class.value,
        ),
        doing="testing over folds",
        draw=(lambda data, _: pair_figure(data, names, thresholds_for(question, data, names)))
        if names
        else None,
    )


# What aucurate folds and aucurate crossval share: the study, thresholds, the figure of a pair.


Thresholds: TypeAlias = "float | dict[str, float] | None"


def folds_study(
    data: FoldScores,
    question: FoldsQuestion,
    watch: Watcher,
    *,
    thresholds: Thresholds,
    **more: Any,
) -> FoldsStudy:
    """The study of scores over folds."""
    from aucurate.study.folds import folds

    return folds(
        data,
        threshold=thresholds,
        progress=watch,
        **question.arguments(),
        **more,
    )


def thresholds_for(
    question: FoldsQuestion,
    data: FoldScores,
    pair: tuple[str, ...],
    usual: dict[str, float] | None = None,
) -> Thresholds:
    """The thresholds that were named, or the usual ones; a figure of a pair needs some."""
    said = read_thresholds(question.threshold, data.names)
    thresholds = usual if said is None else said
    if pair:
        from aucurate.data.scores import position

        for name in pair:
            position(data.names, name)
        if thresholds is None:
            raise OptionError(
                "the figure of a pair shows errors too, and there is no threshold.",
                hint="add --threshold 0.5 for probabilities or --threshold 0 for decision scores.",
            )
    return thresholds


def read_thresholds(said: str | None, names: tuple[str, ...]) -> Thresholds:
    """One threshold, or one for each algorithm, from the text of the option.

    >>> read_thresholds("0.5", ("a", "b")), read_thresholds("a=0.5, b=0", ("a", "b"))
    (0.5, {'a': 0.5, 'b': 0.0})
    """
    if said is None:
        return None
    if "=" not in said:
        return _threshold(said)
    found = {}
    for part in said.split(","):
        name, _, value = part.rpartition("=")
        if name.strip() not in names:
            raise OptionError(
                f"--threshold names '{shortened(name.strip())}', which is no algorithm here.",
                hint=f"they are {join_words([shortened(n) for n in names])}.",
            )
        found[name.strip()] = _threshold(value)
    return found


def _threshold(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(
            f"--threshold takes a number; this is '{shortened(text)}'.",
            hint="0.5 for probabilities, 0 for decision scores, or name=number for each.",
        ) from None


def pair_names(pair: str | None, output: Output) -> tuple[str, ...]:
    """The two algorithms whose folds are to be drawn, none where no pair was named."""
    if pair is None:
        return ()
    names = tuple(part.strip() for part in pair.split(","))
    if len(names) != 2:
        raise OptionError("--pair takes two names.", hint="e.g. --pair forest,tree.")
    if output.figure is None:
        raise OptionError("--pair chooses what --figure draws.", hint="add --figure FILE.")
    if output.figure_name is not None:
        raise OptionError(
            "--pair and --figure-name cannot be combined.", hint="choose one of them."
        )
    return names


def pair_figure(data: FoldScores, names: tuple[str, ...], thresholds: Thresholds) -> Display:
    """The folds of one pair, as in Figs. 2 to 5 of Aslan, Yildiz and Alpaydin (2009)."""
    from aucurate.plots import FoldsDisplay, fold_panels

    each: Any = thresholds
    if not isinstance(thresholds, dict):
        each = dict.fromkeys(data.names, thresholds)
    return FoldsDisplay(fold_panels(data, names=names, thresholds=each)).plot()
