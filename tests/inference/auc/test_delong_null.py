"""The test of one AUC against a value agrees with the interval shown beside it."""

from typing import Any

import numpy as np
import pytest
from scipy import special, stats
from tests.loops import for_each

from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import (
    delong_beta_interval,
    delong_interval,
    delong_logit_t_interval,
    delong_null_test,
)
from aucurate.inference.core.components import Scale


def _scores(rng_number: int, size: int = 20, shift: float = 0.9, decimals: int = 3) -> Scores:
    rng = np.random.default_rng(rng_number)
    labels = np.arange(size) % 2
    return Scores.from_arrays(labels, (rng.normal(size=size) + shift * labels).round(decimals))


@for_each("scale", ["beta", "logit-t", "logit", "wald"])
@for_each("shift", [0.0, 0.9, 2.0, 6.0])
@for_each("confidence", [0.8, 0.95])
def test_it_rejects_exactly_when_the_interval_leaves_the_null_out(
    scale: Scale, shift: float, confidence: float
) -> None:
    for number in range(40):
        found = delong_null_test(_scores(number, shift=shift), scale=scale, confidence=confidence)
        level = 1 - confidence
        if abs(found.p_value - level) > 1e-9 and found.interval.high < 0.5:
            assert (found.p_value < level) == (0 not in found.interval)


def test_the_interval_is_that_of_the_auc_minus_the_null() -> None:
    scores = _scores(1)
    for scale, estimate in (
        ("beta", delong_beta_interval(scores)),
        ("logit-t", delong_logit_t_interval(scores)),
        ("logit", delong_interval(scores)),
        ("wald", delong_interval(scores, scale="wald")),
    ):
        found = delong_null_test(scores, null=0.6, scale=scale)  # type: ignore[arg-type]
        assert found.interval.low == pytest.approx(estimate.interval.low - 0.6, abs=1e-14)
        assert found.interval.high == pytest.approx(estimate.interval.high - 0.6, abs=1e-14)
        assert found.method == estimate.interval.method


def test_on_the_logit_scale_it_is_the_formula() -> None:
    scores = _scores(2, size=60)
    found, estimate = delong_null_test(scores, null=0.6, scale="logit"), delong_interval(scores)
    auc = estimate.value
    error = estimate.standard_error / (auc * (1 - auc))
    z = (special.logit(auc) - special.logit(0.6)) / error
    assert found.statistic == pytest.approx(z)
    assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(z)))


def test_one_sided_p_values_add_up_to_one() -> None:
    for number in range(5):
        both = [
            delong_null_test(_scores(number), alternative=side, scale="logit-t").p_value
            for side in ("less", "greater")
        ]
        assert sum(both) == pytest.approx(1)


def test_one_sided_p_values_of_the_beta_limits_add_up_to_one_at_least() -> None:
    for number in range(5):
        less, greater = (
            delong_null_test(_scores(number), alternative=side).p_value
            for side in ("less", "greater")
        )
        assert 1 <= less + greater < 1.3


def test_level_is_near_nominal_under_the_null() -> None:
    rng = np.random.default_rng(7)
    labels = np.arange(100) % 2
    rejected = 0
    for _ in range(2000):
        found = delong_null_test(Scores.from_arrays(labels, rng.normal(size=100)))
        rejected += found.p_value <= 0.05
    assert 0.03 < rejected / 2000 < 0.07


@pytest.mark.parametrize("wrong", ["x", None, 0, 1])
def test_a_null_that_is_no_auc_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"null value of an AUC|null must be a number"):
        delong_null_test(_scores(1), null=wrong)


def test_arrays_are_refused_with_a_remedy() -> None:
    with pytest.raises(OptionError, match=r"(?s)must be Scores or AucMoments.*Scores\.from_arrays"):
        delong_null_test(np.zeros(4))  # type: ignore[arg-type]


def test_a_limit_beyond_that_of_perfect_separation_is_beyond_the_test_too() -> None:
    """One pair of 8,000 misordered: test and interval meet where the limit is capped."""
    labels = np.repeat([0, 1], [400, 20])
    scores = np.r_[np.arange(400.0), 398.5, np.arange(401.0, 420.0)]
    data = Scores.from_arrays(labels, scores)
    low = delong_beta_interval(data).interval.low
    for null, outside in ((low - 1e-6, True), (low + 1e-6, False)):
        assert (delong_null_test(data, null=null).p_value < 0.05) == outside
