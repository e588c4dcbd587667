"""The test against chance: counted rank sums, Brunner and Munzel's test, the larger p-value."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.loops import for_each

from aucurate import Scores
from aucurate.inference.auc import chance, chance_test, delong_null_test
from aucurate.inference.auc.chance import METHOD, rank_sum_tails
from aucurate.inference.core.bounds import DISJOINT_PAIRS
from aucurate.results import Alternative

EXAMPLES = [
    (labels, levels, seed) for labels in ((3, 5), (4, 4), (7, 3), (1, 6)) for levels in (0, 3)
    for seed in (1, 2)
]  # fmt: skip


def _scores(m: int, n: int, levels: int, seed: int) -> Scores:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, levels, m + n) if levels else rng.permutation(m + n)
    return Scores.from_arrays([1] * m + [0] * n, values.astype(float))


def _ranks(scores: Scores) -> NDArray[np.int64]:
    doubled: NDArray[np.float64] = 2 * stats.rankdata(scores.values)
    return np.rint(doubled).astype(np.int64)


def _at(m: int, n: int, wins: int) -> Scores:
    """Untied scores of which so many pairs are won: the last positive stands lower."""
    lost = m * n - wins
    values = [n + 1.0 + i for i in range(m)]
    whole, rest = divmod(lost, n)
    for i in range(whole):
        values[i] = -1.0 - i
    if rest:
        values[whole] = n - rest - 0.5
    return Scores.from_arrays([1] * m + [0] * n, [*values, *range(n)])


@for_each(("sizes", "levels", "seed"), EXAMPLES)
def test_the_count_is_that_of_all_assignments(
    sizes: tuple[int, int], levels: int, seed: int
) -> None:
    scores = _scores(*sizes, levels, seed)
    ranks = _ranks(scores)
    own = ranks[scores.is_positive].sum()
    sums = np.array(
        [ranks[list(c)].sum() for c in itertools.combinations(range(len(ranks)), sizes[0])]
    )
    high, low = rank_sum_tails(ranks, scores.is_positive)
    assert high == pytest.approx(np.mean(sums >= own))
    assert low == pytest.approx(np.mean(sums <= own))


@pytest.mark.parametrize(
    ("m", "n", "u", "printed"),
    [(5, 5, 2, 0.016), (3, 3, 0, 0.05), (8, 8, 13, 0.025), (4, 7, 5, 0.055)],
)
def test_the_table_of_mann_and_whitney(m: int, n: int, u: int, printed: float) -> None:
    scores = _at(m, n, u)
    _, low = rank_sum_tails(_ranks(scores), scores.is_positive)
    assert low == pytest.approx(printed, abs=5.1e-4)


@pytest.mark.parametrize(("m", "n"), [(20, 20), (6, 90), (90, 6)])
def test_the_count_is_that_of_scipy(m: int, n: int) -> None:
    rng = np.random.default_rng(m)
    first, second = rng.normal(0.3, 1, m), rng.normal(size=n)
    scores = Scores.from_arrays([1] * m + [0] * n, np.r_[first, second])
    high, low = rank_sum_tails(_ranks(scores), scores.is_positive)
    tails: dict[Alternative, float] = {"greater": high, "less": low}
    for alternative, tail in tails.items():
        theirs = stats.mannwhitneyu(first, second, alternative=alternative, method="exact")
        assert tail == pytest.approx(theirs.pvalue, rel=1e-9)


def test_the_example_of_brunner_and_munzel() -> None:
    """Pain scores after surgery, two treatments: t 3.1375, p 0.0058."""
    treated = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1]
    control = [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4]
    scores = Scores.from_arrays([0] * 14 + [1] * 11, [*map(float, treated), *map(float, control)])
    found = chance_test(scores)
    theirs = stats.brunnermunzel(treated, control)
    assert theirs.pvalue == pytest.approx(0.0058, abs=5e-5)
    ranks = rank_sum_tails(_ranks(scores), scores.is_positive)
    assert found.p_value == pytest.approx(max(theirs.pvalue, 2 * min(ranks)), rel=1e-9)


@pytest.mark.parametrize("spread", [0.3, 1.0, 4.0])
def test_the_larger_of_two_p_values(spread: float) -> None:
    rng = np.random.default_rng(7)
    first, second = rng.normal(0.8, spread, 12), rng.normal(size=40)
    scores = Scores.from_arrays([1] * 12 + [0] * 40, np.r_[first, second])
    alternatives: tuple[Alternative, ...] = ("two-sided", "greater", "less")
    for alternative in alternatives:
        exact = stats.mannwhitneyu(first, second, alternative=alternative, method="exact").pvalue
        robust = stats.brunnermunzel(first, second, alternative=alternative).pvalue
        found = chance_test(scores, alternative=alternative)
        assert found.p_value == pytest.approx(max(exact, robust), rel=1e-9)


def test_few_positives_among_many_negatives_are_counted() -> None:
    """AUC 0.9998 with 5 positives among 5,000: 19 of C(5005, 5) assignments are as good."""
    scores = _at(5, 5000, 25_000 - 5)
    high, _ = rank_sum_tails(_ranks(scores), scores.is_positive)
    assert high == pytest.approx(19 / math.comb(5005, 5), rel=1e-9)
    assert chance_test(scores).p_value < 1e-10


def test_perfect_separation_is_counted() -> None:
    found = chance_test(_at(4, 6, 24))
    assert found.p_value == pytest.approx(2 / math.comb(10, 4))
    assert found.statistic > 0
    assert chance_test(_at(4, 6, 0)).statistic < 0


def test_one_observation_in_a_class() -> None:
    assert chance_test(_at(1, 39, 39)).p_value == pytest.approx(2 / 40)


def test_constant_scores() -> None:
    found = chance_test(Scores.from_arrays([0, 0, 1, 1, 1], [2.0] * 5))
    assert (found.p_value, found.statistic) == (1.0, 0.0)


def test_what_is_too_long_to_count_is_approximated(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = _scores(30, 50, 12, 5)
    counted = rank_sum_tails(_ranks(scores), scores.is_positive)
    monkeypatch.setattr(chance, "_MOST_ADDITIONS", 0)
    assert rank_sum_tails(_ranks(scores), scores.is_positive) == pytest.approx(counted, abs=0.004)


def test_large_classes_have_brunner_and_munzels_test_alone() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.normal(0.03, 3, 1000), rng.normal(size=1500)
    scores = Scores.from_arrays([1] * 1000 + [0] * 1500, np.r_[first, second])
    theirs = stats.brunnermunzel(first, second)
    assert chance_test(scores).p_value == pytest.approx(theirs.pvalue, rel=1e-6)


def test_turned_scores_turn_the_result() -> None:
    scores = _scores(9, 14, 6, 3)
    turned = Scores.from_arrays(scores.is_positive.astype(int), -scores.values)
    one, two = chance_test(scores), chance_test(turned)
    assert two.p_value == pytest.approx(one.p_value)
    assert two.statistic == pytest.approx(-one.statistic)
    assert two.difference == pytest.approx(-one.difference)


def test_the_interval_is_that_of_the_auc() -> None:
    scores = _scores(9, 14, 0, 3)
    found, plain = chance_test(scores), delong_null_test(scores)
    assert found.interval == plain.interval
    assert (found.method, found.second, found.second_value) == (METHOD, "chance", 0.5)


def test_no_information_is_never_found_more_often_than_the_level_says() -> None:
    """Every assignment of three labels to eight scores, tied and untied."""
    for values in ([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 1, 2, 2, 3, 4, 4]):
        found = []
        for chosen in itertools.combinations(range(8), 3):
            labels = [int(i in chosen) for i in range(8)]
            found.append(
                chance_test(Scores.from_arrays(labels, [float(v) for v in values])).p_value
            )
        for level in (0.05, 0.1, 0.2):
            assert np.mean([p <= level + 1e-12 for p in found]) <= level


@pytest.mark.parametrize("size", [600, 1500])
def test_constant_scores_of_large_classes_are_chance(size: int) -> None:
    found = chance_test(Scores.from_arrays([0] * size + [1] * size, [1.0] * (2 * size)))
    assert (found.p_value, found.statistic) == (1.0, 0.0)
    assert found.method == (METHOD if size < chance.LARGE else DISJOINT_PAIRS)


def test_perfect_separation_of_few_groups_is_no_proof() -> None:
    labels, scores = [0, 0, 1, 1], [1.0, 2, 3, 4]
    two = chance_test(Scores.from_arrays(labels, scores, groups=[0, 0, 1, 1]))
    assert (two.p_value, two.method) == (1.0, DISJOINT_PAIRS)
    classes = np.arange(60) % 2
    ten = Scores.from_arrays(classes, classes, groups=np.arange(60) // 6)
    assert chance_test(ten, alternative="greater").p_value == pytest.approx(0.5**5)
    weighted = Scores.from_arrays([0, 1, 0, 1], [1, 3, 2, 4], sampling_weights=[1, 1, 2, 2])
    assert 0.2 < chance_test(weighted).p_value <= 1


def test_groups_of_one_observation_are_counted_as_without_groups() -> None:
    labels, scores = [0, 0, 0, 1, 1, 1], [1.0, 2, 3, 4, 5, 6]
    alone = chance_test(Scores.from_arrays(labels, scores, groups=range(6)))
    assert (alone.p_value, alone.method) == (2 / 20, METHOD)  # 1 of 20 assignments, twice
