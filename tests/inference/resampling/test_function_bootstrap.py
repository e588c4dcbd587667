"""The bootstrap of any function: against the AUC's, a plain loop and SciPy; what it refuses."""

import math
from functools import partial
from inspect import signature
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.inference.resampling import function_bootstrap
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.function_bootstrap import function_name
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling

KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca")
FEW = Resampling(replicates=199, rng=4)
LOOSE = Resampling(replicates=199, rng=4, stratified=False)


def auc(labels: Any, scores: Any) -> float:
    positives, negatives = scores[labels == 1], scores[labels == 0]
    return float((np.sign(positives[:, None] - negatives[None]).mean() + 1) / 2)


def distance(labels: Any, scores: Any) -> float:
    """The difference of the class means, whose distribution everybody knows."""
    return float(scores[labels == 1].mean() - scores[labels == 0].mean())


def brier_score(labels: Any, scores: Any) -> float:
    return float(np.mean((labels - scores) ** 2))


def _pair(rng: int = 0, sizes: tuple[int, int] = (25, 35), decimals: int = 1) -> PairedScores:
    noise = np.random.default_rng(rng)
    labels = noise.permutation(np.repeat([1, 0], sizes))
    common = noise.normal(size=len(labels))
    columns = {
        name: (common + noise.normal(size=len(labels)) + shift * labels).round(decimals)
        for name, shift in (("a", 1.5), ("b", 1.0))
    }
    return PairedScores.from_arrays(labels, columns)


def _probabilities(rng: int = 1) -> Scores:
    data = _pair(rng, (40, 60), 9)["a"]
    return Scores.from_arrays(data.is_positive, 1 / (1 + np.exp(-data.values)))


@pytest.mark.parametrize("kind", KINDS)
@for_each("resampling", [FEW, LOOSE])
def test_of_the_auc_it_is_the_bootstrap_of_the_auc(kind: Kind, resampling: Resampling) -> None:
    first, second = _pair()
    given: dict[str, Any] = {"kind": kind, "resampling": resampling}
    _are_equal(bootstrap_interval(first, auc, **given), bootstrap_interval(first, **given))
    for paired in (True, False):
        ours, theirs = (
            bootstrap_test(first, second, of, paired=paired, null_difference=0.0213, **given)
            for of in (auc, None)
        )
        _are_equal(ours, theirs)
        assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-9)


def _are_equal(ours: Any, theirs: Any) -> None:
    assert ours.quantity == "auc"
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-9)
    assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-12)
    assert ours.interval.high == pytest.approx(theirs.interval.high, abs=1e-12)
    assert ours.interval.method == theirs.interval.method


@pytest.mark.parametrize("stratified", [True, False])
def test_a_plain_loop_over_drawn_rows_has_the_same_distribution(stratified: bool) -> None:
    scores = _probabilities()
    chosen = Resampling(replicates=2000, stratified=stratified)
    found = bootstrap_interval(scores, brier_score, resampling=chosen)
    noise, labels = np.random.default_rng(0), scores.is_positive.astype(int)
    pools = [np.flatnonzero(labels == at) for at in (0, 1)] if stratified else [np.arange(100)]
    loop = []
    for _ in range(2000):
        rows = np.concatenate([noise.choice(pool, len(pool)) for pool in pools])
        loop.append(brier_score(labels[rows], scores.values[rows]))
    error = float(np.std(loop, ddof=1))
    assert found.value == pytest.approx(brier_score(labels, scores.values), rel=1e-12)
    assert found.standard_error == pytest.approx(error, rel=0.06)
    low, high = np.quantile(loop, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, abs=0.2 * error)
    assert found.interval.high == pytest.approx(high, abs=0.2 * error)


def test_it_agrees_with_scipy() -> None:
    scores = _probabilities(2)
    columns = scores.is_positive.astype(int), scores.values
    seeded = "rng" if "rng" in signature(stats.bootstrap).parameters else "random_state"
    options: dict[str, Any] = {seeded: np.random.default_rng(3)}
    theirs = stats.bootstrap(
        columns,
        lambda labels, values: brier_score(labels, values),
        paired=True,
        vectorized=False,
        n_resamples=2000,
        method="percentile",
        **options,
    )
    ours = bootstrap_interval(scores, brier_score, resampling=Resampling(stratified=False))
    error = ours.standard_error
    assert theirs.standard_error == pytest.approx(error, rel=0.06)
    assert theirs.confidence_interval.low == pytest.approx(ours.interval.low, abs=0.2 * error)
    assert theirs.confidence_interval.high == pytest.approx(ours.interval.high, abs=0.2 * error)


@pytest.mark.parametrize("kind", KINDS)
@for_each("paired", [True, False])
def test_a_test_keeps_the_contract(kind: Kind, paired: bool) -> None:
    first, second = _pair(3)
    given: dict[str, Any] = {"kind": kind, "paired": paired, "resampling": FEW}
    found = bootstrap_test(first, second, distance, **given)
    back = bootstrap_test(second, first, distance, **given)
    assert back.difference == -found.difference
    assert back.interval.low == pytest.approx(-found.interval.high, rel=1e-12)
    assert back.p_value == pytest.approx(found.p_value, rel=1e-9)
    sides = [
        bootstrap_test(first, second, distance, alternative=side, **given).p_value
        for side in ("less", "greater")
    ]
    assert sum(sides) >= 1 - 1e-12
    assert (0 in found.interval) == (found.p_value > 0.05)
    order = np.random.default_rng(0).permutation(len(first))
    moved = PairedScores.from_arrays(
        first.is_positive[order], {"a": first.values[order], "b": second.values[order]}
    )
    assert bootstrap_test(moved["a"], moved["b"], distance, **given) == found


def test_classifiers_that_rank_alike_on_other_scales_are_told_apart() -> None:
    """Ranks do not settle which of them is drawn first, and scores do."""
    first = _pair(4, decimals=9)["a"]
    second = Scores("b", first.observations, 2 * first.values + 1)
    for paired in (True, False):
        found = bootstrap_test(first, second, distance, paired=paired, resampling=FEW)
        back = bootstrap_test(second, first, distance, paired=paired, resampling=FEW)
        assert back.interval.low == pytest.approx(-found.interval.high, rel=1e-12)
        assert found.difference == pytest.approx(-distance(first.is_positive, first.values))


def test_a_classifier_does_not_differ_from_itself() -> None:
    first = _pair()["a"]
    found = bootstrap_test(first, first, distance, resampling=FEW)
    assert (found.difference, found.p_value, found.statistic) == (0, 1, 0)
    assert (found.interval.low, found.interval.high) == (-math.inf, math.inf)
    assert found.second == "a (second)"
    apart = bootstrap_test(first, first, distance, paired=False, resampling=FEW)
    assert apart.interval.low == pytest.approx(-apart.interval.high, rel=1e-12)
    assert "shared_observations" in {c.kind for c in apart.caveats}


def test_equal_replicates_and_a_class_of_one_bound_nothing() -> None:
    perfect = Scores.from_arrays(np.arange(40) >= 20, np.arange(40))
    one = Scores.from_arrays(np.arange(40) >= 39, np.random.default_rng(0).normal(size=40))
    for scores, measure in ((perfect, auc), (one, auc), (one, distance)):
        found = bootstrap_interval(scores, measure, resampling=FEW)
        assert (found.interval.low, found.interval.high) == (-math.inf, math.inf)
        assert math.isnan(found.standard_error)
        assert "no_variance" in {c.kind for c in found.caveats}


def test_rounding_is_no_variance() -> None:
    """A constant that is computed anew in every replicate may differ in its last bits."""
    for measure in (lambda y, s: 0.3, lambda y, s: 0.3 + 1e-15 * y.mean()):
        found = bootstrap_interval(_pair()["a"], measure, resampling=LOOSE)
        assert math.isnan(found.standard_error)
        assert found.interval.high == math.inf


def test_replicates_without_a_value_are_left_out_and_counted() -> None:
    scores = _pair(5, (10, 30), 9)["a"]
    without: list[float] = []

    def sometimes(labels: Any, values: Any) -> float:
        """NaN without the highest score, infinite without the lowest."""
        if {values.min(), values.max()} == {scores.values.min(), scores.values.max()}:
            return distance(labels, values)
        without.append(math.nan if values.max() < scores.values.max() else math.inf)
        return without[-1]

    found = bootstrap_interval(scores, sometimes, resampling=FEW)
    assert 0 < np.isnan(without).sum() < len(without) < 198
    (caveat,) = [c for c in found.caveats if c.kind == "replicates_without_a_value"]
    assert f"{len(without)} of 199 replicates sometimes had no finite value" in caveat.message
    assert math.isfinite(found.interval.high - found.interval.low)

    def never_again(labels: Any, values: Any) -> float:
        return 0.5 if len(set(values)) == len(scores) else math.nan

    with pytest.raises(AucurateError, match="fewer than two"):
        bootstrap_interval(scores, never_again, resampling=FEW)


def test_it_is_not_called_without_one_of_the_classes() -> None:
    scores = Scores.from_arrays([0, 0, 0, 1, 1], [1, 2, 4, 3, 5])
    seen = set()

    def classes(labels: Any, values: Any) -> float:
        seen.add(len(set(labels.tolist())))
        return distance(labels, values)

    found = bootstrap_interval(scores, classes, resampling=LOOSE)
    assert seen == {2}
    assert "replicates_without_a_value" in {c.kind for c in found.caveats}


def test_what_it_is_called_with() -> None:
    kept: list[tuple[Any, Any]] = []

    def spoiling(labels: Any, scores: Any) -> float:
        kept.append((labels.copy(), scores.copy()))
        scores[:] = 0  # what is drawn next does not depend on what a function does to its arrays
        labels[:] = 1
        return float(kept[-1][1].mean())

    data = Scores.from_arrays([0, 1, 0, 1, 1], [3, 1, 2, 2, 5], lower=True)
    found = bootstrap_interval(data, spoiling, resampling=Resampling(replicates=50))
    assert found.value == pytest.approx(-2.6)
    for labels, scores in kept:
        assert labels.dtype == np.int64
        assert scores.dtype == np.float64
        assert len(labels) == len(scores) == 5
        assert labels.sum() == 3
        assert set(zip(labels, scores, strict=True)) <= {
            (0, -3),
            (0, -2),
            (1, -1),
            (1, -2),
            (1, -5),
        }


def test_errors_are_typed() -> None:
    first, second = _pair()
    wrong: tuple[tuple[Any, type[AucurateError], str], ...] = (
        (lambda labels, scores: 1 / 0, AucurateError, "failed on 60 observations with ZeroDiv"),
        (lambda labels: 1.0, AucurateError, "failed on 60 observations with TypeError"),
        (lambda labels, scores: "0.5", OptionError, "returned str"),
        (lambda labels, scores: scores, OptionError, "returned ndarray"),
        (lambda labels, scores: None, OptionError, "returned NoneType"),
        (lambda labels, scores: math.nan, AucurateError, "is nan on 60 observations"),
        (AveragePrecision, OptionError, "of is the class AveragePrecision"),
        (0.5, OptionError, "of must be"),
    )
    for measure, kind, words in wrong:
        with pytest.raises(kind, match=words):
            bootstrap_interval(first, measure, resampling=FEW)
        with pytest.raises(kind, match=words):
            bootstrap_test(first, second, measure, resampling=FEW)
    with pytest.raises(OptionError, match="kind must be 'percentile', 'basic' or 'bca'"):
        bootstrap_interval(first, distance, kind="studentised")
    with pytest.raises(OptionError, match="null_difference"):
        bootstrap_test(first, second, distance, null_difference=math.nan)
    weighted = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4], sampling_weights=[1, 2, 1, 1])
    with pytest.raises(UnsupportedError):
        bootstrap_interval(weighted, distance)


def test_numbers_of_any_type_are_taken() -> None:
    first = _pair()["a"]
    kinds: tuple[Any, ...] = (float, np.float32, np.array, lambda value: round(10 * value))
    for kind in kinds:

        def measure(labels: Any, scores: Any, kind: Any = kind) -> Any:
            return kind(distance(labels, scores))

        assert type(bootstrap_interval(first, measure, resampling=FEW).value) is float


def test_the_jackknife_leaves_out_each_distinct_observation_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores = _pair(6, decimals=0)["a"]
    distinct = len(set(zip(scores.is_positive, scores.values, strict=True)))
    sizes: list[int] = []

    def counted(labels: Any, values: Any) -> float:
        sizes.append(len(labels))
        return distance(labels, values)

    bootstrap_interval(scores, counted, kind="bca", resampling=FEW)
    assert sizes.count(len(scores) - 1) == distinct < len(scores)
    monkeypatch.setattr(function_bootstrap, "_MOST_LEFT_OUT", distinct - 1)
    with pytest.raises(OptionError, match="kind='bca' leaves out"):
        bootstrap_interval(scores, distance, kind="bca", resampling=FEW)


def test_a_run_that_is_stopped_uses_what_is_done() -> None:
    first, second = _pair()
    for paired in (True, False):
        stopped = bootstrap_test(
            first, second, distance, paired=paired, progress=lambda done, _, what: done < 120
        )
        short = bootstrap_test(
            first, second, distance, paired=paired, resampling=Resampling(replicates=120)
        )
        assert (stopped.p_value, stopped.interval) == (short.p_value, short.interval)
        assert "stopped_early" in {c.kind for c in stopped.caveats}
    with pytest.raises(AucurateError, match="at least 100"):
        bootstrap_interval(first, distance, progress=lambda *_: False)


def test_a_function_has_a_name() -> None:
    class Own:
        def __call__(self, labels: Any, scores: Any) -> float:
            return 0.0

    assert function_name(distance) == "distance"
    assert function_name(partial(partial(distance))) == "distance"
    assert function_name(lambda labels, scores: 0.0) == "function"
    assert function_name(Own()) == "Own"


def test_intervals_cover_and_tests_reject_as_students_do() -> None:
    """The same data to Student's t, which is exact here, so that few draws suffice."""
    noise, labels, draws = np.random.default_rng(8), np.arange(80) % 2, 120
    ours, students = np.zeros(2), np.zeros(2)
    for _ in range(draws):
        common = noise.normal(size=80)
        columns = {name: common + noise.normal(size=80) + labels for name in "ab"}
        first, second = PairedScores.from_arrays(labels, columns)
        chosen = Resampling(replicates=199, rng=int(noise.integers(2**32)))
        covers = 1.0 in bootstrap_interval(first, distance, resampling=chosen).interval
        rejects = bootstrap_test(first, second, distance, resampling=chosen).p_value <= 0.05
        ours += covers, rejects
        for at, values in enumerate((first.values - labels, first.values - second.values)):
            p = stats.ttest_ind(values[labels == 1], values[labels == 0]).pvalue
            students[at] += (p > 0.05, p <= 0.05)[at]
    assert abs(ours - students).max() <= 0.04 * draws
