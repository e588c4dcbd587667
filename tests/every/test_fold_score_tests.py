"""The contract of every test of FOLD_TESTS, called as the study calls it, in every design."""

import json
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.folds.registry import FOLD_TESTS, FoldInput, named_test, recommended
from aucurate.results import Comparison, JointTest

RNG = np.random.default_rng(11)
LABELS = np.arange(60) % 2
WORTH = {"a": 0.8, "b": 1.3}
DISCRETE = ("wilcoxon", "sign", "sign-flip")


def _rows(models: int, kind: str) -> FoldScores:
    """So many models, or repeats of two or five folds, over the same sixty observations."""
    order = [np.arange(60) if kind == "fixed" else RNG.permutation(60) for _ in range(models)]
    who = np.concatenate(order)
    places = np.tile(np.arange(60), models)
    scores = {name: w * LABELS[who] + RNG.normal(size=len(who)) for name, w in WORTH.items()}
    return FoldScores.from_arrays(
        LABELS[who],
        scores,
        folds=np.repeat(np.arange(models), 60) if kind == "fixed" else places // (60 // int(kind)),
        repeats=None if kind == "fixed" else np.repeat(np.arange(models), 60),
        observations=who,
        n_train=48,
    )


DATA = {
    "left-out": _rows(1, "5"),
    "repeated": _rows(3, "5"),
    "5x2": _rows(5, "2"),
    "fixed": _rows(6, "fixed"),
}
INPUTS = {
    (design, quantity): FoldInput(
        data.aucs() if quantity == "AUC" else data.errors(threshold=0.5),
        data,
        None if quantity == "AUC" else 0.5,
    )
    for design, data in DATA.items()
    for quantity in ("AUC", "error rate")
}
CASES = [
    (name, *key)
    for key, given in INPUTS.items()
    for name, test in FOLD_TESTS.items()
    if test.can_run(given)
]
EVERY = pytest.mark.parametrize("name", FOLD_TESTS)
COMPARING = pytest.mark.parametrize(
    "name", [name for name, test in FOLD_TESTS.items() if test.has_interval]
)
WHERE_IT_RUNS = for_each(
    ("design", "quantity"), lambda name: [where for one, *where in CASES if one == name]
)


def _run(name: str, design: str, quantity: str, first: str = "a", **options: Any) -> Comparison:
    second = "b" if first == "a" else "a"
    found = FOLD_TESTS[name](INPUTS[design, quantity], first, second, **options)
    assert isinstance(found, Comparison)
    return found


def test_every_test_runs_somewhere() -> None:
    assert {name for name, _, _ in CASES} == set(FOLD_TESTS)


@EVERY
@WHERE_IT_RUNS
def test_the_result_names_its_design_and_survives_json(
    name: str, design: str, quantity: str
) -> None:
    found = FOLD_TESTS[name](INPUTS[design, quantity], "a", "b")
    assert found.caveats[0].kind == "valid_for"
    assert found.quantity == quantity
    assert 0 <= found.p_value <= 1
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    kind = Comparison if FOLD_TESTS[name].has_interval else JointTest
    assert isinstance(found, kind)
    assert kind.from_dict(plain).to_dict() == found.to_dict()


@COMPARING
@WHERE_IT_RUNS
def test_swapping_flips_the_sign(name: str, design: str, quantity: str) -> None:
    one, two = (_run(name, design, quantity, first) for first in "ab")
    assert two.difference == -one.difference
    assert two.p_value == pytest.approx(one.p_value, abs=1e-12)
    assert two.interval.low == pytest.approx(-one.interval.high, abs=1e-12)


@COMPARING
@WHERE_IT_RUNS
def test_one_sided_p_values_add_up(name: str, design: str, quantity: str) -> None:
    sides = {
        side: _run(name, design, quantity, alternative=side).p_value
        for side in ("less", "greater", "two-sided")
    }
    total = sides["less"] + sides["greater"]
    assert total >= 1 - 1e-12 if name in DISCRETE else total == pytest.approx(1)
    assert sides["two-sided"] == pytest.approx(min(1, 2 * min(sides["less"], sides["greater"])))


@COMPARING
@WHERE_IT_RUNS
def test_an_algorithm_does_not_differ_from_itself(name: str, design: str, quantity: str) -> None:
    found = FOLD_TESTS[name](INPUTS[design, quantity], "a", "a")
    assert isinstance(found, Comparison)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low < 0 < found.interval.high


@COMPARING
@WHERE_IT_RUNS
def test_the_interval_leaves_out_what_the_test_rejects(
    name: str, design: str, quantity: str
) -> None:
    interval = _run(name, design, quantity).interval
    for null in np.linspace(-0.4, 0.4, 33):
        p = _run(name, design, quantity, null_difference=float(null)).p_value
        if abs(p - 0.05) > 1e-6:
            assert (null in interval) == (p > 0.05)


@for_each(("design", "quantity"), INPUTS)
def test_the_recommended_test_holds_there(design: str, quantity: str) -> None:
    given = INPUTS[design, quantity]
    name = recommended(given)
    assert named_test(name, given).can_run(given)
    assert given.values.design in FOLD_TESTS[name].designs


def test_what_is_refused() -> None:
    given = INPUTS["left-out", "AUC"]
    with pytest.raises(OptionError, match="named 'z'"):
        named_test("z", given)
    with pytest.raises(UnsupportedError, match="cannot be used for AUC with left-out folds"):
        named_test("averaged-delong", given)
    alone = FoldInput(given.values)
    with pytest.raises(UnsupportedError, match="only values per fold are known"):
        named_test("delong", alone)
    with pytest.raises(UnsupportedError, match="only values per fold"):
        FOLD_TESTS["delong"](alone, "a", "b")
    errors = FoldInput(DATA["fixed"].errors(threshold=0.5), DATA["fixed"])
    with pytest.raises(OptionError, match="needs a threshold"):
        FOLD_TESTS["averaged-error"](errors, "a", "b")
