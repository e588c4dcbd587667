"""What is told of replicates: what does not exist, what is infinite, what does not vary."""

import math

import numpy as np

from aucurate.curve.rates import Rate
from aucurate.inference.core.threshold_caveats import no_spread, of_values
from aucurate.results import Interval

RATIO: Rate = "positive_likelihood_ratio"


def _interval(method: str) -> Interval:
    return Interval(low=0.0, high=1.0, confidence=0.95, method=method)


def test_missing_and_infinite_values_are_counted_apart() -> None:
    values = np.array([1.0, math.nan, math.inf, math.inf, 2.0])
    missing, infinite = of_values(values, RATIO, "forest", "in bag")
    assert (missing.kind, infinite.kind) == ("replicates_without_rate", "infinite_replicates")
    what = "The positive likelihood ratio of forest"
    assert missing.message.startswith(f"{what} does not exist in 1 of 5 replicates (in bag)")
    assert infinite.message.startswith(f"{what} is infinite in 2 of 5 replicates (in bag)")
    assert of_values(np.array([0.5, 1.0]), RATIO, "forest", "in bag") == []


def test_rates_with_the_same_stand_in_are_told_once() -> None:
    exact, other = _interval("Clopper-Pearson"), _interval("logit delta")
    told = no_spread(
        [
            ("sensitivity", exact),
            ("sensitivity", exact),
            ("specificity", exact),
            ("f1", other),
        ],
        "forest",
    )
    assert len(told) == 2
    assert "no variance of the sensitivity and specificity of forest" in told[0].message
    assert "no variance of the F1 of forest" in told[1].message
    assert no_spread([], "forest") == []
