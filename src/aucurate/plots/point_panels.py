"""Several classifiers over folds, each at its operating point: a panel for the curve of each."""

import math
from typing import TYPE_CHECKING, Any

from aucurate.errors import OptionError
from aucurate.formatting import shortened
from aucurate.plots.canvas import new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.operating_points import draw_operating_points, operating_points_frame
from aucurate.plots.words import TITLE_WIDTH, plain
from aucurate.study.operate_folds import OperateFoldsStudy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ACROSS = 3
MOST = 12


def draw_point_panels(axes: "Sequence[Axes]", study: OperateFoldsStudy) -> None:
    """Draw the mean curve, the chosen point and those not told from it, on axes for each."""
    for each, part in zip(axes, study.parts, strict=True):
        draw_operating_points(each, study.operating_points(part.name), part.indistinguishable)


def point_panels_figure(study: OperateFoldsStudy, *, title: str | None = None) -> "Figure":
    """:func:`draw_point_panels` on a figure of its own."""
    require_few(study)
    panels = len(study.parts)
    across = min(_ACROSS, panels)
    down = math.ceil(panels / across)
    with new_figure(4.6 * across, 5.5 * down + 0.3 * bool(title)) as figure:
        grid = list(figure.subplots(down, across, squeeze=False).flat)
        for empty in grid[panels:]:
            empty.set_axis_off()
        draw_point_panels(grid[:panels], study)
        if title is not None:
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, ha="left"))
    return figure


def require_few(study: OperateFoldsStudy) -> None:
    """Refuse what cannot be drawn."""
    if not isinstance(study, OperateFoldsStudy):
        raise OptionError(
            f"the figure needs a study of operating points over folds, not a "
            f"{type(study).__name__}.",
            hint="aucurate.operate_folds(data, at=0.5).",
        )
    if len(study.parts) > MOST:
        raise OptionError(
            f"{len(study.parts)} panels do not fit one figure; {MOST} do.",
            hint="draw a selection of the classifiers.",
        )


def point_panels_frame(study: OperateFoldsStudy, *, backend: str = "polars") -> Any:
    """The drawn numbers: a row for every operating point of every classifier."""
    frames = [
        operating_points_frame(study.operating_points(part.name), part.indistinguishable)
        for part in study.parts
    ]
    columns: dict[str, list[object]] = {name: [] for name in frames[0].columns}
    for frame in frames:
        for name in columns:
            columns[name] += frame[name].to_list()
    return as_frame(columns, backend)
