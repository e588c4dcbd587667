"""Results of algorithms on data sets: checked at the door."""

from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.fold_values import FoldValues
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError, ScoreError, TableError

VALUES = {"forest": [0.9, 0.8, 0.7], "tree": [0.8, 0.85, 0.6]}


def test_values_are_copied_and_frozen() -> None:
    forest = np.array([0.9, 0.8])
    table = ResultsTable.from_arrays({"forest": forest, "tree": [0.8, 0.7]}, datasets=["x", "y"])
    forest[0] = 0.0
    assert table.values[0, 0] == 0.9
    assert not table.values.flags.writeable
    assert table.column("tree").tolist() == [0.8, 0.7]


@pytest.mark.parametrize(
    ("quantity", "better"), [("AUC", "higher"), ("accuracy", "higher"), ("Error", "lower")]
)
def test_the_direction_of_known_quantities_is_known(quantity: str, better: str) -> None:
    assert ResultsTable.from_arrays(VALUES, quantity=quantity).better == better


def test_any_other_direction_must_be_said() -> None:
    with pytest.raises(OptionError, match="a higher or a lower 'log loss' is better") as caught:
        ResultsTable.from_arrays(VALUES, quantity="log loss")
    assert "better='lower'" in caught.value.hint
    assert ResultsTable.from_arrays(VALUES, quantity="log loss", better="lower").better == "lower"
    with pytest.raises(OptionError, match="a lower AUC is not better"):
        ResultsTable.from_arrays(VALUES, better="lower")
    with pytest.raises(OptionError, match="better must be 'higher', 'lower' or None"):
        ResultsTable.from_arrays(VALUES, better="up")  # type: ignore[arg-type]


def test_missing_runs_are_refused_by_name() -> None:
    values = {"forest": [0.9, np.nan, 0.7], "tree": [0.8, 0.85, np.nan]}
    with pytest.raises(TableError) as caught:
        ResultsTable.from_arrays(values, datasets=["iris", "wine", "glass"])
    assert caught.value.message == "2 runs missing: forest on wine and tree on glass."
    assert "missing='drop'" in caught.value.hint


def test_missing_runs_drop_the_data_set_for_all_and_are_counted() -> None:
    values = {"forest": [0.9, None, 0.7], "tree": [0.8, 0.85, 0.6]}
    table = ResultsTable.from_arrays(values, datasets=["iris", "wine", "glass"], missing="drop")
    assert table.datasets == ("iris", "glass")
    assert table.dropped == ("wine",)
    assert table.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]


def test_a_table_without_any_complete_data_set_is_refused() -> None:
    with pytest.raises(TableError, match="no data set has a value for every algorithm"):
        ResultsTable.from_arrays({"a": [np.nan, 1.0], "b": [1.0, np.nan]}, missing="drop")
    with pytest.raises(OptionError, match="'refuse' or 'drop'"):
        ResultsTable.from_arrays(VALUES, missing="impute")  # type: ignore[arg-type]


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(TableError, match="need the names of"):
        ResultsTable.from_arrays(np.ones((3, 2)))  # type: ignore[arg-type]
    with pytest.raises(TableError, match="two algorithms have the same name"):
        ResultsTable.from_arrays({1: [0.5], "1": [0.6]})  # type: ignore[dict-item]
    with pytest.raises(TableError, match="no data set has"):
        ResultsTable.from_arrays({"a": [], "b": []})
    with pytest.raises(TableError, match="there is 1 algorithm"):
        ResultsTable.from_arrays({"a": [0.5]})
    with pytest.raises(TableError, match="different numbers of values: a 1 and b 2"):
        ResultsTable.from_arrays({"a": [0.5], "b": [0.5, 0.6]})
    with pytest.raises(TableError, match="finite; b on 2 is inf"):
        ResultsTable.from_arrays({"a": [0.5, 0.5], "b": [0.5, np.inf]})
    with pytest.raises(TableError, match="'iris' occurs in two rows"):
        ResultsTable.from_arrays(VALUES, datasets=["iris", "wine", "iris"])
    with pytest.raises(TableError, match="2 names for 3 data sets"):
        ResultsTable.from_arrays(VALUES, datasets=["iris", "wine"])
    with pytest.raises(ScoreError, match="must be numbers"):
        ResultsTable.from_arrays({"a": ["high", "low"], "b": [0.5, 0.6]})


def test_an_unknown_algorithm_is_named_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="no algorithm named 'bayes'") as caught:
        ResultsTable.from_arrays(VALUES).column("bayes")
    assert caught.value.hint == "the algorithms are forest and tree."


DATASETS = ["iris", "iris", "iris", "wine", "wine", "wine"]
OVER_FOLDS = {"forest": [0.9, 0.8, 0.7, 0.6, 0.7, 0.8], "tree": [0.8, 0.8, 0.5, 0.6, 0.6, 0.9]}


def test_folds_are_kept_and_their_means_are_the_values() -> None:
    table = ResultsTable.from_arrays(OVER_FOLDS, datasets=DATASETS, folds=[1, 2, 3] * 2)
    assert table.datasets == ("iris", "wine")
    assert table.values == pytest.approx(np.array([[0.8, 0.7], [0.7, 0.7]]))
    assert table.folds is not None
    iris = table.folds["iris"]
    assert iris.of("tree").tolist() == [0.8, 0.8, 0.5]
    assert (iris.design, iris.fold_names) == ("left-out folds", ("1", "2", "3"))
    assert iris.test_train_ratio == pytest.approx(1 / 2)
    assert (iris.lowest, iris.highest) == (0.0, 1.0)
    assert ResultsTable.from_arrays(VALUES).folds is None


def test_the_share_that_a_fold_tests_on_follows_from_its_repeat_or_is_said() -> None:
    def ratio(**said: Any) -> float | None:
        table = ResultsTable.from_arrays(
            {"a": [0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.2, 0.1, 0.5]},
            datasets=["iris"] * 4,
            **said,
        )
        assert table.folds is not None
        return table.folds["iris"].test_train_ratio

    assert ratio(folds=[1, 2, 3, 4]) == pytest.approx(1 / 3)
    assert ratio(folds=[1, 2, 1, 2], repeats=[1, 1, 2, 2]) == pytest.approx(1)
    assert ratio(folds=[1, 1, 1, 1], repeats=[1, 2, 3, 4]) is None
    assert ratio(folds=[1, 2, 3, 4], test_share=0.3) == pytest.approx(3 / 7)
    with pytest.raises(OptionError, match="test_share must lie between 0 and 1; it is 30"):
        ratio(folds=[1, 2, 3, 4], test_share=30)


def test_a_quantity_without_bounds_has_none_over_folds() -> None:
    asked: dict[str, Any] = {"datasets": ["iris"] * 2, "folds": [1, 2]}
    loss = {"a": [1.5, 2.5], "b": [0.5, 0.2]}
    table = ResultsTable.from_arrays(loss, quantity="log loss", better="lower", **asked)
    percent = ResultsTable.from_arrays({"a": [90, 80], "b": [70, 85]}, **asked)
    for found in (table, percent):
        assert found.folds is not None
        assert found.folds["iris"].highest == np.inf


def test_missing_runs_of_folds_are_refused_by_name_or_the_fold_is_dropped() -> None:
    values = OVER_FOLDS | {"tree": [0.8, np.nan, 0.5, np.nan, np.nan, np.nan]}
    with pytest.raises(TableError) as caught:
        ResultsTable.from_arrays(values, datasets=DATASETS, folds=[1, 2, 3] * 2)
    assert caught.value.message.startswith("4 runs missing: tree on fold 2 of iris, tree on fold 1")
    assert "leave these folds out" in caught.value.hint
    table = ResultsTable.from_arrays(values, datasets=DATASETS, folds=[1, 2, 3] * 2, missing="drop")
    assert (table.datasets, table.dropped) == (("iris",), ("wine",))
    assert table.values == pytest.approx(np.array([[0.8, 0.65]]))
    assert table.folds is not None
    assert table.folds["iris"].dropped == ("2",)
    assert table.folds["iris"].test_train_ratio == pytest.approx(1 / 2)  # of three folds, not two


def test_folds_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TableError, match="fold 1 of iris occurs in two rows") as caught:
        ResultsTable.from_arrays(OVER_FOLDS, datasets=DATASETS, folds=[1, 1, 2, 1, 2, 3])
    assert "repeat" in caught.value.hint
    with pytest.raises(TableError, match="folds has 2 names for 6 values"):
        ResultsTable.from_arrays(OVER_FOLDS, datasets=DATASETS, folds=[1, 2])
    with pytest.raises(TableError, match="folds need the names of the data sets"):
        ResultsTable.from_arrays(OVER_FOLDS, folds=[1, 2, 3] * 2)
    with pytest.raises(OptionError, match="test_share refers to folds, but there are none"):
        ResultsTable.from_arrays(VALUES, test_share=0.1)


def test_fold_values_of_each_data_set_make_a_table() -> None:
    def folds(**values: list[float]) -> FoldValues:
        return FoldValues.from_arrays(values, quantity="error rate", design="random splits")

    data = {"iris": folds(a=[0.1, 0.2], b=[0.3, 0.4]), "wine": folds(b=[0.2, 0.2], a=[0.4, 0.2])}
    table = ResultsTable.from_folds(data)
    assert (table.algorithms, table.better) == (("a", "b"), "lower")
    assert table.values == pytest.approx(np.array([[0.15, 0.35], [0.3, 0.2]]))
    with pytest.raises(TableError, match="'wine' has different algorithms"):
        ResultsTable.from_folds(data | {"wine": folds(a=[0.1, 0.2], c=[0.1, 0.2])})
    with pytest.raises(TableError, match="there is 1 algorithm"):
        ResultsTable.from_folds({"iris": folds(a=[0.1, 0.2])})
    with pytest.raises(TableError, match="there are no data sets"):
        ResultsTable.from_folds({})


@for_each(
    ("quantity", "values", "words"),
    [
        ("AUC", {"forest": [0.9, 1.7e3], "tree": [0.8, 0.7]}, "'forest' has the AUC 1700 on wine"),
        ("error", {"forest": [0.1, -0.2], "tree": [0.2, 0.1]}, "'forest' has the error -0.2"),
        ("accuracy", {"forest": [91.0, 83.5], "tree": [0.8, 0.7]}, "look like percentages"),
    ],
)
def test_what_cannot_be_a_share_or_a_percentage_is_refused(
    quantity: str, values: dict[str, list[float]], words: str
) -> None:
    with pytest.raises(TableError, match=words):
        ResultsTable.from_arrays(values, datasets=["iris", "wine"], quantity=quantity)
    with pytest.raises(TableError, match=words.replace(" on wine", "")):
        ResultsTable.from_arrays(values, datasets=["iris", "iris"], folds=[1, 2], quantity=quantity)
    other = ResultsTable.from_arrays(values, quantity="score", better="higher")
    assert other.algorithms == ("forest", "tree")


def test_percentages_are_as_good_as_shares() -> None:
    values = {"forest": [91.0, 83.5], "tree": [0.9, 70.0]}
    assert ResultsTable.from_arrays(values, quantity="accuracy").values[1, 0] == 83.5
    small = {"forest": [0.4, 0.9], "tree": [12.0, 3.0]}
    assert ResultsTable.from_arrays(small, quantity="error").values[0, 0] == 0.4
