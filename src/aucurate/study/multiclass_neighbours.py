r"""The operating points around searched weights that folds cannot tell from them.

Around the weights there are looked at: equal weights, 100 random vectors (uniform on the weights
that sum to 1), and 40 vectors each in which every weight is multiplied by :math:`e^{\sigma z}` with
z standard normal and :math:`\sigma` = 1, 1/2, 1/4, 1/8 and 1/16. Those with the same error of every
class in every fold are one operating point. Each different one is compared with the searched
weights in the error of every class by the paired t test over folds
(:mod:`aucurate.inference.folds.operating_point_test`), and is not told apart when no test rejects
at the level (Paclik et al. 2010). The p-values of one point, an error each, are adjusted for each
other: of many classes one or another would reject by chance (the paper, with three, does not
adjust). They are not adjusted for other points: how many there are follows from how many vectors
were drawn, and the set must not grow with that. A class that fewer than two folds hold cannot be
tested, and the others decide.
"""

import math
from dataclasses import dataclass

import numpy as np

from aucurate.curve.weighted_decision import Floats, shares
from aucurate.data.class_folds import ClassFoldScores
from aucurate.estimates.weight_choice import WeightChoice
from aucurate.estimates.weight_starts import random_weights
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.folds.class_operating_points import class_operating_points
from aucurate.inference.folds.operating_point_test import point_p_values
from aucurate.results import Record

_RANDOM = 100
_AROUND = 40
_SPREADS = (1.0, 0.5, 0.25, 0.125, 0.0625)
_CELLS = 10_000_000  # of confusion matrices that are held at once


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassNeighbours(Record):
    """The different operating points around searched weights, and which are told from them.

    ``weights`` sum to 1, and none decide as the searched ones do. ``p_values`` has for each of them
    the smallest p-value of its tests, one for each of ``tested`` classes, adjusted for each other
    by ``correction``; NaN where there is no test. ``lowest`` and ``highest`` is the error of each
    class, its mean over folds, at the searched weights and all points that are not told from them.
    """

    name: str
    tested: tuple[str, ...]
    looked_at: int
    weights: tuple[tuple[float, ...], ...]
    p_values: tuple[float, ...]
    lowest: tuple[float, ...]
    highest: tuple[float, ...]
    level: float
    correction: Correction

    @property
    def statuses(self) -> tuple[str, ...]:
        """Of every point: "distinguishable", "not distinguishable" or "not tested"."""
        known = {True: "distinguishable", False: "not distinguishable"}
        return tuple(
            "not tested" if math.isnan(p) else known[p <= self.level] for p in self.p_values
        )

    @property
    def not_told(self) -> int:
        """How many of the points are not told from the searched weights."""
        return self.statuses.count("not distinguishable")


def class_neighbours(
    folds: ClassFoldScores,
    choice: WeightChoice,
    *,
    level: float,
    correction: Correction,
    rng: int,
) -> ClassNeighbours:
    """Look around searched weights."""
    chosen = np.array(choice.weights)
    around = _vectors(chosen, np.random.default_rng(rng))
    errors, p_values = _compared(folds, chosen, around)
    places = _different(errors)
    can = np.isfinite(p_values).all(axis=1)
    tested = p_values[can][:, places].T.tolist()
    smallest = np.array(
        [min(adjust(of_point, correction), default=math.nan) for of_point in tested]
    )
    inside = [0, *(places[smallest > level] + 1)]
    there = np.isfinite(errors)
    means = np.where(there, errors, 0).sum(axis=2) / np.maximum(there.sum(axis=2), 1)
    return ClassNeighbours(
        name=choice.name,
        tested=tuple(choice.classes[at] for at in np.flatnonzero(can)),
        looked_at=len(around),
        weights=tuple(tuple(vector) for vector in around[places].tolist()),
        p_values=tuple(smallest.tolist()),
        lowest=tuple(means[:, inside].min(axis=1).tolist()),
        highest=tuple(means[:, inside].max(axis=1).tolist()),
        level=level,
        correction=correction,
    )


def _vectors(chosen: Floats, rng: np.random.Generator) -> Floats:
    size = len(chosen)
    spreads = np.repeat(_SPREADS, _AROUND)[:, None]
    around = shares(chosen * np.exp(spreads * rng.standard_normal((len(spreads), size))))
    return np.concatenate(
        [np.full((1, size), 1 / size), random_weights(_RANDOM, size, rng), around]
    )


def _compared(folds: ClassFoldScores, chosen: Floats, around: Floats) -> tuple[Floats, Floats]:
    """Errors, classes x points x folds, the chosen point first; p-values, classes x others."""
    many = max(1, _CELLS // (folds.n_folds * len(chosen) ** 2))
    errors, p_values = [], []
    for at in range(0, len(around), many):
        points = class_operating_points(folds, np.vstack([chosen, around[at : at + many]]))
        errors.append(points.values[:, min(at, 1) :])
        tested = [point_p_values(points, 0, rate=rate)[1:] for rate in points.rates]
        p_values.append(np.stack(tested))
    return np.concatenate(errors, axis=1), np.concatenate(p_values, axis=1)


def _different(errors: Floats) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The places, among the others, of points that differ from the first and from each other."""
    rows = np.nan_to_num(errors, nan=-1.0).transpose(1, 0, 2).reshape(errors.shape[1], -1)
    first = np.unique(rows, axis=0, return_index=True)[1]
    return np.asarray(np.sort(first)[1:] - 1, np.int64)
