"""The world of section 2.1.3: how likely the right choice is, by size and by dependence."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from aucurate.formatting import number
from aucurate.kernels import Progress
from aucurate.plots.style import FAINT, looks, new_figure
from aucurate.plots.text import plain_legend
from aucurate.theory import (
    ChoosingSize,
    DifferenceMoments,
    SimulatedChoice,
    SimulatedCriterion,
    TwoClassifiers,
    auc_difference_moments,
    error_difference_moments,
    probability_of_choosing_first,
    rosset_example,
    simulate_choice,
    size_to_choose,
)
from aucurate.theory.population import Criterion
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.printed import (
    PRINTED_FIRST_PROBABILITY,
    PRINTED_SIZE,
    PRINTED_THRESHOLD,
)
from aucurate_papers.running import Run

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Both criteria in one setting of section 2.1.3: exact moments, and the simulation beside them.


THRESHOLD = math.nextafter(PRINTED_THRESHOLD, math.inf)
"""The paper calls a score above 1/2 positive; ours, one from the next number on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothMoments:
    """Exact moments of the difference in AUC, and in errors."""

    auc: DifferenceMoments
    error: DifferenceMoments

    @property
    def auc_phi(self) -> float:
        """The probability of the right choice by AUC: normal approximation with exact moments."""
        return probability_of_choosing_first(self.auc)

    @property
    def error_phi(self) -> float:
        """The same by error rate."""
        return probability_of_choosing_first(self.error)

    def farthest(self, simulated: SimulatedChoice) -> float:
        """The largest distance of an exact from a simulated moment, in standard errors."""
        return max(_distance(self.auc, simulated.auc), _distance(self.error, simulated.error))


def simulated_of(
    run: Run,
    pair: TwoClassifiers,
    piece: str,
    *,
    stream: Sequence[int],
    draws: int,
    progress: Progress | None = None,
) -> SimulatedChoice:
    """Simulated test sets, kept; ``stream`` are the marks of their random numbers."""

    def compute() -> dict[str, Any]:
        rng = np.random.default_rng([run.rng, *stream])
        found = simulate_choice(pair, draws=draws, rng=rng, threshold=THRESHOLD, progress=progress)
        return found.to_dict()

    settings = {"stream": list(stream), "draws": draws}
    return SimulatedChoice.from_dict(run.kept(f"{PAPER}/{piece}", settings, compute))


def _distance(exact: DifferenceMoments, simulated: SimulatedCriterion) -> float:
    return max(
        abs(exact.mean - simulated.mean) / simulated.mean_standard_error,
        abs(exact.variance - simulated.variance) / simulated.variance_standard_error,
    )


# Test sets of many sizes in the world of section 2.1.3: how likely the right choice is.


PROBABILITIES = (0.8, 0.9, 0.95)
"""Of the right choice, for which a size is asked."""

SIMULATED = (10, 25, 50, 100, 200, 400, 800, 1600)
DRAWN = (
    *(10, 12, 15, 18, 22, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600),
    *(800, 950, 1250, 1600, 1950),
)
"""Sizes of the simulated points and of the line through exact ones; no multiple of 1000, where the
deviation of 0.2005 makes scores tie."""

SIZE_DRAWS = 5_000
QUICK_SIZE_DRAWS = 300
QUICK_LARGEST_SIZE = 400
"""The largest size of a quick run: each costs the square of it."""

_SIZE_STREAM = 6  # of the random numbers of this exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePoint(BothMoments):
    """One size: exact moments by both criteria, and the simulation where there is one."""

    n: int
    second_probability: float
    simulated: SimulatedChoice | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """The sizes from which on the right choice is as likely as asked, by both criteria.

    ``auc_simulated`` and ``error_simulated`` are simulations at these sizes.
    """

    second_probability: float
    probability: float
    auc: ChoosingSize
    error: ChoosingSize
    auc_simulated: SimulatedChoice
    error_simulated: SimulatedChoice


def pair_of(n: int, second_probability: float) -> TwoClassifiers:
    """The world of section 2.1.3."""
    return rosset_example(n, PRINTED_FIRST_PROBABILITY, second_probability, size=PRINTED_SIZE)


def point_of(run: Run, n: int, q: float, draws: int, progress: Progress | None = None) -> SizePoint:
    """One size; simulated if it is among those."""
    pair = pair_of(n, q)
    return SizePoint(
        n=n,
        second_probability=q,
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        simulated=_simulated(run, n, q, draws, progress) if n in SIMULATED else None,
    )


def size_row_of(
    run: Run, q: float, probability: float, draws: int, progress: Progress | None = None
) -> SizeRow:
    """The sizes for one probability of the right choice."""

    def family(n: int) -> TwoClassifiers:
        if progress is not None:
            progress(0, 1, "sizes")
        return pair_of(n, q)

    found = {}
    criteria: tuple[Criterion, ...] = ("AUC", "error")
    for by in criteria:
        kept = run.kept(
            f"{PAPER}/table-6-by-size/{by.lower()}-q-{q}-{probability}",
            {"second_probability": q, "probability": probability, "by": by},
            _asking(family, probability, by),
        )
        found[by] = ChoosingSize.from_dict(kept)
    return SizeRow(
        second_probability=q,
        probability=probability,
        auc=found["AUC"],
        error=found["error"],
        auc_simulated=_simulated(run, found["AUC"].n, q, draws, progress),
        error_simulated=_simulated(run, found["error"].n, q, draws, progress),
    )


def _simulated(
    run: Run, n: int, q: float, draws: int, progress: Progress | None
) -> SimulatedChoice:
    piece, stream = f"table-6-by-size/n-{n}-q-{q}", (_SIZE_STREAM, n, round(1000 * q))
    return simulated_of(run, pair_of(n, q), piece, stream=stream, draws=draws, progress=progress)


def _asking(
    family: Callable[[int], TwoClassifiers], probability: float, by: Criterion
) -> Callable[[], dict[str, Any]]:
    def compute() -> dict[str, Any]:
        found = size_to_choose(family, probability=probability, by=by, threshold=THRESHOLD)
        return found.to_dict()

    return compute


# One setting of section 2.1.1: exact and simulated moments at one dependence.


DEPENDENCES = (0.0, 0.25, 0.5, 0.75, 1.0)
SETTINGS = tuple((n, q) for q in (0.2, 0.3) for n in (50, 200, 400))
"""The n and q2 of Table 1, in its order."""

DEPENDENCE_DRAWS = 10_000
QUICK_DEPENDENCE_DRAWS = 2_000
QUICK_LARGEST_DEPENDENCE_SIZE = 200
"""The largest n of a quick run."""

_DEPENDENCE_STREAM = 211  # of the random numbers of this exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenceRow(BothMoments):
    """Both criteria at one setting and one dependence.

    ``switch_correlation`` is what the dependence comes to in the paper's own terms: the correlation
    of the order switches of the two classifiers, the mean over all pairs of observations that both
    can switch.
    """

    n: int
    second_probability: float
    dependence: float
    switch_correlation: float
    simulated: SimulatedChoice

    @property
    def distance(self) -> float:
        """The largest distance of an exact from a simulated moment, in standard errors."""
        return self.farthest(self.simulated)


def row_of(
    run: Run, n: int, q: float, dependence: float, draws: int, progress: Progress | None = None
) -> DependenceRow:
    """One row; the simulation of it is kept."""
    pair = rosset_example(n, PRINTED_FIRST_PROBABILITY, q, size=PRINTED_SIZE, dependence=dependence)
    return DependenceRow(
        n=n,
        second_probability=q,
        dependence=dependence,
        switch_correlation=switch_correlation(pair),
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        simulated=simulated_of(
            run,
            pair,
            f"section-2-1-1/n-{n}-q-{q}-{dependence}",
            stream=(_DEPENDENCE_STREAM, n, round(1000 * q), round(1000 * dependence)),
            draws=draws,
            progress=progress,
        ),
    )


def switch_correlation(pair: TwoClassifiers) -> float:
    """The mean correlation of the switches of the two classifiers, exact, in section 2.1.3.

    A switch of i < j is that a classifier scores i above j. In that world it depends on j - i
    alone, so that the pairs of the first observation, each counted as often as its distance occurs,
    stand for all.
    """
    if not pair.is_joint:
        return 0.0
    odds = np.multiply.outer(pair.first.probabilities[0], pair.first.probabilities[0])
    one, two = (
        law.values[0][None, :, None] > law.values[1:][:, None, :]
        for law in (pair.first, pair.second)
    )
    p, r, both = (np.sum(odds * switched, axis=(1, 2)) for switched in (one, two, one & two))
    spread = p * (1 - p) * r * (1 - r)
    can = spread > 0
    times = np.arange(pair.n - 1, 0, -1)[can]
    return float(np.average((both - p * r)[can] / np.sqrt(spread[can]), weights=times))


# Figures of the world of section 2.1.3: finished numbers, drawn.


_REACH = 1.96  # standard errors that a bar reaches either way
_KEY = "lines: exact moments, normal approximation; points: simulated, 95%"
_TICKS = (10, 30, 100, 300, 1000)

Row = TypeVar("Row", DependenceRow, SizePoint)
Points = tuple[Sequence[float], Sequence[float], Sequence[float]]


def dependence_figure(rows: Sequence[DependenceRow]) -> "Figure":
    """The probability of the right choice against the dependence, a panel for each q2."""
    return _panels(rows, _draw_dependence, "probability of choosing the better by AUC")


def size_figure(points: Sequence[SizePoint]) -> "Figure":
    """The probability of the right choice against n by AUC and by error rate, for each q2."""
    return _panels(points, _draw_sizes, "probability of choosing the better classifier")


def _panels(
    rows: Sequence[Row], draw: "Callable[[Axes, Sequence[Row]], None]", what: str
) -> "Figure":
    """A panel for each q2, side by side."""
    probabilities = sorted({row.second_probability for row in rows})
    with new_figure(3.2 * len(probabilities), 3.9) as figure:
        panels = figure.subplots(1, len(probabilities), sharey=True, squeeze=False)[0]
        for axes, q in zip(panels, probabilities, strict=True):
            draw(axes, [row for row in rows if row.second_probability == q])
            axes.set_title(f"q2 = {number(q, 1)}")
        panels[0].set_ylabel(what)
        figure.supxlabel(_KEY, fontsize=8)
    return figure


def _draw_dependence(axes: "Axes", rows: Sequence[DependenceRow]) -> None:
    sizes = sorted({row.n for row in rows}, reverse=True)
    names = [f"n = {n}" for n in sizes]
    handles: list[Artist] = []
    for name, n in zip(names, sizes, strict=True):
        several = [row for row in rows if row.n == n]
        x = [row.dependence for row in several]
        handles.append(_draw_line(axes, names, name, x, [row.auc_phi for row in several]))
        auc = [row.simulated.auc for row in several]
        errors = [_REACH * one.share_standard_error for one in auc]
        _draw_points(axes, names, name, (x, [one.share for one in auc], errors))
    axes.set_xlabel("dependence")
    axes.set_ylim(0.48, 1.02)
    plain_legend(axes, handles, names, loc="lower right")


def _draw_sizes(axes: "Axes", points: Sequence[SizePoint]) -> None:
    names = ["AUC", "error rate"]
    x = [point.n for point in points]
    lines = ([point.auc_phi for point in points], [point.error_phi for point in points])
    handles = [
        _draw_line(axes, names, name, x, line) for name, line in zip(names, lines, strict=True)
    ]
    drawn = [(point.n, point.simulated) for point in points if point.simulated is not None]
    for name, found in zip(
        names, ([one.auc for _, one in drawn], [one.error for _, one in drawn]), strict=True
    ):
        errors = [_REACH * one.share_standard_error for one in found]
        at = [n for n, _ in drawn]
        _draw_points(axes, names, name, (at, [one.share for one in found], errors))
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, [f"{tick:,}" for tick in _TICKS])
    axes.minorticks_off()
    axes.set_xlabel("n, observations in the test set")
    axes.axhline(1.0, color=FAINT, linewidth=0.8, zorder=1)
    axes.set_ylim(0.48, 1.02)
    words = [f"by {name}" for name in names]
    plain_legend(axes, handles, words, loc="lower right")


def _draw_line(
    axes: "Axes", names: Sequence[str], name: str, x: Sequence[float], y: Sequence[float]
) -> "Artist":
    look = looks(names)[name]
    return axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6, zorder=2)[0]


def _draw_points(axes: "Axes", names: Sequence[str], name: str, points: Points) -> None:
    look = looks(names)[name]
    x, y, errors = points
    axes.errorbar(
        x, y, errors, fmt=look.mark, color=look.colour, markersize=4, capsize=2.5, zorder=3
    )
