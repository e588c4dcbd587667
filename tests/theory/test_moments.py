"""Exact moments against enumeration, triple sums, fractions and the gold values."""

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.theory.definitions import (
    chosen,
    enumerated,
    random_pair,
    rosset_exact,
    rosset_triple_sum,
    triple_sum,
)
from tests.transforms import keeping_ties

from aucurate import auc
from aucurate.errors import OptionError
from aucurate.theory import (
    DifferenceMoments,
    ScoreLaw,
    TwoClassifiers,
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
)
from aucurate.theory.moments import _BLOCK, all_pairs, arranged

GOLD = json.loads((Path(__file__).parents[1] / "gold" / "rosset.json").read_text(encoding="utf-8"))
STRICT = math.nextafter(0.5, 1)  # the paper calls positive what is strictly above 1/2
ROWS = [{**row, **row.get("exact", {})} for row in (*GOLD["table"], *GOLD["more"])]
JOINT = pytest.mark.parametrize("joint", [False, True])
# (observations, states) with at most some thousand outcomes
TINY = [(2, 2, False), (3, 2, False), (3, 3, True), (4, 2, True), (5, 2, True), (6, 1, False)]


def _close(found: DifferenceMoments, wanted: Any, rel: float) -> None:
    assert found.mean == pytest.approx(wanted[0], rel=rel, abs=1e-12)
    assert found.variance == pytest.approx(wanted[1], rel=rel, abs=1e-12)
    assert found.variance_from_scores == pytest.approx(wanted[2], rel=rel, abs=1e-12)
    assert found.variance_from_labels == pytest.approx(wanted[3], rel=rel, abs=1e-12)
    assert found.variance_from_observations == 0


def _as_rounded(n: int, q: float, c: float) -> ScoreLaw:
    """The deviating scores as sums of doubles, where a tie that rounding left counts as no switch.

    The row n = 1000 of the gold values was made so: its mean and what the labels add come out to
    every digit, what the scores add is lower by 4e-4. The exact fractions below have all digits.
    """
    middle = np.arange(1, n + 1) / n
    up, down = middle + c, middle - c
    apart = round(2 * c * n)
    tied = up[:-apart] == down[apart:]
    up[:-apart][tied] -= 1e-9
    odds = np.broadcast_to([1 - 2 * q, q, q], (n, 3))
    return ScoreLaw.from_arrays(np.stack([middle, up, down], axis=1), odds)


@for_each("row", ROWS, ids=lambda r: f"{r['n']}-{r['q1']}-{r['q2']}-{r['c']}")
def test_the_gold_values_of_the_example(row: dict[str, Any]) -> None:
    pair = rosset_example(row["n"], row["q1"], row["q2"], size=row["c"])
    of_errors = error_difference_moments(pair, threshold=STRICT)
    if row["n"] == 1000:
        first, second = (_as_rounded(1000, row[k], row["c"]) for k in ("q1", "q2"))
        pair = TwoClassifiers.independent(pair.positive_probability, first, second)
    found = auc_difference_moments(pair)
    wanted = {k: row[k] for k in ("auc_mean", "auc_var", "E_Y_Var", "Var_Y_E")}
    if row["n"] == 1000:
        assert found.variance_from_scores == pytest.approx(wanted["E_Y_Var"], rel=1e-3)
        wanted.update(auc_var=found.variance, E_Y_Var=found.variance_from_scores)
    _close(found, list(wanted.values()), 1e-9)
    assert of_errors.mean == pytest.approx(row["mc_mean"], rel=1e-9, abs=1e-12)
    assert of_errors.variance == pytest.approx(row["mc_var"], rel=1e-9)


@for_each("row", GOLD["enumeration_check"], ids=lambda r: f"{r['n']}-{r['c']}")
def test_the_gold_values_of_full_enumeration(row: dict[str, Any]) -> None:
    pair = rosset_example(row["n"], row["q1"], row["q2"], size=row["c"])
    pairs = auc_difference_moments(pair)
    of_errors = error_difference_moments(pair, threshold=STRICT)
    assert pairs.mean == pytest.approx(row["enum_mean"], rel=1e-9)
    assert pairs.variance == pytest.approx(row["enum_var"], rel=1e-9)
    assert of_errors.mean == pytest.approx(row["enum_mc_mean"], rel=1e-9)
    assert of_errors.variance == pytest.approx(row["enum_mc_var"], rel=1e-9)


@pytest.mark.parametrize(("n", "c"), [(24, 0.2005), (24, 0.3301), (31, 0.101)])
def test_the_formula_of_the_paper_with_its_misprints_mended(n: int, c: float) -> None:
    found = auc_difference_moments(rosset_example(n, 0.1, 0.3, size=c))
    mean, variance = rosset_triple_sum(n, (0.1, 0.3), c)
    assert found.mean == pytest.approx(mean, rel=1e-11)
    assert found.variance == pytest.approx(variance, rel=1e-11)


@for_each(("n", "v", "joint"), TINY)
@for_each("certain_labels", [False, True])
def test_every_outcome_enumerated(n: int, v: int, joint: bool, certain_labels: bool) -> None:
    pair = random_pair(10 * n + v, n, v, joint=joint, certain_labels=certain_labels)
    pairs, of_errors = enumerated(pair, 2.0)
    _close(auc_difference_moments(pair), pairs, 1e-12)
    _close(error_difference_moments(pair, threshold=2), of_errors, 1e-12)
    if certain_labels:
        assert pairs.from_labels == 0 == auc_difference_moments(pair).variance_from_labels


@JOINT
@for_each("seed", range(3))
def test_covariances_of_all_pairs_that_share_an_observation(seed: int, joint: bool) -> None:
    pair = random_pair(seed, 12, 3 if joint else 2, joint=joint)
    mean, variance = triple_sum(pair)
    found = auc_difference_moments(pair)
    assert found.mean == pytest.approx(mean, rel=1e-11, abs=1e-12)
    assert found.variance == pytest.approx(variance, rel=1e-11)


@pytest.mark.parametrize(("n", "c"), [(100, Fraction(1, 4)), (1000, Fraction(2005, 10_000))])
def test_exact_fractions_with_ties(n: int, c: Fraction) -> None:
    found = auc_difference_moments(rosset_example(n, 0.1, 0.2, size=float(c)))
    _close(found, rosset_exact(n, (Fraction(1, 10), Fraction(1, 5)), c), 1e-12)


def test_eleven_digits_at_five_thousand_observations() -> None:
    n, c = 5000, Fraction(505, 10_000)
    found = auc_difference_moments(rosset_example(n, 0.1, 0.12, size=float(c)))
    _close(found, rosset_exact(n, (Fraction(1, 10), Fraction(3, 25)), c), 1e-11)


def test_rare_deviations_keep_their_digits() -> None:
    rates = Fraction(1, 10**9), Fraction(3, 10**9)
    found = auc_difference_moments(rosset_example(60, 1e-9, 3e-9))
    _close(found, rosset_exact(60, rates, Fraction(2005, 10_000)), 1e-9)


@JOINT
def test_swapping_the_classifiers_flips_the_mean_and_keeps_the_variance(joint: bool) -> None:
    pair = random_pair(5, 30, 3, joint=joint)
    for moments in (auc_difference_moments, error_difference_moments):
        one, two = moments(pair), moments(pair.swapped())
        assert two.mean == pytest.approx(-one.mean, rel=1e-12)
        assert two.variance == pytest.approx(one.variance, rel=1e-12)


@JOINT
def test_the_order_of_observations_changes_nothing(joint: bool) -> None:
    pair = random_pair(6, 300, 3, joint=joint)  # more than a block
    other = chosen(pair, np.random.default_rng(0).permutation(300))
    for moments in (auc_difference_moments, error_difference_moments):
        one, two = moments(pair), moments(other)
        assert two.mean == pytest.approx(one.mean, rel=1e-11)
        assert two.variance == pytest.approx(one.variance, rel=1e-12)


@JOINT
def test_a_monotone_transformation_changes_nothing_for_pairs(joint: bool) -> None:
    pair = random_pair(7, 40, 3, joint=joint)
    with np.errstate(divide="ignore"):  # minus infinity only ranks
        law = ScoreLaw(keeping_ties(np.log)(pair.first.values), pair.first.probabilities)
    other = TwoClassifiers(pair.positive_probability, law, pair.second, joint)
    assert auc_difference_moments(other) == auc_difference_moments(pair)


def test_states_in_columns_of_their_own_are_the_same_law() -> None:
    pair = random_pair(8, 20, 2, joint=False)
    padded = ScoreLaw.from_arrays(
        np.hstack([pair.first.values, pair.first.values[:, :1], np.full((20, 1), -np.inf)]),
        np.hstack([pair.first.probabilities * [0.5, 1], pair.first.probabilities[:, :1] / 2,
                   np.zeros((20, 1))]),
    )  # fmt: skip
    other = TwoClassifiers.independent(pair.positive_probability, padded, pair.second)
    for moments in (auc_difference_moments, error_difference_moments):
        assert moments(other).variance == pytest.approx(moments(pair).variance, rel=1e-12)
        assert moments(other).mean == pytest.approx(moments(pair).mean, rel=1e-11)


def test_independent_classifiers_written_jointly_are_the_same() -> None:
    pair = random_pair(9, 25, 2, joint=False)
    one, two = pair.first, pair.second
    rows, columns = np.divmod(np.arange(4), 2)
    joint = TwoClassifiers.joint(
        pair.positive_probability,
        one.values[:, rows],
        two.values[:, columns],
        one.probabilities[:, rows] * two.probabilities[:, columns],
    )
    for moments in (auc_difference_moments, error_difference_moments):
        found, wanted = moments(joint), moments(pair)
        _close(
            found,
            (wanted.mean, wanted.variance, wanted.variance_from_scores,
             wanted.variance_from_labels),
            1e-11,
        )  # fmt: skip


def test_a_classifier_does_not_differ_from_itself() -> None:
    law = random_pair(10, 40, 3, joint=False).first
    positive = np.linspace(0, 1, 40)
    same = TwoClassifiers.joint(positive, law.values, 2 * law.values + 1, law.probabilities)
    found = auc_difference_moments(same)
    assert (found.mean, found.variance) == (0, 0)
    alike = TwoClassifiers.joint(positive, law.values, law.values, law.probabilities)
    found = error_difference_moments(alike, threshold=2)
    assert (found.mean, found.variance) == (0, 0)


def test_dependence_makes_the_difference_less_variable_and_keeps_its_mean() -> None:
    found = [
        auc_difference_moments(rosset_example(40, 0.1, 0.2, dependence=rho))
        for rho in (0.0, 1e-9, 0.5, 1.0)
    ]
    assert [m.mean for m in found] == pytest.approx([found[0].mean] * 4, rel=1e-12)
    assert found[1].variance == pytest.approx(found[0].variance, rel=1e-7)
    assert found[0].variance > found[2].variance > found[3].variance


def test_certain_labels_and_scores_give_the_difference_of_two_aucs() -> None:
    rng = np.random.default_rng(11)
    labels, first, second = rng.integers(0, 2, 60), rng.integers(0, 9, 60), rng.normal(size=60)
    pair = TwoClassifiers.from_scores(labels, first, second)
    found = auc_difference_moments(pair)
    pairs = int(labels.sum() * (1 - labels).sum())
    assert found.mean / pairs == pytest.approx(auc(labels, first) - auc(labels, second))
    assert found.variance == 0
    of_errors = error_difference_moments(pair)
    wanted = np.sum((second >= 0.5) != labels) - np.sum((first >= 0.5) != labels)
    assert (of_errors.mean, of_errors.variance) == (wanted, 0)


def test_scores_at_the_threshold_are_called_positive() -> None:
    law, other = ScoreLaw.certain([0.5, 0.5]), ScoreLaw.certain([0.0, 0.0])
    pair = TwoClassifiers.independent([1, 0.5], law, other)
    assert error_difference_moments(pair).mean == 1
    assert error_difference_moments(pair, threshold=STRICT).mean == 0
    assert error_difference_moments(pair).variance_from_labels == 1


def test_one_observation_has_no_pairs() -> None:
    found = auc_difference_moments(random_pair(1, 1, 3, joint=False))
    assert (found.mean, found.variance) == (0, 0)


def test_the_sentence_and_the_record() -> None:
    found = auc_difference_moments(rosset_example(10, 0.1, 0.2))
    assert DifferenceMoments.from_dict(found.to_dict()) == found
    assert found.standard_deviation == math.sqrt(found.variance)
    assert found.variance == pytest.approx(found.variance_from_scores + found.variance_from_labels)
    assert str(found).endswith("positive when the first is better")
    still = auc_difference_moments(TwoClassifiers.from_scores([0, 1], [0, 1], [1, 0]))
    assert str(still) == (
        "n+ n- (AUC of first - AUC of second) on 2 observations: mean 1.000, standard deviation "
        "0.000; positive when the first is better"
    )


@pytest.mark.parametrize("threshold", [math.nan, "high", None])
def test_a_threshold_must_be_a_number(threshold: Any) -> None:
    with pytest.raises(OptionError, match="threshold must be a number"):
        error_difference_moments(rosset_example(3, 0.1, 0.2), threshold=threshold)


# Pairs of observations are worked through in blocks that fit, however many states there are.


@pytest.mark.parametrize("states", [2, 25, 90])
def test_blocks_are_bounded_and_hold_every_pair_once(states: int) -> None:
    rng = np.random.default_rng(1)
    n = 30
    values = rng.normal(size=(n, states))
    law = ScoreLaw.from_arrays(values, np.full((n, states), 1 / states))
    pair = TwoClassifiers.independent(rng.random(n), law, ScoreLaw.certain(np.zeros(n)))
    seen = np.zeros((n, n))
    for block in all_pairs(arranged(pair)):
        assert block.weight.size * states**2 <= _BLOCK
        seen[block.rows, block.columns] += block.weight
    assert np.array_equal(seen, np.triu(np.ones((n, n)), 1) + np.eye(n) / 2)


def test_equal_scores_count_one_half() -> None:
    tied, apart = (ScoreLaw.certain(np.array(values)) for values in ([1.0, 1.0], [2.0, 3.0]))
    (block,) = all_pairs(arranged(TwoClassifiers.independent(np.full(2, 0.5), tied, apart)))
    assert np.array_equal(np.abs(block.mean), [[0, 0.5], [0.5, 0]])  # a half less 1 or 0
    assert np.array_equal(block.mean, -block.mean.T)
