r"""Figure 1 and Figure 2, left: the curves of the model, and those of the survey AKTER.

Figure 1
--------
Exponential scores and the curves that belong to them.

With means :math:`\lambda_0` and :math:`\lambda_1` the curve is :math:`t^\zeta`,
:math:`\zeta = \lambda_0/\lambda_1` (eq. 8), and the area under it :math:`1/(1 + \zeta)`. The means
that the paper drew are not in its text, and the figure itself has not been seen; those here are
chosen to stand for its three cases.

The area is computed in three ways: by the formula, by integrating the definition of the curve
(eq. 6), and as the Mann-Whitney area of drawn scores. **State**: "same finding, other numbers" if
the first two agree to 1e-9, the third lies within four of its standard errors (DeLong), and the
curves lie on the side of the diagonal and bend the way that the paper says; "not reproduced"
otherwise. As the means are ours, it can be no more.

Figure 2, left
--------------
The curves of the survey AKTER, which could not be found.

**State**: "data not obtainable" where there is no folder ``akter`` among the data sets; with one,
"not run here": what the survey's file would look like is not known, so nothing here reads it.
"""

import math

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.estimates.fits.biexponential import BiexponentialCurve
from aucurate.formatting import magnitude, number
from aucurate.inference.auc.delong import delong_interval
from aucurate.study.table import Table
from aucurate_papers.betinec_2008 import layout
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, floats, laid_out
from aucurate_papers.betinec_2008.printed import (
    ERRORS,
    PRINTED_FINDING,
    PRINTED_OBSERVATIONS,
    PRINTED_PREVALENCE,
    PRINTED_TEST,
    PRINTED_TRAINING,
    largest_errors,
    largest_gap,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

Floats = NDArray[np.float64]

MEANS = ((1.0, 3.0), (1.0, 1.0), (3.0, 1.0))
EQUAL = 1e-9
_DRAWS, _QUICK_DRAWS = 200_000, 5_000
_POINTS = 101
_HIGHEST = 6.0  # score up to which densities are drawn


def figure_1(run: Run) -> Made:
    """The three cases, their densities, curves and areas."""
    areas = _areas(run)
    densities, points = _densities(), _points()
    gap = largest_gap(floats(areas, "integrated"), floats(areas, "area"))
    errors = largest_errors(*(floats(areas, c) for c in ("simulated", "area", "standard_error")))
    same, as_said = gap <= EQUAL and errors <= ERRORS, _as_said(points)
    state: State = "same finding, other numbers" if same and as_said else "not reproduced"
    exhibit = Exhibit(
        paper="betinec-2008",
        name="figure 1",
        title="Exponential scores and the curves that belong to them",
        state=state,
        shown=(areas, densities, points),
        verdict=(
            f"The area 1 / (1 + zeta) {'is' if same else 'is not'} that of the curve by its "
            f"definition (at most {magnitude(gap)} apart) and of drawn scores (at most "
            f"{number(errors, 1)} standard errors apart).",
            f"What the paper says of the curve {'comes' if as_said else 'does not come'} out: that "
            "it is concave and above the diagonal where the positives have the larger mean, the "
            "diagonal where the means are equal, and convex where they have the smaller one.",
        ),
        differs="The means that the paper drew are not in its text; these are ours, one pair for "
        "each of its three cases.",
        caveats=(),
        provenance=provenance_of(
            run, source="formulas and drawn scores", method="eqs. 6 to 8", draws=_draws(run)
        ),
    )
    drawn = {"betinec-2008-curves": lambda: layout.three_pairs(densities, points)}
    return Made(exhibit=exhibit, figures=drawn)


def _as_said(points: Table) -> bool:
    """Does every curve lie on the side of the diagonal, and bend the way, that the paper says?"""
    names = ("negative_mean", "positive_mean", "false_positive_rate", "sensitivity")
    negative, positive, rates, found = (np.array(floats(points, name)) for name in names)
    kept = [(negative == pair[0]) & (positive == pair[1]) for pair in MEANS]
    return all(
        _lies_as_said(rates[rows], found[rows], pair[1] - pair[0])
        for rows, pair in zip(kept, MEANS, strict=True)
    )


def _lies_as_said(rates: Floats, found: Floats, ahead: float) -> bool:
    """``ahead`` is by how much the positives have the larger mean."""
    above, bend = found - rates, np.diff(np.diff(found) / np.diff(rates))
    if ahead == 0:
        return bool(np.all(np.abs(above) <= EQUAL))
    return bool(np.all(ahead * above[1:-1] > 0) and np.all(ahead * bend < 0))


def _draws(run: Run) -> int:
    return _QUICK_DRAWS if run.quick else _DRAWS


def _areas(run: Run) -> Table:
    from scipy import integrate

    names = ("negative_mean", "positive_mean", "zeta", "area", "integrated", "simulated")
    rng, size = np.random.default_rng([run.rng, 1]), _draws(run)
    labels, rows = np.repeat([0, 1], size), []
    for at, (negative, positive) in enumerate(MEANS):
        run.tell(at, len(MEANS), "figure 1")
        area, _ = integrate.quad(_definition, 0, 1, args=(negative, positive), epsabs=1e-13)
        scores = rng.exponential(np.repeat([negative, positive], size))
        drawn = delong_interval(Scores.from_arrays(labels, scores))
        curve = _curve(negative, positive)
        found = (area, drawn.value, drawn.standard_error)
        rows.append((negative, positive, curve.zeta, curve.auc, *found))
    run.tell(len(MEANS), len(MEANS), "figure 1")
    return laid_out(
        "areas",
        f"Figure 1: the area under the curve, three times; {size:,} scores drawn for each class",
        columns_of((*names, "standard_error"), rows),
        (
            Shown("negative_mean", "mean of negatives", digits(1)),
            Shown("positive_mean", "of positives", digits(1)),
            Shown("zeta", "zeta", digits(4)),
            Shown("area", "1 / (1 + zeta)", digits(6)),
            Shown("integrated", "integral of eq. 6", digits(6)),
            Shown("simulated", "Mann-Whitney of draws", digits(6)),
            Shown("standard_error", "its standard error", digits(6)),
        ),
    )


def _definition(rate: float, negative_mean: float, positive_mean: float) -> float:
    """Eq. 6: the share of positives above the threshold that this share of negatives is above."""
    threshold = -negative_mean * math.log(rate)
    return math.exp(-threshold / positive_mean)


def _curve(negative_mean: float, positive_mean: float) -> BiexponentialCurve:
    return BiexponentialCurve(
        positive_mean=positive_mean, negative_mean=negative_mean, n_positive=1, n_negative=1
    )


def _densities() -> Table:
    scores = np.linspace(0, _HIGHEST, _POINTS)
    rows = [
        (n, p, float(y), math.exp(-y / n) / n, math.exp(-y / p) / p)
        for n, p in MEANS
        for y in scores
    ]
    names = ("negative_mean", "positive_mean", "score", "of_negatives", "of_positives")
    return laid_out(
        "densities",
        "Figure 1, left: densities of the scores (a row in fifty of what is drawn)",
        columns_of(names, rows),
        (
            Shown("negative_mean", "mean of negatives", digits(1)),
            Shown("positive_mean", "of positives", digits(1)),
            Shown("score", "score", digits(1)),
            Shown("of_negatives", "density of negatives", digits(4)),
            Shown("of_positives", "of positives", digits(4)),
        ),
        [at for at in range(len(rows)) if at % _POINTS % 50 == 0],
    )


def _points() -> Table:
    rows = []
    for negative, positive in MEANS:
        points = _curve(negative, positive).points(_POINTS)
        for spared, found in zip(points.specificity, points.sensitivity, strict=True):
            rows.append((negative, positive, 1 - float(spared), float(found)))
    names = ("negative_mean", "positive_mean", "false_positive_rate", "sensitivity")
    each = len(rows) // len(MEANS)
    return laid_out(
        "points",
        "Figure 1, right: points of the curves (a few of what is drawn)",
        columns_of(names, rows),
        (
            Shown("negative_mean", "mean of negatives", digits(1)),
            Shown("positive_mean", "of positives", digits(1)),
            Shown("false_positive_rate", "1 - specificity", digits(2)),
            Shown("sensitivity", "sensitivity", digits(4)),
        ),
        [c * each + at * (each - 1) // 4 for c in range(len(MEANS)) for at in range(1, 4)],
    )


FOLDER = "akter"


def figure_2_left(run: Run) -> Made:
    """What is known of the curves and of the data behind them."""
    found = (run.data / FOLDER).is_dir()
    state: State = "not run here" if found else "data not obtainable"
    run.tell(1, 1, "figure 2, left")
    known: dict[str, list[object]] = {
        "what": ["observations", "of these for training", "for testing", "share positive"],
        "printed": [PRINTED_OBSERVATIONS, PRINTED_TRAINING, PRINTED_TEST, PRINTED_PREVALENCE],
    }
    exhibit = Exhibit(
        paper="betinec-2008",
        name="figure 2, left",
        title="The curves of the two classifiers on the survey AKTER",
        state=state,
        shown=(
            laid_out(
                "known",
                "What the paper prints of the survey",
                known,
                (Shown("what", "what"), Shown("printed", "theirs")),
            ),
        ),
        verdict=(
            "The survey AKTER (Charles University in Prague, 2005) is "
            f"{'there, but nothing here can read it' if found else 'not among the data sets'}; a "
            "search of public web pages and of public repositories for it, and for the author's "
            "name, found neither the answers nor the scores of the two classifiers.",
            f'The figure prints no numbers. Its finding, "{PRINTED_FINDING}", can be neither '
            "reproduced nor refuted without the survey; the printed T is tested exactly (figure "
            "2, right), and the design is run on another survey of the same sizes (section 3).",
        ),
        differs="Without the survey nothing of ours can stand beside the curves.",
        caveats=(),
        provenance=provenance_of(run, source="none", method="none"),
    )
    return Made(exhibit=exhibit)
