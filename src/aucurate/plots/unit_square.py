"""The square that ROC curves live in."""

from typing import TYPE_CHECKING

from aucurate.plots.canvas import FAINT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDE = 3.95  # inches on a figure of its own
_MARGIN = 0.015  # a line along the border is seen in its full width
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def unit_square(axes: "Axes") -> None:
    """Both rates from 0 to 1 at the same scale, with their names."""
    axes.set_xlim(-_MARGIN, 1 + _MARGIN)
    axes.set_ylim(-_MARGIN, 1 + _MARGIN)
    axes.set_aspect("equal", anchor="S")
    axes.set_xticks(_TICKS)
    axes.set_yticks(_TICKS)
    axes.set_xlabel("1 - specificity")
    axes.set_ylabel("sensitivity")


def diagonal(axes: "Axes") -> None:
    """The curve of scores that know nothing."""
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
