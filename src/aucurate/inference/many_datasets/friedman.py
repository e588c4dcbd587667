r"""Friedman's test: do any of several algorithms differ over many data sets?

**Question.** k algorithms were run on n data sets. Are their ranks no more than chance?

**Use it** where each row is another data set, before the tests of pairs
(:mod:`aucurate.inference.many_datasets.post_hoc`). :func:`aucurate.rank` computes both.

With :math:`r_{ij}` the rank of algorithm j on data set i (1 is the best, ties share their average)
and :math:`R_j` the rank sum of algorithm j,

.. math::
    \chi^2_F = \frac{(k - 1) \sum_j [R_j - n(k+1)/2]^2}{\sum_{ij} r_{ij}^2 - n k (k+1)^2 / 4}

is chi-square with k - 1 degrees of freedom if all orders are equally likely on every data set.
Values that are equal up to rounding are ties. The denominator holds the correction for them;
``tie_correction=False`` takes its value without ties, :math:`nk(k^2-1)/12`, as Demsar (2006) does.
Iman and Davenport's

.. math::  F = \frac{(n - 1)\,\chi^2_F}{n (k - 1) - \chi^2_F}

with k - 1 and (k - 1)(n - 1) degrees of freedom is ``distribution="F"``. Both are approximations;
counting all orders, their level at 0.05 is in truth

=== === ========== =====
 k   n  chi-square F
=== === ========== =====
 4   5  0.034      0.067
 4   8  0.042      0.058
 4  10  0.045      0.053
 4  14  0.044      0.053
 5   6  0.038      0.056
 5  10  0.044      0.052
=== === ========== =====

so F rejects too often on few data sets (at level 0.01 and five of them twice as often as it
should), and chi-square too seldom. ``"exact"`` counts the orders for the data at hand (see below),
so that its level is at most the nominal one, and ``"auto"``, the default, does so where it takes
less than a second or so (4 algorithms on 20 data sets, 3 on 100, 5 on 10) and takes F elsewhere;
the method of the result says which.

**Not valid** for data sets that are not independent (several versions of one count as one), or
where a row is a fold of one data set (:mod:`aucurate.inference.folds`). With two algorithms it is a
sign test; Wilcoxon's test uses more (:mod:`aucurate.inference.many_datasets.pairs`).

**Degenerate cases.** Where all data sets agree on every place, F (not the exact test) is infinite
and its p-value 0, which is too small, above all with few data sets; a caveat says so. If all
algorithms are tied on every data set, the statistic is 0 and p = 1. One data set is refused.

**Compared with other programs.** R's ``friedman.test`` and SciPy's ``friedmanchisquare`` give the
chi-square form. Demsar's example ignores ties: ``tie_correction=False`` reproduces it.

Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the analysis
of variance. Journal of the American Statistical Association 32, 675-701.
Iman, R. L., Davenport, J. M. (1980). Approximations of the critical region of the Friedman
statistic. Communications in Statistics A 9, 571-595.
Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30.

The exact distribution
----------------------
The exact distribution of Friedman's statistic: every order of the ranks on every data set.

If all algorithms are alike, the ranks of a data set, ties and all, are a random order of
themselves. The rank sums are built up data set by data set; because each order is as likely as any
other, sums that are the same up to the names of the algorithms are one state, and few states are
left: thousands where the orders are :math:`(k!)^n`. Sums are whole numbers when doubled, so a
statistic equal to the observed one is recognised without rounding.
"""

import itertools
import math
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.core.distributions import chi_square_p_value
from aucurate.inference.core.signs_and_ranks import average_ranks, resolution_of, snapped
from aucurate.results import JointTest, MethodTitle

EXACT = MethodTitle("Friedman, exact", "friedman-exact")
CHI_SQUARE = MethodTitle("Friedman, chi-square", "friedman-chi-square")
IMAN_DAVENPORT = MethodTitle("Friedman, Iman-Davenport F", "friedman-F")

FriedmanDistribution: TypeAlias = Literal["auto", "exact", "F", "chi-square"]


@checked
def friedman_test(
    table: ResultsTable,
    *,
    distribution: FriedmanDistribution = "auto",
    tie_correction: bool = True,
) -> JointTest:
    """Test that all algorithms rank alike, exactly where possible, else by Iman and Davenport's F.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> for distribution in ("auto", "F", "chi-square"):
    ...     print(friedman_test(table, distribution=distribution))
    Null hypothesis: all algorithms rank alike; chi-square 6.5000 on 2 df, p = 0.042, Friedman, \
exact
    Null hypothesis: all algorithms rank alike; F 13.0000 on 2 and 6.0 df, p = 0.007, Friedman, \
Iman-Davenport F
    Null hypothesis: all algorithms rank alike; chi-square 6.5000 on 2 df, p = 0.039, Friedman, \
chi-square
    """
    require_several(table)
    ranks = data_set_ranks(table)
    n, k = ranks.shape
    statistic = friedman_statistic(ranks, tie_correction=tie_correction)
    name, below = "chi-square", math.inf
    p = friedman_exact_p_value(ranks) if distribution in ("auto", "exact") else None
    if p is not None:
        method = EXACT
    elif distribution == "exact":
        raise UnsupportedError(
            f"the rankings of {k} algorithms on {n} data sets are too many to enumerate.",
            hint="use distribution='F', which is accurate for many data sets.",
        )
    elif distribution == "chi-square":
        p, method = chi_square_p_value(statistic, k - 1), CHI_SQUARE
    else:
        statistic, below = _iman_davenport(statistic, n, k), float((k - 1) * (n - 1))
        name, method = "F", IMAN_DAVENPORT
        p = float(special.fdtrc(k - 1, below, statistic))
    return JointTest(
        names=table.algorithms,
        quantity=table.quantity,
        hypothesis="all algorithms rank alike",
        statistic=statistic,
        degrees_of_freedom=float(k - 1),
        denominator_degrees_of_freedom=below,
        p_value=p,
        method=method,
        caveats=(caveat(Kind.NO_VARIANCE, "rankings"),) if math.isinf(statistic) else (),
        statistic_name=name,
    )


def friedman_statistic(ranks: NDArray[np.float64], *, tie_correction: bool = True) -> float:
    """Friedman's chi-square of a row of ranks per data set; 0 where everything is tied.

    >>> friedman_statistic(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]))
    4.0
    """
    n, k = ranks.shape
    centre = (k + 1) / 2
    between = float(np.sum((ranks.sum(axis=0) - n * centre) ** 2))
    within = float(np.sum((ranks - centre) ** 2)) if tie_correction else n * k * (k * k - 1) / 12
    return 0.0 if within == 0 else (k - 1) * between / within


def _iman_davenport(chi_square: float, n: int, k: int) -> float:
    left = n * (k - 1) - chi_square
    return math.inf if left <= 1e-9 * n * k else (n - 1) * chi_square / left


MOST_ALGORITHMS = 7
MOST_STEPS = 3_000_000


def friedman_exact_p_value(ranks: NDArray[np.float64]) -> float | None:
    """The share of all orders whose statistic is at least the observed one; None where it would
    take more than a second or so.

    >>> friedman_exact_p_value(np.array([[1.0, 2.0, 3.0]] * 3)) == 1 / 36
    True
    """
    n, k = ranks.shape
    base = 2 * n * k + 1
    if k > MOST_ALGORITHMS or base**k >= 2**62:
        return None
    doubled = np.rint(2 * ranks).astype(np.int64)
    places = base ** np.arange(k, dtype=np.int64)
    states, steps = np.zeros((1, k), np.int64), 0
    chances: NDArray[np.float64] = np.ones(1)
    for row in doubled:
        orders = np.unique(np.array(list(itertools.permutations(row.tolist()))), axis=0)
        steps += len(states) * len(orders)
        if steps > MOST_STEPS:
            return None
        sums = np.sort((states[:, None, :] + orders[None, :, :]).reshape(-1, k), axis=1)
        _, first, at = np.unique(sums @ places, return_index=True, return_inverse=True)
        shares = np.repeat(chances / len(orders), len(orders))
        states = sums[first]
        chances = np.asarray(np.bincount(at.reshape(-1), weights=shares), np.float64)
    centre = n * (k + 1)
    seen = int(np.sum((doubled.sum(axis=0) - centre) ** 2))
    return float(min(1.0, chances[np.sum((states - centre) ** 2, axis=1) >= seen].sum()))


# Ranks of algorithms within each data set: 1 for the best, ties share their average.


def data_set_ranks(table: ResultsTable) -> NDArray[np.float64]:
    """A row of ranks per data set. Values that differ only by rounding are tied.

    >>> table = ResultsTable.from_arrays({"a": [0.9, 0.8], "b": [0.7, 0.8], "c": [0.8, 0.9]})
    >>> data_set_ranks(table).tolist()
    [[1.0, 3.0, 2.0], [2.5, 2.5, 1.0]]
    """
    sign = -1.0 if table.better == "higher" else 1.0
    rows = [average_ranks(snapped(sign * row, resolution_of(row))) for row in table.values]
    return np.array(rows)


def mean_ranks(table: ResultsTable) -> NDArray[np.float64]:
    """The average rank of each algorithm over the data sets."""
    means: NDArray[np.float64] = data_set_ranks(table).mean(axis=0)
    return means


def require_several(table: ResultsTable) -> None:
    """One data set says nothing about the next one."""
    if len(table.datasets) < 2:
        raise OptionError(
            "a test over data sets needs two or more; there is only 1.",
            hint="for a single data set, compare the scores themselves with compare.",
        )
