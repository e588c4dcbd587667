"""The partial AUC against pROC, scikit-learn, the drawn curve, and its own definition."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.auc import auc
from aucurate.estimates.counted import turned, value_of
from aucurate.estimates.partial_auc import PartialAuc, partial_auc

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
PROC: dict[str, Any] = json.loads((GOLD / "proc" / "partial.json").read_text())["binary"]
SKLEARN: dict[str, Any] = json.loads((GOLD / "sklearn" / "partial.json").read_text())["binary"]
CLOSE = 1e-13
EVERY = for_each("name", DATA)
WHICH = for_each("which", ["a", "b"])
RANGES = [(0.9, 1.0), (0.8, 0.95), (0.0, 0.3), (0.25, 0.5), (0.0, 1.0)]


def _counts(labels: Any, scores: Any) -> ThresholdCounts:
    return ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))


def _drawn(decimals: int, rng: int = 0) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    noise = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [30, 40])
    return labels, (noise.normal(size=70) + 1.2 * labels).round(decimals)


@EVERY
@WHICH
def test_it_is_what_proc_gives(name: str, which: str) -> None:
    labels, scores, gold = DATA[name]["y"], DATA[name][which], PROC[name][which]
    top = (0.9, 1.0)
    assert partial_auc(labels, scores, specificity=top) == pytest.approx(
        gold["pauc_sp_1_0.9"], abs=CLOSE
    )
    assert partial_auc(labels, scores, specificity=top, corrected=True) == pytest.approx(
        gold["pauc_sp_1_0.9_corrected"], abs=CLOSE
    )
    assert partial_auc(labels, scores, sensitivity=top) == pytest.approx(
        gold["pauc_se_1_0.9"], abs=CLOSE
    )


@EVERY
@WHICH
@for_each("most", [0.1, 0.2, 0.5])
def test_corrected_it_is_the_max_fpr_of_scikit_learn(name: str, which: str, most: float) -> None:
    found = partial_auc(
        DATA[name]["y"], DATA[name][which], specificity=(1 - most, 1.0), corrected=True
    )
    assert found == pytest.approx(SKLEARN[name][which][f"roc_auc_score_max_fpr_{most}"], abs=CLOSE)


@EVERY
@for_each(("low", "high"), RANGES)
def test_it_is_the_area_under_the_drawn_curve(name: str, low: float, high: float) -> None:
    labels, scores = DATA[name]["y"], DATA[name]["a"]
    counts = _counts(labels, scores)
    drawn = RocCurve.from_counts(counts).partial_auc(low, high)
    assert partial_auc(labels, scores, specificity=(low, high)) == pytest.approx(drawn, abs=CLOSE)
    other = RocCurve.from_counts(turned(counts)).partial_auc(low, high)
    assert partial_auc(labels, scores, sensitivity=(low, high)) == pytest.approx(other, abs=CLOSE)


@pytest.mark.parametrize("decimals", [6, 0])
def test_it_is_the_integral_of_the_sensitivity(decimals: int) -> None:
    labels, scores = _drawn(decimals)
    curve = RocCurve.from_counts(_counts(labels, scores))
    middles = 0.75 + 0.2 * (np.arange(200_000) + 0.5) / 200_000
    integral = 0.2 * float(np.mean(curve.sensitivity_at(middles)))
    assert partial_auc(labels, scores, specificity=(0.75, 0.95)) == pytest.approx(
        integral, abs=1e-6
    )


def test_the_whole_range_is_the_auc() -> None:
    for name, data in DATA.items():
        whole = auc(data["y"], data["a"])
        for over in ("specificity", "sensitivity"):
            found = partial_auc(data["y"], data["a"], **{over: (0.0, 1.0)})  # type: ignore[arg-type]
            assert found == pytest.approx(whole, abs=CLOSE), name


def test_pieces_add_up() -> None:
    labels, scores = _drawn(1)
    pieces = [
        partial_auc(labels, scores, specificity=ends) for ends in ((0, 0.3), (0.3, 0.8), (0.8, 1))
    ]
    assert math.fsum(pieces) == pytest.approx(auc(labels, scores), abs=CLOSE)


def test_corrected_chance_is_one_half_and_perfection_is_one() -> None:
    for ends in RANGES:
        chance = partial_auc([0, 1] * 10, [1] * 20, specificity=ends, corrected=True)
        assert chance == pytest.approx(0.5, abs=CLOSE)
        perfect = PartialAuc(specificity=ends, corrected=True)
        assert value_of(perfect, _counts([0, 0, 1, 1], [1, 2, 3, 4])) == perfect.highest == 1.0
        empty = value_of(perfect, _counts([1, 1, 0, 0], [1, 2, 3, 4]))
        assert empty == pytest.approx(perfect.lowest, abs=1e-12)
        assert PartialAuc(specificity=ends).highest == ends[1] - ends[0]


@for_each("decimals", [6, 1, 0])
@for_each("over", ["specificity", "sensitivity"])
@for_each("ends", [*RANGES, (0.8, 0.9), (0.613, 0.877)])
@for_each("corrected", [False, True])
def test_influences_are_the_infinitesimal_jackknife(
    decimals: int, over: str, ends: tuple[float, float], corrected: bool
) -> None:
    counts = _counts(*_drawn(decimals, rng=3))
    estimate = PartialAuc(**{over: ends}, corrected=corrected)
    found = estimate.influences(counts)
    step = 1e-6
    for which, given in (("positives", found.positives), ("negatives", found.negatives)):
        sizes = getattr(counts, which).astype(float)
        centred = given - np.sum(sizes * given) / sizes.sum()
        for at in np.flatnonzero(sizes):
            moved = []
            for sign in (1, -1):
                weights = sizes.copy()
                weights[at] += sign * step
                rows = {"positives": counts.positives, "negatives": counts.negatives}
                rows[which] = weights
                moved.append(estimate.values(rows["positives"][None], rows["negatives"][None])[0])
            slope = sizes.sum() * (moved[0] - moved[1]) / (2 * step)
            assert centred[at] == pytest.approx(
                slope, abs=2e-5 / (estimate.width - estimate.under_the_diagonal)
            )


def test_over_the_whole_range_influences_are_placements() -> None:
    labels, scores = _drawn(0)
    data = Scores.from_arrays(labels, scores)
    counts = ThresholdCounts.from_scores(data)
    found = PartialAuc(specificity=(0, 1)).influences(counts)
    place = len(counts.thresholds) - 1 - np.searchsorted(counts.thresholds[::-1], data.values)
    placed = kernels.placements(data.values[None], data.is_positive)
    assert found.positives[place[:30]] == pytest.approx(placed.of_positives[0] / 80)
    assert found.negatives[place[30:]] == pytest.approx(placed.of_negatives[0] / 60 - 1)


def test_without_ties_the_influence_of_a_negative_is_the_formula_of_the_literature() -> None:
    counts = _counts(*_drawn(9, rng=5))
    low, high, n = 0.613, 0.877, 40
    curve = RocCurve.from_counts(counts)
    a, b = 1 - high, 1 - low
    found = PartialAuc(specificity=(low, high)).influences(counts).negatives
    rates = np.cumsum(counts.negatives) / n
    for at in np.flatnonzero(counts.negatives):
        u = rates[at]
        if min(abs(u - a), abs(u - b)) < 1 / n:
            continue  # the formula has no share of a step
        height = curve.true_positives[at] / 30
        expected = (a < u <= b) * height
        expected += (u <= a) * curve.sensitivity_at(high) - (u <= b) * curve.sensitivity_at(low)
        assert found[at] == pytest.approx(expected, abs=1e-12)


@for_each(
    "given",
    [
        {},
        {"specificity": (0.9, 1.0), "sensitivity": (0.9, 1.0)},
        {"specificity": (0.9, 0.9)},
        {"specificity": (0.9, 0.8)},
        {"sensitivity": (-0.1, 0.8)},
        {"specificity": (0.5, math.nan)},
    ],
)
def test_a_range_that_holds_nothing_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="Hint: "):
        PartialAuc(**given)


def test_a_range_has_two_ends() -> None:
    with pytest.raises(OptionError, match="sensitivity must be a pair of numbers or None; it has"):
        PartialAuc(sensitivity=(0.5, 0.8, 0.9))  # type: ignore[arg-type]


def test_frequency_weights_repeat_rows_and_sampling_weights_agree() -> None:
    labels, scores, times = [0, 1, 0, 1, 0], [0.1, 0.4, 0.5, 0.9, 0.7], [2, 3, 1, 2, 2]
    repeated = partial_auc(np.repeat(labels, times), np.repeat(scores, times), specificity=(0.5, 1))
    assert partial_auc(
        labels, scores, specificity=(0.5, 1), frequency_weights=times
    ) == pytest.approx(repeated, rel=1e-12)
    assert partial_auc(
        labels, scores, specificity=(0.5, 1), sampling_weights=times
    ) == pytest.approx(repeated, rel=1e-12)
