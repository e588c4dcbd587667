"""Predictions in several tables: of one test set (paired), or of a test set each (unpaired).

A table is a file, a frame that was given with a name, or what a table in long form has of one
classifier. Tables of one test set are joined on an identifier.
"""

import filecmp
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import narwhals as nw
import numpy as np

from aucurate.data.alignment import aligned
from aucurate.data.arrays import column as array_of
from aucurate.data.arrays import missing_mask
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.data.source import Reading, Source, reading_of, with_source
from aucurate.errors import AucurateError, LabelError, OptionError, TableError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Function, Hint
from aucurate.io.columns import named_column, repeated_identifiers
from aucurate.io.files import existing, read_table
from aucurate.io.frames import (
    as_table,
    column_roles,
    is_frame,
    require_column,
    score_columns,
    two_roles,
)
from aucurate.io.lazy_tables import lazy_table
from aucurate.io.origin import Origin, located, origin_of, remember

if TYPE_CHECKING:
    import polars as pl

_SHOWN, _MOST = 3, 12
_ID = "id"
_MATCHED = 0.5  # of the smaller table's identifiers: from here on two test sets are one
_PLURALS = {
    "label": "labels",
    "groups": "groups",
    "fold": "folds",
    "frequency_weights": "frequency weights",
    "sampling_weights": "sampling weights",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTable:
    """A table that has predictions, or what belongs to them.

    ``name`` is for a classifier that its column does not name, ``cited`` what messages call the
    table. A classifier that is alone in its table has the name of the table where that was chosen
    by the user (``names_classifier``). ``scores`` are the columns of scores once they are known.
    """

    name: str
    cited: str
    frame: "pl.DataFrame"
    noun: Literal["file", "frame", "classifier"] = "file"
    path: Path | None = None
    names_classifier: bool = False
    scores: tuple[str, ...] = ()

    def place(self, row: int) -> str:
        """Where a row is, as in "line 9 of 'scores.csv'"."""
        origin = origin_of(self.frame)
        return f"row {row} of '{shortened(self.cited)}'" if origin is None else origin.place(row)

    def line(self, row: int) -> str:
        """The same without the name of the file."""
        return self.place(row).partition(" of '")[0]

    def has(self, column: str) -> bool:
        """Whether there is a column of this name."""
        return column in self.frame.columns

    def taking(self, rows: "pl.Series") -> "NamedTable":
        """These rows, in this order, which know where they come from."""
        before = self

        def place(row: int) -> str:
            return before.place(int(rows[row]))

        origin = origin_of(self.frame)
        texts = {} if origin is None else {k: text[rows] for k, text in origin.texts.items()}
        taken = replace(origin or Origin(place), place=place, texts=texts)
        return replace(self, frame=remember(self.frame[rows], taken))


def read_files(paths: Sequence[str | os.PathLike[str]], **reading: Any) -> tuple[NamedTable, ...]:
    """The tables in two or more different files; ``reading`` are options of ``read_table``."""
    if isinstance(paths, str | os.PathLike) or len(paths) < 2:
        raise OptionError(
            f"expected two or more files, not {paths!r}.",
            hint="pass a list of paths, or a single path for a single file.",
        )
    files = [existing(Path(path)) for path in paths]
    _refuse_one_file_twice(files)
    return tuple(
        NamedTable(name=_stem(file), cited=str(file), frame=read_table(file, **reading), path=file)
        for file in files
    )


def _stem(path: Path) -> str:
    """The name of a file without what says its kind."""
    return Path(path.stem).stem if path.suffix.lower() == ".gz" else path.stem


def named_tables(frames: Mapping[str, Any], *, by_rows: bool) -> tuple[NamedTable, ...]:
    """Two or more frames with their names; ``by_rows`` if their rows belong together by order.

    Rows of frames with an index are then matched by it, as those of series are.
    """
    if len(frames) < 2:
        raise OptionError(
            f"expected two or more frames, not {len(frames)}.",
            hint="for one frame use PairedScores.from_frame.",
        )
    for first, second in combinations(frames, 2):
        if frames[first] is frames[second]:
            raise OptionError(
                f"'{shortened(str(first))}' and '{shortened(str(second))}' are the same frame; a "
                "classifier does not differ from itself.",
                hint="pass the frame of each classifier once.",
            )
    titled = [(f"'{shortened(str(name))}'", frame) for name, frame in frames.items()]
    first_frame = titled[0][1]
    rows = aligned(first_frame, titled).columns if by_rows else tuple(frames.values())
    return tuple(_named_table(str(name), frame) for name, frame in zip(frames, rows, strict=True))


def _named_table(name: str, frame: Any) -> NamedTable:
    table = as_table(frame)
    known = remember(_as_polars(table), origin_of(frame) or _origin_in(name))
    return NamedTable(name=name, cited=name, frame=known, noun="frame", names_classifier=True)


def _origin_in(name: str) -> Origin:
    return Origin(lambda row: f"row {row} of '{shortened(name)}'")


def _as_polars(table: "nw.DataFrame[Any]") -> "pl.DataFrame":
    import polars as pl

    native = nw.to_native(table)
    if isinstance(native, pl.DataFrame):
        return native.clone()  # it gets an origin of its own
    return pl.DataFrame([_as_series(table[name], name) for name in table.columns])


def _as_series(series: "nw.Series[Any]", name: str) -> "pl.Series":
    import polars as pl

    array = array_of(series.to_native())
    if array.dtype == np.float16:
        array = array.astype(np.float32)
    if array.dtype.kind not in "OUS":
        return pl.Series(name, array)
    missing = missing_mask(array)
    values = array.tolist()
    if missing is not None:
        values = [None if gone else value for value, gone in zip(values, missing, strict=True)]
    if {type(value) for value in values} - {type(None)} <= {str}:
        return pl.Series(name, values, pl.String)
    try:
        return pl.Series(name, values)
    except (pl.exceptions.PolarsError, TypeError, OverflowError):
        return pl.Series(name, values, pl.Object)


def refuse_with_several(given: Mapping[str, object]) -> None:
    """Refuse options (None: not given) that are for one table."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(
                f"{name} cannot be used with several tables, which are read into memory.",
                hint=Hint("leave out {}, or put everything into one table.", Argument(name)),
            )


def scores_from_several(tables: Any, reading: Mapping[str, Any], **columns: Any) -> PairedScores:
    """Classifiers on the same observations from a list of files, or named files and frames."""
    if not isinstance(tables, Mapping):
        if any(map(is_frame, tables)):
            raise OptionError(
                "a list of data frames does not say whose scores they are.",
                hint='name them: {"forest": first, "logistic": second}.',
            )
        return PairedScores.read(list(tables), **reading, **columns)
    frames = {}
    for name, table in tables.items():
        is_path = isinstance(table, str | os.PathLike)
        frames[str(name)] = read_table(table, **reading) if is_path else table
        if not is_path and lazy_table(table) is not None:
            raise OptionError(
                f"'{shortened(str(name))}' is a lazy frame; several tables are joined in memory.",
                hint="collect the frames first.",
            )
    if not any(isinstance(table, str | os.PathLike) for table in tables.values()):
        refuse_with_several(reading)
    return PairedScores.from_frames(frames, **columns)


def paired_from_tables(
    tables: Sequence[NamedTable],
    roles: Mapping[str, str | None],
    *,
    id: str | None,
    positive: object,
    scores: str | Sequence[str] | None,
    lower: str | Collection[str],
    missing: Missing,
    by: str | Sequence[str] = (),
) -> PairedScores:
    """Classifiers on the same observations; ``roles`` are the columns of labels and the like.

    The rows of tables belong together by the identifier, or without one by their order. A column
    with a role may be in some of the tables; those that have it must agree.
    """
    dividing = _by_roles(by)
    used = {role: str(name) for role, name in roles.items() if name is not None} | dividing
    _check_roles(tables, used if id is None else used | {"id": id})
    given, nameless, unmatched = tables, 0, 0
    if id is None:
        _refuse_other_rows(tables, used["label"])
    own = [id] if id is not None else _shared_identifiers(tables, used["label"])
    tables, source = _with_scores(tables, used, own, scores)
    if id is None:
        _refuse_unlabelled(tables, used["label"], own)
    else:
        tables, nameless, unmatched = _joined(tables, id, drop=missing == "drop")
    shared = {
        role: _agreed(tables, role, column, None if id is None else id)
        for role, column in used.items()
    }
    names = _classifier_names(tables)
    flipped = _lower_names(tables, names, lower)
    together = _together(tables, shared, names, used)
    columns: dict[str, Any] = dict(together.roles)
    data = PairedScores.from_frame(
        together.frame,
        positive=positive,
        scores=list(names.values()),
        lower=flipped,
        by=[columns.pop(role) for role in dividing],
        missing=missing,
        **columns,
    )
    first = as_table(tables[0].frame)
    taken = [*used.values(), *own, *tables[0].scores]
    subgroups = tuple(
        replace(column, name=name)
        for column, name in zip(data.observations.subgroups, dividing.values(), strict=True)
    )
    rows = replace(
        data.observations,
        identifiers=repeated_identifiers(first, taken),
        subgroups=subgroups,
    )
    how = "row by row" if id is None else f"joined on '{id}'"
    return with_source(
        replace(data, observations=rows),
        name=_source_name(tables, how),
        columns_taken=source.columns_taken,
        columns_not_used=source.columns_not_used,
        n_dropped=data.observations.source.n_dropped + nameless + unmatched,
        unmatched=unmatched,
        reading=_reading(
            PairedScores,
            given,
            data.names,
            {**roles, "id": id, "positive": positive, "scores": scores, "lower": lower}
            | {"by": by, "missing": missing},
        ),
    )


def _by_roles(by: str | Sequence[str]) -> dict[str, str]:
    """The columns of subgroups, each with a role of its own."""
    names = [str(name) for name in ([by] if isinstance(by, str) else by)]
    return {f"by '{shortened(name)}'": name for name in names}


def paired_from_long(
    frame: Any,
    roles: Mapping[str, str | None],
    *,
    classifier: str,
    id: str | None,
    scores: str | Sequence[str] | None,
    by: str | Sequence[str] = (),
    **options: Any,
) -> PairedScores:
    """Classifiers on the same observations, from a table with a row for each of both."""
    table = as_table(frame)
    if id is None:
        raise OptionError(
            "a table in long form needs a column that identifies the observations.",
            hint=Hint("name it: {id}.", id="COLUMN"),
        )
    with located(table):
        dividing = _by_roles(by)
        used = column_roles(table, {**roles, **dividing, "classifier": classifier, "id": id})
        found = score_columns(table, used=used.values(), scores=scores)
        if len(found.scores) != 1:
            raise TableError(
                f"a table in long form has one column of scores; there are {len(found.scores)}, "
                f"{join_words([shortened(name) for name in found.scores], most=6)}.",
                hint=Hint("name it, e.g. {scores}.", scores=[shortened(found.scores[0])]),
            )
        parts = _parts(table, frame, classifier)
    for role, column in used.items():
        named_column(table, column, role)
    chosen = list(found.scores)
    data = paired_from_tables(parts, roles, id=id, scores=chosen, by=by, **options)
    origin = origin_of(frame)
    name = "a data frame" if origin is None else origin.name
    not_used = found.ignored if scores is None else ()
    return with_source(data, name=f"{name}, in long form", columns_not_used=not_used)


def _parts(table: "nw.DataFrame[Any]", frame: Any, classifier: str) -> tuple[NamedTable, ...]:
    """What a table in long form has of each classifier, in the order of their first rows."""
    import polars as pl

    whole = _as_polars(table)
    whose = whole[classifier].cast(pl.String)
    if whose.null_count():
        row = int(whose.is_null().arg_true()[0])
        raise TableError(
            f"row {row} belongs to no classifier ({count(whose.null_count(), 'such row')} in all).",
            hint="correct the table, or remove these rows.",
            row=row,
        )
    remember(whole, origin_of(frame) or Origin(lambda row: f"row {row}"))
    return tuple(
        NamedTable(
            name=name, cited=name, frame=whole, noun="classifier", names_classifier=True
        ).taking((whose == name).arg_true())
        for name in whose.unique(maintain_order=True)
    )


def unpaired_from_tables(
    tables: Sequence[NamedTable],
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
    if names is not None and (isinstance(names, str) or len(names) != len(tables)):
        raise OptionError(f"names must be {count(len(tables), 'name')}; it is {names!r}.")
    given = tables
    _check_roles(tables, {"label": label}, everywhere=True)
    if paired is None:
        _refuse_one_test_set(tables, label)
    tables, source = _with_scores(tables, {"label": label}, [], score)
    called = list(names or _distinct_names(tables))
    flipped = _lower_columns(tables, lower)
    members = []
    for table, name in zip(tables, called, strict=True):
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
    options = {"label": label, "positive": positive, "score": score, "lower": lower}
    options |= {"missing": missing, "names": names, "paired": paired}
    return with_source(
        UnpairedScores(tuple(members)), reading=_reading(UnpairedScores, given, called, options)
    )


def _reading(
    container: type[PairedScores | UnpairedScores],
    tables: Sequence[NamedTable],
    names: Sequence[str],
    options: dict[str, Any],
) -> Reading | None:
    """The call that read these files; with ``names`` of the classifiers or test sets in them."""
    paths = [table.path for table in tables if table.path is not None]
    if len(paths) < len(tables):
        return None
    origin = origin_of(tables[0].frame)
    read = {} if origin is None else origin.options
    return reading_of(container, paths, {**options, **read}, names, container.read)


def _source_name(tables: Sequence[NamedTable], how: str) -> str:
    names = join_words([_file_name(table) for table in tables])
    return f"{names}, {how}" if tables[0].noun == "file" else f"data frames {names}, {how}"


def _file_name(table: NamedTable) -> str:
    return table.name if table.path is None else table.path.name


# The columns: which tables have them, and what their values are in all of them together.


def _check_roles(
    tables: Sequence[NamedTable], used: Mapping[str, str], *, everywhere: bool = False
) -> None:
    """Refuse a column with two roles, and one that no table has, or not every one that needs it."""
    for first, second in combinations(used, 2):
        if used[first] == used[second]:
            raise two_roles(used[first], first, second)
    for role, column in used.items():
        holders = [table for table in tables if table.has(column)]
        for table in tables:
            if table in holders or not holders or everywhere or role == "id":
                _check_column(table, column, role, holders)


def _check_column(table: NamedTable, column: str, role: str, holders: Sequence[NamedTable]) -> None:
    frame = as_table(table.frame)
    try:
        require_column(frame, column, role)
        named_column(frame, column, role)
    except (TableError, LabelError) as error:
        hint: str = error.hint
        if role == "label" and holders and table not in holders:
            hint = Hint(
                "'{}' has it; if all {}s are about the same observations, join them: {id}.",
                shortened(holders[0].cited),
                table.noun,
                id="COLUMN",
            )
        raise type(error)(f"'{table.cited}': {error.message}", hint=hint) from None


def _with_scores(
    tables: Sequence[NamedTable],
    used: Mapping[str, str],
    own: Sequence[str],
    scores: str | Sequence[str] | None,
) -> tuple[tuple[NamedTable, ...], Source]:
    """The tables with their columns of scores: those named, or every other numeric column.

    A table may have none if it has labels, or anything else with a role, that another one lacks.
    """
    named = None if scores is None else [scores] if isinstance(scores, str) else list(scores)
    for name in named or ():
        if not any(table.has(name) for table in tables):
            columns = dict.fromkeys(column for table in tables for column in table.frame.columns)
            raise TableError(
                f"no {tables[0].noun} has a column '{shortened(name)}' for scores.",
                hint=f"the columns are {_quoted(list(columns)[:_MOST])}.",
            )
    found, taken, ignored = [], dict[str, None](), dict[str, None]()
    for table in tables:
        known = table.frame.columns
        mine = None if named is None else [name for name in named if name in known]
        adds = any(
            table.has(column) and not all(other.has(column) for other in tables)
            for column in used.values()
        )
        if mine is not None and not mine:
            if adds:
                found.append(table)
                continue
            raise TableError(
                f"'{table.cited}' has none of the columns {_quoted(named or ())}.",
                hint=f"name a column of scores for each {table.noun}; this one has "
                f"{_quoted(known)}.",
            )
        with_role = [column for column in (*used.values(), *own) if table.has(column)]
        chosen = score_columns(table.frame, used=with_role, scores=mine, may_lack=adds)
        found.append(replace(table, scores=chosen.scores))
        if named is None:
            taken |= dict.fromkeys(chosen.scores)
            ignored |= dict.fromkeys(chosen.ignored)
    if not any(table.scores for table in found):
        raise TableError(
            "there is no column of scores in any of the tables.",
            hint="add a table with a numeric column of scores.",
        )
    return tuple(found), Source(
        name=join_words([_file_name(table) for table in tables]),
        columns_taken=tuple(taken),
        columns_not_used=tuple(ignored),
    )


def _only_score(table: NamedTable) -> str:
    if len(table.scores) == 1:
        return table.scores[0]
    raise TableError(
        f"'{table.cited}' has {len(table.scores)} columns of scores, {join_words(table.scores)}; "
        "an unpaired comparison needs one in each table.",
        hint=Hint("name it, e.g. {score}.", score=table.scores[0]),
    )


class _Together(NamedTuple):
    """One table of all columns, and the columns that have roles in it."""

    frame: "pl.DataFrame"
    roles: dict[str, str]


def _together(
    tables: Sequence[NamedTable],
    shared: Mapping[str, "pl.Series"],
    names: Mapping[tuple[int, str], str],
    used: Mapping[str, str],
) -> _Together:
    """The columns of all tables, which know the places of their cells."""
    import polars as pl

    roles = {}
    for role in shared:
        called = role
        while called in names.values():
            called = f"{called}_"
        roles[role] = called
    whose = {shortened(name): tables[at] for (at, _), name in names.items()}

    def cell(row: int, column: str | None) -> str:
        if column is not None and shortened(column) in whose:
            return whose[shortened(column)].place(row)
        role = "label" if column is None or column not in used else column
        holders = [table for table in tables if table.has(used[role])]
        lacking = (table for table in holders if table.frame[used[role]][row] is None)
        return next(lacking, holders[0]).place(row)

    columns = [series.alias(roles[role]) for role, series in shared.items()]
    columns += [tables[at].frame[column].alias(name) for (at, column), name in names.items()]
    doubled = [name for name in names.values() if list(names.values()).count(name) > 1]
    if doubled:
        raise TableError(
            f"two classifiers have the same name, '{shortened(doubled[0])}'.",
            hint="rename a column of scores.",
        )
    frame = pl.DataFrame(columns)
    return _Together(remember(frame, Origin(tables[0].place, cell)), roles)


def _agreed(tables: Sequence[NamedTable], role: str, column: str, id: str | None) -> "pl.Series":
    """A column of labels or the like, in which the tables that have it must agree.

    It is missing where it is missing in one of them.
    """
    import polars as pl

    first, *others = (table for table in tables if table.has(column))
    found: pl.Series = named_column(as_table(first.frame), column, role).to_native()
    for other in others:
        _refuse_other_kind(first, other, column)
        mine, theirs = (_comparable(table.frame[column]) for table in (first, other))
        differs = (mine != theirs).fill_null(False)
        if differs.any():
            raise _disagreement(first, other, role, column, id, differs.arg_true().to_list())
        gone = other.frame[column].is_null()
        if gone.any():
            found = found.to_frame().select(pl.when(~gone).then(pl.first()))[found.name]
    return found


def _plural(role: str) -> str:
    return _PLURALS.get(role, f"subgroups {role}")


def _disagreement(
    first: NamedTable,
    other: NamedTable,
    role: str,
    column: str,
    id: str | None,
    rows: Sequence[int],
) -> AucurateError:
    if id is None:
        what, examples = "row", [first.line(row) for row in rows[:_SHOWN]]
        hint: str = Hint(
            "join the {}s on a column that identifies the observations: {id}.",
            first.noun,
            id="COLUMN",
        )
    else:
        what, hint = "identifier", f"check which {first.noun} has the correct {_plural(role)}."
        examples = []
        for row in rows[:_SHOWN]:
            lines = dict.fromkeys([first.line(row), other.line(row)])
            examples.append(f"{_cell(first, id, row)} in {join_words(list(lines))}")
    kind = LabelError if role == "label" else TableError
    return kind(
        f"the {_plural(role)} of '{first.cited}' and '{other.cited}' differ in "
        f"{count(len(rows), what)} of {first.frame.height} "
        f"({_examples(examples, len(rows), '; ')}; the first is "
        f"{_cell(first, column, rows[0])} and {_cell(other, column, rows[0])}).",
        hint=hint,
    )


def _comparable(series: "pl.Series") -> "pl.Series":
    """Values in a form in which those of tables of different kinds can be compared."""
    import polars as pl

    wide = series.dtype in (pl.Int128, pl.Decimal)
    if series.dtype == pl.Boolean or (series.dtype.is_numeric() and not wide):
        return series.cast(pl.Float64)
    return series.cast(pl.String)


def _classifier_names(tables: Sequence[NamedTable]) -> dict[tuple[int, str], str]:
    """What each column of each table is called among all classifiers."""
    everywhere = [column for table in tables for column in table.scores]
    called = _distinct_names(tables)
    names = {}
    for at, table in enumerate(tables):
        for column in table.scores:
            name, alone = column, len(table.scores) == 1
            if everywhere.count(column) > 1 or (alone and table.names_classifier):
                name = called[at] if alone else f"{column} ({called[at]})"
            names[at, column] = name
    return names


def _distinct_names(tables: Sequence[NamedTable]) -> list[str]:
    """The names of the tables; files of the same name get that of their folder, or a number."""
    names = [table.name for table in tables]
    if len(set(names)) < len(names):
        folders = ["" if table.path is None else table.path.parent.name for table in tables]
        within = [
            f"{folder}/{name}" if names.count(name) > 1 and folder else name
            for folder, name in zip(folders, names, strict=True)
        ]
        names = within if len(set(within)) == len(within) else names
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def _lower_columns(
    tables: Sequence[NamedTable],
    lower: bool | str | Collection[str],
    names: Iterable[str] = (),
) -> set[str]:
    """The columns for which a lower score means more positive, or ``names`` of classifiers."""
    known = {column for table in tables for column in table.scores}
    if isinstance(lower, bool):
        return known if lower else set()
    named = {lower} if isinstance(lower, str) else set(lower)
    unknown = sorted(named - known.union(names))
    if unknown:
        raise OptionError(
            f"lower names '{shortened(unknown[0])}', which is not one of the score columns.",
            hint=f"the score columns are {_quoted(sorted(known))}.",
        )
    return named


def _lower_names(
    tables: Sequence[NamedTable],
    names: Mapping[tuple[int, str], str],
    lower: str | Collection[str],
) -> list[str]:
    """The classifiers that are named, or whose columns are."""
    named = _lower_columns(tables, lower, names.values())
    return [name for (_, column), name in names.items() if column in named or name in named]


# Rows that belong together by their order, without an identifier.


def _refuse_one_file_twice(files: Sequence[Path]) -> None:
    for first, second in combinations(files, 2):
        if os.path.samefile(first, second) or filecmp.cmp(first, second, shallow=False):
            what = "is given twice" if first == second else f"and '{second}' are the same file"
            raise OptionError(
                f"'{first}' {what}; a classifier does not differ from itself.",
                hint="pass the file of each classifier once.",
            )


def _refuse_other_rows(tables: Sequence[NamedTable], label: str) -> None:
    """Tables that should have the same rows, but do not."""
    first = tables[0]
    for other in tables[1:]:
        if first.frame.height != other.frame.height:
            raise TableError(
                f"'{first.cited}' has {count(first.frame.height, 'row')} and '{other.cited}' has "
                f"{other.frame.height}; without an identifier, the {first.noun}s must have the "
                "same rows.",
                hint=Hint(
                    "join them on a column that identifies the observations: {id}.", id="COLUMN"
                ),
            )
        for name in _identifiers(first, other, label):
            ids, others = _both(first, other, name)
            if not ids.equals(others) and _matched(ids, others) >= _MATCHED:
                row = int((ids != others).arg_true()[0])
                raise TableError(
                    f"the rows are not in the same order: column '{shortened(name)}' is "
                    f"{_cell(first, name, row)} in {first.place(row)} and "
                    f"{_cell(other, name, row)} in {other.place(row)}.",
                    hint=Hint("join them on it: {id}.", id=shortened(name)),
                )


def _refuse_unlabelled(tables: Sequence[NamedTable], label: str, own: Sequence[str]) -> None:
    """Refuse a table of which neither labels nor identifiers show that its rows are in order."""
    holder = next(table for table in tables if table.has(label))
    for table in tables:
        if not (own or table.has(label)):
            raise TableError(
                f"'{table.cited}' has no column '{shortened(label)}', so nothing shows whether its "
                f"rows are in the order of those in '{holder.cited}'.",
                hint=Hint(
                    "join them on a column that identifies the observations: {id}.", id="COLUMN"
                ),
            )


def _refuse_other_kind(first: NamedTable, other: NamedTable, column: str) -> None:
    kinds = [table.frame[column].dtype for table in (first, other)]
    are_numbers = [kind.is_numeric() or str(kind) == "Boolean" for kind in kinds]
    if are_numbers[0] != are_numbers[1]:
        words = ["numbers" if number else "text" for number in are_numbers]
        raise TableError(
            f"column '{shortened(column)}' holds {words[0]} in '{first.cited}' and {words[1]} in "
            f"'{other.cited}'.",
            hint=f"write it in the same way in all {first.noun}s.",
        )


# Rows that are joined on an identifier.


class _Joined(NamedTuple):
    """Tables with the same rows; rows that have no identifier, and identifiers some table lacks."""

    tables: tuple[NamedTable, ...]
    nameless: int
    unmatched: int


def _joined(tables: Sequence[NamedTable], id: str, *, drop: bool) -> _Joined:
    """The rows of the identifiers that all tables have, in the order of the first."""
    import polars as pl

    keyed = [_with_identifiers(table, id, drop=drop) for table in tables]
    nameless = sum(
        before.frame.height - after.frame.height
        for before, after in zip(tables, keyed, strict=True)
    )
    ids = _alike(keyed, id)
    for table, mine in zip(keyed, ids, strict=True):
        _refuse_doubled(table, mine, id)
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
        found.append(table.taking(rows))
    return _Joined(tuple(found), nameless, everything - len(shared))


def _alike(tables: Sequence[NamedTable], column: str) -> list["pl.Series"]:
    """Identifiers of several tables as values of one type, which distinguishes as many of them.

    Where some are text, numbers are compared by how they are written: 007 is not 7.
    """
    import polars as pl

    series = [table.frame[column] for table in tables]
    kinds = {one.dtype for one in series}
    if len(kinds) == 1 and not kinds & {pl.Categorical, pl.Object}:
        return [one.alias(_ID) for one in series]
    if not all(kind.is_numeric() for kind in kinds):
        return [_written(table, column).alias(_ID) for table in tables]
    whole = all(kind.is_integer() for kind in kinds)
    alike = [one.cast(pl.Int128 if whole else pl.Float64).alias(_ID) for one in series]
    for before, after in zip(series, alike, strict=True):
        if after.n_unique() < before.n_unique():
            raise TableError(
                f"the identifiers in column '{shortened(column)}' have too many digits for "
                "numbers with a decimal point.",
                hint=f"write them as whole numbers or as text in all {tables[0].noun}s.",
            )
    return alike


def _written(table: NamedTable, column: str) -> "pl.Series":
    """A column as text: as it is in the file, and whole numbers without a decimal point."""
    import polars as pl

    origin, series = origin_of(table.frame), table.frame[column]
    if origin is not None and column in origin.texts:
        return origin.texts[column]
    if series.dtype == pl.Object:
        return pl.Series(
            [None if value is None else str(value) for value in series], dtype=pl.String
        )
    if series.dtype.is_float():
        whole = series.cast(pl.Int64, strict=False)
        if bool((whole.cast(pl.Float64) == series).all()):
            series = whole
    return series.cast(pl.String)


def _within(ids: "pl.Series", others: "pl.Series") -> "pl.Series":
    """Those identifiers that the other table has too, in their order."""
    return ids.to_frame().join(others.to_frame(), on=_ID, how="semi", maintain_order="left")[_ID]


def _with_identifiers(table: NamedTable, id: str, *, drop: bool) -> NamedTable:
    """The rows that have an identifier."""
    series = table.frame[id]
    gone = series.is_null()
    if series.dtype.is_float():
        gone = gone | series.is_nan().fill_null(False)
    if not gone.any():
        return table
    if not drop:
        first = int(gone.arg_true()[0])
        raise TableError(
            f"'{table.cited}' has no '{shortened(id)}' in {count(int(gone.sum()), 'row')} "
            f"({table.line(first)} is the first).",
            hint=Hint("drop them with {missing}, or correct the table.", missing="drop"),
        )
    return table.taking((~gone).arg_true())


def _refuse_doubled(table: NamedTable, ids: "pl.Series", id: str) -> None:
    """Refuse identifiers that stand in several rows."""
    twice = ids.is_duplicated()
    if not twice.any():
        return
    doubled = ids.filter(twice).unique(maintain_order=True)
    examples = []
    for value in doubled.head(_SHOWN):
        lines = [table.line(int(row)) for row in (ids == value).arg_true().head(_SHOWN)]
        examples.append(f"{_shown(value)} in {join_words(lines)}")
    raise TableError(
        f"'{table.cited}' has {count(len(doubled), 'identifier')} more than once in column "
        f"'{shortened(id)}' ({_examples(examples, len(doubled), '; ')}).",
        hint="keep one row for each observation.",
    )


def _lacking(tables: Sequence[NamedTable], ids: Sequence["pl.Series"], id: str) -> TableError:
    """Which identifiers are not in all tables, with counts and examples."""
    parts, overlap = [], False
    for (table, mine), (other, others) in permutations(zip(tables, ids, strict=True), 2):
        alone = _beyond(mine, others)
        overlap = overlap or alone.height < len(mine)
        if alone.height:
            examples = [
                f"{_shown(value)} in {table.line(row)}" for row, value in alone.head(_SHOWN).rows()
            ]
            parts.append(
                f"{alone.height} of {len(mine)} in '{table.cited}' are not in '{other.cited}' "
                f"({_examples(examples, alone.height)})"
            )
        if len(parts) == _SHOWN:
            break
    return TableError(
        f"the {tables[0].noun}s do not have the same identifiers in column '{shortened(id)}': "
        f"{'; '.join(parts)}.",
        hint=Hint(
            "compare only the observations in all {}s with {missing}; the result counts the "
            "others.",
            tables[0].noun,
            missing="drop",
        )
        if overlap
        else f"check that the {tables[0].noun}s belong to the same test set, and that its "
        "identifiers are written in the same way.",
    )


def _beyond(ids: "pl.Series", others: "pl.Series") -> "pl.DataFrame":
    """Rows and values of the identifiers that the other table lacks."""
    rows = ids.to_frame().with_row_index("row")
    return rows.join(others.to_frame(), on=_ID, how="anti", maintain_order="left")


# Tables that may be of one test set, although they are to be compared unpaired.


def _refuse_one_test_set(tables: Sequence[NamedTable], label: str) -> None:
    """Tables that would be compared as if they were independent, and look like one test set."""
    for first, second in combinations(tables, 2):
        where = f"'{first.cited}' and '{second.cited}'"
        for name in _identifiers(first, second, label):
            if _identify_one_test_set(first, second, name, label):
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
        labels, others = (_comparable(table.frame[label]) for table in (first, second))
        if labels.dtype == others.dtype and labels.equals(others):
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


def _shared_identifiers(tables: Sequence[NamedTable], label: str) -> list[str]:
    """Identifiers that all tables have in the same order: they are not classifiers."""
    first, *others = tables
    return [
        name
        for name in first.frame.columns
        if all(
            name in _identifiers(first, other, label) and _same(_both(first, other, name))
            for other in others
        )
    ]


def _identifiers(first: NamedTable, second: NamedTable, label: str) -> list[str]:
    """Columns of both tables that could identify observations: text or whole, all different."""
    return [
        name
        for name in first.frame.columns
        if second.has(name)
        and name != label
        and all(_is_identifier(table.frame[name]) for table in (first, second))
    ]


def _is_identifier(series: "pl.Series") -> bool:
    import polars as pl

    if not (series.dtype.is_integer() or series.dtype in (pl.String, pl.Categorical)):
        return False
    return not series.null_count() and series.n_unique() == len(series)


def _both(first: NamedTable, second: NamedTable, name: str) -> tuple["pl.Series", "pl.Series"]:
    ids, others = _alike((first, second), name)
    return ids, others


def _same(both: tuple["pl.Series", "pl.Series"]) -> bool:
    return both[0].equals(both[1])


def _matched(ids: "pl.Series", others: "pl.Series") -> float:
    """The share of the shorter column that is in the longer one."""
    return len(_within(ids, others)) / min(len(ids), len(others))


def _identify_one_test_set(first: NamedTable, second: NamedTable, name: str, label: str) -> bool:
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
        .with_columns(_comparable(first.frame[label]).alias("first"))
        .join(
            others.to_frame().with_columns(_comparable(second.frame[label]).alias("second")),
            on=_ID,
        )
    )
    same_kind = both["first"].dtype == both["second"].dtype
    return same_kind and both["first"].equals(both["second"])


def _counts_rows(ids: "pl.Series") -> bool:
    if not ids.dtype.is_integer():
        return False
    low: Any = ids.min()
    high: Any = ids.max()
    return bool(high - low == len(ids) - 1)


def _cell(table: NamedTable, column: str, row: int) -> str:
    return _shown(table.frame[column][row])


def _shown(value: object) -> str:
    return shortened(repr(value))


def _examples(shown: Sequence[str], of: int, between: str = ", ") -> str:
    if of > len(shown):
        return f"{between.join([*shown, '...'])}"
    return join_words(list(shown)) if between == ", " else between.join(shown)


def _quoted(names: Sequence[str]) -> str:
    return join_words([f"'{shortened(name)}'" for name in names])
