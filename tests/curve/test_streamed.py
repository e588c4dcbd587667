"""The curve of scores that pass by: of the whole curve is held what thinning or a rule needs."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES
from aucurate.curve.roc import running
from aucurate.curve.streamed import StreamedCurve
from aucurate.curve.thinning import kept_points
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.data.table_scores import Stretch
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.choice import choose_from_counts

HELD = 300
ROWS = 12_000
USE = IntendedUse(prevalence=0.03, false_negative_cost=8)

RULES = {
    "youden": ThresholdRule.youden(),
    "closest corner": ThresholdRule.closest_corner(),
    "closest corner in use": ThresholdRule.closest_corner(USE),
    "least cost": ThresholdRule.least_cost(USE),
    "no call costs least": ThresholdRule.least_cost(
        IntendedUse(prevalence=1e-7, false_positive_cost=9)
    ),
    "all calls cost least": ThresholdRule.least_cost(
        IntendedUse(prevalence=0.999999, false_negative_cost=9)
    ),
    "loss 1": ThresholdRule.from_loss(1),
    "loss 0.01": ThresholdRule.from_loss(0.01),
    "loss 200": ThresholdRule.from_loss(200),
    "sensitivity 0.9": ThresholdRule.at_sensitivity(0.9),
    "sensitivity 1": ThresholdRule.at_sensitivity(1),
    "specificity 0.9": ThresholdRule.at_specificity(0.9),
    "specificity 1": ThresholdRule.at_specificity(1),
    "f1 with sensitivity": ThresholdRule.best("f1", constraints={"sensitivity": 0.5}),
    **{f"best {rate}": ThresholdRule.best(rate, use=USE) for rate in RATES},
}


@cache
def _whole(name: str) -> ThresholdCounts:
    rng = np.random.default_rng(7)
    positive = rng.random(ROWS) < 0.2
    logit = rng.normal(size=ROWS) + 1.5 * positive - 1.4
    probability = 1 / (1 + np.exp(-logit))
    values = {
        "smooth": probability,
        "ties": probability.round(3),
        "few values": probability.round(1),
        "useless": rng.random(ROWS),
        "separated": np.where(positive, 0.5 + probability / 2, probability / 2),
        "reversed": 1 - probability,
    }[name]
    return ThresholdCounts.from_scores(Scores.from_arrays(positive, values))


def _streamed(
    whole: ThresholdCounts,
    rule: ThresholdRule | None = None,
    *,
    held: int = HELD,
    longest: int = 97,
) -> StreamedCurve:
    """The counts, shown in stretches of different lengths."""
    found = StreamedCurve(rule, held=held)
    rng = np.random.default_rng(1)
    ends = np.cumsum(rng.integers(1, longest + 1, len(whole.thresholds)))
    parts = np.unique(np.concatenate([[0], ends[ends < len(whole.thresholds)]]))
    for start, end in zip(parts, [*parts[1:], len(whole.thresholds)], strict=True):
        found.add(
            Stretch(
                whole.thresholds[start:end].astype(np.float64),
                whole.positives[start:end],
                whole.negatives[start:end],
                int(whole.positives[:start].sum()),
                int(whole.negatives[:start].sum()),
                int(whole.positives.sum()),
                int(whole.negatives.sum()),
            )
        )
    return found


def _points(counts: ThresholdCounts) -> list[tuple[float, float, float]]:
    true, false = np.cumsum(counts.positives), np.cumsum(counts.negatives)
    return list(zip(counts.thresholds.tolist(), true.tolist(), false.tolist(), strict=True))


def _thinned(counts: ThresholdCounts) -> list[tuple[float, float, float]]:
    """The points that thinning keeps, without that of no calls."""
    true, false = running(counts.positives), running(counts.negatives)
    points = _points(counts)
    return [points[at - 1] for at in kept_points(true, false)[1:]]


NAMES = ("smooth", "ties", "few values", "useless", "separated", "reversed")


@pytest.mark.parametrize("name", NAMES)
@for_each("held,longest", [(1, 1), (HELD, 97), (HELD, 5000), (3000, 97)])
def test_what_is_held_are_points_of_the_whole_curve(name: str, held: int, longest: int) -> None:
    whole = _whole(name)
    found = _streamed(whole, held=held, longest=longest)
    counts = found.counts()
    assert set(_points(counts)) <= set(_points(whole))
    assert (counts.n_positive, counts.n_negative) == (whole.n_positive, whole.n_negative)
    assert found.n_points == len(whole.thresholds) + 1
    assert found.is_whole == (len(whole.thresholds) <= held)
    assert counts.thresholds[[0, -1]].tolist() == whole.thresholds[[0, -1]].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_thinning_keeps_what_it_keeps_of_the_whole_curve(name: str) -> None:
    whole = _whole(name)
    assert _thinned(_streamed(whole).counts()) == _thinned(whole)


def test_little_is_held() -> None:
    whole = _whole("smooth")
    counts = _streamed(whole, RULES["youden"]).counts()
    assert len(counts.thresholds) < len(whole.thresholds) / 3


def test_a_short_curve_is_held_as_it_is() -> None:
    whole = _whole("few values")
    found = _streamed(whole, RULES["youden"], held=len(whole.thresholds))
    assert found.is_whole
    assert _points(found.counts()) == _points(whole)


# Rules.


def _choice(counts: ThresholdCounts, rule: ThresholdRule) -> Any:
    try:
        chosen = choose_from_counts(counts, rule)
    except OptionError as error:
        return str(error)
    return repr(chosen)  # where nan is nan


@pytest.mark.parametrize("rule", RULES)
@for_each("name", NAMES)
def test_a_rule_chooses_what_it_chooses_on_the_whole_curve(rule: str, name: str) -> None:
    """With the threshold at which the calls change, the ties and the iso-cost line."""
    whole = _whole(name)
    for longest in (50, 3000):
        counts = _streamed(whole, RULES[rule], longest=longest).counts()
        assert _choice(counts, RULES[rule]) == _choice(whole, RULES[rule])


@for_each("loss", [0.1, 0.3, 1 / 99, 0.087 / 0.913, 0.08 / 0.92, 20 / 11])
def test_a_loss_is_judged_in_single_precision(loss: float) -> None:
    """A score that is printed like the threshold is called, though its value may be below it."""
    rule = ThresholdRule.from_loss(loss)
    levels = np.linspace(0.999, 0.001, 20_000).astype(np.float32)
    near = int(np.argmin(np.abs(levels - rule.posterior)))
    levels[near] = rule.posterior
    for at in range(1, 7):
        levels[near - at] = np.nextafter(levels[near - at + 1], np.float32(1))
        levels[near + at] = np.nextafter(levels[near + at - 1], np.float32(0))
    ups = np.arange(20_000) % 2
    whole = ThresholdCounts(thresholds=levels, positives=ups, negatives=1 - ups)
    for longest in (11, 97):
        counts = _streamed(whole, rule, held=20, longest=longest).counts(kind=np.dtype(np.float32))
        assert _choice(counts, rule) == _choice(whole, rule)


@for_each("top", [1.5, 1.0])
def test_the_highest_score_is_held_so_that_scores_beyond_1_are_seen(top: float) -> None:
    """Positives alone at the top are a straight line, of which thinning keeps the end."""
    levels = np.concatenate([[top], np.linspace(0.999, 0.001, 5000)])
    ups = np.where(np.arange(5001) < 900, 1, np.arange(5001) % 2)
    whole = ThresholdCounts(thresholds=levels, positives=ups, negatives=1 - ups)
    counts = _streamed(whole, RULES["loss 1"]).counts()
    assert counts.thresholds[0] == top
    assert len(counts.thresholds) < 4500


# Weights.


@for_each("weights", [(3, 5), (2**40, 2**20 + 1), (2**45 + 3, 2**44 + 1)])
def test_whole_weights_of_any_size(weights: Sequence[int]) -> None:
    """Also where the number of pairs is beyond 64 bits."""
    plain = _whole("ties")
    heavy = [
        each * weight
        for each, weight in zip((plain.positives, plain.negatives), weights, strict=True)
    ]
    whole = ThresholdCounts(thresholds=plain.thresholds, positives=heavy[0], negatives=heavy[1])
    for rule in (RULES["youden"], RULES["sensitivity 0.9"], RULES["best f1"]):
        found = _streamed(whole, rule)
        assert not found.is_whole
        counts = found.counts()
        assert set(_points(counts)) <= set(_points(whole))
        assert _choice(counts, rule) == _choice(whole, rule)
    assert _thinned(_streamed(whole).counts()) == _thinned(whole)


def test_sampling_weights_sum_to_those_of_the_classes() -> None:
    whole = _whole("smooth")
    sums = (1234.5, 98765.4)
    counts = _streamed(whole).counts(sums)
    assert counts.positives.sum() == pytest.approx(sums[0], rel=1e-12)
    assert counts.negatives.sum() == pytest.approx(sums[1], rel=1e-12)
    shares: NDArray[Any] = np.cumsum(counts.positives) / sums[0]
    known = dict(zip(whole.thresholds.tolist(), np.cumsum(whole.positives), strict=True))
    wanted = [known[level] / whole.n_positive for level in counts.thresholds.tolist()]
    assert np.allclose(shares, wanted, rtol=1e-12, atol=0)
