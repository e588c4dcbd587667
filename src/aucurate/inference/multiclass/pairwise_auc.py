r"""The AUCs of all pairs of classes, each with an interval: which classes are hard to separate?

**Question.** Which classes does a classifier separate well from each other, and which hardly?

**Use it** to look behind a Hand-Till AUC (:mod:`aucurate.inference.multiclass.auc`);
:class:`aucurate.plots.PairwiseAucDisplay` draws the matrix as a map.

:math:`A(a|b)` is the AUC of the column of class a between the observations of a and of b, so the
matrix need not be symmetric: the column of a may separate a from b better than the column of b
does. Each is the AUC of two classes, with DeLong's variance and the beta interval
(:mod:`aucurate.inference.auc.delong`). Hand and Till's measure of the pair, :math:`(A(a|b) +
A(b|a))/2`, rests on the same observations twice; ``averaged=True`` gives it with the variance of
both together (:mod:`aucurate.inference.multiclass.auc`). The mean of all entries is the Hand-Till
AUC.

**Not valid** simultaneously: the intervals hold one by one. With C classes there are C (C - 1) of
them, and some will miss; for all at once ask for a confidence of 1 - 0.05 / (C (C - 1)).
Otherwise the limits are those of :mod:`aucurate.inference.multiclass.auc`.

Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for
multiple class classification problems. Machine Learning 45, 171-186.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.classes import ClassObservations, ClassScores
from aucurate.data.labels import class_name
from aucurate.data.moments import ClassAucMoments
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import join_words, number, shortened, text_table
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.multiclass.auc import AverageComponents
from aucurate.kernels import Cancelled, Progress, thread_count
from aucurate.results import ClassEstimate, Record


@dataclass(frozen=True, slots=True)
class PairOfClasses:
    """A(a|b) of two classes, or the mean of A(a|b) and A(b|a).

    It is an average like ``HandTill()``, so that
    :func:`~aucurate.inference.multiclass.multiclass_auc_test` also asks whether two classifiers
    differ for one pair of classes.
    """

    first: Any
    second: Any
    averaged: bool = False

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        joint = "and" if self.averaged else "against"
        return f"AUC of {class_name(self.first)} {joint} {class_name(self.second)}"

    @property
    def is_estimated(self) -> bool:
        """Two classes have no mixture, so prevalences play no part."""
        return False

    @property
    def is_mixed(self) -> bool:
        """The same."""
        return False

    def weights(self, classes: tuple[str, ...], counts: Any) -> NDArray[np.float64]:
        """1 for the pair, or for both its orders."""
        weights = np.zeros((len(classes), len(classes)))
        a, b = places_of(classes, self.first, self.second)
        weights[a, b] = 1.0
        if self.averaged:
            weights[b, a] = 1.0
        return weights

    def slopes(
        self, classes: tuple[str, ...], counts: Any, pairwise: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Prevalences do not move it."""
        return np.zeros(len(classes))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseAucs(Record):
    """The AUC of every pair of classes of one classifier, row by row of the matrix.

    With ``averaged`` there is one for each unordered pair, and the matrix is symmetric.
    """

    name: str
    classes: tuple[str, ...]
    averaged: bool
    estimates: tuple[ClassEstimate, ...]

    def between(self, first: Any, second: Any) -> ClassEstimate:
        """The AUC of the column of the first class, between the first class and the second."""
        a, b = places_of(self.classes, first, second)
        pair = (min(a, b), max(a, b)) if self.averaged else (a, b)
        return self.estimates[self._pairs().index(pair)]

    def matrix(self) -> NDArray[np.float64]:
        """C x C, NaN on the diagonal."""
        found = np.full((len(self.classes), len(self.classes)), np.nan)
        for (a, b), estimate in zip(self._pairs(), self.estimates, strict=True):
            found[a, b] = estimate.value
            if self.averaged:
                found[b, a] = estimate.value
        return found

    def __str__(self) -> str:
        rows = [
            [shortened(label), *("" if np.isnan(v) else number(float(v)) for v in row)]
            for label, row in zip(self.classes, self.matrix(), strict=True)
        ]
        return text_table(["", *(shortened(label) for label in self.classes)], rows)

    def _pairs(self) -> list[tuple[int, int]]:
        size = range(len(self.classes))
        return [(a, b) for a in size for b in size if (a < b if self.averaged else a != b)]


def places_of(classes: tuple[str, ...], *labels: Any) -> tuple[int, int]:
    """Where two different classes stand among the classes."""
    known = f"the classes are {join_words([shortened(c) for c in classes])}."
    first, second = (class_name(label) for label in labels)
    for name in (first, second):
        if name not in classes:
            raise LabelError(f"there is no class '{shortened(name)}'.", hint=known)
    if first == second:
        raise OptionError(f"a pair needs two classes; both are {shortened(first)}.", hint=known)
    return classes.index(first), classes.index(second)


@checked
def pairwise_auc_intervals(
    data: ClassScores,
    *,
    averaged: bool = False,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PairwiseAucs:
    """The AUC of every pair of classes, with its standard error and interval.

    >>> from aucurate.data.classes import ClassScores
    >>> scores = ClassScores.from_arrays(
    ...     list("aaabbbccc"),
    ...     {"a": [5, 3, 4, 2, 1, 3, 1, 2, 0],
    ...      "b": [1, 2, 0, 4, 5, 2, 3, 1, 2],
    ...      "c": [0, 1, 2, 1, 0, 2, 4, 3, 4]},
    ... )
    >>> found = pairwise_auc_intervals(scores)
    >>> one = found.between("b", "c")
    >>> print(f"{one.quantity}: {one.value:.3f} ({one.interval})")
    AUC of b against c: 0.833 (95% CI 0.254 to 0.997)
    >>> print(found)
           a      b      c
    a         0.944  1.000
    b  0.944         0.833
    c  1.000  1.000
    """
    confidence, threads = checked_confidence(confidence), thread_count(threads)
    size = len(data.classes)
    pairs = [(a, b) for a in range(size) for b in range(size) if (a < b if averaged else a != b)]
    members = [np.flatnonzero(data.codes == c) for c in range(size)]
    found = []
    for done, (a, b) in enumerate(pairs, start=1):
        two = _two_classes(data, a, b, members)
        estimand = PairOfClasses(data.classes[a], data.classes[b], averaged)
        moments = ClassAucMoments.from_scores(
            two, estimand.weights(two.classes, two.totals), threads=threads
        )
        found.append(AverageComponents.of(moments, estimand).estimate(0, "beta", confidence))
        if progress is not None and progress(done, len(pairs), "pairs of classes") is False:
            raise Cancelled
    return PairwiseAucs(
        name=data.name, classes=data.classes, averaged=averaged, estimates=tuple(found)
    )


def _two_classes(
    data: ClassScores, a: int, b: int, members: list[NDArray[np.int64]]
) -> ClassScores:
    """The observations of two classes with their two columns."""
    rows = np.concatenate([members[a], members[b]])
    codes = np.repeat(np.arange(2), [len(members[a]), len(members[b])])
    observations = ClassObservations(
        (data.classes[a], data.classes[b]), codes, **data.observations.units_among(rows)
    )
    return ClassScores(data.name, observations, data.values[[a, b]][:, rows])
