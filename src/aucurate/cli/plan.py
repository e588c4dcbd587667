"""aucurate plan: how large must the next study be?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aucurate.cli.options import with_output
from aucurate.cli.output import AlternativeName, MissingName, Output
from aucurate.cli.progress import Watcher, watching
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.planning import Plan
    from aucurate.study.plan import PlanStudy

EPILOG = """[bold]Examples[/bold]

aucurate plan --auc 0.8 --null 0.7 --power 0.9

aucurate plan --auc 0.8 --second 0.75 --correlation 0.5 --positives 200 --negatives 400

aucurate plan --auc 0.85 --second 0.85 --unpaired --question non-inferiority --margin 0.05
--power 0.8

aucurate plan --auc 0.9 --width 0.1

aucurate plan --pilot scores.csv --label outcome --scores forest,tree --power 0.9

aucurate plan --auc 0.8 --null 0.7 --power 0.9 --html report.html
"""


class _Question(StrEnum):
    difference = "difference"
    non_inferiority = "non-inferiority"
    superiority = "superiority"
    equivalence = "equivalence"


class _Variance(StrEnum):
    hanley_mcneil = "hanley-mcneil"
    obuchowski_mcclish = "obuchowski-mcclish"
    binormal = "binormal"


class _NullVariance(StrEnum):
    null = "null"
    reference = "reference"
    alternative = "alternative"
    logit = "logit"


class _Scale(StrEnum):
    logit = "logit"
    wald = "wald"


def _option(panel: str, text: str, *names: str, metavar: str | None = None) -> Any:
    """An option that is left out unless it is given."""
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel=panel,
        show_default=False,
        readable=False,
    )


@with_output
def plan_command(
    auc: Annotated[
        float | None,
        _option("AUCs", "The AUC you expect; left out, it is found, or the pilot's is taken."),
    ] = None,
    null: Annotated[
        float | None, _option("AUCs", "A fixed AUC to compare with; 0.5 when left out.")
    ] = None,
    second: Annotated[float | None, _option("AUCs", "The AUC of a second classifier.")] = None,
    paired: Annotated[
        bool | None,
        _option("AUCs", "The two on the same observations or not.", "--paired/--unpaired"),
    ] = None,
    correlation: Annotated[float | None, _option("AUCs", "Between the two AUC estimates.")] = None,
    positives: Annotated[
        int | None, _option("Size", "Positives (per test set); left out, they are found.")
    ] = None,
    negatives: Annotated[int | None, _option("Size", "Negatives (per test set).")] = None,
    ratio: Annotated[
        float | None, _option("Size", "Negatives per positive; 1, or the pilot's, when left out.")
    ] = None,
    power: Annotated[float | None, _option("Test", "Wanted; left out, it is found.")] = None,
    assurance: Annotated[
        float | None,
        _option(
            "Test",
            "Wanted in place of power: the power averaged over the uncertainty of the pilot.",
        ),
    ] = None,
    level: Annotated[
        float | None,
        _option("Test", "0.05 when left out, or found where AUC, size and power are all given."),
    ] = None,
    question: Annotated[
        _Question, _option("Test", "What is to be shown: a difference unless said.")
    ] = _Question.difference,
    alternative: Annotated[
        AlternativeName | None, _option("Test", "Of a difference; two-sided when left out.")
    ] = None,
    margin: Annotated[
        float | None, _option("Test", "Of non-inferiority, superiority, equivalence.")
    ] = None,
    width: Annotated[
        float | None, _option("Interval", "Plan an interval of this width instead of a test.")
    ] = None,
    confidence: Annotated[
        float | None,
        _option("Interval", "0.95 when left out; given without --width, the width is found."),
    ] = None,
    scale: Annotated[
        _Scale | None, _option("Interval", "Of the interval of one AUC; logit when left out.")
    ] = None,
    variance: Annotated[
        _Variance, _option("Variance", "The formula; hanley-mcneil when left out.")
    ] = _Variance.hanley_mcneil,
    null_variance: Annotated[
        _NullVariance, _option("Variance", "What scales the test; null when left out.")
    ] = _NullVariance.null,
    pilot: Annotated[
        Path | None,
        _option("Pilot", "Labels and scores of one or two classifiers.", metavar="TABLE"),
    ] = None,
    label: Annotated[
        str | None, _option("Pilot", "The column with the true class.", metavar="COLUMN")
    ] = None,
    positive: Annotated[
        str | None, _option("Pilot", "The positive class.", metavar="LABEL")
    ] = None,
    scores: Annotated[
        list[str] | None,
        _option("Pilot", "One or two score columns.", metavar="COLUMN[,COLUMN]"),
    ] = None,
    lower: Annotated[
        list[str] | None,
        _option("Pilot", "Columns where lower means more positive.", metavar="COLUMN[,COLUMN]"),
    ] = None,
    missing: Annotated[
        MissingName, _option("Pilot", "What to do with rows that have missing values.")
    ] = MissingName.refuse,
    separator: Annotated[
        str | None,
        _option("Pilot", "Between the fields of a text table.", metavar="CHARACTER"),
    ] = None,
    *,
    output: Output,
) -> None:
    """How many observations does the next study need, or what can it show?"""
    size = {"n_positive": positives, "n_negative": negatives, "ratio": ratio}
    pair = {"paired": paired, "correlation": correlation}
    test = {
        "power": power,
        "assurance": assurance,
        "level": level,
        "question": question.value,
        "alternative": alternative and alternative.value,
        "margin": margin,
        "null_variance": null_variance.value,
    }
    interval = {"width": width, "confidence": confidence, "scale": scale and scale.value}
    columns = {
        "label": label,
        "positive": positive,
        "scores": scores,
        "lower": lower,
        "missing": missing.value,
        "separator": separator,
    }
    with watching(quiet=output.quiet) as watch:
        data = _pilot(pilot, columns, watch)
        watch.begins("planning")
        common = {"variance": variance.value, "pilot": data, **size}
        aucs = {"auc": auc, "second": second, "null": null}
        plan = _plan(aucs, pair, test, interval, common)
        study = _study(plan, pilot, data)
    output.give(study)


def _plan(
    aucs: dict[str, float | None],
    pair: dict[str, Any],
    test: dict[str, Any],
    interval: dict[str, Any],
    common: dict[str, Any],
) -> Plan:
    """The one of the three planners that the options speak of."""
    from aucurate.planning import plan_interval, plan_one, plan_two

    first, second, null = aucs["auc"], aucs["second"], aucs["null"]
    asks_pair = [name for name, value in pair.items() if value is not None]
    two = second is not None or len(getattr(common["pilot"], "names", ())) == 2
    if any(value is not None for value in interval.values()):
        _refuse_test_options(test, null)
        interval = interval | {"confidence": _usual_confidence(interval, common)}
        return plan_interval(first, second, **pair, **interval, **common)
    test = test | {"level": _usual_level(test, first, common)}
    if two:
        if null is not None:
            raise OptionError(
                "--null is about one classifier; there are two.", hint="leave out --null."
            )
        return plan_two(first, second, **pair, **test, **common)
    if asks_pair:
        raise OptionError(
            f"--{asks_pair[0]} is about two classifiers.", hint="give the other AUC with --second."
        )
    return plan_one(first, null=0.5 if null is None else null, **test, **common)


def _usual_level(test: dict[str, Any], auc: float | None, common: dict[str, Any]) -> float | None:
    """0.05, unless everything else is given: then the level is what is left to find."""
    sized = common["n_positive"] is not None or common["n_negative"] is not None
    complete = auc is not None and sized and test["power"] is not None
    if test["question"] != "difference":
        complete = complete and test["margin"] is not None
    return None if test["level"] is None and complete else (test["level"] or 0.05)


def _usual_confidence(interval: dict[str, Any], common: dict[str, Any]) -> float | None:
    sized = common["n_positive"] is not None or common["n_negative"] is not None
    if interval["confidence"] is None and sized and interval["width"] is not None:
        return None
    return 0.95 if interval["confidence"] is None else interval["confidence"]


_OF_TESTS = ("power", "assurance", "level", "alternative", "margin")


def _refuse_test_options(test: dict[str, Any], null: float | None) -> None:
    said = ["null"] if null is not None else []
    said += [name for name in _OF_TESTS if test[name] is not None]
    if said:
        raise OptionError(
            f"--{said[0]} is about a test; --width, --confidence and --scale plan an interval.",
            hint="leave out the one or the other.",
        )


def _pilot(path: Path | None, columns: dict[str, Any], watch: Watcher) -> Any:
    said = [name for name, value in columns.items() if value and value != "refuse"]
    if path is None:
        if said:
            raise OptionError(
                f"--{said[0]} speaks of a pilot, but none was given.", hint="add --pilot TABLE."
            )
        return None
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    from aucurate.cli.reading import one_table, reading
    from aucurate.data.scores import PairedScores

    with reading(watch, path):
        data = one_table(path, {**columns, **dict.fromkeys(_NOT_HERE)})
    assert isinstance(data, PairedScores)
    return data


_NOT_HERE = ("weights", "groups", "fold", "test_set")


def _study(plan: Plan, path: Path | None, data: Any) -> PlanStudy:
    from aucurate.study.plan import plan_study

    if path is None:
        return plan_study(plan)
    return plan_study(plan, source=path.name, n_observations=len(data.observations))
