"""Method paragraphs of operating points, on one test set and over folds."""

from collections.abc import Mapping

from aucurate.formatting import count, join_words, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.operating.chosen_threshold import ORDERED, PERCENTILE, TESTED
from aucurate.inference.operating.rates import KOOPMAN, LOG
from aucurate.report.methods.folds import FOLD_TEST_WORDS, design_words
from aucurate.report.methods.phrases import (
    SATTERTHWAITE,
    Paragraph,
    cite,
    classes_words,
    correction_words,
    drawn_words,
    dropped_words,
    exact_words,
    intervals_at,
    lower_words,
    method_words,
    names_of,
    pairs_words,
    pooled_words,
    rates_of,
    rule_words,
    sentence,
    use_words,
)
from aucurate.results import Comparison, MethodTitle
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.folds import OperateFoldsStudy

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

POINT_TEST_WORDS: Mapping[str, str] = {
    "mcnemar-mid-p": f"McNemar's test {cite('mcnemar1947')} with mid-p values "
    f"{cite('fagerland2013')} and Tango's score intervals of the differences {cite('tango1998')}",
    "mover-tango": "the difference in net benefit at these costs "
    f"{cite('vickers2008')}, with intervals by MOVER from Tango's intervals of what the two call "
    f"differently {cite('zou2008', 'tango1998')}, the test being the interval inverted",
    "influence": "the difference of the influences of observations on both estimates, "
    f"which allows for the estimated thresholds {cite('linnet1987', 'hsieh1996')}, referred to "
    f"{SATTERTHWAITE}",
}
"""By the key of a comparison at an operating point."""


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
        *lower_words(provenance),
        *pooled_words({caveat.kind for caveat in study.caveats}),
        *_thresholds(study),
    ]


def _thresholds(study: OperateStudy) -> Paragraph:
    use = study.settings.use
    about = use_words(use.prevalence, use.false_negative_cost, use.false_positive_cost)
    positive = "an observation was called positive when its score reached the threshold"
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
    TESTED.key: "holds every threshold for which a bootstrap test with moment selection "
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
    fixed = ", which take the thresholds for fixed," if study.settings.is_chosen else ""
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
    fixed = ", thresholds taken as fixed" if study.settings.is_chosen and not study.at_rate else ""
    return [
        f"{pairs} compared on the same observations {'; and '.join(told)}{fixed}.",
        "All tests were two-sided." if len(found) > 1 else "The test was two-sided.",
        *correction_words(study.settings.correction, (len(found), "comparisons")),
    ]


# Method paragraphs of operating points over folds.


def operate_folds_paragraphs(study: OperateFoldsStudy) -> list[Paragraph]:
    """Data and thresholds; averages over folds; points that cannot be told apart; pairs."""
    return [
        _fold_data(study),
        [*_fold_averages(study), *_indistinguishable(study)],
        _fold_pairs(study),
    ]


def _fold_data(study: OperateFoldsStudy) -> Paragraph:
    provenance, layout = study.provenance, study.layout
    design = design_words(layout.design, layout.n_folds, len(set(layout.repeats)))
    who = f"{count(len(study.names), 'classifier')} ({names_of(study.names)})"
    size = count(layout.n_positive + layout.n_negative, "observation")
    classes = classes_words(provenance, layout.n_positive, layout.n_negative)
    use = study.settings.use
    return [
        f"The decisions of {who} were evaluated {design}; there were {size}, {classes}.",
        *dropped_words(provenance),
        *lower_words(provenance),
        _fold_threshold(study),
        *use_words(use.prevalence, use.false_negative_cost, use.false_positive_cost),
    ]


def _fold_threshold(study: OperateFoldsStudy) -> str:
    choice = study.parts[0].choice
    if choice is None:
        return f"Thresholds were given ({shortened(study.settings.words, 400)})."
    constraints: dict[str, float] = {one.rate: one.value for one in choice.rule.constraints}
    words = rule_words(choice.rule.criterion, constraints)
    where = "" if choice.rule.criterion == "loss" else " on the stacked scores of all folds"
    return f"For each classifier the threshold was chosen{where}: the one {words}."


def _fold_averages(study: OperateFoldsStudy) -> Paragraph:
    return [
        "The same operating points were decided in every fold, and "
        f"{rates_of(study.settings.rates)} were averaged over folds by operating point averaging "
        f"{cite('paclik2010')}.",
        sentence(
            f"{intervals_at(study.settings.confidence)} of the means were computed with "
            "Student's t distribution from the variance over folds"
        ),
        *exact_words(one.estimate.interval for part in study.parts for one in part.rates),
    ]


def _indistinguishable(study: OperateFoldsStudy) -> Paragraph:
    """The comparison of the chosen point with others of the curve."""
    found = study.parts[0].indistinguishable
    if not found.contrasts:
        return []
    most = max(len(part.indistinguishable.thresholds) for part in study.parts) - 1
    degrees = "2n - 2" if found.degrees_of_freedom == "2n-2" else "n - 1"
    correction = study.settings.correction
    adjusted = "without adjustment for multiple testing"
    if correction != "none":
        title = CORRECTION_TITLES[correction]
        adjusted = f"with p-values adjusted over all points and rates ({title})"
    return [
        f"Up to {count(most, 'other point')} of the stacked curve {'was' if most == 1 else 'were'} "
        "compared with the one in use, rate by rate, by the paired t test over n folds with "
        f"{degrees} degrees of freedom {cite('paclik2010')}; points that no rate tells from it at "
        f"the level {study.settings.level:g}, {adjusted}, are called not distinguishable.",
        *_fold_sizes(study),
    ]


def _fold_sizes(study: OperateFoldsStudy) -> Paragraph:
    sizes = [part.neighbour_size for part in study.parts if part.neighbour_size is not None]
    if not sizes:
        return []
    return [
        "The number of observations that would tell the point from its neighbours follows from "
        "the noncentral t distribution with the observed differences, for "
        f"{percent(sizes[0].wanted_power)} power."
    ]


def _fold_pairs(study: OperateFoldsStudy) -> Paragraph:
    found = study.comparisons
    if not found:
        return []
    pairs = pairs_words([(one.first, one.second) for one in found], len(study.names))
    test = method_words(FOLD_TEST_WORDS, found[0])
    return [
        f"{pairs} compared, each classifier at its own point and rate by rate, by {test}.",
        "These tests were two-sided.",
        *correction_words(study.settings.pair_correction, (len(found), "comparisons")),
    ]
