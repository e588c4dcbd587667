"""Results of algorithms on data sets: checked at the door."""

import numpy as np
import pytest

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
    with pytest.raises(OptionError, match="'log loss' is better cannot be guessed") as caught:
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
    with pytest.raises(TableError, match="do not say whose"):
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
    with pytest.raises(TableError, match="'iris' stands in two rows"):
        ResultsTable.from_arrays(VALUES, datasets=["iris", "wine", "iris"])
    with pytest.raises(TableError, match="2 names for 3 data sets"):
        ResultsTable.from_arrays(VALUES, datasets=["iris", "wine"])
    with pytest.raises(ScoreError, match="must be numbers"):
        ResultsTable.from_arrays({"a": ["high", "low"], "b": [0.5, 0.6]})


def test_an_unknown_algorithm_is_named_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="no algorithm named 'bayes'") as caught:
        ResultsTable.from_arrays(VALUES).column("bayes")
    assert caught.value.hint == "the algorithms are forest and tree."
