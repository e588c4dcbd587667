r"""The greedy search for weights of Paclik, Lai, Novovicova and Duin (2010), section 4.3.

**Question.** Which operating points of several classes have the smallest largest class error?

**Use it** to reproduce the paper, or for many points around the best one; for the best one alone
:func:`aucurate.estimates.weights.search.search_weights` is the search to use.

"Starting from 1000 randomly generated weight vectors, five greedy steps are run each retaining the
top 100 operating points with the smallest maximum per-class error." Where the paper is silent this
is assumed:

- the random vectors are uniform on the weights that sum to 1;
- a step makes 900 new vectors, so that with the 100 that are kept there are 1000 again: each from
  one of the kept, chosen with equal probability, every weight multiplied by
  :math:`e^{\sigma z}` with z standard normal;
- :math:`\sigma` is 0.5 in the first step and half of the one before in every other, so that five
  steps end with changes of about 3 percent;
- of equally good points the one with the smaller other errors stands first
  (:mod:`aucurate.curve.weight_rules`).

So 5500 points are looked at. :func:`aucurate.estimates.weights.search.search_weights` reaches a
lower criterion on the observations that it searches where classes are many; on observations that
neither saw it need not (docs/papers.md).

**Which points to look at.** A test of operating points over folds
(:func:`aucurate.inference.folds.indistinguishable_points`) shows which points the data cannot
distinguish from the chosen one. Their number is meaningful only for *different* points: near good
weights many vectors decide every observation alike, as the kept vectors of the example do. So draw
vectors from everywhere, count those with the same errors in every fold once, and report where they
were drawn from: the more of them lie far from the choice, the smaller is the share that cannot be
distinguished from it. A correction for many tests leaves more points in the set, and the more so
the more vectors are drawn. :class:`aucurate.plots.ClassErrorsDisplay` draws the errors of the
points: of three classes in two panels (Fig. 3 of the paper is a cloud in space), of other numbers
in parallel coordinates, as :class:`aucurate.plots.ParallelErrorsDisplay` always does.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
"""

from dataclasses import dataclass

import numpy as np

from aucurate.checks import checked, generator
from aucurate.curve.class_decisions import Counts, Floats, class_errors, confusion_matrices, shares
from aucurate.curve.weight_rules import Standing, WeightRule
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weights.choice import WeightChoice, chosen
from aucurate.estimates.weights.search import Rng, asked, checked_count, random_weights

GREEDY = "greedy search (Paclik et al. 2010)"
_SPREAD = 0.5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GreedyWeights:
    """The operating points that a greedy search kept, from the best down.

    ``weights`` has a row per point, each summing to 1, and ``confusions`` is points x true class x
    decided class. ``best`` is the first of them as a record.
    """

    best: WeightChoice
    weights: Floats
    confusions: Counts
    values: Floats

    @property
    def class_errors(self) -> Floats:
        """The error of every class at every point: points x classes."""
        return class_errors(self.confusions)

    def __len__(self) -> int:
        return len(self.weights)


@checked
def greedy_weights(
    data: ClassScores,
    rule: WeightRule | None = None,
    *,
    vectors: int = 1000,
    steps: int = 5,
    keep: int = 100,
    rng: Rng = 0,
    threads: int | None = None,
) -> GreedyWeights:
    """The greedy search for class weights of Paclik et al. (2010), by a rule.

    >>> scores = ClassScores.from_arrays(
    ...     ["a", "a", "b", "b", "c", "c"],
    ...     [[6, 3, 1], [5, 4, 1], [5, 4, 1], [2, 7, 1], [4, 4, 2], [1, 5, 4]],
    ... )
    >>> found = greedy_weights(scores, WeightRule.balanced())
    >>> found.best.confusion, len(found)
    (((2, 0, 0), (1, 1, 0), (0, 0, 2)), 100)

    The 100 vectors kept for wines of three cultivars have few different errors over the folds. Of
    vectors drawn from everywhere, some cannot be distinguished from the best of them:

    >>> from aucurate.datasets import load_wine_class_folds
    >>> from aucurate.inference.folds import class_operating_points, indistinguishable_points
    >>> folds = load_wine_class_folds()["forest"]
    >>> kept = greedy_weights(folds.pooled(), WeightRule.minimax())
    >>> np.unique(class_operating_points(folds, kept.weights).values, axis=1).shape[1]
    2
    >>> drawn = np.random.default_rng(0).dirichlet([1, 1, 1], 200)
    >>> points = class_operating_points(folds, [kept.best.weights, *drawn])
    >>> _, different = np.unique(points.values, axis=1, return_index=True)
    >>> points = class_operating_points(folds, points.weights[np.sort(different)])
    >>> print(indistinguishable_points(points, 0))  # doctest: +NORMALIZE_WHITESPACE
    forest: of 184 other operating points, 15 cannot be distinguished from point 0 by error of
    barolo, error of grignolino and error of barbera at level 0.05 (not adjusted)
    >>> len(indistinguishable_points(points, 0, correction="holm").points)
    80
    """
    rule, data = rule or WeightRule.minimax(), data.unweighted("a search for class weights")
    question = asked(data, rule)
    vectors, steps = checked_count(vectors, "vectors"), checked_count(steps, "steps", 0)
    if checked_count(keep, "keep") > vectors:
        raise OptionError(
            f"{keep} points cannot be kept of {vectors}.", hint="keep fewer, or draw more vectors."
        )
    random = generator(rng)
    pool = random_weights(vectors, len(data.classes), random)
    confusions = confusion_matrices(data.values, data.codes, pool, threads=threads)
    pool, confusions = _kept(pool, confusions, question.standing(confusions), keep)
    for step in range(steps):
        new = _around(pool, vectors - keep, _SPREAD / 2**step, random)
        found = confusion_matrices(data.values, data.codes, new, threads=threads)
        pool, confusions = np.concatenate([pool, new]), np.concatenate([confusions, found])
        pool, confusions = _kept(pool, confusions, question.standing(confusions), keep)
    points = vectors + steps * (vectors - keep)
    return GreedyWeights(
        best=chosen(data, rule, pool[0], confusions[0], method=GREEDY, points=points),
        weights=frozen(pool),
        confusions=frozen(confusions),
        values=frozen(rule.values(confusions)),
    )


def _kept(pool: Floats, confusions: Counts, standing: Standing, keep: int) -> tuple[Floats, Counts]:
    at = standing.order()[:keep]
    return pool[at], confusions[at]


def _around(pool: Floats, many: int, spread: float, rng: np.random.Generator) -> Floats:
    parents = rng.integers(len(pool), size=many)
    changed = pool[parents] * np.exp(spread * rng.standard_normal((many, pool.shape[1])))
    return shares(changed)
