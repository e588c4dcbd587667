"""The engine of every bootstrap: the loop, test sets in turn, what is left out, both endings."""

import math

import numpy as np
import pytest

from aucurate.errors import AucurateError, OptionError
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.resampling.intervals import Floats, Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import (
    Replicates,
    Rows,
    centred,
    draw,
    in_turn,
    usable,
    within_classes,
)
from aucurate.kernels import Progress

VALUES = np.random.default_rng(0).normal(0.3, 0.1, 999)
CONTEST = Contest("a", "b", 0.8, 0.5, 0.01, "paired", (), "number", 2.0)
QUESTION = Question("two-sided", 0.0, 0.95)


def _numbers() -> tuple[list[int], Rows]:
    sizes: list[int] = []

    def rows(size: int) -> Floats:
        start = sum(sizes)
        sizes.append(size)
        return np.arange(start, start + size, dtype=np.float64)

    return sizes, rows


def test_rows_are_drawn_in_blocks_and_the_callback_stops_them() -> None:
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        seen.append((done, total))
        return done < 8

    for progress, expected in ((None, [4, 4, 2]), (watch, [4, 4])):
        sizes, rows = _numbers()
        drawn = draw(rows, 10, block=4, progress=progress)
        assert sizes == expected
        assert drawn.tolist() == list(range(sum(expected)))
    assert seen == [(4, 10), (8, 10)]


def test_parts_are_drawn_in_turn_and_as_often_as_the_one_that_was_stopped() -> None:
    asked: list[tuple[int, bool]] = []

    def part(replicates: int, progress: Progress | None) -> Floats:
        asked.append((replicates, progress is not None))
        return draw(np.zeros, replicates, block=5, progress=progress)

    seen: list[tuple[int, int]] = []
    in_turn([part, part], 10, lambda done, total, what: seen.append((done, total)))
    assert seen == [(5, 20), (10, 20), (15, 20), (20, 20)]
    asked.clear()
    drawn = in_turn([part, part, part], 10, lambda done, _, what: done < 15)
    assert [len(each) for each in drawn] == [10, 5, 5]
    assert asked == [(10, True), (10, True), (5, False)]


def test_replicates_without_a_value_are_left_out_and_counted() -> None:
    there, found = usable(np.array([1.0, np.nan, 2.0]), 3)
    assert there.tolist() == [True, False, True]
    assert [c.kind for c in found] == ["replicates_without_a_class"]
    assert "1 of 3 replicates" in found[0].message
    rows, _ = usable(np.array([[1.0, 5.0], [np.nan, np.nan], [2.0, 5.0]]), 3)
    assert rows.tolist() == there.tolist()
    with pytest.raises(AucurateError, match="fewer than two of 2 replicates"):
        usable(np.array([1.0, np.nan]), 2)


def test_a_run_that_was_stopped_says_so_or_is_refused() -> None:
    _, found = usable(np.arange(150.0), 200)
    assert [c.kind for c in found] == ["stopped_early"]
    with pytest.raises(AucurateError, match="at least 100"):
        usable(np.arange(99.0), 200)


def test_draws_whatever_their_class_are_refused_where_they_mean_nothing() -> None:
    chosen = Resampling(replicates=7)
    assert within_classes(chosen) is chosen
    with pytest.raises(OptionError, match="within the classes"):
        within_classes(Resampling(stratified=False))


def _made(values: Floats, kind: Kind = "percentile", variance: float = 0.01) -> Replicates:
    return Replicates.of(
        0.3,
        values,
        kind,
        len(values),
        influences=lambda: [np.array([-1.0, 0.0, 1.0])],
        variance=lambda: variance,
    )


@pytest.mark.parametrize("kind", ["percentile", "basic", "bca"])
def test_a_comparison_is_the_interval_inverted(kind: Kind) -> None:
    found = _made(VALUES, kind).comparison(CONTEST, QUESTION)
    assert found.standard_error == pytest.approx(np.std(VALUES, ddof=1))
    assert found.statistic == pytest.approx(0.3 / np.std(VALUES, ddof=1))
    assert (0 in found.interval) == (found.p_value > 0.05)
    assert (found.quantity, found.design, found.first) == ("number", "paired", "a")


def test_equal_replicates_have_the_analytic_error_or_bound_nothing() -> None:
    equal = np.full(200, 0.3)
    assert _made(equal).comparison(CONTEST, QUESTION).standard_error == pytest.approx(0.1)
    unknown = _made(equal, variance=math.nan).comparison(CONTEST, QUESTION)
    assert (unknown.interval.low, unknown.interval.high) == (-2, 2)
    assert unknown.p_value == 1
    assert unknown.statistic == pytest.approx(0.3)
    assert math.isnan(unknown.standard_error)
    assert "no_variance" in {c.kind for c in unknown.caveats}


def test_influences_of_a_difference_are_subtracted_or_set_side_by_side() -> None:
    one, two = [np.array([1.0, 2.0, 6.0])], [np.array([0.0, 3.0, 0.0])]
    assert centred(one)[0].tolist() == [-2, -1, 3]
    assert centred(one, two, together=True)[0].tolist() == [-3, -1, 4]
    assert [each.tolist() for each in centred(one, two)] == [[-2, -1, 3], [-2, 1, 1]]
