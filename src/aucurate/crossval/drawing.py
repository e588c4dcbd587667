"""The splits of a design, drawn once for all algorithms by scikit-learn's splitters."""

import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.crossval.designs import (
    Design,
    FiveByTwo,
    FixedTestSet,
    GivenSplits,
    LeftOut,
    read_design,
)
from aucurate.crossval.extra import require_sklearn
from aucurate.crossval.randomness import Rng, integer, root_key, settled_splitter
from aucurate.crossval.rows import AnyRows, Rows
from aucurate.crossval.splits import Division
from aucurate.data.fold_values import FoldDesign
from aucurate.errors import AucurateError, LabelError, OptionError
from aucurate.formatting import count, shortened

_FINEST_SHARE = 20  # groups are held back in parts of at most so many


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
    """What is trained on what: the splits that ``cross_validate`` draws for the same arguments.

    >>> drawn = draw_splits(np.zeros((6, 1)), [0, 1] * 3, design=LeftOut(folds=3))
    >>> drawn.design, [split.name for split in drawn.splits], len(drawn.splits[0].train)
    ('left-out folds', ['1', '2', '3'], 4)
    """
    require_sklearn()
    return divided(Rows.read(X, y, groups, positive), read_design(design), root_key(rng))


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
                hint="take fewer folds; with repeats there can be as many models.",
            )
    if rows.groups is not None:
        many = len(np.unique(rows.groups))
        if many * kept < folds:
            raise OptionError(
                f"{count(many, 'group')} cannot be divided into {count(folds, 'fold')}{rest}.",
                hint="take fewer folds.",
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
                hint="take fewer folds, or another rng"
                + ("." if rows.groups is not None else ", or stratify."),
            )


def _undrawn(error: Exception) -> AucurateError:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
    return OptionError(
        f"the splits cannot be drawn: {reason}.",
        hint="take fewer folds, or give the splitter what it needs (groups=).",
    )
