"""From all classes to two: the pair that a 1-NN confuses most."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import LabelError
from aucurate_papers.aslan_2009.training.encoding import Encoding
from aucurate_papers.aslan_2009.training.tables import Table

MOST_COMPARED = 20_000
_BLOCK = 500


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TwoClasses:
    """A data set with two classes, its observations in random order; positive is the rarer class.

    ``n_read`` and ``n_classes`` say what it was before; ``n_confused`` is how many of
    ``n_compared`` observations the 1-NN mistook between the two (None where there were only two).
    """

    inputs: NDArray[np.float64]
    n_values: tuple[int, ...]
    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    n_read: int
    n_classes: int
    n_confused: int | None
    n_compared: int | None


def two_classes(table: Table, rng: int) -> TwoClasses:
    """Keep the two classes that are confused most; the rarer is positive.

    The order is random because some files are sorted, and a k-NN on nominal variables decides
    among many equally near neighbours by their order.
    """
    order = np.random.default_rng(rng).permutation(len(table.classes))
    inputs, classes = table.inputs[order], table.classes[order]
    names, counts = np.unique(classes, return_counts=True)
    if len(names) < 2:
        raise LabelError(f"the only class is '{names[0]}'.")
    first, second = (str(name) for name in names[:2])
    confused = compared = None
    if len(names) > 2:
        compared = min(len(classes), MOST_COMPARED)
        matrix = confusion(inputs[:compared], classes[:compared], table.n_values)
        first, second, confused = most_confused(matrix, names)
    size = dict(zip(names.tolist(), counts.tolist(), strict=True))
    positive, negative = sorted((first, second), key=lambda name: (size[name], name))
    kept = np.isin(classes, (positive, negative))
    return TwoClasses(
        inputs=inputs[kept],
        n_values=table.n_values,
        is_positive=classes[kept] == positive,
        positive=positive,
        negative=negative,
        n_read=len(classes),
        n_classes=len(names),
        n_confused=confused,
        n_compared=compared,
    )


def confusion(
    inputs: NDArray[np.float64], classes: NDArray[np.str_], n_values: tuple[int, ...]
) -> NDArray[np.int64]:
    """The confusion matrix of a 1-NN, each observation decided by its nearest other one.

    Rows are the true classes, columns the decided ones, both in the order of their names. Among
    equally near ones the first decides.
    """
    points = Encoding(n_values).fit(inputs).transform(inputs)
    lengths = (points**2).sum(axis=1)
    nearest = np.empty(len(points), np.intp)
    for start in range(0, len(points), _BLOCK):
        rows = np.arange(start, min(start + _BLOCK, len(points)))
        distances = lengths - 2.0 * (points[rows] @ points.T)
        distances[rows - start, rows] = np.inf
        nearest[rows] = distances.argmin(axis=1)
    names, codes = np.unique(classes, return_inverse=True)
    cells = codes * len(names) + codes[nearest]
    return np.bincount(cells, minlength=len(names) ** 2).reshape(len(names), len(names))


def most_confused(matrix: NDArray[np.int64], names: NDArray[np.str_]) -> tuple[str, str, int]:
    """The two classes taken for each other most often, in either direction, and how often."""
    both = np.triu(matrix + matrix.T, k=1)
    first, second = np.unravel_index(int(np.argmax(both)), both.shape)
    return str(names[first]), str(names[second]), int(both[first, second])
