"""Method paragraphs of operating points on one test set."""

from collections.abc import Mapping

from aucurate.curve.choosing import ThresholdRule
from aucurate.formatting import count, listing, shortened
from aucurate.inference.operating.threshold_bootstrap import PERCENTILE
from aucurate.inference.operating.threshold_interval import ORDERED, TESTED
from aucurate.report.method_words_drawing import drawn_words
from aucurate.report.method_words_rules import rule_words, use_words
from aucurate.report.method_words_text import (
    SATTERTHWAITE,
    Paragraph,
    cite,
    classes_words,
    correction_words,
    dropped_words,
    intervals_at,
    lower_words,
    names_of,
    pairs_words,
    pooled_words,
    rates_of,
    sentence,
)
from aucurate.results import Comparison
from aucurate.study.operate import OperateStudy

RATE_INTERVAL_WORDS: Mapping[str, str] = {
    "Wilson": f"Wilson's score method {cite('wilson1927')}",
    "Clopper-Pearson": f"the exact method of Clopper and Pearson {cite('clopper1934')}",
    "logit delta": "the delta method on the logit scale",
    "log delta": f"the delta method on the logarithmic scale {cite('simel1991')}",
    "Koopman score": f"Koopman's score method for the ratio of two proportions "
    f"{cite('koopman1984')}",
    "MOVER Wilson": "the method of variance estimates recovery (MOVER) from Wilson's intervals "
    f"{cite('zou2008', 'wilson1927')}",
    "MOVER Clopper-Pearson": "the method of variance estimates recovery (MOVER) from the exact "
    f"intervals of Clopper and Pearson {cite('zou2008', 'clopper1934')}",
    "Wald delta": "Wald's method with standard errors of the delta method",
    "Fisher z delta": "the delta method on the scale of Fisher's z "
    f"{cite('matthews1975', 'yule1912')}",
}
"""By the method that the interval of a rate carries, whatever the kind that was asked for."""

_CARRIED = (
    f"carrying Koopman's score intervals of the likelihood ratios {cite('koopman1984')} over to "
    "the stated prevalence"
)

POINT_TEST_WORDS: Mapping[str, str] = {
    "McNemar mid-p": f"McNemar's test {cite('mcnemar1947')} with mid-p values "
    f"{cite('fagerland2013')} and Tango's score intervals of the differences {cite('tango1998')}",
    "MOVER Tango": "the difference in net benefit at these costs "
    f"{cite('vickers2008')}, with intervals by MOVER from Tango's intervals of what the two call "
    f"differently {cite('zou2008', 'tango1998')}, the test being the interval inverted",
    "influence-function": "the difference of the influences of observations on both estimates, "
    f"which allows for the estimated thresholds {cite('linnet1987', 'hsieh1996')}, referred to "
    f"{SATTERTHWAITE}",
}
"""By the method that a comparison at an operating point carries."""


def operate_paragraphs(study: OperateStudy) -> list[Paragraph]:
    """Data and thresholds; rates and their intervals; comparisons."""
    return [_data(study), _rates(study), [*_at_rate(study), *_comparisons(study)]]


def _data(study: OperateStudy) -> Paragraph:
    provenance, first = study.provenance, study.points[0].point
    classes = classes_words(provenance, first.n_positive, first.n_negative)
    size = count(first.n_positive + first.n_negative, "observation")
    who = f"{count(len(study.names), 'classifier')} ({names_of(study.names)})"
    if len(study.names) == 1:
        who = shortened(study.names[0])
    return [
        f"The decisions of {who} were evaluated on {size}, {classes}.",
        *dropped_words(provenance),
        *lower_words(provenance.settings),
        *pooled_words({caveat.kind for caveat in study.caveats}),
        *_thresholds(study),
    ]


def _thresholds(study: OperateStudy) -> Paragraph:
    use = study.points[0].point.use
    about = use_words(use.prevalence, use.false_negative_cost, use.false_positive_cost)
    positive = "an observation was called positive when its score reached the threshold"
    rule = study.chosen[0].choice.rule if study.chosen else None
    if rule is None:
        rate = use_words(use.prevalence, 1.0, 1.0)
        if study.points[0].iso_cost is not None:  # a rule that looks at no labels
            said = f"The threshold was the one {rule_words('loss', {})}"
            return [f"{said}: {shortened(study.rule, 200)}; {positive}.", *rate]
        return [f"Thresholds were given ({shortened(study.rule, 400)}); {positive}.", *about]
    constraints: dict[str, float] = {one.rate: one.value for one in rule.constraints}
    words = rule_words(rule.criterion, constraints)
    weighted = " with specificity weighted by the stated prevalence and costs"
    corner = rule.criterion == "closest_corner" and rule.use is not None
    return [
        f"For each classifier the threshold was chosen on these observations: the one {words}"
        f"{weighted if corner else ''}; {positive}.",
        *about,
        *_repeated_choice(study, rule),
    ]


def _repeated_choice(study: OperateStudy, rule: ThresholdRule) -> Paragraph:
    """The bootstrap in which the choice is repeated."""
    repeats = f"{study.chosen[0].repeats:,}"
    drawn = drawn_words(study.provenance.settings)
    confidence = study.chosen[0].threshold_interval.confidence
    return [
        "Because the same observations choose and judge, the choice was repeated in "
        f"{repeats} bootstrap replicates{drawn}: the optimism of the rates is the mean difference "
        "between the replicate and all observations at the threshold of the replicate "
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
    TESTED: "holds every threshold for which a bootstrap test with moment selection "
    f"{cite('andrews2010')} did not show that another one is better",
    ORDERED: "is the exact interval of a quantile from the order statistics of one class "
    f"{cite('conover1999')}",
    PERCENTILE: "has the percentiles of the thresholds that replicates chose",
}
"""By the method that the interval of a chosen threshold carries."""


def _threshold_interval(study: OperateStudy) -> Paragraph:
    methods = dict.fromkeys(one.threshold_interval.method for one in study.chosen)
    return [
        f"The interval of the threshold {THRESHOLD_INTERVAL_WORDS.get(method, shortened(method))}."
        for method in methods
    ]


def _rates(study: OperateStudy) -> Paragraph:
    """Which rates have which interval."""
    of_method: dict[str, dict[str, None]] = {}
    for point in study.points:
        for rate, estimate in zip(point.rates, point.estimates, strict=True):
            of_method.setdefault(estimate.interval.method, {})[rate] = None
    told = [words for method, rates in of_method.items() for words in _by(method, list(rates))]
    first = study.points[0].estimates[0].interval.confidence
    fixed = ", which take the thresholds for fixed," if study.chosen else ""
    stated = study.points[0].point.use.prevalence is not None
    said = [sentence(f"{intervals_at(first)}{fixed} were computed {'; '.join(told)}")]
    predictive = [rate for rates in of_method.values() for rate in rates if "predictive" in rate]
    if stated and predictive and "log delta" in of_method:
        said.append(
            "Predictive values at the stated prevalence have the logit intervals of Mercaldo, "
            f"Lau and Zhou {cite('mercaldo2007')}."
        )
    if "f1" in {rate for rates in of_method.values() for rate in rates}:
        said.append(f"The interval of F1 followed from that of F* {cite('hand2021')}.")
    return [*said, *_regions(study)]


def _by(method: str, rates: list[str]) -> list[str]:
    """Rates with their method; predictive values are no ratios of proportions themselves."""
    carried = [rate for rate in rates if "predictive" in rate and method == "Koopman score"]
    others = [rate for rate in rates if rate not in carried]
    words = RATE_INTERVAL_WORDS.get(method, shortened(method))
    said = [f"for {rates_of(others)} by {words}"] if others else []
    return [*said, *([f"for {rates_of(carried)} by {_CARRIED}"] if carried else [])]


def _regions(study: OperateStudy) -> Paragraph:
    if not study.regions:
        return []
    region = study.regions[0]
    side = region.sensitivity.method
    return [
        f"Regions for sensitivity and specificity together are rectangles {cite('pepe2003')} whose "
        f"sides are intervals by {RATE_INTERVAL_WORDS.get(side, shortened(side))}, each at the "
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
        by_test.setdefault(one.method, []).append(one)
    told = []
    for method, tests in by_test.items():
        rates = listing([shortened(rate) for rate in dict.fromkeys(t.quantity for t in tests)])
        told.append(f"in {rates} by {POINT_TEST_WORDS.get(method, shortened(method))}")
    pairs = pairs_words([(one.first, one.second) for one in found], len(study.names))
    fixed = ", thresholds taken as fixed" if study.chosen and not study.at_rate else ""
    return [
        f"{pairs} compared on the same observations {'; and '.join(told)}{fixed}.",
        "All tests were two-sided." if len(found) > 1 else "The test was two-sided.",
        *correction_words(study.correction, (len(found), "comparisons")),
    ]
