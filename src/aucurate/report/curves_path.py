"""The picture of ROC curves as SVG: where a rate lies, and the line of a curve as a path.

The picture is a square of ``SIDE`` units with its axes around it. A path is in whole tenths of a
unit, upward from the lower left corner, step by step from one rounded point to the next: nothing
adds up, and two thousand points are a few kilobytes. A positive and a negative with the same score
make the sloped segment that they are.
"""

from dataclasses import dataclass

import numpy as np

from aucurate.curve.roc import RocCurve
from aucurate.curve.thinning import drawn_line
from aucurate.formatting import number

SIDE = 460
LEFT, TOP, RIGHT, BOTTOM = 62, 12, 14, 54
_FINE = 10  # parts of a unit that a path tells apart
_TICKS = 5

MARKS = (
    "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    "M0-7.5L6.8 5H-6.8z",
    "M-5.4-5.4H5.4V5.4H-5.4z",
    "M0-7.6L7.6 0L0 7.6L-7.6 0z",
    "M0 7.5L6.8-5H-6.8z",
    "M-2.4-7H2.4V-2.4H7V2.4H2.4V7H-2.4V2.4H-7V-2.4H-2.4z",
    "M-3.4-6.8l3.4 3.4l3.4-3.4l3.4 3.4l-3.4 3.4l3.4 3.4l-3.4 3.4l-3.4-3.4l-3.4 3.4l-3.4-3.4l3.4-3.4"
    "l-3.4-3.4z",
)
"""Filled marks around the origin, in the order of those of :mod:`aucurate.plots.looks`."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of both axes: its text, and how far along them it is."""

    text: str
    along: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The measures of the picture that its template needs, in units of the picture."""

    side: int = SIDE
    left: int = LEFT
    top: int = TOP
    width: int = LEFT + SIDE + RIGHT
    height: int = TOP + SIDE + BOTTOM
    scale: float = 1 / _FINE

    @property
    def bottom(self) -> int:
        """Where the horizontal axis lies."""
        return self.top + self.side

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """From 0 to 1."""
        shares = [at / _TICKS for at in range(_TICKS + 1)]
        return tuple(Tick(number(share, 1), share * self.side) for share in shares)


def place(sensitivity: float, specificity: float) -> tuple[str, str]:
    """Where an operating point lies in the picture.

    >>> place(1.0, 1.0), place(0.5, 0.0)
    (('62.00', '12.00'), ('522.00', '242.00'))
    """
    x, y = LEFT + (1 - specificity) * SIDE, TOP + (1 - sensitivity) * SIDE
    return number(x, 2), number(y, 2)


def path_of(curve: RocCurve) -> str:
    """The line of a curve as an SVG path from the lower left corner, in tenths of a unit.

    >>> from aucurate.curve.roc import roc_curve
    >>> path_of(roc_curve([0, 1, 0, 1], [1, 2, 2, 3]))
    'M0 0v2300l2300 2300h2300'
    """
    x, y = drawn_line(curve.false_positives / curve.n_negative, curve.sensitivity)
    across, up = (np.rint(each * SIDE * _FINE).astype(np.int64) for each in (x, y))
    steps: list[tuple[int, int]] = []
    for dx, dy in zip(np.diff(across).tolist(), np.diff(up).tolist(), strict=True):
        if steps and _goes_on(steps[-1], (dx, dy)):
            steps[-1] = steps[-1][0] + dx, steps[-1][1] + dy
        elif (dx, dy) != (0, 0):
            steps.append((dx, dy))
    return "M0 0" + "".join(_command(dx, dy) for dx, dy in steps)


def _goes_on(before: tuple[int, int], step: tuple[int, int]) -> bool:
    """Whether a step goes on straight, level or not at all."""
    return (before[0] == step[0] == 0) or (before[1] == step[1] == 0)


def _command(dx: int, dy: int) -> str:
    if dx == 0:
        return f"v{dy}"
    return f"h{dx}" if dy == 0 else f"l{dx} {dy}"
