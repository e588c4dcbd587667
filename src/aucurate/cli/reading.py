"""Tables named on the command line, as data."""

import os
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from aucurate.cli.progress import Watcher
from aucurate.cli.provenance import note_file
from aucurate.cli.streams import note
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError, TableError
from aucurate.io.files import read_table, scores_from_frame, unchanged
from aucurate.io.several_files import paired_from_files, read_files, unpaired_from_files


@contextmanager
def reading(watch: Watcher, *paths: Path) -> Iterator[None]:
    """Tables are read here: it is told, and Ctrl-C ends the program on the spot.

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
    try:
        with unchanged(*paths):
            yield
            for path in paths:
                note_file(path)
    finally:
        signal.signal(signal.SIGINT, before)


def one_table(path: Path, columns: dict[str, Any]) -> PairedScores | UnpairedScores:
    """One table: classifiers on the same observations, or test sets named by a column."""
    for key in ("id", "paired"):
        if columns.get(key):
            raise OptionError(
                f"--{key} is for predictions in several tables; one was given.",
                hint="leave it out: the columns of one table are paired already.",
            )
    frame = read_table(path, separator=columns["separator"])
    known = list(frame.columns)
    return scores_from_frame(
        frame,
        **{key: columns[key] for key in ("label", "weights", "groups", "fold", "test_set")},
        positive=columns["positive"],
        scores=split_names(columns["scores"], known),
        lower=split_names(columns["lower"], known) or (),
        missing=columns["missing"],
    )


def several_tables(
    paths: list[Path], columns: dict[str, Any], *, unpaired: bool
) -> PairedScores | UnpairedScores:
    """Several tables: predictions for one test set, or for a test set each."""
    for key in ("weights", "groups", "fold", "test_set"):
        if columns[key]:
            raise OptionError(
                f"--{key.replace('_', '-')} cannot be used with several tables.",
                hint="put everything into one table; --test-set names the column of test sets.",
            )
    if unpaired and (columns["id"] or columns["paired"]):
        raise OptionError(
            f"--unpaired and --{'id' if columns['id'] else 'paired'} exclude each other.",
            hint="choose one of them.",
        )
    _refuse_columns_among(paths, columns)
    files = read_files(paths, separator=columns["separator"])
    known = [name for file in files for name in file.frame.columns]
    scores = split_names(columns["scores"], known)
    lower = split_names(columns["lower"], known) or ()
    common = {key: columns[key] for key in ("label", "positive", "missing")}
    if columns["id"] or columns["paired"]:
        return paired_from_files(files, id=columns["id"], scores=scores, lower=lower, **common)
    said: Literal[False] | None = False if unpaired else None
    return unpaired_from_files(files, score=scores, lower=lower, paired=said, **common)


def _refuse_columns_among(paths: list[Path], columns: dict[str, Any]) -> None:
    """A column in the place of a table, as in ``--scores forest tree``."""
    absent = [path for path in paths if not os.path.lexists(path)]
    there = [path for path in paths if path not in absent]
    if not absent or not there or not columns["scores"]:
        return
    known = read_table(there[0], separator=columns["separator"]).columns
    named = [str(path) for path in absent if str(path) in known]
    if named:
        chosen = ",".join([*columns["scores"], *named])
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


# Scores over folds for aucurate operate: from a table, or those that ship with the package.


def read_folds(
    table: Path | None, columns: dict[str, Any], watch: Watcher, *, quiet: bool
) -> FoldScores:
    """The scores over folds."""
    if table is None:
        return _shipped_folds(columns, quiet=quiet)
    require_label(columns)
    with reading(watch, table):
        frame = read_table(table, separator=columns["separator"])
        known = list(frame.columns)
        return FoldScores.from_frame(
            frame,
            label=columns["label"],
            fold=columns["fold"],
            positive=columns["positive"],
            scores=split_names(columns["scores"], known),
            lower=split_names(columns["lower"], known) or (),
            missing=columns["missing"],
        )


def _shipped_folds(columns: dict[str, Any], *, quiet: bool) -> FoldScores:
    """The fold study that ships with the package; of its columns only scores can be chosen."""
    known = {"missing": "refuse", "fold": "fold", "scores": columns["scores"]}
    said = [name for name, value in columns.items() if value and value != known.get(name)]
    if said:
        raise TableError(
            f"--{said[0]} speaks of a table, but none was given.",
            hint="aucurate operate TABLE --label COLUMN --fold COLUMN; the shipped study has its "
            "folds in --fold fold.",
        )
    if not quiet:
        note(
            "No table given: these are five models on ten left-out folds of breast cancer data, "
            "a study that ships with aucurate.\n"
        )
    data = load_breast_cancer_folds()
    chosen = split_names(columns["scores"], list(data.names))
    return data if chosen is None else data.select(list(dict.fromkeys(chosen)))


def require_label(columns: dict[str, Any]) -> None:
    """Refuse a table of which nobody said where the labels are."""
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
