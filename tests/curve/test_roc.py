"""The empirical ROC curve."""

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.curve import roc as hull_module
from aucurate.curve.roc import RocCurve, YoudenIndex, roc_curve, upper_hull, youden_index
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ScoreError
from aucurate.estimates.rates_at import sensitivity_at

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
SKLEARN: dict[str, Any] = json.loads((GOLD / "sklearn" / "roc.json").read_text())["binary"]
AS_SKLEARN = 1e-14
CASES = [(name, which) for name in DATA for which in ("a", "b")]


def _gold(name: str, which: str, kind: str) -> tuple[list[float], list[float], list[float]]:
    gold = SKLEARN[name][which][kind]
    return [float(t) for t in gold["thresholds"]], gold["fpr"], gold["tpr"]


def _points(curve: RocCurve) -> list[tuple[int, int]]:
    return list(zip(curve.false_positives.tolist(), curve.true_positives.tolist(), strict=True))


@for_each(("name", "which"), CASES)
def test_the_whole_curve_agrees_with_scikit_learn(name: str, which: str) -> None:
    curve = roc_curve(DATA[name]["y"], DATA[name][which])
    thresholds, fpr, tpr = _gold(name, which, "roc_curve_full")
    assert curve.thresholds.tolist() == thresholds
    np.testing.assert_allclose(curve.sensitivity, tpr, rtol=AS_SKLEARN)
    np.testing.assert_allclose(1 - curve.specificity, fpr, rtol=AS_SKLEARN, atol=AS_SKLEARN)


@for_each(("name", "which"), CASES)
def test_dropping_collinear_points_keeps_scikit_learns_line_with_fewer_points(
    name: str, which: str
) -> None:
    """scikit-learn drops the middle of equal steps only; we drop whatever lies on the line."""
    curve = roc_curve(DATA[name]["y"], DATA[name][which], drop_collinear=True)
    thresholds, fpr, tpr = _gold(name, which, "roc_curve_drop_intermediate")
    assert set(curve.thresholds.tolist()) <= set(thresholds)
    ours = dict(zip(curve.thresholds.tolist(), curve.sensitivity.tolist(), strict=True))
    theirs = dict(zip(thresholds, tpr, strict=True))
    for threshold, sensitivity in ours.items():
        assert sensitivity == pytest.approx(theirs[threshold], rel=AS_SKLEARN)
    area = np.trapezoid(tpr, fpr)
    assert curve.auc == pytest.approx(float(area), abs=1e-14)


@st.composite
def rows(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    scores = draw(st.lists(st.integers(0, 8), min_size=2, max_size=50))
    labels = draw(st.lists(st.integers(0, 1), min_size=len(scores), max_size=len(scores)))
    labels[0], labels[1] = 0, 1
    return labels, scores


@settings(deadline=None)
@given(rows())
def test_every_point_counts_the_scores_at_or_above_its_threshold(
    data: tuple[list[int], list[int]],
) -> None:
    labels, scores = np.array(data[0]), np.array(data[1])
    curve = roc_curve(labels, scores)
    assert curve.thresholds[0] == np.inf
    assert (np.diff(curve.thresholds[1:]) < 0).all()
    for threshold, (false, true) in zip(curve.thresholds, _points(curve), strict=True):
        assert true == ((scores >= threshold) & (labels == 1)).sum()
        assert false == ((scores >= threshold) & (labels == 0)).sum()
    assert _points(curve)[0] == (0, 0)
    assert _points(curve)[-1] == (curve.n_negative, curve.n_positive)
    assert len(curve) == len(set(data[1])) + 1


@settings(deadline=None)
@given(rows())
def test_dropping_collinear_points_leaves_only_turns_and_the_same_area(
    data: tuple[list[int], list[int]],
) -> None:
    whole, corners = roc_curve(*data), roc_curve(*data, drop_collinear=True)
    assert corners.auc == whole.auc
    assert set(_points(corners)) <= set(_points(whole))
    assert (corners.n_positive, corners.n_negative) == (whole.n_positive, whole.n_negative)
    points = _points(corners)
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, points[1:], points[2:], strict=False):
        assert (x1 - x0) * (y2 - y1) != (x2 - x1) * (y1 - y0)


@settings(deadline=None)
@given(rows())
def test_the_hull_lies_on_or_above_the_curve(data: tuple[list[int], list[int]]) -> None:
    curve = roc_curve(*data)
    hull = curve.hull()
    assert hull.auc >= max(curve.auc, 0.5)
    assert set(_points(hull)) <= set(_points(curve))
    assert hull.hull().thresholds.tolist() == hull.thresholds.tolist()


def test_curves_are_read_only() -> None:
    curve = roc_curve([0, 1, 0, 1], [1, 2, 3, 4])
    for each in (curve, curve.hull(), roc_curve([0, 1, 0, 1], [1, 2, 3, 4], drop_collinear=True)):
        for array in (each.thresholds, each.true_positives, each.false_positives):
            assert not array.flags.writeable


def test_thresholds_keep_the_precision_of_the_scores() -> None:
    assert roc_curve([0, 1], np.array([0.1, 0.2], np.float32)).thresholds.dtype == np.float32
    assert roc_curve([0, 1], [0.1, 0.2]).thresholds.dtype == np.float64
    assert roc_curve([0, 1], [False, True]).thresholds.tolist() == [np.inf, 1.0, 0.0]


def test_lower_scores_can_mean_more_positive() -> None:
    curve = roc_curve([1, 0, 0, 1], [1, 2, 3, 4], lower=True)
    assert curve.thresholds.tolist() == [-np.inf, 1, 2, 3, 4]  # positive at most there
    assert curve.auc == 0.5


def test_missing_scores_are_refused_or_dropped() -> None:
    with pytest.raises(ScoreError, match="row 0 is missing"):
        roc_curve([0, 1, 0], [np.nan, 1, 0])
    assert len(roc_curve([0, 1, 0], [np.nan, 1, 0], missing="drop")) == 3


def test_a_curve_counts_weights_and_passes_over_groups() -> None:
    labels, scores = [0, 1, 1, 0], [1, 2, 3, 3]
    weighted = ThresholdCounts.from_scores(
        Scores.from_arrays(labels, scores, sampling_weights=[10, 20, 30, 20])
    )
    assert (weighted.positives.tolist(), weighted.negatives.tolist()) == ([1.5, 1, 0], [1, 0, 0.5])
    repeated = ThresholdCounts.from_scores(
        Scores.from_arrays(labels, scores, frequency_weights=[1, 2, 3, 2])
    )
    assert (repeated.positives.tolist(), repeated.negatives.tolist()) == ([3, 2, 0], [2, 0, 1])
    grouped = ThresholdCounts.from_scores(Scores.from_arrays(labels, scores, groups=[1, 1, 2, 2]))
    assert (grouped.positives.tolist(), grouped.negatives.tolist()) == ([1, 1, 0], [1, 0, 1])


def test_a_table_of_ratings_is_a_curve() -> None:
    """Hanley and McNeil 1982: the CT rating table as it stands, in whole numbers."""
    counts = ThresholdCounts(
        thresholds=np.array([5, 4, 3, 2, 1]),
        positives=np.array([33, 11, 2, 2, 3]),
        negatives=np.array([2, 11, 6, 6, 33]),
    )
    curve = RocCurve.from_counts(counts)
    assert curve.thresholds.tolist() == [np.inf, 5, 4, 3, 2, 1]
    assert curve.auc == counts.auc == 1321 / 1479
    assert (curve.n_positive, curve.n_negative) == (51, 58)
    corners = RocCurve.from_counts(counts, drop_collinear=True)
    assert corners.thresholds.tolist() == [np.inf, 5, 4, 2, 1]  # ratings 3 and 2: 2 to 6 both


def test_a_rating_that_nobody_gave_is_no_point() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3.0, 2.0, 1.0]),
        positives=np.array([5, 0, 0]),
        negatives=np.array([0, 0, 5]),
    )
    for drop in (False, True):
        curve = RocCurve.from_counts(counts, drop_collinear=drop)
        assert curve.thresholds.tolist() == [np.inf, 3, 1]
        assert curve.auc == counts.auc == 1.0


def test_counts_beyond_2_to_the_31_keep_their_corners() -> None:
    big = 2**40
    counts = ThresholdCounts(
        thresholds=np.array([3.0, 2.0, 1.0]),
        positives=np.array([big, big, 2 * big]),
        negatives=np.array([big, big, big]),
    )
    curve = RocCurve.from_counts(counts, drop_collinear=True)
    assert curve.thresholds.tolist() == [np.inf, 2, 1]
    assert curve.auc == counts.auc
    assert curve.auc == (big * big + big * 3 * big + big * 6 * big) / (2 * 4 * big * 3 * big)


def test_the_worked_example_of_gajowniczek_2014_table_2() -> None:
    scores = [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]
    curve = roc_curve([1, 1, 0, 1, 1, 0, 0, 0, 1, 0], scores)
    assert curve.thresholds[1:].tolist() == scores
    assert curve.true_positives[1:].tolist() == [1, 2, 2, 3, 4, 4, 4, 4, 5, 5]
    assert curve.sensitivity[1:].tolist() == [0.2, 0.4, 0.4, 0.6, 0.8, 0.8, 0.8, 0.8, 1, 1]
    assert (5 - curve.false_positives[1:]).tolist() == [5, 5, 4, 4, 4, 3, 2, 1, 1, 0]
    assert curve.specificity[1:].tolist() == [1, 1, 0.8, 0.8, 0.8, 0.6, 0.4, 0.2, 0.2, 0]


@for_each("n", [7, 10, 20, 49, 100, 107])
def test_a_computed_rate_meets_the_step_that_it_means(n: int) -> None:
    rng = np.random.default_rng(n)
    labels = np.repeat([0, 1], [n, n + 3])
    scores = rng.normal(size=len(labels)) + labels
    curve = roc_curve(labels, scores)
    descending = np.sort(scores[labels == 0])[::-1]
    ascending = np.sort(scores[labels == 1])
    for k in range(1, n):
        height = float(np.mean(scores[labels == 1] > descending[k]))
        for rate in ((n - k) / n, 1 - k / n, np.linspace(0, 1, n + 1)[n - k]):
            assert curve.sensitivity_at(rate) == pytest.approx(height, abs=1e-12)
            found = sensitivity_at(labels, scores, specificity=float(rate))
            assert found == pytest.approx(height, abs=1e-12)
        spared = float(np.mean(scores[labels == 0] < ascending[k]))
        for rate in ((n + 3 - k) / (n + 3), 1 - k / (n + 3)):
            assert curve.specificity_at(rate) == pytest.approx(spared, abs=1e-12)


# The upper convex hull.


def _staircase(steps: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    xs, ys = [0], [0]
    for right, up in steps:
        xs.append(xs[-1] + right)
        ys.append(ys[-1] + up)
    return xs, ys


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25))
def test_the_hull_is_concave_above_all_points_and_made_of_them(
    steps: list[tuple[int, int]],
) -> None:
    xs, ys = _staircase(steps)
    hull = upper_hull(np.array(xs), np.array(ys)).tolist()
    assert hull == sorted(set(hull))
    corners = [(xs[i], ys[i]) for i in hull]
    assert corners[0] == (0, 0)
    assert corners[-1] == (xs[-1], ys[-1])
    for (x0, y0), (x1, y1), (x2, y2) in zip(corners, corners[1:], corners[2:], strict=False):
        assert (y1 - y0) * (x2 - x1) > (y2 - y1) * (x1 - x0)  # turns right, strictly
    for x, y in zip(xs, ys, strict=True):
        above = [
            Fraction(y0) + Fraction(y1 - y0, x1 - x0) * (x - x0) if x1 > x0 else Fraction(y1)
            for (x0, y0), (x1, y1) in itertools.pairwise(corners)
            if x0 <= x <= x1
        ]
        assert not above or y <= max(above)


def test_points_on_a_straight_edge_are_not_corners() -> None:
    assert upper_hull(np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3])).tolist() == [0, 3]
    assert upper_hull(np.array([0, 0, 0, 1, 2]), np.array([0, 1, 2, 2, 2])).tolist() == [0, 2, 4]


def test_a_curve_below_the_diagonal_has_the_diagonal_as_hull() -> None:
    assert upper_hull(np.array([0, 1, 2, 2]), np.array([0, 0, 0, 2])).tolist() == [0, 3]


def test_counts_far_beyond_64_bit_products_are_exact() -> None:
    big = 2**61
    assert upper_hull(np.array([0, big, 2 * big]), np.array([0, big, 2 * big])).tolist() == [0, 2]
    assert upper_hull(np.array([0, big, 2 * big]), np.array([0, big + 1, 2 * big])).tolist() == [
        0,
        1,
        2,
    ]


def _one_by_one(xs: list[int], ys: list[int]) -> list[int]:
    """Andrew's loop over all points."""
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if (xs[b] - xs[a]) * (ys[i] - ys[a]) < (ys[b] - ys[a]) * (xs[i] - xs[a]):
                break
            hull.pop()
        hull.append(i)
    return hull


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-2, 2)), max_size=40))
def test_what_is_left_out_beforehand_is_no_corner(steps: list[tuple[int, int]]) -> None:
    """Equal points and falling lines too; sorted by x, then y."""
    points = sorted(zip(*_staircase(steps), strict=True))
    x, y = np.array(points).T
    before, hull_module._MANY = hull_module._MANY, 2
    try:
        assert upper_hull(x, y).tolist() == _one_by_one(x.tolist(), y.tolist())
    finally:
        hull_module._MANY = before


def test_of_many_points_few_are_looked_at_one_by_one() -> None:
    rng = np.random.default_rng(3)
    up = rng.random(200_000) < np.linspace(0.9, 0.1, 200_000)
    x, y = np.cumsum(~up, dtype=np.int64), np.cumsum(up, dtype=np.int64)
    assert len(hull_module._candidates(x, y)) < 2000
    assert upper_hull(x, y).tolist() == _one_by_one(x.tolist(), y.tolist())
    huge = 2**40
    assert upper_hull(x * huge, y * huge).tolist() == upper_hull(x, y).tolist()
    assert upper_hull(x / 8, y / 8).tolist() == upper_hull(x, y).tolist()


# The Youden index: the maximum over every threshold, all ties given.


ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)


@settings(deadline=None)
@given(ROWS)
def test_it_is_the_maximum_and_every_threshold_that_reaches_it(
    rows: list[tuple[bool, int]],
) -> None:
    up, down = [s for y, s in rows if y], [s for y, s in rows if not y]
    heights = {}
    for threshold in (math.inf, *sorted({s for _, s in rows}, reverse=True)):
        true, false = sum(s >= threshold for s in up), sum(s >= threshold for s in down)
        heights[float(threshold)] = true * len(down) - false * len(up)
    best = max(heights.values())
    found = youden_index([r[0] for r in rows], [r[1] for r in rows])
    assert found.value == best / (len(up) * len(down))
    assert found.thresholds == tuple(t for t, height in heights.items() if height == best)
    for sensitivity, specificity in zip(found.sensitivities, found.specificities, strict=True):
        assert sensitivity + specificity - 1 == pytest.approx(found.value)


def test_the_worked_example_of_the_paper() -> None:
    labels = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
    scores = [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]
    found = youden_index(labels, scores)
    assert found == YoudenIndex(
        value=0.6, thresholds=(0.55,), sensitivities=(0.8,), specificities=(0.8,)
    )
    assert YoudenIndex.from_dict(found.to_dict()) == found


def test_a_useless_classifier_has_0_and_the_infinite_threshold_survives_json() -> None:
    found = youden_index([0, 1], [2, 1])
    assert found.value == 0
    assert list(found.thresholds) == [math.inf, 1]
    assert YoudenIndex.from_dict(found.to_dict()) == found
