"""Tables named on the command line, as data."""

import os
import shlex
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from aucurate.cli.driver import file_options, require_column, shipped
from aucurate.cli.options import ScoreTable
from aucurate.cli.progress import Watcher
from aucurate.cli.provenance import note_file
from aucurate.cli.streams import note
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.data.table_scores import TableScores
from aucurate.datasets import load_breast_cancer, load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.io.files import read_table, unchanged
from aucurate.io.lazy_tables import LazyTable, files_of_table, open_table, scores_from_table
from aucurate.io.several_tables import paired_from_tables, read_files, unpaired_from_tables

_ROLES = ("frequency_weights", "sampling_weights", "groups", "fold", "test_set")
_LARGE = ("engine", "memory_limit", "tolerance")


@contextmanager
def reading(watch: Watcher, *paths: Path) -> Iterator[None]:
    """Reading a table: shows progress; Ctrl-C exits at once.

    There is nothing to save yet. An exception would not do: raised inside the reader's own threads
    it ends in their backtrace. What was read is noted, for those who repeat the study; a file that
    changes before it is noted is refused.
    """
    watch.begins(f"reading {' and '.join(path.name for path in paths)}")

    def leave(*_: object) -> None:
        watch.leaves()
        note("\nInterrupted while reading.")
        os._exit(130)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, leave)
    files = [file for path in paths for file in files_of_table(path)]
    try:
        with unchanged(*files):
            yield
            for file in files:
                note_file(file)
    finally:
        signal.signal(signal.SIGINT, before)


def read_scores(
    tables: Path | Sequence[Path] | None,
    columns: ScoreTable,
    watch: Watcher,
    *,
    unpaired: bool = False,
    quiet: bool,
) -> PairedScores | UnpairedScores | TableScores:
    """Scores from one or several tables, or those that ship with the package."""
    paths = [tables] if isinstance(tables, Path) else list(tables or ())
    if not paths:
        data = shipped(
            load_breast_cancer,
            columns,
            what="five models on held-out breast cancer data, the study that ships with aucurate",
            usage="compare TABLE --label COLUMN",
            usable=("--scores",),
            quiet=quiet,
        )
        chosen = split_names(columns.scores, list(data.names))
        return data.select(chosen or data.names)
    require_column(columns, "label", tables=paths)
    if len(paths) == 1:
        return _one_table(paths[0], columns, watch)
    with reading(watch, *paths):
        return _several_tables(paths, columns, unpaired=unpaired)


def read_paired_scores(
    tables: Sequence[Path], columns: ScoreTable, watch: Watcher, *, quiet: bool
) -> PairedScores | TableScores:
    """:func:`read_scores` of classifiers on the same observations, in one table or in several."""
    wanted = _extra(columns, "id", "paired")
    _refuse_columns_among(tables, columns)
    if len(tables) > 1 and not any(wanted.values()):
        raise OptionError(
            "several tables must hold predictions for the same observations.",
            hint="join them with --id COLUMN, or add --paired if their rows are in the same order.",
        )
    data = read_scores(tables, columns, watch, quiet=quiet)
    assert not isinstance(data, UnpairedScores)
    return data


def _one_table(
    path: Path, columns: ScoreTable, watch: Watcher
) -> PairedScores | UnpairedScores | TableScores:
    """One table: classifiers on the same observations, or test sets named by a column.

    What is too large for memory is only opened, for a command that can use it; the work on it can
    be stopped like any other.
    """
    classifier = getattr(columns, "classifier", None)
    for key in ("paired",) if classifier is not None else ("id", "paired"):
        if getattr(columns, key, None):
            raise OptionError(
                f"--{key} is for predictions in several tables; one was given.",
                hint="leave it out: the columns of one table are paired already. For a table with "
                "a row per classifier and observation, add --classifier COLUMN."
                if os.path.lexists(path)
                else "a pattern in quotes names the files of one table; leave the quotes out for a "
                "table per classifier.",
            )
    engine, limit, tolerance = (_extra(columns, name)[name] for name in _LARGE)

    def scores_of(opened: Any) -> PairedScores | UnpairedScores | TableScores:
        known = list(opened.columns)
        return scores_from_table(
            opened,
            **_extra(columns, *_ROLES, "classifier", "id"),
            label=str(columns.label),
            positive=columns.positive,
            scores=split_names(columns.scores, known),
            lower=split_names(columns.lower, known) or (),
            by=split_names(getattr(columns, "by", None), known) or (),
            missing=columns.missing.value,
            memory_limit=limit,
            tolerance=tolerance or 0.0,
            progress=watch,
        )

    with reading(watch, path):
        opened = open_table(
            path, engine=engine or "memory", memory_limit=limit, **file_options(columns)
        )
        if not isinstance(opened, LazyTable):
            return scores_of(opened)
    watch.begins(f"reading {opened.name}")
    return scores_of(opened)


def _several_tables(
    paths: list[Path], columns: ScoreTable, *, unpaired: bool
) -> PairedScores | UnpairedScores:
    """Several tables: predictions for one test set, or for a test set each."""
    id: str | None = columns.id  # type: ignore[attr-defined]
    paired: bool = columns.paired  # type: ignore[attr-defined]
    only_one = ("test_set", "classifier", *_LARGE, *(() if id or paired else (*_ROLES, "by")))
    for name in columns.given():
        if name.removeprefix("--").replace("-", "_") in only_one:
            if name == "--by":
                raise OptionError(
                    "--by is for classifiers on the same observations, not for several test sets.",
                    hint="join predictions for one test set with --id COLUMN or --paired; "
                    "otherwise compare one test set at a time.",
                )
            raise OptionError(
                f"{name} cannot be used with several tables.",
                hint="put everything into one table; --test-set names the column of test sets. "
                "Several files of one table are a pattern in quotes, e.g. 'scores/*.parquet'.",
            )
    if unpaired and (id or paired):
        raise OptionError(
            f"--unpaired and --{'id' if id else 'paired'} cannot be combined.",
            hint="choose one of them.",
        )
    _refuse_columns_among(paths, columns)
    files = read_files(paths, **file_options(columns))
    known = [name for file in files for name in file.frame.columns]
    common: dict[str, Any] = {
        "positive": columns.positive,
        "lower": split_names(columns.lower, known) or (),
        "missing": columns.missing.value,
    }
    scores = split_names(columns.scores, known)
    if id or paired:
        common["by"] = split_names(getattr(columns, "by", None), known) or ()
        roles = {"label": columns.label, **_extra(columns, *_ROLES[:-1])}
        return paired_from_tables(files, roles, id=id, scores=scores, **common)
    said: Literal[False] | None = False if unpaired else None
    return unpaired_from_tables(
        files, label=str(columns.label), score=scores, paired=said, **common
    )


def _refuse_columns_among(paths: Sequence[Path], columns: ScoreTable) -> None:
    """A column in the place of a table, as in ``--scores forest tree``."""
    absent = [path for path in paths if not os.path.lexists(path)]
    there = [path for path in paths if path not in absent]
    if not absent or not there or not columns.scores:
        return
    known = read_table(there[0], **file_options(columns)).columns
    named = [str(path) for path in absent if str(path) in known]
    if named:
        chosen = ",".join([*columns.scores, *named])
        raise OptionError(
            f"there is no table '{named[0]}', but it is a column of '{there[0]}'.",
            hint=f"several columns are one list: use --scores {shlex.quote(chosen)} instead.",
        )


def split_names(given: list[str] | None, known: list[str]) -> list[str] | None:
    """Column names from repeated options and comma lists; a name that exists is never split."""
    if not given:
        return None
    names: list[str] = []
    for text in given:
        names += [text] if text in known else [part.strip() for part in text.split(",")]
    return names


def read_folds(
    table: Path | None, columns: ScoreTable, watch: Watcher, *, usage: str, quiet: bool
) -> FoldScores:
    """Scores over folds from a table, or those that ship with the package."""
    if table is None:
        data = shipped(
            load_breast_cancer_folds,
            columns,
            what="five models on ten left-out folds of breast cancer data, a study that ships "
            "with aucurate",
            usage=usage,
            usable=(
                "--scores",
                *(["--fold"] if _extra(columns, "fold") == {"fold": "fold"} else []),
            ),
            quiet=quiet,
        )
        chosen = split_names(columns.scores, list(data.names))
        return data if chosen is None else data.select(list(dict.fromkeys(chosen)))
    require_column(columns, "label", "fold", tables=[table])
    design = getattr(columns, "design", None)
    with reading(watch, table):
        frame = read_table(table, **file_options(columns))
        known = list(frame.columns)
        return FoldScores.from_frame(
            frame,
            label=str(columns.label),
            **_extra(columns, "fold", "repeat", "observation", "n_train"),
            **_extra(columns, "frequency_weights", "sampling_weights", "groups"),
            classifier=getattr(columns, "algorithm", None),
            positive=columns.positive,
            scores=split_names(columns.scores, known),
            lower=split_names(columns.lower, known) or (),
            design=None if design is None else design.word,
            missing=columns.missing.value,
        )


def _extra(columns: ScoreTable, *names: str) -> dict[str, Any]:
    """Options that not every command has an option for."""
    return {name: getattr(columns, name, None) for name in names}
