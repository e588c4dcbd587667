"""Table I: the confusion matrix, and the three rates that follow from it."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.example import EXAMPLE, example, provenance
from aucurate_papers.aslan_2009.numbers import THRESHOLD
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.running import Made, Run

TITLE = "The confusion matrix and its rates"
RATES = (
    ("hit rate", "TP/(TP + FN)", "sensitivity"),
    ("false alarm rate", "FP/(TN + FP)", "1 - specificity"),
    ("error", "(FP + FN)/(TP + TN + FP + FN)", "error rate"),
)
CELLS = (
    ("positive", "positive"),
    ("positive", "negative"),
    ("negative", "positive"),
    ("negative", "negative"),
)
"""True and predicted class of TP, FN, FP and TN."""


class Cells(NamedTuple):
    """The four counts of the confusion matrix."""

    true_positives: int
    false_negatives: int
    false_positives: int
    true_negatives: int

    @property
    def rates(self) -> tuple[float, float, float]:
        """Hit rate, false alarm rate and error by the paper's formulas."""
        wrong = self.false_positives + self.false_negatives
        return (
            self.true_positives / (self.true_positives + self.false_negatives),
            self.false_positives / (self.true_negatives + self.false_positives),
            wrong / sum(self),
        )


def confusion(run: Run) -> Made:
    """Table I on the example of :mod:`~aucurate_papers.aslan_2009.example`.

    The four counts are made by going through the observations one by one, as the paper defines
    them (positive is predicted where P > 1/2), and its formulas are applied to them.

    **State.** "exact" where these counts are those of this package, and hit rate, false alarm rate
    and error equal its sensitivity, 1 - specificity and error rate to 12 digits; otherwise "not
    reproduced".
    """
    data = example(run.rng)
    scores = data.fold(0)[EXAMPLE]
    counted = count_cells(scores.is_positive.tolist(), scores.values.tolist())
    point = operating_point(scores, THRESHOLD)
    formulas = counted.rates
    error = float(data.errors(threshold=THRESHOLD).of(EXAMPLE)[0])
    ours = (point.sensitivity, 1 - point.specificity, error)
    same = counted == _cells_of(point) and all(
        math.isclose(a, b, rel_tol=1e-12) for a, b in zip(formulas, ours, strict=True)
    )
    exhibit = Exhibit(
        paper=PAPER,
        name="table 1",
        title=TITLE,
        state="exact" if same else "not reproduced",
        shown=(_rates_table(formulas, ours), _counts_table(counted, _cells_of(point))),
        verdict=(
            "Counted one by one, the observations give the four counts of this package, and hit "
            "rate, false alarm rate and error of the paper are its sensitivity, 1 - specificity "
            "and error rate."
            if same
            else "The rates of this package are not those that the paper defines.",
        ),
        differs="",
        caveats=(),
        provenance=provenance(
            run, "the paper's definitions, observation by observation, at P > 1/2"
        ),
    )
    return Made(exhibit=exhibit)


def count_cells(is_positive: Iterable[bool], probabilities: Iterable[float]) -> Cells:
    """The paper's definition: each observation falls into one of the four cells.

    >>> count_cells([True, True, False, False], [0.9, 0.5, 0.7, 0.2])
    Cells(true_positives=1, false_negatives=1, false_positives=1, true_negatives=1)
    """
    cells = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
    for positive, probability in zip(is_positive, probabilities, strict=True):
        cells[bool(positive), probability > 0.5] += 1
    return Cells(*cells.values())


def _cells_of(point: OperatingPoint) -> Cells:
    return Cells(*(getattr(point, name) for name in Cells._fields))


def _rates_table(formulas: tuple[float, ...], ours: tuple[float, ...]) -> Table:
    return Table(
        name="rates",
        title="The rates of our example at threshold 1/2",
        header=("rate", "their formula", "our name", "by their formula", "ours"),
        rows=tuple(
            (*words, number(a, 6), number(b, 6))
            for words, a, b in zip(RATES, formulas, ours, strict=True)
        ),
        columns={
            "rate": tuple(words[0] for words in RATES),
            "formula": tuple(words[1] for words in RATES),
            "our_name": tuple(words[2] for words in RATES),
            "by_their_formula": formulas,
            "ours": ours,
        },
    )


def _counts_table(counted: Cells, ours: Cells) -> Table:
    names = ("TP", "FN", "FP", "TN")
    return Table(
        name="confusion",
        title="The counts of our example",
        header=("count", "true class", "predicted class", "one by one", "ours"),
        rows=tuple(
            (name, *classes, f"{one}", f"{other}")
            for name, classes, one, other in zip(names, CELLS, counted, ours, strict=True)
        ),
        columns={
            "count": names,
            "true_class": tuple(true for true, _ in CELLS),
            "predicted_class": tuple(predicted for _, predicted in CELLS),
            "one_by_one": tuple(counted),
            "ours": tuple(ours),
        },
    )
