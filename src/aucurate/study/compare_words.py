"""The verdict of a comparison, in two or three plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import count, digits_for, listing, number, p_value, shortened
from aucurate.inference.auc import chance
from aucurate.inference.core.caveats import FEW
from aucurate.results import Comparison, Estimate
from aucurate.study.compare_test_words import (
    MOST_NAMES,
    adjustment,
    best_of_many,
    curve_sentences,
    decisive_p_values,
    margin_sentences,
    null_sentences,
    null_words,
    second_sentences,
    short_listing,
)

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy


_NARROWEST = (
    "the narrowest whose coverage at nominal 95% was nowhere clearly below 93% in simulation "
    "(docs/validation.md)"
)


def comparison_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Who is better, by how much, what the data cannot tell; then what else was asked."""
    return (
        *_verdict(study),
        *second_sentences(study),
        *null_sentences(study),
        *curve_sentences(study),
        *margin_sentences(study),
        *_recommended_intervals(study),
        *_where_the_others_are(study),
    )


def _recommended_intervals(study: CompareStudy) -> tuple[str, ...]:
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
        return (_alone(study.estimates[0], study.comparisons[0]),)
    if study.comparisons[0].alternative != "two-sided":
        return _one_sided(study)
    if len(study.estimates) == 2:
        return (_pair(study.comparisons[0], next(iter(study.second_tests), None)),)
    if study.provenance.settings["reference"] is not None:
        return _against_reference(study)
    return _several(study)


def _level(comparison: Comparison) -> float:
    return 1 - comparison.interval.confidence


def _alone(estimate: Estimate, comparison: Comparison) -> str:
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    start = (
        f"{_named(estimate.name)} has AUC {number(estimate.value, digits)} ({estimate.interval})"
    )
    end = f"{p_value(comparison.p_value)} ({comparison.method})."
    against = null_words(comparison.second_value)
    words = ("better", "worse") if against == "chance" else ("higher", "lower")
    if comparison.alternative != "two-sided":
        word = words[comparison.alternative == "less"]
        shown = "shown" if comparison.p_value <= _level(comparison) else "not shown"
        return f"{start}; it is {shown} to be {word} than {against}, {end}"
    end += _beside_the_test(estimate, comparison)
    if comparison.p_value > _level(comparison):
        return f"{start}; the data cannot tell it from {against}, {end}"
    return f"{start}; it is {words[comparison.difference < 0]} than {against}, {end}"


def _beside_the_test(estimate: Estimate, comparison: Comparison) -> str:
    """How the interval goes with the test against chance, where they seem to disagree."""
    if comparison.method not in (chance.METHOD, chance.METHOD_LARGE):
        return ""
    rejects, holds = comparison.p_value <= _level(comparison), 0.5 in estimate.interval
    if rejects and holds:
        return (
            " The interval holds 0.5 because it allows for errors that the sample has not shown; "
            "the test of an AUC of 0.5 does not need to."
        )
    if not rejects and not holds:
        return (
            " The interval excludes 0.5, but the test of an AUC of 0.5, which is exact where "
            "scores carry no information, does not reject it."
        )
    return ""


def _pair(comparison: Comparison, second: Comparison | None) -> str:
    winner = comparison if comparison.difference >= 0 else comparison.reversed()
    digits = digits_for(winner.interval.high - winner.interval.low)
    numbers = (
        f"{number(winner.first_value, digits)} against {number(winner.second_value, digits)}, "
        f"difference {number(winner.difference, digits)} ({winner.interval}), "
        f"{p_value(winner.p_value)} ({winner.method}, {winner.design})."
    )
    if winner.p_value <= _level(winner):
        if second is not None and second.p_value > _level(winner):
            return f"{_named(winner.first)} has the higher AUC by DeLong's test alone: {numbers}"
        return f"{_named(winner.first)} has the higher AUC: {numbers}"
    return f"The data cannot tell {_named(winner.first)} from {_named(winner.second)}: {numbers}"


def _several(study: CompareStudy) -> tuple[str, ...]:
    ranked = sorted(study.estimates, key=lambda e: -e.value)
    best = ranked[0]
    clear, open_ = _split(study, best.name)
    adjusted = "" if study.correction == "none" else "adjusted "
    sentences = [_highest(study, ranked)]
    if clear:
        worst = max(p for _, p in clear)
        most = f"largest {adjusted}" if len(clear) > 1 else adjusted
        sentences.append(
            f"It is higher than that of {_names([name for name, _ in clear])} "
            f"({most}{p_value(worst)}, {study.comparisons[0].method}, "
            f"{study.comparisons[0].design})."
        )
    if open_:
        least = f"smallest {adjusted}" if len(open_) > 1 else adjusted
        sentences.append(
            f"The data cannot tell {_named(best.name)} from {_names([n for n, _ in open_], 'or')} "
            f"({least}{p_value(min(p for _, p in open_))})."
        )
    return tuple(sentences)


def _highest(study: CompareStudy, ranked: list[Estimate]) -> str:
    """Who is highest, with an estimate and interval that allow for the choice, where there are."""
    best, highest = ranked[0], study.highest
    digits = digits_for(best.interval.high - best.interval.low)
    start = f"{_named(best.name)} has the highest AUC, {number(best.value, digits)}"
    tied = [estimate.name for estimate in ranked[1:] if estimate.value == best.value]
    same = f", the same as {_names(tied)}" if tied else ""
    if highest is None:
        return f"{start} ({best.interval}){same}."
    digits = digits_for(highest.interval.high - highest.interval.low)
    return (
        f"{start}{same}; allowing for its choice as the highest of {len(ranked)}, it is estimated "
        f"at {number(highest.value, digits)} ({highest.interval})."
    )


def _split(
    study: CompareStudy, name: str
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The others that differ clearly from this one, and those that do not, with adjusted p.

    Where errors are few and there are two tests, both must reject; the p told is that of the first
    unless the second alone does not.
    """
    clear: list[tuple[str, float]] = []
    open_: list[tuple[str, float]] = []
    found = zip(study.comparisons, study.adjusted_p_values, decisive_p_values(study), strict=True)
    for comparison, first, both in found:
        if name in (comparison.first, comparison.second):
            other = comparison.second if comparison.first == name else comparison.first
            level = _level(comparison)
            told = both if first <= level < both else first
            (clear if both <= level else open_).append((other, told))
    return clear, open_


def _against_reference(study: CompareStudy) -> tuple[str, ...]:
    reference = study.provenance.settings["reference"]
    estimate = study.estimate(reference)
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    clear, open_ = _split(study, reference)
    adjusted = "" if study.correction == "none" else "adjusted "
    p_of = dict(clear)
    higher = [c for c in study.comparisons if c.first in p_of and c.difference > 0]
    below = [c for c in study.comparisons if c.first in p_of and c.difference < 0]
    sentences = [
        f"The reference {_named(reference)} has AUC {number(estimate.value, digits)} "
        f"({estimate.interval})."
    ]
    for found, word in ((higher, "Higher"), (below, "Lower")):
        if found:
            parts = [
                f"{_named(c.first)} by {number(abs(c.difference), digits)} "
                f"({adjusted}{p_value(p_of[c.first])})"
                for c in found[:MOST_NAMES]
            ]
            more = len(found) - MOST_NAMES
            parts += [f"{more} more"] if more > 0 else []
            sentences.append(f"{word} than it: {listing(parts)}.")
    if open_:
        sentences.append(f"The data cannot tell it from {_names([n for n, _ in open_], 'or')}.")
    return tuple(sentences)


def _one_sided(study: CompareStudy) -> tuple[str, ...]:
    word = "higher" if study.comparisons[0].alternative == "greater" else "lower"
    shown, not_shown = [], []
    for comparison, adjusted in zip(study.comparisons, decisive_p_values(study), strict=True):
        pair = f"{_named(comparison.first)} than {_named(comparison.second)}"
        if adjusted <= _level(comparison):
            shown.append(f"{pair} ({p_value(adjusted)})")
        else:
            not_shown.append(pair)
    sentences = []
    adjusted_word = f" ({adjustment(study)})" if len(study.estimates) > 2 else ""
    if shown:
        sentences.append(f"Shown to be {word}{adjusted_word}: {_names(shown, 'and', bare=True)}.")
    if not_shown:
        sentences.append(f"Not shown to be {word}: {_names(not_shown, 'and', bare=True)}.")
    return tuple(sentences)


def _named(name: str) -> str:
    return shortened(name)


def _names(names: list[str], last: str = "and", *, bare: bool = False) -> str:
    return short_listing(names if bare else [_named(name) for name in names], last)


def recommendations(
    recommended: tuple[Estimate, ...], estimates: tuple[Estimate, ...]
) -> tuple[str, ...]:
    """Which interval to take for each classifier, and why.

    ``recommended`` are those by ``RECOMMENDED_INTERVAL``, ``estimates`` all of them. What is said
    of the simulation is held by a test on its results.
    """
    walds = {e.name: e for e in estimates if e.interval.method == "DeLong Wald"}
    by_method: dict[str, list[Estimate]] = {}
    for estimate in recommended:
        by_method.setdefault(estimate.interval.method, []).append(estimate)
    sentences = []
    for method, found in by_method.items():
        why = _NARROWEST
        if len(found) == 1:
            why += _here(found[0], walds.get(found[0].name, found[0]))
        names = short_listing([shortened(estimate.name) for estimate in found])
        sentences.append(f"Recommended for {names}: {method}, {why}.")
    return tuple(sentences)


def _here(recommended: Estimate, wald: Estimate) -> str:
    """What the choice means for these data."""
    smaller = min(recommended.n_positive, recommended.n_negative)
    width = recommended.interval.high - recommended.interval.low
    apart = max(
        abs(recommended.interval.low - wald.interval.low),
        abs(recommended.interval.high - wald.interval.high),
    )
    if apart <= 0.02 * width:
        return "; with as many observations as here DeLong's Wald interval says the same"
    if smaller < FEW:
        return (
            f", classes of 10 included; with {count(smaller, 'observation')} in the smaller class "
            "the Wald interval that other programs report is too narrow"
        )
    return (
        f"; DeLong's Wald interval, which other programs report, differs by up to "
        f"{number(apart, digits_for(width))} here"
    )
