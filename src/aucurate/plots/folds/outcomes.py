"""Decisions of the tests of error rate and AUC on the same pairs: a 2x2 table of outcomes.

The comparison of tests of Aslan, Yildiz and Alpaydin (2009). On the diagonal the tests agree
(blue), off it they do not (vermilion); a cell is the darker the more pairs it holds.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import count, percent
from aucurate.plots.figure import Columns, Display
from aucurate.plots.matrix import ERROR, RIGHT, draw_cells, shades
from aucurate.plots.style import Size
from aucurate.plots.text import plain, set_title
from aucurate.study.folds.outcomes import OUTCOME_WORDS, OUTCOMES, TestOutcome, counts_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIDES = ("no difference\ndetected", "difference\ndetected")
_CELL = 1.45  # inches
_LINE = 20  # characters that fit a cell


@dataclass(eq=False, repr=False)
class OutcomesDisplay(Display):
    """The number of pairs with each outcome of the tests of error rate and AUC.

    ``level`` is that of the tests. The data frame has a row per outcome.
    """

    outcomes: Sequence[TestOutcome]
    _: KW_ONLY
    level: float | None = None

    def _prepare(self) -> None:
        if not self.outcomes or not all(isinstance(each, TestOutcome) for each in self.outcomes):
            raise OptionError(
                "there are no outcomes to draw.",
                hint="give those of a study: error_and_auc(data, threshold=0.5).outcomes.",
            )
        # A row for each verdict of the test of error, a column for each of that of AUC.
        self._counts = np.array(list(counts_of(self.outcomes).values())).reshape(2, 2)

    def _default_title(self) -> str:
        return "Decisions of the tests of error rate and of AUC"

    def _size(self) -> Size:
        return 2 * _CELL, 2 * _CELL

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), counts = axes, self._counts
        shares = counts / len(self.outcomes)
        agree = np.eye(2, dtype=bool)[..., None]
        blue, red = shades(RIGHT, 0.0, 1.0).to_rgba(shares), shades(ERROR, 0.0, 1.0).to_rgba(shares)
        cells = [
            f"{number:,}\n{percent(float(share))}\n{fill(OUTCOME_WORDS[kind], _LINE)}"
            for kind, number, share in zip(OUTCOMES, counts.flat, shares.flat, strict=True)
        ]
        draw_cells(
            square,
            _SIDES,
            np.where(agree, blue, red),
            [cells[:2], cells[2:]],
            rows="test of error rate",
            columns="test of AUC",
            size=7.0,
        )
        square.set_xticks((0, 1), _SIDES)
        square.set_yticks((0, 1), _SIDES)
        square.tick_params(axis="x", labelrotation=0)
        pairs = f"{count(len(self.outcomes), 'pair')}{_over(self.outcomes)}"
        words = pairs if self.level is None else f"{pairs}, level {self.level:g}"
        plain(square.text(0, -0.03, words, transform=square.transAxes, va="top", fontsize=8))
        set_title(square, self._heading)

    def _data(self, part: str) -> Columns:
        counts = self._counts.ravel().tolist()
        return {
            "outcome": OUTCOMES,
            "words": [OUTCOME_WORDS[kind] for kind in OUTCOMES],
            "count": counts,
            "share": [amount / len(self.outcomes) for amount in counts],
        }


def _over(outcomes: Sequence[TestOutcome]) -> str:
    sets = len({one.dataset for one in outcomes})
    return f" on {count(sets, 'data set')}" if sets > 1 else ""
