"""The ROC curves of several classifiers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, interval, number, shortened
from aucurate.plots.canvas import new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.looks import looks
from aucurate.plots.matching import matched
from aucurate.plots.unit_square import diagonal, unit_square
from aucurate.plots.words import entitle, plain_legend, short_names
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Curves: TypeAlias = Scores | PairedScores | UnpairedScores | Mapping[str, Curve]

POINTS = 1001  # of a fitted curve; a counted one has all its points
_NAME_WIDTH = 32
_INSIDE = 8  # as many entries leave room for themselves under the curves


def draw_roc(
    axes: "Axes",
    curves: Curves,
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> None:
    """Draw the ROC curves on the axes, with the AUC of each in the legend.

    ``curves`` are scores, or curves by name: empirical ones or those of fitted models.
    ``estimates`` are the AUCs to print, matched by name (``with_intervals`` prints theirs too); an
    estimate that is not the area under the curve drawn for it is refused. Without an estimate it
    is the area of the curve itself.
    """
    drawn = _given(curves)
    areas = _labels(drawn, estimates, with_intervals)
    styles, short = looks(list(drawn)), short_names(list(drawn), _NAME_WIDTH)
    unit_square(axes)
    diagonal(axes)
    handles, labels = [], []
    for name, curve in drawn.items():
        points, look = curve.points(POINTS), styles[name]
        x, y = 1 - points.specificity, points.sensitivity
        handles += axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6)
        labels.append(f"{short[name]} ({areas[name]})")
    if _fits_inside(labels):
        plain_legend(axes, handles, labels, loc="lower right", handlelength=3.2)
    else:
        beside = (1.02, 1.0)
        plain_legend(
            axes, handles, labels, loc="upper left", bbox_to_anchor=beside, handlelength=3.2
        )
        axes.set_anchor("SW")
    entitle(axes, title)


def roc_figure(
    curves: Curves,
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_roc` on a figure of its own."""
    drawn = _given(curves)
    short = short_names(list(drawn), _NAME_WIDTH)
    areas = _labels(drawn, estimates, with_intervals)
    labels = [f"{short[name]} ({areas[name]})" for name in drawn]
    beside = 0.0 if _fits_inside(labels) else 0.65 + 0.067 * max(map(len, labels))
    with new_figure(4.6 + beside, max(4.6, 0.4 + 0.19 * len(labels))) as figure:
        draw_roc(
            figure.add_subplot(),
            drawn,
            estimates=estimates,
            with_intervals=with_intervals,
            title=title,
        )
    return figure


def roc_frame(
    curves: Curves, *, estimates: Sequence[Estimate] = (), backend: str = "polars"
) -> Any:
    """The drawn points, one row each, with the AUC of their curve.

    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> roc_frame(data)["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """
    drawn = _given(curves)
    found = _by_name(drawn, estimates)
    aucs = {n: found[n].value if n in found else curve.auc for n, curve in drawn.items()}
    rows: list[tuple[str, CurvePoints]] = [(n, c.points(POINTS)) for n, c in drawn.items()]
    return as_frame(
        {
            "classifier": [name for name, points in rows for _ in range(len(points))],
            "threshold": [t for _, points in rows for t in points.thresholds.tolist()],
            "specificity": [s for _, points in rows for s in points.specificity.tolist()],
            "sensitivity": [s for _, points in rows for s in points.sensitivity.tolist()],
            "auc": [aucs[name] for name, points in rows for _ in range(len(points))],
        },
        backend,
    )


def _given(curves: Curves) -> dict[str, Curve]:
    """Curves by name; those of scores without the points that lie on a straight piece."""
    if isinstance(curves, Scores | PairedScores | UnpairedScores):
        each = [curves] if isinstance(curves, Scores) else list(curves)
        return {
            one.name: RocCurve.from_counts(ThresholdCounts.from_scores(one), drop_collinear=True)
            for one in each
        }
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give scores, or curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, Curve):
            raise OptionError(
                f"'{shortened(str(name))}' is no curve, but a {type(curve).__name__}.",
                hint="make one with roc_curve(labels, scores).",
            )
    return {str(name): curve for name, curve in curves.items()}


def _by_name(drawn: Mapping[str, Curve], estimates: Sequence[Estimate]) -> dict[str, Estimate]:
    """The estimate of each curve that has one."""
    return matched(
        estimates,
        {name: curve.auc for name, curve in drawn.items()},
        what="the area under its curve",
        hint="draw the curve that the estimate belongs to.",
    )


def _labels(
    drawn: Mapping[str, Curve], estimates: Sequence[Estimate], with_intervals: bool
) -> dict[str, str]:
    """What the legend says of each curve beside its name."""
    found = _by_name(drawn, estimates)
    labels = {}
    for name, curve in drawn.items():
        one = found.get(name)
        labels[name] = f"AUC {number(curve.auc if one is None else one.value)}"
        if with_intervals and one is not None:
            low, high, confidence = one.interval.low, one.interval.high, one.interval.confidence
            digits = digits_for(high - low)
            around = interval(low, high, confidence, digits)
            labels[name] = f"AUC {number(one.value, digits)}, {around}"
    return labels


def _fits_inside(labels: Sequence[str]) -> bool:
    return len(labels) <= _INSIDE and max(map(len, labels), default=0) <= 40
