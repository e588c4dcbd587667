"""Table 6 by size: how large a test set the right choice needs, by AUC and by error rate.

Table 6 compares the two criteria at three sizes. Here the same exact moments, with the normal
approximation, are taken at many, and asked the other way round: from how many observations on is
the right choice as likely as 0.8, 0.9 or 0.95? (By a few observations the probability wavers with
the size; :func:`aucurate.theory.size_to_choose` says how far it looks.)

**State**: the paper asks for no sizes, so that this is "beyond the paper", unless an exact mean or
variance disagrees with its simulation (three standard errors, and so many more that all of them
together exceed them as rarely): then it is "not reproduced". Whether the AUC is the better
criterion at every size, as the paper finds at three, is said in the verdict.
"""

from collections.abc import Callable, Sequence

from aucurate.formatting import count, join_words, number
from aucurate.study.table import Table
from aucurate.theory import SimulatedCriterion
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.agreement import Cells, errors_for, setting_cell, simulated_cell
from aucurate_papers.rosset_2004.right_choice import (
    DRAWN,
    PROBABILITIES,
    QUICK_LARGEST_SIZE,
    QUICK_SIZE_DRAWS,
    SIZE_DRAWS,
    SizePoint,
    SizeRow,
    point_of,
    size_figure,
    size_row_of,
)
from aucurate_papers.running import Made, Run, provenance_of

NAME = "table 6, by size"
TITLE = "The size of a test set that makes the right choice likely, by AUC and by error rate"

_SECOND = (0.2, 0.3)
_TOLD = 0.9  # the probability that the sentences speak of, or the nearest to it
_FIGURES = 4  # of each simulated size: two means and two variances


def table_6_by_size(run: Run) -> Made:
    """The sizes asked for, and the probability of the right choice at many sizes."""
    draws = QUICK_SIZE_DRAWS if run.quick else SIZE_DRAWS
    probabilities = PROBABILITIES[:1] if run.quick else PROBABILITIES
    asked = [(q, probability) for q in _SECOND for probability in probabilities]
    largest = QUICK_LARGEST_SIZE if run.quick else max(DRAWN)
    sizes = [(q, n) for q in _SECOND for n in DRAWN if n <= largest]
    total = len(asked) + len(sizes)
    rows: list[SizeRow] = []
    points: list[SizePoint] = []

    def stay(done: int, of: int, what: str = "") -> bool:
        run.tell(len(rows) + len(points), total, NAME)
        return True

    for q, probability in asked:
        rows.append(size_row_of(run, q, probability, draws, stay))
    for q, n in sizes:
        stay(0, 1)
        points.append(point_of(run, n, q, draws, stay))
    run.tell(total, total, NAME)
    state = state_of(points)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(sizes_table(rows), simulated_table(points), line_table(points)),
            verdict=sentences_of(rows, points),
            differs=_reason(state),
            caveats=(),
            provenance=provenance_of(
                run, source=SOURCE, method="exact moments and simulation", draws=draws
            ),
        ),
        figures={"rosset-2004-test-set-size": lambda: size_figure(points)},
    )


def state_of(points: Sequence[SizePoint]) -> State:
    """Beyond the paper, if the simulation agrees with the exact moments."""
    distances = [point.farthest(found) for point in points if (found := point.simulated)]
    limit = errors_for(_FIGURES * len(distances))
    return "beyond the paper" if all(one <= limit for one in distances) else "not reproduced"


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
        f"{join_words(examples)}; over all that was asked the error rate needs "
        f"{number(min(ratios), 1)} to {number(max(ratios), 1)} times the observations.",
        f"At {likelier} of {len(points)} sizes and settings the AUC makes the right choice "
        "likelier than the error rate does; the paper finds it so at each of its three sizes.",
        f"The normal approximation is within {number(far)} of the simulated share at every "
        "simulated size; the largest distances include the error of the simulation.",
    )


def _reason(state: State) -> str:
    if state == "not reproduced":
        return "A simulation contradicts our exact moments; do not trust them before that is clear."
    return "The paper stops at three sizes; there is nothing of theirs to hold these against."


# Table 6 by size laid out: the sizes asked for, the simulated points, and the line.


_SHOWN = (75, 150, 300, 600, 1250, 1950)  # of the many sizes of the line


def sizes_table(rows: Sequence[SizeRow]) -> Table:
    """The sizes, and what simulated test sets of these sizes chose."""

    def column(of: Callable[[SizeRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return Table(
        name="sizes",
        title="Observations from which on, as far as was looked, the right choice is as likely as "
        "asked (exact moments, normal approximation), and the share of simulated test sets of that "
        "size (standard error); all ours",
        header=(
            *("q2", "probability", "n by AUC", "simulated", "n by error rate", "simulated"),
            "ratio",
        ),
        rows=tuple(
            (
                number(row.second_probability, 1),
                number(row.probability, 2),
                str(row.auc.n),
                _share(row.auc_simulated.auc),
                str(row.error.n),
                _share(row.error_simulated.error),
                number(row.error.n / row.auc.n, 2),
            )
            for row in rows
        ),
        columns={
            "second_probability": column(lambda row: row.second_probability),
            "probability": column(lambda row: row.probability),
            "auc_n": column(lambda row: row.auc.n),
            "auc_reached": column(lambda row: row.auc.reached),
            "error_n": column(lambda row: row.error.n),
            "error_reached": column(lambda row: row.error.reached),
        }
        | _shares("auc", [row.auc_simulated.auc for row in rows])
        | _shares("error", [row.error_simulated.error for row in rows]),
    )


def simulated_table(points: Sequence[SizePoint]) -> Table:
    """The points of the figure."""
    drawn = [(point, found) for point in points if (found := point.simulated) is not None]
    return Table(
        name="simulated",
        title="Probability of choosing the better classifier: normal approximation with exact "
        "moments, and the share of simulated test sets (standard error); all ours",
        header=("n, q2", "by AUC", "simulated", "by error rate", "simulated"),
        rows=tuple(
            (
                setting_cell(point.n, point.second_probability),
                number(point.auc_phi),
                _share(found.auc),
                number(point.error_phi),
                _share(found.error),
            )
            for point, found in drawn
        ),
        columns=_exact([point for point, _ in drawn])
        | {"draws": tuple(found.draws for _, found in drawn)}
        | _shares("auc", [found.auc for _, found in drawn])
        | _shares("error", [found.error for _, found in drawn]),
    )


def line_table(points: Sequence[SizePoint]) -> Table:
    """The lines of the figure, and the exact moments behind them; some of them as rows."""
    return Table(
        name="line",
        title="The same at other sizes, exact moments and normal approximation; all ours",
        header=("n, q2", "by AUC", "by error rate"),
        rows=tuple(
            (
                setting_cell(point.n, point.second_probability),
                number(point.auc_phi),
                number(point.error_phi),
            )
            for point in points
            if point.n in _SHOWN
        ),
        columns=_exact(points)
        | {
            "auc_mean": tuple(point.auc.mean for point in points),
            "auc_variance": tuple(point.auc.variance for point in points),
            "error_mean": tuple(point.error.mean for point in points),
            "error_variance": tuple(point.error.variance for point in points),
        },
    )


def _exact(points: Sequence[SizePoint]) -> Cells:
    return {
        "n": tuple(point.n for point in points),
        "second_probability": tuple(point.second_probability for point in points),
        "auc_phi": tuple(point.auc_phi for point in points),
        "error_phi": tuple(point.error_phi for point in points),
    }


def _shares(what: str, found: Sequence[SimulatedCriterion]) -> Cells:
    return {
        f"{what}_share": tuple(one.share for one in found),
        f"{what}_share_standard_error": tuple(one.share_standard_error for one in found),
    }


def _share(found: SimulatedCriterion) -> str:
    return simulated_cell(found.share, found.share_standard_error)
