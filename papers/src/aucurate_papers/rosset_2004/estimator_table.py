"""Table 2: how well Hanley and McNeil, and DeLong, estimate the variance of the difference.

1000 test sets are drawn for each row, as in the paper, and every estimate is held against the exact
variance of n+ n- (AUC1 - AUC2), in which the class sizes vary too: each draw is weighted with its
own.

**State**: "within simulation error" if all twelve printed means are within three standard errors of
the difference of two means (both over as many draws as they have, both with the standard deviation
of our draws); "same finding, other numbers" if the paper's findings hold
(:class:`~aucurate_papers.rosset_2004.estimator_verdict.Findings`); else "not reproduced".
"""

from typing import Any

import numpy as np

from aucurate.theory import auc_difference_moments, rosset_example
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.estimator_draws import Estimates, estimates_of
from aucurate_papers.rosset_2004.estimator_layout import (
    lookup_table,
    main_table,
    readings_table,
    spread_table,
)
from aucurate_papers.rosset_2004.estimator_verdict import (
    EstimatorRow,
    findings_of,
    sentences_of,
    state_of,
)
from aucurate_papers.rosset_2004.printed import (
    PRINTED_DRAWS,
    PRINTED_ESTIMATORS,
    PRINTED_FIRST_PROBABILITY,
    PRINTED_SIZE,
    PrintedEstimators,
)
from aucurate_papers.running import Made, Run, provenance_of

NAME = "table 2"
TITLE = "Estimators of the variance of the AUC difference, against the exact variance"
QUICK_DRAWS = 100

_STREAM = 2  # of the random numbers of this exhibit


def table_2(run: Run) -> Made:
    """Draw, estimate and compare, a row at a time."""
    draws = QUICK_DRAWS if run.quick else PRINTED_DRAWS
    total = draws * len(PRINTED_ESTIMATORS)
    rows = []
    for at, printed in enumerate(PRINTED_ESTIMATORS):
        run.tell(at * draws, total, f"{NAME}, n = {printed.n}")
        rows.append(row_of(run, printed, draws, at * draws, total))
    run.tell(total, total, NAME)
    found = findings_of(rows)
    state = state_of(found)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(main_table(rows), readings_table(rows), spread_table(rows), lookup_table()),
            verdict=sentences_of(found, rows),
            differs=_reason(state),
            caveats=(),
            provenance=provenance_of(
                run,
                source=SOURCE,
                method="draws of section 2.1.3; Hanley-McNeil (1983) and DeLong (1988) variances",
                draws=draws,
            ),
        )
    )


def row_of(
    run: Run, printed: PrintedEstimators, draws: int, done: int = 0, total: int = 0
) -> EstimatorRow:
    """One row; ``done`` of ``total`` draws have been made before it."""
    n, q = printed.n, printed.second_probability
    pair = rosset_example(n, PRINTED_FIRST_PROBABILITY, q, size=PRINTED_SIZE)
    made = iter(range(done + 1, done + draws + 1))

    def step() -> None:
        run.tell(next(made), max(total, draws), f"{NAME}, n = {n}")

    def compute() -> dict[str, Any]:
        rng = np.random.default_rng([run.rng, _STREAM, n, round(1000 * q)])
        found = estimates_of(pair, draws, rng, step)
        return {name: one.to_dict() for name, one in found.items()}

    settings = {"n": n, "second_probability": q, "draws": draws}
    kept = run.kept(f"{PAPER}/table-2/n-{n}-q-{q}", settings, compute)
    return EstimatorRow(
        printed=printed,
        draws=draws,
        exact=auc_difference_moments(pair).variance,
        estimates={name: Estimates.from_dict(one) for name, one in kept.items()},
    )


def _reason(state: State) -> str:
    if state == "within simulation error":
        return ""
    return (
        "The draws of the paper are not known, nor how the table of 1983 was read between its "
        "rows, nor how DeLong's estimator was programmed; its column of actual variances is that "
        "of Table 1."
    )
