"""What is trained and what is tested: the designs of a cross-validation."""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias

from aucurate.checks import answering, check_fields, number_in, whole
from aucurate.data.division import FoldDesign
from aucurate.errors import OptionError
from aucurate.formatting import join_words


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """K-fold cross-validation: each observation is scored by the model that was not trained on it.

    Parameters
    ----------
    folds : int, default: 10
        Number of parts, each tested by a model that was trained on all others.
    repeats : int, default: 1
        How often the whole cross-validation is repeated with new folds.
    stratified : bool, default: True
        Whether every fold has the class shares of the data.

    With groups, none is in two folds.

    >>> LeftOut(folds=5)
    LeftOut(folds=5, repeats=1, stratified=True)
    """

    folds: int = 10
    repeats: int = 1
    stratified: bool = True

    def __post_init__(self) -> None:
        check_fields(self)
        whole(self.folds, "folds", least=2)
        whole(self.repeats, "repeats", least=1)


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTestSet:
    """One test set for all models; each is trained on all but one fold of the rest.

    Parameters
    ----------
    folds : int, default: 30
        Number of folds of the training data, and of models; each lacks one fold.
    test_share : float, default: 1/3
        Share of the observations in the test set.
    stratified : bool, default: True
        Whether every fold has the class shares of the data.

    The design of Aslan, Yildiz and Alpaydin: a third of the observations is the test set, the
    other two thirds are divided into 30 folds, and each model is trained on 29 of them.
    """

    folds: int = 30
    test_share: float = 1 / 3
    stratified: bool = True

    def __post_init__(self) -> None:
        check_fields(self)
        whole(self.folds, "folds", least=2)
        hint = "1/3 holds a third of the observations back."
        number_in(self.test_share, 0, 1, "test_share", hint=hint)


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class FiveByTwo:
    """Five repeats of two-fold cross-validation, for the 5x2cv tests of Dietterich and Alpaydin.

    Parameters
    ----------
    stratified : bool, default: True
        Whether every fold has the class shares of the data.
    """

    stratified: bool = True

    def __post_init__(self) -> None:
        check_fields(self)


@answering
@dataclass(frozen=True, slots=True)
class GivenSplits:
    """A scikit-learn splitter, or pairs (train, test) of row numbers.

    Parameters
    ----------
    splits : splitter or iterable of (array, array)
        A scikit-learn splitter, or pairs (train, test) of row numbers.
    design : {'left-out folds', 'fixed test set', '5x2', 'random splits'}, optional
        Design of the splits. By default it is recognised, which overlapping test sets prevent.

    ``design`` is recognised where it is obvious (also repeats of a division). Where it cannot be
    inferred, because test sets overlap, it must be stated: ``GivenSplits(splits, design="random
    splits")``.
    """

    splits: Any
    design: FoldDesign | None = None

    def __post_init__(self) -> None:
        check_fields(self)


Design: TypeAlias = LeftOut | FixedTestSet | FiveByTwo | GivenSplits

_BY_NAME: dict[str, type[LeftOut | FixedTestSet | FiveByTwo]] = {
    "left-out folds": LeftOut,
    "fixed test set": FixedTestSet,
    "5x2": FiveByTwo,
}


def read_design(design: Any) -> Design:
    """A design from a record, its name, a splitter, or pairs of row numbers.

    >>> read_design("fixed test set").folds
    30
    """
    if isinstance(design, LeftOut | FixedTestSet | FiveByTwo | GivenSplits):
        return design
    if isinstance(design, str):
        return _named(design)
    if isinstance(design, type) or not (hasattr(design, "split") or isinstance(design, Iterable)):
        raise OptionError(
            f"design must be a design or a splitter; it is {design!r}.",
            hint=f"LeftOut(folds={design})."
            if is_whole(design)
            else "pass LeftOut(folds=10), a scikit-learn splitter such as KFold(5), or pairs "
            "(train, test) of row numbers.",
        )
    return GivenSplits(design)


def _named(name: str) -> Design:
    if name in _BY_NAME:
        return _BY_NAME[name]()
    hint = f"it must be {join_words([repr(known) for known in _BY_NAME], 'or')}."
    if name == "random splits":
        hint = "give a splitter that draws them, e.g. StratifiedShuffleSplit(30, test_size=0.1)."
    raise OptionError(f"there is no design named {name!r}.", hint=hint)


def is_whole(value: object) -> bool:
    """Whether this is a whole number; True is none."""
    return isinstance(value, Integral) and not isinstance(value, bool)
