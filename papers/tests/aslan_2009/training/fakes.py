"""Estimators that a worker process can import: quick, slow, and failing ones."""

import os
import time
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate_papers.aslan_2009.training.workers import Job, Workers


class Quick:
    """The share of positives plus the first column: tells which training set it saw."""

    def __init__(self, n_values: tuple[int, ...] = ()) -> None:
        self.n_values = n_values

    def get_params(self) -> dict[str, Any]:
        return {"n_values": self.n_values}

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[np.int64]) -> Self:
        self.sum = inputs.sum()
        return self

    def predict_proba(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        scores = inputs[:, 0] + self.sum
        return np.column_stack([-scores, scores])


class Slow(Quick):
    """Does not come to an end within any limit of a test."""

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[np.int64]) -> Self:
        time.sleep(600)
        return self


class Failing(Quick):
    """Raises."""

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[np.int64]) -> Self:
        raise ValueError("no\nthis line is not told")


class Dying(Quick):
    """Takes its process with it."""

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[np.int64]) -> Self:
        os._exit(1)


class NotFinite(Quick):
    """Scores that are not numbers."""

    def predict_proba(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.full((len(inputs), 2), np.nan)


class TellingPid(Quick):
    """Writes down its process and then takes too long."""

    def __init__(self, told: Path) -> None:
        super().__init__()
        self.told = told

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[np.int64]) -> Self:
        part = self.told.with_suffix(".part")
        part.write_text(str(os.getpid()))
        part.replace(self.told)
        time.sleep(600)
        return self


def run_telling_pid(dataset: Path, told: Path) -> None:
    """A parent whose worker says which process it is."""
    jobs = iter([("only", Job(dataset, 0, TellingPid(told)))])
    list(Workers[str](1, limit=600.0).run(jobs))
