"""Fold scores from a frame: a column per classifier, or the long form."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Missing
from aucurate.data.weights import ARGUMENTS
from aucurate.errors import ScoreError, TableError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.io.columns import named_column, numbers
from aucurate.io.frames import as_table, column_roles, score_columns
from aucurate.io.origin import located, renumbered, source_of

_COLUMNS = ("label", "fold", "observation", "repeat", "groups")


def fold_scores(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None,
    missing: Missing,
    **options: Any,
) -> FoldScores:
    """:meth:`FoldScores.from_frame`; ``roles`` are the columns of labels, folds and the like."""
    table = as_table(frame)
    used = column_roles(table, roles)
    taken = score_columns(table, used=used.values(), scores=scores)
    names, is_long = taken.scores, "classifier" in used
    with located(table):
        _check(table, used, names)
        rows, kept = table, None if is_long else np.arange(len(table))
        if is_long:
            rows, names = _widened(table, used, names)
        rows, gone = _complete(rows, [used["label"], *names], missing)
        columns = {role: rows[used[role]].to_native() for role in _COLUMNS if role in used}
        with renumbered(None if kept is None else kept[~gone]):
            found = FoldScores.from_arrays(
                columns["label"],
                {name: numbers(rows[name], name) for name in names},
                folds=columns["fold"],
                observations=columns.get("observation"),
                repeats=columns.get("repeat"),
                groups=columns.get("groups"),
                **{
                    name: numbers(rows[used[name]], used[name], "weights")
                    for name in ARGUMENTS.values()
                    if name in used
                },
                **options,
            )
    unnamed = taken.unnamed(scores) | ({"columns_taken": ()} if is_long else {})
    weightless = found.observations.source.n_weightless
    source = source_of(table, n_dropped=int(gone.sum()), n_weightless=weightless, **unnamed)
    return replace(found, observations=replace(found.observations, source=source))


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
        raise ScoreError("every row has a missing value.", hint="check the columns.")
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
    others = ("label", "groups", *ARGUMENTS.values())
    wide = parts[0].select(*keys, *(used[role] for role in others if role in used))
    clash = next((name for name in found if name in wide.columns), None)
    if clash is not None:
        raise TableError(
            f"a classifier has the same name as a column, '{shortened(clash)}'.",
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
            f"'{shortened(whose[0])}' has {count(len(first), 'row')} and '{shortened(whose[1])}' "
            f"{count(len(other), 'row')}, but not for the same observations in the same folds.",
            hint="every classifier needs one score for every observation in every fold.",
        )
