"""How do classifiers perform at one operating point, and do they differ there?

**Question.** What are the rates of classifiers at one operating point, how precisely are they
known, and do the classifiers differ there?

**Use it** when a classifier will be run at *one* threshold. On the command line:
``aucurate operate scores.csv --label y --at youden``.

**Where.** A threshold, one for each classifier, a :class:`~aucurate.ThresholdRule`, or its text:
``threshold=0.5``, ``sensitivity=0.9``, ``specificity=0.95``, ``youden``, ``corner``, ``loss=2``,
``cost=5:1,prevalence=0.02`` (false negative : false positive), ``best=f1,sensitivity=0.9``
(:mod:`aucurate.curve.threshold_rules`). A chosen threshold is printed with as few digits (at least
three) as make the same decisions: typed in again it gives the same rates.

**For which use.** ``use`` (``--prevalence``) gives the prevalence where the classifier will be
used. Predictive values, accuracy, F1, Matthews' correlation and expected cost are for that
prevalence, and a rule about any of them *chooses* by it: ``cost=5:1 --prevalence 0.02`` is
``cost=5:1,prevalence=0.02``. Contradictions with the rule are refused. Youden and the unweighted
corner do not depend on the prevalence.

**Rates.** Every rate has an interval (:mod:`aucurate.inference.operating.rates`) of the family that
``interval`` names: score (Wilson's), exact (that of Clopper and Pearson) or delta. The joint region
covers sensitivity and specificity at once (:mod:`aucurate.inference.operating.joint_region`). A
threshold that was chosen on the same observations is reported with a bootstrap that repeats the
choice (:mod:`aucurate.inference.operating.chosen_threshold`): the interval of the threshold, and
the out-of-bag rates, including the criterion of the rule. The sentences then quote the out-of-bag
rates with their intervals; the table of all rates treats the chosen thresholds as fixed, and its
title says so.

**Comparisons** of pairs, with p-values adjusted by Holm's method:

- At fixed thresholds, McNemar's test of sensitivity, specificity and accuracy
  (:mod:`aucurate.inference.operating.mcnemar`). With a stated prevalence accuracy is left out,
  because correct decisions are then counted at a prevalence other than that of the test set.
- Where errors have different costs, or the rule is about cost, also the expected cost
  (:mod:`aucurate.inference.operating.expected_cost`).
- At a given sensitivity (or specificity) strictly between 0 and 1, only the test of the other rate,
  which accounts for the estimated threshold (:mod:`aucurate.inference.curve.sensitivity_at`). It
  reads the drawn curves at exactly that rate, as does the additional interval, while a threshold is
  a score whose rate can lie beyond it.
- At other chosen thresholds McNemar's test again, with a caveat: it treats them as fixed, and
  favours the classifier with more thresholds to choose from.

**Groups and sampling weights.** Rates have linearised variances and the intervals of effective
counts (:mod:`aucurate.inference.operating.effective_counts`), and pairs are compared by the
clustered McNemar test.

**Figure.** ``--figure FILE`` draws the curves with their points, joint regions and, where a rule
chose them and costs matter, the lines of equal cost
(:class:`~aucurate.plots.OperatingPointsOnCurveDisplay`); over folds, the averaged points of each
classifier with those that cannot be distinguished from the chosen one
(:class:`~aucurate.plots.PointPanelsDisplay`).

**Not valid** for pooled scores of cross-validation folds, whose rates hide how the models differ;
use :class:`~aucurate.FoldScores` (``--fold``), for which
:mod:`aucurate.inference.folds.operating_points` averages over folds. Different test sets are
refused.

McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or
percentages. Psychometrika 12, 153-157. Wilson, E. B. (1927). Probable inference, the law of
succession, and statistical inference. Journal of the American Statistical Association 22, 209-212.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, overload

from aucurate.calling import refuse_for_built
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, position
from aucurate.data.table_scores import TableScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import join_words
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.core.score_caveats import of_scores
from aucurate.inference.folds.operating_points import FoldRate
from aucurate.inference.folds.point_tests import Degrees
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap
from aucurate.inference.operating.joint_region import JointRegion, joint_region
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress, share_of
from aucurate.results import Comparison, Estimate, Tested
from aucurate.study.base import Provenance, Study
from aucurate.study.curves import CurveCounts, curves_of
from aucurate.study.inputs import given_data
from aucurate.study.operate import numbers
from aucurate.study.operate.decisions import decided
from aucurate.study.operate.folds import OperateFoldsStudy, operated_over_folds
from aucurate.study.operate.numbers import PointSummary
from aucurate.study.operate.settings import OperateFoldsSettings, OperateSettings
from aucurate.study.operate.tables import operate_tables
from aucurate.study.operate.text import data_caveats, operate_caveats, operate_sentences
from aucurate.study.table import Table
from aucurate.study.work import Work, tested


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateStudy(Study):
    """Classifiers at an operating point: rates, regions, and comparisons of pairs.

    ``settings`` are the options. If the threshold was chosen on these observations, ``chosen`` has
    the bootstrap in which the choice is repeated, which shows the optimism of the rates; it is
    empty for a fixed threshold, and has fewer classifiers than ``points`` if the study was stopped.
    If a sensitivity or specificity was given, ``at_rate`` has the other rate at exactly that value,
    with an interval that accounts for the estimated threshold. ``tests`` are of
    several rates, those of a pair together, each ``result`` with its p-value adjusted for all of
    them. ``curves`` are those of the classifiers, for figures and the report.
    """

    kind = "operate"

    settings: OperateSettings
    points: tuple[PointSummary, ...]
    regions: tuple[JointRegion, ...]
    chosen: tuple[ThresholdBootstrap, ...]
    at_rate: tuple[Estimate, ...]
    tests: tuple[Tested[Comparison], ...]
    curves: tuple[CurveCounts, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(summary.point.name for summary in self.points)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The results of ``tests``."""
        return tuple(test.result for test in self.tests)

    @checked
    def point(self, name: str) -> PointSummary:
        """The operating point of one classifier."""
        return self.points[position(self.names, name)]

    def bootstrap(self, name: str) -> ThresholdBootstrap | None:
        """The bootstrap of the choice for one classifier; None if there is none."""
        return next((each for each in self.chosen if each.choice.point.name == name), None)

    def tables(self) -> tuple[Table, ...]:
        """The points, all rates, the optimism of the choice, and the comparisons."""
        return operate_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """The rates of each classifier, and which pairs differ."""
        return operate_sentences(self)


@overload
def operate(
    labels: FoldScores,
    *,
    at: ThresholdRule | float | str | Mapping[str, float] = "youden",
    use: IntendedUse | None = None,
    rates: FoldRate | Sequence[FoldRate] | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    confidence: float = 0.95,
    correction: Correction | None = None,
    points: int | Literal["all"] | None = None,
    level: float | None = None,
    degrees_of_freedom: Degrees | None = None,
    progress: Progress | None = None,
) -> OperateFoldsStudy: ...


@overload
def operate(
    labels: Any,
    scores: Any = None,
    y: Any = None,
    *,
    at: ThresholdRule | float | str | Mapping[str, float] = "youden",
    use: IntendedUse | None = None,
    rates: Rate | Sequence[Rate] | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    confidence: float = 0.95,
    correction: Correction | None = None,
    interval: str | None = None,
    resampling: Resampling | None = None,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    progress: Progress | None = None,
) -> OperateStudy: ...


@checked
def operate(
    labels: Any,
    scores: Any = None,
    y: Any = None,
    *,
    at: ThresholdRule | float | str | Mapping[str, float] = "youden",
    use: IntendedUse | None = None,
    rates: FoldRate | Sequence[FoldRate] | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    confidence: float = 0.95,
    correction: Correction | None = None,
    interval: str | None = None,
    resampling: Resampling | None = None,
    points: int | Literal["all"] | None = None,
    level: float | None = None,
    degrees_of_freedom: Degrees | None = None,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    progress: Progress | None = None,
) -> OperateStudy | OperateFoldsStudy:
    """Rates with intervals at one operating point of every classifier, and comparisons there.

    Parameters
    ----------
    labels : array-like or data
        True class of each observation; or the data themselves (Scores, PairedScores,
        FoldScores), which hold labels and scores; or fitted estimators.
    scores : mapping from str to array-like, data frame or array-like, optional
        Scores of each classifier by its name, a frame with a column per classifier, or the scores
        of one classifier; the features of the observations where fitted estimators come first.
    y : array-like, optional
        True class of each observation where fitted estimators come first.

    ``operate(labels, scores)``, ``operate(data)`` and ``operate(estimators, X, y)`` accept one test
    set as :func:`~aucurate.compare` does; :class:`~aucurate.FoldScores` give a study over folds
    (below).

    ``at`` is a threshold (one for all, or a mapping), a :class:`~aucurate.ThresholdRule`, or a rule
    in words, such as "sensitivity=0.9" or "cost=5:1,prevalence=0.02". ``use`` states the prevalence
    and costs that predictive values and costs are for, and that a rule about them uses. All
    ``rates`` are reported unless some are named. :mod:`aucurate.study.operate` lists the rules, and
    the tests by which pairs (all of them, unless ``pairs`` names some) are compared. Their p-values
    are adjusted by ``correction``, Holm's by default. Where the threshold is chosen, the choice is
    repeated in the bootstrap replicates of ``resampling``; when ``progress`` returns False, the
    finished replicates are used, classifiers whose bootstrap was not started have none, and a
    caveat says so.

    **Over folds**, a rule chooses on the stacked scores of all folds. The point is evaluated in
    every fold (:mod:`aucurate.inference.folds.operating_points`), and ``points`` of the stacked
    curve (30 by default, or "all"), itself among them, are compared with it by the paired t test
    over folds (:mod:`aucurate.inference.folds.indistinguishable_points`); ``level`` (0.05 by
    default), ``correction`` (none by default) and ``degrees_of_freedom`` ("n-1" by default) are
    those of that test. By default ``rates`` are sensitivity, specificity and those of the rule.
    ``pairs`` that are named are compared in every rate, each classifier at its own point, by the
    paired t test over folds, with repeated folds or random splits by Nadeau and Bengio's
    (:mod:`aucurate.inference.folds.t_tests`), adjusted by ``correction`` or else by Holm's. When
    ``progress`` returns False, unfinished classifiers are omitted with their pairs, and a caveat
    says so; without any, ``kernels.Cancelled`` is raised.

    >>> from aucurate.datasets import load_breast_cancer, load_breast_cancer_folds
    >>> study = operate(load_breast_cancer(), at=0.5, pairs=[("forest", "tree")])
    >>> print(study.point("forest").estimate("sensitivity").interval)
    95% CI 0.812 to 0.934
    >>> pairs = [("logistic", "forest")]
    >>> study = operate(load_breast_cancer(), at="specificity=0.95", pairs=pairs)
    >>> comparison = study.comparisons[0]
    >>> print(f"{comparison.quantity}: {comparison.difference:.3f}, {comparison.interval}")
    sensitivity at 95% specificity: 0.170, 95% CI -0.017 to 0.357
    >>> part = operate(load_breast_cancer_folds(), at=0.5).part("forest")
    >>> print(part.rates[0].estimate.interval)
    95% CI 0.828 to 0.936
    >>> [part.indistinguishable.thresholds[at] for at in part.places_by("sensitivity")]
    [0.586544]
    """
    asked: dict[str, Any] = {
        "at": at,
        "use": use,
        "rates": rates,
        "pairs": pairs,
        "confidence": confidence,
        "correction": correction,
    }
    options = {
        "positive": positive,
        "lower": lower,
        "missing": missing,
        "frequency_weights": frequency_weights,
        "sampling_weights": sampling_weights,
        "groups": groups,
        "folds": None,
    }
    of_one_set: dict[str, Any] = {"interval": interval, "resampling": resampling}
    of_folds: dict[str, Any] = {
        "points": points,
        "level": level,
        "degrees_of_freedom": degrees_of_freedom,
    }
    if isinstance(labels, FoldScores):
        refuse_for_built(scores, options | {"y": y})
        _refuse(of_one_set, "one test set, and these are scores over folds")
        return operated_over_folds(
            labels, OperateFoldsSettings.checked(**asked, **of_folds), progress
        )
    _refuse(of_folds, "scores over folds, and this is one test set")
    settings = OperateSettings.checked(**asked, **of_one_set)
    data = _one_test_set(labels, scores, y, options)
    if isinstance(data, TableScores):
        return _operated_on_table(data, settings, progress)
    return _operated(data, settings, progress)


def _refuse(options: dict[str, Any], reason: str) -> None:
    """Refuse options that do not apply to the data."""
    for name, value in options.items():
        if value is not None:
            raise OptionError(f"{name} is for {reason}.", hint="leave it out.")


def _one_test_set(
    labels: Any, scores: Any, y: Any, options: dict[str, Any]
) -> PairedScores | TableScores:
    """The classifiers of one test set, possibly a single one."""
    data = given_data(labels, scores, y, options, tables=True)
    if isinstance(data, Scores):
        names = (data.name,)
        lower = frozenset(names if data.lower else ())
        return PairedScores(names, data.observations, data.values[None, :], lower)
    if isinstance(data, UnpairedScores):
        raise UnsupportedError(
            "operating points are compared on the same observations.",
            hint="give one test set at a time; inference.resampling.bootstrap_test compares a rate "
            "of two test sets, given as a function of labels and scores.",
        )
    return data


def _operated(
    data: PairedScores, settings: OperateSettings, progress: Progress | None
) -> OperateStudy:
    """All results that the settings request; a stopped study has fewer bootstraps."""
    settings = settings.for_names(data.names)
    placed = [numbers.placed(scores, settings) for scores in data]
    comparisons = numbers.comparisons(data, placed, settings)
    tasks, work = numbers.bootstraps(data, settings), Work(progress)
    work.expect(tasks)
    chosen = work.run("bootstraps of chosen thresholds", tasks)
    study = OperateStudy(
        settings=settings,
        points=tuple(each.summary(settings) for each in placed),
        regions=tuple(joint_region(each.point, confidence=settings.confidence) for each in placed),
        chosen=tuple(bootstrap for bootstrap in chosen if bootstrap is not None),
        at_rate=numbers.at_given_rate(data, settings),
        tests=tested(comparisons, settings.correction),
        curves=curves_of(data),
        caveats=(),
        provenance=Provenance.of(
            [data.observations],
            method=settings.words,
            names=data.names,
            lower=sorted(data.lower),
        ),
    )
    of_choices = [caveat for each in placed for caveat in each.caveats]
    of_data = [*data_caveats(data, settings.confidence), *of_scores(list(data))]
    return replace(study, caveats=operate_caveats(study, of_data, of_choices, work.unfinished))


def _operated_on_table(
    table: TableScores, settings: OperateSettings, progress: Progress | None
) -> OperateStudy:
    """The same of scores that stay in their table, without what needs all rows in memory."""
    settings = settings.for_names(table.names)
    found = decided(table, settings, share_of(progress, 0, 1))
    omitted = []
    if settings.resampling is not None:
        omitted.append("the bootstrap of chosen thresholds, which shows their optimism")
    comparisons: list[Comparison] = []
    if settings.given_rate is None:
        comparisons = numbers.comparisons(found.data, found.placed, settings)
    else:
        omitted += ["the other rate at exactly the one that is given", "comparisons of pairs there"]
    confidence = settings.confidence
    study = OperateStudy(
        settings=replace(settings, resampling=None),
        points=tuple(each.summary(settings) for each in found.placed),
        regions=tuple(joint_region(each.point, confidence=confidence) for each in found.placed),
        chosen=(),
        at_rate=(),
        tests=tested(comparisons, settings.correction),
        curves=found.curves,
        caveats=(),
        provenance=Provenance.of(
            [table.observations],
            method=settings.words,
            names=table.names,
            lower=sorted(table.lower),
        ),
    )
    of_data = data_caveats(table, confidence, found.moments)
    if omitted:
        of_data.append(caveat(Kind.ROWS_NOT_IN_MEMORY, what=join_words(omitted)))
    of_choices = [caveat for each in found.placed for caveat in each.caveats]
    return replace(study, caveats=operate_caveats(study, of_data, of_choices, {}))
