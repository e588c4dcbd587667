"""The Birnbaum-Klose interval: the bound holds, and the interval is Wilson's."""

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.bounds import (
    _GRID,
    _window,
    agarwal_distance,
    agarwal_interval,
    agarwal_probability,
    birnbaum_klose_interval,
    cortes_mohri_interval,
    cortes_mohri_moments,
)
from aucurate.inference.core.distributions import two_sided_quantile

SIZES = [(1, 1), (1, 9), (9, 1), (15, 25), (20, 200), (500, 500)]


def _scores(m: int, n: int, beaten: int) -> Scores:
    below = [beaten // m + (i < beaten % m) for i in range(m)]
    labels = np.repeat([0, 1], [n, m])
    return Scores.from_arrays(labels, [*(j + 0.5 for j in range(n)), *below])


@for_each(("m", "n"), SIZES)
@for_each("share", [0.0, 0.3, 0.5, 0.9, 1.0])
@for_each("confidence", [0.01, 0.5, 0.95, 0.9999])
def test_the_ends_solve_the_quadratic(m: int, n: int, share: float, confidence: float) -> None:
    found = birnbaum_klose_interval(_scores(m, n, round(share * m * n)), confidence=confidence)
    auc, k, z = found.value, min(m, n), two_sided_quantile(confidence)
    centre = (auc + z * z / (2 * k)) / (1 + z * z / k)
    reach = z * math.sqrt(auc * (1 - auc) / k + z * z / (4 * k * k)) / (1 + z * z / k)
    assert found.interval.low == pytest.approx(centre - reach, abs=1e-14)
    assert found.interval.high == pytest.approx(centre + reach, abs=1e-14)
    assert 0 <= found.interval.low <= auc <= found.interval.high <= 1
    assert found.interval.low < found.interval.high
    assert found.standard_error == pytest.approx(math.sqrt(auc * (1 - auc) / k))


def test_it_is_wilsons_interval_of_a_proportion() -> None:
    theirs = binomtest(9, 12).proportion_ci(0.95, method="wilson")
    ours = birnbaum_klose_interval(_scores(12, 30, 270)).interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)


def test_no_distribution_has_a_larger_variance() -> None:
    """All pairs of distributions on three values in a coarse grid, and the case of equality."""
    m, n = 3, 5
    grid = [np.array(p) / 4 for p in itertools.product(range(5), repeat=3) if sum(p) == 4]
    for p, q in itertools.product(grid, grid):
        above = np.array([q[:i].sum() + q[i] / 2 for i in range(3)])
        beaten = np.array([p[i + 1 :].sum() + p[i] / 2 for i in range(3)])
        auc = float(p @ above)
        squares = float(sum(p[i] * (q[:i].sum() + q[i] / 4) for i in range(3))) - auc**2
        first, second = float(p @ above**2) - auc**2, float(q @ beaten**2) - auc**2
        variance = (squares + (n - 1) * first + (m - 1) * second) / (m * n)
        assert variance <= auc * (1 - auc) / min(m, n) + 1e-15
    # Positives all above or all below the negatives: m independent coins.
    variance = (0.7 * 0.3 + (n - 1) * 0.7 * 0.3) / (m * n)
    assert variance == pytest.approx(0.7 * 0.3 / min(m, n))


def test_perfect_separation_is_no_point() -> None:
    found = birnbaum_klose_interval(_scores(15, 25, 15 * 25))
    z2 = two_sided_quantile(0.95) ** 2
    assert found.interval.low == pytest.approx(15 / (15 + z2), rel=1e-12)
    assert (found.value, found.interval.high) == (1.0, 1.0)
    assert [c.kind for c in found.caveats] == ["few_observations", "perfect_separation"]
    reverse = birnbaum_klose_interval(_scores(15, 25, 0))
    assert (reverse.interval.low, reverse.interval.high) == pytest.approx((0, z2 / (15 + z2)))


def test_degenerate_scores_have_an_answer_with_a_caveat() -> None:
    constant = birnbaum_klose_interval(Scores.from_arrays(np.arange(60) % 2, np.zeros(60)))
    assert [c.kind for c in constant.caveats] == ["constant_scores"]
    one = birnbaum_klose_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert one.interval.low == 0.0 < one.interval.high < 1
    assert "few_observations" in [c.kind for c in one.caveats]


def test_it_covers_where_scores_are_far_from_normal() -> None:
    """Positives at two values, the hardest case: 30 coins."""
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(2000):
        found = birnbaum_klose_interval(_scores(30, 40, 40 * int(rng.binomial(30, 0.9)))).interval
        held += found.low <= 0.9 <= found.high
    assert held / 2000 > 0.93


def test_moments_will_do_and_bad_settings_will_not() -> None:
    scores = _scores(15, 25, 300)
    assert birnbaum_klose_interval(AucMoments.from_scores(scores)) == birnbaum_klose_interval(
        scores
    )
    with pytest.raises(OptionError, match="confidence"):
        birnbaum_klose_interval(scores, confidence=0)
    weighted = Scores.from_arrays([0, 1], [0, 1], sampling_weights=[1, 2])
    with pytest.raises(
        UnsupportedError, match="the Birnbaum-Klose interval does not take sampling"
    ):
        birnbaum_klose_interval(weighted)


# The Agarwal bound: gold values, and that it holds.


FILE = Path(__file__).parents[2] / "gold" / "exact" / "cortes_mohri_agarwal.json"
GOLD: dict[str, Any] = json.loads(FILE.read_text())["agarwal"]
EXACTLY = 1e-13


@for_each("row", GOLD["epsilon_table"], ids=str)
def test_distances_agree(row: dict[str, Any]) -> None:
    m, n, level = row["m"], row["n"], row["delta"]
    found = agarwal_distance(m, n, confidence=1 - level)
    assert found == pytest.approx(row["epsilon"], rel=EXACTLY)
    one_sided = agarwal_distance(m, n, confidence=1 - 2 * level)
    assert one_sided == pytest.approx(row["epsilon_one_sided"], rel=EXACTLY)
    assert agarwal_probability(found, m, n) == pytest.approx(level, rel=1e-12)


@for_each("row", GOLD["probability_table"], ids=str)
def test_probabilities_agree(row: dict[str, Any]) -> None:
    found = agarwal_probability(row["eps"], row["m"], row["n"])
    assert found == pytest.approx(row["bound"], rel=EXACTLY)


@for_each("row", GOLD["sample_size_table"], ids=str)
def test_the_wanted_number_of_observations_is_just_enough(row: dict[str, Any]) -> None:
    def distance(size: int) -> float:
        return agarwal_distance(
            row["rho"] * size, (1 - row["rho"]) * size, confidence=1 - row["delta"]
        )

    assert distance(row["N_required"]) <= row["eps"] < distance(row["N_required"] - 1)


def test_the_interval_is_the_distance_on_both_sides_cut_to_the_range() -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(300) % 3 == 0
    found = agarwal_interval(Scores.from_arrays(labels, rng.normal(size=300) + 0.3 * labels))
    reach = agarwal_distance(100, 200)
    assert found.interval.low == pytest.approx(found.value - reach)
    assert found.interval.high == pytest.approx(found.value + reach)
    assert math.isnan(found.standard_error)
    assert found.caveats == ()
    perfect = agarwal_interval(Scores.from_arrays(labels, labels))
    assert perfect.interval.low == pytest.approx(1 - reach, rel=1e-12)
    assert perfect.interval.high == 1
    assert [c.kind for c in perfect.caveats] == ["perfect_separation"]


def test_degenerate_scores_have_an_answer_with_a_caveat_of_agarwal() -> None:
    constant = agarwal_interval(Scores.from_arrays(np.arange(60) % 2, np.zeros(60)))
    assert [c.kind for c in constant.caveats] == ["constant_scores"]
    one = agarwal_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert (one.interval.low, one.value) == (0.0, 0.0)
    assert one.interval.high > 0
    assert "few_observations" in [c.kind for c in one.caveats]
    two = agarwal_interval(Scores.from_arrays([0, 1], [0, 1]))
    assert (two.interval.low, two.interval.high) == (0.0, 1.0)


def test_the_bound_holds_in_simulation() -> None:
    rng = np.random.default_rng(0)
    m, n, draws = 15, 40, 4000
    positives, negatives = rng.normal(0.5, 1, (draws, m)), rng.normal(size=(draws, n))
    aucs = (positives[:, :, None] > negatives[:, None, :]).mean(axis=(1, 2))
    for distance in (0.1, 0.2, 0.3):
        beyond = float((np.abs(aucs - 0.6381631950841185) >= distance).mean())
        assert beyond <= agarwal_probability(distance, m, n)


def test_moments_will_do_and_bad_settings_will_not_of_agarwal() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4])
    again = agarwal_interval(AucMoments.from_scores(scores))
    assert again.interval == agarwal_interval(scores).interval
    with pytest.raises(OptionError, match="confidence"):
        agarwal_interval(scores, confidence=2)
    weighted = Scores.from_arrays([0, 1], [0, 1], sampling_weights=[1, 2])
    with pytest.raises(UnsupportedError, match="the Agarwal bound does not take sampling"):
        agarwal_interval(weighted)


# The Cortes-Mohri interval: gold values, enumeration, large sizes, and how errors are counted.


GOLD_CORTES_MOHRI: dict[str, Any] = json.loads(FILE.read_text())["cortes_mohri"]
EXAMPLES: list[dict[str, Any]] = GOLD_CORTES_MOHRI["confidence_interval"]["examples"]
OURS = "1-sqrt(1-eps)"
AS_SUMS = 1e-11


def _scores_of_cortes_mohri(m: int, n: int) -> Scores:
    rng = np.random.default_rng(m * n)
    labels = np.repeat([0, 1], [n, m])
    return Scores.from_arrays(labels, rng.normal(size=m + n) + labels)


def _bound(row: dict[str, Any]) -> Any:
    return "normal" if row["error_interval"].startswith("normal") else "chebyshev"


@for_each(
    "row", GOLD_CORTES_MOHRI["table"], ids=lambda r: f"{r['m_pos']}-{r['n_neg']}-{r['k_errors']}"
)
def test_mean_and_variance_agree(row: dict[str, Any]) -> None:
    mean, variance = cortes_mohri_moments(row["k_errors"], row["m_pos"], row["n_neg"])
    assert mean == pytest.approx(row["E_auc"], rel=AS_SUMS)
    assert variance == pytest.approx(row["var_auc"], rel=AS_SUMS, abs=1e-300)
    assert math.sqrt(variance) == pytest.approx(row["sd_auc"], rel=AS_SUMS, abs=1e-300)
    if row["E_fraction"] is not None:
        assert mean == pytest.approx(float(Fraction(row["E_fraction"])), rel=EXACTLY)
        assert variance == pytest.approx(float(Fraction(row["var_fraction"])), rel=EXACTLY)


@pytest.mark.parametrize("row", GOLD_CORTES_MOHRI["k_above_min"], ids=str)
def test_more_errors_than_the_smaller_class(row: dict[str, Any]) -> None:
    """The paper's closed forms fail here; the sums and an enumeration agree."""
    found = cortes_mohri_moments(row["k"], row["m"], row["n"])
    assert found == pytest.approx(row["direct"], rel=EXACTLY)
    assert found == pytest.approx(row["brute"], rel=EXACTLY)
    assert found != pytest.approx(row["closed"], rel=1e-3)


@for_each("row", EXAMPLES, ids=str)
def test_intervals_agree(row: dict[str, Any]) -> None:
    m, n, k, level = row["m"], row["n"], row["k"], row["eps"]
    if row["chebyshev_level"] == OURS:
        found = cortes_mohri_interval(
            _scores_of_cortes_mohri(m, n), errors=k, confidence=1 - level, error_bound=_bound(row)
        )
        assert found.interval.low == pytest.approx(row["lower"], rel=AS_SUMS, abs=1e-12)
        assert found.interval.high == pytest.approx(row["upper"], rel=AS_SUMS)
        assert found.standard_error == pytest.approx(
            math.sqrt(cortes_mohri_moments(k, m, n)[1]), rel=EXACTLY
        )
    a = 1 - math.sqrt(1 - level) if row["chebyshev_level"] == OURS else level
    moments = [cortes_mohri_moments(j, m, n) for j in range(row["k_lo"], row["k_hi"] + 1)]
    low = min(mean - math.sqrt(variance / a) for mean, variance in moments)
    high = max(mean + math.sqrt(variance / a) for mean, variance in moments)
    assert low == pytest.approx(row["lower_unclipped"], rel=AS_SUMS)
    assert high == pytest.approx(row["upper_unclipped"], rel=AS_SUMS)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 3), (3, 3), (4, 2), (1, 5)])
def test_every_error_count_agrees_with_enumeration(m: int, n: int) -> None:
    """All orders of m positives and n negatives, and all m + n + 1 places for the threshold."""
    found: dict[int, list[Fraction]] = {k: [] for k in range(m + n + 1)}
    for chosen in itertools.combinations(range(m + n), m):
        wins = sum(p - i for i, p in enumerate(chosen))
        for cut in range(m + n + 1):
            missed = sum(p < cut for p in chosen)
            wrong = (m + n - cut) - (m - missed)
            found[missed + wrong].append(Fraction(wins, m * n))
    for k, aucs in found.items():
        mean = sum(aucs) / len(aucs)
        variance = sum((a - mean) ** 2 for a in aucs) / len(aucs)
        ours = cortes_mohri_moments(k, m, n)
        assert ours == pytest.approx((float(mean), float(variance)), rel=EXACTLY, abs=1e-15)


@pytest.mark.parametrize(
    ("k", "m", "n"),
    [
        (9_000, 20_000, 30_000),
        (5_000, 5_000, 5_000),
        (12_000, 10_000, 10_000),
        (4_900, 5_000, 90_000),
    ],
)
def test_large_sums_agree_with_exact_ones(k: int, m: int, n: int) -> None:
    """Against exact integers for the weights' ratios, scaled, over the whole range of x."""
    first, last = max(0, k - m), min(k, n)
    log_weight, logs = 0.0, [0.0]
    for x in range(first, last):
        y = k - x
        up = (m - k + 2 * x + 2) * (m - k + 2 * x + 1) * y * (n - x)
        down = (x + 1) * (m - k + x + 1) * (n - k + 2 * y) * (n - k + 2 * y - 1)
        log_weight += math.log1p((up - down) / down)
        logs.append(log_weight)
    top = max(logs)
    weights = [math.exp(v - top) for v in logs]
    total = math.fsum(weights)
    means = [1 - (x / n + (k - x) / m) / 2 for x in range(first, last + 1)]
    mean = math.fsum(w * e for w, e in zip(weights, means, strict=True)) / total
    spread = math.fsum(w * (e - mean) ** 2 for w, e in zip(weights, means, strict=True)) / total
    inner = math.fsum(
        w * ((m - k + x) * x * (m - k + 2 * x + 1) + (k - x) * (n - x) * (n + k - 2 * x + 1))
        for w, x in zip(weights, range(first, last + 1), strict=True)
    ) / (total * 12 * m * m * n * n)
    assert cortes_mohri_moments(k, m, n) == pytest.approx((mean, spread + inner), rel=1e-9)


def test_with_equal_classes_and_k_errors_the_mean_is_one_minus_the_error_rate() -> None:
    for size in (10, 1000, 100_000, 500_000):
        for k in (0, 1, size // 10, size // 2):
            mean, variance = cortes_mohri_moments(k, size, size)
            assert mean == pytest.approx(1 - k / (2 * size), rel=1e-12)
            assert 0 <= variance < 1
    window = _window(100_000, 500_000, 500_000)
    assert 0 < window[0] < window[1] < 100_000
    assert window[1] - window[0] < 10 * _GRID


def test_a_million_observations_have_an_interval() -> None:
    found = cortes_mohri_interval(_scores_of_cortes_mohri(300_000, 700_000), errors=200_000)
    assert 0.5 < found.interval.low < found.interval.high < 1


def test_the_errors_are_counted_at_the_threshold() -> None:
    labels, values = [0, 0, 0, 1, 1, 1, 1], [0.1, 0.6, 0.4, 0.5, 0.3, 0.9, 0.8]
    scores = Scores.from_arrays(labels, values)
    for threshold in (-np.inf, 0.0, 0.3, 0.45, 0.5, 0.7, 1.0, np.inf):
        errors = sum((v >= threshold) != y for v, y in zip(values, labels, strict=True))
        found = cortes_mohri_interval(scores, threshold=threshold)
        assert found == cortes_mohri_interval(scores, errors=errors)
    assert cortes_mohri_interval(scores, threshold="fewest errors") == cortes_mohri_interval(
        scores, errors=2
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_fewest_errors_are_those_of_the_best_threshold(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(30) < 9)
    values = (rng.normal(size=30) + rng.choice([-1, 1]) * labels).round(1)
    scores = Scores.from_arrays(labels, values)
    fewest = min(int(((values >= t) != labels).sum()) for t in [*values, np.inf])
    found = cortes_mohri_interval(scores, threshold="fewest errors")
    assert found == cortes_mohri_interval(scores, errors=fewest)


@for_each("confidence", [0.01, 0.5, 0.95, 0.9999])
@for_each("bound", ["normal", "chebyshev"])
@for_each(("m", "n"), [(1, 1), (1, 9), (9, 1), (30, 30), (2000, 3000)])
def test_no_error_at_all_is_no_point(confidence: float, bound: Any, m: int, n: int) -> None:
    labels = np.repeat([0, 1], [n, m])
    scores = Scores.from_arrays(labels, np.arange(m + n))
    found = cortes_mohri_interval(
        scores, threshold="fewest errors", confidence=confidence, error_bound=bound
    )
    assert (found.value, found.standard_error, found.interval.high) == (1.0, 0.0, 1.0)
    assert 0 <= found.interval.low < 1


def test_all_error_counts_give_an_interval() -> None:
    scores = _scores_of_cortes_mohri(6, 9)
    for errors in range(16):
        found = cortes_mohri_interval(scores, errors=errors).interval
        assert 0 <= found.low < found.high <= 1


def test_the_interval_need_not_hold_the_auc_and_says_so() -> None:
    labels = np.repeat([0, 1], [1000, 1000])
    found = cortes_mohri_interval(Scores.from_arrays(labels, -np.arange(2000)), errors=100)
    assert found.value == 0.0 < found.interval.low
    told = {c.kind: c.message for c in found.caveats}
    assert "need not contain it" in told["error_derived"]
    assert "100 errors among 2,000 observations" in told["error_derived"]
    constant = cortes_mohri_interval(
        Scores.from_arrays(np.arange(40) % 2, np.zeros(40)), threshold="fewest errors"
    )
    assert constant.interval.low < 0.5 < constant.interval.high


def test_the_error_count_must_be_said_and_make_sense() -> None:
    scores = _scores_of_cortes_mohri(6, 9)
    wrong: Any
    with pytest.raises(OptionError, match="needs the number of errors"):
        cortes_mohri_interval(scores)
    with pytest.raises(OptionError, match="exactly one"):
        cortes_mohri_interval(scores, errors=1, threshold=0.5)
    for wrong in (-1, 16, 1.5, "2"):
        with pytest.raises(OptionError, match="errors must be a whole number"):
            cortes_mohri_interval(scores, errors=wrong)
    for wrong in (math.nan, "best"):
        with pytest.raises(OptionError, match=r"threshold must be .*'fewest errors'"):
            cortes_mohri_interval(scores, threshold=wrong)
    wrong = "exact"
    with pytest.raises(OptionError, match="error_bound must be"):
        cortes_mohri_interval(scores, errors=1, error_bound=wrong)
    with pytest.raises(OptionError, match="confidence"):
        cortes_mohri_interval(scores, errors=1, confidence=95)
    weighted = Scores.from_arrays([0, 1], [0, 1], sampling_weights=[1, 2])
    with pytest.raises(UnsupportedError, match="the Cortes-Mohri interval does not take sampling"):
        cortes_mohri_interval(weighted, errors=1)
