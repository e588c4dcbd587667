"""The caveats that belong to resampling, in one voice."""

from aucurate.formatting import count, percent, shortened
from aucurate.results import Caveat


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
