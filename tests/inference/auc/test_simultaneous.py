"""Simultaneous intervals and adjusted p-values of several differences of AUCs."""

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.units import Part
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import delong_test, paired_comparison, unpaired_comparison
from aucurate.inference.auc.simultaneous import (
    simultaneous_comparisons,
    unpaired_simultaneous_comparisons,
)
from aucurate.inference.core.multiplicity import bonferroni
from aucurate.results import Alternative, Comparison

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
EACH = pytest.mark.parametrize("alternative", ALTERNATIVES)


def _data(seed: int, classifiers: int = 4, size: int = 120, shift: float = 0.3) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            f"c{k}": labels * (0.5 + shift * k) + common + rng.normal(size=size)
            for k in range(classifiers)
        },
    )


def _world(covariance: NDArray[np.float64], size: int = 10**9) -> AucMoments:
    """Moments with this covariance of the AUCs, from classes so large that t is normal."""
    count = len(covariance)
    variances = np.diag(covariance)
    return AucMoments(
        names=tuple(f"c{k}" for k in range(count)),
        aucs=tuple(0.8 + 1e-3 * k for k in range(count)),
        parts=(
            Part(
                covariance=covariance * size,
                difference=(np.add.outer(variances, variances) - 2 * covariance) * size,
                kurtosis=np.full(count, 3.0),
                size=size,
            ),
            Part(
                covariance=np.zeros((count, count)),
                difference=np.zeros((count, count)),
                kurtosis=np.full(count, 3.0),
                size=size,
            ),
        ),
        n_positive=size,
        n_negative=size,
        tied_shares=(0.0,) * count,
    )


def _multiplier(found: Comparison) -> float:
    return (found.interval.high - found.interval.low) / 2 / found.standard_error


def test_all_pairs_of_independent_aucs_are_tukeys_method() -> None:
    for count in (3, 6, 20):
        found = simultaneous_comparisons(_world(np.eye(count) * 1e-6))
        tukey = stats.studentized_range.ppf(0.95, count, np.inf) / np.sqrt(2)
        assert [_multiplier(c) for c in found] == pytest.approx([tukey] * len(found), abs=0.003)
        farthest = max(found, key=lambda c: abs(c.statistic))
        expected = stats.studentized_range.sf(abs(farthest.statistic) * np.sqrt(2), count, np.inf)
        assert farthest.p_value == pytest.approx(expected, abs=0.001)


def test_comparisons_with_a_reference_are_dunnetts_method() -> None:
    """Two-sided 5% values of Dunnett's table for infinite degrees of freedom: 2.21, 2.35, 2.44."""
    for others, published in ((2, 2.21), (3, 2.35), (4, 2.44)):
        found = simultaneous_comparisons(_world(np.eye(others + 1) * 1e-6), reference="c1")
        assert [_multiplier(c) for c in found] == pytest.approx([published] * others, abs=0.008)
        assert {c.second for c in found} == {"c1"}


def test_unrelated_contrasts_have_sidaks_values() -> None:
    contrasts = [[1, -1, 0, 0, 0, 0], [0, 0, 1, -1, 0, 0], [0, 0, 0, 0, 1, -1]]
    found = simultaneous_comparisons(_world(np.eye(6) * 1e-6), contrasts=contrasts)
    sidak = -special.ndtri((1 - 0.95 ** (1 / 3)) / 2)
    for comparison in found:
        assert _multiplier(comparison) == pytest.approx(sidak, abs=0.003)
        alone = 2 * special.ndtr(-abs(comparison.statistic))
        assert comparison.p_value == pytest.approx(1 - (1 - alone) ** 3, abs=0.001)


@EACH
def test_two_classifiers_get_delongs_test(alternative: Alternative) -> None:
    data = _data(1, 2)
    expected = delong_test(*data, alternative=alternative, null_difference=0.02, confidence=0.9)
    (found,) = simultaneous_comparisons(
        data, alternative=alternative, null_difference=0.02, confidence=0.9
    )
    for field in ("difference", "standard_error", "statistic", "degrees_of_freedom", "p_value"):
        assert getattr(found, field) == pytest.approx(getattr(expected, field), rel=1e-12)
    assert found.interval.low == pytest.approx(expected.interval.low, abs=1e-12)
    assert found.interval.high == pytest.approx(expected.interval.high, abs=1e-12)
    assert (found.method, found.interval.method) == ("DeLong, simultaneous", "DeLong max-|z|")


@EACH
@for_each("seed", range(3))
def test_between_one_comparison_and_bonferroni(seed: int, alternative: Alternative) -> None:
    moments = AucMoments.from_scores(_data(seed, 5))
    found = simultaneous_comparisons(moments, alternative=alternative)
    assert len(found) == 10
    alone = [paired_comparison(moments, c.first, c.second, alternative=alternative) for c in found]
    strict = [
        paired_comparison(moments, c.first, c.second, confidence=1 - 0.05 / 10) for c in found
    ]
    adjusted = bonferroni([c.p_value for c in alone])
    for together, one, wide, most in zip(found, alone, strict, adjusted, strict=True):
        assert one.p_value <= together.p_value <= most
        assert wide.interval.low <= together.interval.low <= one.interval.low
        assert one.interval.high <= together.interval.high <= wide.interval.high
        assert together.interval.confidence == 0.95
        assert together.statistic == pytest.approx(one.statistic, rel=1e-12)
        assert together.difference == pytest.approx(one.difference, rel=1e-12)


@for_each("confidence", [0.5, 0.9, 0.95, 0.999])
@for_each("null", [0.0, 0.05, -0.1])
def test_an_interval_leaves_out_what_its_test_rejects(confidence: float, null: float) -> None:
    for seed in range(4):
        found = simultaneous_comparisons(
            _data(seed, 5), confidence=confidence, null_difference=null
        )
        for comparison in found:
            assert (null in comparison.interval) == (comparison.p_value > 1 - confidence)


def test_order_of_p_values_is_that_of_the_single_tests() -> None:
    moments = AucMoments.from_scores(_data(3, 6))
    found = simultaneous_comparisons(moments)
    alone = [paired_comparison(moments, c.first, c.second).p_value for c in found]
    ranked = [c.p_value for _, c in sorted(zip(alone, found, strict=True), key=lambda x: x[0])]
    assert ranked == sorted(ranked)


def test_pairs_in_order_and_each_minus_the_reference() -> None:
    data = _data(1, 3)
    assert [(c.first, c.second) for c in simultaneous_comparisons(data)] == [
        ("c0", "c1"),
        ("c0", "c2"),
        ("c1", "c2"),
    ]
    against = simultaneous_comparisons(data, reference="c1")
    assert [(c.first, c.second) for c in against] == [("c0", "c1"), ("c2", "c1")]


def test_swapped_classifiers_give_the_mirrored_comparisons() -> None:
    data = _data(2, 4)
    found = simultaneous_comparisons(data)
    turned = {
        (c.second, c.first): c for c in simultaneous_comparisons(data.select(data.names[::-1]))
    }
    for comparison in found:
        other = turned[comparison.first, comparison.second].reversed()
        assert other.difference == pytest.approx(comparison.difference, rel=1e-12)
        assert other.p_value == pytest.approx(comparison.p_value, abs=0.001)
        assert other.interval.low == pytest.approx(comparison.interval.low, abs=1e-3)


def test_a_contrast_of_two_is_the_pair_whatever_its_length() -> None:
    data = _data(4, 3)
    pairs = simultaneous_comparisons(data)
    found = simultaneous_comparisons(data, contrasts=[[2, -2, 0], [7, 0, -7], [0, 0.1, -0.1]])
    assert [c.to_dict() for c in found] == [c.to_dict() for c in pairs]


def test_a_contrast_of_means_is_the_formula() -> None:
    data = _data(5, 3)
    moments = AucMoments.from_scores(data)
    (found,) = simultaneous_comparisons(moments, contrasts=[2, -1, -1])
    row = np.array([1, -0.5, -0.5])
    assert (found.first, found.second) == ("c0", "mean of c1 and c2")
    assert found.difference == pytest.approx(row @ np.array(moments.aucs), rel=1e-12)
    assert found.standard_error == pytest.approx(np.sqrt(row @ moments.covariance @ row))
    (weighted,) = simultaneous_comparisons(moments, contrasts=[0.25, -1, 0.75])
    assert weighted.first == "0.250 c0 + 0.750 c2"
    assert 1 < weighted.degrees_of_freedom < 200


def _sets(count: int, size: int = 80) -> list[AucMoments]:
    members = []
    for seed in range(count):
        data = _data(seed, 1, size=size + 10 * seed)
        members.append(
            AucMoments.from_scores(Scores(f"s{seed}", data.observations, data.values[0]))
        )
    return members


def test_unpaired_comparisons_lie_between_one_and_bonferroni() -> None:
    members = _sets(4)
    found = unpaired_simultaneous_comparisons(members)
    assert len(found) == 6
    for comparison in found:
        pair = [m for m in members if m.names[0] in (comparison.first, comparison.second)]
        alone = unpaired_comparison(pair[0], pair[1])
        assert (comparison.design, comparison.degrees_of_freedom) == (
            "unpaired",
            alone.degrees_of_freedom,
        )
        assert alone.p_value <= comparison.p_value <= 6 * alone.p_value
        assert comparison.interval.low <= alone.interval.low
    (two,) = unpaired_simultaneous_comparisons(members[:2], reference="s1")
    alone = unpaired_comparison(*members[:2])
    assert two.p_value == pytest.approx(alone.p_value, rel=1e-12)


def test_an_unpaired_class_of_one_gets_a_bound_and_harms_no_other() -> None:
    tiny = AucMoments.from_scores(Scores.from_arrays([1, 0, 0], [2, 1, 3], name="tiny"))
    found = unpaired_simultaneous_comparisons([*_sets(3), tiny])
    for comparison in found:
        bound = "tiny" in (comparison.first, comparison.second)
        assert comparison.method.startswith("disjoint" if bound else "DeLong")
        assert np.isfinite(comparison.p_value)


@for_each(
    ("options", "message"),
    [
        ({"reference": "c0", "contrasts": [1, -1, 0]}, "reference and contrasts are both set"),
        ({"contrasts": [1, 1, 0]}, "must sum to zero"),
        ({"contrasts": [1, 0, 0]}, "must sum to zero"),
        ({"contrasts": [1, -1]}, "one number for each of the 3 classifiers"),
        ({"reference": "forest"}, "forest"),
        ({"confidence": 95}, "confidence must lie"),
        ({"alternative": "better"}, "alternative must be"),
        ({"null_difference": 2}, "between -1 and 1"),
    ],
)
def test_settings_that_mean_nothing_are_refused(options: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        simultaneous_comparisons(_data(1, 3), **options)


def test_one_classifier_is_no_comparison() -> None:
    with pytest.raises(OptionError, match="simultaneous comparisons need two or more classifiers"):
        simultaneous_comparisons(_data(1, 1))


def test_results_survive_json_and_are_the_same_again() -> None:
    found = simultaneous_comparisons(_data(8, 4))
    again = simultaneous_comparisons(_data(8, 4))
    assert found == again
    for comparison in found:
        assert Comparison.from_dict(json.loads(json.dumps(comparison.to_dict()))) == comparison


def test_all_intervals_cover_together_as_often_as_they_promise() -> None:
    """Four equally good classifiers, 60 and 60 observations: within 4 standard errors of 95%."""
    draws, covered = 150, 0
    for seed in range(draws):
        found = simultaneous_comparisons(_data(1000 + seed, 4, shift=0.0))
        covered += all(0 in c.interval for c in found)
    assert covered / draws == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / draws))


# Simultaneous comparisons where some or all differences have no variance.


def _data_of_degenerate(seed: int, classifiers: int = 4, size: int = 120) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            f"c{k}": labels * (0.5 + 0.3 * k) + common + rng.normal(size=size)
            for k in range(classifiers)
        },
    )


def test_a_copied_classifier_changes_the_others_only_by_its_share() -> None:
    data = _data_of_degenerate(6, 3)
    values = dict(zip(data.names, data.values, strict=True))
    copied = PairedScores.from_arrays(
        data.observations.is_positive, values | {"copy": 2 * data.values[0]}
    )
    before = simultaneous_comparisons(data, confidence=1 - 0.05 * 5 / 6)
    found = {(c.first, c.second): c for c in simultaneous_comparisons(copied)}
    same = found["c0", "copy"]
    assert (same.difference, same.p_value) == (0.0, 1.0)
    assert same.interval.low < 0 < same.interval.high
    assert same.interval.confidence == 0.95
    assert [c.kind for c in same.caveats] == ["identical_ranking", "bonferroni_share"]
    assert "one of 6 comparisons" in same.caveats[-1].message
    assert same.method == "disjoint-pairs bound, simultaneous"
    for comparison in before:
        now = found[comparison.first, comparison.second]
        assert now.interval.low == pytest.approx(comparison.interval.low, abs=1e-3)
        assert now.p_value == pytest.approx(min(1, comparison.p_value * 6 / 5), abs=2e-3)


def test_the_bound_of_a_pair_without_variance_is_bonferronis() -> None:
    steps = np.arange(40)
    noise = np.random.default_rng(1).normal(size=40)
    data = PairedScores.from_arrays(
        steps >= 20, {"perfect": steps, "reversed": -steps, "noise": noise}
    )
    found = {(c.first, c.second): c for c in simultaneous_comparisons(data)}
    bound = found["perfect", "reversed"]
    alone = delong_test(data["perfect"], data["reversed"], confidence=1 - 0.05 / 3)
    assert bound.interval.low == pytest.approx(alone.interval.low, rel=1e-12)
    assert bound.interval.high == pytest.approx(alone.interval.high, rel=1e-12)
    assert bound.p_value == pytest.approx(min(1.0, 3 * alone.p_value), rel=1e-12)
    assert found["perfect", "noise"].interval.method == "DeLong max-|z|"
    assert "lone_variance" in {c.kind for c in found["perfect", "noise"].caveats}


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        ([1, 0, 0, 0], {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1], "c": [2, 1, 4, 3]}),
        ([1, 0, 1, 0], {"a": [1, 1, 1, 1], "b": [2, 2, 2, 2], "c": [3, 3, 3, 3]}),
        ([1, 0, 1, 0], {"a": [1, 0, 1, 0], "b": [2, 1, 2, 1], "c": [0, 0, 0, 0]}),
        ([1, 0], {"a": [1, 0], "b": [0, 1]}),
    ],
)
def test_data_without_any_variance_get_bounds(labels: Any, columns: Any) -> None:
    for comparison in simultaneous_comparisons(PairedScores.from_arrays(labels, columns)):
        assert comparison.method.startswith("disjoint-pairs bound")
        assert comparison.interval.low < comparison.interval.high
        assert comparison.difference in comparison.interval
        assert 0 < comparison.p_value <= 1
        json.dumps(comparison.to_dict(), allow_nan=False)


def test_a_contrast_without_variance_gets_the_bound() -> None:
    steps = np.arange(40)
    data = PairedScores.from_arrays(
        steps >= 20, {"a": steps, "b": 2 * steps, "constant": steps * 0}
    )
    (found,) = simultaneous_comparisons(data, contrasts=[0.5, 0.5, -1])
    assert found.method == "disjoint-pairs bound"
    assert found.difference == 0.5
    assert found.caveats[-1].kind == "no_variance"


def test_nearly_identical_classifiers_are_told_apart() -> None:
    data = _data_of_degenerate(7, 2, size=2000)
    first, second = data.values
    nearly = first.copy()
    nearly[np.argsort(first)[1000]] = first[np.argsort(first)[1001]]
    found = simultaneous_comparisons(
        PairedScores.from_arrays(
            data.observations.is_positive, {"a": first, "b": second, "nearly": nearly}
        )
    )
    assert [np.isfinite(c.p_value) for c in found] == [True] * 3
    assert found[1].interval.high - found[1].interval.low < 1e-4
