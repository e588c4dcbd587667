"""The comparison in subgroups: each analysed alone, and tests that all of them are alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from aucurate.caveats import Kind, caveat
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.subgroups import Subgroups
from aucurate.data.table_scores import TableScores, refuse_without_rows
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import count, join_words, percent, shortened
from aucurate.hints import Argument, Hint
from aucurate.inference.auc.subgroups import (
    Division,
    Member,
    Part,
    differences_test,
    estimates_test,
)
from aucurate.inference.core.caveats import FEW_ERRORS
from aucurate.results import Caveat, Comparison, Estimate, JointTest, Record, Tested
from aucurate.study.compare import numbers
from aucurate.study.compare.numbers import ComparisonPlan
from aucurate.study.inputs import Data
from aucurate.study.text import short_list, short_names
from aucurate.study.work import INTERVALS_OF_AUCS, Task, Work, tested

SMALL = 20
"""Below this size of a class a subgroup is named as small."""

DIFFERENCE_COVERAGE, DIFFERENCE_LEVEL = 0.62, 0.22
"""How rarely DeLong's intervals of differences covered, and how often DeLong's tests rejected equal
AUCs in any subgroup, where few observations are misordered (docs/validation.md)."""

_MOST_COMPARISONS = 5000  # pairs in all subgroups of a column


@dataclass(frozen=True, slots=True, kw_only=True)
class Subgroup(Record):
    """The analysis of one subgroup as a test set of its own.

    ``estimates`` are those of the classifiers, and ``tests`` the comparisons of the study, with
    p-values adjusted for all comparisons in all subgroups of the column. Both are empty where
    ``n_positive`` or ``n_negative`` is 0, and ``tests`` with one classifier.
    """

    name: str
    n_positive: int
    n_negative: int
    n_groups: int = 0
    estimates: tuple[Estimate, ...] = ()
    tests: tuple[Tested[Comparison], ...] = ()

    @property
    def is_available(self) -> bool:
        """Whether there are observations of both classes."""
        return min(self.n_positive, self.n_negative) > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupAnalysis(Record):
    """The subgroups by one column, and tests that all of them are alike.

    ``equal_estimates`` are the tests, one for each classifier, that its estimate is the same in all
    subgroups, adjusted for all classifiers; ``equal_differences`` those, one for each comparison of
    the study, that the difference is, adjusted for all comparisons. Both are empty where fewer than
    two subgroups are available.
    """

    name: str
    subgroups: tuple[Subgroup, ...]
    equal_estimates: tuple[Tested[JointTest], ...] = ()
    equal_differences: tuple[Tested[JointTest], ...] = ()

    def subgroup(self, name: str) -> Subgroup:
        """The subgroup of this name."""
        for each in self.subgroups:
            if each.name == name:
                return each
        raise OptionError(
            f"there is no subgroup '{shortened(name)}' of {shortened(self.name)}.",
            hint=f"there are {join_words([shortened(each.name) for each in self.subgroups])}.",
        )


def chosen_columns(data: Data | TableScores, by: Sequence[str]) -> tuple[Subgroups, ...]:
    """The columns of subgroups that a study is about: those named, by default all of the data."""
    if isinstance(data, TableScores):
        if by:
            raise refuse_without_rows("an analysis of subgroups", "the study of all rows")
        return ()
    if not isinstance(data, Scores | PairedScores):
        if by:
            raise _needs_pairs(Hint("leave out {by}."))
        return ()
    columns = {column.name: column for column in data.observations.subgroups}
    unknown = [name for name in by if name not in columns]
    if unknown:
        known = join_words([shortened(name) for name in columns]) or "none"
        raise OptionError(
            f"the data have no subgroups '{shortened(unknown[0])}' (they have {known}).",
            hint=Hint("name the column where the data are read: {by}.", by=unknown[0]),
        )
    return tuple(columns[name] for name in by) if by else tuple(columns.values())


def _needs_pairs(hint: str) -> UnsupportedError:
    return UnsupportedError(
        "subgroups are analysed of classifiers on the same observations.", hint=hint
    )


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """How one column of subgroups is analysed: a plan for each that has both classes."""

    division: Division
    plans: tuple[ComparisonPlan | None, ...]
    whole: ComparisonPlan

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.division.column.name

    @property
    def available(self) -> tuple[ComparisonPlan, ...]:
        """The plans of the subgroups that have both classes."""
        return tuple(plan for plan in self.plans if plan is not None)


def column_plans(
    data: Data | TableScores, columns: Sequence[Subgroups], whole: ComparisonPlan
) -> tuple[ColumnPlan, ...]:
    """The plans of all columns, ranked; ``whole`` is that of all observations."""
    if not columns:
        return ()
    if not whole.paired:
        raise _needs_pairs(Hint("leave out {paired}, or leave out {by}.", paired=False))
    for column in columns:
        comparisons = len(whole.pairs) * len(column.names)
        if comparisons > _MOST_COMPARISONS:
            raise UnsupportedError(
                f"{count(len(whole.pairs), 'pair')} of classifiers in "
                f"{count(len(column.names), 'subgroup')} of {shortened(column.name)} make "
                f"{comparisons:,} comparisons; the most is {_MOST_COMPARISONS:,}.",
                hint=Hint(
                    "compare each classifier with one of them ({reference}), or choose some of "
                    "them ({}).",
                    Argument("scores"),
                ),
            )
    assert isinstance(data, Scores | PairedScores)
    paired = data
    if isinstance(data, Scores):
        lower = frozenset({data.name} if data.lower else ())
        paired = PairedScores((data.name,), data.observations, data.values[None], lower)
    assert isinstance(paired, PairedScores)
    return tuple(_planned(Division.of(paired, column), whole) for column in columns)


def _planned(division: Division, whole: ComparisonPlan) -> ColumnPlan:
    plans = tuple(
        ComparisonPlan.of(member.data, whole.estimand, whole.settings, whole.threads, None)
        if member.has_both_classes
        else None
        for member in division.members
    )
    return ColumnPlan(division, plans, whole)


@dataclass(frozen=True, slots=True)
class ColumnTasks:
    """What is to be computed of one column, a list of tasks for each subgroup that is available."""

    plan: ColumnPlan
    comparing: tuple[list[Task[tuple[Comparison, ...]]], ...]
    estimating: tuple[list[Task[Estimate]], ...]

    @classmethod
    def of(cls, plan: ColumnPlan) -> "ColumnTasks":
        """The estimates and comparisons of the study, in each subgroup."""
        several = len(plan.whole.names) > 1
        return cls(
            plan,
            tuple(numbers.comparisons(each) if several else [] for each in plan.available),
            tuple(numbers.estimates(each) for each in plan.available),
        )

    def __iter__(self) -> Iterator[list[Any]]:
        yield from self.comparing
        yield from self.estimating

    def run(self, work: Work) -> SubgroupAnalysis:
        """The answers, and the tests over the subgroups."""
        plan, correction = self.plan, self.plan.whole.settings.correction
        where = f"in subgroups of {shortened(plan.name)}"
        flat = [task for tasks in self.comparing for task in tasks]
        by_plan = work.run_blocks(f"comparisons {where}", flat)
        answers = self._by_valid_tests(by_plan)
        tests = iter(tested(answers, correction))
        estimating = [task for tasks in self.estimating for task in tasks]
        estimated = work.run(INTERVALS_OF_AUCS, estimating)
        intervals = iter(estimated)
        compared, found = iter(answers), []
        for member, own in zip(plan.division.members, plan.plans, strict=True):
            rows = member.data.observations
            here: dict[str, Any] = {}
            if own is not None:
                pairs = len(own.pairs) if len(own.names) > 1 else 0
                done = sum(answer is not None for answer in islice(compared, pairs))
                here["tests"] = tuple(islice(tests, done))
                estimates: list[Estimate | None] = list(islice(intervals, len(own.names)))
                here["estimates"] = numbers.completed(estimates, own)
            found.append(
                Subgroup(
                    name=member.name,
                    n_positive=rows.n_positive,
                    n_negative=rows.n_negative,
                    n_groups=rows.n_groups,
                    **here,
                )
            )
        return SubgroupAnalysis(
            name=plan.name,
            subgroups=tuple(found),
            equal_estimates=tested(_equal_estimates(plan), correction),
            equal_differences=tested(_equal_differences(plan), correction),
        )

    def _by_valid_tests(self, answers: Sequence[Comparison | None]) -> list[Comparison | None]:
        """The comparisons in all subgroups, by MOVER where DeLong's test is not to be relied on."""
        rest, found = iter(answers), []
        for own in self.plan.available:
            pairs = len(own.pairs) if len(own.names) > 1 else 0
            found += numbers.by_valid_tests(own, list(islice(rest, pairs)))
        return found


def _equal_estimates(plan: ColumnPlan) -> list[JointTest]:
    """For each classifier, whether its estimate is the same in all subgroups."""
    if len(plan.available) < 2:
        return []
    scale = numbers.scale_of(plan.whole)
    return [
        estimates_test(plan.division, [_part(own, at) for own in _pairs_of(plan)], scale)
        for at in range(len(plan.whole.names))
    ]


def _equal_differences(plan: ColumnPlan) -> list[JointTest]:
    """For each comparison, whether the difference is the same in all subgroups."""
    if len(plan.available) < 2 or len(plan.whole.names) < 2:
        return []
    found = []
    for pair in plan.whole.pairs:
        parts = []
        for member, own in _pairs_of(plan):
            whole, places = own.components_of_both(pair)
            parts.append(Part(member, whole, places))
        found.append(differences_test(plan.division, parts))
    return found


def _pairs_of(plan: ColumnPlan) -> list[tuple[Member, ComparisonPlan]]:
    """The subgroups that are available, with their plans."""
    both = zip(plan.division.members, plan.plans, strict=True)
    return [(member, own) for member, own in both if own is not None]


def _part(of: tuple[Member, ComparisonPlan], at: int) -> Part:
    member, own = of
    whole, place = own.component_of(at)
    return Part(member, whole, (place,))


# What the reader must know.


def subgroup_caveats(plans: Sequence[ColumnPlan], about: str) -> list[Caveat]:
    """What an analysis of subgroups does not show; subgroups that are small, or lack a class."""
    found = [caveat(Kind.SUBGROUPS, quantity=about)] if plans else []
    for plan in plans:
        found += _of_column(plan)
    return found


def _of_column(plan: ColumnPlan) -> list[Caveat]:
    column = shortened(plan.name)
    members = plan.division.members
    found = []
    for absent in ("positive", "negative"):
        lacking = [each for each in members if not _size(each, absent)]
        if lacking:
            one = len(lacking) == 1
            found.append(
                caveat(
                    Kind.INCOMPLETE_SUBGROUP,
                    names=short_names(each.name for each in lacking),
                    column=column,
                    they="it has" if one else "they have",
                    them="it" if one else "them",
                    absent=f"{absent} observations",
                )
            )
    small = [
        each
        for each in members
        if 0 < min(_size(each, "positive"), _size(each, "negative")) < SMALL
    ]
    if small:
        words = [
            f"{shortened(each.name)} ({_size(each, 'positive'):,} positive, "
            f"{_size(each, 'negative'):,} negative)"
            for each in small
        ]
        names = short_list(words)
        found.append(caveat(Kind.SMALL_SUBGROUPS, column=column, names=names, limit=SMALL))
    found += _few_errors(plan)
    if plan.division.column.has_missing:
        last = members[-1]
        size = last.data.observations.size
        have = "has" if size == 1 else "have"
        found.append(
            caveat(
                Kind.MISSING_SUBGROUP,
                observations=f"{count(size, 'observation')} {have} no value",
                column=column,
                name=last.name,
            )
        )
    return [*found, *plan.division.caveats]


def _few_errors(plan: ColumnPlan) -> list[Caveat]:
    """Subgroups in which MOVER's test takes the place of DeLong's."""
    few = [
        member.name
        for member, own in _pairs_of(plan)
        if own.compared_by == "delong" and any(map(own.has_few_errors, own.pairs))
    ]
    if not few:
        return []
    return [
        caveat(
            Kind.FEW_ERRORS_IN_SUBGROUPS,
            names=short_names(few),
            column=shortened(plan.name),
            limit=f"{FEW_ERRORS:g}",
            coverage=percent(DIFFERENCE_COVERAGE),
            level=percent(DIFFERENCE_LEVEL),
        )
    ]


def _size(member: Member, which: str) -> int:
    rows = member.data.observations
    return rows.n_positive if which == "positive" else rows.n_negative
