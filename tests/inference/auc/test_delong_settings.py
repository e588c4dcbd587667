"""DeLong's tests: what is paired, what is refused, which settings mean something."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_interval, delong_test
from aucurate.inference.auc.delong_null import delong_null_test


def _tied_data(seed: int, size: int = 60) -> tuple[Any, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 3 == 0)
    return labels, {name: (rng.normal(size=size) + labels).round(1) for name in ("a", "b")}


def test_scores_of_one_data_set_are_paired_and_others_must_be_said() -> None:
    labels, scores = _tied_data(7)
    paired = PairedScores.from_arrays(labels, scores)
    first, second = (Scores.from_arrays(labels, s, name=n) for n, s in scores.items())
    with pytest.raises(OptionError, match="same labels in the same order") as caught:
        delong_test(first, second)
    assert "paired=True" in caught.value.hint
    assert delong_test(first, second, paired=True) == delong_test(*paired)
    apart = delong_test(first, second, paired=False)
    assert apart.design == "unpaired"
    shared = delong_test(*paired, paired=False)
    assert [c.kind for c in shared.caveats] == ["shared_observations"]
    assert apart == replace(shared, caveats=())
    with pytest.raises(OptionError, match="labels of the two classifiers differ"):
        delong_test(first, Scores.from_arrays(~labels, scores["b"]), paired=True)
    other = Scores.from_arrays(*_shorter(labels, scores["b"]))
    assert delong_test(first, other).design == "unpaired"


def _shorter(labels: Any, scores: Any) -> tuple[Any, Any]:
    return labels[:50], scores[:50]


@pytest.mark.parametrize("extra", ["weights", "groups"])
@pytest.mark.parametrize("which", [0, 1])
def test_weights_and_groups_are_refused_on_either_side(extra: str, which: int) -> None:
    labels, scores = _tied_data(8)
    given: list[dict[str, Any]] = [{}, {}]
    given[which] = {extra: np.ones(len(labels))}
    first, second = (
        Scores.from_arrays(labels, s, **g) for s, g in zip(scores.values(), given, strict=True)
    )
    for paired in (True, False):
        with pytest.raises(UnsupportedError, match=f"cannot use {extra} and will not ignore"):
            delong_test(first, second, paired=paired)
    with pytest.raises(UnsupportedError, match=extra):
        delong_interval((first, second)[which])


def test_float32_and_float64_columns_can_be_compared() -> None:
    labels, scores = _tied_data(9)
    wide = PairedScores.from_arrays(labels, scores)
    first = Scores.from_arrays(labels, scores["a"].astype(np.float32), name="a")
    second = Scores.from_arrays(labels, scores["b"], name="b")
    assert delong_test(first, second, paired=True) == delong_test(*wide)


@for_each("confidence", [0, 1, 95, -0.5, math.nan, math.inf])
def test_impossible_confidence_is_refused_everywhere(confidence: float) -> None:
    first, second = PairedScores.from_arrays(*_tied_data(1))
    message = "confidence must lie between 0 and 1"
    with pytest.raises(OptionError, match=message):
        delong_interval(first, confidence=confidence)
    with pytest.raises(OptionError, match=message):
        delong_test(first, second, confidence=confidence)
    with pytest.raises(OptionError, match=message):
        delong_null_test(first, confidence=confidence)


def test_settings_that_mean_nothing_are_refused() -> None:
    first, second = PairedScores.from_arrays(*_tied_data(1))
    wrong: Any = "bigger"
    with pytest.raises(OptionError, match="'two-sided', 'greater' or 'less'; it is 'bigger'"):
        delong_test(first, second, alternative=wrong)
    with pytest.raises(OptionError, match="alternative must be"):
        delong_null_test(first, alternative=wrong)
    with pytest.raises(OptionError, match="scale must be 'logit' or 'wald'"):
        delong_interval(first, scale=wrong)
    with pytest.raises(OptionError, match="satterthwaite must be"):
        delong_test(first, second, paired=False, satterthwaite=wrong)
    for null in (1.0, -1.0, 2.0, math.nan):
        with pytest.raises(OptionError, match="null_difference is"):
            delong_test(first, second, null_difference=null)
    for null in (-0.1, 0.0, 1.0, 1.1, math.nan):
        with pytest.raises(OptionError, match="null value of an AUC"):
            delong_null_test(first, null=null)


def test_the_normal_distribution_serves_unpaired_classifiers_too() -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat([0, 1], [12, 9])
    first = Scores.from_arrays(labels, rng.normal(size=21) + 2 * labels)
    second = Scores.from_arrays(labels, rng.normal(size=21) + 0.2 * labels)
    student = delong_test(first, second, paired=False)
    normal = delong_test(first, second, paired=False, distribution="normal")
    assert normal.degrees_of_freedom == math.inf
    assert normal.statistic == pytest.approx(student.statistic, rel=1e-12)
    expected = 2 * stats.norm.sf(abs(normal.statistic))
    assert normal.p_value == pytest.approx(expected, rel=1e-12)
    assert normal.p_value < student.p_value
    reach = stats.norm.ppf(0.975) * normal.standard_error
    assert normal.interval.low == pytest.approx(normal.difference - reach, rel=1e-12)
    # The degrees of freedom are not used, whichever way they would be counted.
    other = delong_test(
        first, second, paired=False, distribution="normal", satterthwaite="two-component"
    )
    assert other == normal


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("option", ["distribution", "satterthwaite"])
def test_options_are_checked_whether_they_are_used_or_not(paired: bool, option: str) -> None:
    labels, scores = _tied_data(7)
    first, second = (Scores.from_arrays(labels, s, name=n) for n, s in scores.items())
    given: dict[str, Any] = {option: "banana"}
    with pytest.raises(OptionError, match=f"{option} must be '.*'; it is 'banana'"):
        delong_test(first, second, paired=paired, **given)
