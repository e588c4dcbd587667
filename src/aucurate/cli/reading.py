"""Tables named on the command line, as data."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aucurate.cli.progress import Watcher
from aucurate.cli.recording import note_file
from aucurate.data.paired import PairedScores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError
from aucurate.io.files import read_table, read_unpaired
from aucurate.io.frames import from_frame, score_columns


@contextmanager
def reading(watch: Watcher, *paths: Path) -> Iterator[None]:
    """Tables are read here: it is told, and Ctrl-C ends the program on the spot.

    There is nothing to save yet. An exception would not do: raised inside the reader's own threads
    it ends in their backtrace. What was read is noted, for those who repeat the study.
    """
    watch.begins(f"reading {' and '.join(path.name for path in paths)}")

    def leave(*_: object) -> None:
        watch.leaves()
        sys.stderr.write("\nInterrupted while reading.\n")
        sys.stderr.flush()
        os._exit(130)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, leave)
    try:
        yield
        for path in paths:
            note_file(path)
    finally:
        signal.signal(signal.SIGINT, before)


def one_table(
    path: Path, columns: dict[str, Any]
) -> tuple[PairedScores | UnpairedScores, str, tuple[str, ...]]:
    """One table: classifiers on the same observations, or test sets named by a column."""
    frame = read_table(path, separator=columns["separator"])
    known = list(frame.columns)
    used = {key: columns[key] for key in ("label", "weights", "groups", "fold", "test_set")}
    chosen = split_names(columns["scores"], known)
    not_used: tuple[str, ...] = ()
    if chosen is None:
        _, ignored = score_columns(frame, used=[name for name in used.values() if name])
        not_used = tuple(ignored)
    data = from_frame(
        frame,
        **used,
        positive=columns["positive"],
        scores=chosen,
        lower=split_names(columns["lower"], known) or (),
        missing=columns["missing"],
    )
    return data, path.name, not_used


def two_tables(
    paths: list[Path], columns: dict[str, Any]
) -> tuple[UnpairedScores, str, tuple[str, ...]]:
    """Two tables: two independent test sets."""
    for key in ("weights", "groups", "fold", "test_set"):
        if columns[key]:
            raise OptionError(
                f"--{key.replace('_', '-')} cannot be used with two tables.",
                hint="put both test sets into one table and name the column with --test-set.",
            )
    chosen = columns["scores"] or [None]
    if len(chosen) > 1:
        raise OptionError(
            "two tables are compared on one score column each.", hint="give --scores once."
        )
    lower = columns["lower"] or []
    if lower and (chosen[0] is None or lower != [chosen[0]]):
        raise OptionError(
            f"--lower names '{lower[0]}', which is not the score column of the two tables.",
            hint="name the column with --scores, and the same with --lower.",
        )
    data = read_unpaired(
        paths[0],
        paths[1],
        label=columns["label"],
        positive=columns["positive"],
        score=chosen[0],
        lower=bool(lower),
        missing=columns["missing"],
        separator=columns["separator"],
    )
    return data, " and ".join(path.name for path in paths), ()


def split_names(given: list[str] | None, known: list[str]) -> list[str] | None:
    """Column names from repeated options and comma lists; a name that exists is never split."""
    if not given:
        return None
    names: list[str] = []
    for text in given:
        names += [text] if text in known else [part.strip() for part in text.split(",")]
    return names
