"""Fold scores from a frame: a column per classifier, or the long form."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.arrays import column
from aucurate.data.fold_values import FoldDesign
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Missing, TableColumns
from aucurate.errors import ScoreError, TableError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.io.columns import named_column, numbers
from aucurate.io.frames import as_table, score_columns
from aucurate.io.source import located, renumbered


@checked
def folds_from_frame(
    frame: Any,
    *,
    label: str,
    fold: str,
    observation: str | None = None,
    repeat: str | None = None,
    groups: str | None = None,
    classifier: str | None = None,
    scores: str | Sequence[str] | None = None,
    design: FoldDesign | None = None,
    n_train: Any = None,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
) -> FoldScores:
    """:class:`FoldScores` from the columns of a frame of pandas, polars, pyarrow or the like.

    Without ``classifier`` every column of scores is a classifier, and a row is an observation in a
    fold. With it the table is in long form: ``classifier`` names the column that says whose score
    it is, ``scores`` the one column of scores, and ``observation`` must be there too. With
    ``missing="drop"`` rows without a label or a score are left out and counted.

    >>> import polars as pl
    >>> table = pl.DataFrame(
    ...     {"y": [0, 1, 0, 1], "fold": [1, 1, 2, 2], "a": [1, 2, 1, 2], "b": [2, 1, 1, 2]}
    ... )
    >>> folds_from_frame(table, label="y", fold="fold").aucs().of("b").tolist()
    [0.0, 1.0]
    """
    table = as_table(frame)
    roles = {
        "label": label,
        "fold": fold,
        "observation": observation,
        "repeat": repeat,
        "groups": groups,
        "classifier": classifier,
    }
    used = {role: str(name) for role, name in roles.items() if name is not None}
    if len(set(used.values())) < len(used):
        raise TableError("a column has two roles.", hint="name a column for each of them.")
    taken = score_columns(table, used=used.values(), scores=scores)
    names, unnamed = taken.scores, TableColumns()
    if scores is None:
        unnamed = TableColumns(() if classifier else names, taken.ignored)
    with located(table):
        _check(table, used, names)
        rows, kept = table, np.arange(len(table)) if classifier is None else None
        if classifier is not None:
            rows, names = _widened(table, used, names)
        rows, gone = _complete(rows, [used["label"], *names], missing)
        columns = {name: rows[name].to_native() for name in used.values() if name in rows.columns}
        with renumbered(None if kept is None else kept[~gone]):
            found = FoldScores.from_table(
                columns | {name: numbers(rows[name], name) for name in names},
                label=used["label"],
                fold=used["fold"],
                observation=used.get("observation"),
                repeat=used.get("repeat"),
                groups=used.get("groups"),
                scores=names,
                design=design,
                n_train=n_train,
                positive=positive,
                lower=lower,
            )
    dropped = int(gone.sum())
    return replace(
        found, observations=replace(found.observations, dropped=dropped, columns=unnamed)
    )


def _check(table: "nw.DataFrame[Any]", used: dict[str, str], names: Sequence[str]) -> None:
    """Refuse columns that cannot have their role, before rows are dropped or rearranged."""
    for role, name in used.items():
        named_column(table, name, role)
    for name in names:
        numbers(table[name], name)


def _complete(
    table: "nw.DataFrame[Any]", names: Sequence[str], missing: Missing
) -> tuple["nw.DataFrame[Any]", NDArray[np.bool_]]:
    """The rows in which nothing is missing, and which are left out; all of them if refused."""
    gone = np.zeros(len(table), np.bool_)
    if missing == "refuse":
        return table, gone
    for name in names:
        series = table[name]
        gone |= np.asarray(series.is_null().to_numpy(), np.bool_)
        if series.dtype.is_float():
            gone |= np.asarray(series.is_nan().fill_null(False).to_numpy(), np.bool_)
    if gone.all():
        raise ScoreError("something is missing in every row.", hint="check the columns.")
    return table.filter((~gone).tolist()), gone


def _widened(
    table: "nw.DataFrame[Any]", used: dict[str, str], names: tuple[str, ...]
) -> tuple["nw.DataFrame[Any]", tuple[str, ...]]:
    """The long form with a column per classifier; every cell must be there once."""
    if len(names) != 1 or "observation" not in used:
        raise TableError(
            "the long form needs one column of scores and a column of observations.",
            hint=Hint("name them with {scores} and {observation}."),
        )
    keys = [used[role] for role in ("repeat", "fold", "observation") if role in used]
    whose = table[used["classifier"]]
    found = [str(v) for v in column(whose.unique(maintain_order=True).to_native())]
    as_text = whose.cast(nw.String)
    parts = [table.filter(as_text == name).sort(*keys) for name in found]
    for name, part in zip(found, parts, strict=True):
        _require_same_rows(parts[0], part, keys, (found[0], name))
    wide = parts[0].select(*keys, *(used[role] for role in ("label", "groups") if role in used))
    clash = next((name for name in found if name in wide.columns), None)
    if clash is not None:
        raise TableError(
            f"a classifier has the name of a column, '{shortened(clash)}'.",
            hint="rename the classifier or the column.",
        )
    columns = [part[names[0]].alias(name) for name, part in zip(found, parts, strict=True)]
    return wide.with_columns(*columns), tuple(found)


def _require_same_rows(
    first: "nw.DataFrame[Any]", other: "nw.DataFrame[Any]", keys: list[str], whose: tuple[str, str]
) -> None:
    same = len(first) == len(other) and all(
        np.array_equal(column(first[key].to_native()), column(other[key].to_native()))
        for key in keys
    )
    if not same:
        raise ScoreError(
            f"'{shortened(whose[0])}' has {count(len(first), 'row')} and "
            f"'{shortened(whose[1])}' {count(len(other), 'row')}, not of the same observations in "
            "the same folds.",
            hint="every classifier needs one score for every observation of every fold.",
        )
