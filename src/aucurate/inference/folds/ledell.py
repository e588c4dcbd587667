r"""LeDell, Petersen, van der Laan 2015: inference for the cross-validated AUC.

**Question.** What is the mean AUC of the models of a cross-validation, each on its own left-out
fold, and do two algorithms differ in it?

**Use it** for left-out folds, also repeated ones, when the question is about the models that were
fitted.

The estimate is the mean of the fold AUCs, :math:`\bar A = \frac1V \sum_v \hat A_v`. An observation
i of fold v has the influence

.. math::
    \phi_i = \begin{cases}
    (V_{10}(i) - \hat A_v) / \pi & i \text{ positive} \\
    (V_{01}(i) - \hat A_v) / (1 - \pi) & i \text{ negative} \end{cases}

with its placement among the other class of the same fold (ties count one half) and :math:`\pi` the
share of positives in all n observations. The variance is
:math:`\hat\sigma^2 / n` with :math:`\hat\sigma^2 = \frac1V \sum_v \frac1{n_v} \sum_{i \in v}
\phi_i^2`, and the interval :math:`\bar A \pm z \hat\sigma / \sqrt n`, cut to [0, 1]. No model is
fitted again. Two algorithms on the same folds are compared by the differences of their
:math:`\phi_i`. With repeats of the division an observation's influence is the mean of those it has
in each of them.

**Groups and sampling weights.** Fold AUCs, :math:`\pi` and the placements are then weighted, an
observation of the weight :math:`w_i` adds :math:`a_i = \frac1V \sum_v \frac{w_i}{W_v} \phi_i` to
the estimate, with the weight :math:`W_v` of its fold, and the variance is :math:`\sum_u (\sum_{i
\in u} a_i)^2` over the groups u, in whichever folds their observations were scored.

**Not valid** for a fixed test set or random splits, and refused there. The interval is about the
fitted models, not about the algorithm on other training sets: as a test of two equally good
algorithms it rejects somewhat too often (docs/validation.md), and
:func:`~aucurate.inference.folds.corrected_delong_test` is the test to use. The variance divides by
the number of observations, so that folds with fewer than five observations of a class make it too
small; a caveat says so. A fold without one of the classes is refused.

**Degenerate cases.** Where the variance is 0 the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` takes over, with as many pairs as the smallest class of a fold
times the folds of a repeat.

**Compared with other programs.** ``ci.cvAUC`` of R's cvAUC uses the same formula, but there a tie
counts nothing in the influences and one half in the AUC; here it counts one half in both. Without
ties the two agree.

LeDell, E., Petersen, M., van der Laan, M. (2015). Computationally efficient confidence intervals
for cross-validated area under the ROC curve estimates. Electronic Journal of Statistics 9,
1583-1607.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.moments import ratio
from aucurate.data.observations import Observations
from aucurate.data.scores import position
from aucurate.data.units import Units
from aucurate.errors import UnsupportedError
from aucurate.estimates.thresholds.call_moments import all_units
from aucurate.formatting import count, shortened
from aucurate.hints import Function, Hint
from aucurate.inference.core import bounds
from aucurate.inference.core.caveats import difference, no_variance, of_few_units
from aucurate.inference.core.contrasts import Contest, Question, difference_test
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.folds import caveats as folds_caveats
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval, MethodTitle

_ROUNDING = 1e-9

METHOD = MethodTitle("LeDell", "ledell")
VALID_FOR = "left-out folds, also repeated ones, about the models that were fitted"
FEW_IN_FOLD = 5


@checked
def ledell_interval(data: FoldScores, name: str, *, confidence: float = 0.95) -> Estimate:
    """The cross-validated AUC of one algorithm with its influence-function interval.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = ledell_interval(load_breast_cancer_folds(), "forest")
    >>> print(found.quantity, round(found.value, 3), found.interval)
    cross-validated AUC 0.978 95% CI 0.966 to 0.989
    """
    confidence = checked_confidence(confidence)
    found = _Influence.of(data, (name,))
    auc, variance = found.aucs[0], found.variance(found.values[0])
    if variance > 0:
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        interval = Interval(
            low=max(0.0, auc - reach),
            high=min(1.0, auc + reach),
            confidence=confidence,
            method=METHOD,
        )
    else:
        interval = bounds.auc_interval(auc, found.pairs, confidence)
    return Estimate(
        name=name,
        quantity="cross-validated AUC",
        value=auc,
        standard_error=math.sqrt(variance),
        interval=interval,
        n_positive=data.observations.n_positive,
        n_negative=data.observations.n_negative,
        method=METHOD,
        caveats=tuple(_caveats(found, variance, f"the AUC of {shortened(name)}", name)),
        n_groups=data.observations.n_groups,
        design_effect=found.design_effect(0),
    )


@checked
def ledell_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two algorithms differ in their cross-validated AUC, on the same folds?

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(ledell_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.021 to 0.056), p < 0.001, LeDell test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    found = _Influence.of(data, (first, second))
    gap = found.values[0] - found.values[1]
    variance = found.variance(gap)
    alike = not gap.any() and found.aucs[0] == found.aucs[1]
    caveats = [
        *_caveats(found, variance, difference(first, second), first, second),
        _of_fitted_models(),
    ]
    one, two = found.aucs
    contest = Contest(
        first,
        second,
        one,
        two,
        variance,
        "paired",
        tuple(caveats),
        pairs=found.pairs,
        identical=alike,
        n_groups=data.observations.n_groups,
        design_effect=found.design_effect(0, 1),
    )
    return difference_test(contest, question, method=METHOD)


@dataclass(frozen=True, slots=True, eq=False)
class _Influence:
    """Per classifier the mean AUC, and per observation its influence, scaled to equal folds.

    With groups or sampling weights, ``values`` are what a group adds to the mean AUC and ``alone``
    what observations drawn one by one would.
    """

    aucs: tuple[float, ...]
    values: NDArray[np.float64]
    pairs: int
    smallest: int
    caveats: tuple[Caveat, ...] = ()
    alone: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, data: FoldScores, names: tuple[str, ...]) -> "_Influence":
        if data.design not in ("left-out folds", "5x2"):
            raise UnsupportedError(
                f"the cross-validated AUC needs left-out folds; these are {data.design}.",
                hint=Hint(
                    "{} is designed for a fixed test set, {} for random splits.",
                    Function("averaged_delong_test"),
                    Function("corrected_delong_test"),
                ),
            )
        at, rows = [position(data.names, name) for name in names], data.observations
        with_units = rows.is_grouped or rows.is_sampled
        size, repeats = len(rows), len(np.unique(data.repeats))
        in_repeat = np.bincount(data.repeats)[data.repeats]
        values, aucs, smallest = np.zeros((len(at), size)), [], size
        for k in range(data.n_folds):
            of_fold = data.folds == k
            here = data.rows[of_fold]
            means, influence, smaller = _of_fold(data, k, at)
            if with_units:
                weights = data.row_weights[of_fold]
                values[:, here] += weights / (weights.sum() * data.n_folds) * influence
                smaller = min(smaller, _smaller_class(rows, here))
            else:
                scale = math.sqrt(size / (in_repeat[k] * len(here))) / repeats
                values[:, here] += scale * influence
            aucs.append(means)
            smallest = min(smallest, smaller)
        averages = tuple(float(a) for a in np.mean(aucs, axis=0))
        pairs = smallest * int(np.min(in_repeat))
        if not with_units:
            return cls(averages, values, pairs, smallest)
        found = tuple(of_few_units(rows))
        return cls(
            averages,
            _group_sums(rows, values),
            min(pairs, rows.units.disjoint),
            smallest,
            found,
            values / np.sqrt(all_units(rows).shares[0] * size),
        )

    def variance(self, influence: NDArray[np.float64]) -> float:
        """The variance of the mean AUC, or of a difference."""
        if self.alone is not None:
            return float(np.sum(influence**2))
        return float(np.sum(influence**2)) / len(influence) ** 2

    def design_effect(self, first: int, second: int | None = None) -> float:
        """The variance relative to that of observations drawn one by one."""
        if self.alone is None:
            return 1.0
        sums = [
            float(np.sum((each[first] - (0 if second is None else each[second])) ** 2))
            for each in (self.values, self.alone)
        ]
        return float(ratio(np.array(sums[0]), np.array(sums[1])))


def _smaller_class(rows: Observations, here: NDArray[np.int64]) -> int:
    """How many independent units the smaller class of a fold is worth."""
    classes = [here[positive] for positive in (rows.is_positive[here], ~rows.is_positive[here])]
    weights, groups = rows.whole_weights, rows.groups if rows.is_grouped else None
    units = Units.of(
        [len(own) for own in classes],
        None if weights is None else [weights[own] for own in classes],
        None if groups is None else [groups[own] for own in classes],
        rows.n_groups,
    )
    return int(min(units.effective_sizes) + _ROUNDING)


def _group_sums(rows: Observations, values: NDArray[np.float64]) -> NDArray[np.float64]:
    if not rows.is_grouped or rows.groups is None:
        return values
    sums = [np.bincount(rows.groups, each, minlength=rows.n_groups) for each in values]
    return np.array(sums, np.float64)


def _of_fold(
    data: FoldScores, k: int, at: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """The AUCs of one fold, the influence of its observations, the size of its smaller class."""
    fold, rows = data.fold(k), data.observations
    positive, own = fold.observations.is_positive, fold.observations.whole_weights
    m, n = (
        int(np.count_nonzero(each) if own is None else own[each].sum())
        for each in fold.observations.members
    )
    share = rows.total(rows.is_positive) / len(rows)
    placed = kernels.placements(np.ascontiguousarray(fold.values[at]), positive, weights=own)
    wins = placed.wins or placed.of_positives.sum(axis=1)
    aucs = np.array([int(won) / (2 * m * n) for won in wins])
    influence = np.empty((len(at), len(positive)))
    influence[:, positive] = (placed.of_positives / (2 * n) - aucs[:, None]) / share
    influence[:, ~positive] = (placed.of_negatives / (2 * m) - aucs[:, None]) / (1 - share)
    return aucs, influence, min(fold.observations.n_positive, fold.observations.n_negative)


def _caveats(found: _Influence, variance: float, what: str, *about: str) -> list[Caveat]:
    caveats = [folds_caveats.valid_for(VALID_FOR), *found.caveats]
    if found.smallest < FEW_IN_FOLD:
        caveats.append(
            caveat(
                Kind.SMALL_FOLDS,
                size=count(found.smallest, "observation"),
                limit=FEW_IN_FOLD,
            )
        )
    if not variance > 0:
        caveats.append(no_variance(what, *about))
    return caveats


def _of_fitted_models() -> Caveat:
    return caveat(Kind.OF_FITTED_MODELS, level=folds_caveats.LEVELS["LeDell"])
