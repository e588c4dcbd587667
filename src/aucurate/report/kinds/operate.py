"""Operating points on one test set."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.formatting import count, join_words, number, shortened
from aucurate.inference.operating.chosen_threshold import ORDERED, PERCENTILE, TESTED
from aucurate.inference.operating.rates import KOOPMAN, LOG
from aucurate.plots.of_study import (
    StudyFigure,
    difference_figures,
    estimates_figure,
    results_of,
)
from aucurate.plots.operating_points_on_curve import OperatingPointsOnCurveDisplay
from aucurate.report.curves import Start, start_at
from aucurate.report.facts import two_classes
from aucurate.report.kinds import StudyKind
from aucurate.report.phrases import (
    SATTERTHWAITE,
    Paragraph,
    cite,
    classes_words,
    correction_words,
    drawn_words,
    dropped_words,
    engine_words,
    intervals_at,
    lower_words,
    method_words,
    names_of,
    pairs_words,
    pooled_words,
    rates_of,
    rule_words,
    sentence,
    unit_words,
    use_words,
)
from aucurate.results import Comparison, MethodTitle
from aucurate.study.operate import OperateStudy, operate
from aucurate.study.operate.settings import OperateFoldsSettings, OperateSettings

_MOST_CURVES = 20


def _figures(study: OperateStudy) -> Iterator[StudyFigure]:
    if study.curves and len(study.curves) <= _MOST_CURVES:
        yield StudyFigure(
            name="points",
            title=f"Operating points on their ROC curves: {shortened(study.settings.words, 60)}",
            words=f"ROC curves of {count(len(study.points), 'classifier')} with the operating "
            f"point of each and the region of its rates. {_point_words(study)}",
            display=OperatingPointsOnCurveDisplay(study),
            tables=("points",),
        )
    for rate in ("sensitivity", "specificity"):
        found = [one.estimate(rate) for one in study.points if rate in one.rates]
        yield from estimates_figure(found, name=rate, table="rates")
    yield from difference_figures(*results_of(study.tests))


def _point_words(study: OperateStudy) -> str:
    told_points = [
        f"{shortened(one.point.name)} has sensitivity {number(one.point.sensitivity)} and "
        f"specificity {number(one.point.specificity)}"
        for one in study.points[:4]
    ]
    more = len(study.points) - len(told_points)
    return f"{'; '.join(told_points)}{f'; and {more} more' if more else ''}."


def _start(study: OperateStudy) -> Start:
    """The points of the study; a false positive costs 1 in the panel."""
    use = study.points[0].point.use
    interval = study.settings.interval
    remarks = []
    if interval != "score":
        remarks.append(
            f"The tables of this study have intervals of the kind {interval!r}; these are score "
            "intervals."
        )
    if use.false_positive_cost != 1:
        cost = repr(use.false_positive_cost + 0.0).removesuffix(".0")
        remarks.append(
            f"The tables of this study count {cost} for a false positive: their expected costs are "
            f"{cost} times these."
        )
    points = [one.point for one in study.points]
    return start_at(
        points, f"Points as in this study ({shortened(study.settings.words, 200)})", remarks
    )


def asked(settings: OperateSettings | OperateFoldsSettings) -> dict[str, Any]:
    """The settings that differ from the defaults of ``operate``."""
    usual = type(settings).checked(at=settings.at)
    different = {
        field.name: getattr(settings, field.name)
        for field in fields(settings)
        if getattr(settings, field.name) != getattr(usual, field.name)
    }
    place: dict[str, Any] = {} if settings.at == ThresholdRule.youden() else {"at": settings.at}
    use: dict[str, Any] = {} if settings.use == IntendedUse() else {"use": settings.use}
    return different | place | use


def _arguments(study: OperateStudy) -> dict[str, Any] | None:
    drawn = study.settings.resampling
    if study.chosen and (drawn is None or drawn.rng is None):
        return None
    return asked(study.settings)


# The Methods section.


RATE_INTERVAL_WORDS: Mapping[str, str] = {
    "wilson": f"Wilson's score method {cite('wilson1927')}",
    "clopper-pearson": f"the exact method of Clopper and Pearson {cite('clopper1934')}",
    "logit": "the delta method on the logit scale",
    "log": f"the delta method on the logarithmic scale {cite('simel1991')}",
    "koopman": f"Koopman's score method for the ratio of two proportions {cite('koopman1984')}",
    "mover-wilson": "the method of variance estimates recovery (MOVER) from Wilson's intervals "
    f"{cite('zou2008', 'wilson1927')}",
    "mover-clopper-pearson": "the method of variance estimates recovery (MOVER) from the exact "
    f"intervals of Clopper and Pearson {cite('zou2008', 'clopper1934')}",
    "wald": "Wald's method with standard errors of the delta method",
    "fisher-z": f"the delta method on the scale of Fisher's z {cite('matthews1975', 'yule1912')}",
}
"""By the key of the interval of a rate, whatever the kind that was asked for."""

_CARRIED = (
    f"carrying Koopman's score intervals of the likelihood ratios {cite('koopman1984')} over to "
    "the stated prevalence"
)

_EFFECTIVE = (
    "These are intervals of effective counts: of as many independent observations as have the "
    f"linearised variance of the rate {cite('rao1992')}, corrected for its degrees of freedom "
    f"{cite('korn1998')}."
)

POINT_TEST_WORDS: Mapping[str, str] = {
    "mcnemar-mid-p": f"McNemar's test {cite('mcnemar1947')} with mid-p values "
    f"{cite('fagerland2013')} and Tango's score intervals of the differences {cite('tango1998')}",
    "mcnemar-clustered": "McNemar's test for clustered data "
    f"{cite('obuchowski1998b', 'durkalski2003')}, a t test of the difference with its "
    f"linearised variance, and Tango's score intervals {cite('tango1998')} of effective counts",
    "mover-tango": "the difference in net benefit at these costs "
    f"{cite('vickers2008')}, with intervals by MOVER from Tango's intervals of what the two call "
    f"differently {cite('zou2008', 'tango1998')}, the test being the interval inverted",
    "influence": "the difference of the influences of observations on both estimates, "
    f"which allows for the estimated thresholds {cite('linnet1987', 'hsieh1996')}, referred to "
    f"{SATTERTHWAITE}",
}
"""By the key of a comparison at an operating point."""


def _paragraphs(study: OperateStudy) -> list[Paragraph]:
    """Data and thresholds; rates and their intervals; comparisons."""
    return [_data(study), _rates(study), [*_at_rate(study), *_comparisons(study)]]


def _data(study: OperateStudy) -> Paragraph:
    provenance, first = study.provenance, study.points[0].point
    sizes = first.n_positive, first.n_negative
    if first.units is not None:
        sizes = first.units.n_positive, first.units.n_negative
    classes = classes_words(provenance, *sizes)
    size = count(provenance.n_observations, "observation")
    who = f"{count(len(study.names), 'classifier')} ({names_of(study.names)})"
    if len(study.names) == 1:
        who = shortened(study.names[0])
    return [
        f"The decisions of {who} were evaluated on {size}, {classes}.",
        *dropped_words(provenance),
        *engine_words(provenance),
        *lower_words(provenance),
        *pooled_words({caveat.kind for caveat in study.caveats}),
        *unit_words(provenance),
        *_thresholds(study),
    ]


def _thresholds(study: OperateStudy) -> Paragraph:
    use = study.settings.use
    about = use_words(use.prevalence, use.false_negative_cost, use.false_positive_cost)
    positive = "an observation was classified as positive when its score reached the threshold"
    rule = study.settings.rule
    if rule is None or not study.settings.is_chosen:
        rate = use_words(use.prevalence, 1.0, 1.0)
        if rule is not None:  # that looks at no labels
            said = f"The threshold was the one {rule_words('loss', {})}"
            return [f"{said}: {shortened(study.settings.words, 200)}; {positive}.", *rate]
        return [
            f"Thresholds were given ({shortened(study.settings.words, 400)}); {positive}.",
            *about,
        ]
    constraints: dict[str, float] = {one.rate: one.value for one in rule.constraints}
    words = rule_words(rule.criterion, constraints)
    weighted = " with specificity weighted by the stated prevalence and costs"
    corner = rule.criterion == "closest_corner" and rule.use is not None
    return [
        f"For each classifier the threshold was chosen on these observations: the one {words}"
        f"{weighted if corner else ''}; {positive}.",
        *about,
        *_repeated_choice(study),
    ]


def _repeated_choice(study: OperateStudy) -> Paragraph:
    """The bootstrap in which the choice is repeated."""
    if not study.chosen:
        return []
    replicates = f"{study.chosen[0].replicates:,}"
    resampling = study.settings.resampling
    drawn = "" if resampling is None else drawn_words(resampling.to_dict())
    confidence = study.settings.confidence
    return [
        "Because the same observations choose and judge, the choice was repeated in "
        f"{replicates} bootstrap replicates{drawn}: the optimism of the rates is the mean "
        "difference between the replicate and all observations at the threshold of the replicate "
        f"{cite('efron1983', 'harrell1996')}, and rates out of bag are those on observations that "
        "a replicate did not draw.",
        sentence(
            f"{intervals_at(confidence)} of the out-of-bag rates join the percentiles out of bag, "
            "scaled to the size of the test set, with the basic bootstrap interval of the rate of "
            "the chosen threshold"
        ),
        *_threshold_interval(study),
    ]


THRESHOLD_INTERVAL_WORDS: Mapping[str, str] = {
    TESTED.key: "contains every threshold for which a bootstrap test with moment selection "
    f"{cite('andrews2010')} did not show that another one is better",
    ORDERED.key: "is the exact interval of a quantile from the order statistics of one class "
    f"{cite('conover1999')}",
    PERCENTILE.key: "has the percentiles of the thresholds that replicates chose",
}
"""By the key of the interval of a chosen threshold."""


def _threshold_interval(study: OperateStudy) -> Paragraph:
    spans = [one.threshold_interval for one in study.chosen]
    told = dict.fromkeys(method_words(THRESHOLD_INTERVAL_WORDS, span) for span in spans)
    return [f"The interval of the threshold {words}." for words in told]


def _rates(study: OperateStudy) -> Paragraph:
    """Which rates have which interval."""
    of_method: dict[MethodTitle, dict[str, None]] = {}
    for point in study.points:
        for rate, estimate in zip(point.rates, point.estimates, strict=True):
            of_method.setdefault(estimate.interval.title, {})[rate] = None
    told = [words for method, rates in of_method.items() for words in _by(method, list(rates))]
    fixed = ", which treat the thresholds as fixed," if study.settings.is_chosen else ""
    stated = study.settings.use.prevalence is not None
    said = [
        sentence(
            f"{intervals_at(study.settings.confidence)}{fixed} were computed {'; '.join(told)}"
        )
    ]
    predictive = [rate for rates in of_method.values() for rate in rates if "predictive" in rate]
    if stated and predictive and LOG.key in {method.key for method in of_method}:
        said.append(
            "Predictive values at the stated prevalence have the logit intervals of Mercaldo, "
            f"Lau and Zhou {cite('mercaldo2007')}."
        )
    if "f1" in {rate for rates in of_method.values() for rate in rates}:
        said.append(f"The interval of F1 followed from that of F* {cite('hand2021')}.")
    if any(point.point.units is not None for point in study.points):
        said.append(_EFFECTIVE)
    return [*said, *_regions(study)]


def _by(method: MethodTitle, rates: list[str]) -> list[str]:
    """Rates with their method; predictive values are no ratios of proportions themselves."""
    carried = [rate for rate in rates if "predictive" in rate and method.key == KOOPMAN.key]
    others = [rate for rate in rates if rate not in carried]
    words = RATE_INTERVAL_WORDS.get(method.key, shortened(method))
    said = [f"for {rates_of(others)} by {words}"] if others else []
    return [*said, *([f"for {rates_of(carried)} by {_CARRIED}"] if carried else [])]


def _regions(study: OperateStudy) -> Paragraph:
    if not study.regions:
        return []
    sides = method_words(RATE_INTERVAL_WORDS, study.regions[0].sensitivity)
    return [
        f"Regions for sensitivity and specificity together are rectangles {cite('pepe2003')} whose "
        f"sides are intervals by {sides}, each at the "
        "square root of the confidence."
    ]


def _at_rate(study: OperateStudy) -> Paragraph:
    """The other rate at exactly the given one."""
    if not study.at_rate:
        return []
    one = study.at_rate[0]
    return [
        sentence(
            f"{intervals_at(one.interval.confidence)} of the {shortened(one.quantity)} allow for "
            f"the estimated threshold {cite('linnet1987', 'hsieh1996')}: they were made on the "
            f"logit scale, with half an observation added to each side {cite('zhou2005')}, with "
            f"{SATTERTHWAITE}"
        ),
    ]


def _comparisons(study: OperateStudy) -> Paragraph:
    found = study.comparisons
    if not found:
        return []
    by_test: dict[str, list[Comparison]] = {}
    for one in found:
        by_test.setdefault(method_words(POINT_TEST_WORDS, one), []).append(one)
    told = []
    for words, tests in by_test.items():
        rates = join_words([shortened(rate) for rate in dict.fromkeys(t.quantity for t in tests)])
        told.append(f"in {rates} by {words}")
    pairs = pairs_words([(one.first, one.second) for one in found], len(study.names))
    fixed = (
        ", treating thresholds as fixed" if study.settings.is_chosen and not study.at_rate else ""
    )
    return [
        f"{pairs} compared on the same observations {'; and '.join(told)}{fixed}.",
        "All tests were two-sided." if len(found) > 1 else "The test was two-sided.",
        *correction_words(study.settings.correction, (len(found), "comparisons")),
    ]


KIND: StudyKind[OperateStudy] = StudyKind(
    title="Operating points",
    headline="Operating points of {}",
    question="How do the classifiers perform at one operating point, and do they differ?",
    sizes=lambda study: two_classes(study, study.curves),
    is_one_test_set=lambda study: True,
    figures=_figures,
    paragraphs=_paragraphs,
    start=_start,
    function=operate,
    arguments=_arguments,
)
