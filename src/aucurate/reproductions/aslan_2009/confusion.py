"""Table I: the confusion matrix, and the three rates that follow from it."""

import math

from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.formatting import number
from aucurate.reproductions.aslan_2009.example import EXAMPLE, example, provenance
from aucurate.reproductions.aslan_2009.words import PAPER
from aucurate.reproductions.exhibit import Exhibit
from aucurate.reproductions.running import Made, Run
from aucurate.study.table import Table

TITLE = "The confusion matrix and its rates"
RATES = (
    ("hit rate", "TP/(TP + FN)", "sensitivity"),
    ("false alarm rate", "FP/(TN + FP)", "1 - specificity"),
    ("error", "(FP + FN)/(TP + TN + FP + FN)", "error rate"),
)


def confusion(run: Run) -> Made:
    """Table I on the example of :mod:`~aucurate.reproductions.aslan_2009.example`.

    **State.** "exact" where hit rate, false alarm rate and error, computed from the four counts as
    the paper defines them, equal sensitivity, 1 - specificity and error rate of this package to
    12 digits; otherwise "not reproduced".
    """
    data = example(run.rng)
    point = operating_point(data.fold(0)[EXAMPLE], 0.5)
    theirs = _by_the_paper(point)
    error = float(data.errors(threshold=0.5).of(EXAMPLE)[0])
    ours = (point.sensitivity, 1 - point.specificity, error)
    same = all(math.isclose(a, b, rel_tol=1e-12) for a, b in zip(theirs, ours, strict=True))
    exhibit = Exhibit(
        paper=PAPER,
        name="table 1",
        title=TITLE,
        state="exact" if same else "not reproduced",
        shown=(_rates_table(theirs, ours), _counts_table(point)),
        verdict=(
            "Hit rate, false alarm rate and error of the paper are sensitivity, 1 - specificity "
            "and error rate here."
            if same
            else "The rates of this package are not those that the paper defines.",
        ),
        differs="",
        caveats=(),
        provenance=provenance(run, "the paper's definitions, at threshold 1/2"),
    )
    return Made(exhibit=exhibit)


def _by_the_paper(point: OperatingPoint) -> tuple[float, float, float]:
    wrong = point.false_positives + point.false_negatives
    right = point.true_positives + point.true_negatives
    return (
        point.true_positives / (point.true_positives + point.false_negatives),
        point.false_positives / (point.true_negatives + point.false_positives),
        wrong / (right + wrong),
    )


def _rates_table(theirs: tuple[float, ...], ours: tuple[float, ...]) -> Table:
    return Table(
        name="rates",
        title="The rates of the example at threshold 1/2",
        header=("rate", "their formula", "our name", "theirs", "ours"),
        rows=tuple(
            (*words, number(a, 6), number(b, 6))
            for words, a, b in zip(RATES, theirs, ours, strict=True)
        ),
        columns={
            "rate": tuple(words[0] for words in RATES),
            "formula": tuple(words[1] for words in RATES),
            "our_name": tuple(words[2] for words in RATES),
            "theirs": theirs,
            "ours": ours,
        },
    )


def _counts_table(point: OperatingPoint) -> Table:
    positive = (point.true_positives, point.false_negatives)
    negative = (point.false_positives, point.true_negatives)
    return Table(
        name="confusion",
        title="Ours: the counts of the example",
        header=("true class", "called positive", "called negative"),
        rows=(
            ("positive", f"TP = {positive[0]}", f"FN = {positive[1]}"),
            ("negative", f"FP = {negative[0]}", f"TN = {negative[1]}"),
        ),
        columns={
            "true_class": ("positive", "negative"),
            "called_positive": (positive[0], negative[0]),
            "called_negative": (positive[1], negative[1]),
        },
    )
