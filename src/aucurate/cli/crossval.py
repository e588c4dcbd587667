"""aucurate crossval: fit algorithms over folds, then compare them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from aucurate.cli import options as option
from aucurate.cli.driver import file_options, require_column, run_study, shipped
from aucurate.cli.folds import FoldsQuestion, folds_study, pair_figure, pair_names, thresholds_for
from aucurate.cli.options import FittedDesignName, MissingName
from aucurate.cli.output import Output
from aucurate.cli.progress import InterruptionError, Watcher
from aucurate.cli.streams import note
from aucurate.errors import LabelError, OptionError

if TYPE_CHECKING:
    from aucurate.data.folds import FoldScores
    from aucurate.results import Caveat
    from aucurate.study.folds import FoldsStudy

EPILOG = """[bold]Examples[/bold]

aucurate crossval   [dim](three algorithms on the breast cancer data of scikit-learn)[/dim]

aucurate crossval table.csv --label outcome --positive Poor --models logistic,forest

aucurate crossval table.csv --label y --folds 10 --repeats 5 --n-jobs 4 --save scores.csv

aucurate crossval table.csv --label y --design fixed-test-set --folds 30 --figure folds.svg

aucurate crossval table.csv --label y --html report.html

[bold]Models[/bold]: logistic, lda, nb, knn, tree, forest, boosting, svm, mlp, chance.

Missing values are replaced by medians, text columns by indicators. For models of your own, use \
aucurate.cross_validate in Python.
"""
DEFAULT_MODELS = "logistic,forest,nb"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureTable(option.Options):
    """What a table of a label and features holds."""

    label: option.Label = None
    positive: option.Positive = None
    leave_out: option.LeaveOut = None
    keep: option.Keep = None
    groups: option.Groups = None
    separator: option.Separator = None
    decimal: option.Decimal = None
    sheet: option.Sheet = None
    format: option.Format = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting(option.Options):
    """Which algorithms are fitted, and how."""

    models: option.Models = DEFAULT_MODELS
    design: option.FittedDesign = FittedDesignName.left_out
    folds: option.Folds = None
    repeats: option.Repeats = 1
    n_jobs: option.NJobs = 1
    cache: option.Cache = None
    no_cache: option.NoCache = False
    failures: option.Failures = MissingName.refuse
    rng: option.FitRng = 0

    def arguments(self, *, quiet: bool) -> dict[str, Any]:
        """How to fit, as ``aucurate.cross_validate`` takes it."""
        return {
            "design": self._design(),
            "rng": self.rng,
            "n_jobs": self.n_jobs,
            "cache": None if self.no_cache else self.cache or _usual_cache(quiet=quiet),
            "failures": self.failures.value,
        }

    def _design(self) -> Any:
        from aucurate.crossval.designs import FiveByTwo, FixedTestSet, LeftOut

        if self.design is not FittedDesignName.left_out and self.repeats != 1:
            raise OptionError(
                f"--repeats is for left-out folds; the design is {self.design.value}.",
                hint="leave it out, or take --design left-out.",
            )
        if self.design is FittedDesignName.fixed:
            return FixedTestSet() if self.folds is None else FixedTestSet(folds=self.folds)
        if self.design is FittedDesignName.five_by_two:
            if self.folds not in (None, 2):
                raise OptionError("5x2 has two folds.", hint="leave --folds out.")
            return FiveByTwo()
        return LeftOut(folds=10 if self.folds is None else self.folds, repeats=self.repeats)


class _Features(NamedTuple):
    """What algorithms are fitted to."""

    features: Any
    labels: Any
    groups: Any
    positive: str | None
    source: str
    not_used: tuple[str, ...]


class _Fitted(NamedTuple):
    """What came of the fits: scores, where algorithms decide, and what warned."""

    data: FoldScores
    thresholds: dict[str, float]
    caveats: list[Caveat]


@option.command
def crossval_command(
    table: option.FeatureTableFile = None,
    *,
    columns: FeatureTable,
    fitting: Fitting,
    question: FoldsQuestion,
    output: Output,
    save: option.Save = None,
    pair: option.Pair = None,
) -> None:
    """Which algorithm is better on these data? Fits them over folds and compares them."""
    names = pair_names(pair, output)
    if save is not None:
        from aucurate.io.writing import check_table_name

        check_table_name(save)
    arguments = fitting.arguments(quiet=output.quiet)

    def read(watch: Watcher) -> _Fitted:
        features = _read(table, columns, watch, quiet=output.quiet)
        watch.begins("fitting")
        fitted = _fitted(features, fitting.models, arguments, watch, quiet=output.quiet)
        if save is not None:
            from aucurate.io.writing import folds_to_frame, write_table

            write_table(folds_to_frame(fitted.data), save)
        return fitted

    def ask(fitted: _Fitted, watch: Watcher) -> FoldsStudy:
        thresholds = thresholds_for(question, fitted.data, names, fitted.thresholds)
        study = folds_study(fitted.data, question, watch, thresholds=thresholds)
        return replace(study, caveats=(*study.caveats, *fitted.caveats))

    run_study(
        output,
        read=read,
        ask=ask,
        doing="testing over folds",
        draw=(
            lambda fitted, _: pair_figure(
                fitted.data, names, thresholds_for(question, fitted.data, names, fitted.thresholds)
            )
        )
        if names
        else None,
    )


def _fitted(
    given: _Features, models: str, arguments: dict[str, Any], watch: Watcher, *, quiet: bool
) -> _Fitted:
    from aucurate.crossval.algorithms import default_thresholds
    from aucurate.crossval.cross_validate import cross_validate
    from aucurate.crossval.models import estimators
    from aucurate.data.source import with_source
    from aucurate.kernels import Cancelled

    names = [name.strip() for name in models.split(",") if name.strip()]
    made = estimators(names, given.features)
    if len(names) == 1:
        raise OptionError(
            "only one algorithm was named, and a comparison needs two.",
            hint="name more of them; 'chance' is what every algorithm must beat.",
        )
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            data = cross_validate(
                made,
                given.features,
                given.labels,
                positive=given.positive,
                groups=given.groups,
                progress=watch,
                **arguments,
            )
        except Cancelled:
            kept = arguments["cache"]
            where = f"finished fits are kept in {kept}" if kept else "nothing was kept"
            note(f"Interrupted; {where}.")
            raise InterruptionError from None
    data = with_source(data, name=given.source, columns_not_used=given.not_used)
    return _Fitted(data, default_thresholds(made), _caveats(warned, quiet=quiet))


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


def _read(table: Path | None, columns: FeatureTable, watch: Watcher, *, quiet: bool) -> _Features:
    """Features, labels, groups and what the data are called."""
    if table is None:
        return shipped(
            _breast_cancer,
            columns,
            what="the breast cancer data that come with scikit-learn",
            usage="crossval TABLE --label COLUMN",
            quiet=quiet,
        )
    require_column(columns, "label", tables=[table])
    from aucurate.cli.reading import reading, split_names
    from aucurate.crossval.features import features
    from aucurate.io.columns import class_labels, named_column
    from aucurate.io.files import read_table
    from aucurate.io.frames import as_table

    with reading(watch, table):
        frame = read_table(table, **file_options(columns))
    known, groups = list(frame.columns), columns.groups
    left_out = split_names(columns.leave_out, known) or []
    used = [str(columns.label), *left_out, *([groups] if groups else [])]
    made = features(frame, used=used, keep=split_names(columns.keep, known) or [])
    rows = as_table(frame)
    label = named_column(rows, str(columns.label), "label")
    classes = class_labels(label)
    if len(classes.distinct) > 2 and columns.positive is None:
        raise LabelError(
            f"column '{columns.label}' has {len(classes.distinct)} classes; two are needed.",
            hint="keep the rows of two classes or merge classes; in Python, cross_validate fits "
            "several classes and multiclass compares them.",
        )
    return _Features(
        features=made,
        labels=label.to_native(),
        groups=named_column(rows, groups, "groups").to_native() if groups else None,
        positive=columns.positive,
        source=table.name,
        not_used=tuple(name for name in known if name not in (*used, *made.columns)),
    )


def _breast_cancer() -> _Features:
    """The breast cancer data that come with scikit-learn."""
    from aucurate.crossval.algorithms import require_sklearn

    require_sklearn()
    import polars as pl
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    names = [str(name) for name in bunch.feature_names]
    return _Features(
        features=pl.DataFrame(bunch.data, schema=names),
        labels=[str(bunch.target_names[code]) for code in bunch.target],
        groups=None,
        positive="malignant",
        source="the breast cancer data of scikit-learn",
        not_used=(),
    )
