"""A data set ready for the runs: two classes, test set and folds, kept in the cache."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import LabelError
from aucurate_papers.aslan_2009.training.sources import Encoding, Table, source
from aucurate_papers.running import write_json

# From all classes to two: the pair that a 1-NN confuses most.


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


# The paper's design: a third is the test set, the rest is cut into 30 folds.


N_FOLDS = 30
TESTED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """``folds`` has the fold of each observation, and TESTED (-1) for those of the test set."""

    folds: NDArray[np.int64]

    @property
    def test(self) -> NDArray[np.intp]:
        """The observations of the test set."""
        return np.flatnonzero(self.folds == TESTED)

    def training(self, fold: int) -> NDArray[np.intp]:
        """The observations of the training set that leaves ``fold`` out."""
        return np.flatnonzero((self.folds != TESTED) & (self.folds != fold))

    @property
    def n_train(self) -> NDArray[np.int64]:
        """How large the training sets are."""
        sizes = np.bincount(self.folds[self.folds != TESTED], minlength=N_FOLDS)
        return np.array(sizes.sum() - sizes, np.int64)


def divided(is_positive: NDArray[np.bool_], rng: int) -> Division:
    """Test set and folds at random, each with the classes in the proportion of the whole set."""
    generator = np.random.default_rng(rng)
    folds = np.full(len(is_positive), TESTED)
    begun = 0
    for here in (is_positive, ~is_positive):
        rows = generator.permutation(np.flatnonzero(here))
        trained = rows[round(len(rows) / 3) :]
        if len(trained) < 2 or len(trained) == len(rows):
            raise LabelError(
                f"a class of {len(rows)} observations cannot be parted into a test set and "
                "training sets."
            )
        folds[trained] = (begun + np.arange(len(trained))) % N_FOLDS
        begun += len(trained)  # the second class goes on where the first ended: folds of equal size
    return Division(folds)


EDITION = 1  # raised when the reading, the reduction or the design change what they give
RNG = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Prepared:
    """One data set as all algorithms see it."""

    inputs: NDArray[np.float64]
    is_positive: NDArray[np.bool_]
    division: Division


def key_of(made_from: dict[str, Any]) -> str:
    """A short name for all that something was made from."""
    return sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:12]


def prepare(name: str, folder: Path, cache: Path) -> Path:
    """The folder of the prepared set in the cache, made where it is not there yet.

    ``data.npz`` has the arrays and ``data.json`` what they are; the folder's name changes with
    the files, the rng and the edition of this code.
    """
    found = source(name)
    made_from = {
        "data": found.digest(folder),
        "rng": RNG,
        "folds": N_FOLDS,
        "compared": MOST_COMPARED,
        "edition": EDITION,
    }
    here = cache / "aslan-2009" / f"{found.folder}-{key_of(made_from)}"
    if not (here / "data.json").is_file():
        two = two_classes(found.load(folder), RNG)
        division = divided(two.is_positive, RNG)
        here.mkdir(parents=True, exist_ok=True)
        write_arrays(
            here / "data.npz",
            inputs=two.inputs,
            is_positive=two.is_positive,
            folds=division.folds,
        )
        write_json(here / "data.json", _told(two, division, found.words) | {"made_from": made_from})
    return here


def load(here: Path) -> Prepared:
    """The arrays of a prepared set."""
    with np.load(here / "data.npz") as arrays:
        return Prepared(
            inputs=arrays["inputs"],
            is_positive=arrays["is_positive"],
            division=Division(arrays["folds"]),
        )


def told(here: Path) -> dict[str, Any]:
    """What a prepared set is: sizes, classes kept, the positive class."""
    found: dict[str, Any] = json.loads((here / "data.json").read_text(encoding="utf-8"))
    return found


def write_arrays(path: Path, **arrays: Any) -> None:
    """Write all of it or nothing."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)
    part.replace(path)


def _told(two: TwoClasses, division: Division, words: str) -> dict[str, Any]:
    tested = two.is_positive[division.test]
    return {
        "words": words,
        "n_read": two.n_read,
        "n_classes": two.n_classes,
        "n_observations": len(two.is_positive),
        "n_numeric": sum(size == 0 for size in two.n_values),
        "n_nominal": sum(size > 0 for size in two.n_values),
        "n_values": list(two.n_values),
        "positive": two.positive,
        "negative": two.negative,
        "n_positive": int(two.is_positive.sum()),
        "n_test": len(tested),
        "n_test_positive": int(tested.sum()),
        "n_confused": two.n_confused,
        "n_compared": two.n_compared,
    }
