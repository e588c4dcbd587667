"""Every public function of two classes takes records and arrays, and answers both alike.

The functions are found by their annotations (:mod:`aucurate.calling`), so that new ones are asked
too. What they need besides is from the examples of the fuzzer.
"""

import inspect
import pickle
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.fuzz.examples import Call, arguments, calls
from tests.loops import for_each

import aucurate as au
from aucurate.calling import ArraysForm
from aucurate.errors import ArgumentError, AucurateError, LabelError, OptionError, ScoreError

SIZE = 80
RNG = np.random.default_rng(11)
Y = np.arange(SIZE) % 2
LABELS = np.where(Y == 1, "ill", "well")
COLUMNS = {
    name: np.round(1 / (1 + np.exp(-RNG.normal(shift * (Y - 0.5)))), 6)
    for name, shift in (("first", 2.0), ("second", 1.2))
}
FIRST, SECOND = COLUMNS.values()
BOTH = au.PairedScores.from_arrays(LABELS, COLUMNS, positive="ill")
ONE = au.Scores.from_arrays(LABELS, FIRST, positive="ill")
OVERRIDDEN: dict[str, dict[str, Any]] = {
    "category_fit_test": {"curve": au.estimates.binormal_curve(ONE)},
    "equal_auc_test": {"by": np.arange(SIZE) // 20},
    "equal_difference_test": {"by": np.arange(SIZE) // 20},
}
LEAVES_ONE_FORM = {"compare", "fit", "intervals", "operate", "volume"}
"""Studies take several kinds of data; the volume needs the order of the classes."""


def _form(call: Call) -> ArraysForm | None:
    function = call.function
    return ArraysForm.of(inspect.unwrap(function)) if inspect.isfunction(function) else None


FORMS: dict[str, tuple[Call, ArraysForm]] = {
    call.name: (call, form) for call in calls() if (form := _form(call)) is not None
}
OF_ARRAYS = {
    call.name: call
    for call in calls()
    if inspect.isfunction(call.function)
    and list(call.parameters)[:2] == ["labels", "scores"]
    and call.name not in LEAVES_ONE_FORM
}


def _of_two_classes(call: Call) -> bool:
    return "positive" in call.parameters


def _given(call: Call, form: ArraysForm) -> tuple[tuple[Any, ...], dict[str, Any], Any]:
    """What stands before the records, what is given by name, and arrays for the records."""
    given = arguments(call) | OVERRIDDEN.get(call.name, {})
    for name in form.records:
        given.pop(name)
    before = tuple(given.pop(name) for name in list(call.parameters)[: form.at])
    if form.readers[0] is au.PairedScores:
        return before, given, (COLUMNS,)
    return before, given, tuple(COLUMNS.values())[: len(form.records)]


def _records(form: ArraysForm) -> tuple[Any, ...]:
    if form.readers[0] is au.PairedScores:
        return (BOTH,)
    return tuple(BOTH) if len(form.records) == 2 else (ONE,)


def assert_same(one: Any, two: Any) -> None:
    """The same values in all fields, bit by bit: both forms do the same computation."""
    assert type(one) is type(two)
    if is_dataclass(one):
        for field in fields(one):
            assert_same(getattr(one, field.name), getattr(two, field.name))
    elif isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, two)
    elif isinstance(one, tuple | list):
        assert len(one) == len(two)
        for each, other in zip(one, two, strict=True):
            assert_same(each, other)
    elif isinstance(one, Mapping):
        assert_same(list(one.items()), list(two.items()))
    elif isinstance(one, float):
        assert one == two or (np.isnan(one) and np.isnan(two))
    elif not callable(one):
        assert pickle.dumps(one) == pickle.dumps(two)


@pytest.mark.parametrize("name", FORMS)
def test_arrays_and_records_give_the_same_result(name: str) -> None:
    call, form = FORMS[name]
    before, given, columns = _given(call, form)
    usual = call.function(*before, *_records(form), **given)
    assert_same(call.function(*before, LABELS, *columns, **given, positive="ill"), usual)
    named = dict(zip(("labels", *form.columns), (LABELS, *columns), strict=True))
    assert_same(call.function(*before, **named, **given, positive="ill"), usual)


@pytest.mark.parametrize("name", [n for n, c in OF_ARRAYS.items() if _of_two_classes(c)])
def test_records_in_the_place_of_arrays_give_the_same_result(name: str) -> None:
    call = OF_ARRAYS[name]
    given = {n: v for n, v in arguments(call).items() if n not in ("labels", "scores")}
    usual = call.function(LABELS, FIRST, positive="ill", **given)
    assert_same(call.function(ONE, **given), usual)
    with pytest.raises(OptionError, match="already built; positive"):
        call.function(ONE, positive="ill", **given)
    with pytest.raises(OptionError, match="already built; scores"):
        call.function(ONE, FIRST, **given)
    with pytest.raises(ArgumentError, match="choose one by its name: data\\['first'\\]"):
        call.function(BOTH, **given)
    with pytest.raises(ScoreError, match="there are no scores"):
        call.function(LABELS, **given)


def test_functions_of_several_classes_take_their_records() -> None:
    data = au.datasets.load_wine_classes()
    one = data[data.names[0]]
    for function in (au.estimates.hand_till_auc, au.estimates.one_vs_rest_auc):
        labels = np.array(one.classes)[one.observations.codes]
        assert function(one) == function(labels, one.values.T, classes=one.classes)


def test_every_function_of_scores_has_both_forms() -> None:
    assert len(FORMS) > 60
    assert {"delong_test", "delong_joint_test", "noninferiority_test", "test"} <= set(FORMS)
    assert len(OF_ARRAYS) > 12


@for_each("name", FORMS)
def test_the_signature_and_the_docstring_tell_of_both_forms(name: str) -> None:
    call, form = FORMS[name]
    parameters = inspect.signature(call.function).parameters
    assert set(form.reading) <= set(parameters)
    assert parameters["positive"].kind is inspect.Parameter.KEYWORD_ONLY
    assert form.usage in (inspect.getdoc(call.function) or "")


TEST: Callable[..., Any] = au.inference.auc.delong_test
INTERVAL: Callable[..., Any] = au.inference.auc.delong_interval


def test_options_of_reading_are_those_of_from_arrays() -> None:
    weights = np.arange(SIZE) % 3 + 1
    built = au.PairedScores.from_arrays(LABELS, COLUMNS, positive="ill", frequency_weights=weights)
    arrays = (LABELS, FIRST, SECOND)
    assert_same(TEST(*arrays, positive="ill", frequency_weights=weights), TEST(*built))
    groups = np.arange(SIZE) // 4
    built = au.PairedScores.from_arrays(LABELS, COLUMNS, positive="ill", groups=groups)
    assert_same(TEST(*arrays, positive="ill", groups=groups), TEST(*built))
    for lower, named in (
        (True, ("first", "second")),
        (["second"], ("second",)),
        ("first", ("first",)),
    ):
        built = au.PairedScores.from_arrays(LABELS, COLUMNS, positive="ill", lower=named)
        assert_same(TEST(*arrays, positive="ill", lower=lower), TEST(*built))
    gap = FIRST.copy()
    gap[3] = np.nan
    with pytest.raises(ScoreError, match="must not be missing; column 'first'"):
        TEST(LABELS, gap, SECOND, positive="ill")
    assert TEST(LABELS, gap, SECOND, positive="ill", missing="drop").first_value > 0.5


def test_series_name_the_classifiers() -> None:
    forest, tree = pd.Series(FIRST, name="forest"), pl.Series("tree", SECOND)
    found = TEST(Y, forest, tree)
    assert (found.first, found.second) == ("forest", "tree")
    found = TEST(Y, forest, SECOND)
    assert (found.first, found.second) == ("forest", "second")
    found = TEST(Y, forest, pd.Series(SECOND, name="forest"))
    assert (found.first, found.second) == ("first", "second")
    assert INTERVAL(Y, forest).name == "forest"
    assert INTERVAL(Y, FIRST).name == "scores"
    assert au.compare(Y, forest).names == ("forest",)


def test_a_frame_of_scores_is_a_mapping() -> None:
    joint: Callable[..., Any] = au.inference.auc.delong_joint_test
    for frame in (pd.DataFrame(COLUMNS), pl.DataFrame(COLUMNS)):
        assert_same(joint(Y, frame), joint(Y, COLUMNS))
        assert_same(joint(Y, frame, lower=True), joint(Y, COLUMNS, lower=["first", "second"]))
    with pytest.raises(ScoreError, match="column 'y' of the scores has the labels"):
        joint(Y, pd.DataFrame({**COLUMNS, "y": Y}))
    with pytest.raises(ScoreError, match="name them: "):
        joint(Y, FIRST)


def test_arrays_of_the_same_call_are_paired() -> None:
    assert TEST(Y, FIRST, SECOND).design == "paired"
    assert TEST(Y, FIRST, SECOND, paired=False).design == "unpaired"


REFUSED: list[tuple[Callable[[], Any], type[AucurateError], str]] = [
    (lambda: TEST(Y, FIRST), ArgumentError, "there is no second.*delong_test\\(labels, first, "),
    (lambda: TEST(BOTH["first"]), ArgumentError, "delong_test\\(\\) needs second"),
    (lambda: TEST(Y, FIRST, SECOND, 0.9), ArgumentError, "first and second by position; 3 were"),
    (lambda: TEST(Y, *BOTH), ArgumentError, "first is Scores.*leave the labels out"),
    (lambda: TEST(*BOTH, positive=1), ArgumentError, "positive is for a call with arrays"),
    (lambda: INTERVAL(data=ONE, scores=FIRST), ArgumentError, "scores is for a call with arrays"),
    (lambda: TEST(BOTH["first"], SECOND), OptionError, "call delong_test\\(labels, first, second"),
    (lambda: TEST(first=FIRST, second=SECOND), OptionError, "first must be Scores.*call delong_t"),
    (lambda: TEST(FIRST, SECOND, labels=Y), ArgumentError, "two values for labels"),
    (lambda: TEST(FIRST, Y, SECOND), LabelError, "are the two swapped"),
    (lambda: TEST("scores.csv", FIRST), OptionError, "read_scores\\("),
    (lambda: INTERVAL(pd.DataFrame(COLUMNS), FIRST), OptionError, "then delong_interval\\(data"),
    (lambda: INTERVAL(Y, COLUMNS), ScoreError, "such as scores\\[.forest.\\]; compare takes"),
    (lambda: INTERVAL(Y, pd.DataFrame(COLUMNS)), ScoreError, "take one column, such as scores"),
    (lambda: au.auc("scores.csv"), ScoreError, "then data\\[.forest.\\]"),
    (lambda: INTERVAL(Y, [FIRST, SECOND]), ScoreError, "give one vector of scores"),
    (lambda: INTERVAL(Y, np.stack([1 - FIRST, FIRST], 1)), ScoreError, "predict_proba's two"),
    (lambda: INTERVAL(Y, FIRST.astype(str)), ScoreError, "scores.astype\\(float\\)"),
    (lambda: INTERVAL(np.arange(SIZE) % 3, FIRST), LabelError, "several classes use multiclass"),
    (lambda: INTERVAL(BOTH), OptionError, "choose one by its name: data\\['first'\\]"),
    (lambda: au.auc(au.datasets.load_breast_cancer_folds()), ArgumentError, "FoldScores cannot"),
]


@for_each(("call", "kind", "words"), REFUSED)
def test_a_wrong_call_is_told_the_right_one(
    call: Callable[[], Any], kind: type[AucurateError], words: str
) -> None:
    with pytest.raises(kind, match=f"(?s){words}"):
        call()
