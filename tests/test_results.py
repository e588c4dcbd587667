"""The records that every method returns."""

import json
import math
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aucurate
from aucurate.results import Caveat, Comparison, Estimate, Interval, JointTest, MethodTitle

INTERVAL = Interval(low=0.01, high=0.1737, confidence=0.95, method="DeLong")
CAVEAT = Caveat(kind="few_observations", message="Only 3 positive observations.")
ESTIMATE = Estimate(
    name="forest",
    quantity="AUC",
    value=0.9,
    standard_error=math.nan,
    interval=Interval(low=0.81, high=0.96, confidence=0.9, method="DeLong logit"),
    n_positive=1200,
    n_negative=7,
    method="DeLong",
    caveats=(CAVEAT,),
)
COMPARISON = Comparison(
    first="forest",
    second="tree",
    quantity="AUC",
    first_value=0.9,
    second_value=0.808,
    difference=0.092,
    standard_error=0.0417,
    interval=INTERVAL,
    null_difference=0.0,
    alternative="two-sided",
    statistic=2.206,
    degrees_of_freedom=math.inf,
    p_value=0.0274,
    method="DeLong",
    design="paired",
    caveats=(CAVEAT,),
)
JOINT = JointTest(
    names=("a", "b"),
    quantity="AUC",
    hypothesis="all AUCs are equal",
    statistic=2.534,
    degrees_of_freedom=2.0,
    p_value=0.2817,
    method="DeLong chi-square",
)
RECORDS: list[Any] = [INTERVAL, CAVEAT, ESTIMATE, COMPARISON, JOINT]


def test_a_comparison_is_the_sentence_of_the_paper() -> None:
    assert str(COMPARISON) == (
        "AUC difference 0.092 (95% CI 0.010 to 0.174), p = 0.027, DeLong test, paired"
    )


def test_a_comparison_says_what_was_asked_if_it_was_not_the_usual() -> None:
    asked = replace(COMPARISON, alternative="greater", null_difference=0.05, p_value=0.2)
    assert str(asked) == (
        "AUC difference 0.092 (95% CI 0.010 to 0.174), p = 0.200 against a difference of 0.050, "
        "alternative greater, DeLong test, paired"
    )


def test_a_test_against_a_value_says_the_estimate_and_the_value() -> None:
    alone = replace(COMPARISON, second="chance", second_value=0.5, design="one test set")
    alone = replace(alone, first_value=0.592)
    assert str(alone) == (
        "AUC 0.592 against 0.5: difference 0.092 (95% CI 0.010 to 0.174), p = 0.027, DeLong test"
    )
    asked = str(replace(alone, alternative="greater"))
    assert asked.endswith("p = 0.027, alternative greater, DeLong test")
    assert str(alone.reversed()).startswith("AUC 0.500 against 0.592: difference -0.092 (95% CI")


def test_the_other_records_are_sentences_too() -> None:
    assert str(INTERVAL) == "95% CI 0.010 to 0.174"
    assert str(CAVEAT) == "Only 3 positive observations."
    assert str(JOINT) == (
        "Null hypothesis: all AUCs are equal; chi-square 2.5340 on 2 df, p = 0.282, "
        "DeLong chi-square"
    )
    assert str(ESTIMATE) == (
        "forest: AUC 0.900 (90% CI 0.810 to 0.960), 1,200 positive and 7 negative, "
        "DeLong logit interval"
    )


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: type(r).__name__)
def test_repr_shows_every_field(record: Any) -> None:
    text = repr(record)
    for name in record.to_dict():
        assert f"{name}=" in text


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: type(r).__name__)
def test_records_are_frozen_and_take_keywords_only(record: Any) -> None:
    name = next(iter(record.to_dict()))
    with pytest.raises(FrozenInstanceError):
        setattr(record, name, None)
    with pytest.raises((AttributeError, TypeError)):
        record.something_else = 1
    with pytest.raises(TypeError):
        type(record)(*record.to_dict().values())


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: type(r).__name__)
def test_records_survive_json(record: Any) -> None:
    text = json.dumps(record.to_dict(), allow_nan=False)
    again = type(record).from_dict(json.loads(text))
    assert again.to_dict() == record.to_dict()
    assert type(again) is type(record)
    assert repr(again) == repr(record)


def test_infinities_and_nan_travel_as_text() -> None:
    assert COMPARISON.to_dict()["degrees_of_freedom"] == "Infinity"
    assert ESTIMATE.to_dict()["standard_error"] == "NaN"
    turned = replace(COMPARISON, statistic=-math.inf)
    assert turned.to_dict()["statistic"] == "-Infinity"
    assert Comparison.from_dict(turned.to_dict()) == turned
    assert math.isnan(Estimate.from_dict(ESTIMATE.to_dict()).standard_error)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_no_digit_is_lost_on_the_way(low: float, high: float) -> None:
    record = Interval(low=low, high=high, confidence=0.95, method="m")
    assert Interval.from_dict(json.loads(json.dumps(record.to_dict(), allow_nan=False))) == record


def test_whole_numbers_in_json_come_back_as_floats() -> None:
    data = {**INTERVAL.to_dict(), "low": 0, "high": 1}
    again = Interval.from_dict(data)
    assert type(again.low) is type(again.high) is float


def test_an_interval_holds_its_ends() -> None:
    for inside in (INTERVAL.low, 0.05, INTERVAL.high):
        assert inside in INTERVAL
    for outside in (0.0, 0.2, math.nan, -math.inf):
        assert outside not in INTERVAL


def test_a_narrow_interval_is_shown_with_more_digits() -> None:
    narrow = Interval(low=0.98121, high=0.98134, confidence=0.999, method="m")
    assert str(narrow) == "99.9% CI 0.98121 to 0.98134"


def test_reversing_tells_the_same_from_the_other_side() -> None:
    greater = replace(COMPARISON, alternative="greater", null_difference=0.01)
    other = greater.reversed()
    assert (other.first, other.second) == ("tree", "forest")
    assert (other.difference, other.statistic) == (-0.092, -2.206)
    assert (other.interval.low, other.interval.high) == (-0.1737, -0.01)
    assert (other.alternative, other.null_difference) == ("less", -0.01)
    assert other.p_value == greater.p_value
    assert other.reversed() == greater
    nothing = replace(COMPARISON, difference=0.0, statistic=0.0).reversed()
    assert math.copysign(1, nothing.difference) == 1
    assert math.copysign(1, nothing.null_difference) == 1


def test_a_record_takes_words_and_key_from_a_title() -> None:
    titled = replace(INTERVAL, method=MethodTitle("DeLong beta", "delong-beta"))
    assert (titled.method, titled.key) == ("DeLong beta", "delong-beta")
    assert type(titled.method) is str
    assert replace(titled, low=0.0).key == "delong-beta"
    assert pickle.loads(pickle.dumps(titled)) == titled


def test_records_of_older_files_have_no_key() -> None:
    for record in (INTERVAL, ESTIMATE, COMPARISON, JOINT):
        old = record.to_dict()
        for name in ("key", "bound"):
            old.pop(name, None)
        assert type(record).from_dict(old).key == ""


def test_the_repr_of_a_record_is_short_whatever_it_holds() -> None:
    study = aucurate.folds(aucurate.datasets.load_breast_cancer_folds())
    comparison = aucurate.compare(aucurate.datasets.load_breast_cancer(), margin=0.02)
    many = aucurate.rank(
        {name: np.linspace(0.1, 0.9, 200) ** at for at, name in enumerate("abc", 1)}
    )
    for record in (
        *study.parts, *comparison.tests, *comparison.margin_tests, *comparison.curves,
        *comparison.tables(), *many.pairs, *many.algorithms, many.provenance,
    ):  # fmt: skip
        assert len(repr(record)) < 1200, type(record).__name__
        assert repr(record).startswith(f"{type(record).__name__}(")
    assert "<200 of float>" in repr(many.algorithms[0])
