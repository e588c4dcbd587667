"""Scores with a column per class, from frames and files: the columns bear the classes' names."""

import math
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassObservations, PairedClassScores, Prefixes, ScoreColumns
from aucurate.data.labels import ClassLabels, class_name, class_names
from aucurate.data.labels import shown as shown_labels
from aucurate.data.observations import Missing
from aucurate.errors import InputError, LabelError, OptionError, TableError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint
from aucurate.io.columns import (
    MISSING_WORDS,
    class_labels,
    is_nameless,
    mostly_numbers,
    named_column,
    numbers,
    repeated_identifiers,
)
from aucurate.io.files import read_table
from aucurate.io.frames import as_table, extra_columns, require_column
from aucurate.io.origin import index_columns, located, source_of

# Which columns of a table hold the scores of which class, by their names.


_SHOWN = 6


class ClassColumns(NamedTuple):
    """For each classifier the column of every class, and the columns that are not used at all."""

    columns: dict[str, dict[str, str]]
    ignored: tuple[str, ...]


def classifiers(prefixes: str | Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """The prefix of each classifier, by its name; without a name it is called after the prefix.

    >>> classifiers(["", "forest_"])
    {'scores': '', 'forest': 'forest_'}
    """
    if isinstance(prefixes, Mapping):
        named = {str(name): str(prefix) for name, prefix in prefixes.items()}
    else:
        texts = [prefixes] if isinstance(prefixes, str) else [str(prefix) for prefix in prefixes]
        named = {prefix.rstrip("_-.: ") or prefix or "scores": prefix for prefix in texts}
        if len(named) < len(set(texts)):
            raise OptionError(
                "two prefixes name the same classifier.",
                hint="prefixes must differ in more than a trailing underscore, hyphen or dot; in "
                "Python, prefixes can also be a mapping from classifier names to prefixes.",
            )
        if len(named) < len(texts):
            raise _not_its_own()
    if not named or len(set(named.values())) < len(named):
        raise _not_its_own()
    return named


def _not_its_own() -> OptionError:
    return OptionError(
        "every classifier needs its own prefix.",
        hint="name each of them once, e.g. 'forest_' and 'logistic_'.",
    )


def chosen_columns(
    table: "nw.DataFrame[Any]",
    labels: ClassLabels,
    prefixes: Mapping[str, str],
    scores: Sequence[str] | Mapping[Any, str] | None,
    used: Sequence[str],
    ignore: Collection[str] = (),
) -> ClassColumns:
    """The columns of all classifiers; none may be wanting, and none have two roles."""
    left_out = [ignore] if isinstance(ignore, str) else list(dict.fromkeys(ignore))
    for name in left_out:
        require_column(table, name, "ignore")
    roles = [*used, *left_out]
    if len(set(roles)) < len(roles):
        raise TableError(
            f"column '{shortened(_twice(roles))}' has two roles.",
            hint="name a different column for each role.",
        )
    others = [name for name in table.columns if name not in roles]
    if scores is None:
        found = {name: _by_name(others, labels, prefix, name) for name, prefix in prefixes.items()}
        _refuse_unexplained(table, labels, found, prefixes, others)
    else:
        found = {name: _said(table, scores, prefix, roles) for name, prefix in prefixes.items()}
    chosen = [column for of_name in found.values() for column in of_name.values()]
    if len(set(chosen)) < len(chosen):
        raise TableError(
            f"column '{shortened(_twice(chosen))}' would belong to two classifiers or two classes.",
            hint="give each classifier a prefix that is not the beginning of a class name.",
        )
    gone = tuple(name for name in table.columns if name not in chosen and name not in used)
    return ClassColumns(found, gone)


def _by_name(others: Sequence[str], labels: ClassLabels, prefix: str, name: str) -> dict[str, str]:
    """The column of each label, in the order of the columns."""
    found = []
    for label in labels.distinct:
        texts = dict.fromkeys((class_name(label), str(label)))
        column = next((prefix + text for text in texts if prefix + text in others), None)
        if column is not None:
            found.append(column)
            continue
        rows = int(np.count_nonzero(labels.codes == labels.distinct.index(label)))
        raise LabelError(
            f"the class {shortened(repr(label))} ({count(rows, 'row')}) has no column "
            f"'{shortened(prefix + class_name(label))}' of scores"
            + (f" of '{shortened(name)}'." if prefix else ".")
            + f" The labels are {shown_labels(labels.distinct)}.",
            hint=Hint(
                "the other columns are {}; name the columns of scores after the classes, or "
                "give their prefixes with {prefixes}.",
                _shown(others),
            ),
        )
    return {column[len(prefix) :]: column for column in others if column in found}


def _said(
    table: "nw.DataFrame[Any]",
    scores: Sequence[str] | Mapping[Any, str],
    prefix: str,
    used: Sequence[str],
) -> dict[str, str]:
    if isinstance(scores, str):
        raise OptionError("scores must name a column for every class.", hint="pass a list of them.")
    named = (
        dict(zip(class_names(scores), scores.values(), strict=True))
        if isinstance(scores, Mapping)
        else {str(column).removeprefix(prefix): str(column) for column in scores}
    )
    if len(named) < len(scores):
        raise TableError("scores names a column twice.", hint="name each of them once.")
    for column in named.values():
        require_column(table, column, "scores")
        if column in used:
            raise TableError(
                f"column '{shortened(column)}' is listed in scores, but already has another role.",
                hint="remove it from scores.",
            )
    return named


def _refuse_unexplained(
    table: "nw.DataFrame[Any]",
    labels: ClassLabels,
    found: Mapping[str, Mapping[str, str]],
    prefixes: Mapping[str, str],
    others: Sequence[str],
) -> None:
    """Refuse columns of numbers that could be a class without observations, or another thing."""
    chosen = {column for of_name in found.values() for column in of_name.values()}
    indexes = index_columns(table)
    for name in others:
        nameless = is_nameless(name) or name in indexes
        if name in chosen or nameless or not _numeric(table[name]):
            continue
        prefix = next((p for p in prefixes.values() if p and name.startswith(p)), None)
        if prefix is not None:
            raise LabelError(
                f"no observation has the label '{shortened(name.removeprefix(prefix))}', for which "
                f"there is the column '{shortened(name)}'; the labels are "
                f"{shown_labels(labels.distinct)}.",
                hint=_word_for_missing(name.removeprefix(prefix))
                or Hint(
                    "leave it out with {ignore}, or use a test set that contains every class.",
                    ignore=shortened(name),
                ),
            )
        if "" in prefixes.values():
            raise TableError(
                f"column '{shortened(name)}' is neither named after a class nor has another role; "
                f"the classes are {shown_labels(labels.distinct)}.",
                hint=_word_for_missing(name)
                or Hint(
                    "leave it out with {ignore}{}; if it belongs to another classifier, give the "
                    "beginning of its column names with {prefixes}.",
                    _if_folds(name),
                    ignore=shortened(name),
                ),
            )


def _word_for_missing(name: str) -> str:
    if name not in MISSING_WORDS:
        return ""
    return f"the label {name!r} of a file is read as a missing value; call the class otherwise."


def _if_folds(name: str) -> str:
    return Hint(", or set {fold}", fold=shortened(name)) if "fold" in name.lower() else ""


def _twice(names: Sequence[str]) -> str:
    """The first name that has stood before."""
    return next(name for at, name in enumerate(names) if name in names[:at])


def _numeric(series: "nw.Series[Any]") -> bool:
    return series.dtype.is_numeric() or series.dtype == nw.Boolean or mostly_numbers(series)


def _shown(names: Sequence[str]) -> str:
    quoted = [f"'{shortened(name)}'" for name in names[:_SHOWN]]
    more = f", ... {len(names)} in all" if len(names) > _SHOWN else ""
    return (join_words(quoted) if not more else ", ".join(quoted) + more) if quoted else "none"


def paired_class_scores(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    prefixes: Prefixes,
    scores: ScoreColumns = None,
    ignore: Collection[str],
    missing: Missing,
) -> PairedClassScores:
    """:meth:`PairedClassScores.from_frame`; ``roles`` are the columns of labels, weights, ...

    ``scores`` names the columns of one classifier.
    """
    table = as_table(frame)
    used = {role: name for role, name in roles.items() if name is not None}
    for role, name in used.items():
        require_column(table, name, role)
    label = used.pop("label")
    found = class_columns_in(
        table,
        label=label,
        prefixes=prefixes,
        scores=scores,
        used=list(used.values()),
        ignore=ignore,
    )
    with located(table):
        data = PairedClassScores.from_arrays(
            class_labels(table[label]),
            _columns(table, found),
            missing=missing,
            **extra_columns(table, used),
        )
    groups = used.get("groups")
    return replace(data, observations=_remembered(data.observations, table, found, ignore, groups))


def _remembered(
    observations: ClassObservations,
    table: "nw.DataFrame[Any]",
    found: ClassColumns,
    ignore: Collection[str],
    groups: str | None,
) -> ClassObservations:
    """The observations, with what is known of the table."""
    used = [name for name in table.columns if name not in found.ignored]
    left_out = [ignore] if isinstance(ignore, str) else ignore
    source = source_of(
        table,
        columns_not_used=tuple(name for name in found.ignored if name not in left_out),
        n_dropped=observations.source.n_dropped,
        n_weightless=observations.source.n_weightless,
    )
    return replace(
        observations, identifiers=repeated_identifiers(table, used, groups), source=source
    )


def class_columns_in(
    frame: Any,
    *,
    label: str,
    prefixes: Prefixes = "",
    scores: ScoreColumns = None,
    used: Sequence[str] = (),
    ignore: Collection[str] = (),
) -> ClassColumns:
    """Which column is which class of which classifier, and which are not used at all.

    ``used`` are the columns that have another role, ``ignore`` those that have none: without a
    prefix other columns of numbers are refused, which could be a class that no label names.

    >>> import polars as pl
    >>> table = pl.DataFrame({"y": ["a", "b"], "m_b": [1, 1], "m_a": [0, 1], "age": [61, 47]})
    >>> class_columns_in(table, label="y", prefixes="m_")
    ClassColumns(columns={'m': {'b': 'm_b', 'a': 'm_a'}}, ignored=('age',))
    """
    table = as_table(frame)
    for role, column in (("label", label), *(("", other) for other in used)):
        require_column(table, column, role)
    labels = class_labels(named_column(table, label, "label"))
    return chosen_columns(table, labels, classifiers(prefixes), scores, [label, *used], ignore)


def _columns(table: "nw.DataFrame[Any]", found: ClassColumns) -> dict[str, dict[str, Any]]:
    return {
        name: {label: numbers(table[column], column) for label, column in of_name.items()}
        for name, of_name in found.columns.items()
    }


def paired_class_folds(
    frame: Any,
    roles: Mapping[str, str | None],
    prefixes: Prefixes,
    *,
    scores: ScoreColumns = None,
    ignore: Collection[str],
    **options: Any,
) -> dict[str, ClassFoldScores]:
    """:meth:`ClassFoldScores.paired_from_frame`; ``roles`` are the columns of labels, folds, ..."""
    table = as_table(frame)
    used = {role: name for role, name in roles.items() if name is not None}
    for role, name in used.items():
        require_column(table, name, role)
    others = [name for role, name in used.items() if role != "label"]
    found = class_columns_in(
        table,
        label=used["label"],
        prefixes=prefixes,
        scores=scores,
        used=others,
        ignore=ignore,
    )
    given = {
        role: named_column(table, used[role], role).to_native()
        for role in ("observation", "repeat")
        if role in used
    }
    with located(table):
        folds = ClassFoldScores.paired_from_arrays(
            class_labels(table[used["label"]]),
            _columns(table, found),
            observations=given.get("observation"),
            repeats=given.get("repeat"),
            **extra_columns(table, used),
            **options,
        )
    groups = used.get("groups")
    rows = _remembered(next(iter(folds.values())).observations, table, found, ignore, groups)
    return {name: replace(each, observations=rows) for name, each in folds.items()}


# A table of what each wrong decision costs.


def read_costs(
    path: str | os.PathLike[str], classes: Sequence[str], *, separator: str | None = None
) -> NDArray[np.float64]:
    """Costs in the order of these classes: a row per true class, a column per decided one.

    The first column names the true class of each row, the other columns bear the names of the
    decided classes; their order does not matter. Any format of ``read_scores`` will do.
    """
    table = as_table(read_table(path, separator=separator))
    first, *decided = table.columns
    true = [str(name) for name in table[first].to_list()]
    for what, found in (("row", true), ("column", list(decided))):
        lacking = [name for name in classes if name not in found]
        strange = [name for name in found if name not in classes]
        doubled = [name for name in found if found.count(name) > 1]
        if lacking or strange or doubled:
            wrong = (
                f"has no {what} for class '{shortened(lacking[0])}'"
                if lacking
                else f"has a {what} '{shortened((strange or doubled)[0])}' "
                + ("that is no class" if strange else "twice")
            )
            raise InputError(
                f"the table of costs {wrong}.",
                hint="its first column must name the true class, and the others the decided "
                f"classes: {join_words([shortened(name) for name in classes])}.",
            )
    order = [true.index(name) for name in classes]
    columns = {name: table[name].to_list() for name in classes}
    return np.array([[_cost(columns[d][at], true[at], d) for d in classes] for at in order])


def _cost(value: Any, true: str, decided: str) -> float:
    try:
        cost = float(value)
    except (TypeError, ValueError):
        cost = math.nan
    if not 0 <= cost < math.inf:
        found = "missing" if value is None else shortened(str(value))
        raise InputError(
            "costs must be finite numbers from 0; the cost of deciding for class "
            f"'{shortened(decided)}' where '{shortened(true)}' is true is {found}.",
            hint="write 0 where a decision costs nothing, and use a decimal point in numbers.",
        )
    return cost
