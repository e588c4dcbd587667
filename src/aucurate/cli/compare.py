"""aucurate compare: from a table of scores to a verdict."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.options import with_output
from aucurate.cli.output import AlternativeName, MissingName, Output
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import OptionError, TableError

if TYPE_CHECKING:
    from aucurate.cli.terminal import Marks
    from aucurate.study import CompareStudy
    from aucurate.study.inputs import Data
    from aucurate.study.table import Table

EPILOG = """[bold]Examples[/bold]

aucurate compare   [dim](the study that ships with the package)[/dim]

aucurate compare scores.csv --label outcome --positive Poor

aucurate compare scores.csv --label y --html report.html

aucurate compare scores.parquet --label y --scores forest,logistic --reference logistic --json

aucurate compare scores.csv --label y --csv --table comparisons --out differences.csv

aucurate compare scores.csv --label y --method bootstrap --replicates 10000 --simultaneous

aucurate compare scores.csv --label y --of partial-auc:specificity=0.9:1

aucurate compare scores.csv --label y --reference ours --margin 0.02 --margin-test equivalence

aucurate compare old.csv new.csv --label y --id patient   [dim](predictions for one test set)[/dim]

aucurate compare before.csv after.csv --label y --unpaired   [dim](two test sets)[/dim]
"""


@with_output
def compare_command(
    tables: option.Tables = None,
    label: option.Label = None,
    positive: option.Positive = None,
    scores: option.ScoreColumns = None,
    lower: option.Lower = None,
    weights: option.Weights = None,
    groups: option.Groups = None,
    fold: option.Fold = None,
    test_set: option.TestSet = None,
    id: option.Identifier = None,
    paired: option.Paired = False,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    of: option.Of = "auc",
    method: option.Method = "auto",
    reference: option.Reference = None,
    unpaired: option.Unpaired = False,
    alternative: option.Alternative = AlternativeName.two_sided,
    confidence: option.Confidence = 0.95,
    correction: option.Correction = "holm",
    simultaneous: option.Simultaneous = False,
    interval: option.Interval = None,
    intervals: option.Intervals = None,
    margin: option.Margin = None,
    margin_test: option.MarginTest = "noninferiority",
    margin_method: option.MarginMethod = "",
    null: option.Null = None,
    replicates: option.Replicates = 2000,
    rng: option.Rng = 0,
    *,
    output: Output,
    threads: option.Threads = None,
) -> None:
    """Which classifier has the higher AUC, by how much, and how sure are we?

    Or the higher partial AUC, average precision, sensitivity at a specificity:
    say --of.

    Ask first: was any of the models fitted to these observations? Scores do
    not show it. If so, AUCs are too high and the more flexible model looks
    better than it is: use observations that no model was fitted to, or
    `aucurate crossval`.
    """
    given = locals()
    columns = {name: given[name] for name in _COLUMNS}
    settings = {name: given[name] for name in _SETTINGS}
    quiet = output.quiet
    with interruptible() as interruption, watching(interruption, quiet=quiet) as watch:
        study = _study(
            tables or [], columns, settings, interruption, watch, threads=threads, quiet=quiet
        )
    output.give(
        study,
        show=lambda study: _show(study, quiet=quiet),
        interrupted=interruption.asked,
    )


_COLUMNS = (
    "label", "positive", "scores", "lower", "weights", "groups", "fold", "test_set", "id", "paired",
    "missing", "separator",
)  # fmt: skip
_SETTINGS = (
    "of", "method", "reference", "unpaired", "alternative", "confidence", "correction",
    "simultaneous", "interval", "intervals", "margin", "margin_test", "margin_method", "null",
    "replicates", "rng",
)  # fmt: skip


def _study(
    tables: list[Path],
    columns: dict[str, Any],
    settings: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
    *,
    threads: int | None,
    quiet: bool,
) -> CompareStudy:
    from aucurate.estimates.estimands import read_estimand
    from aucurate.kernels import Cancelled
    from aucurate.study.compare import compare
    from aucurate.study.compare.settings import CompareSettings

    asked = _as_settings(settings)
    estimand = read_estimand(asked["of"])
    CompareSettings.checked(estimand, **{k: v for k, v in asked.items() if k != "of"})
    interruption.heed()
    data = _read(tables, columns, watch, unpaired=settings["unpaired"], quiet=quiet)
    watch.begins("comparing")
    try:
        return compare(data, threads=threads, progress=watch, **asked)
    except Cancelled:
        raise KeyboardInterrupt from None


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


def _as_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The options of the question as CompareSettings takes them."""
    from aucurate.inference.resampling.options import Resampling

    settings: dict[str, Any] = {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in options.items()
        if value is not None
    }
    settings["paired"] = False if settings.pop("unpaired") else None
    settings["resampling"] = Resampling(
        replicates=settings.pop("replicates"), rng=settings.pop("rng")
    )
    asked = settings.pop("intervals", None)
    if asked not in (None, "all"):
        raise OptionError(
            f"--intervals takes the word all; it is {asked!r}.",
            hint="for one interval use --interval NAME.",
        )
    return settings | {"all_intervals": asked == "all"}


def _read(
    tables: list[Path], columns: dict[str, Any], watch: Watcher, *, unpaired: bool, quiet: bool
) -> Data:
    if not tables:
        return shipped_study(columns, quiet=quiet)
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    from aucurate.cli.reading import one_table, reading, several_tables

    with reading(watch, *tables):
        if len(tables) == 1:
            return one_table(tables[0], columns)
        return several_tables(tables, columns, unpaired=unpaired)


def shipped_study(columns: dict[str, Any], *, quiet: bool) -> Data:
    """The study that ships with the package, for a command without a table."""
    from aucurate.datasets import load_breast_cancer

    said = [name for name, value in columns.items() if value and value != "refuse"]
    said = [name for name in said if name != "scores"]
    if said:
        raise TableError(
            f"--{said[0].replace('_', '-')} speaks of a table, but none was given.",
            hint="aucurate compare TABLE --label COLUMN.",
        )
    if not quiet:
        note(
            "No table given: these are five models on held-out breast cancer data, the study "
            "that ships with aucurate.\n"
        )
    data = load_breast_cancer()
    if columns["scores"]:
        from aucurate.cli.reading import split_names

        data = data.select(split_names(columns["scores"], list(data.names)) or data.names)
    return data
