"""Every interval of an AUC side by side, and which of them to take here."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from aucurate.checks import checked
from aucurate.data.observations import Missing
from aucurate.inference import RECOMMENDED_INTERVAL
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, Estimate
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy, compare
from aucurate.study.compare_caveats import OF_THE_DATA
from aucurate.study.compare_words import recommendations
from aucurate.study.interval_tables import intervals_table
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalsStudy(Study):
    """``estimates`` holds every interval of every classifier, ``recommended`` one for each."""

    kind = "intervals"

    estimates: tuple[Estimate, ...]
    recommended: tuple[Estimate, ...]

    def tables(self) -> tuple[Table, ...]:
        """All intervals."""
        return (intervals_table(self.estimates),)

    def sentences(self) -> tuple[str, ...]:
        """Which interval to take, and why."""
        return recommendations(self.recommended, self.estimates)


@checked
def intervals(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> IntervalsStudy:
    """All intervals of the AUC of one or more classifiers, and which is recommended here and why.

    The methods are those of ``aucurate.inference.INTERVALS``; data are given as to ``compare``.

    >>> study = intervals([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8])
    >>> len(study.estimates), study.recommended[0].interval.method
    (14, 'DeLong beta')
    """
    study = compare(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        confidence=confidence,
        interval=RECOMMENDED_INTERVAL,
        all_intervals=True,
        resampling=resampling,
        threads=threads,
        progress=progress,
    )
    return IntervalsStudy(
        estimates=study.all_estimates,
        recommended=study.estimates,
        caveats=_caveats(study),
        provenance=study.provenance,
    )


def _caveats(study: CompareStudy) -> tuple[Caveat, ...]:
    """Those of the data, and of all intervals."""
    estimates = (*study.estimates, *study.all_estimates)
    found = [caveat for caveat in study.caveats if caveat.kind in OF_THE_DATA]
    found += [caveat for estimate in estimates for caveat in estimate.caveats]
    return tuple(dict.fromkeys(found))
