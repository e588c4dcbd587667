"""What fitted curves share: a smooth function, its inverse, and areas under it."""

import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from scipy import special

from aucurate.curve.protocol import (
    CurvePoints,
    Rates,
    as_given,
    checked_range,
    checked_rates,
)

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(60)
_REACH = 8.5  # standard deviations within which a normal distribution has all its digits


class FittedCurve(ABC):
    """A curve that is a function: a model gives :meth:`_sensitivity`, the rest follows.

    The area is integrated over the normal deviate of the specificity, in pieces of one standard
    deviation with 60 Gauss-Legendre nodes each, so that steep ends cost no digits. A model that
    knows its area or its inverse in closed form says so by overriding.
    """

    __slots__ = ()

    @abstractmethod
    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        """The curve as a function of 1 - specificity, strictly between 0 and 1."""

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        """The threshold with this share of negatives above it; NaN where the model has none."""
        return np.full(np.shape(false_positive_rate), np.nan)

    @property
    def auc(self) -> float:
        """The whole area under the curve."""
        return self.partial_auc(0.0, 1.0)

    def sensitivity_at(self, specificity: Any) -> Any:
        """The sensitivity the curve reaches at these specificities."""
        rates = 1 - checked_rates(specificity, "specificity")
        inside = np.clip(rates, np.finfo(float).tiny, 1 - np.finfo(float).epsneg)
        found = np.where(rates == 0, 0.0, np.where(rates == 1, 1.0, self._sensitivity(inside)))
        return as_given(found, specificity)

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity the curve reaches at these sensitivities, by bisection."""
        wanted = checked_rates(sensitivity, "sensitivity")
        low, high = np.full(wanted.shape, -38.0), np.full(wanted.shape, 38.0)
        for _ in range(80):
            middle = (low + high) / 2
            below = self._sensitivity(special.ndtr(middle)) < wanted
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        found = special.ndtr(-(low + high) / 2)
        found = np.where(wanted == 0, 1.0, np.where(wanted == 1, 0.0, found))
        return as_given(found, sensitivity)

    def partial_auc(self, low: float, high: float) -> float:
        """The area under the part of the curve with specificity between low and high."""
        low, high = checked_range(low, high)
        start = max(-_REACH, float(special.ndtri(1 - high)))
        end = min(_REACH, float(special.ndtri(1 - low)))
        pieces = max(1, math.ceil(end - start))
        edges = np.linspace(start, end, pieces + 1)
        half = np.diff(edges) / 2
        deviates = (edges[:-1, None] + half[:, None]) + half[:, None] * _NODES
        heights = self._sensitivity(np.asarray(special.ndtr(deviates)))
        density = np.exp(-(deviates**2) / 2) / math.sqrt(2 * math.pi)
        return float(np.sum(half[:, None] * _WEIGHTS * heights * density))

    def points(self, count: int = 201) -> CurvePoints:
        """The curve, ready to be drawn: evenly spaced along both axes together."""
        inner = np.asarray(special.ndtr(np.linspace(-6, 6, 4 * count)))
        heights = self._sensitivity(inner)
        along = np.concatenate([[0.0], inner + heights, [2.0]])
        rates = np.concatenate([[0.0], inner, [1.0]])
        chosen = np.interp(np.linspace(0, 2, count), along, rates)
        thresholds = np.full(count, np.nan)
        thresholds[1:-1] = self._threshold(chosen[1:-1])
        return CurvePoints(
            thresholds=thresholds,
            sensitivity=self.sensitivity_at(1 - chosen),
            specificity=1 - chosen,
        )
