"""Which of several classifiers is better, by how much, and how sure are we?"""

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, cast

from aucurate import __version__
from aucurate.checks import checked
from aucurate.data.observations import Missing
from aucurate.data.scores import position
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import AUC, Quantity
from aucurate.inference.auc.equivalence import MarginKind, MarginTest
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.methods import RECOMMENDED_INTERVAL
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, JointTest
from aucurate.study.base import Provenance, Study
from aucurate.study.compare.numbers import Lineup, Numbers, numbers_of
from aucurate.study.compare.settings import AUTO, CompareSettings
from aucurate.study.compare.tables import comparison_tables, intervals_table
from aucurate.study.compare.text import (
    OF_THE_DATA,
    caveats_of,
    comparison_sentences,
    recommendations,
)
from aucurate.study.curves import CurveCounts
from aucurate.study.inputs import Data, given_data, row_settings
from aucurate.study.table import Table
from aucurate.study.work import Watch, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareStudy(Study):
    """Estimates, comparisons and the joint test of several classifiers (or one, against chance).

    ``estimand`` says what was estimated, the AUC unless ``of`` named something else.
    ``comparisons`` are all pairs in the order of the classifiers, or each classifier minus the
    reference; ``adjusted_p_values`` stand beside them, for all of them together. ``joint`` is None
    with one classifier, and where the data do not allow it (a caveat says why). ``highest`` is the
    highest of three or more with an estimate and interval that allow for the choice
    (:mod:`aucurate.inference.auc.highest`), None where a reference was named.

    ``second_tests`` are MOVER's comparisons of the pairs whose AUCs rest on few misordered
    observations, where the level of DeLong's test is off (a caveat says how far);
    ``adjusted_second_p_values`` count them together with the comparisons of the other pairs.

    The others are empty unless asked for: ``simultaneous`` are the comparisons with intervals that
    hold together, ``curve_tests`` the tests of whole curves, ``margin_tests`` those of a margin,
    ``null_tests`` those of each estimate against a fixed value, ``all_estimates`` all intervals.
    They are in the order of the comparisons or of the classifiers, each kind of test with adjusted
    p-values beside it. A study that was stopped has fewer of them, and a caveat that counts them.
    ``curves`` are those of the classifiers, for figures and the report.
    """

    kind = "compare"

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    correction: str
    joint: JointTest | None
    highest: Estimate | None = None
    second_tests: tuple[Comparison, ...] = ()
    adjusted_second_p_values: tuple[float, ...] = ()
    simultaneous: tuple[Comparison, ...] = ()
    curve_tests: tuple[JointTest, ...] = ()
    adjusted_curve_p_values: tuple[float, ...] = ()
    margin_tests: tuple[MarginTest, ...] = ()
    adjusted_margin_p_values: tuple[float, ...] = ()
    null_tests: tuple[Comparison, ...] = ()
    adjusted_null_p_values: tuple[float, ...] = ()
    all_estimates: tuple[Estimate, ...] = ()
    curves: tuple[CurveCounts, ...] = ()
    estimand: Quantity = AUC

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(estimate.name for estimate in self.estimates)

    def estimate(self, name: str) -> Estimate:
        """The estimate of one classifier."""
        return self.estimates[position(self.names, name)]

    def comparison(self, first: str, second: str) -> Comparison:
        """The comparison of two classifiers, first minus second whichever way it is stored."""
        for comparison in self.comparisons:
            if (comparison.first, comparison.second) == (first, second):
                return comparison
            if (comparison.first, comparison.second) == (second, first):
                return comparison.reversed()
        known = (*self.names, *(c.second for c in self.comparisons if c.design == "one test set"))
        position(known, first)
        position(known, second)
        raise OptionError(
            f"'{first}' and '{second}' were not compared in this study.",
            hint="without reference= all pairs are compared.",
        )

    def tables(self) -> tuple[Table, ...]:
        """The classifiers, the differences, and a table for whatever else was asked."""
        return comparison_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """The verdict."""
        return comparison_sentences(self)


@checked
def compare(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    weights: Any = None,
    groups: Any = None,
    folds: Any = None,
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
    margin_test: MarginKind | Literal["non-inferiority"] = "noninferiority",
    margin_method: str = "",
    null: float | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CompareStudy:
    """Compare classifiers by their AUCs: estimates, all differences, joint test, verdict.

    ``compare(labels, {"forest": ..., "logistic": ...})`` takes scores on the same observations; a
    data frame of scores or a single array will do as well. ``compare(data)`` takes what
    ``read_scores``, ``from_frame``, ``PairedScores`` or ``UnpairedScores`` give; unpaired data get
    the unpaired test, and with ``paired=False`` paired data too, with a caveat.

    Ask first: was any of the models fitted to these observations? Scores do not show it. If so,
    AUCs are too high, differences favour the more flexible model, and no interval or test here is
    valid; use observations that no model was fitted to, or :func:`~aucurate.cross_validate`.

    ``of`` compares something else than the AUC: a :class:`~aucurate.PartialAuc`,
    :class:`~aucurate.AveragePrecision`, :class:`~aucurate.SensitivityAt` or
    :class:`~aucurate.SpecificityAt`, or its text ("partial-auc:specificity=0.9:1",
    "sensitivity-at:specificity=0.95"; :mod:`aucurate.estimates.estimands`). The whole study is then
    about it. Intervals and tests rest on the influences of observations
    (:mod:`aucurate.inference.core.influence`) unless ``interval`` or ``method`` name a bootstrap;
    what is said below of DeLong, MOVER, few misordered observations and whole curves is about AUCs.

    Tests are DeLong's (see :mod:`aucurate.inference.auc.delong`) for the same observations and
    MOVER's (:mod:`aucurate.inference.auc.mover`) for different test sets, unless ``method`` names
    another of ``aucurate.inference.methods.COMPARISONS`` ("bootstrap" is short for
    "bootstrap-percentile"), or one of ``CURVE_TESTS``, which test whole curves beside that
    comparison of the AUCs. Where fewer than five observations of the smaller class are misordered,
    MOVER's test stands beside DeLong's, and the verdict says whether they agree. Intervals are beta
    intervals (:mod:`aucurate.inference.auc.delong`) unless ``interval`` names another of
    ``INTERVALS``; ``all_intervals`` shows all of them side by side.

    p-values of several comparisons are adjusted (``correction``, Holm's by default);
    ``simultaneous`` adds intervals of the differences that hold together: by the largest z
    (:mod:`aucurate.inference.auc.simultaneous`), or for methods other than DeLong's by Bonferroni's
    rule. ``reference`` restricts the pairs to each classifier against that one; without it at most
    500 classifiers are compared. ``margin`` adds tests (``margin_test``) that first is not worse
    than second by the margin or more, better by more than it, or within it either way; they are by
    MOVER unless ``method`` or ``margin_method`` names another than DeLong's. ``null`` tests each
    estimate against that value; one classifier alone is tested against it or, without it, against
    chance. The test of an AUC against chance is that of :mod:`aucurate.inference.auc.chance`, which
    is sharper than the interval beside it.

    ``resampling`` is for methods that draw. ``progress`` is told how many replicates of all the
    study are done; when it returns False, the comparisons under way use the replicates they have,
    those not begun are left out, and a caveat says so. If there is nothing to report,
    ``kernels.Cancelled`` is raised, as it is while the data are ranked.

    >>> study = compare(
    ...     [0, 0, 0, 0, 1, 1, 1, 1],
    ...     {"forest": [1, 2, 3, 5, 4, 6, 7, 8], "tree": [1, 5, 3, 6, 2, 4, 7, 8]},
    ... )
    >>> study.comparison("forest", "tree").difference
    0.25
    """
    settings = CompareSettings(
        of=of,
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
        margin_test=cast(MarginKind, margin_test),
        margin_method=margin_method,
        null=null,
        resampling=Resampling() if resampling is None else resampling,
    )
    options = {
        "positive": positive,
        "lower": lower,
        "missing": missing,
        "weights": weights,
        "groups": groups,
        "folds": folds,
    }
    data = given_data(labels, scores, options)
    watch = None if progress is None else _without_name(progress)
    return compare_scores(data, settings, threads=threads, watch=watch)


def _without_name(progress: Progress) -> Watch:
    return lambda done, total, what: progress(done, total)


def compare_scores(
    data: Data,
    settings: CompareSettings,
    *,
    source: str = "arrays in memory",
    threads: int | None = None,
    watch: Watch | None = None,
) -> CompareStudy:
    """:func:`compare` of checked data; ``source`` goes into provenance."""
    ranking = None if watch is None else _ranking(watch)
    lineup = Lineup.of(data, settings, threads, ranking)
    curves = tuple(
        CurveCounts.from_thinned(scores, points, threads=threads)
        for scores, points in zip(lineup.scores, lineup.curves, strict=True)
    )
    work = Work(settings.resampling, threads, watch)
    numbers, refused = numbers_of(lineup, work)
    settings = replace(lineup.settings, resampling=work.resampling)
    return CompareStudy(
        **{name.name: getattr(numbers, name.name) for name in fields(Numbers)},
        correction=settings.correction,
        curves=curves,
        estimand=Quantity.of(settings.estimand, lineup.chance),
        caveats=(*caveats_of(lineup, numbers, work.unfinished), *refused),
        provenance=_provenance(lineup, settings, source),
    )


def _ranking(watch: Watch) -> Progress:
    return lambda done, total: watch(done, total, "ranking")


def _provenance(lineup: Lineup, settings: CompareSettings, source: str) -> Provenance:
    sets = [observations for _, observations in lineup.test_sets.values()]
    told = {
        "design": "paired" if lineup.paired else "unpaired",
        "lower": [scored.name for scored in lineup.scores if scored.lower],
    }
    return Provenance(
        version=__version__,
        source=source,
        method=settings.method,
        settings=settings.to_dict() | told | row_settings(sets),
        n_observations=sum(len(observations) for observations in sets),
        n_dropped=sum(observations.dropped for observations in sets),
        positive=sets[0].positive,
        negative=sets[0].negative,
        columns_not_used=sets[0].columns.ignored,
        columns_taken=sets[0].columns.taken_as(lineup.names),
    )


# Every interval of an AUC side by side, and which of them to take here.


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalsStudy(Study):
    """``estimates`` holds every interval of every classifier, ``recommended`` one for each."""

    kind = "intervals"

    estimates: tuple[Estimate, ...]
    recommended: tuple[Estimate, ...]

    def tables(self) -> tuple[Table, ...]:
        """All intervals."""
        return (intervals_table(self.estimates, AUC),)

    def sentences(self) -> tuple[str, ...]:
        """Which interval to take, and why."""
        return recommendations(self.recommended, self.estimates)


@checked
def intervals(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> IntervalsStudy:
    """All intervals of the AUC of one or more classifiers, and which is recommended here and why.

    The methods are those of ``aucurate.inference.methods.INTERVALS``; data are given as to
    ``compare``.

    >>> study = intervals([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8])
    >>> len(study.estimates), study.recommended[0].interval.method
    (14, 'DeLong beta')
    """
    study = compare(
        labels,
        scores,
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
        estimates=study.all_estimates,
        recommended=study.estimates,
        caveats=_interval_caveats(study),
        provenance=study.provenance,
    )


def _interval_caveats(study: CompareStudy) -> tuple[Caveat, ...]:
    """Those of the data, and of all intervals."""
    estimates = (*study.estimates, *study.all_estimates)
    found = [caveat for caveat in study.caveats if caveat.kind in OF_THE_DATA]
    found += [caveat for estimate in estimates for caveat in estimate.caveats]
    return tuple(dict.fromkeys(found))
