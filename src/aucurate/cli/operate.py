"""aucurate operate: classifiers at one operating point, on one test set or over folds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aucurate.cli import options as option
from aucurate.cli.options import with_output
from aucurate.cli.output import MissingName, Output, check_figure, drawn
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from aucurate.curve.cost import IntendedUse
    from aucurate.study.base import Study

EPILOG = (
    """[bold]Examples[/bold]

aucurate operate --at sensitivity=0.9   [dim](on the study that ships with the package)[/dim]

aucurate operate scores.csv --label outcome --positive Poor --at threshold=0.5 --compare forest,tree

aucurate operate scores.csv --label y --at cost=5:1,prevalence=0.02 --figure points.svg

aucurate operate folds.csv --label y --fold fold --at sensitivity=0.9 --compare forest,tree

aucurate operate scores.csv --label y --at specificity=0.95 --html report.html

[bold]--at[/bold]: """
    "threshold=0.5, sensitivity=0.9, specificity=0.95, youden, corner, loss=2 (of a false "
    "positive; for posteriors), cost=5:1 (false negative : false positive), "
    "best=f1,sensitivity=0.9\n"
)

_ONE_TEST_SET = ("intervals", "replicates", "rng")
_REPLICATES = 2000


@with_output
def operate_command(
    table: Annotated[
        Path | None,
        option.table(
            "Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
            "Without it, the shipped study."
        ),
    ] = None,
    at: Annotated[str, option.question("Where to operate, see below.", "RULE")] = "youden",
    label: option.Label = None,
    positive: option.Positive = None,
    scores: option.ScoreColumns = None,
    lower: option.Lower = None,
    fold: option.Fold = None,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    compare: Annotated[
        list[str] | None,
        option.question(
            "Pairs to compare there; when left out, all of them, and with --fold none.",
            "NAME,NAME",
        ),
    ] = None,
    prevalence: Annotated[
        float | None,
        option.question(
            "Where it will be used: for predictive values, costs, and rules about them."
        ),
    ] = None,
    intervals: Annotated[
        str | None,
        option.question(
            "Of the rates: score (Wilson), exact (Clopper-Pearson) or delta; score unless said.",
            "NAME",
        ),
    ] = None,
    confidence: option.Confidence = 0.95,
    correction: Annotated[
        str | None,
        option.question(
            "holm, hochberg, benjamini-hochberg, bonferroni or none; unless said, holm for pairs "
            "and none for the operating points of folds.",
            "NAME",
        ),
    ] = None,
    replicates: Annotated[
        int | None,
        option.question(f"Of the bootstrap of a chosen threshold; {_REPLICATES} unless said."),
    ] = None,
    rng: Annotated[
        int | None, option.question("Randomness of the bootstrap; 0 unless said.")
    ] = None,
    points: Annotated[
        int | None, option.question("With --fold: how many operating points; 30 unless said.")
    ] = None,
    *,
    output: Output,
    figure: Annotated[
        Path | None,
        option.output(
            "Draw the curves and their operating points here (svg, pdf, png).", metavar="FILE"
        ),
    ] = None,
) -> None:
    """What do classifiers do at one operating point, and do they differ there?"""
    given = locals()
    check_figure(figure)
    columns = {name: given[name] for name in _COLUMNS} | {"missing": missing.value}
    asked = {name: given[name] for name in _SETTINGS}
    if fold is not None:
        _refuse(asked, _ONE_TEST_SET, "is for one test set.", hint="leave it out with --fold.")
    else:
        _refuse(asked, ("points",), "is for folds.", hint="name their column with --fold.")
    study_of = _on_one_test_set if fold is None else _over_folds
    interruption = Interruption()
    with watching(interruption, quiet=output.quiet) as watch:
        study, draw = study_of(table, columns, asked, interruption, watch, quiet=output.quiet)
    beside = drawn(figure, draw, quiet=output.quiet)
    output.give(study, beside=beside, interrupted=interruption.asked)


_COLUMNS = ("label", "positive", "scores", "lower", "fold", "separator")
_SETTINGS = (
    "at", "prevalence", "confidence", "correction", "compare", "intervals", "replicates", "rng",
    "points",
)  # fmt: skip


def _refuse(asked: dict[str, Any], names: tuple[str, ...], why: str, *, hint: str) -> None:
    """Options that would do nothing."""
    for name in names:
        if asked[name] is not None:
            raise OptionError(f"--{name} {why}", hint=hint)


def _on_one_test_set(
    table: Path | None,
    columns: dict[str, Any],
    asked: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
    *,
    quiet: bool,
) -> tuple[Study, Callable[[], Figure]]:
    from aucurate.cli.compare import shipped_study
    from aucurate.cli.reading import one_table, reading, require_label
    from aucurate.data.scores import PairedScores
    from aucurate.kernels import Cancelled
    from aucurate.study.operate import operate
    from aucurate.study.operate.settings import OperateSettings

    question = _question(asked)
    OperateSettings.checked(**question)
    if table is None:
        data = shipped_study(columns, quiet=quiet)
    else:
        require_label(columns)
        with reading(watch, table):
            plain = {"weights": None, "groups": None, "test_set": None}
            data = one_table(table, columns | plain)
    assert isinstance(data, PairedScores)
    watch.begins("comparing")
    with interruptible(interruption):
        try:
            study = operate(data, progress=watch, **question)
        except Cancelled:
            raise KeyboardInterrupt from None

    def draw() -> Figure:
        from aucurate.plots.operating_points_on_curve import used_points_figure

        return used_points_figure(data, study)

    return study, draw


def _question(asked: dict[str, Any]) -> dict[str, Any]:
    """What is asked of one test set, by the names of the parameters of ``operate``."""
    from aucurate.inference.resampling.options import Resampling

    return {
        "at": asked["at"],
        "use": _use(asked),
        "pairs": _pairs(asked["compare"]),
        "kind": asked["intervals"],
        "confidence": asked["confidence"],
        "correction": asked["correction"],
        "resampling": Resampling(
            replicates=_REPLICATES if asked["replicates"] is None else asked["replicates"],
            rng=asked["rng"] or 0,
        ),
    }


def _over_folds(
    table: Path | None,
    columns: dict[str, Any],
    asked: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
    *,
    quiet: bool,
) -> tuple[Study, Callable[[], Figure]]:
    from aucurate.cli.reading import read_folds
    from aucurate.kernels import Cancelled
    from aucurate.study.operate import operate

    pairs, use = _pairs(asked["compare"]), _use(asked)
    data = read_folds(table, columns, watch, quiet=quiet)
    watch.begins("operating points of folds")
    with interruptible(interruption):
        try:
            study = operate(
                data,
                at=asked["at"],
                use=use,
                pairs=pairs,
                confidence=asked["confidence"],
                correction=asked["correction"],
                points=asked["points"],
                progress=watch,
            )
        except Cancelled:
            raise KeyboardInterrupt from None

    def draw() -> Figure:
        from aucurate.plots.folds.operating_points import point_panels_figure

        return point_panels_figure(study)

    return study, draw


def _use(asked: dict[str, Any]) -> IntendedUse | None:
    from aucurate.curve.cost import IntendedUse

    share = asked["prevalence"]
    return None if share is None else IntendedUse(prevalence=share)


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
