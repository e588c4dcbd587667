"""aucurate fit: parametric and smooth curves beside the empirical one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aucurate.cli import options as option
from aucurate.cli.compare import shipped_study
from aucurate.cli.options import with_output
from aucurate.cli.output import MissingName, Output
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.errors import OptionError
from aucurate.inference.methods import MODEL_INTERVALS

if TYPE_CHECKING:
    from aucurate.study.fit import FitStudy

EPILOG = """[bold]Examples[/bold]

aucurate fit   [dim](the study that ships with the package)[/dim]

aucurate fit scores.csv --label outcome --positive Poor --model ml-binormal,kernel

aucurate fit ratings.csv --label y --scores reader --model ml-binormal --json

aucurate fit scores.csv --label y --html report.html
"""
MODELS = f"{', '.join(MODEL_INTERVALS)} or all"


@with_output
def fit_command(
    table: Annotated[
        Path | None,
        option.table(
            "Table of labels and scores: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
            "Without one, the shipped study."
        ),
    ] = None,
    label: option.Label = None,
    positive: option.Positive = None,
    scores: option.ScoreColumns = None,
    lower: option.Lower = None,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    model: Annotated[
        str,
        option.question(f"{MODELS}.", "NAME[,NAME]"),
    ] = "all",
    confidence: option.Confidence = 0.95,
    replicates: option.Replicates = 500,
    rng: option.Rng = 0,
    *,
    output: Output,
) -> None:
    """Which model describes this curve, and what area does it give?"""
    columns = dict.fromkeys(("weights", "groups", "fold", "test_set")) | {
        "label": label,
        "positive": positive,
        "scores": scores,
        "lower": lower,
        "missing": missing.value,
        "separator": separator,
    }
    settings = {"model": model, "confidence": confidence, "replicates": replicates, "rng": rng}
    quiet = output.quiet
    with interruptible() as interruption, watching(interruption, quiet=quiet) as watch:
        study = _study(table, columns, settings, interruption, watch, quiet=quiet)
    output.give(study, interrupted=interruption.asked)


def _study(
    table: Path | None,
    columns: dict[str, Any],
    settings: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
    *,
    quiet: bool,
) -> FitStudy:
    from aucurate.cli.reading import one_table, reading
    from aucurate.data.source import source_of
    from aucurate.inference.resampling.options import Resampling
    from aucurate.kernels import Cancelled
    from aucurate.study.fit import checked_models, fit_scores

    chosen = settings["model"].split(",") if settings["model"] != "all" else "all"
    models = checked_models(chosen)
    resampling = Resampling(replicates=settings["replicates"], rng=settings["rng"])
    interruption.heed()
    if table is None:
        data = shipped_study(columns, quiet=quiet)
    elif columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    else:
        with reading(watch, table):
            data = one_table(table, columns)
    watch.begins("fitting")
    try:
        return fit_scores(
            data,
            model=models,
            confidence=settings["confidence"],
            resampling=resampling,
            source=source_of(data).name,
            progress=watch,
        )
    except Cancelled:
        raise KeyboardInterrupt from None
