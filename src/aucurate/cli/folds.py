"""aucurate folds: algorithms over cross-validation folds, from scores that are there already."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aucurate.cli import options as option
from aucurate.cli.options import with_output
from aucurate.cli.output import AlternativeName, MissingName, Output, check_figure, drawn
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import OptionError, TableError
from aucurate.formatting import join_words, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.figure import Figure as Drawing

    from aucurate.data.folds import FoldScores
    from aucurate.study.folds import FoldsStudy

EPILOG = """[bold]Examples[/bold]

aucurate folds   [dim](on the study that ships with the package)[/dim]

aucurate folds scores.csv --label outcome --positive Poor --fold fold --threshold 0.5

aucurate folds scores.csv --label y --fold fold --repeat run --observation id --test all

aucurate folds fixed.csv --label y --fold training_set --observation id --figure folds.svg

aucurate folds scores.csv --label y --fold fold --html report.html
"""


class DesignName(StrEnum):
    """The designs, as the command line names them."""

    left_out = "left-out"
    fixed = "fixed-test-set"
    five_by_two = "5x2"
    random = "random-splits"

    @property
    def word(self) -> Any:
        """As the library names it."""
        return {
            "left-out": "left-out folds",
            "fixed-test-set": "fixed test set",
            "random-splits": "random splits",
        }.get(self.value, self.value)


@with_output
def folds_command(
    table: Annotated[
        Path | None,
        option.table(
            "Table with a label, a fold and scores in every row: csv, tsv, jsonl (also .gz), "
            "parquet, arrow, xlsx. Without it, the shipped study."
        ),
    ] = None,
    label: option.Label = None,
    positive: option.Positive = None,
    fold: option.Fold = None,
    repeat: Annotated[
        str | None, option.data("Which repeat of the division a row belongs to.")
    ] = None,
    observation: Annotated[
        str | None,
        option.data("Which rows are the same observation, where it is scored several times."),
    ] = None,
    algorithm: Annotated[
        str | None,
        option.data("Of a long table: whose score it is (--scores names the one column)."),
    ] = None,
    groups: option.Groups = None,
    scores: option.ScoreColumns = None,
    lower: option.Lower = None,
    design: Annotated[
        DesignName | None, option.data("Where it is not obvious from the rows.", "NAME")
    ] = None,
    n_train: Annotated[
        int | None, option.data("Size of a training set, where it does not follow.", "NUMBER")
    ] = None,
    missing: option.Missing = MissingName.refuse,
    drop_folds: option.DropFolds = False,
    separator: option.Separator = None,
    threshold: option.Threshold = None,
    test: option.Test = None,
    reference: option.Reference = None,
    alternative: option.Alternative = AlternativeName.two_sided,
    confidence: option.Confidence = 0.95,
    level: option.Level = 0.05,
    correction: option.Correction = "holm",
    rope: option.Rope = None,
    *,
    output: Output,
    figure: option.PairFigure = None,
    pair: option.Pair = None,
) -> None:
    """Which algorithm is better over cross-validation folds, by tests that hold there?"""
    columns = {
        "label": label,
        "fold": fold,
        "repeat": repeat,
        "observation": observation,
        "groups": groups,
        "classifier": algorithm,
        "scores": scores,
        "lower": lower,
        "design": None if design is None else design.word,
        "n_train": n_train,
        "positive": positive,
        "separator": separator,
        "missing": missing.value,
    }
    settings = question_of(locals())
    settings["without_class"] = "drop" if drop_folds else "refuse"
    check_figure(figure)
    interruption = Interruption()
    with watching(interruption, quiet=output.quiet) as watch:
        data = _read(table, columns, watch, quiet=output.quiet)
        settings["source"] = data.observations.source.name
        with interruptible(interruption):
            study, draw = folds_study(data, settings, watch, figure, pair, quiet=output.quiet)
    output.give(study, beside=draw, interrupted=interruption.asked)


def folds_study(
    data: FoldScores,
    settings: dict[str, Any],
    watch: Watcher,
    figure: Path | None,
    pair: str | None,
    *,
    quiet: bool,
    thresholds: dict[str, float] | None = None,
) -> tuple[FoldsStudy, Sequence[Callable[[], None]]]:
    """The study of fold scores, and what draws the figure of one pair where it was asked for.

    ``thresholds`` are those of the algorithms where none were said.
    """
    from aucurate.kernels import Cancelled
    from aucurate.study.folds import compare_folds

    said = read_thresholds(settings.pop("threshold"), data.names)
    test = settings.pop("test")
    chosen = said if said is not None else thresholds
    draw: Sequence[Callable[[], None]] = ()
    if figure is not None:
        draw = drawn(figure, pair_figure(data, pair, chosen), quiet=quiet)
    watch.begins("testing over folds")
    try:
        study = compare_folds(
            data,
            threshold=chosen,
            method=None if test == "all" else test,
            all_tests=test == "all",
            progress=watch,
            **settings,
        )
    except Cancelled:
        raise KeyboardInterrupt from None
    return study, draw


def _read(
    table: Path | None, columns: dict[str, Any], watch: Watcher, *, quiet: bool
) -> FoldScores:
    if table is None:
        return _shipped(columns, quiet=quiet)
    for role in ("label", "fold"):
        if columns[role] is None:
            raise OptionError(
                f"which column holds the {role}s is not said.", hint=f"add --{role} COLUMN."
            )
    from aucurate.cli.reading import reading, split_names
    from aucurate.data.folds import FoldScores
    from aucurate.io.files import read_table

    with reading(watch, table):
        frame = read_table(table, separator=columns.pop("separator"))
        known = list(frame.columns)
        columns["scores"] = split_names(columns["scores"], known)
        columns["lower"] = split_names(columns["lower"], known) or ()
        return FoldScores.from_frame(frame, **columns)


def _shipped(columns: dict[str, Any], *, quiet: bool) -> FoldScores:
    """The study that ships with the package, for a command without a table."""
    from aucurate.datasets import load_breast_cancer_folds

    said = [name for name, value in columns.items() if value and value != "refuse"]
    if said:
        raise TableError(
            f"--{said[0].replace('_', '-')} speaks of a table, but none was given.",
            hint="aucurate folds TABLE --label COLUMN --fold COLUMN.",
        )
    if not quiet:
        note(
            "No table given: these are five models on ten left-out folds of breast cancer data, "
            "a study that ships with aucurate.\n"
        )
    return load_breast_cancer_folds()


# What aucurate folds and aucurate crossval share: settings, thresholds, the figure of a pair.


_SETTINGS = (
    "threshold", "test", "reference", "alternative", "confidence", "level", "correction", "rope",
)  # fmt: skip


def question_of(given: dict[str, Any]) -> dict[str, Any]:
    """The options of the question, out of all that a command was given."""
    return {name: given[name] for name in _SETTINGS} | {"alternative": given["alternative"].value}


def read_thresholds(said: str | None, names: tuple[str, ...]) -> float | dict[str, float] | None:
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


def pair_figure(
    data: FoldScores, pair: str | None, threshold: float | dict[str, float] | None
) -> Callable[[], Drawing]:
    """What draws one pair, as in Figs. 2 to 5 of Aslan, Yildiz and Alpaydin (2009)."""
    names = data.names[:2] if pair is None else tuple(part.strip() for part in pair.split(","))
    if len(names) != 2:
        raise OptionError("--pair takes two names.", hint="e.g. --pair forest,tree.")
    if threshold is None:
        raise OptionError(
            "the figure shows errors too, and there is no threshold.",
            hint="add --threshold 0.5 for probabilities or --threshold 0 for decision scores.",
        )
    from aucurate.data.scores import position

    for name in names:
        position(data.names, name)
    cuts = threshold if isinstance(threshold, dict) else dict.fromkeys(data.names, threshold)

    def draw() -> Drawing:
        from aucurate.plots.folds.overview import fold_panels, folds_figure

        return folds_figure(fold_panels(data, names=names, thresholds=cuts))

    return draw
