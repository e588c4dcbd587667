"""The caveats of volumes under the ROC surface, in one voice."""

from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.formatting import count, percent, shortened
from aucurate.inference.core.beta_caveats import WHEN_PERFECT, allowed_for
from aucurate.inference.core.caveats import FEW, HEAVY_TIES, MISORDERED
from aucurate.results import Caveat

BOUNDED = "its variance cannot be estimated, and its interval is the disjoint-triples bound"


def of_class_sizes(moments: VolumeMoments) -> list[Caveat]:
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
    found = of_class_sizes(moments)
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
        found.append(no_variance(what) if bounded else allowed_for(what))
    return found


def of_nearly_perfect(first: float, second: float, smaller: int) -> list[Caveat]:
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


def no_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-triples bound, which needs none, takes its place.",
    )


def of_lone_variance(moments: VolumeMoments, at: int) -> list[Caveat]:
    """A classifier without variance in a comparison that has one."""
    if moments.covariance[at, at] != 0:
        return []
    return [
        Caveat(
            kind="lone_variance",
            message=f"The volume of {shortened(moments.names[at])} shows no variance here (perfect "
            "order or constant scores), so the comparison rests on the variance of the other "
            "classifier alone and may sound surer than it is.",
        )
    ]


def identical(first: str, second: str) -> Caveat:
    """Two classifiers that order every triple alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every triple alike; the "
        "interval is the rule of three for a triple they might order differently.",
    )


def shared_observations(first: str, second: str) -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return Caveat(
        kind="shared_observations",
        message=f"{shortened(first)} and {shortened(second)} scored the same observations, but the "
        "test is the unpaired one, which takes their volumes as independent: use the paired test.",
    )
