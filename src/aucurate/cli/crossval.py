"""aucurate crossval: fit algorithms over folds, then compare them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aucurate.cli import options as option
from aucurate.cli.folds import folds_study, question_of
from aucurate.cli.options import with_output
from aucurate.cli.output import AlternativeName, Output, check_figure
from aucurate.cli.progress import Interruption, InterruptionError, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import OptionError, TableError

if TYPE_CHECKING:
    from aucurate.data.folds import FoldScores
    from aucurate.results import Caveat

EPILOG = """[bold]Examples[/bold]

aucurate crossval   [dim](three algorithms on the breast cancer data of scikit-learn)[/dim]

aucurate crossval table.csv --label outcome --positive Poor --models logistic,forest

aucurate crossval table.csv --label y --folds 10 --repeats 5 --jobs 4 --save scores.csv

aucurate crossval table.csv --label y --design fixed-test-set --folds 30 --figure folds.svg

aucurate crossval table.csv --label y --html report.html

[bold]Models[/bold]: logistic, lda, nb, knn, tree, forest, boosting, svm, mlp, chance.

Gaps are filled by medians, words become indicators. For models of your own use
aucurate.cross_validate in Python.
"""
DEFAULT_MODELS = "logistic,forest,nb"


class DesignName(StrEnum):
    """The designs that can be fitted."""

    left_out = "left-out"
    fixed = "fixed-test-set"
    five_by_two = "5x2"


def _fit(text: str, metavar: str | None = None, *names: str) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="Fitting")


@with_output
def crossval_command(
    table: Annotated[
        Path | None,
        option.table(
            "Table of a label and features: csv, tsv, jsonl (also .gz), parquet, arrow, xlsx. "
            "Without it, the breast cancer data of scikit-learn."
        ),
    ] = None,
    label: option.Label = None,
    positive: option.Positive = None,
    leave_out: Annotated[
        list[str] | None, option.data("Columns that are no features.", "COLUMN[,COLUMN]")
    ] = None,
    keep: Annotated[
        list[str] | None,
        option.data(
            "Features that look like row numbers or identifiers but are not.", "COLUMN[,COLUMN]"
        ),
    ] = None,
    groups: option.Groups = None,
    separator: option.Separator = None,
    models: Annotated[str, _fit("Algorithms, see below.", "NAME,NAME")] = DEFAULT_MODELS,
    design: Annotated[DesignName, _fit("left-out, fixed-test-set or 5x2.", "NAME")] = (
        DesignName.left_out
    ),
    folds: Annotated[
        int | None, _fit("Folds: 10, with a fixed test set 30 when left out.", "NUMBER")
    ] = None,
    repeats: Annotated[int, _fit("How often the division is repeated.")] = 1,
    jobs: Annotated[int, _fit("Processes; -1 uses all cores.")] = 1,
    cache: Annotated[
        Path | None, _fit("Folder of finished fits; in the user's cache when left out.", "FOLDER")
    ] = None,
    no_cache: Annotated[bool, _fit("Keep nothing on disk.", None, "--no-cache")] = False,
    drop_failed: Annotated[
        bool, _fit("Leave out folds in which a fit fails, for all.", None, "--drop-failed")
    ] = False,
    rng: Annotated[int, _fit("Randomness of splits and algorithms.")] = 0,
    threshold: option.Threshold = None,
    test: option.Test = None,
    reference: option.Reference = None,
    alternative: option.Alternative = AlternativeName.two_sided,
    confidence: option.Confidence = 0.95,
    level: option.Level = 0.05,
    correction: option.Correction = "holm",
    rope: option.Rope = None,
    *,
    output: Output,
    save: Annotated[
        Path | None,
        option.output(
            "Write the scores of all folds (csv, tsv, parquet), for aucurate folds.", metavar="FILE"
        ),
    ] = None,
    figure: option.PairFigure = None,
    pair: option.Pair = None,
) -> None:
    """Which algorithm is better on these data? Fits them over folds and compares them."""
    settings = question_of(locals())
    check_figure(figure)
    if save is not None:
        from aucurate.io.writing import check_table_name

        check_table_name(save)
    columns = {
        "label": label,
        "positive": positive,
        "leave_out": leave_out,
        "keep": keep,
        "groups": groups,
        "separator": separator,
    }
    fitting = {
        "design": _design(design, folds, repeats),
        "rng": rng,
        "n_jobs": jobs,
        "cache": None if no_cache else cache or _usual_cache(quiet=output.quiet),
        "failures": "drop" if drop_failed else "refuse",
    }
    quiet = output.quiet
    interruption = Interruption()
    with watching(interruption, quiet=quiet) as watch:
        given = _read(table, columns, watch, quiet=quiet)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            data, thresholds = _fitted(given, models, fitting, interruption, watch)
        if save is not None:
            from aucurate.io.writing import folds_to_frame, write_table

            write_table(folds_to_frame(data), save)
        settings["source"] = given["source"]
        with interruptible(interruption):
            study, draw = folds_study(
                data, settings, watch, figure, pair, quiet=quiet, thresholds=thresholds
            )
    study = replace(study, caveats=(*study.caveats, *_caveats(warned, quiet=quiet)))
    output.give(study, beside=draw, interrupted=interruption.asked)


def _caveats(warned: Sequence[warnings.WarningMessage], *, quiet: bool) -> list[Caveat]:
    """What warned while algorithms were fitted: one caveat for each kind; a note on the cache.

    What is said to the authors of software (a name that will change) is left out.
    """
    from aucurate.caveats import Kind, caveat
    from aucurate.errors import CacheWarning, FitWarning
    from aucurate.formatting import count

    by_kind: dict[type[Warning], list[str]] = {}
    for warning in warned:
        lines = str(warning.message).strip().splitlines() or [""]
        by_kind.setdefault(warning.category, []).append(lines[0].rstrip("."))
    caveats = []
    for kind, texts in by_kind.items():
        more = f" ({count(len(texts) - 1, 'warning')} more of this kind)" if texts[1:] else ""
        if issubclass(kind, CacheWarning):
            if not quiet:
                note(f"{texts[0]}{more}.")
        elif issubclass(kind, FitWarning):
            words = f"{texts[0][:1].upper()}{texts[0][1:]}{more}"
            caveats.append(caveat(Kind.FAILED_FITS, warning=words))
        elif not issubclass(kind, DeprecationWarning | PendingDeprecationWarning | FutureWarning):
            words = f"{texts[0]}{more}"
            caveats.append(caveat(Kind.FIT_WARNINGS, category=kind.__name__, warning=words))
    return caveats


def _usual_cache(*, quiet: bool) -> Path | None:
    """The user's cache folder; None, with a note, where it cannot be used (as in a container)."""
    from aucurate.crossval.cache import why_unusable

    try:
        folder = default_cache()
        reason = why_unusable(folder)
    except RuntimeError:  # nobody knows where the home folder is
        folder, reason = Path("~/.cache/aucurate/crossval"), "there is no home folder"
    if not reason:
        return folder
    if not quiet:
        note(
            f"Finished fits are not kept: the cache '{folder}' cannot be used ({reason}). "
            "--cache FOLDER names another, --no-cache works without."
        )
    return None


def default_cache() -> Path:
    """Where finished fits are kept: the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "aucurate" / "crossval"


def _design(name: DesignName, folds: int | None, repeats: int) -> Any:
    from aucurate.crossval.designs import FiveByTwo, FixedTestSet, LeftOut

    if name is not DesignName.left_out and repeats != 1:
        raise OptionError(
            f"--repeats is for left-out folds; the design is {name.value}.",
            hint="leave it out, or take --design left-out.",
        )
    if name is DesignName.fixed:
        return FixedTestSet() if folds is None else FixedTestSet(folds=folds)
    if name is DesignName.five_by_two:
        if folds not in (None, 2):
            raise OptionError("5x2 has two folds.", hint="leave --folds out.")
        return FiveByTwo()
    return LeftOut(folds=10 if folds is None else folds, repeats=repeats)


def _fitted(
    given: dict[str, Any],
    models: str,
    fitting: dict[str, Any],
    interruption: Interruption,
    watch: Watcher,
) -> tuple[FoldScores, dict[str, float]]:
    from aucurate.crossval.algorithms import default_thresholds
    from aucurate.crossval.cross_validate import cross_validate
    from aucurate.crossval.models import estimators
    from aucurate.data.source import with_source
    from aucurate.kernels import Cancelled

    names = [name.strip() for name in models.split(",") if name.strip()]
    if len(names) == 1:
        raise OptionError(
            "there is one algorithm only, and a comparison needs two.",
            hint="name more of them; 'chance' is what every algorithm must beat.",
        )
    watch.begins("fitting")
    made = estimators(names, given["features"])
    with interruptible(interruption):
        try:
            data = cross_validate(
                made,
                given["features"],
                given["labels"],
                positive=given["positive"],
                groups=given["groups"],
                progress=watch,
                **fitting,
            )
        except Cancelled:
            kept = fitting["cache"]
            said = f"finished fits are kept in {kept}" if kept else "nothing was kept"
            note(f"Interrupted; {said}.")
            raise InterruptionError from None
    data = with_source(data, name=given["source"], columns_not_used=given["not_used"])
    return data, default_thresholds(made)


def _read(
    table: Path | None, columns: dict[str, Any], watch: Watcher, *, quiet: bool
) -> dict[str, Any]:
    """Features, labels, groups and what the data are called."""
    if table is None:
        return _shipped(columns, quiet=quiet)
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    from aucurate.cli.reading import reading, split_names
    from aucurate.crossval.features import features
    from aucurate.io.columns import named_column
    from aucurate.io.files import read_table
    from aucurate.io.frames import as_table

    with reading(watch, table):
        frame = read_table(table, separator=columns["separator"])
    left_out = split_names(columns["leave_out"], list(frame.columns)) or []
    kept = split_names(columns["keep"], list(frame.columns)) or []
    used = [columns["label"], *left_out, *([columns["groups"]] if columns["groups"] else [])]
    made = features(frame, used=used, keep=kept)
    rows = as_table(frame)
    groups = columns["groups"]
    return {
        "features": made,
        "labels": named_column(rows, columns["label"], "label").to_native(),
        "groups": named_column(rows, groups, "groups").to_native() if groups else None,
        "positive": columns["positive"],
        "source": table.name,
        "not_used": tuple(name for name in frame.columns if name not in (*used, *made.columns)),
    }


def _shipped(columns: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    """The breast cancer data that come with scikit-learn, for a command without a table."""
    from aucurate.crossval.algorithms import require_sklearn

    said = [name for name, value in columns.items() if value]
    if said:
        raise TableError(
            f"--{said[0].replace('_', '-')} speaks of a table, but none was given.",
            hint="aucurate crossval TABLE --label COLUMN.",
        )
    require_sklearn()
    import polars as pl
    from sklearn.datasets import load_breast_cancer

    if not quiet:
        note("No table given: these are the breast cancer data that come with scikit-learn.\n")
    bunch = load_breast_cancer()
    names = [str(name) for name in bunch.feature_names]
    return {
        "features": pl.DataFrame(bunch.data, schema=names),
        "labels": [str(bunch.target_names[code]) for code in bunch.target],
        "groups": None,
        "positive": "malignant",
        "source": "the breast cancer data of scikit-learn",
        "not_used": (),
    }
