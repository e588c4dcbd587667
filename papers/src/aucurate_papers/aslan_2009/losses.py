r"""Table II: the threshold that follows from the loss of a false positive.

With loss :math:`\lambda` for a false positive and 1 for a false negative, choosing :math:`C_1`
risks :math:`\lambda (1 - P)` and choosing :math:`C_2` risks P, the probability of :math:`C_1`. Both
are equal at :math:`\theta = \lambda/(1 + \lambda)`.
"""

from fractions import Fraction
from typing import NamedTuple

from aucurate.curve.fold_curves import fold_curves
from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.example import example, provenance
from aucurate_papers.aslan_2009.printed import PRINTED_THRESHOLDS
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.running import Made, Run

TITLE = "The loss matrix and the thresholds that follow from it"
_STEP = Fraction(1, 10**6)


class Threshold(NamedTuple):
    """A printed threshold, ours, and the two risks at the printed one."""

    loss: float
    theirs: Fraction
    ours: float

    @property
    def risks(self) -> tuple[Fraction, Fraction]:
        """Of choosing C1, and of choosing C2."""
        return _risks(self.loss, self.theirs)

    @property
    def holds(self) -> bool:
        """Whether ours is theirs, and which choice risks less changes there."""
        below, above = (_risks(self.loss, self.theirs + step) for step in (-_STEP, _STEP))
        turns = below[0] > below[1] and above[0] < above[1]
        same = self.risks[0] == self.risks[1]
        return turns and same and abs(self.ours - float(self.theirs)) <= 1e-15


def losses(run: Run) -> Made:
    """Table II and the four thresholds below it.

    **State.** "exact" where the thresholds at which this package marks its curves are the printed
    fractions to 15 digits, and in exact arithmetic the two risks are equal there while just above
    C1 risks less and just below C2; otherwise "not reproduced".
    """
    points = fold_curves(example(run.rng), losses=tuple(PRINTED_THRESHOLDS)).points
    ours = {point.loss: point.threshold for point in points}
    found = [Threshold(loss, said, ours[loss]) for loss, said in PRINTED_THRESHOLDS.items()]
    holds = all(one.holds for one in found)
    exhibit = Exhibit(
        paper=PAPER,
        name="table 2",
        title=TITLE,
        state="exact" if holds else "not reproduced",
        shown=(_thresholds_table(found), _matrix_table()),
        verdict=(
            "The four printed thresholds are loss/(1 + loss), where both choices risk the same."
            if holds
            else "A printed threshold is not where both choices risk the same.",
        ),
        differs="",
        caveats=(),
        provenance=provenance(run, "risk of a decision, in exact fractions"),
    )
    return Made(exhibit=exhibit)


def _risks(loss: float, probability: Fraction) -> tuple[Fraction, Fraction]:
    return Fraction(loss) * (1 - probability), probability


def _thresholds_table(found: list[Threshold]) -> Table:
    return Table(
        name="thresholds",
        title="Thresholds, and what both choices risk there",
        header=("loss", "theirs", "ours", "risk of C1", "risk of C2"),
        rows=tuple(
            (f"{one.loss:g}", f"{one.theirs}", number(one.ours, 6), *map(str, one.risks))
            for one in found
        ),
        columns={
            "loss": tuple(one.loss for one in found),
            "theirs": tuple(float(one.theirs) for one in found),
            "ours": tuple(one.ours for one in found),
            "risk_of_positive": tuple(float(one.risks[0]) for one in found),
            "risk_of_negative": tuple(float(one.risks[1]) for one in found),
        },
    )


def _matrix_table() -> Table:
    return Table(
        name="loss",
        title="Theirs: what a decision (row) costs where the class is (column)",
        header=("decision", "C1", "C2"),
        rows=(("C1", "0", "loss"), ("C2", "1", "0")),
        columns={
            "decision": ("C1", "C2"),
            "when_positive": ("0", "1"),
            "when_negative": ("loss", "0"),
        },
    )
