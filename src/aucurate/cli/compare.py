"""aucurate compare: from a table of scores to a verdict."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aucurate.cli.output import AlternativeName, MissingName, deliver, renderer
from aucurate.errors import OptionError, TableError

if TYPE_CHECKING:
    from aucurate.study import Study
    from aucurate.study.compare import Data

EPILOG = """[bold]Examples[/bold]

aucurate compare   [dim](the study that ships with the package)[/dim]

aucurate compare scores.csv --label outcome --positive Poor

aucurate compare scores.parquet --label y --scores forest,logistic --reference logistic --json

aucurate compare before.csv after.csv --label y   [dim](two test sets: unpaired)[/dim]
"""


def compare_command(
    tables: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="TABLE [SECOND]",
            help="Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
            "Two tables are two test sets, compared unpaired. Without one, the shipped study.",
            show_default=False,
        ),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="The column with the true class.", rich_help_panel="Data"
        ),
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option(
            metavar="LABEL",
            help="The positive class; not needed for 0/1, -1/1, bool.",
            rich_help_panel="Data",
        ),
    ] = None,
    scores: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN[,COLUMN]",
            help="Score columns; every other numeric column when left out.",
            rich_help_panel="Data",
        ),
    ] = None,
    lower: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN[,COLUMN]",
            help="Columns where a lower score means more positive.",
            rich_help_panel="Data",
        ),
    ] = None,
    weights: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Weights.", rich_help_panel="Data")
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="Observations that belong together.", rich_help_panel="Data"
        ),
    ] = None,
    fold: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="The fold of each observation.", rich_help_panel="Data"
        ),
    ] = None,
    test_set: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Which independent test set a row belongs to: unpaired.",
            rich_help_panel="Data",
        ),
    ] = None,
    missing: Annotated[
        MissingName,
        typer.Option(help="What to do with rows that have missing values.", rich_help_panel="Data"),
    ] = MissingName.refuse,
    separator: Annotated[
        str | None,
        typer.Option(
            metavar="CHARACTER", help="Between the fields of a text table.", rich_help_panel="Data"
        ),
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="Of all intervals.", rich_help_panel="Question")
    ] = 0.95,
    alternative: Annotated[
        AlternativeName, typer.Option(help="Of first minus second.", rich_help_panel="Question")
    ] = AlternativeName.two_sided,
    reference: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Compare each classifier with this one only.",
            rich_help_panel="Question",
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Test: delong, hanley-mcneil, bootstrap-percentile, permutation, ...",
            rich_help_panel="Question",
        ),
    ] = "delong",
    interval: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Interval of each AUC: delong-logit-t (recommended), newcombe, bootstrap-bca, ...",
            rich_help_panel="Question",
        ),
    ] = None,
    intervals: Annotated[
        str | None,
        typer.Option(metavar="all", help="All intervals side by side.", rich_help_panel="Question"),
    ] = None,
    correction: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="holm, hochberg, benjamini-hochberg, bonferroni or none.",
            rich_help_panel="Question",
        ),
    ] = "holm",
    margin: Annotated[
        float | None,
        typer.Option(help="Test non-inferiority with this margin.", rich_help_panel="Question"),
    ] = None,
    repeats: Annotated[
        int, typer.Option(help="Of methods that resample.", rich_help_panel="Question")
    ] = 2000,
    rng: Annotated[
        int, typer.Option(help="Randomness of methods that resample.", rich_help_panel="Question")
    ] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Every digit, as JSON.", rich_help_panel="Output")
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Tables in Markdown.", rich_help_panel="Output")
    ] = False,
    as_latex: Annotated[
        bool, typer.Option("--latex", help="Tables in LaTeX (booktabs).", rich_help_panel="Output")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write here instead of the terminal.", rich_help_panel="Output"
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Threads to use; all cores by default.", rich_help_panel="Output"),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress, no notes.", rich_help_panel="Output")
    ] = False,
) -> None:
    """Which classifier has the higher AUC, by how much, and how sure are we?"""
    render = renderer(as_json=as_json, as_markdown=as_markdown, as_latex=as_latex)
    columns = {
        "label": label,
        "positive": positive,
        "scores": scores,
        "lower": lower,
        "weights": weights,
        "groups": groups,
        "fold": fold,
        "test_set": test_set,
        "missing": missing.value,
        "separator": separator,
    }
    settings = {
        "confidence": confidence,
        "alternative": alternative.value,
        "reference": reference,
        "interval": interval,
        "intervals": intervals,
        "method": method,
        "correction": correction,
        "margin": margin,
        "repeats": repeats,
        "rng": rng,
    }
    study = _study(tables or [], columns, settings, threads=threads, quiet=quiet)
    deliver(render(study), out)


def _study(
    tables: list[Path],
    columns: dict[str, Any],
    settings: dict[str, Any],
    *,
    threads: int | None,
    quiet: bool,
) -> Study:
    from aucurate.cli.progress import progress_bar
    from aucurate.study.compare import compare_scores
    from aucurate.study.compare_settings import CompareSettings

    asked = CompareSettings(**_as_settings(settings))
    data, source, not_used = _read(tables, columns, quiet=quiet)
    with progress_bar("ranking", quiet=quiet) as progress:
        return compare_scores(
            data,
            asked,
            source=source,
            columns_not_used=not_used,
            threads=threads,
            progress=progress,
        )


def _as_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The options of the question as CompareSettings takes them."""
    from aucurate.inference.resampling import Resampling

    settings = {name: value for name, value in options.items() if value is not None}
    settings["resampling"] = Resampling(repeats=settings.pop("repeats"), rng=settings.pop("rng"))
    asked = settings.pop("intervals", None)
    if asked not in (None, "all"):
        raise OptionError(
            f"--intervals takes the word all; it is {asked!r}.",
            hint="for one interval use --interval NAME.",
        )
    return settings | {"all_intervals": asked == "all"}


def _read(
    tables: list[Path], columns: dict[str, Any], *, quiet: bool
) -> tuple[Data, str, tuple[str, ...]]:
    """The data, what they are called, and the columns that were left alone."""
    if not tables:
        return _shipped(columns, quiet=quiet)
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    if len(tables) > 2:
        raise OptionError(
            f"{len(tables)} tables were given; one or two can be compared.",
            hint="put more test sets into one table and name the column with --test-set.",
        )
    from aucurate.cli.reading import interrupted_at_once, one_table, two_tables

    with interrupted_at_once():
        return one_table(tables[0], columns) if len(tables) == 1 else two_tables(tables, columns)


def _shipped(columns: dict[str, Any], *, quiet: bool) -> tuple[Data, str, tuple[str, ...]]:
    from aucurate.datasets import load_breast_cancer

    said = [name for name, value in columns.items() if value and value != "refuse"]
    said = [name for name in said if name != "scores"]
    if said:
        raise TableError(
            f"--{said[0].replace('_', '-')} speaks of a table, but none was given.",
            hint="aucurate compare TABLE --label COLUMN.",
        )
    if not quiet:
        print(
            "No table given: these are five models on held-out breast cancer data, the study "
            "that ships with aucurate.\n",
            file=sys.stderr,
        )
    data = load_breast_cancer()
    if columns["scores"]:
        from aucurate.cli.reading import split_names

        data = data.select(split_names(columns["scores"], list(data.names)) or data.names)
    return data, "the breast cancer study that ships with aucurate", ()
