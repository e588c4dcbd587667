"""The caveats that follow from the data, in one voice."""

from aucurate.data.classes import ClassObservations
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations, RepeatedIdentifier
from aucurate.formatting import count, digits_for, listing, number, percent, shortened
from aucurate.results import Caveat, Estimate

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


def of_class_sizes(moments: AucMoments) -> list[Caveat]:
    """Few observations in a class."""
    found = []
    for name, size in (("positive", moments.n_positive), ("negative", moments.n_negative)):
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


def of_unequal_test_sets(first: AucMoments, second: AucMoments) -> list[Caveat]:
    """The same for different test sets.

    An AUC that came out high goes with a variance that came out low, above all when one test set is
    far smaller than the other and all uncertainty is its own: DeLong's test then rejects too often.
    """
    smallest = min(min(m.n_positive, m.n_negative) for m in (first, second))
    misordered = _misordered(first.aucs[0], second.aucs[0], smallest)
    if misordered >= FEW_ERRORS:
        return []
    _, pairs = _near_end(first.aucs[0], second.aucs[0])
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
    message = f"Lower scores mean more positive for {listing([shortened(n) for n in lower])}."
    return [Caveat(kind="lower_scores", message=message)]


def no_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-pairs bound, which needs none, stands in for DeLong's method.",
    )


def of_lone_variance(moments: AucMoments, at: int) -> list[Caveat]:
    """A perfect or constant classifier in a comparison whose variance is the other one's."""
    if moments.covariance[at, at] != 0:
        return []
    name = shortened(moments.names[at])
    return [
        Caveat(
            kind="lone_variance",
            message=f"The AUC of {name} shows no variance here (perfect separation or constant "
            "scores), so its comparisons rest on the variance of the other classifier alone and "
            "may sound surer than they are.",
        )
    ]


def identical(first: str, second: str) -> Caveat:
    """Two classifiers that order every pair alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every positive-negative pair "
        "alike; the interval is the rule of three for a pair they might order differently.",
    )


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
        names = listing([shortened(name) for name in observations.aligned])
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


def chosen_highest(highest: Estimate, plain: Estimate, classifiers: int) -> Caveat:
    """A classifier that the data have chosen; ``plain`` is its estimate without the choice."""
    start = f"{shortened(highest.name)} was chosen as the highest of {classifiers} on these data"
    digits = digits_for(highest.interval.high - highest.interval.low)
    shown = [f"{number(one.value, digits)} {one.interval}" for one in (highest, plain)]
    if shown[0] == shown[1]:
        message = f"{start}, but no other came near enough to change its estimate or interval."
    else:
        message = (
            f"{start}, so its own AUC is too high on average and its own interval too optimistic; "
            f"{number(highest.value, digits)} ({highest.interval}) allows for the choice."
        )
    return Caveat(kind="chosen_highest", message=message)


def shared_observations(first: str, second: str) -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return Caveat(
        kind="shared_observations",
        message=f"{shortened(first)} and {shortened(second)} scored the same observations, but the "
        "test is the unpaired one, which takes their AUCs as independent: use the paired test.",
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
