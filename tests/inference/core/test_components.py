import math

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.errors import ContrastError
from aucurate.inference.core.components import (
    Components,
    LonePart,
    Part,
    Spread,
    logit_t_ends,
    shrunk_variance,
)
from aucurate.results import MethodTitle

RNG = np.random.default_rng(3)


def _part(influences: NDArray[np.float64]) -> Part:
    gaps = influences[:, None] - influences[None]
    return Part(
        covariance=np.cov(influences), difference=gaps.var(axis=2, ddof=1), size=influences.shape[1]
    )


def _components(parts: list[Part | LonePart], values: NDArray[np.float64]) -> Components:
    names = tuple(f"c{at}" for at in range(len(values)))
    return Components(
        quantity="height",
        plural="heights",
        method=MethodTitle("ours", "ours"),
        names=names,
        values=values,
        parts=parts,
    )


def test_the_joint_test_is_the_quadratic_form() -> None:
    one, two = RNG.normal(size=(3, 40)), RNG.normal(size=(3, 30))
    values = np.array([0.8, 0.7, 0.75])
    found = _components([_part(one), _part(two)], values).joint_test()
    covariance = np.cov(one) / 40 + np.cov(two) / 30
    contrast = np.array([[1, -1, 0], [0, 1, -1]])
    effect = contrast @ values
    expected = effect @ np.linalg.solve(contrast @ covariance @ contrast.T, effect)
    assert found.statistic == pytest.approx(expected, rel=1e-10)
    assert found.degrees_of_freedom == 2
    assert found.hypothesis == "all heights are equal"
    assert (found.quantity, found.method) == ("height", "ours chi-square")


@pytest.mark.parametrize("distribution", ["chi-square", "F"])
@pytest.mark.parametrize("contrasts", [None, [[1, 0, 0], [0, 1, -1]]])
def test_a_test_set_of_its_own_is_a_part_with_one_entry(
    contrasts: list[list[int]] | None, distribution: str
) -> None:
    values, variances, sizes = np.array([0.8, 0.7, 0.75]), [0.02, 0.03, 0.01], [20, 30, 25]
    lone = [LonePart(at, v / n, n) for at, (v, n) in enumerate(zip(variances, sizes, strict=True))]
    whole: list[Part | LonePart] = []
    for at, (variance, size) in enumerate(zip(variances, sizes, strict=True)):
        covariance, difference = np.zeros((3, 3)), np.zeros((3, 3))
        covariance[at, at] = variance
        difference[at, :] = difference[:, at] = variance
        difference[at, at] = 0
        whole.append(Part(covariance=covariance, difference=difference, size=size))
    first, second = (
        _components(parts, values).joint_test(contrasts, distribution=distribution)  # type: ignore[arg-type]
        for parts in ([*lone], whole)
    )
    assert first.statistic == pytest.approx(second.statistic, rel=1e-10)
    assert first.p_value == pytest.approx(second.p_value, rel=1e-9)


def test_one_observation_has_no_covariance() -> None:
    part = Part(covariance=np.full((2, 2), np.nan), difference=np.full((2, 2), np.nan), size=1)
    with pytest.raises(ContrastError, match="the covariance of the heights cannot be estimated"):
        _components([part], np.array([0.8, 0.7])).joint_test()


def test_the_recipe_of_the_logit_t_interval() -> None:
    spreads = [Spread(0.04, 5.0, 20), Spread(0.01, math.nan, 50)]
    variance, degrees = shrunk_variance(spreads, 0.16)
    shrunk = [(19 * 0.04 + 0.08) / 19.5 / 20, (49 * 0.01 + 0.08) / 49.5 / 50]
    free = [40 / (4 + 2 / 19) + 0.5, 100 / (2 + 2 / 49) + 0.5]
    assert variance == pytest.approx(sum(shrunk), rel=1e-13)
    weighed = sum(v**2 / f for v, f in zip(shrunk, free, strict=True))
    assert degrees == pytest.approx(sum(shrunk) ** 2 / weighed, rel=1e-13)


def test_logit_t_ends_hold_the_value_and_widen_with_fewer_degrees() -> None:
    normal, student = (logit_t_ends(0.8, 0.01, degrees, 0.025) for degrees in (math.inf, 5.0))
    assert student[0] < normal[0] < 0.8 < normal[1] < student[1] < 1
    away = 1.959963984540054 * 0.1 / 0.16
    assert normal[1] == pytest.approx(1 / (1 + math.exp(-math.log(4) - away)), rel=1e-12)
