"""What beta intervals say where the data show no variance: they allow for errors all the same."""

from aucurate.results import Caveat

WHEN_PERFECT = "its interval rests on the class sizes alone"


def allowed_for(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; its "
        "interval allows for errors that the sample does not show.",
    )
