from pathlib import Path

import numpy as np
import pytest

from aucurate_papers.rosset_2004.printed_selection import PRINTED_NAIVE_BAYES
from aucurate_papers.rosset_2004.selection import Design, Selections
from aucurate_papers.rosset_2004.selection_runs import (
    beside,
    figures_of,
    inside_words,
    range_holds,
    runs_of,
)
from aucurate_papers.rosset_2004.selection_worlds import naive_bayes_world
from aucurate_papers.running import Run, StoppedError

TINY = Design(training_sets=2, training=60, test_sets=4, size=20, judged=50)


def made(won: list[list[int]], tied: list[list[int]]) -> Selections:
    """Two training sets to a run, 100 test sets for each."""
    sets = len(won)
    return Selections(
        won=np.array(won)[:, None, :],
        tied=np.array(tied)[:, None, :],
        errors=np.tile([0.335, 0.275], (sets, 1)),
        true_errors=np.tile([0.33, 0.27], (sets, 1)),
        true_aucs=np.tile([0.7, 0.8], (sets, 1)),
        test_sets=100,
    )


def test_inside_gives_half_a_unit_of_the_last_digit() -> None:
    values = np.linspace(10, 20, 21)
    assert beside("", "", values, 20.4, 0).inside
    assert not beside("", "", values, 20.6, 0).inside
    assert not beside("", "", values, 20.4, 1).inside
    assert beside("", "", values, None, 0).inside is None


def test_few_runs_call_nothing_inside() -> None:
    few = beside("row", "", np.linspace(10, 20, 19), 15.0, 0)
    assert few.inside is None
    assert "no printed figure is called inside" in inside_words([few], "run")
    enough = beside("row", "", np.linspace(10, 20, 39), 15.0, 0)
    words = inside_words([enough], "run")
    assert "1 of 1 printed figures lie in the range of our 39 runs" in words
    assert words.endswith("with probability 0.950.")


def test_range_holds_a_further_run() -> None:
    runs = np.random.default_rng(0).random((20000, 20))
    first, last = runs[:, 0], runs[:, 1:]
    held = np.mean((last.min(axis=1) < first) & (first < last.max(axis=1)))
    assert held == pytest.approx(range_holds(19), abs=0.01)


def test_rank_is_two_sided() -> None:
    values = np.arange(1.0, 11)
    assert beside("", "", values, 5.0, 1).rank == 1.0
    assert beside("", "", values, 2.0, 1).rank == pytest.approx(0.4)
    assert beside("", "", values, 99.0, 1).rank == 0.0


def test_rows_of_a_run() -> None:
    """A tie counts one half: 99 wins and 1 tie are 99.5, and not better on all 100."""
    selections = made(
        [[80, 100, 100], [90, 99, 100], [70, 98, 99], [71, 100, 99]],
        [[4, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1]],
    )
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 2)
    by = {(one.row, one.criterion): one.mean for one in figures}
    assert by["average % m2 better", "error rate"] == pytest.approx((86 + 70.75) / 2)
    assert by["average % m2 better", "AUC"] == pytest.approx((99.75 + 99) / 2)
    assert by["minimum % m2 better", "error rate"] == pytest.approx((82 + 70) / 2)
    all_100 = "training sets with m2 better on all 100"
    assert by[all_100, "error rate"] == 0
    assert by[all_100, "AUC"] == 1
    assert by[all_100, "AUC, ties one half"] == 1
    assert by["error rate of m1, %", ""] == pytest.approx(33.5)
    assert {one.theirs for one in figures if one.criterion == "AUC, ties one half"} == {None}


def test_runs_are_kept_and_go_on(tmp_path: Path) -> None:
    told: list[int] = []

    def watch(done: int, total: int, what: str) -> bool:
        told.append(done)
        return done < 12

    def runs(run: Run) -> Selections:
        world = naive_bayes_world()
        return runs_of(run, "t", world, [(0, 1)], repeats=8, design=TINY, settings={})

    with pytest.raises(StoppedError):
        runs(Run(cache=tmp_path, watch=watch))
    assert told == list(range(13))
    told.clear()
    whole = runs(Run(cache=tmp_path, watch=lambda done, total, what: told.append(done)))
    assert told == list(range(10, 17))
    fresh = runs(Run(cache=tmp_path / "other"))
    assert whole.won.tolist() == fresh.won.tolist()
    assert len(whole.won) == 16
