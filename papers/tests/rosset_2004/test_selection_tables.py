import numpy as np
import pytest

from aucurate_papers.rosset_2004.printed_selection import PRINTED_NAIVE_BAYES
from aucurate_papers.rosset_2004.selection import Selections
from aucurate_papers.rosset_2004.selection_runs import figures_of
from aucurate_papers.rosset_2004.selection_spread import margin_of
from aucurate_papers.rosset_2004.selection_tables import (
    differs_of,
    figure_table,
    judged_better,
    state_of,
    tie_table,
    true_table,
    verdict_of,
)


def made(error: float, auc: float, errors: tuple[float, float], runs: int = 40) -> Selections:
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
        (made(80, 97, (33.5, 27.5)), "same finding, other numbers"),
        (made(97, 80, (33.5, 27.5)), "not reproduced"),
        (made(80, 97, (27.5, 33.5)), "not reproduced"),
    ],
)
def test_state_follows_the_numbers(selections: Selections, state: str) -> None:
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 20)
    assert state_of(figures, selections, 100, 20) == state
    assert differs_of(figures, selections, (33.5, 27.5)).startswith("Outside our runs")


def test_state_within_simulation_error() -> None:
    selections = made(80, 97, (33.5, 27.5))
    figures = [one for one in figures_of(selections, PRINTED_NAIVE_BAYES, 20) if one.inside]
    assert state_of(figures, selections, 100, 20) == "within simulation error"
    assert differs_of(figures, selections, (33.5, 27.5)) == ""


def test_one_run_decides_nothing() -> None:
    selections = made(80, 97, (33.5, 27.5), runs=1)
    figures = figures_of(selections, PRINTED_NAIVE_BAYES, 20)
    assert state_of(figures, selections, 100, 20) == "not reproduced"
    assert "too few runs" in differs_of(figures, selections, (33.5, 27.5))


def test_margin_is_by_training_set() -> None:
    selections = made(80, 97, (33.5, 27.5))
    gaps = selections.won[:, 0, 1] - selections.won[:, 0, 0]
    margin = margin_of(selections)
    assert margin.mean == pytest.approx(gaps.mean())
    assert margin.standard_error == pytest.approx(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    words = " ".join(verdict_of([], selections, (90.05, 98.6)))
    assert "ahead by" in words


def test_tables_hold_what_they_show() -> None:
    selections = made(80, 97, (33.5, 27.5))
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
