"""Table 1: the classification matrix, and the two rates that eqs. 1 and 2 make of it.

The paper has no numbers here. They are those of its ten observations: at each score of Table 2 the
four cells are counted by eq. 3 (positive where x >= u), and the rates by eqs. 1 and 2 stand beside
those of :func:`~aucurate.estimates.operating_point.operating_point`.
"""

import math
from typing import NamedTuple

from aucurate.data.scores import Scores
from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.formatting import count, number
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014 import claims
from aucurate_papers.gajowniczek_2014.making import made
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_2
from aucurate_papers.gajowniczek_2014.worked_example import EQUAL, THE_EXAMPLE
from aucurate_papers.running import Made, Run, provenance_of

THRESHOLD = 0.5
"""Where the matrix is shown: half of the range of a score."""


class Matrix(NamedTuple):
    """The cells of Table 1 at one threshold, counted by eq. 3."""

    true_positives: int
    false_negatives: int
    false_positives: int
    true_negatives: int

    @property
    def rates(self) -> tuple[float, float]:
        """Sensitivity and specificity by eqs. 1 and 2."""
        return (
            self.true_positives / (self.true_positives + self.false_negatives),
            self.true_negatives / (self.false_positives + self.true_negatives),
        )


def counted(threshold: float) -> Matrix:
    """The ten observations in the cells of Table 1.

    >>> counted(0.5)
    Matrix(true_positives=4, false_negatives=1, false_positives=1, true_negatives=4)
    """
    called = [(row[1] == 1, row[0] >= threshold) for row in PRINTED_TABLE_2]
    cells = ((True, True), (True, False), (False, True), (False, False))
    return Matrix(*(called.count(cell) for cell in cells))


def run_table_1(run: Run) -> Made:
    """Table 1 on the ten observations.

    **State.** "exact" where the four cells, and to rounding error sensitivity and specificity by
    eqs. 1 and 2, are those of this package at every threshold of Table 2; otherwise "not
    reproduced".
    """
    rates = rates_table()
    same = rates.columns["same"]
    return made(
        "table 1",
        state=claims.as_printed(same),
        shown=(_matrix_table(counted(THRESHOLD)), rates),
        verdict=(
            "Table 1 names the cells and has no numbers; ours are counted from the ten "
            f"observations of Table 2. Eqs. 1 and 2 give the sensitivity and specificity of this "
            f"package at {sum(map(bool, same))} of {count(len(same), 'threshold')}.",
        ),
        provenance=provenance_of(run, source=THE_EXAMPLE, method="eqs. 1 to 3", n_observations=10),
    )


def rates_table() -> Table:
    """The cells and both rates at every threshold of Table 2."""
    labels, values = ([row[at] for row in PRINTED_TABLE_2] for at in (1, 0))
    scores = Scores.from_arrays(labels, values)
    thresholds = tuple(float(value) for value in values)
    matrices = [counted(threshold) for threshold in thresholds]
    points = [operating_point(scores, threshold) for threshold in thresholds]
    theirs = [matrix.rates for matrix in matrices]
    ours = [(point.sensitivity, point.specificity) for point in points]
    same = tuple(
        matrix == _cells(point) and math.dist(matrix.rates, rates) < EQUAL
        for matrix, point, rates in zip(matrices, points, ours, strict=True)
    )
    return Table(
        name="table_1_rates",
        title="The cells of Table 1 and the rates of eqs. 1 and 2, at the thresholds of Table 2",
        header=(
            *("threshold", "TP", "FN", "FP", "TN"),
            *("sensitivity: by their formula", "ours", "specificity: by their formula", "ours"),
        ),
        rows=tuple(
            (number(u, 2), *map(str, row), *(number(v, 3) for v in (a[0], b[0], a[1], b[1])))
            for u, row, a, b in zip(thresholds, matrices, theirs, ours, strict=True)
        ),
        columns={
            "threshold": thresholds,
            **dict(zip(("TP", "FN", "FP", "TN"), zip(*matrices, strict=True), strict=True)),
            "sensitivity_by_formula": tuple(a[0] for a in theirs),
            "sensitivity": tuple(b[0] for b in ours),
            "specificity_by_formula": tuple(a[1] for a in theirs),
            "specificity": tuple(b[1] for b in ours),
            "same": same,
        },
    )


def _matrix_table(found: Matrix) -> Table:
    return Table(
        name="table_1",
        title="Table 1. The classification matrix; ours of the ten observations of Table 2, at "
        f"threshold {number(THRESHOLD, 1)}",
        header=("real value", "predicted positive", "predicted negative"),
        rows=(
            ("positive", f"TP = {found.true_positives}", f"FN = {found.false_negatives}"),
            ("negative", f"FP = {found.false_positives}", f"TN = {found.true_negatives}"),
        ),
        columns={
            "real_value": ("positive", "negative"),
            "predicted_positive": (found.true_positives, found.false_positives),
            "predicted_negative": (found.false_negatives, found.true_negatives),
        },
    )


def _cells(point: OperatingPoint) -> Matrix:
    return Matrix(
        point.true_positives, point.false_negatives, point.false_positives, point.true_negatives
    )
