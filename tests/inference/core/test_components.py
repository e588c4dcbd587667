import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from aucurate.data.units import Part
from aucurate.errors import ContrastError
from aucurate.inference.auc.simultaneous import simultaneous
from aucurate.inference.core.components import (
    Components,
    Scale,
    Spread,
    joint_test,
    logit_t_ends,
    shrunk_variance,
)
from aucurate.inference.core.contrasts import Question
from aucurate.results import Caveat, Estimate, Interval, MethodTitle

RNG = np.random.default_rng(3)
PLAIN = Question("two-sided", 0.0, 0.95)


@dataclass(frozen=True, eq=False, kw_only=True)
class Heights(Components[Estimate]):
    """An estimand of which no more is known than its parts."""

    def record(self, at: int, interval: Interval, found: Iterable[Caveat]) -> Estimate:
        return Estimate(
            name=self.names[at],
            quantity=self.quantity,
            value=float(self.values[at]),
            standard_error=math.sqrt(self.variance(at)),
            interval=interval,
            n_positive=int(self.parts[0].size),
            n_negative=int(self.parts[-1].size),
            method=self.method,
            caveats=tuple(found),
        )


def _part(influences: NDArray[np.float64]) -> Part:
    gaps = influences[:, None] - influences[None]
    return Part(
        covariance=np.atleast_2d(np.cov(influences)),
        difference=gaps.var(axis=2, ddof=1),
        size=influences.shape[1],
        down=np.full(len(influences), 0.7),
        up=np.full(len(influences), 0.3),
    )


def _components(parts: Sequence[Part], values: NDArray[np.float64], **more: float) -> Heights:
    names = tuple(f"c{at}" for at in range(len(values)))
    return Heights(
        quantity="height",
        plural="heights",
        method=MethodTitle("ours", "ours"),
        names=names,
        values=values,
        parts=parts,
        pairs=int(min(part.size for part in parts)),
        **more,  # type: ignore[arg-type]
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
def test_independent_test_sets_are_a_diagonal_covariance_matrix(
    contrasts: list[list[int]] | None, distribution: str
) -> None:
    values, variances, sizes = np.array([0.8, 0.7, 0.75]), [0.02, 0.03, 0.01], [20, 30, 25]
    whole: list[Part] = []
    alone: list[Heights] = []
    for at, (variance, size) in enumerate(zip(variances, sizes, strict=True)):
        covariance, difference = np.zeros((3, 3)), np.zeros((3, 3))
        covariance[at, at] = variance
        difference[at, :] = difference[:, at] = variance
        difference[at, at] = 0
        whole.append(Part(covariance=covariance, difference=difference, size=size))
        own = Part(covariance=np.array([[variance]]), difference=np.zeros((1, 1)), size=size)
        alone.append(_components([own], values[at : at + 1]))
    first = joint_test(alone, contrasts, distribution=distribution)  # type: ignore[arg-type]
    second = _components(whole, values).joint_test(contrasts, distribution=distribution)  # type: ignore[arg-type]
    assert first.statistic == pytest.approx(second.statistic, rel=1e-10)
    assert first.p_value == pytest.approx(second.p_value, rel=1e-9)


def test_the_paired_test_is_a_t_test_of_differences_with_satterthwaite_s_degrees() -> None:
    one, two = RNG.normal(size=(2, 15)), RNG.normal(size=(2, 40))
    whole = _components([_part(one), _part(two)], np.array([0.8, 0.5]))
    found = whole.test(whole.paired(0, 1), PLAIN)
    spreads = [np.var(each[0] - each[1], ddof=1) / each.shape[1] for each in (one, two)]
    variance = sum(spreads)
    degrees = variance**2 / (spreads[0] ** 2 / 14 + spreads[1] ** 2 / 39)
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-12)
    assert found.degrees_of_freedom == pytest.approx(degrees, rel=1e-12)
    expected = 2 * stats.t.sf(abs(0.3 / math.sqrt(variance)), degrees)
    assert found.p_value == pytest.approx(expected, rel=1e-9)
    normal = whole.test(whole.paired(0, 1), PLAIN, "normal")
    assert normal.p_value == pytest.approx(2 * stats.norm.sf(0.3 / math.sqrt(variance)), rel=1e-9)
    joint = whole.joint_test(distribution="F")
    assert joint.p_value == pytest.approx(found.p_value, rel=1e-9)


def test_the_unpaired_test_adds_the_variances_of_both_test_sets() -> None:
    both = [
        _components([_part(RNG.normal(size=(1, n)))], np.array([v]))
        for n, v in ((20, 0.8), (30, 0.6))
    ]
    found = both[0].test(both[0].apart(both[1]), PLAIN)
    assert found.standard_error**2 == pytest.approx(both[0].variance(0) + both[1].variance(0))
    assert found.design == "unpaired"
    shared = both[0].apart(both[1], shared=True)
    assert [caveat.kind for caveat in shared.caveats] == ["shared_observations"]


def test_parts_may_be_correlated_and_add_a_cross_term_of_any_sign() -> None:
    """Observations of both classes in one group: what they share is a part of its own."""
    groups = RNG.normal(size=(2, 25))
    first, second = groups + RNG.normal(size=(2, 25)), groups + RNG.normal(size=(2, 25))
    cross = [[np.cov(a, b)[0, 1] for b in second] for a in first]
    shared = np.array(cross) + np.array(cross).T
    gaps = np.array(
        [[shared[i, i] + shared[j, j] - 2 * shared[i, j] for j in (0, 1)] for i in (0, 1)]
    )
    whole = _components(
        [_part(first), _part(second), Part(covariance=shared, difference=gaps, size=25)],
        np.array([0.8, 0.7]),
    )
    sums = first + second  # the influence of a group is the sum of those of its members
    assert whole.variance(0) == pytest.approx(np.var(sums[0], ddof=1) / 25, rel=1e-12)
    apart = np.var(sums[0] - sums[1], ddof=1) / 25
    assert whole.difference_variance(0, 1) == pytest.approx(apart, rel=1e-12)
    assert whole.covariance == pytest.approx(np.cov(sums) / 25, rel=1e-12)
    assert whole.test(whole.paired(0, 1), PLAIN).standard_error == pytest.approx(math.sqrt(apart))


def test_prevalences_alone_are_no_variance() -> None:
    none = Part(covariance=np.zeros((1, 1)), difference=np.zeros((1, 1)), size=20)
    some = Part(
        covariance=np.ones((1, 1)), difference=np.zeros((1, 1)), size=20, of_prevalences=True
    )
    assert _components([none, some], np.array([0.8])).variance(0) == 0
    assert _components([_part(np.array([[0.0, 1.0]])), some], np.array([0.8])).variance(0) > 0.05


@pytest.mark.parametrize("scale", ["beta", "logit-t", "logit", "wald"])
def test_an_interval_and_the_test_against_a_value_agree(scale: Scale) -> None:
    part = _part(0.2 * RNG.normal(size=(1, 30)))
    whole = _components([part], np.array([0.7]))
    interval = whole.interval(0, scale, 0.95)
    assert 0 < interval.low < 0.7 < interval.high < 1
    for end in (interval.low, interval.high):
        found = whole.null_test(0, end, PLAIN, scale, chance=0.5)
        assert found.p_value == pytest.approx(0.05, rel=1e-6)
    assert whole.null_test(0, 0.5, PLAIN, scale, chance=0.5).second == "chance"


@pytest.mark.parametrize("scale", ["beta", "logit-t", "logit", "wald"])
def test_another_range_stretches_the_interval(scale: Scale) -> None:
    influences = 0.2 * RNG.normal(size=(1, 30))
    narrow = _components([_part(influences)], np.array([0.7]))
    wide = _components([_part(5 * influences)], np.array([2 + 5 * 0.7]), lowest=2.0, highest=7.0)
    one, two = (each.interval(0, scale, 0.9) for each in (narrow, wide))
    assert (two.low, two.high) == pytest.approx((2 + 5 * one.low, 2 + 5 * one.high), rel=1e-9)


def test_without_variance_the_bound_takes_over() -> None:
    none = Part(covariance=np.zeros((2, 2)), difference=np.zeros((2, 2)), size=20)
    whole = _components([none], np.array([0.8, 0.8]))
    assert whole.interval(0, "logit-t", 0.95).method == "disjoint-pairs bound"
    contest = whole.paired(0, 1)
    assert contest.identical
    assert [caveat.kind for caveat in contest.caveats] == ["identical_ranking"]
    found = whole.test(contest, PLAIN)
    assert found.p_value == 1
    assert found.interval.high == pytest.approx(1 - 0.05 ** (1 / 20))


def test_simultaneous_intervals_of_any_estimand() -> None:
    whole = _components([_part(RNG.normal(size=(3, 40)))], np.array([0.8, 0.7, 0.75]))
    together = simultaneous((whole,), PLAIN)
    alone = [whole.test(whole.paired(i, j), PLAIN) for i, j in ((0, 1), (0, 2), (1, 2))]
    for wide, narrow in zip(together, alone, strict=True):
        assert wide.quantity == "height"
        assert wide.interval.method == "ours max-|z|"
        assert wide.interval.low < narrow.interval.low
        assert narrow.p_value < wide.p_value < 3 * narrow.p_value or wide.p_value == 1


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
