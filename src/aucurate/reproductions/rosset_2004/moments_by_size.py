"""Table 6 by size: how large a test set the right choice needs, by AUC and by error rate.

Table 6 compares the two criteria at three sizes. Here the same exact moments, with the normal
approximation, are taken at many, and asked the other way round: how many observations make the
right choice as likely as 0.8, 0.9 or 0.95?

**State**: the paper prints no number for this, only that the AUC finds the better classifier more
often on all its examples. It is "exact" if that holds at every size and for every probability asked
for, in the exact moments, and all exact means and variances agree with their simulation (three
standard errors, and so many more that all of them together exceed them as rarely); else "not
reproduced".
"""

from collections.abc import Sequence

from aucurate.formatting import count, listing, number
from aucurate.reproductions.exhibit import Exhibit, State
from aucurate.reproductions.rosset_2004 import PAPER, SOURCE
from aucurate.reproductions.rosset_2004.dependence_rows import distance
from aucurate.reproductions.rosset_2004.drawing import size_figure
from aucurate.reproductions.rosset_2004.moments_agreement import errors_for
from aucurate.reproductions.rosset_2004.moments_size_layout import (
    line_table,
    simulated_table,
    sizes_table,
)
from aucurate.reproductions.rosset_2004.moments_size_rows import (
    DRAWN,
    DRAWS,
    PROBABILITIES,
    QUICK_DRAWS,
    QUICK_LARGEST,
    SizePoint,
    SizeRow,
    point_of,
    size_row_of,
)
from aucurate.reproductions.running import Made, Run, provenance_of

NAME = "table 6, by size"
TITLE = "The size of a test set that makes the right choice likely, by AUC and by error rate"

_SECOND = (0.2, 0.3)
_TOLD = 0.9  # the probability that the sentences speak of, or the nearest to it
_FIGURES = 4  # of each simulated size: two means and two variances


def table_6_by_size(run: Run) -> Made:
    """The sizes asked for, and the probability of the right choice at many sizes."""
    draws = QUICK_DRAWS if run.quick else DRAWS
    probabilities = PROBABILITIES[:1] if run.quick else PROBABILITIES
    asked = [(q, probability) for q in _SECOND for probability in probabilities]
    largest = QUICK_LARGEST if run.quick else max(DRAWN)
    sizes = [(q, n) for q in _SECOND for n in DRAWN if n <= largest]
    total = len(asked) + len(sizes)
    rows: list[SizeRow] = []
    points: list[SizePoint] = []

    def stay(done: int, of: int) -> bool:
        run.tell(len(rows) + len(points), total, NAME)
        return True

    for q, probability in asked:
        rows.append(size_row_of(run, q, probability, draws, stay))
    for q, n in sizes:
        stay(0, 1)
        points.append(point_of(run, n, q, draws, stay))
    run.tell(total, total, NAME)
    state = state_of(rows, points)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(sizes_table(rows), simulated_table(points), line_table(points)),
            verdict=sentences_of(rows, points),
            differs="" if state == "exact" else "The finding of Table 6 does not hold everywhere.",
            caveats=(),
            provenance=provenance_of(
                run, source=SOURCE, method="exact moments and simulation", draws=draws
            ),
        ),
        figures={"rosset-2004-test-set-size": lambda: size_figure(points)},
    )


def state_of(rows: Sequence[SizeRow], points: Sequence[SizePoint]) -> State:
    """Whether the AUC needs fewer observations throughout, and the simulation agrees."""
    fewer = all(row.auc.n < row.error.n for row in rows)
    likelier = all(point.auc_phi > point.error_phi for point in points)
    drawn = [point for point in points if point.simulated is not None]
    errors = errors_for(_FIGURES * len(drawn))
    held = all(_is_held(point, errors) for point in drawn)
    return "exact" if fewer and likelier and held else "not reproduced"


def sentences_of(rows: Sequence[SizeRow], points: Sequence[SizePoint]) -> tuple[str, ...]:
    """How many more observations the error rate needs, and how good the approximation is."""
    ratios = [row.error.n / row.auc.n for row in rows]
    told = min({row.probability for row in rows}, key=lambda asked: abs(asked - _TOLD))
    examples = [
        f"{count(row.auc.n, 'observation')} by AUC against {row.error.n:,} by error rate with q2 = "
        f"{number(row.second_probability, 1)}"
        for row in rows
        if row.probability == told
    ]
    likelier = sum(point.auc_phi > point.error_phi for point in points)
    far = max(
        max(abs(point.auc_phi - found.auc.share), abs(point.error_phi - found.error.share))
        for point in points
        if (found := point.simulated) is not None
    )
    return (
        f"For the right choice with probability {number(told, 1)} it takes "
        f"{listing(examples)}; over all that was asked the error rate needs "
        f"{number(min(ratios), 1)} to {number(max(ratios), 1)} times the observations.",
        f"At {likelier} of {len(points)} sizes and settings the AUC makes the right choice "
        "likelier, as the paper finds at three sizes.",
        f"The normal approximation is within {number(far)} of the simulated share at every "
        "simulated size; the largest distances include the error of the simulation.",
    )


def _is_held(point: SizePoint, errors: float) -> bool:
    found = point.simulated
    return (
        found is not None
        and distance(point.auc, found.auc) <= errors
        and distance(point.error, found.error) <= errors
    )
