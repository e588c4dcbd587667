"""Table 2 and Figures 1 and 2: how a curve is drawn, and what curves can look like.

Figure 2
--------
What curves can look like, from no discrimination to perfect.

The text that we have lacks the figure. It says that two possible variants are shown; ours draws
four, chosen here: binormal curves with intercepts 0, 1 and 2 and slope 1, and the curve of two
observations in the right order. What the text says of the figure is checked on them.
"""

import math
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from aucurate.curve.protocol import Curve
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.estimates.fits.binormal import BinormalCurve
from aucurate.formatting import number, threshold_words
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_2

# Table 2 and Figure 1: the ten observations on which the paper shows how a curve is drawn.


_COLUMNS = ("TP", "TP+FN", "SE", "TN", "TN+FP", "SP", "1-SP")
_COUNTS = ("TP", "TP+FN", "TN", "TN+FP")
_AT = tuple(enumerate(_COLUMNS, start=2))  # where each stands in a printed row
THE_EXAMPLE = "the ten observations of Table 2"
EQUAL = 1e-12  # fifths in floating point


def worked_curve() -> RocCurve:
    """The curve of the ten observations, from their scores and labels alone.

    >>> worked_curve().auc
    0.76
    """
    labels = [row[1] for row in PRINTED_TABLE_2]
    return roc_curve(labels, [row[0] for row in PRINTED_TABLE_2])


def table_2() -> Table:
    """The columns of Table 2 computed, and whether each row is what the paper prints."""
    rows = tuple(zip(*_computed(worked_curve()).values(), strict=True))
    given = tuple(row[:2] for row in PRINTED_TABLE_2)
    same = tuple(ours == row[2:] for ours, row in zip(rows, PRINTED_TABLE_2, strict=True))
    columns = dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True))
    return Table(
        name="table_2",
        title="Table 2. A curve of ten observations: ours, and whether the paper prints the same",
        header=("observation", "score", "label", *_COLUMNS, "as printed"),
        rows=tuple(
            (str(at), number(score, 2), str(label), *_cells(row), "yes" if good else "no")
            for at, (score, label), row, good in zip(
                range(1, len(given) + 1), given, rows, same, strict=True
            )
        ),
        columns={
            "observation": tuple(range(1, len(given) + 1)),
            "score": tuple(score for score, _ in given),
            "label": tuple(label for _, label in given),
            **columns,
            **{f"{name}_printed": tuple(row[at] for row in PRINTED_TABLE_2) for at, name in _AT},
            "as_printed": same,
        },
    )


def figure_1() -> Table:
    """The points of the drawn curve, and those that Table 2 prints for it.

    The curve begins where nobody is called positive, which Table 2 leaves out.
    """
    points = worked_curve().points()
    thresholds = points.thresholds.tolist()
    ours = list(zip((1 - points.specificity).tolist(), points.sensitivity.tolist(), strict=True))
    theirs: list[tuple[float, float] | None] = [None, *((r[-1], r[4]) for r in PRINTED_TABLE_2)]
    same = [t is None or math.dist(o, t) < EQUAL for o, t in zip(ours, theirs, strict=True)]
    return Table(
        name="figure_1",
        title="Figure 1. The points of the curve: those of Table 2, and ours",
        header=("threshold", "1-SP: theirs", "ours", "SE: theirs", "ours", "as printed"),
        rows=tuple(
            (
                threshold_words(threshold),
                *(_beside(t and t[0], o[0]) + _beside(t and t[1], o[1])),
                ("yes" if good else "no") if t else "",
            )
            for threshold, o, t, good in zip(thresholds, ours, theirs, same, strict=True)
        ),
        columns={
            "threshold": tuple(thresholds),
            "one_minus_specificity": tuple(o[0] for o in ours),
            "sensitivity": tuple(o[1] for o in ours),
            "one_minus_specificity_printed": tuple(t and t[0] for t in theirs),
            "sensitivity_printed": tuple(t and t[1] for t in theirs),
            "as_printed": tuple(same),
        },
    )


def _beside(theirs: float | None, ours: float) -> tuple[str, str]:
    return "" if theirs is None else number(theirs, 1), number(ours, 1)


def _computed(curve: RocCurve) -> dict[str, list[float]]:
    """The points of the curve after the first, which calls nobody positive."""
    m, n, size = curve.n_positive, curve.n_negative, len(curve) - 1
    false = [int(c) for c in curve.false_positives[1:]]
    return {
        "TP": [int(c) for c in curve.true_positives[1:]],
        "TP+FN": [m] * size,
        "SE": [float(s) for s in curve.sensitivity[1:]],
        "TN": [n - c for c in false],
        "TN+FP": [n] * size,
        "SP": [float(s) for s in curve.specificity[1:]],
        "1-SP": [c / n for c in false],
    }


def _cells(row: tuple[float, ...]) -> list[str]:
    return [
        str(value) if column in _COUNTS else number(value, 1)
        for column, value in zip(_COLUMNS, row, strict=True)
    ]


RATES = np.linspace(0, 1, 101)
_SHOWN = (0.9, 0.7, 0.5, 0.3, 0.1)


def variants() -> dict[str, Curve]:
    """The curves by name, each better than the one before it."""
    return {
        "none": BinormalCurve(intercept=0, slope=1),
        "some": BinormalCurve(intercept=1, slope=1),
        "better": BinormalCurve(intercept=2, slope=1),
        "perfect": roc_curve([0, 1], [0.0, 1.0]),
    }


def claims(curves: Mapping[str, Curve]) -> dict[str, bool]:
    """What the paper says of Figure 2, and whether it holds for these curves.

    >>> all(claims(variants()).values())
    True
    """
    heights = {name: np.asarray(curve.sensitivity_at(RATES)) for name, curve in curves.items()}
    inner = slice(1, -1)
    ordered = list(heights.values())
    return {
        "the curve without discrimination is the diagonal": bool(
            np.all(np.abs(heights["none"] - (1 - RATES)) < EQUAL)
        ),
        "a better one lies nearer to the upper left corner everywhere": all(
            bool(np.all(higher[inner] > lower[inner])) for lower, higher in pairwise(ordered)
        ),
        "the perfect one passes through (0, 1)": bool(heights["perfect"][-1] == 1),
    }


def figure_2() -> Table:
    """The drawn curves: sensitivity at specificities."""
    curves = variants()
    shown = {
        name: [number(value) for value in curve.sensitivity_at(np.array(_SHOWN))]
        for name, curve in curves.items()
    }
    heights = {name: curve.sensitivity_at(RATES) for name, curve in curves.items()}
    return Table(
        name="figure_2",
        title="Figure 2. Our curves: area, and sensitivity at specificities",
        header=("discrimination", "AUC", *(f"at {number(rate, 1)}" for rate in _SHOWN)),
        rows=tuple((name, number(curves[name].auc), *shown[name]) for name in curves),
        columns={
            "curve": tuple(name for name in curves for _ in RATES),
            "specificity": tuple(rate for _ in curves for rate in RATES.tolist()),
            "sensitivity": tuple(value for name in curves for value in heights[name].tolist()),
        },
    )
