"""Hanley and McNeil's standard error, interval and tests: published, gold and definition."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.auc.hanley_mcneil import (
    hanley_mcneil_interval,
    hanley_mcneil_standard_error,
    hanley_mcneil_test,
    newcombe_interval,
    tabled_correlation,
    unpaired_comparison,
)
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.results import Alternative, Comparison, Estimate

GOLD_FOLDER = Path(__file__).parents[2] / "gold"
GOLD: dict[str, Any] = json.loads((GOLD_FOLDER / "exact" / "hanley_mcneil.json").read_text())
PUBLISHED: dict[str, Any] = GOLD["published"]
EXACTLY = 1e-12
AS_PRINTED = 1e-5
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")

RATINGS = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
CT = Scores.from_arrays(np.repeat([0, 1], [58, 51]), RATINGS, name="CT")

LABELS = np.repeat([0, 1], [25, 15])
RNG = np.random.default_rng(0)
COMMON = RNG.normal(size=40)
NOISE = COMMON + RNG.normal(size=40) + 1.2 * LABELS
OTHER = COMMON + RNG.normal(size=40) + 0.8 * LABELS
PERFECT = LABELS + RNG.uniform(0, 0.5, 40)
CONSTANT = np.full(40, 0.3)


def _compare(first: Any, second: Any, labels: Any = LABELS, **options: Any) -> Comparison:
    data = PairedScores.from_arrays(labels, {"first": first, "second": second})
    return hanley_mcneil_test(*data, **options)


def _kinds(result: Comparison | Estimate) -> list[str]:
    return [c.kind for c in result.caveats]


def _known(name: str, auc: float, n_positive: int, n_negative: int) -> AucMoments:
    """Moments of which only the AUC and the class sizes are known."""
    return replace(
        AucMoments.from_scores(CT),
        names=(name,),
        aucs=(auc,),
        n_positive=n_positive,
        n_negative=n_negative,
    )


@for_each("row", GOLD["se_table"], ids=lambda row: f"{row['auc']}-{row['nA']}-{row['nN']}")
def test_standard_errors_agree_with_the_formula(row: dict[str, Any]) -> None:
    found = hanley_mcneil_standard_error(row["auc"], row["nA"], row["nN"])
    assert found == pytest.approx(row["se"], rel=EXACTLY, abs=1e-300)


@pytest.mark.parametrize("moments", ["exponential", "estimated"])
def test_the_ct_readings_come_out_as_printed(moments: Any) -> None:
    """1982: AUC .893, standard error .032."""
    found = hanley_mcneil_interval(CT, moments=moments)
    assert round(found.value, 3) == 0.893
    assert round(found.standard_error, 3) == 0.032
    reach = 1.959963984540054 * found.standard_error
    assert found.interval.low == pytest.approx(found.value - reach, rel=EXACTLY)
    assert found.interval.high == pytest.approx(found.value + reach, rel=EXACTLY)


@for_each("row", PUBLISHED["table"], ids=lambda row: "-".join(row["pair"]))
def test_table_5_of_gajowniczek_2014_comes_out_of_table_4(row: dict[str, Any]) -> None:
    aucs = PUBLISHED["auc_used"]
    found = unpaired_comparison(*(_known(n, aucs[n], 609, 30438) for n in row["pair"]))
    assert found.p_value == pytest.approx(row["published"], abs=AS_PRINTED)
    assert found.p_value == pytest.approx(row["computed"], rel=EXACTLY)
    assert found.statistic == pytest.approx(row["z"], rel=EXACTLY)
    assert (found.design, found.method) == ("unpaired", "Hanley-McNeil")
    with_mann_whitney = PUBLISHED["auc_mann_whitney"]
    other = unpaired_comparison(*(_known(n, with_mann_whitney[n], 609, 30438) for n in row["pair"]))
    assert other.p_value == pytest.approx(row["computed_with_mw_crt"], rel=EXACTLY)
    swapped = unpaired_comparison(*(_known(n, aucs[n], 30438, 609) for n in row["pair"]))
    assert swapped.p_value == pytest.approx(row["computed_n_swapped"], rel=1e-11)
    assert found.p_value != pytest.approx(swapped.p_value, abs=1e-4)


def _by_triple_loop(scores: Scores) -> float:
    """Q1 and Q2 by looking at every pair of one class against every one of the other."""
    positives = scores.values[scores.is_positive].tolist()
    negatives = scores.values[~scores.is_positive].tolist()
    m, n = len(positives), len(negatives)

    def both_beat(winners: tuple[float, float], loser: float, sign: int) -> Fraction:
        """Ties broken at random: one tie wins half the time, two ties both win a third of it."""
        ties = sum(w == loser for w in winners)
        if any(sign * (w - loser) < 0 for w in winners):
            return Fraction(0)
        return (Fraction(1), Fraction(1, 2), Fraction(1, 3))[ties]

    q1 = sum(both_beat((a, b), z, 1) for a in positives for b in positives for z in negatives)
    q2 = sum(both_beat((a, b), x, -1) for a in negatives for b in negatives for x in positives)
    wins = sum(
        Fraction(1) if x > z else Fraction(1, 2) * (x == z) for x in positives for z in negatives
    )
    auc, q1, q2 = Fraction(wins, m * n), Fraction(q1, m * m * n), Fraction(q2, m * n * n)
    square = auc * auc
    return float((auc * (1 - auc) + (m - 1) * (q1 - square) + (n - 1) * (q2 - square)) / (m * n))


@for_each("seed", range(6))
@for_each("decimals", [0, 6])
def test_estimated_moments_agree_with_a_triple_loop(seed: int, decimals: int) -> None:
    rng = np.random.default_rng(seed)
    labels = np.r_[0, 1, rng.random(14) < 0.4].astype(int)
    scores = Scores.from_arrays(labels, (rng.normal(size=16) + labels).round(decimals))
    found = hanley_mcneil_interval(scores, moments="estimated")
    assert found.standard_error**2 == pytest.approx(_by_triple_loop(scores), rel=EXACTLY)


def test_estimated_moments_of_a_million_observations_stay_close_to_delong() -> None:
    rng = np.random.default_rng(1)
    labels = rng.random(1_000_000) < 0.1
    scores = Scores.from_arrays(labels, rng.normal(size=1_000_000) + labels)
    found = hanley_mcneil_interval(scores, moments="estimated")
    assert found.standard_error == pytest.approx(delong_interval(scores).standard_error, rel=1e-4)


def test_the_exponential_error_is_right_for_exponential_scores() -> None:
    rng = np.random.default_rng(2)
    m, n, ratio = 40, 60, 4.0
    positives, negatives = rng.exponential(ratio, (20_000, m)), rng.exponential(1, (20_000, n))
    aucs = [
        np.searchsorted(np.sort(z), x).sum() / (m * n)
        for x, z in zip(positives, negatives, strict=True)
    ]
    expected = hanley_mcneil_standard_error(ratio / (1 + ratio), m, n)
    # Exponential scores with the larger mean among the positives: 20,000 draws, 4 standard errors.
    assert np.std(aucs) == pytest.approx(expected, rel=4 / math.sqrt(2 * 20_000))


def test_the_paired_statistic_is_the_one_of_1983() -> None:
    found = _compare(NOISE, OTHER)
    errors = [
        hanley_mcneil_standard_error(a, 15, 25) for a in (found.first_value, found.second_value)
    ]
    within = [np.corrcoef(NOISE[c == LABELS], OTHER[c == LABELS])[0, 1] for c in (0, 1)]
    r = tabled_correlation(sum(within) / 2, (found.first_value + found.second_value) / 2)
    variance = errors[0] ** 2 + errors[1] ** 2 - 2 * r * errors[0] * errors[1]
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-10)
    assert found.statistic == pytest.approx(found.difference / math.sqrt(variance), rel=1e-10)
    assert found.method == "Hanley-McNeil (1983 table, Pearson)"
    assert found.design == "paired"


@pytest.mark.parametrize(
    ("correlation", "score_correlation", "method"),
    [
        ("table", "pearson", "Hanley-McNeil (1983 table, Pearson)"),
        ("table", "kendall", "Hanley-McNeil (1983 table, Kendall)"),
        ("binormal", "pearson", "Hanley-McNeil (binormal r, Pearson)"),
        ("binormal", "kendall", "Hanley-McNeil (binormal r, Kendall)"),
    ],
)
def test_every_variant_is_named_for_what_it_is(
    correlation: Any, score_correlation: Any, method: str
) -> None:
    found = _compare(NOISE, OTHER, correlation=correlation, score_correlation=score_correlation)
    assert found.method == found.interval.method == method
    assert 0 < found.p_value < 1
    unpaired = _compare(NOISE, OTHER, paired=False)
    assert found.standard_error < unpaired.standard_error  # they are positively correlated


def test_kendall_makes_the_paired_test_a_rank_method() -> None:
    before = _compare(NOISE, OTHER, score_correlation="kendall")
    lifted, squashed = keeping_ties(np.exp)(NOISE), keeping_ties(np.arctan)(OTHER)
    assert _compare(lifted, squashed, score_correlation="kendall") == before
    assert _compare(7 * NOISE + 1, OTHER / 3).p_value == pytest.approx(
        _compare(NOISE, OTHER).p_value, rel=1e-10
    )


def test_an_unpaired_test_on_shared_observations_says_so() -> None:
    assert "shared_observations" in _kinds(_compare(NOISE, OTHER, paired=False))
    assert "shared_observations" not in _kinds(_compare(NOISE, OTHER))
    first, second = (Scores.from_arrays(LABELS, s) for s in (NOISE, OTHER))
    assert "shared_observations" not in _kinds(hanley_mcneil_test(first, second, paired=False))


@for_each("scores", [NOISE, PERFECT, CONSTANT, -PERFECT])
@for_each("alternative", ALTERNATIVES)
def test_identical_classifiers_do_not_differ(scores: Any, alternative: Alternative) -> None:
    for other in (scores, keeping_ties(np.exp)(scores), 3 * scores - 7):
        found = _compare(scores, other, alternative=alternative)
        assert (found.difference, found.p_value, found.statistic) == (0.0, 1.0, 0.0)
        assert found.interval.low < 0 < found.interval.high
        assert "identical_ranking" in _kinds(found)


@for_each("moments", ["exponential", "estimated"])
@for_each(("positives", "negatives"), [(15, 25), (25, 15), (1, 30), (30, 1), (1, 1)])
def test_perfect_separation_has_an_interval(moments: Any, positives: int, negatives: int) -> None:
    labels = np.repeat([0, 1], [negatives, positives])
    found = hanley_mcneil_interval(
        Scores.from_arrays(labels, np.arange(len(labels))), moments=moments
    )
    assert (found.value, found.standard_error, found.interval.high) == (1.0, 0.0, 1.0)
    expected = 0.025 ** (1 / min(positives, negatives))
    assert found.interval.low == pytest.approx(expected, rel=EXACTLY)
    assert found.interval.method == "disjoint-pairs bound"
    assert "perfect_separation" in _kinds(found)


@pytest.mark.parametrize("moments", ["exponential", "estimated"])
def test_constant_scores_and_one_observation_have_an_answer(moments: Any) -> None:
    found = hanley_mcneil_interval(Scores.from_arrays(LABELS, CONSTANT), moments=moments)
    expected = math.sqrt((1 / 4 + 14 / 12 + 24 / 12) / (15 * 25))
    assert found.standard_error == pytest.approx(expected, rel=EXACTLY)
    assert "constant_scores" in _kinds(found)
    one = hanley_mcneil_interval(
        Scores.from_arrays([1] + [0] * 9, [5, 1, 2, 3, 4, 6, 7, 8, 5, 5]), moments=moments
    )
    assert 0 < one.standard_error < 1
    assert 0 <= one.interval.low < one.value < one.interval.high <= 1
    assert "few_observations" in _kinds(one)


@pytest.mark.parametrize("score_correlation", ["pearson", "kendall"])
@pytest.mark.parametrize("correlation", ["table", "binormal"])
def test_one_observation_in_a_class_can_be_compared(
    correlation: Any, score_correlation: Any
) -> None:
    found = _compare(
        [6.5, *range(9)],
        [4.5, 3, 1, 2, 0, 5, 4, 6, 8, 7],
        [1] + [0] * 9,
        correlation=correlation,
        score_correlation=score_correlation,
    )
    assert 0 < found.p_value <= 1
    assert -1 <= found.interval.low < found.difference < found.interval.high <= 1
    assert {"few_observations", "no_score_correlation"} <= set(_kinds(found))
    assert _compare(range(10), range(10), [1] + [0] * 9, alternative="less").p_value == 1.0


def test_one_perfect_classifier_rests_on_the_other_and_two_on_the_bound() -> None:
    for paired in (True, False):
        lone = _compare(PERFECT, NOISE, paired=paired)
        assert "lone_variance" in _kinds(lone)
        error = hanley_mcneil_standard_error(lone.second_value, 15, 25)
        assert lone.standard_error == pytest.approx(error)
        both = _compare(PERFECT, -PERFECT, paired=paired)
        assert (both.difference, both.method) == (1.0, "disjoint-pairs bound")
        assert "no_variance" in _kinds(both)
        assert both.p_value == pytest.approx(2 * 0.5**15)


def test_moments_hold_all_that_the_exponential_interval_needs() -> None:
    data = PairedScores.from_arrays(LABELS, {"a": NOISE, "b": OTHER})
    moments = AucMoments.from_scores(data)
    assert hanley_mcneil_interval(moments, name="b") == hanley_mcneil_interval(data["b"])
    with pytest.raises(OptionError, match="which classifier"):
        hanley_mcneil_interval(moments)
    with pytest.raises(UnsupportedError, match="cannot be estimated from AUC moments"):
        hanley_mcneil_interval(moments, name="a", moments="estimated")


def test_settings_that_mean_nothing_are_refused() -> None:
    wrong: Any = "guessed"
    with pytest.raises(OptionError, match="moments must be"):
        hanley_mcneil_interval(CT, moments=wrong)
    with pytest.raises(OptionError, match="correlation must be 'table'"):
        _compare(NOISE, OTHER, correlation=wrong)
    with pytest.raises(OptionError, match="score_correlation must be"):
        _compare(NOISE, OTHER, score_correlation=wrong)
    with pytest.raises(OptionError, match="confidence"):
        hanley_mcneil_interval(CT, confidence=95)
    for given in ((1.1, 5, 5), (0.5, 0, 5), (math.nan, 5, 5)):
        with pytest.raises(OptionError, match="between 0 and 1"):
            hanley_mcneil_standard_error(*given)
    weighted = Scores.from_arrays(LABELS, NOISE, sampling_weights=np.arange(40) + 1)
    with pytest.raises(UnsupportedError, match="the Hanley-McNeil interval does not take sampling"):
        hanley_mcneil_interval(weighted)


# Newcombe's score interval: its definition, the polynomial of others, and its ends.


TO_THE_LAST_BITS = 1e-12
SIZES = [(1, 1), (1, 9), (9, 1), (5, 7), (15, 25), (51, 58), (20, 200), (500, 500)]


def _scores(m: int, n: int, beaten: int) -> Scores:
    """m positives and n negatives with AUC beaten / (m n), without ties."""
    below = [beaten // m + (i < beaten % m) for i in range(m)]
    labels = np.repeat([0, 1], [n, m])
    return Scores.from_arrays(labels, [*(j + 0.5 for j in range(n)), *below])


def _variance(auc: float, m: int, n: int) -> float:
    star = (m + n) / 2 - 1
    return auc * (1 - auc) * (1 + star * (1 - auc) / (2 - auc) + star * auc / (1 + auc)) / (m * n)


def _roots(auc: float, m: int, n: int, z: float) -> list[float]:
    """The real roots in [0, 1] of m n (auc - t)^2 (2 - t)(1 + t) = z^2 t (1 - t) [...]."""
    t = Polynomial([0.0, 1.0])
    star = (m + n) / 2 - 1
    both = (2 - t) * (1 + t)
    spread = both + star * ((1 - t) * (1 + t) + t * (2 - t))
    roots = (m * n * (auc - t) ** 2 * both - z**2 * t * (1 - t) * spread).roots()
    real = roots[np.abs(roots.imag) < 1e-9].real
    return sorted(float(r) for r in real if -1e-9 <= r <= 1 + 1e-9)


@for_each(("m", "n"), SIZES)
@for_each("share", [0.0, 0.1, 0.5, 0.75, 0.9, 0.99, 1.0])
@for_each("confidence", [0.5, 0.95, 0.999])
def test_the_ends_are_the_two_roots_of_the_quartic(
    m: int, n: int, share: float, confidence: float
) -> None:
    """As auRoc's polyroot finds them; there are never more than two between 0 and 1."""
    found = newcombe_interval(_scores(m, n, round(share * m * n)), confidence=confidence)
    roots = _roots(found.value, m, n, two_sided_quantile(confidence))
    assert len(roots) == 2
    assert found.interval.low == pytest.approx(roots[0], abs=1e-9)
    assert found.interval.high == pytest.approx(roots[1], abs=1e-9)


@for_each(("m", "n"), SIZES)
@for_each("share", [0.1, 0.5, 0.9])
def test_the_ends_solve_the_equation_to_the_last_bits(m: int, n: int, share: float) -> None:
    found = newcombe_interval(_scores(m, n, round(share * m * n)))
    z = two_sided_quantile(0.95)
    for end in (found.interval.low, found.interval.high):
        if 0 < end < 1:
            distance = abs(found.value - end)
            assert distance == pytest.approx(z * math.sqrt(_variance(end, m, n)), rel=1e-10)
    assert found.standard_error == pytest.approx(
        math.sqrt(_variance(found.value, m, n)), rel=TO_THE_LAST_BITS
    )


@for_each(("m", "n"), SIZES)
def test_perfect_separation_is_no_point(m: int, n: int) -> None:
    found = newcombe_interval(_scores(m, n, m * n))
    assert (found.value, found.interval.high, found.standard_error) == (1.0, 1.0, 0.0)
    low, z2 = found.interval.low, two_sided_quantile(0.95) ** 2
    assert 0 < low < 1
    star = (m + n) / 2 - 1
    spread = 1 + star * (1 - low) / (2 - low) + star * low / (1 + low)
    assert 1 - low == pytest.approx(z2 * low * spread / (m * n), rel=1e-9)
    assert "perfect_separation" in [c.kind for c in found.caveats]
    reverse = newcombe_interval(_scores(m, n, 0))
    assert (reverse.value, reverse.interval.low) == (0.0, 0.0)
    assert reverse.interval.high == pytest.approx(1 - low, abs=1e-12)


def test_two_observations_give_wilsons_interval_of_one() -> None:
    found = newcombe_interval(Scores.from_arrays([0, 1], [0, 1]))
    z2 = two_sided_quantile(0.95) ** 2
    assert found.interval.low == pytest.approx(1 / (1 + z2), rel=TO_THE_LAST_BITS)


def test_the_classes_can_change_their_roles() -> None:
    one = newcombe_interval(_scores(20, 200, 3400)).interval
    two = newcombe_interval(_scores(200, 20, 3400)).interval
    assert (one.low, one.high) == (two.low, two.high)


def test_degenerate_scores_have_an_answer_with_a_caveat() -> None:
    constant = newcombe_interval(Scores.from_arrays(np.arange(40) % 2, np.zeros(40)))
    assert constant.interval.low == pytest.approx(1 - constant.interval.high, abs=1e-12)
    assert "constant_scores" in [c.kind for c in constant.caveats]
    one = newcombe_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert one.interval.low == 0.0 < one.interval.high < 1
    assert "few_observations" in [c.kind for c in one.caveats]


def test_coverage_near_one_where_wald_fails() -> None:
    """Normal scores, AUC .99, 10 and 10: Newcombe .968 in the first look, DeLong-Wald .38."""
    rng = np.random.default_rng(0)
    shift = 2.3263478740408408 * math.sqrt(2)
    ends: dict[int, tuple[float, float]] = {}
    held = 0
    for _ in range(2000):
        wins = int((rng.normal(shift, 1, 10)[:, None] > rng.normal(size=10)).sum())
        if wins not in ends:
            found = newcombe_interval(_scores(10, 10, wins)).interval
            ends[wins] = (found.low, found.high)
        held += ends[wins][0] <= 0.99 <= ends[wins][1]
    assert held / 2000 > 0.93


def test_moments_will_do_and_bad_settings_will_not() -> None:
    labels, rng = np.arange(40) % 2, np.random.default_rng(0)
    data = PairedScores.from_arrays(labels, {"a": rng.normal(size=40), "b": rng.normal(size=40)})
    moments = AucMoments.from_scores(data)
    assert newcombe_interval(moments, name="b") == newcombe_interval(data["b"])
    with pytest.raises(OptionError, match="which classifier"):
        newcombe_interval(moments)
    with pytest.raises(OptionError, match="confidence"):
        newcombe_interval(data["a"], confidence=1)
    weighted: Any = Scores.from_arrays(labels, range(40), sampling_weights=np.arange(40) + 1)
    with pytest.raises(UnsupportedError, match="the Newcombe interval does not take sampling"):
        newcombe_interval(weighted)
