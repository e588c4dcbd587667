"""What the tests of figures share: scores to draw, and what is found on drawn axes."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import NDArray

from aucurate.data.folds import FoldScores
from aucurate.plots.direct_labels import GID

ODD_NAMES = (
    "_starts with an underscore",
    "$x_1^{2}$ costs $5",
    "<script>alert('x')</script>",
    "gradient boosting with depth 3, learning rate 0.1 and 500 rounds, calibrated on a part",
    "gradient boosting with depth 3, learning rate 0.1 and 700 rounds, calibrated on a part",
    "a\ttab and a\nnew line",
    r"50% & \alpha {",
    "",
)


def fixed_test_set(
    names: tuple[str, ...], *, n_folds: int = 8, n_observations: int = 90
) -> FoldScores:
    """The scores of as many models as folds on the same observations, as probabilities."""
    rng = np.random.default_rng(17)
    labels = np.arange(n_observations) % 3 == 0
    columns = {}
    for at, name in enumerate(names):
        base = (1 + 0.4 * at) * labels + rng.normal(size=n_observations)
        noise = 0.4 * rng.normal(size=(n_folds, n_observations))
        columns[name] = (1 / (1 + np.exp(1 - base - noise))).ravel()
    return FoldScores.from_arrays(
        np.tile(labels, n_folds),
        columns,
        folds=np.repeat(np.arange(n_folds), n_observations),
        observations=np.tile(np.arange(n_observations), n_folds),
    )


def legend_of(axes: Axes) -> list[str]:
    """The labels of the legend."""
    legend = axes.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def direct_labels(axes: Axes) -> list[Text]:
    """The names beside curves, in the order of the curves."""
    return [text for text in axes.texts if text.get_gid() == GID]


def labels_of(axes: Axes) -> list[str]:
    """What curves are called, each beside its line or in the legend, on one line."""
    found = []
    for text in direct_labels(axes):
        name, *numbers = text.get_text().split("\n")
        found.append(f"{name} ({', '.join(numbers)})" if numbers else name)
    if axes.get_legend() is not None:
        found += [label.replace("\n(", " (") for label in legend_of(axes)]
    return found


def vertices(line: Line2D) -> NDArray[np.float64]:
    """The points of a line, a row each."""
    return np.asarray(line.get_xydata(), np.float64)


def area(line: Line2D) -> float:
    """The area under a line, by trapezoids."""
    points: Any = vertices(line)
    return float(np.trapezoid(points[:, 1], points[:, 0]))


def texts_of(figure: Figure) -> list[Text]:
    """Every text with anything in it."""
    return [text for text in figure.findobj(Text) if isinstance(text, Text) and text.get_text()]
