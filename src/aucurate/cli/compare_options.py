"""The options of aucurate compare, one name each. Nothing heavy is imported for their help."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from aucurate.cli.output import AlternativeName, MissingName

METHODS = (
    "delong, mover, hanley-mcneil(-binormal, -kendall), bootstrap(-percentile, -basic, -bca, "
    "-studentised), permutation, or venkatraman for whole curves"
)
INTERVALS = (
    "delong-beta, delong-logit(-t), delong-wald, hanley-mcneil(-estimated), newcombe, "
    "birnbaum-klose, cortes-mohri-fewest-errors, agarwal, bootstrap(-percentile, -basic, -bca, "
    "-studentised)"
)
RECOMMENDED = "delong-beta"


def _data(text: str, metavar: str | None = None) -> Any:
    return typer.Option(help=text, metavar=metavar, rich_help_panel="Data")


def _question(text: str, metavar: str | None = None, *names: str) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Question")


Tables: TypeAlias = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="TABLE [TABLE ...]",
        readable=False,
        help="Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
        "Predictions in several tables need --id or --paired (one test set) or --unpaired (a test "
        "set each) where they look like one test set. Without a table, the shipped study.",
        show_default=False,
    ),
]
Label: TypeAlias = Annotated[str | None, _data("The column with the true class.", "COLUMN")]
Positive: TypeAlias = Annotated[
    str | None, _data("The positive class; not needed for 0/1, -1/1, bool.", "LABEL")
]
ScoreColumns: TypeAlias = Annotated[
    list[str] | None,
    _data("Score columns; every other numeric column when left out.", "COLUMN[,COLUMN]"),
]
Lower: TypeAlias = Annotated[
    list[str] | None,
    _data("Columns where a lower score means more positive.", "COLUMN[,COLUMN]"),
]
Weights: TypeAlias = Annotated[str | None, _data("Weights.", "COLUMN")]
Groups: TypeAlias = Annotated[str | None, _data("Observations that belong together.", "COLUMN")]
Fold: TypeAlias = Annotated[str | None, _data("The fold of each observation.", "COLUMN")]
TestSet: TypeAlias = Annotated[
    str | None, _data("Which independent test set a row belongs to: unpaired.", "COLUMN")
]
Identifier: TypeAlias = Annotated[
    str | None,
    _data(
        "Join several tables on this column, which identifies the observations: paired. Those "
        "that a table lacks are refused, or left out with --missing drop.",
        "COLUMN",
    ),
]
Paired: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--paired",
        help="Several tables have the same observations in the same order; labels are compared.",
        rich_help_panel="Data",
    ),
]
Missing: TypeAlias = Annotated[MissingName, _data("What to do with rows that miss values.")]
Separator: TypeAlias = Annotated[
    str | None, _data("Between the fields of a text table.", "CHARACTER")
]

Method: TypeAlias = Annotated[
    str,
    _question(f"Test: {METHODS}. auto is delong, and mover for different test sets.", "NAME"),
]
Interval: TypeAlias = Annotated[
    str | None,
    _question(f"Of each AUC: {INTERVALS}. {RECOMMENDED} when left out.", "NAME"),
]
Intervals: TypeAlias = Annotated[str | None, _question("All intervals side by side.", "all")]
Confidence: TypeAlias = Annotated[float, _question("Of all intervals.")]
Alternative: TypeAlias = Annotated[
    AlternativeName, _question("First minus second: two-sided, greater or less.", "NAME")
]
Reference: TypeAlias = Annotated[
    str | None, _question("Compare each classifier with this one only.", "NAME")
]
Unpaired: TypeAlias = Annotated[
    bool,
    _question("Treat tables, or columns of one, as different test sets.", None, "--unpaired"),
]
Null: TypeAlias = Annotated[
    float | None, _question("Test each AUC against this value; one alone against 0.5.")
]
Correction: TypeAlias = Annotated[
    str, _question("holm, hochberg, benjamini-hochberg, bonferroni or none.", "NAME")
]
Simultaneous: TypeAlias = Annotated[
    bool,
    _question("Add intervals of the differences that hold together.", None, "--simultaneous"),
]
Margin: TypeAlias = Annotated[float | None, _question("Test the differences with this margin.")]
MarginTest: TypeAlias = Annotated[
    str, _question("Of what: noninferiority, superiority or equivalence.", "NAME")
]
MarginMethod: TypeAlias = Annotated[
    str, _question("By what: mover unless --method names another than delong.", "NAME")
]
Repeats: TypeAlias = Annotated[
    int, _question("Of methods that resample; Ctrl-C reports what is done.")
]
Rng: TypeAlias = Annotated[int, _question("Randomness of methods that resample.")]

Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Threads to use; all cores by default.", rich_help_panel="Output"),
]
