"""What a reader of rates at operating points over folds must know."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.formatting import count, listing, shortened
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_rates import MONOTONE, RATIOS, FoldRate, fold_rate_words
from aucurate.results import Caveat

if TYPE_CHECKING:
    from aucurate.inference.folds.averaged_points import AveragedPoints

_SHOWN = 3


def of_points(points: "AveragedPoints[Any, Any]") -> list[Caveat]:
    """All that is to be told of averages: what is missing, and what the folds share."""
    every = range(len(points))
    missing = [c for rate in points.rates for c in not_evaluated(points, rate, every)]
    shared = of_design(points.fold_values(points.rates[0], ()))
    return [*missing, *shared, *points.rate_caveats(points.rates)]


def not_evaluated(
    points: "AveragedPoints[Any, Any]", rate: str, at: Sequence[int], *, tested: bool = False
) -> list[Caveat]:
    """The points and folds that a rate cannot be evaluated in."""
    missing = ~np.isfinite(points.of(rate)[list(at)])
    if not missing.any():
        return []
    words, told = points.rate_words(rate), []
    nowhere = missing.all(axis=0)
    if nowhere.any():
        names = [points.fold_names[k] for k in np.flatnonzero(nowhere)]
        folds = listing([shortened(name) for name in names], most=_SHOWN)
        several = "s" if len(names) > 1 else ""
        told.append(f"The {words} cannot be evaluated in fold{several} {folds}.")
    (rows,) = np.nonzero((missing & ~nowhere).any(axis=1))
    if len(rows):
        shown = [
            f"{points.point_words(at[i])} "
            f"({count(int(missing[i].sum()), 'fold')} of {points.n_folds})"
            for i in rows.tolist()
        ]
        told.append(
            f"The {words} cannot be evaluated in every fold at {listing(shown, most=_SHOWN)}."
        )
    told.append(
        "The test is over folds that can evaluate both points."
        if tested
        else "Its averages are those of the other folds."
    )
    return [Caveat(kind="not_evaluated", message=" ".join(told))]


def of_design(values: FoldValues) -> list[Caveat]:
    """Few folds, folds left out, and what the folds share."""
    found = [c for c in fold_caveats.of_folds(values) if c.kind != "fixed_test_set"]
    if values.design == "fixed test set":
        kind = "fixed_test_set"
        message = (
            "All models scored the same test set: the spread over folds holds nothing of that test "
            "set's own uncertainty. Standard deviations of the mean are far too small, and tests "
            "say nothing about other test sets."
        )
    elif values.design != "left-out folds" or values.n_repeats > 1:
        kind = "overlapping_training_sets"
        message = (
            "The folds of different repeats share test and training observations, and averages "
            "over folds take them for independent: standard deviations of the mean are too small "
            "and tests reject far too often, the more so the more repeats (docs/validation.md)."
        )
    else:
        kind = "overlapping_training_sets"
        message = (
            "The training sets of the folds overlap. Intervals over folds are about the models "
            "that were fitted; for the algorithm, which other data would train otherwise, they can "
            "be too narrow (docs/validation.md)."
        )
    return [*found, Caveat(kind=kind, message=message)]


def certain_difference(rates: Sequence[FoldRate]) -> list[Caveat]:
    """Rates that only move one way with the threshold, so that equality is no question."""
    words = [fold_rate_words(rate) for rate in rates if rate in MONOTONE]
    return one_way_only("threshold", "thresholds", words)


def one_way_only(what: str, several: str, words: Sequence[str]) -> list[Caveat]:
    """The same, of rates by their words and of what moves them."""
    if not words:
        return []
    return [
        Caveat(
            kind="certain_difference",
            message=f"As the {what} moves, {listing(words)} can go one way only: with an "
            f"observation of the class between two {several} the rate differs for certain. The "
            "test does not say whether it differs but whether the folds show it; not "
            "distinguishable means too few observations, never equal points.",
        )
    ]


def mean_of_ratios(rates: Sequence[FoldRate]) -> list[Caveat]:
    """Rates that are not the same on average over folds as on all observations."""
    words = [fold_rate_words(rate) for rate in rates if rate in RATIOS]
    return [ratios_of(words, "positives")] if words else []


def ratios_of(words: Sequence[str], rare: str) -> Caveat:
    """The same, of rates by their words; ``rare`` are the observations they divide by."""
    return Caveat(
        kind="mean_of_ratios",
        message=f"The mean over folds of {listing(words)} is a mean of ratios, and in small "
        "folds biased: compare it with the value on the stacked scores. Tests of it can reject "
        f"too often where folds hold few {rare} (docs/validation.md).",
    )


def mean_of_maxima() -> Caveat:
    """The largest of several errors, which in small folds is large by chance."""
    return Caveat(
        kind="mean_of_maxima",
        message="The mean over folds of the largest class error is a mean of maxima: in small "
        "folds one class or another has many errors by chance, and the mean lies above the value "
        "on the stacked scores. Compare the two.",
    )


def without_spread(found: Caveat) -> Caveat:
    """The caveat of a difference that is the same in all folds, in words for operating points."""
    told = {
        "identical_values": "The rate is the same at both points in every fold: there is nothing "
        "to test, and the interval is all that is possible.",
        "no_variance": "The difference between the points is the same in every fold, so that its "
        "spread cannot be estimated: the p-value is that of the sign test, and the interval is all "
        "that is possible.",
    }
    return replace(found, message=told[found.kind]) if found.kind in told else found


def not_tested(
    points: "AveragedPoints[Any, Any]", missing: Sequence[tuple[int, str]]
) -> list[Caveat]:
    """Points that cannot be compared, with the rate that is missing."""
    if not missing:
        return []
    shown = [f"{points.point_words(at)} ({points.rate_words(rate)})" for at, rate in missing]
    return [
        Caveat(
            kind="not_tested",
            message=f"Not compared, because fewer than two folds can evaluate both points: "
            f"{listing(shown, most=_SHOWN)}. They are neither in the set nor outside it.",
        )
    ]


def not_adjusted(tests: int) -> list[Caveat]:
    """Many tests at once, each answered as if it were the only one."""
    if tests < 2:
        return []
    return [
        Caveat(
            kind="not_adjusted",
            message=f"{count(tests, 'test')} were made, each as if it were the only one: some "
            "points may be called distinguishable by chance. A correction, such as Holm's, allows "
            "for that.",
        )
    ]


def rough_degrees() -> Caveat:
    """The paper's degrees of freedom, which are those of an unpaired test."""
    return Caveat(
        kind="degrees_of_freedom",
        message="The 2n - 2 degrees of freedom are as printed in Paclik et al. 2010; they belong "
        "to two independent sets of folds. A paired t test has n - 1.",
    )
