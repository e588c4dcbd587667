r"""The Youden index: the best a single threshold can do for sensitivity and specificity together.

.. math::
    J = \max_t\,\{\text{sensitivity}(t) + \text{specificity}(t) - 1\}

It is the largest height of the empirical curve above the diagonal: 0 for a classifier without
worth, 1 for perfect separation, never below 0, as the threshold that calls nobody positive has 0.
Ties between thresholds are decided in integers, and all of them are given. The index counts a
missed positive and a false alarm as equally bad at a prevalence of one half; it is optimistic on
the data that chose the threshold.

Youden, W. J. (1950). Index for rating diagnostic tests. Cancer 3, 32-35.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.checks import checked
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.observations import Missing
from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class YoudenIndex(Record):
    """The index and every threshold that reaches it, from the highest down, with its rates."""

    value: float
    thresholds: tuple[float, ...]
    sensitivities: tuple[float, ...]
    specificities: tuple[float, ...]

    @classmethod
    @checked
    def from_roc(cls, curve: RocCurve) -> "YoudenIndex":
        """The index of an empirical curve with all its thresholds."""
        m, n = curve.n_positive, curve.n_negative
        true, false = curve.true_positives, curve.false_positives
        if m * n >= 2**62:
            true, false = true.astype(object), false.astype(object)
        heights = true * n - false * m
        best = np.max(heights)
        (at,) = np.nonzero(heights == best)
        return cls(
            value=int(best) / (m * n),
            thresholds=tuple(float(t) for t in curve.thresholds[at]),
            sensitivities=tuple(float(s) for s in curve.sensitivity[at]),
            specificities=tuple(float(s) for s in curve.specificity[at]),
        )


@checked
def youden_index(
    labels: Any,
    scores: Any,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    threads: int | None = None,
) -> YoudenIndex:
    """The Youden index of one classifier; with ``lower=True`` thresholds of the negated scores.

    >>> best = youden_index([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> best.value, best.thresholds, best.sensitivities, best.specificities
    (0.5, (0.8, 0.35), (0.5, 1.0), (1.0, 0.5))
    """
    curve = roc_curve(
        labels, scores, positive=positive, lower=lower, missing=missing, threads=threads
    )
    return YoudenIndex.from_roc(curve)
