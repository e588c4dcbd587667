"""The highest of several AUCs, with an estimate and an interval that allow for the choice."""

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.units import Part
from aucurate.datasets import load_breast_cancer
from aucurate.inference.auc.delong import AucComponents, delong_beta_interval
from aucurate.inference.auc.highest import highest_auc_interval, unpaired_highest_auc_interval
from aucurate.results import Estimate

SIZE = 10**9  # classes so large that the beta limits are normal ones


def _moments(aucs: list[float], covariance: NDArray[np.float64]) -> AucMoments:
    """Moments with these AUCs and this covariance of them."""
    count = len(covariance)
    variances = np.diag(covariance)
    return AucMoments(
        names=tuple(f"c{k}" for k in range(count)),
        aucs=tuple(aucs),
        parts=(
            Part(
                covariance=covariance * SIZE,
                difference=(np.add.outer(variances, variances) - 2 * covariance) * SIZE,
                kurtosis=np.full(count, 3.0),
                size=SIZE,
            ),
            Part(
                covariance=np.zeros((count, count)),
                difference=np.zeros((count, count)),
                kurtosis=np.full(count, 3.0),
                size=SIZE,
            ),
        ),
        n_positive=SIZE,
        n_negative=SIZE,
        tied_shares=(0.0,) * count,
    )


def _equicorrelated(count: int, correlation: float, error: float = 1e-4) -> NDArray[np.float64]:
    return error**2 * (correlation + (1 - correlation) * np.eye(count))


def _multiplier(found: Estimate, auc: float) -> float:
    return (auc - found.interval.low) / found.standard_error


def _data(seed: int, shifts: list[float], size: int = 200) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            f"c{at}": labels * shift + 0.7 * common + 0.7 * rng.normal(size=size)
            for at, shift in enumerate(shifts)
        },
    )


@for_each("count", [2, 3, 10, 50])
@for_each("confidence", [0.9, 0.95])
def test_independent_and_equal_it_is_the_largest_of_normal_variables(
    count: int, confidence: float
) -> None:
    found = highest_auc_interval(
        _moments([0.8] * count, _equicorrelated(count, 0.0)), confidence=confidence
    )
    tail = (1 - confidence) / 2
    exact = special.ndtri((1 - tail) ** (1 / count))
    assert _multiplier(found, 0.8) == pytest.approx(exact, abs=0.04)
    median = special.ndtri(0.5 ** (1 / count))
    assert (0.8 - found.value) / found.standard_error == pytest.approx(median, abs=0.02)
    assert (found.interval.high - 0.8) / found.standard_error == pytest.approx(
        -special.ndtri(tail), abs=1e-3
    )


def _by_definition(
    aucs: NDArray[np.float64], covariance: NDArray[np.float64], tail: float
) -> float:
    """The multiplier, from random numbers, the constrained AUCs and a bisection."""
    rng = np.random.default_rng(3)
    errors = np.sqrt(np.diag(covariance))
    noise = rng.multivariate_normal(np.zeros(len(aucs)), covariance, size=200_000)
    best = int(np.argmax(aucs))
    low, high = -special.ndtri(tail), 6.0
    for _ in range(30):
        middle = (low + high) / 2
        value = aucs[best] - middle * errors[best]
        truth = np.empty_like(aucs)
        for at in range(len(aucs)):
            slope = covariance[at, best] / covariance[best, best]
            truth[at] = min(value, aucs[at] - slope * (aucs[best] - value))
        estimates = truth + noise
        chosen = estimates.argmax(axis=1)
        error = (estimates[np.arange(len(noise)), chosen] - truth[chosen]) / errors[chosen]
        low, high = (middle, high) if np.mean(error >= middle) > tail else (low, middle)
    return float(low)


@pytest.mark.parametrize("gap", [0.0, 1.0, 3.0])
def test_it_is_the_definition(gap: float) -> None:
    rng = np.random.default_rng(5)
    root = rng.normal(size=(5, 5)) + 2
    covariance = 1e-9 * root @ root.T
    spread = float(np.sqrt(covariance.trace() / 5))
    aucs = 0.8 - gap * spread * np.array([0.0, 0.6, 1.0, 1.1, 0.9])
    moments = _moments(list(aucs), covariance)
    found = highest_auc_interval(moments)
    assert _multiplier(found, 0.8) == pytest.approx(
        _by_definition(aucs, covariance, 0.025), abs=0.04
    )
    median = _by_definition(aucs, covariance, 0.5)
    assert (0.8 - found.value) / found.standard_error == pytest.approx(median, abs=0.03)


def test_one_that_is_clearly_best_keeps_its_own_interval() -> None:
    data = _data(1, [3.0, 0.3, 0.2, 0.4], size=400)
    found, own = highest_auc_interval(data), delong_beta_interval(data["c0"])
    assert found.name == "c0"
    assert found.value == own.value
    assert (found.interval.low, found.interval.high) == (own.interval.low, own.interval.high)
    (told,) = (caveat for caveat in found.caveats if caveat.kind == "chosen_highest")
    assert "no other came close" in told.message


def test_the_nearer_the_others_the_lower_the_limit() -> None:
    covariance = _equicorrelated(6, 0.5)
    lows, values = [], []
    for gap in (0.0, 1e-4, 2e-4, 3e-4, 5e-4, 2e-3):
        found = highest_auc_interval(_moments([0.8] + [0.8 - gap] * 5, covariance))
        lows.append(found.interval.low)
        values.append(found.value)
    assert lows == sorted(lows)
    assert values == sorted(values)
    assert values[-1] == 0.8


def test_copies_of_the_best_change_nothing() -> None:
    (alone,) = _data(2, [1.2])
    rows = alone.observations
    copies = PairedScores.from_arrays(
        rows.is_positive.astype(int), {f"c{at}": alone.values for at in range(6)}
    )
    found, own = highest_auc_interval(copies), delong_beta_interval(alone)
    width = own.interval.high - own.interval.low
    assert found.interval.low == pytest.approx(own.interval.low, abs=0.01 * width)
    assert found.value == pytest.approx(own.value, abs=0.01 * width)


def test_the_order_of_the_classifiers_changes_nothing() -> None:
    data = _data(4, [1.2, 1.0, 1.1, 1.15, 0.9])
    found = highest_auc_interval(data)
    for names in (data.names[::-1], data.names[2:] + data.names[:2]):
        other = highest_auc_interval(data.select(names))
        assert other.name == found.name
        assert other.value == pytest.approx(found.value, abs=1e-9)
        assert other.interval.low == pytest.approx(found.interval.low, abs=1e-9)


def test_of_equals_the_first_is_named() -> None:
    data = _data(6, [1.0, 0.2])
    twice = PairedScores.from_arrays(
        data.observations.is_positive.astype(int),
        {"b": data["c1"].values, "z": data["c0"].values, "a": data["c0"].values},
    )
    assert highest_auc_interval(twice).name == "z"


def test_one_classifier_is_not_chosen() -> None:
    (alone,) = _data(2, [1.2])
    found = highest_auc_interval(AucMoments.from_scores(alone))
    own = delong_beta_interval(alone)
    assert found.value == own.value
    assert found.interval.low == own.interval.low
    assert found.caveats == own.caveats


def test_independent_test_sets() -> None:
    members = [
        AucMoments.from_scores(Scores.from_arrays([0, 1] * 60, rng.normal(size=120), name=name))
        for name, rng in zip("abcd", map(np.random.default_rng, range(4)), strict=True)
    ]
    found = unpaired_highest_auc_interval(members)
    best = max(members, key=lambda moments: moments.aucs[0])
    own = delong_beta_interval(best)
    assert found.name == best.names[0]
    assert found.interval.low < own.interval.low < found.value < own.value
    assert found.interval.high == own.interval.high


DEGENERATE = {
    "all perfect": [[0, 1, 2, 3, 4, 5], [0, 10, 20, 30, 40, 50]],
    "all reversed": [[5, 4, 3, 2, 1, 0], [9, 8, 7, 3, 2, 1]],
    "constant": [[1] * 6, [2] * 6, [3] * 6],
    "perfect and constant": [[0, 1, 2, 3, 4, 5], [1] * 6, [5, 4, 3, 2, 1, 0]],
}


@for_each("scores", DEGENERATE.values(), ids=list(DEGENERATE))
@for_each("labels", [[0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 1]], ids=["3/3", "1/5"])
def test_degenerate_data_have_an_interval_that_holds_the_estimate(
    labels: list[int], scores: list[list[int]]
) -> None:
    data = PairedScores.from_arrays(labels, {f"c{at}": row for at, row in enumerate(scores)})
    found = highest_auc_interval(data)
    own = delong_beta_interval(AucMoments.from_scores(data), name=found.name)
    assert 0 <= found.interval.low <= found.value <= own.value <= found.interval.high <= 1
    assert found.interval.low <= own.interval.low
    assert found.interval.low < found.interval.high


def test_several_perfect_ones_leave_more_room_than_one() -> None:
    labels = np.repeat([0, 1], 30)
    one, ten = (
        PairedScores.from_arrays(labels, {f"c{at}": np.arange(60) * (at + 1) for at in range(n)})
        for n in (1, 10)
    )
    alone, chosen = (highest_auc_interval(AucMoments.from_scores(data)) for data in (one, ten))
    assert chosen.interval.low < alone.interval.low - 0.01
    assert chosen.value < alone.value == 1


def test_the_lower_limit_is_a_beta_limit_at_a_smaller_tail() -> None:
    moments = AucMoments.from_scores(load_breast_cancer())
    found = highest_auc_interval(moments)
    limits = AucComponents.of(moments).limits(moments.index(found.name)).ends
    low, high = limits(0.025)
    assert limits(0.025 / len(moments.names))[0] < found.interval.low < low
    assert found.interval.high == high
    (told,) = found.caveats
    assert told.kind == "chosen_highest"
    assert f"0.973 ({found.interval})" in told.message


def test_it_survives_json() -> None:
    found = highest_auc_interval(load_breast_cancer())
    assert Estimate.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_it_covers_the_highest_of_ten_equal_ones() -> None:
    """A small draw of what simulations/highest.py counts."""
    true = special.ndtr(1.0 / np.sqrt(2 * 0.98))
    own = adjusted = 0
    for seed in range(150):
        moments = AucMoments.from_scores(_data(seed, [1.0] * 10, size=120))
        found = highest_auc_interval(moments)
        own += true in delong_beta_interval(moments, name=found.name).interval
        adjusted += true in found.interval
    assert own < 140 < 143 <= adjusted
