"""The logit-t interval: its three steps by hand, its limits, its fallback."""

import math

import numpy as np
import pytest
from scipy import special, stats
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.auc.delong_logit_t import delong_logit_t_interval, shrunk_variance


def _by_hand(labels: np.ndarray, values: np.ndarray, confidence: float) -> tuple[float, float]:
    """The definition, from the matrix of all pairs, with scipy.stats for kurtosis and t."""
    positive, negative = values[labels == 1], values[labels == 0]
    pairs = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    auc = pairs.mean()
    top = auc * (1 - auc)
    parts, terms = [], []
    for placements in (pairs.mean(axis=1), pairs.mean(axis=0)):
        size = len(placements)
        spread = ((size - 1) * placements.var(ddof=1) + 0.5 * top) / (size - 0.5)
        tails = stats.kurtosis(placements, fisher=False)
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + 0.5
        parts.append(spread / size)
        terms.append((spread / size) ** 2 / free)
    degrees = max(1.0, sum(parts) ** 2 / sum(terms))
    variance = min(sum(parts), top / min(len(positive), len(negative)))
    reach = stats.t.ppf((1 + confidence) / 2, degrees) * math.sqrt(variance) / top
    centre = special.logit(auc)
    return float(special.expit(centre - reach)), float(special.expit(centre + reach))


@for_each("decimals", [6, 0])
@for_each(("m", "n"), [(10, 10), (12, 90), (90, 12), (200, 300)])
@for_each("confidence", [0.8, 0.95])
def test_it_is_its_definition(m: int, n: int, decimals: int, confidence: float) -> None:
    rng = np.random.default_rng(m)
    labels = np.repeat([1, 0], [m, n])
    values = (rng.normal(size=m + n) + 1.3 * labels).round(decimals)
    found = delong_logit_t_interval(Scores.from_arrays(labels, values), confidence=confidence)
    low, high = _by_hand(labels, values, confidence)
    assert found.interval.low == pytest.approx(low, rel=1e-10)
    assert found.interval.high == pytest.approx(high, rel=1e-10)
    assert found.interval.method == "DeLong logit-t"


def test_it_becomes_the_logit_interval_with_many_observations() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [30_000, 30_000])
    scores = Scores.from_arrays(labels, rng.normal(size=60_000) + labels)
    wide, plain = delong_logit_t_interval(scores).interval, delong_interval(scores).interval
    assert wide.low == pytest.approx(plain.low, abs=2e-6)
    assert wide.high == pytest.approx(plain.high, abs=2e-6)


def test_without_variance_it_is_the_bound_and_says_so() -> None:
    for labels, values in (([0, 0, 1, 1], [1, 2, 3, 4]), ([1, 0, 0], [2, 1, 3])):
        scores = Scores.from_arrays(labels, values)
        found = delong_logit_t_interval(scores)
        assert found.to_dict() == delong_interval(scores).to_dict()
        assert found.interval.method == "disjoint-pairs bound"


def test_a_class_whose_placements_are_all_equal_still_counts() -> None:
    scores = Scores.from_arrays([0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 0, 2, 2, 2])
    found = delong_logit_t_interval(scores)
    assert 0 < found.interval.low < found.value < found.interval.high < 1


def test_the_variance_never_passes_the_bound_that_holds_for_every_distribution() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        labels = np.repeat([1, 0], [4, 5])
        moments = AucMoments.from_scores(Scores.from_arrays(labels, rng.integers(0, 4, 9)))
        variance, degrees = shrunk_variance(moments, 0)
        assert variance <= moments.aucs[0] * (1 - moments.aucs[0]) / 4 + 1e-15
        assert degrees >= 1


def test_which_of_several_is_meant_must_be_said() -> None:
    data = PairedScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4], "b": [4, 3, 1, 2]})
    moments = AucMoments.from_scores(data)
    assert delong_logit_t_interval(moments, name="b") == delong_logit_t_interval(data["b"])
    with pytest.raises(OptionError, match="which one is meant"):
        delong_logit_t_interval(moments)
