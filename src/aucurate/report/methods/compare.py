"""Method paragraphs of a comparison, and of all intervals side by side."""

from collections.abc import Iterable, Mapping

from aucurate.caveats import Kind
from aucurate.estimates.estimands import AUC, Quantity
from aucurate.formatting import count, join_words, percent, shortened
from aucurate.inference.auc import mover
from aucurate.inference.core.caveats import FEW_ERRORS
from aucurate.inference.methods import (
    COMPARISONS,
    CURVE_TESTS,
    ESTIMAND_INTERVALS,
    INFLUENCE,
    INTERVALS,
)
from aucurate.report.methods.auc import (
    BOUND,
    CHANCE_WORDS,
    COMPARISON_WORDS,
    CURVE_WORDS,
    INTERVAL_WORDS,
    JOINT_WORDS,
    MARGIN_WORDS,
    NO_VARIANCE,
    NULL_WORDS,
    IntervalWords,
    PairWords,
    bounds_told,
)
from aucurate.report.methods.estimands import (
    ANY_ESTIMAND,
    ESTIMAND_COMPARISON_WORDS,
    ESTIMAND_JOINT_WORDS,
    ESTIMAND_WORDS,
    estimand_interval_words,
)
from aucurate.report.methods.phrases import (
    Paragraph,
    cite,
    classes_words,
    correction_words,
    dropped_words,
    found_words,
    intervals_at,
    lower_words,
    method_words,
    names_of,
    pooled_words,
    sentence,
)
from aucurate.results import Comparison, Estimate, Interval
from aucurate.study.compare import CompareStudy, IntervalsStudy
from aucurate.study.compare.settings import CompareSettings

AREA = "area under the receiver operating characteristic curve (AUC)"
AREAS = "areas under the receiver operating characteristic curves (AUCs)"
MANN_WHITNEY = (
    "The empirical AUC is the Mann-Whitney statistic, in which tied scores count one half "
    f"{cite('hanley1982')}."
)
_AS_SEPARATE = "but by methods for separate ones, which take the {} to be independent"
_SHOWN = 4


def compare_paragraphs(study: CompareStudy) -> list[Paragraph]:
    """Data and intervals; tests; then what else was asked for."""
    data = [
        *_data(study, study.estimates),
        *_definition(study),
        *interval_words(_interval(study), study.estimates, study.estimand),
        *_side_by_side(study),
    ]
    tests = [*_tests(study), *together(study)]
    more = [*curve_tests(study), *margin_tests(study), *null_tests(study)]
    ending = [
        *_corrections(study),
        *_bounds(study),
        *resampling_words(_drawing(study), study.settings, _kinds(study)),
    ]
    return [data, [*tests, *([] if more else ending)], [*more, *ending] if more else []]


def intervals_paragraphs(study: IntervalsStudy) -> list[Paragraph]:
    """The recommended interval, and all others beside it."""
    settings = study.settings
    return [
        [
            *_data(study, study.recommended),
            MANN_WHITNEY,
            *interval_words(known_interval(settings.interval), study.recommended),
            *_other_intervals(
                known_interval(name) for name in INTERVALS if name != settings.interval
            ),
            *bound_words([one.interval for one in (*study.recommended, *study.estimates)]),
            *resampling_words(list(INTERVALS), settings, _kinds(study)),
        ]
    ]


def interval_words(
    words: IntervalWords, estimates: tuple[Estimate, ...], about: Quantity = AUC
) -> Paragraph:
    """How the intervals were made; by the bound alone, where nothing else could be."""
    one = len({estimate.name for estimate in estimates}) == 1
    of = f"{intervals_at(estimates[0].interval.confidence)} of "
    of += f"the {about.name} were" if one else f"{about.plural} were"
    if is_bound(*(one.interval for one in estimates)):
        return [sentence(f"{of} computed from {BOUND}, because variances were {NO_VARIANCE}")]
    said = [sentence(f"{of} computed as {words.name}")]
    return [*said, words.details] if words.details else said


def bound_words(intervals: Iterable[Interval]) -> Paragraph:
    """That a bound took over for some intervals of AUCs and not for all."""
    return bounds_told({"intervals of AUCs": [is_bound(one) for one in intervals]}, ())


def is_bound(*intervals: Interval) -> bool:
    """Whether all of them rest on a distribution-free bound."""
    return all(one.bound for one in intervals)


def known_interval(name: str) -> IntervalWords:
    """The words of an interval of AUCs by its name in ``methods.INTERVALS``."""
    unknown = IntervalWords(f"those of the method '{shortened(name)}'")
    return INTERVAL_WORDS.get(name, unknown)


def _definition(study: CompareStudy) -> Paragraph:
    """What the estimand is."""
    if study.estimand.is_auc:
        return [MANN_WHITNEY]
    definition = ESTIMAND_WORDS.get(_estimand(study), ANY_ESTIMAND).definition
    return [definition] if definition else []


def _estimand(study: CompareStudy) -> str:
    """The name of the estimand, without its options."""
    return study.settings.of.partition(":")[0]


def _interval(study: CompareStudy, method: str | None = None) -> IntervalWords:
    """The words of an interval by the name of its method, by default the one of the study."""
    name = study.settings.interval if method is None else method
    return (
        known_interval(name)
        if study.estimand.is_auc
        else estimand_interval_words(_estimand(study), name)
    )


def _data(study: CompareStudy | IntervalsStudy, estimates: tuple[Estimate, ...]) -> Paragraph:
    """Who was compared on what."""
    about = study.estimand if isinstance(study, CompareStudy) else AUC
    areas, area = (AREAS, AREA) if about.is_auc else (about.plural, about.name)
    provenance, names = study.provenance, [one.name for one in estimates]
    did = "estimated" if isinstance(study, IntervalsStudy) else "compared"
    start = f"The {areas} of {count(len(names), 'classifier')} ({names_of(names)}) were {did}"
    sizes = [one.n_positive + one.n_negative for one in estimates]
    classes = classes_words(provenance, estimates[0].n_positive, estimates[0].n_negative)
    same = f"{count(sizes[0], 'observation')}, {classes}"
    if len(names) == 1:
        start = f"The {area} of {shortened(names[0])} was estimated on {same}."
    elif isinstance(study, IntervalsStudy) or study.paired:
        start += f" on the same {same}."
    elif Kind.SHARED_OBSERVATIONS not in _kinds(study):
        start += f" on separate test sets, {_separate(estimates)}."
    elif provenance.n_observations == sizes[0]:
        start += f" on the same {same}, {_AS_SEPARATE.format(about.plural)}."
    else:
        separate = f"{_AS_SEPARATE.format(about.plural)}: {_separate(estimates)}"
        start += f" on test sets that share observations, {separate}."
    return [
        start,
        *dropped_words(provenance),
        *lower_words(provenance),
        *pooled_words(_kinds(study)),
    ]


def _separate(estimates: tuple[Estimate, ...]) -> str:
    sizes = [
        f"{shortened(one.name)} on {one.n_positive:,} positive and {one.n_negative:,} negative "
        "observations"
        for one in estimates[:_SHOWN]
    ]
    more = len(estimates) - _SHOWN
    return ", ".join([*sizes, *([f"and {more:,} more"] if more > 0 else [])])


def _side_by_side(study: CompareStudy) -> Paragraph:
    """All intervals there are, beside the one that is reported."""
    if not study.all_estimates:
        return []
    own = study.settings.interval
    every = INTERVALS if study.estimand.is_auc else ESTIMAND_INTERVALS
    return _other_intervals(_interval(study, name) for name in every if name != own)


def _other_intervals(others: Iterable[IntervalWords]) -> Paragraph:
    words = "; ".join(other.name for other in others)
    return [f"For comparison, intervals were also computed by other methods: {words}."]


def _tests(study: CompareStudy) -> Paragraph:
    """The comparisons: which pairs, by which test, to which side."""
    found = study.comparisons
    if len(study.names) == 1:
        return against_a_value(f"The {study.estimand.name}", found[0], study)
    method = words_for_pairs(_tests_of(study), comparison_name(study), study)
    if is_bound(*(one.interval for one in found)):
        method = f"{BOUND}, because variances were {NO_VARIANCE}"
    differences = "the difference" if len(found) == 1 else "differences"
    of = f"{intervals_at(found[0].interval.confidence)} of {differences} were"
    return [
        f"{_pairs(study)} by {method}.",
        _sided(study),
        sentence(f"{of} computed by the same method"),
        *second_tests(study),
    ]


def _pairs(study: CompareStudy) -> str:
    reference = study.settings.reference
    if reference is not None:
        return f"Every other classifier was compared with {shortened(reference)}"
    if len(study.names) == 2:
        return f"The two {study.estimand.plural} were compared"
    return f"All {len(study.comparisons):,} pairs of classifiers were compared"


def _tests_of(study: CompareStudy) -> Mapping[str, PairWords]:
    return COMPARISON_WORDS if study.estimand.is_auc else ESTIMAND_COMPARISON_WORDS


def _sided(study: CompareStudy) -> str:
    comparisons = study.comparisons
    tests = "This test was" if len(comparisons) == 1 else "These tests were"
    alternative = comparisons[0].alternative
    if alternative == "two-sided":
        return f"{tests} two-sided."
    way = "higher" if alternative == "greater" else "lower"
    first = "the first classifier of a pair"
    if len(comparisons) == 1:
        first = shortened(comparisons[0].first)
    what = f"{first} has the {way} {study.estimand.name}"
    return f"{tests} one-sided, with the alternative that {what}."


def _corrections(study: CompareStudy) -> Paragraph:
    """The adjustment of every kind of test."""
    return correction_words(
        study.settings.correction,
        (len(study.comparisons), f"comparisons of {study.estimand.plural}"),
        (len(study.curve_tests), "comparisons of whole curves"),
        (len(study.margin_tests), "tests of the margin"),
        (len(study.null_tests), f"tests against a fixed {study.estimand.name}"),
    )


def _bounds(study: CompareStudy) -> Paragraph:
    """Which of the records rest on the bound."""
    fixed = [tested.result.interval for tested in study.null_tests]
    pairs = [tested.result.interval for tested in study.tests]
    pairs += [comparison.interval for comparison in study.simultaneous]
    if len(study.names) == 1:
        fixed, pairs = [*fixed, *pairs], []
    intervals = {
        f"intervals of {study.estimand.plural}": [
            one.interval for one in (*study.estimates, *study.all_estimates)
        ],
        f"tests against a fixed {study.estimand.name}": fixed,
        "comparisons": [*pairs, *(t.result.comparison.interval for t in study.margin_tests)],
    }
    resting = {what: [is_bound(one) for one in each] for what, each in intervals.items()}
    return bounds_told(resting, _kinds(study))


def _drawing(study: CompareStudy) -> list[str]:
    used = [study.settings.interval, study.settings.method]
    used += [study.settings.margin_method] if study.margin_tests else []
    every = INTERVALS if study.estimand.is_auc else ESTIMAND_INTERVALS
    return used + (list(every) if study.all_estimates else [])


def _kinds(study: CompareStudy | IntervalsStudy) -> set[str]:
    return {caveat.kind for caveat in study.caveats}


# What else a comparison can be asked: margins, fixed values, whole curves, all at once.


_NULL_SCALES = {"delong-logit-t": "logit-t", "delong-logit": "logit", "delong-wald": "wald"}


def words_for_pairs(words: Mapping[str, PairWords], name: str, study: CompareStudy) -> str:
    """A test by its name, for the design of the study."""
    known = words.get(name)
    if known is None:
        return found_words({}, name)
    return known.paired if study.paired else known.unpaired


def comparison_name(study: CompareStudy) -> str:
    """The name of the comparison, also beside a test of whole curves."""
    name = study.settings.method
    if name not in CURVE_TESTS:
        return name
    return "mover" if study.comparisons[0].key == mover.METHOD.key else "delong"


def second_tests(study: CompareStudy) -> Paragraph:
    """The test that stands beside DeLong's where errors are few."""
    if not study.second_tests:
        return []
    few = (
        f"fewer than {FEW_ERRORS:g} observations of the smaller class were misordered, on average "
        "of two classifiers"
    )
    where = "Because" if len(study.second_tests) == len(study.comparisons) else "Where"
    words = words_for_pairs(COMPARISON_WORDS, "mover", study)
    return [
        f"{where} {few}, the AUCs were also compared by {words}; both tests have to reject for a "
        "difference to be taken as shown."
    ]


def against_a_value(start: str, test: Comparison, study: CompareStudy) -> Paragraph:
    """The test of an estimate against chance or another value."""
    value, about = test.second_value, study.estimand
    scale = _NULL_SCALES.get(study.settings.interval, "beta")
    method = NULL_WORDS[scale]
    if not about.is_auc:
        method = ESTIMAND_WORDS.get(_estimand(study), ANY_ESTIMAND).null
    if test.key in CHANCE_WORDS:
        method = CHANCE_WORDS[test.key]
    elif test.interval.bound:
        method = f"{BOUND}, because its variance was {NO_VARIANCE}"
    is_chance = value == about.chance
    against = f"{value:.3g}, the value of chance," if is_chance else f"{value:g}"
    ways = {"greater": "one-sided, for a higher", "less": "one-sided, for a lower"}
    way = ways.get(test.alternative, "two-sided")
    way += f" {about.name}" if test.alternative in ways else ""
    return [f"{start} was tested against {against} by {method}; the test was {way}."]


def null_tests(study: CompareStudy) -> Paragraph:
    """Every estimate against a fixed value."""
    if not study.null_tests:
        return []
    tests = [tested.result for tested in study.null_tests]
    first = next((test for test in tests if not test.interval.bound), tests[0])
    return against_a_value(f"Each {study.estimand.name}", first, study)


def together(study: CompareStudy) -> Paragraph:
    """The highest of three or more, the joint test, and intervals that hold together."""
    said, about = [], study.estimand
    if study.highest is not None:
        said.append(
            f"The estimate and interval of the highest {about.name} allow for its choice: by a "
            "test inverted in repetitions of the study, choice included, in which the other "
            f"{about.plural} have their restricted estimates {cite('andrews2024')}."
        )
    if study.joint is not None and len(study.names) > 2:
        how = method_words(JOINT_WORDS, study.joint) if about.is_auc else ESTIMAND_JOINT_WORDS
        said.append(f"That all {about.plural} are equal was tested by {how}.")
    if study.simultaneous:
        of = intervals_at(study.simultaneous[0].interval.confidence)
        if comparison_name(study) in ("delong", INFLUENCE):
            works = cite("hothorn2008", "konietschke2012")
            how = f"from the distribution of the largest of the correlated statistics {works}"
        else:
            how = f"by the same method at Bonferroni's share of the level {cite('dunn1961')}"
        said.append(f"Simultaneous {of} of the differences were computed {how}.")
    return said


def curve_tests(study: CompareStudy) -> Paragraph:
    """Tests of whole curves."""
    if not study.curve_tests:
        return []
    words = words_for_pairs(CURVE_WORDS, study.settings.method, study)
    return [f"Whole curves were compared by {words}."]


def margin_tests(study: CompareStudy) -> Paragraph:
    """Non-inferiority, superiority or equivalence: the margin, the level, and what shows it."""
    if not study.margin_tests:
        return []
    test, settings = study.margin_tests[0].result, study.settings
    margin = f"{test.margin:g}"
    inside = {
        "noninferiority": f"above -{margin}",
        "superiority": f"above {margin}",
        "equivalence": f"between -{margin} and {margin}",
    }[test.kind]
    works = cite("liu2006") if test.kind == "equivalence" else cite("iche9", "liu2006")
    name = settings.margin_method
    method = words_for_pairs(_tests_of(study), name, study)
    if name == settings.method:
        method = "the same method"
    each = " each" if test.kind == "equivalence" else ""
    asked = MARGIN_WORDS[test.kind].format(**_margin_pair(study), quantity=study.estimand.name)
    return [
        f"{asked} with a margin of {margin} at the one-sided level {test.level:g}{each} {works}, "
        f"by {method}.",
        f"It was taken as shown where the test rejected and the {percent(1 - 2 * test.level)} "
        f"confidence interval of the difference lay {inside}.",
    ]


def _margin_pair(study: CompareStudy) -> dict[str, str]:
    reference = study.settings.reference
    if reference is not None:
        return {"first": "every other classifier", "second": shortened(reference)}
    if len(study.names) == 2:
        found = study.margin_tests[0].result.comparison
        return {"first": shortened(found.first), "second": shortened(found.second)}
    return {"first": "the first classifier of each pair", "second": "the second"}


def resampling_words(used: list[str], settings: CompareSettings, kinds: set[str]) -> Paragraph:
    """How often, within classes or not, from which random numbers; and whether it was stopped."""
    drawn = settings.resampling
    draws = {*(n for n, one in INTERVALS.items() if one.resamples), *CURVE_TESTS}
    draws |= {name for name, one in COMPARISONS.items() if one.resamples}
    used = [name for name in used if name in draws]
    if not used:
        return []
    replicates, rng = f"{drawn.replicates:,}", drawn.rng
    within = "within each class" if drawn.stratified else "whatever their class"
    told = []
    if any(name.startswith("bootstrap") for name in used):
        told.append(
            f"{replicates} bootstrap replicates, observations drawn with replacement {within}"
        )
    if any(not name.startswith("bootstrap") for name in used):
        told.append(f"{replicates} random permutations")
    known = f" (random numbers from rng {rng})" if isinstance(rng, int) else ""
    said = [f"Resampling used {join_words(told)}{known}."]
    if kinds & {Kind.STOPPED_EARLY, Kind.INTERRUPTED}:
        said.append("It was stopped before all of it was done.")
    return said
