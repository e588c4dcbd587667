"""The options of the commands, each declared once, and the records that commands take them in.

Nothing heavy is imported for their help.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_type_hints

import typer

from aucurate.cli.output import Output, renderer
from aucurate.cli.provenance import command_of, files_of, noting_files
from aucurate.inference import methods

METHODS = (
    f"{methods.short_list([*methods.COMPARISONS, *methods.SHORTHANDS])}, or "
    f"{', '.join(methods.CURVE_TESTS)} for whole curves"
)
INTERVALS = methods.short_list([*methods.INTERVALS, *methods.SHORTHANDS])
RECOMMENDED = methods.RECOMMENDED_INTERVAL
MODELS = f"{', '.join(methods.MODEL_INTERVALS)} or all"
TESTS = f"{', '.join(methods.FOLD_COMPARISONS)}; or all, side by side"


class AlternativeName(StrEnum):
    """The alternatives, as the command line names them."""

    two_sided = "two-sided"
    greater = "greater"
    less = "less"


class MissingName(StrEnum):
    """What can be done with missing values."""

    refuse = "refuse"
    drop = "drop"


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


class FittedDesignName(StrEnum):
    """The designs that can be fitted."""

    left_out = "left-out"
    fixed = "fixed-test-set"
    five_by_two = "5x2"


class QuestionName(StrEnum):
    """What a plan is to show."""

    difference = "difference"
    non_inferiority = "non-inferiority"
    superiority = "superiority"
    equivalence = "equivalence"


class VarianceName(StrEnum):
    """The formulas of the variance of an AUC."""

    hanley_mcneil = "hanley-mcneil"
    obuchowski_mcclish = "obuchowski-mcclish"
    binormal = "binormal"


class NullVarianceName(StrEnum):
    """What scales the test of a plan."""

    null = "null"
    reference = "reference"
    alternative = "alternative"
    logit = "logit"


class ScaleName(StrEnum):
    """The scales of the interval of one AUC."""

    logit = "logit"
    wald = "wald"


def table(text: str, metavar: str = "TABLE") -> Any:
    """The argument that names the table, or tables."""
    return typer.Argument(metavar=metavar, readable=False, help=text, show_default=False)


def data(text: str, metavar: str | None = "COLUMN", *names: str) -> Any:
    """An option that says what the data are."""
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Data")


def question(text: str, metavar: str | None = None, *names: str) -> Any:
    """An option that says what is asked of the data."""
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Question")


def fitting(text: str, metavar: str | None = None, *names: str) -> Any:
    """An option that says how algorithms are fitted."""
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Fitting")


def planned(panel: str, text: str, *names: str, metavar: str | None = None) -> Any:
    """An option of a plan, which is left out unless it is given."""
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel=panel,
        show_default=False,
        readable=False,
    )


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
Table: TypeAlias = Annotated[
    Path | None,
    table(
        "Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
        "Without one, the shipped study."
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
Repeat: TypeAlias = Annotated[str | None, data("Which repeat of the division a row belongs to.")]
Observation: TypeAlias = Annotated[
    str | None, data("Which rows are the same observation, where it is scored several times.")
]
Algorithm: TypeAlias = Annotated[
    str | None, data("Of a long table: whose score it is (--scores names the one column).")
]
Design: TypeAlias = Annotated[
    DesignName | None, data("Where it is not obvious from the rows.", "NAME")
]
NTrain: TypeAlias = Annotated[
    int | None, data("Size of a training set, where it does not follow.", "NUMBER")
]
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
    str,
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

Model: TypeAlias = Annotated[str, question(f"{MODELS}.", "NAME[,NAME]")]
At: TypeAlias = Annotated[str, question("Where to operate, see below.", "RULE")]
Compared: TypeAlias = Annotated[
    list[str] | None,
    question(
        "Pairs to compare there; when left out, all of them, and with --fold none.", "NAME,NAME"
    ),
]
Prevalence: TypeAlias = Annotated[
    float | None,
    question("Where it will be used: for predictive values, costs, and rules about them."),
]
RateIntervals: TypeAlias = Annotated[
    str | None,
    question(
        "Of the rates: score (Wilson), exact (Clopper-Pearson) or delta; score unless said.", "NAME"
    ),
]
OperateCorrection: TypeAlias = Annotated[
    str | None,
    question(
        "holm, hochberg, benjamini-hochberg, bonferroni or none; unless said, holm for pairs and "
        "none for the operating points of folds.",
        "NAME",
    ),
]
OperateReplicates: TypeAlias = Annotated[
    int | None, question("Of the bootstrap of a chosen threshold; 2000 unless said.")
]
OperateRng: TypeAlias = Annotated[
    int | None, question("Randomness of the bootstrap; 0 unless said.")
]
Points: TypeAlias = Annotated[
    int | None, question("With --fold: how many operating points; 30 unless said.")
]
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
Pair: TypeAlias = Annotated[
    str | None,
    output(
        "With --figure: draw the folds of this pair, errors, AUCs, curves.", metavar="NAME,NAME"
    ),
]

Dataset: TypeAlias = Annotated[
    str | None, data("The names of the data sets; the only text column when left out.")
]
ResultAlgorithm: TypeAlias = Annotated[
    str | None, data("Of a long table: the algorithm.", "COLUMN", "--algorithm")
]
Value: TypeAlias = Annotated[str | None, data("Of a long table: the value.")]
AlgorithmColumns: TypeAlias = Annotated[
    list[str] | None,
    data("Columns of a wide table; every numeric one when left out.", "COLUMN[,COLUMN]"),
]
ResultFold: TypeAlias = Annotated[
    str | None, data("The fold of a data set, where the table has a row for each.")
]
ResultRepeat: TypeAlias = Annotated[
    str | None, data("Which repeat of the division a fold belongs to.")
]
TestShare: TypeAlias = Annotated[
    float | None,
    data("Share of a data set that a fold tests on; 1/K for K folds when left out.", "NUMBER"),
]
Quantity: TypeAlias = Annotated[
    str | None, data("What the values are; AUC when nothing is said.", "NAME")
]
LowerIsBetter: TypeAlias = Annotated[
    bool | None,
    data(
        "Need not be said for AUC, accuracy and error.",
        None,
        "--lower-is-better/--higher-is-better",
    ),
]
Control: TypeAlias = Annotated[
    str | None, question("Compare all others with this algorithm only.", "NAME")
]
SignedRankRope: TypeAlias = Annotated[
    float | None,
    question("Add the Bayesian signed rank test; differences up to this are equivalent."),
]
Hierarchical: TypeAlias = Annotated[
    bool,
    question("Add the Bayesian hierarchical test over folds; needs --fold and --rope.", None),
]
Draws: TypeAlias = Annotated[int, question("Draws of the Bayesian signed rank test.")]
DrawsRng: TypeAlias = Annotated[int, question("Randomness of the Bayesian signed rank test.")]

FirstPrefix: TypeAlias = Annotated[
    str, data("What stands before the class in the columns.", "PREFIX", "--first")
]
SecondPrefix: TypeAlias = Annotated[
    list[str] | None,
    data("The same of another classifier; may be repeated.", "PREFIX", "--second"),
]
Ignore: TypeAlias = Annotated[
    list[str] | None, data("Columns of numbers that are no scores; may be repeated.")
]
Search: TypeAlias = Annotated[
    str | None,
    question("How weights are searched, see below; minimax where scores allow.", "RULE"),
]
Limit: TypeAlias = Annotated[
    list[str] | None, question("An error that must not be exceeded.", "CLASS=ERROR")
]
Order: TypeAlias = Annotated[
    str | None,
    question("Three classes from low to high: adds the volume.", "CLASS,CLASS,CLASS"),
]
PointLevel: TypeAlias = Annotated[
    float, question("At which folds tell operating points apart.", None, "--level")
]
SearchRng: TypeAlias = Annotated[int, question("Randomness of the search.", None, "--rng")]

LeaveOut: TypeAlias = Annotated[
    list[str] | None, data("Columns that are no features.", "COLUMN[,COLUMN]")
]
Keep: TypeAlias = Annotated[
    list[str] | None,
    data("Features that look like row numbers or identifiers but are not.", "COLUMN[,COLUMN]"),
]
Models: TypeAlias = Annotated[str, fitting("Algorithms, see below.", "NAME,NAME")]
FittedDesign: TypeAlias = Annotated[
    FittedDesignName, fitting("left-out, fixed-test-set or 5x2.", "NAME")
]
Folds: TypeAlias = Annotated[
    int | None, fitting("Folds: 10, with a fixed test set 30 when left out.", "NUMBER")
]
Repeats: TypeAlias = Annotated[int, fitting("How often the division is repeated.")]
Jobs: TypeAlias = Annotated[int, fitting("Processes; -1 uses all cores.")]
Cache: TypeAlias = Annotated[
    Path | None, fitting("Folder of finished fits; in the user's cache when left out.", "FOLDER")
]
NoCache: TypeAlias = Annotated[bool, fitting("Keep nothing on disk.", None, "--no-cache")]
DropFailed: TypeAlias = Annotated[
    bool, fitting("Leave out folds in which a fit fails, for all.", None, "--drop-failed")
]
FitRng: TypeAlias = Annotated[int, fitting("Randomness of splits and algorithms.")]
Save: TypeAlias = Annotated[
    Path | None,
    output(
        "Write the scores of all folds (csv, tsv, parquet), for aucurate folds.", metavar="FILE"
    ),
]

ExpectedAuc: TypeAlias = Annotated[
    float | None,
    planned("AUCs", "The AUC you expect; left out, it is found, or the pilot's is taken."),
]
PlanNull: TypeAlias = Annotated[
    float | None, planned("AUCs", "A fixed AUC to compare with; 0.5 when left out.")
]
SecondAuc: TypeAlias = Annotated[float | None, planned("AUCs", "The AUC of a second classifier.")]
PlanPaired: TypeAlias = Annotated[
    bool | None,
    planned("AUCs", "The two on the same observations or not.", "--paired/--unpaired"),
]
Correlation: TypeAlias = Annotated[float | None, planned("AUCs", "Between the two AUC estimates.")]
Positives: TypeAlias = Annotated[
    int | None, planned("Size", "Positives (per test set); left out, they are found.")
]
Negatives: TypeAlias = Annotated[int | None, planned("Size", "Negatives (per test set).")]
Ratio: TypeAlias = Annotated[
    float | None, planned("Size", "Negatives per positive; 1, or the pilot's, when left out.")
]
Power: TypeAlias = Annotated[float | None, planned("Test", "Wanted; left out, it is found.")]
Assurance: TypeAlias = Annotated[
    float | None,
    planned(
        "Test", "Wanted in place of power: the power averaged over the uncertainty of the pilot."
    ),
]
PlanLevel: TypeAlias = Annotated[
    float | None,
    planned("Test", "0.05 when left out, or found where AUC, size and power are all given."),
]
PlanQuestion: TypeAlias = Annotated[
    QuestionName, planned("Test", "What is to be shown: a difference unless said.")
]
PlanAlternative: TypeAlias = Annotated[
    AlternativeName | None, planned("Test", "Of a difference; two-sided when left out.")
]
PlanMargin: TypeAlias = Annotated[
    float | None, planned("Test", "Of non-inferiority, superiority, equivalence.")
]
Width: TypeAlias = Annotated[
    float | None, planned("Interval", "Plan an interval of this width instead of a test.")
]
PlanConfidence: TypeAlias = Annotated[
    float | None,
    planned("Interval", "0.95 when left out; given without --width, the width is found."),
]
Scale: TypeAlias = Annotated[
    ScaleName | None, planned("Interval", "Of the interval of one AUC; logit when left out.")
]
Variance: TypeAlias = Annotated[
    VarianceName, planned("Variance", "The formula; hanley-mcneil when left out.")
]
NullVariance: TypeAlias = Annotated[
    NullVarianceName, planned("Variance", "What scales the test; null when left out.")
]
Pilot: TypeAlias = Annotated[
    Path | None, data("Pilot study: labels and scores of one or two classifiers.", "TABLE")
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
Figure: TypeAlias = Annotated[
    Path | None, output("Draw the main figure here (svg, pdf, png).", metavar="FILE")
]
FigureName: TypeAlias = Annotated[
    str | None, output("With --figure: another figure, by its name.", metavar="NAME")
]
Quiet: TypeAlias = Annotated[bool, output("No progress, no notes, no drawing.", "--quiet", "-q")]


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
    figure: Figure = None,
    figure_name: FigureName = None,
    quiet: Quiet = False,
) -> Output:
    """What these options ask for; ``paths`` are the files to be written, by their options."""
    formats = {"json": as_json, "markdown": as_markdown, "latex": as_latex, "csv": as_csv}
    return Output(
        render=renderer(formats, table=table_name),
        out=out,
        html=html,
        figure=figure,
        figure_name=figure_name,
        quiet=quiet,
        paths=paths,
    )


# Records of options, as commands take them.


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options that belong together: each field is one, by its name."""

    def given(self) -> list[str]:
        """The options that are not as they are by default."""
        return [
            f"--{field.name.replace('_', '-')}"
            for field in fields(self)
            if getattr(self, field.name) not in (field.default, [])
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable(Options):
    """What a table of labels and scores holds."""

    label: Label = None
    positive: Positive = None
    scores: ScoreColumns = None
    lower: Lower = None
    missing: Missing = MissingName.refuse
    separator: Separator = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTable(ScoreTable):
    """What a table of scores over folds holds."""

    fold: Fold = None
    repeat: Repeat = None
    observation: Observation = None
    algorithm: Algorithm = None
    groups: Groups = None
    design: Design = None
    n_train: NTrain = None


_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The command as the parser takes it: in the place of each record, the options of its fields.

    The parser reads the options of a command from its signature. A parameter of the type
    :class:`Output` stands for the options of :func:`asked_output`, and the context is added, which
    knows what was said.
    """
    of_output = dict(inspect.signature(asked_output).parameters)
    del of_output["paths"]
    records: dict[str, type[Options]] = {}
    parameters = [_CONTEXT]
    for parameter in inspect.signature(function, eval_str=True).parameters.values():
        if parameter.annotation is Output:
            parameters += of_output.values()
        elif isinstance(parameter.annotation, type) and issubclass(parameter.annotation, Options):
            records[parameter.name] = parameter.annotation
            parameters += _parameters(parameter.annotation)
        else:
            parameters.append(parameter)

    @wraps(function)
    def run(**given: Any) -> None:
        context = given.pop(_CONTEXT.name)
        made_by, files = command_of(context), files_of(context, given)
        output = asked_output(files.written, **{name: given.pop(name) for name in of_output})
        output.protect(*files.read)
        output.check()
        for name, record in records.items():
            given[name] = record(**{field.name: given.pop(field.name) for field in fields(record)})
        with noting_files() as noted:
            function(output=replace(output, command=made_by, files=noted), **given)

    by_name = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    run.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in by_name}
    return run


def _parameters(record: type[Options]) -> list[inspect.Parameter]:
    types = get_type_hints(record, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=types[field.name],
        )
        for field in fields(record)
    ]
