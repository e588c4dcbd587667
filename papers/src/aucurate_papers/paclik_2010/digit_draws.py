"""How far does the neighbourhood reach, over many draws and sizes of the data?

Fig. 3 is one choice of 100 observations of each digit. Here they are drawn again and again, fewer
and more, from those that there are. The best 100 points lie the closer together the more data
there are, so the neighbourhood is looked for among *all* different points that the search returned,
and what is told is the range of errors that it spans.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucurate.data.class_folds import ClassFoldScores
from aucurate.formatting import number, percent
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.digits import CHOSEN, not_told, returned_points, spans
from aucurate_papers.paclik_2010.printed import PRINTED_DEGREES


class DigitDraw(NamedTuple):
    """One draw of so many observations of each digit, cross-validated."""

    scaling: str
    per_class: int
    data: ClassFoldScores


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach(Record):
    """The neighbourhoods of one scaling and size, as means over draws.

    ``points`` are different operating points, ``share`` how much of them cannot be told from the
    chosen one (``printed_share`` with the paper's degrees of freedom, ``holm_share`` with Holm's
    correction), ``span`` the range of errors of the set, a mean over the digits, with its
    ``standard_error`` over draws; ``largest_error`` is that of the chosen point.
    """

    scaling: str
    per_class: int
    draws: int
    points: float
    share: float
    printed_share: float
    holm_share: float
    span: float
    standard_error: float
    largest_error: float


def reaches_of(counted: Sequence[tuple[str, int, tuple[float, ...]]]) -> tuple[Reach, ...]:
    """Means over the draws of each scaling and size, in the order in which they first occur."""
    found = []
    for scaling, per_class in dict.fromkeys((one[0], one[1]) for one in counted):
        rows = np.array([one[2] for one in counted if one[:2] == (scaling, per_class)])
        spread = float(rows[:, 4].std(ddof=1)) if len(rows) > 1 else math.nan
        points, share, printed, adjusted, span, largest = rows.mean(axis=0).tolist()
        found.append(
            Reach(
                scaling=scaling,
                per_class=per_class,
                draws=len(rows),
                points=points,
                share=share,
                printed_share=printed,
                holm_share=adjusted,
                span=span,
                standard_error=spread / math.sqrt(len(rows)),
                largest_error=largest,
            )
        )
    return tuple(found)


def counted_draw(draw: DigitDraw, rng: int) -> tuple[str, int, tuple[float, ...]]:
    """What one draw adds to :func:`reaches_of`."""
    points = returned_points(draw.data, rng).points
    members = not_told(points)
    others = max(1, len(points) - 1)
    numbers = (
        float(len(points)),
        int(members.sum()) / others,
        int(not_told(points, PRINTED_DEGREES).sum()) / others,
        int(not_told(points, adjusted=True).sum()) / others,
        float(np.mean(spans(points, members))),
        max(float(points.on_the_stack(rate)[CHOSEN]) for rate in points.rates),
    )
    return draw.scaling, draw.per_class, numbers


def reach_table(found: Sequence[Reach]) -> Table:
    """A row per scaling and size."""
    fields = (
        *("scaling", "per_class", "draws", "points", "share", "printed_share", "holm_share"),
        *("span", "standard_error", "largest_error"),
    )
    rows = [
        (
            one.scaling,
            str(one.per_class),
            str(one.draws),
            number(one.points, 0),
            percent(one.share),
            percent(one.printed_share),
            percent(one.holm_share),
            f"{number(one.span)} (± {number(one.standard_error)})",
            number(one.largest_error),
        )
        for one in found
    ]
    return Table(
        name="reach",
        title="Over draws of the digits: of all different points that the search returned, how "
        "many cannot be told from the chosen one, and how far their errors lie apart (mean of "
        "the digits ± standard error over draws)",
        header=(
            *("features", "per digit", "draws", "different points", "not told apart, n - 1"),
            *("2n - 2", "n - 1, Holm", "errors spanned, n - 1", "largest error of the chosen"),
        ),
        rows=tuple(rows),
        columns={field: tuple(getattr(one, field) for one in found) for field in fields},
    )
