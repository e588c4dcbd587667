"""The weight vectors that cannot be told from a chosen one."""

import math
from dataclasses import replace

import numpy as np
import pytest

from aucurate.data.class_folds import ClassFoldScores
from aucurate.errors import OptionError
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.class_operating_points import (
    ClassOperatingPoints,
    class_operating_points,
)
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.folds.class_rates import errors_of
from aucurate.inference.folds.distinguishable import indistinguishable_points
from aucurate.inference.folds.distinguishing_size import (
    ClassDistinguishingSize,
    class_distinguishing_size,
    distinguishing_size,
)
from aucurate.inference.folds.operating_point_test import operating_point_test

CLASSES = ("a", "b", "c")


def drawn(size: int = 300, points: int = 30) -> ClassOperatingPoints:
    codes = np.arange(size) % 3
    rng = np.random.default_rng(7)
    odds = rng.normal(size=(size, 3)) + 1.5 * np.eye(3)[codes]
    data = ClassFoldScores.from_arrays(
        np.array(CLASSES)[codes], np.exp(odds), folds=np.arange(size) // 3 % 10, name="bayes"
    )
    return class_operating_points(data, [[1, 1, 1], *rng.dirichlet([9, 9, 9], points - 1)])


POINTS = drawn()
FOUND = indistinguishable_points(POINTS, 0)


def test_the_set_is_where_no_class_error_rejects() -> None:
    p = {
        (at, rate): operating_point_test(POINTS, at, 0, rate=rate).p_value
        for at in range(1, len(POINTS))
        for rate in POINTS.rates
    }
    expected = [
        at for at in range(1, len(POINTS)) if all(p[at, rate] > 0.05 for rate in POINTS.rates)
    ]
    assert FOUND.points == tuple(expected)
    assert 0 < len(expected) < len(POINTS) - 1
    assert set(FOUND.points) == set.intersection(*(set(FOUND.points_by(r)) for r in FOUND.rates))
    contrast = FOUND.contrast(3, "error of b").comparison
    assert contrast.p_value == pytest.approx(p[3, "error of b"], rel=1e-12)


def test_more_observations_tell_more_points_apart() -> None:
    larger = indistinguishable_points(drawn(6000), 0)
    assert len(larger.points) < len(FOUND.points)


def test_a_correction_and_a_confidence() -> None:
    found = indistinguishable_points(POINTS, 0, correction="holm", confidence=0.9)
    assert set(found.points) >= set(FOUND.points)
    assert [c.adjusted_p_value for c in found.contrasts] == list(
        holm([c.comparison.p_value for c in FOUND.contrasts])
    )
    one, wide = found.contrasts[4].comparison, FOUND.contrasts[4].comparison
    assert one.interval.confidence == 0.9
    alone = operating_point_test(POINTS, 5, 0, rate="error of a", confidence=0.9)
    assert one == replace(alone, caveats=())
    assert one.interval.high - one.interval.low < wide.interval.high - wide.interval.low


def test_it_survives_json_and_says_what_it_found() -> None:
    plain = FOUND.to_dict()  # compared as text, where NaN is equal to NaN
    assert ClassPointSet.from_dict(plain).to_dict() == plain
    assert str(FOUND) == (
        f"bayes: of 29 other operating points, {len(FOUND.points)} cannot be told from point 0 by "
        "error of a, error of b and error of c at level 0.05 (not adjusted)"
    )
    assert FOUND.weights[0] == (1.0, 1.0, 1.0)
    assert {c.kind for c in FOUND.caveats} >= {"not_adjusted", "overlapping_training_sets"}


def test_statuses_and_smallest_p_values_are_those_of_the_contrasts() -> None:
    statuses = FOUND.statuses(len(POINTS))
    assert statuses[0] == "chosen"
    assert [at for at, one in enumerate(statuses) if one == "not distinguishable"] == [
        *FOUND.points
    ]
    smallest = FOUND.smallest_p_values(len(POINTS))
    assert math.isnan(smallest[0])
    for at in range(1, len(POINTS)):
        assert smallest[at] == min(FOUND.contrast(at, r).adjusted_p_value for r in FOUND.rates)
        assert (smallest[at] <= 0.05) == (statuses[at] == "distinguishable")


def test_sizes_count_the_observations_of_every_class() -> None:
    test = operating_point_test(POINTS, 4, 0, rate="error of a")
    size = class_distinguishing_size(test, counts={"a": 100, "b": 100, "c": 50}, n_folds=10)
    plain = distinguishing_size(test, n_positive=100, n_negative=50, n_folds=10)
    assert (size.factor, size.attained_power) == (plain.factor, plain.attained_power)
    assert size.n_observations == (plain.n_positive, plain.n_positive, plain.n_negative)
    assert FOUND.contrast(4, "error of a").size == class_distinguishing_size(
        test, counts=dict.fromkeys(CLASSES, 100), n_folds=10
    )
    assert ClassDistinguishingSize.from_dict(size.to_dict()) == size
    small = class_distinguishing_size(
        test, counts=dict.fromkeys(CLASSES, 10), n_folds=10, difference=test.standard_error / 2
    )
    assert "times as many" in str(small)
    assert str(small).endswith("observations of 3 classes.")
    with pytest.raises(OptionError, match="power must lie"):
        class_distinguishing_size(test, counts={"a": 1}, n_folds=10, power=2)


def test_a_rate_that_hardly_any_fold_has_is_not_tested() -> None:
    codes = np.array([0, 1, 2, 0, 1, 0, 1, 0, 1])
    scores = np.random.default_rng(1).random((9, 3))
    data = ClassFoldScores.from_arrays(codes, scores, folds=[0, 0, 0, 1, 1, 2, 2, 3, 3])
    points = class_operating_points(data, [[1, 1, 1], [1, 2, 1], [1, 9, 1]])
    found = indistinguishable_points(points, 0)
    assert found.not_tested == (1, 2)
    assert found.points == ()
    assert found.statuses(3) == ["chosen", "not tested", "not tested"]
    told = {c.kind: c.message for c in found.caveats}
    assert "point 1 (error of 2) and point 2 (error of 2)" in told["not_tested"]


def test_errors_of_many_classes_are_not_listed() -> None:
    names = [f"digit {at}" for at in range(7)]
    scores = np.random.default_rng(1).random((70, 7))
    data = ClassFoldScores.from_arrays(names * 10, scores, folds=np.arange(70) // 7)
    found = indistinguishable_points(class_operating_points(data, np.eye(7) + 0.1), 0)
    assert "by the errors of 7 classes at level" in str(found)
    some = indistinguishable_points(
        class_operating_points(data, np.eye(7) + 0.1), 0, rates=errors_of(names)[:2]
    )
    assert "by error of digit 0 and error of digit 1 at" in str(some)
