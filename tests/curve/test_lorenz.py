"""The Lorenz curve and the cumulative accuracy profile: both areas are 2 AUC - 1."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.curve.lorenz import lorenz_curve
from aucurate.estimates.auc import gini

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)
TABLE_2_LABELS = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
TABLE_2_SCORES = [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]


@settings(deadline=None)
@given(ROWS)
def test_both_areas_are_gini_exactly_with_ties(rows: list[tuple[bool, int]]) -> None:
    labels, scores = [r[0] for r in rows], [r[1] for r in rows]
    curve = lorenz_curve(labels, scores)
    exact = gini(labels, scores)
    assert abs(curve.gini - exact) < 1e-15
    assert curve.accuracy_ratio == curve.gini
    drawn = float(np.trapezoid(curve.negative_share - curve.positive_share, curve.negative_share))
    assert abs(2 * drawn - exact) < 1e-12
    above = float(np.trapezoid(curve.found_share - curve.looked_at_share, curve.looked_at_share))
    share = curve.n_positive / len(rows)
    assert abs(above / ((1 - share) / 2) - exact) < 1e-12


@settings(deadline=None)
@given(ROWS)
def test_points_are_the_shares_passed(rows: list[tuple[bool, int]]) -> None:
    curve = lorenz_curve([r[0] for r in rows], [r[1] for r in rows])
    for threshold, up, down in zip(
        curve.thresholds, curve.positive_share, curve.negative_share, strict=True
    ):
        assert round(up * curve.n_positive) == sum(y and s < threshold for y, s in rows)
        assert round(down * curve.n_negative) == sum(not y and s < threshold for y, s in rows)


def test_the_worked_example_of_the_paper() -> None:
    curve = lorenz_curve(TABLE_2_LABELS, TABLE_2_SCORES)
    assert curve.gini == (2 * 19 - 25) / 25  # 19 of 25 pairs are in order
    np.testing.assert_allclose(curve.negative_share[1:4], [0.2, 0.2, 0.4])
    np.testing.assert_allclose(curve.positive_share[1:4], [0, 0.2, 0.2])
    np.testing.assert_allclose(curve.found_share[:5], [0, 0.2, 0.4, 0.4, 0.6])
    np.testing.assert_allclose(curve.looked_at_share, np.arange(11) / 10)


def test_extremes() -> None:
    assert lorenz_curve([0, 1], [1, 2]).gini == 1
    assert lorenz_curve([0, 1], [2, 1]).gini == -1
    assert lorenz_curve([0, 1, 1], [3, 3, 3]).gini == 0
    assert lorenz_curve([0, 1], [2, 1], lower=True).accuracy_ratio == 1
