"""The bootstrap of estimates: its draws, its agreement with the influences, stopping."""

import math

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.core.influence import CountedComponents
from aucurate.inference.curve.partial_auc import partial_auc_test
from aucurate.inference.resampling import counted_bootstrap, drawn_units
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.options import Resampling

ESTIMATES = (
    PartialAuc(specificity=(0.8, 1.0)),
    PartialAuc(sensitivity=(0.7, 1.0)),
    SensitivityAt(specificity=0.8),
    SpecificityAt(sensitivity=0.8),
    AveragePrecision(),
)
MANY = Resampling(replicates=1999, rng=1)
EACH = for_each("estimate", ESTIMATES, ids=lambda estimate: estimate.quantity)


def _pair(m: int = 90, n: int = 110, decimals: int = 9, rng: int = 0) -> PairedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    common = noise.normal(size=m + n)
    columns = {
        name: (common + noise.normal(size=m + n) + shift * labels).round(decimals)
        for name, shift in (("a", 1.5), ("b", 1.2))
    }
    return PairedScores.from_arrays(labels, columns)


@EACH
@for_each("decimals", [9, 0])
def test_its_standard_error_is_that_of_the_influences(
    estimate: CountedEstimate, decimals: int
) -> None:
    scores = _pair(decimals=decimals)["a"]
    found = bootstrap_interval(scores, estimate, resampling=MANY)
    analytic = CountedComponents.of(scores, estimate).estimate(0, "logit-t", 0.95)
    assert found.value == pytest.approx(analytic.value, rel=1e-12)
    loose = isinstance(estimate, SensitivityAt | SpecificityAt)
    assert found.standard_error == pytest.approx(
        analytic.standard_error, rel=0.35 if loose else 0.1
    )
    assert (found.method, found.interval.method) == ("bootstrap", "bootstrap percentile")


def test_a_paired_test_has_the_standard_error_of_the_influences() -> None:
    first, second = _pair()
    for paired in (True, False):
        found = bootstrap_test(first, second, ESTIMATES[0], paired=paired, resampling=MANY)
        analytic = partial_auc_test(first, second, specificity=(0.8, 1.0), paired=paired)
        assert found.standard_error == pytest.approx(analytic.standard_error, rel=0.1)
        assert found.p_value == pytest.approx(analytic.p_value, abs=0.06)


def test_over_the_whole_range_it_is_the_bootstrap_of_the_auc() -> None:
    first, second = _pair()
    whole = PartialAuc(specificity=(0, 1))
    for kind in ("percentile", "basic", "bca"):
        ours = bootstrap_interval(first, whole, kind=kind, resampling=MANY)
        theirs = bootstrap_interval(first, kind=kind, resampling=MANY)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.08)
        assert ours.interval.low == pytest.approx(theirs.interval.low, abs=0.008)
        assert ours.interval.high == pytest.approx(theirs.interval.high, abs=0.008)
    compared = bootstrap_test(first, second, whole, resampling=MANY)
    assert compared.interval.low == pytest.approx(
        bootstrap_test(first, second, resampling=MANY).interval.low, abs=0.01
    )


@pytest.mark.parametrize("decimals", [9, 0])
def test_draws_have_the_mean_and_the_variance_of_the_multinomial(decimals: int) -> None:
    sizes = np.array([5, 1, 30, 4]) if decimals else np.array([400, 600])
    rng = np.random.default_rng(0)
    drawn = drawn_units.redrawn(sizes, 20_000, rng)
    total = sizes.sum()
    assert np.all(drawn.sum(axis=1) == total)
    spread = sizes * (1 - sizes / total)
    assert drawn.mean(axis=0) == pytest.approx(sizes, abs=5 * math.sqrt(np.max(spread) / 20_000))
    assert drawn.var(axis=0) == pytest.approx(spread, rel=0.06)


def test_blocks_do_not_change_what_a_replicate_is(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = _pair()["a"]
    whole = bootstrap_interval(scores, ESTIMATES[4], resampling=MANY)
    monkeypatch.setattr(counted_bootstrap.CountedStatistic, "held", 20_000)
    blocks = bootstrap_interval(scores, ESTIMATES[4], resampling=MANY)
    assert blocks.standard_error == pytest.approx(whole.standard_error, rel=0.06)


def test_the_same_rng_gives_the_same_numbers() -> None:
    first, second = _pair()
    one, two = (
        bootstrap_test(first, second, ESTIMATES[0], resampling=Resampling(replicates=199, rng=5))
        for _ in range(2)
    )
    assert one == two
    other = bootstrap_test(
        first, second, ESTIMATES[0], resampling=Resampling(replicates=199, rng=6)
    )
    assert other.interval != one.interval


@pytest.mark.parametrize("paired", [True, False])
def test_a_run_that_is_stopped_uses_what_is_done(
    paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counted_bootstrap.CountedStatistic, "held", 200 * 60)
    first, second = _pair()
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int, what: str) -> bool:
        seen.append((done, total))
        return done < 120

    found = bootstrap_test(
        first, second, ESTIMATES[0], paired=paired, resampling=MANY, progress=stop
    )
    assert "stopped_early" in [c.kind for c in found.caveats]
    assert seen[-1] == (120, 1999 if paired else 2 * 1999)
    with pytest.raises(AucurateError, match="at least 100"):
        bootstrap_interval(
            first, ESTIMATES[0], resampling=MANY, progress=lambda _done, _total, what: False
        )


def test_options_are_checked() -> None:
    first, second = _pair()
    for wrong in ({"kind": "studentised"}, {"resampling": 2000}):
        with pytest.raises(OptionError):
            bootstrap_interval(first, ESTIMATES[0], **wrong)
    for unusable in (Resampling(replicates=1), Resampling(stratified=False)):
        with pytest.raises(AucurateError, match="Hint: "):
            bootstrap_test(first, second, ESTIMATES[0], resampling=unusable)


def test_too_few_replicates_are_told() -> None:
    scores = _pair()["a"]
    found = bootstrap_interval(
        scores, ESTIMATES[4], confidence=0.99, resampling=Resampling(replicates=50)
    )
    assert "too_few_replicates" in [c.kind for c in found.caveats]
    assert (found.interval.low, found.interval.high) == (0.0, 1.0)


def test_without_variance_the_bound_takes_over() -> None:
    perfect = Scores.from_arrays([0, 0, 0, 1, 1, 1], range(6))
    for estimate in (ESTIMATES[0], ESTIMATES[4]):
        found = bootstrap_interval(perfect, estimate)
        assert found.interval.method == "distribution-free bound"
        assert found.interval.bound
        assert "no_variance" in [c.kind for c in found.caveats]
