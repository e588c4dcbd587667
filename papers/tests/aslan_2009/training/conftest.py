"""A tiny data folder, and fake algorithms on a prepared set."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate_papers.aslan_2009.training.algorithms import Algorithm
from aucurate_papers.aslan_2009.training.prepared import prepare
from aucurate_papers.aslan_2009.training.running import Work, planned

MakeWorks = Callable[..., list[Work]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a spambase of 120 observations and a wave of 100 with three classes."""
    rng = np.random.default_rng(0)
    here = tmp_path / "data"
    for name, file, n, n_classes in (
        ("spambase", "spambase.data", 120, 2),
        ("waveform", "waveform.data", 100, 3),
    ):
        (here / name).mkdir(parents=True)
        labels = np.arange(n) % n_classes
        rows = np.column_stack([rng.normal(labels, 1.0), rng.normal(size=n), labels])
        np.savetxt(here / name / file, rows, delimiter=",", fmt=["%.6f", "%.6f", "%d"])
    return here


@pytest.fixture
def works(folder: Path, tmp_path: Path) -> MakeWorks:
    """Plans fake algorithms, by the class of the estimator, on spambase."""

    def make(
        *models: Callable[[tuple[int, ...]], Any], sets: tuple[str, ...] = ("spambase",)
    ) -> Any:
        cache = tmp_path / "cache"
        folders = {name: prepare(name, folder, cache) for name in sets}
        chosen = [
            Algorithm(name=getattr(model, "__name__", ""), words="a fake", make=model, programs=())
            for model in models
        ]
        return planned(folders, chosen)

    return make
