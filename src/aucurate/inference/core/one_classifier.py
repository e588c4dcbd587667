"""What the intervals of one AUC share: whose AUC it is, and the record they return."""

from collections.abc import Iterable

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import listing, shortened
from aucurate.results import Caveat, Estimate, Interval


def chosen(data: Scores | AucMoments, name: str | None, method: str) -> tuple[AucMoments, int]:
    """The moments, and which of their classifiers is meant.

    ``method`` is named where it refuses weights or groups.
    """
    if isinstance(data, AucMoments):
        moments = data
    else:
        data.observations.require_plain(method)
        moments = AucMoments.from_scores(data)
    if name is not None:
        return moments, moments.index(name)
    if len(moments.names) > 1:
        raise OptionError(
            "the moments hold several classifiers; which one is meant is not said.",
            hint=f"add name=, one of {listing([shortened(n) for n in moments.names])}.",
        )
    return moments, 0


def auc_estimate(
    moments: AucMoments,
    at: int,
    *,
    standard_error: float,
    interval: Interval,
    method: str,
    caveats: Iterable[Caveat],
) -> Estimate:
    """The AUC of one classifier with this standard error and interval."""
    return Estimate(
        name=moments.names[at],
        quantity="AUC",
        value=moments.aucs[at],
        standard_error=standard_error,
        interval=interval,
        n_positive=moments.n_positive,
        n_negative=moments.n_negative,
        method=method,
        caveats=tuple(caveats),
    )
