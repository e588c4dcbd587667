"""Which points of a long curve are kept, and the line that is drawn for it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from aucurate.curve.cost import IntendedUse
from aucurate.curve.roc import roc_curve, upper_hull
from aucurate.curve.thinning import _steps, drawn_line, kept_points
from aucurate.kernels.thinning import STEPS


def _counts(size: int, share: float = 0.3) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rng = np.random.default_rng(size)
    labels = rng.random(size) < share
    curve = roc_curve(labels, rng.normal(size=size) + labels)
    return curve.true_positives, curve.false_positives


def test_what_is_not_kept_can_be_left_out_beforehand() -> None:
    true, false = _counts(20_000)
    kept = kept_points(true, false)
    rng = np.random.default_rng(1)
    some = np.union1d(kept, rng.integers(0, len(true), 3000))
    assert some[kept_points(true[some], false[some])].tolist() == kept.tolist()


@pytest.mark.parametrize("share", [0.5, 0.0005])
def test_nothing_lies_farther_than_a_step_from_what_is_kept(share: float) -> None:
    true, false = _counts(200_000, share)
    kept = kept_points(true, false)
    assert kept[0] == 0
    assert kept[-1] == len(true) - 1
    assert len(kept) < 2.5 * STEPS
    along = true / true[-1] + false / false[-1]
    one = 1 / true[-1] + 1 / false[-1]
    assert np.max(np.diff(along[kept])) <= 2 / STEPS + one


def test_rates_near_0_are_told_to_a_twentieth_of_themselves() -> None:
    true, false = _counts(200_000)
    kept = kept_points(true, false)
    for counts in (false[kept], (true[-1] - true[kept])[::-1]):
        few = counts[(counts > 0) & (counts < 1000)].astype(float)
        assert few[0] == 1
        steps = np.diff(np.unique(few))
        assert np.all(steps <= np.maximum(1, 0.051 * np.unique(few)[1:] + 1))


def test_the_point_of_least_cost_is_kept_whatever_the_use() -> None:
    true, false = _counts(100_000)
    kept = kept_points(true, false)
    assert set(upper_hull(false, true).tolist()) <= set(kept.tolist())
    for ratio in (0.01, 1.0, 7.0, 300.0):
        use = IntendedUse(prevalence=0.05, false_negative_cost=ratio)
        assert use.prevalence is not None
        cost = (1 - use.prevalence) * false / false[-1]
        cost = cost + use.prevalence * ratio * (1 - true / true[-1])
        assert np.min(cost[kept]) == np.min(cost)


@settings(deadline=None, max_examples=60)
@given(
    steps=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=120),
    pieces=st.integers(1, 12),
)
def test_the_drawn_line_has_the_area_of_the_curve(
    steps: list[tuple[int, int]], pieces: int
) -> None:
    across, up = np.cumsum(np.array([(0, 0), *steps, (1, 1)]), axis=0).T
    x, y = across / across[-1], up / up[-1]
    line_x, line_y = drawn_line(x, y, steps=pieces)
    assert np.trapezoid(line_y, line_x) == pytest.approx(np.trapezoid(y, x), abs=1e-14)
    assert (line_x[0], line_y[0], line_x[-1], line_y[-1]) == (0, 0, 1, 1)
    assert np.all(np.diff(line_x) >= -1e-15)
    assert np.all(np.diff(line_y) >= -1e-15)
    assert len(line_x) <= max(len(x), 2 * (pieces + 2) + 1)


def test_no_point_of_a_long_curve_is_farther_from_the_line_than_a_step() -> None:
    true, false = _counts(300_000)
    x, y = false / false[-1], true / true[-1]
    line_x, line_y = drawn_line(x, y, steps=1000)
    # Along x + y, which grows on both, each is a function: how far apart are they at the same sum?
    sums = np.linspace(0, 2, 5001)
    apart = np.interp(sums, x + y, y) - np.interp(sums, line_x + line_y, line_y)
    assert np.max(np.abs(apart)) <= 2 / 1000


def test_steps_are_where_the_number_of_lines_below_changes() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        values = np.cumsum(rng.integers(0, 3, rng.integers(1, 12)))
        lines = np.sort(rng.integers(-2, 15, rng.integers(0, 8)))
        reached = [int((lines <= value).sum()) for value in values]
        passed = [int((lines < value).sum()) for value in values]
        assert _steps(lines, values, "left").tolist() == _changes(reached)
        assert _steps(lines, values, "right").tolist() == _changes(passed)


def _changes(counts: list[int]) -> list[int]:
    return [at for at in range(len(counts) - 1) if counts[at] != counts[at + 1]]
