"""The caveats that follow from the data, in one voice."""

from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations
from aucurate.formatting import count, percent, shortened
from aucurate.results import Caveat

FEW = 20
HEAVY_TIES = 0.10


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


def of_observations(observations: Observations) -> list[Caveat]:
    """Dropped rows, and pooled scores of several folds."""
    found = []
    if observations.dropped:
        found.append(
            Caveat(
                kind="dropped_rows",
                message=f"{count(observations.dropped, 'row')} with missing values "
                f"{'was' if observations.dropped == 1 else 'were'} dropped.",
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
    return found
