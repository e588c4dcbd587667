"""A row of Tables 1 and 6: exact, by another road, simulated, and printed."""

from dataclasses import dataclass
from typing import Any

from aucurate.theory import (
    SimulatedChoice,
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
)
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.moments_agreement import Figure
from aucurate_papers.rosset_2004.moments_both import THRESHOLD, BothMoments, simulated_of
from aucurate_papers.rosset_2004.moments_errors import ErrorMoments, error_moments
from aucurate_papers.rosset_2004.moments_formula import FormulaMoments, formula_moments
from aucurate_papers.rosset_2004.printed import (
    PRINTED_MOMENTS,
    PRINTED_SIZE,
    PRINTED_THRESHOLD,
    PrintedMoments,
)
from aucurate_papers.running import Run

DRAWS = 100_000
QUICK_DRAWS = 2_000

_STREAM = 1  # of the random numbers of Tables 1 and 6


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentsRow(BothMoments):
    """One setting of n and q.

    ``auc`` and ``error`` are the exact moments of :mod:`aucurate.theory`; ``formula`` are those of
    the AUC by the paper's triple sums, ``whole`` those of the errors by their distribution.
    """

    printed: PrintedMoments
    formula: FormulaMoments
    whole: ErrorMoments
    simulated: SimulatedChoice

    @property
    def auc_mean_figure(self) -> Figure:
        """The mean of Table 1 and its witnesses."""
        return Figure(
            exact=self.auc.mean,
            again=self.formula.mean,
            simulated=self.simulated.auc.mean,
            standard_error=self.simulated.auc.mean_standard_error,
            printed=self.printed.auc_mean,
            decimals=2,
        )

    @property
    def auc_variance_figure(self) -> Figure:
        """The variance of Table 1 and its witnesses."""
        return Figure(
            exact=self.auc.variance,
            again=self.formula.variance,
            simulated=self.simulated.auc.variance,
            standard_error=self.simulated.auc.variance_standard_error,
            printed=self.printed.auc_variance,
            decimals=0,
        )

    @property
    def error_mean_figure(self) -> Figure:
        """The mean of the error difference and its witnesses."""
        return Figure(
            exact=self.error.mean,
            again=self.whole.mean,
            simulated=self.simulated.error.mean,
            standard_error=self.simulated.error.mean_standard_error,
            printed=self.printed.error_mean,
            decimals=2,
        )

    @property
    def error_variance_figure(self) -> Figure:
        """The variance of the error difference and its witnesses."""
        return Figure(
            exact=self.error.variance,
            again=self.whole.variance,
            simulated=self.simulated.error.variance,
            standard_error=self.simulated.error.variance_standard_error,
            printed=self.printed.error_variance,
            decimals=2,
        )


def rows_of(run: Run, what: str) -> list[MomentsRow]:
    """All six rows; what is slow of each is kept, for both tables."""
    rows = []
    for at, printed in enumerate(PRINTED_MOMENTS):
        run.tell(at, len(PRINTED_MOMENTS), what)
        rows.append(row_of(run, printed, QUICK_DRAWS if run.quick else DRAWS, at, what))
    run.tell(len(PRINTED_MOMENTS), len(PRINTED_MOMENTS), what)
    return rows


def row_of(run: Run, printed: PrintedMoments, draws: int, at: int, what: str) -> MomentsRow:
    """One row, number ``at`` of the table."""
    n, q1, q2 = printed.n, printed.first_probability, printed.second_probability
    pair = rosset_example(n, q1, q2, size=PRINTED_SIZE)

    def stay(done: int, total: int) -> bool:
        run.tell(at, len(PRINTED_MOMENTS), f"{what}, n = {n}, q2 = {q2}")
        return True

    def compute() -> dict[str, Any]:
        found = formula_moments(n, q1, q2, size=PRINTED_SIZE, step=lambda done: stay(done, n))
        return found.to_dict()

    piece = f"moments/n-{n}-q-{q2}"
    formula = run.kept(f"{PAPER}/{piece}-formula", {"n": n, "second_probability": q2}, compute)
    return MomentsRow(
        printed=printed,
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        formula=FormulaMoments.from_dict(formula),
        whole=error_moments(n, q1, q2, size=PRINTED_SIZE, threshold=PRINTED_THRESHOLD),
        simulated=simulated_of(
            run, pair, piece, stream=(_STREAM, n, round(1000 * q2)), draws=draws, progress=stay
        ),
    )
