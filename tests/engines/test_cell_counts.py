"""Scores counted in cells: bounds against the definition, and points of the curve."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.engines.cell_counts import NO_LEVELS, CellCounts, Levels, bounds_within
from aucurate.kernels.cells import CellMap, count_cells, no_cells

ROWS = 3000
Floats = NDArray[np.float64]


def _positive() -> NDArray[np.bool_]:
    return np.random.default_rng(0).random(ROWS) < 0.3


def _scores(kind: str) -> Floats:
    rng, positive = np.random.default_rng(1), _positive()
    values = rng.normal(size=ROWS) + positive
    made = {
        "continuous": values,
        "rounded": np.round(values, 1),
        "skewed": np.exp(40 * values),
        "constant": np.zeros(ROWS),
        "a frequent value": np.where(rng.random(ROWS) < 0.4, 0.0, values),
    }
    return made[kind]


def _counted(scores: Floats, cells: int) -> CellCounts:
    map = CellMap.of(scores[::7], cells, 8)
    counted = no_cells(map.size)
    count_cells(scores, _positive(), map, counted)
    return CellCounts.of_every_cell(counted)


KINDS = ("continuous", "rounded", "skewed", "constant", "a frequent value")


@pytest.mark.parametrize("kind", KINDS)
def test_the_bound_of_an_auc_holds_and_is_half_of_what_the_cells_leave_open(kind: str) -> None:
    scores, positive = _scores(kind), _positive()
    counts = _counted(scores, 40)
    exact = AucMoments.from_scores(Scores.from_arrays(positive, scores)).aucs[0]
    of_positives, _ = counts.middles()
    pairs = 2 * positive.sum() * (~positive).sum()
    middle = float(counts.cells["positives"] @ of_positives) / pairs
    assert abs(middle - exact) <= counts.most_off + 1e-15
    undecided = counts.cells[~counts.is_constant]
    won = int(undecided["positives"] @ undecided["negatives"])
    assert counts.most_off == pytest.approx(won / pairs, rel=1e-12)


def test_bounds_of_standard_errors_hold_whatever_the_order_within_cells() -> None:
    """The rows of each cell are put in many orders: no order leaves the bounds."""
    first, second = _scores("continuous"), _scores("a frequent value")
    positive, maps = _positive(), [CellMap.of(s, 12, 4) for s in (first, second)]
    counts = []
    for map, scores in zip(maps, (first, second), strict=True):
        counted = no_cells(map.size)
        count_cells(scores, positive, map, counted)
        counts.append(CellCounts.of_every_cell(counted))
    most = bounds_within(counts, 0.5)
    assert most is not None
    middles = [
        np.where(positive, *(_of_rows(each, map.of_scores(s), own) for own in (0, 1)))
        for each, map, s in zip(counts, maps, (first, second), strict=True)
    ]
    errors, apart = _standard_errors(middles, positive)
    rng, largest = np.random.default_rng(2), 0.0
    orders: dict[str, NDArray[Any]] = {"positives first": ~positive, "negatives first": positive}
    orders |= {f"order {at}": rng.random(ROWS) for at in range(10)}
    for order, shift in orders.items():
        data = {}
        for name, map, scores in zip("ab", maps, (first, second), strict=True):
            cells = map.of_scores(scores).astype(float)
            data[name] = np.where(scores == 0.0, cells, cells + 0.9 * shift)
        moments = AucMoments.from_scores(PairedScores.from_arrays(positive, data))
        for k in range(2):
            off = abs(np.sqrt(moments.covariance[k, k]) - errors[k])
            assert off <= most.error[k] + 1e-15, order
            largest = max(largest, off / most.error[k])
        difference = np.sqrt(moments.difference_variance[0, 1])
        assert abs(difference - apart) <= most.difference_error[0][1] + 1e-15, order
    assert largest > 0.01  # the bound is no formality


def _of_rows(counts: CellCounts, cells: NDArray[np.int64], own: int) -> Floats:
    at = np.searchsorted(counts.numbers, cells)
    return counts.middles()[own][at].astype(float)


def _standard_errors(doubled: list[Floats], positive: NDArray[np.bool_]) -> tuple[Floats, float]:
    """By the definition: the variances of the placements of each class over its size."""
    units = np.where(positive, 2 * (~positive).sum(), 2 * positive.sum())
    placed = [each / units for each in doubled]
    placed.append(placed[0] - placed[1])
    variances = [
        sum(each[own].var(ddof=1) / own.sum() for own in (positive, ~positive)) for each in placed
    ]
    return np.sqrt(variances[:2]), float(np.sqrt(variances[2]))


def test_a_tolerance_that_cells_do_not_reach_gives_no_bounds() -> None:
    counts = _counted(_scores("continuous"), 10)
    assert bounds_within([counts], counts.most_off * 0.99) is None
    assert bounds_within([counts], counts.most_off) is not None


def test_cells_of_one_score_leave_nothing_open() -> None:
    counts = _counted(_scores("constant"), 10)
    found = bounds_within([counts], 0.1)
    assert found is not None
    assert (found.auc, found.error, found.difference_error) == ((0.0,), (0.0,), ((0.0,),))


@pytest.mark.parametrize("kind", KINDS)
def test_points_at_the_edges_of_cells_are_on_the_curve(kind: str) -> None:
    scores = _scores(kind)
    counts = _counted(scores, 50)
    found = counts.edge_curve()
    assert found is not None
    whole = ThresholdCounts.from_scores(Scores.from_arrays(_positive(), scores))
    at = np.searchsorted(-whole.thresholds, -found.thresholds)
    assert np.array_equal(whole.thresholds[at], found.thresholds)
    assert np.array_equal(np.cumsum(whole.positives)[at], found.true_positives)
    assert np.array_equal(np.cumsum(whole.negatives)[at], found.false_positives)
    assert (found.true_positives[-1], found.false_positives[-1]) == counts.totals


@pytest.mark.parametrize("kind", KINDS)
def test_the_thinned_curve_is_that_of_a_sort(kind: str) -> None:
    """With the distinct scores of the cells that are wanted, and no others."""
    scores, positive = _scores(kind), _positive()
    counts = _counted(scores, 200)
    whole = ThresholdCounts.from_scores(Scores.from_arrays(positive, scores))
    lines = counts.lines()
    assert lines is not None
    wanted = counts.wanted(lines, ROWS)
    inside = np.zeros(len(whole.thresholds), np.bool_)
    for cell in counts.cells[wanted]:
        inside |= (whole.thresholds >= cell["low"]) & (whole.thresholds <= cell["high"])
    levels = Levels(whole.thresholds[inside], whole.positives[inside], whole.negatives[inside])
    found = counts.thinned(lines, wanted, levels, len(whole.thresholds))
    _, (expected,) = AucMoments.with_curves(Scores.from_arrays(positive, scores))
    assert expected is not None
    assert found.n_points == expected.n_points
    assert np.array_equal(found.thresholds, expected.thresholds)
    assert np.array_equal(found.true_positives, expected.true_positives)
    assert np.array_equal(found.false_positives, expected.false_positives)


def test_no_more_rows_are_wanted_than_may_be_fetched() -> None:
    counts = _counted(_scores("continuous"), 30)
    lines = counts.lines()
    assert lines is not None
    every, few = counts.wanted(lines, ROWS), counts.wanted(lines, 300)
    assert every.sum() > few.sum() > 0
    assert counts.rows[few].sum() <= 300
    assert not (few & ~every).any()
    assert len(NO_LEVELS.scores) == 0
