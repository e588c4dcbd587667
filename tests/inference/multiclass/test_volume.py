"""Intervals of a volume: variance by definition, rival, bootstrap; the test against chance."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import OptionError
from aucurate.estimates.volume import CHANCE, OrderedCounts
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.inference.core.beta_limits import WEIGHT
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.multiclass.volume import (
    BOUND,
    VolumeScale,
    shrunk_variance,
    volume_interval,
    volume_null_test,
)
from aucurate.results import Alternative

GOLD = json.loads(
    (Path(__file__).parents[2] / "gold" / "r" / "volume.json").read_text(encoding="utf-8")
)["sets"]
SCALES: tuple[VolumeScale, ...] = ("beta", "logit-t", "logit", "wald")


def drawn(rng: int, sizes: tuple[int, ...], *, step: float = 1.0) -> OrderedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([0, 1, 2], sizes)
    values = noise.normal(size=len(labels)) + step * labels
    return OrderedScores.from_arrays(labels, values, order=(0, 1, 2), name="a")


@for_each("gold", GOLD, ids=lambda gold: gold["name"])
def test_bcrocsurface_gives_the_same_variance(gold: dict[str, Any]) -> None:
    data = OrderedScores.from_arrays(gold["labels"], gold["scores"], order=gold["order"])
    found = volume_interval(data)
    assert found.standard_error**2 == pytest.approx(gold["bcROCsurface_variance"], rel=1e-12)


def test_the_standard_error_is_that_of_the_bootstrap_and_of_new_data() -> None:
    data = drawn(1, (60, 80, 50))
    noise = np.random.default_rng(2)
    rows = [np.flatnonzero(data.codes == at) for at in range(3)]
    redrawn, anew = [], []
    for _ in range(800):
        picked = np.concatenate([noise.choice(each, len(each)) for each in rows])
        fresh = noise.normal(size=len(data)) + data.codes
        redrawn.append(OrderedCounts.from_values(data.values[picked], data.codes[picked]).volume)
        anew.append(OrderedCounts.from_values(fresh, data.codes).volume)
    error = volume_interval(data).standard_error
    assert error == pytest.approx(float(np.std(redrawn)), rel=0.1)
    assert error == pytest.approx(float(np.std(anew)), rel=0.2)


def test_the_interval_is_on_the_logit_scale_with_t() -> None:
    data = drawn(3, (25, 30, 20))
    moments = VolumeMoments.from_scores(data)
    value, largest = moments.volumes[0], moments.volumes[0] * (1 - moments.volumes[0])
    variance, degrees = shrunk_variance(moments, 0)
    parts = [
        ((n - 1) * s[0, 0] + largest / 6) / (n - 0.5) / n
        for s, n in zip(moments.covariances, moments.counts, strict=True)
    ]
    assert variance == pytest.approx(sum(parts), rel=1e-12)
    found = volume_interval(data, scale="logit-t")
    from scipy import stats

    reach = stats.t.ppf(0.975, degrees) * math.sqrt(variance) / largest
    centre = math.log(value / (1 - value))
    ends = [1 / (1 + math.exp(-(centre + e))) for e in (-reach, reach)]
    assert [found.interval.low, found.interval.high] == pytest.approx(ends, rel=1e-12)
    assert found.interval.method == "U-statistic logit-t"
    wald = volume_interval(moments, scale="wald").interval
    assert (wald.high - wald.low) / 2 == pytest.approx(1.959964 * found.standard_error, rel=1e-6)


def test_large_samples_make_the_scales_agree() -> None:
    data = drawn(4, (4000, 4000, 4000))
    ends = [volume_interval(data, scale=scale).interval for scale in SCALES]
    assert [e.low for e in ends] == pytest.approx([ends[0].low] * 4, rel=1e-3)
    assert [e.high for e in ends] == pytest.approx([ends[0].high] * 4, rel=1e-3)


def test_the_variance_never_passes_its_bound() -> None:
    for rng in range(40):
        moments = VolumeMoments.from_scores(drawn(rng, (3, 40, 40)))
        variance, degrees = shrunk_variance(moments, 0)
        assert 0 < variance <= moments.volumes[0] * (1 - moments.volumes[0]) / 3
        assert degrees >= 1


def test_the_record_survives_json_and_reads_as_a_sentence() -> None:
    data = OrderedScores.from_arrays(
        ["x", "y", "z", "x", "y", "z"], [1, 2, 3, 2.5, 1.5, 4], order=("x", "y", "z"), name="a"
    )
    found = volume_interval(data)
    assert ClassEstimate.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert str(found).startswith("a: VUS 0.")
    assert str(found).endswith("n = 2 (x), 2 (y) and 2 (z), U-statistic beta interval")
    assert {caveat.kind for caveat in found.caveats} == {"few_observations"}


def test_dropped_rows_and_heavy_ties_are_told() -> None:
    labels, values = np.repeat([0, 1, 2], 30), np.tile([1.0, 2.0, 3.0], 30)
    values[0] = np.nan
    data = OrderedScores.from_arrays(labels, values, order=(0, 1, 2), missing="drop")
    assert {c.kind for c in volume_interval(data).caveats} == {"dropped_rows", "heavy_ties"}


@pytest.mark.parametrize("scale", SCALES)
def test_the_test_against_a_value_agrees_with_the_interval(scale: VolumeScale) -> None:
    data = drawn(5, (15, 20, 25), step=0.5)
    for confidence in (0.5, 0.9, 0.95, 0.99):
        interval = volume_interval(data, confidence=confidence, scale=scale).interval
        for null in (0.05, CHANCE, 0.25, 0.3, 0.4, 0.6):
            found = volume_null_test(data, null=null, confidence=confidence, scale=scale)
            assert (found.p_value < 1 - confidence) == (null not in interval)
            assert found.interval.low == pytest.approx(interval.low - null)
            assert (0 in found.interval) == (null in interval)


def test_the_test_against_chance_says_so_and_has_two_sides() -> None:
    data = drawn(6, (20, 20, 20))
    sides: tuple[Alternative, ...] = ("greater", "less")
    found = volume_null_test(data)
    assert found.second == "chance"
    assert found.second_value == CHANCE
    assert found.quantity == "VUS"
    assert found.design == "one test set"
    one, other = (volume_null_test(data, alternative=side).p_value for side in sides)
    assert one + other >= 1
    assert found.p_value == pytest.approx(2 * min(one, other))
    one, other = (
        volume_null_test(data, alternative=side, scale="logit-t").p_value for side in sides
    )
    assert one + other == pytest.approx(1)
    assert volume_null_test(data, null=0.3).second == "VUS 0.300"


def test_perfect_order_has_an_interval_and_a_p_value() -> None:
    data = drawn(7, (8, 9, 10), step=50)
    found = volume_interval(data)
    assert found.value == 1
    assert found.standard_error == 0
    assert found.interval.low == pytest.approx(special.betaincinv(8, WEIGHT, 0.025), rel=1e-9)
    assert found.interval.high == 1
    assert "perfect_separation" in {c.kind for c in found.caveats}
    assert 0 < volume_null_test(data).p_value < 1e-5
    bounded, test = volume_interval(data, scale="logit"), volume_null_test(data, scale="logit")
    assert bounded.interval.low == pytest.approx(0.025 ** (1 / 8))
    assert test.p_value == pytest.approx(2 * CHANCE**8)
    assert bounded.interval.method == test.interval.method == BOUND


@for_each("sizes", [(1, 5, 5), (5, 1, 5), (5, 5, 1), (1, 1, 1)], ids=str)
@for_each("scale", SCALES)
def test_a_class_of_one_observation_leaves_all_but_nothing_known(
    sizes: tuple[int, ...], scale: VolumeScale
) -> None:
    found = volume_interval(drawn(8, sizes, step=0.7), scale=scale)
    assert math.isnan(found.standard_error)
    assert (found.interval.method == BOUND) == (scale != "beta")
    assert found.interval.low <= found.value <= found.interval.high
    assert found.interval.high - found.interval.low > 0.9


def test_constant_scores_are_chance_with_an_interval() -> None:
    data = OrderedScores.from_arrays(np.repeat([0, 1, 2], 12), np.ones(36), order=(0, 1, 2))
    for scale in SCALES:
        found = volume_interval(data, scale=scale)
        assert found.value == CHANCE
        assert found.interval.low < CHANCE < found.interval.high
        assert volume_null_test(data, scale=scale).p_value > 0.5


def test_settings_that_mean_nothing_are_refused() -> None:
    data = drawn(9, (5, 5, 5))
    with pytest.raises(OptionError, match="scale must be"):
        volume_interval(data, scale="probit")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        volume_interval(data, confidence=95)
    for null in (0, 1, "chance", None):
        with pytest.raises(OptionError, match=r"null value of a volume|null must be a number"):
            volume_null_test(data, null=null)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="data must be OrderedScores or VolumeMoments"):
        volume_interval([1, 2, 3])  # type: ignore[arg-type]
    pair = PairedOrderedScores.from_arrays(
        [0, 1, 2], {"a": [1, 2, 3], "b": [3, 2, 1]}, order=(0, 1, 2)
    )
    moments = VolumeMoments.from_scores(pair)
    with pytest.raises(OptionError, match="which one is meant"):
        volume_interval(moments)
    assert volume_interval(moments, name="b").value == 0
