"""Designs: what can be said, and what is refused."""

from typing import Any

import pytest
from sklearn.model_selection import KFold
from tests.loops import for_each

from aucurate.crossval.designs import (
    FiveByTwo,
    FixedTestSet,
    GivenSplits,
    LeftOut,
    read_design,
)
from aucurate.errors import OptionError


@pytest.mark.parametrize(
    ("name", "design"),
    [
        ("left-out folds", LeftOut(folds=10, repeats=1)),
        ("fixed test set", FixedTestSet(folds=30, test_share=1 / 3)),
        ("5x2", FiveByTwo()),
    ],
)
def test_a_name_stands_for_the_defaults(name: str, design: Any) -> None:
    assert read_design(name) == design
    assert read_design(design) is design


def test_splitters_and_pairs_are_given_splits() -> None:
    splitter = KFold(3)
    assert read_design(splitter) == GivenSplits(splitter)
    pairs = [([0, 1], [2, 3])]
    assert read_design(pairs) == GivenSplits(pairs)
    assert isinstance(read_design(iter(pairs)), GivenSplits)


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("10-fold", "'left-out folds', 'fixed test set' or '5x2'"),
        ("random splits", "ShuffleSplit"),
        (10, r"LeftOut\(folds=10\)"),
        (None, "scikit-learn splitter"),
        (KFold, "scikit-learn splitter"),
    ],
)
def test_what_is_no_design_is_refused_with_a_remedy(wrong: Any, hint: str) -> None:
    with pytest.raises(OptionError, match=hint):
        read_design(wrong)


@for_each(
    ("make", "options"),
    [
        (LeftOut, {"folds": 1}),
        (LeftOut, {"folds": 2.5}),
        (LeftOut, {"folds": True}),
        (LeftOut, {"repeats": 0}),
        (FixedTestSet, {"folds": 1}),
        (FixedTestSet, {"test_share": 0}),
        (FixedTestSet, {"test_share": 1.0}),
        (FixedTestSet, {"test_share": "third"}),
        (GivenSplits, {"splits": [], "design": "10-fold"}),
    ],
)
def test_numbers_that_mean_nothing_are_refused(make: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        make(**options)
