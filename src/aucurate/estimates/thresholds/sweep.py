r"""All operating points of two classes as weight vectors: the threshold curve.

**Question.** Which weights decide between two classes as each threshold of the ROC curve does?

An observation is given the positive class where :math:`y_+ / y_- > w_- / w_+`, so with two classes
the weights are a threshold on the ratio of scores (for posteriors, which is an increasing function
of :math:`y_+`, on the posterior). The points are those of
:func:`aucurate.curve.roc.roc_curve` with the ratio as score, one by one and in the same order, from
the fewest called positive to the most. Each weight vector lies in the geometric middle of those
that decide alike, so that rounding cannot tip it.

Scores of exactly 0 make the ends differ: an observation whose positive score is 0 is called
positive at no weights above 0, while the curve ends with everything called positive; and one whose
negative score is 0 is called positive at all of them. Ratios that differ by less than a relative
1e-12 are one point.
"""

from dataclasses import dataclass

import numpy as np

from aucurate.checks import checked
from aucurate.curve.class_decisions import Counts, Floats, shares
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.weights.ascent import WeightLine


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ThresholdSweep:
    """Weight vectors of two classes, a row per point, and what each decides.

    ``confusions`` is points x true class x decided class, both in the order of ``classes``.
    """

    classes: tuple[str, ...]
    positive: str
    weights: Floats
    confusions: Counts

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def true_positives(self) -> Counts:
        """How many positives are called positive at each point."""
        at = self.classes.index(self.positive)
        found: Counts = self.confusions[:, at, at]
        return found

    @property
    def false_positives(self) -> Counts:
        """How many negatives are called positive at each point."""
        at = self.classes.index(self.positive)
        found: Counts = self.confusions[:, 1 - at, at]
        return found


@checked
def threshold_sweep(data: ClassScores, *, positive: object = None) -> ThresholdSweep:
    """Every distinct decision between two classes, as weight vectors.

    By default the second class is the positive one.

    >>> scores = ClassScores.from_arrays([0, 0, 1, 1], [[9, 1], [6, 4], [6.5, 3.5], [2, 8]])
    >>> found = threshold_sweep(scores)
    >>> found.true_positives, found.false_positives
    (array([0, 1, 1, 2, 2]), array([0, 0, 1, 1, 2]))
    >>> found.weights[1].round(3)
    array([0.62, 0.38])
    """
    if len(data.classes) != 2:
        raise UnsupportedError(
            f"a threshold decides between two classes; there are {len(data.classes)}.",
            hint="use search_weights to find an operating point for several classes.",
        )
    data = data.unweighted("the threshold sweep")
    data.weighable()
    at = 1 if positive is None else data.observations.place(positive)
    raised = np.arange(2) == at
    products = data.values.astype(np.float64)
    sides = [np.full(len(data), place, np.int32) for place in (1 - at, at)]
    line = WeightLine.between(
        data.codes, (products[1 - at], sides[0]), (products[at], sides[1]), raised
    )
    places = np.flatnonzero(line.open())
    weights = np.ones((len(places), 2))
    weights[:, at] = [line.factor(place) for place in places.tolist()]
    confusions = np.repeat(line.start[None], len(places), axis=0)
    for label in range(2):
        moved = np.concatenate([[0], np.cumsum(line.labels == label)])[places]
        confusions[:, label, at] += moved
        confusions[:, label, 1 - at] -= moved
    return ThresholdSweep(
        classes=data.classes,
        positive=data.classes[at],
        weights=frozen(shares(weights)),
        confusions=frozen(confusions),
    )
