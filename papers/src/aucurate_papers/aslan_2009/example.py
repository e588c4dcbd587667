r"""Fig. 1 and Tables I and II: an example whose truth is known, its rates and its thresholds.

Fig. 1
------
A curve with threshold points on it, of an example whose truth is known.

The paper gives no data for its figure. The example has 300 observations of each class, drawn from
normals with means 1 and -1 and standard deviation 1.5, and scored with their true posterior
probability :math:`P(C_1 | x) = 1/(1 + \exp(-2x/1.5^2))`. Tables I and II are shown on it too.

Table II
--------
The threshold that follows from the loss of a false positive.

With loss :math:`\lambda` for a false positive and 1 for a false negative, choosing :math:`C_1`
risks :math:`\lambda (1 - P)` and choosing :math:`C_2` risks P, the probability of :math:`C_1`. Both
are equal at :math:`\theta = \lambda/(1 + \lambda)`.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.curve.roc import RocCurve
from aucurate.data.folds import FoldScores
from aucurate.data.moments import ThresholdCounts
from aucurate.estimates.auc import auc
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.formatting import number
from aucurate.plots.folds.curves import fold_curves_figure
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.numbers import THRESHOLD
from aucurate_papers.aslan_2009.printed import PRINTED_THRESHOLDS
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.exhibit import Exhibit, RunProvenance
from aucurate_papers.running import Made, Run, provenance_of

CURVE_TITLE = "An example of a curve, with thresholds marked on it"
EXAMPLE = "example"
N_EACH = 300
SPREAD = 1.5
LOSSES = (0.1, 0.5, 1.0, 2.0, 10.0)


def example(rng: int) -> FoldScores:
    """The posterior probabilities of the example, as one test set."""
    drawn = np.random.default_rng(rng)
    means = np.repeat([1.0, -1.0], N_EACH)
    observed = means + SPREAD * drawn.normal(size=2 * N_EACH)
    posterior = 1 / (1 + np.exp(-2 * observed / SPREAD**2))
    return FoldScores.from_arrays(
        means > 0, {EXAMPLE: posterior}, folds=np.zeros(2 * N_EACH), design="random splits"
    )


def provenance(run: Run, method: str) -> RunProvenance:
    """Where the example comes from."""
    return provenance_of(
        run,
        source=f"drawn: normals with means 1 and -1, standard deviation {SPREAD:g}",
        method=method,
        n_observations=2 * N_EACH,
        positive="C1",
        negative="C2",
    )


def example_curve(run: Run) -> Made:
    """Fig. 1: a curve with threshold points on it, and the diagonal of random prediction.

    **State.** "same finding, other numbers" where every marked point is a point of the curve, both
    rates fall as the threshold rises, and scores that know nothing have an area of 1/2; otherwise
    "not reproduced". The paper does not say whose curve it draws.
    """
    data = example(run.rng)
    curves = fold_curves(data, losses=LOSSES)
    random = auc(data.observations.is_positive, np.zeros(len(data.observations)))
    holds = _marked_in_order(data, curves) and random == 0.5
    area = number(curves.mean_auc(EXAMPLE))
    exhibit = Exhibit(
        paper=PAPER,
        name="figure 1",
        title=CURVE_TITLE,
        state="same finding, other numbers" if holds else "not reproduced",
        shown=(_marks(curves), _line(curves)),
        verdict=(
            f"The marked points lie on the curve (AUC {area}), further to the left the higher the "
            f"threshold; scores that know nothing have AUC {number(random)}."
            if holds
            else "The marked points are not on the curve in the order of their thresholds.",
        ),
        differs="The paper does not say which classifier and which data its figure shows; ours is "
        "a drawn example whose true probabilities are known.",
        caveats=(),
        provenance=provenance(run, "empirical curve"),
    )
    figures = {f"{PAPER}-figure-1": partial(fold_curves_figure, curves)}
    return Made(exhibit=exhibit, figures=figures)


def _marked_in_order(data: FoldScores, curves: FoldCurves) -> bool:
    curve = RocCurve.from_counts(ThresholdCounts.from_scores(data.fold(0)[EXAMPLE]))
    places = np.column_stack([curve.specificity, curve.sensitivity])
    marks = np.array([(point.specificity, point.sensitivity) for point in curves.points])
    on_curve = all(np.abs(places - mark).max(axis=1).min() < 1e-12 for mark in marks)
    steps = np.diff(marks, axis=0)  # thresholds rise from mark to mark
    return bool(on_curve and (steps[:, 0] >= 0).all() and (steps[:, 1] <= 0).all())


def _marks(curves: FoldCurves) -> Table:
    points = curves.points
    return Table(
        name="marks",
        title="Ours: the marked points",
        header=("loss", "threshold", "sensitivity", "1 - specificity"),
        rows=tuple(
            (f"{p.loss:g}", number(p.threshold), number(p.sensitivity), number(1 - p.specificity))
            for p in points
        ),
        columns={
            name: tuple(getattr(point, name) for point in points)
            for name in ("loss", "threshold", "sensitivity", "specificity")
        },
    )


def _line(curves: FoldCurves) -> Table:
    curve = curves.of(EXAMPLE)[0]
    sizes = (curve.n_positive, curve.n_negative, len(curve.thresholds))
    return Table(
        name="curve",
        title="Ours: the curve",
        header=("positive", "negative", "corners", "AUC"),
        rows=((*(f"{size}" for size in sizes), number(curve.auc)),),
        columns={
            "threshold": tuple(curve.thresholds.tolist()),
            "sensitivity": tuple(curve.sensitivity.tolist()),
            "specificity": tuple(curve.specificity.tolist()),
        },
    )


# Table I: the confusion matrix, and the three rates that follow from it.


CONFUSION_TITLE = "The confusion matrix and its rates"
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
        title=CONFUSION_TITLE,
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


LOSSES_TITLE = "The loss matrix and the thresholds that follow from it"
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
        title=LOSSES_TITLE,
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
