"""Splits into training and test rows, checked, and the design that they make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.rows import AnyRows
from aucurate.data.arrays import frozen
from aucurate.data.fold_values import FoldDesign
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import count, shortened


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Split:
    """Row numbers of a training and a test set; ``name`` is the fold's, as FoldScores has it."""

    name: str
    repeat: int
    fold: int
    train: NDArray[np.int64]
    test: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Division:
    """All splits of a cross-validation, the same for every algorithm, and their design."""

    splits: tuple[Split, ...]
    design: FoldDesign

    @classmethod
    def of(cls, pairs: Iterable[Any], rows: AnyRows, said: FoldDesign | None = None) -> "Division":
        """Check pairs (train, test) and recognise their design, or refuse to guess it."""
        checked = [_checked(at, pair, len(rows)) for at, pair in enumerate(pairs, start=1)]
        if not checked:
            raise OptionError("there are no splits.", hint="give at least one (train, test).")
        for at, pair in enumerate(checked, start=1):
            _check_rows(at, pair, rows)
        tests = [test for _, test in checked]
        design, places = recognised(tests)
        if said is not None and said != design:
            _require_possible(said, design)
            design = said
            if said == "random splits":
                places = [(1, fold) for fold in range(1, len(tests) + 1)]
        if design is None:
            raise OptionError(
                "the design is not obvious: some observations are in several test sets, but not "
                "in all.",
                hint="if the test sets were drawn at random, say so: "
                "GivenSplits(splits, design='random splits').",
            )
        repeated = places[-1][0] > 1
        splits = tuple(
            Split(
                name=f"{repeat}/{fold}" if repeated else str(fold),
                repeat=repeat,
                fold=fold,
                train=frozen(train),
                test=frozen(test),
            )
            for (repeat, fold), (train, test) in zip(places, checked, strict=True)
        )
        return cls(splits=splits, design=design)


def recognised(
    tests: Sequence[NDArray[np.int64]],
) -> tuple[FoldDesign | None, list[tuple[int, int]]]:
    """The design of these test sets, if it is obvious, and the repeat and fold of each, from 1.

    >>> recognised([np.array([0, 1]), np.array([2]), np.array([0]), np.array([1, 2])])
    ('left-out folds', [(1, 1), (1, 2), (2, 1), (2, 2)])
    """
    once = [(1, fold) for fold in range(1, len(tests) + 1)]
    if len(tests) == 1:
        return "random splits", once
    everyone = np.unique(np.concatenate(tests))
    if all(len(test) == len(everyone) for test in tests):
        return "fixed test set", once
    places = _divisions(tests, everyone)
    if places is None:
        return None, once
    repeats = places[-1][0]
    sizes = np.bincount([repeat for repeat, _ in places])[1:]
    if np.min(sizes) < 2:
        return None, once
    return ("5x2" if repeats == 5 and (sizes == 2).all() else "left-out folds"), places


def _require_possible(said: FoldDesign, found: FoldDesign | None) -> None:
    if said == "random splits" or (said == "left-out folds" and found == "5x2"):
        return
    raise OptionError(
        f"these splits are not {said}.",
        hint=f"they are {found}; leave design out."
        if found
        else "their test sets overlap; say 'random splits' if they were drawn at random.",
    )


def _divisions(
    tests: Sequence[NDArray[np.int64]], everyone: NDArray[np.int64]
) -> list[tuple[int, int]] | None:
    """Repeat and fold of every test set if, in their order, they divide everyone repeatedly."""
    seen = np.zeros(int(everyone[-1]) + 1, np.bool_)
    repeat, fold, left = 1, 0, len(everyone)
    places = []
    for test in tests:
        if seen[test].any():
            return None
        seen[test] = True
        left -= len(test)
        fold += 1
        places.append((repeat, fold))
        if left == 0:
            seen[:] = False
            repeat, fold, left = repeat + 1, 0, len(everyone)
    return places if fold == 0 else None


def _checked(at: int, pair: Any, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    try:
        train, test = pair
    except (TypeError, ValueError):
        raise OptionError(
            f"split {at} is not a pair of training and test rows.",
            hint="give pairs (train, test) of row numbers.",
        ) from None
    return _numbers(at, train, "train", size), _numbers(at, test, "test", size)


def _numbers(at: int, rows: Any, what: str, size: int) -> NDArray[np.int64]:
    array = np.asarray(rows)
    if array.dtype.kind == "b" and array.shape == (size,):
        array = np.flatnonzero(array)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise OptionError(
            f"the {what} rows of split {at} are not whole numbers in a row.",
            hint="give the numbers of the rows, or True and False for each row.",
        )
    if not len(array):
        raise OptionError(
            f"split {at} has no {what} rows.", hint="each split needs both training and test rows."
        )
    if array.min() < 0 or array.max() >= size:
        wrong = int(array.min()) if array.min() < 0 else int(array.max())
        raise OptionError(
            f"split {at} has the {what} row {wrong}; there are {count(size, 'row')}.",
            hint=f"rows are counted from 0 to {size - 1}.",
        )
    return array.astype(np.int64)


def _check_rows(at: int, pair: tuple[NDArray[np.int64], NDArray[np.int64]], rows: AnyRows) -> None:
    train, test = pair
    if len(np.unique(test)) < len(test):
        raise OptionError(f"split {at} tests a row twice.", hint="each row at most once.")
    both = np.intersect1d(train, test)
    if len(both):
        raise OptionError(
            f"split {at} tests row {int(both[0])}, which it was trained on "
            f"({count(len(both), 'such row')} in all).",
            hint="no row may be in both; scores of training rows are too good.",
        )
    absent = next((name for name, size in rows.counts(train) if size == 0), None)
    if absent is not None:
        raise LabelError(
            f"no row that split {at} trains on has the label '{shortened(absent)}'.",
            hint="stratify the splits, or take fewer folds.",
        )
    if rows.groups is not None:
        torn = np.intersect1d(rows.groups[train], rows.groups[test])
        if len(torn):
            raise OptionError(
                f"split {at} has group '{shortened(str(torn[0]))}' in both its training and its "
                f"test set ({count(len(torn), 'such group')} in all).",
                hint="take a splitter that keeps groups together, e.g. StratifiedGroupKFold, or "
                "leave groups out.",
            )
