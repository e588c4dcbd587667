r"""Subgroups: is an AUC the same in all of them, and is one classifier's lead over another?

**Question.** A classifier has an AUC in women and one in men, or one in each age band. Does it rank
equally well in all of them? And where two classifiers are compared: is A ahead of B by as much in
every subgroup?

**Use it** by naming columns of subgroups:
``compare(labels, scores, by={"sex": sex, "age band": band})``,
``read_scores("scores.csv", label="y", by=["sex", "age_band"])``, or on the command line
``--by sex,age_band``. Each column is analysed for itself; for combinations, make one column of
them. ``study.subgroups`` has the results, ``study.plot("subgroups")`` draws them.

Each subgroup is analysed as a test set of its own: AUCs with the intervals of the study,
differences with theirs, and p-values adjusted (Holm, unless ``correction`` says otherwise) for all
comparisons in all subgroups of the column. A study compares classifiers in a subgroup by DeLong's
paired test, and by MOVER's where fewer than five observations of the smaller class are misordered
(docs/validation.md shows what becomes of DeLong's there). Observations without a value are the
subgroup ``(missing)``: leaving them out would change the analysis of all observations.

Over the subgroups, all AUCs of one classifier (or all differences of one pair) are tested for
equality by the least chi-square of :mod:`aucurate.inference.core.homogeneity`. The estimate of
subgroup k has, for every null value c, a one-sided p-value and with it a normal deviate
:math:`z_k(c)`, with the sign of the estimate minus c. If all K subgroups have the same number, one
c fits all of them:

.. math::  X^2 = \min_c \sum_k z_k(c)^2

is compared with chi-square on K - 1 degrees of freedom. The p-values are

- for an AUC, those that belong to the beta interval (:mod:`aucurate.inference.auc.delong`);
- for a difference, those of DeLong's paired test, and in subgroups where fewer than five
  observations of the smaller class are misordered those of MOVER
  (:mod:`aucurate.inference.auc.mover`), because DeLong's test then rejects too often;
- for another estimand, those that belong to its recommended interval, and those of its paired test.

With normal estimates :math:`X^2` is Cochran's Q. There is a test for each classifier (equal AUCs)
and one for each pair (equal differences), either family adjusted by itself. Observations in groups
(patients) may have members in several subgroups. Then the estimates of the subgroups are
correlated, and the test allows for it.

**Level.** Q with DeLong's variances rejects equal AUCs several times too often where one subgroup
is small and another large, or AUCs are near 1. The tests here do not, at a price in power. The beta
interval leaves room for errors that a sample has not shown, so that its p-value is 1 for every
value near the estimate. AUCs that differ by less than this give a chi-square of 0: the test of
equal AUCs is conservative. docs/validation.md has level, coverage in the subgroups, and power.

**What it does not say.**

- The AUC of all observations is no average of those of the subgroups: it also ranks positives of
  one subgroup against negatives of another, and can lie outside their range. A classifier that is
  no better than chance in either sex can look good where sex itself predicts the outcome.
- A different share of positives changes no AUC. A different mix of easy and hard cases does, so
  that AUCs can differ although the classifier treats all alike.
- That no difference was detected is no evidence of equality, least of all with a small subgroup:
  the intervals say what remains possible.

**Not valid** where the paired test is not: nested models scored on their training data, out-of-fold
scores pooled over folds. With fewer than 20 observations of either class in a subgroup (named in a
caveat) only large differences are detected. Subgroups are refused for different test sets, and for
tables that are not in memory.

**Degenerate cases.** A subgroup with perfect separation or one observation in a class takes part
with its interval. One without positives or without negatives has no AUC: it takes no part in the
tests, and has a row that says so.

**Compared with other programs.** Each subgroup equals the study of its observations alone. With
normal estimates the statistic agrees with Cochran's Q as the R package metafor prints it (13 trials
of BCG vaccine, Q = 152.233); with two subgroups on Wald's scale it is the square of pROC's unpaired
statistic. With t tests it is close to SciPy's ``alexandergovern``, which takes a weighted mean for
the common value, not the value that fits best.

The references are those of :mod:`aucurate.inference.core.homogeneity`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.moments import AucMoments, influences_of_auc
from aucurate.data.observations import Observations, refuse_length
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.subgroups import Subgroups, columns_of
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint
from aucurate.inference.auc import mover
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core import homogeneity
from aucurate.inference.core.caveats import has_few_errors
from aucurate.inference.core.components import Components, Scale
from aucurate.inference.core.contrasts import as_paired
from aucurate.inference.core.homogeneity import Floats, GroupTotals, OwnTest
from aucurate.inference.core.influence import CountedComponents
from aucurate.results import Caveat, JointTest


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """The observations of one subgroup; ``groups`` are their codes among those of all subgroups."""

    name: str
    data: PairedScores
    groups: NDArray[np.int64] | None = None

    @property
    def has_both_classes(self) -> bool:
        """Whether there is an AUC."""
        rows = self.data.observations
        return min(rows.n_positive, rows.n_negative) > 0


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """The observations of every subgroup of one column.

    ``straddling`` is how many groups of observations have members in several subgroups.
    """

    column: Subgroups
    members: tuple[Member, ...]
    n_groups: int = 0
    straddling: int = 0

    @classmethod
    def of(cls, data: PairedScores, column: Subgroups) -> "Division":
        """The data, divided by a column of theirs."""
        rows = data.observations
        members = []
        for code, name in enumerate(column.names):
            here = column.codes == code
            groups = None if rows.groups is None else rows.groups[here]
            members.append(Member(name, data.among(here), groups))
        straddling = 0
        if rows.groups is not None:
            pairs = np.unique(rows.groups * len(column.names) + column.codes)
            straddling = int(np.count_nonzero(np.bincount(pairs // len(column.names)) > 1))
        return cls(column, tuple(members), rows.n_groups, straddling)

    @property
    def complete(self) -> tuple[int, ...]:
        """The places of the subgroups that have both classes."""
        return tuple(at for at, each in enumerate(self.members) if each.has_both_classes)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """That groups have members in several subgroups."""
        if not self.straddling:
            return ()
        where = shortened(self.column.name)
        have = "has" if self.straddling == 1 else "have"
        groups = f"{count(self.straddling, 'group')} {have}"
        return (caveat(Kind.STRADDLING_GROUPS, groups=groups, column=where),)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One subgroup as a test sees it: its observations, and the components of its estimates.

    ``places`` are those of the classifier, or of the pair, in the components.
    """

    member: Member
    whole: Components[Any]
    places: tuple[int, ...]

    @property
    def own_difference(self) -> OwnTest:
        """The test of the difference: by DeLong or, where errors are few, by MOVER."""
        i, j = self.places
        whole = self.whole
        if isinstance(whole, AucComponents):
            smaller = whole.moments.smaller_class(i, j)
            if has_few_errors(float(whole.values[i]), float(whole.values[j]), smaller):
                return mover.own_test(whole, i, j)
        return homogeneity.of_difference(whole, i, j)

    def totals(self, n_groups: int) -> GroupTotals:
        """What the groups add to the estimate, or to the difference."""
        rows, codes = self.member.data.observations, self.member.groups
        assert codes is not None
        influences = [self._influences(at) for at in self.places]
        of_classes = influences[0]
        variance = self.whole.variance(self.places[0])
        if len(influences) == 2:
            one, two = influences
            of_classes = one[0] - two[0], one[1] - two[1]
            variance = self.whole.difference_variance(*self.places)
        groups = [codes[own] for own in rows.members]
        return GroupTotals.of(of_classes, rows.units, groups, n_groups, variance)

    def _influences(self, at: int) -> tuple[Floats, Floats]:
        if isinstance(self.whole, CountedComponents):
            return self.whole.members[at].of_observations()
        return influences_of_auc(self.member.data[self.whole.names[at]])


def estimates_test(division: Division, parts: Sequence[Part], scale: Scale) -> JointTest:
    """Test that the estimate of one classifier is the same in these subgroups."""
    first = parts[0]
    (place,) = first.places
    name = first.whole.names[place]
    own = [homogeneity.of_estimate(part.whole, part.places[0], scale) for part in parts]
    return homogeneity.homogeneity_test(
        own,
        _correlations(division, parts),
        names=(name,),
        quantity=first.whole.quantity,
        hypothesis=f"the {first.whole.plural} of {shortened(name)} are equal in all subgroups of "
        f"{shortened(division.column.name)}",
        caveats=division.caveats,
    )


def differences_test(division: Division, parts: Sequence[Part]) -> JointTest:
    """Test that the difference of two classifiers is the same in these subgroups."""
    whole = parts[0].whole
    names = tuple(whole.names[at] for at in parts[0].places)
    first, second = map(shortened, names)
    return homogeneity.homogeneity_test(
        [part.own_difference for part in parts],
        _correlations(division, parts),
        names=names,
        quantity=whole.quantity,
        hypothesis=f"the difference in {whole.quantity} of {first} and {second} is the same in all "
        f"subgroups of {shortened(division.column.name)}",
        caveats=division.caveats,
    )


def _correlations(division: Division, parts: Sequence[Part]) -> Floats | None:
    if not division.straddling:
        return None
    return homogeneity.correlations_of([part.totals(division.n_groups) for part in parts])


@checked
def equal_auc_test(scores: Scores, *, by: Any) -> JointTest:
    """Test that the AUC of one classifier is the same in all subgroups.

    A subgroup without positives or without negatives has no AUC and takes no part.

    >>> from aucurate import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1] * 4, [1, 2, 4, 3, 5, 6] * 2 + [1, 4, 5] * 4)
    >>> found = equal_auc_test(scores, by={"sex": ["f"] * 12 + ["m"] * 12})
    >>> print(found.hypothesis)
    the AUCs of scores are equal in all subgroups of sex
    >>> print(f"chi-square {found.statistic:.3f}, p = {found.p_value:.3f}")
    chi-square 1.620, p = 0.203
    """
    data = PairedScores((scores.name,), scores.observations, scores.values[None])
    division, parts = _divided(data, by, (0,))
    return estimates_test(division, parts, "beta")


@checked
def equal_difference_test(first: Scores, second: Scores, *, by: Any) -> JointTest:
    """Test that the AUCs of two classifiers differ by as much in all subgroups.

    Both must be scores of the same observations. A subgroup without positives or without negatives
    takes no part.

    >>> from aucurate import PairedScores
    >>> first, second = PairedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1] * 4,
    ...     {"a": [1, 2, 4, 3, 5, 6] * 4, "b": [1, 3, 5, 2, 4, 6] * 2 + [2, 1, 3, 4, 6, 5] * 2},
    ... )
    >>> found = equal_difference_test(first, second, by={"sex": ["f"] * 12 + ["m"] * 12})
    >>> print(found.hypothesis)
    the difference in AUC of a and b is the same in all subgroups of sex
    >>> print(f"chi-square {found.statistic:.3f}, p = {found.p_value:.3f}")
    chi-square 1.814, p = 0.178
    """
    if first.observations is not second.observations:
        raise UnsupportedError(
            "the difference of two classifiers is compared over subgroups where both scored the "
            "same observations.",
            hint="build both with PairedScores.from_arrays.",
        )
    division, parts = _divided(as_paired(first, second), by, (0, 1))
    return differences_test(division, parts)


def _divided(data: PairedScores, by: Any, places: tuple[int, ...]) -> tuple[Division, list[Part]]:
    """The data by one column, and the subgroups that have both classes."""
    division = Division.of(data, _column(data.observations, by))
    parts = []
    for at in division.complete:
        member = division.members[at]
        moments = AucMoments.from_scores(member.data)
        parts.append(Part(member, AucComponents.of(moments), places))
    if len(parts) < 2:
        raise UnsupportedError(
            f"fewer than two subgroups of {shortened(division.column.name)} have both positives "
            "and negatives.",
            hint="merge subgroups, or choose another column.",
        )
    return division, parts


def _column(rows: Observations, by: Any) -> Subgroups:
    """The column of the data with this name, or one with these values."""
    if isinstance(by, str):
        known = {column.name: column for column in rows.subgroups}
        if by in known:
            return known[by]
        names = join_words([shortened(name) for name in known]) or "none"
        raise OptionError(
            f"the data have no subgroups by '{shortened(by)}' (they have {names}).",
            hint=Hint("give its values, or name it where the data are read: {by}.", by=by),
        )
    columns = columns_of(by)
    if len(columns) != 1:
        raise OptionError(
            f"by needs one column of subgroups; there are {len(columns)}.",
            hint="test one column after the other.",
        )
    ((name, values),) = columns.items()
    column = Subgroups.of(name, values)
    refuse_length(name, column.codes, len(rows))
    return column
