"""Bootstrap intervals and tests: definitions, degenerate data, interruption, level."""

import inspect
import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import special, stats
from tests.loops import for_each

from aucurate import kernels
from aucurate.data.classes import ClassScores
from aucurate.data.moments import AucMoments
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.classes.auc import HandTill, OneVsRest
from aucurate.inference.core import bounds
from aucurate.inference.resampling.auc_bootstrap import _influences, one_auc
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.canonical_order import arranged
from aucurate.inference.resampling.intervals import Kind, acceleration
from aucurate.inference.resampling.options import Resampling, bootstrap_aucs
from aucurate.kernels import chunks
from aucurate.results import Alternative

KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca", "studentised")
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


def _scores(rng: int = 0, size: int = 60, shift: float = 1.0, decimals: int = 2) -> Scores:
    made = np.random.default_rng(rng)
    labels = np.arange(size) % 3 == 0
    return Scores.from_arrays(labels, (made.normal(size=size) + shift * labels).round(decimals))


def _pair(rng: int = 0, size: int = 60, shifts: tuple[float, float] = (1.0, 0.6)) -> PairedScores:
    made = np.random.default_rng(rng)
    labels, common = np.arange(size) % 3 == 0, made.normal(size=size)
    columns = {
        name: (common + made.normal(size=size) + shift * labels).round(1)
        for name, shift in zip("ab", shifts, strict=True)
    }
    return PairedScores.from_arrays(labels, columns)


def _auc(positives: Any, negatives: Any) -> float:
    return float((np.sign(positives[:, None] - negatives[None, :]).mean() + 1) / 2)


def _replicates(scores: Scores, resampling: Resampling) -> Any:
    """The replicates of scores that are already in the order of their own."""
    order = np.lexsort((scores.values, scores.is_positive))
    tidy = Scores.from_arrays(scores.is_positive[order], scores.values[order])
    return bootstrap_aucs(tidy, resampling)[:, 0]


def test_percentile_and_basic_are_order_statistics() -> None:
    scores, resampling = _scores(), Resampling(replicates=999, rng=3)
    found = np.sort(_replicates(scores, resampling))
    auc = AucMoments.from_scores(scores).aucs[0]
    low, high = found[24], found[974]  # the 25th lowest and highest of 999
    percentile = bootstrap_interval(scores, resampling=resampling)
    assert (percentile.interval.low, percentile.interval.high) == (low, high)
    assert percentile.standard_error == pytest.approx(found.std(ddof=1), rel=1e-12)
    basic = bootstrap_interval(scores, kind="basic", resampling=resampling).interval
    assert basic.low == pytest.approx(2 * auc - high, abs=1e-15)
    assert basic.high == pytest.approx(min(1.0, 2 * auc - low), abs=1e-15)


def test_studentised_is_made_of_replicates_in_units_of_their_own_error() -> None:
    scores = _scores(size=40)
    drawn = one_auc(scores, "studentised", Resampling(replicates=199), None, None)
    (ranked,) = arranged(scores).test_sets
    moments = AucMoments.from_scores(scores)
    values = []
    for replicate in range(199):
        up, down = np.empty(scores.n_positive, np.int64), np.empty(scores.n_negative, np.int64)
        key = Resampling().key()
        kernels._kernels.bootstrap_counts(True, key, replicate, up, down)
        rows = np.concatenate(
            [
                np.repeat(np.flatnonzero(ranked.positive), up),
                np.repeat(np.flatnonzero(~ranked.positive), down),
            ]
        )
        again = AucMoments.from_scores(
            Scores.from_arrays(ranked.positive[rows], ranked.ranks[0][rows])
        )
        error = math.sqrt(moments.covariance[0, 0])
        step = (again.aucs[0] - moments.aucs[0]) / math.sqrt(again.covariance[0, 0])
        values.append(moments.aucs[0] - error * step)
    np.testing.assert_allclose(drawn.plausible.values, np.sort(values), rtol=1e-10)


def _jackknife(estimate: Any, classes: list[Any]) -> float:
    """Efron's acceleration by leaving out one observation after the other."""
    third = second = 0.0
    for at, values in enumerate(classes):
        size = values.shape[-1]
        without = []
        for i in range(size):
            parts = list(classes)
            parts[at] = np.delete(values, i, axis=-1)
            without.append(estimate(*parts))
        away = (size - 1) * (np.mean(without) - np.array(without))
        third += float((away**3).sum()) / size**3
        second += float((away**2).sum()) / size**2
    return float(third / (6 * second**1.5))


def test_the_acceleration_is_that_of_the_jackknife() -> None:
    scores = _scores(size=30)
    (view,) = arranged(scores).test_sets
    values, positive = view.ranks[0].astype(float), view.positive
    expected = _jackknife(_auc, [values[positive], values[~positive]])
    assert acceleration(_influences(arranged(scores))) == pytest.approx(expected, rel=1e-9)


def test_the_acceleration_of_a_paired_difference_is_that_of_the_jackknife() -> None:
    view = arranged(_pair(size=30))
    ranks, positive = view.test_sets[0].ranks.astype(float), view.test_sets[0].positive

    def difference(up: Any, down: Any) -> float:
        return _auc(up[0], down[0]) - _auc(up[1], down[1])

    expected = _jackknife(difference, [ranks[:, positive], ranks[:, ~positive]])
    assert acceleration(_influences(view)) == pytest.approx(expected, rel=1e-9)


def test_the_acceleration_of_an_unpaired_difference_is_that_of_the_jackknife() -> None:
    view = arranged(_scores(0, 30), _scores(1, 24))
    classes = []
    for test_set in view.test_sets:
        values = test_set.ranks[0].astype(float)
        classes += [values[test_set.positive], values[~test_set.positive]]
    expected = _jackknife(lambda a, b, c, d: _auc(a, b) - _auc(c, d), classes)
    assert acceleration(_influences(view)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("kind", "theirs"), [("percentile", "percentile"), ("basic", "basic"), ("bca", "BCa")]
)
def test_intervals_agree_with_scipy(kind: Kind, theirs: Any) -> None:
    """scipy.stats.bootstrap draws otherwise, so this is agreement within Monte Carlo error."""
    scores = _scores(2, 50, decimals=6)
    up, down = scores.values[scores.is_positive], scores.values[~scores.is_positive]

    def auc(x: Any, y: Any, axis: int = -1) -> Any:
        return (x[..., :, None] > y[..., None, :]).mean(axis=(-1, -2))

    new = "rng" in inspect.signature(stats.bootstrap).parameters  # SciPy 1.15 and later
    seeded: Any = {"rng" if new else "random_state": np.random.default_rng(1)}
    rival = stats.bootstrap(
        (up, down), auc, method=theirs, n_resamples=4999, batch=500, **seeded
    ).confidence_interval
    ours = bootstrap_interval(scores, kind=kind, resampling=Resampling(replicates=4999)).interval
    assert ours.low == pytest.approx(rival.low, abs=0.012)
    assert ours.high == pytest.approx(min(1.0, rival.high), abs=0.012)


@pytest.mark.parametrize("paired", [True, False])
def test_the_p_value_counts_replicates_beyond_the_null(paired: bool) -> None:
    first, second = _pair()
    found = {
        a: bootstrap_test(first, second, paired=paired, alternative=a)
        for a in ("greater", "less", "two-sided")
    }
    greater, less = found["greater"].p_value * 2001, found["less"].p_value * 2001
    assert greater == pytest.approx(round(greater))
    assert less == pytest.approx(round(less))
    assert 2002 <= round(greater + less) <= 2002 + 200  # a replicate equal to 0 counts twice
    assert found["two-sided"].p_value == pytest.approx(2 * found["greater"].p_value)


@EVERY_KIND
@for_each("confidence", [0.5, 0.9, 0.95, 0.99])
def test_test_and_interval_agree_at_every_confidence(kind: Kind, confidence: float) -> None:
    first, second = _pair(4)
    interval = bootstrap_test(first, second, kind=kind, confidence=confidence).interval
    for null in np.linspace(-0.4, 0.6, 41):
        p = bootstrap_test(first, second, kind=kind, null_difference=float(null)).p_value
        if abs(p - (1 - confidence)) > 1e-6:
            assert (null in interval) == (p > 1 - confidence)


@EVERY_KIND
def test_p_values_are_never_zero(kind: Kind) -> None:
    first, second = _pair(0, 200, (4.0, 0.0))
    found = bootstrap_test(first, second, kind=kind, resampling=Resampling(replicates=200))
    assert found.p_value == pytest.approx(2 / 201)


def test_paired_draws_make_a_difference_of_correlated_classifiers_sharper() -> None:
    first, second = _pair(1, 300)
    together = bootstrap_test(first, second)
    apart = bootstrap_test(first, second, paired=False)
    assert together.standard_error < 0.85 * apart.standard_error
    assert [c.kind for c in apart.caveats] == ["shared_observations"]


@EVERY_KIND
@pytest.mark.parametrize("stratified", [True, False])
def test_threads_and_chunks_change_nothing(
    kind: Kind, stratified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = _pair(1)
    resampling = Resampling(replicates=300, stratified=stratified)

    def both(threads: int) -> Any:
        return (
            bootstrap_interval(first, kind=kind, resampling=resampling, threads=threads),
            bootstrap_test(first, second, kind=kind, resampling=resampling, threads=threads),
        )

    before = both(1)
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1000)
    for threads in (1, 2, 7):
        assert both(threads) == before


@EVERY_KIND
def test_turning_the_scores_round_mirrors_everything(kind: Kind) -> None:
    for rng in range(5):
        up = _scores(rng, shift=0.3)
        down = Scores(up.name, up.observations, -up.values)
        one = bootstrap_interval(up, kind=kind).interval
        two = bootstrap_interval(down, kind=kind).interval
        assert two.low == pytest.approx(1 - one.high, abs=1e-12)
        assert two.high == pytest.approx(1 - one.low, abs=1e-12)


@EVERY_KIND
def test_data_that_look_alike_from_both_sides_get_a_symmetrical_answer(kind: Kind) -> None:
    palindrome = Scores.from_arrays([0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0], np.arange(12))
    interval = bootstrap_interval(palindrome, kind=kind).interval
    assert interval.low + interval.high == pytest.approx(1, abs=1e-12)
    twins = _scores(0), _scores(0)
    found = bootstrap_test(*twins, paired=False, kind=kind)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low == -found.interval.high


@EVERY_KIND
@for_each(
    ("labels", "values", "kinds"),
    [
        ([0, 0, 0, 1, 1], [1, 2, 3, 4, 5], {"perfect_separation"}),
        ([0, 0, 0, 1, 1], [1, 1, 1, 1, 1], {"constant_scores"}),
        ([0, 0, 0, 0, 1], [1, 2, 4, 5, 3], {"no_variance"}),
    ],
)
def test_degenerate_data_get_the_disjoint_pairs_bound(
    kind: Kind, labels: list[int], values: list[float], kinds: set[str]
) -> None:
    scores = Scores.from_arrays(labels, values)
    found = bootstrap_interval(scores, kind=kind)
    smaller = min(scores.n_positive, scores.n_negative)
    assert found.interval == bounds.auc_interval(found.value, smaller, 0.95)
    assert kinds <= {c.kind for c in found.caveats}
    assert "DeLong" not in " ".join(c.message for c in found.caveats)


@EVERY_KIND
def test_identical_and_opposite_classifiers(kind: Kind) -> None:
    first, _ = _pair()
    same = bootstrap_test(first, first, kind=kind)
    assert (same.difference, same.p_value) == (0.0, 1.0)
    assert "identical_ranking" in {c.kind for c in same.caveats}
    steps = np.arange(20)
    pair = PairedScores.from_arrays(steps >= 12, {"a": steps, "b": -steps})
    opposite = bootstrap_test(*pair, kind=kind)
    assert opposite.method == bounds.DISJOINT_PAIRS
    assert 0 < opposite.p_value < 0.05
    assert "no_variance" in {c.kind for c in opposite.caveats}


def test_a_perfect_classifier_says_that_it_adds_no_variance() -> None:
    steps = np.arange(20)
    pair = PairedScores.from_arrays(steps >= 12, {"a": steps, "b": steps % 7})
    assert "lone_variance" in {c.kind for c in bootstrap_test(*pair).caveats}


def test_unstratified_replicates_without_a_class_are_counted() -> None:
    scores = Scores.from_arrays([0, 0, 0, 0, 0, 0, 1, 1], [1, 2, 3, 6, 5, 4, 4.5, 9])
    resampling = Resampling(replicates=500, stratified=False)
    aucs = _replicates(scores, resampling)
    missing = int(np.isnan(aucs).sum())
    found = bootstrap_interval(scores, resampling=resampling)
    assert missing > 10
    message = next(c.message for c in found.caveats if c.kind == "replicates_without_a_class")
    assert message.startswith(f"{missing} of 500 replicates")


def test_studentised_replicates_without_variance_are_counted() -> None:
    scores = Scores.from_arrays([0] * 8 + [1] * 8, [1, 2, 3, 4, 5, 6, 7, 9.5, *range(8, 16)])
    found = bootstrap_interval(scores, kind="studentised")
    assert "replicates_without_variance" in {c.kind for c in found.caveats}
    assert 0 <= found.interval.low < found.value < found.interval.high <= 1


def test_too_few_replicates_for_the_confidence_reach_to_the_end_of_the_range() -> None:
    found = bootstrap_interval(_scores(), resampling=Resampling(replicates=30))
    assert (found.interval.low, found.interval.high) == (0.0, 1.0)
    assert "too_few_replicates" in {c.kind for c in found.caveats}
    assert "too_few_replicates" not in {
        c.kind for c in bootstrap_interval(_scores(), resampling=Resampling(replicates=39)).caveats
    }


def _stop_after(count: int) -> Any:
    return lambda done, _, what: done < count


@pytest.mark.parametrize("paired", [True, False])
def test_an_interrupted_run_uses_what_was_done(
    paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    first, second = _pair()
    stopped = bootstrap_test(first, second, paired=paired, threads=1, progress=_stop_after(150))
    short = bootstrap_test(first, second, paired=paired, resampling=Resampling(replicates=150))
    assert stopped.p_value == short.p_value
    assert stopped.interval == short.interval
    message = next(c.message for c in stopped.caveats if c.kind == "stopped_early")
    assert "150 of 2,000 replicates" in message
    with pytest.raises(AucurateError, match="at least 100") as caught:
        bootstrap_interval(first, threads=1, progress=_stop_after(20))
    assert caught.value.hint


def test_progress_of_two_test_sets_runs_to_the_end_once() -> None:
    first, second = _pair()
    seen: list[tuple[int, int, str]] = []
    bootstrap_test(first, second, paired=False, progress=lambda *at: seen.append(at))
    assert seen[-1] == (4000, 4000, "replicates")
    assert all(a <= b for a, b in itertools.pairwise(seen))


def test_settings_that_mean_nothing_are_refused() -> None:
    scores = _scores()
    with pytest.raises(OptionError, match="kind"):
        bootstrap_interval(scores, kind="normal")  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="confidence"):
        bootstrap_interval(scores, confidence=95)


@EVERY_KIND
def test_coverage_of_a_plain_case(kind: Kind) -> None:
    """200 draws of 40 + 40: at a coverage of 0.93, fewer than 172 have a chance below 0.001."""
    rng, labels = np.random.default_rng(7), np.arange(80) < 40
    truth = float(special.ndtr(1 / math.sqrt(2)))
    covered = 0
    for draw in range(200):
        scores = Scores.from_arrays(labels, rng.normal(size=80) + labels)
        options = Resampling(replicates=399, rng=draw)
        covered += truth in bootstrap_interval(scores, kind=kind, resampling=options).interval
    assert covered >= 172


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_level_of_a_plain_case(alternative: Alternative) -> None:
    """300 draws at level 0.05: more than 32 rejections have a chance below 0.0001."""
    rng, labels = np.random.default_rng(8), np.arange(100) < 50
    rejected = 0
    for draw in range(300):
        common = rng.normal(size=100) + labels
        pair = PairedScores.from_arrays(
            labels, {"a": common + rng.normal(size=100), "b": common + rng.normal(size=100)}
        )
        options = Resampling(replicates=399, rng=draw)
        found = bootstrap_test(*pair, alternative=alternative, resampling=options)
        rejected += found.p_value <= 0.05
    assert 2 <= rejected <= 32


def test_each_kind_of_data_has_its_numbers_and_refuses_others() -> None:
    codes = np.arange(30) % 3
    noise = np.random.default_rng(0).normal(size=(30, 3))
    classes = ClassScores.from_arrays(codes, noise + np.eye(3)[codes])
    ordered = OrderedScores.from_arrays(codes, codes + noise[:, 0], order=(0, 1, 2))
    few: dict[str, Any] = {"resampling": Resampling(replicates=50)}
    numbers: tuple[tuple[Any, Any, str], ...] = (
        (_scores(), None, "AUC"),
        (_scores(), AveragePrecision(), "average precision"),
        (_scores(), np.vdot, "vdot"),
        (classes, None, "Hand-Till AUC"),
        (classes, OneVsRest(), "one-vs-rest AUC"),
        (ordered, None, "VUS"),
    )
    for data, of, quantity in numbers:
        assert bootstrap_interval(data, of, **few).quantity == quantity
        assert bootstrap_test(data, data, of, **few).quantity == quantity
    strangers: tuple[tuple[Any, Any, str], ...] = (
        (_scores(), HandTill(), "cannot be estimated from Scores"),
        (classes, AveragePrecision(), "cannot be estimated from ClassScores"),
        (classes, np.vdot, "cannot be estimated from ClassScores"),
        (ordered, HandTill(), "cannot be estimated from OrderedScores"),
    )
    for data, of, words in strangers:
        with pytest.raises(OptionError, match=words) as refused:
            bootstrap_interval(data, of)
        assert refused.value.hint.startswith("of can be ")
    with pytest.raises(OptionError, match="as Scores and the second as ClassScores"):
        bootstrap_test(_scores(), classes)
