"""Figure 2: what curves can look like, from no discrimination to perfect.

The text that we have lacks the figure. It says that two possible variants are shown; ours draws
four, chosen here: binormal curves with intercepts 0, 1 and 2 and slope 1, and the curve of two
observations in the right order. What the text says of the figure is checked on them.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from aucurate.curve.protocol import Curve
from aucurate.curve.roc import roc_curve
from aucurate.estimates.binormal import BinormalCurve
from aucurate.formatting import number
from aucurate.study.table import Table

EQUAL = 1e-12
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
