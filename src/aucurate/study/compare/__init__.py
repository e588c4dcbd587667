"""Which of several classifiers is better, by how much, and how certain is it?"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from aucurate.checks import checked
from aucurate.data.observations import Missing
from aucurate.data.scores import position
from aucurate.data.table_scores import Approximation
from aucurate.errors import NotShownError, OptionError
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import AUC, Quantity, read_estimand
from aucurate.formatting import join_words, shortened
from aucurate.hints import Hint
from aucurate.inference.auc.equivalence import MarginKind, MarginTest
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.methods import AUTO, RECOMMENDED_INTERVAL
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, JointTest, Tested
from aucurate.study.base import Provenance, Study, comparison_of
from aucurate.study.compare import numbers
from aucurate.study.compare.numbers import ComparisonPlan
from aucurate.study.compare.requirements import Requirement
from aucurate.study.compare.settings import CompareSettings
from aucurate.study.compare.subgroups import (
    ColumnPlan,
    ColumnTasks,
    SubgroupAnalysis,
    chosen_columns,
    column_plans,
    subgroup_caveats,
)
from aucurate.study.compare.tables import comparison_tables, intervals_table
from aucurate.study.compare.text import (
    OF_THE_DATA,
    caveats_of,
    comparison_sentences,
    is_shown,
    recommendations,
)
from aucurate.study.curves import CurveCounts
from aucurate.study.inputs import columns_named, given_data
from aucurate.study.table import Table
from aucurate.study.work import INTERVALS_OF_AUCS, Work, tested

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareStudy(Study):
    """Estimates, comparisons and the joint test of several classifiers (or one, against chance).

    ``settings`` are the options, ``estimand`` is the estimated quantity, the AUC unless ``of``
    names another. ``tests`` are all pairs in the order of the classifiers, or each classifier minus
    the reference, each ``result`` with its p-value adjusted for all of them. ``paired`` says
    whether they were compared as scores of the same observations. ``joint`` is None with one
    classifier, and where the data do not allow it (a caveat says why). ``highest`` is the highest
    of three or more with an estimate and interval that allow for the selection
    (:mod:`aucurate.inference.auc.highest`), None if there is a reference.

    ``second_tests`` are MOVER's comparisons of the pairs whose AUCs rest on few misordered
    observations, where the level of DeLong's test is inaccurate (a caveat says by how much); they
    are adjusted together with the comparisons of the other pairs.

    The others are empty unless requested: ``simultaneous`` are the comparisons with simultaneous
    intervals, ``curve_tests`` the tests of whole curves, ``margin_tests`` those of a margin,
    ``null_tests`` those of each estimate against a fixed value, ``all_estimates`` all intervals.
    They are in the order of the comparisons or of the classifiers, each kind of test adjusted
    separately. A study that was stopped has fewer of them, and a caveat that counts them.
    ``subgroups`` are the analyses by columns of subgroups, one for each column.
    ``curves`` are those of the classifiers, for figures and the report. ``approximations`` say how
    far AUCs and standard errors can be from the exact ones, where the scores are in a table and a
    tolerance was allowed (:func:`aucurate.read_scores`).
    """

    kind = "compare"

    settings: CompareSettings
    estimates: tuple[Estimate, ...]
    tests: tuple[Tested[Comparison], ...]
    joint: JointTest | None
    paired: bool = True
    highest: Estimate | None = None
    second_tests: tuple[Tested[Comparison], ...] = ()
    simultaneous: tuple[Comparison, ...] = ()
    curve_tests: tuple[Tested[JointTest], ...] = ()
    margin_tests: tuple[Tested[MarginTest], ...] = ()
    null_tests: tuple[Tested[Comparison], ...] = ()
    requirements: tuple[Requirement, ...] = ()
    all_estimates: tuple[Estimate, ...] = ()
    subgroups: tuple[SubgroupAnalysis, ...] = ()
    curves: tuple[CurveCounts, ...] = ()
    approximations: tuple[Approximation, ...] = ()
    estimand: Quantity = AUC

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(estimate.name for estimate in self.estimates)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The results of ``tests``: all pairs, or each classifier minus the reference."""
        return tuple(test.result for test in self.tests)

    @property
    def shown(self) -> bool:
        """Whether all requirements and tests of a margin are shown; False without any of them."""
        found = [required.shown for required in self.requirements]
        found += map(is_shown, self.margin_tests)
        return all(found) and len(found) > 0 and not self._lacks_requirements

    @property
    def _lacks_requirements(self) -> bool:
        """Whether the study was stopped before all requirements were tested."""
        return len(self.requirements) < len(self.settings.require)

    @checked
    def assert_shown(self) -> None:
        """Raise a ``NotShownError`` with the reasons unless the study is ``shown``.

        >>> from aucurate.datasets import load_breast_cancer
        >>> data = load_breast_cancer()
        >>> compare(data, require="forest - tree > -0.01").assert_shown()
        >>> compare(data, require="tree - forest > -0.01").assert_shown()
        Traceback (most recent call last):
            ...
        aucurate.errors.NotShownError: Required but not shown: tree - forest > -0.01. ...
        """
        if self.shown:
            return
        if not self.settings.require and not self.margin_tests:
            raise OptionError(
                "nothing was required of this study.",
                hint="add require='new - old > -0.01' to compare().",
            )
        reasons = [str(required) for required in self.requirements if not required.shown]
        reasons += [str(test.result) for test in self.margin_tests if not is_shown(test)]
        if self._lacks_requirements:
            reasons.append("The study was stopped before all requirements were tested.")
        raise NotShownError(" ".join(reasons))

    def estimate(self, name: str) -> Estimate:
        """The estimate of one classifier."""
        return self.estimates[position(self.names, name)]

    def comparison(self, first: str, second: str) -> Comparison:
        """The comparison of two classifiers, first minus second whichever way it is stored."""
        return comparison_of(self.tests, first, second, self.names)

    def subgroups_by(self, name: str) -> SubgroupAnalysis:
        """The analysis by the column of subgroups of this name."""
        for each in self.subgroups:
            if each.name == name:
                return each
        known = join_words([shortened(each.name) for each in self.subgroups])
        raise OptionError(
            f"there is no analysis by '{shortened(name)}'.",
            hint=f"there are analyses by {known}."
            if known
            else Hint("compare in subgroups, e.g. {by}.", by=name),
        )

    def tables(self) -> tuple[Table, ...]:
        """The classifiers, the differences, and a table for each further result."""
        return comparison_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """The verdict."""
        return comparison_sentences(self)


@checked
def compare(
    labels: Any,
    scores: Any = None,
    y: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    folds: Any = None,
    by: Any = None,
    of: CountedEstimate | str | None = None,
    confidence: float = 0.95,
    alternative: Alternative = "two-sided",
    reference: str | None = None,
    paired: bool | None = None,
    interval: str = AUTO,
    all_intervals: bool = False,
    method: str = AUTO,
    correction: Correction = "holm",
    simultaneous: bool = False,
    margin: float | None = None,
    margin_test: MarginKind | Literal["noninferiority"] = "non-inferiority",
    margin_method: str = "",
    null: float | None = None,
    require: str | Sequence[str] = (),
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CompareStudy:
    """Compare classifiers by their AUCs: estimates, all differences, joint test, verdict.

    Parameters
    ----------
    labels : array-like or data
        True class of each observation; or the data themselves (PairedScores, UnpairedScores),
        which hold labels and scores; or fitted estimators.
    scores : mapping from str to array-like, data frame or array-like, optional
        Scores of each classifier by its name, a frame with a column per classifier, or the scores
        of one classifier; the features of the observations where fitted estimators come first.
    y : array-like, optional
        True class of each observation where fitted estimators come first.
    by : mapping from str to array-like, array-like, str or sequence of str, optional
        Subgroups of the observations, such as ``{"sex": sex}``; or the names of columns, which
        the frame of scores (or of features) or data that are already built must have.

    ``compare(labels, {"forest": ..., "logistic": ...})`` accepts scores on the same observations, a
    data frame of scores or a single array. ``compare(data)`` accepts the result of
    ``read_scores``, ``PairedScores`` or ``UnpairedScores``; unpaired data are compared by the
    unpaired test, as are paired data with ``paired=False``, with a caveat.
    ``compare({"forest": fitted, "logistic": other}, X, y)`` scores observations with fitted
    estimators, as :func:`~aucurate.scores_from_estimators` does; a list of them, or one, is called
    after their types.

    Ask first: was any of the models fitted to these observations? Scores cannot reveal it. If so,
    AUCs are too high, differences favour the more flexible model, and no interval or test here is
    valid; use observations that no model was fitted to, or :func:`~aucurate.cross_validate`.

    ``of`` compares another quantity than the AUC: a :class:`~aucurate.estimates.PartialAuc`,
    :class:`~aucurate.estimates.AveragePrecision`, :class:`~aucurate.estimates.SensitivityAt` or
    :class:`~aucurate.estimates.SpecificityAt`, or its text ("partial-auc:specificity=0.9:1",
    "sensitivity-at:specificity=0.95"; :mod:`aucurate.estimates.estimands`). The whole study is then
    about that quantity. Intervals and tests rest on the influences of observations
    (:mod:`aucurate.inference.core.influence`) unless ``interval`` or ``method`` name a bootstrap;
    the following about DeLong, MOVER, few misordered observations and whole curves concerns AUCs.

    Tests are DeLong's (see :mod:`aucurate.inference.auc.delong`) for the same observations and
    MOVER's (:mod:`aucurate.inference.auc.mover`) for different test sets, unless ``method`` names
    another of ``aucurate.inference.methods.COMPARISONS`` ("bootstrap" is short for
    "bootstrap-percentile"), or one of ``CURVE_TESTS``, which test whole curves in addition to the
    comparison of the AUCs. Where fewer than five observations of the smaller class are misordered,
    MOVER's test is also performed, and the verdict says whether it agrees with DeLong's. Intervals
    are beta intervals (:mod:`aucurate.inference.auc.delong`) unless ``interval`` names another of
    ``INTERVALS``; ``all_intervals`` computes all of them.

    ``by`` adds an analysis of every subgroup (:mod:`aucurate.inference.auc.subgroups`): estimates
    and comparisons, tests that each classifier's AUC is the same in all subgroups of a column, and
    tests that each difference is. Data that were read with ``by`` are analysed by all of its
    columns.

    p-values of several comparisons are adjusted (``correction``, Holm's by default);
    ``simultaneous`` adds simultaneous intervals of the differences: by the largest z
    (:mod:`aucurate.inference.auc.simultaneous`), or for methods other than DeLong's by Bonferroni's
    rule. ``reference`` restricts the pairs to each classifier against the reference; without it at
    most 500 classifiers are compared. ``margin`` adds tests (``margin_test``) of non-inferiority,
    superiority by more than the margin, or equivalence of the first to the second; they use MOVER
    unless ``method`` or ``margin_method`` names a method other than DeLong's. ``null`` tests each
    estimate against that value; a single classifier is tested against it or, by default, against
    chance. The test of an AUC against chance is that of :mod:`aucurate.inference.auc.chance`, which
    has more power than the interval.

    ``require`` says what the data have to show, e.g. ``"new - old > -0.01"`` or
    ``"auc(new) > 0.8"``, one text or several (:mod:`aucurate.study.compare.requirements`).
    ``study.requirements`` say whether and why, ``study.shown`` is False unless all are shown, and
    ``study.assert_shown()`` then raises an error with the reasons, as a test suite needs it.

    ``resampling`` applies to methods that resample. ``progress`` is called with the number of
    finished replicates of the whole study; when it returns False, running comparisons use the
    replicates they have, those not started are omitted, and a caveat says so. If there is nothing
    to report, ``kernels.Cancelled`` is raised, as it is while the data are ranked.

    >>> study = compare(
    ...     [0, 0, 0, 0, 1, 1, 1, 1],
    ...     {"forest": [1, 2, 3, 5, 4, 6, 7, 8], "tree": [1, 5, 3, 6, 2, 4, 7, 8]},
    ... )
    >>> study.comparison("forest", "tree").difference
    0.25
    """
    estimand = read_estimand(of) if isinstance(of, str) else of
    scores, by = columns_named(labels, scores, by)
    built = isinstance(by, tuple)
    settings = CompareSettings.checked(
        estimand,
        by=by if built else (),
        confidence=confidence,
        alternative=alternative,
        reference=reference,
        paired=paired,
        interval=interval,
        all_intervals=all_intervals,
        method=method,
        correction=correction,
        simultaneous=simultaneous,
        margin=margin,
        margin_test=margin_test,
        margin_method=margin_method,
        null=null,
        require=require,
        resampling=resampling,
    )
    options = {
        "positive": positive,
        "lower": lower,
        "missing": missing,
        "frequency_weights": frequency_weights,
        "sampling_weights": sampling_weights,
        "groups": groups,
        "folds": folds,
        "by": None if built else by,
    }
    data = given_data(labels, scores, y, options, tables=True)
    columns = chosen_columns(data, settings.by)
    plan = ComparisonPlan.of(data, estimand, settings, threads, progress)
    return _compared(plan, column_plans(data, columns, plan), Work(progress))


def _compared(plan: ComparisonPlan, columns: tuple[ColumnPlan, ...], work: Work) -> CompareStudy:
    """All results that the settings request.

    The most important come first, so that a stopped study has them. Without a single finished
    comparison there is nothing to report, and ``Cancelled`` is raised.
    """
    settings, correction = plan.settings, plan.settings.correction
    null_tests = numbers.null_tests(plan)
    few_errors = [pair for pair in plan.pairs if plan.has_few_errors(pair)]
    joint, refused = numbers.joint_of(plan, any_few_errors=bool(few_errors))
    comparing = numbers.comparisons(plan)
    curving, margins = numbers.curve_tests(plan), numbers.margin_tests(plan)
    requiring = numbers.requirement_tests(plan)
    at_once, resampled = numbers.simultaneous_intervals(plan)
    estimating, all_intervals = numbers.estimates(plan), numbers.all_estimates(plan)
    in_subgroups = [ColumnTasks.of(column) for column in columns]
    for tasks in (comparing, curving, margins, requiring, resampled, estimating, all_intervals):
        work.expect(tasks)
    for tasks in (tasks for column in in_subgroups for tasks in column):
        work.expect(tasks)
    compared = work.run_blocks("comparisons", comparing)
    if not any(compared):
        raise Cancelled("stopped before the first comparison was done")
    again = numbers.second_tests(plan, few_errors)
    curves = work.run("tests of whole curves", curving)
    margined = work.run_blocks("margin tests", margins)
    required = work.run("requirements", requiring)
    together = at_once() if at_once else work.run_blocks("simultaneous intervals", resampled)
    estimated = work.run(INTERVALS_OF_AUCS, estimating)
    side_by_side = work.run("resampled intervals side by side", all_intervals)
    subgroups = tuple(column.run(work) for column in in_subgroups)
    study = CompareStudy(
        settings=settings,
        paired=plan.paired,
        estimates=numbers.completed(estimated, plan),
        tests=tested(compared, correction),
        joint=joint,
        highest=numbers.highest_estimate(plan),
        second_tests=numbers.tested_again(compared, again, correction),
        simultaneous=_done(together),
        curve_tests=tested(curves, correction),
        margin_tests=tested(margined, correction),
        null_tests=tested(null_tests, correction),
        requirements=_done(required),
        all_estimates=_done(side_by_side),
        subgroups=subgroups,
        curves=plan.curve_counts(),
        approximations=plan.approximations,
        estimand=Quantity.of(plan.estimand, plan.chance),
        caveats=(),
        provenance=Provenance.of(
            [observations for _, observations in plan.test_sets.values()],
            method=settings.method,
            names=plan.names,
            lower=[scores.name for scores in plan.scores if scores.lower],
        ),
    )
    of_subgroups = subgroup_caveats(columns, study.estimand.name)
    found = (*caveats_of(plan, study, work.unfinished), *of_subgroups, *refused)
    return replace(study, caveats=found)


def _done(answers: Sequence[T | None]) -> tuple[T, ...]:
    return tuple(answer for answer in answers if answer is not None)


# Every interval of an AUC side by side, and which of them to take here.


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalsStudy(Study):
    """Every AUC interval of every classifier, and the recommended one of each."""

    kind = "intervals"

    settings: CompareSettings
    estimates: tuple[Estimate, ...]
    recommended: tuple[Estimate, ...]

    def tables(self) -> tuple[Table, ...]:
        """All intervals."""
        return (intervals_table(self.estimates, AUC),)

    def sentences(self) -> tuple[str, ...]:
        """Which interval is recommended, and why."""
        return recommendations(self.recommended, self.estimates)


@checked
def intervals(
    labels: Any,
    scores: Any = None,
    y: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> IntervalsStudy:
    """All intervals of the AUC of one or more classifiers, and which is recommended and why.

    The methods are those of ``aucurate.inference.methods.INTERVALS``; data are passed as to
    ``compare``.

    >>> study = intervals([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8])
    >>> len(study.estimates), study.recommended[0].interval.method
    (14, 'DeLong beta')
    """
    study = compare(
        labels,
        scores,
        y,
        positive=positive,
        lower=lower,
        missing=missing,
        confidence=confidence,
        interval=RECOMMENDED_INTERVAL,
        all_intervals=True,
        resampling=resampling,
        threads=threads,
        progress=progress,
    )
    return IntervalsStudy(
        settings=study.settings,
        estimates=study.all_estimates,
        recommended=study.estimates,
        caveats=_interval_caveats(study),
        provenance=study.provenance,
    )


def _interval_caveats(study: CompareStudy) -> tuple[Caveat, ...]:
    """The caveats of the data and of all intervals."""
    estimates = (*study.estimates, *study.all_estimates)
    found = [caveat for caveat in study.caveats if caveat.kind in OF_THE_DATA]
    found += [caveat for estimate in estimates for caveat in estimate.caveats]
    return tuple(dict.fromkeys(found))
