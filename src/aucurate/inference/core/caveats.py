"""When a caveat is due: what follows from the data, whatever the method.

The words are those of the catalogue, :mod:`aucurate.caveats`.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.curve.rates import Floats, Rate, rate_words
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.classes import ClassObservations
from aucurate.data.moments import AucMoments, ClassAucMoments
from aucurate.data.observations import Observations, RepeatedIdentifier
from aucurate.data.scores import Scores
from aucurate.data.table_scores import TableObservations
from aucurate.estimates.classes.volume import VolumeMoments
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import RateAt, SensitivityAt, SpecificityAt
from aucurate.formatting import count, digits_for, join_words, number, percent, shortened
from aucurate.results import Caveat, ClassEstimate, Design, Estimate, Interval

FEW = 20
FEW_GROUPS = 30
FEW_GROUPS_LEVEL = 0.095
FEW_GROUPS_COVERAGE = 0.80
"""With fewer groups, the highest level of a test and the lowest coverage of a logit interval in
docs/validation.md; tests compare them with the run behind it."""
HEAVY_TIES = 0.10
MISORDERED = 1.0
FEW_ERRORS = 5.0
"""Misordered observations below which DeLong's test of two AUCs may be off its level."""

DELONG_LEVELS = ((3.0, 0.27), (FEW_ERRORS, 0.20))
MOVER_LEVEL = 0.08
DELONG_UNPAIRED_LEVEL = 0.43
MOVER_UNPAIRED_LEVEL = 0.05
# The same of non-inferiority of other estimands than the AUC, at the border of the margin.
MARGIN_LEVELS = {
    "partial AUC": 0.08, "average precision": 0.08, "sensitivity": 0.10, "specificity": 0.10,
}  # fmt: skip
"""The highest levels in docs/validation.md, below so many misordered observations; tests compare
them with the run behind it."""

FEW_PLANNED_ERRORS = 2 * FEW_ERRORS
"""Misordered observations expected of a plan below which a sample may well have ``FEW_ERRORS``."""
PAIRED_POWERS = (0.47, 0.23)
MARGIN_POWERS = (0.71, 0.34)
DELONG_MARGIN_LEVEL = 0.27
SIMULATED_MARGIN = 0.05
"""With fewer than ``FEW_ERRORS`` misordered: the mean powers of DeLong's test and of the one that
``compare`` makes, for a difference and for non-inferiority within this margin, and the highest
one-sided level of DeLong's at the margin (nominal 0.025); tests compare them with the same run."""

WHEN_PERFECT = "its interval rests on the class sizes alone"
"""What becomes of a perfect classifier's interval by methods that need no variance."""
_RANKS_NOTHING = f"it ranks nothing, and {WHEN_PERFECT}"
_PAIRS_BOUND = "the disjoint-pairs bound"
_TRIPLES_BOUND = "the disjoint-triples bound"
_FREE_BOUND = "a distribution-free bound"
_NAMED = 3
_ROUNDING = 1e-9


def of_size(which: str, size: int, text: str = "intervals") -> list[Caveat]:
    """Few observations in a class; ``text`` is what follows, as the catalogue names it."""
    if size >= FEW:
        return []
    sizes = count(size, f"{which} observation")
    return [caveat(Kind.FEW_OBSERVATIONS, text, sizes=sizes, limit=FEW)]


def of_sizes(n_positive: int, n_negative: int, text: str = "intervals") -> list[Caveat]:
    """The same of both classes."""
    return of_size("positive", n_positive, text) + of_size("negative", n_negative, text)


def of_class_sizes(data: AucMoments | Scores) -> list[Caveat]:
    """Few observations in a class, or few independent ones where groups or weights leave few."""
    if isinstance(data, Scores):
        worth = data.observations.effective_sizes
        return of_few_units(data.observations) if worth else of_sizes(*_sizes(data))
    if data.worth is None:
        return of_sizes(*_sizes(data))
    return of_units(("positive", "negative"), data.worth, grouped=data.n_groups > 0)


def _sizes(data: AucMoments | Scores) -> tuple[int, int]:
    return data.n_positive, data.n_negative


def of_few_units(rows: Observations) -> list[Caveat]:
    """Few independent units of a class, of observations in groups or with sampling weights."""
    worth = rows.effective_sizes
    if worth is None:
        return []
    return of_units(("positive", "negative"), worth, grouped=rows.is_grouped)


def of_units(
    classes: Sequence[str], worth: Sequence[float], *, grouped: bool, text: str = "weighted"
) -> list[Caveat]:
    """Few independent units of a class: groups of equal size, or observations of equal weight."""
    limit = FEW_GROUPS if grouped else FEW
    few = [
        (int(size + _ROUNDING), name)
        for size, name in zip(worth, classes, strict=True)
        if size + _ROUNDING < limit
    ]
    if not few:
        return []
    if grouped:
        sizes = join_words([f"{count(size, 'group')} of {name} observations" for size, name in few])
        return [few_groups(f"the equivalent of {sizes}")]
    sizes = join_words([count(size, f"{name} observation") for size, name in few])
    return [caveat(Kind.FEW_OBSERVATIONS, text, sizes=f"the equivalent of {sizes}", limit=limit)]


def few_groups(sizes: str, about: Sequence[str] = ()) -> Caveat:
    """That groups are few, with what was measured where they are."""
    return caveat(
        Kind.FEW_GROUPS,
        about=about,
        sizes=sizes,
        limit=FEW_GROUPS,
        level=percent(FEW_GROUPS_LEVEL),
        coverage=percent(FEW_GROUPS_COVERAGE),
    )


def _of_classes(
    classes: Sequence[str],
    counts: Sequence[int],
    worth: Sequence[float] | None = None,
    *,
    grouped: bool = False,
) -> list[Caveat]:
    """Few observations in some of several classes, or independent units that these are worth."""
    grouped = grouped and worth is not None
    limit, unit = (FEW_GROUPS, "group") if grouped else (FEW, "observation")
    sizes = counts if worth is None else [int(size + _ROUNDING) for size in worth]
    few = [(size, name) for size, name in zip(sizes, classes, strict=True) if size < limit]
    if not few:
        return []
    shown = [f"{count(size, unit)} of {shortened(name)}" for size, name in few[:_NAMED]]
    if len(few) > _NAMED:
        others = len(few) - _NAMED
        shown.append(f"few of {count(others, 'other class', 'other classes')}")
    about, words = [name for _, name in few], join_words(shown)
    if worth is None:
        return [caveat(Kind.FEW_OBSERVATIONS, "intervals", about=about, sizes=words, limit=limit)]
    words = f"the equivalent of {words}"
    if grouped:
        return [few_groups(words, about)]
    return [caveat(Kind.FEW_OBSERVATIONS, "weighted", about=about, sizes=words, limit=limit)]


def _of_separation(
    name: str,
    value: float,
    tied: float,
    when_perfect: str,
    when_constant: str = "",
    *,
    ties: str = "pairs",
) -> list[Caveat]:
    """Heavy ties, perfect separation, and scores that are all equal where that has words."""
    found = []
    if HEAVY_TIES < tied < 1:
        found.append(caveat(Kind.HEAVY_TIES, ties, about=[name], share=percent(tied)))
    if value in (0.0, 1.0):
        way = "perfectly" if value == 1 else "perfectly, the wrong way round"
        found.append(
            caveat(
                Kind.PERFECT_SEPARATION, "separated", about=[name], way=way, interval=when_perfect
            )
        )
    elif tied == 1 and when_constant:
        found.append(caveat(Kind.CONSTANT_SCORES, about=[name], interval=when_constant))
    return found


def of_one_auc(moments: AucMoments, at: int) -> list[Caveat]:
    """Class sizes, heavy ties, perfect separation and other zero variances of one classifier."""
    name, auc, tied = moments.names[at], moments.aucs[at], moments.tied_shares[at]
    bounded = f"its interval is {_PAIRS_BOUND}"
    perfect = f"its variance cannot be estimated, and {bounded}"
    found = of_class_sizes(moments) + _of_separation(name, auc, tied, perfect, bounded)
    if not (auc in (0.0, 1.0) or tied == 1 or moments.covariance[at, at] > 0):
        found.append(no_variance(f"the AUC of {shortened(name)}", name))
    return found


def of_few_errors(
    first: float, second: float, smaller: int, *, independent: bool = True
) -> list[Caveat]:
    """Two AUCs on the same observations that rest on few misordered ones, in DeLong's test.

    The difference then rests on a handful of observations. For curves of the same shape DeLong's
    test of it rejects a true null as often as it should or hardly ever; for curves of different
    shape, or a classifier that misses a few positives outright, several times too often.
    docs/validation.md has the levels by the number of misordered observations. Where observations
    are not ``independent``, ``smaller`` is how many independent ones the smaller class is worth.
    """
    if not has_few_errors(first, second, smaller):
        return []
    misordered = _misordered(first, second, smaller)
    limit, level = next(band for band in DELONG_LEVELS if misordered < band[0])
    size = _in_class(smaller, independent)
    return [_few_errors("paired", (first, second), size, limit, level, MOVER_LEVEL)]


def of_nearly_perfect(first: float, second: float, smaller: int) -> list[Caveat]:
    """Two AUCs so near 1 (or 0) that the smaller class holds less than one misordered observation.

    For averages over pairs of classes or over training sets, whose levels with few errors have not
    been measured as those of :func:`of_few_errors` have.
    """
    if _misordered(first, second, smaller) >= MISORDERED:
        return []
    end, pairs = _near_end(first, second)
    return [
        caveat(
            Kind.NEARLY_PERFECT, "aucs", end=end, size=count(smaller, "observation"), pairs=pairs
        )
    ]


def of_unequal_test_sets(
    first: float, second: float, smallest: int, *, independent: bool = True
) -> list[Caveat]:
    """The same for different test sets; ``smallest`` is the smallest class of both.

    An AUC that came out high goes with a variance that came out low, above all when one test set is
    far smaller than the other and all uncertainty is its own: DeLong's test then rejects too often.
    """
    if not has_few_errors(first, second, smallest):
        return []
    levels = DELONG_UNPAIRED_LEVEL, MOVER_UNPAIRED_LEVEL
    size = _in_class(smallest, independent)
    return [_few_errors("unpaired", (first, second), size, FEW_ERRORS, *levels)]


def of_planned_errors(
    design: Design, aucs: tuple[float, float], smaller: float, *, margin: bool
) -> list[Caveat]:
    """A plan of DeLong's test, in whose study ``compare`` will make another test.

    ``smaller`` is how many independent observations the smaller class is worth.
    """
    misordered = _misordered(*aucs, smaller)
    if design == "one test set" or misordered >= FEW_PLANNED_ERRORS:
        return []
    _, pairs = _near_end(*aucs)
    words = {"misordered": number(misordered, 1), "pairs": pairs, "few": f"{FEW_ERRORS:g}"}
    if not margin and design == "unpaired":
        level = percent(DELONG_UNPAIRED_LEVEL)
        return [caveat(Kind.FEW_ERRORS, "plan", "plan_unpaired", level=level, **words)]
    power, mover_power = (percent(p) for p in (MARGIN_POWERS if margin else PAIRED_POWERS))
    words |= {"power": power, "mover_power": mover_power}
    if not margin:
        return [caveat(Kind.FEW_ERRORS, "plan", "plan_paired", **words)]
    return [
        caveat(
            Kind.FEW_ERRORS,
            "plan",
            "plan_margin",
            margin=f"{SIMULATED_MARGIN:g}",
            level=percent(DELONG_MARGIN_LEVEL),
            **words,
        )
    ]


def _in_class(size: int, independent: bool) -> str:
    if independent:
        return count(size, "observation")
    return f"the equivalent of {count(size, 'independent observation')}"


def _few_errors(
    design: str,
    aucs: tuple[float, float],
    size: str,
    limit: float,
    level: float,
    mover_level: float,
) -> Caveat:
    """With the levels that were measured below so many misordered observations."""
    _, pairs = _near_end(*aucs)
    return caveat(
        Kind.FEW_ERRORS,
        design,
        size=size,
        pairs=pairs,
        limit=f"{limit:g}",
        level=percent(level),
        mover_level=percent(mover_level),
    )


def has_few_errors(first: float, second: float, smaller: int) -> bool:
    """Whether two AUCs rest on few misordered observations, on average of the two."""
    return _misordered(first, second, smaller) < FEW_ERRORS


def _misordered(first: float, second: float, smaller: float) -> float:
    mean = (first + second) / 2
    return smaller * min(mean, 1 - mean)


def _near_end(first: float, second: float) -> tuple[str, str]:
    """The end of the scale that two AUCs are near to, and what the few pairs are there."""
    return ("1", "misordered") if first + second > 1 else ("0", "correctly ordered")


def of_lower(lower: list[str]) -> list[Caveat]:
    """Scores that were reversed."""
    return [caveat(Kind.LOWER_SCORES, about=lower)] if lower else []


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of caveats about the missing variance of a quantity, and what replaces it.

    ``bound`` is the bound that needs no variance, ``cause`` why a classifier may have none.
    ``ordered`` and ``unit`` are what two classifiers that are alike order alike, and what they
    might order differently; without these their interval is the bound. ``resampled`` says that the
    variance is that of replicates.
    """

    quantity: str
    bound: str = _PAIRS_BOUND
    cause: str = " (perfect separation or constant scores)"
    ordered: str = ""
    unit: str = ""
    resampled: bool = False

    def no_variance(self, what: str, *about: str) -> Caveat:
        """A variance that is zero or cannot be estimated: that of ``what``, about these names."""
        text = "resampling" if self.resampled else "bound"
        return caveat(Kind.NO_VARIANCE, text, about=about, what=what, bound=self.bound)

    def identical(self, first: str, second: str) -> Caveat:
        """Two classifiers that no observation distinguishes."""
        about = first, second
        if not self.ordered:
            return caveat(Kind.IDENTICAL_RANKING, "bound", about=about, quantity=self.quantity)
        return caveat(
            Kind.IDENTICAL_RANKING, "order", about=about, item=self.ordered, unit=self.unit
        )

    def lone_variance(self, name: str) -> Caveat:
        """A classifier without variance in a comparison whose variance is the other one's."""
        text = "replicates" if self.resampled else "estimate"
        return caveat(
            Kind.LONE_VARIANCE, text, about=[name], quantity=self.quantity, cause=self.cause
        )

    def of_difference(
        self,
        names: tuple[str, str],
        variances: tuple[float, float],
        variance: float,
        *,
        alike: bool = False,
    ) -> list[Caveat]:
        """Of two classifiers, the variance of each, and that of their difference.

        ``alike`` means that no observation distinguishes the two. Where the difference has a
        variance, a classifier without one is named: the comparison rests on the other.
        """
        if variance > 0:
            each = zip(names, variances, strict=True)
            return [self.lone_variance(name) for name, own in each if own == 0]
        return [self.identical(*names) if alike else self.no_variance(difference(*names), *names)]


def difference(first: str, second: str) -> str:
    """The difference of two classifiers, in a sentence."""
    return f"the difference between {shortened(first)} and {shortened(second)}"


OF_AUCS = Wording("AUC", ordered="positive-negative pair", unit="pair")
OF_REPLICATES = Wording("AUC", ordered="positive-negative pair", unit="pair", resampled=True)
OF_VOLUMES = Wording(
    "volume",
    bound=_TRIPLES_BOUND,
    cause=" (perfect order or constant scores)",
    ordered="triple",
    unit="triple",
)


def estimate_wording(quantity: str) -> Wording:
    """The words of an estimate from counts."""
    return Wording(quantity, bound=_FREE_BOUND, cause="")


def average_wording(quantity: str) -> Wording:
    """The words of an average of AUCs over several classes."""
    return Wording(quantity, ordered="pair of observations of different classes", unit="pair")


no_variance = OF_AUCS.no_variance
identical = OF_AUCS.identical
no_spread = OF_REPLICATES.no_variance


def of_observations(
    observations: Observations | ClassObservations | TableObservations,
) -> list[Caveat]:
    """Dropped rows, pooled folds, rows that were moved, and rows that may belong together."""
    found = []
    unmatched = observations.source.unmatched
    dropped = observations.source.n_dropped - unmatched
    if dropped:
        found.append(
            caveat(
                Kind.DROPPED_ROWS,
                "of_several" if len(observations.missing) > 1 else "plain",
                rows=count(dropped, "row"),
                were="was" if dropped == 1 else "were",
                missing=join_words(
                    [f"{shortened(name)} {rows:,}" for name, rows in observations.missing.items()],
                    most=12,
                ),
            )
        )
    if unmatched:
        found.append(caveat(Kind.UNMATCHED_ROWS, observations=count(unmatched, "observation")))
    if len(observations.fold_names) > 1:
        found.append(caveat(Kind.POOLED_FOLDS, "scores", folds=len(observations.fold_names)))
    if observations.source.aligned:
        found.append(caveat(Kind.ALIGNED_ROWS, about=observations.source.aligned))
    return [*found, *(_repeated_identifier(column) for column in observations.identifiers)]


def _repeated_identifier(column: RepeatedIdentifier) -> Caveat:
    known = {
        "different": f"{column.different:,}",
        "rows": f"{column.rows:,}",
        "quoted": repr(column.name),
        "option": shlex.quote(column.name),
    }
    if not column.classifier:
        return caveat(Kind.REPEATED_IDENTIFIERS, "grouped", about=[column.name], **known)
    return caveat(
        Kind.REPEATED_IDENTIFIERS,
        "long_form",
        about=[column.name],
        classifier=column.classifier,
        quoted_classifier=repr(column.classifier),
        option_classifier=shlex.quote(column.classifier),
        **known,
    )


def of_ranking(moments: AucMoments, at: int, *, when_perfect: str) -> list[Caveat]:
    """Class sizes, heavy ties and perfect separation, for methods that use no DeLong variance.

    ``when_perfect`` says what the interval rests on where the separation is perfect.
    """
    name, auc, tied = moments.names[at], moments.aucs[at], moments.tied_shares[at]
    return of_class_sizes(moments) + _of_separation(name, auc, tied, when_perfect, _RANKS_NOTHING)


def chosen_highest(
    highest: Estimate | ClassEstimate, plain: Estimate | ClassEstimate, classifiers: int
) -> Caveat:
    """A classifier that the data have chosen; ``plain`` is its estimate without the choice."""
    about, digits = [highest.name], digits_for(highest.interval.high - highest.interval.low)
    shown = [f"{number(each.value, digits)} ({each.interval})" for each in (highest, plain)]
    if shown[0] == shown[1]:
        return caveat(Kind.CHOSEN_HIGHEST, "unchanged", about=about, classifiers=classifiers)
    return caveat(
        Kind.CHOSEN_HIGHEST,
        "changed",
        about=about,
        classifiers=classifiers,
        quantity=highest.quantity,
        estimate=shown[0],
    )


def shared_observations(first: str, second: str, what: str = "their AUCs") -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return caveat(Kind.SHARED_OBSERVATIONS, "pair", about=(first, second), what=what)


def no_standard_error(method: str, first: str, second: str) -> Caveat:
    """A difference whose standard error is 0, which leaves a method without a test."""
    return caveat(
        Kind.NO_VARIANCE,
        "standard_error",
        about=(first, second),
        method=method,
        what=difference(first, second),
        bound=_PAIRS_BOUND,
    )


def of_lone_standard_error(name: str, standard_error: float) -> list[Caveat]:
    """A perfect classifier in a comparison whose standard error is the other one's."""
    if standard_error != 0:
        return []
    return [caveat(Kind.LONE_VARIANCE, "standard_error", about=[name])]


def outside_table(score_correlation: float, area: float) -> Caveat:
    """A look-up beyond the edge of the table of Hanley and McNeil 1983."""
    return caveat(Kind.OUTSIDE_TABLE, correlation=number(score_correlation), area=number(area))


def no_score_correlation(which: str) -> Caveat:
    """A class in which two classifiers' scores have no correlation to compute."""
    return caveat(Kind.NO_SCORE_CORRELATION, which=which)


def from_error_count(method: str, name: str, errors: int, observations: int) -> Caveat:
    """An interval that knows the error count and nothing else of the scores."""
    return caveat(
        Kind.ERROR_DERIVED,
        "estimate",
        about=[name],
        method=method,
        errors=count(errors, "error"),
        observations=f"{observations:,}",
    )


def allowed_for(what: str, *about: str) -> Caveat:
    """A variance that is missing, by a beta interval, which allows for errors all the same."""
    return caveat(Kind.NO_VARIANCE, "allowed_for", about=about, what=what)


# The caveats of estimates whose variance comes from influence values.


FEW_BEYOND = 5
FEW_IN_RANGE = 30
COVERED_IN_RANGE = "90 to 100%"
LEVEL_IN_RANGE = "11%"
"""Simulated coverage and level in docs/validation.md; tests hold them to that page's numbers."""


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
        caveat(
            Kind.FEW_BEYOND,
            quantity=estimate.quantity,
            share=percent(share),
            size=count(size, f"{which} observation"),
            limit=FEW_BEYOND,
        )
    ]


def of_range(scores: Scores, estimate: PartialAuc) -> list[Caveat]:
    """A range with so few observations that missing some of them outright loses much of the area.

    Where there are fewer than ``FEW_BEYOND``, another caveat covers it.
    """
    by_negatives = estimate.over == "specificity"
    size = scores.n_negative if by_negatives else scores.n_positive
    inside = size * estimate.width
    if not FEW_BEYOND - 1e-9 < inside < FEW_IN_RANGE - 1e-9:
        return []
    which = "negative" if by_negatives else "positive"
    return [
        caveat(
            Kind.FEW_IN_RANGE,
            inside=f"{inside:.0f}",
            size=count(size, f"{which} observation"),
            quantity=estimate.quantity,
            limit=FEW_IN_RANGE,
            coverage=COVERED_IN_RANGE,
            level=LEVEL_IN_RANGE,
        )
    ]


def of_chance(name: str, estimate: RateAt, low: float) -> list[Caveat]:
    """A classifier that is not clearly above the diagonal where it is looked at."""
    chance = 1 - estimate.fixed
    if low > chance:
        return []
    return [
        caveat(Kind.NEAR_CHANCE, about=[name], quantity=estimate.quantity, chance=percent(chance))
    ]


def different_positive_shares(first: float, second: float) -> Caveat:
    """Average precision on test sets with different shares of positives."""
    return caveat(
        Kind.DIFFERENT_PREVALENCE,
        "average_precision",
        first=percent(first),
        second=percent(second),
    )


# AUCs of several classes.


def of_average_class_sizes(moments: ClassAucMoments) -> list[Caveat]:
    """Few observations in a class that has weight."""
    used = np.flatnonzero(moments.used)
    return _of_classes(
        [moments.classes[place] for place in used],
        [moments.counts[place] for place in used],
        None if moments.worth is None else [moments.worth[place] for place in used],
        grouped=moments.n_groups > 0,
    )


def of_one_average(
    moments: ClassAucMoments, at: int, quantity: str, variance: float
) -> list[Caveat]:
    """Class sizes, heavy ties, perfect separation and other zero variances of one classifier."""
    name, value = moments.names[at], float(moments.values[at])
    tied = float(np.nansum(moments.weights * moments.tied_shares[at]))
    found = of_average_class_sizes(moments)
    found += _of_separation(name, value, tied, WHEN_PERFECT, ties="pairs_of_classes")
    if value not in (0.0, 1.0) and not variance > 0:
        found.append(allowed_for(f"the {quantity} of {shortened(name)}", name))
    return found


def different_class_shares(quantity: str) -> Caveat:
    """An average that depends on the class shares, compared on test sets where these differ."""
    return caveat(Kind.DIFFERENT_PREVALENCE, "classes", quantity=quantity)


# Volumes under the ROC surface.


def of_volume_class_sizes(moments: VolumeMoments) -> list[Caveat]:
    """Few observations in a class."""
    return _of_classes(moments.classes, moments.counts, moments.worth, grouped=moments.n_groups > 0)


def of_one_volume(moments: VolumeMoments, at: int, *, bounded: bool = True) -> list[Caveat]:
    """Class sizes, heavy ties, perfect order and other zero variances of one classifier.

    ``bounded`` means that a bound replaces a variance that is missing.
    """
    name, value, tied = moments.names[at], moments.volumes[at], moments.tied_shares[at]
    found = of_volume_class_sizes(moments)
    if HEAVY_TIES < tied < 1:
        found.append(caveat(Kind.HEAVY_TIES, "triples", about=[name], share=percent(tied)))
    if value == 1:
        perfect = f"its variance cannot be estimated, and its interval is {_TRIPLES_BOUND}"
        interval = perfect if bounded else WHEN_PERFECT
        found.append(caveat(Kind.PERFECT_SEPARATION, "ordered", about=[name], interval=interval))
    elif not moments.covariance[at, at] > 0:
        missing = OF_VOLUMES.no_variance if bounded else allowed_for
        found.append(missing(f"the volume of {shortened(name)}", name))
    return found


def of_nearly_perfect_volumes(first: float, second: float, smaller: int) -> list[Caveat]:
    """Two volumes so near 1 (or 0) that the smallest class holds less than one misordered one."""
    mean = (first + second) / 2
    if smaller * min(mean, 1 - mean) >= MISORDERED:
        return []
    end = "1" if mean > 0.5 else "0"
    return [caveat(Kind.NEARLY_PERFECT, "volumes", end=end, size=count(smaller, "observation"))]


# Resampling.


def stopped_early(done: int, asked: int, what: str = "replicate") -> Caveat:
    """A run that was interrupted, by what it counts."""
    return caveat(Kind.STOPPED_EARLY, done=f"{done:,}", asked=count(asked, what))


def missing_class(without: int, done: int) -> Caveat:
    """Unstratified replicates that drew only one class."""
    return caveat(
        Kind.REPLICATES_WITHOUT_A_CLASS, without=f"{without:,}", done=count(done, "replicate")
    )


def no_value(without: int, done: int, quantity: str) -> Caveat:
    """Replicates in which a function has no value."""
    return caveat(
        Kind.REPLICATES_WITHOUT_A_VALUE,
        without=f"{without:,}",
        done=count(done, "replicate"),
        quantity=quantity,
    )


def equal_replicates() -> Caveat:
    """Replicates of a number for which there is no bound."""
    return caveat(Kind.NO_VARIANCE, "equal_replicates")


def no_replicate_variance(without: int, done: int) -> Caveat:
    """Replicates that cannot be studentised."""
    return caveat(
        Kind.REPLICATES_WITHOUT_VARIANCE, without=f"{without:,}", done=count(done, "replicate")
    )


def too_few_replicates(replicates: int, confidence: float) -> Caveat:
    """An interval whose ends lie beyond the replicates."""
    return caveat(
        Kind.TOO_FEW_REPLICATES,
        replicates=count(replicates, "replicate"),
        confidence=percent(confidence),
    )


def shifted_null() -> Caveat:
    """What the interval of a permutation test assumes."""
    return caveat(Kind.SHIFTED_NULL)


def whole_curve() -> Caveat:
    """What a test of whole curves does not say."""
    return caveat(Kind.WHOLE_CURVE)


# What a reader must know of a choice that was repeated in replicates.


PERCENTILE_COVERAGE = (0.16, 0.98)
"""The lowest and the highest measured coverage of percentiles of chosen thresholds."""


def no_threshold(without: int, done: int) -> Caveat:
    """Replicates in which the rule chooses nothing."""
    return caveat(
        Kind.REPLICATES_WITHOUT_THRESHOLD, without=f"{without:,}", done=count(done, "replicate")
    )


def of_rate_values(values: Floats, rate: Rate, name: str, where: str) -> list[Caveat]:
    """Replicates in which a rate does not exist, or is infinite."""
    found, done = [], count(len(values), "replicate")
    without = int(np.count_nonzero(np.isnan(values)))
    if without:
        found.append(
            caveat(
                Kind.REPLICATES_WITHOUT_RATE,
                about=[name],
                rate=rate_words(rate),
                without=f"{without:,}",
                done=done,
                where=where,
            )
        )
    infinite = int(np.count_nonzero(np.isinf(values)))
    if infinite:
        found.append(
            caveat(
                Kind.INFINITE_REPLICATES,
                about=[name],
                rate=rate_words(rate),
                infinite=f"{infinite:,}",
                done=done,
                where=where,
            )
        )
    return found


def no_rate_spread(rates: list[tuple[Rate, Interval]], name: str) -> list[Caveat]:
    """Rates that replicates do not vary, by the interval that takes the bootstrap's place."""
    found, by_method = [], dict[str, dict[str, None]]()
    for rate, fixed in rates:
        by_method.setdefault(fixed.method, {})[rate_words(rate)] = None
    for method, words in by_method.items():
        found.append(
            caveat(
                Kind.NO_VARIANCE,
                "rates",
                about=[name],
                rates=join_words(list(words)),
                method=method,
            )
        )
    return found


def percentile_interval(rule: ThresholdRule) -> Caveat:
    """The interval of a threshold by a rule for which no better one is known than percentiles."""
    low, high = PERCENTILE_COVERAGE
    return caveat(Kind.THRESHOLD_INTERVAL, rule=str(rule), low=percent(low), high=percent(high))
