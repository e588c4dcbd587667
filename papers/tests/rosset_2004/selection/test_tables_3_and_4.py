from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aucurate_papers.rosset_2004.printed import PRINTED_NAIVE_BAYES
from aucurate_papers.rosset_2004.selection.criteria import (
    Design,
    Selections,
    margin_of,
    naive_bayes_world,
)
from aucurate_papers.rosset_2004.selection.tables_3_and_4 import (
    LevelRuns,
    VoteRuns,
    beside,
    differs_of,
    figure_table,
    figures_of,
    inside_words,
    judged_better,
    level_table,
    level_words,
    range_holds,
    runs_of,
    state_of,
    tie_table,
    true_table,
    verdict_of,
    vote_table,
    vote_words,
)
from aucurate_papers.running import Run, StoppedError


def selections_of(
    error: float, auc: float, errors: tuple[float, float], runs: int = 40
) -> Selections:
    """Runs of 20 training sets around these percentages."""
    rng = np.random.default_rng(0)
    sets = 20 * runs
    means = np.clip(np.array([error, auc, auc]) + rng.normal(size=(sets, 3)) * (8, 2, 2), 0, 100)
    return Selections(
        won=rng.binomial(100, means / 100)[:, None, :],
        tied=np.zeros((sets, 1, 3), int),
        errors=np.array(errors) / 100 + rng.normal(size=(sets, 2)) * 0.01,
        true_errors=np.tile(np.array(errors) / 100, (sets, 1)),
        true_aucs=np.tile([0.7, 0.8], (sets, 1)),
        test_sets=100,
    )


@pytest.mark.parametrize(
    ("selections", "state"),
    [
        (selections_of(80, 97, (33.5, 27.5)), "same finding, other numbers"),
        (selections_of(97, 80, (33.5, 27.5)), "not reproduced"),
        (selections_of(80, 97, (27.5, 33.5)), "not reproduced"),
    ],
)
def test_state_follows_the_numbers(selections: Selections, state: str) -> None:
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 20)
    assert state_of(figures, selections, 100, 20) == state
    assert differs_of(figures, selections, (33.5, 27.5)).startswith("Outside our runs")


def test_state_within_simulation_error() -> None:
    selections = selections_of(80, 97, (33.5, 27.5))
    figures = [one for one in figures_of(selections, PRINTED_NAIVE_BAYES, 20) if one.inside]
    assert state_of(figures, selections, 100, 20) == "within simulation error"
    assert differs_of(figures, selections, (33.5, 27.5)) == ""


def test_one_run_decides_nothing() -> None:
    selections = selections_of(80, 97, (33.5, 27.5), runs=1)
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 20)
    assert state_of(figures, selections, 100, 20) == "not reproduced"
    assert "too few runs" in differs_of(figures, selections, (33.5, 27.5))


def test_margin_is_by_training_set() -> None:
    selections = selections_of(80, 97, (33.5, 27.5))
    gaps = selections.won[:, 0, 1] - selections.won[:, 0, 0]
    margin = margin_of(selections)
    assert margin.mean == pytest.approx(gaps.mean())
    assert margin.standard_error == pytest.approx(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    words = " ".join(verdict_of([], selections, (90.05, 98.6)))
    assert "ahead by" in words


def test_tables_hold_what_they_show() -> None:
    selections = selections_of(80, 97, (33.5, 27.5))
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 20)
    shown = figure_table(figures, "title")
    assert shown.rows[0][2] == "90.05"
    for table in (
        shown,
        tie_table(selections, 100, 20),
        true_table(selections, ("first", "second")),
    ):
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(column) for column in table.columns.values()} == {len(table.rows)}
    assert judged_better(selections) == 800


TINY = Design(training_sets=2, training=60, test_sets=4, size=20, judged=50)


def counted_selections(won: list[list[int]], tied: list[list[int]]) -> Selections:
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
    selections = counted_selections(
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


def level_selections(error: int, auc: int, errors: tuple[float, float]) -> Selections:
    won = np.tile([error, auc, auc], (20, 1, 1))
    return Selections(
        won=won,
        tied=np.zeros_like(won),
        errors=np.tile(errors, (20, 1)),
        true_errors=np.tile(errors, (20, 1)),
        true_aucs=np.tile([0.7, 0.8], (20, 1)),
        test_sets=100,
    )


LEVELS_FOUND = (
    LevelRuns(0.05, 10, level_selections(87, 97, (0.34, 0.28))),
    LevelRuns(0.05, 5, level_selections(88, 98, (0.334, 0.275))),
    LevelRuns(0.001, None, level_selections(90, 88, (0.42, 0.35))),
)


def test_words_follow_the_margins() -> None:
    words = level_words(LEVELS_FOUND)
    assert "Of 3 settings the AUC is ahead in 2, by 10.0 to 10.0 points" in words
    assert "not ahead at the .999 quantile with no limit to the intervals." in words
    assert "Nearest to the printed error rates comes the .95 quantile with at most 5" in words


def test_a_row_per_setting_and_ours_is_marked() -> None:
    table = level_table(LEVELS_FOUND)
    assert [row[0] for row in table.rows] == [".95, ours", ".95", ".999"]
    assert table.columns["most"] == (10, 5, None)
    assert table.columns["margin"] == pytest.approx((10.0, 10.0, -2.0))


def vote_selections(won: int, tied: int, errors: tuple[float, float]) -> Selections:
    """Two runs of two training sets; in each run one has ten wins more."""
    by_error = np.array([won, won + 10, won, won + 10])
    counts = np.stack([by_error, np.full(4, 92), np.full(4, 92)], axis=1)[:, None, :]
    ties = np.zeros_like(counts)
    ties[:, 0, 0] = tied
    return Selections(
        won=counts,
        tied=ties,
        errors=np.tile(errors, (4, 1)),
        true_errors=np.tile(errors, (4, 1)),
        true_aucs=np.tile([0.77, 0.81], (4, 1)),
        test_sets=100,
    )


VOTES_FOUND = (
    VoteRuns((10, 50), 2, vote_selections(72, 8, (0.293, 0.263))),
    VoteRuns((11, 51), 2, vote_selections(64, 8, (0.285, 0.262))),
)


def spread(won: int, errors: tuple[float, float]) -> Selections:
    """Training sets on both sides of these wins and error rates, two ties each."""
    found = vote_selections(won - 5, 2, errors)
    return replace(found, errors=found.errors + 0.002 * np.array([[-1], [1], [-1], [1]]))


SPREAD = (
    VoteRuns((10, 50), 2, spread(90, (0.31, 0.24))),
    VoteRuns((11, 51), 2, spread(69, (0.285, 0.265))),
)


def test_numbers_with_ties_one_half_and_nothing() -> None:
    expected = (29.3, 26.3, 81, 77, 72, 1, 92)
    assert VOTES_FOUND[0].numbers == pytest.approx(expected)
    assert VOTES_FOUND[0].margin[0] == pytest.approx(11)


def test_words_name_every_reading_within_standard_errors() -> None:
    words = vote_words(SPREAD)
    assert "come 11 and 51 neighbours; within" in words
    assert words.endswith(
        "come 11 and 51 (ties one half, 70.0%) and 11 and 51 (ties nothing, 69.0%) neighbours."
    )
    none = vote_words(SPREAD[:1])
    assert none.count("none of these numbers of neighbours") == 2


def test_theirs_stand_above_ours() -> None:
    table = vote_table(VOTES_FOUND)
    assert table.columns["source"] == ("theirs", "ours", "ours")
    assert all(len(row) == len(table.header) for row in table.rows)
    assert {len(column) for column in table.columns.values()} == {3}
