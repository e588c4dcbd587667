"""Scores with a column per class, from frames and files: the columns bear the classes' names."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import narwhals as nw

from aucurate.checks import checked
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassObservations, ClassScores, PairedClassScores
from aucurate.data.fold_values import FoldDesign
from aucurate.data.observations import Missing
from aucurate.io.class_names import ClassColumns, chosen_columns, classifiers
from aucurate.io.columns import class_labels, named_column
from aucurate.io.files import read_table
from aucurate.io.frames import as_table, require_column
from aucurate.io.identifiers import repeated_identifiers
from aucurate.io.numbers import numbers
from aucurate.io.source import located

Prefixes: TypeAlias = str | Sequence[str] | Mapping[str, str]
"""Of one classifier, of several that are called after them, or by the classifier's name."""

ScoreColumns: TypeAlias = Sequence[str] | Mapping[Any, str] | None
"""The columns of the classes, or the column of each class."""


@checked
def class_scores_from_frame(
    frame: Any,
    *,
    label: str,
    scores: ScoreColumns = None,
    prefix: str = "",
    name: str | None = None,
    fold: str | None = None,
    ignore: Collection[str] = (),
    missing: Missing = "refuse",
) -> ClassScores:
    """:class:`ClassScores` of one classifier from a frame of pandas, polars, pyarrow or the like.

    ``label`` names the column of labels. The score of a class stands in the column that bears its
    name, after ``prefix`` where there is one: "forest_setosa" with ``prefix="forest_"``; the text
    "2" is the class 2. The order of the columns is that of the classes. ``scores`` says which
    columns they are, or with a mapping from each class to its column also what they are called.
    Without ``scores`` and ``prefix`` a column of numbers that is no class and has no role is
    refused, unless ``ignore`` names it; :func:`class_columns_in` tells which columns are used, and
    which are not. ``fold`` names the column of the folds that the scores are pooled over.

    >>> import polars as pl
    >>> table = pl.DataFrame({"digit": [2, 3, 5], "2": [0.9, 0, 0], "3": [0, 1, 0], "5": [0, 0, 1]})
    >>> class_scores_from_frame(table, label="digit").classes
    ('2', '3', '5')
    """
    table = as_table(frame)
    called = name if name is not None else next(iter(classifiers(prefix)))
    used = [] if fold is None else [fold]
    found = class_columns_in(
        table, label=label, prefixes={called: prefix}, scores=scores, used=used, ignore=ignore
    )
    with located(table):
        data = ClassScores.from_arrays(
            class_labels(table[label]),
            _columns(table, found)[called],
            name=called,
            missing=missing,
            folds=None if fold is None else named_column(table, fold, "fold").to_native(),
        )
    return replace(data, observations=_with_identifiers(data.observations, table, found))


@checked
def paired_class_scores_from_frame(
    frame: Any,
    *,
    label: str,
    prefixes: Prefixes,
    fold: str | None = None,
    ignore: Collection[str] = (),
    missing: Missing = "refuse",
) -> PairedClassScores:
    """:class:`PairedClassScores`: the columns of each classifier begin with its prefix.

    ``prefixes`` are texts, each also the name of its classifier (without the line or dot at its
    end), or a mapping from the names to them. One of them may be empty. ``fold`` names the column
    of the folds that the scores are pooled over, ``ignore`` columns that are no scores.

    >>> import polars as pl
    >>> table = pl.DataFrame({"y": ["a", "b"], "a": [1, 0], "b": [0, 1], "m_b": [1, 1], "m_a": 0})
    >>> paired_class_scores_from_frame(table, label="y", prefixes=["", "m_"]).names
    ('scores', 'm')
    """
    table = as_table(frame)
    used = [] if fold is None else [fold]
    found = class_columns_in(table, label=label, prefixes=prefixes, used=used, ignore=ignore)
    with located(table):
        data = PairedClassScores.from_arrays(
            class_labels(table[label]),
            _columns(table, found),
            missing=missing,
            folds=None if fold is None else named_column(table, fold, "fold").to_native(),
        )
    return replace(data, observations=_with_identifiers(data.observations, table, found))


@checked
def class_folds_from_frame(
    frame: Any,
    *,
    label: str,
    fold: str,
    observation: str | None = None,
    repeat: str | None = None,
    scores: ScoreColumns = None,
    prefix: str = "",
    name: str | None = None,
    ignore: Collection[str] = (),
    design: FoldDesign | None = None,
    n_train: Any = None,
    missing: Missing = "refuse",
) -> ClassFoldScores:
    """:class:`ClassFoldScores` of one classifier; a row is an observation in a fold.

    ``fold``, ``observation`` and ``repeat`` name columns, as for ``folds_from_frame``; the columns
    of scores are found as by :func:`class_scores_from_frame`.

    >>> import polars as pl
    >>> table = pl.DataFrame(
    ...     {"y": ["a", "b"] * 2, "fold": [1, 1, 2, 2], "a": [1, 0, 1, 0], "b": [0, 1, 0, 1]}
    ... )
    >>> class_folds_from_frame(table, label="y", fold="fold").fold_names
    ('1', '2')
    """
    called = name if name is not None else next(iter(classifiers(prefix)))
    return _folds(
        as_table(frame),
        {"label": label, "fold": fold, "observation": observation, "repeat": repeat},
        {called: prefix},
        scores,
        ignore,
        {"design": design, "n_train": n_train, "missing": missing},
    )[called]


@checked
def paired_class_folds_from_frame(
    frame: Any,
    *,
    label: str,
    fold: str,
    prefixes: Prefixes,
    observation: str | None = None,
    repeat: str | None = None,
    ignore: Collection[str] = (),
    design: FoldDesign | None = None,
    n_train: Any = None,
    missing: Missing = "refuse",
) -> dict[str, ClassFoldScores]:
    """The same for several classifiers on the same folds, by their names.

    They share their ``observations``, which is how a test knows that they are paired.
    """
    return _folds(
        as_table(frame),
        {"label": label, "fold": fold, "observation": observation, "repeat": repeat},
        classifiers(prefixes),
        None,
        ignore,
        {"design": design, "n_train": n_train, "missing": missing},
    )


@checked
def read_class_scores(
    path: str | os.PathLike[str], *, separator: str | None = None, **options: Any
) -> ClassScores:
    """A file of any format of ``read_scores``; options as :func:`class_scores_from_frame`."""
    return class_scores_from_frame(read_table(path, separator=separator), **options)


@checked
def read_class_folds(
    path: str | os.PathLike[str], *, separator: str | None = None, **options: Any
) -> ClassFoldScores:
    """A file of any format of ``read_scores``; options as :func:`class_folds_from_frame`."""
    return class_folds_from_frame(read_table(path, separator=separator), **options)


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


def _with_identifiers(
    observations: ClassObservations, table: "nw.DataFrame[Any]", found: ClassColumns
) -> ClassObservations:
    """The observations, with the columns that were not used and tell which rows belong together."""
    used = [name for name in table.columns if name not in found.ignored]
    return replace(observations, identifiers=repeated_identifiers(table, used))


def _columns(table: "nw.DataFrame[Any]", found: ClassColumns) -> dict[str, dict[str, Any]]:
    return {
        name: {label: numbers(table[column], column) for label, column in of_name.items()}
        for name, of_name in found.columns.items()
    }


def _folds(
    table: "nw.DataFrame[Any]",
    roles: Mapping[str, str | None],
    prefixes: Mapping[str, str],
    scores: ScoreColumns,
    ignore: Collection[str],
    options: Mapping[str, Any],
) -> dict[str, ClassFoldScores]:
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
    given = {role: named_column(table, name, role).to_native() for role, name in used.items()}
    with located(table):
        return ClassFoldScores.paired_from_arrays(
            class_labels(table[used["label"]]),
            _columns(table, found),
            folds=given["fold"],
            observations=given.get("observation"),
            repeats=given.get("repeat"),
            **options,
        )
