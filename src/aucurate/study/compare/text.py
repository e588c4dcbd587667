"""The sentences and caveats of a comparison."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from aucurate.caveats import Kind, caveat, named
from aucurate.data.scores import Scores
from aucurate.data.table_scores import Approximation, TableClassifier
from aucurate.formatting import (
    capital,
    count,
    digits_for,
    join_words,
    number,
    p_value,
    percent,
    shortened,
    upper_limit,
)
from aucurate.inference.auc import chance
from aucurate.inference.auc.delong import delong_beta_interval
from aucurate.inference.auc.equivalence import MarginKind, MarginTest
from aucurate.inference.core import caveats as standard
from aucurate.inference.core import score_caveats
from aucurate.inference.core.caveats import FEW
from aucurate.results import Caveat, Comparison, Estimate, Interval, JointTest, Tested
from aucurate.study.compare.numbers import ComparisonPlan, shared_observations
from aucurate.study.compare.requirements import Requirement
from aucurate.study.compare.subgroups import SubgroupAnalysis
from aucurate.study.text import (
    adjusted_word,
    adjustment,
    by_level,
    design_effect_sentences,
    findings,
    short_list,
    short_names,
)
from aucurate.study.work import of_interruption

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy

# The verdict of a comparison, in two or three plain sentences.


_NARROWEST = (
    "the narrowest whose coverage at nominal 95% was nowhere clearly below 93% in simulation "
    "(docs/validation.md)"
)


def comparison_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Which classifier is better, by how much, where no difference was detected; then the rest."""
    return (
        *_verdict(study),
        *second_sentences(study),
        *null_sentences(study),
        *curve_sentences(study),
        *margin_sentences(study),
        *subgroup_sentences(study),
        *map(str, study.requirements),
        *_recommended_intervals(study),
        *design_effect_sentences(study.provenance, study.estimates, study.estimand.plural),
        *_where_the_others_are(study),
    )


def _recommended_intervals(study: CompareStudy) -> tuple[str, ...]:
    if not study.estimand.is_auc:
        return ()
    first_of_each = {e.name: e for e in reversed(study.all_estimates)}
    recommended = tuple(first_of_each[n] for n in study.names if n in first_of_each)
    return recommendations(recommended, study.all_estimates)


def _where_the_others_are(study: CompareStudy) -> tuple[str, ...]:
    best = best_of_many(study)
    if best is None:
        return ()
    return (
        f"The table of differences shows only the pairs with {shortened(best)}; all "
        f"{len(study.comparisons)} are in the JSON (--json) and in study.to_frame('comparisons').",
    )


def _verdict(study: CompareStudy) -> tuple[str, ...]:
    if len(study.estimates) == 1:
        return (_alone(study),)
    if study.comparisons[0].alternative != "two-sided":
        return _one_sided(study)
    if len(study.estimates) == 2:
        return (_pair(study),)
    if study.settings.reference is not None:
        return _against_reference(study)
    return _several(study)


def _level(comparison: Comparison) -> float:
    return 1 - comparison.interval.confidence


def _alone(study: CompareStudy) -> str:
    estimate, comparison = study.estimates[0], study.comparisons[0]
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    value = study.estimand.of_value(number(estimate.value, digits))
    start = f"{_named(estimate.name)} has {value} ({estimate.interval})"
    end = f"{p_value(comparison.p_value)} ({comparison.method})."
    against = null_words(study, comparison.second_value)
    words = ("better", "worse") if against == "chance" else ("higher", "lower")
    if comparison.alternative != "two-sided":
        word = words[comparison.alternative == "less"]
        shown = "shown" if comparison.p_value <= _level(comparison) else "not shown"
        return f"{start}; it is {shown} to be {word} than {against}, {end}"
    end += _beside_the_test(estimate, comparison)
    if comparison.p_value > _level(comparison):
        return f"{start}; no difference from {against} was detected, {end}"
    return f"{start}; it is {words[comparison.difference < 0]} than {against}, {end}"


def _beside_the_test(estimate: Estimate, comparison: Comparison) -> str:
    """Why the interval and the test against chance seem to disagree, where they do."""
    if comparison.key not in (chance.METHOD.key, chance.METHOD_LARGE.key):
        return ""
    rejects, holds = comparison.p_value <= _level(comparison), 0.5 in estimate.interval
    if rejects and holds:
        return (
            " The interval contains 0.5 because it allows for errors that did not occur in the "
            "sample; the test of an AUC of 0.5 does not need to."
        )
    if not rejects and not holds:
        return (
            " The interval excludes 0.5, but the test of an AUC of 0.5, which is exact where "
            "scores carry no information, does not reject it."
        )
    return ""


def _pair(study: CompareStudy) -> str:
    comparison, second = study.comparisons[0], next(iter(study.second_tests), None)
    winner = comparison if comparison.difference >= 0 else comparison.reversed()
    digits = digits_for(winner.interval.high - winner.interval.low)
    numbers = (
        f"{number(winner.first_value, digits)} against {number(winner.second_value, digits)}, "
        f"difference {number(winner.difference, digits)} ({winner.interval}), "
        f"{p_value(winner.p_value)} ({winner.method}, {winner.design})."
    )
    start = f"{_named(winner.first)} has the higher {study.estimand.name}"
    if winner.p_value <= _level(winner):
        if second is not None and second.result.p_value > _level(winner):
            return f"{start}, but only by DeLong's test: {numbers}"
        return f"{start}: {numbers}"
    pair = f"{_named(winner.first)} and {_named(winner.second)}"
    return f"No difference in {study.estimand.name} between {pair} was detected: {numbers}"


def _several(study: CompareStudy) -> tuple[str, ...]:
    ranked = sorted(study.estimates, key=lambda e: -e.value)
    best = ranked[0]
    clear, open_ = _split(study, best.name)
    before = adjusted_word(study.settings.correction)
    sentences = [_highest(study, ranked)]
    if clear:
        worst = max(p for _, p in clear)
        most = f"largest {before}" if len(clear) > 1 else before
        sentences.append(
            f"Its {study.estimand.name} is higher than {'those' if len(clear) > 1 else 'that'} of "
            f"{short_names([name for name, _ in clear])} "
            f"({most}{p_value(worst)}, {study.comparisons[0].method}, "
            f"{study.comparisons[0].design})."
        )
    if open_:
        sentences.append(_not_detected(study, best.name, open_))
    return tuple(sentences)


def _not_detected(study: CompareStudy, name: str, others: list[tuple[str, float]]) -> str:
    """That no difference from these was detected; with the interval if there is only one."""
    before = adjusted_word(study.settings.correction)
    p = p_value(min(p for _, p in others))
    if len(others) > 1:
        names = short_names([other for other, _ in others], "or")
        return f"No difference from {names} was detected (smallest {before}{p})."
    other = others[0][0]
    is_reference = name == study.settings.reference
    comparison = study.comparison(*((other, name) if is_reference else (name, other)))
    digits = digits_for(comparison.interval.high - comparison.interval.low)
    return (
        f"No difference from {_named(other)} was detected (difference "
        f"{number(comparison.difference, digits)}, {comparison.interval}, {before}{p})."
    )


def _highest(study: CompareStudy, ranked: list[Estimate]) -> str:
    """The highest, with an estimate and interval that allow for the selection, if computed."""
    best, highest = ranked[0], study.highest
    digits = digits_for(best.interval.high - best.interval.low)
    about = study.estimand.name
    start = f"{_named(best.name)} has the highest {about}, {number(best.value, digits)}"
    tied = [estimate.name for estimate in ranked[1:] if estimate.value == best.value]
    same = f", the same as {short_names(tied)}" if tied else ""
    if highest is None:
        return f"{start} ({best.interval}){same}."
    digits = digits_for(highest.interval.high - highest.interval.low)
    return (
        f"{start}{same}; allowing for its selection as the highest of {len(ranked)}, the estimate "
        f"is {number(highest.value, digits)} ({highest.interval})."
    )


def _split(
    study: CompareStudy, name: str
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The others that differ significantly from this one, and those that do not, with adjusted p.

    Where errors are few and there are two tests, both must reject; p is that of the first test
    unless only the second does not reject.
    """
    clear: list[tuple[str, float]] = []
    open_: list[tuple[str, float]] = []
    for tested, both in zip(study.tests, decisive_p_values(study), strict=True):
        comparison, first = tested.result, tested.adjusted_p_value
        if name in (comparison.first, comparison.second):
            other = comparison.second if comparison.first == name else comparison.first
            level = _level(comparison)
            decisive = both if first <= level < both else first
            (clear if both <= level else open_).append((other, decisive))
    return clear, open_


def _against_reference(study: CompareStudy) -> tuple[str, ...]:
    reference = study.settings.reference
    assert reference is not None
    estimate = study.estimate(reference)
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    clear, open_ = _split(study, reference)
    before = adjusted_word(study.settings.correction)
    p_of = dict(clear)
    compared = study.comparisons
    higher = [c for c in compared if c.first in p_of and c.difference > 0]
    below = [c for c in compared if c.first in p_of and c.difference < 0]
    sentences = [
        f"The reference {_named(reference)} has "
        f"{study.estimand.of_value(number(estimate.value, digits))} ({estimate.interval})."
    ]
    for differing, word in ((higher, "Higher"), (below, "Lower")):
        if differing:
            parts = [
                f"{_named(c.first)} by {number(abs(c.difference), digits)} "
                f"({before}{p_value(p_of[c.first])})"
                for c in differing
            ]
            sentences.append(f"{word} than the reference: {short_list(parts)}.")
    if open_:
        sentences.append(_not_detected(study, reference, open_))
    return tuple(sentences)


def _one_sided(study: CompareStudy) -> tuple[str, ...]:
    word = "higher" if study.comparisons[0].alternative == "greater" else "lower"
    shown, not_shown = [], []
    for tested, adjusted in zip(study.tests, decisive_p_values(study), strict=True):
        comparison = tested.result
        pair = f"{_named(comparison.first)} than {_named(comparison.second)}"
        if adjusted <= _level(comparison):
            shown.append(f"{pair} ({p_value(adjusted)})")
        else:
            not_shown.append(pair)
    sentences = []
    how = f" ({adjustment(study.settings.correction)})" if len(study.estimates) > 2 else ""
    if shown:
        sentences.append(f"Shown to be {word}{how}: {short_list(shown)}.")
    if not_shown:
        sentences.append(f"Not shown to be {word}: {short_list(not_shown)}.")
    return tuple(sentences)


def _named(name: str) -> str:
    return shortened(name)


def recommendations(
    recommended: tuple[Estimate, ...], estimates: tuple[Estimate, ...]
) -> tuple[str, ...]:
    """Which interval is recommended for each classifier, and why.

    ``recommended`` are those by ``RECOMMENDED_INTERVAL``, ``estimates`` all of them. A test checks
    the statement about the simulation against its results.
    """
    walds = {e.name: e for e in estimates if e.interval.key == "delong-wald"}
    by_method: dict[str, list[Estimate]] = {}
    for estimate in recommended:
        by_method.setdefault(estimate.interval.method, []).append(estimate)
    sentences = []
    for method, found in by_method.items():
        why = _NARROWEST
        if len(found) == 1:
            why += _here(found[0], walds.get(found[0].name, found[0]))
        names = short_names(estimate.name for estimate in found)
        sentences.append(f"Recommended for {names}: {method}, {why}.")
    return tuple(sentences)


def _here(recommended: Estimate, wald: Estimate) -> str:
    """What the recommendation means for these data."""
    smaller = min(recommended.n_positive, recommended.n_negative)
    width = recommended.interval.high - recommended.interval.low
    apart = max(
        abs(recommended.interval.low - wald.interval.low),
        abs(recommended.interval.high - wald.interval.high),
    )
    if apart <= 0.02 * width:
        return "; with this many observations DeLong's Wald interval is practically the same"
    if smaller < FEW:
        return (
            f", even with classes of 10; with {count(smaller, 'observation')} in the smaller class "
            "the Wald interval that other programs report is too narrow"
        )
    return (
        f"; DeLong's Wald interval, which other programs report, differs by up to "
        f"{number(apart, digits_for(width))} here"
    )


# The sentences about whole curves, margins and a fixed value.


_FEW_PAIRS = 3

_KINDS: dict[MarginKind, str] = {
    "non-inferiority": "Non-inferiority with margin",
    "superiority": "Superiority by more than",
    "equivalence": "Equivalence within",
}


MOST_PAIRS = 45
"""With more pairs than this, only those with the best classifier are shown as rows."""


def null_words(study: CompareStudy, null: float) -> str:
    """The name of a fixed value: "chance", or the number."""
    return "chance" if null == study.estimand.chance else f"{null:g}"


def null_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Which classifiers have an estimate above or below the fixed value."""
    if not study.null_tests:
        return ()
    first = study.null_tests[0].result
    against, level = null_words(study, first.second_value), 1 - first.interval.confidence
    about = capital(study.estimand.name)
    higher: list[str] = []
    lower: list[str] = []
    open_: list[str] = []
    for tested in study.null_tests:
        test, adjusted = tested.result, tested.adjusted_p_value
        if adjusted > level:
            open_.append(shortened(test.first))
        else:
            side = higher if test.difference > 0 else lower
            side.append(f"{shortened(test.first)} ({p_value(adjusted)})")
    if first.alternative != "two-sided":
        start = f"shown to be {'higher' if first.alternative == 'greater' else 'lower'} than"
        groups = [(f"{about} {start}", higher + lower), (f"{about} not {start}", open_)]
    else:
        groups = [(f"{about} higher than", higher), (f"{about} lower than", lower)]
    sentences = [
        f"{start} {against} ({adjustment(study.settings.correction)}): {short_list(names)}."
        for start, names in groups
        if names
    ]
    if open_ and first.alternative == "two-sided":
        sentences.append(
            f"No difference from {against} was detected for {short_list(open_, 'or')}."
        )
    return tuple(sentences)


def decisive_p_values(study: CompareStudy) -> tuple[float, ...]:
    """Adjusted p-values; of two tests of a pair the larger, since both must reject."""
    second = _adjusted_by_pair(study.second_tests)
    first = _adjusted_by_pair(study.tests)
    return tuple(max(p, second.get(pair, 0.0)) for pair, p in first.items())


def _adjusted_by_pair(tests: Iterable[Tested[Comparison]]) -> dict[tuple[str, str], float]:
    return {(t.result.first, t.result.second): t.adjusted_p_value for t in tests}


def second_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Whether MOVER's test agrees with DeLong's, for pairs with few errors."""
    if not study.second_tests:
        return ()
    level = 1 - study.comparisons[0].interval.confidence
    p_of = _adjusted_by_pair(study.tests)
    first_alone: list[str] = []
    second_alone: list[str] = []
    for tested in study.second_tests:
        test, adjusted = tested.result, tested.adjusted_p_value
        rejects = p_of[test.first, test.second] <= level
        if rejects != (adjusted <= level):
            pair = f"{shortened(test.first)} - {shortened(test.second)}"
            (first_alone if rejects else second_alone).append(
                f"{pair} (MOVER's {p_value(adjusted)})"
            )
    if len(study.comparisons) == 1:
        test = study.second_tests[0].result
        return (_second_of_one(test, bool(first_alone), bool(second_alone)),)
    of = (
        "every pair"
        if len(study.second_tests) == len(study.comparisons)
        else (count(len(study.second_tests), "pair"))
    )
    start = f"Few observations are misordered, so MOVER's test was also run for {of}"
    if not first_alone and not second_alone:
        return (f"{start}; it agrees with DeLong's.",)
    sentences = [f"{start} ({adjustment(study.settings.correction)})."]
    if first_alone:
        open_ = "it remains" if len(first_alone) == 1 else "they remain"
        sentences.append(
            f"Only DeLong's test detects a difference for {short_list(first_alone)}; MOVER's does "
            f"not confirm it, so {open_} unconfirmed."
        )
    if second_alone:
        sentences.append(f"Only MOVER's test detects a difference for {short_list(second_alone)}.")
    return tuple(sentences)


def _second_of_one(test: Comparison, first_alone: bool, second_alone: bool) -> str:
    """What MOVER's test adds to the verdict on one pair."""
    few = (
        "Few observations are misordered; MOVER's test, designed for that case, gives "
        f"{p_value(test.p_value)}"
    )
    if first_alone:
        return f"{few} and does not confirm the difference (see the caveats)."
    if second_alone:
        return f"{few} and detects a difference where DeLong's does not."
    return f"{few} and agrees."


def curve_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Which whole curves differ, which is no statement about their AUCs."""
    if not study.curve_tests:
        return ()
    level = 1 - study.comparisons[0].interval.confidence
    differ, open_ = (
        [f"{short_names(t.result.names)} ({p_value(t.adjusted_p_value)})" for t in tests]
        for tests in by_level(study.curve_tests, level)
    )
    method = study.curve_tests[0].result.method
    method += f", {adjustment(study.settings.correction)}" if len(study.estimates) > 2 else ""
    sentences = []
    if differ:
        sentences.append(
            f"The curves of {findings(differ)} differ at some operating point ({method}); this is "
            "not a statement about their AUCs."
        )
    if open_:
        end = "" if differ else f" ({method})"
        sentences.append(
            f"No difference was detected between the curves of {findings(open_)}{end}."
        )
    return tuple(sentences)


def margin_title(test: MarginTest) -> str:
    """The title of a margin test, without the names.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.inference.auc.equivalence import equivalence_test
    >>> data = load_breast_cancer()
    >>> margin_title(equivalence_test(data["forest"], data["tree"], margin=0.05))
    'Equivalence within 0.05'
    """
    return f"{_KINDS[test.kind]} {test.margin:g}" if test.margin else "Superiority"


def is_shown(tested: Tested[MarginTest]) -> bool:
    """Whether a margin test showed its claim after adjustment for all of them."""
    return tested.result.shown and tested.adjusted_p_value <= tested.result.level


def margin_sentences(study: CompareStudy) -> tuple[str, ...]:
    """One margin test as its own sentence; several by their adjusted p-values."""
    if len(study.estimates) <= 2 or not study.margin_tests:
        return tuple(str(tested.result) for tested in study.margin_tests)
    first = study.margin_tests[0].result
    joiner = "and" if first.kind == "equivalence" else "to"
    shown: list[str] = []
    open_: list[str] = []
    contradicted: list[str] = []
    for tested in study.margin_tests:
        compared = tested.result.comparison
        names = f"{shortened(compared.first)} {joiner} {shortened(compared.second)}"
        if tested.result.is_contradicted:
            digits = digits_for(compared.interval.high - compared.interval.low)
            difference = number(compared.difference, digits)
            contradicted.append(f"{names} (difference {difference}, {compared.interval})")
        else:
            finding = f"{names} ({p_value(tested.adjusted_p_value)})"
            (shown if is_shown(tested) else open_).append(finding)
    what = margin_title(first)
    how = f"one-sided level {first.level:g}, {adjustment(study.settings.correction)}"
    every = count(len(study.margin_tests), "pair")
    sentences = [
        f"{what} was shown ({how}) for {findings(shown) if shown else f'none of {every}'}."
    ]
    if open_:
        few = len(open_) <= _FEW_PAIRS
        others = findings(open_) if few else f"{'the other ' if shown else ''}{len(open_)} pairs"
        sentences.append(
            f"It was not shown for {others}, which does not refute it."
            if shown
            else f"The data do not refute it for {others}."
        )
    if contradicted:
        few = len(contradicted) <= _FEW_PAIRS
        those = findings(contradicted) if few else count(len(contradicted), "pair")
        sentences.append(f"The data contradict it for {those}.")
    return tuple(sentences)


def subgroup_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Between which subgroups a difference was detected, a sentence for each column."""
    return tuple(
        sentence for analysis in study.subgroups for sentence in _of_subgroups(study, analysis)
    )


def _of_subgroups(study: CompareStudy, analysis: SubgroupAnalysis) -> list[str]:
    """What the tests over the subgroups of one column detected."""
    level = 1 - study.estimates[0].interval.confidence
    where, about = shortened(analysis.name), study.estimand.name
    tests = (*analysis.equal_estimates, *analysis.equal_differences)
    if not tests:
        return [f"Fewer than two subgroups of {where} have observations of both classes."]
    unlike, _ = by_level(analysis.equal_estimates, level)
    varying, _ = by_level(analysis.equal_differences, level)
    if not unlike and not varying:
        smallest = min(tests, key=lambda test: test.adjusted_p_value)
        p = _adjusted_p(study, smallest, tests)
        start = "smallest " if len(tests) > 1 else ""
        return [f"No difference between the subgroups of {where} was detected ({start}{p})."]
    sentences = []
    if unlike:
        told = [
            f"{shortened(t.result.names[0])} ({_range(analysis, t.result.names[0])}, "
            f"{_adjusted_p(study, t, analysis.equal_estimates)})"
            for t in unlike
        ]
        sentences.append(
            f"The {about} differs between the subgroups of {where} for {findings(told)}."
        )
    if varying:
        told = [
            f"{shortened(t.result.names[0])} - {shortened(t.result.names[1])} "
            f"({_adjusted_p(study, t, analysis.equal_differences)})"
            for t in varying
        ]
        sentences.append(
            f"The difference in {about} depends on the subgroup of {where} for {findings(told)}."
        )
    return sentences


def _adjusted_p(
    study: CompareStudy, test: Tested[JointTest], among: Sequence[Tested[JointTest]]
) -> str:
    before = adjusted_word(study.settings.correction, len(among))
    return f"{before}{p_value(test.adjusted_p_value)}"


def _range(analysis: SubgroupAnalysis, name: str) -> str:
    """The subgroups with the lowest and with the highest estimate of a classifier."""
    found = [
        (estimate, subgroup.name)
        for subgroup in analysis.subgroups
        for estimate in subgroup.estimates
        if estimate.name == name
    ]
    found.sort(key=lambda pair: pair[0].value)
    ends = []
    for estimate, subgroup in (found[0], found[-1]):
        digits = digits_for(estimate.interval.high - estimate.interval.low)
        ends.append(f"{number(estimate.value, digits)} in {shortened(subgroup)}")
    return " to ".join(ends)


def best_of_many(study: CompareStudy) -> str | None:
    """The classifier whose pairs are shown if there are too many pairs; None if all are shown.

    Comparisons with a reference are all shown.
    """
    if len(study.comparisons) <= MOST_PAIRS or study.settings.reference is not None:
        return None
    compared = {n for t in study.tests for n in (t.result.first, t.result.second)}
    ranked = [estimate for estimate in study.estimates if estimate.name in compared]
    return max(ranked, key=lambda estimate: estimate.value).name


# The caveats of a whole comparison: each once, with the names that it applies to.


_Result: TypeAlias = Estimate | Comparison | JointTest | MarginTest | Requirement

_TOLD_BY_THE_STUDY = (Kind.FEW_OBSERVATIONS, Kind.SHARED_OBSERVATIONS, Kind.WHOLE_CURVE)
_NAMES_IN_CAVEAT = 3

OF_THE_DATA = (
    Kind.DROPPED_ROWS,
    Kind.UNMATCHED_ROWS,
    Kind.POOLED_FOLDS,
    Kind.ALIGNED_ROWS,
    Kind.REPEATED_IDENTIFIERS,
    Kind.LOWER_SCORES,
    Kind.WRONG_WAY,
    Kind.REPEATED_ROWS,
    Kind.TWO_VALUES,
)
"""The kinds that are about the data rather than the analysis."""


def caveats_of(
    plan: ComparisonPlan,
    study: CompareStudy,
    unfinished: Mapping[str, tuple[int, int]],
) -> tuple[Caveat, ...]:
    """All caveats: about the run, the observations, the columns and the results."""
    lower = [scored.name for scored in plan.scores if scored.lower]
    asked = max(1, len(plan.pairs))
    found = [
        *of_interruption(unfinished),
        *_of_observations(plan),
        *standard.of_lower(lower),
        *score_caveats.of_direction(
            _intervals_of_aucs(plan, study),
            lower=lower,
            negative=plan.scores[0].observations.negative,
            named_by_column=len(plan.test_sets) == 1,
        ),
        *score_caveats.of_scores([s for s in plan.scores if isinstance(s, Scores)]),
        *_of_tables(plan, study),
        *_of_class_sizes(plan),
        *_of_results(len(plan.names), (((e.name,), e) for e in study.estimates)),
        *_of_choice(study),
        *_of_results(asked, (_of_pair(t.result) for t in study.tests)),
        *shared_observations(plan),
        *_of_results(asked, ((t.result.names[:2], t.result) for t in study.curve_tests)),
        *_of_results(
            asked,
            ((_of_pair(t.result.comparison)[0], t.result) for t in study.margin_tests),
        ),
        *_of_results(0, ((r.about, r) for r in study.requirements)),
        *_of_other_margins(plan, study),
        *_of_results(asked, (_of_pair(c) for c in study.simultaneous)),
        *_of_error_counts(study.all_estimates),
    ]
    return tuple(dict.fromkeys(found))


def _of_pair(comparison: Comparison) -> tuple[tuple[str, str], Comparison]:
    return (comparison.first, comparison.second), comparison


def _intervals_of_aucs(plan: ComparisonPlan, study: CompareStudy) -> dict[str, Interval]:
    """The AUC intervals of the study, or of the same scores if it estimates something else."""
    if plan.estimand is None:
        return {estimate.name: estimate.interval for estimate in study.estimates}
    confidence = plan.settings.confidence
    return {
        name: delong_beta_interval(moments, name=name, confidence=confidence).interval
        for moments, name in map(plan.moments_of, range(len(plan.names)))
    }


def _of_observations(plan: ComparisonPlan) -> list[Caveat]:
    sets = plan.test_sets.values()
    return [
        named(caveat, (name,)) if len(sets) > 1 else caveat
        for name, observations in sets
        for caveat in standard.of_observations(observations)
    ]


def _of_tables(plan: ComparisonPlan, study: CompareStudy) -> list[Caveat]:
    """Predicted classes among scores that stay in their table, and approximate AUCs."""
    found = score_caveats.of_two_values(
        {
            curve.name: (curve.thresholds[2], curve.thresholds[1])
            for scores, curve in zip(plan.scores, study.curves, strict=True)
            if isinstance(scores, TableClassifier)
            and curve.n_points == 3
            and len(scores.observations) >= score_caveats.LEAST_ROWS
        }
    )
    if plan.approximations:
        found.append(_approximate(plan.approximations))
    return found


def _approximate(found: Sequence[Approximation]) -> Caveat:
    """How far AUCs and standard errors can be off; differences of different tables too."""
    error = max(max(each.error) for each in found)
    pairs = [off for each in found for row in each.difference_error for off in row]
    values = {
        "auc": upper_limit(max(max(each.auc) for each in found)),
        "error": upper_limit(error),
        "tolerance": f"{found[0].tolerance:g}",
    }
    if len(pairs) == 1:
        return caveat(Kind.APPROXIMATE_AUCS, "one", **values)
    difference = max(*pairs, 0.0 if len(found) == 1 else math.sqrt(2) * error)
    return caveat(Kind.APPROXIMATE_AUCS, "several", difference=upper_limit(difference), **values)


def _of_class_sizes(plan: ComparisonPlan) -> list[Caveat]:
    """Few observations in a class; with the name of the test set if there are several."""
    several = len(plan.test_sets) > 1
    return [
        named(caveat, moments.names[:1]) if several else caveat
        for moments in plan.moments
        for caveat in standard.of_class_sizes(moments)
    ]


def _of_choice(study: CompareStudy) -> list[Caveat]:
    """That the highest was selected on the same data."""
    of_highest = () if study.highest is None else study.highest.caveats
    return [caveat for caveat in of_highest if caveat.kind == Kind.CHOSEN_HIGHEST]


def _of_other_margins(plan: ComparisonPlan, study: CompareStudy) -> list[Caveat]:
    """That margin tests of other estimands than the AUC are above their level."""
    margins = [tested.result.margin for tested in study.margin_tests]
    margins += [each.bound for each in study.requirements if each.second is not None]
    if plan.estimand is None or not any(margins):
        return []
    short = plan.estimand.short
    level = standard.MARGIN_LEVELS.get(short, max(standard.MARGIN_LEVELS.values()))
    return [
        caveat(
            Kind.MARGIN_OF_ESTIMAND, quantity=f"the {study.estimand.plural}", level=percent(level)
        )
    ]


def _of_error_counts(estimates: Iterable[Estimate]) -> list[Caveat]:
    """Of all intervals, those that need not contain the AUC."""
    given = {c: e for e in estimates for c in e.caveats if c.kind == Kind.ERROR_DERIVED}
    if len(given) < 2:
        return list(given)
    names = [estimate.name for estimate in given.values()]
    return [
        caveat(
            Kind.ERROR_DERIVED,
            "estimates",
            about=names,
            method=next(iter(given.values())).interval.method,
            names=join_words([shortened(name) for name in names], most=_NAMES_IN_CAVEAT),
        )
    ]


def _of_results(asked: int, results: Iterable[tuple[tuple[str, ...], _Result]]) -> list[Caveat]:
    """The caveats of results; one without names that does not apply to all gets its names."""
    names: dict[Caveat, list[tuple[str, ...]]] = {}
    for name, result in results:
        for given in result.caveats:
            if given.kind not in _TOLD_BY_THE_STUDY:
                names.setdefault(given, []).append(name)
    return [
        named(given, *of, most=_NAMES_IN_CAVEAT) if len(of) < asked and not given.about else given
        for given, of in names.items()
    ]
