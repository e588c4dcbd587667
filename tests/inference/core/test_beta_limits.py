"""Beta limits beyond two classes: moments by definition, room after perfection, and the ends."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate.data.classes import ClassScores
from aucurate.data.moments import AucMoments
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores
from aucurate.estimates.classes.auc import HandTill, OneVsRest
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core.beta_limits import WEIGHT, BetaLimit, BetaLimits, Pull
from aucurate.inference.multiclass.auc import AverageComponents
from aucurate.inference.multiclass.volume import VolumeComponents

CONFIGURATIONS = [
    (20, 20, 20),
    (20, 40, 40),
    (20, 200, 200),
    (500, 21, 35),
    (20, *[40] * 9),
    (20, *[100] * 19),
    (60, 80, 100, 120),
]


def _moments(limit: BetaLimit) -> tuple[float, float]:
    whole = limit.a + limit.b
    return limit.a / whole, limit.a * limit.b / whole**2 / (whole + 1)


def _weights(size: int, added: float, rng: np.random.Generator) -> NDArray[np.float64]:
    return rng.dirichlet(np.append(np.ones(size), added), 4000)[:, :-1]


def test_mean_and_variance_of_a_volume_are_nearly_those_of_random_weights() -> None:
    """With the pseudo-observation, which is in no right triple, in the smallest class."""
    rng = np.random.default_rng(4)
    low, middle, high = (rng.normal(loc, size=n) for loc, n in ((0, 30), (1.6, 60), (3.2, 90)))
    labels = np.repeat([0, 1, 2], [30, 60, 90])
    values = np.concatenate([low, middle, high])
    data = OrderedScores.from_arrays(labels, values, order=(0, 1, 2))
    d, e, f = (_weights(n, w, rng) for n, w in ((30, WEIGHT), (60, 1e-9), (90, 1e-9)))
    first = d @ (low[:, None] < middle)
    last = f @ (middle < high[:, None])
    drawn = (first * e * last).sum(axis=1)
    mean, variance = _moments(VolumeComponents.of(data).limits(0).lower)
    assert mean == pytest.approx(drawn.mean(), abs=4 * drawn.std() / 4000**0.5)
    assert variance == pytest.approx(drawn.var(), rel=0.1)


def test_mean_and_variance_of_an_average_are_nearly_those_of_random_weights() -> None:
    rng = np.random.default_rng(6)
    sizes = (25, 60, 80)
    codes = np.repeat(np.arange(3), sizes)
    values = rng.normal(size=(165, 3)) + 1.8 * np.eye(3)[codes]
    weighed = [_weights(n, w, rng) for n, w in zip(sizes, (WEIGHT, 1e-9, 1e-9), strict=True)]
    drawn = np.zeros(4000)
    for a in range(3):
        for b in range(3):
            if a != b:
                above = values[codes == a, a][:, None] > values[codes == b, a]
                drawn += ((weighed[a] @ above) * weighed[b]).sum(axis=1) / 6
    data, estimand = ClassScores.from_arrays(codes, values), HandTill()
    found = AverageComponents.of_scores(data, estimand).limits(0)
    mean, variance = _moments(found.lower)
    assert mean == pytest.approx(drawn.mean(), abs=0.002)
    assert variance == pytest.approx(drawn.var(), rel=0.1)


@for_each("sizes", CONFIGURATIONS, ids=str)
@for_each("kind", ["volume", "hand-till", "one-vs-rest", "first"])
def test_after_perfection_there_is_room_for_missed_observations_of_any_class(
    sizes: tuple[int, ...], kind: str
) -> None:
    """Missing 1 - L of the value in one class is seen in 93 percent of samples or more."""
    classes = tuple(str(c) for c in range(len(sizes)))
    estimand = {"one-vs-rest": OneVsRest(), "first": OneVsRest(of="0")}.get(kind, HandTill())
    weights = estimand.weights(classes, sizes)
    weights /= weights.sum()
    reaches = np.ones(len(sizes)) if kind == "volume" else weights.sum(axis=0) + weights.sum(axis=1)
    parts = [Pull(0.0, n, float(r), 0.0) for n, r in zip(sizes, reaches, strict=True)]
    found = BetaLimits.of(1.0, parts)
    low, high = found.ends(0.025)
    worth = 1 / max(reaches / np.array(sizes))
    assert high == 1
    assert low == pytest.approx(special.betaincinv(worth, WEIGHT, 0.025), rel=1e-9)
    missed = np.minimum(1.0, (1 - low) / reaches)
    assert max((1 - missed) ** np.array(sizes)) <= 0.07


@for_each(("m", "n"), [(20, 20), (20, 60), (20, 2000), (150, 90)])
@for_each("shift", [0.0, 1.5, 3.0])
def test_for_two_classes_it_is_nearly_delongs(m: int, n: int, shift: float) -> None:
    labels = np.repeat([1, 0], [m, n])
    values = np.random.default_rng(m + n).normal(size=m + n) + shift * labels
    moments = AucMoments.from_scores(Scores.from_arrays(labels, values))
    auc = moments.aucs[0]
    parts = [
        Pull(float(spread[0, 0]), size, auc, 1 - auc)
        for spread, size in ((moments.positives.covariance, m), (moments.negatives.covariance, n))
    ]
    for tail in (0.025, 0.2):
        found, theirs = (
            BetaLimits.of(auc, parts).ends(tail),
            AucComponents.of(moments).limits(0).ends(tail),
        )
        assert found == pytest.approx(theirs, abs=0.08 * (theirs[1] - theirs[0]))


def test_the_ends_turn_with_the_estimate_and_widen_with_more_variance() -> None:
    parts = [Pull(0.02, 30, 0.6, 0.2), Pull(0.05, 50, 0.9, 0.4), Pull(float("nan"), 1, 0.1, 0.1)]
    turned = [Pull(part.spread, part.size, part.up, part.down) for part in parts]
    low, high = BetaLimits.of(0.8, parts).ends(0.025)
    assert BetaLimits.of(0.2, turned).ends(0.025) == pytest.approx((1 - high, 1 - low))
    lower, higher = BetaLimits.of(0.8, parts, more=0.002).ends(0.025)
    assert lower < low < 0.8 < high < higher
    assert BetaLimits.of(0.8, parts, more=1.0).ends(0.025) == (0.0, 1.0)


def test_the_tails_are_those_at_which_the_limits_meet_a_value() -> None:
    parts = [Pull(0.02, 30, 0.9, 0.1), Pull(0.01, 50, 0.9, 0.1), Pull(0.03, 90, 0.9, 0.1)]
    found = BetaLimits.of(0.9, parts)
    for tail in (0.001, 0.025, 0.3):
        low, high = found.ends(tail)
        assert found.tails(low)[0] == pytest.approx(tail)
        assert found.tails(high)[1] == pytest.approx(tail)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_at_the_ends_of_the_range_there_is_one_limit(value: float) -> None:
    parts = [Pull(0.0, 25, value, 1 - value)] * 3
    low, high = BetaLimits.of(value, parts).ends(0.025)
    assert (low == 0.0) == (value == 0.0)
    assert (high == 1.0) == (value == 1.0)
    assert high - low == pytest.approx(1 - special.betaincinv(25, WEIGHT, 0.025))


def test_widening_keeps_the_mean() -> None:
    limit = BetaLimit.of_moments(0.9, 0.1, 0.001)
    assert _moments(limit.widened(0.002)) == pytest.approx((0.9, 0.003))
    assert limit.widened(0.0) == limit
    assert limit.widened(0.5).quantile(0.025) == 0.0
    nothing = BetaLimit.of_moments(0.0, 1.0, 0.0)
    assert nothing.widened(0.1) == nothing
