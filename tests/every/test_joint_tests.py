"""The contract of every joint test: what joins JOINT_TESTS keeps these promises."""

import json
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.scores import PairedScores
from aucurate.inference.methods import JOINT_TESTS
from aucurate.results import JointTest

RNG = np.random.default_rng(0)


def _noise(size: int, share: float, decimals: int, shifts: tuple[float, ...]) -> Any:
    labels = RNG.permutation(np.arange(size) < share * size)
    common = RNG.normal(size=size)
    return labels, [(common + RNG.normal(size=size) + s * labels).round(decimals) for s in shifts]


CASES: dict[str, tuple[Any, list[Any]]] = {
    "three": _noise(80, 0.5, 6, (1.0, 0.5, 0.7)),
    "two": _noise(80, 0.5, 6, (1.0, 0.5)),
    "six with ties": _noise(120, 0.3, 0, (0.2, 0.4, 0.6, 0.8, 1.0, 1.2)),
    "few positives": _noise(60, 0.1, 1, (0.5, 1.0, 0.2)),
    "far apart": _noise(60, 0.5, 3, (3.0, -3.0)),
}
CASES["one of them twice"] = (CASES["three"][0], [*CASES["three"][1], CASES["three"][1][0]])
CASES["all the same"] = (CASES["three"][0], [CASES["three"][1][0]] * 3)
METHODS = pytest.mark.parametrize("method", JOINT_TESTS)
EVERY = for_each("case", CASES)


def _run(
    method: str, case: str, *, rows: Any = ..., columns: Any = None, transform: Any = None
) -> JointTest:
    labels, scores = CASES[case]
    if transform is not None:
        scores = [transform(s) for s in scores]
    order = range(len(scores)) if columns is None else columns
    named = {f"c{k}": np.asarray(scores[k])[rows] for k in order}
    found: JointTest = JOINT_TESTS[method](
        PairedScores.from_arrays(np.asarray(labels)[rows], named)
    )
    return found


def _near(first: JointTest, second: JointTest) -> None:
    assert second.statistic == pytest.approx(first.statistic, rel=1e-9, abs=1e-12)
    assert second.p_value == pytest.approx(first.p_value, rel=1e-8)
    assert second.degrees_of_freedom == first.degrees_of_freedom


@METHODS
@EVERY
def test_the_evidence_is_in_range(method: str, case: str) -> None:
    found = _run(method, case)
    assert 0 <= found.p_value <= 1
    assert found.statistic >= 0
    assert 0 <= found.degrees_of_freedom <= len(found.names) - 1
    assert found.names == tuple(f"c{k}" for k in range(len(CASES[case][1])))


@METHODS
def test_classifiers_that_are_all_the_same_do_not_differ(method: str) -> None:
    found = _run(method, "all the same")
    assert (found.p_value, found.statistic) == (1.0, 0.0)


@METHODS
@EVERY
def test_the_order_of_the_classifiers_changes_nothing(method: str, case: str) -> None:
    order = list(range(len(CASES[case][1])))
    for turned in (order[::-1], order[1:] + order[:1]):
        _near(_run(method, case), _run(method, case, columns=turned))


@METHODS
@EVERY
def test_the_order_of_the_rows_changes_nothing(method: str, case: str) -> None:
    rows = np.random.default_rng(1).permutation(len(CASES[case][0]))
    assert _run(method, case, rows=rows).to_dict() == _run(method, case).to_dict()


@METHODS
@EVERY
@for_each(
    "transform",
    [keeping_ties(np.exp), lambda s: 3 * s - 2, lambda s: np.unique(s, return_inverse=True)[1]],
    ids=["exp", "affine", "rank"],
)
def test_a_monotone_transformation_changes_nothing(method: str, case: str, transform: Any) -> None:
    assert _run(method, case, transform=transform).to_dict() == _run(method, case).to_dict()


@METHODS
@EVERY
def test_turning_every_classifier_round_changes_nothing(method: str, case: str) -> None:
    _near(_run(method, case), _run(method, case, transform=np.negative))


@METHODS
@EVERY
def test_the_result_survives_json_and_is_frozen_and_plain(method: str, case: str) -> None:
    found = _run(method, case)
    assert JointTest.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False))) == found
    with pytest.raises(FrozenInstanceError):
        found.p_value = 0.0  # type: ignore[misc]
    for field in fields(found):
        assert type(getattr(found, field.name)).__module__ == "builtins"
    for number in (found.statistic, found.degrees_of_freedom, found.p_value):
        assert type(number) is float


@METHODS
@EVERY
def test_the_result_reads_as_a_sentence(method: str, case: str) -> None:
    text = str(_run(method, case))
    assert text.startswith("Null hypothesis: all AUCs are equal; chi-square ")
    assert " df, p " in text
