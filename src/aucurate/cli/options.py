"""The options of the commands, one name each. Nothing heavy is imported for their help."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from aucurate.cli.output import AlternativeName, MissingName, Output, renderer
from aucurate.cli.provenance import command_of, files_of, noting_files
from aucurate.inference import methods

METHODS = (
    f"{methods.short_list([*methods.COMPARISONS, *methods.SHORTHANDS])}, or "
    f"{', '.join(methods.CURVE_TESTS)} for whole curves"
)
INTERVALS = methods.short_list([*methods.INTERVALS, *methods.SHORTHANDS])
RECOMMENDED = methods.RECOMMENDED_INTERVAL
TESTS = f"{', '.join(methods.FOLD_COMPARISONS)}; or all, side by side"


def table(text: str, metavar: str = "TABLE") -> Any:
    """The argument that names the table, or tables."""
    return typer.Argument(metavar=metavar, readable=False, help=text, show_default=False)


def data(text: str, metavar: str | None = "COLUMN", *names: str) -> Any:
    """An option that says what the data are."""
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Data")


def question(text: str, metavar: str | None = None, *names: str) -> Any:
    """An option that says what is asked of the data."""
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Question")


def output(text: str, *names: str, metavar: str | None = None) -> Any:
    """An option that says where the result goes, and in which form."""
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel="Output",
        show_default=False,
        readable=False,  # what is written need not be readable
    )


Tables: TypeAlias = Annotated[
    list[Path] | None,
    table(
        "Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
        "Predictions in several tables need --id or --paired (one test set) or --unpaired (a test "
        "set each) where they look like one test set. Without a table, the shipped study.",
        "TABLE [TABLE ...]",
    ),
]
Label: TypeAlias = Annotated[str | None, data("The column with the true class.")]
Positive: TypeAlias = Annotated[
    str | None, data("The positive class; not needed for 0/1, -1/1, bool.", "LABEL")
]
ScoreColumns: TypeAlias = Annotated[
    list[str] | None,
    data("Score columns; every other numeric column when left out.", "COLUMN[,COLUMN]"),
]
Lower: TypeAlias = Annotated[
    list[str] | None,
    data("Columns where a lower score means more positive.", "COLUMN[,COLUMN]"),
]
Weights: TypeAlias = Annotated[str | None, data("Weights.")]
Groups: TypeAlias = Annotated[str | None, data("Observations that belong together.")]
Fold: TypeAlias = Annotated[str | None, data("The fold of each observation.")]
TestSet: TypeAlias = Annotated[
    str | None, data("Which independent test set a row belongs to: unpaired.")
]
Identifier: TypeAlias = Annotated[
    str | None,
    data(
        "Join several tables on this column, which identifies the observations: paired. Those "
        "that a table lacks are refused, or left out with --missing drop."
    ),
]
Paired: TypeAlias = Annotated[
    bool,
    data(
        "Several tables have the same observations in the same order; labels are compared.",
        None,
        "--paired",
    ),
]
Missing: TypeAlias = Annotated[MissingName, data("What to do with rows that miss values.", None)]
Separator: TypeAlias = Annotated[
    str | None, data("Between the fields of a text table.", "CHARACTER")
]

Of: TypeAlias = Annotated[
    str,
    question(
        "What is compared: auc, partial-auc:specificity=0.9:1, average-precision, "
        "sensitivity-at:specificity=0.95, specificity-at:sensitivity=0.9.",
        "ESTIMAND",
    ),
]
Method: TypeAlias = Annotated[
    str,
    question(f"Test: {METHODS}. auto is delong, and mover for different test sets.", "NAME"),
]
Interval: TypeAlias = Annotated[
    str | None,
    question(f"Of each AUC: {INTERVALS}. {RECOMMENDED} when left out.", "NAME"),
]
Intervals: TypeAlias = Annotated[str | None, question("All intervals side by side.", "all")]
Confidence: TypeAlias = Annotated[float, question("Of all intervals.")]
Alternative: TypeAlias = Annotated[
    AlternativeName, question("First minus second: two-sided, greater or less.", "NAME")
]
Reference: TypeAlias = Annotated[
    str | None, question("Compare each classifier with this one only.", "NAME")
]
Unpaired: TypeAlias = Annotated[
    bool,
    question("Treat tables, or columns of one, as different test sets.", None, "--unpaired"),
]
Null: TypeAlias = Annotated[
    float | None, question("Test each AUC against this value; one alone against 0.5.")
]
Correction: TypeAlias = Annotated[
    str, question("holm, hochberg, benjamini-hochberg, bonferroni or none.", "NAME")
]
Simultaneous: TypeAlias = Annotated[
    bool,
    question("Add intervals of the differences that hold together.", None, "--simultaneous"),
]
Margin: TypeAlias = Annotated[float | None, question("Test the differences with this margin.")]
MarginTest: TypeAlias = Annotated[
    str, question("Of what: noninferiority, superiority or equivalence.", "NAME")
]
MarginMethod: TypeAlias = Annotated[
    str, question("By what: mover unless --method names another than delong.", "NAME")
]
Replicates: TypeAlias = Annotated[
    int, question("Of methods that resample; Ctrl-C reports what is done.")
]
Rng: TypeAlias = Annotated[int, question("Randomness of methods that resample.")]

Threshold: TypeAlias = Annotated[
    str | None,
    question(
        "Compare error rates too, at this threshold: 0.5 for probabilities, 0 for decision "
        "scores; or one for each, forest=0.5,svm=0.",
        "NUMBER",
    ),
]
Test: TypeAlias = Annotated[
    str | None,
    question(f"{TESTS}. When left out, the one recommended for the design.", "NAME"),
]
Level: TypeAlias = Annotated[float, question("When a test rejects.")]
Rope: TypeAlias = Annotated[
    float | None,
    question("Add the Bayesian correlated t test; differences up to this are equivalent."),
]
DropFolds: TypeAlias = Annotated[
    bool, data("Leave out folds that lack a class, and say so.", None, "--drop-folds")
]
PairFigure: TypeAlias = Annotated[
    Path | None,
    output("Draw the folds of a pair here (svg, pdf, png): errors, AUCs, curves.", metavar="FILE"),
]
Pair: TypeAlias = Annotated[
    str | None,
    output("The pair of the figure; the first two when left out.", metavar="NAME,NAME"),
]

Threads: TypeAlias = Annotated[
    int | None,
    output("Threads to use; all cores by default."),
]


# The options of the output, the same for every command that gives a study.


AsJson: TypeAlias = Annotated[bool, output("Every digit, as JSON.", "--json")]
AsMarkdown: TypeAlias = Annotated[bool, output("Tables in Markdown.", "--markdown")]
AsLatex: TypeAlias = Annotated[bool, output("Tables in LaTeX (booktabs).", "--latex")]
AsCsv: TypeAlias = Annotated[bool, output("The first table, every digit, as CSV.", "--csv")]
TableName: TypeAlias = Annotated[
    str | None, output("With --csv: another table, by its name.", "--table", metavar="NAME")
]
Out: TypeAlias = Annotated[
    Path | None, output("Write here instead of the terminal.", metavar="FILE")
]
Html: TypeAlias = Annotated[
    Path | None,
    output("Write the report here too: one page that opens offline.", metavar="FILE"),
]
Quiet: TypeAlias = Annotated[bool, output("No progress, no notes, no drawing.", "--quiet", "-q")]

_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def asked_output(
    paths: Mapping[str, Path],
    *,
    as_json: AsJson = False,
    as_markdown: AsMarkdown = False,
    as_latex: AsLatex = False,
    as_csv: AsCsv = False,
    table_name: TableName = None,
    out: Out = None,
    html: Html = None,
    quiet: Quiet = False,
) -> Output:
    """What these options ask for; ``paths`` are the files to be written, by their options."""
    formats = {"json": as_json, "markdown": as_markdown, "latex": as_latex, "csv": as_csv}
    render = renderer(formats, table=table_name)
    return Output(render=render, out=out, html=html, quiet=quiet, paths=paths)


def with_output(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of :func:`asked_output` in the place of ``output``.

    The parser reads the options of a command from its signature: this one is made of both, and of
    the context, which knows what was said.
    """
    shared = dict(inspect.signature(asked_output).parameters)
    del shared["paths"]

    @wraps(command)
    def run(**given: Any) -> None:
        context = given.pop(_CONTEXT.name)
        made_by, files = command_of(context), files_of(context, given)
        output = asked_output(files.written, **{name: given.pop(name) for name in shared})
        output.protect(*files.read)
        output.check()
        with noting_files() as noted:
            command(output=replace(output, command=made_by, files=noted), **given)

    parameters = [_CONTEXT]
    for one in inspect.signature(command, eval_str=True).parameters.values():
        parameters += shared.values() if one.name == "output" else [one]
    by_name = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    run.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in by_name}
    return run
