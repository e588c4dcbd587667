"""The difference of two curves: promises, winners, and paired replicates against drawn ones."""

import numpy as np
import pytest
from tests.transforms import keeping_ties

from aucurate.curve.roc import roc_curve
from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.inference.curve.difference import CurveDifference, curve_difference, paired_heights
from aucurate.inference.resampling.options import Resampling

DATA = load_breast_cancer()
FEW = Resampling(replicates=199)


def _two(m: int, n: int, first: float, second: float, *, ties: bool = False) -> PairedScores:
    rng = np.random.default_rng(9)
    labels = np.repeat([1, 0], [m, n])
    common = rng.normal(size=m + n)
    a, b = (common + rng.normal(size=m + n) + shift * labels for shift in (first, second))
    return PairedScores.from_arrays(labels, {"a": np.round(a) if ties else a, "b": b})


@pytest.mark.parametrize("ties", [False, True])
def test_paired_replicates_are_those_of_the_same_drawn_observations(ties: bool) -> None:
    first, second = _two(25, 35, 1.5, 0.8, ties=ties)
    ranks = np.array([4, 9, 15])
    at, chosen = (ranks - 0.5) / 35, Resampling(replicates=4000)
    drawn = np.hstack(paired_heights(first, second, "sensitivity", at, chosen, None))
    rng = np.random.default_rng(2)
    rows = []
    for _ in range(1200):
        rows_drawn = np.concatenate([rng.integers(25, size=25), 25 + rng.integers(35, size=35)])
        curves = [
            roc_curve(s.is_positive[rows_drawn], s.values[rows_drawn]) for s in (first, second)
        ]
        rows.append([c.sensitivity_at(1 - x) for c in curves for x in at])
    plain = np.array(rows)
    spread = plain.std(axis=0)
    near = 4 * spread * np.sqrt(1 / 1200 + 1 / 4000)
    assert np.all(np.abs(plain.mean(axis=0) - drawn.mean(axis=0)) < near)
    np.testing.assert_allclose(drawn.std(axis=0), spread, rtol=0.1)
    np.testing.assert_allclose(np.corrcoef(drawn.T), np.corrcoef(plain.T), atol=0.1)


def test_swapping_flips_the_sign() -> None:
    one = curve_difference(DATA["forest"], DATA["bayes"], resampling=FEW)
    two = curve_difference(DATA["bayes"], DATA["forest"], resampling=FEW)
    assert one.rates == two.rates
    np.testing.assert_allclose(one.low, -np.array(two.high), atol=1e-12)
    np.testing.assert_allclose(one.differences, -np.array(two.differences))
    mirrored = {"first": "second", "second": "first", "undecided": "undecided"}
    assert [mirrored[r.verdict] for r in one.ranges] == [r.verdict for r in two.ranges]


def test_a_classifier_does_not_differ_from_itself() -> None:
    for paired in (True, False):
        found = curve_difference(DATA["forest"], DATA["forest"], paired=paired, resampling=FEW)
        assert set(found.differences) == {0.0}
        assert np.all(np.array(found.low) <= 0)
        assert np.all(np.array(found.high) >= 0)
        assert [r.verdict for r in found.ranges] == ["undecided"]
        assert "no difference detected" in str(found)


def test_the_better_one_wins_and_ranges_cover_all_specificities() -> None:
    first, second = _two(400, 500, 0.3, 2.0)
    found = curve_difference(first, second, resampling=FEW)
    assert {r.verdict for r in found.ranges} == {"second", "undecided"}
    assert found.ranges[0].low == 0
    assert found.ranges[-1].high == 1
    for one, two in zip(found.ranges, found.ranges[1:], strict=False):
        assert one.high == two.low
        assert one.verdict != two.verdict or one.verdict == "undecided"
    won = max((r for r in found.ranges if r.verdict == "second"), key=lambda r: r.high - r.low)
    assert won.high - won.low > 0.3
    middle = found.interval_at((won.low + won.high) / 2)
    assert middle.high < 0
    assert str(found).startswith("sensitivity of a and b: b higher at specificity 0.")


def test_crossing_curves_have_two_winners() -> None:
    rng = np.random.default_rng(4)
    labels = np.repeat([1, 0], 1500)
    narrow = rng.normal(size=3000) * np.where(labels == 1, 0.4, 1.0) + 0.9 * labels
    wide = rng.normal(size=3000) * np.where(labels == 1, 2.5, 1.0) + 1.5 * labels
    data = PairedScores.from_arrays(labels, {"narrow": narrow, "wide": wide})
    found = curve_difference(data["narrow"], data["wide"], resampling=FEW)
    winners = [r.verdict for r in found.ranges if r.verdict != "undecided"]
    assert winners[0] == "first"
    assert winners[-1] == "second"


def test_the_pair_says_more_than_two_test_sets() -> None:
    first, second = _two(100, 100, 1.5, 1.2)
    paired = curve_difference(first, second, resampling=FEW)
    apart = curve_difference(first, second, paired=False, resampling=FEW)
    width = [np.trapezoid(np.array(f.high) - np.array(f.low), f.rates) for f in (paired, apart)]
    assert width[0] < width[1]
    assert "shared_observations" in {caveat.kind for caveat in apart.caveats}
    assert (paired.design, apart.design) == ("paired", "unpaired")


def test_test_sets_of_different_sizes() -> None:
    rng = np.random.default_rng(6)
    small = Scores.from_arrays([1] * 20 + [0] * 30, rng.normal(size=50), name="small")
    large = Scores.from_arrays([1] * 300 + [0] * 200, rng.normal(size=500), name="large")
    found = curve_difference(small, large, resampling=FEW)
    assert np.all(np.array(found.low) <= np.array(found.differences))
    assert np.all(np.array(found.differences) <= np.array(found.high))


def test_order_of_rows_and_scale_change_nothing() -> None:
    forest, bayes = DATA["forest"], DATA["bayes"]
    rows = np.random.default_rng(1).permutation(len(forest))
    moved = PairedScores.from_arrays(
        forest.is_positive[rows],
        {"forest": keeping_ties(np.exp)(forest.values[rows]), "bayes": bayes.values[rows]},
    )
    assert curve_difference(*moved, resampling=FEW) == curve_difference(
        forest, bayes, resampling=FEW
    )


def test_specificities_at_each_sensitivity_and_json() -> None:
    found = curve_difference(DATA["forest"], DATA["bayes"], quantity="specificity", resampling=FEW)
    assert CurveDifference.from_dict(found.to_dict()) == found
    assert found.first_values[0] == 1
    turned = PairedScores.from_arrays(
        ~DATA["forest"].is_positive,
        {"forest": -DATA["forest"].values, "bayes": -DATA["bayes"].values},
    )
    mirrored = curve_difference(*turned, resampling=FEW)
    np.testing.assert_allclose(found.differences, mirrored.differences, atol=1e-12)


def test_perfect_classifiers_are_not_told_apart() -> None:
    labels = np.repeat([1, 0], 12)
    data = PairedScores.from_arrays(labels, {"a": labels + 0.0, "b": labels * 2.0 - np.arange(24)})
    found = curve_difference(data["a"], data["a"], resampling=FEW)
    assert [r.verdict for r in found.ranges] == ["undecided"]
    assert max(found.high) > 0
    assert curve_difference(data["a"], data["b"], resampling=FEW).caveats


def test_a_stopped_run_and_unstratified_draws() -> None:
    found = curve_difference(
        DATA["forest"], DATA["tree"], progress=lambda done, total, what: done < 500
    )
    assert "stopped_early" in {caveat.kind for caveat in found.caveats}
    apart = curve_difference(
        DATA["forest"], DATA["tree"], paired=False, progress=lambda done, total, what: done < 500
    )
    assert "stopped_early" in {caveat.kind for caveat in apart.caveats}
    free = Resampling(replicates=199, stratified=False)
    assert curve_difference(DATA["forest"], DATA["tree"], resampling=free).deviate > 2.4


def test_undeclared_pairs_are_not_guessed() -> None:
    one, two = (Scores.from_arrays([0, 1, 1], [1, 2, 3], name=name) for name in "ab")
    with pytest.raises(OptionError, match="is not clear whether"):
        curve_difference(one, two)
