"""What else a comparison of AUCs can be asked: margins, fixed values, whole curves, all at once."""

from collections.abc import Mapping
from typing import Any

from aucurate.formatting import listing, percent, shortened
from aucurate.inference import COMPARISONS, CURVE_TESTS, INTERVALS
from aucurate.inference.auc import mover
from aucurate.inference.core import disjoint_pairs
from aucurate.inference.core.caveats import FEW_ERRORS
from aucurate.report.method_words_areas import (
    BOUND,
    CHANCE_WORDS,
    COMPARISON_WORDS,
    CURVE_WORDS,
    JOINT_WORDS,
    MARGIN_WORDS,
    NO_VARIANCE,
    NULL_WORDS,
    PairWords,
)
from aucurate.report.method_words_text import (
    Paragraph,
    cite,
    found_words,
    intervals_at,
)
from aucurate.results import Comparison
from aucurate.study.compare import CompareStudy

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
    return "mover" if study.comparisons[0].method == mover.METHOD else "delong"


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
    if test.method in CHANCE_WORDS:
        method = CHANCE_WORDS[test.method]
    elif test.interval.method == disjoint_pairs.METHOD:
        method = f"{BOUND}, because its variance was {NO_VARIANCE}"
    against = "0.5, the value of chance," if value == 0.5 else f"{value:g}"
    ways = {"greater": "one-sided, for a higher AUC", "less": "one-sided, for a lower AUC"}
    way = ways.get(test.alternative, "two-sided")
    return [f"{start} was tested against {against} by {method}; the test was {way}."]


def null_tests(study: CompareStudy) -> Paragraph:
    """Every AUC against a fixed value."""
    if not study.null_tests:
        return []
    shown = [t for t in study.null_tests if t.interval.method != disjoint_pairs.METHOD]
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
        name = "delong-F" if study.joint.method.endswith("F") else "delong-chi-square"
        said.append(f"That all AUCs are equal was tested by {JOINT_WORDS[name]}.")
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
    said = [f"Resampling used {listing(told)}{known}."]
    if kinds & {"stopped_early", "interrupted"}:
        said.append("It was stopped before all of it was done.")
    return said
