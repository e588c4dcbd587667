r"""The operating points of many classes, approximated block by block.

**Question.** Which trade-offs between class errors are possible, where a grid over all weights
would need :math:`g^{C-1}` points?

**Use it** for many questions about the same classifier of many classes; to find one point
:func:`aucurate.estimates.weights.search.search_weights` is better.

Classes are divided into blocks that hardly interact (:func:`class_interactions`). In each block
only its own weights are varied, the others stay at the operating point, and only the rows of the
confusion matrix that belong to its classes are kept: what the block does to other classes is
**neglected**. So a block of k classes needs a grid over k - 1 ratios of weights, and all blocks
together describe the product of their grids. A confusion matrix at any combination is put together
from a row of each class, and any rule (:class:`aucurate.curve.weight_rules.WeightRule`: costs,
minimax, limits on errors) is answered by choosing a point in one block after the other until none
changes.

The ratios of a grid are quantiles of the ratios of weighted scores among the block's observations,
so its steps move about equal numbers of them; the operating point itself is one of its points. A
class that interacts with none keeps its weight.

:meth:`DecomposedSurface.best` gives the chosen weights with what they *really* decide, and the
largest difference between that and the approximation.

**Not valid** where that difference is not small: the blocks interact. Lower the tolerance or allow
larger blocks.

What is Landgrebe and Duin's and what is ours: see below.

Landgrebe, T. C. W., Duin, R. P. W. (2008). Efficient multiclass ROC approximation by decomposition
via confusion matrix perturbation analysis. IEEE Transactions on Pattern Analysis and Machine
Intelligence 30, 810-822.

Interactions of classes
-----------------------
Which classes interact: how the confusion matrix answers when one weight is changed.

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
multi-class ROC accordingly. **Only the abstract of their paper was available**: how large a change
is made, how a response is measured, what counts as none, and how large blocks are split are our
reading.

Landgrebe, T. C. W., Duin, R. P. W. (2008). Efficient multiclass ROC approximation by decomposition
via confusion matrix perturbation analysis. IEEE Transactions on Pattern Analysis and Machine
Intelligence 30, 810-822.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.checks import checked, number_in
from aucurate.curve.class_decisions import (
    Counts,
    Floats,
    checked_weights,
    class_errors,
    confusion_matrices,
    shares,
)
from aucurate.curve.weight_rules import Standing, WeightRule
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weights.choice import WeightChoice, chosen
from aucurate.estimates.weights.search import checked_count
from aucurate.results import Record

DECOMPOSED = "decomposition by perturbation (after Landgrebe and Duin 2008)"
_AT_ONCE = 4_000_000  # cells of confusion matrices that are held at a time
_CYCLES = 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BlockSurface:
    """Operating points of one block: weights of its classes, and its rows of the confusion matrix.

    ``weights`` is points x classes of the block; ``rows`` is points x these classes x decided class
    (of all). The first point is that which all blocks share.
    """

    places: tuple[int, ...]
    weights: Floats
    rows: Counts

    def __len__(self) -> int:
        return len(self.weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecomposedChoice(Record):
    """Chosen weights with their decisions, compared with the prediction from the blocks.

    ``largest_difference`` is that between a real class error and its approximation.
    """

    choice: WeightChoice
    approximate_errors: tuple[float, ...]
    largest_difference: float

    def __str__(self) -> str:
        return str(self.choice)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DecomposedSurface:
    """The operating points of all blocks; ``neglected`` is the largest interaction between them."""

    data: ClassScores
    weights: Floats
    blocks: tuple[BlockSurface, ...]
    neglected: float

    @property
    def points(self) -> int:
        """How many points were decided; the product of the blocks' numbers is described."""
        return sum(map(len, self.blocks))

    def confusion(self, at: Sequence[int]) -> Counts:
        """The approximate confusion matrix at a point of each block."""
        classes = len(self.weights)
        found = np.empty((classes, classes), np.int64)
        for block, place in zip(self.blocks, at, strict=True):
            found[list(block.places)] = block.rows[place]
        return found

    def weights_at(self, at: Sequence[int]) -> Floats:
        """The weight vector at a point of each block, summing to 1."""
        found = self.weights.copy()
        for block, place in zip(self.blocks, at, strict=True):
            found[list(block.places)] = block.weights[place]
        return shares(found)

    def best(self, rule: WeightRule | None = None) -> DecomposedChoice:
        """The best combination by a rule, and what it really decides."""
        rule = rule or WeightRule.minimax()
        rule.check(self.data.classes)
        # First each block for itself, as if all other classes were decided rightly: a block must
        # not spend what the worst class of another allows before that one is improved.
        at = [0] * len(self.blocks)
        rightly = np.diag(np.array(self.data.counts))
        at = [self._best_of(place, at, rule, rightly) for place in range(len(self.blocks))]
        for _ in range(_CYCLES):
            before = list(at)
            for place in range(len(self.blocks)):
                at[place] = self._best_of(place, at, rule, self.confusion(at))
            if at == before:
                break
        weights, promised = self.weights_at(at), self.confusion(at)
        real = confusion_matrices(self.data.values, self.data.codes, weights[None])[0]
        errors = class_errors(promised)
        return DecomposedChoice(
            choice=chosen(self.data, rule, weights, real, method=DECOMPOSED, points=self.points),
            approximate_errors=tuple(errors.tolist()),
            largest_difference=float(np.abs(class_errors(real) - errors).max()),
        )

    def _best_of(self, place: int, at: Sequence[int], rule: WeightRule, base: Counts) -> int:
        """The best point of one block with the rows of all others; its own where none is better.

        Matrices are put together some at a time, as those of many classes are large.
        """
        block = self.blocks[place]
        size = max(1, _AT_ONCE // base.size)
        parts = []
        for begin in range(0, len(block), size):
            rows = block.rows[begin : begin + size]
            matrices = np.repeat(base[None], len(rows), axis=0)
            matrices[:, list(block.places)] = rows
            parts.append(rule.standing(matrices, self.data.classes))
        standing = Standing(*(np.concatenate(values) for values in zip(*parts, strict=True)))
        best = int(standing.best()[0])
        return best if standing.at(best).beats(standing.at(at[place])) else at[place]


@checked
def decomposed_surface(
    data: ClassScores,
    weights: Any = None,
    *,
    tolerance: float = 0.02,
    most: int = 3,
    points: int = 1000,
    factor: float = 4.0,
    threads: int | None = None,
) -> DecomposedSurface:
    """The operating characteristic around an operating point, decomposed into blocks of classes.

    Parameters
    ----------
    weights : array-like, optional
        Weight of each class; the class with the highest weighted score is decided for. By default
        equal weights.
    points : int, default: 1000
        Largest number of points in a block.

    ``tolerance`` and ``most`` (classes in a block) are those of
    :meth:`~aucurate.estimates.weights.surface.ClassInteractions.blocks`, ``factor`` is that of
    the perturbation, and ``points`` how many a block may have.

    >>> rng = np.random.default_rng(0)
    >>> labels = np.repeat([0, 1, 2, 3], 50)
    >>> near = np.exp(-((labels[:, None] + rng.normal(size=(200, 1)) / 3 - np.arange(4)) ** 2))
    >>> near[:100, 2:] /= 1e6  # the first two classes are never taken for the others
    >>> near[100:, :2] /= 1e6
    >>> surface = decomposed_surface(ClassScores.from_arrays(labels, near), points=100)
    >>> [block.places for block in surface.blocks], surface.points
    ([(0, 1), (2, 3)], 200)
    >>> surface.best().largest_difference
    0.0
    """
    points = checked_count(points, "points", 2)
    data = data.unweighted("an operating characteristic in blocks of classes")
    known = class_interactions(data, weights, factor=factor, threads=threads)
    blocks = known.blocks(tolerance=tolerance, most=most)
    return DecomposedSurface(
        data=data,
        weights=known.weights,
        blocks=tuple(_block(data, known.weights, places, points, threads) for places in blocks),
        neglected=known.neglected(blocks),
    )


def _block(
    data: ClassScores,
    point: Floats,
    places: tuple[int, ...],
    points: int,
    threads: int | None,
) -> BlockSurface:
    inside = list(places)
    varied = _grid(data, point, inside, points) * point[inside]
    vectors = np.tile(point, (len(varied), 1))
    vectors[:, inside] = varied
    rows = []
    for begin in range(0, len(vectors), size := max(1, _AT_ONCE // len(point) ** 2)):
        part = vectors[begin : begin + size]
        found = confusion_matrices(data.values, data.codes, part, threads=threads)
        rows.append(found[:, inside])
    return BlockSurface(places=places, weights=frozen(varied), rows=frozen(np.concatenate(rows)))


def _grid(data: ClassScores, point: Floats, inside: list[int], points: int) -> Floats:
    """Factors of the block's weights, their geometric mean 1, those of the point itself first."""
    free = len(inside) - 1
    if free == 0:
        return np.ones((1, 1))
    each = max(2, int(np.floor((points - 1) ** (1 / free) + 1e-9)))
    own = np.isin(data.codes, inside)
    products = data.values[inside][:, own] * point[inside][:, None]
    axes = []
    for other in range(1, free + 1):
        there = (products[0] > 0) & (products[other] > 0)
        ratios = np.log(products[0][there]) - np.log(products[other][there])
        shares_below = (np.arange(each) + 0.5) / each
        axes.append(np.quantile(ratios, shares_below) if len(ratios) else np.zeros(each))
    logs = np.array(list(itertools.product([0.0], *axes)))
    logs = np.concatenate([np.zeros((1, free + 1)), logs])
    found: Floats = np.exp(logs - logs.mean(axis=1, keepdims=True))
    return found


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
        classes than that. See :meth:`neglected` for what that neglects.
        """
        if not 0 <= tolerance <= 1:
            raise OptionError(
                f"a tolerance is a share between 0 and 1; this one is {tolerance!r}.",
                hint="0.02 neglects changes to less than 2 percent of any class.",
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
    """The interactions of all classes at an operating point.

    Parameters
    ----------
    weights : array-like, optional
        Weight of each class; the class with the highest weighted score is decided for. By default
        equal weights.

    >>> scores = ClassScores.from_arrays(
    ...     [0, 0, 1, 1, 2, 2],
    ...     [[6, 4, 0], [5, 5, 0], [4, 6, 0], [3, 7, 0], [0, 1, 9], [1, 0, 9]],
    ... )
    >>> class_interactions(scores).blocks()
    ((0, 1), (2,))
    """
    data = data.unweighted("class_interactions")
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
