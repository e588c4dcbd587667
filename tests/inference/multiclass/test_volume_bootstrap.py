"""The bootstrap of volumes: replicates by definition, contracts, and where the bound takes over."""

import math

import numpy as np
import pytest
from tests.every.mirrored import assert_mirrored
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.classes.volume import OrderedCounts, volume_of
from aucurate.inference.multiclass import volume_bootstrap
from aucurate.inference.multiclass.volume import BOUND, volume_interval, volume_test
from aucurate.inference.multiclass.volume_bootstrap import VolumeStatistic
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling

KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca")
FEW = Resampling(replicates=400, rng=3)


def pair(rng: int, sizes: tuple[int, ...], *, levels: float = 0) -> PairedOrderedScores:
    noise = np.random.default_rng(rng)
    labels = noise.permutation(np.repeat([0, 1, 2], sizes))
    common = noise.normal(size=len(labels))
    columns = {}
    for at, name in enumerate("ab"):
        values = (1.3 - 0.3 * at) * labels + common + noise.normal(size=len(labels))
        columns[name] = np.round(values * levels) / levels if levels else values
    return PairedOrderedScores.from_arrays(labels, columns, order=(0, 1, 2))


@pytest.mark.parametrize("levels", [0, 0.5])
def test_replicates_are_volumes_of_redrawn_observations(levels: float) -> None:
    data, _ = pair(0, (30, 20, 40), levels=levels)
    drawn = VolumeStatistic().drawn(data, Resampling(replicates=2000, rng=1), None)
    noise = np.random.default_rng(5)
    rows = [np.flatnonzero(data.codes == at) for at in range(3)]
    slow = []
    for _ in range(1000):
        picked = np.concatenate([noise.choice(each, len(each)) for each in rows])
        slow.append(OrderedCounts.from_values(data.values[picked], data.codes[picked]).volume)
    assert np.mean(drawn) == pytest.approx(
        np.mean(slow), abs=5 * float(np.std(slow)) / math.sqrt(1000)
    )
    assert np.std(drawn) == pytest.approx(np.std(slow), rel=0.1)
    # The bootstrap variance of an average over triples is known to first order.
    assert np.std(drawn) == pytest.approx(volume_interval(data).standard_error, rel=0.15)


def test_counts_beyond_64_bits_go_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = pair(1, (15, 12, 18), levels=1)
    exact = VolumeStatistic().drawn(data, FEW, None)
    monkeypatch.setattr(volume_bootstrap, "_EXACT", 1)
    assert VolumeStatistic().drawn(data, FEW, None) == pytest.approx(exact, abs=1e-14)
    monkeypatch.setattr(VolumeStatistic, "held", 100)
    assert len(VolumeStatistic().drawn(data, FEW, None)) == FEW.replicates


def test_paired_replicates_see_the_same_draws() -> None:
    first, _ = pair(2, (15, 12, 18))
    same = OrderedScores("b", first.observations, first.values**3)
    drawn, symmetric = VolumeStatistic().drawn_differences(first, same, True, FEW, None)
    assert not drawn.any()
    assert symmetric


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_holds_the_volume_and_repeats(kind: Kind) -> None:
    data, _ = pair(3, (20, 25, 30))
    found = bootstrap_interval(data, kind=kind, resampling=FEW)
    again = bootstrap_interval(data, kind=kind, resampling=FEW)
    assert found == again
    assert found.value == pytest.approx(volume_of(data), rel=1e-14)
    assert 0 <= found.interval.low < found.value < found.interval.high <= 1
    plain = volume_interval(data).interval
    assert found.interval.low == pytest.approx(plain.low, abs=0.08)
    assert found.interval.high == pytest.approx(plain.high, abs=0.08)


@for_each("paired", [True, False])
@for_each("kind", KINDS)
def test_the_contract_of_a_comparison(kind: Kind, paired: bool) -> None:
    first, second = pair(4, (14, 12, 16), levels=1)
    found = bootstrap_test(first, second, paired=paired, kind=kind, resampling=FEW)
    back = bootstrap_test(second, first, paired=paired, kind=kind, resampling=FEW)
    assert_mirrored(found, back)
    less, greater = (
        bootstrap_test(
            first, second, paired=paired, kind=kind, resampling=FEW, alternative=side
        ).p_value
        for side in ("less", "greater")
    )
    assert less + greater >= 1 - 1e-9
    assert found.p_value == pytest.approx(min(1, 2 * min(less, greater)))
    assert found.interval.low <= found.difference <= found.interval.high
    assert (found.p_value < 0.05) == (0 not in found.interval)
    turned = np.random.default_rng(0).permutation(len(first))
    moved = PairedOrderedScores.from_arrays(
        first.codes[turned],
        {s.name: keeping_ties(np.exp)(s.values[turned]) for s in (first, second)},
        order=(0, 1, 2),
    )
    assert bootstrap_test(*moved, paired=paired, kind=kind, resampling=FEW) == found


def test_it_agrees_with_the_analytic_test() -> None:
    first, second = pair(5, (60, 50, 70))
    found = bootstrap_test(first, second)
    plain = volume_test(first, second)
    assert found.standard_error == pytest.approx(plain.standard_error, rel=0.1)
    assert found.p_value == pytest.approx(plain.p_value, abs=0.05)


def test_without_a_variance_there_is_an_interval_and_a_test() -> None:
    labels = np.repeat([0, 1, 2], 7)
    perfect = OrderedScores.from_arrays(labels, np.arange(21.0), order=(0, 1, 2))
    found = bootstrap_interval(perfect)
    assert found.interval == volume_interval(perfect).interval
    first, _ = pair(6, (10, 10, 10))
    assert bootstrap_test(first, first).p_value == 1
    one, two = pair(6, (1, 10, 10))
    assert bootstrap_test(one, two).method == BOUND


def test_a_run_that_is_stopped_says_so() -> None:
    data, other = pair(7, (100, 100, 100))
    asked = Resampling(replicates=9000, rng=0)

    def stop(done: int, total: int, what: str) -> bool:
        return done < 3000

    found = bootstrap_interval(data, resampling=asked, progress=stop)
    assert "stopped_early" in {c.kind for c in found.caveats}
    for paired in (True, False):
        test = bootstrap_test(data, other, paired=paired, resampling=asked, progress=stop)
        assert "stopped_early" in {c.kind for c in test.caveats}


def test_a_run_that_is_stopped_at_once_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = pair(7, (30, 30, 30))
    monkeypatch.setattr(VolumeStatistic, "held", 900)
    with pytest.raises(AucurateError, match="stopped after 10 of"):
        bootstrap_interval(data, progress=lambda done, total, what: False)


def test_settings_that_mean_nothing_are_refused() -> None:
    data, other = pair(8, (5, 5, 5))
    with pytest.raises(OptionError, match="kind must be"):
        bootstrap_interval(data, kind="studentised")
    with pytest.raises(OptionError, match="within the classes"):
        bootstrap_interval(data, resampling=Resampling(stratified=False))
    with pytest.raises(AucurateError, match="fewer than two"):
        bootstrap_test(data, other, resampling=Resampling(replicates=1))
    with pytest.raises(OptionError, match="difference of volumes"):
        bootstrap_test(data, other, null_difference=2)


def test_too_few_replicates_are_told() -> None:
    data, _ = pair(9, (20, 20, 20))
    found = bootstrap_interval(data, resampling=Resampling(replicates=19, rng=0))
    assert "too_few_replicates" in {c.kind for c in found.caveats}
    assert (found.interval.low, found.interval.high) == (0, 1)
