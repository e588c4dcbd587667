"""Weights: scikit-learn's numbers come out, and what cannot be a weight is refused."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.weights import Weights
from aucurate.errors import InputError, LabelError, OptionError
from aucurate.estimates import auc, average_precision, partial_auc
from aucurate.inference.auc import delong_interval

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
SKLEARN: list[dict[str, Any]] = json.loads((GOLD / "sklearn" / "weights.json").read_text())["rows"]

LABELS = [0, 0, 1, 1, 0, 1]
SCORES = [0.1, 0.4, 0.35, 0.8, 0.5, 0.4]


@for_each("row", SKLEARN, ids=lambda row: f"{row['name']} {row['which']} {row['kind']}")
def test_the_numbers_of_scikit_learn_with_sample_weight(row: dict[str, Any]) -> None:
    data = DATA[row["name"]]
    given: Any = {"labels": data["y"], "scores": data[row["which"]], "positive": 1}
    given[f"{row['kind']}_weights"] = row["weights"]
    assert auc(**given) == pytest.approx(row["auc"], rel=1e-12)
    assert average_precision(**given) == pytest.approx(row["average_precision"], rel=1e-12)
    partial = partial_auc(**given, specificity=(0.7, 1), corrected=True)
    assert partial == pytest.approx(row["partial_auc"], rel=1e-11)


def test_the_reference_value_of_the_project() -> None:
    assert auc(LABELS, SCORES, sampling_weights=[1, 2, 1, 3, 0.5, 1]) == pytest.approx(
        0.7714285714285714, rel=1e-15
    )


@for_each("scale", [1e-300, 1e-3, 7.0, 1e300], ids=str)
def test_only_ratios_of_sampling_weights_matter(scale: float) -> None:
    weights = np.array([1.0, 2, 1, 3, 0.5, 1])
    data = au.Scores.from_arrays(LABELS, SCORES, sampling_weights=weights * scale)
    plain = au.Scores.from_arrays(LABELS, SCORES, sampling_weights=weights)
    ours, theirs = delong_interval(data), delong_interval(plain)
    assert ours.value == pytest.approx(theirs.value, rel=1e-14)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-12)


def test_one_row_with_nearly_all_the_weight_is_worth_one_observation() -> None:
    rng = np.random.default_rng(3)
    labels, scores = np.arange(60) % 2, rng.normal(size=60)
    weights = np.ones(60)
    weights[0] = 1e300
    data = au.Scores.from_arrays(labels, scores, sampling_weights=weights)
    assert data.observations.effective_sizes == pytest.approx((30, 1))
    both = {"a": scores, "b": scores + rng.normal(size=60)}
    study = au.compare(labels, both, sampling_weights=weights)
    assert [math.isnan(estimate.standard_error) for estimate in study.estimates] == [True, True]
    assert study.tests[0].result.p_value == 1
    alone = au.compare([0, *[1] * 59], both)
    assert study.tests[0].result.method == alone.tests[0].result.method


@pytest.mark.parametrize(
    ("kind", "weights", "error", "message"),
    [
        ("frequency", [1, 2, 1.5, 1, 1, 1], InputError, r"whole numbers; row 2 has 1\.5"),
        ("frequency", [1, -1, 1, 1, 1, 1], InputError, "0 or more; row 1 has -1"),
        ("sampling", [1, 1, np.inf, 1, 1, 1], InputError, "0 or more; row 2 has inf"),
        ("sampling", [1, np.nan, 1, 1, 1, 1], InputError, "row 1"),
        ("sampling", [1, "a", 1, 1, 1, 1], InputError, "must be numbers"),
        ("frequency", [2**50] * 6, InputError, "at most"),
        ("sampling", [0, 0, 1, 1, 0, 1], LabelError, "after dropping the rows with weight 0"),
        ("sampling", [0] * 6, LabelError, "no observation is left"),
    ],
)
def test_what_cannot_be_a_weight_is_refused(
    kind: str, weights: list[Any], error: type[Exception], message: str
) -> None:
    given: dict[str, Any] = {f"{kind}_weights": weights}
    with pytest.raises(error, match=message):
        au.Scores.from_arrays(LABELS, SCORES, **given)


def test_both_kinds_together_are_refused() -> None:
    with pytest.raises(OptionError, match="frequency weights and sampling weights"):
        au.compare(LABELS, {"a": SCORES}, frequency_weights=[1] * 6, sampling_weights=[0.5] * 6)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_sums_of_weights_are_exact_whatever_their_order(scale: float) -> None:
    rng = np.random.default_rng(5)
    values = rng.lognormal(sigma=3, size=1000)
    rows = rng.random(1000) < 0.3
    classes = rows, ~rows
    weights = Weights.of_classes("sampling", values * scale, classes)
    for some in classes:
        expected = math.fsum(weights.values[some])
        assert weights.total(some) == pytest.approx(expected, rel=1e-15)
    assert weights.total() == pytest.approx(math.fsum(weights.values), rel=1e-15)
    order = rng.permutation(1000)
    again = Weights.of_classes("sampling", (values * scale)[order], (rows[order], ~rows[order]))
    assert (again.total(), again.total(rows[order])) == (weights.total(), weights.total(rows))
    assert again.whole.tolist() == weights.whole[order].tolist()


def test_a_class_with_very_little_of_the_weight_keeps_its_precision() -> None:
    rows = np.array([True, True, False, False])
    weights = Weights.of_classes("sampling", np.array([1e-290, 3e-290, 1.0, 2.0]), (rows, ~rows))
    first, second = weights.whole[:2].tolist()
    assert second / first == pytest.approx(3.0, rel=1e-15)
    assert weights.total(rows) / weights.total(~rows) == pytest.approx(4e-290 / 3, rel=1e-14)


def test_no_rows_have_no_weight() -> None:
    rows = np.array([True, False])
    weights = Weights.of_classes("sampling", np.array([1.0, 2.5]), (rows, ~rows))
    assert weights.total(np.array([False, False])) == 0
