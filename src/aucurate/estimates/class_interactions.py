r"""Which classes interact: how the confusion matrix answers when one weight is changed.

**Question.** Which classes can be weighted without regard to which others?

At an operating point the weight of one class c after the other is multiplied and divided by a
factor, and the confusion matrix is computed again. Only decisions for or against c can change, so
what column d of the matrix loses or gains is what moved between c and d. The interaction of c and d
is the largest change of an entry (t, d), as a share of the observations of class t, over true
classes t, both changes of c's weight and, as it must be symmetric, both changes of d's. Classes
whose interaction stays below a tolerance are taken as independent; classes that are linked by
interactions, directly or through others, form a **block**, and blocks can be studied one by one
(:func:`decomposed_surface`).

This is the idea of Landgrebe and Duin (2008): perturb the weights, see which entries of the
confusion matrix respond, find independent classes and groups of interacting ones, and decompose the
multi-class ROC accordingly. **Their paper was not at hand, only its abstract**: how large a change
is made, how a response is measured, what counts as none, and how large blocks are split are our
reading.

Landgrebe, T. C. W., Duin, R. P. W. (2008). Efficient multiclass ROC approximation by decomposition
via confusion matrix perturbation analysis. IEEE Transactions on Pattern Analysis and Machine
Intelligence 30, 810-822.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.checks import checked, number_in
from aucurate.curve.weighted_decision import (
    Counts,
    Floats,
    checked_weights,
    confusion_matrices,
    shares,
)
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weight_starts import checked_count


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassInteractions:
    """How much of a class moves between two others when one of their weights changes.

    ``interactions`` is symmetric with zeros on its diagonal; ``weights`` is the operating point,
    and ``factor`` what weights were multiplied and divided by.
    """

    name: str
    classes: tuple[str, ...]
    weights: Floats
    factor: float
    interactions: Floats

    @checked
    def blocks(
        self, *, tolerance: float = 0.02, most: int | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """The places of classes that interact, directly or through others; the first class first.

        With ``most`` the tolerance is raised, interaction by interaction, until no block has more
        classes than that. See :meth:`neglected` for what that gives up.
        """
        if not 0 <= tolerance <= 1:
            raise OptionError(
                f"a tolerance is a share between 0 and 1; this one is {tolerance!r}.",
                hint="0.02 neglects what moves less than 2 percent of any class.",
            )
        limit = len(self.classes) if most is None else checked_count(most, "most")
        found = _linked(self.interactions > tolerance)
        for level in np.unique(self.interactions[self.interactions > tolerance]):
            if max(map(len, found)) <= limit:
                break
            found = _linked(self.interactions > level)
        return found

    @checked
    def neglected(self, blocks: tuple[tuple[int, ...], ...]) -> float:
        """The largest interaction between classes of different blocks."""
        of = np.empty(len(self.classes), np.int64)
        for at, block in enumerate(blocks):
            of[list(block)] = at
        between = self.interactions[of[:, None] != of[None, :]]
        return float(between.max()) if len(between) else 0.0


@checked
def class_interactions(
    data: ClassScores, weights: Any = None, *, factor: float = 4.0, threads: int | None = None
) -> ClassInteractions:
    """The interactions of all classes at an operating point, equal weights unless it is said.

    >>> scores = ClassScores.from_arrays(
    ...     [0, 0, 1, 1, 2, 2],
    ...     [[6, 4, 0], [5, 5, 0], [4, 6, 0], [3, 7, 0], [0, 1, 9], [1, 0, 9]],
    ... )
    >>> class_interactions(scores).blocks()
    ((0, 1), (2,))
    """
    data.weighable()
    number_in(factor, 1, np.inf, "a factor", hint="weights are multiplied and divided by it.")
    classes = len(data.classes)
    point = np.ones(classes) if weights is None else checked_weights(weights, data.classes)
    point = shares(point)
    changed = np.tile(point, (2 * classes, 1))
    every = np.arange(classes)
    changed[every, every] *= factor
    changed[classes + every, every] /= factor
    vectors = np.concatenate([point[None], changed])
    found = confusion_matrices(data.values, data.codes, vectors, threads=threads)
    sizes = np.array(data.counts)
    moved = (np.abs(found[1:] - found[0]) / sizes[None, :, None]).max(axis=1)
    largest = np.maximum(moved[:classes], moved[classes:])
    largest[every, every] = 0.0
    return ClassInteractions(
        name=data.name,
        classes=data.classes,
        weights=frozen(point),
        factor=float(factor),
        interactions=frozen(np.maximum(largest, largest.T)),
    )


def _linked(links: Any) -> tuple[tuple[int, ...], ...]:
    """The connected parts of a graph."""
    part: Counts = np.arange(len(links))
    for first, second in np.argwhere(np.triu(links, 1)).tolist():
        part[part == part[second]] = part[first]
    kept = dict.fromkeys(part.tolist())
    return tuple(tuple(np.flatnonzero(part == one).tolist()) for one in kept)
