"""The tables of a study over folds: every cell stands below its own heading."""

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.datasets import load_breast_cancer_folds
from aucurate.study.folds import folds

VALUES = FoldValues.from_arrays(
    {
        "low": np.arange(60, 70) / 100,
        "high": np.array([71, 79, 73, 76, 72, 78, 74, 75, 77, 70]) / 100,
    },
    quantity="AUC",
    design="left-out folds",
    n_train=90,
    n_test=10,
)


def test_summaries_show_each_number_in_its_column() -> None:
    table = folds(VALUES).table("algorithms")
    assert table.header[:2] == ("algorithm", "mean")
    assert table.header[-3:] == ("SD over folds", "lowest", "highest")
    rows = {row[0]: row for row in table.rows}
    assert [name for name, *_ in table.rows] == ["high", "low"]
    assert (rows["low"][1], *rows["low"][-2:]) == ("0.645", "0.600", "0.690")
    assert (rows["high"][1], *rows["high"][-2:]) == ("0.745", "0.700", "0.790")
    for name in ("smallest", "largest", "mean", "low", "high"):
        assert len(table.columns[name]) == 2
    low, high = table.columns["smallest"], table.columns["largest"]
    assert (low, high) == ((0.7, 0.6), (0.79, 0.69))


def test_an_error_rate_over_all_observations_is_shown_beside_the_mean_of_folds() -> None:
    study = folds(load_breast_cancer_folds(), threshold=0.5)
    table = study.table("algorithms_error_rate")
    assert table.title.startswith("Error rate over all observations: 10-fold")
    assert table.header[1:4] == ("error rate", "95% CI", "mean of folds")
    assert any("has the lowest error rate, 0.074" in words for words in study.sentences())


def test_differences_show_first_less_second() -> None:
    study = folds(VALUES)
    table, (found,) = study.table("comparisons"), study.parts[0].comparisons
    assert table.rows[0][0] == f"{found.first} - {found.second}"
    assert table.rows[0][1] == f"{found.difference:.3f}"
