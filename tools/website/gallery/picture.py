"""A picture of the gallery, and the data that several of them are drawn from."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from aucurate.data.scores import PairedScores
from aucurate.plots import Display


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the gallery: its file, the class of aucurate.plots, what it shows."""

    name: str
    figure: str
    line: str
    make: Callable[[], Display]


@cache
def twenty() -> PairedScores:
    """Twenty simulated classifiers, from useless to good, on 400 observations."""
    rng = np.random.default_rng(20)
    labels = np.arange(400) % 3 == 0
    shared = rng.normal(size=400)
    columns = {
        f"classifier {at + 1:02d}": labels * (0.1 + at / 10) + (shared + rng.normal(size=400)) / 2
        for at in range(20)
    }
    return PairedScores.from_arrays(labels, columns)


@cache
def twenty_posteriors() -> PairedScores:
    """The twenty classifiers as posteriors by a logistic curve, which keeps their order."""
    data = twenty()
    columns = {name: 1 / (1 + np.exp(1.5 - 2 * data[name].values)) for name in data.names}
    return PairedScores.from_arrays(data[data.names[0]].is_positive, columns)
