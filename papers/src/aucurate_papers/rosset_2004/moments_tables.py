"""Tables 1 and 6: exact moments of the AUC difference and of the error difference.

Every printed mean and variance stands beside ours and the witnesses for ours: another road without
simulation error (the paper's triple sums for the AUC, the distribution itself for the errors), and
a simulation with its standard error.

**State** (:func:`~aucurate_papers.rosset_2004.moments_agreement.state_of`, over all printed
means and variances of the table): "not reproduced" if a witness speaks against one of ours (the
other road beyond 1e-9, or the simulation by more than three standard errors, and so many more that
all figures together exceed them as rarely), or, for Table 6, if the AUC does not choose the better
classifier more often in all rows; else "exact" if ours round to all that is printed, and "printed
figure is wrong" if some do not.
"""

from collections.abc import Sequence

from aucurate.study.base import Provenance
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.moments_agreement import state_of
from aucurate_papers.rosset_2004.moments_layout import auc_table, error_table
from aucurate_papers.rosset_2004.moments_rows import MomentsRow, rows_of
from aucurate_papers.rosset_2004.moments_verdict import (
    auc_chooses_better,
    table_1_sentences,
    table_6_sentences,
)
from aucurate_papers.running import Made, Run, provenance_of

TABLE_1_TITLE = "Moments of the difference of two AUCs"
TABLE_6_TITLE = "Moments of the differences in AUC and in error rate"

_HOLDS = " What the paper concludes from them holds with the exact ones."


def table_1(run: Run) -> Made:
    """Mean, variance and Phi of the AUC difference."""
    rows = rows_of(run, "table 1")
    state = table_1_state(rows)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name="table 1",
            title=TABLE_1_TITLE,
            state=state,
            shown=(auc_table(rows, "table_1", as_printed=True),),
            verdict=table_1_sentences(rows),
            differs=_reason(state, "variances"),
            caveats=(),
            provenance=_provenance(run, rows),
        )
    )


def table_6(run: Run) -> Made:
    """The same for the error rate, with the AUC beside it."""
    rows = rows_of(run, "table 6")
    state = table_6_state(rows)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name="table 6",
            title=TABLE_6_TITLE,
            state=state,
            shown=(error_table(rows, "table_6_error"), auc_table(rows, "table_6_auc")),
            verdict=table_6_sentences(rows),
            differs=_reason(state, "variances of the AUC and moments of the errors", _HOLDS),
            caveats=(),
            provenance=_provenance(run, rows),
        )
    )


def table_1_state(rows: Sequence[MomentsRow]) -> State:
    """Of the means and variances of the AUC difference."""
    figures = [(row.auc_mean_figure, row.auc_variance_figure) for row in rows]
    return state_of(figure for two in figures for figure in two)


def table_6_state(rows: Sequence[MomentsRow]) -> State:
    """Of all means and variances, if the finding holds."""
    if not auc_chooses_better(rows):
        return "not reproduced"
    figures = [
        (
            *(row.auc_mean_figure, row.auc_variance_figure),
            *(row.error_mean_figure, row.error_variance_figure),
        )
        for row in rows
    ]
    return state_of(figure for four in figures for figure in four)


def _provenance(run: Run, rows: Sequence[MomentsRow]) -> Provenance:
    return provenance_of(
        run,
        source=SOURCE,
        method="exact moments (aucurate.theory), the paper's triple sums, and simulation",
        draws=rows[0].simulated.draws,
        threshold=rows[0].simulated.threshold,
    )


def _reason(state: State, what: str, further: str = "") -> str:
    if state == "exact":
        return ""
    if state == "not reproduced":
        return "A witness speaks against our own figures; look at the tables before trusting them."
    return (
        f"The printed {what} are other numbers than those that follow from the paper's "
        f"assumptions; how they came about we do not know.{further}"
    )
