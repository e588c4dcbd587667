"""Comparisons of AUCs, or of another estimand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from aucurate.caveats import Kind
from aucurate.estimates.estimands import AUC, Quantity, read_estimand, text_of
from aucurate.formatting import (
    capital,
    count,
    join_words,
    p_value,
    percent,
    shortened,
    upper_limit,
)
from aucurate.inference.auc import chance, mover
from aucurate.inference.core.caveats import FEW_ERRORS
from aucurate.inference.methods import (
    COMPARISONS,
    CURVE_TESTS,
    ESTIMAND_INTERVALS,
    INFLUENCE,
    INTERVALS,
    METHODS,
    RECOMMENDED_INTERVAL,
    Family,
    Method,
    methods_for,
    methods_of,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.plots.forest import MOST as MOST_ROWS
from aucurate.plots.of_study import (
    StudyFigure,
    described,
    difference_figures,
    estimates_figure,
    margin_figure,
    results_of,
    slug,
)
from aucurate.plots.roc import RocDisplay
from aucurate.plots.subgroups import SubgroupsDisplay
from aucurate.report.curves import value_words
from aucurate.report.facts import two_classes
from aucurate.report.kinds import StudyKind
from aucurate.report.phrases import (
    AREA,
    AREAS,
    BOUND,
    MANN_WHITNEY,
    NO_VARIANCE,
    Paragraph,
    bounds_told,
    cite,
    classes_words,
    correction_words,
    dropped_words,
    engine_words,
    interval_words,
    intervals_at,
    is_bound,
    lower_words,
    names_of,
    phrase_of,
    pooled_words,
    sentence,
    unit_words,
    with_marks,
)
from aucurate.results import Comparison, Estimate
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy, compare
from aucurate.study.compare.settings import CompareSettings

_MOST_CURVES = 20


def _title(study: CompareStudy) -> str:
    return f"Comparison of {study.estimand.plural}"


def _headline(study: CompareStudy) -> str:
    return "Comparison of {}" if study.estimand.is_auc else f"{_title(study)} of {{}}"


def _question(study: CompareStudy) -> str:
    about = study.estimand.name
    return f"Which classifier has the higher {about}, by how much, and how certain is it?"


def _figures(study: CompareStudy) -> Iterator[StudyFigure]:
    if study.curves:
        yield _roc(study)
    plural = study.estimand.plural
    yield from estimates_figure(
        study.estimates,
        name="forest",
        table="estimates",
        title=f"{capital(plural)} with intervals",
    )
    yield from difference_figures(*results_of(study.tests))
    yield from margin_figure(*results_of(study.margin_tests))
    yield from _subgroups(study)
    yield from estimates_figure(
        study.all_estimates,
        name="intervals",
        table="intervals",
        title=f"All intervals of the {plural}",
    )


def _subgroups(study: CompareStudy) -> Iterator[StudyFigure]:
    """The forest plots of every column of subgroups: of estimates, and of differences."""
    for at, analysis in enumerate(study.subgroups):
        known = [one for each in analysis.subgroups for one in each.estimates]
        if not known:
            continue
        of = {
            "estimates": ("subgroups", capital(study.estimand.plural), analysis.equal_estimates),
            "differences": (
                "subgroup_differences",
                f"Differences in {study.estimand.name}",
                analysis.equal_differences,
            ),
        }
        for show, (table, what, tests) in of.items():
            blocks = len(study.estimates if show == "estimates" else study.tests)
            rows = blocks * (len(analysis.subgroups) + 2)
            if rows > MOST_ROWS or (show == "differences" and len(study.names) == 1):
                continue
            name = table.replace("_", "-")
            by = shortened(analysis.name)
            values = f" Values: {described(known)}" if show == "estimates" else ""
            smallest = min((t.adjusted_p_value for t in tests), default=None)
            alike = (
                ""
                if smallest is None
                else (
                    f" Tests that all subgroups are alike: smallest adjusted {p_value(smallest)}."
                )
            )
            yield StudyFigure(
                name=name if at == 0 else f"{name}-{slug(analysis.name)}",
                title=f"{what} by {by}",
                words=f"Forest plot of {count(len(analysis.subgroups), 'subgroup')} by {by} and of "
                f"all observations, each with its interval.{values}{alike}",
                display=SubgroupsDisplay(study, by=analysis.name, show=show),  # type: ignore[arg-type]
                tables=(table,),
            )


def _roc(study: CompareStudy) -> StudyFigure:
    """The curves, of many classifiers those with the highest estimates."""
    best = sorted(study.estimates, key=lambda one: -one.value)[:_MOST_CURVES]
    names = {one.name for one in best}
    curves = [one for one in study.curves if one.name in names]
    whose = count(len(curves), "classifier")
    title = None
    if len(curves) < len(study.curves):
        plural = study.estimand.plural
        title = f"ROC curves of the {len(curves)} highest {plural} of {len(study.curves)}"
        whose = f"the {len(curves)} of {len(study.curves)} classifiers with the highest {plural}"
    lines = "curve" if len(curves) == 1 else "curves"
    is_auc = study.estimand.is_auc
    values = "Areas" if is_auc else capital(study.estimand.plural)
    return StudyFigure(
        name="roc",
        title=f"ROC {lines} of {whose}",
        words=f"ROC {lines} of {whose}, sensitivity against 1 minus specificity. "
        f"{values}: {described(best)}",
        display=RocDisplay(
            curves,
            estimates=[one for one in study.estimates if one.name in names and is_auc],
            with_intervals=is_auc,
            title=title,
        ),
    )


def asked(settings: CompareSettings, *, paired: bool = True) -> dict[str, Any]:
    """The settings that differ from the defaults."""
    estimand = read_estimand(settings.of)
    chosen = CompareSettings.checked(estimand, method=settings.method)
    follows = {
        "of": text_of(None),
        "by": (),
        "method": methods_of(estimand).comparison(paired=paired),
        "interval": chosen.interval,
        "margin_test": chosen.margin_test,
        "margin_method": chosen.margin_method,
        "resampling": Resampling(),
    }
    given = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {name: value for name, value in given.items() if value != follows.get(name, ...)}


# The Methods section.


DEFINITIONS: Mapping[str, str] = {
    "partial-auc": "The partial AUC is the area under the drawn curve over that range "
    f"{cite('mcclish1989', 'dodd2003')}.",
    "average-precision": "Average precision is the mean, over the positives, of the precision at "
    "the score of each, at the prevalence of the test set.",
    "sensitivity-at": "The sensitivity is the height of the drawn curve where it has that "
    "specificity; each classifier has its own threshold there.",
    "specificity-at": "The specificity is that of the drawn curve where it has that sensitivity; "
    "each classifier has its own threshold there.",
}
"""What an estimand is, by the names of ``estimands.ESTIMANDS``."""

ESTIMAND_JOINT_TEST = (
    "a quadratic form in the estimates, with the covariance matrix of the influences of the "
    "observations and an F distribution that allows for its estimation "
    f"{cite('krishnamoorthy2004')}"
)

MARGIN_SENTENCES: Mapping[str, str] = {
    "non-inferiority": "Non-inferiority of {first} to {second} in {quantity} was tested",
    "superiority": "Superiority of {first} to {second} in {quantity} by more than a margin was "
    "tested",
    "equivalence": "Equivalence of {first} and {second} in {quantity} was tested by two one-sided "
    f"tests {cite('schuirmann1987')}",
}
"""By the names of ``equivalence.MARGIN_TESTS``."""

_AS_SEPARATE = "but by methods for separate ones, which treat the {} as independent"
_SHOWN = 4


def _paragraphs(study: CompareStudy) -> list[Paragraph]:
    """Data and intervals; tests; then further results."""
    data = [
        *data_sentences(study, study.estimates, study.estimand, paired=study.paired),
        *_definition(study),
        *_approximate(study),
        *interval_words(_interval(study, study.settings.interval), study.estimates, study.estimand),
        *_side_by_side(study),
    ]
    tests = [*_tests(study), *together(study)]
    further = (curve_tests, margin_tests, null_tests, required_tests, in_subgroups)
    more = [text for of_study in further for text in of_study(study)]
    ending = [
        *_corrections(study),
        *_bounds(study),
        *resampling_words(_drawing(study), study.settings, _kinds(study)),
    ]
    return [data, [*tests, *([] if more else ending)], [*more, *ending] if more else []]


def _definition(study: CompareStudy) -> Paragraph:
    """What the estimand is."""
    if study.estimand.is_auc:
        return [MANN_WHITNEY]
    definition = DEFINITIONS.get(_estimand(study), "")
    return [definition] if definition else []


def _approximate(study: CompareStudy) -> Paragraph:
    """How far AUCs and standard errors can be off, where a tolerance was allowed."""
    found = study.approximations
    if not found:
        return []
    area = upper_limit(max(max(each.auc) for each in found))
    error = upper_limit(max(max(each.error) for each in found))
    whose = "the AUC is" if len(study.names) == 1 else "each AUC is"
    return [
        f"With a tolerance of {found[0].tolerance:g}, {whose} guaranteed to be within {area} of "
        f"the exact value, and its standard error within {error}.",
    ]


def _estimand(study: CompareStudy) -> str:
    """The name of the estimand, without its options."""
    return study.settings.of.partition(":")[0]


def _interval(study: CompareStudy, key: str) -> Method | None:
    """The entry of an interval; of an estimand other than the AUC its own, where it has one."""
    if study.estimand.is_auc:
        return INTERVALS.get(key)
    own = next((m for m in _of_estimand(_estimand(study)) if m.question == "interval"), None)
    return own if key == INFLUENCE and own is not None else ESTIMAND_INTERVALS.get(key)


def _of_estimand(name: str) -> list[Method]:
    """The methods of one estimand alone."""
    return [one for one in METHODS if one.family.lower() == name.replace("-", " ")]


def data_sentences(
    study: Study,
    estimates: tuple[Estimate, ...],
    about: Quantity = AUC,
    *,
    did: str = "compared",
    paired: bool = True,
) -> Paragraph:
    """Who was compared on what."""
    areas, area = (AREAS, AREA) if about.is_auc else (about.plural, about.name)
    provenance, names = study.provenance, [one.name for one in estimates]
    start = f"The {areas} of {count(len(names), 'classifier')} ({names_of(names)}) were {did}"
    sizes = [one.n_positive + one.n_negative for one in estimates]
    classes = classes_words(provenance, estimates[0].n_positive, estimates[0].n_negative)
    same = f"{count(sizes[0], 'observation')}, {classes}"
    if len(names) == 1:
        start = f"The {area} of {shortened(names[0])} was estimated on {same}."
    elif paired:
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
        *unit_words(provenance),
        *dropped_words(provenance),
        *lower_words(provenance),
        *engine_words(provenance),
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
    """All intervals other than the reported one."""
    if not study.all_estimates:
        return []
    own = study.settings.interval
    every = INTERVALS if study.estimand.is_auc else ESTIMAND_INTERVALS
    return other_intervals(_interval(study, name) for name in every if name != own)


def other_intervals(others: Iterable[Method | None]) -> Paragraph:
    """Intervals other than the reported one."""
    words = "; ".join(with_marks(other.phrase) for other in others if other is not None)
    return [f"For comparison, intervals were also computed by other methods: {words}."]


def _tests(study: CompareStudy) -> Paragraph:
    """The comparisons: which pairs, by which test, to which side."""
    found = study.comparisons
    if len(study.names) == 1:
        return against_a_value(f"The {study.estimand.name}", found[0], study)
    method = _test(study, comparison_name(study))
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


def _test(study: CompareStudy, key: str) -> str:
    """The phrase of a comparison, for the design of the study."""
    family: Family = "AUC" if study.estimand.is_auc else "any estimand"
    return phrase_of(family, "comparison", key, paired=study.paired)


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
        *_families_of_subgroups(study),
    )


def _families_of_subgroups(study: CompareStudy) -> list[tuple[int, str]]:
    """How many tests each column of subgroups has, and what they are called."""
    found = []
    for each in study.subgroups:
        where = f"subgroups by {shortened(each.name)}"
        compared = sum(len(subgroup.tests) for subgroup in each.subgroups)
        found += [
            (compared, f"comparisons in {where}"),
            (len(each.equal_estimates), f"tests of equal {study.estimand.plural} over {where}"),
            (len(each.equal_differences), f"tests of equal differences over {where}"),
        ]
    return found


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
        "requirements": [required.interval for required in study.requirements],
    }
    resting = {what: [is_bound(one) for one in each] for what, each in intervals.items()}
    return bounds_told(resting, _kinds(study))


def _drawing(study: CompareStudy) -> list[str]:
    used = [study.settings.interval, study.settings.method]
    used += [study.settings.margin_method] if study.settings.uses_margins else []
    every = INTERVALS if study.estimand.is_auc else ESTIMAND_INTERVALS
    return used + (list(every) if study.all_estimates else [])


def _kinds(study: Study) -> set[str]:
    return {caveat.kind for caveat in study.caveats}


# What else a comparison can be asked: margins, fixed values, whole curves, all at once.


def comparison_name(study: CompareStudy) -> str:
    """The name of the comparison, also beside a test of whole curves."""
    name = study.settings.method
    if name not in CURVE_TESTS:
        return name
    return "mover" if study.comparisons[0].key == mover.METHOD.key else "delong"


def second_tests(study: CompareStudy) -> Paragraph:
    """The test in addition to DeLong's, where errors are few."""
    if not study.second_tests:
        return []
    few = (
        f"fewer than {FEW_ERRORS:g} observations of the smaller class were misordered, on average "
        "of two classifiers"
    )
    where = "Because" if len(study.second_tests) == len(study.comparisons) else "Where"
    words = _test(study, "mover")
    return [
        f"{where} {few}, the AUCs were also compared by {words}; both tests must reject for a "
        "difference to count as shown."
    ]


def against_a_value(start: str, test: Comparison, study: CompareStudy) -> Paragraph:
    """The test of an estimate against chance or another value."""
    value, about = test.second_value, study.estimand
    method = _null_test(study, test)
    if test.interval.bound:
        method = f"{BOUND}, because its variance was {NO_VARIANCE}"
    is_chance = value == about.chance
    against = f"{value:.3g}, the value expected by chance," if is_chance else f"{value:g}"
    ways = {"greater": "one-sided, for a higher", "less": "one-sided, for a lower"}
    way = ways.get(test.alternative, "two-sided")
    way += f" {about.name}" if test.alternative in ways else ""
    return [f"{start} was tested against {against} by {method}; the test was {way}."]


def _null_test(study: CompareStudy, test: Comparison) -> str:
    """The phrase of the test against a value, which agrees with the interval that is reported."""
    if not study.estimand.is_auc:
        inverted = "the test that rejects if the interval excludes the value"
        known = _estimand(study) in DEFINITIONS and _estimand(study) != "average-precision"
        return inverted if known else f"a t test on the logit scale, {inverted}"
    if test.key == chance.METHOD_LARGE.key:
        return (
            f"the test of Brunner and Munzel {cite('brunner2000')}, which allows for classes of "
            "different spread"
        )
    tests = methods_for("AUC", "null test")
    keys = (test.key, study.settings.interval, RECOMMENDED_INTERVAL)
    return with_marks(next(tests[key] for key in keys if key in tests).phrase)


def null_tests(study: CompareStudy) -> Paragraph:
    """Every estimate against a fixed value."""
    if not study.null_tests:
        return []
    tests = [tested.result for tested in study.null_tests]
    first = next((test for test in tests if not test.interval.bound), tests[0])
    return against_a_value(f"Each {study.estimand.name}", first, study)


def together(study: CompareStudy) -> Paragraph:
    """The highest of three or more, the joint test, and simultaneous intervals."""
    said, about = [], study.estimand
    if study.highest is not None:
        said.append(
            f"The estimate and interval of the highest {about.name} allow for its selection, by "
            "inverting a test in replications of the study, selection included, in which the other "
            f"{about.plural} have their restricted estimates {cite('andrews2024')}."
        )
    if study.joint is not None and len(study.names) > 2:
        how = ESTIMAND_JOINT_TEST
        if about.is_auc:
            how = phrase_of("AUC", "joint test", study.joint.key, title=study.joint.method)
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
    words = phrase_of("curve", "curve test", study.settings.method, paired=study.paired)
    return [f"Whole curves were compared by {words}."]


def in_subgroups(study: CompareStudy) -> Paragraph:
    """What was done in subgroups, and by which tests over them."""
    if not study.subgroups:
        return []
    columns = join_words([shortened(each.name) for each in study.subgroups])
    several = len(study.names) > 1
    done = "estimated and compared" if several else "estimated"
    about = study.estimand
    said = [
        f"The {about.plural} were also {done} in each subgroup by {columns}, by the same methods, "
        "every subgroup as a test set of its own."
    ]
    compared = {t.result.key for a in study.subgroups for each in a.subgroups for t in each.tests}
    if "mover" in compared - {t.result.key for t in study.tests}:
        said.append(
            "In subgroups where few observations are misordered, MOVER's test and interval of the "
            f"difference took the place of DeLong's {cite('zou2008')}."
        )
    if any(each.equal_estimates for each in study.subgroups):
        how = phrase_of("AUC", "subgroup test", "equal-estimates")
        said.append(
            f"That a classifier has the same {about.name} in all subgroups was tested by {how}."
        )
    if any(each.equal_differences for each in study.subgroups):
        same = "That a difference is the same in all subgroups was tested by the same test"
        if about.is_auc:
            work = cite("zou2008")
            own = "DeLong's tests and, in subgroups where few observations are misordered, MOVER's"
            said.append(f"{same}, from {own} {work}.")
        else:
            said.append(f"{same}, from the tests of the differences.")
    if study.provenance.n_groups and Kind.STRADDLING_GROUPS in _kinds(study):
        said.append(
            "Groups with observations in several subgroups were allowed for by the correlations "
            "of the estimates."
        )
    return said


def margin_tests(study: CompareStudy) -> Paragraph:
    """Non-inferiority, superiority or equivalence: the margin, the level, and what shows it."""
    if not study.margin_tests:
        return []
    test, settings = study.margin_tests[0].result, study.settings
    margin = f"{test.margin:g}"
    inside = {
        "non-inferiority": f"above -{margin}",
        "superiority": f"above {margin}",
        "equivalence": f"between -{margin} and {margin}",
    }[test.kind]
    works = cite("liu2006") if test.kind == "equivalence" else cite("iche9", "liu2006")
    name = settings.margin_method
    method = _test(study, name)
    if name == settings.method:
        method = "the same method"
    each = " each" if test.kind == "equivalence" else ""
    asked = MARGIN_SENTENCES[test.kind].format(**_margin_pair(study), quantity=study.estimand.name)
    return [
        f"{asked} with a margin of {margin} at the one-sided level {test.level:g}{each} {works}, "
        f"by {method}.",
        f"It was considered shown if the test rejected and the {percent(1 - 2 * test.level)} "
        f"confidence interval of the difference lay {inside}.",
    ]


def required_tests(study: CompareStudy) -> Paragraph:
    """What had to be shown: by which tests, at which level, and why it is not adjusted."""
    if not study.requirements:
        return []
    claims = join_words([shortened(each.text, 60) for each in study.requirements], most=_SHOWN)
    how = []
    if any(each.second is not None for each in study.requirements):
        how.append(f"differences by {_test(study, study.settings.margin_method)}")
    if any(each.second is None for each in study.requirements):
        how.append(f"{study.estimand.plural} by the test that agrees with their intervals")
    level = study.requirements[0].level
    words = [
        f"It was required that the data show {claims}; this was tested one-sided at the level "
        f"{level:g} {cite('iche9')}, {join_words(how)}.",
        f"A requirement was considered shown if the test rejected and the {percent(1 - 2 * level)} "
        "confidence interval lay beyond the required value.",
    ]
    if len(study.requirements) > 1:
        words.append(
            "All requirements had to be shown, so their p-values were not adjusted "
            f"{cite('berger1982')}."
        )
    return words


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
    within = "within each class" if drawn.stratified else "regardless of class"
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
        said.append("It was stopped before completion.")
    return said


KIND: StudyKind[CompareStudy] = StudyKind(
    title=_title,
    headline=_headline,
    question=_question,
    sizes=lambda study: two_classes(study, study.estimates),
    is_one_test_set=lambda study: True,
    headings=lambda study: {"estimates": capital(study.estimand.plural)},
    figures=_figures,
    paragraphs=_paragraphs,
    curve_values=lambda study: {
        one.name: value_words(one, study.estimand.short) for one in study.estimates
    },
    function=compare,
    arguments=lambda study: asked(study.settings, paired=study.paired),
)
