"""Section 3.2: the trade-off between estimation and approximation, by the size of the test set.

The error rate is right in the mean and spreads widely; the AUC spreads less and may aim beside the
mark. So on small test sets the AUC should pick the model that errs less more often; on ever larger
ones the error rate comes to pick it always, and the AUC where both agree in truth. Three pairs are
shown: those of Tables 3 and 4, and naive Bayes on x1 against 100 nearest neighbours in ten
dimensions, for the training sets where naive Bayes errs less. There the scores of naive Bayes take
few values, which costs AUC and no errors. Which model errs less is judged on further observations,
which is itself uncertain; a caveat says how much.

The state is "same finding, other numbers" when, with differences of more than two standard errors
over training sets (the paper prints no figures of this kind),

- in the worlds of Tables 3 and 4 the AUC is ahead of the error rate at 100 observations, and
- in the third the error rate is ahead at the largest size, where the AUC is right on fewer than
  half of the test sets, while the error rate is right more often there than at the smallest size;

otherwise "not reproduced".

By the size of the test set
---------------------------
How often each criterion picks the better model, by the size of the test set.

For every training set a long list of new observations is scored once and cut into test sets that
share no observation: as many as fit of every size, and no more than ``TESTS``. Which of two models
is better is judged for each training set on observations of its own, as many again: where two
models are nearly equal it may name the wrong one, so the error rate need not come to 1. Training
sets are the independent units: standard errors come from the spread of their shares.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.formatting import count, number
from aucurate.plots.style import FAINT, LineStyle, line_styles, new_figure
from aucurate.plots.text import plain
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.printed import PRINTED_TEST, PRINTED_TRADE_OFF, PRINTED_TRAINING
from aucurate_papers.rosset_2004.selection.criteria import (
    AFTER_SECTION_3_2,
    AUC,
    ERROR,
    HALVED,
    Floats,
    World,
    above,
    compared,
    criteria,
    judged,
    mean_and_error,
    mixed_world,
    naive_bayes_world,
    neighbour_world,
)
from aucurate_papers.running import Made, Run, provenance_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
KEYS = ("picked", "error_gap", "error_gap_standard_error")
TESTS = 200
"""Test sets of one size for one training set, at most."""


def choice_by_size(
    world: World,
    sizes: Sequence[int],
    pair: tuple[int, int],
    *,
    training_sets: int,
    observations: int,
    rng: np.random.Generator,
    training: int = PRINTED_TRAINING,
    step: Callable[[int], object] = lambda done: None,
) -> dict[str, Any]:
    """Plain lists by training set, to be kept.

    ``picked``: the share of test sets on which a criterion picks the second model of the ``pair``,
    by size and criterion; ``error_gap``: its judged error minus that of the first.
    """
    found: dict[str, Any] = {key: [] for key in KEYS}
    first, second = pair
    for done in range(training_sets):
        fitted = world.fit(*world.draw(training, rng))
        features, labels = world.draw(observations, rng)
        scores = fitted(features)
        picked = []
        for size in sizes:
            tests = min(TESTS, observations // size)
            cut = tests * size
            standings = criteria(
                labels[:cut].reshape(tests, size),
                scores[[first, second], :cut].reshape(2, tests, size),
                rng,
            )
            won, tied = compared(standings, [(0, 1)])
            picked.append(((won + tied / 2) / tests)[0].tolist())
        losses = judged(world, fitted, observations, rng).losses
        gap, gap_error = mean_and_error(losses[second] - losses[first])
        found["picked"].append(picked)
        found["error_gap"].append(float(gap))
        found["error_gap_standard_error"].append(float(gap_error))
        step(done + 1)
    return found


def right_choices(found: dict[str, Any]) -> Floats:
    """The shares of test sets on which the model that errs less, as judged, is picked.

    By training set, size and criterion; of a pair that is judged equal either is right by half.
    """
    picked = np.array(found["picked"])
    gap = np.array(found["error_gap"])[:, None, None]
    return np.where(gap < 0, picked, np.where(gap > 0, 1 - picked, 0.5))


# The figure of section 3.2: shares of right choices by the size of the test set.


_WIDTH, _HEIGHT = 3.1, 3.3
_BAND = 2.0  # standard errors
_TICKS = (10, 100, 1000)
_TITLE = 36  # characters to a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One pair of models: for each criterion its name, shares of right choices, standard errors."""

    title: str
    sizes: tuple[int, ...]
    lines: tuple[tuple[str, tuple[float, ...], tuple[float, ...]], ...]


def trade_off_figure(panels: Sequence[Panel]) -> "Figure":
    """A panel per pair of models beside each other; bands are two standard errors either way."""
    with new_figure(_WIDTH * len(panels), _HEIGHT) as figure:
        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for at, (one, panel) in enumerate(zip(axes, panels, strict=True)):
            _draw(one, panel, legend=at == 0)
        axes[0].set_ylabel("test sets on which the better model is picked")
    return figure


def _draw(axes: "Axes", panel: Panel, *, legend: bool) -> None:
    styles = line_styles([name for name, _, _ in panel.lines])
    axes.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (2, 2)))
    for name, shares, errors in panel.lines:
        _draw_line(axes, panel.sizes, name, shares, errors, styles[name])
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, [str(tick) for tick in _TICKS])
    axes.set_ylim(0, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    axes.set_xlabel("observations in the test set")
    plain(axes.set_title(fill(panel.title, _TITLE), fontsize="medium"))
    if legend:
        axes.legend(loc="lower right", title="band: ± 2 standard errors")


def _draw_line(
    axes: "Axes",
    sizes: Sequence[int],
    name: str,
    shares: Sequence[float],
    errors: Sequence[float],
    style: LineStyle,
) -> None:
    low = [max(0.0, share - _BAND * error) for share, error in zip(shares, errors, strict=True)]
    high = [min(1.0, share + _BAND * error) for share, error in zip(shares, errors, strict=True)]
    axes.fill_between(sizes, low, high, color=style.colour, alpha=0.2, linewidth=0)
    axes.plot(
        sizes,
        shares,
        color=style.colour,
        linestyle=style.line,
        marker=style.mark,
        markersize=4,
        linewidth=1.4,
        label=name,
    )


TRAINING_SETS = {"table 3": 200, "table 4": 80, "biased": 160}
QUICK = {"table 3": 10, "table 4": 5, "biased": 30}
OBSERVATIONS, QUICK_OBSERVATIONS = 10000, 2000
"""Scored for each training set."""
BLOCK = 20

TITLE = "The estimation-approximation trade-off"
_FAR = 2.0
_SHORT = {"table 3": "Table 3", "table 4": "Table 4", "biased": "naive Bayes or 100-NN"}
_CRITERIA = ("error", "auc", "auc_ties_one_half", "lead")
_COLUMNS = (
    *("models", "size", "training_sets"),
    *(f"{name}{end}" for name in _CRITERIA for end in ("", "_standard_error")),
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Curve:
    """One world: the shares of right choices by training set, size and criterion.

    ``gaps`` are the judged differences of the two errors by training set, with standard errors.
    """

    name: str
    title: str
    sizes: tuple[int, ...]
    right: Floats
    of: int
    gaps: Floats
    gap_errors: Floats

    def lead(self, size: int) -> Floats:
        """AUC minus error rate at a size, by training set."""
        at = self.sizes.index(size)
        return np.asarray(self.right[:, at, AUC] - self.right[:, at, ERROR])


def trade_off_exhibit(run: Run) -> Made:
    """The curves of all three worlds, and their figure."""
    observations = QUICK_OBSERVATIONS if run.quick else OBSERVATIONS
    sizes = tuple(size for size in SIZES if not run.quick or size <= QUICK_OBSERVATIONS)
    worlds = (
        ("table 3", "Table 3: naive Bayes on x1, or on x1 and x2", naive_bayes_world(), (0, 1)),
        ("table 4", "Table 4: 10 or 50 nearest neighbours", neighbour_world(), (0, 1)),
        (
            "biased",
            "Naive Bayes on x1, or 100 nearest neighbours, where the former errs less",
            mixed_world(10, (100,)),
            (0, 2),
        ),
    )
    curves = [_curve(run, name, title, world, pair, sizes) for name, title, world, pair in worlds]
    panels = [_panel(curve) for curve in curves]
    exhibit = Exhibit(
        paper=PAPER,
        name="section 3.2",
        title=TITLE,
        state=state_of(curves),
        shown=(_table(curves, observations),),
        verdict=_verdict(curves, observations),
        differs="The paper argues in words and prints no figures by the size of the test set.",
        caveats=(*AFTER_SECTION_3_2, *(judging(curve, observations) for curve in curves)),
        provenance=provenance_of(
            run,
            source="simulated in the worlds of Tables 3 and 4",
            method="AUC with ties at random, error rate at 1/2",
            training_sets={curve.name: curve.of for curve in curves},
            sizes=list(sizes),
        ),
    )
    return Made(
        exhibit=exhibit, figures={"rosset-2004-trade-off": partial(trade_off_figure, panels)}
    )


def _curve(
    run: Run, name: str, title: str, world: World, pair: tuple[int, int], sizes: tuple[int, ...]
) -> Curve:
    total = (QUICK if run.quick else TRAINING_SETS)[name]
    observations = QUICK_OBSERVATIONS if run.quick else OBSERVATIONS
    found: dict[str, Any] = {key: [] for key in KEYS}
    for start in range(0, total, BLOCK):
        several = min(BLOCK, total - start)

        def block(start: int = start, several: int = several) -> dict[str, Any]:
            return choice_by_size(
                world,
                sizes,
                pair,
                training_sets=several,
                observations=observations,
                rng=np.random.default_rng([run.rng, 32, world.key, start]),
                step=lambda done: run.tell(start + done, total, title),
            )

        settings = {"observations": observations, "sizes": list(sizes), "several": several}
        piece = f"rosset-2004/section-3-2/{name.replace(' ', '-')}-{start}"
        for key, values in run.kept(piece, settings, block).items():
            found[key] += values
    right, gaps = right_choices(found), np.array(found["error_gap"])
    shown = gaps > 0 if name == "biased" else np.ones(len(gaps), bool)
    return Curve(
        name=name,
        title=title,
        sizes=sizes,
        right=right[shown],
        of=total,
        gaps=gaps[shown],
        gap_errors=np.array(found["error_gap_standard_error"])[shown],
    )


def state_of(curves: Sequence[Curve]) -> State:
    """Computed as the head of this module says."""
    *consistent, biased = curves
    last = biased.right[:, -1]
    holds = (
        *(above(curve.lead(PRINTED_TEST), _FAR) for curve in consistent),
        above(last[:, ERROR] - last[:, AUC], _FAR),
        above(0.5 - last[:, AUC], _FAR),
        above(last[:, ERROR] - biased.right[:, 0, ERROR], _FAR),
    )
    return "same finding, other numbers" if all(holds) else "not reproduced"


def judging(curve: Curve, observations: int) -> Caveat:
    """How sure it is which model of a pair errs less."""
    near = int((np.abs(curve.gaps) < _FAR * curve.gap_errors).sum())
    size = mean_and_error(100 * np.abs(curve.gaps))[0]
    error = mean_and_error(100 * curve.gap_errors)[0]
    doubt = ", so some may be judged wrongly and the error rate need not come to 100%"
    texts = ("curve", "chosen") if curve.name == "biased" else ("curve",)
    return caveat(
        Kind.JUDGED,
        *texts,
        pair=_SHORT[curve.name],
        observations=count(observations, "observation"),
        size=number(float(size), 2),
        error=number(float(error), 2),
        near=near,
        training_sets=count(len(curve.gaps), "training set"),
        doubt=doubt if near else "",
    )


def _verdict(curves: Sequence[Curve], observations: int) -> tuple[str, ...]:
    said = [f"The claim: {PRINTED_TRADE_OFF}"]
    *consistent, biased = curves
    for curve in consistent:
        lead, error = mean_and_error(100 * curve.lead(PRINTED_TEST))
        right = 100 * curve.right.mean(axis=0)
        said.append(
            f"{curve.title}; at {PRINTED_TEST} observations the AUC is ahead by "
            f"{number(float(lead), 1)} ± {number(float(error), 1)} points, at {curve.sizes[-1]} "
            f"the AUC is right on {number(right[-1, AUC], 1)}% and the error rate on "
            f"{number(right[-1, ERROR], 1)}% of the test sets."
        )
    means, errors = mean_and_error(100 * biased.right)
    mended_not = above(0.5 - biased.right[:, -1, AUC], _FAR)
    ends = [
        f"{number(means[0, at], 1)} ± {number(errors[0, at], 1)} to "
        f"{number(means[-1, at], 1)} ± {number(errors[-1, at], 1)}%"
        for at in (ERROR, AUC)
    ]
    said.append(
        f"{biased.title} ({len(biased.right)} of {count(biased.of, 'training set')}, judged on "
        f"{count(observations, 'observation')}): from "
        f"{biased.sizes[0]} to {biased.sizes[-1]} observations the error rate goes from {ends[0]} "
        f"right choices, the AUC from {ends[1]}"
        + (": more data do not mend what it aims at." if mended_not else ".")
    )
    return tuple(said)


def _panel(curve: Curve) -> Panel:
    means, errors = mean_and_error(curve.right)
    return Panel(
        title=curve.title,
        sizes=curve.sizes,
        lines=tuple(
            (name, tuple(means[:, at].tolist()), tuple(errors[:, at].tolist()))
            for name, at in (("AUC", AUC), ("error rate", ERROR))
        ),
    )


def _table(curves: Sequence[Curve], observations: int) -> Table:
    rows: list[tuple[str, ...]] = []
    columns: dict[str, list[object]] = {key: [] for key in _COLUMNS}
    for curve in curves:
        means, errors = mean_and_error(100 * curve.right)
        leads = mean_and_error(100 * (curve.right[:, :, AUC] - curve.right[:, :, ERROR]))
        for at, size in enumerate(curve.sizes):
            pairs = [(means[at, c], errors[at, c]) for c in (ERROR, AUC, HALVED)]
            pairs.append((leads[0][at], leads[1][at]))
            rows.append(
                (
                    _SHORT[curve.name] if at == 0 else "",
                    str(size),
                    *(f"{number(float(m), 1)} ± {number(float(e), 1)}" for m, e in pairs),
                )
            )
            numbers = [float(x) / 100 for pair in pairs for x in pair]
            values = [curve.name, size, len(curve.right), *numbers]
            for key, value in zip(_COLUMNS, values, strict=True):
                columns[key].append(value)
    return Table(
        name="choices",
        title="How often (% of test sets ± standard error over training sets) each criterion picks "
        "the model that errs less, by the size of the test set; last, naive Bayes on x1 or 100 "
        "nearest neighbours, for the training sets where the former errs less (judged on "
        f"{count(observations, 'observation')})",
        header=(
            *("models", "size", "error rate", "AUC", "AUC, ties one half"),
            "AUC minus error rate",
        ),
        rows=tuple(rows),
        columns={key: tuple(values) for key, values in columns.items()},
    )
