"""Figs. 1 and 2 and the claim of section 4.2, as exhibits: Highleyman's two classes.

The paper prints no numbers, so a state says whether its finding comes out:

- *Fig. 1* shows the algorithm, not a finding. "Same finding": no point of the mean curve is more
  than three standard errors from the curve that the problem has (:mod:`.highleyman`).
- *Fig. 2*. "Same finding": the set of points that cannot be told from the chosen one is smaller
  with 200 than with 50 observations per class, and both neighbours of the chosen point are told
  from it with 200, and not with 50. As this is one draw, the share of draws is told beside it.
- *Section 4.2* over many draws. "Same finding": the mean size of the set shrinks by more than three
  standard errors from each size of the data to the next, and both neighbours are told apart in more
  than half of the draws with 200, and in less than half with 50.

Anything else is "not reproduced". What is told apart is judged by the paper's own test, with 2n - 2
degrees of freedom; what a paired t test with n - 1 says is shown beside it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from aucurate.inference.curve.averaging import (
    AveragedCurve,
    averaged,
    bootstrap_threshold_average,
    threshold_average,
    vertical_average,
)
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.folds.point_tests import rate_regions
from aucurate.inference.resampling.options import Resampling
from aucurate.plots.folds.averaged_curves import averaged_curves_figure
from aucurate.plots.folds.operating_points import operating_points_figure
from aucurate_papers.exhibit import Exhibit, RunProvenance, State
from aucurate_papers.paclik_2010 import caveats
from aucurate_papers.paclik_2010.figures import (
    CurveFigure,
    drawn_points,
    figure_of,
    figure_table,
    neighbour_table,
    told_table,
)
from aucurate_papers.paclik_2010.highleyman import (
    NAME,
    NEGATIVE,
    POSITIVE,
    averages_table,
    beside_exact,
    detector_folds,
    exact_sentence,
    mean_curve_table,
    on_the_curve,
)
from aucurate_papers.paclik_2010.printed import (
    PRINTED_FINDING,
    PRINTED_FOLDS,
    PRINTED_LEVEL,
    PRINTED_NEIGHBOURS_TOLD,
    PRINTED_POINTS,
    PRINTED_SENSITIVITY,
    PRINTED_SIZES,
)
from aucurate_papers.paclik_2010.shrinkage import (
    SIZES,
    Counted,
    Shrinkage,
    average_sentence,
    counted,
    figures_sentence,
    is_typical,
    luck_sentence,
    neighbours_sentence,
    of_size,
    share_as_printed,
    shrinkage_figure,
    shrinkage_from,
    shrinkage_table,
    shrinks_in,
    shrinks_over,
    told_as_printed,
    told_sentence,
)
from aucurate_papers.running import Made, Run, provenance_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER = "paclik-2010"
TITLES = {
    "figure 1": "The mean curve of a Gaussian detector with standard deviations over folds",
    "figure 2": "The points that cannot be told from sensitivity 0.9, with 50 and 200 per class",
    "section 4.2": "More data tell the chosen point from its neighbours: the claim over many draws",
}
REPEATS, QUICK_REPEATS = 1000, 100
"""Bootstrap sets of one of the averages."""
DRAWS, QUICK_DRAWS = 200, 80
BLOCK = 40
"""Draws that are kept together."""

_DESIGN = (
    "A Gaussian detector of the first of Highleyman's classes is cross-validated in "
    f"{PRINTED_FOLDS} stratified folds, and its curve averaged at {PRINTED_POINTS} operating "
    "points."
)
_DRAWN = (
    "The paper prints no numbers and its draws are not known: Highleyman's classes were drawn "
    "anew, so the points cannot come out to the digit. "
)
_DEGREES = (
    "It takes 2n - 2 degrees of freedom for n folds, where a paired t test has n - 1: the state "
    "is judged by theirs, and both are shown."
)


def figure_1(run: Run) -> Made:
    """The mean curve with 100 observations per class, its ellipses, and other averages."""
    per_class = PRINTED_SIZES[0]
    run.tell(0, 2, "operating points of Fig. 1")
    points = drawn_points(per_class, [run.rng, per_class])
    regions, exact = rate_regions(points), beside_exact(points)
    run.tell(1, 2, "four averages")
    curves = _averages(per_class, run)
    run.tell(2, 2, "Fig. 1")
    exhibit = Exhibit(
        paper=PAPER,
        name="figure 1",
        title=TITLES["figure 1"],
        state=_state(on_the_curve(exact)),
        shown=(mean_curve_table(points, regions, exact), averages_table(curves)),
        verdict=(_DESIGN, exact_sentence(points, exact)),
        differs=_DRAWN + "How it sub-samples the thresholds of the stacked scores is not said "
        "either; ours are spread evenly along the curve.",
        caveats=(
            *caveats.fold_caveats(figure_of(per_class, run.rng).paired),
            caveats.ELLIPSES,
            caveats.VERTICAL,
        ),
        provenance=_provenance(run, "Fig. 1", (per_class,), repeats=curves[-1].n_sets),
    )
    draw = partial(operating_points_figure, points)
    name, title = f"{PAPER}-figure-1", _words("1", per_class)
    figures = {
        name: partial(draw, title=title),
        f"{name}-ellipses": partial(draw, regions=regions, title=f"{title}, with joint ellipses"),
        f"{name}-averages": partial(
            averaged_curves_figure, curves, title="Four averages of the curves of Fig. 1"
        ),
    }
    return Made(exhibit=exhibit, figures=figures)


def figure_2(run: Run) -> Made:
    """Which points cannot be told from the chosen one, from one draw of each size.

    How often both figures come out is counted in the draws of section 4.2.
    """
    draws = QUICK_DRAWS if run.quick else DRAWS
    many = _draws(sorted(PRINTED_NEIGHBOURS_TOLD), draws, run)
    figures = [figure_of(per_class, run.rng) for per_class in PRINTED_SIZES]
    shown = {"2a": figures[1], "2b": figures[2]}
    exhibit = Exhibit(
        paper=PAPER,
        name="figure 2",
        title=TITLES["figure 2"],
        state=state_of_figures(figures),
        shown=(
            told_table(figures),
            neighbour_table(sorted(figures, key=lambda one: one.per_class)),
            *(
                figure_table(f"figure_{name}", f"{_words(name, one.per_class)}, ours", one)
                for name, one in shown.items()
            ),
        ),
        verdict=(
            f"The paper concludes: {PRINTED_FINDING}",
            told_sentence(figures),
            figures_sentence(shrinks_in(figures), figures),
            luck_sentence(share_as_printed(many), draws),
        ),
        differs=_DRAWN + _DEGREES,
        caveats=caveats.set_caveats(figures[0].paired),
        provenance=_provenance(run, "Fig. 2", PRINTED_SIZES, draws=draws),
    )
    drawn = {f"{PAPER}-figure-{name}": _drawn(name, one, run) for name, one in shown.items()}
    return Made(exhibit=exhibit, figures=drawn)


def section_4_2(run: Run) -> Made:
    """The set over many draws of each size."""
    draws = QUICK_DRAWS if run.quick else DRAWS
    rows = [shrinkage_from(size, found) for size, found in _draws(SIZES, draws, run).items()]
    exhibit = Exhibit(
        paper=PAPER,
        name="section 4.2",
        title=TITLES["section 4.2"],
        state=state_of_draws(rows),
        shown=(shrinkage_table(rows),),
        verdict=(
            f"The paper concludes from one draw each: {PRINTED_FINDING}",
            average_sentence(shrinks_over(rows), rows),
            neighbours_sentence(is_typical(rows), rows),
        ),
        differs="The paper has one draw of each size and prints no numbers; over draws there is "
        f"nothing of its own to compare with. {_DEGREES}",
        caveats=caveats.set_caveats(figure_of(min(PRINTED_SIZES), run.rng).paired),
        provenance=_provenance(run, "section 4.2", SIZES, draws=draws),
    )
    return Made(exhibit=exhibit, figures={f"{PAPER}-section-4-2": partial(shrinkage_figure, rows)})


def state_of_figures(figures: Sequence[CurveFigure]) -> State:
    """Whether one draw of each size shows what Fig. 2 shows."""
    return _state(shrinks_in(figures) and told_as_printed(figures))


def state_of_draws(rows: Sequence[Shrinkage]) -> State:
    """Whether most draws show what Fig. 2 shows."""
    as_printed = all(
        (of_size(rows, size).printed_neighbours_told > 0.5) == theirs
        for size, theirs in PRINTED_NEIGHBOURS_TOLD.items()
    )
    return _state(shrinks_over(rows) and as_printed)


def _state(comes_out: bool) -> State:
    return "same finding, other numbers" if comes_out else "not reproduced"


def _draws(sizes: Sequence[int], draws: int, run: Run) -> dict[int, list[Counted]]:
    """So many draws of each size, counted."""
    rows: dict[int, list[Counted]] = {}
    total = len(sizes) * draws
    for at, per_class in enumerate(sizes):
        rows[per_class] = []
        what = f"draws of {per_class} observations per class"
        for first in range(0, draws, BLOCK):
            last = min(first + BLOCK, draws)
            run.tell(at * draws + first, total, what)
            piece = run.kept(
                f"{PAPER}/section-4-2/{per_class}-per-class-{first + 1}",
                {"per_class": per_class, "first": first, "last": last},
                partial(_block, per_class, range(first, last), run.rng),
            )
            rows[per_class] += [Counted(*row) for row in piece["rows"]]
        run.tell((at + 1) * draws, total, what)
    return rows


def _block(per_class: int, draws: range, rng: int) -> dict[str, list[list[float]]]:
    return {"rows": [list(counted(per_class, draw, rng)) for draw in draws]}


def _averages(per_class: int, run: Run) -> list[AveragedCurve]:
    data = detector_folds(per_class, PRINTED_FOLDS, np.random.default_rng([run.rng, per_class]))
    resampling = Resampling(replicates=QUICK_REPEATS if run.quick else REPEATS, rng=run.rng)
    return [
        averaged(operating_points(data, NAME, points=PRINTED_POINTS)),
        vertical_average(data, NAME),
        threshold_average(data, NAME, points=PRINTED_POINTS),
        bootstrap_threshold_average(data.pooled()[NAME], resampling, points=PRINTED_POINTS),
    ]


def _drawn(name: str, found: CurveFigure, run: Run) -> "Callable[[], Figure]":
    points = drawn_points(found.per_class, [run.rng, found.per_class])
    title = f"{_words(name, found.per_class)}, 2n - 2 degrees of freedom"
    return partial(operating_points_figure, points, found.printed, title=title)


def _words(figure: str, per_class: int) -> str:
    return f"Fig. {figure}: {per_class} observations per class"


def _provenance(run: Run, what: str, sizes: Sequence[int], **settings: object) -> RunProvenance:
    return provenance_of(
        run,
        source="simulated: Highleyman's classes",
        method=f"{what} of Paclik et al. 2010",
        n_observations=2 * sum(sizes),
        positive=POSITIVE,
        negative=NEGATIVE,
        folds=PRINTED_FOLDS,
        points=PRINTED_POINTS,
        sensitivity=PRINTED_SENSITIVITY,
        level=PRINTED_LEVEL,
        **settings,
    )
