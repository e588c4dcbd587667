"""A data set ready for the runs: two classes, test set and folds, kept in the cache."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate_papers.aslan_2009.training import reduction
from aucurate_papers.aslan_2009.training.design import N_FOLDS, Division, divided
from aucurate_papers.aslan_2009.training.sources import source
from aucurate_papers.running import write_json

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
        "compared": reduction.MOST_COMPARED,
        "edition": EDITION,
    }
    here = cache / "aslan-2009" / f"{found.folder}-{key_of(made_from)}"
    if not (here / "data.json").is_file():
        two = reduction.two_classes(found.load(folder), RNG)
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


def _told(two: reduction.TwoClasses, division: Division, words: str) -> dict[str, Any]:
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
