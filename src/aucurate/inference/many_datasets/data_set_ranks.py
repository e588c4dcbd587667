"""Ranks of algorithms within each data set: 1 for the best, ties share their average."""

import numpy as np
from numpy.typing import NDArray

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.inference.core.near_ties import average_ranks, resolution_of, snapped


def data_set_ranks(table: ResultsTable) -> NDArray[np.float64]:
    """A row of ranks per data set. Values that differ only by rounding are tied.

    >>> table = ResultsTable.from_arrays({"a": [0.9, 0.8], "b": [0.7, 0.8], "c": [0.8, 0.9]})
    >>> data_set_ranks(table).tolist()
    [[1.0, 3.0, 2.0], [2.5, 2.5, 1.0]]
    """
    sign = -1.0 if table.better == "higher" else 1.0
    rows = [average_ranks(snapped(sign * row, resolution_of(row))) for row in table.values]
    return np.array(rows)


def mean_ranks(table: ResultsTable) -> NDArray[np.float64]:
    """The average rank of each algorithm over the data sets."""
    means: NDArray[np.float64] = data_set_ranks(table).mean(axis=0)
    return means


def require_several(table: ResultsTable) -> None:
    """One data set says nothing about the next one."""
    if len(table.datasets) < 2:
        raise OptionError(
            "a test over data sets needs two or more of them; there is 1.",
            hint="on one data set compare the scores themselves, with compare.",
        )
