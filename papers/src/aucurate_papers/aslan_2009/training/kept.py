"""The scores of one algorithm on one data set, each fit kept as soon as it is done."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aucurate_papers.aslan_2009.training.algorithms import Algorithm
from aucurate_papers.aslan_2009.training.design import N_FOLDS
from aucurate_papers.aslan_2009.training.prepared import key_of, write_arrays
from aucurate_papers.running import write_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why an algorithm was not finished on a data set, and the limits (in seconds) it met.

    ``kind`` is 'limit' (one fit took too long), 'budget' (all fits would take too long) or
    'error'.
    """

    kind: str
    reason: str
    limit: float
    budget: float

    def stands(self, *, limit: float, budget: float) -> bool:
        """Whether trying again within these limits would be in vain; errors are tried again."""
        if self.kind == "error":
            return False
        return limit <= self.limit if self.kind == "limit" else budget <= self.budget


@dataclass(frozen=True, slots=True)
class Kept:
    """The folder with the fits of one algorithm on one data set.

    ``fit-01.npz`` to ``fit-30.npz`` have the scores of the test set and the seconds it took to
    train and score; ``stopped.json`` says why the rest was skipped.
    """

    folder: Path

    @classmethod
    def of(cls, dataset: Path, algorithm: Algorithm) -> "Kept":
        """The folder, whose name changes with the settings and versions of the algorithm."""
        made_from = algorithm.made_from()
        folder = dataset / f"{algorithm.name}-{key_of(made_from)}"
        if not (folder / "made-from.json").is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "made-from.json", made_from)
        return cls(folder)

    def save(self, fold: int, scores: NDArray[np.float64], seconds: float) -> None:
        """Keep one fit."""
        write_arrays(self._file(fold), scores=scores, seconds=np.float64(seconds))

    def missing(self) -> list[int]:
        """The folds, from 0, whose fit is not kept yet."""
        return [fold for fold in range(N_FOLDS) if not self._file(fold).is_file()]

    def seconds(self) -> list[float]:
        """How long each kept fit took."""
        found = []
        for fold in range(N_FOLDS):
            if self._file(fold).is_file():
                with np.load(self._file(fold)) as arrays:
                    found.append(float(arrays["seconds"]))
        return found

    def scores(self) -> NDArray[np.float64]:
        """The scores of a finished algorithm: a row for each fold."""
        rows = []
        for fold in range(N_FOLDS):
            with np.load(self._file(fold)) as arrays:
                rows.append(arrays["scores"])
        return np.array(rows)

    def stop(self, stop: Stop) -> None:
        """Remember why the rest is skipped."""
        write_json(self.folder / "stopped.json", asdict(stop))

    def stopped(self) -> Stop | None:
        """Why the rest was skipped, if it was."""
        path = self.folder / "stopped.json"
        return Stop(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None

    def go_on(self) -> None:
        """Forget that the rest was skipped."""
        (self.folder / "stopped.json").unlink(missing_ok=True)

    def _file(self, fold: int) -> Path:
        return self.folder / f"fit-{fold + 1:02d}.npz"
