"""Predictions in several files: of one test set (paired), or of a test set each (unpaired)."""

import filecmp
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.data.source import Reading, Source, reading_of, with_source
from aucurate.errors import LabelError, OptionError, TableError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Function, Hint
from aucurate.io.columns import named_column
from aucurate.io.files import existing, read_table
from aucurate.io.frames import as_table, require_column, score_columns
from aucurate.io.origin import origin_of

if TYPE_CHECKING:
    import polars as pl

_SHOWN, _MOST = 3, 12
_LABEL, _ID = "label", "id"
_MATCHED = 0.5  # of the smaller table's identifiers: from here on two test sets are one


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file and the table in it."""

    path: Path
    frame: "pl.DataFrame"

    @property
    def stem(self) -> str:
        """The name of the file without what says its kind."""
        path = self.path
        return Path(path.stem).stem if path.suffix.lower() == ".gz" else path.stem


def read_files(
    paths: Sequence[str | os.PathLike[str]], *, separator: str | None = None
) -> tuple[TableFile, ...]:
    """The tables in two or more different files."""
    if isinstance(paths, str | os.PathLike) or len(paths) < 2:
        raise OptionError(
            f"expected two or more files, not {paths!r}.",
            hint="pass a list of paths, or a single path for a single file.",
        )
    files = [existing(Path(path)) for path in paths]
    _refuse_one_file_twice(files)
    return tuple(TableFile(file, read_table(file, separator=separator)) for file in files)


def paired_from_files(
    files: Sequence[TableFile],
    *,
    label: str,
    id: str | None,
    positive: object,
    scores: str | Sequence[str] | None,
    lower: str | Collection[str],
    missing: Missing,
) -> PairedScores:
    """:meth:`PairedScores.read` of tables that have been read."""
    tables = _labelled(files, label, [] if id is None else [id])
    nameless = unmatched = 0
    if id is not None:
        nameless = sum(table.frame[id].null_count() for table in tables)
        tables, unmatched = _joined(tables, id, drop=missing == "drop")
        used = [id]
    else:
        used = _shared_identifiers(tables)
        _refuse_other_rows(tables)
    _refuse_other_labels(tables, id)
    tables, source = _with_scores(tables, used, scores)
    names = _classifier_names(tables)
    flipped = _lower_columns(tables, lower)
    series = [
        table.frame[column].alias(names[at, column])
        for at, table in enumerate(tables)
        for column in table.scores
    ]
    frame = _with_label(tables, series)
    data = PairedScores.from_frame(
        frame,
        label=frame.columns[0],
        positive=positive,
        scores=frame.columns[1:],
        lower=[name for (_, column), name in names.items() if column in flipped],
        missing=missing,
    )
    how = "row by row" if id is None else f"joined on '{id}'"
    return with_source(
        data,
        name=f"{source.name}, {how}",
        columns_taken=source.columns_taken,
        columns_not_used=source.columns_not_used,
        n_dropped=data.observations.source.n_dropped + nameless + unmatched,
        unmatched=unmatched,
        reading=_reading(
            PairedScores,
            files,
            data.names,
            {"label": label, "id": id, "positive": positive, "scores": scores, "lower": lower}
            | {"missing": missing},
        ),
    )


def unpaired_from_files(
    files: Sequence[TableFile],
    *,
    label: str,
    positive: object,
    score: str | Sequence[str] | None,
    lower: bool | str | Collection[str],
    missing: Missing,
    names: Sequence[str] | None = None,
    paired: Literal[False] | None = None,
) -> UnpairedScores:
    """:meth:`UnpairedScores.read` of tables that have been read."""
    if names is not None and (isinstance(names, str) or len(names) != len(files)):
        raise OptionError(f"names must be {count(len(files), 'name')}; it is {names!r}.")
    tables = _labelled(files, label, [])
    if paired is None:
        _refuse_one_test_set(tables)
    tables, source = _with_scores(tables, [], score)
    flipped = _lower_columns(tables, lower)
    members = []
    for table, name in zip(tables, names or _distinct_stems(tables), strict=True):
        column = _only_score(table)
        is_lower = column in flipped
        data = PairedScores.from_frame(
            table.frame,
            label=label,
            positive=positive,
            scores=column,
            lower=column if is_lower else (),
            missing=missing,
        )
        rows = replace(
            data.observations,
            source=replace(source, n_dropped=data.observations.source.n_dropped),
        )
        members.append(Scores(name, rows, data.values[0], is_lower))
    called = [member.name for member in members]
    options = {"label": label, "positive": positive, "score": score, "lower": lower}
    options |= {"missing": missing, "names": names, "paired": paired}
    return with_source(
        UnpairedScores(tuple(members)), reading=_reading(UnpairedScores, files, called, options)
    )


def _reading(
    container: type[PairedScores | UnpairedScores],
    files: Sequence[TableFile],
    names: Sequence[str],
    options: dict[str, Any],
) -> Reading | None:
    """The call that read these files; with ``names`` of the classifiers or test sets in them."""
    origin = origin_of(files[0].frame)
    separator = None if origin is None else origin.separator
    return reading_of(
        container,
        [file.path for file in files],
        options | {"separator": separator},
        names,
        container.read,
    )


@dataclass(frozen=True, slots=True)
class _Table(TableFile):
    """A table, its column of labels, and its columns of scores once they are chosen."""

    label: str
    scores: tuple[str, ...] = ()

    @property
    def labels(self) -> "pl.Series":
        """The labels in a form in which those of files of different kinds can be compared."""
        import polars as pl

        series = self.frame[self.label]
        wide = series.dtype in (pl.Int128, pl.Decimal)
        if series.dtype == pl.Boolean or (series.dtype.is_numeric() and not wide):
            return series.cast(pl.Float64)
        return series.cast(pl.String)


def _labelled(files: Sequence[TableFile], label: str, used: Sequence[str]) -> tuple[_Table, ...]:
    if label in used:
        raise TableError(
            f"column '{shortened(label)}' cannot be both label and id.",
            hint="name a different column for each role.",
        )
    for file in files:
        for role, name in (("label", label), *(("id", name) for name in used)):
            table = as_table(file.frame)
            try:
                require_column(table, name, role)
                named_column(table, name, role)
            except (TableError, LabelError) as error:
                raise type(error)(f"'{file.path}': {error.message}", hint=error.hint) from None
    return tuple(_Table(file.path, file.frame, label) for file in files)


def _with_scores(
    tables: Sequence[_Table], used: Sequence[str], scores: str | Sequence[str] | None
) -> tuple[tuple[_Table, ...], Source]:
    """The tables with their columns of scores: those named, or every other numeric column."""
    named = None if scores is None else [scores] if isinstance(scores, str) else list(scores)
    for name in named or ():
        if not any(name in table.frame.columns for table in tables):
            columns = dict.fromkeys(column for table in tables for column in table.frame.columns)
            raise TableError(
                f"no file has a column '{shortened(name)}' for scores.",
                hint=f"the columns of the files are {_quoted(list(columns)[:_MOST])}.",
            )
    found, taken, ignored = [], dict[str, None](), dict[str, None]()
    for table in tables:
        known = table.frame.columns
        mine = None if named is None else [name for name in named if name in known]
        if mine is not None and not mine:
            raise TableError(
                f"'{table.path}' has none of the columns {_quoted(named or ())}.",
                hint=f"name a column of scores for each file; this one has {_quoted(known)}.",
            )
        chosen = score_columns(table.frame, used=[table.label, *used], scores=mine)
        found.append(replace(table, scores=chosen.scores))
        if named is None:
            taken |= dict.fromkeys(chosen.scores)
            ignored |= dict.fromkeys(chosen.ignored)
    return tuple(found), Source(
        name=join_words([table.path.name for table in tables]),
        columns_taken=tuple(taken),
        columns_not_used=tuple(ignored),
    )


def _only_score(table: _Table) -> str:
    if len(table.scores) == 1:
        return table.scores[0]
    raise TableError(
        f"'{table.path}' has {len(table.scores)} columns of scores, {join_words(table.scores)}; an "
        "unpaired comparison needs one in each table.",
        hint=Hint("name it, e.g. {score}.", score=table.scores[0]),
    )


def _refuse_one_file_twice(files: Sequence[Path]) -> None:
    for first, second in combinations(files, 2):
        if os.path.samefile(first, second) or filecmp.cmp(first, second, shallow=False):
            what = "is given twice" if first == second else f"and '{second}' are the same file"
            raise OptionError(
                f"'{first}' {what}; a classifier does not differ from itself.",
                hint="pass the file of each classifier once.",
            )


def _classifier_names(tables: Sequence[_Table]) -> dict[tuple[int, str], str]:
    """What each column of each table is called among all classifiers."""
    everywhere = [column for table in tables for column in table.scores]
    stems = _distinct_stems(tables)
    names = {}
    for at, table in enumerate(tables):
        for column in table.scores:
            name = column
            if everywhere.count(column) > 1:
                name = stems[at] if len(table.scores) == 1 else f"{column} ({stems[at]})"
            names[at, column] = name
    return names


def _distinct_stems(tables: Sequence[TableFile]) -> list[str]:
    stems = [table.stem for table in tables]
    return [
        f"{stem} ({stems[: at + 1].count(stem)})" if stems.count(stem) > 1 else stem
        for at, stem in enumerate(stems)
    ]


def _lower_columns(tables: Sequence[_Table], lower: bool | str | Collection[str]) -> set[str]:
    known = {column for table in tables for column in table.scores}
    if isinstance(lower, bool):
        return known if lower else set()
    named = {lower} if isinstance(lower, str) else set(lower)
    unknown = sorted(named - known)
    if unknown:
        raise OptionError(
            f"lower names '{shortened(unknown[0])}', which is not one of the score columns.",
            hint=f"the score columns are {_quoted(sorted(known))}.",
        )
    return named


def _refuse_other_rows(tables: Sequence[_Table]) -> None:
    """Tables that should have the same rows, but do not."""
    first = tables[0]
    for other in tables[1:]:
        if first.frame.height != other.frame.height:
            raise TableError(
                f"'{first.path}' has {count(first.frame.height, 'row')} and '{other.path}' has "
                f"{other.frame.height}; without an identifier, the files must have the same rows.",
                hint=Hint(
                    "join them on a column that identifies the observations: {id}.", id="COLUMN"
                ),
            )
        for name in _identifiers(first, other):
            ids, others = _both(first, other, name)
            if not ids.equals(others) and _matched(ids, others) >= _MATCHED:
                row = int((ids != others).arg_true()[0])
                raise TableError(
                    f"the rows are not in the same order: in row {row} column "
                    f"'{shortened(name)}' is {_cell(first, name, row)} in '{first.path}' and "
                    f"{_cell(other, name, row)} in '{other.path}'.",
                    hint=Hint("join them on it: {id}.", id=shortened(name)),
                )


def _refuse_other_labels(tables: Sequence[_Table], id: str | None) -> None:
    """Labels of one observation that differ between tables whose rows belong together."""
    first = tables[0]
    for other in tables[1:]:
        _refuse_other_kind(first, other, first.label)
        differs = (first.labels != other.labels).fill_null(False)
        if not differs.any():
            continue
        rows = differs.arg_true().to_list()
        if id is None:
            what, examples = "row", [f"row {row}" for row in rows[:_SHOWN]]
            hint = Hint(
                "join the files on a column that identifies the observations: {id}.", id="COLUMN"
            )
        else:
            what, examples = "identifier", [_cell(first, id, row) for row in rows[:_SHOWN]]
            hint = Hint("check which file has the correct labels.")
        raise LabelError(
            f"the labels of '{first.path}' and '{other.path}' differ in {count(len(rows), what)} "
            f"of {first.frame.height} ({_examples(examples, len(rows))}; the first is "
            f"{_cell(first, first.label, rows[0])} and {_cell(other, other.label, rows[0])}).",
            hint=hint,
        )


def _refuse_other_kind(first: _Table, other: _Table, column: str) -> None:
    kinds = [table.frame[column].dtype for table in (first, other)]
    are_numbers = [kind.is_numeric() or str(kind) == "Boolean" for kind in kinds]
    if are_numbers[0] != are_numbers[1]:
        words = ["numbers" if number else "text" for number in are_numbers]
        raise TableError(
            f"column '{shortened(column)}' holds {words[0]} in '{first.path}' and {words[1]} in "
            f"'{other.path}'.",
            hint="write it in the same way in all files.",
        )


def _joined(tables: Sequence[_Table], id: str, *, drop: bool) -> tuple[tuple[_Table, ...], int]:
    """The tables with the rows of the identifiers that all of them have, in the order of the first.

    Beside them stands how many identifiers some table lacks.
    """
    import polars as pl

    for table in tables[1:]:
        _refuse_other_kind(tables[0], table, id)
    keyed = [_with_identifiers(table, id, drop=drop) for table in tables]
    ids = _alike([table.frame[id] for table in keyed])
    shared = ids[0]
    for others in ids[1:]:
        shared = _within(shared, others)
    everything = pl.concat(ids).n_unique()
    if everything > len(shared) and (not drop or not len(shared)):
        raise _lacking(keyed, ids, id)
    order = shared.to_frame().with_row_index("order")
    found = []
    for table, mine in zip(keyed, ids, strict=True):
        rows = order.join(mine.to_frame().with_row_index("row"), on=_ID).sort("order")["row"]
        found.append(replace(table, frame=table.frame[rows]))
    return tuple(found), everything - len(shared)


def _alike(series: Sequence["pl.Series"]) -> list["pl.Series"]:
    """Identifiers of several files as values of one type, which distinguishes as many of them."""
    import polars as pl

    kinds = {one.dtype for one in series}
    if len(kinds) == 1:
        return [one.alias(_ID) for one in series]
    whole = all(kind.is_integer() for kind in kinds)
    numbers = all(kind.is_numeric() for kind in kinds)
    kind = pl.Int128 if whole else pl.Float64 if numbers else pl.String
    alike = [one.cast(kind).alias(_ID) for one in series]
    if any(one.n_unique() < len(one) for one in alike):
        raise TableError(
            f"the identifiers in column '{shortened(series[0].name)}' have too many digits for "
            "numbers with a decimal point.",
            hint="write them as whole numbers or as text in all files.",
        )
    return alike


def _within(ids: "pl.Series", others: "pl.Series") -> "pl.Series":
    """Those identifiers that the other file has too, in their order."""
    return ids.to_frame().join(others.to_frame(), on=_ID, how="semi")[_ID]


def _beyond(ids: "pl.Series", others: "pl.Series") -> "pl.Series":
    return ids.to_frame().join(others.to_frame(), on=_ID, how="anti")[_ID]


def _with_identifiers(table: _Table, id: str, *, drop: bool) -> _Table:
    """The rows that have an identifier, each of them once."""
    series = table.frame[id]
    gone = series.is_null()
    if gone.any() and not drop:
        raise TableError(
            f"'{table.path}' has no '{shortened(id)}' in {count(int(gone.sum()), 'row')} (row "
            f"{int(gone.arg_true()[0])} is the first).",
            hint=Hint("drop them with {missing}, or correct the table.", missing="drop"),
        )
    frame = table.frame.filter(~gone)
    doubled = frame[id].filter(frame[id].is_duplicated()).unique(maintain_order=True)
    if len(doubled):
        examples = [_shown(value) for value in doubled.head(_SHOWN)]
        raise TableError(
            f"'{table.path}' has {count(len(doubled), 'identifier')} more than once in column "
            f"'{shortened(id)}' ({_examples(examples, len(doubled))}).",
            hint="keep one row for each observation.",
        )
    return replace(table, frame=frame)


def _lacking(tables: Sequence[_Table], ids: Sequence["pl.Series"], id: str) -> TableError:
    """Which identifiers are not in all files, with counts and examples."""
    parts, overlap = [], False
    for (table, mine), (other, others) in permutations(zip(tables, ids, strict=True), 2):
        alone = _beyond(mine, others)
        overlap = overlap or len(alone) < len(mine)
        if len(alone):
            examples = [_shown(value) for value in alone.head(_SHOWN)]
            parts.append(
                f"{len(alone)} of {len(mine)} in '{table.path}' are not in '{other.path}' "
                f"({_examples(examples, len(alone))})"
            )
    return TableError(
        f"the files do not have the same identifiers in column '{shortened(id)}': "
        f"{'; '.join(parts[:_SHOWN])}.",
        hint=Hint(
            "compare only the observations in all files with {missing}; the result counts the "
            "others.",
            missing="drop",
        )
        if overlap
        else "check that the files belong to the same test set, and that its identifiers are "
        "written in the same way.",
    )


def _refuse_one_test_set(tables: Sequence[_Table]) -> None:
    """Tables that would be compared as if they were independent, and look like one test set."""
    for first, second in combinations(tables, 2):
        where = f"'{first.path}' and '{second.path}'"
        for name in _identifiers(first, second):
            if _identify_one_test_set(first, second, name):
                raise OptionError(
                    f"{where} have the same identifiers in column '{shortened(name)}': they look "
                    "like predictions for the same test set, and an unpaired test would be wrong.",
                    hint=Hint(
                        "compare them paired: use {}; or set {paired} if the observations are "
                        "different.",
                        Function("PairedScores.read", id=shortened(name)),
                        paired=False,
                    ),
                )
        if first.labels.dtype == second.labels.dtype and first.labels.equals(second.labels):
            raise OptionError(
                f"{where} have the same labels in the same order; it is not clear whether they are "
                "the same observations.",
                hint=Hint(
                    "if they are, use {}, or join the files on an identifier with {id}; if they "
                    "are not, set {paired}.",
                    Function("PairedScores.read"),
                    id="COLUMN",
                    paired=False,
                ),
            )


def _shared_identifiers(tables: Sequence[_Table]) -> list[str]:
    """Identifiers that all tables have in the same order: they are not classifiers."""
    first, *others = tables
    return [
        name
        for name in first.frame.columns
        if all(
            name in _identifiers(first, other) and _same(_both(first, other, name))
            for other in others
        )
    ]


def _identifiers(first: _Table, second: _Table) -> list[str]:
    """Columns of both tables that could identify observations: text or whole, all different."""
    return [
        name
        for name in first.frame.columns
        if name in second.frame.columns
        and name not in (first.label, second.label)
        and all(_is_identifier(table.frame[name]) for table in (first, second))
    ]


def _is_identifier(series: "pl.Series") -> bool:
    import polars as pl

    if not (series.dtype.is_integer() or series.dtype in (pl.String, pl.Categorical)):
        return False
    return not series.null_count() and series.n_unique() == len(series)


def _both(first: _Table, second: _Table, name: str) -> tuple["pl.Series", "pl.Series"]:
    ids, others = _alike([table.frame[name] for table in (first, second)])
    return ids, others


def _same(both: tuple["pl.Series", "pl.Series"]) -> bool:
    return both[0].equals(both[1])


def _matched(ids: "pl.Series", others: "pl.Series") -> float:
    """The share of the shorter column that is in the longer one."""
    return len(_within(ids, others)) / min(len(ids), len(others))


def _identify_one_test_set(first: _Table, second: _Table, name: str) -> bool:
    """Whether a column of identifiers says that two tables have the same observations.

    Most of those of the smaller table are in the other. Numbers that merely count the rows of both
    tables say something only when the labels agree wherever the numbers do.
    """
    ids, others = _both(first, second, name)
    if _matched(ids, others) < _MATCHED:
        return False
    if not (_counts_rows(ids) and _counts_rows(others)):
        return True
    both = (
        ids.to_frame()
        .with_columns(first.labels.alias("first"))
        .join(others.to_frame().with_columns(second.labels.alias("second")), on=_ID)
    )
    same_kind = both["first"].dtype == both["second"].dtype
    return same_kind and both["first"].equals(both["second"])


def _counts_rows(ids: "pl.Series") -> bool:
    if not ids.dtype.is_integer():
        return False
    low: Any = ids.min()
    high: Any = ids.max()
    return bool(high - low == len(ids) - 1)


def _with_label(tables: Sequence[_Table], columns: Sequence["pl.Series"]) -> "pl.DataFrame":
    """One table: the labels, missing where a file has none, and all columns of scores."""
    import polars as pl

    first = tables[0]
    labels = first.frame[first.label]
    for table in tables[1:]:
        gone = table.frame[table.label].is_null()
        if gone.any():
            labels = labels.to_frame().select(pl.when(~gone).then(pl.first()))[labels.name]
    taken = {series.name for series in columns}
    name = _LABEL
    while name in taken:
        name = f"{name}_"
    return pl.DataFrame([labels.alias(name), *columns])


def _cell(table: _Table, column: str, row: int) -> str:
    return _shown(table.frame[column][row])


def _shown(value: object) -> str:
    return shortened(repr(value))


def _examples(shown: Sequence[str], of: int) -> str:
    return join_words(list(shown)) if of <= len(shown) else f"{', '.join(shown)}, ..."


def _quoted(names: Sequence[str]) -> str:
    return join_words([f"'{shortened(name)}'" for name in names])
