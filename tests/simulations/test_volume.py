"""The simulation of volumes: its true values, and that a cell counts what it says."""

import numpy as np
import pytest
from scipy import integrate, special
from simulations.ordered_worlds import (
    OrderedWorld,
    exponential_volume,
    normal_volume,
    ratio_for,
    step_for,
)
from simulations.volume import QUESTIONS
from tests.loops import for_each

from aucurate.estimates.classes.volume import OrderedCounts

SIZES = (30_000, 30_000, 30_000)
WORLDS = (
    OrderedWorld(volume=0.4, sizes=SIZES),
    OrderedWorld(volume=0.8, sizes=SIZES, scores="normal, spread 1 2 3"),
    OrderedWorld(volume=0.5, sizes=SIZES, scores="normal, spread 3 1 1"),
    OrderedWorld(volume=0.6, sizes=SIZES, scores="exponential"),
    OrderedWorld(volume=0.6, sizes=SIZES, scores="ordinal"),
    OrderedWorld(volume=0.9, sizes=SIZES, missed=(0.1, 0.2, 0.05)),
)


@for_each("world", WORLDS, ids=lambda world: f"{world.scores} {world.missed}")
def test_a_large_draw_has_the_true_volume(world: OrderedWorld) -> None:
    labels, values = world.draw(np.random.default_rng(0))
    found = OrderedCounts.from_values(values[0], labels).volume
    assert found == pytest.approx(world.true_volume, abs=0.01)


@pytest.mark.parametrize("spreads", [(1.0, 1.0, 1.0), (1.0, 2.0, 3.0), (3.0, 1.0, 1.0)], ids=str)
def test_the_volume_of_three_normals_is_its_integral(spreads: tuple[float, ...]) -> None:
    means = (0.0, 0.7, 1.9)

    def inside(y: float) -> float:
        at = means[1] + spreads[1] * y
        below = special.ndtr((at - means[0]) / spreads[0])
        above = special.ndtr((means[2] - at) / spreads[2])
        return float(np.exp(-(y**2) / 2) / np.sqrt(2 * np.pi) * below * above)

    wanted, _ = integrate.quad(inside, -12, 12, epsabs=1e-12)
    assert normal_volume(means, spreads) == pytest.approx(wanted, abs=1e-10)
    assert normal_volume((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)) == pytest.approx(1 / 6, abs=1e-12)


def test_worlds_are_made_for_their_volume() -> None:
    spreads = (1.0, 2.0, 3.0)
    step = step_for(0.7, spreads)
    assert normal_volume((0.0, step, 2 * step), spreads) == pytest.approx(0.7, abs=1e-10)
    assert exponential_volume(ratio_for(0.7)) == pytest.approx(0.7, abs=1e-10)
    assert exponential_volume(1.0) == pytest.approx(1 / 6)


@for_each("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 3, np.random.default_rng(0))
    named = {name for name in counts if not name.endswith(" width")}
    assert named == set(asked.columns)
    assert all(0 <= counts[name] <= 3 for name in asked.columns)
