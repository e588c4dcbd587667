"""The caveats that follow from the data, in one voice."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from aucurate.curve.rates import Floats, Rate, rate_words
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.classes import ClassObservations
from aucurate.data.moments import AucMoments, ClassAucMoments
from aucurate.data.observations import Observations, RepeatedIdentifier
from aucurate.data.scores import Scores
from aucurate.estimates.classes.volume import VolumeMoments
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import RateAt, SensitivityAt, SpecificityAt
from aucurate.formatting import count, digits_for, join_words, number, percent, shortened
from aucurate.results import Caveat, ClassEstimate, Estimate, Interval

FEW = 20
HEAVY_TIES = 0.10
MISORDERED = 1.0
FEW_ERRORS = 5.0
"""Misordered observations below which DeLong's test of two AUCs may be off its level."""

DELONG_LEVELS = ((3.0, 0.27), (FEW_ERRORS, 0.20))
MOVER_LEVEL = 0.08
DELONG_UNPAIRED_LEVEL = 0.43
MOVER_UNPAIRED_LEVEL = 0.05
"""The highest levels in docs/validation.md, below so many misordered observations; tests compare
them with the run behind it."""

NOT_INDEPENDENT = (
    "Rows that belong together are not independent observations, which all intervals and tests "
    "here assume: intervals are too narrow and p-values too small (measured with five rows per "
    "subject, 95% intervals covered the AUC in 66 to 92% of the draws, and a paired test at level "
    "0.05 rejected a true hypothesis in 10 to 35%)."
)


def of_class_sizes(data: AucMoments | Scores) -> list[Caveat]:
    """Few observations in a class."""
    found = []
    for name, size in (("positive", data.n_positive), ("negative", data.n_negative)):
        if size < FEW:
            found.append(
                Caveat(
                    kind="few_observations",
                    message=f"Only {count(size, f'{name} observation')}: with fewer than {FEW} "
                    "in a class, intervals and p-values are rough.",
                )
            )
    return found


def of_one_auc(moments: AucMoments, at: int) -> list[Caveat]:
    """Class sizes, heavy ties, perfect separation and other zero variances of one classifier."""
    found = of_class_sizes(moments)
    name, auc = shortened(moments.names[at]), moments.aucs[at]
    tied = moments.tied_shares[at]
    if HEAVY_TIES < tied < 1:
        found.append(
            Caveat(
                kind="heavy_ties",
                message=f"{name} gives equal scores to {percent(tied)} of the positive-negative "
                "pairs; each counts one half.",
            )
        )
    if auc in (0.0, 1.0):
        way = "perfectly" if auc == 1 else "perfectly, the wrong way round"
        found.append(
            Caveat(
                kind="perfect_separation",
                message=f"{name} separates the classes {way}: its variance cannot be estimated, "
                "and its interval is the disjoint-pairs bound.",
            )
        )
    elif tied == 1:
        found.append(
            Caveat(
                kind="constant_scores",
                message=f"{name} gives every observation the same score: its interval is the "
                "disjoint-pairs bound.",
            )
        )
    elif not moments.covariance[at, at] > 0:
        found.append(no_variance(f"the AUC of {name}"))
    return found


def of_few_errors(first: float, second: float, smaller: int) -> list[Caveat]:
    """Two AUCs on the same observations that rest on few misordered ones, in DeLong's test.

    The difference then rests on a handful of observations. For curves of the same shape DeLong's
    test of it rejects a true null as often as it should or hardly ever; for curves of different
    shape, or a classifier that misses a few positives outright, several times too often.
    docs/validation.md has the levels by the number of misordered observations.
    """
    misordered = _misordered(first, second, smaller)
    if misordered >= FEW_ERRORS:
        return []
    _, pairs = _near_end(first, second)
    limit, level = next(band for band in DELONG_LEVELS if misordered < band[0])
    return [
        Caveat(
            kind="few_errors",
            message=f"With {count(smaller, 'observation')} in the smaller class and these AUCs, "
            f"the {pairs} pairs amount to fewer than {limit:g} observations on average of the "
            "two. In simulations with so few, DeLong's test at level 0.05 rejected equal AUCs in "
            f"hardly any or in up to {percent(level)} of the samples, depending on the shapes of "
            f"the curves, and MOVER's test in at most {percent(MOVER_LEVEL)}. A large p-value does "
            "not speak for equal AUCs.",
        )
    ]


def of_nearly_perfect(first: float, second: float, smaller: int) -> list[Caveat]:
    """Two AUCs so near 1 (or 0) that the smaller class holds less than one misordered observation.

    For averages over pairs of classes or over training sets, whose levels with few errors have not
    been measured as those of :func:`of_few_errors` have.
    """
    if _misordered(first, second, smaller) >= MISORDERED:
        return []
    end, pairs = _near_end(first, second)
    return [
        Caveat(
            kind="nearly_perfect",
            message=f"With AUCs this near {end} and {count(smaller, 'observation')} in the smaller "
            f"class, the {pairs} pairs amount to less than one of them: depending on the shapes of "
            "the curves the test rejects hardly ever or several times too often, and a large "
            "p-value does not speak for equal AUCs.",
        )
    ]


def of_unequal_test_sets(first: float, second: float, smallest: int) -> list[Caveat]:
    """The same for different test sets; ``smallest`` is the smallest class of both.

    An AUC that came out high goes with a variance that came out low, above all when one test set is
    far smaller than the other and all uncertainty is its own: DeLong's test then rejects too often.
    """
    misordered = _misordered(first, second, smallest)
    if misordered >= FEW_ERRORS:
        return []
    _, pairs = _near_end(first, second)
    return [
        Caveat(
            kind="few_errors",
            message=f"With {count(smallest, 'observation')} in the smallest class and these AUCs, "
            f"the {pairs} pairs amount to fewer than {FEW_ERRORS:g} observations on average of the "
            "two. In simulations with so few, DeLong's test for different test sets rejected "
            f"equal AUCs at level 0.05 in up to {percent(DELONG_UNPAIRED_LEVEL)} of the samples, "
            "most of all where one test set is far smaller than the other. MOVER's test "
            "(method='mover'), which is the default, did in at most "
            f"{percent(MOVER_UNPAIRED_LEVEL)}.",
        )
    ]


def _misordered(first: float, second: float, smaller: int) -> float:
    mean = (first + second) / 2
    return smaller * min(mean, 1 - mean)


def _near_end(first: float, second: float) -> tuple[str, str]:
    """The end of the scale that two AUCs are near to, and what the few pairs are there."""
    return ("1", "misordered") if first + second > 1 else ("0", "correctly ordered")


def of_lower(lower: list[str]) -> list[Caveat]:
    """Scores that were turned round."""
    if not lower:
        return []
    message = f"Lower scores mean more positive for {join_words([shortened(n) for n in lower])}."
    return [Caveat(kind="lower_scores", message=message)]


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said of a difference without variance, in the words of one quantity."""

    no_variance: Callable[[str], Caveat]
    identical: Callable[[str, str], Caveat]
    lone_variance: Callable[[str], Caveat]

    def of_difference(
        self,
        names: tuple[str, str],
        variances: tuple[float, float],
        variance: float,
        what: str,
        *,
        alike: bool = False,
    ) -> list[Caveat]:
        """Of two classifiers, the variance of each, and that of ``what``, their difference.

        ``alike`` says that no observation tells the two apart. Where the difference has a variance,
        a classifier without one is named: the comparison rests on the other.
        """
        if variance > 0:
            each = zip(names, variances, strict=True)
            return [self.lone_variance(name) for name, own in each if own == 0]
        return [self.identical(*names) if alike else self.no_variance(what)]


def no_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-pairs bound, which needs none, stands in for DeLong's method.",
    )


def lone_variance(name: str, quantity: str = "AUC") -> Caveat:
    """A perfect or constant classifier in a comparison whose variance is the other one's."""
    return Caveat(
        kind="lone_variance",
        message=f"The {quantity} of {shortened(name)} shows no variance here (perfect separation "
        "or constant scores), so its comparisons rest on the variance of the other classifier "
        "alone and may sound surer than they are.",
    )


def identical(first: str, second: str) -> Caveat:
    """Two classifiers that order every pair alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every positive-negative pair "
        "alike; the interval is the rule of three for a pair they might order differently.",
    )


OF_AUCS = Wording(no_variance, identical, lone_variance)


def of_observations(observations: Observations | ClassObservations) -> list[Caveat]:
    """Dropped rows, pooled folds, rows that were moved, and rows that may belong together."""
    found = []
    unmatched = observations.unmatched if isinstance(observations, Observations) else 0
    dropped = observations.dropped - unmatched
    if dropped:
        found.append(
            Caveat(
                kind="dropped_rows",
                message=f"{count(dropped, 'row')} with missing values "
                f"{'was' if dropped == 1 else 'were'} dropped.",
            )
        )
    if unmatched:
        found.append(
            Caveat(
                kind="unmatched_rows",
                message=f"{count(unmatched, 'observation')} left out, not in every file.",
            )
        )
    if observations.folds is not None and len(observations.fold_names) > 1:
        found.append(
            Caveat(
                kind="pooled_folds",
                message=f"The scores come from {len(observations.fold_names)} folds and are pooled "
                "here as if they were one test set: scores of different folds come from different "
                "fits and need not be comparable, and their training sets overlap.",
            )
        )
    if observations.aligned:
        names = join_words([shortened(name) for name in observations.aligned])
        found.append(
            Caveat(
                kind="aligned_rows",
                message=f"The rows of {names} were put in the order of the labels by their index.",
            )
        )
    return [*found, *(_repeated_identifier(one) for one in observations.identifiers)]


def _repeated_identifier(column: RepeatedIdentifier) -> Caveat:
    return Caveat(
        kind="repeated_identifiers",
        message=f"Column {shortened(column.name)}, which was not used, has {column.different:,} "
        f"different values in {column.rows:,} rows. {NOT_INDEPENDENT} If it says whose row this "
        "is, make one observation of each value first.",
    )


def of_ranking(moments: AucMoments, at: int, *, when_perfect: str) -> list[Caveat]:
    """Class sizes, heavy ties and perfect separation, for methods that use no DeLong variance.

    ``when_perfect`` says what the interval rests on where the separation is perfect.
    """
    found = of_class_sizes(moments)
    name, auc, tied = shortened(moments.names[at]), moments.aucs[at], moments.tied_shares[at]
    if tied == 1:
        found.append(
            Caveat(
                kind="constant_scores",
                message=f"{name} gives every observation the same score: it ranks nothing, and "
                "its interval rests on the class sizes alone.",
            )
        )
    elif tied > HEAVY_TIES:
        found.append(
            Caveat(
                kind="heavy_ties",
                message=f"{name} gives equal scores to {percent(tied)} of the positive-negative "
                "pairs; each counts one half.",
            )
        )
    if auc in (0.0, 1.0):
        way = "perfectly" if auc == 1 else "perfectly, the wrong way round"
        found.append(
            Caveat(
                kind="perfect_separation",
                message=f"{name} separates the classes {way}: {when_perfect}.",
            )
        )
    return found


def chosen_highest(
    highest: Estimate | ClassEstimate, plain: Estimate | ClassEstimate, classifiers: int
) -> Caveat:
    """A classifier that the data have chosen; ``plain`` is its estimate without the choice."""
    start = f"{shortened(highest.name)} was chosen as the highest of {classifiers} on these data"
    digits = digits_for(highest.interval.high - highest.interval.low)
    shown = [f"{number(one.value, digits)} {one.interval}" for one in (highest, plain)]
    if shown[0] == shown[1]:
        message = f"{start}, but no other came near enough to change its estimate or interval."
    else:
        allowing = f"{number(highest.value, digits)} ({highest.interval})"
        message = (
            f"{start}, so its own {highest.quantity} is too high on average and its own interval "
            f"too optimistic; {allowing} allows for the choice."
        )
    return Caveat(kind="chosen_highest", message=message)


def shared_observations(first: str, second: str, what: str = "their AUCs") -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return Caveat(
        kind="shared_observations",
        message=f"{shortened(first)} and {shortened(second)} scored the same observations, but the "
        f"test is the unpaired one, which takes {what} as independent: use the paired test.",
    )


def no_standard_error(method: str, what: str) -> Caveat:
    """A standard error of 0 that leaves a method without a test or an interval."""
    return Caveat(
        kind="no_variance",
        message=f"The {method} standard error of {what} is 0; the disjoint-pairs bound, which "
        "needs none, stands in for it.",
    )


def of_lone_standard_error(name: str, standard_error: float) -> list[Caveat]:
    """A perfect classifier in a comparison whose standard error is the other one's."""
    if standard_error != 0:
        return []
    return [
        Caveat(
            kind="lone_variance",
            message=f"{shortened(name)} separates the classes perfectly, so its standard error is "
            "0: the comparison rests on that of the other classifier alone and may sound surer "
            "than it is.",
        )
    ]


def outside_table(score_correlation: float, area: float) -> Caveat:
    """A look-up beyond the edge of the table of Hanley and McNeil 1983."""
    return Caveat(
        kind="outside_table",
        message=f"The score correlation {number(score_correlation)} and the mean AUC "
        f"{number(area)} lie beyond the published table (0 to 0.90, and 0.700 to 0.975); its edge "
        "was used. The binormal computation (correlation='binormal') has no edge.",
    )


def no_score_correlation(which: str) -> Caveat:
    """A class in which two classifiers' scores have no correlation to compute."""
    return Caveat(
        kind="no_score_correlation",
        message=f"Among the {which} observations there are fewer than two, or all have the same "
        "score by one of the classifiers: the score correlation there was taken as 0.",
    )


def from_error_count(method: str, name: str, errors: int, observations: int) -> Caveat:
    """An interval that knows the error count and nothing else of the scores."""
    return Caveat(
        kind="error_derived",
        message=f"The {method} interval of {shortened(name)} is derived from "
        f"{count(errors, 'error')} among {observations:,} observations under a model in which all "
        "rankings with that many errors are equally likely; it does not use the AUC and need not "
        "contain it.",
    )


# What beta intervals say where the data show no variance: they allow for errors all the same.


WHEN_PERFECT = "its interval rests on the class sizes alone"


def allowed_for(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; its "
        "interval allows for errors that the sample does not show.",
    )


# The caveats of estimates whose variance comes from influence values.


FEW_BEYOND = 5
FEW_IN_RANGE = 30
COVERED_IN_RANGE = "90 to 100%"
"""Simulated coverage in docs/validation.md; a test holds it to that page's numbers."""


def of_counted(scores: Scores, estimate: CountedEstimate) -> list[Caveat]:
    """Few observations in a class, and few of them where the threshold or the range lies."""
    return of_class_sizes(scores) + _of_few_beyond(scores, estimate)


def _of_few_beyond(scores: Scores, estimate: CountedEstimate) -> list[Caveat]:
    """A rate so near 0 or 1, or a range so narrow, that hardly any observation lies there."""
    if isinstance(estimate, SensitivityAt | SpecificityAt):
        by_negatives = isinstance(estimate, SensitivityAt)
        share = min(estimate.fixed, 1 - estimate.fixed)
    elif isinstance(estimate, PartialAuc):
        by_negatives, share = estimate.over == "specificity", estimate.width
    else:
        return []
    which = "negative" if by_negatives else "positive"
    size = scores.n_negative if by_negatives else scores.n_positive
    if size * share > FEW_BEYOND - 1e-9:  # a tenth of 50 is five, whatever the rounding
        return []
    return [
        Caveat(
            kind="few_beyond",
            message=f"The {estimate.quantity} rests on {percent(share)} of "
            f"{count(size, f'{which} observation')}, fewer than {FEW_BEYOND} of them: its interval "
            "and p-value are rough.",
        )
    ]


def of_range(scores: Scores, estimate: PartialAuc) -> list[Caveat]:
    """A range with so few observations that missing some of them outright loses much of the area.

    Where there are fewer than ``FEW_BEYOND``, another caveat has said it.
    """
    by_negatives = estimate.over == "specificity"
    size = scores.n_negative if by_negatives else scores.n_positive
    inside = size * estimate.width
    if not FEW_BEYOND - 1e-9 < inside < FEW_IN_RANGE - 1e-9:
        return []
    which = "negative" if by_negatives else "positive"
    return [
        Caveat(
            kind="few_in_range",
            message=f"About {inside:.0f} of {count(size, f'{which} observation')} lie in the range "
            f"of the {estimate.quantity}. In simulations with fewer than {FEW_IN_RANGE} in the "
            f"range, some of them missed outright, 95% intervals covered the truth in "
            f"{COVERED_IN_RANGE} of the samples (docs/validation.md).",
        )
    ]


def of_chance(name: str, estimate: RateAt, low: float) -> list[Caveat]:
    """A classifier that is not clearly above the diagonal where it is looked at."""
    chance = 1 - estimate.fixed
    if low > chance:
        return []
    return [
        Caveat(
            kind="near_chance",
            message=f"The interval of the {estimate.quantity} of {shortened(name)} reaches down to "
            f"chance ({percent(chance)}). Where the true curve runs below chance and turns up "
            "steeply, such an interval lies too high more often than it should.",
        )
    ]


def no_estimate_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; a "
        "distribution-free bound, which needs none, takes its place.",
    )


def alike(first: str, second: str, quantity: str) -> Caveat:
    """Two classifiers that no observation tells apart."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} rank every observation that bears on "
        f"the {quantity} alike; the interval is a distribution-free bound.",
    )


def lone_estimate_variance(name: str, quantity: str) -> Caveat:
    """A classifier without variance in a comparison that has one."""
    return Caveat(
        kind="lone_variance",
        message=f"The {quantity} of {shortened(name)} shows no variance here, so the comparison "
        "rests on the variance of the other classifier alone and may sound surer than it is.",
    )


def estimate_wording(quantity: str) -> Wording:
    """The words of an estimate from counts."""
    return Wording(
        no_estimate_variance,
        partial(alike, quantity=quantity),
        partial(lone_estimate_variance, quantity=quantity),
    )


def different_positive_shares(first: float, second: float) -> Caveat:
    """Average precision on test sets with different shares of positives."""
    return Caveat(
        kind="different_prevalence",
        message=f"{percent(first)} of the first test set are positive and {percent(second)} of the "
        "second: average precision grows with that share, whatever the classifier.",
    )


# The caveats of AUCs of several classes, in the voice of the caveats of one AUC.


_NAMED = 3


def of_average_class_sizes(moments: ClassAucMoments) -> list[Caveat]:
    """Few observations in a class that has weight."""
    few = [
        (size, label)
        for size, label, used in zip(moments.counts, moments.classes, moments.used, strict=True)
        if used and size < FEW
    ]
    if not few:
        return []
    shown = [f"{count(size, 'observation')} of {shortened(label)}" for size, label in few[:_NAMED]]
    if len(few) > _NAMED:
        others = len(few) - _NAMED
        shown.append(f"few of {count(others, 'other class', 'other classes')}")
    return [
        Caveat(
            kind="few_observations",
            message=f"Only {join_words(shown)}: with fewer than {FEW} in a class, intervals and "
            "p-values are rough.",
        )
    ]


def of_one_average(moments: ClassAucMoments, at: int, quantity: str) -> list[Caveat]:
    """Class sizes, heavy ties, perfect separation and other zero variances of one classifier."""
    found = of_average_class_sizes(moments)
    name, value = shortened(moments.names[at]), float(moments.values[at, 0])
    tied = float(np.nansum(moments.weights[0] * moments.tied_shares[at]))
    if HEAVY_TIES < tied < 1:
        found.append(
            Caveat(
                kind="heavy_ties",
                message=f"{name} gives equal scores to {percent(tied)} of the pairs of "
                "observations of different classes, on average; each counts one half.",
            )
        )
    if value in (0.0, 1.0):
        way = "perfectly" if value == 1 else "perfectly, the wrong way round"
        found.append(
            Caveat(
                kind="perfect_separation",
                message=f"{name} separates the classes {way}: {WHEN_PERFECT}.",
            )
        )
    elif not moments.covariance[at, at] > 0:
        found.append(allowed_for(f"the {quantity} of {name}"))
    return found


def no_average_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-pairs bound, which needs none, stands in for it.",
    )


def identical_averages(first: str, second: str) -> Caveat:
    """Two classifiers that order every pair of observations of different classes alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every pair of observations of "
        "different classes alike; the interval is the rule of three for observations that they "
        "might order differently.",
    )


def average_wording(quantity: str) -> Wording:
    """The words of an average of AUCs over several classes."""
    return Wording(
        no_average_variance, identical_averages, partial(lone_variance, quantity=quantity)
    )


def different_class_shares(quantity: str) -> Caveat:
    """An average that depends on the class shares, compared on test sets where these differ."""
    return Caveat(
        kind="different_prevalence",
        message=f"The classes have different shares in the two test sets, and the {quantity} "
        "depends on them: part of the difference may come from there. Stated prevalences, or the "
        "Hand-Till AUC, do not have that.",
    )


# The caveats of volumes under the ROC surface, in one voice.


BOUNDED = "its variance cannot be estimated, and its interval is the disjoint-triples bound"


def of_volume_class_sizes(moments: VolumeMoments) -> list[Caveat]:
    """Few observations in a class."""
    return [
        Caveat(
            kind="few_observations",
            message=f"Only {count(size, 'observation')} of the class {shortened(name)}: with fewer "
            f"than {FEW} in a class, intervals and p-values are rough.",
        )
        for name, size in zip(moments.classes, moments.counts, strict=True)
        if size < FEW
    ]


def of_one_volume(moments: VolumeMoments, at: int, *, bounded: bool = True) -> list[Caveat]:
    """Class sizes, heavy ties, perfect order and other zero variances of one classifier.

    ``bounded`` says that a bound takes the place of a variance that is missing.
    """
    found = of_volume_class_sizes(moments)
    name, value, tied = shortened(moments.names[at]), moments.volumes[at], moments.tied_shares[at]
    if HEAVY_TIES < tied < 1:
        found.append(
            Caveat(
                kind="heavy_ties",
                message=f"{name} gives the middle observation of {percent(tied)} of the triples a "
                "score that another one of them has; such a triple counts one half, or one sixth "
                "where all three are equal.",
            )
        )
    if value == 1:
        found.append(
            Caveat(
                kind="perfect_separation",
                message=f"{name} puts the classes in perfect order: "
                f"{BOUNDED if bounded else WHEN_PERFECT}.",
            )
        )
    elif not moments.covariance[at, at] > 0:
        what = f"the volume of {name}"
        found.append(no_volume_variance(what) if bounded else allowed_for(what))
    return found


def of_nearly_perfect_volumes(first: float, second: float, smaller: int) -> list[Caveat]:
    """Two volumes so near 1 (or 0) that the smallest class holds less than one misordered one."""
    mean = (first + second) / 2
    if smaller * min(mean, 1 - mean) >= MISORDERED:
        return []
    end = "1" if mean > 0.5 else "0"
    return [
        Caveat(
            kind="nearly_perfect",
            message=f"With volumes this near {end} and {count(smaller, 'observation')} in the "
            "smallest class, the difference rests on one or two observations: the test can hardly "
            "reject, and a large p-value does not speak for equal volumes.",
        )
    ]


def no_volume_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-triples bound, which needs none, takes its place.",
    )


def lone_volume_variance(name: str) -> Caveat:
    """A classifier without variance in a comparison that has one."""
    return Caveat(
        kind="lone_variance",
        message=f"The volume of {shortened(name)} shows no variance here (perfect order or "
        "constant scores), so the comparison rests on the variance of the other classifier alone "
        "and may sound surer than it is.",
    )


def identical_volumes(first: str, second: str) -> Caveat:
    """Two classifiers that order every triple alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every triple alike; the "
        "interval is the rule of three for a triple they might order differently.",
    )


OF_VOLUMES = Wording(no_volume_variance, identical_volumes, lone_volume_variance)


# The caveats that belong to resampling, in one voice.


def stopped_early(done: int, asked: int, what: str = "repeat") -> Caveat:
    """A run that was interrupted, by what it counts."""
    return Caveat(
        kind="stopped_early",
        message=f"Stopped after {done:,} of {count(asked, what)}: the result rests on those.",
    )


def missing_class(without: int, done: int) -> Caveat:
    """Unstratified replicates that drew only one class."""
    return Caveat(
        kind="replicates_without_a_class",
        message=f"{without:,} of {count(done, 'replicate')} drew no observation of one class, have "
        "no AUC and were left out; stratified=True draws within the classes.",
    )


def no_value(without: int, done: int, quantity: str) -> Caveat:
    """Replicates in which a function has no value."""
    return Caveat(
        kind="replicates_without_a_value",
        message=f"In {without:,} of {count(done, 'replicate')} {quantity} had no finite value, or "
        "no observation of one class was drawn: they were left out, and the interval is that of "
        "the others.",
    )


def equal_replicates() -> Caveat:
    """Replicates of a number for which there is no bound."""
    return Caveat(
        kind="no_variance",
        message="All replicates are equal, or a class has one observation, which cannot be drawn "
        "otherwise: resampling cannot bound this number.",
    )


def no_replicate_variance(without: int, done: int) -> Caveat:
    """Replicates that cannot be studentised."""
    return Caveat(
        kind="replicates_without_variance",
        message=f"{without:,} of {count(done, 'replicate')} have no variance (perfect separation, "
        "or a class drawn once) and count as infinitely far away, so the interval is wide rather "
        "than wrong; another kind of interval suits such data better.",
    )


def too_few_repeats(repeats: int, confidence: float) -> Caveat:
    """An interval whose ends lie beyond the replicates."""
    return Caveat(
        kind="too_few_repeats",
        message=f"{count(repeats, 'repeat')} cannot bound an interval of confidence "
        f"{percent(confidence)}: an end that no replicate reaches is the end of the range. More "
        "repeats give a narrower interval.",
    )


def no_spread(what: str) -> Caveat:
    """Data that resampling cannot vary, or only in one class."""
    return Caveat(
        kind="no_variance",
        message=f"Resampling shows no variance of {what}, or none in one of the classes; the "
        "disjoint-pairs bound, which needs none, stands in for the bootstrap.",
    )


def lone_spread(name: str) -> Caveat:
    """A perfect or constant classifier whose replicates are all equal."""
    return Caveat(
        kind="lone_variance",
        message=f"Every replicate gives {shortened(name)} the same AUC (perfect separation or "
        "constant scores), so the comparison rests on the variance of the other classifier alone "
        "and may sound surer than it is.",
    )


OF_REPLICATES = Wording(no_spread, identical, lone_spread)


def shifted_null() -> Caveat:
    """What the interval of a permutation test assumes."""
    return Caveat(
        kind="shifted_null",
        message="A permutation test gives no interval of its own: this one takes the permutation "
        "distribution, which belongs to equal curves, as that of the error of the difference. It "
        "leaves out 0 exactly when the test rejects; for its width alone, use DeLong's.",
    )


def whole_curve() -> Caveat:
    """What a test of whole curves does not say."""
    return Caveat(
        kind="whole_curve",
        message="This tests whether the two curves are equal at every operating point, not whether "
        "their AUCs are: curves that cross can differ and have the same AUC.",
    )


# What a reader must know of a choice that was repeated in replicates.


PERCENTILE_COVERAGE = (0.16, 0.98)
"""The lowest and the highest measured coverage of percentiles of chosen thresholds."""


def no_threshold(without: int, done: int) -> Caveat:
    """Replicates in which the rule chooses nothing."""
    return Caveat(
        kind="replicates_without_threshold",
        message=f"In {without:,} of {count(done, 'replicate')} no threshold kept the rule, or a "
        "class was not drawn; they were left out.",
    )


def of_rate_values(values: Floats, rate: Rate, name: str, where: str) -> list[Caveat]:
    """Replicates in which a rate does not exist, or is infinite."""
    found, done = [], count(len(values), "replicate")
    what = f"The {rate_words(rate)} of {shortened(name)}"
    without = int(np.count_nonzero(np.isnan(values)))
    if without:
        message = f"{what} does not exist in {without:,} of {done} ({where}), which were left out."
        found.append(Caveat(kind="replicates_without_rate", message=message))
    infinite = int(np.count_nonzero(np.isinf(values)))
    if infinite:
        message = f"{what} is infinite in {infinite:,} of {done} ({where}): no mean can hold "
        message += "these, which is that of the others; the interval counts them as the highest."
        found.append(Caveat(kind="infinite_replicates", message=message))
    return found


def no_rate_spread(rates: list[tuple[Rate, Interval]], name: str) -> list[Caveat]:
    """Rates that replicates do not vary, with the interval that stands in: one caveat for each."""
    found = []
    for method in dict.fromkeys(fixed.method for _, fixed in rates):
        named = dict.fromkeys(rate_words(rate) for rate, fixed in rates if fixed.method == method)
        message = f"Resampling shows no variance of the {join_words(list(named))} of "
        message += f"{shortened(name)}, or none that has a mean; the {method} interval of a fixed "
        message += "threshold stands in for the bootstrap."
        found.append(Caveat(kind="no_variance", message=message))
    return found


def percentile_interval(rule: ThresholdRule) -> Caveat:
    """The interval of a threshold by a rule for which no better one is known than percentiles."""
    low, high = PERCENTILE_COVERAGE
    return Caveat(
        kind="threshold_interval",
        message=f"The interval of the threshold ({rule}) has the percentiles of the thresholds "
        "that bootstrap replicates choose. Such a 95% interval held the threshold of a test set "
        f"without end in {percent(low)} to {percent(high)} of simulated test sets, least where "
        "scores have a gap (docs/validation.md): the choice could vary more than it says.",
    )
