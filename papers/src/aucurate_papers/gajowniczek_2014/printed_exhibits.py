"""What needs nothing but the paper: Tables 1 and 2, Figures 1 and 2, Table 5 from Table 4.

Table 1
-------
The classification matrix, and the two rates that eqs. 1 and 2 make of it.

The paper has no numbers here. They are those of its ten observations: at each score of Table 2 the
four cells are counted by eq. 3 (positive where x >= u), and the rates by eqs. 1 and 2 stand beside
those of :func:`~aucurate.estimates.thresholds.operating_point.operating_point`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from aucurate.data.scores import Scores
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.formatting import count, number
from aucurate.plots import RocDisplay
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.gajowniczek_2014 import claims
from aucurate_papers.gajowniczek_2014.claims import made, table_5_comes_out
from aucurate_papers.gajowniczek_2014.printed import PRINTED_LEFT, PRINTED_SIZES, PRINTED_TABLE_2
from aucurate_papers.gajowniczek_2014.recomputing import (
    Recomputed,
    best_reading,
    possible_counts,
    readings,
    recomputed,
    table_5_areas,
    table_5_readings,
    table_5_recomputed,
)
from aucurate_papers.gajowniczek_2014.worked_example import (
    EQUAL,
    THE_EXAMPLE,
    figure_1,
    figure_2,
    table_2,
    variants,
    worked_curve,
)
from aucurate_papers.gajowniczek_2014.worked_example import claims as claims_of_figure_2
from aucurate_papers.running import Made, Run, drawing, provenance_of

# What needs nothing but the paper: Table 2, Figures 1 and 2, and Table 5 from its own Table 4.


PRINTED = "the tables of the paper"


def run_table_2(run: Run) -> Made:
    """Table 2 from its scores and labels."""
    table = table_2()
    same = table.columns["as_printed"]
    return made(
        "table 2",
        state=claims.as_printed(same),
        shown=(table,),
        verdict=(f"Of {len(same)} rows, {sum(map(bool, same))} come out as printed.",),
        provenance=provenance_of(run, source=THE_EXAMPLE, method="counts", n_observations=10),
    )


def run_figure_1(run: Run) -> Made:
    """The curve of Table 2."""
    table, curve = figure_1(), worked_curve()
    same = table.columns["as_printed"][1:]
    return made(
        "figure 1",
        state=claims.as_printed(same),
        shown=(table,),
        verdict=(
            "The text that we have lacks the figure; it is drawn from Table 2. "
            f"Of the {len(same)} points that Table 2 prints, {sum(map(bool, same))} are those of "
            f"our curve. The area under it, which the paper does not give, is "
            f"{number(curve.auc, 2)}.",
        ),
        provenance=provenance_of(run, source=THE_EXAMPLE, method="counts", n_observations=10),
        figures={"gajowniczek-2014-figure-1": drawing(RocDisplay({"Table 2": curve}))},
    )


def run_figure_2(run: Run) -> Made:
    """Curves from no discrimination to perfect."""
    held = claims_of_figure_2(variants())
    return made(
        "figure 2",
        state=claims.follows(held),
        shown=(figure_2(),),
        verdict=(
            "What the text says of the figure is checked on curves of ours: from the binormal "
            "formula (eq. 5) with a = 0, 1, 2 and b = 1, and the perfect one from two "
            "observations.",
            *(f"{'Holds' if good else 'Fails'}: {claim}." for claim, good in held.items()),
        ),
        differs="The text that we have lacks the figure. It says that two possible variants are "
        f"shown; ours draws {len(variants())}, chosen by us.",
        provenance=provenance_of(run, source="formulas", method="binormal curves"),
        figures={"gajowniczek-2014-figure-2": drawing(RocDisplay(variants()))},
    )


def run_table_5(run: Run) -> Made:
    """Table 5 from the paper's own areas."""
    rows = recomputed()
    return made(
        "table 5",
        state=claims.of_table_5(rows),
        shown=(table_5_recomputed(), table_5_areas(), table_5_readings()),
        verdict=(
            table_5_comes_out(),
            "The seven digits of the printed areas do not fix the last of the eight of a p-value; "
            "so the five areas are sought together, within their rounding, that give all ten. The "
            "two kinds of area differ for C&RT alone.",
        ),
        differs="" if claims.of_table_5(rows) == "exact" else "No areas within rounding give all.",
        caveats=(
            _class_sizes(rows),
            caveat(Kind.SHARED_OBSERVATIONS, "equation_11"),
        ),
        provenance=provenance_of(run, source=PRINTED, method="unpaired z, eqs. 11 to 13"),
    )


def _class_sizes(rows: Sequence[Recomputed]) -> Caveat:
    """How the class sizes were inferred, and what the words of the paper would give."""
    counts, best, n = possible_counts(), best_reading(), PRINTED_SIZES["validation half"]
    out = sum(all(reading.comes_out) for reading in readings())
    first = rows[0]
    return caveat(
        Kind.CLASS_SIZES,
        size=f"{n:,}",
        left=f"{PRINTED_LEFT}",
        fewest=f"{counts[0]:,}",
        most=f"{counts[-1]:,}",
        readings=len(readings()),
        out=out,
        best_left=f"{best.left:,}",
        first_size=f"{best.n_first:,}",
        by_words=f"{n - best.left:,}",
        first=first.first,
        second=first.second,
        literal=number(first.literal, 4),
        printed=number(first.printed, 4),
    )


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
        int(point.true_positives),
        int(point.false_negatives),
        int(point.false_positives),
        int(point.true_negatives),
    )
