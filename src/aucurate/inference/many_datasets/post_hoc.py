r"""Tests after Friedman's: all pairs (Nemenyi), a control, critical differences.

Nemenyi's test
--------------
Nemenyi's test after Friedman's: which pairs of algorithms differ?

**Question.** Which of all pairs of k algorithms differ in their average rank over n data sets?

**Use it** for all pairs, after Friedman's test has rejected
(:mod:`aucurate.inference.many_datasets.friedman`).

Two of k algorithms on n data sets differ at the level if their average ranks are at least

.. math::  CD = q \sqrt{\frac{k (k + 1)}{6 n}}

apart, where :math:`q \sqrt 2` is the value that the range of k independent standard normal values
exceeds with that probability (the studentised range with infinite degrees of freedom). The p-value
of a pair is the probability that the range exceeds :math:`\sqrt 2\,|z|`,
:math:`z = (\bar R_a - \bar R_b) / \sqrt{k(k+1)/6n}`: it is adjusted for all pairs already.
Counting all orders, the chance of any false rejection at level 0.05 lies between 0.036 and 0.055
for 3 algorithms on 5 to 50, 4 on 5 to 20 and 5 on 5 to 10 data sets without ties.

**Not valid** where Friedman's test does not reject: tests of pairs by average ranks are then not
justified, and the result of :func:`aucurate.rank` says so. Where only differences from one
algorithm matter, tests against a control have more power. **The verdict on a pair depends on the
other algorithms in the table** (Benavoli, Corani, Mangili 2016); that of Wilcoxon's test
(:mod:`aucurate.inference.many_datasets.pairs`) does not, so :func:`aucurate.rank` shows both. Many
ties make Nemenyi's test conservative.

**Compared with other programs.** ``posthoc_nemenyi_friedman`` of scikit-posthocs gives the same
p-values.

Nemenyi, P. B. (1963). Distribution-free multiple comparisons. PhD thesis, Princeton University.
Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30.
Benavoli, A., Corani, G., Mangili, F. (2016). Should we really use post-hoc tests based on
mean-ranks? Journal of Machine Learning Research 17(5), 1-10.

Comparisons with a control
--------------------------
Each algorithm against a control, by average ranks, after Friedman's test.

**Question.** Which algorithms differ from one that was named beforehand?

**Use it** where only the differences from one algorithm matter: there are fewer questions than
pairs, so it finds more than Nemenyi's test.

With k algorithms on n data sets, :math:`z = (\bar R_a - \bar R_c) / \sqrt{k(k+1)/6n}` is standard
normal if algorithm a and the control c rank alike. The k - 1 p-values are adjusted by Holm's
method, or by another of :mod:`aucurate.inference.core.multiplicity` (``"bonferroni"`` is the
Bonferroni-Dunn test).

**Not valid** if the control was chosen by looking at the ranks. As with Nemenyi's test, a verdict
depends on the other algorithms in the table.

Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30, section 3.2.2.

The critical-difference diagram
-------------------------------
Groups of algorithms that a test after Friedman's cannot distinguish: the data of the
critical-difference diagram (Demsar 2006, Figure 1), and the letters of a table.

Algorithms are sorted by average rank. A group is a longest run of them whose first and last are
less than the critical difference apart; groups may overlap. Two algorithms that share a group (a
letter) are not shown to differ, which does not show that they are equal.
"""

import itertools
import math
from dataclasses import dataclass

from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.formatting import count, join_words, number
from aucurate.formatting import p_value as p_value_text
from aucurate.inference.core.distributions import (
    checked_level,
    normal_range_quantile,
    normal_range_tail,
    p_value,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction, adjust
from aucurate.inference.many_datasets.friedman import mean_ranks, require_several
from aucurate.results import MethodRecord, MethodTitle, Record

# Two algorithms by their average ranks: the record that tests after Friedman's return.


@dataclass(frozen=True, slots=True, kw_only=True)
class RankComparison(MethodRecord):
    """Average ranks of two algorithms; ``difference`` is first minus second, below 0 where the
    first is better. ``statistic`` is the difference in its standard errors.
    """

    first: str
    second: str
    first_rank: float
    second_rank: float
    difference: float
    statistic: float
    p_value: float
    adjusted_p_value: float
    method: str
    key: str = ""

    def __str__(self) -> str:
        return (
            f"average ranks {self.first} {number(self.first_rank, 2)}, {self.second} "
            f"{number(self.second_rank, 2)}: z = {number(self.statistic, 2)}, adjusted "
            f"{p_value_text(self.adjusted_p_value)}, {self.method}"
        )


def rank_standard_error(algorithms: int, datasets: int) -> float:
    """Of the difference of two average ranks if all orders are equally likely.

    >>> round(rank_standard_error(4, 14), 4)
    0.488
    """
    return math.sqrt(algorithms * (algorithms + 1) / (6 * datasets))


def _by_ranks(
    table: ResultsTable,
    ranks: list[float],
    pair: tuple[int, int],
    statistic: float,
    adjusted: float,
    method: MethodTitle,
) -> RankComparison:
    """The record of two algorithms, by their places in the table."""
    first, second = pair
    return RankComparison(
        first=table.algorithms[first],
        second=table.algorithms[second],
        first_rank=ranks[first],
        second_rank=ranks[second],
        difference=ranks[first] - ranks[second],
        statistic=statistic,
        p_value=p_value(statistic, "two-sided"),
        adjusted_p_value=adjusted,
        method=method,
    )


METHOD = MethodTitle("Nemenyi", "nemenyi")


@dataclass(frozen=True, slots=True, kw_only=True)
class NemenyiTest(Record):
    """The average ranks, the critical difference at the level, and every pair."""

    names: tuple[str, ...]
    average_ranks: tuple[float, ...]
    n_datasets: int
    level: float
    critical_difference: float
    comparisons: tuple[RankComparison, ...]

    def __str__(self) -> str:
        return (
            f"average ranks of {len(self.names)} algorithms on "
            f"{count(self.n_datasets, 'data set')} differ at level {self.level:g} if they are "
            f"{number(self.critical_difference)} or more apart, {METHOD}"
        )


@checked
def nemenyi_test(table: ResultsTable, *, level: float = 0.05) -> NemenyiTest:
    """Compare all pairs of algorithms by Nemenyi's test.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> print(nemenyi_test(table))
    average ranks of 3 algorithms on 4 data sets differ at level 0.05 if they are 1.657 or more \
apart, Nemenyi
    """
    level = checked_level(level)
    require_several(table)
    ranks = [float(rank) for rank in mean_ranks(table)]
    k, n = len(ranks), len(table.datasets)
    error = rank_standard_error(k, n)
    comparisons = []
    for a, b in itertools.combinations(range(k), 2):
        z = (ranks[a] - ranks[b]) / error
        adjusted = normal_range_tail(math.sqrt(2) * abs(z), k)
        comparisons.append(_by_ranks(table, ranks, (a, b), z, adjusted, METHOD))
    return NemenyiTest(
        names=table.algorithms,
        average_ranks=tuple(ranks),
        n_datasets=n,
        level=level,
        critical_difference=normal_range_quantile(level, k) / math.sqrt(2) * error,
        comparisons=tuple(comparisons),
    )


@checked
def rank_control_test(
    table: ResultsTable, control: str, *, correction: Correction = "holm"
) -> tuple[RankComparison, ...]:
    """Compare every other algorithm (first) with the control (second) by average ranks.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> for found in rank_control_test(table, "c"):
    ...     print(found)
    average ranks a 1.25, c 3.00: z = -2.47, adjusted p = 0.027, z against a control, Holm
    average ranks b 1.75, c 3.00: z = -1.77, adjusted p = 0.077, z against a control, Holm
    """
    require_several(table)
    at = table.position(control)
    ranks = [float(rank) for rank in mean_ranks(table)]
    error = rank_standard_error(len(ranks), len(table.datasets))
    others = [place for place in range(len(ranks)) if place != at]
    statistics = [(ranks[place] - ranks[at]) / error for place in others]
    adjusted = adjust([p_value(z, "two-sided") for z in statistics], correction)
    words = f"z against a control, {CORRECTION_TITLES[correction]}"
    method = MethodTitle(words, "z-against-a-control")
    return tuple(
        _by_ranks(table, ranks, (place, at), z, final, method)
        for place, z, final in zip(others, statistics, adjusted, strict=True)
    )


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalDifference(Record):
    """A critical difference diagram: average ranks from the best down, and the groups not
    separated.

    ``groups`` has every longest run, also an algorithm that differs from all others; a diagram
    draws those of two or more. ``letters`` are those of each algorithm's groups.
    """

    names: tuple[str, ...]
    average_ranks: tuple[float, ...]
    critical_difference: float
    level: float
    n_datasets: int
    groups: tuple[tuple[str, ...], ...]
    letters: tuple[str, ...]

    def __str__(self) -> str:
        joined = [join_words(list(group)) for group in self.groups if len(group) > 1]
        if not joined:
            return f"all algorithms differ at level {self.level:g}"
        return f"no difference detected at level {self.level:g}: {'; '.join(joined)}"


@checked
def critical_difference(test: NemenyiTest) -> CriticalDifference:
    """The critical difference diagram of Nemenyi's test.

    >>> from aucurate.data.results_table import ResultsTable
    >>> from aucurate.inference.many_datasets.post_hoc import nemenyi_test
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> diagram = critical_difference(nemenyi_test(table))
    >>> print(diagram)
    no difference detected at level 0.05: a and b; b and c
    >>> diagram.letters
    ('a', 'ab', 'b')
    """
    order = sorted(range(len(test.names)), key=lambda at: test.average_ranks[at])
    names = tuple(test.names[at] for at in order)
    ranks = tuple(test.average_ranks[at] for at in order)
    runs = _longest_runs(ranks, test.critical_difference)
    letters = tuple(
        "".join(_letter(place) for place, (start, stop) in enumerate(runs) if start <= at < stop)
        for at in range(len(names))
    )
    return CriticalDifference(
        names=names,
        average_ranks=ranks,
        critical_difference=test.critical_difference,
        level=test.level,
        n_datasets=test.n_datasets,
        groups=tuple(names[start:stop] for start, stop in runs),
        letters=letters,
    )


def _longest_runs(ranks: tuple[float, ...], width: float) -> list[tuple[int, int]]:
    """Start and stop of each run that no other run contains."""
    runs: list[tuple[int, int]] = []
    for start, lowest in enumerate(ranks):
        stop = max(at + 1 for at, rank in enumerate(ranks) if rank - lowest < width)
        if not runs or stop > runs[-1][1]:
            runs.append((start, stop))
    return runs


def _letter(place: int) -> str:
    """a, b, ..., z, then a2, b2, ...: as many as are needed."""
    around, at = divmod(place, len(_LETTERS))
    return _LETTERS[at] + (str(around + 1) if around else "")
