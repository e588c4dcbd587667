"""The options of the commands, each declared once, and the records that group them.

Nothing heavy is imported for their help.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_type_hints

import typer
from typer.core import TyperCommand

from aucurate.cli.completion import choices, columns
from aucurate.cli.output import Output, renderer
from aucurate.cli.provenance import command_of, files_of, noting_files
from aucurate.cli.streams import stdin_as_table
from aucurate.inference import methods

STDIN = "- reads standard input (CSV, or --format)"
FORMATS = "csv, tsv, json, jsonl (also .gz), parquet, arrow or xlsx"
_SHORT = "".join(f", {short} (short for {full})" for short, full in methods.SHORTHANDS.items())
SHORT = tuple(methods.SHORTHANDS)
KNOWN_METHODS = (*methods.COMPARISONS, *SHORT, *methods.CURVE_TESTS)
METHODS = (
    f"{', '.join(methods.COMPARISONS)}{_SHORT}; of whole curves: {', '.join(methods.CURVE_TESTS)}"
)
INTERVALS = f"{', '.join(methods.INTERVALS)}{_SHORT}"
RECOMMENDED = methods.RECOMMENDED_INTERVAL
MODELS = f"{', '.join(methods.MODEL_INTERVALS)}; or all"
TESTS = ", ".join(methods.FOLD_COMPARISONS)
KNOWN_CORRECTIONS = ("holm", "hochberg", "benjamini-hochberg", "bonferroni", "none")
CORRECTIONS = ", ".join(KNOWN_CORRECTIONS)


class AlternativeName(StrEnum):
    """The alternatives, as the command line names them."""

    two_sided = "two-sided"
    greater = "greater"
    less = "less"


class MissingName(StrEnum):
    """What can be done with missing values."""

    refuse = "refuse"
    drop = "drop"


class EngineName(StrEnum):
    """What reads a table."""

    auto = "auto"
    memory = "memory"
    polars = "polars"
    duckdb = "duckdb"
    spark = "spark"
    dask = "dask"


class BetterName(StrEnum):
    """Which values are better."""

    high = "higher"
    low = "lower"


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


def without_types(parameters: list[Any]) -> list[Any]:
    """The parameters as help is to show them: no <bool> behind a flag, no type behind a table."""
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: None
        elif getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command whose help shows no types where there is nothing to type."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, flags and the table without a type behind their name."""
        return without_types(super().get_params(ctx))


def table(text: str, metavar: str = "TABLE") -> Any:
    """The argument that names the table, or tables."""
    return typer.Argument(metavar=metavar, readable=False, help=text, show_default=False)


def option(
    panel: str,
    text: str,
    metavar: str | None = None,
    *names: str,
    known: Iterable[str] = (),
) -> Any:
    """An option in a panel of the help; the Tab key completes ``known`` values, and columns."""
    of_columns = metavar is not None and metavar.startswith("COLUMN")
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel=panel,
        case_sensitive=False,
        autocompletion=columns if of_columns else choices(known) if known else None,
    )


def planned(panel: str, text: str, metavar: str | None = "NUMBER", *names: str) -> Any:
    """An option of a plan, which is left out unless it is given."""
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel=panel,
        show_default=False,
        case_sensitive=False,
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


DATA, LARGE, TABLES, QUESTION, INTERVAL, MARGIN, RESAMPLING, FITTING = (
    "Data", "Large tables", "Several tables or test sets", "Question", "Intervals", "Margin",
    "Resampling", "Fitting",
)  # fmt: skip

# Tables, and what their columns hold.


Tables: TypeAlias = Annotated[
    list[Path] | None,
    table(
        f"Table of labels and scores: {FORMATS}; {STDIN}. Several tables are "
        "predictions for one test set (--id or --paired) or for a test set each "
        "(--unpaired). Without a table, a study that ships with aucurate is compared."
    ),
]
PairedTables: TypeAlias = Annotated[
    list[Path] | None,
    table(
        f"Table of labels and scores: {FORMATS}; {STDIN}. Several tables are "
        "predictions for one test set (--id or --paired). Without a table, a study that ships "
        "with aucurate is used."
    ),
]
Table: TypeAlias = Annotated[
    Path | None,
    table(
        f"Table of labels and scores: {FORMATS}; {STDIN}. Without a table, a "
        "study that ships with aucurate is used."
    ),
]
FoldsTableFile: TypeAlias = Annotated[
    Path | None,
    table(
        f"Table with a label, a fold and scores in every row: {FORMATS}; {STDIN}."
        " Without a table, a study that ships with aucurate is used."
    ),
]
ClassTableFile: TypeAlias = Annotated[
    Path | None,
    table(
        f"Table of labels and one score per class: {FORMATS}; {STDIN}. "
        "Without a table, a study that ships with aucurate is used."
    ),
]
FeatureTableFile: TypeAlias = Annotated[
    Path | None,
    table(
        f"Table of a label and features: {FORMATS}; {STDIN}. Without a table, "
        "the breast cancer data of scikit-learn are used."
    ),
]
ResultsFile: TypeAlias = Annotated[
    Path,
    table(
        "Table with a row per data set (or fold of one) and a column per algorithm, or a row for "
        f"each of both: {FORMATS}; {STDIN}.",
        "RESULTS",
    ),
]
Pilot: TypeAlias = Annotated[
    Path | None,
    option("Pilot", "Table of labels and scores of one or two classifiers.", "TABLE"),
]

Label: TypeAlias = Annotated[str | None, option(DATA, "Column with the true class.", "COLUMN")]
Positive: TypeAlias = Annotated[
    str | None,
    option(DATA, "Label of the positive class; not needed for 0/1 and True/False.", "LABEL"),
]
ScoreColumns: TypeAlias = Annotated[
    list[str] | None,
    option(
        DATA,
        "Columns of scores, one per classifier; by default every other numeric column.",
        "COLUMN[,COLUMN]",
    ),
]
Lower: TypeAlias = Annotated[
    list[str] | None,
    option(DATA, "Columns where a lower score means more positive.", "COLUMN[,COLUMN]"),
]
FrequencyWeights: TypeAlias = Annotated[
    str | None,
    option(DATA, "Column that says how many equal observations a row stands for.", "COLUMN"),
]
SamplingWeights: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Column of survey or importance weights: how much of the population a row represents.",
        "COLUMN",
    ),
]
Groups: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Column that identifies groups of observations that belong together, e.g. patients.",
        "COLUMN",
    ),
]
By: TypeAlias = Annotated[
    list[str] | None,
    option(
        DATA,
        "Columns of subgroups, e.g. sex,age_band: each subgroup is analysed, with tests that all "
        "of a column are alike.",
        "COLUMN[,COLUMN]",
    ),
]
Fold: TypeAlias = Annotated[
    str | None, option(DATA, "Column with the fold of each observation.", "COLUMN")
]
PooledFold: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Column with the fold of each observation. The folds are pooled, with a caveat; aucurate "
        "folds compares over folds.",
        "COLUMN",
        "--fold",
    ),
]
Repeat: TypeAlias = Annotated[
    str | None,
    option(DATA, "Column with the repeat of the cross-validation, if it was repeated.", "COLUMN"),
]
Observation: TypeAlias = Annotated[
    str | None,
    option(
        DATA, "Column that identifies observations, if they are scored several times.", "COLUMN"
    ),
]
Algorithm: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Long format: column that names the algorithm; --scores names the one column of scores.",
        "COLUMN",
    ),
]
Design: TypeAlias = Annotated[
    DesignName | None,
    option(
        DATA,
        "left-out, fixed-test-set, 5x2 or random-splits; only needed if it cannot be inferred.",
        "NAME",
    ),
]
NTrain: TypeAlias = Annotated[
    int | None,
    option(DATA, "Size of a training set; only needed if it cannot be inferred.", "NUMBER"),
]
WithoutClass: TypeAlias = Annotated[
    MissingName,
    option(DATA, "Folds that lack a class: refuse raises an error, drop omits and counts them."),
]
Missing: TypeAlias = Annotated[
    MissingName,
    option(DATA, "Rows with missing values: refuse raises an error, drop omits and counts them."),
]
Separator: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Field separator of a text table, e.g. ';', or ' ' for any number of blanks. By default a "
        "comma in .csv and a tab in .tsv files; in .txt files, what the first line shows.",
        "CHARACTER",
    ),
]
Decimal: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Decimal mark of a text table: , or . By default a point; decimal commas are recognised "
        'where no comma separates the columns. Where one does, fields such as "0,25" are read '
        "with a comma here.",
        "CHARACTER",
    ),
]
Sheet: TypeAlias = Annotated[
    str | None, option(DATA, "Sheet of an Excel file, if several have cells.", "NAME")
]
Format: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Format of the table where its name does not tell, as for standard input: csv, tsv, txt, "
        "jsonl, json, parquet, arrow or xlsx.",
        "NAME",
    ),
]
Engine: TypeAlias = Annotated[
    EngineName,
    option(
        LARGE,
        "What reads the table: memory, or polars, duckdb, spark or dask, which compute where the "
        "rows are. auto reads what fits into --memory-limit, and leaves larger tables to polars.",
        "NAME",
    ),
]
MemoryLimit: TypeAlias = Annotated[
    str | None,
    option(
        LARGE,
        "Memory that may be used, e.g. 2GB. By default half of the machine's.",
        "SIZE",
    ),
]
Tolerance: TypeAlias = Annotated[
    float,
    option(
        LARGE,
        "How far AUCs of a table that is not in memory may be from the exact ones, which saves "
        "time. The output says how far they can be.",
        "NUMBER",
    ),
]
TestSet: TypeAlias = Annotated[
    str | None,
    option(TABLES, "Column that names independent test sets, compared unpaired.", "COLUMN"),
]
Identifier: TypeAlias = Annotated[
    str | None,
    option(
        TABLES,
        "Join several tables on this column, which identifies the observations, and compare them "
        "paired. The labels may be in one of the tables. Observations that a table lacks are "
        "refused, or left out with --missing drop.",
        "COLUMN",
    ),
]
Classifier: TypeAlias = Annotated[
    str | None,
    option(
        DATA,
        "Long format, with a row per classifier and observation: column that names the classifier. "
        "--id names the column of the observations, and --scores the one column of scores.",
        "COLUMN",
    ),
]
Paired: TypeAlias = Annotated[
    bool,
    option(
        TABLES,
        "Several tables hold the same observations in the same order; their labels are checked.",
        None,
        "--paired",
    ),
]
Unpaired: TypeAlias = Annotated[
    bool,
    option(TABLES, "Treat tables, or columns of one, as different test sets.", None, "--unpaired"),
]

Dataset: TypeAlias = Annotated[
    str | None,
    option(DATA, "Column that names the data sets; by default the only text column.", "COLUMN"),
]
ResultAlgorithm: TypeAlias = Annotated[
    str | None,
    option(DATA, "Long format: column that names the algorithm.", "COLUMN", "--algorithm"),
]
Value: TypeAlias = Annotated[
    str | None, option(DATA, "Long format: column of the values.", "COLUMN")
]
AlgorithmColumns: TypeAlias = Annotated[
    list[str] | None,
    option(
        DATA, "Wide format: columns of algorithms; by default all numeric ones.", "COLUMN[,COLUMN]"
    ),
]
ResultFold: TypeAlias = Annotated[
    str | None,
    option(
        DATA, "Column with the fold, if there is a row per fold of a data set.", "COLUMN", "--fold"
    ),
]
TestShare: TypeAlias = Annotated[
    float | None,
    option(
        DATA,
        "Share of a data set that each fold tests on; by default 1/K for K folds.",
        "NUMBER",
    ),
]
Quantity: TypeAlias = Annotated[
    str | None, option(DATA, "What the values are, e.g. error or accuracy; AUC by default.", "NAME")
]
Better: TypeAlias = Annotated[
    BetterName | None,
    option(DATA, "Which values are better; not needed for AUC, accuracy and error."),
]
Prefixes: TypeAlias = Annotated[
    list[str] | None,
    option(
        DATA,
        "Prefix of the score columns of each classifier: the part of their names before the class.",
        "PREFIX[,PREFIX]",
    ),
]
Ignore: TypeAlias = Annotated[
    list[str] | None,
    option(DATA, "Numeric column that is not a score; can be given several times.", "COLUMN"),
]
LeaveOut: TypeAlias = Annotated[
    list[str] | None, option(DATA, "Columns that are not features.", "COLUMN[,COLUMN]")
]
Keep: TypeAlias = Annotated[
    list[str] | None,
    option(
        DATA,
        "Columns to use as features although they look like row numbers or identifiers.",
        "COLUMN[,COLUMN]",
    ),
]

# Questions, as several commands ask them.


Confidence: TypeAlias = Annotated[
    float, option(INTERVAL, "Confidence level of all intervals.", "NUMBER")
]
Level: TypeAlias = Annotated[float, option(QUESTION, "Significance level of the tests.", "NUMBER")]
Alternative: TypeAlias = Annotated[
    AlternativeName,
    option(QUESTION, "Alternative for first minus second: two-sided, greater or less.", "NAME"),
]
Reference: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION, "Compare every classifier or algorithm with this one only, not all pairs.", "NAME"
    ),
]
Correction: TypeAlias = Annotated[
    str,
    option(
        QUESTION,
        f"Adjustment of several p-values: {CORRECTIONS}.",
        "NAME",
        known=KNOWN_CORRECTIONS,
    ),
]
Replicates: TypeAlias = Annotated[
    int,
    option(
        RESAMPLING,
        "Number of bootstrap or permutation draws. Ctrl-C reports the result of the finished ones.",
        "NUMBER",
    ),
]
Rng: TypeAlias = Annotated[
    int,
    option(
        RESAMPLING,
        "Seed of the random number generator; the same seed gives the same result.",
        "NUMBER",
    ),
]

# aucurate compare


Of: TypeAlias = Annotated[
    str,
    option(
        QUESTION,
        "What is compared: auc, partial-auc:specificity=0.9:1, average-precision, "
        "sensitivity-at:specificity=0.95 or specificity-at:sensitivity=0.9.",
        "ESTIMAND",
        known=("auc", "average-precision", "partial-auc", "sensitivity-at", "specificity-at"),
    ),
]
Method: TypeAlias = Annotated[
    str,
    option(
        QUESTION,
        f"Test: {METHODS}. auto is delong, and mover for different test sets.",
        "NAME",
        known=("auto", *KNOWN_METHODS),
    ),
]
Null: TypeAlias = Annotated[
    float | None,
    option(
        QUESTION,
        "Test each AUC against this value; a single classifier is tested against 0.5.",
        "NUMBER",
    ),
]
Interval: TypeAlias = Annotated[
    str,
    option(
        INTERVAL,
        f"Interval of each AUC: {INTERVALS}. auto is {RECOMMENDED}.",
        "NAME",
        known=("auto", *methods.INTERVALS, *SHORT),
    ),
]
AllIntervals: TypeAlias = Annotated[
    bool, option(INTERVAL, "Show all intervals side by side.", None, "--all-intervals")
]
Simultaneous: TypeAlias = Annotated[
    bool,
    option(
        INTERVAL,
        "Add simultaneous confidence intervals of the differences.",
        None,
        "--simultaneous",
    ),
]
Margin: TypeAlias = Annotated[
    float | None,
    option(
        MARGIN,
        "Test the differences against this margin: each classifier against --reference, or the "
        "first of a pair against the second, in the order of the columns.",
        "NUMBER",
    ),
]
MarginTest: TypeAlias = Annotated[
    str,
    option(
        MARGIN,
        "Claim to test: non-inferiority, superiority or equivalence.",
        "NAME",
        known=methods.MARGIN_TESTS,
    ),
]
MarginMethod: TypeAlias = Annotated[
    str,
    option(
        MARGIN,
        "Method of the margin test; by default that of --method, and mover in place of delong.",
        "NAME",
        known=(*methods.COMPARISONS, *SHORT),
    ),
]
FailUnlessShown: TypeAlias = Annotated[
    bool,
    option(
        MARGIN,
        "Exit with status 1 unless every margin test shows its claim. --require does so by itself.",
        None,
        "--fail-unless-shown",
    ),
]
Require: TypeAlias = Annotated[
    list[str] | None,
    option(
        MARGIN,
        "Exit with status 1 unless the data show this, e.g. 'new - old > -0.01' or "
        "'auc(new) > 0.8'; can be given several times.",
        "REQUIREMENT",
    ),
]
Threads: TypeAlias = Annotated[
    int | None, output("Number of threads; all cores by default.", metavar="NUMBER")
]

# aucurate fit


Model: TypeAlias = Annotated[
    str,
    option(
        QUESTION,
        f"Models to fit: {MODELS}.",
        "NAME[,NAME]",
        known=(*methods.MODEL_INTERVALS, "all"),
    ),
]

# aucurate operate


At: TypeAlias = Annotated[
    str, option(QUESTION, "Rule that chooses the operating point; see below.", "RULE")
]
Pairs: TypeAlias = Annotated[
    list[str] | None,
    option(
        QUESTION,
        "Pair to compare at the operating points; can be given several times. By default all "
        "pairs; with --fold, none.",
        "NAME,NAME",
    ),
]
Prevalence: TypeAlias = Annotated[
    float | None,
    option(
        QUESTION,
        "Prevalence where the classifiers will be used, for predictive values and costs; by "
        "default that of the test set.",
        "NUMBER",
    ),
]
RateInterval: TypeAlias = Annotated[
    str | None,
    option(
        INTERVAL,
        "Intervals of the rates: score (Wilson, the default), exact (Clopper-Pearson) or delta.",
        "NAME",
        "--interval",
    ),
]
OperateCorrection: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION,
        f"Adjustment of several p-values: {CORRECTIONS}; by default holm for pairs, and none for "
        "the operating points of folds.",
        "NAME",
        "--correction",
        known=KNOWN_CORRECTIONS,
    ),
]
OperateReplicates: TypeAlias = Annotated[
    int | None,
    option(
        RESAMPLING,
        "Number of bootstrap draws for the optimism of a chosen threshold; 2000 by default.",
        "NUMBER",
        "--replicates",
    ),
]
OperateRng: TypeAlias = Annotated[
    int | None,
    option(RESAMPLING, "Seed of the random number generator; 0 by default.", "NUMBER", "--rng"),
]
Points: TypeAlias = Annotated[
    int | None,
    option(QUESTION, "With --fold: number of operating points; 30 by default.", "NUMBER"),
]

# aucurate folds, and aucurate crossval


Threshold: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION,
        "Also compare error rates at this threshold: 0.5 for probabilities, 0 for decision scores; "
        "or one for each algorithm, forest=0.5,svm=0.",
        "NUMBER",
    ),
]
FoldMethod: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION,
        f"Test: {TESTS}. By default the one recommended for the design.",
        "NAME",
        "--method",
        known=methods.FOLD_COMPARISONS,
    ),
]
AllTests: TypeAlias = Annotated[
    bool, option(QUESTION, "Show all tests side by side.", None, "--all-tests")
]
Rope: TypeAlias = Annotated[
    float | None,
    option(
        QUESTION,
        "Add the Bayesian correlated t test; differences up to this number count as equivalent.",
        "NUMBER",
    ),
]
Pair: TypeAlias = Annotated[
    str | None,
    output(
        "With --figure: draw errors, AUCs and curves of this pair over the folds.",
        metavar="NAME,NAME",
    ),
]
Models: TypeAlias = Annotated[
    str, option(FITTING, "Algorithms to fit; see below for their names.", "NAME,NAME")
]
FittedDesign: TypeAlias = Annotated[
    FittedDesignName,
    option(FITTING, "How the data are divided: left-out, fixed-test-set or 5x2.", "NAME"),
]
Folds: TypeAlias = Annotated[
    int | None,
    option(
        FITTING,
        "Number of folds; 10 by default, and 30 training sets for a fixed test set.",
        "NUMBER",
    ),
]
Repeats: TypeAlias = Annotated[
    int, option(FITTING, "Number of repeats of the cross-validation.", "NUMBER")
]
NJobs: TypeAlias = Annotated[
    int, option(FITTING, "Number of parallel processes; -1 uses all cores.", "NUMBER")
]
Cache: TypeAlias = Annotated[
    Path | None,
    option(FITTING, "Cache folder for finished fits; by default in the user's cache.", "FOLDER"),
]
NoCache: TypeAlias = Annotated[
    bool, option(FITTING, "Do not cache finished fits.", None, "--no-cache")
]
Failures: TypeAlias = Annotated[
    MissingName,
    option(
        FITTING,
        "Folds in which a fit fails: refuse raises an error, drop omits them for all algorithms.",
    ),
]
FitRng: TypeAlias = Annotated[
    int, option(FITTING, "Seed of the splits and of the algorithms.", "NUMBER", "--rng")
]
Save: TypeAlias = Annotated[
    Path | None,
    output(
        "Write the scores of all folds (csv, tsv, parquet) in the format of aucurate folds.",
        metavar="FILE",
    ),
]

# aucurate multiclass


Search: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION,
        "Criterion of the search for class weights, see below; minimax by default, if possible.",
        "RULE",
    ),
]
Limits: TypeAlias = Annotated[
    list[str] | None,
    option(
        QUESTION,
        "Upper limit on the error of a class; can be given several times.",
        "CLASS=ERROR",
    ),
]
Order: TypeAlias = Annotated[
    str | None,
    option(
        QUESTION,
        "Three classes from low to high: adds the volume under the ROC surface.",
        "CLASS,CLASS,CLASS",
    ),
]
PointLevel: TypeAlias = Annotated[
    float,
    option(
        QUESTION,
        "Significance level of the tests between operating points over folds.",
        "NUMBER",
        "--level",
    ),
]
SearchRng: TypeAlias = Annotated[int, option(QUESTION, "Seed of the search.", "NUMBER", "--rng")]

# aucurate rank


Control: TypeAlias = Annotated[
    str | None, option(QUESTION, "Compare all others with this algorithm only.", "NAME")
]
SignedRankRope: TypeAlias = Annotated[
    float | None,
    option(
        QUESTION,
        "Add the Bayesian signed-rank test; differences up to this number count as equivalent.",
        "NUMBER",
        "--rope",
    ),
]
Hierarchical: TypeAlias = Annotated[
    bool,
    option(
        QUESTION,
        "Add the Bayesian hierarchical test over folds; needs --fold and --rope.",
        None,
        "--hierarchical",
    ),
]
Draws: TypeAlias = Annotated[
    int,
    option(
        RESAMPLING,
        "Number of draws of the Bayesian signed-rank test.",
        "NUMBER",
        "--replicates",
    ),
]
DrawsRng: TypeAlias = Annotated[
    int, option(RESAMPLING, "Seed of the Bayesian signed-rank test.", "NUMBER", "--rng")
]

# aucurate plan


FirstAuc: TypeAlias = Annotated[
    float | None,
    planned(
        "AUCs",
        "Expected AUC of the classifier, or of the first of two; if left out, that of the pilot, "
        "or computed.",
    ),
]
PlanNull: TypeAlias = Annotated[
    float | None, planned("AUCs", "Fixed AUC to compare with; 0.5 by default.")
]
SecondAuc: TypeAlias = Annotated[
    float | None, planned("AUCs", "Expected AUC of a second classifier.")
]
PlanPaired: TypeAlias = Annotated[
    bool | None,
    planned(
        "AUCs",
        "Both classifiers on the same observations, or on separate test sets.",
        None,
        "--paired/--unpaired",
    ),
]
Correlation: TypeAlias = Annotated[
    float | None, planned("AUCs", "Correlation of the two AUC estimates, on the same observations.")
]
NPositive: TypeAlias = Annotated[
    int | None,
    planned("Size", "Number of positives (per test set); computed if left out."),
]
NNegative: TypeAlias = Annotated[int | None, planned("Size", "Number of negatives (per test set).")]
Ratio: TypeAlias = Annotated[
    float | None,
    planned("Size", "Negatives per positive; by default 1, or as in the pilot."),
]
GroupSize: TypeAlias = Annotated[
    float | None,
    planned("Groups", "Mean number of observations of a group, such as lesions of a patient."),
]
GroupCorrelation: TypeAlias = Annotated[
    float | None,
    planned("Groups", "Intra-group correlation of what each observation adds to the estimate."),
]
GroupSizeVariation: TypeAlias = Annotated[
    float | None,
    planned("Groups", "Standard deviation of the group sizes divided by their mean; by default 0."),
]
DesignEffect: TypeAlias = Annotated[
    float | None,
    planned("Groups", "Instead of a correlation: what groups multiply the variance by."),
]
Power: TypeAlias = Annotated[
    float | None, planned("Test", "Power of the test; computed if left out.")
]
Assurance: TypeAlias = Annotated[
    float | None,
    planned("Test", "Instead of --power: the power averaged over the uncertainty of the pilot."),
]
PlanLevel: TypeAlias = Annotated[
    float | None,
    planned(
        "Test",
        "Significance level; by default 0.05, and 0.025 (one-sided) for non-inferiority and "
        "superiority, as compare tests them. Computed if AUC, size and power are all given.",
    ),
]
PlanQuestion: TypeAlias = Annotated[
    QuestionName,
    planned(
        "Test",
        "Claim to show: difference (the default), non-inferiority, superiority or equivalence.",
        "NAME",
    ),
]
PlanAlternative: TypeAlias = Annotated[
    AlternativeName | None,
    planned("Test", "For a difference: two-sided (the default), greater or less.", "NAME"),
]
PlanMargin: TypeAlias = Annotated[
    float | None, planned("Test", "Margin of non-inferiority, superiority or equivalence.")
]
Width: TypeAlias = Annotated[
    float | None, planned("Interval", "Plan for an interval of this width instead of a test.")
]
PlanConfidence: TypeAlias = Annotated[
    float | None,
    planned(
        "Interval",
        "Confidence level, 0.95 by default; given without --width, the width is computed.",
    ),
]
Scale: TypeAlias = Annotated[
    ScaleName | None,
    planned("Interval", "Scale of the interval of one AUC: logit (the default) or wald.", "NAME"),
]
Variance: TypeAlias = Annotated[
    VarianceName,
    planned(
        "Variance",
        "Formula of the variance: hanley-mcneil (the default), obuchowski-mcclish or binormal.",
        "NAME",
    ),
]
NullVariance: TypeAlias = Annotated[
    NullVarianceName,
    planned(
        "Variance",
        "Variance that scales the test: null (the default), reference, alternative or logit.",
        "NAME",
    ),
]

# The options of the output, the same for every command that gives a study.


AsJson: TypeAlias = Annotated[
    bool, output("Print the whole study as JSON, at full precision.", "--json")
]
AsMarkdown: TypeAlias = Annotated[bool, output("Print the tables in Markdown.", "--markdown")]
AsLatex: TypeAlias = Annotated[bool, output("Print the tables in LaTeX (booktabs).", "--latex")]
AsCsv: TypeAlias = Annotated[
    bool, output("Print the first table as CSV, at full precision.", "--csv")
]
AsMethods: TypeAlias = Annotated[
    bool, output("Print a Methods section for a paper, with references.", "--methods")
]
TableName: TypeAlias = Annotated[
    str | None,
    output(
        "With --csv, --latex or --markdown: name of one table, e.g. estimates, comparisons, "
        "requirements, ranks or results; an unknown name lists those that there are.",
        "--table",
        metavar="NAME",
    ),
]
LatexLabel: TypeAlias = Annotated[
    str | None,
    output(
        "With --latex: what the labels of the tables begin with, so that a document can have the "
        "tables of several studies; forest makes tab:forest-comparisons of tab:comparisons.",
        metavar="TEXT",
    ),
]
Out: TypeAlias = Annotated[
    Path | None, output("Write the text to this file instead of the terminal.", metavar="FILE")
]
Html: TypeAlias = Annotated[
    Path | None,
    output("Also write the HTML report to this file; it opens offline.", metavar="FILE"),
]
Title: TypeAlias = Annotated[
    str | None, output("With --html: the heading of the report.", metavar="TEXT")
]
Figure: TypeAlias = Annotated[
    Path | None, output("Also draw the main figure to this file: svg, pdf or png.", metavar="FILE")
]
FigureName: TypeAlias = Annotated[
    str | None, output("With --figure: name of another figure.", metavar="NAME")
]
Quiet: TypeAlias = Annotated[
    bool, output("Show no progress bar or terminal plot.", "--quiet", "-q")
]


def asked_output(
    paths: Mapping[str, Path],
    *,
    as_json: AsJson = False,
    as_markdown: AsMarkdown = False,
    as_latex: AsLatex = False,
    as_csv: AsCsv = False,
    as_methods: AsMethods = False,
    table_name: TableName = None,
    latex_label: LatexLabel = None,
    out: Out = None,
    html: Html = None,
    title: Title = None,
    figure: Figure = None,
    figure_name: FigureName = None,
    quiet: Quiet = False,
) -> Output:
    """What these options ask for; ``paths`` are the files to be written, by their options."""
    formats = {
        "json": as_json,
        "markdown": as_markdown,
        "latex": as_latex,
        "csv": as_csv,
        "methods": as_methods,
    }
    return Output(
        render=renderer(formats, table=table_name, latex_label=latex_label),
        out=out,
        html=html,
        title=title,
        figure=figure,
        figure_name=figure_name,
        quiet=quiet,
        paths=paths,
    )


# Records of options, as commands take them.


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A group of options: each field is an option of that name."""

    def given(self) -> list[str]:
        """The options that differ from their defaults."""
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
    decimal: Decimal = None
    sheet: Sheet = None
    format: Format = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTable(ScoreTable):
    """What a table of scores over folds holds."""

    fold: Fold = None
    repeat: Repeat = None
    observation: Observation = None
    algorithm: Algorithm = None
    frequency_weights: FrequencyWeights = None
    sampling_weights: SamplingWeights = None
    groups: Groups = None
    design: Design = None
    n_train: NTrain = None


_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The command in the form of the parser: each record is replaced by the options of its fields.

    The parser reads the options of a command from its signature. A parameter of the type
    :class:`Output` represents the options of :func:`asked_output`, and the context is added, which
    has the given arguments.
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
        with noting_files() as noted, stdin_as_table(given) as values:
            for name, record in records.items():
                options = {field.name: values.pop(field.name) for field in fields(record)}
                values[name] = record(**options)
            function(output=replace(output, command=made_by, files=noted), **values)

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
