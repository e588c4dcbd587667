"""Method paragraphs of a comparison of AUCs, and of all intervals side by side."""

from collections.abc import Iterable, Mapping
from typing import Any

from aucurate.formatting import count, join_words, percent, shortened
from aucurate.inference.auc import mover
from aucurate.inference.core.caveats import FEW_ERRORS
from aucurate.inference.methods import COMPARISONS, CURVE_TESTS, INTERVALS
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

AREA = "area under the receiver operating characteristic curve (AUC)"
AREAS = "areas under the receiver operating characteristic curves (AUCs)"
MANN_WHITNEY = (
    "The empirical AUC is the Mann-Whitney statistic, in which tied scores count one half "
    f"{cite('hanley1982')}."
)
_AS_SEPARATE = "but by methods for separate ones, which take the AUCs to be independent"
_SHOWN = 4


def compare_paragraphs(study: CompareStudy) -> list[Paragraph]:
    """Data and intervals; tests; then what else was asked for."""
    settings = study.provenance.settings
    data = [
        *_data(study, study.estimates),
        MANN_WHITNEY,
        *interval_words(str(settings.get("interval", "")), study.estimates),
        *_side_by_side(study.all_estimates, settings),
    ]
    tests = [*_tests(study), *together(study)]
    more = [*curve_tests(study), *margin_tests(study), *null_tests(study)]
    ending = [
        *_corrections(study),
        *_bounds(study),
        *resampling_words(_drawing(study), settings, _kinds(study)),
    ]
    return [data, [*tests, *([] if more else ending)], [*more, *ending] if more else []]


def intervals_paragraphs(study: IntervalsStudy) -> list[Paragraph]:
    """The recommended interval, and all others beside it."""
    settings = study.provenance.settings
    return [
        [
            *_data(study, study.recommended),
            MANN_WHITNEY,
            *interval_words(str(settings.get("interval", "")), study.recommended),
            *_side_by_side(study.estimates, settings),
            *bound_words([one.interval for one in (*study.recommended, *study.estimates)]),
            *resampling_words(list(INTERVALS), settings, _kinds(study)),
        ]
    ]


def interval_words(name: str, estimates: tuple[Estimate, ...]) -> Paragraph:
    """How the intervals of AUCs were made; by the bound alone, where nothing else could be."""
    areas = "the AUC" if len({one.name for one in estimates}) == 1 else "AUCs"
    of = f"{intervals_at(estimates[0].interval.confidence)} of {areas} were"
    if is_bound(*(one.interval for one in estimates)):
        return [sentence(f"{of} computed from {BOUND}, because variances were {NO_VARIANCE}")]
    words = _known(name)
    said = [sentence(f"{of} computed as {words.name}")]
    return [*said, words.details] if words.details else said


def bound_words(intervals: Iterable[Interval]) -> Paragraph:
    """That a bound took over for some intervals of AUCs and not for all."""
    return bounds_told({"intervals of AUCs": [is_bound(one) for one in intervals]}, ())


def is_bound(*intervals: Interval) -> bool:
    """Whether all of them rest on the bound of disjoint pairs."""
    return all(one.bound for one in intervals)


def _known(name: str) -> IntervalWords:
    unknown = IntervalWords(f"those of the method '{shortened(name)}'")
    return INTERVAL_WORDS.get(name, unknown)


def _data(study: CompareStudy | IntervalsStudy, estimates: tuple[Estimate, ...]) -> Paragraph:
    """Who was compared on what."""
    provenance, names = study.provenance, [one.name for one in estimates]
    did = "estimated" if isinstance(study, IntervalsStudy) else "compared"
    start = f"The {AREAS} of {count(len(names), 'classifier')} ({names_of(names)}) were {did}"
    sizes = [one.n_positive + one.n_negative for one in estimates]
    classes = classes_words(provenance, estimates[0].n_positive, estimates[0].n_negative)
    same = f"{count(sizes[0], 'observation')}, {classes}"
    if len(names) == 1:
        start = f"The {AREA} of {shortened(names[0])} was estimated on {same}."
    elif provenance.settings.get("design") != "unpaired":
        start += f" on the same {same}."
    elif "shared_observations" not in _kinds(study):
        start += f" on separate test sets, {_separate(estimates)}."
    elif provenance.n_observations == sizes[0]:
        start += f" on the same {same}, {_AS_SEPARATE}."
    else:
        start += f" on test sets that share observations, {_AS_SEPARATE}: {_separate(estimates)}."
    return [
        start,
        *dropped_words(provenance),
        *lower_words(provenance.settings),
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


def _side_by_side(estimates: tuple[Estimate, ...], settings: Mapping[str, Any]) -> Paragraph:
    """All intervals there are, beside the one that is reported."""
    if not estimates:
        return []
    others = [name for name in INTERVALS if name != settings.get("interval")]
    words = "; ".join(_known(name).name for name in others)
    return [f"For comparison, intervals were also computed by other methods: {words}."]


def _tests(study: CompareStudy) -> Paragraph:
    """The comparisons of AUCs: which pairs, by which test, to which side."""
    settings, found = study.provenance.settings, study.comparisons
    if len(study.names) == 1:
        return against_a_value("The AUC", found[0], settings)
    method = words_for_pairs(COMPARISON_WORDS, comparison_name(study), study)
    if is_bound(*(one.interval for one in found)):
        method = f"{BOUND}, because variances were {NO_VARIANCE}"
    differences = "the difference" if len(found) == 1 else "differences"
    of = f"{intervals_at(found[0].interval.confidence)} of {differences} were"
    return [
        f"{_pairs(study)} by {method}.",
        _sided(found),
        sentence(f"{of} computed by the same method"),
        *second_tests(study),
    ]


def _pairs(study: CompareStudy) -> str:
    reference = study.provenance.settings.get("reference")
    if reference is not None:
        return f"Every other classifier was compared with {shortened(str(reference))}"
    if len(study.names) == 2:
        return "The two AUCs were compared"
    return f"All {len(study.comparisons):,} pairs of classifiers were compared"


def _sided(comparisons: tuple[Comparison, ...]) -> str:
    tests = "This test was" if len(comparisons) == 1 else "These tests were"
    alternative = comparisons[0].alternative
    if alternative == "two-sided":
        return f"{tests} two-sided."
    way = "higher" if alternative == "greater" else "lower"
    first = "the first classifier of a pair"
    if len(comparisons) == 1:
        first = shortened(comparisons[0].first)
    return f"{tests} one-sided, with the alternative that {first} has the {way} AUC."


def _corrections(study: CompareStudy) -> Paragraph:
    """The adjustment of every kind of test."""
    return correction_words(
        study.correction,
        (len(study.comparisons), "comparisons of AUCs"),
        (len(study.curve_tests), "comparisons of whole curves"),
        (len(study.margin_tests), "tests of the margin"),
        (len(study.null_tests), "tests against a fixed AUC"),
    )


def _bounds(study: CompareStudy) -> Paragraph:
    """Which of the records rest on the bound."""
    fixed = [one.interval for one in study.null_tests]
    pairs = [one.interval for one in (*study.comparisons, *study.simultaneous)]
    if len(study.names) == 1:
        fixed, pairs = [*fixed, *pairs], []
    intervals = {
        "intervals of AUCs": [one.interval for one in (*study.estimates, *study.all_estimates)],
        "tests against a fixed AUC": fixed,
        "comparisons": [*pairs, *(one.comparison.interval for one in study.margin_tests)],
    }
    resting = {what: [is_bound(one) for one in each] for what, each in intervals.items()}
    return bounds_told(resting, _kinds(study))


def _drawing(study: CompareStudy) -> list[str]:
    settings = study.provenance.settings
    used = [str(settings.get(name)) for name in ("interval", "method")]
    used += [str(settings.get("margin_method"))] if study.margin_tests else []
    return used + (list(INTERVALS) if study.all_estimates else [])


def _kinds(study: CompareStudy | IntervalsStudy) -> set[str]:
    return {caveat.kind for caveat in study.caveats}


# What else a comparison of AUCs can be asked: margins, fixed values, whole curves, all at once.


_NULL_SCALES = {"delong-logit-t": "logit-t", "delong-logit": "logit", "delong-wald": "wald"}


def words_for_pairs(words: Mapping[str, PairWords], name: str, study: CompareStudy) -> str:
    """A test by its name, for the design of the study."""
    known = words.get(name)
    if known is None:
        return found_words({}, name)
    unpaired = study.provenance.settings.get("design") == "unpaired"
    return known.unpaired if unpaired else known.paired


def comparison_name(study: CompareStudy) -> str:
    """The name of the comparison of AUCs, also beside a test of whole curves."""
    name = str(study.provenance.settings.get("method", ""))
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


def against_a_value(start: str, test: Comparison, settings: Mapping[str, Any]) -> Paragraph:
    """The test of an AUC against chance or another value."""
    value = test.second_value
    scale = _NULL_SCALES.get(str(settings.get("interval")), "beta")
    method = NULL_WORDS[scale]
    if test.key in CHANCE_WORDS:
        method = CHANCE_WORDS[test.key]
    elif test.interval.bound:
        method = f"{BOUND}, because its variance was {NO_VARIANCE}"
    against = "0.5, the value of chance," if value == 0.5 else f"{value:g}"
    ways = {"greater": "one-sided, for a higher AUC", "less": "one-sided, for a lower AUC"}
    way = ways.get(test.alternative, "two-sided")
    return [f"{start} was tested against {against} by {method}; the test was {way}."]


def null_tests(study: CompareStudy) -> Paragraph:
    """Every AUC against a fixed value."""
    if not study.null_tests:
        return []
    shown = [t for t in study.null_tests if not t.interval.bound]
    first = shown[0] if shown else study.null_tests[0]
    return against_a_value("Each AUC", first, study.provenance.settings)


def together(study: CompareStudy) -> Paragraph:
    """The highest of three or more, the joint test, and intervals that hold together."""
    said = []
    if study.highest is not None:
        said.append(
            "The estimate and interval of the highest AUC allow for its choice: by a test inverted "
            "in repetitions of the study, choice included, in which the other AUCs have their "
            f"restricted estimates {cite('andrews2024')}."
        )
    if study.joint is not None and len(study.names) > 2:
        how = method_words(JOINT_WORDS, study.joint)
        said.append(f"That all AUCs are equal was tested by {how}.")
    if study.simultaneous:
        of = intervals_at(study.simultaneous[0].interval.confidence)
        if comparison_name(study) == "delong":
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
    words = words_for_pairs(CURVE_WORDS, str(study.provenance.settings.get("method")), study)
    return [f"Whole curves were compared by {words}."]


def margin_tests(study: CompareStudy) -> Paragraph:
    """Non-inferiority, superiority or equivalence: the margin, the level, and what shows it."""
    if not study.margin_tests:
        return []
    test, settings = study.margin_tests[0], study.provenance.settings
    margin = f"{test.margin:g}"
    inside = {
        "noninferiority": f"above -{margin}",
        "superiority": f"above {margin}",
        "equivalence": f"between -{margin} and {margin}",
    }[test.kind]
    works = cite("liu2006") if test.kind == "equivalence" else cite("iche9", "liu2006")
    name = str(settings.get("margin_method", ""))
    method = words_for_pairs(COMPARISON_WORDS, name, study)
    if name == settings.get("method"):
        method = "the same method"
    each = " each" if test.kind == "equivalence" else ""
    return [
        f"{MARGIN_WORDS[test.kind].format(**_margin_pair(study))} with a margin of {margin} at "
        f"the one-sided level {test.level:g}{each} {works}, by {method}.",
        f"It was taken as shown where the test rejected and the {percent(1 - 2 * test.level)} "
        f"confidence interval of the difference lay {inside}.",
    ]


def _margin_pair(study: CompareStudy) -> dict[str, str]:
    reference = study.provenance.settings.get("reference")
    if reference is not None:
        return {"first": "every other classifier", "second": shortened(str(reference))}
    if len(study.names) == 2:
        found = study.margin_tests[0].comparison
        return {"first": shortened(found.first), "second": shortened(found.second)}
    return {"first": "the first classifier of each pair", "second": "the second"}


def resampling_words(used: list[str], settings: Mapping[str, Any], kinds: set[str]) -> Paragraph:
    """How often, within classes or not, from which random numbers; and whether it was stopped."""
    drawn = settings.get("resampling") or {}
    draws = {*(n for n, one in INTERVALS.items() if one.resamples), *CURVE_TESTS}
    draws |= {name for name, one in COMPARISONS.items() if one.resamples}
    used = [name for name in used if name in draws]
    if not used or not drawn:
        return []
    repeats, rng = f"{drawn.get('repeats', 0):,}", drawn.get("rng")
    within = "within each class" if drawn.get("stratified") else "whatever their class"
    told = []
    if any(name.startswith("bootstrap") for name in used):
        told.append(f"{repeats} bootstrap replicates, observations drawn with replacement {within}")
    if any(not name.startswith("bootstrap") for name in used):
        told.append(f"{repeats} random permutations")
    known = f" (random numbers from rng {rng})" if isinstance(rng, int) else ""
    said = [f"Resampling used {join_words(told)}{known}."]
    if kinds & {"stopped_early", "interrupted"}:
        said.append("It was stopped before all of it was done.")
    return said
