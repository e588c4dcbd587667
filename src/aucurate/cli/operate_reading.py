"""Scores over folds for aucurate operate: from a table, or those that ship with the package."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from aucurate.cli.notes import note
from aucurate.cli.progress import Watcher
from aucurate.cli.reading import reading, split_names
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.paired import position
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError, TableError
from aucurate.io.files import read_table
from aucurate.io.folds import folds_from_frame


def read_folds(
    table: Path | None, columns: dict[str, Any], watch: Watcher, *, quiet: bool
) -> tuple[FoldScores, str]:
    """The scores over folds, and what they are called."""
    if table is None:
        return _shipped_folds(columns, quiet=quiet)
    require_label(columns)
    with reading(watch, table):
        frame = read_table(table, separator=columns["separator"])
        known = list(frame.columns)
        data = folds_from_frame(
            frame,
            label=columns["label"],
            fold=columns["fold"],
            positive=columns["positive"],
            scores=split_names(columns["scores"], known),
            lower=split_names(columns["lower"], known) or (),
            missing=columns["missing"],
        )
    return data, table.name


def _shipped_folds(columns: dict[str, Any], *, quiet: bool) -> tuple[FoldScores, str]:
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
    source = "the breast cancer folds that ship with aucurate"
    return (data if chosen is None else _selected(data, chosen)), source


def _selected(data: FoldScores, names: list[str]) -> FoldScores:
    rows = [position(data.names, name) for name in dict.fromkeys(names)]
    kept = tuple(data.names[row] for row in rows)
    return replace(data, names=kept, values=frozen(data.values[rows]), lower=data.lower & set(kept))


def require_label(columns: dict[str, Any]) -> None:
    """Refuse a table of which nobody said where the labels are."""
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
