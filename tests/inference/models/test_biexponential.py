"""Exact biexponential inference: F distribution, coverage of the formulas, refusals."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.models.biexponential import (
    biexponential_interval,
    biexponential_null_test,
    biexponential_test,
)
from aucurate.results import Comparison


def _scores(seed: int, positives: int, negatives: int, ratio: float = 3.0) -> Scores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    values = rng.exponential(size=len(labels)) * np.where(labels == 1, ratio, 1.0)
    return Scores.from_arrays(labels, values, name=f"s{seed}")


@for_each(("m", "n"), [(1, 1), (5, 40), (400, 300)])
@for_each("confidence", [0.8, 0.95])
def test_the_interval_is_that_of_the_f_distribution(m: int, n: int, confidence: float) -> None:
    scores = _scores(1, m, n)
    found = biexponential_interval(scores, confidence=confidence)
    zeta = (1 - found.value) / found.value
    law, tail = stats.f(2 * n, 2 * m), (1 - confidence) / 2
    ends = [1 / (1 + zeta / law.ppf(q)) for q in (tail, 1 - tail)]
    assert found.interval.low == pytest.approx(ends[0], rel=1e-9)
    assert found.interval.high == pytest.approx(ends[1], rel=1e-9)
    assert found.interval.low < found.value < found.interval.high


@pytest.mark.parametrize("null", [0.5, 0.7])
def test_the_test_and_the_interval_agree(null: float) -> None:
    scores = _scores(2, 12, 25)
    found = biexponential_null_test(scores, null=null)
    at = biexponential_interval(scores, confidence=1 - found.p_value).interval
    assert min(abs(at.low - null), abs(at.high - null)) < 1e-9
    sides = [
        biexponential_null_test(scores, null=null, alternative=a).p_value
        for a in ("greater", "less")
    ]
    assert sum(sides) == pytest.approx(1)
    assert found.p_value == pytest.approx(2 * min(sides))
    assert found.second == ("chance" if null == 0.5 else "AUC 0.700")


def test_the_papers_one_sided_test_is_greater() -> None:
    scores = _scores(3, 10, 20)
    found = biexponential_null_test(scores, alternative="greater")
    zeta = (1 - found.first_value) / found.first_value
    assert found.p_value == pytest.approx(stats.f.cdf(zeta, 40, 20))


def test_the_interval_of_two_curves_ends_where_the_test_starts_to_reject() -> None:
    first, second = _scores(4, 12, 25), _scores(5, 30, 14, 1.5)
    found = biexponential_test(first, second)
    for end in (found.interval.low, found.interval.high):
        p = biexponential_test(first, second, null_difference=end).p_value
        assert p == pytest.approx(0.05, rel=1e-6)
    assert found.quantity == "logit AUC"
    assert found.difference == pytest.approx(-math.log(found.statistic))
    assert Comparison.from_dict(found.to_dict()) == found


def test_swapping_flips_the_sign_and_keeps_the_evidence() -> None:
    first, second = _scores(4, 12, 25), _scores(5, 30, 14, 1.5)
    one, two = biexponential_test(first, second), biexponential_test(second, first)
    assert two.difference == pytest.approx(-one.difference)
    assert two.p_value == pytest.approx(one.p_value, rel=1e-10)
    assert two.interval.low == pytest.approx(-one.interval.high, rel=1e-9)
    greater = biexponential_test(first, second, alternative="greater").p_value
    less = biexponential_test(second, first, alternative="less").p_value
    assert greater == pytest.approx(less, rel=1e-10)
    assert greater == pytest.approx(one.p_value / 2 if one.difference > 0 else 1 - one.p_value / 2)


def test_the_tests_keep_their_level() -> None:
    rng = np.random.default_rng(7)
    labels = np.repeat([1, 0], [8, 15])
    hits = np.zeros(3)
    for _ in range(100):
        draws = rng.exponential(size=(2, 23)) * np.where(labels == 1, 3.0, 1.0)
        a, b = (Scores.from_arrays(labels, row) for row in draws)
        hits += [
            biexponential_null_test(a, null=0.75).p_value <= 0.05,
            biexponential_test(a, b, paired=False).p_value <= 0.05,
            0.75 not in biexponential_interval(b).interval,
        ]
    assert np.all(np.abs(hits / 100 - 0.05) < 4 * math.sqrt(0.05 * 0.95 / 100))


def test_the_same_observations_are_refused_with_a_remedy() -> None:
    scores = _scores(1, 5, 5)
    pair = PairedScores.from_arrays(
        scores.is_positive, {"a": scores.values, "b": scores.values[::-1].copy()}
    )
    with pytest.raises(UnsupportedError, match="scored the same observations") as caught:
        biexponential_test(*pair)
    assert "biexponential_paired_test" in caught.value.hint


@pytest.mark.parametrize("null", [math.inf, math.nan, "0"])
def test_a_null_that_is_no_logit_is_refused(null: float) -> None:
    with pytest.raises(OptionError, match=r"finite difference of logits|must be a number"):
        biexponential_test(_scores(1, 5, 6), _scores(2, 5, 7), null_difference=null)
