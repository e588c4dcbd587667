"""The two verbs over the registry give what the functions of the methods give."""

import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.classes import PairedClassScores
from aucurate.data.ordered import PairedOrderedScores
from aucurate.datasets import load_breast_cancer, load_wine_classes
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import HandTill, OneVsRest
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.inference.by_name import interval, test
from aucurate.inference.methods import (
    COMPARISONS,
    ESTIMAND_COMPARISONS,
    ESTIMAND_INTERVALS,
    INTERVALS,
    methods_for,
)
from aucurate.inference.resampling.options import Resampling

FEW = Resampling(replicates=50)
TWO = load_breast_cancer().select(["forest", "tree"])
FOREST, TREE = TWO
HIGH = PartialAuc(specificity=(0.9, 1))
WINE: PairedClassScores = load_wine_classes()
ORDERED = PairedOrderedScores.from_arrays(
    [0, 0, 0, 1, 1, 1, 2, 2, 2],
    {"a": [1, 2, 4, 3, 5, 6, 7, 8, 9], "b": [1, 5, 4, 3, 8, 6, 7, 2, 9]},
    order=(0, 1, 2),
)


@for_each("key", INTERVALS)
def test_an_interval_of_the_auc_is_that_of_its_function(key: str) -> None:
    method = INTERVALS[key]
    drawing = {"resampling": FEW} if method.resamples else {}
    expected = method(TREE, confidence=0.9, **drawing)
    assert interval(TREE, of="auc", method=key, confidence=0.9, resampling=FEW) == expected


@for_each("key", ESTIMAND_INTERVALS)
def test_an_interval_of_an_estimand_is_that_of_its_function(key: str) -> None:
    method = ESTIMAND_INTERVALS[key]
    drawing = {"resampling": FEW} if method.resamples else {}
    expected = method(TREE, HIGH, **drawing)
    assert interval(TREE, of=HIGH, method=key, resampling=FEW) == expected
    as_text = "partial-auc:specificity=0.9:1"
    assert interval(TREE, of=as_text, method=key, resampling=FEW) == expected


@for_each("key", COMPARISONS)
def test_a_test_of_two_aucs_is_that_of_its_function(key: str) -> None:
    method = COMPARISONS[key]
    drawing = {"resampling": FEW} if method.resamples else {}
    null = 0.01 if method.keeps("any null") else 0.0
    options = {"alternative": "greater", "null_difference": null, "confidence": 0.9}
    expected = method(FOREST, TREE, **options, **drawing)
    assert test(FOREST, TREE, method=key, resampling=FEW, **options) == expected  # type: ignore[arg-type]


@for_each("key", ESTIMAND_COMPARISONS)
def test_a_test_of_two_estimands_is_that_of_its_function(key: str) -> None:
    method = ESTIMAND_COMPARISONS[key]
    drawing = {"resampling": FEW} if method.resamples else {}
    expected = method(FOREST, TREE, HIGH, **drawing)
    assert test(FOREST, TREE, of=HIGH, method=key, resampling=FEW) == expected


def test_the_recommended_methods_are_those_of_the_study() -> None:
    study = au.compare(TWO)
    assert interval(FOREST) == study.estimates[0]
    comparison = test(FOREST, TREE)
    assert comparison.p_value == study.comparison("forest", "tree").p_value
    assert test(FOREST, TREE, paired=False).key == "mover"
    assert interval(TREE, method="bootstrap", resampling=FEW).interval.key == "bootstrap-percentile"


def test_several_classes() -> None:
    first, second = WINE
    assert interval(first).key == interval(first, of=HandTill(), method="u-statistic").key
    assert interval(first, of=OneVsRest()).quantity != interval(first).quantity
    assert test(first, second).key == "u-statistic"
    for key in methods_for("several classes", "comparison"):
        assert test(first, second, of=OneVsRest(), method=key, resampling=FEW).first == first.name


def test_three_ordered_classes() -> None:
    first, second = ORDERED
    for key in methods_for("volume", "interval"):
        assert interval(first, method=key, resampling=FEW).name == "a"
    for key in methods_for("volume", "comparison"):
        assert test(first, second, method=key, resampling=FEW).first == "a"


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no interval named 'wald'"):
        interval(TREE, method="wald")
    with pytest.raises(OptionError, match="there is no method named 'venkatraman'"):
        test(FOREST, TREE, method="venkatraman")
    with pytest.raises(OptionError, match="cannot be estimated from Scores"):
        interval(TREE, of=HandTill())  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="cannot be estimated from OrderedScores"):
        interval(ORDERED["a"], of=HandTill())
    with pytest.raises(OptionError, match="first is Scores and second is ClassScores"):
        test(FOREST, WINE["forest"])
