"""The paired permutation test of Bandos, Rockette and Gur: definition, refusals, level."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import special, stats
from tests.transforms import keeping_ties

from aucurate import kernels
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.estimates.auc import auc
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.resampling import permutation
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.permutation import INTERVAL, permutation_test
from aucurate.kernels import chunks, reference
from aucurate.results import Comparison


def _pair(
    rng: int = 0, size: int = 60, shifts: tuple[float, float] = (1.0, 0.5), decimals: int = 1
) -> PairedScores:
    made = np.random.default_rng(rng)
    labels, common = np.arange(size) % 3 == 0, made.normal(size=size)
    columns = {
        name: (common + made.normal(size=size) + shift * labels).round(decimals)
        for name, shift in zip("ab", shifts, strict=True)
    }
    return PairedScores.from_arrays(labels, columns)


@pytest.mark.parametrize("rng", range(4))
def test_it_approaches_the_enumeration_of_all_exchanges(rng: int) -> None:
    data = _pair(rng, 10)
    ranks = np.stack([kernels.doubled_midranks(row) for row in data.values])
    positive = data.observations.is_positive
    every = np.array(
        [
            reference.swapped_rank_difference(ranks, positive, np.array(flips))
            for flips in itertools.product([False, True], repeat=10)
        ]
    )
    observed = every[0]
    replicates = 20_000
    for alternative, extreme in (
        ("two-sided", np.abs(every) >= abs(observed)),
        ("greater", every >= observed),
        ("less", every <= observed),
    ):
        exact = float(extreme.mean())
        p = permutation_test(
            *data,
            alternative=alternative,  # type: ignore[arg-type]
            resampling=Resampling(replicates=replicates),
        ).p_value
        assert p == pytest.approx(exact, abs=5 * math.sqrt(0.25 / replicates))


def test_it_agrees_with_delong_on_many_observations() -> None:
    first, second = _pair(1, 2000, (1.0, 0.92), 6)
    ours = permutation_test(first, second, resampling=Resampling(replicates=10_000))
    delong = delong_test(first, second)
    assert ours.difference == delong.difference
    assert ours.p_value == pytest.approx(delong.p_value, abs=0.03)
    assert ours.standard_error == pytest.approx(delong.standard_error, rel=0.05)
    assert ours.interval.low == pytest.approx(delong.interval.low, abs=0.002)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_the_interval_leaves_out_zero_exactly_when_the_test_rejects(confidence: float) -> None:
    for rng in range(40):
        found = permutation_test(
            *_pair(rng, 30, (1.0, 0.0)),
            confidence=confidence,
            resampling=Resampling(replicates=199),
        )
        assert (0.0 in found.interval) == (found.p_value > 1 - confidence + 1e-9)
        assert found.interval.method == INTERVAL
        assert "shifted_null" in {c.kind for c in found.caveats}


def test_p_values_are_counts_and_never_zero() -> None:
    found = permutation_test(*_pair(0, 200, (4.0, 0.0)), resampling=Resampling(replicates=199))
    assert found.p_value == 1 / 200


def test_rescaling_one_classifier_changes_nothing() -> None:
    data = _pair(3)
    first, second = data
    lifted = keeping_ties(np.exp)(50 * second.values)
    scaled = Scores(second.name, second.observations, lifted)
    assert permutation_test(first, scaled) == permutation_test(first, second)


def test_perfect_separation_is_no_obstacle() -> None:
    steps = np.arange(20)
    pair = PairedScores.from_arrays(steps >= 12, {"a": steps, "b": -steps})
    found = permutation_test(*pair)
    assert (found.method, found.difference) == ("permutation", 1.0)
    assert 1 / 2001 <= found.p_value < 0.01
    assert found.interval.low < found.interval.high == 1


def test_classifiers_that_order_alike_do_not_differ() -> None:
    first, _ = _pair()
    found = permutation_test(first, first)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low < 0 < found.interval.high
    assert "identical_ranking" in {c.kind for c in found.caveats}


def test_other_nulls_and_other_test_sets_are_refused_with_a_remedy() -> None:
    first, second = _pair()
    with pytest.raises(OptionError, match="difference of 0") as caught:
        permutation_test(first, second, null_difference=0.02)
    assert "delong_test" in caught.value.hint
    for options in ({"paired": False}, {}):
        other = second if options else _pair(0, 61)["b"]
        with pytest.raises(UnsupportedError, match="same observations") as refused:
            permutation_test(first, other, **options)  # type: ignore[arg-type]
        assert "bootstrap_test" in refused.value.hint


def test_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _pair(2)
    before = permutation_test(*data, threads=1)
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1000)
    for threads in (1, 2, 7):
        assert permutation_test(*data, threads=threads) == before


def test_an_interrupted_run_uses_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    data = _pair(2)
    stopped = permutation_test(*data, threads=1, progress=lambda done, _, what: done < 150)
    short = permutation_test(*data, resampling=Resampling(replicates=150))
    assert (stopped.p_value, stopped.interval) == (short.p_value, short.interval)
    assert "stopped_early" in {c.kind for c in stopped.caveats}
    with pytest.raises(AucurateError, match="at least 100"):
        permutation_test(*data, threads=1, progress=lambda done, _, what: done < 50)


@pytest.mark.parametrize("share", [0.5, 0.2])
def test_level_of_a_plain_case(share: float) -> None:
    """400 draws at level 0.05: outside 6 and 40 has a chance below 0.0002."""
    rng, labels = np.random.default_rng(5), np.arange(60) < share * 60
    rejected = 0
    for draw in range(400):
        common = rng.normal(size=60) + labels
        columns: dict[str, Any] = {n: common + rng.normal(size=60) for n in "ab"}
        pair = PairedScores.from_arrays(labels, columns)
        options = Resampling(replicates=399, rng=draw)
        rejected += permutation_test(*pair, resampling=options).p_value <= 0.05
    assert 6 <= rejected <= 40


def test_the_interval_covers_when_the_classifiers_differ() -> None:
    """The shifted distribution is wide rather than narrow where the AUCs are far apart."""
    rng, labels = np.random.default_rng(6), np.arange(80) < 40
    truth = float(special.ndtr(2.5 / math.sqrt(2)) - special.ndtr(0.5 / math.sqrt(2)))
    covered = 0
    for draw in range(200):
        columns = {"a": rng.normal(size=80) + 2.5 * labels, "b": rng.normal(size=80) + 0.5 * labels}
        pair = PairedScores.from_arrays(labels, columns)
        options = Resampling(replicates=399, rng=draw)
        covered += truth in permutation_test(*pair, resampling=options).interval
    assert covered >= 180


def _tested(data: PairedScores, of: Any, **options: Any) -> Comparison:
    first, second = data
    return permutation_test(first, second, of, **options)


def _by_rank(labels: Any, scores: Any) -> float:
    """The share of positives among the upper half, ties one half: a number of ranks alone."""
    ranks = stats.rankdata(scores)
    above = (np.sign(ranks - np.median(ranks)) + 1) / 2
    return float(np.mean(above[labels == 1]))


ESTIMATES = (
    PartialAuc(specificity=(0.6, 1.0)),
    SensitivityAt(specificity=0.7),
    AveragePrecision(),
    _by_rank,
)
EACH = pytest.mark.parametrize("of", ESTIMATES, ids=lambda of: getattr(of, "quantity", "function"))


def _counts(labels: Any, scores: Any) -> tuple[Any, Any]:
    counts = ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))
    return counts.positives[None], counts.negatives[None]


@EACH
def test_other_numbers_approach_the_enumeration_of_all_exchanges(of: Any) -> None:
    data = _pair(5, 10)
    labels = data.observations.is_positive.astype(int)
    one, two = (kernels.doubled_midranks(row).astype(float) for row in data.values)

    def number(scores: Any) -> float:
        if of is _by_rank:
            return float(_by_rank(labels, scores))
        return float(of.values(*_counts(labels, scores))[0])

    every = []
    for flips in itertools.product([False, True], repeat=10):
        first, second = np.where(flips, two, one), np.where(flips, one, two)
        every.append(number(first) - number(second))
    replicates = 4_000
    drawn = Resampling(replicates=replicates)
    for alternative, extreme in (
        ("two-sided", np.abs(every) >= abs(every[0]) - 1e-10),
        ("greater", np.array(every) >= every[0] - 1e-10),
    ):
        found = _tested(data, of, alternative=alternative, resampling=drawn)
        exact = float(np.mean(extreme))
        assert found.difference == pytest.approx(every[0], abs=1e-12)
        assert found.p_value == pytest.approx(exact, abs=5 * math.sqrt(0.25 / replicates))


@EACH
def test_other_numbers_keep_the_contract(of: Any) -> None:
    first, second = data = _pair(6, 45)
    few = Resampling(replicates=199)
    found = permutation_test(first, second, of, resampling=few)
    back = permutation_test(second, first, of, resampling=few)
    assert (back.difference, back.p_value) == (-found.difference, found.p_value)
    assert back.interval.low == pytest.approx(-found.interval.high, rel=1e-12)
    assert (0.0 in found.interval) == (found.p_value > 0.05 + 1e-9)
    order = np.random.default_rng(0).permutation(45)
    moved = PairedScores.from_arrays(
        first.is_positive[order], dict(zip(data.names, data.values[:, order], strict=True))
    )
    assert _tested(moved, of, resampling=few) == found
    lifted = Scores(second.name, second.observations, keeping_ties(np.exp)(second.values))
    assert permutation_test(first, lifted, of, resampling=few) == found
    sides = [
        _tested(data, of, alternative=side, resampling=few).p_value for side in ("less", "greater")
    ]
    assert sum(sides) >= 1
    same = permutation_test(first, first, of, resampling=few)
    assert (same.difference, same.p_value) == (0, 1)
    assert same.interval.low < 0 < same.interval.high


def test_over_the_whole_range_it_is_that_of_the_auc() -> None:
    data = _pair(7, 80)
    many = Resampling(replicates=4000)
    found = _tested(data, PartialAuc(specificity=(0, 1)), resampling=many)
    plain = permutation_test(*data, resampling=many)
    assert found.difference == pytest.approx(plain.difference, abs=1e-12)
    assert found.standard_error == pytest.approx(plain.standard_error, rel=0.05)
    assert found.p_value == pytest.approx(plain.p_value, abs=0.04)
    by_function = _tested(
        data, lambda labels, scores: auc(labels, scores), resampling=Resampling(replicates=200)
    )
    again = _tested(data, PartialAuc(specificity=(0, 1)), resampling=Resampling(replicates=200))
    assert by_function.p_value == again.p_value
    assert by_function.interval.low == pytest.approx(again.interval.low, abs=1e-9)


def test_a_number_that_needs_the_scores_is_refused() -> None:
    data = _pair(8)
    for measure in (
        lambda labels, scores: float(np.mean((labels - scores) ** 2)),
        lambda labels, scores: float(np.mean((scores >= 0.5) == labels)),
    ):
        with pytest.raises(UnsupportedError, match="replaced by their ranks") as refused:
            _tested(data, measure)
        assert "bootstrap_test" in refused.value.hint
    with pytest.raises(OptionError, match="of is the class PartialAuc"):
        _tested(data, PartialAuc)


def test_blocks_change_nothing_and_an_interrupted_run_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = _pair(9)
    few = Resampling(replicates=150)
    before = _tested(data, AveragePrecision(), resampling=few)
    monkeypatch.setattr(permutation, "_CELLS", 4 * 60 * 50)
    assert _tested(data, AveragePrecision(), resampling=few) == before
    stopped = _tested(data, AveragePrecision(), progress=lambda done, _, what: done < 150)
    assert (stopped.p_value, stopped.interval) == (before.p_value, before.interval)
    assert "stopped_early" in {c.kind for c in stopped.caveats}


@EACH
def test_equal_classifiers_are_called_different_no_more_often_than_said(of: Any) -> None:
    rejected, draws = 0, 100
    for rng in range(draws):
        pair = _pair(1000 + rng, 50, (1.0, 1.0), 6)
        rejected += _tested(pair, of, resampling=Resampling(replicates=99)).p_value <= 0.05
    assert rejected / draws <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / draws)
