r"""Fig. 1: a curve with threshold points on it, of an example whose truth is known.

The paper gives no data for its figure. The example has 300 observations of each class, drawn from
normals with means 1 and -1 and standard deviation 1.5, and scored with their true posterior
probability :math:`P(C_1 | x) = 1/(1 + \exp(-2x/1.5^2))`. Tables I and II are shown on it too.
"""

from functools import partial

import numpy as np

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.curve.roc import RocCurve
from aucurate.data.folds import FoldScores
from aucurate.data.moments import ThresholdCounts
from aucurate.estimates.auc import auc
from aucurate.formatting import number
from aucurate.plots.fold_curves import fold_curves_figure
from aucurate.study.base import Provenance
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.running import Made, Run, provenance_of

TITLE = "An example of a curve, with thresholds marked on it"
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


def provenance(run: Run, method: str) -> Provenance:
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
        title=TITLE,
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
