"""What all exhibits of the paper have in common: its key, their titles, how one is put together."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from aucurate.results import Caveat
from aucurate.study.base import Provenance
from aucurate.study.table import Table
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER = "gajowniczek-2014"
TITLES = {
    "table 1": "Classification matrix, and its sensitivity and specificity",
    "table 2": "Mechanism of the ROC curve plotting, on ten observations",
    "figure 1": "ROC curve for the data in Table 2",
    "figure 2": "The ROC curve and its possible variants",
    "simulation study": "Five models of customer churn: their curves, counted and fitted",
    "table 3": "Tests for normality after the Box-Cox transformation",
    "table 4, non-parametric": "AUC estimation: Mann-Whitney and trapezoidal integration",
    "table 4, parametric": "AUC estimation: normal assumption",
    "table 5": "P-values for the differences between two AUCs, from Table 4",
    "table 5, on our scores": "P-values for the differences between two AUCs, and the paired test",
}


def made(
    name: str,
    *,
    state: State,
    shown: tuple[Table, ...],
    verdict: tuple[str, ...],
    provenance: Provenance,
    differs: str = "",
    caveats: tuple[Caveat, ...] = (),
    figures: "Mapping[str, Callable[[], Figure]] | None" = None,
) -> Made:
    """An exhibit of the paper, under the title it has in the list."""
    exhibit = Exhibit(
        paper=PAPER,
        name=name,
        title=TITLES[name],
        state=state,
        shown=shown,
        verdict=verdict,
        differs=differs,
        caveats=caveats,
        provenance=provenance,
    )
    return Made(exhibit=exhibit, figures=figures or {})
