"""Frames of any library that narwhals knows: pandas, polars, pyarrow, lazy ones too."""

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, numeric_scores
from aucurate.data.labels import Labels, choose_positive, class_name, read_labels
from aucurate.data.observations import Missing, Observations, RepeatedIdentifier
from aucurate.data.ordered import PairedOrderedScores
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.data.source import Source
from aucurate.data.weights import ARGUMENTS
from aucurate.errors import LabelError, ScoreError, TableError
from aucurate.formatting import count, join_words, printable, shortened
from aucurate.hints import Argument, Hint
from aucurate.io.columns import (
    class_labels,
    counts_rows,
    first_wrong,
    is_nameless,
    mostly_numbers,
    named_column,
    not_a_score,
    numbers,
    repeated_identifiers,
)
from aucurate.io.origin import index_columns, located, origin_of, source_of

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class _Read:
    """The columns of a table by their roles: labels, scores, and what else belongs to the rows."""

    table: "nw.DataFrame[Any]"
    used: dict[str, str]
    labels: Labels
    scores: dict[str, Any]
    extras: dict[str, Any]
    identifiers: tuple[RepeatedIdentifier, ...]
    source: Source

    @classmethod
    def of(
        cls,
        table: "nw.DataFrame[Any]",
        roles: Mapping[str, str | None],
        scores: str | Sequence[str] | None,
        positive: object,
        by: str | Sequence[str] = (),
    ) -> "_Read":
        """The columns that have these roles, those of the scores, and those of subgroups."""
        used = column_roles(table, roles)
        dividing = _dividing(table, by, used)
        taken = [*used.values(), *dividing]
        found = score_columns(table, used=taken, scores=scores)
        labels = _labels(named_column(table, used["label"], "label"), positive)
        columns = {name: numbers(table[name], name) for name in found.scores}
        extras = extra_columns(table, used)
        if dividing:
            extras["by"] = {name: _subgroups(table, name) for name in dividing}
        identifiers = repeated_identifiers(table, [*taken, *found.scores], used.get("groups"))
        source = source_of(table, **found.unnamed(scores))
        return cls(table, used, labels, columns, extras, identifiers, source)

    def remembered(self, observations: Observations) -> Observations:
        """The observations, with what is known of the table."""
        dropped = observations.source.n_dropped
        weightless = observations.source.n_weightless
        source = replace(self.source, n_dropped=dropped, n_weightless=weightless)
        return replace(observations, identifiers=self.identifiers, source=source)


def extra_columns(table: "nw.DataFrame[Any]", used: Mapping[str, str]) -> dict[str, Any]:
    """Weights, groups and folds from the columns with these roles, by the names of arguments."""
    extras: dict[str, Any] = {
        into: named_column(table, used[role], role).to_native()
        for role, into in (("groups", "groups"), ("fold", "folds"))
        if role in used
    }
    for name in ARGUMENTS.values():
        if name in used:
            extras[name] = numbers(table[used[name]], used[name], "weights")
    return extras


def _dividing(
    table: "nw.DataFrame[Any]", by: str | Sequence[str], used: Mapping[str, str]
) -> list[str]:
    """The columns of subgroups: each must exist, and have no other role."""
    names = [str(name) for name in ([by] if isinstance(by, str) else by)]
    for at, name in enumerate(names):
        require_column(table, name, "by")
        other = next((role for role, column in used.items() if column == name), None)
        if other is not None:
            raise two_roles(name, other, "by")
        if name in names[:at]:
            raise TableError(f"by names column '{shortened(name)}' twice.", hint="name it once.")
    return names


def _subgroups(table: "nw.DataFrame[Any]", name: str) -> Any:
    """The values of a column of subgroups; ordered categories with their order."""
    series = named_column(table, name, "by")
    return series.to_native() if isinstance(series.dtype, nw.Enum) else class_labels(series)


def paired_scores(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None,
    by: str | Sequence[str],
    positive: object,
    lower: str | Collection[str],
    missing: Missing,
) -> PairedScores:
    """:meth:`PairedScores.from_frame`; ``roles`` are the columns of labels and the like."""
    table = as_table(frame)
    with located(table):
        read = _Read.of(table, roles, scores, positive, by)
        data = PairedScores.from_labels(
            read.labels, read.scores, lower=lower, missing=missing, **read.extras
        )
    return replace(data, observations=read.remembered(data.observations))


def unpaired_scores(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None,
    positive: object,
    lower: bool | str | Collection[str],
    missing: Missing,
) -> UnpairedScores:
    """:meth:`UnpairedScores.from_frame`; the role "test_set" is the column of the test sets."""
    table = as_table(frame)
    with located(table):
        read = _Read.of(table, roles, scores, positive)
        flipped = (tuple(read.scores) if lower else ()) if isinstance(lower, bool) else lower
        sets = split_by_test_set(
            named_column(table, read.used["test_set"], "test_set"),
            read.labels,
            read.scores,
            lower=flipped,
            missing=missing,
            extras=read.extras,
        )
    return UnpairedScores(
        tuple(replace(each, observations=read.remembered(each.observations)) for each in sets)
    )


def ordered_scores(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None,
    **options: Any,
) -> PairedOrderedScores:
    """:meth:`PairedOrderedScores.from_frame`; ``roles`` are the columns of labels and the like."""
    table = as_table(frame)
    with located(table):
        used = column_roles(table, roles)
        found = score_columns(table, used=used.values(), scores=scores)
        data = PairedOrderedScores.from_arrays(
            class_labels(named_column(table, used["label"], "label")),
            {name: numbers(table[name], name) for name in found.scores},
            **extra_columns(table, used),
            **options,
        )
    rows = data.observations
    source = source_of(
        table,
        n_dropped=rows.source.n_dropped,
        n_weightless=rows.source.n_weightless,
        **found.unnamed(scores),
    )
    identifiers = repeated_identifiers(table, [*used.values(), *found.scores], used.get("groups"))
    return replace(data, observations=replace(rows, identifiers=identifiers, source=source))


class ScoreColumns(NamedTuple):
    """The columns that are classifiers, and those that are not used at all."""

    scores: tuple[str, ...]
    ignored: tuple[str, ...]

    def unnamed(self, scores: object) -> dict[str, tuple[str, ...]]:
        """For the source of the data, columns taken and not used; none where scores were named."""
        if scores is not None:
            return {}
        return {"columns_taken": self.scores, "columns_not_used": self.ignored}


def score_columns(
    frame: Any,
    *,
    used: Iterable[str] = (),
    scores: str | Sequence[str] | None = None,
    argument: str = "scores",
    may_lack: bool = False,
) -> ScoreColumns:
    """Which columns are classifiers; ``used`` are those that have another role.

    Without ``scores`` it is every other numeric or boolean column that has a name; the index of a
    pandas frame is none. A column of text that is mostly numbers is refused, and so is one that
    only numbers the rows: whether it was meant cannot be guessed. ``argument`` is what a caller
    names these columns with, for the hints. A table without any is refused unless it ``may_lack``
    them.

    >>> import polars as pl
    >>> table = pl.DataFrame({"y": [0, 1], "forest": [0.1, 0.8], "remark": ["late", ""]})
    >>> score_columns(table, used=["y"])
    ScoreColumns(scores=('forest',), ignored=('remark',))
    """
    table = as_table(frame)
    taken = [str(name) for name in used]
    for name in taken:
        require_column(table, name)
    others = [name for name in table.columns if name not in taken]
    if scores is None:
        indexes = index_columns(table)
        with located(table):
            chosen = [
                name
                for name in others
                if name not in indexes and _is_classifier(table, name, others, argument)
            ]
        if not chosen and not may_lack:
            raise TableError(
                f"there is no column of scores: besides {_shown(taken)} the table has "
                + (f"{_shown(others)}, without numbers." if others else "no column."),
                hint="add a numeric column for each classifier.",
            )
    else:
        chosen = [str(name) for name in ([scores] if isinstance(scores, str) else scores)]
        _check_named(table, chosen, taken)
    origin = origin_of(table)
    unreadable = () if origin is None else tuple(origin.unreadable)
    ignored = (name for name in others if name not in chosen)
    return ScoreColumns(tuple(chosen), (*ignored, *unreadable))


def is_frame(thing: Any) -> bool:
    """Whether this is a frame of some library, also one that narwhals finds at fault."""
    try:
        return isinstance(nw.from_native(thing, pass_through=True), nw.DataFrame | nw.LazyFrame)
    except nw.exceptions.DuplicateError:
        return True


def columns_of_scores(frame: Any, labels: Any) -> dict[str, Any]:
    """The columns of a frame that holds scores only, by their names.

    A whole table given as the scores is refused: its labels would be ranked as a classifier.
    """
    table = as_table(frame)
    truth = np.asarray(labels)
    for name in table.columns:
        if np.array_equal(table[name].to_numpy(), truth):
            raise ScoreError(
                f"column '{shortened(name)}' of the scores has the labels.",
                hint="give the columns of scores only; or read the whole table with "
                "PairedScores.from_frame, where the column of labels is named.",
            )
    return {name: table[name].to_native() for name in table.columns}


def as_table(frame: Any) -> "nw.DataFrame[Any]":
    """The frame through narwhals: in memory, with distinct names that are text, not empty."""
    if isinstance(frame, nw.DataFrame):
        return frame
    try:
        table = nw.from_native(frame)
        if isinstance(table, nw.LazyFrame):
            table = table.collect()
        names = list(table.columns)
    except nw.exceptions.DuplicateError:
        names = list(getattr(frame, "column_names", None) or frame.columns)
    except TypeError:
        raise TableError(
            "expected a data frame (pandas, polars, pyarrow or similar), not a "
            f"{type(frame).__name__}.",
            hint="for data frames with names use PairedScores.from_frames."
            if isinstance(frame, Mapping) and any(map(is_frame, frame.values()))
            else "convert it to a data frame, or pass arrays to PairedScores.from_arrays.",
        ) from None
    except Exception as error:
        reason = str(error).strip().splitlines()[0].rstrip(".")
        raise TableError(f"the frame cannot be collected: {reason}.") from error
    if any(isinstance(name, tuple) for name in names):
        raise TableError(
            "the columns have multi-level names.",
            hint="give each column one name, e.g. with reset_index or a flat list of names.",
        )
    texts = [str(name) for name in names]
    _refuse_doubled(texts)
    if not texts or not len(table):
        raise TableError(
            "the table is empty: it has no " + ("rows." if texts else "columns."),
            hint="check how it was created.",
        )
    changes = dict(zip(names, texts, strict=True))
    named: nw.DataFrame[Any] = table if texts == names else table.rename(changes)
    return named


def _refuse_doubled(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if printable(name) in seen:
            raise TableError(
                f"two columns have the same name, '{shortened(name)}'"
                + ("." if name.isprintable() else ", apart from invisible characters."),
                hint="give each column its own name.",
            )
        seen.add(printable(name))


def column_roles(table: "nw.DataFrame[Any]", roles: Mapping[str, str | None]) -> dict[str, str]:
    """The column of each role that has one; each must exist and have only one role."""
    used = {role: str(name) for role, name in roles.items() if name is not None}
    for role, name in used.items():
        require_column(table, name, role)
        other = next(r for r, n in used.items() if n == name)
        if other != role:
            raise two_roles(name, other, role)
    return used


def two_roles(column: str, first: str, second: str) -> TableError:
    """The error of a column that is named for two roles."""
    return TableError(
        f"column '{shortened(column)}' cannot be both {first} and {second}.",
        hint="name a different column for each role.",
    )


def _check_named(table: "nw.DataFrame[Any]", chosen: Sequence[str], taken: Sequence[str]) -> None:
    if not chosen:
        raise TableError(
            "scores names no column.", hint="leave it out to use every other numeric column."
        )
    for place, name in enumerate(chosen):
        require_column(table, name, "scores")
        if name in taken:
            raise TableError(
                f"column '{shortened(name)}' is listed in scores, but already has another role.",
                hint="remove it from scores.",
            )
        if name in chosen[:place]:
            raise TableError(
                f"scores names column '{shortened(name)}' twice.", hint="name it once."
            )


def require_column(table: "nw.DataFrame[Any]", name: str, role: str = "") -> None:
    """Refuse a column that is not there, with the one that may be meant."""
    names = table.columns
    if name in names:
        return
    origin = origin_of(table)
    if origin is not None and name in origin.unreadable:
        raise TableError(
            f"column '{shortened(name)}' holds {shortened(origin.unreadable[name])}, which cannot "
            "be read.",
            hint="convert the column, or name another one.",
        )
    lowered = {n.lower(): n for n in names}
    near = difflib.get_close_matches(name.lower(), list(lowered), n=1)
    if near:
        hint = f"did you mean '{shortened(lowered[near[0]])}'?"
    elif all(n.replace(".", "").replace("-", "").isdigit() for n in names):
        hint = "if these are data, the file lacks the line that names its columns."
    else:
        hint = "name one of them."
    meant = f" for {role}" if role else ""
    raise TableError(
        f"there is no column '{shortened(name)}'{meant}; the columns are {_shown(names)}.",
        hint=hint,
    )


def _shown(names: Sequence[str]) -> str:
    quoted = [f"'{shortened(name)}'" for name in names]
    if len(quoted) <= _SHOWN:
        return join_words(quoted)
    return f"{', '.join(quoted[:_SHOWN])}, ... {len(quoted)} in all"


def _is_classifier(
    table: "nw.DataFrame[Any]", name: str, others: Sequence[str], argument: str
) -> bool:
    series = table[name]
    if is_nameless(name):
        return False
    if not_a_score(series, name):
        raise ScoreError(
            f"column '{shortened(name)}' looks like a fold or an identifier, not like scores; it "
            "is not clear whether it is a classifier.",
            hint=Hint(
                "name the columns of scores, e.g. {}; or set {fold} if it is the fold.",
                _example(table, others, argument),
                fold=shortened(name),
            ),
        )
    if counts_rows(series, name):
        raise ScoreError(
            f"column '{shortened(name)}' numbers the rows, from {series.min():.0f} to "
            f"{series.max():.0f}; it is not clear whether it is a classifier.",
            hint=Hint(
                "name the columns of scores, e.g. {}, including '{}' if it is one; or delete the "
                "column.",
                _example(table, others, argument),
                shortened(name),
            ),
        )
    if series.dtype.is_numeric() or series.dtype == nw.Boolean:
        return True
    if mostly_numbers(series):
        wrong = first_wrong(series)
        raise ScoreError(
            f"column '{shortened(name)}' is text, but most of it reads as numbers; it is not clear "
            f"whether it contains scores (row {wrong.row} is {wrong.shown}).",
            hint=f"{wrong.remedy}; or name the columns of scores.",
            row=wrong.row,
        )
    return False


def _example(table: "nw.DataFrame[Any]", others: Sequence[str], argument: str) -> Argument:
    """How to name the columns of scores: two that surely are some, where there are."""
    likely = [
        name
        for name in others
        if table[name].dtype.is_numeric()
        and not (
            is_nameless(name) or not_a_score(table[name], name) or counts_rows(table[name], name)
        )
    ]
    return Argument(argument, [shortened(name) for name in likely[:2] or ("forest", "tree")])


def _labels(series: "nw.Series[Any]", positive: object) -> Labels:
    """As ``read_labels``, but text and categories are compared by the frame's own library."""
    if series.dtype.is_numeric() or series.dtype == nw.Object:
        return read_labels(series.to_native(), positive)
    if series.dtype.is_temporal():
        return read_labels(series.to_native(), positive)
    distinct = sorted(series.drop_nulls().unique().to_list(), key=lambda v: (str(type(v)), str(v)))
    if not distinct:
        raise LabelError("every label is missing.", hint="check the label column.")
    first, second = choose_positive(distinct, positive, missing=series.null_count())
    is_positive = column((series == first).fill_null(False).to_numpy())
    missing = column(series.is_null().to_numpy()) if series.null_count() else None
    return Labels(np.array(is_positive, np.bool_), missing, str(first), str(second))


# Rows of one table that belong to different, independent test sets.


def split_by_test_set(
    test_sets: "nw.Series[Any]",
    labels: Labels,
    columns: Mapping[str, Any],
    *,
    lower: str | Collection[str],
    missing: Missing,
    extras: Mapping[str, Any],
) -> UnpairedScores:
    """One ``Scores`` per value of ``test_sets``, in their order; one column of scores."""
    if len(columns) != 1:
        raise TableError(
            "a table with a column of test sets must have exactly one column of scores; there are "
            f"{len(columns)}, {join_words([shortened(name) for name in columns])}.",
            hint=Hint("name it, e.g. {score}.", score=shortened(next(iter(columns)))),
        )
    if test_sets.null_count():
        row = int(np.argmax(test_sets.is_null().to_numpy()))
        raise TableError(
            f"row {row} belongs to no test set ({count(test_sets.null_count(), 'such row')} in "
            "all).",
            hint="correct the table, or remove these rows.",
            row=row,
        )
    ((name, values),) = columns.items()
    array = numeric_scores(values, name)
    carried: dict[str, Any] = {key: column(extra) for key, extra in extras.items()}
    # the whole table first, so that an error names the row of the table
    PairedScores.from_labels(labels, {name: array}, lower=lower, missing=missing, **carried)
    turned = np.negative(array) if len(lower) else array
    members = []
    sets = class_labels(test_sets)
    for code, value in enumerate(sets.distinct):
        rows = np.flatnonzero(sets.codes == code)
        member = _member(class_name(value), rows, labels, turned, missing, carried)
        members.append(replace(member, lower=bool(len(lower))))
    return UnpairedScores(tuple(members))


def _member(
    name: str,
    rows: NDArray[np.int64],
    labels: Labels,
    values: NDArray[Any],
    missing: Missing,
    carried: Mapping[str, NDArray[Any]],
) -> Scores:
    absent = None if labels.missing is None else labels.missing[rows]
    there = Labels(labels.is_positive[rows], absent, labels.positive, labels.negative)
    extras: dict[str, Any] = {key: array[rows] for key, array in carried.items()}
    try:
        data = PairedScores.from_labels(there, {name: values[rows]}, missing=missing, **extras)
    except LabelError as error:
        raise LabelError(
            f"test set '{shortened(name)}': {error.message}", hint=error.hint
        ) from None
    return data[name]
