"""Splits into training and test rows: drawn for a design, or given; checked."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked, random_key
from aucurate.crossval.algorithms import require_sklearn
from aucurate.crossval.designs import (
    Design,
    FiveByTwo,
    FixedTestSet,
    GivenSplits,
    LeftOut,
    read_design,
)
from aucurate.crossval.randomness import Rng, integer, settled_splitter
from aucurate.crossval.rows import AnyRows, Rows
from aucurate.data.arrays import frozen
from aucurate.data.division import FoldDesign
from aucurate.errors import AucurateError, LabelError, OptionError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint

# Splits into training and test rows, checked, and the design that they make.


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Split:
    """Row numbers of a training and a test set; ``name`` is the name of the fold in FoldScores."""

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
            raise OptionError("there are no splits.", hint="pass at least one pair (train, test).")
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
                hint="if the test sets were drawn at random, use GivenSplits(splits, "
                "design='random splits').",
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
        else "their test sets overlap; use 'random splits' if they were drawn at random.",
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
            hint="pass pairs (train, test) of row numbers.",
        ) from None
    return _numbers(at, train, "train", size), _numbers(at, test, "test", size)


def _numbers(at: int, rows: Any, what: str, size: int) -> NDArray[np.int64]:
    array = np.asarray(rows)
    if array.dtype.kind == "b" and array.shape == (size,):
        array = np.flatnonzero(array)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise OptionError(
            f"the {what} rows of split {at} are not a one-dimensional array of whole numbers.",
            hint="pass row numbers, or True or False for each row.",
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
        raise OptionError(f"split {at} tests a row twice.", hint="include each row at most once.")
    both = np.intersect1d(train, test)
    if len(both):
        raise OptionError(
            f"split {at} tests row {int(both[0])}, which it was trained on "
            f"({count(len(both), 'such row')} in all).",
            hint="no row may be in both: scores of training rows are too optimistic.",
        )
    absent = next((name for name, size in rows.counts(train) if size == 0), None)
    if absent is not None:
        raise LabelError(
            f"no row that split {at} trains on has the label '{shortened(absent)}'.",
            hint="stratify the splits, or use fewer folds.",
        )
    if rows.groups is not None:
        torn = np.intersect1d(rows.groups[train], rows.groups[test])
        if len(torn):
            raise OptionError(
                f"split {at} has group '{shortened(str(torn[0]))}' in both its training and its "
                f"test set ({count(len(torn), 'such group')} in all).",
                hint="use a splitter that keeps groups together, e.g. StratifiedGroupKFold, or "
                "leave groups out.",
            )


# The splits of a design, drawn once for all algorithms by scikit-learn's splitters.


_FINEST_SHARE = 20  # groups are held back in parts of at most this size


@checked
def draw_splits(
    X: Any,  # noqa: N803
    y: Any,
    *,
    design: Any = "left-out folds",
    groups: Any = None,
    positive: object = None,
    rng: Rng = 0,
) -> Division:
    """The splits into training and test rows that ``cross_validate`` uses for the same arguments.

    >>> drawn = draw_splits(np.zeros((6, 1)), [0, 1] * 3, design=LeftOut(folds=3))
    >>> drawn.design, [split.name for split in drawn.splits], len(drawn.splits[0].train)
    ('left-out folds', ['1', '2', '3'], 4)
    """
    require_sklearn()
    return divided(Rows.read(X, y, groups, positive), read_design(design), random_key(rng))


def divided(rows: Rows, design: Design, key: int) -> Division:
    """The division of checked rows of two classes; what is drawn tests both of them."""
    division = drawn(rows, design, key)
    if not isinstance(design, GivenSplits):
        _require_both_classes(rows, division)
    return division


def drawn(rows: AnyRows, design: Design, key: int) -> Division:
    """The splits of a design, stratified over all classes; each trains on every class."""
    if isinstance(design, GivenSplits):
        return _given(rows, design, key)
    _check_sizes(rows, design)
    try:
        if isinstance(design, FixedTestSet):
            pairs = list(_fixed(rows, design, key))
        else:
            folds, repeats = (
                (2, 5) if isinstance(design, FiveByTwo) else (design.folds, design.repeats)
            )
            pairs = [
                pair
                for repeat in range(repeats)
                for pair in _parts(rows, folds, design.stratified, integer(key, "repeat", repeat))
            ]
    except ValueError as error:
        raise _undrawn(error) from error
    return Division.of(pairs, rows)


def _given(rows: AnyRows, design: GivenSplits, key: int) -> Division:
    from sklearn.model_selection import BaseShuffleSplit

    said: FoldDesign | None = design.design
    pairs = design.splits
    if hasattr(pairs, "split"):
        if said is None and isinstance(pairs, BaseShuffleSplit):
            said = "random splits"
        splitter = settled_splitter(pairs, integer(key, "splitter"))
        try:
            with warnings.catch_warnings():  # a splitter that tears groups apart is refused
                warnings.filterwarnings("ignore", message="The groups parameter is ignored")
                pairs = list(splitter.split(rows.features, rows.given, rows.groups))
        except (ValueError, TypeError) as error:
            raise _undrawn(error) from error
    return Division.of(pairs, rows, said)


def _parts(
    rows: AnyRows, folds: int, stratified: bool, number: int, among: NDArray[np.int64] | None = None
) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """One division of the rows, or of those among them, into folds."""
    from sklearn import model_selection as selection

    if rows.groups is None:
        kind = selection.StratifiedKFold if stratified else selection.KFold
    else:
        kind = selection.StratifiedGroupKFold if stratified else selection.GroupKFold
    chosen = np.arange(len(rows)) if among is None else among
    groups = None if rows.groups is None else rows.groups[chosen]
    splitter = kind(folds, shuffle=True, random_state=number)
    for train, test in splitter.split(chosen, rows.strata[chosen], groups):
        yield chosen[train], chosen[test]


def _fixed(
    rows: AnyRows, design: FixedTestSet, key: int
) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    rest, test = _held_back(rows, design, integer(key, "test set"))
    for train, _ in _parts(rows, design.folds, design.stratified, integer(key, "repeat", 0), rest):
        yield train, test


def _held_back(
    rows: AnyRows, design: FixedTestSet, number: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows to train on and the test set."""
    from sklearn import model_selection as selection

    if rows.groups is None:
        kind = selection.StratifiedShuffleSplit if design.stratified else selection.ShuffleSplit
        size = max(1, round(design.test_share * len(rows)))
        splitter = kind(1, test_size=size, random_state=number)
        rest, test = next(splitter.split(np.arange(len(rows)), rows.strata))
        return np.sort(rest), np.sort(test)
    share = Fraction(design.test_share).limit_denominator(_FINEST_SHARE)
    share = min(max(share, Fraction(1, _FINEST_SHARE)), 1 - Fraction(1, _FINEST_SHARE))
    parts = _parts(rows, share.denominator, design.stratified, number)
    test = np.sort(np.concatenate([part for _, part in parts][: share.numerator]))
    return np.setdiff1d(np.arange(len(rows)), test), test


def _check_sizes(rows: AnyRows, design: LeftOut | FixedTestSet | FiveByTwo) -> None:
    """Refuse what the splitters could only draw with a fold that lacks a class."""
    folds = 2 if isinstance(design, FiveByTwo) else design.folds
    kept = 1 - design.test_share if isinstance(design, FixedTestSet) else 1.0
    rest = ", of which the test set takes some" if kept < 1 else ""
    for name, size in rows.counts():
        if size * kept < folds:
            raise LabelError(
                f"{count(folds, 'fold')} cannot each have the label '{shortened(name)}': there are "
                f"{count(size, 'such row')}{rest}.",
                hint="use fewer folds; with repeats, as many models can be fitted.",
            )
    if rows.groups is not None:
        many = len(np.unique(rows.groups))
        if many * kept < folds:
            raise OptionError(
                f"{count(many, 'group')} cannot be divided into {count(folds, 'fold')}{rest}.",
                hint="use fewer folds.",
            )


def _require_both_classes(rows: Rows, division: Division) -> None:
    for split in division.splits:
        here = rows.labels.is_positive[split.test]
        if here.all() or not here.any():
            absent = rows.labels.negative if here.all() else rows.labels.positive
            why = "groups cannot be torn apart" if rows.groups is not None else "by chance"
            raise LabelError(
                f"no row in the test set of fold {split.name} has the label "
                f"'{shortened(absent)}' ({why}), and an AUC needs both classes.",
                hint="use fewer folds, or another rng"
                + ("." if rows.groups is not None else ", or stratify."),
            )


def _undrawn(error: Exception) -> AucurateError:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
    return OptionError(
        f"the splits cannot be drawn: {reason}.",
        hint=Hint("use fewer folds, or pass what the splitter needs ({groups})."),
    )
