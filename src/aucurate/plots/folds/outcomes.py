"""What the tests of error and of AUC decide about the same pairs: a square of the four outcomes.

The comparison of tests of Aslan, Yildiz and Alpaydin (2009). On the diagonal the tests agree
(blue), off it they do not (vermilion); a cell is the darker the more pairs it holds.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import count, percent
from aucurate.plots.figure import as_frame
from aucurate.plots.matrix import ERROR, RIGHT, draw_cells, shades, square
from aucurate.plots.style import new_figure
from aucurate.plots.text import entitle, plain
from aucurate.study.folds.outcomes import OUTCOME_WORDS, OUTCOMES, TestOutcome, counts_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDES = ("not told apart", "told apart")
_CELL = 1.45  # inches


def draw_outcomes(
    axes: "Axes",
    outcomes: Sequence[TestOutcome],
    *,
    level: float | None = None,
    title: str | None = None,
) -> None:
    """Draw how many pairs have each outcome; ``level`` is that of the tests, to be told below."""
    counts = _counts(outcomes)
    shares = counts / len(outcomes)
    agree = np.eye(2, dtype=bool)[..., None]
    blue, red = shades(RIGHT, 0.0, 1.0).to_rgba(shares), shades(ERROR, 0.0, 1.0).to_rgba(shares)
    cells = [
        f"{counts.flat[at]:,}\n{percent(float(shares.flat[at]))}\n{OUTCOME_WORDS[kind]}"
        for at, kind in enumerate(OUTCOMES)
    ]
    draw_cells(
        axes,
        _SIDES,
        np.where(agree, blue, red),
        [cells[:2], cells[2:]],
        rows="by the test of error",
        columns="by the test of AUC",
        size=7.0,
    )
    axes.tick_params(axis="x", labelrotation=0)
    axes.tick_params(axis="y", labelrotation=90)
    for text in axes.get_yticklabels():
        text.set_verticalalignment("center")
    pairs = f"{count(len(outcomes), 'pair')}{_over(outcomes)}"
    said = pairs if level is None else f"{pairs}, level {level:g}"
    plain(axes.text(0, -0.03, said, transform=axes.transAxes, va="top", fontsize=8))
    entitle(axes, title)


def outcomes_figure(
    outcomes: Sequence[TestOutcome], *, level: float | None = None, title: str | None = None
) -> "Figure":
    """:func:`draw_outcomes` on a figure of its own."""
    require_outcomes(outcomes)
    width, height, place = square(_SIDES, 2 * _CELL, beside=0.25, title=bool(title))
    with new_figure(width, height, arranged=False) as figure:
        draw_outcomes(figure.add_axes(place), outcomes, level=level, title=title)
    return figure


def outcomes_frame(outcomes: Sequence[TestOutcome], *, backend: str = "polars") -> Any:
    """The drawn numbers: a row per outcome, the test of error first."""
    counts = _counts(outcomes).ravel().tolist()
    return as_frame(
        {
            "outcome": OUTCOMES,
            "words": [OUTCOME_WORDS[kind] for kind in OUTCOMES],
            "count": counts,
            "share": [amount / len(outcomes) for amount in counts],
        },
        backend,
    )


def require_outcomes(outcomes: Sequence[TestOutcome]) -> None:
    """Refuse what cannot be drawn."""
    if not outcomes or not all(isinstance(one, TestOutcome) for one in outcomes):
        raise OptionError(
            "there are no outcomes to draw.",
            hint="give those of a study: error_and_auc(data, threshold=0.5).outcomes.",
        )


def _counts(outcomes: Sequence[TestOutcome]) -> Any:
    """A row for each verdict of the test of error, a column for each of that of AUC."""
    require_outcomes(outcomes)
    return np.array(list(counts_of(outcomes).values())).reshape(2, 2)


def _over(outcomes: Sequence[TestOutcome]) -> str:
    sets = len({one.dataset for one in outcomes})
    return f" on {count(sets, 'data set')}" if sets > 1 else ""
