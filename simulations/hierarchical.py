"""Two algorithms over many data sets: how often the hierarchical test's intervals hold the truth.

The data sets' differences come from a Student t about a centre, the fold differences from a normal
distribution with the correlation that the test assumes, so that what is asked is whether the
intervals do what they say where the model is right (``correlation`` none: whether they still do
where folds are correlated otherwise). *New* counts how often the difference on a data set that was
not seen lies in the region that was called the likeliest, beside how often it should.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.inference.folds.t_tests import correlated_t_test
from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior, hierarchical_test
from simulations.counting import Counts, Question, Tally

ROPE = 0.01
COLUMNS = ("centre", "data sets", "correlated t", "new: likeliest region", "new: promised")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetsWorld:
    """So many data sets with so many folds; their centre and spread, and tails of their t.

    The centre is itself drawn, uniformly from ``-centre`` to ``centre``. ``deviation`` is that of
    fold differences, doubled or halved at random in each data set; ``correlation`` that of two
    folds, 1 / folds being what the test assumes.
    """

    datasets: int
    folds: int
    spread: float
    degrees: float = 10.0
    centre: float = 0.03
    deviation: float = 0.03
    correlation: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)

    def draw(self, rng: np.random.Generator) -> "DrawnDatasets":
        """The folds of all data sets, and what they were drawn about."""
        centre = rng.uniform(-self.centre, self.centre)
        differences = centre + self.spread * rng.standard_t(self.degrees, self.datasets + 1)
        assumed = 1 / self.folds
        shared = assumed if self.correlation is None else self.correlation
        data = {}
        for at, difference in enumerate(differences[:-1]):
            deviation = self.deviation * 2 ** rng.uniform(-1, 1)
            own = math.sqrt(1 - shared) * rng.normal(size=self.folds)
            gaps = difference + deviation * (own + math.sqrt(shared) * rng.normal())
            data[str(at)] = FoldValues.from_arrays(
                {"a": gaps, "b": np.zeros(self.folds)},
                quantity="AUC",
                design="left-out folds",
                n_train=self.folds - 1,
                n_test=1,
                lowest=-2.0,
                highest=2.0,
            )
        return DrawnDatasets(data, centre, differences[:-1].tolist(), float(differences[-1]))


@dataclass(frozen=True, slots=True, eq=False)
class DrawnDatasets:
    """Fold values, the true centre, the data sets' true differences, and that on a new one."""

    data: dict[str, FoldValues]
    centre: float
    differences: list[float]
    new: float


def _coverage(world: DatasetsWorld, draws: int, rng: np.random.Generator) -> Counts:
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        found = hierarchical_test(drawn.data, "a", "b", rope=ROPE)
        tally.add("centre", drawn.centre in found.interval)
        tally.add("centre width", found.interval.high - found.interval.low)
        for own, truth in zip(found.datasets, drawn.differences, strict=True):
            alone = correlated_t_test(drawn.data[own.name], "a", "b", rope=ROPE).interval
            for name, interval in (("data sets", own.interval), ("correlated t", alone)):
                tally.add(name, (truth in interval) / world.datasets)
                tally.add(f"{name} width", (interval.high - interval.low) / world.datasets)
        named, promised = _likeliest(found)
        region = "below" if drawn.new < -ROPE else "above" if drawn.new > ROPE else "within"
        tally.add("new: likeliest region", named == region)
        tally.add("new: promised", promised)
    return tally.result()


def _likeliest(found: HierarchicalPosterior) -> tuple[str, float]:
    """The most probable region on a new data set, and its probability."""
    regions = {"below": found.below, "within": found.within, "above": found.above}
    name = max(regions, key=lambda region: regions[region])
    return name, regions[name]


QUESTIONS = (
    Question(
        name="hierarchical coverage",
        ask=_coverage,
        columns=COLUMNS,
        scenarios=(
            DatasetsWorld(datasets=4, folds=10, spread=0.02),
            DatasetsWorld(datasets=12, folds=10, spread=0.02),
            DatasetsWorld(datasets=12, folds=10, spread=0.003),
            DatasetsWorld(datasets=12, folds=10, spread=0.01, correlation=0.0),
        ),
        draws=400,
    ),
)
