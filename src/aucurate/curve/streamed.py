"""The curve of scores that pass by in stretches: only the points that someone needs are held.

Points are kept that thinning keeps (:mod:`aucurate.curve.thinning`), and where a rule will choose a
threshold those that it may choose, each with its neighbour. Whatever is left out between two kept
points is added to the second, so that the result is a table of counts like any other: every point
of it is a point of the whole curve, and the rule finds what it would find on the whole curve.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.thinning import kept_points
from aucurate.curve.threshold_rules import Frontier, ThresholdRule, best_points
from aucurate.data.moments import ThresholdCounts
from aucurate.data.table_scores import Stretch
from aucurate.data.thresholds import count_reaching

_HELD = 2**20
_DOUBLE = np.dtype(np.float64)


class StreamedCurve:
    """Collects the stretches of one classifier, from the highest score down.

    ``rule`` is what will choose a threshold, ``held`` how many points are held before those that
    are not needed are left out. ``n_points`` counts all points of the curve, and ``is_whole`` says
    whether all of them are held.
    """

    def __init__(self, rule: ThresholdRule | None = None, *, held: int = _HELD) -> None:
        self._rule, self._most = rule, held
        self.is_whole = True
        self._parts: list[tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]] = []
        self._held = 0
        self._totals = (0, 0)
        self.n_points = 1

    def add(self, stretch: Stretch) -> None:
        """The next scores."""
        true = stretch.positives_above + np.cumsum(stretch.positives)
        false = stretch.negatives_above + np.cumsum(stretch.negatives)
        self._parts.append((stretch.thresholds, true, false))
        self._totals = stretch.n_positive, stretch.n_negative
        self._held += len(true)
        self.n_points += len(true)
        if self._held > self._most:
            self._leave_needed()
            self._most = max(self._most, 2 * self._held)

    def counts(
        self,
        class_weights: tuple[float, float] | None = None,
        *,
        kind: np.dtype[Any] = _DOUBLE,
    ) -> ThresholdCounts:
        """All that is held, as a table of counts; sampling weights with these sums.

        ``kind`` is the precision that the scores were given in.
        """
        levels, *counts = self._joined()
        levels = levels.astype(kind, copy=False)
        each = [np.diff(count, prepend=0) for count in counts]
        if class_weights is not None:
            each = [
                own * (total / int(count[-1]))
                for own, count, total in zip(each, counts, class_weights, strict=True)
            ]
        return ThresholdCounts(thresholds=levels, positives=each[0], negatives=each[1])

    def _joined(self) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
        levels, true, false = zip(*self._parts, strict=True)
        return np.concatenate(levels), np.concatenate(true), np.concatenate(false)

    def _leave_needed(self) -> None:
        """Leave out points that neither thinning nor the rule needs; both ends stay."""
        self.is_whole = False
        levels, true, false = self._joined()
        kept = [np.array([0, len(levels) - 1])]
        start = np.zeros(1, np.int64)
        on_curve = kept_points(
            np.concatenate([start, true]), np.concatenate([start, false]), totals=self._totals
        )
        kept.append(on_curve[1:] - 1)
        if self._rule is not None:
            chosen = self._choices(levels, true, false, self._rule)
            kept += [chosen, chosen + 1]
        at = np.unique(np.concatenate(kept))
        at = at[(at >= 0) & (at < len(levels))]
        self._parts = [(levels[at], true[at], false[at])]
        self._held = len(at)

    def _choices(
        self,
        levels: NDArray[Any],
        true: NDArray[np.int64],
        false: NDArray[np.int64],
        rule: ThresholdRule,
    ) -> NDArray[np.int64]:
        """Where the rule may choose: what lies below is one more point, that of all calls."""
        if rule.criterion == "loss":
            called = count_reaching(levels, rule.posterior)
            return called + np.arange(-2, 1)  # single precision may call one more, or one less
        n_positive, n_negative = self._totals
        rest = np.array([n_positive - true[-1]]), np.array([n_negative - false[-1]])
        counts = ThresholdCounts(
            thresholds=np.append(levels, -np.inf),
            positives=np.append(np.diff(true, prepend=0), rest[0]),
            negatives=np.append(np.diff(false, prepend=0), rest[1]),
        )
        frontier = Frontier.from_counts(counts)
        best = frontier.called[best_points(frontier.curve, rule)] - 1
        return np.asarray(best[best < len(levels)])
