"""What figures of the errors of all classes share: the errors, their colours and their words."""

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.weighted_decision import shares
from aucurate.errors import OptionError
from aucurate.formatting import count, listing, number, shortened
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.folds.class_rates import errors_of
from aucurate.plots.words import NAME_WIDTH, short_names

POINT = "#0072B2"
CHOSEN = "#D55E00"
GRID = "#E4E4E4"
_CLASS_WIDTH = 14
_SHOWN_WEIGHTS = 5  # classes whose weights fit into a legend


def mean_errors(points: ClassOperatingPoints, found: ClassPointSet | None) -> NDArray[np.float64]:
    """The mean error of every class: classes x points."""
    lacking = [rate for rate in errors_of(points.classes) if rate not in points.rates]
    if lacking:
        raise OptionError(
            f"the figure needs the error of every class; {listing(lacking[:3])} was not averaged.",
            hint="class_operating_points(data, weights) averages them all.",
        )
    if found is not None and not np.array_equal(np.array(found.weights), points.weights):
        raise OptionError(
            "the points that cannot be told apart are those of other operating points.",
            hint="indistinguishable_points(points, chosen) with the same points.",
        )
    return np.stack([points.mean(rate) for rate in errors_of(points.classes)])


def all_words(points: ClassOperatingPoints) -> str:
    """What a legend says of all points."""
    short = short_names([points.name], NAME_WIDTH)[points.name]
    return f"{short}: {count(len(points), 'operating point')}"


def inside_words(found: ClassPointSet) -> str:
    """What a legend says of the points that cannot be told from the chosen one."""
    adjusted = "" if found.correction == "none" else f", {found.correction}"
    return (
        f"{len(found.points)} of {count(len(found.weights) - 1, 'point')} not told from the chosen "
        f"one\n(by {shortened(found.rates_words, 60)}, level {found.level:g}{adjusted})"
    )


def chosen_words(found: ClassPointSet) -> str:
    """What a legend says of the chosen point: its weights, or its place where these are many."""
    if len(found.classes) > _SHOWN_WEIGHTS:
        return f"chosen: point {found.chosen}"
    weights = shares(np.array(found.weights[found.chosen])).tolist()
    return f"chosen: weights {listing([number(weight, 2) for weight in weights])}"


def short_classes(points: ClassOperatingPoints) -> list[str]:
    """The classes by names that fit beside an axis."""
    short = short_names(points.classes, _CLASS_WIDTH)
    return [short[label] for label in points.classes]
