"""aucurate operate: classifiers at one operating point, on one test set or over folds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aucurate.cli import compare_options as option
from aucurate.cli.interrupting import interruptible
from aucurate.cli.output import MissingName, deliver, renderer
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from aucurate.curve.cost import IntendedUse
    from aucurate.study.base import Study

EPILOG = """[bold]Examples[/bold]

aucurate operate --at sensitivity=0.9   [dim](on the study that ships with the package)[/dim]

aucurate operate scores.csv --label outcome --positive Poor --at threshold=0.5 --compare forest,tree

aucurate operate scores.csv --label y --at cost=5:1,prevalence=0.02

aucurate operate folds.csv --label y --fold fold --at sensitivity=0.9

[bold]--at[/bold]: threshold=0.5, sensitivity=0.9, specificity=0.95, youden, corner, loss=2 (of a
false positive; for posteriors), cost=5:1 (false negative : false positive), best=f1,sensitivity=0.9
"""


def _question(text: str, metavar: str | None = None, *names: str) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Question")


def operate_command(
    table: Annotated[
        Path | None,
        typer.Argument(
            metavar="TABLE",
            help="Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
            "Without it, the shipped study.",
            show_default=False,
        ),
    ] = None,
    at: Annotated[str, _question("Where to operate, see below.", "RULE")] = "youden",
    label: option.Label = None,
    positive: option.Positive = None,
    scores: option.ScoreColumns = None,
    lower: option.Lower = None,
    fold: option.Fold = None,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    compare: Annotated[
        list[str] | None,
        _question("Pairs to compare there; all of them when left out.", "NAME,NAME"),
    ] = None,
    prevalence: Annotated[
        float | None, _question("Where it will be used, for predictive values and costs.")
    ] = None,
    points: Annotated[int, _question("With --fold: how many operating points.")] = 30,
    intervals: Annotated[str, _question("Of the rates: score, exact or delta.", "NAME")] = "score",
    confidence: option.Confidence = 0.95,
    correction: Annotated[
        str | None,
        _question(
            "holm, hochberg, benjamini-hochberg, bonferroni or none; unless said, holm on one test "
            "set and none over folds.",
            "NAME",
        ),
    ] = None,
    repeats: Annotated[int, _question("Of the bootstrap of a chosen threshold.")] = 2000,
    rng: Annotated[int, _question("Randomness of the bootstrap.")] = 0,
    as_json: option.AsJson = False,
    as_markdown: option.AsMarkdown = False,
    as_latex: option.AsLatex = False,
    out: option.Out = None,
    quiet: option.Quiet = False,
) -> None:
    """What do classifiers do at one operating point, and do they differ there?"""
    render = renderer(as_json=as_json, as_markdown=as_markdown, as_latex=as_latex)
    columns: dict[str, Any] = {
        "label": label,
        "positive": positive,
        "scores": scores,
        "lower": lower,
        "missing": missing.value,
        "separator": separator,
    }
    asked: dict[str, Any] = {
        "at": at,
        "prevalence": prevalence,
        "confidence": confidence,
        "correction": correction,
        "compare": compare,
        "intervals": intervals,
        "repeats": repeats,
        "rng": rng,
        "points": points,
    }
    if fold is not None:
        study = _over_folds(table, {**columns, "fold": fold}, asked)
    else:
        study = _on_one_test_set(table, columns, asked, quiet=quiet)
    deliver(render(study), out)


def _on_one_test_set(
    table: Path | None, columns: dict[str, Any], asked: dict[str, Any], *, quiet: bool
) -> Study:
    from aucurate.cli.compare import shipped_study
    from aucurate.cli.progress import watching
    from aucurate.cli.reading import interrupted_at_once, one_table
    from aucurate.data.paired import PairedScores
    from aucurate.inference.resampling import Resampling
    from aucurate.study.operate import operate_scores
    from aucurate.study.operate_numbers import OperateSettings
    from aucurate.study.operate_rules import read_rule

    settings = OperateSettings(
        at=read_rule(asked["at"]),
        use=_use(asked),
        rates=_rates(),
        pairs=_pairs(asked["compare"]),
        kind=asked["intervals"],
        confidence=asked["confidence"],
        correction=asked["correction"] or "holm",
        resampling=Resampling(repeats=asked["repeats"], rng=asked["rng"]),
    )
    if table is None:
        data, source, not_used = shipped_study(columns, quiet=quiet)
    else:
        _require_label(columns)
        with interrupted_at_once():
            plain = {"weights": None, "groups": None, "fold": None, "test_set": None}
            data, source, not_used = one_table(table, columns | plain)
    assert isinstance(data, PairedScores)
    with interruptible() as interruption, watching(interruption, quiet=quiet) as watch:
        return operate_scores(
            data,
            settings,
            source=source,
            columns_not_used=not_used,
            progress=lambda done, total: watch(done, total, "choosing thresholds anew"),
        )


def _over_folds(table: Path | None, columns: dict[str, Any], asked: dict[str, Any]) -> Study:
    if table is None:
        raise OptionError("--fold speaks of a table, but none was given.", hint="name a table.")
    if asked["compare"]:
        raise OptionError(
            "--compare is for one test set.", hint="aucurate folds compares algorithms over folds."
        )
    _require_label(columns)
    from aucurate.cli.reading import interrupted_at_once, split_names
    from aucurate.io.files import read_table
    from aucurate.io.folds import folds_from_frame
    from aucurate.study.operate_folds import operate_folds
    from aucurate.study.operate_rules import read_rule

    with interrupted_at_once():
        frame = read_table(table, separator=columns["separator"])
        known = list(frame.columns)
        data = folds_from_frame(
            frame,
            label=columns["label"],
            fold=columns["fold"],
            positive=columns["positive"],
            scores=split_names(columns["scores"], known),
            lower=split_names(columns["lower"], known) or (),
            missing=columns["missing"],
        )
    return operate_folds(
        data,
        at=read_rule(asked["at"]),
        points=asked["points"],
        use=_use(asked),
        confidence=asked["confidence"],
        correction=asked["correction"] or "none",
        source=table.name,
    )


def _require_label(columns: dict[str, Any]) -> None:
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")


def _use(asked: dict[str, Any]) -> IntendedUse | None:
    from aucurate.curve.cost import IntendedUse
    from aucurate.study.operate_rules import read_rule

    if asked["prevalence"] is None:
        return None
    rule = read_rule(asked["at"])
    said = getattr(rule, "use", None)
    if said is None:
        return IntendedUse(prevalence=asked["prevalence"])
    return IntendedUse(
        prevalence=asked["prevalence"],
        false_negative_cost=said.false_negative_cost,
        false_positive_cost=said.false_positive_cost,
    )


def _rates() -> Any:
    from aucurate.curve.rates import RATES

    return RATES


def _pairs(said: list[str] | None) -> tuple[tuple[str, str], ...] | None:
    if not said:
        return None
    found = []
    for text in said:
        first, comma, second = (part.strip() for part in text.partition(","))
        if not comma or not first or not second or "," in second:
            raise OptionError(
                f"--compare takes two names; this is '{text}'.", hint="e.g. --compare forest,tree."
            )
        found.append((first, second))
    return tuple(found)
