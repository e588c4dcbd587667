"""Partial AUC: DeLong's as the whole range, variance by bootstrap, what a cut would overstate."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate import kernels
from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.inference.auc.delong import delong_beta_interval, delong_interval, delong_test
from aucurate.inference.core.beta_limits import WEIGHT
from aucurate.inference.curve.partial_auc import partial_auc_interval, partial_auc_test


def _pair(m: int, n: int, decimals: int = 9, rng: int = 0) -> PairedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    common = noise.normal(size=m + n)
    columns = {
        name: (common + noise.normal(size=m + n) + shift * labels).round(decimals)
        for name, shift in (("a", 1.5), ("b", 1.0))
    }
    return PairedScores.from_arrays(labels, columns)


@for_each("decimals", [9, 0])
@for_each(("m", "n"), [(40, 60), (8, 100), (100, 8)])
@for_each("over", ["specificity", "sensitivity"])
def test_over_the_whole_range_it_is_delongs(m: int, n: int, decimals: int, over: str) -> None:
    first, second = _pair(m, n, decimals)
    whole = {over: (0.0, 1.0)}
    for paired in (True, False):
        ours = partial_auc_test(first, second, paired=paired, **whole)  # type: ignore[arg-type]
        theirs = delong_test(first, second, paired=paired)
        for name in ("difference", "standard_error", "statistic", "degrees_of_freedom", "p_value"):
            assert getattr(ours, name) == pytest.approx(getattr(theirs, name), rel=1e-9), name
        assert ours.interval.low == pytest.approx(theirs.interval.low, rel=1e-9)
        assert ours.interval.high == pytest.approx(theirs.interval.high, rel=1e-9)
    found = partial_auc_interval(first, **whole)  # type: ignore[arg-type]
    assert found.standard_error == pytest.approx(delong_interval(first).standard_error, rel=1e-9)
    beta = delong_beta_interval(first).interval
    width = beta.high - beta.low
    assert found.interval.low == pytest.approx(beta.low, abs=0.05 * width)
    assert found.interval.high == pytest.approx(beta.high, abs=0.05 * width)


def test_corrected_is_the_same_on_another_scale() -> None:
    first, second = _pair(40, 60)
    ends = (0.8, 1.0)
    scale = 0.5 / (0.2 - 0.02)
    plain = partial_auc_test(first, second, specificity=ends)
    corrected = partial_auc_test(first, second, specificity=ends, corrected=True)
    assert corrected.difference == pytest.approx(scale * plain.difference)
    assert corrected.standard_error == pytest.approx(scale * plain.standard_error)
    assert corrected.p_value == pytest.approx(plain.p_value, rel=1e-9)
    one = partial_auc_interval(first, specificity=ends).interval
    two = partial_auc_interval(first, specificity=ends, corrected=True).interval
    assert two.low == pytest.approx(0.5 + scale * (one.low - 0.02))
    assert two.high == pytest.approx(0.5 + scale * (one.high - 0.02))


def _replicated(scores: Scores, low: float, high: float, rng: int) -> NDArray[np.float64]:
    """Partial areas of redrawn observations, each from its own pairs: nothing shared with ours."""
    draw = np.random.default_rng(rng)
    x = scores.values[scores.is_positive]
    z = scores.values[~scores.is_positive]
    found = []
    for _ in range(1500):
        one, two = draw.choice(x, len(x)), np.sort(draw.choice(z, len(z)))[::-1]
        rates = np.searchsorted(-two, -one, side="right") / len(two)
        found.append(np.mean(np.maximum(0, (1 - low) - np.maximum(rates, 1 - high))))
    return np.array(found)


@pytest.mark.parametrize(("low", "high"), [(0.9, 1.0), (0.7, 0.9)])
def test_the_standard_error_is_that_of_the_bootstrap(low: float, high: float) -> None:
    (scores, _) = _pair(120, 150, rng=2)
    found = partial_auc_interval(scores, specificity=(low, high))
    spread = float(np.std(_replicated(scores, low, high, 1)))
    assert found.standard_error == pytest.approx(spread, rel=0.08)


def test_the_standard_error_is_the_spread_over_new_data() -> None:
    found = [
        partial_auc_interval(_pair(60, 80, rng=100 + at)["a"], specificity=(0.8, 1.0))
        for at in range(300)
    ]
    spread = np.std([each.value for each in found], ddof=1)
    typical = math.sqrt(np.mean([each.standard_error**2 for each in found]))
    assert typical == pytest.approx(spread, rel=0.1)


def test_placements_merely_cut_to_the_range_overstate_the_variance() -> None:
    """Cut placements take the ends of the range as known thresholds; they are quantiles."""
    low, high = 0.8, 1.0
    (scores, _) = _pair(400, 400, rng=3)
    placed = kernels.placements(scores.values[None], scores.is_positive)
    rates = 1 - placed.of_positives[0] / 800
    heights = placed.of_negatives[0] / 800
    order = np.argsort(-scores.values[~scores.is_positive])
    own = np.empty(400)
    own[order] = (np.arange(400) + 1) / 400
    cut = np.where((own > 1 - high) & (own <= 1 - low), heights, 0.0)
    contributions = np.maximum(0, (1 - low) - np.maximum(rates, 1 - high))
    naive = math.sqrt(np.var(contributions, ddof=1) / 400 + np.var(cut, ddof=1) / 400)
    ours = partial_auc_interval(scores, specificity=(low, high)).standard_error
    assert 1.3 < naive / ours < 1.8


def test_perfect_in_the_range_leaves_room_for_missed_negatives() -> None:
    labels = np.repeat([1, 0], [300, 300])
    perfect = Scores.from_arrays(labels, np.arange(600)[::-1], name="p")
    found = partial_auc_interval(perfect, specificity=(0.9, 1.0))
    assert (found.value, found.interval.high) == pytest.approx((0.1, 0.1))
    assert found.interval.low == pytest.approx(0.1 * special.betaincinv(30, WEIGHT, 0.025))
    assert not found.caveats
    assert found.standard_error == 0.0
    # A share e of the negatives above all positives loses at least e of the 0.1, and is seen.
    missed = 0.1 - found.interval.low
    assert (1 - missed) ** 300 <= 0.07


@for_each("over", ["specificity", "sensitivity"])
@for_each("kept", [(0.9, 1.0), (0.5, 0.9), (0.0, 0.1), (0.3, 0.4)])
@for_each("kind", ["scored", "perfect", "reversed", "constant"])
def test_every_range_of_every_curve_has_an_interval_that_is_no_point(
    over: str, kept: tuple[float, float], kind: str
) -> None:
    for m, n in ((1, 1), (1, 9), (7, 2), (30, 40)):
        scores = _pair(m, n)["a"]
        labels = scores.is_positive.astype(float)
        values = {"perfect": labels, "reversed": -labels, "constant": 0 * labels}
        data = Scores.from_arrays(labels, values.get(kind, scores.values))
        found = partial_auc_interval(data, **{over: kept})  # type: ignore[arg-type]
        assert 0 <= found.interval.low <= found.value <= found.interval.high <= 0.4 + 1e-12
        assert found.interval.low < found.interval.high


def test_what_is_rough_is_said() -> None:
    first, second = _pair(60, 30)
    kinds = [c.kind for c in partial_auc_interval(first, specificity=(0.9, 1.0)).caveats]
    assert kinds == ["few_beyond"]
    kinds = [c.kind for c in partial_auc_interval(first, sensitivity=(0.9, 1.0)).caveats]
    assert kinds == ["few_in_range"]
    assert not partial_auc_interval(first, sensitivity=(0.5, 1.0)).caveats
    found = partial_auc_test(first, second, specificity=(0.9, 1.0), paired=False)
    assert [c.kind for c in found.caveats] == ["few_beyond", "shared_observations"]


def test_identical_rankings_get_the_rule_of_three() -> None:
    first, _ = _pair(30, 40)
    found = partial_auc_test(first, first, specificity=(0.5, 1.0))
    assert found.interval.high == pytest.approx(1 - 0.05 ** (1 / 30))
    assert [c.kind for c in found.caveats] == ["identical_ranking"]
    assert (found.p_value, found.interval.method) == (1.0, "disjoint-pairs bound")


def test_curves_that_agree_in_the_range_do_not_differ_there() -> None:
    labels = np.array([1, 1, 0, 1, 0, 1, 0, 0, 1, 0])
    first = np.arange(10.0)[::-1]
    second = first.copy()
    second[5:] = first[5:][::-1]
    data = PairedScores.from_arrays(labels, {"a": first, "b": second})
    found = partial_auc_test(data["a"], data["b"], specificity=(0.8, 1.0))
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low < 0 < found.interval.high


def test_the_shipped_study_reads_as_a_sentence() -> None:
    data = load_breast_cancer()
    text = str(partial_auc_test(data["forest"], data["tree"], specificity=(0.9, 1.0)))
    assert text == (
        "partial AUC (specificity 90% to 100%) difference 0.022 (95% CI 0.009 to 0.035), "
        "p < 0.001, influence-function test, paired"
    )
