"""Method paragraphs of a comparison of AUCs, and of all intervals side by side."""

from collections.abc import Iterable, Mapping
from typing import Any

from aucurate.formatting import count, shortened
from aucurate.inference import INTERVALS
from aucurate.inference.core import disjoint_pairs
from aucurate.report.method_words_areas import (
    BOUND,
    COMPARISON_WORDS,
    INTERVAL_WORDS,
    NO_VARIANCE,
    IntervalWords,
    bounds_told,
)
from aucurate.report.method_words_compare_more import (
    against_a_value,
    comparison_name,
    curve_tests,
    margin_tests,
    null_tests,
    resampling_words,
    second_tests,
    together,
    words_for_pairs,
)
from aucurate.report.method_words_text import (
    Paragraph,
    cite,
    classes_words,
    correction_words,
    dropped_words,
    intervals_at,
    lower_words,
    names_of,
    pooled_words,
    sentence,
)
from aucurate.results import Comparison, Estimate, Interval
from aucurate.study.compare import CompareStudy
from aucurate.study.intervals import IntervalsStudy

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
    return all(disjoint_pairs.METHOD in one.method for one in intervals)


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
